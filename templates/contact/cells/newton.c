/* Makes a step of Newton's method for all lanes. Returns 0 if no lane needs another step.
 * `size` and `load` are P and h*plastic. Steps over more than the share `most` of the bracket
 * halve the bracket instead: such steps could go to and fro for ever. */
static int $(name)_newton$(of)($(name)_ends$(of) *k, const $(real) *size, const $(real) *load, $(real) most)
{
  $(real) spare[$(per_block)];
  for (int l = 0; l < $(per_block); l++) {
    $(real) slope;
    const $(real) p = k->p[l], abar = $(name)_abar(p, &slope);
    const $(real) f = p*($(real(1)) + load[l]*abar) - size[l];
    const $(real) by_p = $(real(1)) + load[l]*(abar + p*slope);
    const $(real) low = f > $(real(0)) ? k->low[l] : p, high = f > $(real(0)) ? p : k->high[l];
    const $(real) better = p - f/by_p, reach = most*(high - low);
    const $(real) bar = $(real(settled))*(size[l] + by_p*p);
    k->low[l] = low;
    k->high[l] = high;
    k->p[l] = better >= p - reach && better <= p + reach ? better : $(real(0.5))*(low + high);
    spare[l] = bar - (f < $(real(0)) ? -f : f);
  }
  return $(name)_any_negative$(of)(spare);
}

/* Writes a at the end of backward Euler over h, with z + h*v in qx, qy. Returns 0 if all
 * have converged. */
static int $(name)_backward$(of)($(name)_ends$(of) *k, const $(real) *vx, const $(real) *vy, $(real) h, $(real) *rate)
{
  $(real) size[$(per_block)], load[$(per_block)];
  int is_missing = 1;
  for (int l = 0; l < $(per_block); l++) {
    const $(real) n = $(sqrt)(k->qx[l]*k->qx[l] + k->qy[l]*k->qy[l] + $(tiny));
    const $(real) along = (k->qx[l]*vx[l] + k->qy[l]*vy[l])/n + k->s[l]; /* rounding may leave it below 0 */
    const $(real) most = along > $(real(0)) ? $(real(0.5))*along/k->zmax[l] : $(real(0));
    const $(real) P = n/k->zmax[l];
    /* Plastic or elastic at the end; else between, where the first guess of abar is
     * its value for breakaway. */
    const $(real) slid = P/($(real(1)) + h*most);
    const $(real) elastic = P < $(NAME)_S_BA ? P : $(NAME)_S_BA;
    const $(real) low = slid > elastic ? slid : elastic;
    const $(real) edge = slid > $(real(1)) ? slid : $(real(1));
    const $(real) high = P < edge ? P : edge;
    const $(real) full = (P - $(NAME)_S_BA)/($(NAME)_S_BA*h*most + $(tiny));
    const $(real) part = full > $(real(0)) ? (full < $(real(1)) ? full : $(real(1))) : $(real(0));
    const $(real) guess = $(NAME)_S_BA + ($(real(1)) - $(NAME)_S_BA)*$(sqrt)(part)*($(real(1/half_pi)) + $(real(1-1/half_pi))*part);
    size[l] = P;
    load[l] = h*most;
    k->plastic[l] = most;
    k->low[l] = low;
    k->high[l] = high;
    k->p[l] = guess < low ? low : guess > high ? high : guess;
  }
  for (int i = 0; is_missing && i < $(name)_iterations; i++)
    is_missing = $(name)_newton$(of)(k, size, load, i % 4 == 3 ? $(real(0.5)) : $(real(1)));
  const $(real) inverse = h > $(real(0)) ? $(real(1))/h : $(real(0));
  for (int l = 0; l < $(per_block); l++) {
    $(real) slope;
    const $(real) p = k->p[l], abar = $(name)_abar(p, &slope);
    /* h*a = P/p - 1, too: of both forms the one that multiplies the rounding of p by less. */
    rate[l] = load[l]*slope*p > $(real(1)) ? (size[l]/p - $(real(1)))*inverse : k->plastic[l]*abar;
  }
  return is_missing;
}
