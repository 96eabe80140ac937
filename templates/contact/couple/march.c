int $(name)_march($(name)_state *s, $(real) v[3], const $(real) minv[9], const $(real) *loads,
  const $(real) *fn, int steps, $(real) dt, $(real) *twists, $(real) *wrenches)
{
  int worst = $(NAME)_OK;
  for (int i = 0; i < steps; i++) {
    const $(real) *const load = loads + 3*i;
    $(real) v0[3], wrench[3] = {$(real(0)), $(real(0)), $(real(0))}, next[3];
    for (int d = 0; d < 3; d++) {
      const $(real) *const row = minv + 3*d;
      v0[d] = v[d] + dt*(row[0]*load[0] + row[1]*load[1] + row[2]*load[2]);
      next[d] = v[d];
    }
    const int status = $(name)_couple(1, s, fn + i, v0, minv, dt, next, wrench, 0, 0);
    if (status < 0 && status != $(NAME)_NO_CONVERGENCE) return status;
    for (int d = 0; d < 3; d++) {
      v[d] = next[d];
      if (twists) twists[3*i + d] = next[d];
      if (wrenches) wrenches[3*i + d] = wrench[d];
    }
    if (status < 0) return status;
    if (status > worst) worst = status;
  }
  return worst;
}
