/* Tests of the face for CasADi: a host that loads the shared object and keeps
 * CasADi's protocol of external functions: symbols by name, incref, sizes,
 * names, sparsities, work, checkout, calls with memory of exactly the stated
 * size, release, decref. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bristle_rt.h"
#include "emit/calls.h"
#include "support/compiling.h"
#include "support/emitting.h"

TestSuite(casadi, .init = compiling_begin, .fini = compiling_end);

enum { FENCE = 8 };

typedef struct External {
  int (*eval)(const double **, double **, long long *, double *, int);
  int (*checkout)(void);
  void (*release)(int), (*incref)(void), (*decref)(void);
  long long (*n_in)(void), (*n_out)(void);
  const char *(*name_in)(long long), *(*name_out)(long long);
  double (*default_in)(long long);
  const long long *(*sparsity_in)(long long), *(*sparsity_out)(long long);
  int (*work)(long long *, long long *, long long *, long long *);
  /* What CasADi allocates. */
  const double **arg;
  double **res, *w;
  long long sz_w;
  int mem;
} External;

static void *symbol(void *library, const char *name, const char *end)
{
  char text[200];
  snprintf(text, sizeof text, "%s%s", name, end);
  void *found = dlsym(library, text);
  cr_assert(found, "no symbol %s", text);
  return found;
}

static void fence(External *e)
{
  for (int i = 0; i < FENCE; i++) e->w[e->sz_w + i] = 12345.0;
}

static External open_external(void *library, const char *name)
{
  External e;
  long long sz_arg, sz_res, sz_iw;
  *(void **)&e.eval = symbol(library, name, "");
  *(void **)&e.checkout = symbol(library, name, "_checkout");
  *(void **)&e.release = symbol(library, name, "_release");
  *(void **)&e.incref = symbol(library, name, "_incref");
  *(void **)&e.decref = symbol(library, name, "_decref");
  *(void **)&e.n_in = symbol(library, name, "_n_in");
  *(void **)&e.n_out = symbol(library, name, "_n_out");
  *(void **)&e.name_in = symbol(library, name, "_name_in");
  *(void **)&e.name_out = symbol(library, name, "_name_out");
  *(void **)&e.default_in = symbol(library, name, "_default_in");
  *(void **)&e.sparsity_in = symbol(library, name, "_sparsity_in");
  *(void **)&e.sparsity_out = symbol(library, name, "_sparsity_out");
  *(void **)&e.work = symbol(library, name, "_work");
  e.incref();
  cr_assert_eq(e.work(&sz_arg, &sz_res, &sz_iw, &e.sz_w), 0);
  cr_assert(sz_arg >= e.n_in() && sz_res >= e.n_out() && sz_iw >= 0);
  e.arg = calloc((size_t)sz_arg + 1, sizeof *e.arg);
  e.res = calloc((size_t)sz_res + 1, sizeof *e.res);
  e.w = calloc((size_t)e.sz_w + FENCE, sizeof *e.w);
  fence(&e);
  e.mem = e.checkout();
  cr_assert_geq(e.mem, 0);
  return e;
}

static int call_external(External *e)
{
  const int flag = e->eval(e->arg, e->res, NULL, e->w, e->mem);
  for (int i = 0; i < FENCE; i++)
    cr_assert_eq(e->w[e->sz_w + i], 12345.0, "writes behind its work vector");
  return flag;
}

static void close_external(External *e)
{
  e->release(e->mem);
  e->decref();
  free(e->arg), free(e->res), free(e->w);
}

/* A pattern as Sparsity::compressed reads it. */
static int numel(const long long *p)
{
  return (int)(p[0] * p[1]);
}

static int noncall_zeros(const long long *p)
{
  return p[2] == 1 ? numel(p) : (int)p[2 + p[1]];
}

static void expect_pattern(const long long *p)
{
  cr_assert(p && p[0] > 0 && p[1] > 0);
  if (p[2] == 1) return;
  const long long *start = p + 2, *rows = start + p[1] + 1;
  cr_assert_eq(start[0], 0);
  for (int col = 0; col < p[1]; col++)
    for (long long k = start[col]; k < start[col + 1]; k++) {
      cr_assert(rows[k] >= 0 && rows[k] < p[0]);
      cr_assert(k == start[col] || rows[k] > rows[k - 1], "rows ascend");
    }
}

