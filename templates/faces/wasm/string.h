/* string.h: what $(name).c may call, for compilers of WebAssembly without a library. */
#ifndef $(NAME)_WASM_STRING_H
#define $(NAME)_WASM_STRING_H

#include <stddef.h>

void *memcpy(void *to, const void *from, size_t count);
void *memmove(void *to, const void *from, size_t count);
void *memset(void *to, int byte, size_t count);

#endif
