#if defined(__STDC_HOSTED__) && __STDC_HOSTED__ == 0
/* Without a C library (-ffreestanding): what compilers call by themselves to copy and to clear.
 * Another file's definitions win. */
#ifdef __cplusplus
extern "C" {
#endif
void *memcpy(void *to, const void *from, __SIZE_TYPE__ size);
void *memmove(void *to, const void *from, __SIZE_TYPE__ size);
void *memset(void *to, int value, __SIZE_TYPE__ size);

/* Volatile: the compiler must not turn these loops into calls of themselves. */
__attribute__((weak)) void *memmove(void *to, const void *from, __SIZE_TYPE__ size)
{
  volatile unsigned char *out = (volatile unsigned char *)to;
  const volatile unsigned char *in = (const volatile unsigned char *)from;
  const int is_upward = out < in;
  for (__SIZE_TYPE__ i = 0; i < size; i++) {
    const __SIZE_TYPE__ at = is_upward ? i : size - 1u - i;
    out[at] = in[at];
  }
  return to;
}

__attribute__((weak)) void *memcpy(void *to, const void *from, __SIZE_TYPE__ size)
{
  return memmove(to, from, size);
}

__attribute__((weak)) void *memset(void *to, int value, __SIZE_TYPE__ size)
{
  volatile unsigned char *out = (volatile unsigned char *)to;
  for (__SIZE_TYPE__ i = 0; i < size; i++) out[i] = (unsigned char)value;
  return to;
}
#ifdef __cplusplus
}
#endif
#else
#include <string.h>
#endif