/* Makes a full matrix of the numbers of a pattern. */
static void spread(const long long *p, const double *from, double *full)
{
  memset(full, 0, (size_t)numel(p) * sizeof *full);
  if (p[2] == 1) {
    memcpy(full, from, (size_t)numel(p) * sizeof *full);
    return;
  }
  const long long *start = p + 2, *rows = start + p[1] + 1;
  for (int col = 0; col < p[1]; col++)
    for (long long k = start[col]; k < start[col + 1]; k++)
      full[rows[k] + p[0] * col] = from[k];
}

/* A solver and its face in one library. */
static void *build(const CallCase *c)
{
  static int count;
  char path[200];
  call_emit(c, "casadi");
  count++; /* a library of a known name would not be loaded again */
  cr_assert_eq(run_shell("cd %s && cc " STRICT
                         " -O2 -fPIC -shared pad.c pad_casadi.c -lm "
                         "-o pad%d.so",
                         folder, count),
               0, "%s: %s", c->spec, printed);
  snprintf(path, sizeof path, "%s/pad%d.so", folder, count);
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  cr_assert(library, "%s", dlerror());
  return library;
}

/* Loads the native call's inputs into the external's arguments. */
static void give(External *e, const NativeCall *n, const double *tuned)
{
  int k = 0;
  if (n->function->needs_state && n->solver->nstates) e->arg[k++] = n->before;
  for (int i = 0; i < n->function->ninputs; i++) e->arg[k++] = n->in[i];
  for (; tuned && k < e->n_in(); k++) e->arg[k] = tuned++;
  cr_assert_eq(k, e->n_in());
}

/* Compares every output with the native one, bit for bit. */
static void expect_same(External *e, const NativeCall *n)
{
  const br_function *f = n->function;
  const int first = (int)e->n_out() - f->noutputs;
  for (int o = 0; o < e->n_out(); o++)
    e->res[o] = call_zeros(numel(e->sparsity_out(o)));
  cr_assert_eq(call_external(e), n->status < 0, "%s", f->name);
  if (n->status < 0) return;
  if (first)
    cr_expect_eq(memcmp(e->res[0], n->after,
                        (size_t)n->solver->nstates * sizeof(double)),
                 0, "%s: the state", f->name);
  for (int i = 0; i < f->noutputs; i++) {
    const int rows = f->outputs[i].rows, cols = f->outputs[i].cols;
    cr_expect_str_eq(e->name_out(first + i), f->outputs[i].name);
    cr_assert_eq(e->sparsity_out(first + i)[0], rows);
    cr_assert_eq(e->sparsity_out(first + i)[1], cols);
    for (int k = 0; k < rows * cols; k++)
      cr_expect_eq(e->res[first + i][k / cols + k % cols * rows], n->out[i][k],
                   "%s: %s[%d]", f->name, f->outputs[i].name, k);
  }
  /* An output that the caller does not want is skipped. */
  double *last = e->res[e->n_out() - 1];
  for (int o = 0; o < e->n_out(); o++) e->res[o] = NULL;
  cr_expect_eq(call_external(e), 0);
  e->res[0] = last;
}

/* ---- Jacobians ------------------------------------------------------------
 */

/* Derivatives of all outputs by one number of input i, by two differences
 * extrapolated; `x` is the number's place in the native inputs. */
static bool slope(External *e, double *x, double h, double *const *out)
{
  double *y[4][CALL_PORTS], at = *x;
  const double steps[4] = {-h, h, -h / 2, h / 2};
  bool has_all = true;
  for (int s = 0; s < 4; s++) {
    *x = at + steps[s];
    for (int o = 0; o < e->n_out(); o++)
      e->res[o] = y[s][o] = call_zeros(numel(e->sparsity_out(o)));
    has_all = call_external(e) == 0 && has_all;
  }
  *x = at;
  for (int o = 0; o < e->n_out(); o++)
    for (int k = 0; k < numel(e->sparsity_out(o)); k++) {
      const double wide = (y[1][o][k] - y[0][o][k]) / (2 * h);
      const double narrow = (y[3][o][k] - y[2][o][k]) / h;
      out[o][k] = (4 * narrow - wide) / 3;
    }
  return has_all;
}

static void expect_names(const External *f, const External *jac)
{
  const int nin = (int)f->n_in(), nout = (int)f->n_out();
  char name[200];
  cr_assert_eq(jac->n_in(), nin + nout);
  cr_assert_eq(jac->n_out(), nin * nout);
  for (int o = 0; o < nout; o++) {
    snprintf(name, sizeof name, "out_%s", f->name_out(o));
    cr_expect_str_eq(jac->name_in(nin + o), name);
    cr_expect_eq(noncall_zeros(jac->sparsity_in(nin + o)), 0);
    cr_expect_eq(numel(jac->sparsity_in(nin + o)), numel(f->sparsity_out(o)));
    for (int i = 0; i < nin; i++) {
      const long long *p = jac->sparsity_out(o * nin + i);
      snprintf(name, sizeof name, "jac_%s_%s", f->name_out(o), f->name_in(i));
      cr_expect_str_eq(jac->name_out(o * nin + i), name);
      expect_pattern(p);
      cr_expect_eq(p[0], numel(f->sparsity_out(o)));
      cr_expect_eq(p[1], numel(f->sparsity_in(i)));
    }
  }
}

