/* Passes over all cells run over blocks of one. */
//@ if has_body then
#define $(NAME)_RESTRICT
//@ end
enum { $(name)_lanes = 1, $(name)_wide = 1, $(name)_blocks = $(cells) };

static int $(name)_first(int b)
{
  return b;
}
//@ if has_body and not has_levels then

static const $(real) *$(name)_shares(int b)
{
  return $(name)_w + b;
}
//@ end
//@ if has_body then

static $(real) $(name)_total(const $(real) *v)
{
  return v[0];
}
//@ end
//@ if is_implicit and is_elastoplastic then

static int $(name)_any_negative(const $(real) *v)
{
  return v[0] < $(real(0));
}
//@ end
