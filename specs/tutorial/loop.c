/* loop.c: the inside of a control loop at 1 kHz with the emitted pad. The hand
 * moves along x and turns; the grip rises. A real loop reads twist and grip
 * from its sensors.
 *
 *   bristle emit loop.lua -o loop
 *   cc -O2 -Iloop loop.c loop/loop.c -lm -o loop/run
 */
#include <stdio.h>

#include "loop.h"

int main(void)
{
  loop_state pad;
  loop_reset(&pad);
  if (loop_selftest() != 0) return 1; /* this build computes what it should */
  for (int k = 1; k <= 500; k++) {
    const float twist[3] = {0.002f, 0, 0.3f}; /* m/s, m/s, rad/s */
    const float fn = 2 + 0.004f * (float)k;   /* N */
    float wrench[3];                          /* N, N, N m */
    const int status = loop_step(&pad, twist, fn, 1e-3f, wrench);
    if (status < 0) return 1; /* the state is what it was; wrench is 0 */
    if (k % 100 == 0)
      printf("%3d ms  fx %7.4f N  tau %7.4f mN m\n", k, (double)wrench[0],
             1e3 * (double)wrench[2]);
  }
  return 0;
}
