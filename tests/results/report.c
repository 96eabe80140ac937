/* Tests of reports: reports of all kinds begin with the same keys. */
#include <criterion/criterion.h>
#include <jansson.h>
#include <string.h>

#include "results/results.h"
#include "support/loading.h"

static const char *const specs[] = {
    "specs/contact/square.lua", "specs/slider/parcel.lua",
    "specs/mechanism/bead_on_hoop.lua", "specs/cone/point_foot.lua"};
static const char *const head[] = {"spec", "name", "kind", "spec_hash", "set"};

Test(report, every_kind_has_the_same_head)
{
  for (size_t i = 0; i < COUNT(specs); i++) {
    static const char *const set[] = {"name=renamed", NULL};
    Loaded loaded = load_file(specs[i], set);
    cr_assert_null(loaded.error, "%s", loaded.error);
    Report *report = report_new(loaded.model);
    loaded.model->kind->check(loaded.model, NULL, 0, report);
    json_t *json =
        json_loads(report_json(report), JSON_REJECT_DUPLICATES, NULL);
    cr_assert_not_null(json);
    size_t n = 0;
    const char *key;
    json_t *value;
    json_object_foreach(json, key, value)
    {
      if (n < COUNT(head)) cr_expect_str_eq(key, head[n], "%s", specs[i]);
      n++;
    }
    cr_expect_str_eq(json_string_value(json_object_get(json, "name")),
                     "renamed");
    cr_expect_str_eq(json_string_value(json_object_get(json, "kind")),
                     loaded.model->kind->word);
    cr_expect_eq(strlen(json_string_value(json_object_get(json, "spec_hash"))),
                 (size_t)HASH_HEX);
    cr_expect_str_eq(json_string_value(
                         json_object_get(json_object_get(json, "set"), "name")),
                     "renamed");
    json_decref(json);
    unload(&loaded);
  }
}
