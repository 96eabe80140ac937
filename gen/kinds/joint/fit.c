/* fit.c: what a fit of a joint needs. In: a Joint, a FitRequest. Out: a
 * Fitting: parameters with bounds from the logs, the varied joint.
 *
 * The varied joint is in double with the exact step; its numbers that are not
 * fitted are those of the spec. Every fit has the offset of the force and,
 * where the motion is given, the first deflection as unknowns besides. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "fit/simpler.h"
#include "kinds/joint/fit.h"

/* ---- the numbers of a joint ------------------------------------------------
 */

enum { GROUP_INERTIA, GROUP_LEVEL, GROUP_DAMPING, GROUP_VISCOUS };

typedef struct Number {
  const char *name, *linear, *rotary; /* units */
  const char *path;
  size_t offset; /* in a Joint */
  int group;     /* -1: none */
} Number;

#define AT(member) offsetof(Joint, member)
/* A number stands after the one that it must not be below. */
static const Number numbers[] = {
    {"F_c", "N", "N m", "friction.F_c", AT(side[0].F_c), GROUP_LEVEL},
    {"F_s", "N", "N m", "friction.F_s", AT(side[0].F_s), GROUP_LEVEL},
    {"v_s", "m/s", "rad/s", "friction.v_s", AT(side[0].v_s), -1},
    {"gamma", "1", "1", "friction.gamma", AT(side[0].gamma), -1},
    {"sigma0", "N/m", "N m/rad", "friction.sigma0", AT(sigma0), GROUP_LEVEL},
    {"sigma1", "N s/m", "N m s/rad", "friction.sigma1", AT(sigma1),
     GROUP_DAMPING},
    {"sigma2", "N s/m", "N m s/rad", "friction.sigma2", AT(side[0].sigma2),
     GROUP_VISCOUS},
    {"mu_c", "1", "1", "load.mu_c", AT(mu_c), GROUP_LEVEL},
    {"mu_s", "1", "1", "load.mu_s", AT(mu_s), GROUP_LEVEL},
    {"reverse_F_c", "N", "N m", "reverse.F_c", AT(side[1].F_c), GROUP_LEVEL},
    {"reverse_F_s", "N", "N m", "reverse.F_s", AT(side[1].F_s), GROUP_LEVEL},
    {"reverse_v_s", "m/s", "rad/s", "reverse.v_s", AT(side[1].v_s), -1},
    {"reverse_gamma", "1", "1", "reverse.gamma", AT(side[1].gamma), -1},
    {"reverse_sigma2", "N s/m", "N m s/rad", "reverse.sigma2",
     AT(side[1].sigma2), GROUP_VISCOUS},
    {"inertia", "kg", "kg m^2", "axis.inertia", AT(axis.inertia),
     GROUP_INERTIA},
    {"gravity", "N", "N m", "axis.gravity", AT(axis.gravity), -1},
    {"gain", "N per unit", "N m per unit", "axis.gain", AT(axis.gain), -1}};
#undef AT

static const Number *number_named(const char *name)
{
  for (size_t i = 0; i < COUNT(numbers); i++)
    if (strcmp(numbers[i].name, name) == 0) return &numbers[i];
  return NULL;
}

static double *number_in(Joint *j, const Number *n)
{
  return (double *)(void *)((char *)j + n->offset);
}

static double value_in(const Joint *j, const char *name)
{
  return *number_in((Joint *)j, number_named(name));
}

double joint_fit_value(const Fitting *f, const double *values, const char *name)
{
  const JointFit *fit = f->own;
  const int i = fit_find(f, name);
  if (i >= 0) return values[i];
  if (strcmp(name, "F_s") == 0 && !fit->joint->has_F_s)
    return joint_fit_value(f, values, "F_c");
  return value_in(fit->joint, name);
}

/* ---- what may be asked -----------------------------------------------------
 */

