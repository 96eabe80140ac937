/* Passes over all cells run over blocks of one. */
#define $(NAME)_RESTRICT
enum { $(name)_lanes = 1, $(name)_blocks = $(cells) };

static int $(name)_first(int b)
{
  return b;
}
//@ if not has_levels then

static const $(real) *$(name)_shares(int b)
{
  return $(name)_w + b;
}
//@ end
//@ if is_elastoplastic then

/* sin(pi/2*t)/2. */
static $(real) $(name)_half_sine($(real) t)
{
  return $(real(0.5))*$(sin)($(real(half_pi))*t);
}
//@ end
