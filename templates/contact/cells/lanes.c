//@ if is_padded then
//@ local first, last = wide - vector, cells - vector
/* Copy cells to lanes, and back. */
$(NAME)_INLINE void $(name)_to_lanes(const $(real) *z, $(real) *zx, $(real) *zy)
{
  for (int l = 0; l < $(first); l++) zx[l] = z[l];
  for (int l = 0; l < $(vector); l++) zx[$(first) + l] = z[$(last) + l];
  for (int l = 0; l < $(first); l++) zy[l] = z[$(name)_n + l];
  for (int l = 0; l < $(vector); l++) zy[$(first) + l] = z[$(name)_n + $(last) + l];
}

$(NAME)_INLINE void $(name)_from_lanes(const $(real) *ox, const $(real) *oy, $(real) *out)
{
  for (int l = 0; l < $(first); l++) out[l] = ox[l];
  for (int l = 0; l < $(vector); l++) out[$(last) + l] = ox[$(first) + l];
  for (int l = 0; l < $(first); l++) out[$(name)_n + l] = oy[l];
  for (int l = 0; l < $(vector); l++) out[$(name)_n + $(last) + l] = oy[$(first) + l];
}
//@ else
$(NAME)_INLINE void $(name)_from_lanes(const $(real) *ox, const $(real) *oy, $(real) *out)
{
  for (int l = 0; l < $(name)_n; l++) out[l] = ox[l];
  for (int l = 0; l < $(name)_n; l++) out[$(name)_n + l] = oy[l];
}
//@ end
