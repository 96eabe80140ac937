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

/* Writes the bristles and their rate at the end of an implicit stage of length tau from
 * `start`, under the present load. With X = |y|/u at the start and K = sigma*tau*s/fc the end
 * has x + K*x^alpha = X, by axis. Newton's steps from above decrease to x. */
static $(inline)void $(name)_settle($(name)_motion *o, const $(real) *start, $(real) tau)
{
  const $(real) fc = $(name)_limit(o), rate = $(real(dahl_sigma))*o->s/fc, K = tau*rate;
  for (int k = 0; k < $(d); k++) {
    const $(real) w = o->k.w[k], y = w - o->s*start[k]/fc, size = y < $(real(0)) ? -y : y;
    const $(real) own = w < $(real(0)) ? -w : w, least = $(real(dahl_share))*o->s;
    const $(real) u = own < least ? least : own, X = size/u;
    $(real) x, h = $(real(dahl_most));
    o->z[k] = start[k];
    o->dz[k] = $(real(0));
    if (!(o->s > $(real(1e-30))) || !(size > $(real(0)))) continue;
    x = X/($(real(1)) + K*h);
    if (x < $(real(dahl_ratio))) {
      x = K*$(pow)(X, $(real(dahl_power))) > $(real(1)) ? $(pow)(X/K, $(real(1/(1 + dahl_power)))) : X;
      for (int turn = 0; turn < $(settlings); turn++) {
        h = $(pow)(x, $(real(dahl_power)));
        const $(real) left = x + K*x*h - X;
        if (!(left > $(real(settled))*X)) break;
        x -= left/($(real(1)) + $(real(1 + dahl_power))*K*h);
      }
    }
    o->dz[k] = $(real(dahl_sigma))*(y < $(real(0)) ? -u : u)*x*h;
    o->z[k] = start[k] + tau*o->dz[k];
  }
}
//@ end
