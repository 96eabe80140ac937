/* Steps one contact. Returns its status. */
static int $(name)_step_one($(real) *z, long long row, const $(real) *twist, const $(real) *fn,
  long long row_in, $(real) dt, $(real) *wrench)
{
  const $(real) v[3] = {twist[0], twist[row_in], twist[2*row_in]};
  $(real) f[3] = {0};
  $(name)_state s;
  for (int k = 0; k < $(NAME)_NZ; k++) s.z[k] = z[k*row];
  const int status = $(name)_step(&s, v, *fn, dt, f);
  for (int k = 0; k < $(NAME)_NZ; k++) z[k*row] = s.z[k];
  for (int k = 0; wrench && k < 3; k++) wrench[k*row_in] = f[k];
  return status;
}

$(include("contact/worse.c"))

/* The same for `count` contacts of which some may be odd: these get numbers at rest in
 * the block, and then a call of their own. Writes statuses. Returns the worst. */
static int $(name)_step_mixed($(crowd_of) *m, int count, $(real) *z, long long row, const $(real) *twist,
  const $(real) *fn, long long row_in, $(real) dt, $(real) *wrench, int *status)
{
  enum { lanes = $(width) };
  $(real) own[$(NAME)_NZ*lanes], in[3*lanes], load[lanes], out[3*lanes] = {0};
  int is_odd[lanes], missing = 1, worst = $(NAME)_OK;
  const int is_long = !(dt >= $(real(0)) && dt < $(real(most_dt)));
  /*@ split is_long; */ /* for Eva: the cases apart */
  for (int l = 0; l < lanes; l++) is_odd[l] = is_long || l >= count;
  for (int round = 0; !is_long && missing && round < 3; round++) {
    for (int l = 0; l < lanes; l++) {
      const int is_in = !is_odd[l];
      load[l] = is_in ? fn[l] : $(real(1));
      for (int k = 0; k < 3; k++) in[k*lanes + l] = is_in ? twist[k*row_in + l] : $(real(0));
      for (int k = 0; k < $(NAME)_NZ; k++) own[k*lanes + l] = is_in ? z[k*row + l] : $(real(0));
    }
    missing = $(name)_step_crowd(m, own, lanes, in, load, lanes, dt, out);
    for (int l = 0; missing && l < lanes; l++) is_odd[l] |= m->odd[l] > $(real(0));
  }
  for (int l = 0; l < count; l++) {
    int result = $(NAME)_OK;
    if (missing || is_odd[l]) {
      result = $(name)_step_one(z + l, row, twist + l, fn + l, row_in, dt, wrench ? wrench + l : 0);
    } else {
      for (int k = 0; k < $(NAME)_NZ; k++) z[k*row + l] = own[k*lanes + l];
      for (int k = 0; wrench && k < 3; k++) wrench[k*row_in + l] = out[k*lanes + l];
    }
    if (status) status[l] = result;
    worst = $(name)_worse(worst, result);
  }
  return worst;
}

int $(name)_step_batch(int n, $(real) *z, const $(real) *twist, const $(real) *fn,
  $(real) dt, $(real) *wrench, int *status)
{
  $(NAME)_CLEAR_UPPER;
  const long long row = n;
  $(align)$(crowd_of) m;
  int worst = n < 0 ? $(NAME)_BAD_INPUT : $(NAME)_OK;
  for (int i = 0; i < n; i += $(width)) {
    const int count = n - i < $(width) ? n - i : $(width);
    $(real) *const f = wrench ? wrench + i : 0;
    int *const to = status ? status + i : 0;
    if (count == $(width) && dt >= $(real(0)) && dt < $(real(most_dt))
        && $(name)_step_crowd(&m, z + i, row, twist + i, fn + i, row, dt, f) == 0) {
      for (int l = 0; to && l < $(width); l++) to[l] = $(NAME)_OK;
      continue;
    }
    const int result = $(name)_step_mixed(&m, count, z + i, row, twist + i, fn + i, row, dt, f, to);
    worst = $(name)_worse(worst, result);
  }
  return worst;
}
