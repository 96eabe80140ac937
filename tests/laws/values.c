/* values.c: see values.h. In: laws as texts. Out: numbers of their expressions
 * and of the reference.
 *
 * The symbols that templates compute (fc, h, abar, ...) are computed here from
 * their definitions. */
#include "laws/values.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "algebra/algebra.h"
#include "kinds/mechanism/mechanism.h"
#include "reference/dense.h"
#include "support/support.h"

const char *const lugre_forms[LUGRE_FORMS] = {
    "",
    ", mu_s = 0.9, v_s = 2e-3, gamma = 0.5",
    ", mu_s = 0.9, v_s = 2e-3, gamma = 1",
    ", mu_s = 0.9, v_s = 2e-3, gamma = 2",
    ", mu_s = 0.9, v_s = 2e-3, gamma = 1.7",
    ", mu_s = 0.9, v_s = 2e-3, gamma = 3.3, v_d = 3e-3",
    ", mu_s = 0.9, v_d = 3e-3, stribeck = function(s)"
    " return 0.6 + 0.3/(1 + (s/2e-3)^2) end",
    ", mu_s = 0.9, stribeck = function(s)"
    " return 0.6 + 0.2*math.exp(-(s/2e-3)^1.3) + 0.1/math.cosh(s) end"};

ReadLaw law_read(const char *text, const char *real)
{
  char spec[2000];
  snprintf(spec, sizeof spec,
           "return mechanism { name = 'm', q = { 'x', 'y', 'z' }, real = '%s',"
           " mass = function(q) return { {1, 0, 0}, {0, 1, 0}, {0, 0, 1} } end,"
           " force = function(q, qd, t, u) return { 0, 0, -9.81 } end,"
           " constraint = function(q) return { q.z } end,"
           " contact = function(q) return { q.x, q.y, q.z } end,"
           " friction = %s }",
           real, text);
  ReadLaw law = {.loaded = load_text(spec, NULL)};
  cr_assert_null(law.loaded.error, "%s: %s", text, law.loaded.error);
  law.friction = &((const Mechanism *)law.loaded.model)->friction;
  law.reference = friction_reference(law.friction);
  return law;
}

void law_close(ReadLaw *law)
{
  unload(&law->loaded);
}

/* ---- by the expressions ------------------------------------------------- */

enum { MOST = 64 };

typedef struct Symbols {
  char names[MOST][16];
  const char *pointers[MOST];
  double values[MOST];
  size_t count;
} Symbols;

static void set(Symbols *symbols, const char *name, int k, double value)
{
  const size_t i = symbols->count++;
  cr_assert_lt(i, (size_t)MOST);
  if (k < 0)
    snprintf(symbols->names[i], sizeof symbols->names[i], "%s", name);
  else
    snprintf(symbols->names[i], sizeof symbols->names[i], "%s%d", name, k);
  symbols->pointers[i] = symbols->names[i];
  symbols->values[i] = value;
}

/* Computes fc, and the factors h = |y/u|^power, at most 1001^power, with y = w
 * - s*z/fc and u = |w|, at least s/1000. */
static void set_load(Symbols *symbols, const Friction *f, const double *z,
                     const double *w, double load)
{
  const double fc = fmax(f->mu * load, f->least_fc), s = ref_length(w, AXES);
  set(symbols, "fc", -1, fc);
  for (int k = 0; k < AXES; k++) {
    const bool is_across = fabs(w[k]) < 1e-3 * s;
    const double u = is_across ? 1e-3 * s : fabs(w[k]);
    const double ratio = fabs(w[k] - s * z[k] / fc) / u;
    set(symbols, "h", k, pow(fmin(ratio, 1001), f->power));
    set(symbols, "bend", k, ratio < 1001 ? f->power : 0);
    set(symbols, "i", k, ratio < 1001 && !is_across ? 1 / w[k] : 0);
    set(symbols, "j", k, ratio < 1001 && is_across ? 1 / s : 0);
  }
}

/* Computes limit, share of it, plasticity and direction of elasto-plastic
 * bristles. */
