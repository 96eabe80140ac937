/* verify_batch.c: compares a step of many contacts with a step of each. In: a
 * ContactTrial. Out: checks of numbers, of statuses, and of contacts with
 * invalid input or state among valid ones.
 *
 * Invariant: both sides are the solver's own, so only rounding may differ. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "verify/verify.h"
#include "bristle_rt.h"
#include "kinds/contact/verify.h"

enum { LONGEST = 200, MOST_STATES = 30000 };

/* Arrays of the solver's own reals. */
typedef struct Batch {
  ContactTrial *t;
  Check *numbers, *promises;
  int n;
  void *z, *spare, *twist, *fn, *wrench;
  int *status;
  double *before, *after;  /* of one contact */
  const br_tuning *tuning; /* or NULL: no number is tuned */
  char *tunings;           /* of contacts: the solver's, the default, ... */
  void *untuned;           /* a state with the default tuning */
  const Contact *spec;     /* the contact with that tuning */
  bool is_each;            /* contacts have tunings of their own */
} Batch;

static double get(const Batch *b, const void *reals, size_t i)
{
  return b->t->is_float ? (double)((const float *)reals)[i]
                        : ((const double *)reals)[i];
}

static void set(const Batch *b, void *reals, size_t i, double value)
{
  if (b->t->is_float)
    ((float *)reals)[i] = (float)value;
  else
    ((double *)reals)[i] = value;
}

static bool is_same(double a, double b)
{
  return a == b || (isnan(a) && isnan(b));
}

/* Entry of contact i in row k. */
static size_t at(const Batch *b, size_t k, int i)
{
  return k * (size_t)b->n + (size_t)i;
}

/* ---- inputs and states --------------------------------------------------- */

/* Makes an input or state of every fourth contact invalid. */
static void spoil(const Batch *b, int i)
{
  static const double bad[] = {NAN, INFINITY, -INFINITY};
  ContactTrial *t = b->t;
  const double value = bad[(int)trial_random(t, 0, 3)];
  switch ((int)trial_random(t, 0, 16)) {
    case 0:
      set(b, b->twist, at(b, (size_t)trial_random(t, 0, 3), i), value);
      break;
    case 1:
      set(b, b->fn, at(b, 0, i), value);
      break;
    case 2:
      set(b, b->fn, at(b, 0, i), i % 2 ? 0 : -t->fn);
      break;
    case 3:
      set(b, b->z, at(b, (size_t)trial_random(t, 0, (double)t->nstates), i),
          value);
      break;
    default:
      break;
  }
}

static void fill(const Batch *b, bool is_spoilt)
{
  ContactTrial *t = b->t;
  for (int i = 0; i < b->n; i++) {
    double twist[3];
    t->form->twist(t, (int)trial_random(t, 0, TWISTS), twist);
    t->form->state(t, (int)trial_random(t, 0, STATES), twist, b->before);
    for (size_t k = 0; k < 3; k++) set(b, b->twist, at(b, k, i), twist[k]);
    for (size_t k = 0; k < t->nstates; k++)
      set(b, b->z, at(b, k, i), b->before[k]);
    set(b, b->fn, at(b, 0, i), t->fn);
    if (is_spoilt) spoil(b, i);
  }
}

/* ---- one contact -------------------------------------------------------- */

/* Steps contact i alone from the start of the batch. Writes its end to `after`.
 */
static int step_alone(const Batch *b, int i, double dt, double twist[3],
                      double wrench[3])
{
  const ContactTrial *t = b->t;
  const double fn = get(b, b->fn, at(b, 0, i));
  const double *const in[] = {twist, &fn, &dt};
  double *const out[] = {wrench};
  for (size_t k = 0; k < 3; k++) twist[k] = get(b, b->twist, at(b, k, i));
  for (size_t k = 0; k < t->nstates; k++)
    b->before[k] = get(b, b->spare, at(b, k, i));
  void *state = b->is_each && i % 2 ? b->untuned : t->state;
  t->solver->functions->set(state, b->before);
  const int status = solver_call(t->run, t->solver, "step", state, in, out);
  t->solver->functions->get(state, b->after);
  return status;
}

/* Writes step_scales of the contact in `before`. */
static void scales_of(const Batch *b, bool is_untuned, const double twist[3],
                      double dt, double size[2])
{
  ContactTrial *t = b->t;
  const Contact *own = t->contact;
  if (is_untuned) t->contact = b->spec;
  t->friction = &t->contact->lugre;
  step_scales(t, twist, b->before, dt, size);
  t->contact = own;
  t->friction = &own->lugre;
}

/* Compares contact i after a step of dt. Returns the status that it should
 * have.
 */