/* Returns why this joint has no such number, or NULL. */
static const char *missing(const Joint *j, const char *name)
{
  const bool is_formula =
      strstr(name, "F_") || strstr(name, "v_s") || strstr(name, "gamma");
  if (is_formula && j->stribeck) return "a stribeck function gives the level";
  if ((strstr(name, "v_s") || strstr(name, "gamma")) && !(j->side[0].v_s > 0))
    return "friction has no v_s";
  if (strcmp(name, "F_s") == 0 && !j->has_F_s)
    return "friction does not give F_s";
  if (strcmp(name, "sigma0") == 0 && !joint_has_state(j))
    return "coulomb has no bristle";
  if (strcmp(name, "sigma1") == 0 && j->law != JOINT_LUGRE)
    return "only lugre has sigma1";
  if (strcmp(name, "mu_c") == 0 && !j->has_load) return "the joint has no load";
  if (strcmp(name, "mu_s") == 0 && !j->has_mu_s)
    return "the joint has no load.mu_s";
  for (int i = 0; i < JOINT_SIDE_NUMBERS; i++)
    if (strncmp(name, "reverse_", 8) == 0 &&
        strcmp(name + 8, joint_side_names[i]) == 0 &&
        !(j->side[1].is_given >> i & 1))
      return "reverse does not give it";
  const bool is_axis = strcmp(name, "gravity") == 0 ||
                       strcmp(name, "gain") == 0 ||
                       strcmp(name, "inertia") == 0;
  if (is_axis && !(value_in(j, name) > 0)) return "axis does not give it";
  return NULL;
}

static void require_names(const Joint *j, const FitRequest *r)
{
  Run *run = j->model.run;
  const Where nowhere = {NULL, 0};
  Text all = text_new(run);
  for (size_t i = 0; i < COUNT(numbers); i++)
    if (!missing(j, numbers[i].name))
      text_add(&all, "%s%s", all.length ? ", " : "", numbers[i].name);
  for (size_t i = 0; i < r->nnames; i++) {
    if (!number_named(r->names[i]))
      run_fail(run, nowhere, "a joint has no number %s to fit; it has %s",
               r->names[i], all.chars);
    const char *why = missing(j, r->names[i]);
    if (why)
      run_fail(run, nowhere, "%s cannot be fitted: %s; the spec has %s",
               r->names[i], why, all.chars);
  }
}

/* ---- laws ------------------------------------------------------------------
 */

/* Drops what the law lacks. Returns false if that is nothing of what is asked:
 * then the law is the spec's own. */
static bool simplify(Joint *j, const FitSimpler *s, FitRequest *r)
{
  const bool had_curve =
      (fit_asks(r, "F_s") || fit_asks(r, "v_s")) && j->side[0].v_s > 0;
  if (s->has_curve && !s->has_bristle && !had_curve) return false;
  if (s->has_bristle && !joint_has_state(j)) return false;
  if (s->has_viscous && !s->has_bristle && !fit_asks(r, "sigma2")) return false;
  bool is_other = fit_drop_names(j->model.run, s, r);
  if (!s->has_bristle) {
    is_other |= joint_has_state(j);
    j->law = JOINT_COULOMB;
    j->s_ba = 0;
  }
  if (!s->is_driven) {
    is_other |= j->s_ba > 0;
    j->s_ba = 0;
  }
  if (!s->has_damping) {
    j->sigma1 = j->v_d = 0;
    j->alpha = 1;
  }
  if (!s->has_curve) {
    j->has_F_s = false;
    for (int i = 0; i < 2; i++) {
      j->side[i].F_s = j->side[i].F_c;
      j->side[i].is_given &= ~2u;
    }
    j->has_mu_s = false;
    j->mu_s = j->mu_c;
  }
  if (!s->has_viscous) j->side[0].sigma2 = j->side[1].sigma2 = 0;
  if (!s->has_load) j->has_load = false;
  return is_other;
}

static Joint *vary(const Joint *j)
{
  Joint *varied = fit_copy(&j->model, sizeof *j);
  varied->step = JOINT_EXACT;
  if (j->loop) varied->loop = &varied->loop_now;
  return varied;
}

/* ---- direction -------------------------------------------------------------
 */

double joint_fit_travel(const Joint *j)
{
  return joint_has_state(j) ? j->side[0].F_s / j->sigma0 : 0;
}

