/* The axis moves to and fro, then rests: friction over time. */
#include <stdio.h>

#include "$(name).h"

int main(void)
{
//@ local given = (has_load and ", " .. real(example_load) or "") .. (has_position and ", q" or "")
//@ if has_state then
  $(name)_state s;
//@ end
  $(real) v = $(real(0)), force;
//@ if has_position then
  $(real) q = $(real(0));
//@ end
  const int broken = $(name)_selftest();
  if (broken) {
    printf("this build of $(name) is broken: check %d of _selftest fails\n", broken);
    return 1;
  }
//@ if has_state then
  $(name)_reset(&s);
//@ end
  printf("t (s)   v ($(is_rotary and "rad" or "m")/s)     force ($(is_rotary and "N m" or "N"))\n");
  for (int i = 0; i < 400; i++) {
    /* A triangle of speed, then 0.1 s of rest. */
    const int k = i % 200 < 100 ? i % 200 - 50 : 150 - i % 200;
    v = i < 300 ? $(real(example_speed/50))*($(real))k : $(real(0));
//@ if has_position then
    q += v*$(real(0.001));
//@ end
//@ if has_state then
    const int status = $(name)_step($(no_tuning)&s, v$(given), $(real(0.001)), &force);
//@ else
    const int status = $(name)_step($(no_tuning)v$(given), &force);
//@ end
    if (status < 0) {
      printf("status %d at step %d\n", status, i);
      return 1;
    }
    if (i % 20 == 19) printf("%.3f  %11.6f  %11.6f\n", 0.001*(i + 1), (double)v, (double)force);
  }
  return 0;
}
