/* laws.h: the laws of friction, each once, for every kind that has a contact.
 * In: the value of the key `friction`. Out: a Friction: the law, its parameters
 * and what they ask of a solver.
 *
 * Invariant: outside of this room nobody asks which law it is; members of
 * Friction say what counts. */
#ifndef BRISTLE_LAWS_LAWS_H
#define BRISTLE_LAWS_LAWS_H

#include "base/base.h"
#include "algebra/algebra.h"
#include "language/language.h"
#include "results/results.h"
#include "plan/plan.h"

typedef struct Law Law;

/* A law with the parameters that a spec gives it. Where there is a bristle for
 * each axis, its state z is a deflection in m and friction on the moving body
 * is -N*phi, N being the load; or z is a force in N and friction is -z. */
typedef struct Friction {
  const Law *law;         /* NULL: no friction; then all members are 0 */
  const void *parameters; /* of the law's own type: Coulomb, Dahl, Lugre */
  Spec *spec;
  Where where; /* what errors in the law's expressions blame */

  bool has_bristles;
  bool is_force;       /* bristles are forces */
  bool has_load;       /* their rates depend on the load, by fc = mu*N: */
  double mu, least_fc; /* -, N: fc is at least that */
  double s_ba; /* bristles are elastic up to this share of their limit, and
                * yield over the rest of it; 0: they always yield */
  bool sticks; /* no bristles: a contact that is slower than v_rest (m/s) is
                * held exactly, up to mu_s*N */
  double mu_s, v_rest;
  double power; /* a bristle's rate has a factor to this power, which has a
                 * kink; 0: it has not */

  /* Scales, for tests and differences. */
  double breakaway; /* bristle that slides under 1 N, in m or N */
  double unit;      /* what errors of a bristle are compared with */
  double stiffness; /* rate of an unbent bristle over the slip, 1 or N/m */
  double damping;   /* friction over the load and the slip, of a bristle that
                     * is bent at once, s/m */
  double bend;      /* slip over which the law changes, m/s; 0: nowhere */
} Friction;

/* What there is to know of a law. Adding one: its file, its line in inside.h,
 * its reference. */
struct Law {
  const char *word;  /* of the spec language */
  const char *about; /* for `bristle help` */
  const char *const
      *kinds; /* words of those that may use it, NULL at the end */
  const Field *fields;
  size_t nfields;
  size_t size; /* of the parameters, zeroed before they are read */
  /* Refuses what has no meaning; fills in f but for law and spec. The
   * parameters are read. */
  void (*read)(Friction *f, const Value *value, void *parameters,
               bool is_float);
  /* Names what a contact point with that many axes needs: phi[0].. (unless
   * bristles are forces) and, with bristles, their rates dz[0].., as functions
   * of the slip w0.., its size s, v2 = s^2 and its direction e0.., bristles
   * z0.. and fc. With bristles that are deflections: g and zmax = g/sigma0,
   * for 0 axes nothing else. Where bristles are elastic at first, phi takes
   * their rates r0.. as symbols, unless has_slopes. */
  void (*let)(Symbolic *sym, const Friction *f, int axes, bool has_slopes);
  void (*lint)(const Friction *f, Report *report);
  /* The formula with its numbers, for the emitted header. */
  const char *(*text)(Run *run, const Friction *f);
  /* Holes that only this law's own code has, or NULL. */
  void (*plan)(Plan *plan, const Friction *f);
  /* Templates of a mechanism, or NULL: the law's own functions, and variables
   * of _law and _law_slopes that call them. */
  const char *functions, *locals;
};

/* NULL at the end. */
extern const Law *const friction_laws[];
/* Ends the run unless the value is a law that the kind may use, with sound
 * parameters. */
void friction_read(Spec *spec, const Value *value, const char *kind,
                   bool is_float, Friction *f);
/* Symbols whose errors blame the law. */
Symbolic *friction_symbols(const Friction *f);

/* The law as the reference knows it, with the run's lifetime. */
struct RefLaw;
const struct RefLaw *friction_reference(const Friction *f);

/* ---- coulomb, dahl ------------------------------------------------------ */

typedef struct Coulomb {
  double mu, mu_s, v_rest; /* -, -, m/s */
} Coulomb;

typedef struct Dahl {
  double sigma, alpha, mu; /* N/m, -, - */
} Dahl;

/* ---- lugre, which contacts of cells know by its parameters -------------- */

/* LuGre per unit of load. */
typedef struct Lugre {
  double sigma0, sigma1, sigma2; /* 1/m, s/m, s/m */
  double mu_c, mu_s;
  double v_s, gamma; /* m/s, - */
  double s_ba;       /* 0: plain LuGre, else elasto-plastic */
  double v_d;        /* 0: sigma1 is constant, else it fades at that speed */
  const Value *stribeck; /* g(s) as the user's function, or NULL */
} Lugre;

/* The friction coefficient at slip speed s, by the spec's own law if any. */
double lugre_g(Spec *spec, const Lugre *f, double s);
/* The damping at that speed, s/m. */
double lugre_sigma1(const Lugre *f, double s);
/* The speed over which the law changes, m/s. */
double lugre_speed(const Lugre *f);
/* The speed up to which a contact never gives energy, m/s, or infinity. */
double lugre_passive_up_to(Spec *spec, const Lugre *f);
/* The user's own g of s as an expression, or NULL. */
const Expr *lugre_traced(Spec *spec, const Lugre *f);
/* The law's numbers by their names, g, zmax = g/sigma0 and damping =
 * sigma1/sigma0, of s and v2 = s^2; stribeck: lugre_traced. */
void lugre_let(Symbolic *sym, const Lugre *f, const Expr *stribeck);
/* zmax or damping as code. */
Block lugre_block(const Friction *f, const Expr *stribeck, const char *name);
/* What templates are told of how elasto-plastic bristles yield. */
void lugre_plan(Plan *plan, const Lugre *f);

#endif
