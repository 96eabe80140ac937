/* The state of a compensator; zeroed it is a valid start. */
typedef struct {
  $(real) z;       /* deflection of the model's bristle */
  $(real) level;   /* adapted change of the level, at most $(plain(limit)) */
  $(real) viscous; /* adapted change of viscous friction, at most $(plain(limit)) */
} $(name)_comp;

/* What the drive adds against friction, for a loop u = J*a_d + kp*e + kd*e' + torque that
 * calls this every dt. v_desired is the increment of the desired position over the
 * coming dt, divided by dt; error is the desired position less the measured one. The
 * bristle follows the desired speed, corrected by lambda*error up to $(plain(room)) times that
 * speed; level and viscous friction are adapted while the model slides. At v_desired = 0
 * nothing in it moves. Condition: lambda*J < kd; the spec's loop has $(plain(loop_margin, 3)) times that. */
int $(name)_compensate($(tuned)$(name)_comp *c, $(real) v_desired, $(real) v_measured, $(real) error$(more_inputs),
  $(real) dt, $(real) *torque);

/* Friction as the measured speed drives the bristle$(observer_gain > 0 and ", which the error moves too" or ""): for looking, not
 * for feedback. */
int $(name)_observe($(tuned)$(name)_state *s, $(real) v_measured, $(real) error$(more_inputs), $(real) dt,
  $(real) *torque);
