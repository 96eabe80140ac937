/* model.c: the kind `slider`: its words, and what they accept. In: a Spec. Out:
 * a Slider: an object on a table, friction as an ellipsoid at the equivalent
 * contact point.
 *
 * Invariant: the parameters of a Slider that was built are positive and finite,
 * and its centre of mass is above its patch. */
#include <float.h>
#include <math.h>

#include "base/base.h"
#include "language/language.h"
#include "kinds/kind.h"
#include "results/results.h"
#include "kinds/slider/slider.h"

typedef struct Keys {
  ModelKeys model;
  double mass, inertia, height, mu, dt, size[2];
  int grid[2];
  const Value *ellipsoid, *gravity, *patch, *scenario, *tune;
} Keys;

#define AT(member) offsetof(Keys, member)
static const Field slider_fields[] = {
    {"name", .same = &name_key, .offset = AT(model.name)},
    {"about", .same = &about_key, .offset = AT(model.about)},
    {"mass", FIELD_NUMBER, AT(mass), .required = true, .range = RANGE_POSITIVE,
     .low = 1e-9, .high = 1e9, .unit = "kg", .help = "mass of the body"},
    {"inertia", FIELD_NUMBER, AT(inertia), .required = true,
     .range = RANGE_POSITIVE, .low = 1e-18, .high = 1e15, .unit = "kg m^2",
     .help = "moment of inertia about the vertical axis through the centre of "
             "mass"},
    {"height", FIELD_NUMBER, AT(height), .range = RANGE_NOT_NEGATIVE,
     .low = 1e-9, .high = 1e3, .unit = "m",
     .help = "height of the centre of mass above the table"},
    {"mu", FIELD_NUMBER, AT(mu), .required = true, .range = RANGE_POSITIVE,
     .low = 1e-6, .high = 1e3, .help = "friction coefficient"},
    {"ellipsoid", FIELD_VALUE, AT(ellipsoid),
     .help = "{ et = 1, eo = 1, er = metres }: friction along x and y of the "
             "table, and torque, per mu and load"},
    {"gravity", .same = &gravity_key, .offset = AT(gravity)},
    {"patch", FIELD_VALUE, AT(patch), .required = true,
     .help = "a surface relative to the centre of mass, in the body's axes: "
             "disc, annulus, rectangle, polygon, map, image or function(x, y); "
             "its pressure gives er"},
    {"grid", .same = &grid_key, .offset = AT(grid),
     .help = "{ cells along x, along y } of the patch; 40 by 40, or a map's "
             "own, by default"},
    {"size", .same = &size_key, .offset = AT(size),
     .help = "{ extent along x, along y } of the grid; that of the shapes by "
             "default"},
    {"dt", FIELD_NUMBER, AT(dt), .range = RANGE_POSITIVE, .low = 1e-9,
     .high = 1e3, .unit = "s",
     .help = "fixes the time step; by default it is an argument"},
    {"real", .same = &real_key, .offset = AT(model.real)},
    {"scenario", FIELD_VALUE, AT(scenario), .help = "the motion to simulate"},
    {"functions", .same = &functions_key, .offset = AT(model.functions)},
    {"budget", .same = &budget_key, .offset = AT(model.budget)},
    {"tune", FIELD_VALUE, AT(tune),
     .help = "{ mu = { low, high } }: ranges of numbers that change at run "
             "time: mass, inertia, height, mu, et, eo, er"}};
#undef AT

typedef struct Ellipsoid {
  double et, eo, er;
} Ellipsoid;

#define AT(member) offsetof(Ellipsoid, member)
static const Field ellipsoid_fields[] = {
    {"et", FIELD_NUMBER, AT(et), .range = RANGE_POSITIVE, .low = 1e-3,
     .high = 1e3, .fallback = 1, .help = "semi-axis along x of the table"},
    {"eo", FIELD_NUMBER, AT(eo), .range = RANGE_POSITIVE, .low = 1e-3,
     .high = 1e3, .fallback = 1, .help = "semi-axis along y of the table"},
    {"er", FIELD_NUMBER, AT(er), .range = RANGE_POSITIVE, .low = 1e-9,
     .high = 1e3, .unit = "m",
     .help = "semi-axis of the torque; by default the largest torque per mu "
             "and load that the patch's pressure gives"}};
#undef AT

