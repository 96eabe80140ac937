// A program over the C++ wrapper of specs/contact/few_bristles.lua, named pad,
// with Eigen's vectors and matrices: tests/emit/faces.c builds and runs it
// without exceptions. Prints nothing and returns 0 if all holds.
#include <Eigen/Core>
#include <cstring>

#include "pad.hpp"

static_assert(noexcept(pad::step(std::declval<pad::state &>(), std::declval<Eigen::Vector3d &>(), 1,
                                 1, std::declval<Eigen::Vector3d &>())),
              "no exceptions");

int main()
{
  using Matrix = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
  pad_state plain;
  pad_reset(&plain);
  pad::state s;
  Eigen::Vector3d twist(0.01, -0.002, 0.3), wrench;
  Eigen::Matrix<double, 6, 1> both = Eigen::Matrix<double, 6, 1>::Zero();
  double wanted[3], slopes[9];
  Matrix slope;
  for (int i = 0; i < 50; i++) {
    pad::state other = s;
    if (failed(pad::step(s, twist, 5, 1e-4, wrench))) return 1;
    pad_step(&plain, twist.data(), 5, 1e-4, wanted);
    if (std::memcmp(wrench.data(), wanted, sizeof wanted) != 0) return 2;
    // Parts of larger vectors are views, too.
    both.head<3>() = twist;
    if (failed(pad::step(other, both.head<3>(), 5, 1e-4, both.tail<3>()))) return 3;
    if (both.tail<3>() != wrench) return 4;
  }
  pad::state copy = s;
  if (failed(pad::step_jac(copy, twist, 5, 1e-4, wrench, slope))) return 5;
  pad_step_jac(&plain, twist.data(), 5, 1e-4, wanted, slopes);
  if (slope != Eigen::Map<const Matrix>(slopes)) return 6;
  // The state's numbers, without a copy.
  const Eigen::Map<const Eigen::Matrix<double, pad::state::nreals, 1>> z(copy.z);
  if (std::memcmp(z.data(), plain.z, sizeof plain.z) != 0) return 7;
  return 0;
}
