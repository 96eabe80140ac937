/* Tests of the reference's derivatives where functions bend within a short
 * length or hardly at all: short waves, a hoop of a kilometre. */
#include <criterion/criterion.h>
#include <math.h>

#include "kinds/mechanism/mechanism.h"
#include "mechanism/machine.h"
#include "reference/mechanism/mechanism.h"
#include "support/compiling.h"
#include "support/support.h"

TestSuite(mechanism_waves, .init = compiling_begin, .fini = compiling_end);

static const char cobbles[] =
    "return mechanism { name = \"it\", q = { \"x\", \"y\" },\n"
    "  mass = function(q) return {{1, 0}, {0, 1}} end,\n"
    "  force = function(q) return { 0, -9.81 } end,\n"
    "  constraint = function(q) return { q.y - 0.01*math.sin(25*q.x) } end,\n"
    "  contact = function(q) return { q.x, q.y } end,\n"
    "  friction = coulomb { mu = 0.05 } }\n";

Test(mechanism_waves, short_waves_are_derived_to_all_digits)
{
  static const double none[1] = {0};
  Machine m = machine_of_text(cobbles);
  const RefMechanism *reference =
      mechanism_reference((const Mechanism *)m.emission.loaded.model);
  for (int i = 0; i < 20; i++) {
    const double x = 0.03 * i, v[] = {0.7, 0.175 * cos(25 * x)};
    const double q[] = {x, 0.01 * sin(25 * x)};
    RefTerms o;
    ref_mechanism_terms(reference, q, v, 0, none, &o);
    cr_expect_float_eq(o.A[0], -0.25 * cos(25 * x), 1e-14, "%g", o.A[0]);
    cr_expect_float_eq(o.b[0], -0.49 * 6.25 * sin(25 * x), 1e-13, "%g", o.b[0]);
  }
  machine_close(&m);
}

Test(mechanism_waves, solvers_of_short_waves_verify)
{
  cr_expect_eq(
      run_shell("%s verify %s --backend=tcc", BRISTLE, save("it.lua", cobbles)),
      0, "%s", printed);
}

/* Differences over half of 20 mm see no waves of 10.2 mm. */
Test(mechanism_waves, waves_of_any_length_are_seen)
{
  static const double none[1] = {0};
  static const char ripples[] =
      "return mechanism { name = \"it\", q = { \"x\", \"y\" },\n"
      "  mass = function(q) return {{1, 0}, {0, 1}} end,\n"
      "  force = function(q) return { 0, -9.81 } end,\n"
      "  constraint = function(q) return { q.y - 325*q.x^2 + "
      "3e-4*math.sin(q.x/1.6e-3) } end,\n"
      "  contact = function(q) return { q.x, q.y } end,\n"
      "  friction = coulomb { mu = 0.05 } }\n";
  Machine m = machine_of_text(ripples);
  const RefMechanism *reference =
      mechanism_reference((const Mechanism *)m.emission.loaded.model);
  for (int i = 0; i < 40; i++) {
    const double x = 0.005 * i, q[] = {x, 0}, v[] = {0.6, 0.1};
    const double slope = -650 * x + 3e-4 / 1.6e-3 * cos(x / 1.6e-3);
    const double bend = -650 - 3e-4 / (1.6e-3 * 1.6e-3) * sin(x / 1.6e-3);
    RefTerms o;
    ref_mechanism_terms(reference, q, v, 0, none, &o);
    cr_expect_float_eq(o.A[0], slope, 1e-11, "%g: %.12g of %.12g", x, o.A[0],
                       slope);
    cr_expect_float_eq(o.b[0], -0.36 * bend, 1e-10, "%g: %.12g of %.12g", x,
                       o.b[0], -0.36 * bend);
  }
  machine_close(&m);
}

/* The bend of a hoop of 1026 m that the constraint divides by 1902: second
 * differences lose eight digits of it. */
Test(mechanism_waves, a_wide_hoop_is_derived_to_all_digits)
{
  static const double none[1] = {0};
  static const char hoop[] =
      "return mechanism { name = \"it\", q = { \"x\", \"y\" },\n"
      "  mass = function(q) return {{1, 0}, {0, 1}} end,\n"
      "  force = function(q) return { 0, -9.81 } end,\n"
      "  constraint = function(q) return\n"
      "    { (q.x^2 + q.y^2 - 1051873.9)/1902.01108 } end,\n"
      "  contact = function(q) return { q.x, q.y } end,\n"
      "  friction = coulomb { mu = 0.05 } }\n";
  Machine m = machine_of_text(hoop);
  const RefMechanism *reference =
      mechanism_reference((const Mechanism *)m.emission.loaded.model);
  const double q[] = {0, -sqrt(1051873.9)}, v[] = {0.6, 0.1};
  RefTerms o;
  ref_mechanism_terms(reference, q, v, 0, none, &o);
  cr_expect_float_eq(o.b[0], -2 * 0.37 / 1902.01108, 1e-18, "%.17g", o.b[0]);
  machine_close(&m);
}
