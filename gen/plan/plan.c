/* plan.c: all decisions with their reasons, and the holes of templates. In: a
 * model, its equations and goldens. Out: a Plan: decisions and holes.
 *
 * Invariant: a template decides nothing; this file or the plan of the kind sets
 * each flag that a template tests. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "algebra/algebra.h"
#include "language/language.h"
#include "kinds/kind.h"
#include "plan/plan.h"

static Hole *add_hole(Plan *plan, const char *name, HoleType type)
{
  const Where nowhere = {NULL, 0};
  for (size_t i = 0; i < plan->nholes; i++)
    if (strcmp(plan->holes[i].name, name) == 0)
      run_fail(plan->run, nowhere, "internal: the hole %s is filled twice",
               name);
  plan->holes = run_grown(plan->run, plan->holes, plan->nholes,
                          &plan->holes_room, sizeof *plan->holes);
  Hole *hole = &plan->holes[plan->nholes++];
  memset(hole, 0, sizeof *hole);
  hole->name = name;
  hole->type = type;
  return hole;
}

void plan_text(Plan *plan, const char *name, const char *text)
{
  add_hole(plan, name, HOLE_TEXT)->text = text;
}

void plan_number(Plan *plan, const char *name, double number)
{
  add_hole(plan, name, HOLE_NUMBER)->number = number;
}

void plan_flag(Plan *plan, const char *name, bool flag)
{
  add_hole(plan, name, HOLE_FLAG)->number = flag;
}

void plan_numbers(Plan *plan, const char *name, const double *numbers,
                  size_t count)
{
  Hole *hole = add_hole(plan, name, HOLE_NUMBERS);
  hole->numbers = numbers;
  hole->count = count;
}

void plan_block(Plan *plan, const char *name, const Block *block)
{
  add_hole(plan, name, HOLE_BLOCK)->block = block;
}

/* Returns the number of reals in a group of members. */
static int group_reals(const MemberGroup *group)
{
  int sum = 0;
  for (const char *name = group->names; *name;) {
    const size_t length = strcspn(name, " ");
    const char *bracket = memchr(name, '[', length);
    sum += bracket ? atoi(bracket + 1) : 1;
    name += length + (name[length] == ' ');
  }
  return sum * (group->count > 0 ? group->count : 1);
}

int plan_record(Plan *plan, const char *name, const MemberGroup *groups,
                size_t count)
{
  Hole *hole = add_hole(plan, name, HOLE_RECORD);
  int reals = 0;
  hole->groups = groups;
  hole->count = count;
  for (size_t i = 0; i < count; i++) reals += group_reals(&groups[i]);
  return reals;
}

void plan_figure(Plan *plan, const char *name, double number)
{
  Hole *hole = add_hole(plan, name, HOLE_NUMBER);
  hole->number = number;
  hole->is_figure = true;
}

void plan_figure_text(Plan *plan, const char *name, const char *text)
{
  Hole *hole = add_hole(plan, name, HOLE_TEXT);
  hole->text = text;
  hole->is_figure = true;
}

void plan_decide(Plan *plan, const char *what, const char *choice,
                 const char *reason, ...)
{
  plan->decisions = run_grown(plan->run, plan->decisions, plan->ndecisions,
                              &plan->decisions_room, sizeof *plan->decisions);
  char text[400];
  va_list args;
  va_start(args, reason);
  vsnprintf(text, sizeof text, reason, args);
  va_end(args);
  Decision *decision = &plan->decisions[plan->ndecisions++];
  decision->what = what;
  decision->choice = choice;
  decision->reason = run_printf(plan->run, "%s", text);
}

static const char *upper_case(Run *run, const char *text)
{
  char *upper = run_printf(run, "%s", text);
  for (char *c = upper; *c; c++) *c = (char)toupper((unsigned char)*c);
  return upper;
}

void plan_constants(Plan *plan, const Equations *equations)
{
  const size_t count = equations->nconstants;
  const char **symbols =
      run_alloc(plan->run, (2 * count + 1) * sizeof *symbols);
  size_t n = 0;
  for (size_t i = 0; i < count; i++) {
    const char *same = equations->constants[i].same;
    if (!same) continue;
    symbols[n++] = equations->constants[i].name;
    symbols[n++] = run_printf(plan->run, "%s_%s", plan->macro,
                              upper_case(plan->run, same));
  }
  plan->spelling.symbols = symbols;
  plan->constants = equations->constants;
  plan->nconstants = count;
}

/* ---- the holes of every template ---------------------------------------- */

/* Returns the text on one line, without signs that end a comment. */
static const char *comment_safe(Run *run, const char *text)
{
  char *safe = run_printf(run, "%s", text);
  for (char *c = safe; *c; c++) {
    if ((unsigned char)*c < ' ') *c = ' ';
    if (*c == '\\') *c = '/';
  }
  for (char *c = safe; *c; c++) {
    if ((c[0] == '*' && c[1] == '/') || (c[0] == '/' && c[1] == '*'))
      c[1] = '|';
    if (strncmp(c, "?\?/", 3) == 0) c[2] = '|'; /* C99's backslash */
  }
  return safe;
}

