/* Returns 1 if the velocity V_S changes between two twists by more than half of its size (plus
 * the least speed of the law). Friction may then change wholly between them. */
static int $(name)_crosses(const $(real) from[3], const $(real) to[3])
{
  const $(real) change[3] = {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
  const $(real) a = $(name)_speed(from), b = $(name)_speed(to), c = $(name)_speed(change);
  return c > $(real(0.5))*($(value("law_speed")) + (a < b ? a : b));
}

