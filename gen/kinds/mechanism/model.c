/* model.c: the kind `mechanism`: its words, and what they accept. In: a Spec.
 * Out: a Mechanism with its functions traced.
 *
 * Invariant: at all probed states, a Mechanism that was built has a positive
 * definite mass matrix and independent constraints. */
#include "base/base.h"
#include "language/language.h"
#include "kinds/kind.h"
#include "results/results.h"
#include "kinds/mechanism/mechanism.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* ---- keys -------------------------------------------------------------- */

static const char *const normal_names[] = {"ideal", "coupled", NULL};

typedef struct MechanismKeys {
  ModelKeys model;
  const Value *q, *inputs, *parameters, *surface, *unilateral, *friction;
  const Value *scenario, *tune;
  const Value *mass, *kinetic, *potential, *force;
  const Value *constraint, *velocity_constraint, *contact;
  int normal;
  double baumgarte[2];
} MechanismKeys;

#define AT(member) offsetof(MechanismKeys, member)
static const Field mechanism_fields[] = {
    {"name", .same = &name_key, .offset = AT(model.name)},
    {"about", .same = &about_key, .offset = AT(model.about)},
    {"q", FIELD_VALUE, AT(q), .required = true,
     .help =
         "names of the coordinates: { \"th1\", \"th2\" }; functions get them "
         "as q.th1 or q[1], their rates as qd.th1"},
    {"inputs", FIELD_VALUE, AT(inputs),
     .help = "names of the inputs: { \"tau1\", \"tau2\" }; force gets them as "
             "u.tau1"},
    {"parameters", FIELD_VALUE, AT(parameters),
     .help = "numbers by name, for the emitted header; functions get them as "
             "their last argument: par.m1"},
    {"mass", FIELD_FUNCTION, AT(mass),
     .help = "function(q, t): rows of the mass matrix"},
    {"kinetic", FIELD_FUNCTION, AT(kinetic),
     .help = "function(q, qd, t): kinetic energy, in place of mass"},
    {"potential", FIELD_FUNCTION, AT(potential),
     .help = "function(q, t): potential energy, with kinetic"},
    {"force", FIELD_FUNCTION, AT(force),
     .help = "function(q, qd, t, u): all generalised forces; with kinetic, the "
             "forces that do not come from the energies"},
    {"constraint", FIELD_FUNCTION, AT(constraint),
     .help = "function(q, t): a list of values that must stay 0"},
    {"velocity_constraint", FIELD_FUNCTION, AT(velocity_constraint),
     .help = "function(q, t): rows A and a list b, where A qd = b must hold"},
    {"contact", FIELD_FUNCTION, AT(contact),
     .help = "function(q, t): the place of the rubbing point, { x, y } or "
             "{ x, y, z }; required if there is friction"},
    {"surface", FIELD_VALUE, AT(surface),
     .help = "number of the constraint that is the surface, or a list of them; "
             "all by default, linear ones last"},
    {"unilateral", FIELD_VALUE, AT(unilateral),
     .help = "true: the surface only pushes, towards larger values of its "
             "constraint, and the contact lifts where it would have to pull; "
             "false by default"},
    {"friction", FIELD_VALUE, AT(friction),
     .help =
         "the law of friction, as in coulomb { mu = 0.3 }; none by default"},
    {"normal", FIELD_CHOICE, AT(normal), .choices = normal_names,
     .help = "normal force without the effect of friction on it, or with it"},
    {"baumgarte", FIELD_NUMBERS, AT(baumgarte), .count = 2,
     .range = RANGE_NOT_NEGATIVE, .low = 1e-6, .high = 1e6, .unit = "1/s",
     .help = "{ alpha, beta }: c'' + 2*alpha*c' + beta^2*c = 0"},
    {"scenario", FIELD_VALUE, AT(scenario), .help = "the motion to simulate"},
    {"functions", .same = &functions_key, .offset = AT(model.functions)},
    {"budget", .same = &budget_key, .offset = AT(model.budget)},
    {"tune", FIELD_VALUE, AT(tune),
     .help = "{ m1 = { low, high } }: ranges of parameters that change at run "
             "time"},
    {"real", .same = &real_key, .offset = AT(model.real)}};
#undef AT

