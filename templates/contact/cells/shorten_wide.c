//@ local V = name .. "_vector"
/* Shortens bristles that are longer than the tuning lets them be at rest; `start` gets all
 * as they were. */
static void $(name)_shorten_wide($(real) *z, $(real) *start)
{
  $(real) *const zx = z, *const zy = z + $(cells);
  const int tail = $(cells) - $(name)_lanes_wide;
  for (int k = 0; k < $(NAME)_NZ; k++) start[k] = z[k];
  for (int k = 0; k < $(cells); k += $(name)_lanes_wide) {
    const int at = k <= tail ? k : tail;
    const $(V) x = $(name)_load(zx + at), y = $(name)_load(zy + at);
    const $(V) z2 = x*x + (y*y + $(real(stride_tiny))); /* never 0 */
    const $(V) r = $(name)_inverse_root_start(z2);
    const $(V) h = z2*r;
    const $(V) e = $(real(1)) - h*r;
    const $(V) c = e*(e*$(real(0.3125)) + $(real(0.375))) + $(real(0.5));
    const $(V) share = ((r*e)*c + r)*$(named("longest")); /* longest/|z| */
    const $(V) factor = $(name)_least(share, $(name)_all($(real(1))));
    $(name)_store(zx + at, x*factor);
    $(name)_store(zy + at, y*factor);
  }
}
