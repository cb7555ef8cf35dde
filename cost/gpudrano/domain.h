// The abstract values of GPUDrano's analysis (Sect. 4.1 of [ADNS17]): how a variable's value depends on the number of
// the thread, and for how many threads a test holds.
//
// Sound because every operator gives a value that stands for all results on what its arguments stand for; integers are
// those of mathematics here, whether machine numbers wrap around is asked elsewhere (values.h).
//
// Tested by tests/unit/cost/test_paper_domain.cpp.
#pragma once

#include <cstdint>
#include <string_view>

namespace lockstep::coalescing::paper {

// An integer: Zero, the same for all threads; One, MinusOne: tid + c, c - tid.
enum class Slope : std::uint8_t { Bottom, Zero, One, MinusOne, Top };

Slope join(Slope a, Slope b);
Slope add(Slope a, Slope b);
Slope negate(Slope a);
// Times a number of the program's text. Of other products only the one of equal factors is understood: `other`.
Slope times(Slope a, std::int64_t literal);
Slope other(Slope a, Slope b); // any other operator
inline bool is_linear(Slope a) { return a == Slope::One || a == Slope::MinusOne; }

// A test: for which threads it holds, as sets of All, AllButOne, None, One and anything else. The paper computes with
// TF, TTMinus, FFMinus and Top only; so do these operators, on what their arguments are sets of.
enum class Truth : std::uint8_t {
  Bottom = 0,
  T = 1,        // all
  TMinus = 2,   // all but one
  F = 4,        // none
  FMinus = 8,   // one
  TTMinus = 3,  // fails for at most one
  FFMinus = 12, // holds for at most one
  TF = 5,       // the same for all
  Top = 31
};

Truth join(Truth a, Truth b);
Truth negate(Truth a);
Truth conjunction(Truth a, Truth b);
Truth disjunction(Truth a, Truth b);
Truth same(Truth a, Truth b);  // are two tests alike?
Truth equal(Slope a, Slope b); // a = b
Truth less(Slope a, Slope b);  // a < b, a <= b
inline bool within(Truth a, Truth b) { return (static_cast<unsigned>(a) & ~static_cast<unsigned>(b)) == 0; }
inline bool is_uniform(Truth a) { return within(a, Truth::TF); }
inline bool at_most_one(Truth a) { return within(a, Truth::FFMinus); }

std::string_view name(Slope a); // "bot", "0", "1", "-1", "top"
std::string_view name(Truth a); // "bot", "T", "T-", "F", "F-", "TF", "TT-", "FF-", "top"

} // namespace lockstep::coalescing::paper
