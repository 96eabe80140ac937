//@ local of_k = has_area and fn_arg:sub(3) .. ", k" or "k"
/* Returns the largest length of bristle k at rest$(has_area and " under this load" or ""): what is longer is
 * let go before a step, since LuGre itself relaxes with travel alone. It dissipates. */
$(inlined) $(real) $(name)_longest($(has_area and fn_par:sub(3) .. ", " or "")int k)
{
  return $(value("longest"))*($(reach_of_k));
}

/* Returns 1 if a bristle is longer. */
static int $(name)_is_long(const $(real) *z$(fn_par))
{
  int count = 0;
  for (int k = 0; k < $(name)_n; k++) {
    const $(real) z2 = z[k]*z[k] + z[$(name)_n + k]*z[$(name)_n + k];
    const $(real) longest = $(name)_longest($(of_k));
    count += z2 > longest*longest;
  }
  return count > 0;
}

/* Shortens these bristles. */
static void $(name)_shorten($(real) *z$(fn_par))
{
  for (int k = 0; k < $(name)_n; k++) {
    const $(real) z2 = z[k]*z[k] + z[$(name)_n + k]*z[$(name)_n + k];
    const $(real) longest = $(name)_longest($(of_k));
    const $(real) factor = z2 > longest*longest ? longest/$(sqrt)(z2) : $(real(1));
    z[k] *= factor;
    z[$(name)_n + k] *= factor;
  }
}

/* Makes the step from the shortened bristles. */
static int $(name)_advance_tuned($(name)_state *s, const $(real) twist[3], $(real) fn,
  $(real) dt, $(real) *wrench)
{
//@ if has_area and has_levels then
  const $(name)_patch at_fn = $(name)_patch_at(fn), *const patch = &at_fn;
//@ end
  if (!$(name)_is_long(s->z$(fn_arg))) return $(name)_advance(s, twist, fn, dt, wrench);
  $(name)_state next = *s;
  $(name)_shorten(next.z$(fn_arg));
  const int status = $(name)_advance(&next, twist, fn, dt, wrench);
  if (status != $(NAME)_BAD_STATE) *s = next;
  return status;
}
//@ if has_area then

/* Computes the rates of the shortened bristles. */
static int $(name)_rates_shortened(const $(real) *z, const $(real) twist[3], $(real) fn,
  $(real) *dz, $(real) *wrench)
{
  $(name)_state from;
//@ if has_levels then
  const $(name)_patch at_fn = $(name)_patch_at(fn), *const patch = &at_fn;
//@ end
  if (!$(name)_is_long(z$(fn_arg))) return $(name)_rates(z, twist, fn, dz, wrench);
  for (int k = 0; k < $(NAME)_NZ; k++) from.z[k] = z[k];
  $(name)_shorten(from.z$(fn_arg));
  return $(name)_rates(from.z, twist, fn, dz, wrench);
}
//@ end
