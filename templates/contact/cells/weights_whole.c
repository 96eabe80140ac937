//@ local table = name .. (is_padded and "_wide_" or "_")
  const $(real) *const w = $(table)w, *const wx = $(table)wx, *const wy = $(table)wy;
