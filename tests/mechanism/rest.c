/* Tests of mechanisms whose contact is at rest: derivatives if friction holds
 * the contact or the contact starts, and that verify finds errors in their
 * terms. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "support/compiling.h"
#include "mechanism/machine.h"
#include "support/soak.h"
#include "support/support.h"

TestSuite(mechanism_rest, .init = compiling_begin, .fini = compiling_end);

/* Held on a plate that moves, at a point that is not linear in q; */
static const char plate[] =
    "return mechanism { name = \"it\", q = { \"x\", \"y\" },\n"
    "  mass = function(q) return {{2, 0}, {0, 2}} end,\n"
    "  force = function(q) return { 0, -19.6 } end,\n"
    "  constraint = function(q) return { q.y - 0.2*q.x^2 } end,\n"
    "  contact = function(q, t) return"
    "    { q.x + 0.3*q.x^2 - 0.5*t, q.y + 0.1*t } end,\n"
    "  friction = coulomb { mu = 0.9, mu_s = 2 }, baumgarte = { 2, 3 },\n"
    "  scenario = { duration = 1, dt = 1e-3, q = { 0.2, 0.008 } } }\n";
/* a wheel on curved ground, which slips as it turns; */
static const char wheel[] =
    "return mechanism { name = \"it\", q = { \"x\", \"y\", \"th\" },\n"
    "  inputs = { \"tau\" },\n"
    "  mass = function(q) return {{2, 0, 0}, {0, 2, 0}, {0, 0, 0.02}} end,\n"
    "  force = function(q, qd, t, u) return { 0, -19.6, u.tau } end,\n"
    "  constraint = function(q) return { q.y - 0.5*q.x^2 } end,\n"
    "  contact = function(q) return { q.x + 0.1*q.th, q.y } end,\n"
    "  friction = coulomb { mu = 0.6 },\n"
    "  scenario = { duration = 1, dt = 1e-3, q = { 0.2, 0.02, 0 },\n"
    "    input = function(t) return { 0 } end } }\n";
/* a point that starts across a sphere; */
static const char sphere[] =
    "return mechanism { name = \"it\", q = { \"x\", \"y\", \"z\" },\n"
    "  inputs = { \"fx\", \"fy\", \"fz\" },\n"
    "  kinetic = function(q, qd) return 0.5*(qd.x^2 + qd.y^2 + qd.z^2) end,\n"
    "  force = function(q, qd, t, u) return { u.fx, u.fy, u.fz - 9.8 } end,\n"
    "  constraint = function(q) return { q.x^2 + q.y^2 + q.z^2 - 1 } end,\n"
    "  contact = function(q) return { q.x, q.y, q.z } end,\n"
    "  friction = coulomb { mu = 0.3, mu_s = 0.4 },\n"
    "  scenario = { duration = 1, dt = 1e-3, q = { 0.6, 0, -0.8 },\n"
    "    input = function(t) return { 0, 0, 0 } end } }\n";

/* a heavy puck on curved ground, whose push aside changes the load. */
static const char puck[] =
    "return mechanism { name = \"it\", q = { \"x\", \"y\", \"z\" },\n"
    "  inputs = { \"fx\", \"fy\", \"fz\" },\n"
    "  mass = function(q) return\n"
    "    {{1, 0.6, 0.3}, {0.6, 2, 0.5}, {0.3, 0.5, 0.7}} end,\n"
    "  force = function(q, qd, t, u) return { u.fx, u.fy, u.fz - 9.8 } end,\n"
    "  constraint = function(q) return { q.z - 0.3*q.x^2 + 0.1*q.y*q.x } end,\n"
    "  contact = function(q) return { q.x, q.y, q.z } end,\n"
    "  friction = coulomb { mu = 0.3, mu_s = 0.4 },\n"
    "  scenario = { duration = 1, dt = 1e-3, q = { 0.2, 0.1, 0.01 },\n"
    "    input = function(t) return { 0, 0, 0 } end } }\n";

Test(mechanism_rest, derivatives_are_right)
{
  static const char *const all[] = {plate, wheel, sphere, puck};
  static const char *const normals[] = {"ideal", "coupled"};
  const size_t stride = (size_t)soak_stride(2);
  for (size_t i = 0; i < COUNT(all); i++)
    for (size_t k = i % stride; k < 2; k += stride)
      cr_expect_eq(run_shell("%s verify %s --backend=tcc --set normal=%s",
                             BRISTLE, save("it.lua", all[i]), normals[k]),
                   0, "%s\n%s\n%s", all[i], normals[k], printed);
}

/* A block whose push aside presses it down, which moved against its load. */
static const char block[] =
    "return mechanism { name = \"it\", q = { \"x\", \"y\" },\n"
    "  inputs = { \"fx\", \"fy\" },\n"
    "  mass = function(q) return {{1, 0.5}, {0.5, 1}} end,\n"
    "  force = function(q, qd, t, u) return { u.fx, u.fy - 10 } end,\n"
    "  constraint = function(q) return { q.y } end,\n"
    "  contact = function(q) return { q.x, q.y } end,\n"
    "  friction = coulomb { mu = 0.5 } }\n";

/* lines: where the text is, as sed has it. */
static const struct {
  const char *text, *lines, *was, *is;
} damages[] = {
    {plate, "", "surface ? s->R3", "surface ? 0.99*s->R3"},
    {plate, "", "o->lift\\[i\\] -= target", "o->lift[i] += target"},
    {plate, "", "wanted\\[i\\] += share", "wanted[i] -= share"},
    {wheel, "", "b\\[k\\] = -it_dot(F, dn)", "b[k] = it_dot(F, dn)"},
    {puck, "", "f\\[i\\] += kappa", "f[i] -= kappa"},
    {puck, "", "phi\\[i\\] - kappa", "phi[i] + kappa"},
    /* held by another load than that of sliding, */
    {block, "/ it_hold(/,/^}/", "o->l0, o->normal", "o->l, o->normal"},
    {puck, "/ it_hold(/,/^}/", "o->l0, o->normal", "o->l, o->normal"},
    /* and started along what would hold it */
    {puck, "/ it_direction(/,/^}/", "= rho + most", "= most"}};

Test(mechanism_rest, a_wrong_term_is_found)
{
  const size_t stride = (size_t)soak_stride(2);
  for (size_t i = 0; i < sizeof damages / sizeof *damages; i += stride) {
    const char *path = save("it.lua", damages[i].text);
    cr_assert_eq(run_shell("%s emit %s -o %s/o --descriptor && "
                           "mv %s/o/it.c %s/it.c && "
                           "sed '%ss/%s/%s/' %s/it.c > %s/o/it.c && "
                           "! cmp -s %s/it.c %s/o/it.c",
                           BRISTLE, path, folder, folder, folder,
                           damages[i].lines, damages[i].was, damages[i].is,
                           folder, folder, folder, folder),
                 0, "%s: %s", damages[i].was, printed);
    cr_expect_eq(run_shell("%s verify %s %s/o/it.c --backend=tcc", BRISTLE,
                           path, folder),
                 1, "%s\n%s", damages[i].was, printed);
    expect_in(printed, "FAIL");
  }
}
