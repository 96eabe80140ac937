/* laws.h: the laws of friction, each once, for all kinds with contacts. In: the
 * value of the key `friction`. Out: a Friction: the law, its parameters, and
 * the properties that a solver depends on.
 *
 * Invariant: code outside of this room never asks which law a Friction has; it
 * reads the members of Friction. */
#ifndef BRISTLE_LAWS_LAWS_H
#define BRISTLE_LAWS_LAWS_H

#include "base/base.h"
#include "algebra/algebra.h"
#include "language/language.h"
#include "kinds/kind.h"
#include "results/results.h"
#include "plan/plan.h"

typedef struct Law Law;

/* A law with the parameters of a spec. If the law has bristles, each axis has
 * one, with a state z. Either z is a deflection in m and friction on the moving
 * body is -N*phi, where N is the load; or z is a force in N and friction is -z.
 */
typedef struct Friction {
  const Law *law;         /* NULL: no friction; then all members are 0 */
  const void *parameters; /* of the law's own type: Coulomb, Dahl, Lugre */
  Spec *spec;
  Where where; /* the place in the spec for errors in the law's expressions */

  bool has_bristles;
  bool is_force;       /* bristles are forces */
  bool has_load;       /* rates of bristles depend on the load by fc = mu*N */
  double mu, least_fc; /* -, N: the least value of fc */
  double s_ba; /* bristles are elastic up to this share of their limit, and
                * yield over the rest of it; 0: they always yield */
  bool sticks; /* no bristles: a contact slower than v_rest (m/s) is held
                * exactly, by at most mu_s*N */
  double mu_s, v_rest;
  double power; /* a bristle's rate has a factor to this power, which has a
                 * kink; 0: no such factor */

  /* Scales, for tests and differences. */
  double breakaway; /* state of a bristle that slides under 1 N, in m or N */
  double unit;      /* scale of a bristle's errors, in m or N */
  double stiffness; /* rate of an unbent bristle over the slip, 1 or N/m */
  double damping;   /* friction over load and slip of a bristle that starts to
                     * move, s/m */
  double bend;      /* slip over which the law changes, m/s; 0: nowhere */
} Friction;

/* What a kind knows that gives a law its numbers: the load at which stiffness
 * and damping are stated, and the body that the contacts hold. */
typedef struct FrictionUse {
  double fn;         /* N, of one contact; 0: the spec does not give it */
  double tangential; /* N/m at that load, from the materials; 0: none given */
  double mass;       /* kg of a body; 0: there is none */
  int contacts;      /* equal contacts that hold it */
  bool is_tuned;     /* some numbers of the law may change at run time */
  double area;       /* m^2 that carry the load, for stiffness = "area"; 0: the
                      * surface or the model has no such area; */
  double area_nominal; /* m^2, of it, that carry the load `fn` */
  const char *no_area; /* then why */
  double level; /* factor of the friction coefficients */
  double least_factor; /* each cell has another factor, the least is this; or 0 */
} FrictionUse;

/* All properties of a law. A new law needs its file, its line in inside.h and
 * its reference. */
struct Law {
  const char *word;  /* of the spec language */
  const char *about; /* for `bristle help` */
  const char *const
      *kinds; /* the words of kinds that may use the law; NULL at the end */
  const Field *fields;
  size_t nfields;
  size_t size; /* of the parameters, which are zeroed before they are read */
  /* Ends the run if parameters are meaningless. Fills in f except law and spec.
   * The parameters have been read from the spec. `use` may be NULL. */
  void (*read)(Friction *f, const Value *value, void *parameters, bool is_float,
               const FrictionUse *use);
  /* Names the expressions of a contact point with that many axes: phi[0]..
   * unless bristles are forces, and the rates dz[0].. of bristles. They are
   * functions of the slip w0.., its size s, v2 = s^2, its direction e0.., the
   * bristles z0.. and fc. If bristles are
   * deflections, g and zmax = g/sigma0 are named too; with 0 axes nothing else
   * is. If bristles can be elastic, phi takes
   * their rates r0.. as symbols, unless has_slopes. */
  void (*let)(Symbolic *sym, const Friction *f, int axes, bool has_slopes);
  void (*lint)(const Friction *f, Report *report);
  /* Returns the formula with its numbers, for the emitted header. */
  const char *(*text)(Run *run, const Friction *f);
  /* Fills the holes that only this law's own templates have; or NULL. */
  void (*plan)(Plan *plan, const Friction *f);
  /* Templates of a mechanism, or NULL: the law's own functions, and variables
   * of _law and _law_slopes that call them. */
  const char *functions, *locals;
};

/* NULL at the end. */
extern const Law *const friction_laws[];
/* Writes f. Ends the run unless the value is a law that the kind may use, with
 * sound parameters. `use` is NULL for a kind without a load or a body. */
void friction_read(Spec *spec, const Value *value, const char *kind,
                   bool is_float, const FrictionUse *use, Friction *f);
/* Ends the run if the table has a key of a law but not of its own: the key
 * belongs into the table of `friction`. */
void friction_refuse_keys_outside(Run *run, const Value *table,
                                  const Field *fields, size_t nfields);
/* Warns of a coefficient of friction, the value of `key`, that no dry contact
 * has. */
