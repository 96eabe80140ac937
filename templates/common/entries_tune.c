static int $(prefix)_fill(void *tuning, const double *values)
{
  $(real) value[$(#tune)];
  for (int i = 0; i < $(#tune); i++) value[i] = ($(real))values[i];
  return $(name)_tune(($(name)_tuning *)tuning, value);
}

//@ if has_batch then
static int $(prefix)_step_tuned(const void *tuning, int is_each, int n, void *z,
  const void *twist, const void *fn, double dt, void *wrench, int *status)
{
  const $(name)_tuning *const t = (const $(name)_tuning *)tuning;
//@ if object.takes_ports then
//@ local given = batch_ports(object)
  $(struct) *const s = ($(struct) *)z;
  $(real) *const force = ($(real) *)wrench;
  int worst = 0;
//@ if not given.has_load then
  (void)fn; /* no input is a load */
//@ end
  if (!is_each) return $(name)_step_batch(t, n, s, $(given.at("")), ($(real))dt, force, status);
  for (int i = 0; i < n; i++) {
    int result;
    $(name)_step_batch(t + i, 1, s + i, $(given.at(" + i")), ($(real))dt, force + i, &result);
    worst = (result < 0 && result < worst) || (worst == 0 && result > worst) ? result : worst;
    if (status) status[i] = result;
  }
  return worst;
//@ else
  return (is_each ? $(name)_step_batch_each : $(name)_step_batch)(t, n, ($(real) *)z,
    (const $(real) *)twist, (const $(real) *)fn, ($(real))dt, ($(real) *)wrench, status);
//@ end
}

//@ end
static const br_tunable $(prefix)_tunables[$(#tune)] = {
//@ for _, t in ipairs(tune) do
  {"$(t.name)", "$(t.unit)", $(double(t.low)), $(double(t.high)), $(double(t.value))},
//@ end
};
static const br_tuning $(prefix)_tuning = {
  $(#tune), $(prefix)_tunables, sizeof($(name)_tuning), $(prefix)_fill, $(has_batch and prefix .. "_step_tuned" or "0")
};
