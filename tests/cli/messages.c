/* Tests of what `bristle check` says of specs with a wrong unit, of specs that
 * other verbs would refuse, and of images without a grid. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "api/bristle.h"
#include "base/base.h"

#define LAW \
  "friction = lugre { sigma0 = 1e6, mu_c = 1, mu_s = 1.2, v_s = 1e-3 } }"
#define BRANCH "function(s) if s > 0.1 then return 1 end return 1.1 end"

/* Returns what check says of the spec: its JSON, or its error. */
static const char *said(const char *spec)
{
  static char text[1 << 16];
  bristle_model *model = bristle_open_text(TEST_OUT "/spec.lua", spec, NULL, 0);
  const char *json = NULL;
  if (!bristle_error(model)) json = bristle_check(model, NULL);
  snprintf(text, sizeof text, "%s", json ? json : bristle_error(model));
  bristle_close(model);
  return text;
}

Test(messages, check_warns_of_a_wrong_unit)
{
  static const struct {
    const char *spec, *expected;
  } cases[] = {
      {"return contact { name = 'a', grid = { 9, 9 }, size = { 0.02, 0.02 }, "
       "pressure = rectangle { size = { 0.01, 0.005 }, angle = 90 }, " LAW,
       "angle = 90 is in radians"},
      {"return contact { name = 'a', grid = { 9, 9 }, size = { 0.02, 0.02 }, "
       "pressure = disc { radius = 0.01, share = 1 } + "
       "line { length = 0.01, angle = -45, share = 1 }, " LAW,
       "angle = -45 is in radians"},
      {"return contact { name = 'a', grid = { 9, 9 }, size = { 20, 20 }, "
       "pressure = disc { radius = 10 }, " LAW,
       "the grid is 20 by 20 m; lengths are in metres, forces in newtons"},
      {"return cone { name = 'a', mu = 60 }",
       "a friction coefficient of 60 is unusual"},
      {"return slider { name = 'a', mass = 1, inertia = 1e-3, mu = 0.5, "
       "patch = rectangle { size = { 0.1, 0.1 }, angle = 45 } }",
       "angle = 45 is in radians"},
  };
  for (size_t i = 0; i < COUNT(cases); i++)
    cr_expect(strstr(said(cases[i].spec), cases[i].expected), "%s\n%s",
              cases[i].expected, said(cases[i].spec));
}

Test(messages, check_is_silent_of_angles_within_a_turn)
{
  cr_expect_null(
      strstr(said("return contact { name = 'a', grid = { 9, 9 }, size = { "
                  "0.02, 0.02 }, pressure = rectangle { size = { 0.01, 0.005 "
                  "}, angle = -math.pi }, " LAW),
             "radians"));
}

Test(messages, check_refuses_what_cannot_be_emitted)
{
  static const struct {
    const char *spec, *expected;
  } cases[] = {
      {"return contact { name = 'a', grid = { 9, 9 }, size = { 0.02, 0.02 }, "
       "pressure = disc { radius = 0.01 }, friction = lugre { sigma0 = 1e6, "
       "mu_c = 1, stribeck = " BRANCH " } }",
       "symbols, which cannot be compared"},
      {"return contact { name = 'a', grid = { 9, 9 }, size = { 0.02, 0.02 }, "
       "pressure = disc { radius = 0.01 }, friction = lugre { sigma0 = 1e6, "
       "mu_c = 1, stribeck = function(s) return math.max(1, 1.1 - s) end } }",
       "math.max does not have a derivative everywhere"},
      {"return contact { name = 'a', grid = { 512, 512 }, size = { 0.02, 0.02 "
       "}, pressure = disc { radius = 0.01 }, " LAW,
       "at most 65536 cells are generated"},
  };
  for (size_t i = 0; i < COUNT(cases); i++)
    cr_expect(strstr(said(cases[i].spec), cases[i].expected), "%s\n%s",
              cases[i].expected, said(cases[i].spec));
}

Test(messages, gravity_is_written_alike_for_bodies_and_sliders)
{
  static const char *const gravities[] = {"9.81", "{ 0.5, -0.25 }",
                                          "{ 0.5, -0.25, 9.81 }"};
  char spec[800];
  for (size_t i = 0; i < COUNT(gravities); i++) {
    snprintf(spec, sizeof spec,
             "return slider { name = 'a', mass = 1, inertia = 1e-3, mu = 0.5, "
             "patch = rectangle { size = { 0.1, 0.1 } }, gravity = %s }",
             gravities[i]);
    cr_expect_eq(said(spec)[0], '{', "%s", said(spec));
    cr_expect(strstr(said(spec), i ? "-0.25" : "9.81"), "%s", said(spec));
    snprintf(spec, sizeof spec,
             "return contact { name = 'a', grid = { 9, 9 }, size = { 0.02, "
             "0.02 }, pressure = disc { radius = 0.01 }, body = { mass = 1, "
             "inertia = 1e-4, gravity = %s }, " LAW,
             gravities[i]);
    cr_expect_eq(said(spec)[0], '{', "%s", said(spec));
  }
}

Test(messages, an_image_without_a_grid_has_a_cell_for_each_pixel)
{
  const char *path = TEST_OUT "/grey.pgm";
  FILE *file = fopen(path, "w");
  cr_assert_not_null(file);
  fputs("P2 3 2 10\n1 2 3\n4 0 6\n", file);
  cr_assert_eq(fclose(file), 0);
  const char *json = said(
      "return contact { name = 'pad', size = { 0.03, 0.02 }, pressure = image "
      "'grey.pgm', " LAW);
  cr_expect(strstr(json, "\"cells\": 5"), "%s", json);
}
