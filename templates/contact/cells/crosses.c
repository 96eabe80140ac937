/* Returns 1 if the slip of more than $(few_cells) cells changes between two twists by more than half
 * of its size (plus the least speed of the law). Friction may then change wholly between them. */
static int $(name)_crosses(const $(real) from[3], const $(real) to[3])
{
  int count = 0;
  for (int k = 0; k < $(name)_n; k++) {
    const $(real) x = $(name)_x[k], y = $(name)_y[k];
    const $(real) ax = from[0] - from[2]*y, ay = from[1] + from[2]*x;
    const $(real) bx = to[0] - to[2]*y, by = to[1] + to[2]*x;
    const $(real) a2 = ax*ax + ay*ay, b2 = bx*bx + by*by;
    const $(real) c2 = (bx - ax)*(bx - ax) + (by - ay)*(by - ay);
    count += c2 > $(real(0.25))*($(value("law_speed2")) + (a2 < b2 ? a2 : b2));
  }
  return count > $(few_cells);
}

