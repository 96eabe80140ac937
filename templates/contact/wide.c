/* ---- wide numbers --------------------------------------------------------
 * Vectors of gcc and clang, as wide as the processor's. Other compilers and
 * processors take the passes over blocks. */
//@ local digits = is_float and "s" or "d"
#ifdef $(NAME)_WIDE
#define $(NAME)_ALL (($(is_float and "unsigned short" or "unsigned char"))-1) /* lanes */
//@ local main = has_stride and ("%s/%s_lanes_wide*%s_lanes_wide"):format(math.tointeger(cells), name, name)
/* Numbers in a vector, in a block of four vectors$(has_stride and ", whole vectors of cells" or ""). */
enum {
  $(name)_lanes_wide = $(NAME)_WIDE/$(is_float and 4 or 8), $(name)_four = 4*$(name)_lanes_wide$(has_stride and "," or "")
//@ if has_stride then
  $(name)_main = $(main)
//@ end
};
typedef $(real) $(name)_vector __attribute__((vector_size($(NAME)_WIDE)));
typedef $(real) $(name)_vector_at
  __attribute__((vector_size($(NAME)_WIDE), aligned($(is_float and 4 or 8)), may_alias));
typedef $(bits_type) $(name)_vector_bits __attribute__((vector_size($(NAME)_WIDE)));

$(NAME)_INLINE $(name)_vector $(name)_load(const $(real) *from)
{
  return *(const $(name)_vector_at *)from;
}

$(NAME)_INLINE void $(name)_store($(real) *to, $(name)_vector v)
{
  *($(name)_vector_at *)to = v;
}

$(NAME)_INLINE $(name)_vector $(name)_all($(real) a)
{
  const $(name)_vector none = {$(real(0))};
  return none + a;
}

/* The smaller of both; b if a is not a number. */
$(NAME)_INLINE $(name)_vector $(name)_least($(name)_vector a, $(name)_vector b)
{
#if $(NAME)_WIDE == 64 && __has_builtin(__builtin_ia32_minp$(digits)512_mask)
  return __builtin_ia32_minp$(digits)512_mask(a, b, a, $(is_float and "-1" or NAME .. "_ALL"), 4);
#elif $(NAME)_WIDE == 32 && __has_builtin(__builtin_ia32_minp$(digits)256)
  return __builtin_ia32_minp$(digits)256(a, b);
#elif $(NAME)_WIDE == 16 && __has_builtin(__builtin_ia32_minp$(digits))
  return __builtin_ia32_minp$(digits)(a, b);
#else
  const $(name)_vector_bits is_less = ($(name)_vector_bits)(a < b);
  return ($(name)_vector)((is_less & ($(name)_vector_bits)a) | (~is_less & ($(name)_vector_bits)b));
#endif
}

//@ if is_elastoplastic then
/* 1/sqrt(a) to 2^-13 or better, a > 0. */
$(NAME)_INLINE $(name)_vector $(name)_inverse_root_start($(name)_vector a)
{
#if $(NAME)_WIDE == 64
  return __builtin_ia32_rsqrt14p$(digits)512_mask(a, a, $(NAME)_ALL);
#else
  const $(name)_vector_bits guess = $(root_guess) - (($(name)_vector_bits)a >> 1);
  const $(name)_vector r = ($(name)_vector)guess;
  const $(name)_vector e = $(real(1)) - a*r*r; /* at most 0.07 */
//@ if is_float then
  return r + (r*e)*($(real(0.5)) + e*($(real(0.375)) + e*$(real(0.3125))));
//@ else
  return r + (r*e)*($(real(0.5)) + e*($(real(0.375)) + e*($(real(0.3125)) + e*$(real(0.2734375)))));
//@ end
#endif
}

//@ end
$(NAME)_INLINE $(name)_vector $(name)_root($(name)_vector a)
{
#if $(NAME)_WIDE == 64 && __has_builtin(__builtin_ia32_sqrtp$(digits)512_mask)
  return __builtin_ia32_sqrtp$(digits)512_mask(a, a, -1, 4);
#elif $(NAME)_WIDE == 64 && __has_builtin(__builtin_ia32_sqrtp$(digits)512)
  return __builtin_ia32_sqrtp$(digits)512(a, 4);
#elif $(NAME)_WIDE == 32 && __has_builtin(__builtin_ia32_sqrtp$(digits)256)
  return __builtin_ia32_sqrtp$(digits)256(a);
#elif $(NAME)_WIDE == 16 && __has_builtin(__builtin_ia32_sqrtp$(digits))
  return __builtin_ia32_sqrtp$(digits)(a);
#else
  $(name)_vector r;
  for (int l = 0; l < $(name)_lanes_wide; l++) r[l] = $(sqrt)(a[l]);
  return r;
#endif
}

/* Returns 1 if a number of the vector is above `most` or none. */
$(NAME)_INLINE int $(name)_any_above($(name)_vector a, $(real) most)
{
#if $(NAME)_WIDE == 64
  return __builtin_ia32_cmpp$(digits)512_mask(a, $(name)_all(most), 6, $(NAME)_ALL, 4) != 0;
#elif $(NAME)_WIDE == 32
  return __builtin_ia32_movmskp$(digits)256(($(name)_vector)~($(name)_vector_bits)(a <= most)) != 0;
#else
  return __builtin_ia32_movmskp$(digits)(($(name)_vector)~($(name)_vector_bits)(a <= most)) != 0;
#endif
}

//@ if has_stride_exp then
/* 2^-u for u >= 0, error $(short_exp_error) of 1; $(real(stride_cut)) is the largest u that counts. */
$(NAME)_INLINE $(name)_vector $(name)_power($(name)_vector u0)
{
  const $(name)_vector u = $(name)_least(u0, $(name)_all($(real(stride_cut))));
  const $(name)_vector k = u + $(magic);
  const $(name)_vector t = u - (k - $(magic));
  $(name)_vector p = $(real(short_exp[#short_exp]))*t + $(real(short_exp[#short_exp - 1]));
//@ for i = #short_exp - 2, 1, -1 do
  p = p*t + $(real(short_exp[i]));
//@ end
  return ($(name)_vector)(($(name)_vector_bits)p - (($(name)_vector_bits)k << $(mantissa)));
}

//@ end
//@ if has_stride then
/* The sum of the numbers of a vector, by halves. */
$(NAME)_INLINE $(real) $(name)_add_lanes($(name)_vector v)
{
  $(real) part[$(name)_lanes_wide];
  $(name)_store(part, v);
  for (int half = $(name)_lanes_wide/2; half > 0; half /= 2)
    for (int l = 0; l < half; l++) part[l] += part[l + half];
  return part[0];
}
//@ end
#endif
