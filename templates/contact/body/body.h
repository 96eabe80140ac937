/* Memory for a step of the body: the caller provides it, and need not read it. */
typedef struct {
$(struct_members(scratch))
} $(name)_scratch;

/* A rigid body of $(plain(mass)) kg and $(plain(inertia)) kg m^2 on $(contacts) of these contacts, with gravity
 * ($(plain(gravity_x)), $(plain(gravity_y))) m/s^2. q = (x, y, theta) and v are those of its centre of mass.
//@ if is_body_frame then
 * The pressure map is fixed to the body, with the centre of mass at
 * ($(plain(com_x)), $(plain(com_y))) m from the grid centre in the body's axes; theta turns these.
//@ else
 * The pressure map is fixed in space and the body moves through it: q counts
 * from the grid centre.
//@ end
 * A zeroed body is a valid start: at rest at q = 0. $(body_bytes) bytes. */
typedef struct {
  $(real) q[3]; /* m, m, rad */
  $(real) v[3]; /* m/s, m/s, rad/s */
  $(real) h;    /* s, step-size memory; 0: choose */
  $(name)_state c;
  $(name)_scratch w;
  $(real) error; /* of the last _body_step, relative: its end is within 3*error */
} $(name)_body;

/* Advances body and bristles by dt >= 0 under a constant load (N, N, N m) at the
 * centre of mass in world axes, with fn on each contact. The wrench is the mean
 * of one contact over dt, world axes, at the grid centre: times dt it is the impulse
 * of the contact on the body. fn <= 0: free flight, bristles reset, SEPARATED.
 * Makes one step of dt, or several if its error exceeds $(plain(tolerance)): that of velocity, pose and
 * bristles together, as shares of the speed, of the path in dt and of the deflection at
 * breakaway. A step in which the law may change wholly is repeated as two of half its
 * length, and the difference counts as its error. OK means that velocity and pose at the
 * end are within 3*error of the exact ones, relative to $(tunes_speed and (has_fading and "the smaller of v_s and v_d" or "v_s") or plain(v_ref) .. " m/s") plus the larger speed
 * of start and end (a spin times $(plain(r)) m), and to dt times that. `error` is the largest error
 * of a step, or a third of the sum of all if that is more. If $(attempts) tries do not reach
 * dt, the last one takes the rest: NO_CONVERGENCE, with that end and an error above the
 * tolerance. If the error exceeds 1, the body stays at the end of its good steps.
 * BAD_STATE: the result is not finite. */
int $(name)_body_step($(tuned)$(name)_body *b, const $(real) load[3], $(real) fn, $(real) dt,
  $(real) wrench[3]);

/* Row-major derivative of the velocity after dt by the load, with body and bristles
 * linearised at the start: for other bodies that push this one. Only b's scratch
 * changes. */
int $(name)_body_jac($(tuned)$(name)_body *b, const $(real) load[3], $(real) fn, $(real) dt,
  $(real) dv_dload[9]);
