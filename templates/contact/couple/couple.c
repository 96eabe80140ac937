/* ---- contacts and the bodies behind them ---------------------------------- */

//@ if has_stretch then
$(include("contact/couple/outer.c"))

//@ end
$(include("contact/couple/point.c"))

$(include("contact/couple/factor.c"))

$(include("contact/couple/direction.c"))

$(include("contact/couple/descend.c"))

int $(name)_step_slopes(const $(name)_state *s, const $(real) twist[3], $(real) fn, $(real) dt,
  $(name)_state *end, $(real) wrench[3], $(real) slopes[9])
{
  $(NAME)_CLEAR_UPPER;
  $(name)_state next;
  $(real) jac[9] = {0};
  int status = $(name)_enter(twist, fn, dt, wrench);
  if (status == $(NAME)_OK) status = $(name)_backward_$(has_stretch and "outer" or "euler")(s, twist, fn, dt, end ? &next : 0, wrench, slopes ? jac : 0);
  const int is_made = status == $(NAME)_OK || status == $(NAME)_NO_CONVERGENCE;
  if (status == $(NAME)_BAD_STATE) $(name)_zero(wrench, 3);
  for (int i = 0; slopes && i < 9; i++) slopes[i] = is_made ? jac[i] : $(real(0));
  if (end && is_made)
    *end = next;
  else if (end && (end != s || status == $(NAME)_SEPARATED))
    $(name)_reset(end);
  return status;
}

$(include("contact/couple/solve.c"))

$(include("contact/couple/march.c"))
