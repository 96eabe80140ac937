//@ if has_levels then
int $(name)_cell(int k, $(real) fn, $(real) cell[3])
{
  const int is_there = k >= 0 && k < $(name)_n && $(real(0))*fn == $(real(0));
  const $(name)_patch at_fn = $(name)_patch_at(is_there ? fn : $(real(0))), *const patch = &at_fn;
//@ else
int $(name)_cell(int k, $(real) cell[3])
{
  const int is_there = k >= 0 && k < $(name)_n;
//@ end
  if (cell) {
    cell[0] = is_there ? $(name)_x[k] : $(real(0));
    cell[1] = is_there ? $(name)_y[k] : $(real(0));
    cell[2] = is_there ? $(held) : $(real(0));
  }
  return is_there ? $(NAME)_OK : $(NAME)_BAD_INPUT;
}
//@ if has_levels then

int $(name)_cop($(real) fn, $(real) cop[2])
{
  const int is_fine = $(real(0))*fn == $(real(0));
  const $(name)_patch patch = $(name)_patch_at(is_fine ? fn : $(real(0)));
  for (int i = 0; cop && i < 2; i++) cop[i] = is_fine ? patch.moment[i] : $(real(0));
  return is_fine ? $(NAME)_OK : $(NAME)_BAD_INPUT;
}
//@ end
