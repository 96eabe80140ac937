/* fit.c: what a fit of a contact needs. In: a Contact, a FitRequest with logs
 * of twist and wrench. Out: a Fitting: parameters with bounds from the logs,
 * the varied contact.
 *
 * The varied contact is in double, without a body; its numbers that are not
 * fitted are those of the spec. Every fit has the offsets of the wrench and,
 * for each stretch, the first deflection of all bristles as unknowns besides:
 * that of a rigid displacement. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "fit/simpler.h"
#include "kinds/contact/fit/fit.h"

enum { GROUP_LEVEL, GROUP_DAMPING, GROUP_VISCOUS };

typedef struct Number {
  const char *name, *unit, *path;
  size_t offset; /* in a Lugre */
  int group;     /* -1: none */
} Number;

#define AT(member) offsetof(Lugre, member)
/* A number stands after the one that it must not be below. */
static const Number numbers[] = {
    {"mu_c", "1", "friction.mu_c", AT(mu_c), GROUP_LEVEL},
    {"mu_s", "1", "friction.mu_s", AT(mu_s), GROUP_LEVEL},
    {"v_s", "m/s", "friction.v_s", AT(v_s), -1},
    {"gamma", "1", "friction.gamma", AT(gamma), -1},
    {"sigma0", "1/m", "friction.sigma0", AT(sigma0), GROUP_LEVEL},
    {"sigma1", "s/m", "friction.sigma1", AT(sigma1), GROUP_DAMPING},
    {"sigma2", "s/m", "friction.sigma2", AT(sigma2), GROUP_VISCOUS}};
#undef AT

static const Number *number_named(const char *name)
{
  for (size_t i = 0; i < COUNT(numbers); i++)
    if (strcmp(numbers[i].name, name) == 0) return &numbers[i];
  return NULL;
}

static double value_in(const Lugre *f, const Number *n)
{
  return *(const double *)(const void *)((const char *)f + n->offset);
}

double contact_fit_value(const Fitting *f, const double *values,
                         const char *name)
{
  const ContactFit *fit = f->own;
  const int i = fit_find(f, name);
  return i >= 0 ? values[i]
                : value_in(&fit->contact->lugre, number_named(name));
}

/* ---- what may be asked -----------------------------------------------------
 */

/* Returns why this contact has no such number, or NULL. */
static const char *missing(const Lugre *f, const char *name)
{
  const bool is_curve = strcmp(name, "v_s") == 0 || strcmp(name, "gamma") == 0;
  if (f->stribeck && (is_curve || strncmp(name, "mu_", 3) == 0))
    return "a stribeck function gives the level";
  if (is_curve && !(f->v_s > 0)) return "friction has no v_s";
  if (strcmp(name, "mu_s") == 0 && !f->has_mu_s)
    return "friction does not give mu_s";
  return NULL;
}

static void require_names(const Contact *c, const FitRequest *r)
{
  Run *run = c->model.run;
  const Where nowhere = {NULL, 0};
  Text all = text_new(run);
  for (size_t i = 0; i < COUNT(numbers); i++)
    if (!missing(&c->lugre, numbers[i].name))
      text_add(&all, "%s%s", all.length ? ", " : "", numbers[i].name);
  for (size_t i = 0; i < r->nnames; i++) {
    if (!number_named(r->names[i]))
      run_fail(run, nowhere, "a contact has no number %s to fit; it has %s",
               r->names[i], all.chars);
    const char *why = missing(&c->lugre, r->names[i]);
    if (why)
      run_fail(run, nowhere, "%s cannot be fitted: %s; the spec has %s",
               r->names[i], why, all.chars);
  }
}

static void require_contact(const Contact *c)
{
  Run *run = c->model.run;
  const Where where = c->model.spec->root.where;
  if (c->levels)
    run_fail(run, where,
             "a contact whose pressure depends on fn cannot be fitted yet: "
             "leave out fn_range and take the pressure at the load of the log");
  if (c->regions || c->stretch)
    run_fail(run, where,
             "friction by region and anisotropy cannot be fitted yet; fit a "
             "contact without mu, friction_map and anisotropy");
  if (c->area)
    run_fail(run, where,
             "a contact with stiffness = \"area\" cannot be fitted yet: take "
             "sigma0 in its place");
}

/* ---- laws ------------------------------------------------------------------
 */

/* Drops what the law lacks. Returns false if that is nothing of the spec or of
 * what is asked, or if the spec has not even what the law has. */
static bool simplify(ContactFit *fit, const FitSimpler *s, FitRequest *r)
{
  Lugre *f = &fit->contact->lugre;
  const bool had_curve =
      f->stribeck || f->mu_s > f->mu_c || fit_asks(r, "mu_s");
  if (s->has_viscous && !s->has_bristle && !fit_asks(r, "sigma2")) return false;
  if (s->has_curve && !s->has_bristle && !had_curve) return false;
  if (s->has_damping && f->s_ba == 0) return false;
  const bool drops = fit_drop_names(fit->fitting->run, s, r);
  const bool is_other = drops || !s->has_bristle || f->s_ba > 0;
  f->s_ba = 0;
  if (!s->has_damping) f->sigma1 = 0;
  if (!s->has_viscous) f->sigma2 = 0;
  if (!s->has_curve) {
    f->stribeck = NULL;
    f->has_mu_s = false;
    f->mu_s = f->mu_c;
  }
  fit->has_bristle = s->has_bristle;
  return is_other;
}

