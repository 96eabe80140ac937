/* Tests of `bristle report`: the page needs nothing else and says what the
 * other verbs say. */
#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/compiling.h"
#include "support/emitting.h"

TestSuite(report, .init = compiling_begin, .fini = compiling_end);

static char *page_of(const char *spec)
{
  char path[200];
  cr_assert_eq(run_shell(BRISTLE " report %s -o %s/page.html --backend=tcc",
                         spec, folder),
               0, "%s: %s", spec, printed);
  snprintf(path, sizeof path, "%s/page.html", folder);
  FILE *file = fopen(path, "r");
  cr_assert_not_null(file);
  fseek(file, 0, SEEK_END);
  const size_t size = (size_t)ftell(file);
  char *text = calloc(size + 1, 1);
  rewind(file);
  cr_assert_eq(fread(text, 1, size, file), size);
  fclose(file);
  return text;
}

/* The JSON between the tags of the script element with that id, or NULL. */
static json_t *data_of(const char *page, const char *id)
{
  char mark[60];
  snprintf(mark, sizeof mark, "id=\"%s\">", id);
  const char *start = strstr(page, mark);
  if (!start) return NULL;
  start += strlen(mark);
  const char *end = strstr(start, "</script>");
  cr_assert_not_null(end);
  json_t *data = json_loadb(start, (size_t)(end - start), 0, NULL);
  cr_assert_not_null(data, "%s is no JSON", id);
  return data;
}

/* Nothing is fetched: each src is data, and there is no link to a file. */
static void expect_alone(const char *page)
{
  for (const char *at = page; (at = strstr(at, "src=\"")); at++)
    cr_expect_eq(strncmp(at, "src=\"data:image/svg+xml;base64,", 31), 0,
                 "%.60s", at);
  cr_expect_null(strstr(page, "<link"));
  cr_expect_null(strstr(page, "http"));
  cr_expect_null(strstr(page, "@import"));
  cr_expect_str_eq(page + strlen(page) - 8, "</html>\n");
}

/* Makes the page of a spec, which has all sections and whose checks hold. */
static char *whole_page_of(const char *spec)
{
  static const char *const sections[] = {"spec",   "figures", "pictures",
                                         "verify", "bench",   "header"};
  char *page = page_of(spec);
  expect_alone(page);
  for (size_t k = 0; k < 6; k++) {
    char mark[40];
    snprintf(mark, sizeof mark, "<h2 id=\"%s\">", sections[k]);
    cr_expect_not_null(strstr(page, mark), "%s: %s", spec, mark);
  }
  cr_expect_null(strstr(page, "A check does not hold"), "%s", spec);
  return page;
}

Test(report, a_mechanism_s_page_stands_alone)
{
  free(whole_page_of("specs/mechanism/sliding_block.lua"));
}

static void expect_motion_of_sim(const char *page, const char *spec)
{
  json_t *data = data_of(page, "motion-data");
  cr_assert_not_null(data);
  const json_t *rows = json_object_get(data, "rows");
  cr_expect(json_array_size(rows) > 50 && json_array_size(rows) <= 1000);
  cr_assert_eq(run_shell(BRISTLE " sim %s -o %s/m.csv --backend=tcc && "
                                 "head -n 2 %s/m.csv | tail -n 1",
                         spec, folder, folder),
               0, "%s", printed);
  const char *line = strchr(printed, '\n') + 1;
  const json_t *first = json_array_get(rows, 0);
  for (size_t i = 0; i < json_array_size(first); i++) {
    char *end;
    const double number = json_number_value(json_array_get(first, i));
    cr_expect_float_eq(strtod(line, &end), number, 1e-5 * (1 + number),
                       "column %zu", i);
    line = end + 1;
  }
  json_decref(data);
}

Test(report, a_slider_s_page_stands_alone_with_the_motion_of_sim)
{
  char *page = whole_page_of("specs/slider/parcel.lua");
  expect_motion_of_sim(page, "specs/slider/parcel.lua");
  free(page);
}

static void expect_closed_surface_of_size_one(const char *page)
{
  json_t *data = data_of(page, "surface-data");
  cr_assert_not_null(data);
  const json_t *points = json_object_get(data, "points");
  double largest[3] = {0};
  size_t i;
  json_t *point;
  json_array_foreach(points, i, point)
  {
    for (size_t k = 0; k < 3; k++) {
      const double x = json_number_value(json_array_get(point, k));
      if (x > largest[k]) largest[k] = x;
    }
  }
  for (size_t k = 0; k < 3; k++)
    cr_expect(largest[k] > 0.95 && largest[k] < 1.1, "%g", largest[k]);
  json_decref(data);
}

/* The text of the spec is no HTML. */
Test(report, a_contact_s_page_stands_alone_with_text_and_surface)
{
  cr_assert_eq(run_shell("sed 's/^return/-- <b>bold<\\/b> \\& \"quoted\"\\n&/' "
                         "specs/contact/few_bristles.lua >%s/odd.lua",
                         folder),
               0);
  char path[100];
  snprintf(path, sizeof path, "%s/odd.lua", folder);
  char *page = whole_page_of(path);
  expect_closed_surface_of_size_one(page);
  cr_expect_null(strstr(page, "<b>"));
  cr_expect_not_null(
      strstr(page, "-- &lt;b&gt;bold&lt;/b&gt; &amp; &quot;quoted&quot;"));
  free(page);
}

Test(report, a_cone_s_page_stands_alone_and_nothing_is_left_behind)
{
  char temporary[100];
  snprintf(temporary, sizeof temporary, "%s/tmp", folder);
  shell("mkdir %s", temporary);
  setenv("TMPDIR", temporary, 1);
  free(whole_page_of("specs/cone/point_foot.lua"));
  unsetenv("TMPDIR");
  cr_expect_eq(run_shell("ls -A %s", temporary), 0);
  cr_expect_null(strstr(printed, "bristle-report"), "%s", printed);
}

Test(report, errors_write_no_page)
{
  cr_expect_eq(run_shell(BRISTLE " report tests/bad/language/call_nil.lua -o "
                                 "%s/bad.html; test ! -e %s/bad.html",
                         folder, folder),
               0);
  cr_expect_eq(run_shell(BRISTLE " report specs/cone/point_foot.lua"), 2);
  expect_in(printed, "needs -o FILE.html");
}
