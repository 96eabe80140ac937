/* The patch at a normal force: shares at the two nearest levels, and its distance from
 * the lower (t = 0) towards the upper level (t = 1). */
typedef struct {
//@ if has_area then
  $(real) fn;
//@ end
  const $(real) *low, *high;
  $(real) t, moment[3];
} $(name)_patch;

static $(name)_patch $(name)_patch_at($(real) fn)
{
  $(name)_patch p;
//@ if has_area then
  p.fn = fn;
//@ end
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
//@ if has_area then

/* Returns cell k's share of the stiffness: 0 without load. */
$(inlined) $(real) $(name)_weight(const $(name)_patch *p, int k)
{
  return $(name)_share(p, k) > $(real(0)) ? $(name)_w[k] : $(real(0));
}

/* Returns the factor of zmax of cell k: its load over its share of the stiffness at
 * fn_nominal; 1 without load, where nothing comes of it. */
$(inlined) $(real) $(name)_reach_at(const $(name)_patch *p, int k)
{
  const $(real) share = $(name)_share(p, k);
  return share > $(real(0)) ? p->fn*share*$(name)_reach[k] : $(real(1));
}
//@ end