static bool is_driven(const Joint *j, const FitRequest *r)
{
  static const char *const drives[] = {"drive", NULL};
  static const char *const forces[] = {"force", "torque", "friction", NULL};
  Run *run = j->model.run;
  const Where nowhere = {NULL, 0};
  const FitLog *log = r->nlogs ? r->logs[0] : r->held[0];
  const bool has_force = log_column(run, log, forces, "") != NULL;
  const bool has_drive = log_column(run, log, drives, "") != NULL;
  const bool is_coarse = j->encoder > 0 &&
                         joint_fit_travel(j) < 10 * j->encoder &&
                         j->axis.inertia > 0;
  const bool driven = r->from ? strcmp(r->from, "drive") == 0
                              : has_drive && (is_coarse || !has_force);
  if (driven && !(j->axis.inertia > 0))
    run_fail(run, nowhere,
             "the motion follows from the drive only with the axis' inertia: "
             "add axis = { inertia = ... } to the spec");
  if (driven && !joint_has_state(j))
    run_fail(run, nowhere,
             "the motion follows from the drive only with a bristle that "
             "holds the axis at rest: take lugre or dahl");
  return driven;
}

/* ---- parameters ------------------------------------------------------------
 */

/* The range of a number that logs of these scales can tell. */
static void bounds_of(const JointFit *fit, const Number *n, double bounds[2])
{
  const char *name = n->name + (strncmp(n->name, "reverse_", 8) == 0 ? 8 : 0);
  const double own = value_in(fit->joint, n->name);
  const double f = fit->most_force, v = fit->most_v, a = fit->most_a;
  double low = 1e-3 * own, high = 1e3 * own;
  if (strcmp(name, "gamma") == 0) {
    low = 0.4;
    high = 4;
  } else if (fit->is_driven || f == 0 || v == 0) {
    if (strcmp(name, "v_s") == 0) low = 1e-4 * v, high = 3 * v;
    if (own == 0) low = 1e-6, high = 1e6;
  } else if (strcmp(name, "F_c") == 0) {
    low = 1e-3 * f, high = 2 * f;
  } else if (strcmp(name, "F_s") == 0) {
    low = 1e-3 * f, high = 3 * f;
  } else if (strcmp(name, "v_s") == 0) {
    low = 1e-4 * v, high = 3 * v;
  } else if (strcmp(name, "sigma0") == 0) {
    low = 0.2 * f / fit->range, high = 1e7 * f / fit->range;
  } else if (strcmp(name, "sigma1") == 0) {
    low = 1e-6 * f / v, high = 1e4 * f / v;
  } else if (strcmp(name, "sigma2") == 0) {
    low = 1e-5 * f / v, high = 10 * f / v;
  } else if (strncmp(name, "mu_", 3) == 0) {
    low = 1e-4 * f / fit->most_load, high = 3 * f / fit->most_load;
  } else if (strcmp(name, "inertia") == 0 && a > 0) {
    low = 1e-6 * f / a, high = 10 * f / a;
  }
  bounds[0] = low;
  bounds[1] = high;
}

/* Returns the name of the number that this one must not be below, or NULL. */
static const char *least_of(const Joint *j, const char *name)
{
  if (strcmp(name, "F_s") == 0) return joint_side_symbol(j, 0, 0);
  if (strcmp(name, "reverse_F_s") == 0) return joint_side_symbol(j, 1, 0);
  return strcmp(name, "mu_s") == 0 ? "mu_c" : NULL;
}

/* Returns true if all forces of the level are asked for: they scale together.
 */
static bool scales_level(const Joint *j, const FitRequest *r)
{
  for (size_t i = 0; i < COUNT(numbers); i++)
    if (numbers[i].group == GROUP_LEVEL && !missing(j, numbers[i].name) &&
        !fit_asks(r, numbers[i].name))
      return false;
  return !j->stribeck && j->side[0].F_c > 0;
}

static bool scales_viscous(const Joint *j, const FitRequest *r)
{
  return !(j->side[1].is_given >> 4 & 1) || fit_asks(r, "reverse_sigma2");
}

