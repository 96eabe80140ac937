/* faces.c: texts over the emitted solver for other languages and tools. In: the
 * objects of a plan. Out: more files for each face; the solver's own files are
 * the same with and without them.
 *
 * The list is the one place that names them: --abi, help and the texts read
 * it. */
#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "emit/emit.h"
#include "emit/inside.h"

/* Folders of binaries, by the words of FMI 3 and of FMI 2 for a platform. */
#if defined(__x86_64__)
#define PLATFORM_3 "x86_64-linux"
#define PLATFORM_2 "linux64"
#elif defined(__aarch64__)
#define PLATFORM_3 "aarch64-linux"
#define PLATFORM_2 "aarch64-linux"
#else
#define PLATFORM_3 "other-linux"
#define PLATFORM_2 "other-linux"
#endif

const Face all_faces[] = {
    {"cxx",
     "a C++17 header: values, views of fixed size, no exceptions",
     {{"*.hpp", "faces/cxx/wrapper.hpp"}}},
    {"casadi",
     "C for casadi.external, with Jacobians",
     {{"*_casadi.c", "faces/casadi/functions.c"}}},
    {"fmi3",
     "an FMU for FMI 3.0: co-simulation and model exchange, sources and binary",
     {{"modelDescription.xml", "faces/fmi/fmi3.xml"},
      {"sources/*_fmi3.c", "faces/fmi/fmi3.c"},
      {"sources/buildDescription.xml", "faces/fmi/build.xml"}},
     "*_fmi3.fmu",
     "binaries/" PLATFORM_3 "/*.so"},
    {"fmi2",
     "an FMU for FMI 2.0: co-simulation, sources and binary",
     {{"modelDescription.xml", "faces/fmi/fmi2.xml"},
      {"sources/*_fmi2.c", "faces/fmi/fmi2.c"}},
     "*_fmi2.fmu",
     "binaries/" PLATFORM_2 "/*.so"},
    {"mex",
     "C for mex of Octave and MATLAB, and a block of Simulink",
     {{"*_mex.c", "faces/mex/gateway.c"},
      {"*_sfun.c", "faces/mex/sfunction.c"}}},
    {"wasm",
     "C and JavaScript for WebAssembly, without a library",
     {{"*_wasm.c", "faces/wasm/module.c"},
      {"*.mjs", "faces/wasm/glue.mjs"},
      {"*_wasm/math.h", "faces/wasm/math.h"},
      {"*_wasm/string.h", "faces/wasm/string.h"}}},
    {"prove",
     "a driver and a rule for Frama-C: no run-time error for any input",
     {{"*_prove.c", "faces/prove/driver.c"},
      {"*_prove.mk", "faces/prove/rule.mk"}}},
    {"deviations",
     "a record of deviations from MISRA C:2012, with reasons",
     {{"*_deviations.md", "faces/deviations/record.md"}}},
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
    prune_require(plan, text,
                  run_printf(plan->run, "--abi=%s", face->name));
    texts->parts[i].path =
        path_of(plan->run, face->parts[i].path, plan->model->name);
    texts->parts[i].text =
        is_c(texts->parts[i].path) ? fold_lines(plan->run, text) : text;
    texts->count++;
  }
}

/* ---- files ---------------------------------------------------------------
 */

static void write_bytes(Run *run, const char *dir, const char *name,
                        const char *bytes, size_t length, Text *written)
{
  const char *path = run_printf(run, "%s/%s", dir, name);
  const char *slash = strrchr(path, '/');
  dir_make(run, run_strndup(run, path, (size_t)(slash - path)));
  file_write(run, path, bytes, length);
  text_add(written, "%s\n", path);
}

static Packed packed_text(const char *path, const char *text)
{
  return (Packed){path, text, strlen(text)};
}

/* Compiles the sources among the files. Returns false after a warning if there
 * is no binary: an FMU of sources alone is one, too. */
static bool compile_sources(Run *run, const Texts *texts, const Face *face,
                            const Packed *files, size_t count, Packed *binary)
{
  SourceFile sources[MOST_PARTS + 2];
  size_t n = 0;
  const char *why;
  for (size_t i = 0; i < count; i++)
    if (is_c(files[i].path))
      sources[n++] =
          (SourceFile){strrchr(files[i].path, '/') + 1, files[i].bytes};
  binary->path = path_of(run, face->binary, texts->name);
  binary->bytes =
      library_compile(run, texts->name, sources, n, &binary->length, &why);
  if (!binary->bytes)
    fprintf(stderr, "warning: the FMU has sources but no binary: %s\n", why);
  return binary->bytes;
}

static void write_archive(Run *run, const Texts *texts, const Face *face,
                          const FaceTexts *made, const char *dir, Text *written)
{
  Packed files[MOST_PARTS + 3];
  size_t count = 0;
  for (int i = 0; i < made->count; i++)
    files[count++] = packed_text(made->parts[i].path, made->parts[i].text);
  files[count++] =
      packed_text(run_printf(run, "sources/%s.h", texts->name), texts->header);
  files[count++] = packed_text(run_printf(run, "sources/%s.c", texts->name),
                               emit_source(run, texts));
  count += compile_sources(run, texts, face, files, count, &files[count]);
  const Text archive = archive_make(run, files, count);
  write_bytes(run, dir, path_of(run, face->archive, texts->name), archive.chars,
              archive.length, written);
}

void face_write(Run *run, const Texts *texts, size_t face, const char *dir,
                Text *written)
{
  const FaceTexts *made = &texts->faces[face];
  if (made->count == 0) return;
  if (all_faces[face].archive) {
    write_archive(run, texts, &all_faces[face], made, dir, written);
    return;
  }
  for (int i = 0; i < made->count; i++)
    write_bytes(run, dir, made->parts[i].path, made->parts[i].text,
                strlen(made->parts[i].text), written);
}
