/* Tests of random contacts: 200 specs with odd grids, maps, laws and
 * parameters, emitted, accepted by every compiler, and compared with the
 * reference at random states, twists and loads. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "kinds/kind.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "verify/verify.h"
#include "reference/contact/contact.h"
#include "bristle_rt.h"
#include "support/compiling.h"
#include "support/emitting.h"
#include "kinds/contact/contact.h"
#include "support/soak.h"
#include "support/support.h"

enum { SHARES = 20, SPECS = 10, STATES = 24 };

TestSuite(random, .init = compiling_begin_optimised, .fini = compiling_end);

/* ---- specs ------------------------------------------------------------- */

typedef struct Lots {
  uint64_t state;
} Lots;

static double lot(Lots *lots, double low, double high)
{
  return random_in(&lots->state, low, high);
}

static double log_lot(Lots *lots, double low, double high)
{
  return low * pow(high / low, lot(lots, 0, 1));
}

static int pick(Lots *lots, int count)
{
  return (int)lot(lots, 0, count);
}

static bool coin(Lots *lots, double chance)
{
  return lot(lots, 0, 1) < chance;
}

/* Writes shares with holes; the first share is not 0. */
static void add_map(Lots *lots, Text *spec, int nx, int ny)
{
  const double holes = coin(lots, 0.4) ? 0 : lot(lots, 0.1, 0.7);
  text_add(spec, "  pressure = map {\n");
  for (int j = 0; j < ny; j++) {
    text_add(spec, "    {");
    for (int i = 0; i < nx; i++)
      text_add(spec, " %.4f,",
               i + j > 0 && coin(lots, holes) ? 0 : lot(lots, 0.01, 1));
    text_add(spec, " },\n");
  }
  text_add(spec, "  },\n");
}

static void add_friction(Lots *lots, Text *spec)
{
  static const double gammas[] = {0.5, 1, 2, 2, 1.7, 3};
  static const char *const stribecks[] = {
      "1 + 0.2/(1 + (s/%.3g)^2)", "1 + 0.2*math.exp(-s/%.3g)",
      "1 + 0.2*math.exp(-(s/%.3g)^1.5)", "1.1 - 0.1*math.tanh(s/%.3g)",
      "1 + 0.1*math.cos(s/(s + %.3g))"};
  const double sigma0 = log_lot(lots, 1e3, 1e8), mu = log_lot(lots, 0.1, 2);
  text_add(spec, "  friction = lugre { sigma0 = %.5g, mu_c = %.4g", sigma0, mu);
  if (coin(lots, 0.8))
    text_add(spec, ", sigma1 = %.4g", sigma0 * log_lot(lots, 1e-5, 1e-2));
  if (coin(lots, 0.6)) text_add(spec, ", sigma2 = %.4g", log_lot(lots, .01, 5));
  if (coin(lots, 0.2)) {
    text_add(spec, ", mu_s = %.4g, stribeck = function(s) return %.4g*(",
             1.21 * mu, mu);
    char law[100], speed[32];
    snprintf(speed, sizeof speed, "%.3g", log_lot(lots, 1e-4, 1e-1));
    const char *form = stribecks[pick(lots, 5)], *hole = strstr(form, "%.3g");
    snprintf(law, sizeof law, "%.*s%s%s", (int)(hole - form), form, speed,
             hole + 4);
    text_add(spec, "%s) end", law);
  } else if (coin(lots, 0.8)) {
    text_add(spec, ", mu_s = %.4g, v_s = %.4g", mu * lot(lots, 1.01, 2.5),
             log_lot(lots, 1e-4, 1e-1));
    text_add(spec, ", gamma = %.4g", gammas[pick(lots, 6)]);
  }
  if (coin(lots, 0.7)) text_add(spec, ", s_ba = %.3g", lot(lots, 0.5, 0.99));
  if (coin(lots, 0.25)) text_add(spec, ", v_d = %.4g", log_lot(lots, 1e-3, 1));
  text_add(spec, " },\n");
}

/* Returns fewer bristles than cells; a map with holes may have few cells. */
static void add_model(Lots *lots, Text *spec, int nx, int ny)
{
  enum { LEAST_SIDE = 4 };
  if (nx < LEAST_SIDE || ny < LEAST_SIDE || !coin(lots, 0.25)) return;
  text_add(spec, "  model = \"compressed\", bristles = { count = %d },\n",
           3 + pick(lots, (int)fmin(40, nx * ny / 5)));
}

