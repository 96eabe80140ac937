/* faces.c: texts over the emitted solver for other languages and tools. In: the
 * objects of a plan. Out: one more file for each face; the solver's own files
 * are the same with and without it.
 *
 * The list is the one place that names them: --abi, help and the texts read
 * it. */
#include <string.h>

#include "emit/emit.h"

const Face all_faces[] = {
    {"cxx", ".hpp", "faces/cxx/wrapper.hpp",
     "a C++17 header: values, views of fixed size, no exceptions"}};
const size_t nall_faces = sizeof all_faces / sizeof *all_faces;
_Static_assert(sizeof all_faces / sizeof *all_faces <= MOST_FACES,
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
