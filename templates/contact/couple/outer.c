/* Makes the step of backward Euler for a twist on the patch: by (0), slopes by S on both
 * sides. `wrench` may be NULL. */
static int $(name)_backward_outer(const $(name)_state *s, const $(real) given[3], $(real) fn, $(real) dt,
  $(name)_state *end, $(real) *wrench, $(real) *slopes)
{
  $(real) twist[3], inner[3];
  $(name)_inner(given, twist);
  const int status = $(name)_backward_euler(s, twist, fn, dt, end, inner, slopes);
  if (status != $(NAME)_OK && status != $(NAME)_NO_CONVERGENCE) return status;
  $(name)_inner_rows(slopes, slopes ? 3 : 0);
  $(name)_inner_columns(slopes, slopes ? 3 : 0);
  if ($(name)_outer(inner, wrench) != $(NAME)_OK || (slopes && !($(name)_nan(slopes, 9) == $(real(0)))))
    return $(NAME)_BAD_STATE;
  return status;
}
