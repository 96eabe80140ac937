/* pairs.c: what products and sums have in common. In: a graph. Out: the same
 * values, but two factors that several products have, or two terms of several
 * sums, are computed once.
 *
 * Invariant: the pair that most have comes first. */
#include <stdlib.h>

#include "algebra/graph.h"
#include "base/base.h"

/* What is beyond these bounds is not shared: time and memory stay small. */
enum { MOST_ARGUMENTS = 128, MOST_PAIRS = 200000, MOST_ROUNDS = 64 };

/* Two arguments of a product or sum. */
typedef struct Pair {
  Node *a, *b;      /* a's id is the lower one */
  bool is_opposite; /* of different signs */
  Node *owner;
} Pair;

typedef struct Pairs {
  Pair *list;
  size_t count, room;
} Pairs;

/* Owners that have one pair: list[from] to list[to - 1]. */
typedef struct Group {
  size_t from, to;
} Group;

static int compare(size_t x, size_t y)
{
  return (x > y) - (x < y);
}

static int by_arguments(const void *x, const void *y)
{
  const Pair *p = x, *q = y;
  int order = compare(p->a->id, q->a->id);
  if (order == 0) order = compare(p->b->id, q->b->id);
  if (order == 0) order = compare(p->is_opposite, q->is_opposite);
  return order ? order : compare(p->owner->id, q->owner->id);
}

static int by_frequency(const void *x, const void *y)
{
  const Group *p = x, *q = y;
  const int order = compare(q->to - q->from, p->to - p->from);
  return order ? order : compare(p->from, q->from);
}

static void add_pairs(Graph *g, Node *owner, Pairs *pairs)
{
  if (owner->count > MOST_ARGUMENTS || pairs->count > MOST_PAIRS) return;
  for (size_t i = 0; i < owner->count; i++)
    for (size_t k = i + 1; k < owner->count; k++) {
      const Edge x = owner->args[i], y = owner->args[k];
      const bool is_ordered = x.node->id < y.node->id;
      if (x.node == y.node) continue;
      pairs->list = run_grown(g->run, pairs->list, pairs->count, &pairs->room,
                              sizeof *pairs->list);
      pairs->list[pairs->count++] =
          (Pair){is_ordered ? x.node : y.node, is_ordered ? y.node : x.node,
                 x.is_negative != y.is_negative, owner};
    }
}

/* Where the node is among the owner's arguments, or their count. */
static size_t place_of(const Node *owner, const Node *node)
{
  size_t i = 0;
  while (i < owner->count && owner->args[i].node != node) i++;
  return i;
}

static bool has_pair(const Pair *pair)
{
  const Node *owner = pair->owner;
  const size_t i = place_of(owner, pair->a), k = place_of(owner, pair->b);
  return !owner->meaning && i < owner->count && k < owner->count &&
         (owner->args[i].is_negative != owner->args[k].is_negative) ==
             pair->is_opposite;
}

/* Puts `whole`, which is a + b or a - b or a * b, in the place of the two. */
static void replace_pair(Graph *g, const Pair *pair, Node *whole)
{
  Node *owner = pair->owner;
  const size_t i = place_of(owner, pair->a), k = place_of(owner, pair->b);
  const bool is_negative = owner->args[i].is_negative !=
                           whole->args[place_of(whole, pair->a)].is_negative;
  Edge *edge = run_alloc(g->run, sizeof *edge);
  *edge = (Edge){whole, is_negative};
  if (owner == whole) return;
  if (owner->count == 2) {
    owner->meaning = edge;
    return;
  }
  size_t kept = 0;
  for (size_t l = 0; l < owner->count; l++)
    if (l != i && l != k) owner->args[kept++] = owner->args[l];
  owner->args[kept++] = *edge;
  owner->count = kept;
}

/* The node of the pair: an owner that has nothing else, or a new one. */
static Node *pair_node(Graph *g, const Pair *pairs, Group group)
{
  for (size_t i = group.from; i < group.to; i++)
    if (has_pair(&pairs[i]) && pairs[i].owner->count == 2)
      return pairs[i].owner;
  const Pair *pair = &pairs[group.from];
  Edge both[2] = {{pair->a, false}, {pair->b, pair->is_opposite}};
  const Node node = {.kind = pair->owner->kind, .args = both, .count = 2};
  return graph_own(g, node);
}

/* Gives each group a node, the largest first; a group that lost owners to one
 * before it waits for the next round. False if there is no group. */
static bool share_pairs(Graph *g, const Pairs *pairs, const Group *groups,
                        size_t count)
{
  bool is_changed = false;
  for (size_t k = 0; k < count; k++) {
    size_t left = 0;
    for (size_t i = groups[k].from; i < groups[k].to; i++)
      left += has_pair(&pairs->list[i]);
    if (left < groups[k].to - groups[k].from) continue;
    Node *whole = pair_node(g, pairs->list, groups[k]);
    for (size_t i = groups[k].from; i < groups[k].to; i++)
      if (has_pair(&pairs->list[i])) replace_pair(g, &pairs->list[i], whole);
    is_changed = true;
  }
  return is_changed;
}

static void reach(Edge edge)
{
  Node *node = edge_resolved(edge).node;
  if (node->is_reached) return;
  node->is_reached = true;
  for (size_t i = 0; i < node->count; i++) {
    node->args[i] = edge_resolved(node->args[i]);
    reach(node->args[i]);
  }
}

/* Lists the pairs of all sums, or of all products, that the outputs need. */
static void list_pairs(Graph *g, NodeKind kind, Pairs *pairs)
{
  pairs->count = 0;
  for (size_t i = 0; i < g->count; i++) g->nodes[i]->is_reached = false;
  for (size_t i = 0; i < g->noutputs; i++) reach(g->outputs[i]);
  for (size_t i = 0; i < g->count; i++)
    if (g->nodes[i]->is_reached && g->nodes[i]->kind == kind)
      add_pairs(g, g->nodes[i], pairs);
  if (pairs->count > 0)
    qsort(pairs->list, pairs->count, sizeof *pairs->list, by_arguments);
}

static bool share_round(Graph *g, NodeKind kind, Pairs *pairs)
{
  Group *groups = NULL;
  size_t count = 0, room = 0;
  list_pairs(g, kind, pairs);
  for (size_t from = 0, to; from < pairs->count; from = to) {
    const Pair *first = &pairs->list[from];
    for (to = from + 1; to < pairs->count; to++) {
      const Pair *other = &pairs->list[to];
      if (other->a != first->a || other->b != first->b ||
          other->is_opposite != first->is_opposite)
        break;
    }
    if (to - from == 1) continue;
    groups = run_grown(g->run, groups, count, &room, sizeof *groups);
    groups[count++] = (Group){from, to};
  }
  if (count > 0) qsort(groups, count, sizeof *groups, by_frequency);
  return share_pairs(g, pairs, groups, count);
}

void graph_share_pairs(Graph *g)
{
  static const NodeKind kinds[] = {NODE_PRODUCT, NODE_SUM};
  Pairs pairs = {0};
  for (size_t i = 0; i < COUNT(kinds); i++) {
    bool is_changed = true;
    for (int round = 0; is_changed && round < MOST_ROUNDS; round++)
      is_changed = share_round(g, kinds[i], &pairs);
  }
}
