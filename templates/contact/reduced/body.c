/* ---- bristles as seen by the body ---------------------------------------- */

/* A linearly implicit step solves (e*I - J)*u = r. The body acts on the bristles
 * only by the change of the twist, so u = inverse*r + gain*change with
 * inverse = (e*I - drate/dz)^-1 and gain = inverse*drate/dtwist. */
static int $(name)_invert(const $(real) m[9], $(real) out[9]);

/* Writes the rate of z and the wrench. */
static int $(name)_rates(const $(real) *z, const $(real) twist[3], $(real) fn,
  $(real) *dz, $(real) *wrench)
{
  const $(name)_state s = {{z[0], z[1], z[2]}};
  $(name)_state rate;
  const int status = $(name)_rate(&s, twist, fn, &rate, wrench);
  for (int i = 0; i < 3; i++) dz[i] = rate.z[i];
  return status;
}

/* Adds A*B to out, row-major. */
static void $(name)_multiply(const $(real) a[9], const $(real) b[9], $(real) out[9])
{
  for (int i = 0; i < 9; i++) {
    const $(real) *const row = a + i/3*3, *const column = b + i % 3;
    out[i] += row[0]*column[0] + row[1]*column[3] + row[2]*column[6];
  }
}

/* Computes these for e. dw is the derivative of the wrench by the twist at e, with the
 * bristles eliminated. A singular matrix leaves numbers that are not finite. */
static void $(name)_condense($(name)_scratch *k, const $(real) *z, const $(real) twist[3],
  $(real) fn, $(real) e, $(real) dw[9])
{
  const $(name)_state s = {{z[0], z[1], z[2]}};
  $(real) dz_dz[9], dz_dtwist[9];
  $(name)_rate_jac(&s, twist, fn, dz_dz, dz_dtwist, k->by_z, dw);
  for (int i = 0; i < 9; i++) dz_dz[i] = (i % 4 == 0 ? e : $(real(0))) - dz_dz[i];
  $(name)_invert(dz_dz, k->inverse);
  $(name)_zero(k->gain, 9);
  $(name)_multiply(k->inverse, dz_dtwist, k->gain);
  $(name)_multiply(k->by_z, k->gain, dw);
}

static void $(name)_times(const $(real) m[9], const $(real) v[3], $(real) out[3])
{
  for (int i = 0; i < 3; i++) out[i] = $(name)_dot(m + 3*i, v);
}

/* Writes u = inverse*r, and dw, the wrench of that change. */
static void $(name)_fold(const $(name)_scratch *k, const $(real) *z, const $(real) *r,
  $(real) *u, $(real) fn, $(real) e, $(real) dw[3])
{
  (void)z;
  (void)fn;
  (void)e;
  $(name)_times(k->inverse, r, u);
  $(name)_times(k->by_z, u, dw);
}

/* Writes u = part + gain*change. */
static void $(name)_unfold(const $(name)_scratch *k, const $(real) *z, const $(real) *part,
  const $(real) change[3], $(real) *u)
{
  (void)z;
  $(name)_times(k->gain, change, u);
  for (int i = 0; i < 3; i++) u[i] += part[i];
}

/* Returns the size of a change of the bristles, in units of mu_s/sigma0. */
static $(real) $(name)_size(const $(real) *u)
{
  return $(named("per_zmax"))*$(sqrt)($(name)_dot(u, u));
}

$(include("contact/body/body.c"))