#define AT(member) offsetof(MechanismScenario, member)
static const Field scenario_fields[] = {
    {"duration", .same = &duration_key, .offset = AT(duration)},
    {"dt", .same = &dt_key, .offset = AT(dt), .required = true},
    {"q", FIELD_VALUE, AT(q_value), .required = true,
     .help = "coordinates at the start, a list; moved onto the constraints by "
             "the least change"},
    {"qd", FIELD_VALUE, AT(qd_value),
     .help = "their rates at the start, a list; 0 by default"},
    {"input", FIELD_FUNCTION, AT(input),
     .help = "function(t): a list of the inputs; required if there are "
             "inputs"}};
#undef AT

static const Word mechanism_words[] = {
    {"mechanism", "a mechanism with constraints and friction in one of them",
     mechanism_fields, COUNT(mechanism_fields)},
    {"scenario =", "a simulation of a mechanism", scenario_fields,
     COUNT(scenario_fields)}};

/* ---- parts ------------------------------------------------------------- */

static bool is_identifier(const char *text)
{
  if (!isalpha((unsigned char)text[0]) || strlen(text) > 30) return false;
  for (const char *c = text; *c; c++)
    if (!isalnum((unsigned char)*c) && *c != '_') return false;
  return true;
}

/* Returns a list of different names. */
static const char *const *read_names(Run *run, const Value *list,
                                     const char *key, int least, int most,
                                     int *count)
{
  if (list->type != VALUE_TABLE || list->nentries > 0 ||
      (int)list->nitems < least || (int)list->nitems > most)
    run_fail(run, list->where,
             "%s must be a list of %d to %d names, as in { \"x\", \"y\" }, "
             "got %s",
             key, least, most, value_describe(run, list));
  const char **names = run_alloc(run, (list->nitems + 1) * sizeof *names);
  for (size_t i = 0; i < list->nitems; i++) {
    const Value *item = &list->items[i];
    if (item->type != VALUE_STRING || !is_identifier(item->string))
      run_fail(run, item->where,
               "%s[%zu] must be a name of letters, digits and underscores "
               "that starts with a letter, got %s",
               key, i + 1, value_describe(run, item));
    for (size_t k = 0; k < i; k++)
      if (strcmp(names[k], item->string) == 0)
        run_fail(run, item->where, "%s names \"%s\" twice", key, item->string);
    names[i] = item->string;
  }
  *count = (int)list->nitems;
  return names;
}

/* Beyond 1e6, too few digits of the functions' values are left to derive them.
 */
static void read_start(Run *run, const Value *list, const char *key, int n,
                       double *out)
{
  if (!list) return;
  if (list->type != VALUE_TABLE || list->nentries > 0 ||
      list->nitems != (size_t)n)
    run_fail(run, list->where,
             "scenario's %s must be a list of %d numbers, one for each "
             "coordinate, got %s",
             key, n, value_describe(run, list));
  for (int i = 0; i < n; i++) {
    const Value *item = &list->items[i];
    if (item->type != VALUE_NUMBER || !(fabs(item->number) <= 1e6))
      run_fail(run, item->where,
               "scenario's %s[%d] must be a number between -1e6 and 1e6, got "
               "%s",
               key, i + 1, value_describe(run, item));
    out[i] = item->number;
  }
}

static MechanismScenario *read_scenario(const Mechanism *s, const Value *value)
{
  Run *run = s->model.run;
  if (!value) return NULL;
  MechanismScenario *o = run_alloc(run, sizeof *o);
  spec_read(run, value, "scenario", scenario_fields, COUNT(scenario_fields), o);
  read_start(run, o->q_value, "q", s->n, o->q);
  read_start(run, o->qd_value, "qd", s->n, o->qd);
  memcpy(o->given_q, o->q, sizeof o->q);
  memcpy(o->given_qd, o->qd, sizeof o->qd);
  require_bounded_steps(run, value_get(value, "dt")->where, o->duration, o->dt);
  if (o->input && s->nu == 0)
    run_fail(run, o->input->where,
             "scenario has an input but the mechanism has none; name them: "
             "inputs = { \"tau\" }");
  if (!o->input && s->nu > 0)
    run_fail(run, value->where,
             "scenario needs input = function(t) return { ... } end for the "
             "%d input%s",
             s->nu, s->nu == 1 ? "" : "s");
  return o;
}

