  const $(real) *const low = patch->low$(from_block), *const high = patch->high$(from_block);
  const $(real) to_high = patch->t, to_low = $(real(1)) - patch->t;
//@ if has_counts then
  const $(real) *const counts = $(name)_counts[b == $(name)_blocks - 1];
//@ end
