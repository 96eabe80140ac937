/* ---- implicit steps ------------------------------------------------------- */

/* A step of dt is taken in two halves and in one whole, extrapolated: twice the one
 * less the other, second order, L-stable. Each of them is backward Euler over h
 * in how bristles relax; the flow w and the angle are those ahead, see _yield.
//@ if has_rounds then
 * It ends at z' = q/(1 + k*h*a), q = z + h*k*w, a = most*abar(p), p = |z'|/reach.
 * |z'| falls as abar rises: p has one value, which Newton's steps in a bracket
 * find. */
enum { $(name)_iterations = 60 };
//@ else
 * It ends at z' = q/(1 + k*h*a), q = z + h*k*w. */
//@ end

typedef struct {
$(struct_members(part))
} $(name)_part;

//@ if has_rounds then
$(include("contact/reduced/settle.c"))

//@ end
/* Makes one part from z.$(has_rounds and " Returns 0 if it has converged." or "") */
static $(has_rounds and "int" or "void") $(name)_backward(const $(name)_slip *c, const $(real) z[3], $(real) h,
  $(name)_part *part$(patch_par))
{
  const $(real) k[3] = {$(real(1)), $(real(1)), $(is_matched and at_k or real(1))};
//@ if is_ellipsoid then
  const $(real) *w = c->v;
  $(real) q[3], a;
  $(name)_yield(c, z, h, &a$(patch_arg));
//@ else
  $(real) w[3], q[3], a;
  $(name)_yield(c, z, h, w, &a$(patch_arg));
//@ end
//@ if is_ellipsoid then
  for (int i = 0; i < 3; i++) q[i] = z[i] + h*w[i];
  part->most = $(name)_most(c, q);
//@ else
  part->most = $(name)_most(c, z, h);
//@ end
  part->abar = $(real(1));
  for (int i = 0; i < 3; i++) q[i] = z[i] + h*k[i]*w[i];
//@ if has_rounds then
  const $(real) per = $(real(1))/($(sqrt)(c->h2)*c->zmax);
  const $(real) x = per*q[0], y = per*q[1], spin = per*q[2];
  const int is_missing = $(name)_settle(x*x + y*y, spin*spin, k[2], h*part->most, &part->abar);
//@ end
  for (int i = 0; i < 3; i++) {
    const $(real) fade = part->most*part->abar*k[i], shrink = $(real(1))/($(real(1)) + h*fade);
    part->rate[i] = shrink*(k[i]*w[i] - fade*z[i]);
    part->end[i] = shrink*q[i];
  }
//@ if has_rounds then
  return is_missing;
//@ end
}

//@ local note = has_rounds and "missing += " or ""
/* Writes the mean rate over dt, and its parts.$(has_rounds and " Returns 0 if all have converged." or "") */
static $(has_rounds and "int" or "void") $(name)_parts(const $(name)_slip *c, const $(real) z[3], $(real) dt,
  $(name)_part parts[3], $(real) rate[3]$(patch_par))
{
  const $(real) half = $(real(0.5))*dt;
//@ if has_rounds then
  int missing = 0;
//@ end
  $(note)$(name)_backward(c, z, half, &parts[0]$(patch_arg));
  $(note)$(name)_backward(c, parts[0].end, half, &parts[1]$(patch_arg));
  $(note)$(name)_backward(c, z, dt, &parts[2]$(patch_arg));
  for (int i = 0; i < 3; i++) rate[i] = parts[0].rate[i] + parts[1].rate[i] - parts[2].rate[i];
//@ if has_rounds then
  return missing;
//@ end
}