/* Returns the largest number of a native output, counted from the end. */
static double size_of_output(const NativeCall *n, int from_end, int count)
{
  const int o = n->function->noutputs + from_end;
  const double *y = o < 0 ? n->after : n->out[o];
  double most = 0;
  for (int k = 0; k < count; k++) most = fmax(most, fabs(y[k]));
  return most;
}

/* Compares all blocks with differences of F itself. Returns the number of
 * blocks that were compared. */
static int expect_slopes(const CallCase *c, External *f, External *jac,
                         const NativeCall *n)
{
  const int nin = (int)f->n_in(), nout = (int)f->n_out();
  int compared = 0;
  expect_names(f, jac);
  for (int i = 0; i < nin; i++) jac->arg[i] = f->arg[i];
  for (int b = 0; b < nin * nout; b++)
    jac->res[b] = call_zeros(noncall_zeros(jac->sparsity_out(b)));
  cr_assert_eq(call_external(jac), 0, "jac of %s", n->function->name);
  for (int i = 0; i < nin; i++)
    for (int col = 0; col < numel(f->sparsity_in(i)); col++) {
      double *x = (double *)(uintptr_t)f->arg[i] + col, *expected[CALL_PORTS];
      const bool is_state =
          n->function->needs_state && n->solver->nstates && i == 0;
      const double least = is_state                              ? c->scale
                           : strcmp(f->name_in(i), "twist") == 0 ? c->slip
                                                                 : 1e-3;
      for (int o = 0; o < nout; o++)
        expected[o] = call_zeros(numel(f->sparsity_out(o)));
      if (!slope(f, x, 1e-3 * fmax(fabs(*x), least), expected)) continue;
      for (int o = 0; o < nout; o++) {
        const long long *p = jac->sparsity_out(o * nin + i);
        double *full = call_zeros(numel(p)), most = 1e-4;
        /* Differences lose digits to the size of the output itself. */
        most = fmax(most, 1e-3 * size_of_output(n, o - nout, (int)p[0]));
        spread(p, jac->res[o * nin + i], full);
        for (int k = 0; k < p[0]; k++) most = fmax(most, fabs(expected[o][k]));
        for (int k = 0; k < p[0]; k++)
          cr_expect_lt(fabs(full[k + p[0] * col] - expected[o][k]),
                       c->far * most, "%s: jac_%s_%s(%d,%d) is %g, not %g",
                       c->spec, f->name_out(o), f->name_in(i), k, col,
                       full[k + p[0] * col], expected[o][k]);
        free(full);
        compared++;
      }
    }
  return compared;
}

/* Compares all functions of a solver. Returns the number of those that
 * succeeded. */
static int expect_face(const CallCase *c)
{
  void *library = build(c);
  const br_solver *solver = symbol(library, "pad_", c->object);
  double values[BR_MOST_TUNED];
  const double *tuned = call_tuned(solver, values) ? values : NULL;
  int done = 0;
  for (int i = 0; i < solver->nfunctions; i++) {
    const br_function *function = &solver->functions[i];
    char name[100], jac_name[120];
    snprintf(name, sizeof name, "pad_casadi_%s", function->name);
    snprintf(jac_name, sizeof jac_name, "jac_%s", name);
    if (!dlsym(library, name)) continue;
    External f = open_external(library, name);
    NativeCall native = call_native(c, solver, function, tuned);
    give(&f, &native, tuned);
    expect_same(&f, &native);
    if (native.status >= 0) done++;
    if (dlsym(library, jac_name) && native.status >= 0 && c->far > 0) {
      External jac = open_external(library, jac_name);
      cr_expect_gt(expect_slopes(c, &f, &jac, &native), 0);
      close_external(&jac);
    }
    close_external(&f);
    call_end(&native);
  }
  return done;
}