void friction_lint_coefficient(Report *report, const char *key, double mu);
/* Returns symbols; errors in their expressions name the law's place. */
Symbolic *friction_symbols(const Friction *f);

/* Returns the law of the reference, which lives as long as the run. */
struct RefLaw;
const struct RefLaw *friction_reference(const Friction *f);

/* ---- coulomb, dahl ------------------------------------------------------ */

typedef struct Coulomb {
  double mu, mu_s, v_rest; /* -, -, m/s */
} Coulomb;

typedef struct Dahl {
  double sigma, alpha, mu; /* N/m, -, - */
} Dahl;

/* ---- lugre; contacts of cells use its parameters directly --------------- */

/* LuGre per unit of load. */
typedef struct Lugre {
  double sigma0, sigma1, sigma2; /* 1/m, s/m, s/m */
  double mu_c, mu_s;
  double v_s, gamma; /* m/s, - */
  double s_ba;       /* 0: plain LuGre, else elasto-plastic */
  double v_d; /* 0: sigma1 is constant; else sigma1 fades at this speed */
  const Value *stribeck; /* g(s) as the user's function, or NULL */
  double breakaway;     /* m, in place of sigma0; 0: not given */
  double damping_ratio; /* of the body, in place of sigma1; 0: not given */
  const Value *stiffness, *passive; /* as the spec gives them, or NULL */
  double kappa, eta; /* N/m^3, N s/m^3; 0: not given */
  bool has_area; /* stiffness and damping go by area: sigma0 and sigma1 hold for
                  * the whole patch at the nominal load */
  bool has_regions; /* each cell has a factor of the coefficients ... */
  double least_factor; /* ... and this is the least; else 0 */
  bool has_mu_s;         /* the spec gives mu_s; else mu_s is mu_c */
  const Tuning *tuning;  /* some of these numbers may change; or NULL */
} Lugre;

/* Returns the least factor of the coefficients by region, or 1. */
double lugre_least_factor(const Lugre *f);
/* Returns the friction coefficient at slip speed s, by the user's function if
 * the spec has one. */
double lugre_g(Spec *spec, const Lugre *f, double s);
/* Returns the damping at that speed, s/m. */
double lugre_sigma1(const Lugre *f, double s);
/* Ends the run, at a place in the value `friction`, if mu_s is below mu_c or
 * far above; or if a formula leaves the range of floats. */
void lugre_require_levels(Run *run, const Value *value, const Lugre *f);
void lugre_require_floats(Run *run, const Value *value, const Lugre *f);
/* Returns true if mu_s is neither below mu_c nor far above. */
bool lugre_has_sound_levels(const Lugre *f);
enum { LUGRE_MOST_RATIO = 5 }; /* of mu_s to mu_c */
/* lugre_values.c: sets sigma0 by breakaway, stiffness or the materials, sigma1
 * by damping_ratio, and v_d by passive. The other numbers must be set. Ends the
 * run if the spec gives no stiffness or two. */
void lugre_set_values(Spec *spec, const Value *value, Lugre *f,
                      const FrictionUse *use);
/* Returns true if the value of the key friction asks for stiffness by area. */
bool lugre_wants_area(const Value *friction);
/* Returns the largest v_d, rounded down to one digit, with which the law is
 * passive; `speed` is lugre_passive_up_to, finite. */
double lugre_passive_fading(Spec *spec, const Lugre *f, double speed);
/* Returns the speed over which the law changes, m/s. */
double lugre_speed(const Lugre *f);
/* Returns the speed up to which a contact never gives energy, m/s, or infinity.
 */
double lugre_passive_up_to(Spec *spec, const Lugre *f);
/* Returns the user's own function g(s) as an expression, or NULL. */
const Expr *lugre_traced(Spec *spec, const Lugre *f);
/* Returns true if g depends on the slip speed by the formula of Stribeck, for
 * some values of the tuning. */
bool lugre_has_stribeck(const Lugre *f);
/* Returns true if there is viscous friction, for some values of the tuning. */
bool lugre_is_viscous(const Lugre *f);
/* Names numbers that do not change at run time; the others are symbols that
 * the constants of the equations explain. */
void lugre_numbers(Symbolic *sym, const Lugre *f);
/* Returns sigma1/sigma0 as a text of these symbols. */
const char *lugre_damping(const Lugre *f);
/* Returns abar of a bristle between its elastic and its plastic range as a
 * text; `share` is its deflection over zmax. */
const char *lugre_transition(Run *run, const Lugre *f, const char *share);
/* Names the constants that make a tuned law cheap: no step computes what a
 * tuning can. The parameters have their names already. */
void lugre_name_tuned(Equations *equations, const Lugre *f);
/* Names the law's numbers, and g, zmax = g/sigma0 and damping = sigma1/sigma0
 * as functions of s and v2 = s^2. `stribeck` is lugre_traced. */
void lugre_let(Symbolic *sym, const Lugre *f, const Expr *stribeck);
/* Returns zmax or damping as code. */
Block lugre_block(const Friction *f, const Expr *stribeck, const char *name);
/* Fills the holes for the yielding of elasto-plastic bristles. */
void lugre_plan(Plan *plan, const Lugre *f);

#endif
