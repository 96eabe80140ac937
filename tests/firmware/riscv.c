/* riscv.c: the start of a RISC-V (QEMU's machine virt), and semihosting. */
#include "board.h"

#include <stdint.h>

extern uint32_t board_data, board_data_end, board_data_load;
extern uint32_t board_bss, board_bss_end;

enum { SYS_WRITE0 = 0x04, SYS_EXIT_EXTENDED = 0x20 };
#define ADP_STOPPED_APPLICATION_EXIT 0x20026

static void ask_host(intptr_t operation, intptr_t argument)
{
  register intptr_t a0 __asm__("a0") = operation;
  register intptr_t a1 __asm__("a1") = argument;
  __asm__ volatile(
      ".option push\n.option norvc\n.balign 16\n"
      "slli x0, x0, 0x1f\nebreak\nsrai x0, x0, 7\n.option pop"
      : "+r"(a0)
      : "r"(a1)
      : "memory");
}

void board_put(const char *text)
{
  ask_host(SYS_WRITE0, (intptr_t)text);
}

void board_exit(int status)
{
  const intptr_t block[2] = {ADP_STOPPED_APPLICATION_EXIT, status};
  ask_host(SYS_EXIT_EXTENDED, (intptr_t)block);
  for (;;) {}
}

__attribute__((used)) void riscv_start(void)
{
  const uint32_t *from = &board_data_load;
  for (uint32_t *p = &board_data; p < &board_data_end; p++) *p = *from++;
  for (uint32_t *p = &board_bss; p < &board_bss_end; p++) *p = 0;
  board_exit(main());
}

__attribute__((naked, used, section(".vectors"))) void start(void)
{
#ifdef __riscv_flen
  __asm__ volatile("li t0, 0x2000\ncsrs mstatus, t0"); /* floating point */
#endif
  __asm__ volatile(
      ".option push\n.option norelax\nla gp, __global_pointer$\n"
      ".option pop\nla sp, board_stack_top\nj riscv_start");
}