static void add_spec(Lots *lots, Text *spec)
{
  static const char *const unrolls[] = {"auto", "full", "loop"};
  const bool is_large = coin(lots, 0.05);
  const int most = is_large ? 40 : 12;
  const int nx = coin(lots, 0.12) ? 1 : 1 + pick(lots, most);
  const int ny = coin(lots, 0.12) ? 1 : 1 + pick(lots, most);
  const double sx = log_lot(lots, 1e-4, 1);
  text_add(spec, "return contact {\n  name = \"pad\",\n");
  text_add(spec, "  size = { %.5g, %.5g },\n", sx,
           coin(lots, 0.5) ? sx : fmin(1, sx * log_lot(lots, 0.1, 10)));
  add_map(lots, spec, nx, ny);
  add_model(lots, spec, nx, ny);
  add_friction(lots, spec);
  text_add(spec, "  step = \"%s\", real = \"%s\", unroll = \"%s\",\n}\n",
           coin(lots, 0.3)   ? "implicit"
           : coin(lots, 0.4) ? "euler"
                             : "exponential",
           coin(lots, 0.35) ? "float" : "double",
           unrolls[nx * ny > 100 ? 2 * pick(lots, 2) : pick(lots, 3)]);
}

/* ---- comparison -------------------------------------------------------- */

/* A contact, its reference, and a solver made of it. */
typedef struct Pair {
  const Contact *contact;
  const RefContact *reference;
  Run *run;
  Solver solver;
  const char *made_by, *spec;
  double eps; /* roundoff of the solver's type */
} Pair;

/* One state, twist and load, exact in the solver's type. */
typedef struct Moment {
  double *z, twist[3], fn;
} Moment;

static double rounded(const Pair *pair, double x)
{
  return pair->contact->model.is_float ? float_rounded(x) : x;
}

/* Draws bristles from stuck to far beyond sliding; speeds of all sizes, rests,
 * pure rotations and translations. */
static void draw_moment(Lots *lots, const Pair *pair, Moment *moment)
{
  const Contact *c = pair->contact;
  const Lugre *f = &c->lugre;
  const int n = c->cells.count;
  const double arm = hypot(c->cells.grid.sx, c->cells.grid.sy);
  const double speed = log_lot(lots, 1e-6, 1);
  const double reach = log_lot(lots, 1e-2, 1e2) * f->mu_s / f->sigma0;
  const double turn = lot(lots, 0, 2 * TEST_PI);
  const bool is_tidy = coin(lots, 0.5);
  for (int k = 0; k < n; k++) {
    const double size =
        reach * (is_tidy ? lot(lots, 0.9, 1.1) : lot(lots, 0, 1));
    const double angle = is_tidy ? turn + lot(lots, -1, 1) : lot(lots, 0, 7);
    moment->z[k] = rounded(pair, size * cos(angle));
    moment->z[n + k] = rounded(pair, size * sin(angle));
  }
  for (int d = 0; d < 3; d++)
    moment->twist[d] = rounded(
        pair,
        coin(lots, 0.1) ? 0 : speed * lot(lots, -1, 1) / (d == 2 ? arm : 1));
  moment->fn = rounded(pair, log_lot(lots, 1e-2, 1e2));
}

/* The reference's state, rate and wrench on the whole grid, and the sums of the
 * terms that cancel in each number. */
typedef struct Judged {
  double *z, *dz, *rate_terms, wrench[3], wrench_terms[3];
} Judged;

/* Returns the relaxation in these terms: for |z| > 10 zmax the cosine may
 * cancel completely, and at least 1e-3 of sigma0*s/g counts. */
static double counted_relaxation(const RefLugre *f, double zx, double zy,
                                 double vx, double vy)
{
  const double s = hypot(vx, vy), n = hypot(zx, zy);
  const double zmax = ref_lugre_g(f, s) / f->sigma0;
  double beta = ref_lugre_abar(f, n, zmax);
  if (f->is_elastoplastic && n > 0 && s > 0)
    beta *= ((zx * vx + zy * vy) / (n * s) + 1) / 2;
  if (n > 10 * zmax) beta = fmax(beta, 1e-3);
  return beta * s / zmax;
}

