//@ local sine, cosine, factorial = {}, {}, 1
//@ for n = 2, is_float and 9 or 16 do
//@   factorial = factorial*n
//@   local list = n % 2 == 0 and cosine or sine
//@   list[#list + 1] = (n % 4 < 2 and 1 or -1)/factorial
//@ end
//@ local most = real(is_float and 2^21 or 2^50)
/* sin(x + quarters*pi/2) by the series of sine and cosine about the nearest quarter. Beyond
 * $(is_float and "2^21" or "2^50") an angle has no digits left that tell: it counts as 0. */
$(NAME)_INLINE $(real) $(name)_turned($(real) x, unsigned quarters)
{
  const $(real) y = x < $(most) && x > -$(most) ? x : x*$(real(0));
  const $(name)_rounded near = y*$(real(2/math.pi)) + $(magic);
  const $(real) n = near - $(magic);
  const $(real) t = ((y - n*$(real(is_float and 1.5703125 or 1.57079632673412561417)))
    - n*$(real(is_float and 4.837512969970703125e-4 or 6.07710050630396597660e-11)))
    - n*$(real(is_float and 7.54978995489188216e-8 or 2.02226624879595063154e-21));
  const $(real) z = t*t;
  const $(real) s = t + t*z*$(polynomial(sine, "z")), c = $(real(1)) + z*$(polynomial(cosine, "z"));
  const unsigned quarter = (unsigned)($(name)_to_bits(near) & 3u) + quarters;
  const $(real) value = quarter & 1u ? c : s;
  return quarter & 2u ? -value : value;
}

//@ if own_sin then
$(NAME)_INLINE $(real) $(name)_sin($(real) x)
{
  return $(name)_turned(x, 0u);
}

//@ end
//@ if own_cos then
$(NAME)_INLINE $(real) $(name)_cos($(real) x)
{
  return $(name)_turned(x, 1u);
}

//@ end
