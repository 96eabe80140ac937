/* Writes F: F*v is the contact's twist, and F'*wrench the force on the body. */
static void $(name)_frame(const $(real) q[3], $(real) f[9])
{
//@ if is_body_frame then
  const $(real) c = $(cos)(q[2]), s = $(sin)(q[2]);
  const $(real) m[9] = {c, s, $(real(com_y)), -s, c, $(real(-com_x)), $(real(0)), $(real(0)), $(real(1))};
//@ else
  const $(real) m[9] = {$(real(1)), $(real(0)), q[1], $(real(0)), $(real(1)), -q[0], $(real(0)), $(real(0)), $(real(1))};
//@ end
  for (int i = 0; i < 9; i++) f[i] = m[i];
}

/* Writes the slopes of F*v and F'*wrench by q, row-major. */
static void $(name)_frame_slopes(const $(real) v[3], const $(real) wrench[3], $(name)_linear *k)
{
  $(name)_zero(k->twist_q, 9);
  $(name)_zero(k->force_q, 9);
//@ if is_body_frame then
  const $(real) c = k->frame[0], s = k->frame[1];
  k->twist_q[2] = c*v[1] - s*v[0];
  k->twist_q[5] = -(c*v[0] + s*v[1]);
  k->force_q[2] = -(s*wrench[0] + c*wrench[1]);
  k->force_q[5] = c*wrench[0] - s*wrench[1];
//@ else
  k->twist_q[1] = v[2];
  k->twist_q[3] = -v[2];
  k->force_q[6] = -wrench[1];
  k->force_q[7] = wrench[0];
//@ end
}
