/* The body is thrown, slides, spins and comes to rest; then it is pushed. */
#include <stdio.h>

#include "$(name).h"

int main(void)
{
  static const $(real) no_load[3] = {$(real(0)), $(real(0)), $(real(0))};
  static const $(real) edge[2] = {$(real(-inside)), $(real(-inside/4))};
  static const $(real) pusher[2] = {$(real(0.01)), $(real(0))};
  $(name)_state s;
  $(real) out[$(NAME)_NOUT], twist[3];
  int step = 0;
  const int broken = $(name)_selftest();
  if (broken) {
    printf("this build of $(name) is broken: check %d of _selftest fails\n", broken);
    return 1;
  }
  $(name)_reset(&s);
  s.v[0] = $(real(throw_v));
  s.v[1] = $(real(throw_v/2));
  s.v[2] = $(real(throw_w));
  printf("t (s)    x (mm)   y (mm)  angle (deg)  slip (m/s)  ECP (mm)\n");
  do {
    const int status = $(name)_step($(no_tuning)&s, no_load,$(has_dt and "" or " " .. real(throw_dt) .. ",") out);
    if (status < 0) {
      printf("status %d at step %d\n", status, step);
      return 1;
    }
    if (step++ % 8 == 0 || !(out[$(NAME)_SLIP] > $(real(0))))
      printf("%.4f %8.2f %8.2f %12.2f %11.4f  %.2f, %.2f%s\n", step*$(plain(throw_dt)),
             1e3*(double)s.q[0], 1e3*(double)s.q[1], 57.29577951308232*(double)s.q[2],
             (double)out[$(NAME)_SLIP], 1e3*(double)out[$(NAME)_AX], 1e3*(double)out[$(NAME)_AY],
             status == $(NAME)_TIPPING ? " (would tip)" : "");
  } while (out[$(NAME)_SLIP] > $(real(0)) && step < 10000);
  $(name)_push($(no_tuning)edge, pusher, twist, 0);
  printf("pushed at its edge at 10 mm/s it moves with (%.3f, %.3f) mm/s and turns at %.3f rad/s\n",
         1e3*(double)twist[0], 1e3*(double)twist[1], (double)twist[2]);
  return 0;
}
