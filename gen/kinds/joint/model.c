/* model.c: the kind `joint`: its words, and what they accept. In: a Spec. Out:
 * a Joint: friction of one axis.
 *
 * Invariant: the level of a Joint that was built is positive and finite at
 * every speed, load and position. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "kinds/joint/fit.h"
#include "kinds/joint/joint.h"

typedef struct Keys {
  ModelKeys model;
  int unit, step;
  double encoder;
  const Value *friction, *reverse, *load, *position, *loop, *compensate;
  const Value *axis, *scenario, *tune;
} Keys;

static const char *const unit_names[] = {"linear", "rotary", NULL};
static const char *const step_names[] = {"exact", "exponential", NULL};

#define AT(member) offsetof(Keys, member)
static const Field joint_fields[] = {
    {"name", .same = &name_key, .offset = AT(model.name)},
    {"about", .same = &about_key, .offset = AT(model.about)},
    {"unit", FIELD_CHOICE, AT(unit), .choices = unit_names,
     .help = "linear: m and N; rotary: rad and N m; the numbers are the same"},
    {"friction", FIELD_VALUE, AT(friction), .required = true,
     .help = "lugre { ... }, dahl { ... } or coulomb { ... } with the keys of "
             "one axis: F_c and F_s in N or N m"},
    {"reverse", FIELD_VALUE, AT(reverse),
     .help = "{ F_c = ..., ... }: numbers that differ for v < 0; none by "
             "default"},
    {"load", FIELD_VALUE, AT(load),
     .help = "{ mu_c = ..., mu_s = ... }: the level grows with a load, which "
             "becomes an argument; none by default"},
    {"position", FIELD_VALUE, AT(position),
     .help = "{ period, cos, sin }, { q, factor } or function(q): a factor on "
             "the level; q becomes an argument; none by default"},
    {"step", FIELD_CHOICE, AT(step), .choices = step_names,
     .help = "exact: two half steps are one whole step; exponential: the "
             "yielding of the end is held over a step, as contacts do"},
    {"encoder", FIELD_NUMBER, AT(encoder), .range = RANGE_POSITIVE,
     .low = 1e-12, .high = 1e3, .unit = "m or rad",
     .help = "one count of the encoder; none by default"},
    {"loop", FIELD_VALUE, AT(loop),
     .help = "{ inertia, kp, kd, ... }: the loop that moves the axis; needed "
             "for _compensate; none by default"},
    {"compensate", FIELD_VALUE, AT(compensate),
     .help = "{ gain, bandwidth, ... }: numbers of _compensate; its own by "
             "default"},
    {"real", .same = &real_key, .offset = AT(model.real)},
    {"axis", FIELD_VALUE, AT(axis),
     .help = "{ inertia, gravity, ... }: the machine around the friction, for "
             "`bristle fit`; none by default"},
    {"scenario", FIELD_VALUE, AT(scenario), .help = "the motion to simulate"},
    {"functions", .same = &functions_key, .offset = AT(model.functions)},
    {"budget", .same = &budget_key, .offset = AT(model.budget)},
    {"tune", FIELD_VALUE, AT(tune),
     .help = "{ F_c = { low, high } }: ranges of numbers that change at run "
             "time: those of the law, reverse_F_c and the like, mu_c, mu_s, "
             "inertia, kp, kd"}};
#undef AT

#define AT(member) offsetof(JointLoop, member)
static const Field loop_fields[] = {
    {"inertia", FIELD_NUMBER, AT(inertia), .required = true,
     .range = RANGE_POSITIVE, .low = 1e-12, .high = 1e9, .unit = "kg or kg m^2",
     .help = "inertia of the axis"},
    {"kp", FIELD_NUMBER, AT(kp), .required = true, .range = RANGE_POSITIVE,
     .low = 1e-9, .high = 1e12, .unit = "N/m or N m/rad",
     .help = "gain of the position's error"},
    {"kd", FIELD_NUMBER, AT(kd), .required = true, .range = RANGE_POSITIVE,
     .low = 1e-9, .high = 1e12, .unit = "N s/m or N m s/rad",
     .help = "gain of the speed's error"},
    {"rate", FIELD_NUMBER, AT(rate), .range = RANGE_POSITIVE, .low = 1e-3,
     .high = 1e9, .fallback = 1000, .unit = "Hz", .help = "rate of the loop"},
    {"filter", FIELD_NUMBER, AT(filter), .range = RANGE_POSITIVE, .low = 1e-3,
     .high = 1e9, .unit = "Hz",
     .help = "cut-off of the measured speed; 8*sqrt(kp/inertia)/(2*pi) by "
             "default"}};
#undef AT

typedef struct CompensateKeys {
  double gain, bandwidth, room, limit, observer_gain;
  const Value *lambda, *adapts;
} CompensateKeys;

#define AT(member) offsetof(CompensateKeys, member)
static const Field compensate_fields[] = {
    {"gain", FIELD_NUMBER, AT(gain), .range = RANGE_WITHIN, .low = 0, .high = 2,
     .fallback = 1, .help = "share of the friction fed forward"},
    {"bandwidth", FIELD_VALUE, AT(adapts), .unit = "s",
     .help = "time of the adaptation, 0.2 by default; math.huge: none"},
    {"lambda", FIELD_VALUE, AT(lambda), .unit = "1/s",
     .help = "rate at which an error of position becomes a speed; \"auto\" by "
             "default: sqrt(kp/inertia), at most kd/(2*inertia)"},
    {"room", FIELD_NUMBER, AT(room), .range = RANGE_NOT_NEGATIVE, .low = 1e-3,
     .high = 1e3, .fallback = 4,
     .help = "the correction's largest share of the desired speed"},
    {"limit", FIELD_NUMBER, AT(limit), .range = RANGE_WITHIN, .low = 0,
     .high = 1, .fallback = 0.5,
     .help = "largest change of level and viscous friction by adaptation"},
    {"observer_gain", FIELD_NUMBER, AT(observer_gain),
     .range = RANGE_NOT_NEGATIVE, .low = 1e-9, .high = 1e9, .unit = "1/s",
     .help = "gain of the error in _observe"}};
#undef AT

#define AT(member) offsetof(JointScenario, member)
static const Field scenario_fields[] = {
    {"duration", .same = &duration_key, .offset = AT(duration)},
    {"dt", .same = &dt_key, .offset = AT(dt), .required = true},
    {"q", FIELD_NUMBER, AT(q), .unit = "m or rad",
     .help = "position at the start"},
    {"v_start", FIELD_NUMBER, AT(v_start), .unit = "m/s or rad/s",
     .help = "speed at the start"},
    {"z", FIELD_NUMBER, AT(z), .unit = "m or rad",
     .help = "deflection of the bristle at the start"},
    {"inertia", FIELD_NUMBER, AT(inertia), .range = RANGE_POSITIVE,
     .low = 1e-12, .high = 1e9, .unit = "kg or kg m^2",
     .help = "inertia of the axis; that of loop by default"},
    {"spring", FIELD_NUMBER, AT(spring), .range = RANGE_NOT_NEGATIVE,
     .low = 1e-12, .high = 1e12, .unit = "N/m or N m/rad",
     .help = "stiffness of a spring to `at`"},
    {"at", FIELD_NUMBER, AT(at), .unit = "m or rad",
     .help = "where the spring has no force"},
    {"belt", FIELD_NUMBER, AT(belt), .unit = "m/s or rad/s",
     .help = "speed of the other side of the contact"},
    {"drive", FIELD_FUNCTION, AT(drive),
     .help = "function(t): force or torque on the axis; 0 by default"},
    {"load", FIELD_FUNCTION, AT(load),
     .help = "function(t): the load of key load; 0 by default"},
    {"v", FIELD_FUNCTION, AT(v),
     .help = "function(t): the speed is given; by default it follows from "
             "inertia and drive"}};
#undef AT

static const Word joint_words[] = {
    {"joint", "friction of one axis: a gearbox, a screw, a cable drive",
     joint_fields, COUNT(joint_fields)},
    {"reverse =", "numbers of a joint that differ for v < 0",
     joint_reverse_fields, JOINT_REVERSE_FIELDS},
    {"load =", "a joint's friction under load", joint_load_fields,
     JOINT_LOAD_FIELDS},
    {"position =", "a joint's friction over its position",
     joint_position_fields, JOINT_POSITION_FIELDS},
    {"loop =", "the control loop of a joint", loop_fields, COUNT(loop_fields)},
    {"compensate =", "a joint's _compensate and _observe", compensate_fields,
     COUNT(compensate_fields)},
    {"axis =", "the machine around a joint's friction, for fits",
     joint_axis_fields, JOINT_AXIS_FIELDS},
    {"scenario =", "a joint's simulation", scenario_fields,
     COUNT(scenario_fields)}};

/* ---- properties
 * -------------------------------------------------------------- */

