/* flow.c: the travel of an elasto-plastic bristle between s_ba and its limit,
 * in closed form. In: s_ba. Out: a JointFlow: kappa and two tables.
 *
 * With r = 1 - u the flow is dr/dX = -f, f = r + (1 - r) sin^2(pi/2 rho). The
 * number y = r exp(-D), D = int g/(r (1 + g)) dr, g = f/r - 1, obeys dy/dX =
 * -y; phi = y/(1 - c y), scaled to 1 at s_ba, has no layer at small r.
 * Invariant: the tables are computed in long double and rounded to 15 digits.
 */
#include <math.h>

#include "base/base.h"
#include "kinds/joint/joint.h"

enum { NODES = 20, HALVINGS = 30, PANELS = HALVINGS + 2 };

typedef struct Bend {
  long double rest; /* 1 - s_ba */
  long double node[NODES], weight[NODES];
  long double at[PANELS + 1], sum[PANELS + 1]; /* int up to at[i] */
  long double kappa;
} Bend;

static const long double pi = 3.14159265358979323846264338327950288L;

/* Nodes and weights of Gauss and Legendre on -1 to 1. */
static void gauss(Bend *b)
{
  for (int i = 0; i < NODES; i++) {
    long double x = cosl(pi * ((long double)i + 0.75L) / (NODES + 0.5L));
    long double slope = 1;
    for (int round = 0; round < 8; round++) {
      long double before = 1, p = x;
      for (int n = 2; n <= NODES; n++) {
        const long double next =
            ((2 * n - 1) * x * p - (n - 1) * before) / (long double)n;
        before = p;
        p = next;
      }
      slope = NODES * (x * p - before) / (x * x - 1);
      x -= p / slope;
    }
    b->node[i] = x;
    b->weight[i] = 2 / ((1 - x * x) * slope * slope);
  }
}

/* g/(r (1 + g)) */
static long double integrand(const Bend *b, long double r)
{
  const long double sine = sinl(pi / 2 * r / b->rest);
  const long double g = (1 - r) * sine * sine / r;
  return g / (r * (1 + g));
}

static long double integral(const Bend *b, long double from, long double to)
{
  const long double middle = (from + to) / 2, half = (to - from) / 2;
  long double sum = 0;
  for (int i = 0; i < NODES; i++)
    sum += b->weight[i] * integrand(b, middle + half * b->node[i]);
  return sum * half;
}

/* r/y */
static long double stretch(const Bend *b, long double r)
{
  int i = 0;
  while (i + 1 < PANELS && b->at[i + 1] <= r) i++;
  return expl(b->sum[i] + (r > b->at[i] ? integral(b, b->at[i], r) : 0));
}

/* rho/phi */
static long double forward_share(const Bend *b, long double rho)
{
  return stretch(b, b->rest * rho) - b->kappa * rho;
}

static long double forward(const Bend *b, long double rho)
{
  return rho / forward_share(b, rho);
}

/* dphi/drho, from the rates of both numbers over the travel. */
static long double forward_slope(const Bend *b, long double rho,
                                 long double phi)
{
  const long double r = b->rest * rho, sine = sinl(pi / 2 * rho);
  const long double f = r + (1 - r) * sine * sine;
  return phi * (1 + b->kappa * phi) * b->rest / f;
}

/* The inverse of forward: Newton's method, bisection where a step leaves the
 * bracket. */
static long double backward(const Bend *b, long double phi)
{
  enum { ROUNDS = 100 };
  long double low = 0, high = 1, rho = phi;
  for (int i = 0; i < ROUNDS; i++) {
    const long double got = forward(b, rho), miss = got - phi;
    if (miss < 0)
      low = rho;
    else
      high = rho;
    long double next = rho - miss / forward_slope(b, rho, got);
    if (!(next > low && next < high)) next = (low + high) / 2;
    if (fabsl(next - rho) < 1e-18L) return next;
    rho = next;
  }
  return rho;
}

/* rho/phi */
static long double backward_share(const Bend *b, long double phi)
{
  return backward(b, phi) / phi;
}

