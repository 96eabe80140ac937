/* share.c: straight-line code in which nothing is computed twice. In: a block.
 * Out: a block with the same outputs; its temporaries are the values that are
 * used more than once, and parts of long expressions.
 *
 * Invariant: a temporary comes after those that it needs. */
#include "algebra/graph.h"
#include "base/base.h"

/* An expression with more leaves gets a line of its own. */
enum { MOST_LEAVES = 12 };

/* Code under way. */
typedef struct Code {
  Run *run;
  const char *prefix;
  Assign *lines;
  size_t count, room;
} Code;

/* A value is e, or its negative. */
typedef struct Piece {
  const Expr *e;
  size_t leaves;
  bool is_negative;
} Piece;

/* The value of an edge; lines that it needs come before. Where that costs no
 * negation, it has the sign that is wished. */
static Piece piece_of(Code *code, Edge edge, bool is_negative);

static const Expr *signed_value(const Code *code, Piece piece)
{
  return piece.is_negative ? expr_negative(code->run, piece.e) : piece.e;
}

static void count_uses(Edge edge)
{
  Node *node = edge_resolved(edge).node;
  if (node->uses++ > 0) return;
  for (size_t i = 0; i < node->count; i++) count_uses(node->args[i]);
}

/* True for a product with a number of its own. */
static bool has_number(const Node *node)
{
  for (size_t i = 0; i < node->count; i++)
    if (edge_resolved(node->args[i]).node->kind == NODE_NUMBER)
      return node->kind == NODE_PRODUCT && node->uses == 1;
  return false;
}

/* True for a sum whose negative takes no negation: of a - b, 2*a + b; or that
 * has another sum that is still to be written. */
static bool can_flip(const Node *sum)
{
  for (size_t i = 0; i < sum->count; i++) {
    const Edge term = edge_resolved(sum->args[i]);
    if (term.is_negative || has_number(term.node) ||
        (term.node->kind == NODE_SUM && !term.node->given))
      return true;
  }
  return false;
}

static Piece sum_piece(Code *code, const Node *node, bool is_negative)
{
  const Expr **terms = run_alloc(code->run, (node->count + 1) * sizeof *terms);
  Piece sum = {NULL, 0, is_negative && can_flip(node)};
  for (size_t i = 0; i < node->count; i++) {
    const Edge term = edge_flipped(node->args[i], sum.is_negative);
    const Piece piece = piece_of(code, term, false);
    terms[i] = signed_value(code, piece);
    sum.leaves += piece.leaves;
  }
  sum.e = expr_make(code->run, EXPR_ADD, NULL, node->count, terms);
  return sum;
}

/* Factors under way; a number comes first. */
typedef struct Factors {
  const Expr **list;
  size_t count, room;
} Factors;

/* Factors of products that are used here alone join those around them. */
static void add_factor(Code *code, Factors *factors, const Expr *e)
{
  if (e->op == EXPR_MUL) {
    for (size_t i = 0; i < e->count; i++) add_factor(code, factors, e->args[i]);
    return;
  }
  factors->list = run_grown(code->run, factors->list, factors->count,
                            &factors->room, sizeof *factors->list);
  factors->list[factors->count] = e;
  if (e->op == EXPR_NUMBER && factors->count > 0) {
    factors->list[factors->count] = factors->list[0];
    factors->list[0] = e;
  }
  factors->count++;
}

/* The last sum that is used here alone takes what is left of the sign. */
static Piece product_piece(Code *code, const Node *node, bool is_negative)
{
  Piece product = {NULL, 0, false};
  Factors factors = {0};
  size_t taker = node->count;
  for (size_t i = 0; i < node->count; i++) {
    const Node *arg = edge_resolved(node->args[i]).node;
    if (arg->kind == NODE_SUM && arg->uses == 1) taker = i;
  }
  for (size_t i = 0; i <= node->count; i++) {
    const size_t k = i == node->count ? taker : i;
    if (k == node->count || (i == taker && i < node->count)) continue;
    const bool is_last = i == node->count;
    const Piece piece = piece_of(code, node->args[k],
                                 is_last && product.is_negative != is_negative);
    add_factor(code, &factors, piece.e);
    product.leaves += piece.leaves;
    product.is_negative = product.is_negative != piece.is_negative;
  }
  product.e = expr_make(code->run, EXPR_MUL, NULL, factors.count, factors.list);
  return product;
}

