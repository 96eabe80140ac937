/* Tests of the program: verbs, options, exit codes, output streams, pictures.
 */
#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/soak.h"
#include "support/compiling.h"
#include "support/place.h"

static void begin(void)
{
  compiling_begin();
  compile_quickly();
}

TestSuite(cli, .init = begin, .fini = compiling_end);

static char out[1 << 16], err[1 << 18];

static void slurp(const char *path, char *text, size_t room)
{
  FILE *file = fopen(path, "r");
  cr_assert_not_null(file);
  const size_t n = fread(text, 1, room - 1, file);
  text[n] = 0;
  fclose(file);
  unlink(path);
}

/* Returns the exit code of `bristle ARGUMENTS`; its streams are in out and err.
 */
static int bristle(const char *arguments)
{
  char command[2000], name[2][200];
  for (int i = 0; i < 2; i++)
    snprintf(name[i], sizeof name[i], "%s/bristle-cli-%ld.%d", test_place(),
             (long)getpid(), i);
  snprintf(command, sizeof command, "%s %s >%s 2>%s", BRISTLE, arguments,
           name[0], name[1]);
  const int status = system(command);
  slurp(name[0], out, sizeof out);
  slurp(name[1], err, sizeof err);
  cr_assert(WIFEXITED(status), "crashed: bristle %s\n%s", arguments, err);
  return WEXITSTATUS(status);
}

Test(cli, version_and_help_go_to_stdout)
{
  cr_expect_eq(bristle("--version"), 0);
  cr_expect_str_eq(out, "bristle 0.1.0\n");
  cr_expect_eq(bristle("--help"), 0);
  cr_expect(strstr(out, "usage:") && !*err);
  cr_expect_eq(bristle("check --help"), 0);
  cr_expect(strstr(out, "--speed") && strstr(out, "--set") && !*err);
  cr_expect_eq(bristle("help --help"), 0);
  cr_expect(strstr(out, "usage: bristle help"));
  cr_expect_eq(bristle("help lugre"), 0);
  cr_expect(strstr(out, "sigma0") && !strstr(out, "duration"));
}

Test(cli, usage_errors_exit_with_2_and_leave_stdout_empty)
{
  static const char *const wrong[][2] = {
      {"", "usage:"},
      {"chekc specs/contact/square.lua", "did you mean check?"},
      {"check", "needs a spec"},
      {"bench a.lua b.lua", "takes one spec"},
      {"check specs/contact/square.lua --jsn", "unknown option --jsn"},
      {"check specs/contact/square.lua --speed fast", "positive number"},
      {"check specs/contact/square.lua --speed", "positive number"},
      {"check specs/contact/square.lua --set mu", "KEY=VALUE"},
      {"check specs/contact/square.lua -d x", "letters"},
      {"check specs/contact/square.lua -d smq", "the letters smygpe, got smq"},
      {"plot specs/contact/square.lua", "needs -o DIR"},
      {"plot specs/contact/square.lua -o", "needs a value"},
      {"plot specs/contact/square.lua --json -o x", "unknown option --json"}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    cr_expect_eq(bristle(wrong[i][0]), 2, "bristle %s", wrong[i][0]);
    cr_expect(strstr(err, wrong[i][1]), "bristle %s: %s", wrong[i][0], err);
    cr_expect_str_empty(out);
  }
}

/* Returns true if a line of help begins with that option. */
static bool is_in_help(const char *help, const char *option)
{
  char start[40];
  snprintf(start, sizeof start, "\n  %s", option);
  const char *at = strstr(help, start);
  return at && strchr(" \n", at[strlen(start)]);
}

