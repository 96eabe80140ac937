/* ---- the functions ------------------------------------------------------ */

//@ local arguments = is_runtime and "normal, f" or "f"
int $(name)_margin($(tuned)$(at_normal)const $(real) f[$(n)], $(real) margin[1])
{
//@ if #tune > 0 then
  if (!tuning) tuning = &$(name)_tuning_default;
//@ end
//@ if is_runtime then
  $(real) axes[9] = {0}, x[3];
//@ else
  const $(real) *const x = f;
//@ end
  if (margin) margin[0] = $(real(0));
  if (!$(name)_is_in_range(f, $(name)_n)) return $(NAME)_BAD_INPUT;
//@ if is_runtime then
  if (!$(name)_axes(normal, axes)) return $(NAME)_BAD_INPUT;
  $(name)_into(axes, f, x);
//@ end
  if (margin) margin[0] = $(name)_depth($(tuning)x);
  return $(NAME)_OK;
}

int $(name)_contains($(tuned)$(at_normal)const $(real) f[$(n)])
{
  $(real) margin;
  const int status = $(name)_margin($(tuning)$(arguments), &margin);
  return status == $(NAME)_OK ? margin >= $(real(0)) : status;
}

int $(name)_project($(tuned)$(at_normal)const $(real) f[$(n)], $(real) out[$(n)])
{
//@ if #tune > 0 then
  if (!tuning) tuning = &$(name)_tuning_default;
//@ end
  $(real) x[$(n)];
  int status;
//@ if is_runtime then
  $(real) axes[9] = {0}, at[3];
//@ else
  const $(real) *const at = f;
//@ end
  $(name)_zero(out, $(name)_n);
  if (!$(name)_is_in_range(f, $(name)_n)) return $(NAME)_BAD_INPUT;
//@ if is_runtime then
  if (!$(name)_axes(normal, axes)) return $(NAME)_BAD_INPUT;
  $(name)_into(axes, f, at);
//@ end
  if ($(name)_depth($(tuning)at) >= $(real(0))) { /* to the last bit */
    for (int i = 0; out && i < $(name)_n; i++) out[i] = f[i];
    return $(NAME)_OK;
  }
  status = $(name)_nearest($(tuning)at, x);
//@ if is_runtime then
  if (out) $(name)_out_of(axes, x, out);
//@ else
  for (int i = 0; out && i < $(name)_n; i++) out[i] = x[i];
//@ end
  return status;
}
