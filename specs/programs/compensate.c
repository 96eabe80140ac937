/* compensate.c: how well a joint's _compensate works. It makes random axes
 * whose friction the model knows to 20 %, drives each with several controllers,
 * and prints how far the axis is from its path.
 *
 *   cc compensate.c $(pkg-config --cflags --libs bristle) -lm -o compensate
 *   ./compensate [axes=200] [seed=101] [off=0.2] [csv=rows.csv] ...
 *   gnuplot -e "rows='rows.csv'" compensate.gp
 *   ./compensate table=1 axes=100        how _compensate bears other conditions
 *
 * Axis: J dv/dt = u - friction, elasto-plastic LuGre, in steps of 20 us with
 * the exact step of a joint of its own. Loop: PD at 1 kHz with a 12-bit encoder
 * and a filtered speed; the inertia is fed forward. 8 s of motion, then 3 s of
 * rest. Other arguments: joff, lo, hi (breakaway in counts), wlo, whi (PD in
 * rad/s), kind (0 sine, 1 two sines, 2 point to point), one (1 or -1: all
 * parameters off to one side), asym (friction that differs in reverse, unknown
 * to the model), bandwidth, room. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <bristle/bristle.h>

#define PI 3.14159265358979323846
enum { SUBSTEPS = 20, RATE = 1000, MOST_AXES = 1000 };
static const double motion_end = 8, hold_end = 11;

typedef struct Options {
  int axes, kind, one, table;
  long seed;
  double off, joff, lo, hi, wlo, whi, asym, bandwidth, room;
  const char *csv;
} Options;

typedef struct Axis {
  double J, fc, fs, vs, s0, s1, s2, sba;
} Axis;

typedef struct Loop {
  double count, kp, kd, cutoff, wn;
} Loop;

typedef struct Path {
  double a1, w1, a2, w2, dwell;
  int kind;
} Path;

typedef enum Law {
  PD,
  PID,
  STATIC,
  STATIC_ADAPTED,
  BRISTLE_DESIRED,
  BRISTLE_MEASURED,
  BRISTLE_ADAPTED,
  LAWS
} Law;
static const char *const law_names[LAWS] = {"PD",
                                            "PID",
                                            "PD + Coulomb, viscous (CV)",
                                            "PD + CV, both adapted",
                                            "PD + bristle, desired speed",
                                            "PD + bristle, measured speed",
                                            "PD + _compensate"};

typedef struct Result {
  double rms, hunt; /* rad; counts peak to peak */
} Result;

/* ---- random numbers --------------------------------------------------------
 */

static uint64_t random_state;

static double uniform(double low, double high)
{
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return low + (high - low) * ((double)(random_state >> 11) * 0x1p-53);
}

static double log_uniform(double low, double high)
{
  return low * exp(uniform(0, log(high / low)));
}

static double either_sign(void)
{
  return uniform(0, 1) < 0.5 ? -1 : 1;
}

/* ---- solvers ---------------------------------------------------------------
 */

/* A joint with its states and functions. */
typedef struct Joint {
  bristle_solver *solver;
  const br_solver *state_functions, *comp_functions;
  const br_function *step, *observe, *compensate;
  void *state, *comp;
} Joint;

static const br_function *function_named(const br_solver *solver,
                                         const char *name)
{
  for (int i = 0; solver && i < solver->nfunctions; i++)
    if (strcmp(solver->functions[i].name, name) == 0)
      return &solver->functions[i];
  fprintf(stderr, "the solver has no function %s\n", name);
  exit(2);
}

static void *state_new(const br_solver *solver)
{
  const size_t align = solver->state_align;
  void *state =
      aligned_alloc(align, (solver->state_bytes + align - 1) / align * align);
  if (!state) exit(2);
  return state;
}

/* Compiles a joint with these parameters; friction in reverse is `back` times
 * that forward. */