#define AT(member) offsetof(SliderScenario, member)
static const Field scenario_fields[] = {
    {"duration", .same = &duration_key, .offset = AT(duration)},
    {"dt", .same = &dt_key, .offset = AT(dt),
     .help = "time step; by default the dt of the spec"},
    {"q", FIELD_NUMBERS, AT(q), .count = 3, .unit = "m, m, rad",
     .help = "{ x, y, angle } at the start; 0 by default"},
    {"v", FIELD_NUMBERS, AT(v), .count = 3, .unit = "m/s, m/s, rad/s",
     .help = "{ vx, vy, w } at the start; 0 by default"},
    {"load", FIELD_FUNCTION, AT(load),
     .help = "function(t, x, y, angle, vx, vy, w): fx, fy, torque on the "
             "centre of mass (N, N, N m); none by default"},
    {"snapshot", FIELD_NUMBER, AT(snapshot), .range = RANGE_POSITIVE,
     .unit = "s",
     .help = "time between two outlines in pictures; a twelfth of "
             "duration by default"}};
#undef AT

static const Word slider_words[] = {
    {"slider", "an object that slides on a table", slider_fields,
     COUNT(slider_fields)},
    {"ellipsoid =", "the friction of a slider", ellipsoid_fields,
     COUNT(ellipsoid_fields)},
    {"scenario =", "a slider's simulation", scenario_fields,
     COUNT(scenario_fields)}};

/* ---- parts ------------------------------------------------------------- */

static void read_ellipsoid(Slider *s, const Value *value)
{
  Ellipsoid e = {1, 1, 0};
  if (value)
    spec_read(s->model.run, value, "ellipsoid", ellipsoid_fields,
              COUNT(ellipsoid_fields), &e);
  s->e[0] = e.et;
  s->e[1] = e.eo;
  s->e[2] = e.er;
  s->is_er_computed = e.er == 0;
}

static void read_gravity(Slider *s, const Value *value)
{
  gravity_read(s->model.run, value, s->gravity);
  if (!(s->gravity[2] >= 1e-6))
    run_fail(s->model.run, value->where,
             "gravity into the table must be between 1e-6 and 1e6 m/s^2, got "
             "%g",
             s->gravity[2]);
}

static const SliderScenario *read_scenario(const Slider *s, const Value *value)
{
  Run *run = s->model.run;
  if (!value) return NULL;
  SliderScenario *scenario = run_alloc(run, sizeof *scenario);
  spec_read(run, value, "scenario", scenario_fields, COUNT(scenario_fields),
            scenario);
  if (s->dt > 0 && scenario->dt > 0 && scenario->dt != s->dt)
    run_fail(run, value_get(value, "dt")->where,
             "the slider has dt = %g, so its scenario cannot have dt = %g; "
             "leave one out",
             s->dt, scenario->dt);
  if (s->dt > 0) scenario->dt = s->dt;
  if (!(scenario->dt > 0))
    run_fail(run, value->where, "scenario needs dt, its time step in s");
  require_bounded_steps(run, value->where, scenario->duration, scenario->dt);
  if (scenario->snapshot == 0) scenario->snapshot = scenario->duration / 12;
  return scenario;
}

/* Refuses bodies that no step can follow: friction would tip them long before
 * they slide, or is lost in the rounding of gravity. */
static void require_sound_balance(const Slider *s, const Keys *keys)
{
  enum { MOST_SHIFT = 80 };
  Run *run = s->model.run;
  const double shift = s->mu * fmax(s->e[0], s->e[1]) * s->height;
  const double unit = s->model.is_float ? FLT_EPSILON : DBL_EPSILON;
  const double pull = hypot(s->gravity[0], s->gravity[1]);
  const double hold = s->mu * s->gravity[2] * fmin(1, fmin(s->e[0], s->e[1]));
  if (shift > MOST_SHIFT * s->outside)
    run_fail(run, value_get(&s->model.spec->root, "height")->where,
             "friction would shift the contact point by %.3g m, more than %d "
             "times as far as the patch reaches (%.3g m): the body tips long "
             "before it slides; take a height of %.3g m or less",
             shift, MOST_SHIFT, s->outside,
             MOST_SHIFT * s->outside / (s->mu * fmax(s->e[0], s->e[1])));
  if (unit * pull > 1e-3 * hold)
    run_fail(run, keys->gravity->where,
             "gravity along the table, %.3g m/s^2, is so far above friction, "
             "%.3g m/s^2, that rounding hides friction%s",
             pull, hold, s->model.is_float ? "; take real = \"double\"" : "");
}

