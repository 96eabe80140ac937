/* emit.h: a Plan becomes texts, texts become files. In: a Plan. Out: Texts,
 * each part apart; the Unit that a backend compiles; files, whole or not at
 * all. */
#ifndef BRISTLE_EMIT_EMIT_H
#define BRISTLE_EMIT_EMIT_H

#include "backend/backend.h"
#include "plan/plan.h"

/* ---- emit.c: Plan -> templates -> texts -> files ----------------------- */

/* The texts of a plan. A solver in memory needs the code alone. */
enum {
  TEXT_SHELL = 1,  /* header and descriptor */
  TEXT_SOURCE = 2, /* the source that is emitted */
  TEXT_PLAIN = 4,  /* the source for compilers that do not vectorize */
  TEXT_KERNEL = 8, /* calls of the runtime's vector code, if the plan has any */
  TEXT_FIGURES = 16, /* <name>.json */
  TEXT_EXAMPLE = 32, /* main.c and its Makefile */
  TEXT_FACE = 64, /* the first face of faces.c; the others are the next bits */
  TEXT_CODE = TEXT_SHELL | TEXT_SOURCE,
  TEXT_ALL = TEXT_CODE | TEXT_PLAIN | TEXT_KERNEL | TEXT_FIGURES | TEXT_EXAMPLE
};

/* ---- faces.c: the solver for other languages and tools ------------------ */

enum { MOST_FACES = 8, MOST_PARTS = 4 };

/* Files over the solver's header. A star in a path is the model's name. */
typedef struct Face {
  const char *name, *about; /* of --abi */
  struct {
    const char *path, *template;
  } parts[MOST_PARTS]; /* those that are there come first */
  /* An FMU: the archive of the parts, of the solver's own files in sources/,
   * and of both compiled to `binary`. NULL: the parts are files. */
  const char *archive, *binary;
} Face;

/* The files of one face. */
typedef struct FaceTexts {
  struct {
    const char *path, *text;
  } parts[MOST_PARTS];
  int count;
} FaceTexts;

extern const Face all_faces[];
extern const size_t nall_faces;
/* Returns the face of that name, or NULL. */
const Face *face_named(const char *name);
/* Returns the face's bit of the enum above. */
unsigned face_text(const Face *face);

/* A source before and after its #include of the header. */
typedef struct SourceText {
  const char *before, *after;
} SourceText;

/* A macro of the emitted header and its number: "PAD_NZ", 746. */
typedef struct ShapeNumber {
  const char *macro;
  double number;
} ShapeNumber;

/* The bytes of stack that the function <name>_<function> takes at most, with
 * its callees but without libm, compiled by gcc with the header's flags. */
typedef struct StackBound {
  const char *function;
  int bytes;
} StackBound;

typedef struct StackBounds {
  const StackBound *list;
  size_t count;
} StackBounds;

/* Operations on reals of a call of <name>_<function> at most: a loop counts as
 * often as it may go round, an if by its dearer side. */
typedef struct FunctionCost {
  const char *function;
  double add, multiply, divide, root; /* comparisons are additions */
  double elementary;  /* calls of exp and the like; their operations are in the
                         others if the file has its own functions */
  double table_bytes; /* of the tables that it reads */
  bool is_bounded;    /* false: rounds depend on arguments; the rest is void */
} FunctionCost;

typedef struct FunctionCosts {
  const FunctionCost *list;
  size_t count;
} FunctionCosts;

/* Returns the sum of add, multiply, divide and root. */
double cost_operations(const FunctionCost *cost);

/* The emitted texts of one plan, each part by itself. A text that was not
 * wanted is NULL. */
typedef struct Texts {
  unsigned made;    /* of the enum above */
  const Plan *plan; /* with the functions that the texts have */
  const char *name; /* of the model; begins the names of files and symbols */
  bool is_float;
  const char *flags; /* that the compiler needs beside those of cc.c, or NULL */
  /* Numbers that the descriptor relies on: the header of a file that was
   * emitted earlier must define the same. */
  const ShapeNumber *shape;
  size_t nshape;
  const char *header;
  StackBounds stack; /* of the functions of the header, if source is made */
  FunctionCosts costs; /* of the same functions, if figures are made */
  const char *stack_warning; /* for the user, or NULL */
  SourceText source,
      plain;              /* plain: equal to source if the plan has no other */
  const char *descriptor; /* follows the source in the same unit */
  const char *kernel;     /* between source and descriptor, or NULL */
  const char *figures, *example, *makefile;
  FaceTexts faces[MOST_FACES]; /* in the order of the list */
  /* For each hole of the plan: true if a template or the figures read it. */
  const bool *is_read;
} Texts;

/* Returns the wanted texts and the texts of `made`, which may be NULL. */
Texts *emit_texts(const Plan *plan, unsigned wanted, const Texts *made);
/* Returns the C text of one template alone, for code that runs in this process
 * and is never emitted. */
const char *emit_template(const Plan *plan, const char *template);
/* Returns the text of <name>.c without a descriptor. */
const char *emit_source(Run *run, const Texts *texts);
/* Returns the texts that emit_unit needs for that backend. */
unsigned emit_wanted(const Backend *backend);
/* Returns header, source, kernel and descriptor as one unit. The unit has the
 * kernel only if the backend's code may call the runtime, and the plain source
 * if the backend's compiler does not vectorize. */
Unit emit_unit(Run *run, const Texts *texts, const Backend *backend);
/* Writes <name>.h, .c and .json into `dir`, and the faces that were made; with
 * an example also main.c and Makefile. Adds the paths to `written`, one per
 * line. */
void emit_files(Run *run, const Texts *texts, const char *dir,
                bool has_descriptor, bool has_example, Text *written);
void emit_dump(Run *run, const Texts *texts, FILE *out); /* -d e */

/* ---- budget.c: what functions take -------------------------------------- */

/* Bytes of all functions but _selftest on a processor; `texts` need figures. */
typedef struct Sizes {
  const char *target;
  const char *const *functions;
  size_t count;
  const Measured *list; /* [count + 1], the last for all; NULL: not measured */
  const char *why;      /* it was not measured */
} Sizes;

Sizes sizes_measure(Run *run, const Texts *texts, int target);
/* Returns the bytes of a state, and of a tuning if there is one. */
double texts_ram(const Plan *plan);
/* Returns the bytes of stack that the header states for the function. */
int texts_stack(const Texts *texts, const char *function);
/* Returns a line for everything that exceeds the budget, or NULL; in *fitting
 * the names of functions that fit while others do not, or NULL. `sizes` is read
 * if the budget limits flash. */
const char *budget_excess(Run *run, const Budget *budget, const Texts *texts,
                          const Sizes *sizes, const char **fitting);

/* ---- earlier.c: files that were emitted earlier ------------------------ */

/* Returns a unit of the C file at `path`, of its header in the same folder, and
 * of the descriptor of `texts`. A file of another spec ends the run. */
Unit earlier_unit(Run *run, const Texts *texts, const char *path);

/* ---- fold.c: lines below 100 columns ----------------------------------- */

/* Returns the same C text with lines of 100 columns or more continued on the
 * next line. */
char *fold_lines(Run *run, const char *text);

/* ---- picture.c: pictures as files --------------------------------------- */

/* Draws one picture as SVG or PNG; the end of the path decides. */
void picture_draw(const Picture *picture, const char *path);
/* Returns one picture as SVG. */
Text picture_svg(const Picture *picture);
/* Draws each picture as `<dir>/<model>_<name>.svg` and .png. Adds the paths to
 * `written`, one per line. */
void pictures_draw(const Pictures *pictures, const char *dir, Text *written);

#endif
