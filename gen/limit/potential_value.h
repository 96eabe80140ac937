/* potential_value.h: the value of a potential table in the arithmetic of the
 * emitted code. In: a LimitPotential and a direction. Out: wrench and slopes.
 * potential.c includes this file once per precision, with REAL and VALUE(name)
 * defined.
 *
 * Invariant: limit.h documents each formula. */

/* A direction on its face. */
typedef struct VALUE(Spot) {
  REAL sign[3];        /* of h'[k] before the mirror images */
  REAL largest, at[2]; /* |c[m]|, a and b */
  REAL t[2];           /* place in the cell, 0 to 1 */
  int face, cell[2];
  REAL anchor; /* the number that sums leave out, or 0 */
} VALUE(Spot);

/* Returns the first number of the cell. */
static const double *VALUE(first_stored)(const LimitPotential *p,
                                         const VALUE(Spot) * spot)
{
  const PotentialFace *face = &p->faces[spot->face];
  return p->stored + face->start +
         (size_t)spot->cell[0] * ((size_t)face->cells[1] + 3) +
         (size_t)spot->cell[1];
}

static VALUE(Spot)
    VALUE(find_spot)(const LimitPotential *p, const double twist[3])
{
  const REAL w = (REAL)twist[2];
  const REAL c[3] = {
      ((REAL)twist[0] - w * (REAL)p->middle[1]) * (REAL)p->inverse[0],
      ((REAL)twist[1] + w * (REAL)p->middle[0]) * (REAL)p->inverse[1], w};
  const REAL ax = VALUE(magnitude)(c[0]), ay = VALUE(magnitude)(c[1]);
  const REAL az = VALUE(magnitude)(c[2]);
  const int is_spin = (az >= ax) & (az >= ay);
  const int face = is_spin * 2 + (!is_spin & (ay > ax));
  const REAL inverse = 1 / c[face];
  VALUE(Spot) spot = {.face = face, .largest = VALUE(magnitude)(c[face])};
  for (int k = 0; k < 3; k++) spot.sign[k] = c[face] < 0 ? -1 : 1;
  for (int d = 0; d < 2; d++) {
    const int k = face_axes[face][d], n = p->faces[face].cells[d];
    REAL at = c[k] * inverse;
    if (p->is_even[k]) {
      at = VALUE(magnitude)(at);
      spot.sign[k] = c[k] < 0 ? -1 : 1;
    }
    const REAL per = (REAL)p->faces[face].per[d];
    const REAL u = p->is_even[k] ? per * at : per * at + per;
    const int cell = (int)u;
    spot.at[d] = at;
    spot.cell[d] = cell < n ? cell : n - 1;
    spot.t[d] = u - (REAL)spot.cell[d];
  }
  if (potential_is_anchored(p))
    spot.anchor = (REAL)*(VALUE(first_stored)(p, &spot) +
                          p->faces[face].cells[1] + 3 + 1);
  return spot;
}

/* Writes the weights of four neighbours and their first two derivatives. */
static void VALUE(spline_weights)(REAL t, REAL w[3][4])
{
  const REAL half = (REAL)0.5, sixth = (REAL)(1 / 6.0), r = 1 - t;
  const REAL two_thirds = (REAL)(2 / 3.0), three_halves = (REAL)1.5;
  w[0][0] = r * r * r * sixth;
  w[0][1] = two_thirds + t * t * (half * t - 1);
  w[0][2] = two_thirds + r * r * (half * r - 1);
  w[0][3] = t * t * t * sixth;
  w[1][0] = -half * r * r;
  w[1][1] = t * (three_halves * t - 2);
  w[1][2] = -r * (three_halves * r - 2);
  w[1][3] = half * t * t;
  w[2][0] = r;
  w[2][1] = 3 * t - 2;
  w[2][2] = 3 * r - 2;
  w[2][3] = t;
}

