/* graph.c: a block as a graph in which equal values are one node. In: a block.
 * Out: nodes, in the order of their ids, arguments first; then powers as
 * products, roots and inverses.
 *
 * Invariant: no sum is multiplied out and none merged with another: a block's
 * own temporaries stay what they are. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "algebra/graph.h"
#include "base/base.h"

/* ---- equal nodes are one ------------------------------------------------- */

static size_t mixed(size_t hash, size_t more)
{
  return (hash ^ more) * 0x9e3779b97f4a7c15u + (hash >> 29);
}

static size_t hash_of(const Node *node)
{
  size_t hash = mixed((size_t)node->kind, (size_t)node->halves);
  if (node->number) hash = mixed(hash, exact_hash(node->number));
  for (const char *c = node->name; c && *c; c++)
    hash = mixed(hash, (unsigned char)*c);
  for (size_t i = 0; i < node->count; i++)
    hash = mixed(hash, 2 * node->args[i].node->id + node->args[i].is_negative);
  return hash;
}

static bool is_same(const Node *a, const Node *b)
{
  if (a->kind != b->kind || a->halves != b->halves || a->count != b->count)
    return false;
  if (a->number && !exact_equal(a->number, b->number)) return false;
  if (a->name && strcmp(a->name, b->name) != 0) return false;
  for (size_t i = 0; i < a->count; i++)
    if (a->args[i].node != b->args[i].node ||
        a->args[i].is_negative != b->args[i].is_negative)
      return false;
  return true;
}

Node *graph_own(Graph *g, Node node)
{
  node.hash = hash_of(&node);
  Node **bucket = &g->buckets[node.hash % GRAPH_BUCKETS];
  for (Node *old = *bucket; old; old = old->next)
    if (old->hash == node.hash && is_same(old, &node)) return old;
  Node *made = run_alloc(g->run, sizeof *made);
  *made = node;
  made->args = run_alloc(g->run, (node.count + 1) * sizeof *made->args);
  if (node.count > 0)
    memcpy(made->args, node.args, node.count * sizeof *made->args);
  made->id = g->count;
  made->next = *bucket;
  *bucket = made;
  g->nodes = run_grown(g->run, g->nodes, g->count, &g->room, sizeof *g->nodes);
  return g->nodes[g->count++] = made;
}

static Edge number_edge(Graph *g, const Exact *value)
{
  const bool is_negative = exact_sign(value) < 0;
  const Node node = {
      .kind = NODE_NUMBER,
      .number = is_negative ? exact_negative(g->run, value) : value};
  return (Edge){graph_own(g, node), is_negative};
}

Edge edge_flipped(Edge edge, bool is_flipped)
{
  return (Edge){edge.node, edge.is_negative != is_flipped};
}

static bool is_one(Edge edge)
{
  return edge.node->kind == NODE_NUMBER && exact_is(edge.node->number, 1);
}

/* ---- from expressions ---------------------------------------------------- */

static int by_id(const void *a, const void *b)
{
  const size_t x = ((const Edge *)a)->node->id, y = ((const Edge *)b)->node->id;
  return (x > y) - (x < y);
}

/* True where a sum is kept as its negative, so that a - b and b - a are one:
 * most of its terms shall be positive, else the first that is no number. */
static bool is_kept_negative(const Edge *terms, size_t count)
{
  size_t negative = 0, first = count;
  for (size_t i = 0; i < count; i++) {
    negative += terms[i].is_negative;
    if (first == count && terms[i].node->kind != NODE_NUMBER) first = i;
  }
  if (2 * negative != count) return 2 * negative > count;
  return first < count && terms[first].is_negative;
}

static Edge product_edge(Graph *g, Edge *factors, size_t count);

/* Puts equal terms together: x - x is nothing, x + x is 2*x. */
static size_t merge_terms(Graph *g, Edge *terms, size_t count)
{
  size_t kept = 0;
  qsort(terms, count, sizeof *terms, by_id);
  for (size_t i = 0; i < count;) {
    Node *node = terms[i].node;
    long times = 0;
    for (; i < count && terms[i].node == node; i++)
      times += terms[i].is_negative ? -1 : 1;
    if (times == 0) continue;
    Edge parts[3] = {{0}, {node, false}};
    parts[2] = number_edge(g, exact_of_whole(g->run, times));
    terms[kept++] = product_edge(g, parts, 2);
  }
  return kept;
}

static Edge sum_edge(Graph *g, Edge *terms, size_t count)
{
  count = merge_terms(g, terms, count);
  if (count == 0) return number_edge(g, exact_of_whole(g->run, 0));
  if (count == 1) return terms[0];
  const bool is_negative = is_kept_negative(terms, count);
  for (size_t i = 0; i < count; i++)
    terms[i] = edge_flipped(terms[i], is_negative);
  const Node node = {.kind = NODE_SUM, .args = terms, .count = count};
  return (Edge){graph_own(g, node), is_negative};
}

/* An odd number of halves keeps the base's sign, a whole power has it itself.
 */