static Bend bend_of(double s_ba)
{
  Bend b = {.rest = 1 - (long double)s_ba};
  gauss(&b);
  for (int i = 0; i <= HALVINGS; i++) {
    b.at[i + 1] = ldexpl(b.rest, i - HALVINGS);
    b.sum[i + 1] = b.sum[i] + integral(&b, b.at[i], b.at[i + 1]);
  }
  b.kappa = stretch(&b, b.rest) - 1;
  return b;
}

typedef long double Map(const Bend *b, long double x);

/* Writes the polynomial of map(x) over one piece: interpolation at the nodes
 * of Chebyshev, then powers. */
static void fit_piece(const Bend *b, Map *map, int piece, int pieces,
                      int degree, double *out)
{
  enum { MOST = FLOW_MOST_DEGREE + 1 };
  const int n = degree + 1;
  long double cheb[MOST] = {0}, power[MOST] = {0};
  for (int i = 0; i < n; i++) {
    const long double t = cosl(pi * ((long double)i + 0.5L) / n);
    const long double x = (piece + (1 + t) / 2) / pieces;
    const long double value = map(b, x);
    for (int k = 0; k < n; k++)
      cheb[k] +=
          (k ? 2 : 1) * value / n * cosl(pi * k * ((long double)i + 0.5L) / n);
  }
  /* Rows of T_k in powers of t, by T_k = 2 t T_(k-1) - T_(k-2). */
  long double row[3][MOST] = {{1}, {0, 1}};
  for (int k = 0; k < n; k++) {
    long double *now = row[k % 3];
    const long double *last = row[(k + 2) % 3], *before = row[(k + 1) % 3];
    for (int j = 0; k > 1 && j < n; j++)
      now[j] = (j ? 2 * last[j - 1] : 0) - before[j];
    for (int j = 0; j < n; j++) power[j] += cheb[k] * now[j];
  }
  /* In the place within the piece, -1/2 to 1/2. */
  for (int j = 0; j < n; j++)
    out[j] = number_rounded(ldexp((double)power[j], j), 15);
}

static double table_at(const JointFlow *flow, const double *table, double x)
{
  const double place = x * flow->pieces;
  const int i = place < flow->pieces ? (int)place : flow->pieces - 1;
  const double t = place - i - 0.5;
  const double *c = table + i * (flow->degree + 1);
  double sum = 0;
  for (int k = flow->degree; k >= 0; k--) sum = c[k] + t * sum;
  return sum;
}

/* Returns the largest error of u that the tables make, at places between their
 * nodes. */
static double sampled_error(const Bend *b, const JointFlow *flow)
{
  double worst = 0;
  for (int i = 0; i < 7 * flow->pieces; i++) {
    const double x = (i + 0.3) / (7 * flow->pieces);
    const double phi = (double)forward(b, x);
    worst = fmax(worst, fabs(x / table_at(flow, flow->forward, x) - phi));
    worst = fmax(worst, fabs(phi * table_at(flow, flow->backward, phi) - x));
  }
  return worst * (double)b->rest;
}

JointFlow joint_flow(Run *run, double s_ba, bool is_float)
{
  const Bend b = bend_of(s_ba);
  JointFlow flow = {.kappa = (double)b.kappa};
  flow.pieces = is_float ? 32 : FLOW_MOST_PIECES;
  flow.degree = is_float ? 3 : FLOW_MOST_DEGREE;
  const int width = flow.degree + 1;
  flow.forward = run_doubles(run, (size_t)(flow.pieces * width));
  flow.backward = run_doubles(run, (size_t)(flow.pieces * width));
  for (int i = 0; i < flow.pieces; i++) {
    fit_piece(&b, forward_share, i, flow.pieces, flow.degree,
              flow.forward + i * width);
    fit_piece(&b, backward_share, i, flow.pieces, flow.degree,
              flow.backward + i * width);
  }
  flow.error = sampled_error(&b, &flow);
  return flow;
}