bool joint_has_state(const Joint *j)
{
  return j->law != JOINT_COULOMB;
}

double *joint_side_number(JointSide *side, int key)
{
  double *const numbers[JOINT_SIDE_NUMBERS] = {
      &side->F_c, &side->F_s, &side->v_s, &side->gamma, &side->sigma2};
  return numbers[key];
}

static bool is_tuned(const Joint *j, const char *name)
{
  return tuning_has(j->model.tuning, name);
}

const char *joint_side_symbol(const Joint *j, int side, int key)
{
  static const char *const reverse[JOINT_SIDE_NUMBERS] = {
      "reverse_F_c", "reverse_F_s", "reverse_v_s", "reverse_gamma",
      "reverse_sigma2"};
  if (side && j->side[1].is_given >> key & 1) return reverse[key];
  if (key == 1 && !j->has_F_s) return joint_side_symbol(j, side, 0);
  return joint_side_names[key];
}

bool joint_has_reverse(const Joint *j, int key)
{
  return strcmp(joint_side_symbol(j, 0, key), joint_side_symbol(j, 1, key)) !=
         0;
}

bool joint_has_stribeck(const Joint *j)
{
  if (j->stribeck || j->law == JOINT_DAHL || !(j->side[0].v_s > 0))
    return false;
  bool has = j->mu_s != j->mu_c || (j->has_mu_s && is_tuned(j, "mu_c")) ||
             is_tuned(j, "mu_s");
  for (int i = 0; i < 2; i++) {
    const char *c = joint_side_symbol(j, i, 0), *s = joint_side_symbol(j, i, 1);
    has = has || j->side[i].F_s != j->side[i].F_c ||
          (strcmp(c, s) != 0 && (is_tuned(j, c) || is_tuned(j, s)));
  }
  return has;
}

