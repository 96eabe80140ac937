int $(name)_cop($(real) fn, $(real) cop[2])
{
  const int is_fine = fn - fn == $(real(0));
  const $(name)_patch patch = $(name)_patch_at(is_fine ? fn : $(real(0)));
  if (cop) {
    cop[0] = is_fine ? patch.x : $(real(0));
    cop[1] = is_fine ? patch.y : $(real(0));
  }
  return is_fine ? $(NAME)_OK : $(NAME)_BAD_INPUT;
}
