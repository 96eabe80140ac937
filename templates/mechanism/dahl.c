/* Coulomb friction; as small as a nanometre of bristles where N vanishes. */
static $(real) $(name)_limit(const $(name)_motion *o)
{
  const $(real) fc = $(real(mu))*o->load;
  return fc > $(real(least_fc)) ? fc : $(real(least_fc));
}
//@ if has_power then

/* h = |y/w|^(alpha - 1), kept at its value for a bracket of 2 beyond that. */
static $(real) $(name)_power($(real) w, $(real) y, $(real) *i, $(real) *bend)
{
  const $(real) size = y < $(real(0)) ? -y : y, most = $(real(2))*(w < $(real(0)) ? -w : w);
  const int is_free = w != $(real(0)) && size <= most;
  *i = is_free ? $(real(1))/w : $(real(0));
  *bend = is_free ? $(real(dahl_power)) : $(real(0));
  return is_free ? $(pow)(size/(most/$(real(2))), $(real(dahl_power))) : $(real(dahl_most));
}
//@ end
