//@ local F = name .. "_casadi_" .. f.name
/* ---- $(f.name) ---- */

$(include("faces/engine/tables.c", { prefix = name .. "_casadi" }))
//@ for _, side in ipairs({ "in", "out" }) do
static const casadi_int *const $(F)_sparsity_of_$(side)[] = {
//@ for _, p in ipairs(side == "in" and f.inputs or f.outputs) do
  $(patterns.dense(p.rows, p.cols)),
//@ end
  0
};
//@ end
//@ if has_jac then
static const casadi_int *const $(F)_blocks[] = {
//@ for _, o in ipairs(f.outputs) do
//@ for _, i in ipairs(f.inputs) do
  $(patterns.block(f, o, i)), /* d $(o.name) / d $(i.name) */
//@ end
//@ end
};
//@ end
static const $(name)_casadi_function $(F)_casadi = {
  &$(F)_function, $(has_jac and F .. "_blocks" or "0")
};

//@ local jacobian = "jac_" .. F
//@ local all = has_jac and { F, jacobian } or { F }
//@ for _, G in ipairs(all) do
//@ local is_jac = G == jacobian
CASADI_SYMBOL_EXPORT int $(G)(const casadi_real **arg, casadi_real **res, casadi_int *iw, casadi_real *w, int mem)
{
  (void)iw;
  (void)mem;
  return $(name)_casadi_$(is_jac and "jacobian" or "call")(&$(F)_casadi, arg, res, w);
}
CASADI_SYMBOL_EXPORT int $(G)_alloc_mem(void) { return 0; }
CASADI_SYMBOL_EXPORT int $(G)_init_mem(int mem) { (void)mem; return 0; }
CASADI_SYMBOL_EXPORT void $(G)_free_mem(int mem) { (void)mem; }
CASADI_SYMBOL_EXPORT int $(G)_checkout(void) { return 0; }
CASADI_SYMBOL_EXPORT void $(G)_release(int mem) { (void)mem; }
CASADI_SYMBOL_EXPORT void $(G)_incref(void) {}
CASADI_SYMBOL_EXPORT void $(G)_decref(void) {}
CASADI_SYMBOL_EXPORT casadi_int $(G)_n_in(void) { return $(#f.inputs + (is_jac and #f.outputs or 0)); }
CASADI_SYMBOL_EXPORT casadi_int $(G)_n_out(void) { return $(is_jac and #f.outputs*#f.inputs or #f.outputs); }
CASADI_SYMBOL_EXPORT casadi_real $(G)_default_in(casadi_int i)
{
  return i >= 0 && i < $(#f.inputs) ? (casadi_real)$(F)_in[i].start : 0;
}
CASADI_SYMBOL_EXPORT const char *$(G)_name_in(casadi_int i)
{
//@ if is_jac then
  switch (i) {
//@ for k, o in ipairs(f.outputs) do
  case $(#f.inputs + k - 1): return "out_$(o.name)";
//@ end
  }
//@ end
  return i >= 0 && i < $(#f.inputs) ? $(F)_in[i].name : 0;
}
CASADI_SYMBOL_EXPORT const char *$(G)_name_out(casadi_int i)
{
//@ if is_jac then
  switch (i) {
//@ for k, o in ipairs(f.outputs) do
//@ for l, p in ipairs(f.inputs) do
  case $((k - 1)*#f.inputs + l - 1): return "jac_$(o.name)_$(p.name)";
//@ end
//@ end
  default: return 0;
  }
//@ else
  return i >= 0 && i < $(#f.outputs) ? $(F)_out[i].name : 0;
//@ end
}
CASADI_SYMBOL_EXPORT const casadi_int *$(G)_sparsity_in(casadi_int i)
{
//@ if is_jac then
  switch (i) {
//@ for k, o in ipairs(f.outputs) do
  case $(#f.inputs + k - 1): return $(patterns.empty(o.rows, o.cols));
//@ end
  }
//@ end
  return i >= 0 && i < $(#f.inputs) ? $(F)_sparsity_of_in[i] : 0;
}
CASADI_SYMBOL_EXPORT const casadi_int *$(G)_sparsity_out(casadi_int i)
{
//@ if is_jac then
  return i >= 0 && i < $(#f.outputs*#f.inputs) ? $(F)_blocks[i] : 0;
//@ else
  return i >= 0 && i < $(#f.outputs) ? $(F)_sparsity_of_out[i] : 0;
//@ end
}
CASADI_SYMBOL_EXPORT int $(G)_work(casadi_int *sz_arg, casadi_int *sz_res, casadi_int *sz_iw, casadi_int *sz_w)
{
  if (sz_arg) *sz_arg = $(G)_n_in();
  if (sz_res) *sz_res = $(G)_n_out();
  if (sz_iw) *sz_iw = 0;
  if (sz_w) *sz_w = $(name)_casadi_work(&$(F)_function);
  return 0;
}

//@ end
