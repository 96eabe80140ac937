$(include("contact/abar.c"))

/* Writes abar at the end, from |q|^2 along and about the axis over reach^2, and h*most.
 * Returns 0 if it has converged. */
static int $(name)_settle($(real) along2, $(real) spin2, $(real) k, $(real) load, $(real) *abar)
{
  const $(real) first = $(sqrt)(along2 + spin2), one = $(real(1))/($(real(1)) + load);
  const $(real) all = $(real(1))/($(real(1)) + k*load);
  const $(real) slid = $(sqrt)(along2*one*one + spin2*all*all);
  $(real) low = slid > $(NAME)_S_BA ? slid : $(NAME)_S_BA;
  $(real) high = first < $(real(1)) ? first : $(real(1)), slope;
  $(real) p = $(real(0.5))*(low + high);
  *abar = slid >= $(real(1)) ? $(real(1)) : $(real(0));
  if (first <= $(NAME)_S_BA || slid >= $(real(1))) return 0; /* elastic, or plastic */
  for (int i = 0; i < $(name)_iterations; i++) {
    const $(real) lost = load*$(name)_abar(p, &slope), kept = $(real(1)) + k*lost;
    const $(real) rho = ($(real(1)) + lost)/kept, size = $(sqrt)(along2 + spin2*rho*rho);
    const $(real) rho1 = load*($(real(1)) - k)/(kept*kept);
    const $(real) f = p*($(real(1)) + lost) - size;
    const $(real) by_p = $(real(1)) + lost + slope*(p*load - spin2*rho*rho1/size);
    const $(real) bar = $(real(settled))*(size + by_p*p), better = p - f/by_p, at = p;
    if (f > $(real(0)))
      high = p;
    else
      low = p;
    /* At times the bracket is halved in place of long steps, which could go to and fro. */
    const $(real) reach = (i % 4 == 3 ? $(real(0.5)) : $(real(1)))*(high - low);
    p = better >= at - reach && better <= at + reach ? better : $(real(0.5))*(low + high);
    *abar = $(name)_abar(p, &slope);
    if ((f < $(real(0)) ? -f : f) <= bar) return 0;
  }
  return 1;
}
