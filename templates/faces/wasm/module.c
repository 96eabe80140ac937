//@ words("faces.lua")
//@ words("scripts.lua")
/* $(name)_wasm.c: $(name) as a WebAssembly module, over $(name).h.
 *
 * Written by bristle $(version) from $(spec). It belongs to you (0BSD).
 *
 *   clang --target=wasm32 -O3 -nostdlib -ffp-contract=off -fno-math-errno \
 *     -fno-trapping-math -Wl,--no-entry,--allow-undefined,--export=__heap_base \
 *     -I$(name)_wasm $(name).c $(name)_wasm.c -o $(name).wasm
 *   emcc -O3 -sSTANDALONE_WASM --no-entry \
 *     $(name).c $(name)_wasm.c -o $(name).wasm
 *
 * The module needs no library: it has its own memory, and takes functions such as exp from
 * JavaScript's Math ($(name).mjs gives them; the folder $(name)_wasm has the headers that clang lacks).
 * Its numbers are those of $(name).c on a processor with -ffp-contract=off and, on x86, -U__SSE2__:
 * vectors add up in another order. Functions of Math may differ in the last digit.
 * $(name).mjs reads the list of functions from the module. */
#include "$(name).h"

$(include("common/entries.c", { entries = objects, linkage = "static const" }))
#define $(NAME)_EXPORT(symbol) __attribute__((export_name(#symbol))) symbol

#ifndef __EMSCRIPTEN__
/* Compilers call these for structs and loops. */
void *memcpy(void *to, const void *from, size_t count)
{
  unsigned char *t = (unsigned char *)to;
  const unsigned char *f = (const unsigned char *)from;
  for (size_t i = 0; i < count; i++) {
    t[i] = f[i];
    __asm__ volatile("" ::: "memory"); /* no call of memcpy in its own place */
  }
  return to;
}

void *memmove(void *to, const void *from, size_t count)
{
  unsigned char *t = (unsigned char *)to;
  const unsigned char *f = (const unsigned char *)from;
  if (t < f) return memcpy(to, from, count);
  for (size_t i = count; i-- > 0;) {
    t[i] = f[i];
    __asm__ volatile("" ::: "memory");
  }
  return to;
}

void *memset(void *to, int byte, size_t count)
{
  unsigned char *t = (unsigned char *)to;
  for (size_t i = 0; i < count; i++) {
    t[i] = (unsigned char)byte;
    __asm__ volatile("" ::: "memory");
  }
  return to;
}
#endif

static const br_solver *const $(name)_objects[] = {
//@ for _, object in ipairs(objects) do
  &$(name)_$(object.solver),
//@ end
};

/* What the solver is, as JSON. */
static const char $(name)_description[] =
//@ for _, line in ipairs(description_lines()) do
  "$(line)"
//@ end
  ;

const char *$(NAME)_EXPORT(bristle_description)(void);
const char *bristle_description(void) { return $(name)_description; }

/* Bytes of a state of an object, a multiple of 16. */
int $(NAME)_EXPORT(bristle_state_bytes)(int object);
int bristle_state_bytes(int object) { return (int)(($(name)_objects[object]->state_bytes + 31)/16*16); }

void $(NAME)_EXPORT(bristle_reset)(int object, void *state);
void bristle_reset(int object, void *state) { $(name)_objects[object]->reset(state); }

void $(NAME)_EXPORT(bristle_get)(int object, const void *state, double *values);
void bristle_get(int object, const void *state, double *values) { $(name)_objects[object]->get(state, values); }

void $(NAME)_EXPORT(bristle_set)(int object, void *state, const double *values);
void bristle_set(int object, void *state, const double *values) { $(name)_objects[object]->set(state, values); }

/* Calls a function of an object. Its inputs follow one another at `in`, its outputs at `out`. */
int $(NAME)_EXPORT(bristle_call)(int object, int function, void *state, const double *in, double *out);
int bristle_call(int object, int function, void *state, const double *in, double *out)
{
  const br_function *const f = &$(name)_objects[object]->functions[function];
  const double *from[$(most_inputs(objects))];
  double *to[$(most_outputs(objects))];
  for (int i = 0; i < f->ninputs; i++) {
    from[i] = in;
    in += f->inputs[i].rows*f->inputs[i].cols;
  }
  for (int i = 0; i < f->noutputs; i++) {
    to[i] = out;
    out += f->outputs[i].rows*f->outputs[i].cols;
  }
  return f->call(state, from, to);
}
