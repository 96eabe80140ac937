/* Tests of `bristle sweep`. In: a small block on a table. Out: claims about the
 * bytes of its files, however the work is shared or ended; about rows, samples,
 * measures, merged shards and pictures. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "study/inside.h"
#include "support/compiling.h"
#include "support/emitting.h"
#include "support/soak.h"
#include "support/support.h"

static void begin(void)
{
  compiling_begin();
  save("block.lua",
       "local p = param { mu = 0.5, pull = 3, slow = 0 }\n"
       "return contact { name = 'block', model = 'ellipsoid', grid = { 3, 3 }, "
       "size = { 0.1, 0.1 }, pressure = rectangle {}, friction = lugre { "
       "sigma0 = 1e4, sigma1 = 20, mu_c = p.mu, s_ba = 0.9, v_d = 0.01 }, body "
       "= { mass = 1, inertia = 2e-3, frame = 'body' }, scenario = { duration "
       "= 0.02, dt = 1e-3, fn = 5, load = function(t)\n"
       "  for _ = 1, p.slow do t = t + 0 end\n"
       "  return p.pull, 0, 0.01 end } }");
}

TestSuite(sweep, .init = begin, .fini = compiling_end);

/* Runs `bristle sweep` in the folder of the test. Returns its exit code. */
static int sweep(const char *arguments)
{
  return run_shell("b=$PWD/" BRISTLE "; cd %s && $b sweep %s", folder,
                   arguments);
}

static bool is_same(const char *a, const char *b)
{
  return run_shell("cmp %s/%s %s/%s", folder, a, folder, b) == 0;
}

static long count_rows(const char *name)
{
  cr_assert_eq(run_shell("grep -c '^[0-9]' %s/%s", folder, name), 0, "%s",
               printed);
  return strtol(printed, NULL, 10);
}

/* ---- rows --------------------------------------------------------------- */

Test(sweep, a_row_says_what_sim_says)
{
  cr_assert_eq(sweep("block.lua -o f.csv --vary mu=0.3,0.4 --vary pull=1:2:3"),
               0, "%s", printed);
  cr_expect_eq(count_rows("f.csv"), 6);
  cr_assert_eq(run_shell("%s sim %s/block.lua --set mu=0.4 --set pull=1.5 "
                         "--backend=kernel -o %s/s.csv",
                         BRISTLE, folder, folder),
               0);
  run_shell("tail -n 1 %s/s.csv | cut -d, -f3,6,9", folder);
  char expected[300];
  snprintf(expected, sizeof expected, "4,0.4,1.5,ok,%.250s", printed);
  run_shell("sed -n 6p %s/f.csv | cut -d, -f1-4,8,17,26", folder);
  cr_expect_str_eq(printed, expected);
}

Test(sweep, errors_of_rows_are_rows_and_are_counted)
{
  cr_expect_eq(sweep("block.lua -o f.csv --vary mu=-1:1:3"), 0);
  cr_expect(strstr(printed, "3 rows, 2 with an error"), "%s", printed);
  run_shell(
      "grep -c ',\"*--set mu: .*mu_c must be positive\\|mu_c must be' "
      "%s/f.csv",
      folder);
  cr_expect_eq(strtol(printed, NULL, 10), 2);
  cr_expect_eq(sweep("block.lua -o g.csv --vary mu=-1,-2"), 1, "%s", printed);
}

Test(sweep, what_is_wrong_with_all_rows_is_an_error)
{
  static const char *const wrong[][2] = {
      {"block.lua -o f.csv --vary mo=0.1:1:3", "has no parameter"},
      {"block.lua -o f.csv --vary friction.v_s=1e-3:1e-2:3",
       "writes no number"},
      {"block.lua -o f.csv --vary name=1:2:2", "not a number"},
      {"block.lua -o f.csv --vary mu=1:2", "--vary needs"},
      {"block.lua -o f.csv --vary mu=-1:2:4:log", "--vary needs"},
      {"block.lua -o f.csv --vary mu=1,2 --vary mu=3,4", "two axes"},
      {"block.lua -o f.csv --vary mu=1,2 --set mu=3", "same name"},
      {"block.lua -o f.csv --range mu=1:2", "--sample N"},
      {"block.lua -o f.csv --sample 5", "--range"},
      {"block.lua -o f.csv", "nothing varies"},
      {"block.lua -o f.csv --vary mu=1,2 --shard 2/2", "I from 0"},
      {"block.lua -o f.csv --vary mu=1:2:20000 --vary pull=1:2:20000",
       "at most"},
      {"block.lua -o f.csv --vary mu=1,2 --measure no.lua", "no.lua"},
      {"no.lua -o f.csv --vary mu=1,2", "no.lua"}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    cr_expect_eq(sweep(wrong[i][0]), 2, "%s", wrong[i][0]);
    cr_expect(strstr(printed, wrong[i][1]), "%s: %s", wrong[i][0], printed);
  }
  cr_expect_neq(run_shell("ls %s | grep f.csv", folder), 0, "%s", printed);
}