static Joint joint_open(const Axis *a, const Loop *c, double back,
                        const Options *o)
{
  char text[2000];
  snprintf(text, sizeof text,
           "return joint { name = \"axis\", unit = \"rotary\", friction = "
           "lugre { F_c = %.17g, F_s = %.17g, v_s = %.17g, sigma0 = %.17g, "
           "sigma1 = %.17g, sigma2 = %.17g, s_ba = %.17g }, reverse = { F_c = "
           "%.17g, F_s = %.17g }, encoder = %.17g, loop = { inertia = %.17g, "
           "kp = %.17g, kd = %.17g, rate = %d }, compensate = { bandwidth = "
           "%.17g, room = %.17g } }",
           a->fc, a->fs, a->vs, a->s0, a->s1, a->s2, a->sba, back * a->fc,
           back * a->fs, c->count, a->J, c->kp, c->kd, RATE, o->bandwidth,
           o->room);
  bristle_model *model = bristle_open_text("axis", text, NULL, 0);
  Joint j = {NULL};
  if (model && !bristle_error(model))
    j.solver = bristle_solver_open(model, "tcc");
  if (!j.solver) {
    fprintf(stderr, "%s\n", model ? bristle_error(model) : "no memory");
    exit(2);
  }
  bristle_close(model);
  j.state_functions = bristle_solver_functions(j.solver, 0);
  j.comp_functions = bristle_solver_functions(j.solver, 1);
  j.step = function_named(j.state_functions, "step");
  j.observe = function_named(j.state_functions, "observe");
  j.compensate = function_named(j.comp_functions, "compensate");
  j.state = state_new(j.state_functions);
  j.comp = state_new(j.comp_functions);
  return j;
}

static void joint_close(Joint *j)
{
  bristle_solver_close(j->solver);
  free(j->state);
  free(j->comp);
}

static double friction_step(const Joint *j, double v, double dt)
{
  const double *const in[] = {&v, &dt};
  double force;
  double *const out[] = {&force};
  j->step->call(j->state, in, out);
  return force;
}

/* ---- paths ------------------------------------------------------------------
 */

static double smooth(double x)
{
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  return x * x * x * (10 + x * (6 * x - 15));
}

static double desired(const Path *p, double t)
{
  const double fade = smooth(2 * t) * smooth(motion_end - t);
  if (p->kind == 0) return fade * p->a1 * sin(p->w1 * t);
  if (p->kind == 1)
    return fade * (p->a1 * sin(p->w1 * t) + p->a2 * sin(p->w2 * t));
  const double move = PI / p->w1, half = move + p->dwell;
  if (t >= floor(motion_end / (2 * half)) * 2 * half) return -p->a1;
  const double way = 2 * smooth(fmod(t, half) / move) - 1;
  return fmod(t, 2 * half) < half ? p->a1 * way : -p->a1 * way;
}

/* ---- one run
 * ----------------------------------------------------------------- */

typedef struct Memory {
  double integral, level, viscous;
} Memory;

static double clamp(double x, double limit)
{
  return fmax(-limit, fmin(limit, x));
}

/* The static map of friction, with its two factors adapted as _compensate does
 * if `adapts`. */
static double static_friction(const Axis *m, const Loop *c, Memory *memory,
                              double v, double e, double rate, double dt,
                              int adapts, double bandwidth)
{
  const double side = v > 1e-9 ? 1 : v < -1e-9 ? -1 : 0;
  const double seen = e - clamp(e, c->count);
  if (adapts && seen != 0 && fabs(v) > 1e-3) {
    const double gain = c->kp / (bandwidth * c->wn * m->fc * m->fc);
    const double s = rate + c->wn * seen;
    memory->level = clamp(memory->level + gain * m->fc * side * s * dt, 0.5);
    memory->viscous = clamp(memory->viscous + gain * m->s2 * v * s * dt, 0.5);
  }
  return (1 + memory->level) * m->fc * side + (1 + memory->viscous) * m->s2 * v;
}

/* What the controller adds to PD. */
static double added(const Joint *model, const Axis *m, const Loop *c, Law law,
                    Memory *memory, double v, double measured, double e,
                    double rate, double dt, double bandwidth)
{
  const double none = 0;
  const double *const observed[] = {&measured, &none, &dt};
  const double *const fed[] = {&v, &measured,
                               law == BRISTLE_ADAPTED ? &e : &none, &dt};
  double torque = 0;
  double *const out[] = {&torque};
  switch (law) {
    case PID:
      memory->integral =
          clamp(memory->integral + 0.3 * c->kp * c->wn * e * dt, 1.5 * m->fs);
      return memory->integral;
    case STATIC:
    case STATIC_ADAPTED:
      return static_friction(m, c, memory, v, e, rate, dt,
                             law == STATIC_ADAPTED, bandwidth);
    case BRISTLE_MEASURED:
      model->observe->call(model->state, observed, out);
      return torque;
    case BRISTLE_DESIRED:
    case BRISTLE_ADAPTED:
      model->compensate->call(model->comp, fed, out);
      return torque;
    default:
      return 0;
  }
}

