//@ if stretches_frame then
/* Writes F: F*v is the twist (0) of the stretched patch, and F'*wrench the force on the body. */
//@ else
/* Writes F: F*v is the contact's twist, and F'*wrench the force on the body. */
//@ end
static void $(name)_frame(const $(real) q[3], $(real) f[9])
{
//@ if is_body_frame then
  const $(real) c = $(cos)(q[2]), s = $(sin)(q[2]);
  const $(real) m[9] = {c, s, $(real(com_y)), -s, c, $(real(-com_x)), $(real(0)), $(real(0)), $(real(1))};
//@ else
  const $(real) m[9] = {$(real(1)), $(real(0)), q[1], $(real(0)), $(real(1)), -q[0], $(real(0)), $(real(0)), $(real(1))};
//@ end
  for (int i = 0; i < 9; i++) f[i] = m[i];
//@ if stretches_frame then
  $(name)_inner_columns(f, 3);
//@ end
}

/* Writes the slopes of F*v and F'*wrench by q, row-major. */
static void $(name)_frame_slopes(const $(real) v[3], const $(real) wrench[3], $(name)_linear *k)
{
  $(name)_zero(k->twist_q, 9);
  $(name)_zero(k->force_q, 9);
//@ local base = "k->frame"
//@ if stretches_frame then
//@ base = "base"
  $(real) force[3];
  $(name)_inner(wrench, force); /* on the patch */
//@ end
//@ local force = stretches_frame and "force" or "wrench"
//@ if is_body_frame and stretches_frame then
  const $(real) base[2] = { /* F of the patch itself */
    $(real(stretch_yy/ratio))*k->frame[0] - $(real(stretch_xy/ratio))*k->frame[3],
    $(real(stretch_yy/ratio))*k->frame[1] - $(real(stretch_xy/ratio))*k->frame[4]
  };
//@ end
//@ if is_body_frame then
  const $(real) c = $(base)[0], s = $(base)[1];
  k->twist_q[2] = c*v[1] - s*v[0];
  k->twist_q[5] = -(c*v[0] + s*v[1]);
  k->force_q[2] = -(s*$(force)[0] + c*$(force)[1]);
  k->force_q[5] = c*$(force)[0] - s*$(force)[1];
//@ else
  k->twist_q[1] = v[2];
  k->twist_q[3] = -v[2];
  k->force_q[6] = -$(force)[1];
  k->force_q[7] = $(force)[0];
//@ end
//@ if stretches_frame then
  $(name)_inner_columns(k->twist_q, 3);
//@ end
}
