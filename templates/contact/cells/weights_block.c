  const int first = $(name)_first(b), is_last = b == $(name)_blocks - 1;
  const $(real) *const w = is_last ? $(name)_last_w : $(name)_w + first;
  const $(real) *const wx = is_last ? $(name)_last_wx : $(name)_wx + first;
  const $(real) *const wy = is_last ? $(name)_last_wy : $(name)_wy + first;
