/* Steps the contacts one after the other, each in its own state. Groups of $(batch_group) states,
 * which lie side by side in memory, are copied together. */
int $(name)_step_batch(int n, $(real) *z, const $(real) *twist, const $(real) *fn,
  $(real) dt, $(real) *wrench, int *status)
{
  $(NAME)_CLEAR_UPPER;
  const long long row = n;
  int worst = n < 0 ? $(NAME)_BAD_INPUT : $(NAME)_OK;
  for (int first = 0; first < n; first += $(batch_group)) {
    $(name)_state s[$(batch_group)];
    const int count = n - first < $(batch_group) ? n - first : $(batch_group);
    /*@ loop unroll $(nstates); */
    for (int k = 0; k < $(NAME)_NZ; k++)
      for (int j = 0; j < count; j++) s[j].z[k] = z[k*row + first + j];
    for (int j = 0; j < count; j++) {
      const int i = first + j;
      const $(real) v[3] = {twist[i], twist[row + i], twist[2*row + i]};
      $(real) f[3] = {0};
      const int result = $(name)_step(&s[j], v, fn[i], dt, f);
      for (int k = 0; wrench && k < 3; k++) wrench[k*row + i] = f[k];
      if (status) status[i] = result;
      worst = $(name)_worse(worst, result);
    }
    /*@ loop unroll $(nstates); */
    for (int k = 0; k < $(NAME)_NZ; k++)
      for (int j = 0; j < count; j++) z[k*row + first + j] = s[j].z[k];
  }
  return worst;
}