/* Returns the name of the file without its folders: a whole path would depend
 * on the machine and on the working directory. */
static const char *file_name(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* Returns "contact/cells" for "contact/cells/cells.c". */
static const char *folder_of(Run *run, const char *path)
{
  return run_strndup(run, path, (size_t)(strrchr(path, '/') - path));
}

/* Returns lines " *   what: choice; reason" folded to the width of the file. */
static const char *decision_lines(Plan *plan)
{
  enum { WIDTH = 76 };
  Text text = text_new(plan->run);
  for (size_t i = 0; i < plan->ndecisions; i++) {
    const Decision *d = &plan->decisions[i];
    const char *words =
        run_printf(plan->run, "%s: %s; %s", d->what, d->choice, d->reason);
    size_t column = 0;
    while (*words) {
      const size_t length = strcspn(words, " ");
      if (column == 0 || column + 1 + length > WIDTH) {
        text_add(&text, "%s *   %s", text.length ? "\n" : "",
                 column == 0 ? "" : "  ");
        column = column == 0 ? 5 : 7;
      } else {
        text_add(&text, " ");
        column++;
      }
      text_append(&text, words, length);
      column += length;
      words += length + strspn(words + length, " ");
    }
  }
  return text.chars;
}

/* Returns a number of 32 bits that source and header compare: two specs, or two
 * versions of bristle, have different ones. */
static const char *spec_id(Run *run, const char *spec)
{
  const char *both = run_printf(run, "%s %s", version_text(), spec);
  return run_printf(run, "0x%.8su", hash_hex(run, both, strlen(both)));
}

static void plan_common(Plan *plan, const char *real)
{
  Run *run = plan->run;
  const Model *model = plan->model;
  plan_figure_text(plan, "name", model->name);
  plan_text(plan, "NAME", plan->macro);
  plan_figure_text(plan, "version", version_text());
  const bool is_named = !model->is_shared; /* code of one spec */
  const char *hash = is_named ? spec_hash(model->spec) : hash_hex(run, "", 0);
  plan_figure_text(
      plan, "spec",
      is_named ? comment_safe(run, file_name(model->spec->file)) : "");
  plan_figure_text(plan, "spec_hash", hash);
  plan_text(plan, "spec_id", spec_id(run, hash));
  Text set = text_new(run);
  for (size_t i = 0; is_named && i < model->spec->noverrides; i++)
    text_add(&set, "%s--set %s=%s", i ? " " : "", model->spec->overrides[i].key,
             model->spec->overrides[i].text);
  plan_figure_text(plan, "set", comment_safe(run, set.chars));
  plan_figure_text(plan, "kind", model->kind->word);
  plan_text(plan, "about", comment_safe(run, model->about ? model->about : ""));
  plan_figure_text(plan, "real_type", real);
  plan_text(plan, "real", run_printf(run, "%s_real", model->name));
  plan_flag(plan, "is_float", strcmp(real, "float") == 0);
  plan_flag(plan, "is_reproducible", model->is_reproducible);
  plan_text(plan, "contraction", model->is_reproducible ? "off" : "fast");
}

Plan *plan_make(const Model *model, const Equations *equations,
                const Goldens *goldens)
{
  Plan *plan = run_alloc(model->run, sizeof *plan);
  plan->run = model->run;
  plan->model = model;
  plan->functions = model->functions;
  plan->macro = upper_case(model->run, model->name);
  plan->spelling.real = run_printf(model->run, "%s_real", model->name);
  plan->spelling.suffix = model->is_float ? "f" : "";
  plan->spelling.where = model->spec->root.where;
  plan_common(plan, model->is_float ? "float" : "double");
  model->kind->plan(model, equations, goldens, plan);
  plan_text(plan, "template", folder_of(plan->run, plan->source));
  plan_text(plan, "decisions", decision_lines(plan));
  plan_figure(plan, "nstates", object_reals(&plan->objects[0]));
  return plan;
}

void plan_dump(const Plan *plan, FILE *out)
{
  for (size_t i = 0; i < plan->ndecisions; i++)
    fprintf(out, "decision %s: %s, because %s\n", plan->decisions[i].what,
            plan->decisions[i].choice, plan->decisions[i].reason);
  for (size_t i = 0; i < plan->nholes; i++) {
    const Hole *hole = &plan->holes[i];
    char digits[32];
    fprintf(out, "%s = ", hole->name);
    if (hole->type == HOLE_TEXT)
      fprintf(out, "%s", hole->text);
    else if (hole->type == HOLE_NUMBERS)
      fprintf(out, "%zu values", hole->count);
    else if (hole->type == HOLE_BLOCK)
      fprintf(out, "%zu lines",
              hole->block->ntemporaries + hole->block->noutputs);
    else if (hole->type == HOLE_RECORD)
      fprintf(out, "%zu groups of members", hole->count);
    else if (hole->type == HOLE_FLAG)
      fprintf(out, "%s", hole->number != 0 ? "true" : "false");
    else
      fprintf(out, "%s", number_text(hole->number, digits));
    fprintf(out, "\n");
  }
}