#define AT(member) offsetof(Slider, member)
static const Tunable tunables[] = {
    {"mass", "kg", AT(mass), 1e-9, 1e9},
    {"inertia", "kg m^2", AT(inertia), 1e-18, 1e15},
    {"height", "m", AT(height), 1e-9, 1e3},
    {"mu", "1", AT(mu), 1e-6, 1e3},
    {"et", "1", AT(e[0]), 1e-3, 1e3},
    {"eo", "1", AT(e[1]), 1e-3, 1e3},
    {"er", "m", AT(e[2]), 1e-9, 1e3}};
#undef AT
_Static_assert((int)COUNT(tunables) <= (int)MOST_TUNED, "all can be tuned");

const Slider *slider_tuned(const Slider *s, const double *values)
{
  if (!s->model.tuning) return s;
  Slider *tuned = run_alloc(s->model.run, sizeof *tuned);
  *tuned = *s;
  tuning_apply(s->model.tuning, values, tuned);
  return tuned;
}

/* Refuses a tuning with a corner that no step can follow. */
static void read_tuning(Slider *s, const Keys *keys)
{
  s->model.tuning =
      tuning_read(&s->model, tuning_asked(keys->tune), tunables, COUNT(tunables));
  const Tuning *tuning = s->model.tuning;
  if (!tuning) return;
  double *values = run_doubles(s->model.run, tuning->count);
  for (size_t i = 0; i < tuning_corners(tuning); i++) {
    tuning_point(tuning, i, values);
    require_sound_balance(slider_tuned(s, values), keys);
  }
}

static Model *slider_build(Spec *spec)
{
  Run *run = spec->run;
  Keys keys = {0};
  spec_read(run, &spec->root, "slider", slider_fields, COUNT(slider_fields),
            &keys);
  Slider *s = model_new(spec, &keys.model, sizeof *s);
  s->mass = keys.mass;
  s->inertia = keys.inertia;
  s->height = keys.height;
  s->mu = keys.mu;
  s->dt = keys.dt;
  read_ellipsoid(s, keys.ellipsoid);
  read_gravity(s, keys.gravity);
  slider_read_patch(s, keys.patch, keys.grid, keys.size);
  require_sound_balance(s, &keys);
  read_tuning(s, &keys);
  s->scenario = read_scenario(s, keys.scenario);
  return &s->model;
}

bool slider_is_round(const Slider *s)
{
  const Tuning *tuning = s->model.tuning;
  return s->e[0] == s->e[1] && !tuning_has(tuning, "et") &&
         !tuning_has(tuning, "eo");
}

bool slider_has_search(const Slider *s)
{
  return s->height > 0 && !slider_is_round(s);
}

static void slider_dump(const Model *model, FILE *out)
{
  const Slider *s = (const Slider *)model;
  char a[32], b[32], c[32];
  fprintf(out, "slider %s, real %s\n", model->name,
          real_names[model->is_float]);
  fprintf(out, "mass %s, inertia %s, height %s, ", number_text(s->mass, a),
          number_text(s->inertia, b), number_text(s->height, c));
  fprintf(out, "mu %s\n", number_text(s->mu, a));
  fprintf(out, "ellipsoid %s %s %s\n", number_text(s->e[0], a),
          number_text(s->e[1], b), number_text(s->e[2], c));
  fprintf(out, "gravity %s %s %s, dt %s\n", number_text(s->gravity[0], a),
          number_text(s->gravity[1], b), number_text(s->gravity[2], c),
          s->dt > 0 ? run_printf(model->run, "%.17g", s->dt) : "free");
  fprintf(out, "cop %s %s\n", number_text(s->cop[0], a),
          number_text(s->cop[1], b));
  fprintf(out, "%zu corners: x y\n", s->ncorners);
  for (size_t i = 0; i < s->ncorners; i++)
    fprintf(out, "%s %s\n", number_text(s->corners[i].x, a),
            number_text(s->corners[i].y, b));
}

static const Model *model_tuned(const Model *model, const double *values)
{
  return &slider_tuned((const Slider *)model, values)->model;
}

const Kind slider_kind = {.word = "slider",
                          .use = "an object on a table whose pressure is "
                                 "unknown: its friction is an ellipsoid at the "
                                 "equivalent contact point",
                          .build = slider_build,
                          .dump = slider_dump,
                          .derive = slider_derive,
                          .goldens = slider_goldens,
                          .tuned = model_tuned,
                          .plan = slider_plan,
                          .check = slider_check,
                          .plot = slider_plot,
                         .net = slider_net,
                          .draws_motion = slider_draws_motion,
                          .workload = slider_workload,
                          .verify = slider_verify,
                          .simulate = slider_simulate,
                          .picture = slider_picture,
                          .words = slider_words,
                          .nwords = COUNT(slider_words)};
