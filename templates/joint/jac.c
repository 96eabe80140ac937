int $(name)_rate_jac($(tuned)const $(name)_state *s, $(typed_inputs), $(real) dz_d[4], $(real) force_d[4])
{
  static const $(real) rest[4] = {$(real(1)), $(real(0)), $(real(0)), $(real(0))};
  $(name)_law a;
  $(name)_slopes by;
  $(name)_travel m;
  $(real) rate[4] = {0}, force[4] = {0}, z[4], sum = $(real(0))*s->z;
$(include("joint/begin.c"))
  if (status == $(NAME)_OK) {
    (void)$(name)_move($(tuning)&a, s->z, $(real(0)), &m);
    $(name)_slopes_at($(tuning)$(plain_inputs), &a, s->z, &by);
    $(name)_chain($(tuning)v, $(real(0)), &a, &by, &m, rest, rate, force, z);
    for (int i = 0; i < 4; i++) sum += $(real(0))*rate[i] + $(real(0))*force[i];
    if (!(sum == $(real(0)))) status = $(NAME)_BAD_STATE;
  }
  for (int i = 0; i < 4; i++) {
    if (dz_d) dz_d[i] = status == $(NAME)_OK ? rate[i] : $(real(0));
    if (force_d) force_d[i] = status == $(NAME)_OK ? force[i] : $(real(0));
  }
  return status;
}

int $(name)_step_jac($(tuned)$(name)_state *s, $(typed_inputs), $(real) dt, $(real) *force,
  $(real) force_d[4], $(real) z_d[4])
{
  const $(name)_state before = *s;
  $(name)_law a;
  $(name)_slopes by;
  $(name)_travel m;
  $(real) rate[4], by_force[4] = {0}, by_z[4] = {0}, f, sum = $(real(0));
//@ if #tune > 0 then
  if (!tuning) tuning = &$(name)_tuning_default;
//@ end
  int status = $(name)_step($(tuning)s, $(plain_inputs), dt, &f);
  if (status == $(NAME)_OK && $(name)_law_at($(tuning)$(alone)$(plain_inputs), &a) == $(NAME)_OK) {
    const $(real) start = $(name)_held($(tuning)&a, before.z);
    const int is_cut = start < before.z || start > before.z;
    const $(real) sign = before.z < $(real(0)) ? $(real(-1)) : $(real(1));
    $(real) rest[4] = {is_cut ? $(real(0)) : $(real(1)), $(real(0)), $(real(0)), $(real(0))};
    (void)$(name)_move($(tuning)&a, start, dt, &m);
    $(name)_slopes_at($(tuning)$(plain_inputs), &a, sign, &by);
    for (int i = 0; is_cut && i < 3; i++) rest[i + 1] = sign*($(times("per_sigma0"))by.hold[i]);
    $(name)_chain($(tuning)v, dt, &a, &by, &m, rest, rate, by_force, by_z);
    for (int i = 0; i < 4; i++) sum += $(real(0))*by_force[i] + $(real(0))*by_z[i];
    if (!(sum == $(real(0)))) {
      *s = before;
      status = $(NAME)_BAD_STATE;
    }
  }
  if (force) *force = status == $(NAME)_OK ? f : $(real(0));
  for (int i = 0; i < 4; i++) {
    if (force_d) force_d[i] = status == $(NAME)_OK ? by_force[i] : $(real(0));
    if (z_d) z_d[i] = status == $(NAME)_OK ? by_z[i] : $(real(0));
  }
  return status;
}
