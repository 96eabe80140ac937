/* Writes (J J')^-1 f. */
static void $(name)_at_point(const $(name)_terms *k, const $(real) *f, $(real) *out)
{
//@ for _, name in ipairs(unused(point, "k f")) do
  (void)$(name);
//@ end
$(code(point))
}

/* Writes derivatives of phi by the slip and the bristles, of dz by them and by fc. */
typedef struct {
  $(real) phi_w[$(d*d)], phi_z[$(d*d)];
//@ if nz > 0 then
  $(real) dz_w[$(d*d)], dz_z[$(d*d)], dz_fc[$(d)];
//@ end
} $(name)_bends;

static void $(name)_law_slopes($(name)_motion *o, const $(real) *z, $(name)_bends *b)
{
  $(real) *const phi_w = b->phi_w, *const phi_z = b->phi_z;
//@ if nz > 0 then
  $(real) *const dz_w = b->dz_w, *const dz_z = b->dz_z, *const dz_fc = b->dz_fc;
  for (int i = 0; i < $(d); i++) dz_fc[i] = $(real(0));
//@ end
  for (int i = 0; i < $(d*d); i++) phi_w[i] = phi_z[i] = $(real(0));
//@ if is_force then
  for (int i = 0; i < $(d); i++) phi_z[$(d + 1)*i] = $(real(1)); /* phi is z, and N is 1 */
//@ end
//@ if sticks then
  if (!(o->s > $(real(0)))) return;
//@ end
//@ if law_slope_locals.uses.y then
  const $(name)_yield y = $(name)_bend(o, z);
//@ elseif not law_slope_locals.uses.z then
  (void)z;
//@ end
//@ for _, line in ipairs(law_slope_locals.temporaries) do
  const $(real) $(line.name) = $(line.value);
//@ end
//@ if own_locals ~= "" then
$(include(own_locals))
//@ end
$(code(law_slopes))
}

/* Returns dN from the derivatives of the multipliers and of R4 (NULL: 0). */
static $(real) $(name)_load_slope(const $(name)_motion *o, const $(real) *R4, int column,
  const $(real) *dl)
{
  $(real) right[$(d)], first[$(d)], second[$(d)], sum = $(real(0)), own = $(real(1));
  const $(real) size2 = $(name)_dot(o->normal, o->normal);
  if (!(size2 > $(real(0)))) return $(real(0));
  for (int i = 0; i < $(d); i++) right[i] = R4 ? R4[i*$(columns) + column] : $(real(0));
  $(name)_at_point(&o->k, right, first);
  $(name)_normal(&o->k, dl, second);
  for (int i = 0; i < $(d); i++) sum += o->normal[i]*(first[i] + second[i]);
//@ if load_bends then
  own += $(name)_dot(o->normal, o->n1)/$(sqrt)(size2);
//@ end
  return sum/($(sqrt)(size2)*own);
}

/* Numbers for all columns. A column is one of the slopes, or (is_z) of bristle c. */
typedef struct {
  $(name)_slopes s;
//@ if not is_coupled then
  $(name)_slopes alone; /* without friction */
//@ end
  $(name)_bends b;
} $(name)_parts;

/* Writes df at a fixed load. */
static void $(name)_force_slope(const $(name)_motion *o, const $(name)_parts *k, int c, int is_z,
  $(real) *f)
{
  const $(real) load = $(held_load);
//@ if is_force then
  (void)o;
//@ end
  for (int i = 0; i < $(d); i++) {
    $(real) sum = $(real(0));
    for (int j = 0; j < $(d) && !is_z; j++) sum += k->b.phi_w[i*$(d) + j]*k->s.w[j*$(columns) + c];
    f[i] = -load*(is_z ? k->b.phi_z[i*$(d) + c] : sum);
  }
}

/* Returns dN; dl are the multipliers' derivatives at a fixed load; da follows. */
static $(real) $(name)_load_change(const $(name)_motion *o, const $(name)_parts *k, int c, int is_z,
  const $(real) *dl, $(real) *da)
{
//@ if is_coupled then
  const $(real) load = $(name)_load_slope(o, is_z ? 0 : k->s.R4, c, dl);
//@ else
  $(real) g[$(n)], h[$(m)], unused[$(n)], alone[$(m)], load;
  (void)dl;
  if (is_z) return $(real(0));
  for (int i = 0; i < $(n); i++) g[i] = k->alone.R1[i*$(columns) + c];
  for (int i = 0; i < $(m); i++) h[i] = k->alone.R2[i*$(columns) + c];
  $(name)_system(&o->k, g, h, unused, alone);
  load = $(name)_load_slope(o, k->alone.R4, c, alone);
//@ end
//@ if is_force then
  (void)da; /* the force of bristles depends on their deflection alone */
//@ else
  for (int i = 0; i < $(n); i++) da[i] -= load*o->r[i];
//@ end
  return load;
}
//@ if sticks then

$(include("mechanism/hold_slopes.c"))
//@ end
//@ if nz > 0 then

/* Writes d(dz/dt). */
static $(real) $(name)_bristle_slope(const $(name)_motion *o, const $(name)_parts *k, int i, int c,
  int is_z, $(real) load)
{
  $(real) sum = $(dz_by_load);
  for (int j = 0; j < $(d) && !is_z; j++) sum += k->b.dz_w[i*$(d) + j]*k->s.w[j*$(columns) + c];
//@ if not has_load then
  (void)o;
  (void)load;
//@ end
  return is_z ? sum + k->b.dz_z[i*$(d) + c] : sum;
}
//@ end