static void judge(const Pair *pair, const Moment *moment, Judged *j)
{
  const RefLugre *f = &pair->reference->friction;
  const Cells *cells = &pair->contact->cells;
  const int n = cells->count, all = cells->grid.nx * cells->grid.ny;
  const double *t = moment->twist;
  for (int k = 0; k < n; k++) {
    j->z[cells->index[k]] = moment->z[k];
    j->z[all + cells->index[k]] = moment->z[n + k];
  }
  cr_assert_eq(ref_rate(pair->reference, j->z, t, moment->fn, j->dz, j->wrench),
               BR_OK);
  memset(j->wrench_terms, 0, sizeof j->wrench_terms);
  const double arm = hypot(cells->grid.sx, cells->grid.sy) / 2;
  for (int k = 0; k < n; k++) {
    const double x = cells->x[k], y = cells->y[k];
    const double v = hypot(t[0], t[1]) + fabs(t[2]) * hypot(x, y);
    const double z = hypot(moment->z[k], moment->z[n + k]);
    const double vx = t[0] - t[2] * y, vy = t[1] + t[2] * x;
    const double a =
        counted_relaxation(f, moment->z[k], moment->z[n + k], vx, vy);
    j->rate_terms[k] = v + a * z;
    const double sigma1 = ref_lugre_sigma1(f, hypot(vx, vy));
    j->wrench_terms[0] +=
        cells->w[k] * moment->fn *
        (f->sigma0 * z + sigma1 * j->rate_terms[k] + f->sigma2 * v);
  }
  j->wrench_terms[1] = j->wrench_terms[0];
  j->wrench_terms[2] = j->wrench_terms[0] * arm;
}

static double worse(double worst, double is, double should, double terms)
{
  const double error = fabs(is - should) / (terms + 1e-300);
  return error <= worst ? worst : isnan(error) ? INFINITY : error;
}

/* Returns the largest error of rate and wrench, relative to their terms. */
static double rate_error(const Pair *pair, const Moment *moment, Judged *j,
                         void *state, double *dz)
{
  const Cells *cells = &pair->contact->cells;
  const int n = cells->count, all = cells->grid.nx * cells->grid.ny;
  double wrench[3], worst = 0;
  const double *in[] = {moment->twist, &moment->fn};
  double *out[] = {dz, wrench};
  pair->solver.functions->set(state, moment->z);
  cr_assert_eq(solver_call(pair->run, &pair->solver, "rate", state, in, out),
               BR_OK, "%s\n%s", pair->made_by, pair->spec);
  judge(pair, moment, j);
  for (int k = 0; k < n; k++)
    for (int d = 0; d < 2; d++)
      worst = worse(worst, dz[d * n + k], j->dz[d * all + cells->index[k]],
                    j->rate_terms[k]);
  for (int d = 0; d < 3; d++)
    worst = worse(worst, wrench[d], j->wrench[d], j->wrench_terms[d]);
  return worst;
}

/* Returns the error of `steady` (0) or `limit` (1), relative to the largest
 * force and its torque. */
static void sliding_errors(const Pair *pair, const Moment *moment,
                           double worst[2])
{
  static const char *const names[2] = {"steady", "limit"};
  const RefContact *r = pair->reference;
  const RefLugre *f = &r->friction;
  const Grid *grid = &pair->contact->cells.grid;
  const double *t = moment->twist, arm = hypot(grid->sx, grid->sy) / 2;
  const double *in[] = {t, &moment->fn};
  const double viscous = f->sigma2 * (hypot(t[0], t[1]) + fabs(t[2]) * arm);
  const double terms[2] = {moment->fn * (f->mu_s + viscous),
                           moment->fn * f->mu_c};
  double should[2][3];
  ref_steady(r, t, moment->fn, should[0]);
  ref_limit(&r->patch, t, should[1]);
  for (int d = 0; d < 3; d++) should[1][d] *= f->mu_c * moment->fn;
  for (int i = 0; i < 2; i++) {
    double is[3], *out[] = {is};
    cr_assert_eq(solver_call(pair->run, &pair->solver, names[i], NULL, in, out),
                 BR_OK);
    for (int d = 0; d < 3; d++)
      worst[i] =
          worse(worst[i], is[d], should[i][d], terms[i] * (d == 2 ? arm : 1));
  }
}

/* Tolerances in units of the last place; the limit surface's closed forms
 * cancel.
 */
static const struct {
  const char *name;
  double bar;
} checks[] = {{"steady", 1e4}, {"limit", 1e5}, {"rate", 1e4}};

