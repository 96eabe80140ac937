/* laws.h: the law `lugre { ... }`, for every kind whose contact has one. */
#ifndef BRISTLE_LAWS_LAWS_H
#define BRISTLE_LAWS_LAWS_H

#include "base/base.h"
#include "algebra/algebra.h"
#include "language/language.h"
#include "results/results.h"
#include "plan/plan.h"
#include "reference/contact/contact.h"

/* LuGre per unit of load. */
typedef struct Lugre {
  double sigma0, sigma1, sigma2; /* 1/m, s/m, s/m */
  double mu_c, mu_s;
  double v_s, gamma; /* m/s, - */
  double s_ba;       /* 0: plain LuGre, else elasto-plastic */
  double v_d;        /* 0: sigma1 is constant, else it fades at that speed */
  const Value *stribeck; /* g(s) as the user's function, or NULL */
} Lugre;

/* The keys of lugre, for `bristle help`. */
enum { LUGRE_FIELDS = 10 };
extern const Field lugre_fields[LUGRE_FIELDS];

/* Checks the value of `friction =` and fills f. */
void lugre_read(Spec *spec, const Value *value, Lugre *f);
/* Refuses a formula that floats cannot follow. */
void lugre_check_float(Run *run, const Value *value, const Lugre *f);
/* The friction coefficient at slip speed s, by the spec's own law if any. */
double lugre_g(Spec *spec, const Lugre *f, double s);
/* The damping there. */
double lugre_sigma1(const Lugre *f, double s);
/* m/s, over which the law changes. */
double lugre_speed(const Lugre *f);
/* The law's numbers by their names, g, zmax = g/sigma0 and damping =
 * sigma1/sigma0, of s and v2 = s^2; stribeck: the user's own g of s, traced, or
 * NULL. */
void lugre_let(Symbolic *sym, const Lugre *f, const Expr *stribeck);
/* Whether bristles creep, and how sharply they give way. */
void lugre_lint(const Lugre *f, Report *report);
/* What templates are told of how elasto-plastic bristles give way. */
void lugre_plan(Plan *plan, const Lugre *f);
/* The law as the reference knows it, but for a user's own. */
RefFriction lugre_reference(const Lugre *f);

#endif
