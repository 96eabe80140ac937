//@ local m_x = has_levels and "patch->moment[0]" or is_viscous and has_moment_x and named("moment_x") or ""
//@ local m_y = has_levels and "patch->moment[1]" or is_viscous and has_moment_y and named("moment_y") or ""
//@ local m_2 = has_levels and "patch->moment[2]" or is_viscous and named("moment_2") or ""
/* Writes the wrench (4) from sum = sums over the cells of w*(z + (sigma1/sigma0)*rate) and
 * of its torque; the viscous part in closed form from the moments of w. */
$(inlined) int $(name)_leave(const $(real) twist[3], $(real) fn, const $(real) sum[3],
  $(real) *wrench$(patch_par))
{
//@ if is_viscous then
  const $(real) vx = twist[0]$(has_moment_y and " - twist[2]*" .. m_y or ""); /* means of the slip */
  const $(real) vy = twist[1]$(has_moment_x and " + twist[2]*" .. m_x or "");
  const $(real) turn = $(m_2)*twist[2]$(has_moment_x and " + " .. m_x .. "*twist[1]" or "")$(has_moment_y and " - " .. m_y .. "*twist[0]" or "");
//@ if has_area then
  const $(real) pull = $(NAME)_FN_NOMINAL*$(NAME)_SIGMA0, push = fn*$(NAME)_SIGMA2;
  const $(real) f[3] = { /* N, N, N m */
    -(pull*sum[0] + push*vx), -(pull*sum[1] + push*vy), -(pull*sum[2] + push*turn)
  };
//@ else
  const $(real) f[3] = {
    -fn*($(NAME)_SIGMA0*sum[0] + $(NAME)_SIGMA2*vx), /* fx, N */
    -fn*($(NAME)_SIGMA0*sum[1] + $(NAME)_SIGMA2*vy), /* fy, N */
    -fn*($(NAME)_SIGMA0*sum[2] + $(NAME)_SIGMA2*turn) /* tau, N m */
  };
//@ end
//@ else
  const $(real) f[3] = { /* N, N, N m */
    -$(pull)*($(NAME)_SIGMA0*sum[0]), -$(pull)*($(NAME)_SIGMA0*sum[1]), -$(pull)*($(NAME)_SIGMA0*sum[2])
  };
//@ if has_area then
  (void)fn;
//@ end
  (void)twist;
//@ end
//@ if has_levels and not is_viscous then
  (void)patch;
//@ end
  return $(name)_give(f, wrench);
}
