/* Tests of the one list of statuses: bristle_rt.h numbers them, status.c names
 * them (ORDER STATUSES), templates and <name>.json take both from there. */
#include <criterion/criterion.h>
#include <ctype.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "status.h"
#include "support/emitting.h"

/* Returns the status whose word is the identifier in small letters, or NULL. */
static const br_status *named(const char *identifier, size_t length)
{
  char word[40] = "";
  for (size_t i = 0; i < length && i + 1 < sizeof word; i++)
    word[i] = identifier[i] == '_'
                  ? ' '
                  : (char)tolower((unsigned char)identifier[i]);
  for (int i = 0; i < BR_STATUSES; i++)
    if (strcmp(br_statuses[i].word, word) == 0) return &br_statuses[i];
  return NULL;
}

/* Goes through `enum { PREFIX_OK = 0, ... }` of a C text, compares each member
 * with the list, and returns the number of members. */
static int compare_enum(const char *text, const char *prefix)
{
  char ok[80];
  int count = 0;
  snprintf(ok, sizeof ok, "%s_OK = 0", prefix);
  const char *at = strstr(text, ok);
  cr_assert_not_null(at, "no %s", ok);
  const char *end = strchr(at, '}');
  while (at && at < end) {
    const char *name = at + strlen(prefix) + 1;
    const size_t length = strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_");
    int number = 0;
    cr_assert_eq(sscanf(name + length, " = %d", &number), 1, "%.20s", name);
    const br_status *status = named(name, length);
    cr_assert_not_null(status, "%.*s has no word", (int)length, name);
    cr_expect_eq(status->status, number, "%s: %d, not %d", status->word, number,
                 status->status);
    count++;
    at = strstr(name, prefix);
  }
  return count;
}

Test(status, every_number_of_the_runtime_has_a_word)
{
  Loaded none = {.run = run_open()};
  size_t length;
  const Where nowhere = {NULL, 0};
  const char *header =
      file_read(none.run, "runtime/bristle_rt.h", &length, nowhere);
  cr_expect_eq(compare_enum(header, "BR"), BR_STATUSES);
  unload(&none);
  for (int i = 0; i < BR_STATUSES; i++) {
    const br_status *s = &br_statuses[i];
    cr_expect_str_eq(br_status_word(s->status), s->word);
    cr_expect_str_eq(br_status_reason(s->status), s->reason);
  }
  cr_expect_str_eq(br_status_word(99), "unknown condition");
  cr_expect_str_eq(br_status_reason(-99), "unknown error");
}

/* One spec of each kind, and the number of statuses of its functions. */
static const struct {
  const char *spec, *prefix;
  int statuses;
} kinds_tried[] = {{"specs/contact/finger_pad.lua", "FINGER_PAD", 5},
                   {"specs/slider/parcel.lua", "PARCEL", 6},
                   {"specs/mechanism/bead_on_hoop.lua", "BEAD_ON_HOOP", 5},
                   {"specs/cone/pad_cone.lua", "PAD_CONE", 3}};

Test(status, emitted_headers_and_figures_agree)
{
  for (size_t i = 0; i < sizeof kinds_tried / sizeof *kinds_tried; i++) {
    Emission e = emit_file(kinds_tried[i].spec);
    cr_assert_null(e.error, "%s", e.error);
    cr_expect_eq(compare_enum(e.texts->header, kinds_tried[i].prefix),
                 kinds_tried[i].statuses, "%s", kinds_tried[i].spec);
    json_t *figures = json_loads(e.texts->figures, 0, NULL);
    const json_t *statuses = json_object_get(figures, "statuses");
    cr_assert_eq(json_object_size(statuses), (size_t)BR_STATUSES);
    for (int k = 0; k < BR_STATUSES; k++)
      cr_expect_eq(
          json_integer_value(json_object_get(statuses, br_statuses[k].word)),
          br_statuses[k].status);
    json_decref(figures);
    emission_close(&e);
  }
}
