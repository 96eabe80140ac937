/* ---- derivatives -------------------------------------------------------- */

/* Derivatives, in columns q, v, u, with a, l, f and n held, of what vanishes at
 * the motion: R1 = Q + A'l + J'f - M a, R2 = b - A a, R3 = -(J a + c) and
 * R4 = J (A'l of the surface - J'n); and those of the slip w. */
typedef struct {
  $(real) R1[$(n*columns)], R2[$(m*columns)];
//@ if has_law then
  $(real) R4[$(d*columns)], w[$(d*columns)];
//@ end
//@ if is_coulomb then
  $(real) R3[$(d*columns)];
//@ end
} $(name)_slopes;

static void $(name)_set_slopes(const $(real) *q, const $(real) *v, const $(real) *u, $(real) t,
  const $(real) *a, const $(real) *l, const $(real) *f, const $(real) *g, $(name)_slopes *o)
{
  $(real) *const R1 = o->R1, *const R2 = o->R2;
//@ if has_law then
  $(real) *const R4 = o->R4, *const w = o->w;
//@ end
//@ if is_coulomb then
  $(real) *const R3 = o->R3;
  for (int i = 0; i < $(d*columns); i++) R3[i] = $(real(0));
//@ end
  for (int i = 0; i < $(n*columns); i++) R1[i] = $(real(0));
  for (int i = 0; i < $(m*columns); i++) R2[i] = $(real(0));
//@ if has_law then
  for (int i = 0; i < $(d*columns); i++) R4[i] = w[i] = $(real(0));
//@ end
$(slopes)
}

//@ if has_law then
/* (J J')^-1 f */
static void $(name)_at_point(const $(name)_terms *k, const $(real) *f, $(real) *out)
{
$(point)
}

/* Derivatives of phi by the slip and the bristles, of dz by them and by fc. */
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
//@ end
//@ if is_dahl then
  const $(real) fc = $(name)_limit(o);
//@ end
  for (int i = 0; i < $(d*d); i++) phi_w[i] = phi_z[i] = $(real(0));
//@ if nz > 0 then
  for (int i = 0; i < $(d); i++) dz_fc[i] = $(real(0));
//@ end
//@ if is_dahl then
  for (int i = 0; i < $(d); i++) phi_z[$(d + 1)*i] = $(real(1)); /* phi is z, and N is 1 */
//@ end
//@ if is_coulomb then
  (void)z;
  if (!(o->s > $(real(0)))) return;
//@ end
$(law_slope_names)
$(law_slopes)
}

/* dN from the derivatives of the multipliers and of R4. */
static $(real) $(name)_load_slope(const $(name)_motion *o, const $(real) *R4, int column,
  const $(real) *dl)
{
  $(real) right[$(d)], first[$(d)], second[$(d)], sum = $(real(0)), own = $(real(1));
  const $(real) size2 = $(name)_dot(o->normal, o->normal);
  if (!(size2 > $(real(0)))) return $(real(0));
  for (int i = 0; i < $(d); i++) right[i] = R4[i*$(columns) + column];
  $(name)_at_point(&o->k, right, first);
  $(name)_normal(&o->k, dl, second);
  for (int i = 0; i < $(d); i++) sum += o->normal[i]*(first[i] + second[i]);
//@ if is_coupled and not is_dahl then
  own += $(name)_dot(o->normal, o->n1)/$(sqrt)(size2);
//@ end
  return sum/($(sqrt)(size2)*own);
}

//@ end
/* The derivatives of a motion: ya of a, yz of dz, row-major with the columns q, v,
 * z, u. tau > 0: of a contact that comes to rest within a stage. */