/* Returns a copy whose solver is never made, so that it needs no table of the
 * limit surface. */
static Contact *vary(const Contact *c)
{
  Contact *varied = fit_copy(&c->model, sizeof *c);
  varied->lugre.tuning = NULL;
  varied->friction.parameters = &varied->lugre;
  varied->body = NULL;
  varied->scenario = NULL;
  varied->couple = 0;
  if (contact_is_reduced(c)) varied->form = CONTACT_ELLIPSOID;
  return varied;
}

/* ---- parameters ------------------------------------------------------------
 */

/* The range of a number that logs of these scales can tell. */
static void bounds_of(const ContactFit *fit, const Number *n, double bounds[2])
{
  const double mu = fit->mu, v = fit->most_v;
  const struct {
    const char *name;
    double low, high;
  } ranges[] = {{"mu_c", 1e-3 * mu, 2 * mu},
                {"mu_s", 1e-3 * mu, 3 * mu},
                {"v_s", 1e-4 * v, 3 * v},
                {"gamma", 0.4, 4},
                {"sigma0", 0.2 * mu / fit->range, 1e8 * mu / fit->range},
                {"sigma1", 1e-6 * mu / v, 1e4 * mu / v},
                {"sigma2", 1e-5 * mu / v, 10 * mu / v}};
  for (size_t i = 0; i < COUNT(ranges); i++)
    if (strcmp(ranges[i].name, n->name) == 0) {
      bounds[0] = ranges[i].low;
      bounds[1] = ranges[i].high;
    }
}

/* Restricts bounds to the range of `tune`; mu_c stays below a mu_s that is not
 * fitted. */
static void narrow(const ContactFit *fit, FitParameter *p)
{
  const Tuning *tuning = fit->fitting->model->tuning;
  for (size_t i = 0; tuning && i < tuning->count; i++) {
    const Tuned *t = &tuning->list[i];
    if (strcmp(t->name, p->name) != 0) continue;
    if (p->above < 0) p->low = fmax(t->low, 1e-12);
    p->high = t->high;
  }
  const Lugre *f = &fit->contact->lugre;
  const bool is_below = strcmp(p->name, "mu_c") == 0 && f->has_mu_s &&
                        !fit_asks(fit->request, "mu_s");
  if (!is_below || p->high <= f->mu_s) return;
  Run *run = fit->fitting->run;
  p->high = f->mu_s;
  p->limit = run_printf(run, "mu_s = %s of the spec: fit mu_s too",
                        number_plain(run, f->mu_s));
}

/* Returns true if all numbers of the level are asked for: they scale together.
 */
static bool scales_level(const ContactFit *fit)
{
  const Lugre *f = &fit->contact->lugre;
  return !f->stribeck && fit_asks(fit->request, "mu_c") &&
         (!f->has_mu_s || fit_asks(fit->request, "mu_s")) &&
         (!fit->has_bristle || fit_asks(fit->request, "sigma0"));
}

static void add_asked(ContactFit *fit, const Number *n)
{
  Fitting *f = fit->fitting;
  const Lugre *law = &fit->contact->lugre;
  const bool scales =
      n->group == GROUP_LEVEL ? scales_level(fit) : n->group >= 0;
  FitParameter p = {.name = n->name,
                    .unit = n->unit,
                    .path = n->path,
                    .value = value_in(law, n),
                    .group = scales ? n->group : -1,
                    .above = -1};
  double bounds[2] = {0};
  bounds_of(fit, n, bounds);
  p.low = bounds[0];
  p.high = bounds[1];
  if (strcmp(n->name, "mu_s") == 0) {
    p.above = fit_find(f, "mu_c");
    if (p.above < 0) p.low = fmax(p.low, law->mu_c);
  }
  p.is_late = strcmp(n->name, "gamma") == 0;
  p.curve =
      strcmp(n->name, "mu_s") == 0 || strcmp(n->name, "v_s") == 0 || p.is_late;
  if (strcmp(n->name, "sigma1") == 0) p.needs = "sigma0";
  narrow(fit, &p);
  if (p.above < 0) p.value = fmin(fmax(p.value, p.low), p.high);
  f->parameters[f->nparameters++] = p;
}

static void add_nuisance(Fitting *f, const char *name, const char *unit,
                         FitSort sort, double scale, double bound)
{
  f->parameters[f->nparameters++] = (FitParameter){.name = name,
                                                   .unit = unit,
                                                   .sort = sort,
                                                   .is_linear = true,
                                                   .scale = scale,
                                                   .above = -1,
                                                   .low = -bound,
                                                   .high = bound,
                                                   .group = -1};
}

