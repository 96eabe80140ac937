/* A thousand steps with the solver: slide and spin ever faster, and print the
 * friction. */
#include <stdio.h>

#include "$(name).h"

int main(void)
{
  static $(name)_state state;
  const $(real) dt = $(real(example_dt)), fn = $(real(1)); /* s, N */
  const int broken = $(name)_selftest();
  if (broken) {
    printf("this build of $(name) is broken: check %d of _selftest fails\n", broken);
    return 1;
  }
  $(name)_reset(&state);
  printf("t (s)      vx (m/s)  fx (N)     fy (N)     tau (N m)\n");
  for (int i = 0; i <= 1000; i++) {
    const $(real) twist[3] = {($(real))i*$(real(1e-5)), $(real(0)), ($(real))i*$(real(2e-4))};
    $(real) wrench[3];
    const int status = $(name)_step(&state, twist, fn, dt, wrench);
    if (status < 0) {
      printf("status %d at step %d\n", status, i);
      return 1;
    }
    if (i % 100 == 0)
      printf("%.3e  %.5f   % .6f  % .6f  % .3e\n", (i + 1)*(double)dt, (double)twist[0],
             (double)wrench[0], (double)wrench[1], (double)wrench[2]);
  }
  return 0;
}
