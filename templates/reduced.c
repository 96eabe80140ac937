/* $(name).c: friction of the contact "$(name)"; $(name).h tells what it is.
 *
 * bristle $(version), template reduced, spec $(spec)
 * spec hash $(spec_hash)
 * Generated: edit the spec instead.
 * SPDX-License-Identifier: 0BSD */
#include "$(name).h"

#ifdef __TINYC__ /* headers would take longer to read than all of this */
$(prototypes)
#else
#include <math.h>
#include <stdint.h>
#include <string.h>
#endif

#ifdef __FAST_MATH__
#error "-ffast-math gives wrong torques; see the flags in $(name).h"
#endif

$(include("inline.c"))

/* ---- helpers ------------------------------------------------------------ */

#ifdef __TINYC__ /* calls are faster there than long expressions */
//@ if has_exp then
/* exp(x) for x <= 0; below exp(-45) nothing shows in g. */
static $(real) $(name)_exp($(real) x)
{
  return x > $(real(-45)) ? $(exp)(x) : $(real(0));
}

//@ end
//@ if is_exponential then
/* (1 - exp(-x))/x for x >= 0. */
static $(real) $(name)_phi($(real) x)
{
  if (x > $(real(0.01))) return x < $(real(45)) ? ($(real(1)) - $(exp)(-x))/x : $(real(1))/x;
  return $(real(1)) - x*($(real(1/2)) - x*($(real(1/6)) - x*($(real(1/24)) - x*($(real(1/120)) - x*$(real(1/720))))));
}

//@ end
//@ if is_elastoplastic then
static $(real) $(name)_half_sine($(real) t)
{
  return $(real(0.5))*$(sin)($(real(half_pi))*t);
}

//@ end
#else
$(include("math.c"))
#endif

/* 0 for finite numbers, else NaN. */
$(NAME)_INLINE $(real) $(name)_nan3(const $(real) v[3])
{
  return (v[0] - v[0]) + (v[1] - v[1]) + (v[2] - v[2]);
}

$(NAME)_INLINE $(real) $(name)_dot(const $(real) a[3], const $(real) b[3])
{
  return a[0]*b[0] + a[1]*b[1] + a[2]*b[2];
}

static void $(name)_zero($(real) *v, int count)
{
  for (int i = 0; v && i < count; i++) v[i] = $(real(0));
}

/* Zeroes the wrench; OK when there is something to compute. */
$(NAME)_INLINE int $(name)_enter(const $(real) twist[3], $(real) fn, $(real) dt,
  $(real) *wrench)
{
  $(name)_zero(wrench, 3);
  if (!($(name)_nan3(twist) + (fn - fn) + (dt - dt) == $(real(0)))) return $(NAME)_BAD_INPUT;
  if (dt < $(real(0))) return $(NAME)_BAD_INPUT;
  return fn <= $(real(0)) ? $(NAME)_SEPARATED : $(NAME)_OK;
}

//@ if has_levels then
$(include("reduced_patch.c"))

//@ end
/* The wrench at the grid centre from f, that at the centre of pressure with its
 * torque over r. */
$(NAME)_INLINE void $(name)_centre(const $(real) f[3], $(real) wrench[3]$(patch_par))
{
  wrench[0] = f[0];
  wrench[1] = f[1];
  wrench[2] = $(at_r)*f[2] + $(at_x)*f[1] - $(at_y)*f[0];
}

$(NAME)_INLINE int $(name)_leave(const $(real) f[3], $(real) *wrench$(patch_par))
{
  $(real) moved[3];
  $(name)_centre(f, moved$(patch_arg));
  if (!($(name)_nan3(moved) == $(real(0)))) return $(NAME)_BAD_STATE;
  for (int i = 0; wrench && i < 3; i++) wrench[i] = moved[i];
  return $(NAME)_OK;
}

/* ---- the limit surface -------------------------------------------------- */

$(include(surface))

/* ---- the model at the centre of pressure -------------------------------- */

/* V: the twist at the centre of pressure, its spin times r, m/s. */
typedef struct {
  $(real) v[3], v2, s; /* V, |V|^2, |V| */
  $(real) h[3], b[3]; /* the surface, and -h*s: where plastic flow goes */
  $(real) size; /* |h|; 1 at rest */
  $(real) zmax; /* g/sigma0, m */
} $(name)_slip;

/* V and |V|. */
$(NAME)_INLINE $(name)_slip $(name)_slip_along(const $(real) twist[3]$(patch_par))
{
  $(name)_slip c;
  c.v[0] = twist[0] - twist[2]*$(at_y);
  c.v[1] = twist[1] + twist[2]*$(at_x);
  c.v[2] = twist[2]*$(at_r);
  c.v2 = $(name)_dot(c.v, c.v);
  c.s = $(sqrt)(c.v2);
  return c;
}

