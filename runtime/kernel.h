/* kernel.h: vector code that a solver compiled by tcc calls in the place of its
 * own loops, since tcc does not vectorise.
 *
 * These functions do not allocate or keep data, and they are reentrant. The
 * caller owns all arrays. */
#ifndef BRISTLE_KERNEL_H
#define BRISTLE_KERNEL_H

enum { BR_CONTACT_CELLS = 16 }; /* the least number of cells */

/* A contact with a bristle per cell, in double; the Stribeck curve is
 * g = mu_c + (mu_s - mu_c)*exp(-(s/v_s)^2). */
typedef struct br_contact {
  int cells;                  /* at least BR_CONTACT_CELLS */
  const double *x, *y, *w;    /* [cells]: centre, m, and share of the load */
  double zmax, rise, falloff; /* g/sigma0 = zmax + rise*exp(-falloff*v^2), m */
  double damping;             /* sigma1/sigma0, s */
  int is_elastoplastic;    /* 0: elastic2, t_scale and t_shift do not count */
  double elastic2;         /* bristles with |z|^2 up to here are elastic, m^2 */
  double t_scale, t_shift; /* bristles yield for t from -1 to 1,
                              t = t_scale*|z|/zmax - t_shift */
  int is_exponential;      /* 1: exponential steps, 0: Euler steps */
} br_contact;

/* Steps the bristles by dt, s, or, with dt < 0, computes their rates.
 * z[2*cells] has all x, then all y, in m; `twist` is (vx, vy, w) in m/s and
 * rad/s. Writes the new z, or the rates in m/s, to out[2*cells]. Writes to
 * sum[3] the sums of w*(z + damping*rate) along x and y and of its torque, with
 * z at the end of the step or, for rates, the given z. out may not overlap z.
 */
typedef void br_contact_sweep_function(const br_contact *contact,
                                       const double *z, const double *twist,
                                       double dt, double *out, double *sum);

/* Returns 1 if one of the bristles z[2*cells] has |z|^2 above longest2, m^2. */
typedef int br_contact_long_function(int cells, const double *z,
                                     double longest2);

/* A function that such a solver calls by name. */
typedef void br_any_function(void);
typedef struct br_kernel {
  const char *name;
  br_any_function *function;
} br_kernel;

enum { BR_KERNELS = 2 };
/* Writes all such functions, each for the widest instructions of this
 * processor. */
void br_kernels(br_kernel list[BR_KERNELS]);

/* Returns the name of those instructions: "plain", "avx2" or "avx512". */
const char *br_kernel_level(void);
/* Returns the function for the instructions of that name, or NULL if this
 * processor does not have them. For tests. */
br_contact_sweep_function *br_contact_sweep_at(const char *level);
br_contact_long_function *br_contact_long_at(const char *level);

#endif