static void set_yield(Symbols *symbols, const RefLaw *law, const double *z,
                      double s)
{
  const RefLugre *f = &law->own.lugre;
  const double step = 1e-4 * s, size = ref_length(z, AXES);
  const double reach = law->zmax(law, s), p = size / reach;
  const bool is_elastic = p <= f->s_ba;
  const double narrow = law->zmax(law, s + step) - law->zmax(law, s - step);
  const double wide =
      law->zmax(law, s + 2 * step) - law->zmax(law, s - 2 * step);
  set(symbols, "reach", -1, reach);
  set(symbols, "reach_s", -1, (8 * narrow - wide) / (12 * step));
  set(symbols, "p", -1, p);
  set(symbols, "abar", -1, ref_lugre_abar(f, size, reach));
  set(symbols, "abar1", -1,
      is_elastic || p >= 1
          ? 0
          : TEST_PI / (2 * (1 - f->s_ba)) *
                cos(TEST_PI * (p - (1 + f->s_ba) / 2) / (1 - f->s_ba)));
  set(symbols, "i", -1, is_elastic ? 0 : 1 / size);
  for (int k = 0; k < AXES; k++) set(symbols, "b", k, z[k] / size);
}

/* Stores the outputs of a block, such as "dz_w[4]", in their arrays. */
static void evaluate(ReadLaw *law, const char *name, const Symbols *symbols,
                     LawValues *values)
{
  const struct {
    const char *name;
    double *to;
  } vectors[] = {{"phi[%d]", values->phi},     {"dz[%d]", values->dz},
                 {"phi_w[%d]", values->phi_w}, {"phi_z[%d]", values->phi_z},
                 {"dz_w[%d]", values->dz_w},   {"dz_z[%d]", values->dz_z},
                 {"dz_fc[%d]", values->dz_fc}};
  double out[MOST];
  pipeline_make(law->loaded.pipeline, STAGE_EQUATIONS);
  const Block *block = equations_get(law->loaded.pipeline->equations, name);
  cr_assert_leq(block->noutputs, (size_t)MOST);
  block_evaluate(block, symbols->pointers, symbols->values, symbols->count,
                 out);
  for (size_t i = 0; i < block->noutputs; i++) {
    int index, found = 0;
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++)
      if (sscanf(block->outputs[i].name, vectors[k].name, &index) == 1) {
        vectors[k].to[index] = out[i];
        found++;
      }
    cr_assert_eq(found, 1, "%s", block->outputs[i].name);
  }
}

LawValues law_values(ReadLaw *law, const double z[AXES], const double w[AXES],
                     double load)
{
  const Friction *f = law->friction;
  const double s = ref_length(w, AXES);
  Symbols symbols = {.count = 0};
  LawValues values;
  memset(&values, 0, sizeof values);
  set(&symbols, "s", -1, s);
  set(&symbols, "v2", -1, s * s);
  if (f->has_bristles && f->s_ba > 0) {
    double phi[AXES];
    set_yield(&symbols, law->reference, z, s);
    law->reference->rate(law->reference, z, w, AXES, load, values.dz, phi);
    for (int k = 0; k < AXES; k++) set(&symbols, "r", k, values.dz[k]);
  }
  for (int k = 0; k < AXES; k++) {
    set(&symbols, "w", k, w[k]);
    set(&symbols, "e", k, w[k] / s);
    set(&symbols, "z", k, z[k]);
  }
  if (f->has_load) set_load(&symbols, f, z, w, load);
  evaluate(law, "law", &symbols, &values);
  evaluate(law, "law slopes", &symbols, &values);
  return values;
}

/* ---- by the reference --------------------------------------------------- */

static void evaluate_reference(const RefLaw *law, const double *z,
                               const double *w, double load, double *phi,
                               double *dz)
{
  memset(phi, 0, AXES * sizeof *phi);
  memset(dz, 0, AXES * sizeof *dz);
  if (law->has_bristles)
    law->rate(law, z, w, AXES, load, dz, phi);
  else
    ref_coulomb_force(law->sticking->mu, w, AXES, ref_length(w, AXES), phi);
}

/* Writes derivatives of phi and dz by *moved, an entry of z, w or the load;
 * component k goes to [k*stride]. */