static void add_parameters(ContactFit *fit)
{
  static const char *const offsets[] = {"offset_fx", "offset_fy", "offset_tau"};
  static const char *const starts[] = {"z0_x", "z0_y", "z0_turn"};
  Fitting *f = fit->fitting;
  const double force = fit->mu * fit->most_fn;
  f->parameters = run_alloc(f->run, FIT_MOST * sizeof *f->parameters);
  for (size_t i = 0; i < COUNT(numbers); i++)
    if (fit_asks(fit->request, numbers[i].name)) add_asked(fit, &numbers[i]);
  for (int i = 0; i < CONTACT_OUTPUTS; i++) {
    const double scale = force * (i == 2 ? fit->arm : 1);
    if (fit->has[i])
      add_nuisance(f, offsets[i], i == 2 ? "N m" : "N", FIT_SHARED, scale,
                   2 * scale);
  }
  for (int i = 0; i < 3 && fit->has_bristle; i++)
    add_nuisance(f, starts[i], "1", FIT_STRETCH, 1, 1.2);
}

static double breakaway(const Fitting *f, const double *values)
{
  const ContactFit *fit = f->own;
  if (!fit->has_bristle) return 0;
  const char *level = fit->contact->lugre.has_mu_s ? "mu_s" : "mu_c";
  return contact_fit_value(f, values, level) /
         contact_fit_value(f, values, "sigma0");
}

/* ---- the stage -------------------------------------------------------------
 */

static void set_notes(ContactFit *fit)
{
  Run *run = fit->fitting->run;
  const char **notes = run_alloc(run, 6 * sizeof *notes);
  size_t n = 0;
  notes[n++] = fit->sign > 0
                   ? "the wrench is friction on the moving body: its power is "
                     "negative"
                   : "the wrench drives the moving body: its power is positive";
  if (fit->has[2])
    notes[n++] = run_printf(run,
                            "torques are compared over an arm of %.4g m, the "
                            "contact's r",
                            fit->arm);
  if (!fit->has[0] || !fit->has[1] || !fit->has[2])
    notes[n++] = run_printf(run, "the logs lack%s%s%s, which is not compared",
                            fit->has[0] ? "" : " fx", fit->has[1] ? "" : " fy",
                            fit->has[2] ? "" : " tau");
  fit->fitting->notes = notes;
}

static void set_names(ContactFit *fit)
{
  static const char *const all[] = {"fx (N)", "fy (N)", "tau/arm (N)"};
  Fitting *f = fit->fitting;
  const char **names = run_alloc(f->run, CONTACT_OUTPUTS * sizeof *names);
  size_t n = 0;
  for (int i = 0; i < CONTACT_OUTPUTS; i++)
    if (fit->has[i]) names[n++] = all[i];
  f->output_names = names;
}

/* Prepares the limit surface of a reduced contact. */
static void set_map(ContactFit *fit, const Contact *own)
{
  Contact *c = fit->contact;
  if (own->form != CONTACT_REDUCED) return;
  LimitMap *map = run_alloc(c->model.run, sizeof *map);
  *map = (LimitMap){.cells = contact_map(own),
                    .cop = {own->cop[0], own->cop[1]},
                    .r = own->r,
                    .is_paper = own->quadrature == QUADRATURE_PAPER};
  fit->map = map;
}

Fitting *contact_fit(const Model *model, const FitRequest *given)
{
  const Contact *own = (const Contact *)model;
  Run *run = model->run;
  if (given->from && strcmp(given->from, "drive") == 0)
    return contact_fit_body(model, given);
  if (given->law > FIT_MOTION_LAWS) return NULL;
  FitRequest *request = run_alloc(run, sizeof *request);
  ContactFit *fit = run_alloc(run, sizeof *fit);
  Fitting *f = run_alloc(run, sizeof *f);
  *request = *given;
  require_names(own, given);
  require_contact(own);
  *fit = (ContactFit){.contact = vary(own),
                      .request = request,
                      .fitting = f,
                      .has_bristle = true,
                      .steps = given->steps > 0 ? given->steps : 1,
                      .arm = own->r};
  if (!(fit->arm > 0))
    fit->arm = 0.25 * hypot(own->cells.grid.sx, own->cells.grid.sy);
  *f = (Fitting){.run = run,
                 .model = model,
                 .varied = &fit->contact->model,
                 .own = fit,
                 .law = "lugre",
                 .direction = "motion in, wrench out",
                 .output = "wrench",
                 .unit = "N",
                 .speed_unit = "m/s",
                 .template = "contact/fit.c",
                 .plan = contact_fit_plan,
                 .starts = contact_fit_starts,
                 .breakaway = breakaway,
                 .motion = contact_fit_motion,
                 .steps = &fit->steps,
                 .prepare = contact_fit_prepare};
  if (given->law > 0) {
    f->law = fit_simpler[given->law - 1].name;
    if (!simplify(fit, &fit_simpler[given->law - 1], request)) return f;
  }
  if (!fit->has_bristle) f->steps = NULL;
  set_map(fit, own);
  contact_fit_tracks(fit);
  add_parameters(fit);
  set_names(fit);
  set_notes(fit);
  return f;
}
