  const $(real) *const low = patch->low$(from_block), *const high = patch->high$(from_block);
//@ if has_area then
  const $(real) *const holds = $(name)_w$(from_block);
//@ end
  const $(real) to_high = patch->t, to_low = $(real(1)) - patch->t;
//@ if has_counts then
  const $(real) *const counts = $(name)_counts[b == $(name)_blocks - 1];
//@ end
