//@ if has_levels then
int $(name)_cell(int k, $(real) fn, $(real) cell[3])
{
  if (k < 0 || k >= $(name)_n || !($(real(0))*fn == $(real(0)))) {
//@ else
int $(name)_cell(int k, $(real) cell[3])
{
  if (k < 0 || k >= $(name)_n) {
//@ end
    $(name)_zero(cell, 3);
    return $(NAME)_BAD_INPUT;
  }
//@ if has_levels then
  const $(name)_patch at_fn = $(name)_patch_at(fn), *const patch = &at_fn;
//@ end
  if (cell) {
//@ if has_stretch then
    const $(real) inner[3] = {$(name)_x[k], $(name)_y[k], $(real(0))};
    $(name)_inner(inner, cell);
//@ else
    cell[0] = $(name)_x[k];
    cell[1] = $(name)_y[k];
//@ end
    cell[2] = $(held);
  }
  return $(NAME)_OK;
}
//@ if has_levels then

int $(name)_cop($(real) fn, $(real) cop[2])
{
  const int is_fine = $(real(0))*fn == $(real(0));
  const $(name)_patch patch = $(name)_patch_at(is_fine ? fn : $(real(0)));
//@ if has_stretch then
  const $(real) inner[3] = {patch.moment[0], patch.moment[1], $(real(0))};
  $(real) place[3];
  $(name)_inner(inner, place);
  for (int i = 0; cop && i < 2; i++) cop[i] = is_fine ? place[i] : $(real(0));
//@ else
  for (int i = 0; cop && i < 2; i++) cop[i] = is_fine ? patch.moment[i] : $(real(0));
//@ end
  return is_fine ? $(NAME)_OK : $(NAME)_BAD_INPUT;
}
//@ end
