/* ---- contacts and the bodies behind them, solved together ----------------- */

enum { $(NAME)_COUPLE_MOST = $(couple_most) }; /* contacts in one call of _couple */

typedef struct {
  $(real) residual; /* relative, of the equation of _couple */
  int rounds, evaluations;
  int cut; /* rounds with a shortened step */
  int clamped; /* rounds on the falling branch of the Stribeck curve */
} $(name)_couple_info;

/* A step of dt of backward Euler in the bristles from s, which is not changed. `end` is the
 * state after the step; it may be s. `slopes` is the row-major -dwrench/dtwist (N s/m,
 * N s/rad, N m s/rad). First order, stable at any dt; the wrench is continuous in the twist,
 * and rises with slip but for the Stribeck curve: what a host with a solver of its own
 * builds on. At an error `end` is zero unless it is s, which stays. */
int $(name)_step_slopes($(tuned)const $(name)_state *s, const $(real) twist[3], $(real) fn, $(real) dt,
  $(name)_state *end, $(real) wrench[3], $(real) slopes[9]);

/* Finds V = V0 + dt*W*f(V) for n contacts, 1 <= n <= COUPLE_MOST, on bodies of a host: f
 * their wrenches by _step_slopes.
 *   v0     3n, the twists (m/s, m/s, rad/s) that the contacts would have after dt without
 *          this friction, each in its own axes at its grid centre
 *   w      3n x 3n, row-major, J M^-1 J' (1/kg, 1/(kg m), 1/(kg m^2)): what a unit of
 *          impulse on contact j does to the twist of contact i. It may be singular or zero.
 *   twist  3n, in: at the start of the step; out: at its end. Of several solutions the one
 *          downhill from the start is taken: what is stuck stays stuck until held no more.
 *   wrench 3n, constant over dt, for the host to apply once: it then arrives at `twist`
 * The states are advanced. `status` gets n statuses; wrench, status and info may be NULL.
 * SEPARATED: some fn <= 0; those wrenches are 0, their states reset, their twists move with
 * the rest. BAD_INPUT: not finite, dt < 0, n, or w is not symmetric and semidefinite.
 * NO_CONVERGENCE: the residual after 40 rounds or 100 evaluations of each contact is
 * info->residual; twists, wrenches and states are those of the last round. dt = 0: twist
 * is v0, states are unchanged.
//@ if is_float then
 * The result is within 1e-3 of that in double where dt*W*(sigma0*dt + sigma1)*fn < 8e3 for
 * the diagonal of W; stiffer, up to some percent of the twist.
//@ end
 */
int $(name)_couple($(tuned)int n, $(name)_state *s, const $(real) *fn, const $(real) *v0,
  const $(real) *w, $(real) dt, $(real) *twist, $(real) *wrench, int *status,
  $(name)_couple_info *info);

/* `steps` calls of _couple for a planar body: v its twist at the contact, minv the inverse
 * of its inertia there (3x3, symmetric), loads (3 numbers, at the contact) and fn (one) of
 * each step. twists and wrenches get 3 numbers of each step. A status < 0 ends the march:
 * the steps after it are left as they are. Returns that status, else SEPARATED if any
 * step was. */
int $(name)_march($(tuned)$(name)_state *s, $(real) v[3], const $(real) minv[9], const $(real) *loads,
  const $(real) *fn, int steps, $(real) dt, $(real) *twists, $(real) *wrenches);