/* ---- the same bytes ------------------------------------------------------ */

#define AXES "--vary mu=0.2:0.8:4:log --sample 7 --range pull=1:20 --seed 3"

Test(sweep, processes_and_shards_do_not_change_the_bytes)
{
  static const int shards[] = {2, 7};
  cr_assert_eq(sweep("block.lua -o one.csv " AXES " --jobs 1"), 0, "%s",
               printed);
  cr_expect_eq(count_rows("one.csv"), 28);
  cr_assert_eq(sweep("block.lua -o three.csv " AXES " --jobs 3"), 0);
  cr_expect(is_same("one.csv", "three.csv"));
  for (size_t i = 0; i < 2; i++) {
    char text[300];
    for (int k = 0; k < shards[i]; k++) {
      snprintf(text, sizeof text, "block.lua -o f.csv " AXES " --shard %d/%d",
               k, shards[i]);
      cr_assert_eq(sweep(text), 0, "%s", printed);
    }
    snprintf(text, sizeof text, "--merge f.csv.*-of-%d -o merged.csv",
             shards[i]);
    cr_assert_eq(sweep(text), 0, "%s", printed);
    cr_expect(is_same("one.csv", "merged.csv"), "%d shards", shards[i]);
  }
}

/* A row more takes 0.1 s or so: the kills come within rows and between them. */
Test(sweep, a_sweep_that_is_killed_again_and_again_ends_with_the_same_bytes)
{
  uint64_t seed = 7;
  int kills = 0;
  cr_assert_eq(sweep("block.lua -o whole.csv " AXES), 0);
  for (int i = 0; i < 400 && kills < 10; i++) {
    const double seconds = random_in(&seed, 0.05, 0.25);
    const int code = run_shell("b=$PWD/" BRISTLE
                               "; cd %s && timeout -s KILL %.3f $b sweep "
                               "block.lua -o f.csv " AXES,
                               folder, seconds);
    if (code != 0) {
      kills++;
      continue;
    }
    cr_expect(is_same("whole.csv", "f.csv"));
    run_shell("rm %s/f.csv", folder);
  }
  cr_expect_eq(kills, 10, "only %d kills", kills);
  cr_assert_eq(sweep("block.lua -o f.csv " AXES), 0, "%s", printed);
  cr_expect(is_same("whole.csv", "f.csv"));
  cr_expect_neq(run_shell("ls %s | grep of-1", folder), 0, "%s", printed);
}

/* One compiled solver serves all rows. */
static const char tuned[] =
    "return contact { name = 'tuned', model = 'ellipsoid', grid = { 3, 3 }, "
    "size = { 0.1, 0.1 }, pressure = rectangle {}, friction = lugre { sigma0 = "
    "1e4, sigma1 = 20, mu_c = 0.4, v_d = 0.01, s_ba = 0.9 }, tune = { mu_c = { "
    "0.2, 0.8 }, sigma0 = { 1e3, 1e5 }, ['body.mass'] = { 0.5, 2 } }, body = { "
    "mass = 1, inertia = 2e-3, frame = 'body' }, scenario = { duration = 0.02, "
    "dt = 1e-3, fn = 5, load = function(t) return 3, 1, 0.01 end } }";

/* Runs the sweep until it is killed, `kills` times, after random times below
 * `most` seconds; then to its end. */