/* ---- parts
 * ------------------------------------------------------------------- */

static void read_loop(Joint *j, const Value *value)
{
  Run *run = j->model.run;
  if (!value) return;
  JointLoop *loop = &j->loop_now;
  spec_read(run, value, "loop", loop_fields, COUNT(loop_fields), loop);
  if (loop->filter == 0)
    loop->filter = 8 * sqrt(loop->kp / loop->inertia) / (2 * PI);
  j->loop = loop;
}

/* Reads a number that the spec may leave out, or NULL. */
static double own_number(Run *run, const Value *value, const char *name,
                         double fallback, double most)
{
  if (!value) return fallback;
  if (value->type != VALUE_NUMBER || !(value->number > 0) ||
      !(value->number <= most))
    run_fail(run, value->where, "%s must be a positive number, got %s", name,
             value_describe(run, value));
  return value->number;
}

static void read_compensate(Joint *j, const Value *value)
{
  Run *run = j->model.run;
  CompensateKeys keys = {.gain = 1, .room = 4, .limit = 0.5};
  if (value && !j->loop)
    run_fail(run, value->where,
             "compensate needs loop = { inertia, kp, kd } of the axis");
  if (value && !joint_has_state(j))
    run_fail(run, value->where,
             "compensate needs a law with a bristle: lugre or dahl");
  if (value)
    spec_read(run, value, "compensate", compensate_fields,
              COUNT(compensate_fields), &keys);
  const bool is_auto =
      !keys.lambda || (keys.lambda->type == VALUE_STRING &&
                       strcmp(keys.lambda->string, "auto") == 0);
  j->compensate = (JointCompensate){
      .gain = keys.gain,
      .room = keys.room,
      .limit = keys.limit,
      .observer_gain = keys.observer_gain,
      .bandwidth =
          own_number(run, keys.adapts, "compensate.bandwidth", 0.2, INFINITY),
      .lambda = own_number(run, is_auto ? NULL : keys.lambda,
                           "compensate.lambda", 0, 1e9)};
}

