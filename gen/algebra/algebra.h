/* algebra.h: expressions, blocks of straight-line code, and their spelling in
 * C. In: expressions as text or from traced functions. Out: Exprs, Blocks with
 * named outputs, C text. The Run owns all results; a function that takes a Run
 * may end it. */
#ifndef BRISTLE_ALGEBRA_ALGEBRA_H
#define BRISTLE_ALGEBRA_ALGEBRA_H

#include "base/base.h"

typedef struct Equations Equations;
/* ---- expr.c: expressions between Lua, SymEngine and C text ------------- */

typedef enum ExprOp {
  EXPR_NUMBER,
  EXPR_SYMBOL,
  EXPR_ADD,     /* of count terms */
  EXPR_MUL,     /* of count factors */
  EXPR_POW,     /* args[0] to args[1] */
  EXPR_FUNCTION /* C's name: "exp", "sqrt", "atan2", ... */
} ExprOp;

typedef struct Exact Exact; /* a rational number; see inside.h */
typedef struct Expr Expr;
struct Expr {
  ExprOp op;
  double number;
  const Exact *exact; /* of a number; NULL: the number's shortest decimal */
  const char *name;
  size_t count;
  const Expr **args;
};

const Expr *expr_number(Run *run, double number);
const Expr *expr_symbol(Run *run, const char *name);
const Expr *expr_make(Run *run, ExprOp op, const char *name, size_t count,
                      const Expr *const *args);
bool expr_is_number(const Expr *e, double number);
/* a*b, a + b, -a, 1/a: 0 and 1 vanish, numbers are computed exactly; a number
 * is a product's first factor, and so is the sign, as -1. */
const Expr *expr_times(Run *run, const Expr *a, const Expr *b);
const Expr *expr_plus(Run *run, const Expr *a, const Expr *b);
const Expr *expr_negative(Run *run, const Expr *a);
const Expr *expr_inverse(Run *run, const Expr *a);

/* One `const double name = value;` */
typedef struct Assign {
  const char *name;
  const Expr *value;
} Assign;

/* Straight-line code: temporaries in the order they are needed, then outputs.
 */
typedef struct Block {
  Assign *temporaries, *outputs;
  size_t ntemporaries, noutputs;
} Block;

/* Additions, multiplications, divisions and calls. */
int block_operations(const Block *block);
/* True where it uses that symbol or function. */
bool expr_has(const Expr *e, ExprOp op, const char *name);
bool block_has(const Block *block, ExprOp op, const char *name);
/* The outputs' values where symbols[i] is values[i]. */
void block_evaluate(const Block *block, const char *const *symbols,
                    const double *values, size_t count, double *outputs);
/* program.c: expressions made ready for many points. */
typedef struct Program Program;
/* The symbols must stay. A symbol that is not among them is NaN. */
Program *program_new(Run *run, const char *const *symbols, size_t nsymbols,
                     const Expr *const *exprs, size_t count);
/* `in` has the symbols' values, `out` gets those of the expressions. */
void program_run(Program *program, const double *in, double *out);
/* The first and the second derivative by s of the expressions at in +
 * s*direction, at s = 0, exact but for rounding. */
void program_along(Program *program, const double *in, const double *direction,
                   double *first, double *second);
/* share.c: the same outputs by fewer operations: equal parts, powers, and equal
 * pairs in products and sums become temporaries, called `prefix`0, `prefix`1,
 * ...; temporaries that nothing uses are gone. */
Block block_share(Run *run, const Block *block, const char *prefix);
/* simplify.c: the same, and terms that cancel do so, cos^2 + sin^2 is 1, and
 * common factors stand once, wherever that takes fewer operations. The block
 * gets new temporaries. */
Block block_simplify(Run *run, const Block *block, const char *prefix);
/* ---- sym.c: the only user of SymEngine --------------------------------- */

/* A growing set of named expressions. */
typedef struct Symbolic Symbolic;

/* Errors blame `where`. */
Symbolic *sym_new(Run *run, Where where);
/* The name stands for a number from now on, or for an expression of what is
 * defined already and of free symbols ("sigma0*s/g"). */
void sym_number(Symbolic *sym, const char *name, double value);
void sym_let(Symbolic *sym, const char *name, const char *text);
void sym_let_expr(Symbolic *sym, const char *name, const Expr *value);
/* The free symbol `name` depends on `on`: its derivative is this text. */
void sym_depends(Symbolic *sym, const char *name, const char *on,
                 const char *derivative);
