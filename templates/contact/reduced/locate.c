/* No branch depends on the direction, since mispredictions would cost more. The
 * largest component comes first, since divisions by it take longest. */
$(NAME)_INLINE void $(name)_locate(const $(real) v[3], $(name)_place *p$(patch_par))
{
  const $(real) cx = v[0]$(by(inverse_x)), cy = v[1]$(by(inverse_y)), cz = v[2];
  const $(real) ax = cx > -cx ? cx : -cx, ay = cy > -cy ? cy : -cy, az = cz > -cz ? cz : -cz;
  const $(real) wide = ay > ax ? ay : ax, most = az > wide ? az : wide;
  const $(real) per = $(real(1))/(most > $(tiny) ? most : $(tiny));
  const $(real) plane = ay > ax ? cy : cx, other = ay > ax ? cx : cy;
  const $(real) largest = az >= wide ? cz : plane;
  const $(real) first = az >= wide ? cx : other, second = az >= wide ? cy : cz;
  p->face = az >= wide ? 2 : ay > ax;
  p->sign = largest*per;
  p->inverse = p->sign*per;
  p->ratio[0] = first*p->inverse;
  p->ratio[1] = second*p->inverse;
$(include(is_blocked and "contact/reduced/locate_blocks.c" or "contact/reduced/locate_cells.c"))
  p->x = x - ($(real))i;
  p->y = y - ($(real))j;
}
