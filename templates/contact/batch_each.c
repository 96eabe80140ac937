/* Steps the contacts one after the other, each with its own tuning. */
int $(name)_step_batch_each($(tuned)int n, $(real) *z, const $(real) *twist,
  const $(real) *fn, $(real) dt, $(real) *wrench, int *status)
{
  $(NAME)_CLEAR_UPPER;
  const long long row = n;
  int worst = n < 0 ? $(NAME)_BAD_INPUT : $(NAME)_OK;
  for (int i = 0; i < n; i++) {
    const $(real) v[3] = {twist[i], twist[row + i], twist[2*row + i]};
    $(name)_state s;
    $(real) f[3] = {0};
    for (int k = 0; k < $(NAME)_NZ; k++) s.z[k] = z[k*row + i];
    const int result = $(name)_step(tuning ? tuning + i : 0, &s, v, fn[i], dt, f);
    for (int k = 0; k < $(NAME)_NZ; k++) z[k*row + i] = s.z[k];
    for (int k = 0; wrench && k < 3; k++) wrench[k*row + i] = f[k];
    if (status) status[i] = result;
    worst = $(name)_worse(worst, result);
  }
  return worst;
}
