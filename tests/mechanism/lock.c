/* Tests of mechanisms near the loss of a unique motion: strongly damped
 * bristles push so hard at a deflection that friction and normal force lock at
 * common speeds. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "support/compiling.h"
#include "mechanism/machine.h"
#include "support/soak.h"
#include "support/support.h"

TestSuite(mechanism_lock, .init = compiling_begin, .fini = compiling_end);

#define POINT                                                             \
  "return mechanism { name = \"point\", q = { \"x\", \"y\", \"z\" },"     \
  " kinetic = function(q, qd) return 0.5*(qd.x^2 + qd.y^2 + qd.z^2) end," \
  " potential = function(q) return 9.81*q.z end,"                         \
  " contact = function(q) return { q.x, q.y, q.z } end,"                  \
  " constraint = function(q) return"                                      \
  "   { q.z - 0.2*q.x^2 - 0.1*math.sin(q.y) } end, normal = \"coupled\"," \
  " scenario = { duration = 1, dt = 1e-3, q = { 0.6, 0, 0.072 } },"       \
  " friction = lugre { "

static void expect_holds(const char *path, const char *about)
{
  cr_expect_eq(run_shell("%s verify %s --backend=tcc", BRISTLE, path), 0,
               "%s\n%s", about, printed);
}

/* At 1 m/s none of them has a unique motion, but at lower speeds they have. */
Test(mechanism_lock, damped_bristles_on_a_surface_verify)
{
  static const char *const laws[] = {
      "sigma0 = 8e4, sigma1 = 9e3, mu_c = 0.3, mu_s = 0.36, v_s = 2e-3",
      "sigma0 = 8e3, sigma1 = 390, mu_c = 0.1, mu_s = 0.14, v_s = 2e-3,"
      " gamma = 2.9",
      "sigma0 = 1.2e5, sigma1 = 1760, mu_c = 0.3, mu_s = 0.44, v_s = 9e-3,"
      " s_ba = 0.57",
      "sigma0 = 1.9e5, sigma1 = 1.6e4, mu_c = 0.1, mu_s = 0.11, v_s = 1e-2,"
      " s_ba = 0.65, sigma2 = 1e-3"};
  const size_t stride = (size_t)soak_stride(2);
  for (size_t i = 0; i < sizeof laws / sizeof *laws; i += stride) {
    char text[1000];
    snprintf(text, sizeof text, POINT "%s } }", laws[i]);
    expect_holds(save("point.lua", text), laws[i]);
  }
}

Test(mechanism_lock, damped_bristles_of_linkages_verify)
{
  static const struct {
    const char *spec, *law, *bristles;
  } all[] = {
      {ARM, "friction = coulomb { mu = 0.1, mu_s = 0.12 }",
       "normal = \"coupled\", friction = lugre { sigma0 = 4e5, sigma1 = 47,"
       " sigma2 = 0.11, mu_c = 0.1, mu_s = 0.15, v_s = 0.035 }"},
      {ARM, "friction = coulomb { mu = 0.1, mu_s = 0.12 }",
       "normal = \"coupled\", friction = lugre { sigma0 = 2860, sigma1 = 177,"
       " sigma2 = 0.26, mu_c = 0.3, mu_s = 0.36, v_s = 2.4e-3, s_ba = 0.86 }"},
      {CRANK, "friction  = p.mu > 0 and coulomb { mu = p.mu } or nil",
       "friction = lugre { sigma0 = 4.9e6, sigma1 = 25, mu_c = 0.8,"
       " mu_s = 1.2, v_s = 0.05, s_ba = 0.38 }"},
      {LUGRE_BELT, "friction .*,",
       "normal = \"coupled\", friction = lugre { sigma0 = 168439,"
       " mu_c = 0.569307, sigma1 = 361.542, mu_s = 0.73937,"
       " v_s = 0.000791952, s_ba = 0.756 },"},
      /* One step in ten is divided. */
      {HOOP, "friction .*,",
       "friction = lugre { sigma0 = 20075.5, mu_c = 0.160093,"
       " sigma1 = 444.365, sigma2 = 0.317206 },"},
      /* An iterate of a step locks, its solution does not. */
      {BLOCK, "friction .*,",
       "normal = \"coupled\", friction = lugre { sigma0 = 878.675,"
       " mu_c = 1.39425, sigma1 = 51402.1, sigma2 = 0.674269 },"}};
  const size_t stride = (size_t)soak_stride(2);
  for (size_t i = 1 % stride; i < sizeof all / sizeof *all; i += stride) {
    char path[100];
    snprintf(path, sizeof path, "%s/linkage.lua", folder);
    cr_assert_eq(run_shell("sed 's/%s/%s/' %s > %s", all[i].law,
                           all[i].bristles, all[i].spec, path),
                 0, "%s", printed);
    expect_holds(path, all[i].bristles);
  }
}

/* verify finds a derivative with a relative error of 1e-3. */
Test(mechanism_lock, a_wrong_derivative_is_found)
{
  char text[1000];
  snprintf(text, sizeof text,
           POINT
           "sigma0 = 8e3, sigma1 = 390, mu_c = 0.1, mu_s = 0.14,"
           " v_s = 2e-3 } }");
  const char *path = save("point.lua", text);
  cr_assert_eq(
      run_shell("%s emit %s -o %s/o --descriptor", BRISTLE, path, folder), 0,
      "%s", printed);
  cr_assert_eq(run_shell("sed 's/b->phi_w\\[i\\*3 + j\\]/1.001*&/; "
                         "s/k->b.phi_w\\[i\\*3 + j\\]/1.001*&/' %s/o/point.c "
                         "> %s/w.c && ! cmp -s %s/w.c %s/o/point.c",
                         folder, folder, folder, folder),
               0, "%s", printed);
  cr_expect_eq(run_shell("cp %s/w.c %s/o/point.c && %s verify %s %s/o/point.c "
                         "--backend=tcc",
                         folder, folder, BRISTLE, path, folder),
               1, "%s", printed);
  expect_in(printed, "FAIL");
}