static Edge power_edge(Graph *g, Edge base, long halves)
{
  if (halves == 0) return number_edge(g, exact_of_whole(g->run, 1));
  if (halves == 2) return base;
  const bool is_odd = halves % 2 != 0;
  if (is_odd && base.is_negative && labs(halves) > 1) {
    const long root = halves > 0 ? 1 : -1;
    Edge both[3] = {base, power_edge(g, base, halves - root),
                    power_edge(g, base, root)};
    return product_edge(g, both, 2);
  }
  Edge arg = {base.node, base.is_negative && is_odd};
  const Node node = {
      .kind = NODE_POWER, .args = &arg, .count = 1, .halves = halves};
  return (Edge){graph_own(g, node),
                base.is_negative && !is_odd && halves / 2 % 2 != 0};
}

/* Equal factors become a power; what is left of the numbers comes first. */
static Edge product_edge(Graph *g, Edge *factors, size_t count)
{
  const Exact *number = exact_of_whole(g->run, 1);
  bool is_negative = false;
  size_t n = 1, kept = 1; /* factors[0] is for the number */
  for (size_t i = 1; i <= count; i++) {
    is_negative = is_negative != factors[i].is_negative;
    if (factors[i].node->kind == NODE_NUMBER)
      number = exact_product(g->run, number, factors[i].node->number);
    else
      factors[n++] = (Edge){factors[i].node, false};
  }
  qsort(factors + 1, n - 1, sizeof *factors, by_id);
  for (size_t i = 1; i < n;) {
    long equal = 0;
    const Edge factor = factors[i];
    for (; i < n && factors[i].node == factor.node; i++) equal++;
    factors[kept++] = power_edge(g, factor, 2 * equal);
  }
  factors[0] = number_edge(g, number);
  if (exact_sign(number) == 0 || kept == 1)
    return edge_flipped(factors[0], is_negative);
  const size_t from = is_one(factors[0]);
  if (kept - from == 1) return edge_flipped(factors[from], is_negative);
  const Node node = {
      .kind = NODE_PRODUCT, .args = factors + from, .count = kept - from};
  return (Edge){graph_own(g, node), is_negative};
}

static Edge edge_of(Graph *g, const Expr *e);

static bool is_one_of(const char *name, const char *const *names)
{
  while (*names && strcmp(*names, name) != 0) names++;
  return *names != NULL;
}

/* f(-x) is f(x) or -f(x) of even and odd functions. */
static Edge call_edge(Graph *g, const char *name, const Expr *e)
{
  static const char *const even[] = {"cos", "cosh", NULL};
  static const char *const odd[] = {"sin",  "tan",  "asin", "atan",
                                    "sinh", "tanh", NULL};
  Edge *args = run_alloc(g->run, (e->count + 1) * sizeof *args);
  for (size_t i = 0; i < e->count; i++) args[i] = edge_of(g, e->args[i]);
  if (strcmp(name, "sqrt") == 0) return power_edge(g, args[0], 1);
  const bool is_odd = is_one_of(name, odd);
  const bool is_negative = is_odd && args[0].is_negative;
  if (is_odd || is_one_of(name, even)) args[0].is_negative = false;
  const Node node = {
      .kind = NODE_CALL, .name = name, .args = args, .count = e->count};
  return (Edge){graph_own(g, node), is_negative};
}

static Edge symbol_edge(Graph *g, const char *name)
{
  const Node node = {.kind = NODE_SYMBOL, .name = name};
  Node *symbol = graph_own(g, node);
  return symbol->meaning ? *symbol->meaning : (Edge){symbol, false};
}

/* Factors of products within products, after a free place. */
static Edge *factor_edges(Graph *g, const Expr *e, size_t *count)
{
  Edge *factors = NULL;
  size_t room = 0;
  *count = 0;
  factors = run_grown(g->run, factors, 0, &room, sizeof *factors);
  for (size_t i = 0; i < e->count; i++) {
    size_t inner = 1;
    Edge one[2];
    Edge *list = one;
    if (e->args[i]->op == EXPR_MUL)
      list = factor_edges(g, e->args[i], &inner);
    else
      one[1] = edge_of(g, e->args[i]);
    for (size_t k = 1; k <= inner; k++) {
      factors = run_grown(g->run, factors, *count + 1, &room, sizeof *factors);
      factors[++*count] = list[k];
    }
  }
  return factors;
}

