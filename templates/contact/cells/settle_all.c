/* The same for all cells.$(has_rounds and " Returns 0 if all have converged." or "") */
static $(has_rounds and "int" or "void") $(name)_settle_all(const $(real) *z, const $(real) twist[3], $(real) dt,
  $(real) *keep, $(real) *lose$(fn_par))
{
  $(name)_ends ends;
//@ if has_rounds then
  int missing = 0;
//@ end
//@ if has_blocks then
  for (int b = 0; b < $(name)_blocks; b++) {
    const int first = $(name)_first(b);
    $(has_rounds and "missing += " or "")$(name)_settle(&ends, z + first, z + $(name)_n + first, twist, dt, keep + first, lose + first, b$(fn_arg));
  }
//@ else
  $(has_rounds and "missing = " or "")$(name)_settle(&ends, z, z + $(name)_n, twist, dt, keep, lose$(fn_arg));
//@ end
//@ if has_rounds then
  return missing;
//@ end
}
