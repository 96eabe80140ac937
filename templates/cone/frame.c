/* The unit normal and the tangents (Duff et al., Building an Orthonormal Basis,
 * Revisited), as the rows t1, t2, n. Returns 0 if the normal has no direction. */
static int $(name)_axes(const $(real) normal[3], $(real) axes[9])
{
  $(real) largest = $(real(0)), size, sign, a, c;
  $(real) *const n = axes + 6;
  if (!$(name)_is_in_range(normal, 3)) return 0;
  for (int i = 0; i < 3; i++) {
    const $(real) m = $(name)_abs(normal[i]);
    if (m > largest) largest = m;
  }
  if (!(largest > $(real(0)))) return 0;
  for (int i = 0; i < 3; i++) n[i] = normal[i]/largest;
  size = $(sqrt)(n[0]*n[0] + n[1]*n[1] + n[2]*n[2]);
  for (int i = 0; i < 3; i++) n[i] /= size;
  sign = n[2] < $(real(0)) ? -$(real(1)) : $(real(1));
  a = -$(real(1))/(sign + n[2]);
  c = n[0]*n[1]*a;
  axes[0] = $(real(1)) + sign*n[0]*n[0]*a;
  axes[1] = sign*c;
  axes[2] = -sign*n[0];
  axes[3] = c;
  axes[4] = sign + n[1]*n[1]*a;
  axes[5] = -n[1];
  return 1;
}

/* From the contact's axes to the normal's, and back. */
static void $(name)_out_of(const $(real) axes[9], const $(real) x[3], $(real) f[3])
{
  for (int i = 0; i < 3; i++) f[i] = x[0]*axes[i] + x[1]*axes[3 + i] + x[2]*axes[6 + i];
}

static void $(name)_into(const $(real) axes[9], const $(real) f[3], $(real) x[3])
{
  for (int i = 0; i < 3; i++) x[i] = axes[3*i]*f[0] + axes[3*i + 1]*f[1] + axes[3*i + 2]*f[2];
}

int $(name)_frame($(tuned)const $(real) normal[3], $(real) T[6], $(real) S[9])
{
//@ if has_tuned_mu then
  if (!tuning) tuning = &$(name)_tuning_default;
//@ elseif #tune > 0 then
  (void)tuning;
//@ end
  $(real) axes[9] = {0};
  $(name)_zero(T, 6);
  $(name)_zero(S, 9);
  if (!$(name)_axes(normal, axes)) return $(NAME)_BAD_INPUT;
  for (int i = 0; T && i < 6; i++) T[i] = axes[i];
  for (int i = 0; S && i < 3; i++) {
    S[i] = $(times("mu"))axes[6 + i];
    S[3 + i] = axes[i];
    S[6 + i] = axes[3 + i];
  }
  return $(NAME)_OK;
}
//@ if has_rows then

int $(name)_facets($(tuned)const $(real) normal[3], $(real) A[$(nrows*n)], $(real) b[$(nrows)])
{
//@ if #tune > 0 then
  if (!tuning) tuning = &$(name)_tuning_default;
//@ end
  $(real) axes[9] = {0};
  $(name)_zero(A, $(nrows*n));
  $(name)_zero(b, $(nrows));
  if (!$(name)_axes(normal, axes)) return $(NAME)_BAD_INPUT;
//@ if #tune > 0 then
  for (int i = 0; i < $(nrows); i++) {
    $(real) a[3];
    const $(real) bound = $(name)_take(tuning, i, a);
    if (A) $(name)_out_of(axes, a, A + 3*i);
    if (b) b[i] = bound;
  }
//@ else
  for (int i = 0; A && i < $(nrows); i++) $(name)_out_of(axes, $(name)_A + 3*i, A + 3*i);
  for (int i = 0; b && i < $(nrows); i++) b[i] = $(name)_b[i];
//@ end
  return $(NAME)_OK;
}
//@ end
//@ if has_rays then

int $(name)_generators($(tuned)const $(real) normal[3], $(real) rays[$(nrays*n)])
{
//@ if #tune > 0 then
  if (!tuning) tuning = &$(name)_tuning_default;
//@ end
  $(real) axes[9] = {0};
  $(name)_zero(rays, $(nrays*n));
  if (!$(name)_axes(normal, axes)) return $(NAME)_BAD_INPUT;
//@ if #tune > 0 then
  for (int i = 0; rays && i < $(nrays); i++) {
    $(real) ray[3];
    $(name)_ray(tuning, i, ray);
    $(name)_out_of(axes, ray, rays + 3*i);
  }
//@ else
  for (int i = 0; rays && i < $(nrays); i++) $(name)_out_of(axes, $(name)_rays + 3*i, rays + 3*i);
//@ end
  return $(NAME)_OK;
}
//@ end
