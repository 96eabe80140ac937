/* language.h: a spec in Lua becomes a tree of values with their lines; fields
 * check the tables of the tree and fill structs; functions of the spec become
 * expressions. The room does not depend on any kind of model.
 *
 * The Run owns all results. A Spec stays valid, and its functions can be
 * called, as long as the run. Every function that takes a Run or a Spec may end
 * the run at the line of the wrong value. */
#ifndef BRISTLE_LANGUAGE_LANGUAGE_H
#define BRISTLE_LANGUAGE_LANGUAGE_H

#include <stdio.h>

#include "algebra/algebra.h"
#include "base/base.h"

/* ---- spec.c: the tree of a spec --------------------------------------------
 */

typedef enum ValueType {
  VALUE_NIL,
  VALUE_BOOLEAN,
  VALUE_NUMBER,
  VALUE_STRING,
  VALUE_FUNCTION,
  VALUE_TABLE
} ValueType;

typedef struct Value Value;
typedef struct Entry Entry;

/* A value of the spec. A table that a word of words.lua made (`lugre {}`) has
 * that word. */
struct Value {
  ValueType type;
  Where where;
  double number;      /* of a number; 0 or 1 of a boolean; of a surface the
                         normal force at which it is evaluated, N */
  const char *string; /* of a string; no zero byte within */
  int function;       /* of a function: its key in the Lua registry */
  int arity;          /* of a function: its number of named parameters */
  const char *word;   /* of a table, or NULL */
  Entry *entries;     /* of a table: its named members, sorted by name */
  size_t nentries;
  Value *items; /* of a table: its members 1..n */
  size_t nitems;
  const Value *declared; /* of a member that --set added to the root: the
                            parameters of the spec; else NULL */
};

struct Entry {
  const char *name;
  Value value;
};

/* A value that --set or a script puts in the place of the spec's own. */
typedef struct Override {
  const char *key;  /* the name of a parameter, or a path such as "grid.2" */
  const char *text; /* a Lua expression; a bare word is a string */
} Override;

/* A word of the language that makes a table: contact, lugre, disc, hertz. The
 * rooms that read these tables list their words. */
typedef enum WordUse {
  WORD_TABLE,   /* word { ... } */
  WORD_SURFACE, /* the same; the table can be added to another surface */
  WORD_BARE     /* word and word { ... } mean the same */
} WordUse;

typedef struct TableWord {
  const char *name; /* NULL ends a list */
  WordUse use;
} TableWord;

typedef struct Spec {
  Run *run;
  const char *file;   /* path, as the user gave it */
  const char *source; /* the text */
  Value root;         /* the value that the spec returned, a table */
  Value params;       /* a table: the parameters declared with param {} */
  const TableWord *words;
  const Override *overrides;
  size_t noverrides;
  bool has_code; /* as in SpecText */
  Hash *hash;    /* of the source, the overrides and the files named in it */
  struct SpecState *state; /* the closed Lua state, for calls of functions */
} Spec;

/* Runs the spec at `path` in a closed Lua state that has these words. Words and
 * overrides must live as long as the run. */
Spec *spec_load(Run *run, const char *path, const TableWord *words,
                const Override *overrides, size_t noverrides);

/* A spec that is not read from a file. */
typedef struct SpecText {
  const char *name; /* in the place of the path */
  const char *text; /* lives as long as the run */
  size_t length;    /* bytes without the zero byte at the end */
  bool has_code;    /* true if the text is made from tables of a script: it may
                       load compiled functions with given(code, upvalues) */
} SpecText;

/* Runs the spec with that text, as spec_load does. */
Spec *spec_load_text(Run *run, const SpecText *text, const TableWord *words,
                     const Override *overrides, size_t noverrides);
/* Runs a file in the closed state of a spec, without the words of models. It
 * must return a table of functions, which become the members of root. */