static void sweep_with_kills(const char *arguments, int kills, double most)
{
  uint64_t seed = 11;
  for (int i = 0; i < kills; i++) {
    const double seconds = random_in(&seed, 0.05, most);
    run_shell("b=$PWD/" BRISTLE "; cd %s && timeout -s KILL %.3f $b sweep %s",
              folder, seconds, arguments);
  }
  cr_assert_eq(sweep(arguments), 0, "%s", printed);
}

static double seconds_now(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* With TEST_SOAK=1 of 100,000 rows and ten kills. */
Test(sweep, many_rows_of_tune_are_the_same_however_they_are_made)
{
  const int rows = in_soak() ? 100000 : 400, kills = in_soak() ? 10 : 2;
  static const int shards[] = {2, 7};
  char text[300];
  save("tuned.lua", tuned);
  snprintf(text, sizeof text, "tuned.lua -o one.csv --sample %d", rows);
  const double start = seconds_now();
  cr_assert_eq(sweep(text), 0, "%s", printed);
  const double whole = seconds_now() - start;
  cr_expect_eq(count_rows("one.csv"), rows);
  snprintf(text, sizeof text, "tuned.lua -o killed.csv --sample %d", rows);
  sweep_with_kills(text, kills, 0.05 + whole / 6);
  cr_expect(is_same("one.csv", "killed.csv"));
  for (size_t i = 0; i < 2; i++) {
    for (int k = 0; k < shards[i]; k++) {
      snprintf(text, sizeof text,
               "tuned.lua -o f.csv --sample %d --shard %d/%d", rows, k,
               shards[i]);
      cr_assert_eq(sweep(text), 0, "%s", printed);
    }
    snprintf(text, sizeof text, "--merge f.csv.*-of-%d -o merged.csv",
             shards[i]);
    cr_assert_eq(sweep(text), 0, "%s", printed);
    cr_expect(is_same("one.csv", "merged.csv"), "%d shards", shards[i]);
  }
}

/* As root a rename would put a file in the place of the pipe. */
Test(sweep, a_pipe_or_a_device_is_no_file_for_rows)
{
  static const char *const refused = "a sweep must be written to a file";
  run_shell("cd %s && mkfifo pipe", folder);
  cr_expect_eq(sweep("block.lua -o pipe --vary mu=0.2:0.8:2"), 2);
  cr_expect(strstr(printed, refused), "%s", printed);
  cr_assert_eq(sweep("block.lua -o f.csv --vary mu=0.2:0.8:2 --shard 0/2"), 0);
  cr_assert_eq(sweep("block.lua -o f.csv --vary mu=0.2:0.8:2 --shard 1/2"), 0);
  cr_expect_eq(sweep("--merge f.csv.0-of-2 f.csv.1-of-2 -o pipe"), 2);
  cr_expect(strstr(printed, refused), "%s", printed);
  cr_expect_eq(run_shell("test -p %s/pipe", folder), 0);
}

/* The rows of an earlier run stay, also half a line is no row. */
Test(sweep, finished_rows_are_kept_and_half_a_line_is_done_again)
{
  cr_assert_eq(sweep("block.lua -o f.csv --vary mu=0.2:0.8:6 --shard 0/2"), 0);
  cr_assert_eq(sweep("block.lua -o f.csv --vary mu=0.2:0.8:6 --shard 1/2"), 0);
  run_shell("cd %s && cp f.csv.0-of-2 whole && head -c -40 whole >f.csv.0-of-2",
            folder);
  cr_expect_eq(sweep("--merge f.csv.0-of-2 f.csv.1-of-2 -o m.csv"), 2);
  cr_expect(strstr(printed, "row 4 is missing"), "%s", printed);
  cr_assert_eq(sweep("block.lua -o f.csv --vary mu=0.2:0.8:6 --shard 0/2"), 0);
  cr_expect(strstr(printed, "3 rows, 2 of them from an earlier run"), "%s",
            printed);
  cr_expect(is_same("whole", "f.csv.0-of-2"));
  cr_expect_eq(sweep("block.lua -o f.csv --vary mu=0.2:0.9:6 --shard 0/2"), 2);
  cr_expect(strstr(printed, "another sweep"), "%s", printed);
  cr_expect(is_same("whole", "f.csv.0-of-2"));
}

Test(sweep, a_process_that_crashes_costs_its_row_alone)
{
  cr_assert_eq(
      run_shell(
          "b=$PWD/" BRISTLE "; cd %s && { $b sweep block.lua -o f.csv "
          "--jobs 1 --vary slow=0,2000000,0 & } && p=$! && for i in $(seq "
          "100); do sleep 0.05; [ $(grep -c '^[0-9]' f.csv.0-of-1) = 1 ] "
          "&& break; done; sleep 0.2; kill -SEGV $(cat /proc/$p/task/$p"
          "/children); wait $p",
          folder),
      0, "%s", printed);
  cr_expect(strstr(printed, "3 rows, 1 with an error"), "%s", printed);
  run_shell("cut -d, -f1,3 %s/f.csv", folder);
  cr_expect(strstr(printed,
                   "0,ok\n1,the process crashed: Segmentation fault\n"
                   "2,ok\n"),
            "%s", printed);
}

/* ---- shards -------------------------------------------------------------- */

Test(sweep, slurm_and_mpi_name_the_shard)
{
  static const char *const places[][2] = {
      {"SLURM_ARRAY_TASK_ID=12 SLURM_ARRAY_TASK_MIN=10 SLURM_ARRAY_TASK_MAX=14 "
       "SLURM_ARRAY_TASK_STEP=2 SLURM_ARRAY_TASK_COUNT=3",
       "1-of-3"},
      {"OMPI_COMM_WORLD_RANK=2 OMPI_COMM_WORLD_SIZE=3", "2-of-3"},
      {"PMI_RANK=0 PMI_SIZE=3", "0-of-3"}};
  for (size_t i = 0; i < 3; i++) {
    cr_assert_eq(run_shell("%s " BRISTLE " sweep %s/block.lua -o %s/f.csv "
                           "--vary mu=0.2:0.8:6",
                           places[i][0], folder, folder),
                 0, "%s", printed);
    cr_expect(strstr(printed, places[i][1]), "%s", printed);
  }
  cr_expect_eq(sweep("--merge f.csv.?-of-3 -o f.csv"), 0, "%s", printed);
  cr_expect_eq(count_rows("f.csv"), 6);
  cr_expect_eq(
      run_shell("SLURM_ARRAY_TASK_ID=4 SLURM_ARRAY_TASK_MIN=1 "
                "SLURM_ARRAY_TASK_MAX=4 SLURM_ARRAY_TASK_COUNT=3 " BRISTLE
                " sweep %s/block.lua -o %s/f.csv --vary mu=0.2:0.8:6",
                folder, folder),
      2);
  cr_expect(strstr(printed, "gaps"), "%s", printed);
}

Test(sweep, merging_refuses_missing_double_and_foreign_rows)
{
  static const char *const wrong[][2] = {
      {"f.csv.0-of-2", "one is missing"},
      {"f.csv.0-of-2 f.csv.1-of-2 f.csv.1-of-2", "3 files"},
      {"f.csv.0-of-2 f.csv.0-of-2", "shard 0 is also"},
      {"f.csv.0-of-2 g.csv.1-of-2", "different sweeps"},
      {"f.csv.0-of-2 double", "row 1 is there twice"},
      {"f.csv.0-of-2 more", "row 1 is there twice or does not exist"},
      {"f.csv.0-of-2 block.lua", "no file of a shard"}};
  cr_assert_eq(sweep("block.lua -o f.csv --vary mu=0.2:0.8:4 --shard 0/2"), 0);
  cr_assert_eq(sweep("block.lua -o f.csv --vary mu=0.2:0.8:4 --shard 1/2"), 0);
  cr_assert_eq(sweep("block.lua -o g.csv --vary mu=0.2:0.7:4 --shard 1/2"), 0);
  run_shell(
      "cd %s && sed 3p f.csv.1-of-2 >double && (cat f.csv.1-of-2; sed -n "
      "3p f.csv.1-of-2) >more",
      folder);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    char text[300];
    snprintf(text, sizeof text, "--merge %s -o m.csv", wrong[i][0]);
    cr_expect_eq(sweep(text), 2, "%s", text);
    cr_expect(strstr(printed, wrong[i][1]), "%s: %s", text, printed);
  }
  cr_expect_neq(run_shell("ls %s | grep m.csv", folder), 0, "%s", printed);
}

