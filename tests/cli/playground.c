/* Tests of the playground of `bristle report`: in a headless Chromium its
 * sliders step the solver, which says what the native solver says. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/compiling.h"
#include "support/emitting.h"

TestSuite(playground, .init = compiling_begin, .fini = compiling_end);

static const char spec[] =
    "return contact {\n"
    "  name = \"play\", grid = { 3, 3 }, size = { 0.02, 0.02 },\n"
    "  pressure = rectangle {},\n"
    "  friction = lugre { sigma0 = 1e4, sigma1 = 20, sigma2 = 0.2,\n"
    "    v_d = 5e-3, mu_c = 0.8, mu_s = 1, v_s = 1e-3 },\n"
    "  tune = { mu_c = { 0.2, 1 }, mu_s = { 0.2, 1.5 } },\n"
    "}\n";

/* Waits for the first outputs, acts, and writes what the actions return to the
 * title, which the dumped page shows. */
static const char frame[] =
    "<script type=\"module\">\n"
    "const set = (name, value) => {\n"
    "  const input = document.querySelector(`input[data-name=\"${name}\"]`);\n"
    "  input.value = value;\n"
    "  input.dispatchEvent(new Event(\"input\", { bubbles: true }));\n"
    "};\n"
    "const said = () => [...document.querySelectorAll(\n"
    "  \"#playground-outputs output\")].map(o => o.dataset.value).join(\" \");\n"
    "const press = id => document.getElementById(id).click();\n"
    "const steps = () => { press(\"playground-reset\"); "
    "press(\"playground-step\"); return said(); };\n"
    "const wait = setInterval(() => {\n"
    "  if (!said()) return;\n"
    "  clearInterval(wait);\n"
    "  document.title = `BEGIN ${(() => { %s })()} END`;\n"
    "}, 20);\n"
    "</script>\n";

enum { MOST_NUMBERS = 16 };

/* Reads the numbers of a line. */
static int numbers_of(const char *line, double *numbers)
{
  int count = 0;
  for (char *end; count < MOST_NUMBERS; line = end) {
    numbers[count] = strtod(line, &end);
    if (end == line) break;
    count++;
  }
  return count;
}

/* Opens the report of a spec, acts on its page (JavaScript that returns numbers
 * as text), and returns how many numbers. There is no error in the console. */
static int act(const char *path, const char *actions, double *numbers)
{
  char script[4000];
  snprintf(script, sizeof script, frame, actions);
  save("script.html", script);
  cr_assert_eq(
      run_shell(BRISTLE " report %s -o %s/page.html --backend=tcc && "
                        "cat %s/script.html >>%s/page.html",
                path, folder, folder, folder),
      0, "%s", printed);
  cr_assert_eq(
      run_shell("timeout 200 chromium --headless --no-sandbox --disable-gpu "
                "--disable-quic --no-first-run "
                "--disable-background-networking --disable-component-update "
                "--disable-sync --enable-logging=stderr "
                "--user-data-dir=%s/profile --virtual-time-budget=20000 "
                "--dump-dom file://%s/page.html >%s/dom 2>%s/log; "
                "sed -n 's/.*BEGIN \\(.*\\) END.*/\\1/p' %s/dom",
                folder, folder, folder, folder, folder),
      0, "%s", printed);
  const int count = numbers_of(printed, numbers);
  cr_assert_gt(count, 0, "%s", printed);
  cr_expect_neq(run_shell("grep CONSOLE %s/log", folder), 0, "%s", printed);
  return count;
}

/* Runs Lua that prints numbers; "%s" in it is the path of the spec. */
static int native(const char *path, const char *lua, double *numbers)
{
  char text[1000];
  snprintf(text, sizeof text, lua, path);
  save("native.lua", text);
  cr_assert_eq(run_shell(BRISTLE " run %s/native.lua", folder), 0, "%s",
               printed);
  return numbers_of(printed, numbers);
}

static void expect_same(const double *said, const double *is, int count)
{
  double size = 0;
  for (int d = 0; d < count; d++) size = fmax(size, fabs(is[d]));
  for (int d = 0; d < count; d++)
    cr_expect_leq(fabs(said[d] - is[d]), 1e-12 * size,
                  "number %d: %.17g, natively %.17g", d, said[d], is[d]);
}

static void need_browser(void)
{
  if (!has_program("clang") || !has_program("wasm-ld") ||
      !has_program("chromium"))
    cr_skip_test("clang, lld or chromium is not installed (make faces)");
}

static const char *play_path(void)
{
  static char path[200];
  save("play.lua", spec);
  snprintf(path, sizeof path, "%s/play.lua", folder);
  return path;
}

/* A reset makes one step, and there are 100 more. Then the mouse turns the limit
 * surface, and each of its three overlays changes the picture. */
