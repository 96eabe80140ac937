/* cortex.c: the start of a Cortex-M, and semihosting. */
#include "board.h"

#include <stdint.h>

extern uint32_t board_stack_top, board_data, board_data_end, board_data_load;
extern uint32_t board_bss, board_bss_end;

enum { SYS_WRITE0 = 0x04, SYS_EXIT = 0x18, SYS_EXIT_EXTENDED = 0x20 };
#define ADP_STOPPED_APPLICATION_EXIT 0x20026u
#define CPACR                        (*(volatile uint32_t *)0xE000ED88u)

static void ask_host(int operation, const void *argument)
{
  register int r0 __asm__("r0") = operation;
  register const void *r1 __asm__("r1") = argument;
  __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
}

void board_put(const char *text)
{
  ask_host(SYS_WRITE0, text);
}

void board_exit(int status)
{
  const uint32_t block[2] = {ADP_STOPPED_APPLICATION_EXIT, (uint32_t)status};
  if (status) ask_host(SYS_EXIT_EXTENDED, block);
  ask_host(SYS_EXIT, (const void *)ADP_STOPPED_APPLICATION_EXIT);
  for (;;) {}
}

void start(void);

void start(void)
{
#if defined(__ARM_FP)
  CPACR |= 0xFu << 20; /* the floating-point unit */
  __asm__ volatile("dsb\n isb");
#endif
  const uint32_t *from = &board_data_load;
  for (uint32_t *p = &board_data; p < &board_data_end; p++) *p = *from++;
  for (uint32_t *p = &board_bss; p < &board_bss_end; p++) *p = 0;
  board_exit(main());
}

static void fault(void)
{
  board_put("PROBLEM fault\n");
  board_exit(9);
}

/* Stack, reset, NMI, and the faults. */
__attribute__((section(".vectors"),
               used)) static const void *const vectors[16] = {
    &board_stack_top,    (const void *)start, (const void *)fault,
    (const void *)fault, (const void *)fault, (const void *)fault,
    (const void *)fault};
