int $(name)_cop($(real) fn, $(real) cop[2])
{
  const int is_fine = $(real(0))*fn == $(real(0));
//@ if off_centre then
  $(name)_patch patch;
  $(name)_patch_at(&patch, is_fine ? fn : $(real(0)));
//@ end
  if (cop) {
    cop[0] = $(off_centre and "is_fine ? patch.x : " or "")$(real(0));
    cop[1] = $(off_centre and "is_fine ? patch.y : " or "")$(real(0));
  }
  return is_fine ? $(NAME)_OK : $(NAME)_BAD_INPUT;
}
