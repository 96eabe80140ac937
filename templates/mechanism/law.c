//@ if is_elastoplastic then
$(include("mechanism/yield.c"))

//@ end
/* What friction is made of, from the slip and the bristles. */
static $(inline)void $(name)_law($(name)_motion *o, const $(real) *z)
{
$(law_names)
$(law)
  (void)z;
}