static void check_parameters(Mechanism *s, const Value *table)
{
  Run *run = s->model.run;
  if (!table) return;
  if (table->type != VALUE_TABLE || table->nitems > 0)
    run_fail(run, table->where,
             "parameters must be a table of numbers by name, got %s",
             value_describe(run, table));
  if (table->nentries > MOST_PARAMETERS)
    run_fail(run, table->where, "parameters has %zu names; at most %d fit",
             table->nentries, MOST_PARAMETERS);
  s->par_names = run_alloc(run, (table->nentries + 1) * sizeof *s->par_names);
  for (size_t i = 0; i < table->nentries; i++) {
    const char *name = table->entries[i].name;
    const Value *value = &table->entries[i].value;
    if (!is_identifier(name))
      run_fail(run, value->where,
               "parameters has the name \"%s\"; names have letters, digits and "
               "underscores, 30 at most, and start with a letter",
               name);
    if (value->type != VALUE_NUMBER || !isfinite(value->number))
      run_fail(run, value->where,
               "parameters.%s must be a finite number, got %s", name,
               value_describe(run, value));
    s->par_names[i] = name;
    s->par[i] = value->number;
  }
  for (size_t i = 0; i < s->model.spec->noverrides; i++)
    if (strncmp(s->model.spec->overrides[i].key, "parameters.", 11) == 0) {
      const Where where = {
          run_printf(run, "--set %s", s->model.spec->overrides[i].key), 0};
      run_fail(run, where,
               "the functions read it before; declare it by param { ... } and "
               "set it without \"parameters.\"");
    }
  s->parameters = table;
  s->np = (int)table->nentries;
}

/* Ends the run unless the spec has either mass and force, or energies. */
static void require_dynamics(Run *run, const Value *root,
                             const MechanismKeys *keys)
{
  if (keys->mass && keys->kinetic)
    run_fail(run, keys->kinetic->where,
             "a mechanism has mass or kinetic, not both");
  if (!keys->mass && !keys->kinetic)
    run_fail(run, root->where,
             "mechanism needs mass = function(q) and force, or kinetic and "
             "potential energy");
  if (keys->potential && !keys->kinetic)
    run_fail(run, keys->potential->where,
             "potential needs kinetic; with mass, write its force in force = "
             "function(q, qd, t, u)");
  if (!keys->constraint && !keys->velocity_constraint)
    run_fail(run, root->where,
             "mechanism needs constraint = function(q, t) or "
             "velocity_constraint = function(q, t)");
  if (keys->friction && !keys->contact)
    run_fail(run, keys->friction->where,
             "friction acts where the mechanism rubs: add contact = "
             "function(q) return { x, y } end");
}

/* Reads the rows of the surface, after all rows were counted. */
static void read_surface(Mechanism *s, const Value *value)
{
  Run *run = s->model.run;
  const Value *items = value;
  size_t count = value ? 1 : 0;
  if (value && value->type == VALUE_TABLE && value->nentries == 0) {
    items = value->items;
    count = value->nitems;
  }
  for (size_t i = 0; i < count; i++) {
    const double row = items[i].number;
    if (items[i].type != VALUE_NUMBER || !(row >= 1 && row <= s->m) ||
        row != floor(row))
      run_fail(run, items[i].where,
               "surface must be the number of a constraint, 1 to %d, or a list "
               "of them, got %s",
               s->m, value_describe(run, &items[i]));
    s->is_surface[(int)row - 1] = true;
  }
  for (int i = 0; i < s->m; i++) {
    if (!value) s->is_surface[i] = true;
    s->ns += s->is_surface[i];
  }
  if (s->d > 0 && (s->ns == 0 || s->ns >= s->d))
    run_fail(run, value ? value->where : s->contact.function->where,
             "%d of the constraints are the surface, and a contact point in %d "
             "dimensions %s; name those that it slides on: surface = 1",
             s->ns, s->d, s->ns == 0 ? "needs one" : "cannot slide on so many");
}

