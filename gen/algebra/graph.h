/* graph.h: what the files that share subexpressions know of a block: values as
 * nodes, of which equal ones are one. Signs belong to the edges, so that x and
 * -x are one node, too. */
#ifndef BRISTLE_ALGEBRA_GRAPH_H
#define BRISTLE_ALGEBRA_GRAPH_H

#include "algebra/inside.h"

typedef enum NodeKind {
  NODE_NUMBER, /* above 0 */
  NODE_SYMBOL,
  NODE_SUM,
  NODE_PRODUCT, /* arguments have no sign */
  NODE_POWER,   /* of args[0], in halves; gone once powers are lowered */
  NODE_INVERSE,
  NODE_CALL
} NodeKind;

typedef struct Node Node;

/* A value: that of the node, or its negative. */
typedef struct Edge {
  Node *node;
  bool is_negative;
} Edge;

struct Node {
  NodeKind kind;
  const Exact *number;
  const char *name;
  long halves; /* of a power */
  Edge *args;
  size_t count, id, hash;
  Node *next;          /* in its bucket */
  const Edge *meaning; /* what stands for it, or NULL */
  bool is_reached;     /* by the outputs */
  /* While code is written: */
  size_t uses;
  int sign;          /* of most outputs that it is the value of */
  const char *given; /* the temporary that it became, or NULL */
  bool is_flipped;   /* the temporary is its negative */
};

enum { GRAPH_BUCKETS = 1024 };

typedef struct Graph {
  Run *run;
  Edge *outputs; /* of the block */
  size_t noutputs;
  Node **nodes; /* by id */
  size_t count, room;
  Memo edges; /* by the address of their expression */
  Node *buckets[GRAPH_BUCKETS];
} Graph;

/* The block's outputs; powers are lowered to products, roots and inverses. */
Graph *graph_new(Run *run, const Block *block);
/* The graph's own node that is like this one. */
Node *graph_own(Graph *g, Node node);
/* The edge that stands for this one: of a temporary's name, a power, a pair. */
Edge edge_resolved(Edge edge);
Edge edge_flipped(Edge edge, bool is_flipped);

/* pairs.c: two factors that several products have become a node, and two terms
 * that several sums have. */
void graph_share_pairs(Graph *g);

#endif