Spec *spec_load_functions(Run *run, const char *path);
/* Returns the value at a path such as "grid.2", or NULL. */
const Value *spec_find(const Spec *spec, const char *path);
/* Gives the functions of the spec a new budget of processor time, since the
 * host makes a new call. Without it one budget is for all calls until the end
 * of the run. */
void spec_renew(Spec *spec);
/* Adds the content of a file that the spec names to the hash of the spec. */
void spec_add_content(Spec *spec, const void *bytes, size_t length);
/* Returns the hash of all content up to now, HASH_HEX digits. */
const char *spec_hash(const Spec *spec);
/* Calls a function of the spec with `nin` numbers. Writes its `nout` results,
 * which may be NaN or infinite. Ends the run if the function raises an error or
 * does not return `nout` numbers. */
void spec_call(Spec *spec, const Value *function, const double *in, int nin,
               double *out, int nout);

/* A member of a table that a function of the spec reads: a list of `count`
 * numbers, `stride` numbers apart, or a number if the stride is 0. */
typedef struct NumberColumn {
  const char *name;
  const double *first;
  size_t stride, count;
} NumberColumn;

typedef struct NumberTable {
  const char *what; /* names the table in messages */
  const NumberColumn *columns;
  size_t ncolumns;
} NumberTable;

/* Calls a function of the spec with such tables. Returns its number, which may
 * be NaN or infinite. Ends the run as spec_call does. */
double spec_call_tables(Spec *spec, const Value *function,
                        const NumberTable *tables, size_t ntables);

/* ---- fields.c: the keys of a table, checked and stored ---------------------
 */

/* Returns the member of that name, or NULL if it is missing or nil. */
const Value *value_get(const Value *table, const char *name);
/* Returns true if value_get finds the member. */
bool spec_has(const Value *table, const char *name);
/* Returns true if the value is a table that `word` made. */
bool value_is(const Value *value, const char *word);
/* Returns a short description, such as "a table", "3.5", "lugre { ... }", for
 * messages that end in "got ...". */
const char *value_describe(Run *run, const Value *value);
/* Returns the number as a person would write it: "3", "0.5", "nan". */
const char *number_plain(Run *run, double number);

/* The type of the value, and of the struct member that stores it. */
typedef enum FieldType {
  FIELD_NUMBER,   /* double */
  FIELD_INTEGER,  /* int */
  FIELD_STRING,   /* const char * */
  FIELD_CHOICE,   /* int: index into choices */
  FIELD_NUMBERS,  /* double[count] */
  FIELD_INTEGERS, /* int[count] */
  FIELD_FUNCTION, /* const Value * */
  FIELD_VALUE     /* const Value *, a value of any type */
} FieldType;

typedef enum FieldRange {
  RANGE_ANY,
  RANGE_POSITIVE,     /* > 0 */
  RANGE_NOT_NEGATIVE, /* >= 0 */
  RANGE_WITHIN        /* low <= value <= high */
} FieldRange;

/* One key of a table. Each kind and law declares its keys as an array of
 * fields. */
typedef struct Field {
  const char *name; /* "[]": the table may have items, and the member becomes
                       the table itself; the type is FIELD_VALUE */
  FieldType type;
  size_t offset; /* of the member in the struct that spec_read fills */
  bool required; /* true if the table must have the key */
  FieldRange range;
  double low, high; /* bounds if low < high, for every range; 0 is allowed
                       outside them if the range is not RANGE_POSITIVE */
  double fallback;  /* value without the key: of a number, of an integer, of
                       each of several; index of a choice. Pointers: NULL */
  int count;        /* of FIELD_NUMBERS and FIELD_INTEGERS */
  const char *const *choices; /* of FIELD_CHOICE; the last entry is NULL */
  const char *unit;           /* SI unit, or NULL */
  const char *help;           /* one line */
  /* NULL, or a field that several tables have. Then the other members come from
   * that field, except name, offset, required and, if it is not NULL, help. */
  const struct Field *same;
} Field;

