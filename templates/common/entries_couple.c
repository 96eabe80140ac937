//@ local tuned = #tune > 0
//@ local whole = prefix .. "_tuned"
//@ if tuned then
/* One tuning serves all states: BAD_INPUT if theirs differ. */
//@ end
static int $(prefix)_couple(int n, void *states, const void *fn, const void *v0, const void *w,
  double dt, void *twist, void *wrench, int *status, double *info)
{
  $(name)_couple_info own;
//@ if tuned then
  $(whole) *const each = ($(whole) *)states;
  $(struct) all[$(NAME)_COUPLE_MOST];
  if (n < 1 || n > $(NAME)_COUPLE_MOST) return $(NAME)_BAD_INPUT;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < $(NAME)_NTUNE; k++)
      if (each[i].tuning.value[k] < each[0].tuning.value[k] || each[i].tuning.value[k] > each[0].tuning.value[k])
        return $(NAME)_BAD_INPUT;
    all[i] = each[i].s;
  }
//@ end
//@ local first = tuned and "&each->tuning, n, all" or "n, (" .. struct .. " *)states"
  const int worst = $(name)_couple($(first), (const $(real) *)fn, (const $(real) *)v0,
    (const $(real) *)w, ($(real))dt, ($(real) *)twist, ($(real) *)wrench, status, &own);
//@ if tuned then
  for (int i = 0; i < n; i++) each[i].s = all[i];
//@ end
  if (info) {
    info[0] = (double)own.residual;
    info[1] = own.rounds;
    info[2] = own.evaluations;
    info[3] = own.cut;
    info[4] = own.clamped;
  }
  return worst;
}

static int $(prefix)_march(void *state, void *v, const void *minv, const void *loads,
  const void *fn, int steps, double dt, void *twists, void *wrenches)
{
//@ local one = tuned and "&((" .. whole .. " *)state)->tuning, &((" .. whole .. " *)state)->s" or "(" .. struct .. " *)state"
  return $(name)_march($(one), ($(real) *)v, (const $(real) *)minv, (const $(real) *)loads,
    (const $(real) *)fn, steps, ($(real))dt, ($(real) *)twists, ($(real) *)wrenches);
}
