/* Writes the constraints' rates r and rows A, and the values c of those of the coordinates. */
static void $(name)_drift($(tuned)const $(real) *q, const $(real) *v, $(real) t, $(real) *r, $(real) *c,
  $(real) *A)
{
//@ for _, name in ipairs(unused(drift, (#tune > 0 and "tuning " or "") .. "q v t c")) do
  (void)$(name);
//@ end
  for (int i = 0; i < $(m); i++) r[i] = c[i] = $(real(0));
  for (int i = 0; i < $(m*n); i++) A[i] = $(real(0));
$(code(drift))
}

/* Returns the larger size. */
static $(real) $(name)_larger($(real) a, $(real) b)
{
  return $(name)_size(a) > $(name)_size(b) ? $(name)_size(a) : $(name)_size(b);
}

/* Returns 1 if the step from `a` to `b` follows the constraints: their rates change by less
 * than a tenth of their terms, their values by less than 0.3 of what the coordinates could
 * change them$(has_baumgarte and ", besides what Baumgarte's terms do" or ""). From rest a step of first order changes them by up to 0.25.
 * The equations of a long stage also have solutions far from the motion, which do not. */
static int $(name)_follows($(tuned)const $(name)_stage *s, const $(name)_point_of_time *a,
  const $(name)_point_of_time *b, $(real) t, $(real) dt)
{
  $(real) r0[$(m)], r1[$(m)], c0[$(m)], c1[$(m)], A0[$(m*n)], A1[$(m*n)], most = $(real(1)), moved = $(real(0));
  $(name)_drift($(tuning)b->q, b->y, t + dt, r1, c1, A1);
  $(name)_drift($(tuning)a->q, a->y, t, r0, c0, A0);
  for (int j = 0; j < $(n); j++) {
    most = $(name)_larger(most, $(name)_larger(a->y[j], b->y[j]));
    moved = $(name)_larger(moved, b->q[j] - a->q[j]);
  }
  for (int i = 0; i < $(m); i++) {
    $(real) rate = $(real(0)), value = dt*$(name)_size(r0[i]), by_time = r1[i];
//@ if is_unilateral then
    if (i == $(surface_1) && s->has_lifted) continue;
//@ end
//@ if has_baumgarte then
    {
      const $(real) turn = dt*($(real(2*alpha)) + $(real(beta*beta))*dt), pull = $(real(beta))*dt;
      const $(real) fading = turn < $(real(2)) ? turn : $(real(2));
      rate += fading*$(name)_size(r0[i]) + $(real(beta))*(pull < $(real(1)) ? pull : $(real(1)))*$(name)_size(c0[i]);
      value += fading*$(name)_size(c0[i]);
    }
//@ end
    for (int j = 0; j < $(n); j++) {
      const $(real) A = $(name)_larger(A0[i*$(n) + j], A1[i*$(n) + j]);
      rate += A*($(real(course))*$(name)_larger(a->y[j], b->y[j]) + $(real(course_rounding))*most);
      value += A*($(real(course_value))*moved + $(real(course_rounding))*dt*most +
        $(real(digits))*$(name)_larger(a->q[j], b->q[j]));
      by_time -= A1[i*$(n) + j]*b->y[j];
    }
    value += $(real(course_value))*dt*$(name)_size(by_time);
    if (!($(name)_size(r1[i] - r0[i]) <= rate && $(name)_size(c1[i] - c0[i]) <= value)) return 0;
  }
//@ if not is_unilateral then
  (void)s;
//@ end
  return 1;
}
