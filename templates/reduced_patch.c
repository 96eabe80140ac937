/* Levels of the normal force, N; at each the centre of pressure, r, m, and the mean
 * square radius u about it, m^2. */
enum { $(name)_levels = $(levels) };
static const $(real) $(name)_level[$(levels)] = {
$(rows(level_fn))};
static const $(real) $(name)_level_patch[$(4*levels)] = {
$(rows(level_patch, 4))};

/* The patch at a normal force, between two levels: t = 0 at the lower one. */
typedef struct {
  int level;
  $(real) t, x, y, r; /* centre of pressure, r */
  $(real) k;          /* u/r^2 */
} $(name)_patch;

static $(name)_patch $(name)_patch_at($(real) fn)
{
  $(name)_patch p;
  $(real) now[4];
  int i = 0;
  for (int l = 1; l < $(name)_levels - 1; l++) i += fn >= $(name)_level[l];
  const $(real) t = (fn - $(name)_level[i])/($(name)_level[i + 1] - $(name)_level[i]);
  const $(real) *const low = $(name)_level_patch + 4*i;
  p.level = i;
  p.t = t < $(real(0)) ? $(real(0)) : t < $(real(1)) ? t : $(real(1));
  for (int d = 0; d < 4; d++) now[d] = ($(real(1)) - p.t)*low[d] + p.t*low[4 + d];
  p.x = now[0];
  p.y = now[1];
  p.r = now[2];
  const $(real) dx = low[4] - low[0], dy = low[5] - low[1]; /* its way adds to u */
  p.k = (now[3] + p.t*($(real(1)) - p.t)*(dx*dx + dy*dy))/(now[2]*now[2]);
  return p;
}