Test(casadi, every_function_of_every_kind_has_the_same_bits_and_right_slopes)
{
  for (size_t i = 0; i < ncall_cases; i += call_stride()) {
    const bool is_body = strcmp(call_cases[i].object, "solver") != 0;
    const bool is_cone = strstr(call_cases[i].spec, "/cone/");
    cr_expect_geq(expect_face(&call_cases[i]),
                  is_body   ? 1
                  : is_cone ? 2
                            : 3,
                  "%s", call_cases[i].spec);
  }
}

/* The columns of a joint's derivatives are those of z, v, load and q. */
Test(casadi, the_derivatives_of_a_joint_are_exact)
{
  const CallCase c = {
      "specs/joint/gearbox.lua", "", "solver", 1e-6, 0.01, 1e-5};
  void *library = build(&c);
  const br_solver *solver = symbol(library, "pad_", "solver");
  static const char *const both[][2] = {{"rate", "rate_jac"},
                                        {"step", "step_jac"}};
  for (int i = 0; i < 2; i++) {
    const br_function *f[2] = {NULL, NULL};
    for (int k = 0; k < solver->nfunctions; k++)
      for (int l = 0; l < 2; l++)
        if (strcmp(solver->functions[k].name, both[i][l]) == 0)
          f[l] = &solver->functions[k];
    NativeCall plain = call_native(&c, solver, f[0], NULL),
               slopes = call_native(&c, solver, f[1], NULL);
    char name[60];
    snprintf(name, sizeof name, "jac_pad_casadi_%s", both[i][0]);
    External jac = open_external(library, name);
    const int nin = (int)jac.n_in() - 2;
    jac.arg[0] = plain.before;
    for (int k = 0; k < f[0]->ninputs; k++) jac.arg[1 + k] = plain.in[k];
    for (int k = f[0]->ninputs + 1; k < nin; k++) {
      static double tuned[BR_MOST_TUNED];
      const int t = k - f[0]->ninputs - 1;
      tuned[t] = solver->tuning->list[t].value;
      jac.arg[k] = &tuned[t];
    }
    for (int b = 0; b < 2 * nin; b++) jac.res[b] = call_zeros(1);
    cr_assert_eq(call_external(&jac), 0);
    const double *z_d = slopes.out[i ? 2 : 0], *force_d = slopes.out[1];
    for (int k = 0; k < 4; k++) {
      cr_expect_eq(jac.res[k][0], z_d[k], "%s: z by %d", name, k);
      cr_expect_eq(jac.res[nin + k][0], force_d[k], "%s: force by %d", name, k);
    }
    close_external(&jac), call_end(&plain), call_end(&slopes);
  }
}

/* A user may choose CasADi's types; a missing input means zeros. */
Test(casadi, inputs_that_are_missing_are_zeros)
{
  void *library = build(&call_cases[0]);
  External f = open_external(library, "pad_casadi_step");
  double wrench[3] = {1, 1, 1}, dt = NAN;
  f.res[1] = wrench;
  cr_expect_eq(call_external(&f), 0);
  cr_expect(wrench[0] == 0 && wrench[1] == 0 && wrench[2] == 0);
  f.arg[3] = &dt;
  cr_expect_eq(call_external(&f), 1, "a bad input fails");
  close_external(&f);
}

Test(casadi, the_types_can_be_chosen)
{
  cr_expect_eq(
      run_shell(BRISTLE " emit specs/slider/parcel.lua --abi=casadi -o %s && "
                        "cc " STRICT
                        " -Dcasadi_int=int -Dcasadi_real=float -fsyntax-only "
                        "%s/parcel_casadi.c",
                folder, folder),
      0, "%s", printed);
}

/* A derivative whose name the face cannot read would be a difference in
 * silence. */
Test(casadi, the_head_names_the_exact_derivatives)
{
  static const char *const heads[][2] = {
      {"contact/few_bristles",
       "*   rate: dz_dz, dz_dtwist, dw_dz, dw_dtwist\n"
       " *   step: dwrench_dtwist\n"},
      {"slider/parcel", "*   step: dv_dv, dv_dload\n"},
      {"joint/gearbox",
       "*   rate: dz_d, force_d\n *   step: force_d, z_d\n"
       " * The solver has no function for the other derivatives.\n"},
      {"paper/slip_case2_circle",
       " * Functions of the body have no Jacobian: "},
      {"mechanism/sliding_block", "*   rate: drate_ds, drate_du\n"}};
  for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
    cr_assert_eq(run_shell(BRISTLE " emit specs/%s.lua --set 'name=\"pad\"' "
                                   "--abi=casadi -o %s && cat "
                                   "%s/pad_casadi.c | head -70",
                           heads[i][0], folder, folder),
                 0, "%s", printed);
    expect_in(printed, heads[i][1]);
  }
}
