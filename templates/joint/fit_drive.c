$(solve)

$(chain)

/* Solves a step of dt: the speed *v at its end, where the axis obeys its equation; a
 * bracketed Newton, which friction that falls with speed cannot lead astray. */
static double $(name)_fit_solve_step(const double *p, double load, double q, double z, double before,
  double drive, double dt, double *v, $(name)_instant *at, double flow[3])
{
  const double hangs = sin(q - $(fit_at));
  double low = -1e300, high = 1e300, to[3] = {0}, zmax[1], rate, x = before;
  int has_low = 0, has_high = 0;
  for (int round = 0; round < 80; round++) {
    $(name)_fit_law(p, x, load, q, at);
    const double ahead = q + dt*x - $(fit_at);
    at->sine = sin(ahead);
    at->cosine = cos(ahead);
    at->bent = hangs < 0 ? -hangs : hangs;
    $(name)_fit_zmax(p, at, 0, zmax);
    const double u = at->side*z/zmax[0], X = at->s*dt/zmax[0];
    flow[0] = $(name)_flow(u, X);
    flow[1] = $(name)_flow_slopes(u, X, flow[0], &flow[2]);
    $(name)_fit_solve(p, at, z, before, drive, dt, flow[0], flow[1], flow[2], to);
    if (to[0] > 0) high = x, has_high = 1;
    else low = x, has_low = 1;
    const double slope = at->side*to[1];
    double next = x - to[0]/slope;
    if (!(slope > 0) || !(next > low && next < high)) {
      const double far = (to[0] < 0 ? -to[0] : to[0])/(slope > 0 ? slope : 1) + 1e-6;
      next = !has_low ? x - 2*far : !has_high ? x + 2*far : 0.5*(low + high);
    }
    const double moved = next > x ? next - x : x - next;
    if (moved <= 1e-11*((x < 0 ? -x : x) + 1e-2)) break;
    x = next;
  }
  *v = x;
  return to[2];
}

void $(name)_pass(int n, const double *const *column, const double *p, double *model, double *slopes)
{
  enum { PARTS = 5, P = $(fit_parameters) };
  const double *const dt = column[0], *const drive = column[6], *const load = column[5];
  double q = column[4][0], v = column[1][0], z = 0;
  double q_by[P] = {0}, v_by[P] = {0}, z_by[P] = {0}, flow[3], to[2*(P + 4)];
  $(name)_instant at;
  for (int k = 0; k < n; k++) {
    model[k] = q;
    for (int i = 0; slopes && i < P; i++) slopes[k*P + i] = q_by[i];
    const double h = dt[k]/PARTS;
    for (int part = 0; k + 1 < n && part < PARTS; part++) {
      const double u = drive[k] + (drive[k + 1] - drive[k])*(part + 0.5)/PARTS;
      double after;
      const double z1 = $(name)_fit_solve_step(p, load[k], q, z, v, u, h, &after, &at, flow);
      if (slopes) {
        const double hangs = sin(q - $(fit_at));
        $(name)_instant here = at;
        here.tilt = hangs < 0 ? -cos(q - $(fit_at)) : cos(q - $(fit_at));
        $(name)_fit_chain(p, &here, z, v, u, h, flow[0], flow[1], flow[2], to);
        const double *const left = to, *const end = to + P + 4;
        for (int i = 0; i < P; i++) {
          const double rest = left[0]*z_by[i] + left[1]*v_by[i] + left[2]*q_by[i] + left[3 + i];
          const double s_by = -rest/left[3 + P]; /* of the speed's size */
          z_by[i] = end[0]*z_by[i] + end[2]*q_by[i] + end[3 + i] + end[3 + P]*s_by;
          const double ahead = here.side*s_by;
          q_by[i] += 0.5*h*(v_by[i] + ahead);
          v_by[i] = ahead;
        }
      }
      z = z1;
      q += 0.5*h*(v + after);
      v = after;
    }
  }
}