static Edge new_edge(Graph *g, const Expr *e)
{
  size_t count = 0;
  double halves;
  Edge *terms;
  switch (e->op) {
    case EXPR_NUMBER:
      return number_edge(g, expr_exact(g->run, e));
    case EXPR_SYMBOL:
      return symbol_edge(g, e->name);
    case EXPR_MUL:
      terms = factor_edges(g, e, &count);
      return product_edge(g, terms, count);
    case EXPR_POW:
      halves = e->args[1]->op == EXPR_NUMBER ? 2 * e->args[1]->number : 0.5;
      if (halves == floor(halves) && fabs(halves) <= 128)
        return power_edge(g, edge_of(g, e->args[0]), (long)halves);
      return call_edge(g, "pow", e);
    case EXPR_FUNCTION:
      return call_edge(g, e->name, e);
    case EXPR_ADD:
      break;
  }
  terms = run_alloc(g->run, (e->count + 1) * sizeof *terms);
  for (size_t i = 0; i < e->count; i++) {
    const Edge term = edge_of(g, e->args[i]);
    if (term.node->kind != NODE_NUMBER || exact_sign(term.node->number) != 0)
      terms[count++] = term;
  }
  return sum_edge(g, terms, count);
}

/* Each expression is walked through once. */
static Edge edge_of(Graph *g, const Expr *e)
{
  if (e->op == EXPR_NUMBER || e->op == EXPR_SYMBOL) return new_edge(g, e);
  const Edge *known = memo_find(&g->edges, e);
  if (known) return *known;
  Edge *edge = run_alloc(g->run, sizeof *edge);
  *edge = new_edge(g, e);
  memo_add(g->run, &g->edges, e, edge);
  return *edge;
}

/* ---- powers -------------------------------------------------------------- */

static Edge product_of(Graph *g, Edge a, Edge b)
{
  Edge both[2] = {{a.node, false}, {b.node, false}};
  const Node node = {.kind = NODE_PRODUCT, .args = both, .count = 2};
  qsort(both, 2, sizeof *both, by_id);
  return (Edge){graph_own(g, node), a.is_negative != b.is_negative};
}

static Edge inverse_of(Graph *g, Edge a)
{
  const Node node = {.kind = NODE_INVERSE, .args = &a, .count = 1};
  return (Edge){graph_own(g, node), false};
}

/* base to a whole power of at least 1, by squaring. */
static Edge whole_power(Graph *g, Edge base, long n)
{
  if (n == 1) return base;
  if (n % 2) return product_of(g, whole_power(g, base, n - 1), base);
  const Edge root = whole_power(g, base, n / 2);
  return product_of(g, root, root);
}

/* base to a positive number of halves. */
static Edge half_power(Graph *g, Edge base, long halves)
{
  if (halves % 2 == 0) return whole_power(g, base, halves / 2);
  const Node node = {
      .kind = NODE_CALL, .name = "sqrt", .args = &base, .count = 1};
  const Edge root = {graph_own(g, node), false};
  return halves == 1 ? root
                     : product_of(g, whole_power(g, base, halves / 2), root);
}

/* A power becomes products, a root and an inverse. Inverse powers are powers of
 * the inverse where the base has several. */
static void lower_power(Graph *g, Node *power, const int *inverses)
{
  Edge base = power->args[0];
  const long halves = power->halves;
  const bool by_inverse =
      halves < -2 && halves % 2 == 0 && inverses[base.node->id] > 1;
  Edge result;
  if (halves > 0)
    result = half_power(g, base, halves);
  else if (by_inverse)
    result = whole_power(g, inverse_of(g, base), -halves / 2);
  else
    result = inverse_of(g, half_power(g, base, -halves));
  Edge *meaning = run_alloc(g->run, sizeof *meaning);
  *meaning = result;
  power->meaning = meaning;
}

Edge edge_resolved(Edge edge)
{
  while (edge.node->meaning)
    edge = edge_flipped(*edge.node->meaning, edge.is_negative);
  return edge;
}

/* Nodes come after their arguments, so one way through them is enough. */
static void lower_powers(Graph *g)
{
  const size_t count = g->count;
  /* By base: how many of its powers are negative. */
  int *inverses = run_alloc(g->run, (count + 1) * sizeof *inverses);
  for (size_t i = 0; i < count; i++)
    if (g->nodes[i]->kind == NODE_POWER && g->nodes[i]->halves < 0 &&
        g->nodes[i]->halves % 2 == 0)
      inverses[g->nodes[i]->args[0].node->id]++;
  for (size_t i = 0; i < count; i++) {
    Node *node = g->nodes[i];
    for (size_t k = 0; k < node->count; k++)
      node->args[k] = edge_resolved(node->args[k]);
    if (node->kind == NODE_POWER) lower_power(g, node, inverses);
  }
}

Graph *graph_new(Run *run, const Block *block)
{
  Graph *g = run_alloc(run, sizeof *g);
  g->run = run;
  for (size_t i = 0; i < block->ntemporaries; i++) {
    Edge *meaning = run_alloc(run, sizeof *meaning);
    *meaning = edge_of(g, block->temporaries[i].value);
    const Node node = {.kind = NODE_SYMBOL, .name = block->temporaries[i].name};
    graph_own(g, node)->meaning = meaning;
  }
  g->noutputs = block->noutputs;
  g->outputs = run_alloc(run, (g->noutputs + 1) * sizeof *g->outputs);
  for (size_t i = 0; i < g->noutputs; i++)
    g->outputs[i] = edge_of(g, block->outputs[i].value);
  lower_powers(g);
  return g;
}
