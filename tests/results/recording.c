/* Tests of the recordings of simulations: their CSV reads back equal. */
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
  const char *csv = recording_csv(record(run, 2), 1);
  cr_expect_eq(strncmp(csv, "t (s),fx (N)\n", 13), 0, "%s", csv);
  run_close(run);
}

Test(record, csv_reads_back_equal)
{
  Run *run = run_open();
  const Recording *recording = record(run, 50);
  char *at = strchr(recording_csv(recording, 1), '\n');
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
