/* Parameters of the spec, and what the equations make of them. */
//@ local width = 0
//@ for _, c in ipairs(constants) do
//@ if c.is_listed and not c.is_tuned then width = math.max(width, #(c.macro .. real(c.value))) end
//@ end
//@ for _, c in ipairs(constants) do
//@ local formula = c.formula ~= "" and c.formula .. (c.about ~= "" and ", " or "") or ""
//@ local blanks = (" "):rep(width - #(c.macro .. real(c.value)))
//@ if c.is_tuned and threads_tuning then
//@ -- a constant of each function that reads it
//@ elseif c.is_listed and c.is_tuned then
#define $(c.macro) (tuning->$(c.tuned ~= "" and "value[" .. NAME .. "_TUNE_" .. c.tuned:upper() or "derived[" .. c.derived)]) /* $(formula)$(c.about) */
//@ elseif c.is_listed then
#define $(c.macro) $(real(c.value)) $(blanks)/* $(formula)$(c.about) */
//@ end
//@ end
