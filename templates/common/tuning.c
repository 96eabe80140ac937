/* ---- the tuning ----------------------------------------------------------- */

const $(name)_tuning $(name)_tuning_default = {
  {
//@ for _, t in ipairs(tune) do
    $(real(t.factor*t.value)), /* $(t.name)$(t.factor ~= 1 and "*" .. plain(t.factor) or "") */
//@ end
  },
  {
//@ local count = 0
//@ for _, c in ipairs(constants) do
//@ if c.derived >= 0 then
//@ count = count + 1
    $(real(c.value)), /* $(c.name) = $(c.formula) */
//@ end
//@ end
//@ if count == 0 then
    $(real(0)) /* nothing is derived */
//@ end
  }
};

int $(name)_tune($(name)_tuning *to, const $(real) value[$(NAME)_NTUNE])
{
  $(name)_tuning made, *const tuning = &made;
//@ for _, t in ipairs(tune) do
//@ local at = "value[" .. NAME .. "_TUNE_" .. t.symbol:upper() .. "]"
  if (!($(at) >= $(real(t.low)) && $(at) <= $(real(t.high)))) return $(NAME)_BAD_INPUT;
//@ end
//@ if threads_tuning and has_tuned_levels then
  if ($(named("mu_s")) > $(real(most_ratio))*$(named("mu_c"))) return $(NAME)_BAD_INPUT;
//@ end
  for (int i = 0; i < $(NAME)_NTUNE; i++) tuning->value[i] = value[i];
//@ for _, t in ipairs(tune) do
//@ if t.factor ~= 1 then
  tuning->value[$(NAME)_TUNE_$(t.symbol:upper())] = $(named(t.constant));
//@ end
//@ end
//@ for _, order in ipairs(tune_orders) do
  if ($(named(order.most)) < $(named(order.least))) return $(NAME)_BAD_INPUT;
//@ end
//@ if #derived.outputs == 0 then
  tuning->derived[0] = $(real(0));
//@ else
$(code(derived))
//@ end
  *to = made;
  return $(NAME)_OK;
}