/* All tasks would write the same file, and each all rows. */
Test(sweep, a_place_that_names_no_shard_is_refused)
{
  static const char *const wrong[][2] = {
      {"OMPI_COMM_WORLD_RANK=3 OMPI_COMM_WORLD_SIZE=3", "from 0 to"},
      {"OMPI_COMM_WORLD_RANK=1", "OMPI_COMM_WORLD_SIZE less 1"},
      {"PMI_SIZE=3", "PMI_RANK must be set"},
      {"PMI_RANK=x PMI_SIZE=3", "PMI_RANK must be a whole number"},
      {"OMPI_COMM_WORLD_RANK=-1 OMPI_COMM_WORLD_SIZE=3", "got \"-1\""},
      {"SLURM_ARRAY_TASK_ID=3", "SLURM_ARRAY_TASK_COUNT is not set"},
      {"SLURM_ARRAY_TASK_ID=3x SLURM_ARRAY_TASK_COUNT=5", "got \"3x\""}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    cr_expect_eq(run_shell("%s " BRISTLE " sweep %s/block.lua -o %s/f.csv "
                           "--vary mu=0.2:0.8:6",
                           wrong[i][0], folder, folder),
                 2, "%s", wrong[i][0]);
    cr_expect(strstr(printed, wrong[i][1]), "%s: %s", wrong[i][0], printed);
  }
  cr_expect_eq(run_shell("OMPI_COMM_WORLD_RANK= PMI_RANK=1 PMI_SIZE=2 " BRISTLE
                         " sweep %s/block.lua -o %s/f.csv --vary mu=0.2,0.8",
                         folder, folder),
               0, "%s", printed);
}