static Result run(const Joint *plant, const Joint *model, const Axis *a,
                  const Axis *m, const Loop *c, const Path *path, Law law,
                  double bandwidth)
{
  const double dt = 1.0 / RATE, h = dt / SUBSTEPS;
  const double share = 1 - exp(-2 * PI * c->cutoff * dt);
  double q = desired(path, 0), v = 0, filtered = 0, sum = 0;
  double seen_before = floor(q / c->count + 0.5) * c->count;
  double low = 1e9, high = -1e9;
  int counted = 0;
  Memory memory = {0};
  plant->state_functions->reset(plant->state);
  model->state_functions->reset(model->state);
  model->comp_functions->reset(model->comp);
  for (int k = 0; k < (int)(hold_end * RATE); k++) {
    const double t = k * dt, now = desired(path, t),
                 next = desired(path, t + dt);
    const double last = k ? desired(path, t - dt) : now;
    const double seen = floor(q / c->count + 0.5) * c->count;
    filtered += share * ((seen - seen_before) / dt - filtered);
    seen_before = seen;
    const double e = now - seen, rate = (now - last) / dt - filtered;
    const double u = m->J * (next - 2 * now + last) / (dt * dt) + c->kp * e +
                     c->kd * rate +
                     added(model, m, c, law, &memory, (next - now) / dt,
                           filtered, e, rate, dt, bandwidth);
    for (int i = 0; i < SUBSTEPS; i++) {
      const double after = v + h * (u + friction_step(plant, v, h)) / a->J;
      q += h * 0.5 * (v + after);
      v = after;
    }
    if (t > 1 && t < motion_end) {
      const double off = q - desired(path, t + dt);
      sum += off * off;
      counted++;
    }
    if (t > hold_end - 1.5) {
      low = fmin(low, q);
      high = fmax(high, q);
    }
  }
  return (Result){sqrt(sum / counted), (high - low) / c->count};
}

/* ---- random axes
 * -------------------------------------------------------------- */

typedef struct Case {
  Axis axis, model;
  Loop loop;
  Path path;
  double back; /* true friction in reverse, over that forward */
} Case;

static Case random_case(int i, const Options *o)
{
  Case c;
  Axis *a = &c.axis, *m = &c.model;
  a->J = log_uniform(1e-3, 1);
  a->fc = log_uniform(5, 50) * a->J;
  a->fs = a->fc * uniform(1.05, 1.5);
  const double fastest = log_uniform(0.2, 3);
  a->vs = fastest * log_uniform(0.01, 0.2);
  c.loop.count = 2 * PI / 4096;
  a->s0 = a->fs / (c.loop.count * log_uniform(o->lo, o->hi));
  a->s1 = 2 * uniform(0.1, 0.7) * sqrt(a->s0 * a->J);
  a->s2 = a->fc * uniform(0.1, 1) / fastest;
  a->sba = uniform(0.6, 0.95);
  *m = *a;
  double *const numbers[] = {&m->fc, &m->fs, &m->vs, &m->s0, &m->s1, &m->s2};
  for (int k = 0; k < 7; k++) { /* s_ba's draw is not used */
    const double sign = o->one ? (o->one > 0 ? 1 : -1) : either_sign();
    if (k < 6) *numbers[k] *= 1 + sign * o->off;
  }
  m->fs = fmax(m->fs, 1.01 * m->fc);
  m->J *= 1 + either_sign() * o->joff;
  c.back = 1 + o->asym * (i % 2 ? -1 : 1);
  c.loop.wn = uniform(o->wlo, o->whi);
  c.loop.kp = m->J * c.loop.wn * c.loop.wn;
  c.loop.kd = 1.8 * m->J * c.loop.wn;
  c.loop.cutoff = 8 * c.loop.wn / (2 * PI);
  const double reach = uniform(0.2, 1);
  c.path = (Path){.a1 = reach,
                  .w1 = fastest / reach,
                  .a2 = 0.3 * reach,
                  .dwell = 0.3,
                  .kind = o->kind >= 0 ? o->kind : i % 3};
  c.path.w2 = c.path.w1 * uniform(1.7, 3.3);
  if (c.path.kind == 2) c.path.w1 = fmin(8, fmax(2.5, c.path.w1));
  return c;
}

/* ---- the table
 * ------------------------------------------------------------------ */

