/* Square roots. A processor with an instruction for them needs no library: errno is not asked
 * for (-fno-math-errno). The others go digit by digit. Both round correctly. */
#if !defined(__GNUC__) || defined(__SSE2__) || defined(__i386__) \
    || defined(__aarch64__) || defined(__wasm__) || defined(__s390x__) || defined(_ARCH_PPCSQ) \
    || (defined(__ARM_FP) && (__ARM_FP & $(is_float and 4 or 8))) || (defined(__riscv_flen) && __riscv_flen >= $(is_float and 32 or 64))
static inline $(real) $(name)_sqrt($(real) x)
{
#if !defined(__GNUC__)
  return sqrt$(is_float and "f" or "")(x);
#else
  return __builtin_sqrt$(is_float and "f" or "")(x);
#endif
}
#else
static $(real) $(name)_sqrt($(real) x0)
{
  const int is_tiny = x0 < $(real(is_float and 2^-126 or 2^-1022));
  const $(real) x = is_tiny ? x0*$(real(is_float and 2^48 or 2^108)) : x0;
  const int half = $(is_float and 24 or 54); /* of the scale's exponent */
  $(is_float and "uint32_t" or "uint64_t") rest, root = 0, sum = 0, digit;
  $(real) out;
  (void)memcpy(&rest, &x, sizeof rest);
  if (!(x > $(real(0)))) return x == $(real(0)) ? x : (x - x)/(x - x);
  if (x - x != $(real(0))) return x; /* infinity */
  const int power = (int)(rest >> $(is_float and 23 or 52)) - $(is_float and 127 or 1023), odd = power & 1;
  rest = (rest & $(is_float and "0x7fffffu" or "0xfffffffffffffu")) | $(is_float and "0x800000u" or "0x10000000000000u");
  rest <<= 1 + odd;
  for (digit = $(is_float and "0x1000000u" or "0x20000000000000u"); digit; digit >>= 1) {
    if (sum + digit <= rest) {
      rest -= sum + digit;
      sum += 2u*digit;
      root += digit;
    }
    rest <<= 1;
  }
  /* The last digit rounds; a carry goes into the exponent. */
  const int exponent = (power - odd)/2 - (is_tiny ? half : 0) + $(is_float and 126 or 1022);
  rest = (root >> 1) + (root & 1u) + (($(is_float and "uint32_t" or "uint64_t"))exponent << $(is_float and 23 or 52));
  (void)memcpy(&out, &rest, sizeof out);
  return out;
}
#endif
