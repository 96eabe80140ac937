/* faces.c: texts over the emitted solver for other languages and tools. In: the
 * objects of a plan. Out: more files for each face; the solver's own files are
 * the same with and without them.
 *
 * The list is the one place that names them: --abi, help and the texts read
 * it. */
#include <string.h>

#include "base/base.h"
#include "emit/emit.h"
#include "emit/inside.h"

const Face all_faces[] = {
    {"cxx",
     "a C++17 header: values, views of fixed size, no exceptions",
     {{"*.hpp", "faces/cxx/wrapper.hpp"}}},
    {"casadi",
     "C for casadi.external, with Jacobians",
     {{"*_casadi.c", "faces/casadi/functions.c"}}},
};
const size_t nall_faces = COUNT(all_faces);
_Static_assert(COUNT(all_faces) <= MOST_FACES,
               "a bit of Texts.made for each face");

const Face *face_named(const char *name)
{
  for (size_t i = 0; i < nall_faces; i++)
    if (strcmp(all_faces[i].name, name) == 0) return &all_faces[i];
  return NULL;
}

unsigned face_text(const Face *face)
{
  return (unsigned)TEXT_FACE << (face - all_faces);
}

/* Returns the path with the model's name in place of the star. */
static const char *path_of(Run *run, const char *pattern, const char *name)
{
  const char *star = strchr(pattern, '*');
  if (!star) return pattern;
  return run_printf(run, "%.*s%s%s", (int)(star - pattern), pattern, name,
                    star + 1);
}

static bool is_c(const char *path)
{
  const char *dot = strrchr(path, '.');
  return strcmp(dot, ".c") == 0 || strcmp(dot, ".h") == 0 ||
         strcmp(dot, ".hpp") == 0;
}

void face_expand(const Expander *expander, const Plan *plan, const Face *face,
                 FaceTexts *texts)
{
  for (int i = 0; i < MOST_PARTS && face->parts[i].path; i++) {
    const char *text = expander_text(expander, face->parts[i].template);
    texts->parts[i].path =
        path_of(plan->run, face->parts[i].path, plan->model->name);
    texts->parts[i].text =
        is_c(texts->parts[i].path) ? fold_lines(plan->run, text) : text;
    texts->count++;
  }
}
