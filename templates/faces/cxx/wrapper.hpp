//@ local guard = NAME .. "_HPP"
/* $(name).hpp: $(name) for C++17 and later, over $(name).h.
 *
 * Types and functions of namespace $(name) without exceptions, without memory of
 * their own, and without cost: a $(kind)'s functions take references, and views
 * of a fixed number of reals, made of an array, a std::array, a list in braces, or
 * anything with data() and size(), as Eigen's vectors. In debug builds a view
 * asserts its size.
 *
 * Written by bristle $(version) from $(spec). It belongs to you (0BSD). */
#ifndef $(guard)
#define $(guard)

#include <cassert>
#include <cstddef>
#include <initializer_list>
#include <type_traits>
#include <utility>

#include "$(name).h"

#ifndef BRISTLE_VIEW
#define BRISTLE_VIEW
namespace bristle {

/* N numbers of T somewhere: a pointer that knows its length. */
template <class T, std::size_t N>
class view {
public:
  constexpr view(T (&array)[N]) noexcept : first_(array) {}

  template <class Vector, class = decltype(static_cast<T *>(std::declval<Vector &>().data())),
            class = decltype(std::declval<Vector &>().size())>
  constexpr view(Vector &&vector) noexcept : first_(vector.data())
  {
    assert(static_cast<std::size_t>(vector.size()) == N);
  }

  /* Numbers in braces live until the end of the call. */
  template <class Same = T, class = std::enable_if_t<std::is_const_v<Same>>>
  constexpr view(std::initializer_list<std::remove_const_t<T>> list) noexcept
  {
    assert(list.size() == N);
    first_ = list.begin();
  }

  static constexpr std::size_t size() noexcept { return N; }
  constexpr T *data() const noexcept { return first_; }
  constexpr T &operator[](std::size_t i) const noexcept { return first_[i]; }

private:
  T *first_;
};

} // namespace bristle
#endif

namespace $(name) {

using real = $(name)_real;
template <std::size_t N>
using const_numbers = bristle::view<const real, N>;
template <std::size_t N>
using numbers = bristle::view<real, N>;

/* Below 0: an error, outputs are zero and the state is as it was; above 0: valid
 * with a condition. */
enum class status : int {
//@ for _, word in ipairs(statuses) do
  $(word:lower()) = $(statuses[word]),
//@ end
};
constexpr bool failed(status s) noexcept { return static_cast<int>(s) < 0; }

//@ for _, object in ipairs(objects) do
//@ local own = object.type ~= "" and object.type
//@ local c = name .. "_" .. (own or "")
//@ if own then
/* A value: it may be copied, and moved to any place. */
struct $(own) : $(c) {
  static constexpr std::size_t nreals = $(object.reals);
//@ if object.reset ~= "" then
  $(own)() noexcept { $(name)_$(object.reset)(this); }
//@ else
  constexpr $(own)() noexcept : $(c)() {}
//@ end
};

//@ end
//@ for _, f in ipairs(object.functions) do
//@ local given, passed = {}, {}
//@ if f.name == "tune" then
/* A tuning for the functions below; a null pointer means the default. */
using tuning = $(name)_tuning;
inline status tune(tuning &to, const_numbers<$(#tune)> value) noexcept
{
  return static_cast<status>($(name)_tune(&to, value.data()));
}

//@ else
//@ local has_list = #f.inputs + #f.outputs > 0
//@ if #tune > 0 and f.name ~= "selftest" then given[1], passed[1] = "const " .. name .. "_tuning *tuned", "tuned" end
//@ if f.has_state then given[#given + 1], passed[#passed + 1] = "State &s", "&s" end
//@ for _, p in ipairs(f.inputs) do
//@ given[#given + 1] = p.is_scalar and "real " .. p.name or "const_numbers<" .. p.size .. "> " .. p.name
//@ passed[#passed + 1] = p.is_scalar and p.name or p.name .. ".data()"
//@ end
//@ for _, p in ipairs(f.outputs) do
//@ given[#given + 1] = p.is_state and name .. "_" .. own .. " &" .. p.name or "numbers<" .. p.size .. "> " .. p.name
//@ passed[#passed + 1] = p.is_state and "&" .. p.name or p.name .. ".data()"
//@ end
//@ if f.has_state then
template <class State, class = std::enable_if_t<std::is_base_of_v<$(name)_$(own), State>>>
//@ end
inline status $(f.name)($(table.concat(given, ", "))) noexcept
{
  return static_cast<status>($(name)_$(f.name)($(table.concat(passed, ", "))));
}

//@ end
//@ end
//@ if object.couple > 0 then
//@ local tuned = #tune > 0 and "const " .. name .. "_tuning *tuned, " or ""
//@ local tuning = #tune > 0 and "tuned, " or ""
using couple_info = $(name)_couple_info;

/* n contacts and the bodies behind them, as $(name)_couple says: fn, v0 and w in, twist in
 * and out, wrench out; `each` gets a status for every contact. */
template <std::size_t n>
inline status couple($(tuned)$(own) (&s)[n], const_numbers<1*n> fn, const_numbers<3*n> v0,
  const_numbers<9*n*n> w, real dt, numbers<3*n> twist, numbers<3*n> wrench,
  couple_info *info = nullptr, int *each = nullptr) noexcept
{
  static_assert(n <= $(NAME)_COUPLE_MOST, "more contacts than the key couple of the spec");
  static_assert(sizeof($(own)) == sizeof($(c)), "an array of values is one of C's structs");
  return static_cast<status>($(name)_couple($(tuning)static_cast<int>(n), s, fn.data(), v0.data(), w.data(), dt,
    twist.data(), wrench.data(), each, info));
}

/* `steps` steps of one planar body; loads, twists and wrenches have 3 numbers a step. */
inline status march($(tuned)$(own) &s, numbers<3> v, const_numbers<9> minv, const real *loads, const real *fn,
  int steps, real dt, real *twists, real *wrenches) noexcept
{
  return static_cast<status>($(name)_march($(tuning)&s, v.data(), minv.data(), loads, fn, steps, dt, twists, wrenches));
}

//@ end
//@ end
} // namespace $(name)

#endif
