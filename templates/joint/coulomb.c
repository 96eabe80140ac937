/* ---- friction without a bristle ---------------------------------------------------- */

int $(name)_step($(tuned)$(typed_inputs), $(real) *force)
{
  $(name)_law a;
  $(real) f = $(real(0));
$(include("joint/begin.c"))
  if (status == $(NAME)_OK && a.s > $(real(0))) {
    f = -(a.side*a.level + a.viscous*v);
    if (!($(real(0))*f == $(real(0)))) {
      status = $(NAME)_BAD_INPUT;
      f = $(real(0));
    }
  }
  if (force) *force = f;
  return status;
}

int $(name)_friction_at_rest($(tuned)$(real) drive$(more_inputs), $(real) *force)
{
  const $(real) v = $(real(0));
  $(name)_law a;
  $(real) f = $(real(0));
$(include("joint/begin.c"))
  if (!($(real(0))*drive == $(real(0)))) status = $(NAME)_BAD_INPUT;
  if (status == $(NAME)_OK) {
    const $(real) most = $(name)_hold($(tuning)&a, drive);
    f = -$(name)_clamp(drive, -most, most);
    if (!(a.level > $(real(0)))) status = $(NAME)_SEPARATED;
  }
  if (force) *force = f;
  return status;
}
