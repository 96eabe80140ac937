/* Returns abar (5) at p = |z|/zmax from the square of a sine, which keeps the digits of
 * abar near breakaway and of 1 - abar near zmax: long steps multiply both. */
$(NAME)_INLINE $(real) $(name)_abar($(real) p, $(real) *slope)
{
  const $(real) u = $(real(0.5))*$(NAME)_T_SCALE*(p - $(NAME)_S_BA); /* 0 at breakaway, 1 at zmax */
  const $(real) near = u < $(real(0.5)) ? u : $(real(1)) - u; /* below 0 outside */
  const $(real) sine = $(real(2))*$(name)_half_sine(near > $(real(0)) ? near : $(real(0))), square = sine*sine;
  *slope = $(real(2))*$(NAME)_ABAR_SLOPE*sine*$(sqrt)($(real(1)) - square);
  return u < $(real(0.5)) ? square : $(real(1)) - square;
}
