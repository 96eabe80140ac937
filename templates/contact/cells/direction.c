/* Writes v, the twist over its largest component, since only its direction counts. Returns
 * 0 at rest. */
static int $(name)_direction(const $(real) twist[3], $(real) v[3])
{
  $(real) largest = $(real(0));
  for (int i = 0; i < 3; i++) {
    const $(real) size = twist[i] < $(real(0)) ? -twist[i] : twist[i];
    if (size > largest) largest = size;
  }
  for (int i = 0; i < 3; i++) v[i] = largest > $(real(0)) ? twist[i]/largest : $(real(0));
  return largest > $(real(0));
}