/* Returns the derivative da times along a and db times along b. */
static REAL VALUE(sum_stored)(const LimitPotential *p, const VALUE(Spot) * spot,
                              const REAL *wa, const REAL *wb)
{
  const size_t row = (size_t)p->faces[spot->face].cells[1] + 3;
  const double *c = VALUE(first_stored)(p, spot);
  const REAL from = spot->anchor;
  REAL sum = 0;
  for (int k = 0; k < 4; k++, c += row)
    sum += wa[k] *
           (wb[0] * ((REAL)c[0] - from) + wb[1] * ((REAL)c[1] - from) +
            wb[2] * ((REAL)c[2] - from) + wb[3] * ((REAL)c[3] - from));
  return sum;
}

/* Writes -h from h' in the frame. */
static void VALUE(leave_frame)(const LimitPotential *p, const REAL g[3],
                               REAL out[3])
{
  out[0] = g[0] * (REAL)p->inverse[0];
  out[1] = g[1] * (REAL)p->inverse[1];
  out[2] = g[2] + (REAL)p->middle[0] * out[1] - (REAL)p->middle[1] * out[0];
}

static void VALUE(evaluate)(const LimitPotential *p, const double twist[3],
                            double h[3], double (*slopes)[3])
{
  const VALUE(Spot) spot = VALUE(find_spot)(p, twist);
  const PotentialFace *face = &p->faces[spot.face];
  const int m = spot.face, i = face_axes[m][0], j = face_axes[m][1];
  const REAL a = spot.at[0], b = spot.at[1], unit = (REAL)face->unit;
  const REAL pa = (REAL)face->per[0] * unit, pb = (REAL)face->per[1] * unit;
  REAL wa[3][4], wb[3][4], g[3], out[3];
  VALUE(spline_weights)(spot.t[0], wa);
  VALUE(spline_weights)(spot.t[1], wb);
  const REAL s =
      (REAL)face->base +
      unit * (spot.anchor + VALUE(sum_stored)(p, &spot, wa[0], wb[0]));
  const REAL sa = pa * VALUE(sum_stored)(p, &spot, wa[1], wb[0]);
  const REAL sb = pb * VALUE(sum_stored)(p, &spot, wa[0], wb[1]);
  g[i] = spot.sign[i] * sa;
  g[j] = spot.sign[j] * sb;
  g[m] = spot.sign[m] * (s - a * sa - b * sb);
  VALUE(leave_frame)(p, g, out);
  for (int d = 0; d < 3; d++) h[d] = (double)-out[d];
  if (!slopes) return;
  const REAL qa = (REAL)face->per[0], qb = (REAL)face->per[1];
  const REAL aa = pa * qa * VALUE(sum_stored)(p, &spot, wa[2], wb[0]);
  const REAL ab = pa * qb * VALUE(sum_stored)(p, &spot, wa[1], wb[1]);
  const REAL bb = pb * qb * VALUE(sum_stored)(p, &spot, wa[0], wb[2]);
  REAL second[3][3], half[3][3];
  second[i][i] = aa;
  second[i][j] = second[j][i] = ab;
  second[j][j] = bb;
  second[i][m] = second[m][i] = -(a * aa + b * ab);
  second[j][m] = second[m][j] = -(a * ab + b * bb);
  second[m][m] = -(a * second[i][m] + b * second[j][m]);
  for (int k = 0; k < 3; k++)
    for (int l = 0; l < 3; l++)
      second[k][l] *= spot.sign[k] * spot.sign[l] / spot.largest;
  for (int k = 0; k < 3; k++) VALUE(leave_frame)(p, second[k], half[k]);
  for (int d = 0; d < 3; d++) {
    const REAL column[3] = {half[0][d], half[1][d], half[2][d]};
    VALUE(leave_frame)(p, column, out);
    for (int k = 0; k < 3; k++) slopes[k][d] = (double)-out[k];
  }
}