Test(playground, sliders_step_the_solver_as_it_is_natively)
{
  need_browser();
  const char *path = play_path();
  double said[MOST_NUMBERS], first[MOST_NUMBERS], second[MOST_NUMBERS];
  cr_assert_eq(
      act(path,
          "set('vx', 0.008); set('w', 0.5); set('fn', 3);"
          "const first = steps(); set('mu_c', 0.5); const second = steps();"
          "const canvas = document.getElementById('surface');"
          "const look = () => canvas.toDataURL();"
          "const mouse = (kind, x, y) => canvas.dispatchEvent(new "
          "PointerEvent(kind, { pointerId: 1, clientX: x, clientY: y }));"
          "const seen = new Set([look()]);"
          "mouse('pointerdown', 300, 300); mouse('pointermove', 380, 330);"
          "mouse('pointerup', 380, 330); seen.add(look());"
          "mouse('pointermove', 100, 100); seen.add(look());"
          "for (const box of document.querySelectorAll('#surface-wires input'))"
          " { box.click(); seen.add(look()); }"
          "return `${first} ${second} ${seen.size}`;",
          said),
      7, "%s", printed);
  static const char lua[] =
      "local s = require('bristle').jit('%%s', { backend = 'tcc', "
      "set = { ['friction.mu_c'] = %s } }):state()\n"
      "local a, b, c\n"
      "for _ = 1, 101 do a, b, c = s:step({ 0.008, 0, 0.5 }, 3, 1e-4) end\n"
      "print(('%%%%.17g %%%%.17g %%%%.17g'):format(a, b, c))\n";
  char text[600];
  snprintf(text, sizeof text, lua, "0.8");
  cr_assert_eq(native(path, text, first), 3, "%s", printed);
  snprintf(text, sizeof text, lua, "0.5");
  cr_assert_eq(native(path, text, second), 3, "%s", printed);
  expect_same(said, first, 3);
  expect_same(said + 3, second, 3);
  cr_expect_gt(fabs(first[0] - second[0]), 0.1 * fabs(first[0]));
  /* As it was; turned; the mouse up turns nothing; the ellipsoid off, the
   * polytopes on. */
  cr_expect_eq(said[6], 5, "%g pictures", said[6]);
}

/* The other kinds: what the page says after the same steps, and natively. */
typedef struct Played {
  const char *path, *actions, *lua;
  int from, count; /* the numbers to compare */
} Played;

static void expect_played(const Played *p)
{
  double said[MOST_NUMBERS], is[MOST_NUMBERS];
  if (!getenv("TEST_SOAK") && !getenv("TEST_FACES"))
    cr_skip_test("a page of its own for each kind: make faces, or make soak");
  need_browser();
  cr_assert_geq(act(p->path, p->actions, said), p->from + p->count, "%s",
                printed);
  cr_assert_eq(native(p->path, p->lua, is), p->count, "%s", printed);
  expect_same(said + p->from, is, p->count);
}

Test(playground, a_slider_moves_as_natively)
{
  expect_played(&(Played){
      "specs/slider/parcel.lua",
      "set('fx', 6); set('torque', 0.1); set('dt', 1e-3); return steps();",
      "local s = require('bristle').jit('%s', { backend = 'tcc' }):state()\n"
      "local out\n"
      "for _ = 1, 101 do out = s:step({ 6, 0, 0.1 }, 1e-3) end\n"
      "for k = 1, 6 do out[k] = ('%%.17g'):format(out[k]) end\n"
      "print(table.concat(out, ' ', 1, 6))\n",
      6, 6});
}

Test(playground, a_mechanism_moves_as_natively)
{
  expect_played(&(Played){
      "specs/mechanism/sliding_block.lua",
      "set('F', 12); set('dt', 1e-3); return steps();",
      "local s = require('bristle').jit('%s', { backend = 'tcc' }):state()\n"
      "for k = 1, 101 do s:step(12, (k - 1) * 1e-3, 1e-3) end\n"
      "local n1, n2, _, _, f1, f2 = s:forces(12, 0.101)\n"
      "print(('%%.17g %%.17g %%.17g %%.17g'):format(n1, n2, f1, f2))\n",
      4, 4});
}

Test(playground, a_cone_projects_as_natively)
{
  expect_played(&(Played){
      "specs/cone/pad_cone.lua", "set('fx', 6); return said();",
      "local pad = require('bristle').jit('%s', { backend = 'tcc' })\n"
      "local out = { pad:project { 6, 0, 0, 5 } }\n"
      "out[5] = pad:margin { 6, 0, 0, 5 }\n"
      "for k = 1, 5 do out[k] = ('%%.17g'):format(out[k]) end\n"
      "print(table.concat(out, ' ', 1, 5))\n",
      0, 5});
}

Test(playground, a_joint_steps_as_natively)
{
  expect_played(&(Played){
      "specs/joint/axis.lua", "set('v', 0.012); return steps();",
      "local s = require('bristle').jit('%s', { backend = 'tcc' }):state()\n"
      "local f\n"
      "for _ = 1, 101 do f = s:step(0.012, 1e-4) end\n"
      "print(('%%.17g'):format(f))\n",
      0, 1});
}

/* Without a compiler for the web the page says so, and has all else. */
Test(playground, a_page_without_clang_says_so)
{
  if (!getenv("TEST_SOAK")) cr_skip_test("a second whole page: make soak");
  play_path();
  cr_assert_eq(run_shell("mkdir %s/bin && for p in cc gcc as ld gnuplot sh; do "
                         "ln -s $(command -v $p) %s/bin/$p || exit 1; done; "
                         "PATH=%s/bin " BRISTLE
                         " report %s/play.lua -o %s/page.html --backend=tcc",
                         folder, folder, folder, folder, folder),
               0, "%s", printed);
  cr_expect_eq(run_shell("grep -q 'This page has no playground' %s/page.html "
                         "&& grep -q 'clang is not installed' %s/page.html",
                         folder, folder),
               0);
  cr_expect_neq(run_shell("grep -q 'type=\"module\"' %s/page.html", folder), 0);
}
