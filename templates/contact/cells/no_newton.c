/* Writes a at the end of backward Euler, which does not depend on the bristle. */
static void $(name)_backward$(of)(const $(name)_ends$(of) *k, $(real) *rate)
{
  for (int l = 0; l < $(per_block); l++) rate[l] = k->s[l]/k->zmax[l];
}