/* name := d of / d by, with what sym_depends said. */
void sym_diff(Symbolic *sym, const char *name, const char *of, const char *by);
bool sym_is_number(Symbolic *sym, const char *name, double value);
/* True where the expression contains that free symbol. */
bool sym_has(Symbolic *sym, const char *name, const char *symbol);
/* Straight-line code for the named expressions: simplified where that takes
 * fewer operations, shared as block_share has it. */
Block sym_block(Symbolic *sym, const char *const *names, size_t count,
                const char *prefix);
/* ---- print.c: numbers and expressions as C text ------------------------ */

/* How C spells things in one emitted file. */
typedef struct Spelling {
  const char *real;   /* "pad_real" */
  const char *suffix; /* of literals: "" or "f" */
  /* Functions that the file defines itself, as pairs: "exp", "pad_exp"; NULL
   * at the end. Others get libm's name with the suffix. */
  const char *const *functions;
  /* Symbols that the file spells differently, as pairs: "et", "PAD_ET"; NULL at
   * the end, or no list. */
  const char *const *symbols;
  Where where; /* is blamed for a number that has no literal */
} Spelling;

char *print_number(Run *run, const Spelling *spelling, double value);
/* The file's spelling of a symbol. */
const char *print_symbol(const Spelling *spelling, const char *name);
char *print_expr(Run *run, const Spelling *spelling, const Expr *e);
/* A line for each temporary and output: "const real name = value;"; `open` is
 * what outputs start with instead ("" to assign to a name that exists). */
char *print_block(Run *run, const Spelling *spelling, const Block *block,
                  const char *open, int indent);
/* ---- equations.c: what a kind derives, as named pieces of code --------- */

typedef struct NamedBlock {
  const char *name; /* "zmax", "rate_jac plastic", ... */
  Block block;
} NamedBlock;

/* A parameter of the spec, or a number that a formula makes of parameters. */
typedef struct Constant {
  const char *name;    /* "et"; the macro is PAD_ET */
  const char *formula; /* "mass*et"; NULL: a parameter of the spec */
  /* Its unit and meaning, for a comment; NULL: the header has the macro. */
  const char *about;
  const char *form; /* the formula without factors of 1 */
  /* The first constant of the same form, "mass" of "mass*et" where et is 1;
   * NULL: the formula gives -1, 0 or 1, which needs no name. */
  const char *same;
  double value;
  bool is_tuned;     /* may change at run time: never folded */
  const char *tuned; /* its name in tune, or NULL */
  int derived;       /* place of a tuned formula among these; -1: a parameter */
} Constant;

struct Equations {
  Run *run;
  NamedBlock *blocks;
  size_t count, room;
  Constant *constants;
  size_t nconstants, constants_room;
  const char *const *tuned;  /* names of tuned parameters; NULL ends them */
  int nderived;              /* tuned formulas */
  Symbolic *numbers, *forms; /* of the constants */
  Assign *hoisted;           /* see hoist.c */
  size_t nhoisted, hoisted_room;
};

Equations *equations_new(Run *run);
void equations_add(Equations *equations, const char *name, Block block);
const Block *equations_get(const Equations *equations, const char *name);
void equations_dump(const Equations *equations, FILE *out); /* -d y */

/* ---- constants.c: numbers that emitted code calls by name --------------- */

void equations_parameter(Equations *equations, const char *name, double value,
                         const char *about);
/* The formula is of constants that have a name already. */
void equations_formula(Equations *equations, const char *name,
                       const char *formula, const char *about);
/* The same if the formula depends on a tuned parameter; otherwise nothing. */
void equations_tuned_formula(Equations *equations, const char *name,
                             const char *formula, const char *about);
/* Adds the block "derived": the tuned formulas of the parameters, in order. */
void equations_derive(Equations *equations);
/* Adds a tuned parameter that is called `tuned` in the spec; or, if that is
 * NULL, a derived constant. `text` is its meaning or its formula. */
void equations_symbol(Equations *equations, const char *name, const char *tuned,
                      const char *text, double value);
/* Adds the block "derived" of values of the derived constants. */
void equations_add_derived(Equations *equations, Block block);
/* hoist.c: returns the block with constants in place of what depends on tuned
 * parameters alone; then the block "derived" of these constants. */
Block equations_hoist(Equations *equations, const Block *block);
void equations_hoisted(Equations *equations);
/* Makes the constants known to `sym`: -1, 0 and 1 as numbers, so that they
 * vanish, all others as symbols. */
void equations_name(const Equations *equations, Symbolic *sym);

#endif
