/* Writes the wrench (6) at the grid centre from f, the force at the centre of pressure
 * and its torque over r. */
$(NAME)_INLINE void $(name)_centre(const $(real) f[3], $(real) wrench[3]$(patch_par))
{
  wrench[0] = f[0];
  wrench[1] = f[1];
  wrench[2] = $(at_r)*f[2]$(off_centre and (" + %s*f[1] - %s*f[0]"):format(at_x, at_y) or "");
}

$(NAME)_INLINE int $(name)_leave(const $(real) f[3], $(real) *wrench$(patch_par))
{
  $(real) moved[3];
  $(name)_centre(f, moved$(patch_arg));
  return $(name)_give(moved, wrench);
}
