/* For one number faster than the functions above, which suit vectors: exponentials by a table. The
 * bits of each number are those of 2^(-k/$(#powers)), plus k at the place of $(#powers) steps to an exponent:
 * one subtraction makes the power of any whole number of steps. */
static const $(NAME)_TABLE $(real) $(name)_powers[$(#powers)] = {
$(rows(powers, 4))};

#define $(NAME)_POWERS_PER_E $(real(#powers*log2e))
#define $(NAME)_ROOT_POWERS $(real(math.sqrt(#powers*log2e)))

/* Writes exp(-x) and returns 1 - exp(-x) for x = u/$(NAME)_POWERS_PER_E >= 0, relative errors
 * $(power_error): the nearest power and a polynomial for the rest. A larger u counts as $(60*#powers). */
$(NAME)_INLINE $(real) $(name)_fade($(real) u0, $(real) *left)
{
  const $(real) u = u0 < $(real(60*#powers)) ? u0 : $(real(60*#powers));
  const $(name)_rounded k = u + $(magic);
  const $(real) t = u - (k - $(magic));
  const $(name)_bits steps = $(name)_to_bits(k);
  const $(real) power = $(name)_from_bits($(name)_to_bits($(name)_powers[steps & $(#powers - 1)u]) - (steps << $(mantissa - power_bits)));
  const $(real) part = power*t, q = $(polynomial(power_rise, "t"));
  *left = power - part*q;
  return ($(real(1)) - power) + part*q;
}

//@ if has_stribeck or has_fading then
/* exp(-u/$(NAME)_POWERS_PER_E) */
$(NAME)_INLINE $(real) $(name)_faded($(real) u)
{
  $(real) left;
  (void)$(name)_fade(u, &left);
  return left;
}

//@ end
