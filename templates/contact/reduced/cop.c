int $(name)_cop($(real) fn, $(real) cop[2])
{
  const int is_fine = $(real(0))*fn == $(real(0));
//@ if off_centre then
  $(name)_patch patch;
  $(name)_patch_at(&patch, is_fine ? fn : $(real(0)));
//@ end
//@ if has_stretch and off_centre then
  const $(real) inner[3] = {patch.x, patch.y, $(real(0))};
  $(real) place[3];
  $(name)_inner(inner, place);
  for (int i = 0; cop && i < 2; i++) cop[i] = is_fine ? place[i] : $(real(0));
//@ else
  if (cop) {
    cop[0] = $(off_centre and "is_fine ? patch.x : " or "")$(real(0));
    cop[1] = $(off_centre and "is_fine ? patch.y : " or "")$(real(0));
  }
//@ end
  return is_fine ? $(NAME)_OK : $(NAME)_BAD_INPUT;
}
