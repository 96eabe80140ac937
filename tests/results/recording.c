/* Recordings of simulations: CSV that reads back equal, and data for pictures
 * that neither grows without bound nor loses the end. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "results/results.h"

static const Column columns[] = {{"t", "s"}, {"fx", "N"}};

static Recording *record(Run *run, size_t rows)
{
  Recording *recording = recording_new(run, (Where){NULL, 0}, columns, 2);
  for (size_t k = 0; k < rows; k++) {
    const double row[2] = {0.1 * (double)k, -1.0 / (double)(k + 3)};
    recording_add(recording, row);
  }
  return recording;
}

Test(record, csv_starts_with_names_and_units)
{
  Run *run = run_open();
  const char *csv = recording_csv(record(run, 2));
  cr_expect_eq(strncmp(csv, "t (s),fx (N)\n", 13), 0, "%s", csv);
  run_close(run);
}

Test(record, csv_reads_back_equal)
{
  Run *run = run_open();
  const Recording *recording = record(run, 50);
  char *at = strchr(recording_csv(recording), '\n');
  for (size_t k = 0; k < 50; k++) {
    cr_expect_eq(strtod(at + 1, &at), 0.1 * (double)k);
    cr_expect_eq(*at, ',');
    cr_expect_eq(strtod(at + 1, &at), -1.0 / (double)(k + 3));
    cr_expect_eq(*at, '\n');
  }
  cr_expect_eq(at[1], 0);
  run_close(run);
}

Test(record, columns_are_found_by_name)
{
  Run *run = run_open();
  cr_expect_eq(recording_at(record(run, 9), 6, "fx"), -1.0 / 9);
  run_close(run);
}

Test(record, pictures_get_few_points_and_the_end)
{
  Run *run = run_open();
  Text script = text_new(run);
  recording_data(record(run, 100001), &script);
  size_t lines = 0;
  for (const char *c = script.chars; *c; c++) lines += *c == '\n';
  cr_expect_lt(lines, 4100);
  cr_expect_gt(lines, 3000);
  const char *end = strstr(script.chars, "\n10000 ");
  cr_expect(end && strcmp(strchr(end + 1, '\n'), "\nEOD\n") == 0);
  run_close(run);
}

Test(record, pictures_of_short_runs_keep_every_point)
{
  Run *run = run_open();
  Text script = text_new(run);
  recording_data(record(run, 3), &script);
  cr_expect_str_eq(script.chars,
                   "$run << EOD\n0 -0.33333333\n0.1 -0.25\n0.2 -0.2\nEOD\n");
  run_close(run);
}
