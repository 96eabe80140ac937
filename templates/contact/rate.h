typedef struct {
  $(real) z[$(NAME)_NZ];
} $(name)_state;

//@ if can_fail then
/* < 0: error, outputs are zero and the state is unchanged; but after NO_CONVERGENCE
 * they are results of the last round. > 0: valid with a condition. */
//@ else
/* < 0: error, outputs are zero and the state is unchanged. > 0: valid with a
 * condition. */
//@ end
//@ -- ORDER STATUSES
enum {
  $(NAME)_OK = $(status("OK")),
  $(NAME)_SEPARATED = $(status("SEPARATED")), /* fn <= 0: wrench 0; _step resets the state */
  $(NAME)_BAD_INPUT = $(status("BAD_INPUT")), /* not finite, or dt < 0 */
  $(NAME)_NO_CONVERGENCE = $(status("NO_CONVERGENCE")), /* $(no_convergence_text) */
  $(NAME)_BAD_STATE = $(status("BAD_STATE")) /* the result is not finite: reset the state */
};

//@ if #tune > 0 then
$(include("common/tuning.h"))

$(include("contact/retune.h"))

//@ end
/* No function allocates, keeps data or calls back; all are reentrant. wrench, dz
 * and the arrays of derivatives may be NULL; s and twist may not. */

void $(name)_reset($(name)_state *s);

/* The continuous model, for your own integrator. */
int $(name)_rate($(tuned)const $(name)_state *s, const $(real) twist[3], $(real) fn,
  $(name)_state *dz, $(real) wrench[3]);