Test(cli, help_shows_the_options_that_a_verb_takes_and_no_others)
{
  static const char *const verbs[] = {"emit",  "sim",  "verify", "bench",
                                      "check", "plot", "cache"};
  static const char *const options[] = {
      "-o",      "--example", "--descriptor", "--plot", "--backend", "--json",
      "--watch",
      "--speed", "--clear",   "--set",        "-d",     "--nothing", "-x"};
  static char help[sizeof out];
  int shown = 0;
  for (size_t v = 0; v < sizeof verbs / sizeof *verbs; v++) {
    char arguments[60];
    snprintf(arguments, sizeof arguments, "%s --help", verbs[v]);
    cr_expect_eq(bristle(arguments), 0);
    memcpy(help, out, sizeof help);
    cr_expect(is_in_help(help, "--help"), "%s", verbs[v]);
    for (size_t o = 0; o < sizeof options / sizeof *options; o++) {
      const bool is_shown = is_in_help(help, options[o]);
      snprintf(arguments, sizeof arguments, "%s %s", verbs[v], options[o]);
      if (strcmp(options[o], "--clear") == 0 && is_shown) continue;
      cr_expect_eq(bristle(arguments), 2, "%s", arguments);
      cr_expect_eq(is_shown, !strstr(err, "unknown option"), "%s: %s",
                   arguments, err);
      shown += is_shown;
    }
  }
  cr_expect_eq(shown, 4 + 3 + 2 + 1 + 2 + 1 + 2 * 6);
}

Test(cli, an_unknown_option_names_the_nearest_one)
{
  cr_expect_eq(bristle("check specs/contact/square.lua --jsno"), 2);
  cr_expect(strstr(err, "unknown option --jsno; did you mean --json?"), "%s",
            err);
  cr_expect_eq(bristle("check specs/contact/square.lua --json=1"), 2);
  cr_expect(strstr(err, "unknown option --json=1"), "%s", err);
}

Test(cli, a_bad_spec_exits_with_2_and_shows_its_line)
{
  cr_expect_eq(bristle("check tests/bad/laws/sigma0_negative.lua --json"), 2);
  cr_expect_str_eq(
      err,
      "tests/bad/laws/sigma0_negative.lua:8: sigma0 must be positive, "
      "got -1\n    8 |     sigma0 = -1,\n");
  cr_expect_str_empty(out);
}

Test(cli, check_exits_with_1_when_the_lint_has_errors)
{
  cr_expect_eq(bristle("check specs/contact/square.lua"), 0);
  cr_expect(strstr(out, "warning: sigma1"));
  cr_expect_eq(
      bristle("check specs/contact/square.lua --set friction.sigma0=1"), 1);
  cr_expect(strstr(out, "error: sigma0"));
}

Test(cli, check_takes_speeds)
{
  cr_expect_eq(bristle("check specs/contact/square.lua --speed 0.5 --speed=2"),
               0);
  cr_expect(strstr(out, "4e-06") && strstr(out, "1e-06") &&
            !strstr(out, "0.002147"));
}

Test(cli, sim_writes_every_nth_row_and_the_last)
{
  const char *path = TEST_OUT "/every.csv";
  char arguments[300];
  snprintf(arguments, sizeof arguments,
           "sim specs/paper/slip_case2_circle.lua -o %s --every 300 "
           "--backend=tcc",
           path);
  cr_assert_eq(bristle(arguments), 0, "%s", err);
  FILE *file = fopen(path, "r");
  cr_assert_not_null(file);
  char line[2000];
  double t[8] = {0};
  int rows = -1;
  for (; fgets(line, sizeof line, file) && rows < 8; rows++)
    if (rows >= 0) t[rows] = strtod(line, NULL);
  fclose(file);
  cr_expect_eq(rows, 5);
  cr_expect_float_eq(t[1] - t[0], 0.6, 1e-12);
  cr_expect_float_eq(t[4], 2, 1e-12);
  unlink(path);
  cr_expect_eq(bristle("sim specs/paper/slip_case2_circle.lua -o /dev/null "
                       "--every 0"),
               2);
  cr_expect(strstr(err, "--every needs a whole number"), "%s", err);
}

