#include "base/base.h"
#include "language/language.h"
#include "kinds/kind.h"
#include "support/loading.h"
#include "support/place.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Loading {
  Loaded *loaded;
  const char *path;
  const char *const *overrides;
} Loading;

static void load_caught(void *context)
{
  const Loading *l = context;
  Loaded *loaded = l->loaded;
  const char *path = l->path, *const *overrides = l->overrides;
  Run *run = loaded->run;
  size_t count = 0;
  while (overrides && overrides[count]) count++;
  Override *list = run_alloc(run, (count + 1) * sizeof *list);
  for (size_t i = 0; i < count; i++) {
    const char *equals = strchr(overrides[i], '=');
    list[i].key =
        run_strndup(run, overrides[i], (size_t)(equals - overrides[i]));
    list[i].text = equals + 1;
  }
  const Origin origin = {run_printf(run, "%s", path), NULL, list, count};
  loaded->pipeline = pipeline_open(run, &origin, NULL);
  loaded->model = loaded->pipeline->model;
  loaded->spec = loaded->model->spec;
}

Loaded load_file(const char *path, const char *const *overrides)
{
  Loaded loaded = {.run = run_open()};
  Loading loading = {&loaded, path, overrides};
  run_catch(loaded.run, load_caught, &loading);
  loaded.error = loaded.run->error;
  loaded.excerpt = loaded.run->excerpt;
  return loaded;
}

Loaded load_text(const char *text, const char *const *overrides)
{
  char folder[200], path[220];
  make_test_folder("text", folder, sizeof folder);
  snprintf(path, sizeof path, "%s/spec.lua", folder);
  FILE *const file = fopen(path, "w");
  cr_assert_not_null(file);
  cr_assert_geq(fputs(text, file), 0);
  cr_assert_eq(fclose(file), 0);
  Loaded loaded = load_file(path, overrides);
  unlink(path);
  rmdir(folder);
  return loaded;
}

Loaded load_contact(const char *extra, const char *const *overrides)
{
  static const char *const usual[][2] = {
      {"name", "\"pad\""},
      {"grid", "{ 5, 5 }"},
      {"size", "{ 0.02, 0.02 }"},
      {"pressure", "rectangle {}"},
      {"friction", "lugre { sigma0 = 1e6, mu_c = 1.0 }"}};
  char text[8192] = "return contact {\n";
  for (size_t i = 0; i < 5; i++) {
    char key[32];
    snprintf(key, sizeof key, "%s =", usual[i][0]);
    const char *given = strstr(extra, key);
    if (given && (given == extra || given[-1] == '\n')) continue;
    snprintf(text + strlen(text), sizeof text - strlen(text), "  %s %s,\n", key,
             usual[i][1]);
  }
  snprintf(text + strlen(text), sizeof text - strlen(text), "%s\n}\n", extra);
  return load_text(text, overrides);
}

void unload(Loaded *loaded)
{
  run_close(loaded->run);
  loaded->run = NULL;
}

const char *error_of(const char *text)
{
  static char message[1000];
  Loaded loaded = load_text(text, NULL);
  const char *error = loaded.error ? loaded.error : "";
  const char *colon = strchr(error, ':');
  snprintf(message, sizeof message, "%s", colon ? colon + 1 : error);
  unload(&loaded);
  return message;
}
