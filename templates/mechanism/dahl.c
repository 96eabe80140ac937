/* Returns Coulomb friction, or the force of 1 nm of deflection if that is larger. */
static $(real) $(name)_limit(const $(name)_motion *o)
{
  const $(real) fc = $(real(mu))*o->load;
  return fc > $(real(least_fc)) ? fc : $(real(least_fc));
}
//@ if has_power then

/* h = (|y|/u)^(alpha - 1), where u = |w|, but at least $(plain(dahl_share))*s. The ratio stays below
 * $(plain(dahl_ratio)), which it does not reach below the limit fc. *i = 1/w or 0 and *j = 1/s or 0
 * belong to the derivative of u. */
static $(real) $(name)_power($(real) w, $(real) s, $(real) y, $(real) *i, $(real) *j, $(real) *bend)
{
  const $(real) size = y < $(real(0)) ? -y : y, own = w < $(real(0)) ? -w : w;
  const $(real) least = $(real(dahl_share))*s;
  const int is_across = own < least, is_slow = !(s > $(real(1e-30)));
  const $(real) u = is_across ? least : own, ratio = is_slow ? $(real(1)) : size/u;
  const int is_free = !is_slow && ratio < $(real(dahl_ratio));
  *i = is_free && !is_across ? $(real(1))/w : $(real(0));
  *j = is_free && is_across ? $(real(1))/s : $(real(0));
  *bend = is_free ? $(real(dahl_power)) : $(real(0));
  return is_slow || is_free ? $(pow)(ratio, $(real(dahl_power))) : $(real(dahl_most));
}
//@ end
