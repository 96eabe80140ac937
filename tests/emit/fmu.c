/* fmu.c: see fmu.h. */
#define _GNU_SOURCE
#include "emit/fmu.h"

#include <criterion/criterion.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/compiling.h"
#include "support/emitting.h"

static char *text_of(const char *path)
{
  FILE *file = fopen(path, "rb");
  cr_assert(file, "no file %s", path);
  char *text = calloc(1, 1 << 20);
  cr_assert_lt(fread(text, 1, (1 << 20) - 1, file), (1 << 20) - 1);
  fclose(file);
  return text;
}

static void *load(const char *path)
{
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  cr_assert(library, "%s", dlerror());
  return library;
}

static void unpack(int version)
{
  cr_assert_eq(
      run_shell("cd %s && unzip -q -o pad_fmi%d.fmu -d fmu", folder, version),
      0, "%s", printed);
  cr_assert_eq(run_shell("xmllint --noout --schema tests/data/fmi/fmi%d.xsd "
                         "%s/fmu/modelDescription.xml",
                         version, folder),
               0, "%s", printed);
  if (version == 3)
    cr_assert_eq(run_shell("xmllint --noout --schema tests/data/fmi/build.xsd "
                           "%s/fmu/sources/buildDescription.xml",
                           folder),
                 0, "%s", printed);
}

Fmu fmu_open(const char *spec, const char *options, int version,
             const char *object)
{
  Fmu fmu = {NULL};
  char text[200];
  cr_assert_eq(run_shell(BRISTLE " emit specs/%s.lua --set 'name=\"pad\"' %s "
                                 "--abi=fmi%d --descriptor -o %s",
                         spec, options, version, folder),
               0, "%s", printed);
  unpack(version);
  cr_assert_eq(
      run_shell("cc " STRICT
                " -O3 -fPIC -shared -fno-math-errno -fno-trapping-math "
                "-ffp-contract=fast %s/pad.c -lm -o %s/native.so && "
                "cc " STRICT " -fsyntax-only %s/fmu/sources/*.c",
                folder, folder, folder),
      0, "%s", printed);
  snprintf(text, sizeof text, "%s/fmu/modelDescription.xml", folder);
  fmu.description = text_of(text);
  const char *token = strstr(
      fmu.description, version == 3 ? " instantiationToken=\"" : " guid=\"");
  cr_assert(token);
  sscanf(strchr(token, '"') + 1, "%79[^\"]", fmu.token);
  snprintf(text, sizeof text, "%s/fmu/binaries/%s/pad.so", folder,
           version == 3 ? "x86_64-linux" : "linux64");
  fmu.binary = load(text);
  snprintf(text, sizeof text, "%s/native.so", folder);
  void *native = load(text);
  snprintf(text, sizeof text, "pad_%s", object);
  fmu.native = dlsym(native, text);
  cr_assert(fmu.native);
  fmu.state = aligned_alloc(64, (fmu.native->state_bytes + 127) / 64 * 64);
  fmu.values = calloc((size_t)fmu.native->nstates + 1, sizeof(double));
  fmu.native->reset(fmu.state);
  return fmu;
}

void fmu_close(Fmu *fmu)
{
  free(fmu->description), free(fmu->state), free(fmu->values);
}

unsigned fmu_reference(const Fmu *fmu, const char *name)
{
  char text[100];
  unsigned reference = 0;
  snprintf(text, sizeof text, " name=\"%s\" valueReference=\"", name);
  const char *at = strstr(fmu->description, text);
  cr_assert(at, "no variable %s", name);
  cr_assert_eq(sscanf(at + strlen(text), "%u", &reference), 1);
  return reference;
}

void *fmu_symbol(const Fmu *fmu, const char *name)
{
  void *symbol = dlsym(fmu->binary, name);
  cr_assert(symbol, "no symbol %s", name);
  return symbol;
}

int fmu_native(Fmu *fmu, const char *function, const double *const *in,
               double *const *out)
{
  for (int i = 0; i < fmu->native->nfunctions; i++)
    if (strcmp(fmu->native->functions[i].name, function) == 0)
      return fmu->native->functions[i].call(fmu->state, in, out);
  cr_assert_fail("no function %s", function);
  return -1;
}

const double *fmu_native_state(Fmu *fmu)
{
  fmu->native->get(fmu->state, fmu->values);
  return fmu->values;
}