Test(cli, run_says_that_its_file_is_a_spec)
{
  cr_expect_eq(bristle("run specs/contact/finger_pad.lua"), 2);
  cr_expect(strstr(err, "is the file a spec? run it with bristle check"), "%s",
            err);
}

Test(cli, stages_can_be_dumped)
{
  cr_expect_eq(bristle("check specs/contact/finger_pad.lua -d sm --json"), 0);
  cr_expect(strstr(err, "sigma0 = 1e6") && strstr(err, "pressure = disc"));
  cr_expect(strstr(err, "cells: i j x y weight"));
  cr_expect_eq(out[0], '{');
}

/* A verb that stops at the model makes the later stages if -d names them. */
Test(cli, every_verb_can_dump_every_stage)
{
  static const char *const shown[][2] = {
      {"s", "spec specs/contact"}, {"m", "cells: i j x y weight"},
      {"y", "plastic slopes: "},   {"g", "golden_wrenches = -"},
      {"p", "decision unroll: "},  {"e", "int square_step(square_state"}};
  for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
    char arguments[100];
    snprintf(arguments, sizeof arguments,
             "check specs/contact/square.lua --set grid={5,5} -d %s",
             shown[i][0]);
    cr_expect_eq(bristle(arguments), 0);
    for (size_t k = 0; k < sizeof shown / sizeof *shown; k++)
      cr_expect((k == i) == (strstr(err, shown[k][1]) != NULL),
                "-d %s shows %s", shown[i][0], shown[k][0]);
  }
}

Test(cli, a_full_disk_is_an_error)
{
  if (access("/dev/full", W_OK) != 0) cr_skip_test("no /dev/full here");
  const int status =
      system(BRISTLE " check specs/contact/square.lua >/dev/full 2>/dev/null");
  cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 2);
}

/* Returns the size of a file that must start with the given bytes, else 0. */
static long picture_size(const char *path, const char *start)
{
  char head[64] = "";
  FILE *file = fopen(path, "rb");
  if (!file) return 0;
  const size_t n = fread(head, 1, sizeof head - 1, file);
  fseek(file, 0, SEEK_END);
  const long size = ftell(file);
  fclose(file);
  return n >= strlen(start) && memcmp(head, start, strlen(start)) == 0 ? size
                                                                       : 0;
}

static const char *const surfaces[] = {
    "disc{radius=0.009}",
    "disc{radius=0.009,profile=hertz}",
    "annulus{inner=0.004,outer=0.009,profile=soft{k=3}}",
    "rectangle{size={0.012,0.006},angle=0.4}",
    "line{length=0.018}",
    "gradient_line{length=0.018,angle=0.3}",
    "polygon{{-0.008,-0.008},{0.008,-0.006},{0,0},{-0.004,0.009}}",
    "function(x,y)return_1+x*50_end",
    "disc{radius=0.004,at={-0.005,0}}+disc{radius=0.003,at={0.005,0.004}}"};

Test(cli, check_and_plot_work_for_every_shape)
{
  for (size_t i = 0; i < sizeof surfaces / sizeof *surfaces; i++) {
    char surface[200], arguments[600], path[200];
    snprintf(surface, sizeof surface, "%s", surfaces[i]);
    for (char *c = surface; *c; c++)
      if (*c == '_' && strncmp(surface, "function", 8) == 0) *c = ' ';
    snprintf(arguments, sizeof arguments,
             "check specs/contact/square.lua --json --set 'pressure=%s'",
             surface);
    cr_expect_eq(bristle(arguments), 0, "%s: %s", surface, err);
    snprintf(arguments, sizeof arguments,
             "plot specs/contact/square.lua -o %s/shape%zu --set 'pressure=%s'",
             TEST_OUT, i, surface);
    cr_expect_eq(bristle(arguments), 0, "%s: %s", surface, err);
    snprintf(path, sizeof path, "%s/shape%zu/square_pressure.svg", TEST_OUT, i);
    cr_expect_gt(picture_size(path, "<?xml"), 3000, "%s", path);
    cr_expect(strstr(out, path));
    snprintf(path, sizeof path, "%s/shape%zu/square_pressure.png", TEST_OUT, i);
    cr_expect_gt(picture_size(path, "\x89PNG"), 3000, "%s", path);
  }
}