static const JointScenario *read_scenario(const Joint *j, const Value *value)
{
  Run *run = j->model.run;
  if (!value) return NULL;
  JointScenario *s = run_alloc(run, sizeof *s);
  spec_read(run, value, "scenario", scenario_fields, COUNT(scenario_fields), s);
  require_bounded_steps(run, value->where, s->duration, s->dt);
  if (s->inertia == 0 && j->loop) s->inertia = j->loop->inertia;
  if (!(s->inertia > 0) && !s->v)
    run_fail(run, value->where,
             "scenario needs the inertia of the axis, or its speed as v = "
             "function(t)");
  if (s->v && (s->drive || s->spring > 0 || spec_has(value, "v_start")))
    run_fail(run, s->v->where,
             "v gives the speed, so drive, spring and v_start have no effect; "
             "leave them out");
  if (s->load && !j->has_load)
    run_fail(run, s->load->where,
             "scenario.load has no effect without load = { mu_c = ... } of the "
             "joint");
  if (s->z != 0 && !joint_has_state(j))
    run_fail(run, value_get(value, "z")->where,
             "coulomb has no bristle, so scenario.z has no effect");
  return s;
}

/* ---- tuning
 * ------------------------------------------------------------------ */

#define AT(member) offsetof(Joint, member)
#define LEVEL      "N or N m"
static const Tunable tunables[] = {
    {"F_c", LEVEL, AT(side[0].F_c), 1e-9, 1e9},
    {"F_s", LEVEL, AT(side[0].F_s), 1e-9, 1e9},
    {"v_s", "m/s or rad/s", AT(side[0].v_s), 1e-7, 1e4},
    {"gamma", "1", AT(side[0].gamma), 0.1, 4},
    {"sigma0", "N/m or N m/rad", AT(sigma0), 1e-6, 1e12},
    {"sigma1", "N s/m or N m s/rad", AT(sigma1), 0, 1e9},
    {"sigma2", "N s/m or N m s/rad", AT(side[0].sigma2), 0, 1e9},
    {"v_d", "m/s or rad/s", AT(v_d), 1e-7, 1e6},
    {"mu_c", "1", AT(mu_c), 0, 1e6},
    {"mu_s", "1", AT(mu_s), 0, 1e6},
    {"reverse_F_c", LEVEL, AT(side[1].F_c), 1e-9, 1e9},
    {"reverse_F_s", LEVEL, AT(side[1].F_s), 1e-9, 1e9},
    {"reverse_v_s", "m/s or rad/s", AT(side[1].v_s), 1e-7, 1e4},
    {"reverse_gamma", "1", AT(side[1].gamma), 0.1, 4},
    {"reverse_sigma2", "N s/m or N m s/rad", AT(side[1].sigma2), 0, 1e9},
    {"inertia", "kg or kg m^2", AT(loop_now.inertia), 1e-12, 1e9},
    {"kp", "N/m or N m/rad", AT(loop_now.kp), 1e-9, 1e12},
    {"kd", "N s/m or N m s/rad", AT(loop_now.kd), 1e-9, 1e12}};
#undef AT

/* Sets numbers that follow others by default. */
static void follow(Joint *j)
{
  for (int side = 0; side < 2; side++)
    for (int key = 0; key < JOINT_SIDE_NUMBERS; key++) {
      const char *symbol = joint_side_symbol(j, side, key);
      double *const own = joint_side_number(&j->side[side], key);
      if (strcmp(symbol, joint_side_names[key]) == 0)
        *own = *joint_side_number(&j->side[0], key);
      else if (key == 1 && !strstr(symbol, "F_s"))
        *own = j->side[side].F_c;
    }
  if (!j->has_mu_s) j->mu_s = j->mu_c;
  if (!j->stribeck) j->top = fmax(j->side[0].F_s, j->side[1].F_s);
}

