/* The patch at a normal force, between two levels: t = 0 at the lower one. */
typedef struct {
  int level;
//@ if off_centre then
  $(real) x, y; /* centre of pressure */
//@ end
  $(real) t, r, k; /* k = u/r^2 */
} $(name)_patch;

$(NAME)_INLINE void $(name)_patch_at($(name)_patch *p, $(real) fn)
{
  int i = 0;
  for (int l = 1; l < $(name)_levels - 1; l++) i += fn >= $(name)_level[l];
  const $(real) *const low = $(name)_level_patch + 4*i;
  const $(real) place = (fn - $(name)_level[i])*$(name)_per_newton[i];
  const $(real) below = place < $(real(1)) ? place : $(real(1));
  const $(real) t = below > $(real(0)) ? below : $(real(0)), rest = $(real(1)) - t;
  p->level = i;
  p->t = t;
  p->r = rest*low[2] + t*low[6];
//@ if off_centre then
  const $(real) dx = low[4] - low[0], dy = low[5] - low[1]; /* the shift of the centre adds to u */
  p->x = rest*low[0] + t*low[4];
  p->y = rest*low[1] + t*low[5];
  p->k = (rest*low[3] + t*low[7] + t*rest*(dx*dx + dy*dy))/(p->r*p->r);
//@ else
  p->k = (rest*low[3] + t*low[7])/(p->r*p->r);
//@ end
}