static int compare_contact(const Batch *b, int i, double dt)
{
  const ContactTrial *t = b->t;
  double twist[3], expected[3], wrench[3], size[2] = {1, 1}, away = 0;
  const int status = step_alone(b, i, dt, twist, expected);
  bool is_exact = true;
  for (size_t k = 0; k < 3; k++) {
    wrench[k] = get(b, b->wrench, at(b, k, i));
    is_exact = is_exact && is_same(wrench[k], expected[k]);
  }
  for (size_t k = 0; k < t->nstates; k++) {
    const double z = get(b, b->z, at(b, k, i));
    is_exact = is_exact && is_same(z, b->after[k]);
    away = worse_of(away, fabs(z - b->after[k]));
  }
  const bool is_stepped = status == BR_OK || status == BR_NO_CONVERGENCE;
  const bool is_kept = b->status[i] == status && (is_stepped || is_exact);
  check_add(b->promises, is_kept ? 0 : 1,
            "contact %d of %d, dt = %.3g s: status %d, alone %d", i, b->n, dt,
            b->status[i], status);
  if (!is_stepped) return status;
  if (!is_exact) scales_of(b, b->is_each && i % 2, twist, dt, size);
  const double force = trial_wrench_error(t, wrench, expected, size[1]);
  check_add(b->numbers,
            fmax(worse_of(0, away == 0 ? 0 : away / size[0]), force),
            "contact %d of %d, dt = %.3g s", i, b->n, dt);
  return status;
}

/* ---- all contacts ------------------------------------------------------- */

static int call(const Batch *b, void *z, double dt, void *wrench, int *status)
{
  if (b->tuning)
    return b->tuning->step_batch(b->tunings, b->is_each, b->n, z, b->twist,
                                 b->fn, dt, wrench, status);
  return b->t->solver->functions->step_batch(b->n, z, b->twist, b->fn, dt,
                                             wrench, status);
}

/* Makes the tunings of a batch: those of the trial's state and of a new one in
 * turn. */
static void add_tunings(Batch *b)
{
  const ContactTrial *t = b->t;
  const Tuning *tuning = t->contact->model.tuning;
  if (!tuning) return;
  double *spec = run_doubles(t->run, tuning->count);
  const double *own = t->solver->tuning ? t->solver->tuning : spec;
  Solver plain = *t->solver;
  plain.tuning = NULL;
  b->tuning = t->solver->functions->tuning;
  b->untuned = solver_state(t->run, &plain);
  b->tunings = run_alloc(t->run, LONGEST * b->tuning->bytes);
  for (size_t i = 0; i < tuning->count; i++) spec[i] = tuning->list[i].value;
  b->spec = contact_tuned(t->contact, spec);
  for (size_t i = 0; i < LONGEST; i++)
    b->tuning->tune(b->tunings + i * b->tuning->bytes, i % 2 ? spec : own);
}

static int worse_status(int a, int b)
{
  if (a < 0 || b < 0) return a < b ? a : b;
  return a > b ? a : b;
}

/* `spare` keeps the start, and then the end of a call that leaves out outputs.
 */
static void compare_batch(const Batch *b, double dt)
{
  const size_t reals = b->t->nstates * (size_t)b->n;
  const size_t bytes =
      reals * (b->t->is_float ? sizeof(float) : sizeof(double));
  int expected = BR_OK, lonely = BR_OK;
  memcpy(b->spare, b->z, bytes);
  const int worst = call(b, b->z, dt, b->wrench, b->status);
  for (int i = 0; i < b->n; i++)
    expected = worse_status(expected, compare_contact(b, i, dt));
  check_add(b->promises, worst == expected ? 0 : 1,
            "%d contacts, dt = %.3g s: worst status %d, alone %d", b->n, dt,
            worst, expected);
  lonely = call(b, b->spare, dt, NULL, NULL);
  check_add(b->promises,
            lonely == worst && memcmp(b->spare, b->z, bytes) == 0 ? 0 : 1,
            "%d contacts, outputs left out", b->n);
}

void verify_batch(ContactTrial *t)
{
  static const int counts[] = {0, 1, 2, 3, 31, 32, 33, 63, 64, 65, LONGEST};
  const double natural = trial_natural_time(t);
  const double steps[] = {0, 0.3 * natural, 1e-2, -1e-3, NAN, INFINITY};
  enum { NCOUNTS = COUNT(counts) };
  enum { NSTEPS = COUNT(steps) };
  const size_t room = MOST_STATES + 2 * t->nstates;
  const uint64_t seed =
      t->seed; /* restored, so that other checks keep theirs */
  Batch b = {.t = t};
  add_tunings(&b);
  b.numbers = verify_check(t->verification, "batch", t->tolerances.rate);
  b.promises = verify_check(t->verification, "batch, statuses", 0);
  b.z = run_doubles(t->run, room);
  b.spare = run_doubles(t->run, room);
  b.twist = run_doubles(t->run, 3 * LONGEST);
  b.wrench = run_doubles(t->run, 3 * LONGEST);
  b.status = run_alloc(t->run, LONGEST * sizeof *b.status);
  b.fn = run_doubles(t->run, LONGEST);
  b.before = run_doubles(t->run, t->nstates);
  b.after = run_doubles(t->run, t->nstates);
  for (int i = 0; i < NCOUNTS * NSTEPS; i++) {
    b.n = counts[i % NCOUNTS];
    if (b.n > 2 && (size_t)b.n * t->nstates > MOST_STATES) continue;
    b.is_each = b.tuning && i / 2 % 2;
    fill(&b, i % 2);
    compare_batch(&b, trial_real(t, steps[i / NCOUNTS]));
  }
  b.n = -1;
  check_add(b.promises,
            call(&b, b.z, 1e-3, b.wrench, NULL) == BR_BAD_INPUT ? 0 : 1,
            "-1 contacts");
  t->seed = seed;
}
