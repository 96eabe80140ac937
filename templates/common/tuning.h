/* Numbers that may change at run time, with their ranges. */
enum {
//@ for _, t in ipairs(tune) do
  $(NAME)_TUNE_$(t.symbol:upper()), /* $(plain(t.low)) to $(plain(t.high))$(t.unit ~= "1" and t.unit ~= "" and " " .. t.unit or ""); $(plain(t.value)) by default */
//@ end
  $(NAME)_NTUNE
};

//@ local scaled_by = ""
//@ for _, t in ipairs(tune) do
//@   if t.factor ~= 1 then scaled_by = scaled_by .. (scaled_by ~= "" and ", " or "") .. t.symbol .. "*" .. plain(t.factor) end
//@ end
/* A tuning and what the equations make of it. One serves any number of states and
 * threads. Every function that depends on one takes a pointer to it, or NULL for the
 * default.$(scaled_by ~= "" and " `value` holds what was given, but " .. scaled_by .. "." or "") */
typedef struct {
  $(real) value[$(NAME)_NTUNE];
  $(real) derived[$(math.max(1, #derived.outputs))];
} $(name)_tuning;

extern const $(name)_tuning $(name)_tuning_default;

//@ local orders = ""
//@ for _, o in ipairs(tune_orders) do orders = orders .. ", or if " .. o.most .. " < " .. o.least end
//@ if threads_tuning and has_tuned_levels then orders = orders .. ", or if mu_s > " .. most_ratio .. "*mu_c" end
/* Fills a tuning. BAD_INPUT if a value is not finite or out of its range$(orders); the tuning
 * is then as it was. */
int $(name)_tune($(name)_tuning *tuning, const $(real) value[$(NAME)_NTUNE]);