/* The rest, once h is known. */
$(NAME)_INLINE void $(name)_resist($(name)_slip *c)
{
  for (int i = 0; i < 3; i++) c->b[i] = -c->h[i]*c->s;
  const $(real) h2 = $(name)_dot(c->h, c->h);
  c->size = h2 > $(real(0)) ? $(sqrt)(h2) : $(real(1));
  const $(real) v2 = c->v2, s = c->s;
  (void)v2;
  (void)s;
$(indent(zmax, 2))
  c->zmax = zmax;
}

$(NAME)_INLINE $(name)_slip $(name)_slip_at(const $(real) twist[3]$(patch_par))
{
  $(name)_slip c = $(name)_slip_along(twist$(patch_arg));
  $(name)_surface(c.v, c.s, c.h$(patch_arg));
  $(name)_resist(&c);
  return c;
}

/* The rate a at which bristles relax where abar is 1, `ahead` as in _yield. */
$(NAME)_INLINE $(real) $(name)_most(const $(name)_slip *c, const $(real) z[3], $(real) ahead)
{
//@ if is_elastoplastic then
  $(real) e[3];
  for (int i = 0; i < 3; i++) e[i] = z[i] + ahead*c->b[i];
  const $(real) half_rate = $(real(0.5))/c->zmax, m = $(sqrt)($(name)_dot(e, e));
  const $(real) along = m > $(real(0)) ? $(name)_dot(e, c->b)/(m*c->size) : c->s;
//@ if is_implicit then
  return along > -c->s ? half_rate*(c->s + along) : $(real(0)); /* it is, but for rounding */
//@ else
  return half_rate*(c->s + along);
//@ end
//@ else
  (void)z;
  (void)ahead;
  return c->s/c->zmax;
//@ end
}

/* How plastic the bristles are, abar, and at which rate a they relax. Whether
 * they yield shows where they would be after the time `ahead` if they did not;
 * how they lie to the flow, where it takes them. */
$(NAME)_INLINE $(real) $(name)_yield(const $(name)_slip *c, const $(real) z[3], $(real) ahead,
  $(real) *a$(patch_par))
{
//@ if has_levels then
  (void)patch;
//@ end
//@ if is_elastoplastic then
  $(real) d[3]; /* bristles after that time */
//@ if is_matched then
  d[0] = z[0] + ahead*c->v[0];
  d[1] = z[1] + ahead*c->v[1];
  d[2] = z[2] + ahead*$(at_k)*c->v[2];
//@ else
  for (int i = 0; i < 3; i++) d[i] = z[i] + ahead*c->b[i];
//@ end
  const $(real) reach = c->size*c->zmax, n = $(sqrt)($(name)_dot(d, d));
  const $(real) scale = $(real(t_scale))/reach;
  *a = $(real(0));
  if (n <= $(real(s_ba))*reach) return $(real(0)); /* elastic */
  const $(real) full = $(name)_most(c, z, ahead), t = scale*n - $(real(t_shift)); /* -1 at breakaway, 1 at zmax */
  if (t >= $(real(1))) {
    *a = full;
    return $(real(1));
  }
  const $(real) abar = $(real(0.5)) + $(name)_half_sine(t);
  *a = abar*full;
  return abar;
//@ else
  *a = $(name)_most(c, z, ahead);
  return $(real(1));
//@ end
}

//@ if is_implicit then
$(include("reduced_implicit.c"))

//@ end
/* The rate of the bristles: with dt = 0 at once, else the mean over dt. */
$(NAME)_INLINE void $(name)_flow(const $(name)_slip *c, const $(real) z[3], $(real) dt, $(real) rate[3]$(patch_par))
{
//@ if is_exponential then
  $(real) a;
  const $(real) abar = $(name)_yield(c, z, dt, &a$(patch_arg));
//@ else
  $(real) a;
  const $(real) abar = $(name)_yield(c, z, $(real(0)), &a$(patch_arg));
  (void)dt;
//@ end
//@ if is_matched then
  for (int i = 0; i < 3; i++) rate[i] = ($(real(1)) - abar)*c->v[i] + abar*c->b[i] - a*z[i];
  rate[2] *= $(at_k);
//@ else
  (void)abar;
  for (int i = 0; i < 3; i++) rate[i] = c->b[i] - a*z[i];
//@ end
//@ if is_exponential then
  if (a*dt > $(real(0))) { /* a frozen over the step: each axis decays exactly */
    const $(real) phi = $(name)_phi(a*dt);
    rate[0] *= phi;
    rate[1] *= phi;
    rate[2] *= $(is_matched and name .. "_phi(a*" .. at_k .. "*dt)" or "phi");
  }
//@ end
}

/* The force of bristles z that move at that rate. */
$(NAME)_INLINE void $(name)_pull(const $(name)_slip *c, const $(real) z[3], const $(real) rate[3],
  $(real) fn, $(real) f[3]$(patch_par))
{
  const $(real) v2 = c->v2, s = c->s;
  (void)v2;
  (void)s;
$(indent(damping, 2))
  f[0] = -fn*($(real(sigma0))*(z[0] + damping*rate[0]) + $(real(sigma2))*c->v[0]);
  f[1] = -fn*($(real(sigma0))*(z[1] + damping*rate[1]) + $(real(sigma2))*c->v[1]);
  f[2] = -fn*($(real(sigma0))*(z[2] + damping*rate[2]) + $(at_spin)*c->v[2]);
}

