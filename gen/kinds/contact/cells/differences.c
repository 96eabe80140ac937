/* contact_verify_difference.c: derivatives of one cell by differences. In: a
 * ContactTrial, a function of a cell. Out: Richardson's central differences,
 * how far they may reach, and what an error of a block is.
 *
 * Invariant: a step of bend_at is short against all that bends there. */
#include <math.h>
#include <string.h>

#include "plan/plan.h"
#include "verify/verify.h"
#include "kinds/contact/verify.h"

/* ---- differences of one cell ------------------------------------------- */

void cell_central(const ContactTrial *t, CellFunction *function, double dt,
                  const double p[4], int by, double h, double out[4])
{
  double high[4], low[4], at[4];
  memcpy(at, p, sizeof at);
  at[by] = p[by] + h;
  const double above = at[by];
  function(t, dt, at, high);
  at[by] = p[by] - h;
  function(t, dt, at, low);
  for (int i = 0; i < 4; i++) out[i] = (high[i] - low[i]) / (above - at[by]);
}

void cell_richardson(const ContactTrial *t, CellFunction *function, double dt,
                     const double p[4], int by, double h, double out[4])
{
  double coarse[4];
  cell_central(t, function, dt, p, by, h, coarse);
  cell_central(t, function, dt, p, by, h / 2, out);
  for (int i = 0; i < 4; i++) out[i] += (out[i] - coarse[i]) / 3;
}

/* ---- where and how far ------------------------------------------------- */

double trial_steepness(const ContactTrial *t, double s)
{
  const Lugre *f = t->friction;
  double steep = f->stribeck ? 1 : 0;
  if (!f->stribeck && f->mu_s > f->mu_c) {
    const double power = pow(s / f->v_s, f->gamma);
    if (power < EXP_CUT) steep = f->gamma * power;
  }
  if (f->v_d > 0) {
    const double power = s / f->v_d * (s / f->v_d);
    if (power < EXP_CUT) steep += 2 * power;
  }
  return steep;
}

/* At speed s; h moves the bristle q that decides beta along the velocity, and
 * beyond zmax q alone is what it may not change much. */
Bend bend_at(const ContactTrial *t, double s, double h, double q)
{
  Bend b = {.zmax =
                ref_lugre_g(&t->reference->friction, s) / t->friction->sigma0};
  b.width = b.zmax / t->edge;
  b.hz = 0.004 * b.width;
  b.hv = 0.02 * s / ((1 + trial_steepness(t, s)) * fmax(10, t->edge));
  if (h > 0) b.hv = fmin(b.hv, fmax(b.hz, 0.002 * (q - 1.5 * b.zmax)) / h);
  return b;
}

/* True where |q| is far enough from both edges for differences. */
bool bend_is_far(const ContactTrial *t, const Bend *b, double q)
{
  if (t->friction->s_ba == 0) return true;
  return fabs(q - b->zmax) > 0.04 * b->width &&
         fabs(q - t->friction->s_ba * b->zmax) > 0.04 * b->width;
}

bool bend_holds(const ContactTrial *t, const Bend *b, double q)
{
  return t->friction->s_ba > 0 && q < b->zmax &&
         q > t->friction->s_ba * b->zmax;
}

double block_largest(const double *values, int count)
{
  double worst = 0;
  for (int i = 0; i < count; i++) worst = fmax(worst, fabs(values[i]));
  return worst;
}

/* ---- blocks ------------------------------------------------------------ */

/* Row-major 2x3 from 2x2 by velocity: v = (vx - w*y, vy + w*x). */
void block_by_twist(const double by_v[4], const CellMotion *m, double out[6])
{
  for (int i = 0; i < 2; i++) {
    out[3 * i] = by_v[2 * i];
    out[3 * i + 1] = by_v[2 * i + 1];
    out[3 * i + 2] = m->x * by_v[2 * i + 1] - m->y * by_v[2 * i];
  }
}

/* Adds load * dforce/dtwist, 2x3, as rows of a wrench, 3x3. */
void block_add_rows(const double rows[6], const CellMotion *m, double sum[9])
{
  for (int j = 0; j < 3; j++) {
    sum[j] += m->load * rows[j];
    sum[3 + j] += m->load * rows[3 + j];
    sum[6 + j] += m->load * (m->x * rows[3 + j] - m->y * rows[j]);
  }
}

/* Worst of a block with columns or rows that are arms long. */
double block_error(const double *got, const double *expected, int rows,
                   int cols, double scale, double row_arm, double col_arm)
{
  double worst = 0;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < cols; j++) {
      const double full =
          scale * (i == 2 ? row_arm : 1) * (j == 2 ? col_arm : 1);
      const double away = fabs(got[i * cols + j] - expected[i * cols + j]);
      worst = worse_of(worst, away == 0 ? 0 : away / full);
    }
  return worst;
}
