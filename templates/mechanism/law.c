//@ if is_elastoplastic then
$(include("mechanism/yield.c"))

//@ end
/* Writes the law's values at the slip and the bristles. */
static $(inline)void $(name)_law($(name)_motion *o, const $(real) *z)
{
//@ for _, result in ipairs({ "phi", "dz" }) do
//@ if law.uses[result] then
  $(real) *const $(result) = o->$(result);
//@ end
//@ end
//@ for _, name in ipairs(unused(law_locals, "z")) do
  (void)$(name);
//@ end
//@ for _, line in ipairs(law_locals.temporaries) do
  const $(real) $(line.name) = $(line.value);
//@ end
//@ if own_locals ~= "" then
$(include(own_locals))
//@ end
$(code(law))
}
