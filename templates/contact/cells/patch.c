/* The patch at a normal force: shares at the two nearest levels, and its distance from
 * the lower (t = 0) towards the upper level (t = 1). */
typedef struct {
  const $(real) *low, *high;
  $(real) t, moment[3];
} $(name)_patch;

static $(name)_patch $(name)_patch_at($(real) fn)
{
  $(name)_patch p;
  int i = 0;
  for (int l = 1; l < $(name)_levels - 1; l++) i += fn >= $(name)_level[l];
  const $(real) t = (fn - $(name)_level[i])/($(name)_level[i + 1] - $(name)_level[i]);
  p.low = $(name)_level_w + i*$(name)_n;
  p.high = p.low + $(name)_n;
  p.t = t < $(real(0)) ? $(real(0)) : t < $(real(1)) ? t : $(real(1));
  for (int m = 0; m < 3; m++)
    p.moment[m] = ($(real(1)) - p.t)*$(name)_level_moment[3*i + m] + p.t*$(name)_level_moment[3*i + 3 + m];
  return p;
}

/* Returns cell k's share of the load: 0 if it is 0 at both levels, or at the single level
 * for an fn at or beyond the range. */
static $(real) $(name)_share(const $(name)_patch *p, int k)
{
  return ($(real(1)) - p->t)*p->low[k] + p->t*p->high[k];
}
