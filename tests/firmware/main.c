/* main.c: an emitted solver on a board without an operating system: its
 * self-test, steps, and the stack of each function by painting.
 * -DSTEPS=n: n steps alone, -DFAST=1 sliding, for counts of instructions. */
#include "board.h"

#include <stdint.h>

/* Writes "what n". */
static void put_number(const char *what, long n)
{
  char text[24];
  int i = (int)sizeof text - 1;
  unsigned long rest = n < 0 ? 0ul - (unsigned long)n : (unsigned long)n;
  text[i] = 0;
  do {
    text[--i] = (char)('0' + rest % 10);
    rest /= 10;
  } while (rest);
  if (n < 0) text[--i] = '-';
  board_put(what);
  board_put(" ");
  board_put(text + i);
  board_put("\n");
}

#ifndef STEPS
#define STEPS -1
#endif
#ifndef FAST
#define FAST 1
#endif

#ifndef HOST
extern uint32_t board_stack_low;

/* Returns the bytes of stack below this function's frame that `call` writes. */
static __attribute__((noinline)) long stack_of(void (*call)(void))
{
  enum { PAINT = 0x5afe5afe, OWN_WORDS = 16 };
  volatile uint32_t here = 0;
  uint32_t *const top =
      (uint32_t *)((uintptr_t)&here & ~(uintptr_t)3) - OWN_WORDS;
  uint32_t *p;
  for (p = &board_stack_low; p < top; p++) *(volatile uint32_t *)p = PAINT;
  call();
  for (p = &board_stack_low; p < top && *(volatile uint32_t *)p == PAINT;) p++;
  return (long)((uintptr_t)&here - (uintptr_t)p);
}

static void nothing(void)
{
}

/* Functions whose bound is more than the board has are left out. */
static void measure_stacks(void)
{
  enum { RESERVE = 512 };
  const volatile char here = 0;
  const long room = (long)((uintptr_t)&here - (uintptr_t)&board_stack_low);
  const long none = stack_of(nothing);
  for (int i = 0; i < call_count; i++) {
    if (calls[i].stated + RESERVE > room) continue;
    const long used = stack_of(calls[i].call) - none;
    board_put("stack ");
    put_number(calls[i].name, used);
    if (used > calls[i].stated) {
      board_put("PROBLEM stack of ");
      put_number(calls[i].name, calls[i].stated);
    }
  }
}
#endif

int main(void)
{
  if (STEPS >= 0) {
    (void)driver_run(STEPS, FAST);
    board_exit(0);
  }
  const int result = driver_selftest();
  put_number("selftest", result);
  if (result) board_put("PROBLEM selftest\n");
#ifndef HOST
  measure_stacks();
#endif
  put_number("sum", (long)(driver_run(1000, 1)));
  put_number("sum_stuck", (long)(driver_run(1000, 0)));
  board_put("end\n");
  board_exit(0);
  return 0;
}