Test(sweep, a_measure_has_a_name_of_its_own)
{
  static const char *const names[] = {"row", "status", "mu"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    run_shell("echo 'return { [\"%s\"] = function() return 1 end }' >%s/m.lua",
              names[i], folder);
    cr_expect_eq(
        sweep("block.lua -o f.csv --vary mu=0.2,0.8 --measure m.lua"), 2);
    cr_expect(strstr(printed, "m.lua:1: the sweep has another column"), "%s",
              printed);
  }
}

Test(sweep, merged_rows_do_not_overwrite_a_shard)
{
  cr_assert_eq(sweep("block.lua -o f.csv --vary mu=0.2:0.8:4 --shard 0/2"), 0);
  cr_assert_eq(sweep("block.lua -o f.csv --vary mu=0.2:0.8:4 --shard 1/2"), 0);
  run_shell("cd %s && cp f.csv.1-of-2 kept && ln f.csv.1-of-2 linked", folder);
  cr_expect_eq(sweep("--merge f.csv.0-of-2 f.csv.1-of-2 -o f.csv.1-of-2"), 2);
  cr_expect(strstr(printed, "another file than that of a shard"), "%s",
            printed);
  cr_expect_eq(sweep("--merge f.csv.0-of-2 f.csv.1-of-2 -o linked"), 2);
  cr_expect(is_same("kept", "f.csv.1-of-2"));
}

/* ---- samples ------------------------------------------------------------- */

Test(sweep, samples_fill_every_elementary_interval)
{
  enum { N = 256 };
  for (uint64_t seed = 1; seed < 4; seed++) {
    for (int d = 0; d < SWEEP_MOST_AXES; d++) {
      int hits[N] = {0};
      for (uint64_t i = 0; i < N; i++)
        hits[(int)(N * sobol_point(i, d, seed))]++;
      for (int k = 0; k < N; k++) cr_expect_eq(hits[k], 1, "dimension %d", d);
    }
    for (int nx = 1; nx <= N; nx *= 2) { /* the first two: a (0, 8, 2) net */
      int hits[N] = {0};
      for (uint64_t i = 0; i < N; i++)
        hits[(int)(nx * sobol_point(i, 0, seed)) +
             nx * (int)(N / nx * sobol_point(i, 1, seed))]++;
      for (int k = 0; k < N; k++)
        cr_expect_eq(hits[k], 1, "%d x %d", nx, N / nx);
    }
  }
}

/* The integral of a product of all dimensions is 1; random points miss it by
 * 0.03 or so. */