/* Restricts bounds to the range of `tune`, and keeps the order of levels. */
static void narrow(const JointFit *fit, const Model *model, FitParameter *p)
{
  const Tuning *tuning = model->tuning;
  for (size_t i = 0; tuning && i < tuning->count; i++) {
    const Tuned *t = &tuning->list[i];
    if (strcmp(t->name, p->name) != 0) continue;
    if (p->above < 0) p->low = fmax(t->low, 1e-12);
    p->high = t->high;
  }
  const Joint *j = fit->joint;
  const FitRequest *r = fit->request;
  for (size_t i = 0; i < COUNT(numbers); i++) {
    const char *least = least_of(j, numbers[i].name);
    const double most = value_in(j, numbers[i].name);
    if (!least || strcmp(least, p->name) != 0 || missing(j, numbers[i].name) ||
        fit_asks(r, numbers[i].name) || p->high <= most)
      continue;
    p->high = most;
    p->limit = run_printf(j->model.run, "%s = %s of the spec: fit %s too",
                          numbers[i].name, number_plain(j->model.run, most),
                          numbers[i].name);
  }
}

static void add_asked(JointFit *fit, const Number *n)
{
  Fitting *f = fit->fitting;
  const Joint *j = fit->joint;
  const bool scales = n->group == GROUP_LEVEL ? scales_level(j, fit->request)
                      : n->group == GROUP_VISCOUS
                          ? scales_viscous(j, fit->request)
                          : n->group >= 0;
  FitParameter p = {.name = n->name,
                    .unit = j->is_rotary ? n->rotary : n->linear,
                    .path = n->path,
                    .value = value_in(j, n->name),
                    .group = scales && !fit->is_driven ? n->group : -1,
                    .above = -1};
  double bounds[2];
  const char *least = least_of(j, n->name);
  bounds_of(fit, n, bounds);
  p.low = bounds[0];
  p.high = bounds[1];
  if (least) p.above = fit_find(f, least);
  if (least && p.above < 0) p.low = fmax(p.low, value_in(j, least));
  p.is_late =
      strstr(n->name, "gamma") != NULL || strncmp(n->name, "reverse_", 8) == 0;
  if (strstr(n->name, "F_s") || strstr(n->name, "v_s") ||
      strstr(n->name, "gamma"))
    p.curve = strncmp(n->name, "reverse_", 8) == 0 ? 2 : 1;
  if (strcmp(n->name, "sigma1") == 0) p.needs = "sigma0";
  narrow(fit, f->model, &p);
  if (p.above < 0) p.value = fmin(fmax(p.value, p.low), p.high);
  f->parameters[f->nparameters++] = p;
}

static void add_parameters(JointFit *fit)
{
  Fitting *f = fit->fitting;
  const FitRequest *r = fit->request;
  const double force =
      fit->most_force > 0 ? fit->most_force : fit->joint->side[0].F_c;
  f->parameters = run_alloc(f->run, FIT_MOST * sizeof *f->parameters);
  for (size_t i = 0; i < COUNT(numbers); i++)
    if (fit_asks(r, numbers[i].name)) add_asked(fit, &numbers[i]);
  f->parameters[f->nparameters++] =
      (FitParameter){.name = "offset",
                     .unit = fit->joint->is_rotary ? "N m" : "N",
                     .sort = FIT_SHARED,
                     .is_linear = true,
                     .scale = force,
                     .above = -1,
                     .low = -2 * force,
                     .high = 2 * force,
                     .group = -1};
  if (!fit->is_driven && joint_has_state(fit->joint))
    f->parameters[f->nparameters++] = (FitParameter){.name = "z0",
                                                     .unit = "1",
                                                     .sort = FIT_STRETCH,
                                                     .is_linear = true,
                                                     .scale = 1,
                                                     .above = -1,
                                                     .low = -1.2,
                                                     .high = 1.2,
                                                     .group = -1};
}

static double breakaway(const Fitting *f, const double *values)
{
  const JointFit *fit = f->own;
  if (!joint_has_state(fit->joint)) return 0;
  const double load = fit->most_load > 0 && fit->joint->has_load
                          ? joint_fit_value(f, values, "mu_c") * fit->most_load
                          : 0;
  return (joint_fit_value(f, values, "F_s") + load) /
         joint_fit_value(f, values, "sigma0");
}

/* ---- the stage -------------------------------------------------------------
 */

