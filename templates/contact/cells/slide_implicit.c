$(inlined) $(has_rounds and "int" or "void") $(name)_slide($(name)_block *$(NAME)_RESTRICT m, const $(real) *zx, const $(real) *zy,
  $(real) *ox, $(real) *oy, const $(real) twist[3], $(name)_motion motion$(block_par)$(both_par))
{
//@ if has_rounds then
  int missing = 0;
//@ end
  if (motion.lever > $(real(0))) {
    $(name)_ends ends;
    $(has_rounds and "missing = " or "")$(name)_settle(&ends, zx, zy, twist, motion.lever, m->phi, m->a$(block_arg)$(fn_arg));
  } else { /* a rate */
    for (int l = 0; l < $(per_pass); l++) m->phi[l] = $(real(1));
    $(name)_law(m, twist$(block_arg)$(fn_arg));
//@ if is_elastoplastic then
    $(name)_relax(m, zx, zy, twist, $(real(0))$(block_arg));
//@ end
  }
  $(name)_move(m, zx, zy, ox, oy, twist, motion, 0$(block_arg)$(patch_arg));
//@ if has_rounds then
  return missing;
//@ end
}
