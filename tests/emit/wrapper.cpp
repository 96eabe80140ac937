// A program over the C++ wrapper of specs/contact/few_bristles.lua, named pad:
// tests/emit/faces.c builds and runs it. Prints nothing and returns 0 if all holds.
#include <array>
#include <cstring>
#include <type_traits>

#include "pad.hpp"

// What Eigen::Vector3d looks like from outside.
struct Vector {
  double numbers[3];
  double *data() { return numbers; }
  const double *data() const { return numbers; }
  long size() const { return 3; }
};

static_assert(pad::state::nreals == PAD_NZ, "sizes are constants");
static_assert(std::is_trivially_copyable_v<pad::state>, "a state is a value");
static_assert(noexcept(pad::selftest()), "no exceptions");
static_assert(!std::is_constructible_v<pad::numbers<3>, const std::array<double, 3> &>,
              "what is constant is no output");

static bool same(const double *a, const double *b)
{
  return std::memcmp(a, b, 3 * sizeof *a) == 0;
}

int main()
{
  pad_state plain;
  pad_reset(&plain);
  pad::state s;
  double twist[3] = {0.01, -0.002, 0.3}, wanted[3];
  double array[3];
  std::array<double, 3> standard{};
  Vector vector{};
  for (int i = 0; i < 100; i++) {
    twist[0] += 1e-4;
    const std::array<double, 3> constant{twist[0], twist[1], twist[2]};
    const int expected = pad_step(&plain, twist, 5, 1e-4, wanted);
    pad::state others[3] = {s, s, s};
    const auto status = pad::step(s, twist, 5, 1e-4, array);
    if (static_cast<int>(status) != expected || !same(array, wanted)) return 1;
    if (failed(pad::step(others[0], constant, 5, 1e-4, standard))) return 2;
    if (failed(pad::step(others[1], {twist[0], twist[1], twist[2]}, 5, 1e-4, vector))) return 3;
    if (!same(standard.data(), wanted) || !same(vector.data(), wanted)) return 4;
    if (std::memcmp(&s, &plain, sizeof plain) != 0) return 5;
  }
  const pad::state constant = s;
  pad::state rate;
  pad_state plain_rate;
  if (failed(pad::rate(constant, twist, 5, rate, array))) return 6;
  pad_rate(&plain, twist, 5, &plain_rate, wanted);
  if (!same(array, wanted) || std::memcmp(&rate, &plain_rate, sizeof plain) != 0) return 7;
  if (pad::step(s, {0, 0, 0}, 5, -1, array) != pad::status::bad_input) return 8;
  if (pad::step(s, {0, 0, 0}, 0, 1e-3, array) != pad::status::separated) return 9;
  // Two pads on a body of 0.2 kg hold its weight.
  pad::state pads[2];
  double w[36] = {}, v[6] = {}, v0[6] = {0, -9.81e-3, 0, 0, -9.81e-3, 0}, wrench[6];
  for (int i = 0; i < 36; i++) w[i] = i%6%3 != i/6%3 ? 0 : i%3 == 2 ? 2000 : 5;
  pad::couple_info info;
  int each[2];
  if (pad::couple(pads, {5, 5}, v0, w, 1e-3, v, wrench, &info, each) != pad::status::ok) return 10;
  if (!(wrench[1] > 0) || wrench[1] != wrench[4] || info.rounds < 1 || each[1] != 0) return 11;
  if (pad::couple(pads, {5, -1}, v0, w, 1e-3, v, wrench) != pad::status::separated) return 12;
  double speed[3] = {0.1, 0, 0}, twists[6];
  const double minv[9] = {5, 0, 0, 0, 5, 0, 0, 0, 2000}, loads[6] = {}, fn[2] = {5, 5};
  if (failed(pad::march(s, speed, minv, loads, fn, 2, 1e-3, twists, nullptr))) return 13;
  if (speed[0] != twists[3] || !(twists[3] < twists[0])) return 14;
  return static_cast<int>(pad::selftest());
}
