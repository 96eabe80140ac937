  $(align)$(real) ox[$(wide)], oy[$(wide)];
//@ if is_padded then
  $(align)$(real) zx[$(wide)], zy[$(wide)];
  $(name)_to_lanes(z, zx, zy);
//@ else
  const $(real) *const zx = z, *const zy = z + $(name)_n;
//@ end
