$(include("common/finite3.c"))

/* Zeroes `count` numbers; v may be NULL. */
$(inlined) void $(name)_zero($(real) *v, int count)
{
  for (int i = 0; v && i < count; i++) v[i] = $(real(0));
}

/* Returns OK if fn and the input are valid; otherwise zeroes the wrench. */
$(inlined) int $(name)_enter(const $(real) twist[3], $(real) fn, $(real) dt, $(real) *wrench)
{
  const $(real) nan = $(name)_nan3(twist) + $(real(0))*fn + $(real(0))*dt;
  const int is_valid = nan == $(real(0)) && dt >= $(real(0));
  if (is_valid && fn > $(real(0))) return $(NAME)_OK;
  $(name)_zero(wrench, 3);
  return is_valid ? $(NAME)_SEPARATED : $(NAME)_BAD_INPUT;
}

//@ if has_stretch then
$(include("contact/stretch.c"))

//@ end
/* Writes the wrench, or 0 if it is not finite. `wrench` may be NULL. */
$(inlined) int $(name)_give(const $(real) f[3], $(real) *wrench)
{
  if ($(name)_nan3(f) == $(real(0))) {
    for (int i = 0; wrench && i < 3; i++) wrench[i] = f[i];
    return $(NAME)_OK;
  }
  $(name)_zero(wrench, 3);
  return $(NAME)_BAD_STATE;
}
//@ if has_stretch then

/* Writes the wrench on the patch of one on the stretched patch, or 0 if it is not finite. */
$(inlined) int $(name)_outer(const $(real) inner[3], $(real) *wrench)
{
  $(real) f[3];
  $(name)_inner(inner, f);
  return $(name)_give(f, wrench);
}
//@ end