static Piece call_piece(Code *code, const Node *node)
{
  const Expr **args = run_alloc(code->run, (node->count + 1) * sizeof *args);
  size_t leaves = 0;
  for (size_t i = 0; i < node->count; i++) {
    const Piece piece = piece_of(code, node->args[i], false);
    args[i] = signed_value(code, piece);
    leaves += piece.leaves;
  }
  return (Piece){
      expr_make(code->run, EXPR_FUNCTION, node->name, node->count, args),
      leaves, false};
}

static Piece inverse_piece(Code *code, const Node *node, bool is_negative)
{
  Piece piece = piece_of(code, node->args[0], is_negative);
  piece.e = expr_inverse(code->run, piece.e);
  return piece;
}

static Piece composed(Code *code, const Node *node, bool is_negative)
{
  switch (node->kind) {
    case NODE_SUM:
      return sum_piece(code, node, is_negative);
    case NODE_PRODUCT:
      return product_piece(code, node, is_negative);
    case NODE_INVERSE:
      return inverse_piece(code, node, is_negative);
    case NODE_NUMBER:
      return (Piece){expr_of_exact(code->run, node->number), 1, false};
    case NODE_SYMBOL:
      return (Piece){expr_symbol(code->run, node->name), 1, false};
    case NODE_POWER:
    case NODE_CALL:
      break;
  }
  return call_piece(code, node);
}

/* A line of its own for the node's value. */
static void name_node(Code *code, Node *node, Piece piece)
{
  code->lines = run_grown(code->run, code->lines, code->count, &code->room,
                          sizeof *code->lines);
  node->given = run_printf(code->run, "%s%zu", code->prefix, code->count);
  node->is_flipped = piece.is_negative;
  code->lines[code->count++] = (Assign){node->given, piece.e};
}

static Piece piece_of(Code *code, Edge edge, bool is_negative)
{
  edge = edge_resolved(edge);
  Node *node = edge.node;
  const bool is_shared = node->uses > 1 && node->count > 0;
  const bool wish = is_shared && node->sign != 0
                        ? node->sign < 0
                        : edge.is_negative != is_negative;
  Piece piece = {NULL, 1, false};
  if (!node->given) {
    piece = composed(code, node, wish);
    if (is_shared || piece.leaves > MOST_LEAVES) name_node(code, node, piece);
  }
  if (node->given)
    piece = (Piece){expr_symbol(code->run, node->given), 1, node->is_flipped};
  piece.is_negative = piece.is_negative != edge.is_negative;
  return piece;
}

/* An output is a line of its own, however long. */
static const Expr *output_of(Code *code, Edge edge)
{
  edge = edge_resolved(edge);
  const bool is_shared = edge.node->uses > 1 || edge.node->given;
  Piece piece = is_shared ? piece_of(code, edge, false)
                          : composed(code, edge.node, edge.is_negative);
  if (!is_shared) piece.is_negative = piece.is_negative != edge.is_negative;
  return signed_value(code, piece);
}

Block block_share(Run *run, const Block *block, const char *prefix)
{
  Code code = {.run = run, .prefix = prefix};
  Graph *g = graph_new(run, block);
  const size_t count = block->noutputs;
  Assign *outputs = run_alloc(run, (count + 1) * sizeof *outputs);
  graph_share_pairs(g);
  for (size_t i = 0; i < count; i++) {
    const Edge output = edge_resolved(g->outputs[i]);
    output.node->sign += output.is_negative ? -1 : 1;
    count_uses(output);
  }
  for (size_t i = 0; i < count; i++)
    outputs[i] =
        (Assign){block->outputs[i].name, output_of(&code, g->outputs[i])};
  return (Block){code.lines, outputs, code.count, count};
}
