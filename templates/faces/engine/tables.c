//@ local F = prefix .. "_" .. f.name
//@ for _, side in ipairs({ "in", "out" }) do
static const $(name)_face_item $(F)_$(side)[] = {
//@ for _, p in ipairs(side == "in" and f.inputs or f.outputs) do
  {"$(p.name)", $(p.rows), $(p.cols), $(p.offset), $(double(p.start)), $(double(p.typical))},
//@ end
  {0, 0, 0, 0, 0, 0}
};
//@ end
static const $(name)_face_slope $(F)_slopes[] = {
//@ for _, s in ipairs(f.slopes) do
  {$(s.start), $(s.cells), $(s.of.index - 1), $(s.of.offset), $(s.of.size), $(s.by.index - 1), $(s.by.offset), $(s.by.size)}, /* $(s.port.name) */
//@ end
  {0, 0, 0, 0, 0, 0, 0, 0}
};
static const $(name)_face_function $(F)_function = {
  &$(name)_$(object.solver), $(f.index), $(f.derivative or -1), $(entry_index(object, "tune")), $(#f.slopes), $(f.derivative_size or 0),
  $(#f.inputs), $(#f.outputs), $(f.has_state and object.reals or 0), $(f.advances and 1 or 0), $(#tune),
  $(F)_in, $(F)_out, $(F)_slopes
};