/* Returns the field with all members of `same` filled in. */
Field field_whole(const Field *field);
/* Returns the range of the field's numbers in words, such as "positive" or
 * "between 1 and 512", or NULL if every finite number is allowed. */
const char *field_range(Run *run, const Field *field);
/* Fills the struct `into` from the table; `what` names the table in messages.
 * Ends the run for an unknown key, a missing required key, an item without the
 * field "[]", a value of another type or out of range, a NaN or an infinity. */
void spec_read(Run *run, const Value *table, const char *what,
               const Field *fields, size_t nfields, void *into);
/* Writes the tree of the spec to `out`, for -d s. */
void spec_dump(const Spec *spec, FILE *out);

/* A word of the spec language with its keys, for `bristle help`. */
typedef struct Word {
  const char *name, *about;
  const Field *fields;
  size_t nfields;
} Word;

/* ---- trace.c: functions of the spec as expressions -------------------------
 */

/* One parameter of a function: a value, or a table of values that the function
 * reads by index and by name. */
typedef struct Parameter {
  bool is_table;
  size_t count;               /* number of values; 1 if it is no table */
  const char *const *names;   /* of the values in the function and messages */
  const char *const *symbols; /* of the values in the expressions */
} Parameter;

/* One result of a function: {0, 0} a number, {n, 0} a list of n numbers, {n, m}
 * n rows of m numbers. -1 allows any length; trace_function replaces it by the
 * length found. */
typedef struct ResultShape {
  int rows, cols;
} ResultShape;

typedef struct Signature {
  const Parameter *parameters;
  size_t nparameters;
  ResultShape *results;
  size_t nresults;
  const char *returns; /* "a list of 2 numbers", for messages */
} Signature;

/* Returns the number of numbers in all results. */
size_t signature_size(const Signature *signature);
/* Calls the function once with symbols. Returns an expression for each number
 * of the results, one result after the other, row by row. Compares the
 * expressions with calls with numbers at random points around `centre`, which
 * has the values of all parameters one after the other, up to two times `reach`
 * (NULL: 1) away from it; ends the run if they differ. */
const Expr **trace_function(Spec *spec, const Value *function,
                            Signature *signature, const double *centre,
                            const double *reach);
/* Calls the function with numbers: `in` has the values of all parameters, `out`
 * gets signature_size numbers, which may be NaN or infinite. */
void trace_call(Spec *spec, const Value *function, const Signature *signature,
                const double *in, double *out);
/* A function for many points: by its expressions, which take a hundredth of the
 * time of a call. Every 64th point is called as well; the run ends if the two
 * differ. The signature and the expressions must stay. */
typedef struct Evaluator Evaluator;
Evaluator *trace_evaluator(Spec *spec, const Value *function,
                           const Signature *signature,
                           const Expr *const *exprs);
void trace_evaluate(Evaluator *evaluator, const double *in, double *out);
/* The first and the second derivative of the results by s at in + s*direction,
 * at s = 0, by Taylor arithmetic on the expressions. */
void trace_along(Evaluator *evaluator, const double *in,
                 const double *direction, double *first, double *second);
/* Returns the expression of a function of one number with one result. Compares
 * it with calls at 200 points from `low` to `high`, spaced logarithmically if
 * low > 0, and then also at 0. */
const Expr *trace_law(Spec *spec, const Value *function, const char *symbol,
                      double low, double high);

/* ---- code.c: Lua files that are built into the program ---------------------
 */

typedef struct lua_State lua_State;
/* Pushes the main function of an embedded file, or a message; returns the
 * status of lua_load. */
int code_load(lua_State *lua, const char *name);
/* Returns the bytecode of an embedded file or template, or NULL if it has none
 * or this Lua is not that of the build. */
const char *code_compiled(lua_State *lua, const char *name, size_t *length);

#endif
