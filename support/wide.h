// Numbers of the analyses: bounds of values, steps, factors, moduli. They are exact below 2^126, far beyond what 64
// bits and a product of two such numbers need; sums and products of many of them may come further.
//
// What comes beyond is no number any more: it is infinite of its sign, stays so, and compares so. Infinity less
// infinity, whose sign nobody knows, is `unknown`. There is no way back to a plain number but exact(), which has none
// for these; so a step or a factor whose check is forgotten does not compile. Bounds may be infinite as they are:
// down() and up() say on which side.
//
// Sound because no operation gives a number that is not the mathematical result, nor an infinity of the wrong sign;
// comparing what is unknown is a mistake of ours, which ends the program.
#pragma once

#include "support/invariant.h"

#include <compare>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>

namespace lockstep::support {

class Wide {
public:
  constexpr Wide() = default;
  template <std::integral T>
    requires(sizeof(T) <= 8)
  constexpr Wide(T v) : v_(static_cast<__int128>(v)) {}
  constexpr Wide(__int128 v) : v_(v >= limit ? limit : v <= -limit ? -limit : v) {}

  static constexpr Wide infinite() { return Wide(limit); }
  static constexpr Wide power_of_two(unsigned exponent) {
    return exponent < 126 ? Wide(__int128(1) << exponent) : infinite();
  }

  constexpr bool is_exact() const { return -limit < v_ && v_ < limit; }
  constexpr bool is_known() const { return v_ != unknown; }
  constexpr std::optional<__int128> exact() const { return is_exact() ? std::optional(v_) : std::nullopt; }
  template <std::integral T> constexpr std::optional<T> exact_as() const {
    return is_exact() && static_cast<__int128>(static_cast<T>(v_)) == v_ ? std::optional(static_cast<T>(v_))
                                                                         : std::nullopt;
  }
  // The bits of a number that is known to be one.
  constexpr std::uint64_t bits() const {
    LOCKSTEP_INVARIANT(is_exact(), "a number that is too large has no bits");
    return static_cast<std::uint64_t>(v_);
  }

  friend constexpr Wide operator-(Wide a) { return a.v_ == unknown ? a : raw(-a.v_); }
  friend constexpr Wide operator+(Wide a, Wide b) {
    if (a.is_exact() && b.is_exact())
      return Wide(a.v_ + b.v_);
    if (a.is_exact() || a.v_ == b.v_)
      return b;
    return b.is_exact() ? a : raw(unknown);
  }
  // Nothing times infinity is nothing: an infinite bound is a number that was too large to write.
  friend constexpr Wide operator*(Wide a, Wide b) {
    if (a.v_ == 0 || b.v_ == 0)
      return Wide(0);
    if (a.v_ == unknown || b.v_ == unknown)
      return raw(unknown);
    __int128 out = 0;
    if (!a.is_exact() || !b.is_exact() || __builtin_mul_overflow(a.v_, b.v_, &out))
      return (a.v_ < 0) == (b.v_ < 0) ? raw(limit) : raw(-limit);
    return Wide(out);
  }
  // Towards zero. By a number that is not 0; infinite as it is.
  friend constexpr Wide operator/(Wide a, Wide b) {
    LOCKSTEP_INVARIANT(b.is_exact() && b.v_ != 0, "a divisor is a number, and not 0");
    return a.is_exact() ? Wide(a.v_ / b.v_) : a.v_ == unknown || b.v_ > 0 ? a : -a;
  }

  friend constexpr bool operator==(Wide a, Wide b) {
    LOCKSTEP_INVARIANT(a.v_ != unknown && b.v_ != unknown, "what is unknown is not compared");
    return a.v_ == b.v_;
  }
  friend constexpr std::strong_ordering operator<=>(Wide a, Wide b) {
    LOCKSTEP_INVARIANT(a.v_ != unknown && b.v_ != unknown, "what is unknown is not compared");
    return a.v_ < b.v_   ? std::strong_ordering::less
           : a.v_ > b.v_ ? std::strong_ordering::greater
                         : std::strong_ordering::equal;
  }

  // As a lower and as an upper bound: no lower bound is infinitely large, and no upper one infinitely small.
  friend constexpr Wide down(Wide a) { return a.v_ == limit ? raw(limit - 1) : a.v_ == unknown ? raw(-limit) : a; }
  friend constexpr Wide up(Wide a) { return a.v_ == -limit ? raw(1 - limit) : a.v_ == unknown ? raw(limit) : a; }

private:
  static constexpr __int128 limit = __int128(1) << 126;
  static constexpr __int128 unknown = -limit - 1;
  static constexpr Wide raw(__int128 v) {
    Wide out;
    out.v_ = v;
    return out;
  }

  __int128 v_ = 0;
};

constexpr Wide operator-(Wide a, Wide b) { return a + -b; }
constexpr Wide &operator+=(Wide &a, Wide b) { return a = a + b; }
constexpr Wide &operator-=(Wide &a, Wide b) { return a = a - b; }
constexpr Wide &operator*=(Wide &a, Wide b) { return a = a * b; }

Wide magnitude(Wide a);
Wide floor_div(Wide a, Wide b); // b > 0
Wide ceil_div(Wide a, Wide b);
// 1, of which everything is a multiple, if one of the two is no number; 0 of two zeros.
Wide gcd(Wide a, Wide b);
std::string text(Wide a); // decimal, whatever its size; "inf", "-inf", "?"

} // namespace lockstep::support
