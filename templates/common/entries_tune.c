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
  return (is_each ? $(name)_step_batch_each : $(name)_step_batch)(t, n, ($(real) *)z,
    (const $(real) *)twist, (const $(real) *)fn, ($(real))dt, ($(real) *)wrench, status);
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
