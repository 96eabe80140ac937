/* The scenario's motion without inputs, as a table. */
#include <stdio.h>

#include "$(name).h"

int main(void)
{
  static const $(real) q[$(n)] = {
$(rows(start_q))}, v[$(n)] = {
$(rows(start_v))};
//@ if nu > 0 then
  const $(real) u[$(nu)] = {0};
//@ end
  const $(real) dt = $(real(start_dt));
  const int steps = $(start_steps), broken = $(name)_selftest();
  $(name)_state s;
  if (broken) {
    printf("this build of $(name) is broken: check %d of _selftest fails\n", broken);
    return 1;
  }
  $(name)_reset(&s);
  for (int i = 0; i < $(n); i++) {
    s.q[i] = q[i];
    s.v[i] = v[i];
  }
  printf("t; $(q_list)\n");
  for (int i = 0; i <= steps; i++) {
    int status;
    if (i%(steps < 20 ? 1 : steps/20) == 0) {
      printf("%.4f", i*$(plain(start_dt)));
      for (int k = 0; k < $(n); k++) printf("  % .6f", (double)s.q[k]);
      printf("\n");
    }
    status = $(name)_step($(no_tuning)&s, $(u_argument)($(real))i*dt, dt);
    if (status != $(NAME)_OK) {
      printf("status %d at step %d\n", status, i);
      return 1;
    }
  }
  return 0;
}
