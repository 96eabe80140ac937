/* Resets bristles without load at this fn; a NaN or infinity stays. */
static void $(name)_drop(const $(name)_patch *patch, $(real) *z)
{
  for (int k = 0; k < $(name)_n; k++) {
    const int is_loaded = $(name)_share(patch, k) > $(real(0));
    z[k] = is_loaded ? z[k] : z[k] - z[k];
    z[$(name)_n + k] = is_loaded ? z[$(name)_n + k] : z[$(name)_n + k] - z[$(name)_n + k];
  }
}

//@ if has_blocks then
/* Writes the shares at this fn, block by block: a cell of two blocks counts in the
 * first. */
static void $(name)_share_out($(name)_scratch *k, const $(name)_patch *patch)
{
  int next = 0;
  for (int b = 0; b < $(name)_blocks; b++)
    for (int l = 0; l < $(name)_lanes; l++) {
      const int cell = $(name)_first(b) + l;
      k->share[b*$(name)_lanes + l] = cell < next ? $(real(0)) : $(name)_share(patch, cell);
      if (cell == next) next++;
    }
}
//@ else
/* Writes the shares at this fn. */
static void $(name)_share_out($(name)_scratch *k, const $(name)_patch *patch)
{
  for (int l = 0; l < $(name)_n; l++) k->share[l] = $(name)_share(patch, l);
}
//@ end