/* Reads `unilateral` after the surface. */
static void read_unilateral(Mechanism *s, const Value *value)
{
  Run *run = s->model.run;
  if (!value) return;
  if (value->type != VALUE_BOOLEAN)
    run_fail(run, value->where, "unilateral must be true or false, got %s",
             value_describe(run, value));
  s->is_unilateral = value->number != 0;
  if (!s->is_unilateral) return;
  int row = 0;
  while (row < s->m && !s->is_surface[row]) row++;
  if (s->d == 0 || s->ns != 1 || row >= s->mh)
    run_fail(run, value->where,
             "unilateral needs a contact point on one constraint of the "
             "coordinates; name the constraint that only pushes: surface = 1");
  if (s->friction.is_force)
    run_fail(run, value->where,
             "%s keeps its force when the contact lifts; with unilateral use "
             "coulomb or lugre",
             s->friction.law->word);
}

static Model *mechanism_build(Spec *spec)
{
  Run *run = spec->run;
  const Value *root = &spec->root;
  MechanismKeys keys = {0};
  friction_refuse_keys_outside(run, root, mechanism_fields,
                               COUNT(mechanism_fields));
  spec_read(run, root, "mechanism", mechanism_fields, COUNT(mechanism_fields),
            &keys);
  Mechanism *s = model_new(spec, &keys.model, sizeof *s);
  require_dynamics(run, root, &keys);
  s->q_names = read_names(run, keys.q, "q", 1, MOST_COORDINATES, &s->n);
  if (keys.inputs)
    s->u_names = read_names(run, keys.inputs, "inputs", 0, MOST_INPUTS, &s->nu);
  s->mass.function = keys.mass;
  s->kinetic.function = keys.kinetic;
  s->potential.function = keys.potential;
  s->force.function = keys.force;
  s->constraint.function = keys.constraint;
  s->velocity.function = keys.velocity_constraint;
  s->contact.function = keys.contact;
  s->is_coupled = keys.normal == 1;
  memcpy(s->baumgarte, keys.baumgarte, sizeof s->baumgarte);
  check_parameters(s, keys.parameters);
  mechanism_read_tuning(s, tuning_asked(keys.tune));
  if (keys.friction)
    friction_read(spec, keys.friction, "mechanism", s->model.is_float, NULL,
                  &s->friction);
  MechanismScenario *start = read_scenario(s, keys.scenario);
  s->scenario = start;
  mechanism_trace(s, start);
  mechanism_probe(s, start);
  if (start) mechanism_assemble(s, start);
  mechanism_require_tuning(s);
  read_surface(s, keys.surface);
  read_unilateral(s, keys.unilateral);
  s->nz = s->friction.has_bristles ? s->d : 0;
  return &s->model;
}

static void mechanism_dump(const Model *model, FILE *out)
{
  const Mechanism *s = (const Mechanism *)model;
  fprintf(out, "mechanism %s, friction %s, normal %s, %s\n", model->name,
          s->friction.law ? s->friction.law->word : "none",
          normal_names[s->is_coupled], real_names[model->is_float]);
  fprintf(out, "coordinates");
  for (int i = 0; i < s->n; i++) fprintf(out, " %s", s->q_names[i]);
  fprintf(out, "\ninputs");
  for (int i = 0; i < s->nu; i++) fprintf(out, " %s", s->u_names[i]);
  fprintf(out,
          "\n%d holonomic and %d linear constraints, contact point in %d "
          "dimensions\n",
          s->mh, s->mv, s->d);
}

static const Model *model_tuned(const Model *model, const double *values)
{
  return &mechanism_tuned((const Mechanism *)model, values)->model;
}

const Kind mechanism_kind = {.word = "mechanism",
                             .build = mechanism_build,
                             .dump = mechanism_dump,
                             .derive = mechanism_derive,
                             .goldens = mechanism_goldens,
                             .tuned = model_tuned,
                             .plan = mechanism_plan,
                             .check = mechanism_check,
                             .plot = mechanism_picture,
                             .draws_motion = mechanism_draws_motion,
                             .workload = mechanism_workload,
                             .simulate = mechanism_simulate,
                             .picture = mechanism_picture,
                             .verify = mechanism_verify,
                             .fit = mechanism_fit,
                             .words = mechanism_words,
                             .nwords = COUNT(mechanism_words)};
