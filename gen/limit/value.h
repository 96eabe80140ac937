/* value.h: the value of a table in the arithmetic of the emitted code. In: a
 * LimitTable and a direction. Out: the interpolated value. table.c includes
 * this file once per precision, with REAL, NODES and VALUE(name) defined.
 *
 * Invariant: no branch depends on the direction. */

/* The cell of a direction: its block, the index of its lower corner, and the
 * place in the cell, 0 to 1 along both axes. */
typedef struct VALUE(Place) {
  REAL sign, x, y;
  int block, i, j;
} VALUE(Place);

static VALUE(Place)
    VALUE(locate)(const LimitTable *table, const double twist[3])
{
  const REAL c[3] = {(REAL)twist[0] * (REAL)(1 / table->scale[0]),
                     (REAL)twist[1] * (REAL)(1 / table->scale[1]),
                     (REAL)twist[2]};
  const REAL ax = VALUE(magnitude)(c[0]), ay = VALUE(magnitude)(c[1]);
  const REAL az = VALUE(magnitude)(c[2]);
  const int is_spin = (az >= ax) & (az >= ay);
  const int face = is_spin * 2 + (!is_spin & (ay > ax));
  const REAL largest = c[face], inverse = 1 / largest;
  const REAL half = (REAL)table->blocks / 2;
  REAL x = c[face == 0] * inverse * half + half;
  REAL y = c[1 + (face != 2)] * inverse * half + half;
  int i = (int)x, j = (int)y;
  i = i < table->blocks ? i : table->blocks - 1;
  j = j < table->blocks ? j : table->blocks - 1;
  VALUE(Place) place;
  place.sign = largest < 0 ? -1 : 1;
  place.block = (face * table->blocks + i) * table->blocks + j;
  const int n = table->fine[place.block];
  x = (x - (REAL)i) * (REAL)n;
  y = (y - (REAL)j) * (REAL)n;
  i = (int)x;
  j = (int)y;
  place.i = i < n ? i : n - 1;
  place.j = j < n ? j : n - 1;
  place.x = x - (REAL)place.i;
  place.y = y - (REAL)place.j;
  return place;
}

static void VALUE(bilinear)(const REAL *node, size_t row, REAL x, REAL y,
                            REAL out[3])
{
  for (int d = 0; d < 3; d++) {
    const REAL a = node[d] + y * (node[3 + d] - node[d]);
    const REAL b = node[row + (size_t)d] +
                   y * (node[row + 3 + (size_t)d] - node[row + (size_t)d]);
    out[d] = a + x * (b - a);
  }
}

/* Writes the weights of four neighbours: the cubic through the middle two, with
 * the slopes of central differences. */
static void VALUE(four_weights)(REAL x, REAL weight[4])
{
  const REAL half = (REAL)0.5, rest = 1 - x;
  weight[0] = -half * x * rest * rest;
  weight[3] = -half * rest * x * x;
  weight[1] = rest - 2 * weight[0] + weight[3];
  weight[2] = x - 2 * weight[3] + weight[0];
}

static void VALUE(cubic)(const REAL *node, size_t row, REAL x, REAL y,
                         REAL out[3])
{
  REAL a[4], b[4];
  VALUE(four_weights)(x, a);
  VALUE(four_weights)(y, b);
  out[0] = out[1] = out[2] = 0;
  for (size_t p = 0; p < 4; p++)
    for (size_t d = 0; d < 3; d++) {
      const REAL *at = node + p * row + d;
      out[d] +=
          a[p] * (b[0] * at[0] + b[1] * at[3] + b[2] * at[6] + b[3] * at[9]);
    }
}

/* Interpolates at a place in the cell (i, j) of a block. */
static void VALUE(interpolate)(const LimitTable *table, int block, int i, int j,
                               REAL x, REAL y, REAL out[3])
{
  const size_t side = table_side(table, block);
  const REAL *node = (const REAL *)table->NODES +
                     3 * (table->start[block] + (size_t)i * side + (size_t)j);
  if (table->interp == TABLE_CUBIC)
    VALUE(cubic)(node, 3 * side, x, y, out);
  else
    VALUE(bilinear)(node, 3 * side, x, y, out);
}