const Joint *joint_tuned(const Joint *j, const double *values)
{
  if (!j->model.tuning || !values) return j;
  Joint *tuned = run_alloc(j->model.run, sizeof *tuned);
  *tuned = *j;
  tuning_apply(j->model.tuning, values, tuned);
  if (j->loop) tuned->loop = &tuned->loop_now;
  follow(tuned);
  return tuned;
}

/* Refuses names that this joint's code does not have. */
static void require_tunable(const Joint *j, const char *name, Where where)
{
  static const struct {
    const char *name, *reason;
  } own[] = {{"v_d", "has no v_d"},        {"mu_c", "has no load"},
             {"mu_s", "has no load.mu_s"}, {"inertia", "has no loop"},
             {"kp", "has no loop"},        {"kd", "has no loop"}};
  const bool has[] = {j->v_d > 0,      j->has_load,     j->has_mu_s,
                      j->loop != NULL, j->loop != NULL, j->loop != NULL};
  for (size_t i = 0; i < COUNT(own); i++)
    if (strcmp(name, own[i].name) == 0 && !has[i])
      run_fail(j->model.run, where, "%s cannot be tuned: the joint %s", name,
               own[i].reason);
  const bool is_formula =
      strstr(name, "F_") || strstr(name, "v_s") || strstr(name, "gamma");
  if (is_formula && j->stribeck)
    run_fail(j->model.run, where,
             "%s cannot be tuned: a stribeck function gives the level", name);
  if ((strstr(name, "v_s") || strstr(name, "gamma")) && !(j->side[0].v_s > 0))
    run_fail(j->model.run, where, "%s cannot be tuned: the joint has no v_s",
             name);
  if (strcmp(name, "F_s") == 0 && !j->has_F_s)
    run_fail(j->model.run, where,
             "F_s cannot be tuned: friction does not give F_s");
  if (strstr(name, "sigma0") && !joint_has_state(j))
    run_fail(j->model.run, where, "%s cannot be tuned: coulomb has no bristle",
             name);
  if (strstr(name, "sigma1") && j->law != JOINT_LUGRE)
    run_fail(j->model.run, where, "%s cannot be tuned: only lugre has sigma1",
             name);
  for (int i = 0; i < JOINT_SIDE_NUMBERS; i++)
    if (strncmp(name, "reverse_", 8) == 0 &&
        strcmp(name + 8, joint_side_names[i]) == 0 &&
        !(j->side[1].is_given >> i & 1))
      run_fail(j->model.run, where,
               "%s cannot be tuned: reverse does not give %s", name,
               joint_side_names[i]);
}

/* The static level is never below the sliding one, in either direction. */
static const Tuning *ordered(const Joint *j, const Tuning *tuning)
{
  TuningOrder *orders = run_alloc(j->model.run, 3 * sizeof *orders);
  size_t count = 0;
  for (int i = 0; i < 2 && !j->stribeck; i++) {
    const TuningOrder order = {joint_side_symbol(j, i, 0),
                               joint_side_symbol(j, i, 1), j->side[i].F_c,
                               j->side[i].F_s};
    const bool is_new =
        i == 0 || joint_has_reverse(j, 0) || joint_has_reverse(j, 1);
    if (is_new && strcmp(order.least, order.most) != 0) orders[count++] = order;
  }
  if (j->has_mu_s)
    orders[count++] = (TuningOrder){"mu_c", "mu_s", j->mu_c, j->mu_s};
  return tuning_with_orders(&j->model, tuning, orders, count);
}

static void read_tuning(Joint *j, const Value *value)
{
  Model *m = &j->model;
  m->tuning = tuning_read(m, value, tunables, COUNT(tunables));
  if (m->tuning) m->tuning = ordered(j, m->tuning);
  for (size_t i = 0; m->tuning && i < m->tuning->count; i++) {
    const char *name = m->tuning->list[i].name;
    require_tunable(j, name, value_get(value, name)->where);
  }
}

