/* Returns 1 if a bristle is longer than the tuning lets it be at rest. */
static int $(name)_is_long(const $(real) *z)
{
  $(real) most = $(real(0));
  for (int k = 0; k < $(name)_n; k++) {
    const $(real) z2 = z[k]*z[k] + z[$(name)_n + k]*z[$(name)_n + k];
    most = z2 > most ? z2 : most;
  }
  return most > $(named("longest2"));
}

/* Shortens these bristles. */
static void $(name)_shorten($(real) *z)
{
  for (int k = 0; k < $(name)_n; k++) {
    const $(real) z2 = z[k]*z[k] + z[$(name)_n + k]*z[$(name)_n + k];
    const $(real) factor = z2 > $(named("longest2")) ? $(named("longest"))/$(sqrt)(z2) : $(real(1));
    z[k] *= factor;
    z[$(name)_n + k] *= factor;
  }
}

/* Makes the step from the shortened bristles. */
static int $(name)_advance_tuned($(name)_state *s, const $(real) twist[3], $(real) fn,
  $(real) dt, $(real) *wrench)
{
//@ if has_stride and has_pass_tables then
#ifdef $(NAME)_WIDE
  if ($(name)_stride(s->z, twist, fn, dt, wrench)) return $(NAME)_OK; /* it shortens itself */
#endif
//@ end
  if (!$(name)_is_long(s->z)) return $(name)_advance(s, twist, fn, dt, wrench);
  $(name)_state next = *s;
  $(name)_shorten(next.z);
  const int status = $(name)_advance(&next, twist, fn, dt, wrench);
  if (status != $(NAME)_BAD_STATE) *s = next;
  return status;
}
