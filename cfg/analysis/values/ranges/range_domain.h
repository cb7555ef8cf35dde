// Intervals of machine values, and what each operation does to them.
//
// A value of width w is bounded under both readings, signed and unsigned; each reading sharpens the other where its
// interval does not cross the point at which they part. Mathematics is done in numbers that no overflow makes wrong
// (support/wide.h).
#pragma once

#include "cfg/ir/expr.h"
#include "support/wide.h"

#include <optional>
#include <vector>

namespace lockstep::cfg {

using support::Wide;

struct Bounds { // inclusive; infinite where a bound is too large to write
  Wide lo = 0, hi = 0;
  bool operator==(const Bounds &) const = default;
  bool within(const Bounds &o) const { return lo >= o.lo && hi <= o.hi; }
};

struct ExprRange {
  Bounds as_signed, as_unsigned; // of a bool: both are within [0, 1]
  bool operator==(const ExprRange &) const = default;
};
inline bool is_one_value(const ExprRange &r) { return r.as_unsigned.lo == r.as_unsigned.hi; }

// Does an operation's result, under one reading, equal the mathematical result on its arguments under that reading?
enum class NoWrap : std::uint8_t {
  Proved,       // always, given the operations that are ByAssumption
  ByAssumption, // in every execution that the source language defines (flags nsw, nuw)
  MayWrap,
};
struct WrapInfo {
  NoWrap signed_ok = NoWrap::MayWrap;
  NoWrap unsigned_ok = NoWrap::MayWrap;
};

Bounds signed_bounds(Type type); // all values of the type
Bounds unsigned_bounds(Type type);
ExprRange full_range(Type type);
ExprRange range_from_both(Bounds s, Bounds u, Type type); // each must lie within the type; full if no value is in both
ExprRange range_from_signed(Bounds b, Type type);         // b must lie within the type
ExprRange range_from_unsigned(Bounds b, Type type);
// The range if the mathematical value lies in `b`: full unless `b` fits the type under one of the readings.
ExprRange range_of_value(Bounds b, Type type);

Bounds join(const Bounds &a, const Bounds &b);
ExprRange join(const ExprRange &a, const ExprRange &b);
std::optional<Bounds> meet(const Bounds &a, const Bounds &b);
std::optional<ExprRange> meet(const ExprRange &a, const ExprRange &b, Type type); // empty: no value is in both

// Sound because a sum or product that is too large to write is rounded away from the interval.
Bounds add(const Bounds &a, const Bounds &b);
Bounds subtract(const Bounds &a, const Bounds &b);
Bounds multiply(const Bounds &a, const Bounds &b);

struct Applied {
  ExprRange range;
  WrapInfo wrap;
};
// One operation (anything but leaves, Read and Call, for which the range is full) on arguments within `args`.
// `trust_flags`: nsw and nuw count (ByAssumption), and the result is bounded accordingly.
// Sound because each case bounds the machine result for every choice of arguments within `args`, except choices that
// the flags make undefined. Results that the language or ops.def leaves unspecified (division by zero, oversized
// shifts) are any value of the type.
Applied apply(const ExprNode &n, const std::vector<ExprRange> &args, bool trust_flags);

} // namespace lockstep::cfg