static void differentiate(const RefLaw *law, double *moved, double step,
                          const double *z, const double *w, const double *load,
                          double *phi, double *dz, int stride)
{
  static const double weights[] = {1.0 / 12, -2.0 / 3, 0, 2.0 / 3, -1.0 / 12};
  const double start = *moved;
  for (int k = 0; k < AXES; k++) phi[k * stride] = dz[k * stride] = 0;
  for (int i = -2; i <= 2; i++) {
    double at_phi[AXES], at_dz[AXES];
    *moved = start + i * step;
    evaluate_reference(law, z, w, *load, at_phi, at_dz);
    for (int k = 0; k < AXES; k++) {
      phi[k * stride] += weights[i + 2] * at_phi[k] / step;
      dz[k * stride] += weights[i + 2] * at_dz[k] / step;
    }
  }
  *moved = start;
}

LawValues law_expected(const ReadLaw *law, const double z[AXES],
                       const double w[AXES], double load)
{
  const RefLaw *reference = law->reference;
  const Friction *f = law->friction;
  double at[AXES], slip[AXES], N = load, unused[AXES];
  LawValues values;
  memset(&values, 0, sizeof values);
  memcpy(at, z, sizeof at);
  memcpy(slip, w, sizeof slip);
  evaluate_reference(reference, z, w, load, values.phi, values.dz);
  for (int l = 0; l < AXES; l++) {
    differentiate(reference, &slip[l], 1e-4 * ref_length(w, AXES), at, slip, &N,
                  values.phi_w + l, values.dz_w + l, AXES);
    if (f->has_bristles)
      differentiate(reference, &at[l], 1e-4 * ref_length(z, AXES), at, slip, &N,
                    values.phi_z + l, values.dz_z + l, AXES);
  }
  if (f->has_load) {
    differentiate(reference, &N, 1e-4 * load, at, slip, &N, unused,
                  values.dz_fc, 1);
    for (int k = 0; k < AXES; k++) values.dz_fc[k] /= f->mu;
  }
  return values;
}

/* ---- comparison --------------------------------------------------------- */

/* Fails unless `got` is within `bar` of the largest component or of `scale`. */
static void expect_vector(const double *got, const double *expected, size_t n,
                          double bar, double scale, const char *what,
                          const char *text)
{
  double largest = scale, error = 0;
  for (size_t i = 0; i < n; i++) {
    largest = fmax(largest, fabs(expected[i]));
    error = fmax(error, fabs(got[i] - expected[i]));
    if (!isfinite(got[i])) error = INFINITY;
  }
  cr_expect_leq(error, bar * largest, "%s: %s is off by %g of %g", text, what,
                error, largest);
}

void expect_law(const char *text, double share)
{
  enum { POINTS = 20, ALL = AXES * AXES };
  ReadLaw law = law_read(text, "double");
  const double load = 1.7, size = share * law.friction->breakaway *
                                  (law.friction->is_force ? load : 1);
  uint64_t seed = 5;
  for (int i = 0; i < POINTS; i++) {
    const double speed = pow(10, random_in(&seed, -4, 0));
    double z[AXES], w[AXES];
    for (int k = 0; k < AXES; k++) {
      z[k] = random_in(&seed, -1, 1);
      w[k] = random_in(&seed, 0.2, 1) * (random_in(&seed, -1, 1) < 0 ? -1 : 1);
    }
    const double z_length = ref_length(z, AXES), w_length = ref_length(w, AXES);
    for (int k = 0; k < AXES; k++) {
      z[k] *= size / z_length;
      w[k] *= speed / w_length;
    }
    /* Elastic bristles have no slope but the rounding of differences. */
    const double slope = size > 0 ? law.friction->stiffness * speed / size : 0;
    const LawValues got = law_values(&law, z, w, load);
    const LawValues expected = law_expected(&law, z, w, load);
    expect_vector(got.phi, expected.phi, AXES, 1e-12, 0, "phi", text);
    expect_vector(got.dz, expected.dz, AXES, 1e-12, 0, "dz", text);
    expect_vector(got.phi_w, expected.phi_w, ALL, 1e-8, 0, "phi by w", text);
    if (!law.friction->is_force) /* the slope of -z is a template's */
      expect_vector(got.phi_z, expected.phi_z, ALL, 1e-8, 0, "phi by z", text);
    expect_vector(got.dz_w, expected.dz_w, ALL, 1e-8, 0, "dz by w", text);
    expect_vector(got.dz_z, expected.dz_z, ALL, 1e-8, slope, "dz by z", text);
    expect_vector(got.dz_fc, expected.dz_fc, AXES, 1e-8, 0, "dz by fc", text);
  }
  law_close(&law);
}