/* ---- the model
 * ---------------------------------------------------------------- */

static void require_float_range(const Joint *j)
{
  const JointSide *s = j->side;
  const double zmax = fmin(s[0].F_c, s[1].F_c) * j->position.least / j->sigma0;
  if (!j->model.is_float || !joint_has_state(j)) return;
  if (j->sigma0 > 1e10 || (zmax > 0 && zmax < 1e-12) || j->side[0].F_s > 1e8)
    run_fail(j->model.run, j->model.spec->root.where,
             "a deflection of %.2g and a stiffness of %.2g leave the range in "
             "which floats are useful; take real = \"double\"",
             zmax, j->sigma0);
}

static Model *joint_build(Spec *spec)
{
  Keys keys = {0};
  spec_read(spec->run, &spec->root, "joint", joint_fields, COUNT(joint_fields),
            &keys);
  Joint *j = model_new(spec, &keys.model, sizeof *j);
  j->is_rotary = keys.unit == 1;
  j->step = (JointStep)keys.step;
  j->encoder = keys.encoder;
  joint_read_law(j, keys.friction);
  joint_read_load(j, keys.load);
  joint_read_reverse(j, keys.reverse);
  follow(j);
  joint_require_levels(j, keys.friction->where);
  joint_read_position(j, keys.position);
  require_float_range(j);
  j->usual_level = joint_usual_level(j);
  read_loop(j, keys.loop);
  read_compensate(j, keys.compensate);
  joint_read_axis(j, keys.axis);
  read_tuning(j, tuning_asked(keys.tune));
  j->scenario = read_scenario(j, keys.scenario);
  return &j->model;
}

static void joint_dump(const Model *model, FILE *out)
{
  static const char *const laws[] = {"lugre", "dahl", "coulomb"};
  const Joint *j = (const Joint *)model;
  char a[32], b[32], c[32], d[32], e[32];
  fprintf(out, "joint %s, %s, real %s, %s, step %s\n", model->name,
          unit_names[j->is_rotary], real_names[model->is_float], laws[j->law],
          step_names[j->step]);
  for (int i = 0; i < 2; i++)
    fprintf(out, "%s: F_c %s, F_s %s, v_s %s, gamma %s, sigma2 %s\n",
            i ? "reverse" : "forward", number_text(j->side[i].F_c, a),
            number_text(j->side[i].F_s, b), number_text(j->side[i].v_s, c),
            number_text(j->side[i].gamma, d),
            number_text(j->side[i].sigma2, e));
  fprintf(out, "sigma0 %s, sigma1 %s, s_ba %s, v_d %s, alpha %s\n",
          number_text(j->sigma0, a), number_text(j->sigma1, b),
          number_text(j->s_ba, c), number_text(j->v_d, d),
          number_text(j->alpha, e));
  fprintf(out, "load %s, mu_c %s, mu_s %s\n", j->has_load ? "yes" : "no",
          number_text(j->mu_c, a), number_text(j->mu_s, b));
  const JointPosition *p = &j->position;
  fprintf(out, "position: %d pieces over %s from %s, least %s, error %s\n",
          p->pieces, number_text(p->length, a), number_text(p->from, b),
          number_text(p->least, c), number_text(p->error, d));
}

static const Model *model_tuned(const Model *model, const double *values)
{
  return &joint_tuned((const Joint *)model, values)->model;
}

const Kind joint_kind = {.word = "joint",
                         .build = joint_build,
                         .dump = joint_dump,
                         .derive = joint_derive,
                         .goldens = joint_goldens,
                         .use = "friction of one axis, such as a gearbox or a "
                                "ball screw: the step is exact, and "
                                "_compensate feeds friction forward",
                         .tuned = model_tuned,
                         .plan = joint_plan,
                         .check = joint_check,
                         .plot = joint_plot,
                         .draws_motion = joint_draws_motion,
                         .workload = joint_workload,
                         .verify = joint_verify,
                         .simulate = joint_simulate,
                         .picture = joint_picture,
                         .fit = joint_fit,
                         .words = joint_words,
                         .nwords = COUNT(joint_words)};
