/* Returns abar (5) at p = |z|/zmax. Its slope has enough digits for Newton's method. */
$(NAME)_INLINE $(real) $(name)_abar($(real) p, $(real) *slope)
{
  const $(real) t = $(NAME)_T_SCALE*p - $(NAME)_T_SHIFT; /* -1 at breakaway, 1 at zmax */
  const $(real) sine = $(name)_half_sine(t), cosine2 = $(real(1)) - $(real(4))*sine*sine;
  const $(real) cosine = $(sqrt)(cosine2 > $(real(0)) ? cosine2 : $(real(0)));
  *slope = t > $(real(-1)) && t < $(real(1)) ? $(NAME)_ABAR_SLOPE*cosine : $(real(0));
  return t > $(real(-1)) ? $(real(0.5)) + (t < $(real(1)) ? sine : $(real(0.5))) : $(real(0));
}