Test(cli, plot_draws_materials_and_where_a_slide_slips_first)
{
  static const char *const pictures[] = {"material", "breakaway"};
  cr_assert_eq(bristle("plot specs/contact/incipient_slip.lua -o " TEST_OUT "/slip "
                       "--set grid.1=15 --set grid.2=15"),
               0, "%s", err);
  for (size_t i = 0; i < COUNT(pictures); i++) {
    char path[200];
    snprintf(path, sizeof path, TEST_OUT "/slip/incipient_slip_%s.svg", pictures[i]);
    cr_expect_gt(picture_size(path, "<?xml"), 3000, "%s", path);
  }
}

Test(cli, plot_leaves_no_scratch_files)
{
  cr_expect_eq(bristle("plot specs/contact/square.lua -o " TEST_OUT "/clean"),
               0);
  DIR *clean = opendir(TEST_OUT "/clean");
  cr_assert_not_null(clean);
  for (struct dirent *entry; (entry = readdir(clean));)
    cr_expect_not(strstr(entry->d_name, ".tmp"), "%s", entry->d_name);
  closedir(clean);
}

Test(cli, check_and_plot_work_for_maps_and_images)
{
  cr_assert_eq(system("mkdir -p " TEST_OUT "/image"), 0);
  FILE *file = fopen(TEST_OUT "/image/pad.pgm", "w");
  cr_assert_not_null(file);
  fputs("P2\n3 2\n255\n0 255 0\n255 128 255\n", file);
  fclose(file);
  file = fopen(TEST_OUT "/image/pad.lua", "w");
  cr_assert_not_null(file);
  fputs(
      "return contact { name = 'pad', grid = { 6, 4 }, size = { 0.03, 0.02 },\n"
      "  pressure = image 'pad.pgm',\n"
      "  friction = lugre { sigma0 = 1e5, mu_c = 0.5 } }\n",
      file);
  fclose(file);
  cr_expect_eq(bristle("check --json " TEST_OUT "/image/pad.lua"), 0, "%s",
               err);
  cr_expect_eq(bristle("plot -o " TEST_OUT "/image " TEST_OUT "/image/pad.lua"),
               0, "%s", err);
  cr_expect_gt(picture_size(TEST_OUT "/image/pad_pressure.png", "\x89PNG"),
               3000);
  cr_expect_eq(bristle("check --json specs/contact/three_feet.lua"), 0, "%s",
               err);
  cr_expect_eq(bristle("plot -o " TEST_OUT "/map specs/contact/three_feet.lua"),
               0, "%s", err);
  cr_expect_gt(picture_size(TEST_OUT "/map/three_feet_limit.svg", "<?xml"),
               3000);
}

static const char *const one_of_each[] = {"cone/point_foot", "slider/parcel",
                                          "mechanism/bead_on_hoop",
                                          "contact/three_feet"};

Test(cli, every_kind_is_checked_drawn_simulated_and_emitted)
{
  for (size_t i = 0; i < sizeof one_of_each / sizeof *one_of_each; i++) {
    const char *spec = one_of_each[i], *name = strrchr(spec, '/') + 1;
    char command[400];
    snprintf(command, sizeof command, "check specs/%s.lua --json", spec);
    cr_expect_eq(bristle(command), 0, "%s: %s", command, err);
    cr_expect(strstr(out, "\"lint\""), "%s", out);
    snprintf(command, sizeof command,
             "emit specs/%s.lua -o " TEST_OUT "/kinds --example", spec);
    cr_expect_eq(bristle(command), 0, "%s: %s", command, err);
    snprintf(command, sizeof command,
             "make -s -B -C " TEST_OUT "/kinds && " TEST_OUT
             "/kinds/%s >/dev/null",
             name);
    cr_expect_eq(system(command), 0, "%s", command);
    snprintf(command, sizeof command, "plot specs/%s.lua -o " TEST_OUT "/kinds",
             spec);
    cr_expect_eq(bristle(command), 0, "%s: %s", command, err);
    cr_expect(strstr(out, ".svg"), "%s", out);
    const bool moves = i == 1 || i == 2; /* the others have no scenario */
    snprintf(command, sizeof command,
             "sim specs/%s.lua -o " TEST_OUT "/kinds/%s.csv --plot " TEST_OUT
             "/kinds/%s.svg",
             spec, name, name);
    cr_expect_eq(bristle(command), moves ? 0 : 2, "%s: %s", command, err);
  }
}

