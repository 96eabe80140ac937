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

/* Moves sliders, resets, which makes one step, makes 100 steps, and writes the
 * outputs to the end of the page. */
static const char script[] =
    "<script type=\"module\">\n"
    "const set = (name, value) => {\n"
    "  const input = document.querySelector(`input[data-name=\"${name}\"]`);\n"
    "  input.value = value;\n"
    "  input.dispatchEvent(new Event(\"input\", { bubbles: true }));\n"
    "};\n"
    "const said = () => [...document.querySelectorAll(\n"
    "  \"#playground-outputs output\")].map(o => "
    "o.dataset.value).join(\",\");\n"
    "const press = id => document.getElementById(id).click();\n"
    "const wait = setInterval(() => {\n"
    "  if (!said()) return;\n"
    "  clearInterval(wait);\n"
    "  set(\"vx\", 0.008), set(\"w\", 0.5), set(\"fn\", 3);\n"
    "  press(\"playground-reset\"), press(\"playground-step\");\n"
    "  const first = said();\n"
    "  set(\"mu_c\", 0.5);\n"
    "  press(\"playground-reset\"), press(\"playground-step\");\n"
    "  document.title = `BEGIN ${first},${said()} END`;\n"
    "}, 20);\n"
    "</script>\n";

/* The wrench after the same 101 steps of 0.1 ms, natively. */
static void native(const char *mu_c, double wrench[3])
{
  char text[600];
  snprintf(
      text, sizeof text,
      "local s = require('bristle').jit('%s/play.lua', { backend = 'tcc', "
      "set = { ['friction.mu_c'] = %s } }):state()\n"
      "local a, b, c\n"
      "for _ = 1, 101 do a, b, c = s:step({ 0.008, 0, 0.5 }, 3, 1e-4) end\n"
      "print(('%%.17g %%.17g %%.17g'):format(a, b, c))\n",
      folder, mu_c);
  save("native.lua", text);
  cr_assert_eq(run_shell(BRISTLE " run %s/native.lua", folder), 0, "%s",
               printed);
  cr_assert_eq(sscanf(printed, "%lf %lf %lf", wrench, wrench + 1, wrench + 2),
               3, "%s", printed);
}

static void expect_wrench(const double said[3], const double wrench[3])
{
  for (int d = 0; d < 3; d++)
    cr_expect_leq(fabs(said[d] - wrench[d]), 1e-12 * fabs(wrench[0]),
                  "number %d: %.17g, natively %.17g", d, said[d], wrench[d]);
}

Test(playground, sliders_step_the_solver_as_it_is_natively)
{
  if (!has_program("clang") || !has_program("wasm-ld") ||
      !has_program("chromium"))
    cr_skip_test("clang, lld or chromium is not installed (make faces)");
  save("play.lua", spec);
  save("script.html", script);
  cr_assert_eq(
      run_shell(BRISTLE " report %s/play.lua -o %s/page.html --backend=tcc && "
                        "cat %s/script.html >>%s/page.html",
                folder, folder, folder, folder),
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
  double said[6], first[3], second[3];
  cr_assert_eq(sscanf(printed, "%lf,%lf,%lf,%lf,%lf,%lf", said, said + 1,
                      said + 2, said + 3, said + 4, said + 5),
               6, "%s", printed);
  native("0.8", first);
  native("0.5", second);
  expect_wrench(said, first);
  expect_wrench(said + 3, second);
  cr_expect_gt(fabs(first[0] - second[0]), 0.1 * fabs(first[0]));
  cr_expect_neq(run_shell("grep CONSOLE %s/log", folder), 0, "%s", printed);
}

/* Without a compiler for the web the page says so, and has all else. */
Test(playground, a_page_without_clang_says_so)
{
  if (!getenv("TEST_SOAK")) cr_skip_test("a second whole page: make soak");
  save("play.lua", spec);
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