Test(sweep, samples_integrate_better_than_random_points)
{
  enum { N = 4096 };
  double sum = 0;
  for (uint64_t i = 0; i < N; i++) {
    double product = 1;
    for (int d = 0; d < SWEEP_MOST_AXES; d++)
      product *= 1 + 0.5 * (sobol_point(i, d, 1) - 0.5);
    sum += product;
  }
  cr_expect_float_eq(sum / N, 1, 2e-3, "%g", sum / N);
}

Test(sweep, values_are_round_and_meet_the_ends)
{
  const SweepAxis axes[] = {{"a", 0.1, 0.7, 7, false, NULL},
                            {"b", 1e-4, 1e-2, 3, true, NULL}};
  const Sweep s = {.axes = axes, .naxes = 2};
  double v[2];
  sweep_values(&s, 2 * 3 + 1, v);
  cr_expect_eq(v[0], 0.3);
  cr_expect_eq(v[1], 1e-3);
  sweep_values(&s, 20, v);
  cr_expect_eq(v[0], 0.7);
  cr_expect_eq(v[1], 1e-2);
}

/* ---- measures and pictures ----------------------------------------------- */

Test(sweep, measures_are_functions_of_the_recording_and_the_parameters)
{
  save("m.lua",
       "return { moved = function(r) return r.x[#r.x] - r.x[1] end,\n"
       "  cost = function(r, p) return p.mu + 10 * #r.t end }");
  cr_assert_eq(sweep("block.lua -o f.csv --vary mu=0.3,0.5 --measure m.lua"), 0,
               "%s", printed);
  run_shell("cut -d, -f1-4 %s/f.csv", folder);
  cr_expect_str_eq(printed,
                   "row,mu,status,cost\n0,0.3,ok,210.3\n1,0.5,ok,210.5\n");
  save("m.lua", "return { moved = function(r) return r.nothing end }");
  cr_expect_eq(sweep("block.lua -o g.csv --vary mu=0.3,0.5 --measure m.lua"),
               1);
  run_shell("cat %s/g.csv", folder);
  cr_expect(strstr(printed, "m.lua:1: the recording has no member nothing"),
            "%s", printed);
  save("m.lua", "return function(r) return 1 end");
  cr_expect_eq(sweep("block.lua -o h.csv --vary mu=0.3,0.5 --measure m.lua"),
               2);
  cr_expect(strstr(printed, "must return a table of functions"), "%s", printed);
}

Test(sweep, pictures_are_curves_maps_and_histograms)
{
  static const char *const sweeps[] = {"--vary mu=0.1:0.5:3",
                                       "--vary mu=0.1:0.5:3 --vary pull=2:4:3",
                                       "--sample 8 --range mu=0.1:0.5"};
  static const char *const words[] = {">mu<", ">pull<", ">rows<"};
  for (int i = 0; i < 3; i++) {
    char text[300];
    snprintf(text, sizeof text, "block.lua -o f.csv %s --plot f.svg",
             sweeps[i]);
    cr_assert_eq(sweep(text), 0, "%s", printed);
    cr_expect_eq(run_shell("sed 's/<[/]*tspan[^>]*>//g' %s/f.svg | grep -q "
                           "'%s'",
                           folder, words[i]),
                 0, "%s", sweeps[i]);
  }
}

/* Labels of a narrow range had eleven characters each and overlapped, and a
 * logarithmic axis without a power of ten had none. */
Test(sweep, labels_of_pictures_have_room)
{
  static const char plain[] = "sed 's/<[/]*tspan[^>]*>//g' %s/f.svg | grep -c "
                              "'>%s<'";
  save("m.lua", "return { way = function(r, p) return 2e-5 + 1e-10*p.mu end }");
  cr_assert_eq(sweep("block.lua -o f.csv --sample 8 --range mu=0.1:0.5 "
                     "--measure m.lua --plot f.svg"),
               0, "%s", printed);
  cr_expect_eq(run_shell(plain, folder, "way less 2.000001e-05"), 0);
  cr_expect_eq(run_shell(plain, folder, " *1e-11 *"), 0);
  cr_assert_eq(sweep("block.lua -o f.csv --vary mu=0.2:0.8:3:log --plot f.svg"),
               0, "%s", printed);
  cr_expect_eq(run_shell(plain, folder, " *0.4 *"), 0);
}