static void compare(const Pair *pair, Lots lots)
{
  const Cells *cells = &pair->contact->cells;
  const size_t n = (size_t)cells->count;
  const size_t all = 2 * (size_t)(cells->grid.nx * cells->grid.ny);
  Run *run = pair->run;
  Moment moment = {.z = run_doubles(run, 2 * n)};
  Judged j = {.z = run_doubles(run, all),
              .dz = run_doubles(run, all),
              .rate_terms = run_doubles(run, n)};
  void *state = solver_state(run, &pair->solver);
  double *dz = run_doubles(run, 2 * n), worst[3] = {0};
  for (int i = 0; i < STATES; i++) {
    draw_moment(&lots, pair, &moment);
    worst[2] = fmax(worst[2], rate_error(pair, &moment, &j, state, dz));
    sliding_errors(pair, &moment, worst);
  }
  for (int i = 0; i < 3; i++) {
    cr_log_info("%s: %s %g eps of %d bytes", pair->made_by, checks[i].name,
                worst[i] / pair->eps, pair->solver.functions->real_bytes);
    cr_expect_leq(worst[i], checks[i].bar * pair->eps, "%s: %s off by %g\n%s",
                  pair->made_by, checks[i].name, worst[i], pair->spec);
  }
  cr_expect_eq(solver_call(run, &pair->solver, "selftest", NULL, NULL, NULL), 0,
               "%s: selftest\n%s", pair->made_by, pair->spec);
}

typedef struct Verifying {
  const Pair *pair;
  Verification *verification;
} Verifying;

static void verify_caught(void *context)
{
  Verifying *v = context;
  const Model *model = &v->pair->contact->model;
  v->verification = verify_new(model);
  model->kind->verify(model, &v->pair->solver, v->verification);
}

/* Makes all the checks of `bristle verify`. */
static void verify(const Pair *pair)
{
  Verifying v = {pair, NULL};
  cr_assert(run_catch(pair->run, verify_caught, &v), "%s", pair->run->error);
  cr_expect(verify_holds(v.verification), "%s:\n%s\n%s", pair->made_by,
            verify_text(v.verification), pair->spec);
}

/* ---- solvers ----------------------------------------------------------- */

/* Compiles the unit as a shared object, without a warning. */
static const br_solver *load_strict(const char *spec, void **object)
{
  char path[128];
  cr_assert_eq(run_shell("cd %s && gcc " STRICT " -O1 -fPIC -shared unit.c -lm "
                         "-o unit.so",
                         folder),
               0, "%s\n%.3000s", spec, printed);
  snprintf(path, sizeof path, "%s/unit.so", folder);
  *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  cr_assert_not_null(*object, "%s", dlerror());
  return dlsym(*object, "pad_solver");
}

static void try_spec(Lots *lots, bool is_whole)
{
  Run *text_run = run_open();
  Text spec = text_new(text_run);
  add_spec(lots, &spec);
  Emission e = emit_whole(spec.chars);
  cr_assert_null(e.error, "%s\n%s", e.error, spec.chars);
  save("unit.c", e.unit.text);
  cr_expect_eq(run_shell("cd %s && clang " STRICT " %s unit.c && "
                         "tcc -Wall -Werror -c unit.c",
                         folder, in_soak() ? "-O1 -c" : "-fsyntax-only"),
               0, "%s\n%.3000s", spec.chars, printed);
  void *object;
  Pair pair = {.contact = (const Contact *)e.loaded.model,
               .run = e.loaded.run,
               .spec = spec.chars};
  pair.reference = contact_reference(pair.contact);
  pair.eps = pair.contact->model.is_float ? 0x1p-24 : 0x1p-53;
  pair.made_by = "gcc -O1";
  pair.solver = (Solver){.functions = load_strict(spec.chars, &object)};
  compare(&pair, *lots);
  verify(&pair);
  for (int b = 0; b < (is_whole ? 2 : 1); b++) {
    pair.made_by = both_backends[b]->name;
    pair.solver = *open_solver(&e, both_backends[b]);
    compare(&pair, *lots);
    if (b == 1) verify(&pair);
  }
  emission_close(&e);
  dlclose(object);
  run_close(text_run);
}

ParameterizedTestParameters(random, solvers_agree_with_the_reference)
{
  static int shares[SHARES];
  for (int i = 0; i < SHARES; i++) shares[i] = i;
  return cr_make_param_array(int, shares, (size_t)(SHARES / soak_stride(10)));
}

/* cc compiles every fifth with all its optimisations as well. */
ParameterizedTest(int *share, random, solvers_agree_with_the_reference)
{
  for (int i = 0; i < SPECS; i++) {
    Lots lots = {(uint64_t)(1000 + *share * SPECS + i) << 20};
    try_spec(&lots, i % 5 == 0);
  }
}
