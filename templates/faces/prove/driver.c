/* $(name)_prove.c: calls of every function of $(name).h with any input and any state, NaN and
 * infinities included, and results asked for or not. For Frama-C's Eva, which follows all of
 * them at once; $(name)_prove.mk runs it.
 *
 * Generated: edit the spec instead.
 * SPDX-License-Identifier: 0BSD */
#include "$(name).h"
#include "__fc_builtin.h"

//@ words("prove.lua")
/* A reading gives any number or none. */
extern volatile $(real) any_real;
extern volatile int any_int;

#define ANY(object) Frama_C_make_unknown((char *)(object), sizeof *(object))
#define ASKED(pointer) (any_int ? (pointer) : 0)

//@ for _, f in ipairs(proofs()) do
//@   local list, has_most = {}, f.count and f.counts[#f.counts]
//@   for i, p in ipairs(f.parameters) do
//@     if p.name == f.count then list[i] = p.name
//@     elseif not p.is_pointer then list[i] = p.type == "int" and "any_int" or "any_real"
//@     else list[i] = (p.is_single and "&" or "") .. p.name .. "_" end
//@     if p.is_apart then list[i] = ("with_%s ? %s : 0"):format(p.name, list[i])
//@     elseif p.may_be_null then list[i] = ("ASKED(%s)"):format(list[i]) end
//@   end
//@   if f.count then
static void $(f.name)_of(int $(f.count))
//@   else
void prove_$(f.name)(void)
//@   end
{
//@   if f.count then
  enum { MOST = $(has_most) };
//@   end
//@   for _, p in ipairs(f.parameters) do
//@     if p.is_single then
  $(p.type) $(p.name)_;
//@     elseif p.is_pointer then
  $(p.type) $(p.name)_[$(f.count and p.elements:gsub("%f[%w_]" .. f.count .. "%f[^%w_]", "MOST") or p.elements)];
//@     end
//@     if p.is_pointer and p.is_input then
  ANY(&$(p.name)_);
//@     end
//@     if p.is_apart then
  const int with_$(p.name) = any_int ? 1 : 0; /*@ split with_$(p.name); */
//@     end
//@   end
  $(name)_$(f.name)($(table.concat(list, ", ")));
}

//@   if f.count then
void prove_$(f.name)(void)
{
//@     for _, count in ipairs(f.counts) do
  $(f.name)_of($(count));
//@     end
}

//@   end
//@ end
