#ifndef BRISTLE_LANGUAGE_LANGUAGE_H
#define BRISTLE_LANGUAGE_LANGUAGE_H

#include "algebra/algebra.h"

/* ---- spec.c: a spec in a closed Lua state -> Spec ---------------------- */

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

/* What a spec said, as a tree. A table made by a word of words.lua (`lugre {}`)
 * carries that word. */
struct Value {
  ValueType type;
  Where where;
  double number;      /* a boolean's too; a surface's: the fn it is seen at */
  const char *string; /* terminated; no zero byte within */
  int function;       /* key in the Lua registry */
  int arity;          /* the function's named parameters */
  const char *word;   /* of a table, or NULL */
  Entry *entries;     /* named members, sorted by name */
  size_t nentries;
  Value *items; /* members 1..n */
  size_t nitems;
};

struct Entry {
  const char *name;
  Value value;
};

/* A value that --set or a script puts in the place of the spec's own. */
typedef struct Override {
  const char *key;  /* a param, or a dotted path */
  const char *text; /* a Lua expression; a bare word is a string */
} Override;

typedef struct Spec {
  Run *run;
  const char *file; /* as the user gave it */
  const char *source;
  Value root;
  Value params; /* a table: what the spec declared with param {} */
  const Override *overrides;
  size_t noverrides;
  bool is_given; /* SpecText's */
  Hash *seen;    /* the source, the overrides and the files it names */
  struct SpecState *state; /* the closed Lua state, kept for the laws */
} Spec;

Spec *spec_load(Run *run, const char *path, const Override *overrides,
                size_t noverrides);
/* The same of a text; `name` stands for the path. One that a script's tables
 * were written into may hold compiled functions: given(code, upvalues). */
typedef struct SpecText {
  const char *name, *text;
  size_t length;
  bool is_given;
} SpecText;
Spec *spec_load_text(Run *run, const SpecText *text, const Override *overrides,
                     size_t noverrides);
/* Notes a file that the spec names; what was seen so far as 64 digits. */
void spec_saw(Spec *spec, const void *bytes, size_t length);
const char *spec_hash(const Spec *spec);
void spec_dump(const Spec *spec, FILE *out); /* -d s */
/* The words that make tables, "contact", "lugre", "disc"; NULL at the end. */
const char *const *spec_words(Run *run);

const Value *value_get(const Value *table, const char *name); /* or NULL */
bool value_is(const Value *value, const char *word); /* a table of that word */
/* "a table", "the number 3.5", "lugre {...}": for "got ..." in messages. */
const char *value_describe(Run *run, const Value *value);
/* A number as a person would write it: "3", "0.5", "nan". */
const char *number_plain(Run *run, double number);

/* Calls a spec's function with numbers; fails at its line when it raises or
 * returns anything but `nout` numbers. They may be NaN or infinite. */
void spec_call(Spec *spec, const Value *function, const double *in, int nin,
               double *out, int nout);

/* What a word of the language accepts: each kind declares its keys in tables
 * of these, spec_read checks and stores them. */
typedef enum FieldType {
  FIELD_NUMBER,   /* double */
  FIELD_INTEGER,  /* int */
  FIELD_STRING,   /* const char * */
  FIELD_CHOICE,   /* int: index into choices */
  FIELD_NUMBERS,  /* double[count] */
  FIELD_INTEGERS, /* int[count] */
  FIELD_FUNCTION, /* const Value * */
  FIELD_VALUE     /* const Value *, whatever it is */
} FieldType;

typedef enum FieldRange {
  RANGE_ANY,
  RANGE_POSITIVE,     /* > 0 */
  RANGE_NOT_NEGATIVE, /* >= 0 */
  RANGE_WITHIN        /* low <= value <= high */
} FieldRange;

typedef struct Field {
  const char *name;
  FieldType type;
  size_t offset; /* of the member in the struct that is filled */
  bool required;
  FieldRange range;
  double low, high; /* with the other ranges too, where high > low; 0 passes
                     * RANGE_NOT_NEGATIVE */
  double fallback;  /* number, integer, boolean, index of choice */
  int count;        /* FIELD_NUMBERS, FIELD_INTEGERS */
  const char *const *choices; /* NULL-terminated */
  const char *unit;
  const char *help; /* one line */
  /* NULL, or a field that several tables have: then only name, offset,
   * required and help are given here, and help may be missing, too. */
  const struct Field *same;
} Field;

/* The field with every member set, whether or not it names another by `same`.
 */
Field field_whole(const Field *field);

/* Fills `into` from the table; a field named "[]" (FIELD_VALUE) allows items
 * and gets the table itself. Unknown keys, items where none are expected, wrong
 * types and values out of range end the run at their line. A member that is
 * absent and not required gets its fallback (pointers: NULL). `what` names the
 * table in messages. */
void spec_read(Run *run, const Value *table, const char *what,
               const Field *fields, size_t nfields, void *into);
/* True when the table has the key (with anything but nil). */
bool spec_has(const Value *table, const char *name);

/* A word of the spec language with its keys, for `bristle help`. */
typedef struct Word {
  const char *name, *about;
  const Field *fields;
  size_t nfields;
} Word;
/* ---- trace.c: the user's own functions, called with symbols ------------- */

/* What a function takes: one value, or a table of them by index and name. */
typedef struct Parameter {
  bool is_table;
  size_t count;               /* of values, 1 if it is no table */
  const char *const *names;   /* as the user knows them */
  const char *const *symbols; /* as the expressions have them */
} Parameter;

/* What it returns: 0, 0 a number; n, 0 a list of n; n, m rows of m numbers; -1
 * is any number of them, until trace_function knows better. */
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

/* Of numbers in all the results. */
size_t signature_size(const Signature *signature);
/* The results one after the other, row by row, as expressions; compared with
 * numeric calls at random points around `centre`, the values of all parameters
 * one after the other. */
const Expr **trace_function(Spec *spec, const Value *function,
                            Signature *signature, const double *centre);
/* The same for numbers; they may be NaN or infinite. */
void trace_call(Spec *spec, const Value *function, const Signature *signature,
                const double *in, double *out);
/* A function of one number with one result, compared at 200 points between low
 * and high (where low > 0: log-spaced, and at 0). */
const Expr *trace_law(Spec *spec, const Value *function, const char *symbol,
                      double low, double high);

#endif