$(NAME)_INLINE int $(name)_force(const $(name)_slip *c, const $(real) z[3], const $(real) rate[3],
  $(real) fn, $(real) *wrench$(patch_par))
{
  $(real) f[3];
  $(name)_pull(c, z, rate, fn, f$(patch_arg));
  return $(name)_leave(f, wrench$(patch_arg));
}

/* ---- the functions ------------------------------------------------------ */

void $(name)_reset($(name)_state *s)
{
  $(name)_zero(s->z, $(NAME)_NZ);
}

int $(name)_rate(const $(name)_state *s, const $(real) twist[3], $(real) fn,
  $(name)_state *dz, $(real) wrench[3])
{
  $(real) rate[3] = {$(real(0)), $(real(0)), $(real(0))};
  int status = $(name)_enter(twist, fn, $(real(0)), wrench);
  if (status == $(NAME)_OK) {
//@ if has_levels then
    const $(name)_patch at_fn = $(name)_patch_at(fn), *const patch = &at_fn;
//@ end
    const $(name)_slip c = $(name)_slip_at(twist$(patch_arg));
    $(name)_flow(&c, s->z, $(real(0)), rate$(patch_arg));
    status = $(name)_force(&c, s->z, rate, fn, wrench$(patch_arg));
  }
  for (int i = 0; dz && i < 3; i++) dz->z[i] = status == $(NAME)_OK ? rate[i] : $(real(0));
  return status;
}

int $(name)_step($(name)_state *s, const $(real) twist[3], $(real) fn, $(real) dt,
  $(real) wrench[3])
{
  const int status = $(name)_enter(twist, fn, dt, wrench);
  $(real) rate[3], next[3];
  if (status == $(NAME)_SEPARATED) $(name)_reset(s);
  if (status != $(NAME)_OK) return status;
//@ if has_levels then
  const $(name)_patch at_fn = $(name)_patch_at(fn), *const patch = &at_fn;
//@ end
  const $(name)_slip c = $(name)_slip_at(twist$(patch_arg));
//@ if is_implicit then
  $(name)_part parts[3];
  const int missing = $(name)_parts(&c, s->z, dt, parts, rate$(patch_arg));
//@ else
  $(name)_flow(&c, s->z, dt, rate$(patch_arg));
//@ end
  for (int i = 0; i < 3; i++) next[i] = s->z[i] + dt*rate[i];
  if ($(name)_force(&c, next, rate, fn, wrench$(patch_arg)) != $(NAME)_OK) return $(NAME)_BAD_STATE;
//@ if is_implicit then
  if (missing) {
    $(name)_zero(wrench, 3);
    return $(NAME)_NO_CONVERGENCE;
  }
//@ end
  for (int i = 0; i < 3; i++) s->z[i] = next[i];
  return $(NAME)_OK;
}

int $(name)_steady(const $(real) twist[3], $(real) fn, $(real) wrench[3])
{
  const int status = $(name)_enter(twist, fn, $(real(0)), wrench);
  if (status != $(NAME)_OK) return status;
//@ if has_levels then
  const $(name)_patch at_fn = $(name)_patch_at(fn), *const patch = &at_fn;
//@ end
  const $(name)_slip c = $(name)_slip_at(twist$(patch_arg));
  const $(real) g = $(real(sigma0))*c.zmax;
  const $(real) f[3] = {fn*(g*c.h[0] - $(real(sigma2))*c.v[0]),
    fn*(g*c.h[1] - $(real(sigma2))*c.v[1]), fn*(g*c.h[2] - $(at_spin)*c.v[2])};
  return $(name)_leave(f, wrench$(patch_arg));
}

int $(name)_limit(const $(real) twist[3], $(real) fn, $(real) wrench[3])
{
  const int status = $(name)_enter(twist, fn, $(real(0)), wrench);
  if (status != $(NAME)_OK) return status;
//@ if has_levels then
  const $(name)_patch at_fn = $(name)_patch_at(fn), *const patch = &at_fn;
//@ end
  const $(name)_slip c = $(name)_slip_at(twist$(patch_arg));
  $(real) f[3];
  for (int i = 0; i < 3; i++) f[i] = $(real(mu_c))*fn*c.h[i];
  return $(name)_leave(f, wrench$(patch_arg));
}

//@ if has_levels then
$(include("reduced_cop.c"))

//@ end
$(include((has_levels or is_implicit) and "contact_batch.c" or "reduced_batch.c"))

$(include("reduced_jac.c"))
//@ if has_body then
$(include("reduced_body.c"))

//@ end
/* ---- golden vectors ----------------------------------------------------- */

/* Bristles that yield. */
static void $(name)_pattern($(name)_state *s)
{
  s->z[0] = $(real(pattern));
  s->z[1] = $(real(-0.5*pattern));
  s->z[2] = $(real(0.75*pattern));
}

$(include("selftest.c"))
