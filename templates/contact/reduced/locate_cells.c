  const $(real) along = p->inverse$(by(fine/2));
  const $(real) x = first*along + $(real(fine/2)), y = second*along + $(real(fine/2));
  const int i = (int)(x < $(real(fine - 1)) ? x : $(real(fine - 1))); /* and where it is */
  const int j = (int)(y < $(real(fine - 1)) ? y : $(real(fine - 1))); /* not a number */
  p->cells = $(real(fine/2));
  p->row = $(3*side);
  p->node = $(name)_nodes + ($(has_levels and ("patch->level*%d + "):format(stride) or "")p->face*$(3*side*side) + i*$(3*side) + 3*j);
