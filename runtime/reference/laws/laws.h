/* laws.h: the laws of friction as the reference has them: the papers' formulas
 * with libm and run-time parameters. Bristles and slips have 1 to 3 axes.
 *
 * PL: G. Arslan Waltersson, Y. Karayiannidis, "Planar Friction Modelling with
 * LuGre Dynamics and Limit Surfaces"; CF: "Closed-Form Representations of
 * Friction", each with its equation numbers. */
#ifndef BRISTLE_REFERENCE_LAWS_H
#define BRISTLE_REFERENCE_LAWS_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- any law ----------------------------------------------------------- */

typedef double RefFunction(void *closure, double x);

/* The parameters of a law, by the names that specs have for them. */
typedef struct RefGiven {
  const void *context; /* the first argument of both */
  double (*number)(const void *context, const char *name);
  /* The user's own function of that name and the closure that it takes, or
   * NULL. */
  RefFunction *(*function)(const void *context, const char *name,
                           void **closure);
} RefGiven;

/* ---- lugre.c ----------------------------------------------------------- */

/* LuGre per unit of load. */
typedef struct RefLugre {
  double sigma0, sigma1, sigma2; /* 1/m, s/m, s/m */
  double mu_c, mu_s;
  double v_s, gamma; /* m/s, - ; unused where mu_s == mu_c */
  bool is_elastoplastic;
  double s_ba;    /* of zmax; only if elasto-plastic */
  double v_d;     /* > 0: sigma1 falls off as exp(-(s/v_d)^2) */
  RefFunction *g; /* the user's own g(s), or NULL */
  void *closure;  /* of g */
  double level;   /* > 0: a factor of g */
  double longest; /* m: each step first shortens bristles to it; 0: never */
} RefLugre;

/* The friction coefficient and the damping (s/m) at slip speed s. */
double ref_lugre_g(const RefLugre *f, double s);
double ref_lugre_sigma1(const RefLugre *f, double s);
/* Shortens a bristle of `size` axes in place to sum z^2/k <= longest^2, k being
 * the factors of the axes' rates. */
void ref_lugre_shorten(const RefLugre *f, const double *k, int size, double *z);
/* How plastic a deflection |z| is, 0 to 1 (PL 18); 1 for plain LuGre. */
double ref_lugre_abar(const RefLugre *f, double z, double zmax);
/* beta*s of a bristle z of `size` axes at slip v, s = |v|, g that of s. */
double ref_lugre_plastic_speed(const RefLugre *f, const double *z,
                               const double *v, int size, double s, double g);
/* PL (15): the rate of a bristle z of `size` axes at slip v, s = |v|. */
void ref_lugre_rate(const RefLugre *f, const double *z, const double *v,
                    int size, double s, double *dz);
/* PL (9): what a bristle z that moves at dz pushes back with, per unit of load;
 * friction on the moving body is minus that. */
void ref_lugre_force(const RefLugre *f, const double *z, const double *dz,
                     const double *v, int size, double s, double *force);
/* An elasto-plastic bristle at the end of a step of backward Euler over tau
 * from `start` at the slip v, s = |v|. */
void ref_lugre_settle(const RefLugre *f, const double *start, const double *v,
                      int size, double s, double tau, double *z);

/* ---- coulomb.c --------------------------------------------------------- */

typedef struct RefCoulomb {
  double mu, mu_s, v_rest; /* -, -, m/s: a slower contact is at rest */
} RefCoulomb;

/* Friction along a vector of length `length`, per unit of load; friction on
 * the moving body is minus that. */
void ref_coulomb_force(double mu, const double *along, int size, double length,
                       double *force);
/* The share of the largest static friction under that load that `force` is. */
double ref_coulomb_reach(const RefCoulomb *f, const double *force, int size,
                         double load);

/* ---- dahl.c ------------------------------------------------------------ */

typedef struct RefDahl {
  double sigma, alpha, mu; /* N/m, -, - */
} RefDahl;

/* CF (36): the rate of the bristles' force z, by axis, at slip w under a
 * load. Friction on the moving body is -z. */
void ref_dahl_rate(const RefDahl *f, const double *z, const double *w, int size,
                   double load, double *dz);
/* The bristles' force at the end of a step of backward Euler over tau from
 * `start`. */
void ref_dahl_settle(const RefDahl *f, const double *start, const double *w,
                     int size, double load, double tau, double *z);

/* ---- a law at a contact point ------------------------------------------ */

/* A law with its parameters. Its friction on the moving body is -N*phi, N being
 * the load, or -z where the bristles are forces themselves. */
typedef struct RefLaw {
  bool has_bristles; /* one for each axis; without any the law sticks: */
  const RefCoulomb *sticking; /* a contact at rest is held as this says */
  bool is_force;              /* bristles are in N, else in m */
  double unit; /* what errors of a bristle are compared with, m or N */
  /* The rate of the bristles z of `size` axes at slip w under a load, and phi,
   * which a law whose bristles are forces leaves alone. */
  void (*rate)(const struct RefLaw *law, const double *z, const double *w,
               int size, double load, double *dz, double *phi);
  /* Writes the bristles after backward Euler over tau from `start` under a
   * load. NULL: they are solved for together with the motion. */
  void (*settle)(const struct RefLaw *law, const double *start, const double *w,
                 int size, double load, double tau, double *z);
  /* The size at which elasto-plastic bristles yield wholly, at slip speed s. */
  double (*zmax)(const struct RefLaw *law, double s);
  union {
    RefLugre lugre;
    RefCoulomb coulomb;
    RefDahl dahl;
  } own; /* the parameters */
} RefLaw;

/* Each fills *law, which must stay where it is: `sticking` may point into it.
 */
void ref_law_lugre(const RefGiven *given, RefLaw *law);
void ref_law_coulomb(const RefGiven *given, RefLaw *law);
void ref_law_dahl(const RefGiven *given, RefLaw *law);

#ifdef __cplusplus
}
#endif
#endif
