/* ---- implicit steps ------------------------------------------------------- */

/* A step of dt is backward Euler in two halves and in one whole, extrapolated:
 * twice the one less the other, second order, L-stable. Backward Euler over h
 * from z ends at z' = (z + h*v)/(1 + h*a'), a' = a at z': along z + h*v. With
 * p = |z'|/zmax and P = |z + h*v|/zmax that is p*(1 + load*abar(p)) = P, whose left
 * side rises with p: it has one root, and Newton's steps in a bracket find it. */
enum { $(name)_iterations = 60 };

typedef struct {
  $(real) qx[$(name)_lanes], qy[$(name)_lanes]; /* z + h*v */
  $(real) s[$(name)_lanes], zmax[$(name)_lanes];
  $(real) plastic[$(name)_lanes]; /* a where abar is 1 */
  $(real) p[$(name)_lanes], low[$(name)_lanes], high[$(name)_lanes];
  $(real) rate[3][$(name)_lanes]; /* a at the ends of both halves and of the whole */
} $(name)_ends;

//@ if is_elastoplastic then
$(include("common/abar.c"))

/* One of Newton's steps for all lanes; 0 when it was not needed. `size` and `load`
 * are P and h*plastic. */
static int $(name)_newton($(name)_ends *k, const $(real) *size, const $(real) *load)
{
  $(real) spare[$(name)_lanes];
  for (int l = 0; l < $(name)_lanes; l++) {
    $(real) slope;
    const $(real) p = k->p[l], abar = $(name)_abar(p, &slope);
    const $(real) f = p*($(real(1)) + load[l]*abar) - size[l];
    const $(real) by_p = $(real(1)) + load[l]*(abar + p*slope);
    const $(real) low = f > $(real(0)) ? k->low[l] : p, high = f > $(real(0)) ? p : k->high[l];
    const $(real) better = p - f/by_p;
    const $(real) bar = $(real(settled))*(size[l] + by_p*p);
    k->low[l] = low;
    k->high[l] = high;
    k->p[l] = better >= low && better <= high ? better : $(real(0.5))*(low + high);
    spare[l] = bar - (f < $(real(0)) ? -f : f);
  }
  return $(name)_any_negative(spare);
}

//@ end
/* a at the end of backward Euler over h, whose z + h*v is in qx, qy. 0 when it
 * has converged. */
static int $(name)_backward($(name)_ends *k, const $(real) *vx, const $(real) *vy, $(real) h, $(real) *rate)
{
//@ if is_elastoplastic then
  $(real) size[$(name)_lanes], load[$(name)_lanes];
  int is_missing = 1;
  for (int l = 0; l < $(name)_lanes; l++) {
    const $(real) n = $(sqrt)(k->qx[l]*k->qx[l] + k->qy[l]*k->qy[l] + $(tiny));
    const $(real) along = (k->qx[l]*vx[l] + k->qy[l]*vy[l])/n + k->s[l]; /* rounding may leave it below 0 */
    const $(real) most = along > $(real(0)) ? $(real(0.5))*along/k->zmax[l] : $(real(0));
    const $(real) P = n/k->zmax[l];
    /* Plastic at the end, or elastic; else between them, where abar is about
     * what it would be at breakaway. */
    const $(real) slid = P/($(real(1)) + h*most);
    const $(real) elastic = P < $(real(s_ba)) ? P : $(real(s_ba));
    const $(real) low = slid > elastic ? slid : elastic;
    const $(real) edge = slid > $(real(1)) ? slid : $(real(1));
    const $(real) high = P < edge ? P : edge;
    const $(real) full = (P - $(real(s_ba)))/($(real(s_ba))*h*most + $(tiny));
    const $(real) part = full > $(real(0)) ? (full < $(real(1)) ? full : $(real(1))) : $(real(0));
    const $(real) guess = $(real(s_ba)) + $(real(1-s_ba))*$(sqrt)(part)*($(real(1/half_pi)) + $(real(1-1/half_pi))*part);
    size[l] = P;
    load[l] = h*most;
    k->plastic[l] = most;
    k->low[l] = low;
    k->high[l] = high;
    k->p[l] = guess < low ? low : guess > high ? high : guess;
  }
  for (int i = 0; is_missing && i < $(name)_iterations; i++) is_missing = $(name)_newton(k, size, load);
  for (int l = 0; l < $(name)_lanes; l++) {
    $(real) slope;
    rate[l] = k->plastic[l]*$(name)_abar(k->p[l], &slope);
  }
  return is_missing;
//@ else
  (void)vx;
  (void)vy;
  (void)h;
  for (int l = 0; l < $(name)_lanes; l++) rate[l] = k->s[l]/k->zmax[l];
  return 0;
//@ end
}

/* keep and lose of block b, whose mean rate over dt is keep*v - lose*z; k gets
 * the rates at the ends. 0 when all have converged. */
static int $(name)_settle($(name)_ends *k, int b, const $(real) *zx, const $(real) *zy, const $(real) twist[3],
  $(real) dt, $(real) *keep, $(real) *lose)
{
  const $(real) *const x = $(name)_x + $(name)_first(b), *const y = $(name)_y + $(name)_first(b);
  const $(real) half = $(real(0.5))*dt, tx = twist[0], ty = twist[1], tw = twist[2];
  $(real) vx[$(name)_lanes], vy[$(name)_lanes];
  int missing;
  for (int l = 0; l < $(name)_lanes; l++) {
    vx[l] = tx - tw*y[l];
    vy[l] = ty + tw*x[l];
    const $(real) v2 = vx[l]*vx[l] + vy[l]*vy[l];
    const $(real) s = $(sqrt)(v2);
$(declare(zmax, 4, "g/sigma0"))
    k->s[l] = s;
    k->zmax[l] = zmax;
    k->qx[l] = zx[l] + half*vx[l];
    k->qy[l] = zy[l] + half*vy[l];
  }
  missing = $(name)_backward(k, vx, vy, half, k->rate[0]);
  for (int l = 0; l < $(name)_lanes; l++) {
    const $(real) shrink = $(real(1))/($(real(1)) + half*k->rate[0][l]);
    k->qx[l] = shrink*k->qx[l] + half*vx[l];
    k->qy[l] = shrink*k->qy[l] + half*vy[l];
  }
  missing += $(name)_backward(k, vx, vy, half, k->rate[1]);
  for (int l = 0; l < $(name)_lanes; l++) {
    k->qx[l] = zx[l] + dt*vx[l];
    k->qy[l] = zy[l] + dt*vy[l];
  }
  missing += $(name)_backward(k, vx, vy, dt, k->rate[2]);
  for (int l = 0; l < $(name)_lanes; l++) {
    const $(real) a = k->rate[0][l], c = k->rate[1][l], e = k->rate[2][l];
    const $(real) first = $(real(1))/($(real(1)) + half*a), second = $(real(1))/($(real(1)) + half*c);
    const $(real) whole = $(real(1))/($(real(1)) + dt*e);
    keep[l] = second*($(real(1)) + first) - whole;
    lose[l] = first*second*(a + c + half*a*c) - whole*e;
  }
  return missing;
}