static void $(name)_differentiate(const $(real) *q, const $(real) *v, const $(real) *z,
  const $(real) *u, $(real) t, $(real) tau, $(name)_motion *o, $(real) *ya, $(real) *yz)
{
  $(name)_slopes s;
//@ if has_law then
  $(name)_bends b;
//@ end
//@ if has_law and not is_coupled then
  const $(real) none[$(d)] = {$(real(0))};
  $(name)_slopes alone; /* without friction */
  $(name)_set_slopes(q, v, u, t, o->a0, o->l0, none, o->normal, &alone);
//@ end
//@ if has_contact then
  $(name)_set_slopes(q, v, u, t, o->a, o->l, o->friction, o->normal, &s);
//@ else
  $(name)_set_slopes(q, v, u, t, o->a, o->l, 0, 0, &s);
//@ end
//@ if has_law then
  $(name)_law_slopes(o, z, &b);
//@ end
  for (int c = 0; c < $(columns + nz); c++) {
//@ if nz > 0 then
    const int is_z = c >= $(2*n) && c < $(2*n + nz), from = c < $(2*n) ? c : c - $(nz);
//@ else
    const int is_z = 0, from = c;
//@ end
    $(real) g[$(n)], h[$(m)], da[$(n)], dl[$(m)];
//@ if has_law then
    $(real) f[$(d)], dw[$(d)], pulled[$(n)], load = $(real(0));
    for (int i = 0; i < $(d); i++) {
      dw[i] = is_z ? $(real(0)) : s.w[i*$(columns) + from];
      f[i] = $(real(0));
    }
    for (int i = 0; i < $(d); i++)
      for (int j = 0; j < $(d); j++)
        f[i] -= $(is_dahl and tostring(real(1)) or "o->load")*(is_z ? (j == c - $(2*n) ? b.phi_z[i*$(d) + j] : $(real(0)))
                              : b.phi_w[i*$(d) + j]*dw[j]);
//@ if is_coulomb then
    for (int i = 0; i < $(d); i++) f[i] = o->is_held ? $(real(0)) : f[i];
//@ end
    $(name)_pull(&o->k, f, pulled);
//@ end
    for (int i = 0; i < $(n); i++)
      g[i] = (is_z ? $(real(0)) : s.R1[i*$(columns) + from])$(has_law and " + pulled[i]" or "");
    for (int i = 0; i < $(m); i++) h[i] = is_z ? $(real(0)) : s.R2[i*$(columns) + from];
    $(name)_system(&o->k, g, h, da, dl);
//@ if is_coulomb then
    if (o->is_held) {
      $(real) wanted[$(d)], x[2];
      $(name)_point(&o->k, da, wanted);
      for (int i = 0; i < $(d); i++)
        wanted[i] = (tau > $(real(0)) ? (c < $(n) ? -s.w[i*$(columns) + from]/tau : $(real(0)))
                                : s.R3[i*$(columns) + from]) - wanted[i];
      $(name)_along(o, wanted, x);
      for (int k = 0; k < $(ntangents); k++)
        for (int i = 0; i < $(n); i++) da[i] += x[k]*o->Ta[k][i];
    } else
//@ end
//@ if has_law then
    {
//@ if is_coupled then
      static const $(real) none[$(d*columns)] = {$(real(0))};
      load = $(name)_load_slope(o, is_z ? none : s.R4, is_z ? 0 : from, dl);
//@ else
      if (!is_z) {
        $(real) unused[$(n)];
        for (int i = 0; i < $(n); i++) g[i] = alone.R1[i*$(columns) + from];
        for (int i = 0; i < $(m); i++) h[i] = alone.R2[i*$(columns) + from];
        $(name)_system(&o->k, g, h, unused, dl);
        load = $(name)_load_slope(o, alone.R4, from, dl);
      }
//@ end
//@ if not is_dahl then
      for (int i = 0; i < $(n); i++) da[i] -= load*o->r[i];
//@ end
    }
//@ end
    for (int i = 0; i < $(n); i++) ya[i*$(columns + nz) + c] = da[i];
//@ if nz > 0 then
    for (int i = 0; i < $(d); i++) {
      $(real) sum = $(is_dahl and "o->load*" .. tostring(real(mu)) .. " > " .. tostring(real(least_fc)) .. " ? b.dz_fc[i]*" .. tostring(real(mu)) .. "*load : " .. tostring(real(0)) or tostring(real(0)));
      for (int j = 0; j < $(d); j++)
        sum += is_z ? (j == c - $(2*n) ? b.dz_z[i*$(d) + j] : $(real(0))) : b.dz_w[i*$(d) + j]*dw[j];
      yz[i*$(columns + nz) + c] = sum;
    }
//@ end
  }
//@ if nz == 0 then
  (void)yz;
//@ end
//@ if not has_law then
  (void)z;
//@ end
//@ if not is_coulomb then
  (void)tau;
//@ end
}

int $(name)_jac(const $(name)_state *s, $(u_parameter)$(real) t,
  $(real) drate_ds[$(ns*ns)]$(nu > 0 and ", " .. tostring(real) .. " drate_du[" .. ns*nu .. "]" or ""))
{
  $(name)_motion o;
  $(real) ya[$(n*(ns + nu))], yz[$(nz > 0 and nz*(ns + nu) or 1)];
  const int status = $(name)_find(s, $(u_argument)t, &o);
  $(name)_zero(drate_ds, $(ns*ns));
//@ if nu > 0 then
  $(name)_zero(drate_du, $(ns*nu));
//@ end
  if (status != $(NAME)_OK) return status;
  $(name)_differentiate(s->q, s->v, $(s_z), $(u_or_null), t, $(real(0)), &o, ya, yz);
  if (!($(name)_nan(ya, $(n*(ns + nu)))$(nz > 0 and " + " .. name .. "_nan(yz, " .. nz*(ns + nu) .. ")" or "") == $(real(0))))
    return $(NAME)_BAD_STATE;
  for (int i = 0; i < $(ns); i++) {
    const $(real) *const row = i < $(2*n) ? ya + (i < $(n) ? 0 : i - $(n))*$(ns + nu) : yz + (i - $(2*n))*$(ns + nu);
    for (int c = 0; drate_ds && c < $(ns); c++)
      drate_ds[i*$(ns) + c] = i < $(n) ? (c == i + $(n) ? $(real(1)) : $(real(0))) : row[c];
//@ if nu > 0 then
    for (int c = 0; drate_du && c < $(nu); c++)
      drate_du[i*$(nu) + c] = i < $(n) ? $(real(0)) : row[$(ns) + c];
//@ end
  }
  return $(NAME)_OK;
}