Test(cli, every_kind_is_timed)
{
  const size_t stride = (size_t)soak_stride(5);
  for (size_t i = 0; i < sizeof one_of_each / sizeof *one_of_each;
       i += stride) {
    const char *spec = one_of_each[i];
    char command[200];
    snprintf(command, sizeof command, "bench specs/%s.lua --json", spec);
    cr_expect_eq(bristle(command), 0, "%s: %s", command, err);
    cr_expect(strstr(out, "\"cc_cached\""), "%s", out);
  }
}

Test(cli, output_that_cannot_be_written_is_an_error)
{
  static const char *const all[] = {
      "help",   "help lugre",  "--version",
      "--help", "emit --help", "check specs/contact/square.lua"};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    char command[200];
    snprintf(command, sizeof command, BRISTLE " %s >/dev/full 2>/dev/null",
             all[i]);
    cr_expect_eq(WEXITSTATUS(system(command)), 2, "%s", all[i]);
  }
}

Test(cli, a_spec_without_a_name_is_a_usage_error)
{
  cr_expect_eq(bristle("check ''"), 2);
  cr_expect(strstr(err, "the spec has no name"), "%s", err);
}

static double number_in(const char *text, const char *key)
{
  const char *at = strstr(text, key);
  cr_assert_not_null(at, "%s in %s", key, text);
  return atof(at + strlen(key));
}

/* Times depend on the machine, so that only the ratio in the report is tested.
 */
Test(cli, pressure_of_fn_is_timed_beside_a_constant_one)
{
  cr_assert_eq(bristle("bench specs/paper/soft_pad_fn.lua --json "
                       "--set model=reduced "
                       "--set limit_surface.tolerance=0.02"),
               0, "%s", err);
  const double step = number_in(out, "\"cc\": ");
  const double constant = number_in(out, "\"cc_constant\": ");
  cr_expect_gt(constant, 0);
  cr_expect_float_eq(number_in(out, "\"times_simpler\": "), step / constant,
                     1e-3 * step / constant);
}

/* Two seconds of slip and stick to 1e-4, the way to the end and the angle, in
 * the time of so many steps of the reference. */
Test(cli, a_body_s_motion_is_timed_and_takes_few_reference_steps)
{
  unsetenv("CC"); /* what the optimiser makes of the text */
  static const struct {
    const char *more;
    double most;
  } cases[] = {{"body.tolerance=1e-3 --set scenario.dt=0.01", 3500},
               {"body.tolerance=0.1 --set scenario.dt=3.125e-4", 5000},
               {"model=reduced --set body.tolerance=3e-4", 500}};
  for (int i = 0; i < 3; i += soak_stride(3)) {
    char command[300];
    snprintf(command, sizeof command,
             "bench specs/paper/slip_case2_circle.lua --json --set %s",
             cases[i].more);
    cr_expect_eq(bristle(command), 0, "%s: %s", command, err);
    cr_expect_lt(number_in(out, "\"off\": "), 1e-4, "%s\n%s", command, out);
    cr_expect_lt(number_in(out, "\"reference_steps\": "), cases[i].most,
                 "%s\n%s", command, out);
    cr_expect_float_eq(number_in(out, "\"seconds\": "), 2, 1e-9);
  }
}
