//@ local function across(of)
//@   return is_skewed and (" %s %s*%s"):format(stretch_xy < 0 and "-" or "+", real(math.abs(stretch_xy)), of) or ""
//@ end
/* Writes the twist (0) of the stretched patch. */
$(inlined) void $(name)_inner(const $(real) given[3], $(real) twist[3])
{
  const $(real) x = given[0], y = given[1];
  twist[0] = $(real(stretch_xx))*x$(across("y"));
  twist[1] = $(real(stretch_yy))*y$(across("x"));
  twist[2] = $(real(ratio))*given[2];
}

/* Multiplies rows by the stretched twist, three numbers each, by its derivative. */
$(inlined) void $(name)_inner_rows($(real) *rows, int count)
{
  for (int i = 0; rows && i < count; i++) $(name)_inner(rows + 3*i, rows + 3*i);
}

/* The same for the columns of 3 x count numbers, which belong to a wrench. */
$(inlined) void $(name)_inner_columns($(real) *columns, int count)
{
  for (int j = 0; columns && j < count; j++) {
    $(real) f[3] = {columns[j], columns[count + j], columns[2*count + j]};
    $(name)_inner(f, f);
    for (int i = 0; i < 3; i++) columns[i*count + j] = f[i];
  }
}
