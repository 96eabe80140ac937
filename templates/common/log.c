//@ local least, lift, digits = real(is_float and 2^-126 or 2^-1022), is_float and 24 or 54, is_float and 4 or 9
//@ local series = {}
//@ for i = 1, digits do series[i] = 2/(2*i + 1) end
/* log(x), error of about one digit: x = 2^k*(1 + f) with 1 + f between the roots of 1/2 and
 * 2, log(1 + f) by the series in f/(2 + f). -infinity at 0, NaN below. */
$(NAME)_INLINE $(real) $(name)_log($(real) x)
{
  const int is_small = x < $(least);
  const $(name)_bits bits = $(name)_to_bits(is_small ? x*$(real(2^lift)) : x);
  const int k = (int)((bits + $(is_float and "0x4afb0du" or "0x95f619980c433u")) >> $(mantissa)) - $(exponent_one:sub(1, -2));
  const $(real) f = $(name)_from_bits(bits - (($(name)_bits)k << $(mantissa))) - $(real(1));
  const $(real) s = f/($(real(2)) + f), z = s*s, half = $(real(0.5))*f*f;
  const $(real) tail = z*$(polynomial(series, "z"));
  const int power = is_small ? k - $(lift) : k;
  const $(real) n = ($(real))power;
  const $(real) value = n*$(real(is_float and 0.693138122558593750 or 0.69314718036912381649))
    - ((half - (s*(half + tail) + n*$(real(is_float and 9.05800061445916e-06 or 1.90821492927058770002e-10)))) - f);
  const $(real) edge = x == $(real(0)) ? $(real(-1))/(x*x) : (x - x)/(x - x);
  return x > $(real(0)) ? (x - x == $(real(0)) ? value : x) : edge;
}
