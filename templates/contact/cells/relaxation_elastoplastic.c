/* Returns beta*sigma0*s/g of the bristle q at the slip velocity v: the rate at which
 * it relaxes, (3) and (5). */
static $(real) $(name)_relaxation($(real) qx, $(real) qy, $(real) vx, $(real) vy$(has_reach and ", " .. tostring(real) .. " reach" or ""))
{
  const $(real) q2 = qx*qx + qy*qy;
//@ if has_elastic_range then
  if (q2 <= $(named("elastic2"))) return $(real(0)); /* elastic at any speed */
//@ end
  const $(real) v2 = vx*vx + vy*vy;
  const $(real) s = $(sqrt)(v2);
$(declare(zmax, 2, "g/sigma0"))
  const $(real) elastic = $(NAME)_S_BA*zmax;
  if (q2 <= elastic*elastic) return $(real(0));
  const $(real) n = $(sqrt)(q2);
  const $(real) along = $(real(0.5))*((qx*vx + qy*vy)/n + s)/zmax;
  const $(real) t = $(NAME)_T_SCALE*(n/zmax) - $(NAME)_T_SHIFT; /* -1 at breakaway, 1 at zmax */
  if (t >= $(real(1))) return along;
  return t > $(real(-1)) ? along*($(real(0.5)) + $(name)_half_sine(t)) : $(real(0));
}
