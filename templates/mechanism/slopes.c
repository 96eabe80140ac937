/* ---- derivatives -------------------------------------------------------- */

/* Derivatives by columns q, v, u, at fixed a, l, f and n, of residuals that are 0 at
 * the motion: R1 = Q + A'l + J'f - M a, R2 = b - A a, R3 = -(J a + c) and
 * R4 = J (A'l of the surface - J'n); and derivatives of the slip w. */
typedef struct {
  $(real) R1[$(n*columns)], R2[$(m*columns)];
//@ if has_law then
  $(real) R4[$(d*columns)], w[$(d*columns)];
//@ end
//@ if sticks then
  $(real) R3[$(d*columns)];
//@ end
} $(name)_slopes;

static void $(name)_set_slopes($(tuned)const $(real) *q, const $(real) *v, const $(real) *u, $(real) t,
  const $(real) *a, const $(real) *l, const $(real) *f, const $(real) *g, $(name)_slopes *o)
{
//@ for _, name in ipairs(unused(slopes, (#tune > 0 and "tuning " or "") .. "q v u t a l f g")) do
  (void)$(name);
//@ end
  $(real) *const R1 = o->R1, *const R2 = o->R2;
//@ if has_law then
  $(real) *const R4 = o->R4, *const w = o->w;
//@ end
//@ if sticks then
  $(real) *const R3 = o->R3;
  for (int i = 0; i < $(d*columns); i++) R3[i] = $(real(0));
//@ end
  for (int i = 0; i < $(n*columns); i++) R1[i] = $(real(0));
  for (int i = 0; i < $(m*columns); i++) R2[i] = $(real(0));
//@ if has_law then
  for (int i = 0; i < $(d*columns); i++) R4[i] = w[i] = $(real(0));
//@ end
//@ for _, line in ipairs(slopes.temporaries) do
  const $(real) $(line.name) = $(line.value);
//@ end
$(outputs(slopes))
}
//@ if has_law then

$(include("mechanism/law_slopes.c"))
//@ end