static int compare(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Prints a row and returns nothing: means are geometric, "10 %" is the decile.
 */
static void print_row(Law law, Result results[][LAWS], int axes, double count)
{
  static double by_pd[MOST_AXES], by_static[MOST_AXES];
  double rms = 0, pd = 0, map = 0;
  int five = 0, two = 0, hunts = 0;
  for (int i = 0; i < axes; i++) {
    const Result *r = results[i];
    by_pd[i] = r[PD].rms / r[law].rms;
    by_static[i] = r[STATIC].rms / r[law].rms;
    rms += log(r[law].rms / count) / axes;
    pd += log(by_pd[i]) / axes;
    map += log(by_static[i]) / axes;
    five += by_pd[i] >= 5;
    two += by_static[i] >= 2;
    hunts += r[law].hunt > 1.5;
  }
  qsort(by_pd, (size_t)axes, sizeof *by_pd, compare);
  qsort(by_static, (size_t)axes, sizeof *by_static, compare);
  const int decile = (axes - 1) / 10;
  printf("%-30s %7.2f %6.2f %6.2f %6.2f %6.2f %6.2f %6.1f%% %6.1f%% %6.1f%%\n",
         law_names[law], exp(rms), exp(pd), by_pd[decile], exp(map),
         by_static[decile], by_static[0], 100.0 * five / axes,
         100.0 * two / axes, 100.0 * hunts / axes);
}

static void write_rows(const char *path, Result results[][LAWS], int axes,
                       double count)
{
  FILE *out = fopen(path, "w");
  if (!out) {
    fprintf(stderr, "%s cannot be written\n", path);
    exit(2);
  }
  fprintf(out, "axis");
  for (int l = 0; l < LAWS; l++) fprintf(out, ",rms_%d (counts),hunt_%d", l, l);
  fprintf(out, "\n");
  for (int i = 0; i < axes; i++) {
    fprintf(out, "%d", i);
    for (int l = 0; l < LAWS; l++)
      fprintf(out, ",%.6g,%.6g", results[i][l].rms / count, results[i][l].hunt);
    fprintf(out, "\n");
  }
  fclose(out);
}

/* Reads "name=value" arguments; an unknown one ends the program. */
static Options read_options(int argc, char **argv)
{
  Options o = {.axes = 200,
               .kind = -1,
               .seed = 101,
               .off = 0.2,
               .joff = 0.05,
               .lo = 0.3,
               .hi = 30,
               .wlo = 10,
               .whi = 30,
               .bandwidth = 0.2,
               .room = 4};
  const struct {
    const char *name;
    double *number;
    int *whole;
  } known[] = {{"off", &o.off, NULL},   {"joff", &o.joff, NULL},
               {"lo", &o.lo, NULL},     {"hi", &o.hi, NULL},
               {"wlo", &o.wlo, NULL},   {"whi", &o.whi, NULL},
               {"asym", &o.asym, NULL}, {"bandwidth", &o.bandwidth, NULL},
               {"room", &o.room, NULL}, {"axes", NULL, &o.axes},
               {"kind", NULL, &o.kind}, {"one", NULL, &o.one},
               {"table", NULL, &o.table}};
  for (int i = 1; i < argc; i++) {
    const char *value = strchr(argv[i], '=');
    const size_t length = value ? (size_t)(value - argv[i]) : 0;
    int found = 0;
    if (length == 3 && strncmp(argv[i], "csv", 3) == 0)
      o.csv = value + 1, found = 1;
    if (length == 4 && strncmp(argv[i], "seed", 4) == 0)
      o.seed = atol(value + 1), found = 1;
    for (size_t k = 0; value && k < sizeof known / sizeof *known; k++)
      if (strlen(known[k].name) == length &&
          strncmp(argv[i], known[k].name, length) == 0) {
        if (known[k].number) *known[k].number = atof(value + 1);
        if (known[k].whole) *known[k].whole = atoi(value + 1);
        found = 1;
      }
    if (!found || o.axes < 1 || o.axes > MOST_AXES) {
      fprintf(stderr,
              "compensate: cannot use \"%s\"; see the head of "
              "compensate.c\n",
              argv[i]);
      exit(2);
    }
  }
  return o;
}

/* Runs the axes of the options; `is_brief` leaves out all but PD, the static
 * map and _compensate. Returns one count of the encoder. */
static double run_axes(const Options *o, Result results[][LAWS], int is_brief)
{
  double count = 0;
  random_state = 88172645463325252u + (uint64_t)o->seed * 0x9E3779B97F4A7C15u;
  for (int i = 0; i < o->axes; i++) {
    const Case c = random_case(i, o);
    Joint plant = joint_open(&c.axis, &c.loop, c.back, o);
    Joint model = joint_open(&c.model, &c.loop, 1, o);
    for (int l = 0; l < LAWS; l++)
      if (!is_brief || l == PD || l == STATIC || l == BRISTLE_ADAPTED)
        results[i][l] = run(&plant, &model, &c.axis, &c.model, &c.loop, &c.path,
                            (Law)l, o->bandwidth);
    joint_close(&plant);
    joint_close(&model);
    count = c.loop.count;
  }
  return count;
}

/* One row of the table of conditions: what _compensate does under them. */
static void print_condition(const char *name, Result results[][LAWS], int axes)
{
  double pd = 0, map = 0, worst = 1e9;
  int five = 0, two = 0, hunts = 0, hunts_pd = 0;
  for (int i = 0; i < axes; i++) {
    const Result *r = results[i];
    const double by_pd = r[PD].rms / r[BRISTLE_ADAPTED].rms;
    const double by_map = r[STATIC].rms / r[BRISTLE_ADAPTED].rms;
    pd += log(by_pd) / axes;
    map += log(by_map) / axes;
    worst = fmin(worst, by_map);
    five += by_pd >= 5;
    two += by_map >= 2;
    hunts += r[BRISTLE_ADAPTED].hunt > 1.5;
    hunts_pd += r[PD].hunt > 1.5;
  }
  printf("%-46s %6.1f %6.1f %6.2f %5.0f%% %5.0f%% %5d %5d\n", name, exp(pd),
         exp(map), worst, 100.0 * five / axes, 100.0 * two / axes, hunts,
         hunts_pd);
  fflush(stdout);
}

static void print_table(const Options *given, Result results[][LAWS])
{
  static const struct {
    const char *name, *option;
    double value, high; /* high: of a range */
  } conditions[] = {{"as given", NULL, 0, 0},
                    {"model exact", "off", 0, 0},
                    {"off 10 %", "off", 0.1, 0},
                    {"off 30 %", "off", 0.3, 0},
                    {"off 40 %", "off", 0.4, 0},
                    {"all parameters too large", "one", 1, 0},
                    {"all parameters too small", "one", -1, 0},
                    {"20 % different in reverse, not in the model", "asym", 0.2, 0},
                    {"inertia 20 % off", "joff", 0.2, 0},
                    {"breakaway 0.3 to 1 count", "lo", 0.3, 1},
                    {"breakaway 1 to 5 counts", "lo", 1, 5},
                    {"breakaway 5 to 30 counts", "lo", 5, 30},
                    {"PD of 30 to 60 rad/s", "wlo", 30, 60},
                    {"point to point with dwells only", "kind", 2, 0},
                    {"adaptation in 0.1 s", "bandwidth", 0.1, 0}};
  printf("%-46s %6s %6s %6s %6s %6s %5s %5s\n", "_compensate", "PD/it", "CV/it",
         "worst", ">=5 PD", ">=2 CV", "hunts", "PD's");
  for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++) {
    Options o = *given;
    const char *option = conditions[i].option ? conditions[i].option : "";
    const double value = conditions[i].value;
    if (strcmp(option, "off") == 0) o.off = value;
    if (strcmp(option, "one") == 0) o.one = (int)value;
    if (strcmp(option, "asym") == 0) o.asym = value;
    if (strcmp(option, "joff") == 0) o.joff = value;
    if (strcmp(option, "kind") == 0) o.kind = (int)value;
    if (strcmp(option, "bandwidth") == 0) o.bandwidth = value;
    if (strcmp(option, "lo") == 0) o.lo = value, o.hi = conditions[i].high;
    if (strcmp(option, "wlo") == 0) o.wlo = value, o.whi = conditions[i].high;
    run_axes(&o, results, 1);
    print_condition(conditions[i].name, results, o.axes);
  }
}

int main(int argc, char **argv)
{
  static Result results[MOST_AXES][LAWS];
  const Options o = read_options(argc, argv);
  printf("%d axes, seed %ld, friction off by %g, inertia by %g\n", o.axes,
         o.seed, o.off, o.joff);
  if (o.table) {
    print_table(&o, results);
    return 0;
  }
  const double count = run_axes(&o, results, 0);
  printf("%-30s %7s %6s %6s %6s %6s %6s %7s %7s %7s\n", "", "counts", "PD/it",
         "10 %", "CV/it", "10 %", "worst", ">=5 PD", ">=2 CV", "hunts");
  for (int l = 0; l < LAWS; l++) print_row((Law)l, results, o.axes, count);
  if (o.csv) write_rows(o.csv, results, o.axes, count);
  return 0;
}
