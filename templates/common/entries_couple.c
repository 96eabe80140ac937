static int $(prefix)_couple(int n, void *states, const void *fn, const void *v0, const void *w,
  double dt, void *twist, void *wrench, int *status, double *info)
{
  $(name)_couple_info own;
  const int worst = $(name)_couple(n, ($(struct) *)states, (const $(real) *)fn, (const $(real) *)v0,
    (const $(real) *)w, ($(real))dt, ($(real) *)twist, ($(real) *)wrench, status, &own);
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
  return $(name)_march(($(struct) *)state, ($(real) *)v, (const $(real) *)minv, (const $(real) *)loads,
    (const $(real) *)fn, steps, ($(real))dt, ($(real) *)twists, ($(real) *)wrenches);
}
