/* kernel.h: the vector code that solvers compiled in this process may lean on
 * while no vectorising compiler has seen them: a compiler that is quick calls
 * it instead of looping itself.
 *
 * Nothing here allocates or keeps data; all functions are reentrant. */
#ifndef BRISTLE_KERNEL_H
#define BRISTLE_KERNEL_H

/* A contact with a bristle per cell, in double; the Stribeck curve is
 * g = mu_c + (mu_s - mu_c)*exp(-(s/v_s)^2). */
typedef struct br_contact {
  int cells;                  /* at least BR_CONTACT_CELLS */
  const double *x, *y, *w;    /* of each: centre, m, and share of the load */
  double zmax, rise, falloff; /* g/sigma0 = zmax + rise*exp(-falloff*v^2) */
  double damping;             /* sigma1/sigma0, s */
  int is_elastoplastic;       /* else what follows is not looked at */
  double elastic2;         /* squared: up to there bristles are elastic, m^2 */
  double t_scale, t_shift; /* t = t_scale*|z|/zmax - t_shift in -1..1: yields */
  int is_exponential;      /* else the steps are Euler's */
} br_contact;

enum { BR_CONTACT_CELLS = 16 };

/* Moves z (all x, then all y) by dt, or, with dt < 0, gives its rate; out: as
 * z. sum: of w*(end + damping*rate) along x and y, and of its torque; for a
 * rate z stands for the end. */
typedef void br_contact_sweep_function(const br_contact *contact,
                                       const double *z, const double *twist,
                                       double dt, double *out, double *sum);

/* What such a solver may call by name, each for the processor that runs. */
typedef void br_any_function(void);
typedef struct br_kernel {
  const char *name;
  br_any_function *function;
} br_kernel;

enum { BR_KERNELS = 1 };
void br_kernels(br_kernel list[BR_KERNELS]);

/* The widest instructions that the one above uses here: "avx512". */
const char *br_kernel_level(void);
/* The same by a narrower level, or NULL where this processor has it not:
 * "plain", "avx2", "avx512". For tests. */
br_contact_sweep_function *br_contact_sweep_at(const char *level);

#endif