static void require_load(const JointFit *fit)
{
  static const char *const loads[] = {"load", NULL};
  const FitRequest *r = fit->request;
  for (size_t i = 0; fit->joint->has_load && i < r->nlogs + r->nheld; i++) {
    const FitLog *log = i < r->nlogs ? r->logs[i] : r->held[i - r->nlogs];
    const bool has = log_column(fit->fitting->run, log, loads,
                                fit->joint->is_rotary ? "N m" : "N") != NULL;
    if (!has && !fit->weighs)
      log_fail_missing(fit->fitting->run, log,
                       "load, since friction depends on it (or axis.gravity "
                       "in the spec)");
  }
}

static void set_notes(JointFit *fit)
{
  Run *run = fit->fitting->run;
  const char **notes = run_alloc(run, 8 * sizeof *notes);
  size_t n = 0;
  if (fit->is_driven)
    notes[n++] =
        "given: the drive; compared: the position. Friction's first "
        "deflection is 0.";
  else
    notes[n++] = fit->sign > 0
                     ? "the force drives the axis: it has the sign of the speed"
                     : "the force is friction on the moving part: it has the "
                       "sign against the speed";
  if (!fit->is_driven && fit->has_inertia)
    notes[n++] = "the force moves the axis' inertia, too";
  if (fit->weighs)
    notes[n++] = "the load is the force of gravity, |axis.gravity*sin(q - at)|";
  if (fit->fitting->is_smoothed)
    notes[n++] = run_printf(run,
                            "speeds come from positions by a smoother; one "
                            "count is %.4g %s",
                            fit->encoder, fit->joint->is_rotary ? "rad" : "m");
  if (fit->joint->law == JOINT_LUGRE && fit->fitting->model->kind &&
      ((const Joint *)fit->fitting->model)->step == JOINT_EXPONENTIAL)
    notes[n++] = "the fit takes the exact step, the spec's is exponential";
  fit->fitting->notes = notes;
}

Fitting *joint_fit(const Model *model, const FitRequest *given)
{
  static const char *const laws[] = {"lugre", "dahl", "coulomb"};
  const Joint *own = (const Joint *)model;
  Run *run = model->run;
  FitRequest *request = run_alloc(run, sizeof *request);
  Joint *j = vary(own);
  JointFit *fit = run_alloc(run, sizeof *fit);
  Fitting *f = run_alloc(run, sizeof *f);
  *request = *given;
  require_names(own, given);
  *fit = (JointFit){.joint = j, .request = request, .fitting = f};
  *f = (Fitting){.run = run,
                 .model = model,
                 .varied = &j->model,
                 .own = fit,
                 .law = laws[own->law]};
  fit->is_driven = is_driven(own, given);
  if (given->law > FIT_SIMPLER) return NULL;
  if (given->law > 0) {
    const FitSimpler *s = &fit_simpler[given->law - 1];
    f->law = s->name;
    if (s->is_driven != fit->is_driven) f->nparameters = 0;
    if (s->is_driven != fit->is_driven || !simplify(j, s, request)) return f;
  }
  fit->weighs = j->has_load && j->axis.gravity > 0;
  for (size_t i = 0; i < given->nlogs + given->nheld && fit->weighs; i++) {
    static const char *const loads[] = {"load", NULL};
    const FitLog *log =
        i < given->nlogs ? given->logs[i] : given->held[i - given->nlogs];
    fit->weighs = !log_column(run, log, loads, "");
  }
  require_load(fit);
  joint_fit_tracks(fit);
  fit->has_inertia = j->axis.inertia > 0 && (fit->is_driven || fit->sign > 0 ||
                                             fit_asks(request, "inertia"));
  f->direction =
      fit->is_driven ? "drive in, motion out" : "motion in, force out";
  f->output = fit->is_driven ? "position" : j->is_rotary ? "torque" : "force";
  f->unit = fit->is_driven ? (j->is_rotary ? "rad" : "m")
                           : (j->is_rotary ? "N m" : "N");
  f->speed_unit = j->is_rotary ? "rad/s" : "m/s";
  f->count = fit->is_driven ? j->encoder : fit->encoder;
  add_parameters(fit);
  f->template = "joint/fit.c";
  f->plan = joint_fit_plan;
  f->starts = joint_fit_starts;
  f->breakaway = breakaway;
  f->motion = joint_fit_motion;
  f->read_again = joint_read_again;
  set_notes(fit);
  return f;
}
