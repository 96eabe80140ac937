//@ -- The bristles at the start of a step of the body.
  $(name)_copy(b->w.z, b->c.z, $(NAME)_NZ);
//@ if shortens and has_cells then
  $(name)_shorten(b->w.z$(fn_arg));
//@ elseif shortens then
//@ if has_levels then
  $(name)_patch patch;
  $(name)_patch_at(&patch, fn);
//@ end
  $(name)_shorten(b->c.z, b->w.z$(has_levels and ", &patch" or ""));
//@ end
