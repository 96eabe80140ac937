int $(name)_retune($(name)_state *s, const $(name)_tuning *from, const $(name)_tuning *to)
{
//@ if has_sigma0 then
  const $(name)_tuning *const before = from ? from : &$(name)_tuning_default;
  const $(name)_tuning *const after = to ? to : &$(name)_tuning_default;
//@ local at = ""
//@ for _, t in ipairs(tune) do
//@   if t.constant == "sigma0" then at = NAME .. "_TUNE_" .. t.symbol:upper() end
//@ end
  const $(real) soft = before->value[$(at)], stiff = after->value[$(at)];
  if (!(stiff > soft)) return $(NAME)_OK;
  const $(real) factor = $(sqrt)(soft/stiff);
  for (int k = 0; k < $(NAME)_NZ; k++) s->z[k] *= factor;
//@ else
  (void)s;
  (void)from;
  (void)to; /* the tuning leaves sigma0 as it is */
//@ end
  return $(NAME)_OK;
}
