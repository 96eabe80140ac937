/* Returns sigma0*s/g at the slip velocity v: the rate at which a bristle relaxes, (3). */
static $(real) $(name)_relaxation($(real) qx, $(real) qy, $(real) vx, $(real) vy$(has_reach and ", " .. tostring(real) .. " reach" or ""))
{
  const $(real) v2 = vx*vx + vy*vy;
  const $(real) s = $(sqrt)(v2);
$(declare(zmax, 2, "g/sigma0"))
  (void)qx;
  (void)qy;
  return s/zmax;
}
