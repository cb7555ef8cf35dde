// Functions on bits against their definitions, for every value of small widths and the corners of wide ones.
#include "frontend/lower/bits.h"

#include <bit>
#include <gtest/gtest.h>

namespace lockstep::frontend::test_bits {
namespace {

using cfg::Expr;

std::uint64_t meaning(BitFunction f, unsigned width, std::uint64_t v) {
  std::uint64_t out = 0;
  switch (f) {
  case BitFunction::LeadingZeros: return v == 0 ? width : static_cast<unsigned>(std::countl_zero(v)) - (64 - width);
  case BitFunction::TrailingZeros: return v == 0 ? width : static_cast<unsigned>(std::countr_zero(v));
  case BitFunction::Ones: return static_cast<unsigned>(std::popcount(v));
  case BitFunction::Reversed:
    for (unsigned k = 0; k < width; ++k)
      out |= (v >> k & 1) << (width - 1 - k);
    return out;
  case BitFunction::BytesReversed:
    for (unsigned k = 0; k < width; k += 8)
      out |= (v >> k & 255) << (width - 8 - k);
    return out;
  }
  return out;
}

void expect_value(BitFunction f, unsigned width, std::uint64_t v) {
  const Expr e = bit_function(f, cfg::constant(cfg::int_type(width), v), [](Expr x) { return x; });
  ASSERT_TRUE(cfg::is_const(e)) << "width " << width << " value " << v;
  EXPECT_EQ(e->value, meaning(f, width, v))
      << "function " << static_cast<int>(f) << " width " << width << " value " << v;
}

TEST(Bits, ConstantsHaveTheirValues) {
  for (BitFunction f :
       {BitFunction::LeadingZeros, BitFunction::TrailingZeros, BitFunction::Ones, BitFunction::Reversed}) {
    for (unsigned width : {1U, 2U, 3U, 5U, 8U, 9U})
      for (std::uint64_t v = 0; v < std::uint64_t(1) << width; ++v)
        expect_value(f, width, v);
    for (unsigned width : {16U, 24U, 32U, 48U, 64U})
      for (unsigned k = 0; k < width; ++k)
        for (std::uint64_t v : {std::uint64_t(1) << k, (std::uint64_t(1) << k) - 1, 0x123456789abcdef0U >> k})
          expect_value(f, width, cfg::mask_to_width(v, width));
  }
  for (unsigned width : {16U, 24U, 32U, 48U, 64U})
    for (std::uint64_t v :
         {std::uint64_t(0), std::uint64_t(0x0123456789abcdef), ~std::uint64_t(0), std::uint64_t(0x80)})
      expect_value(BitFunction::BytesReversed, width, cfg::mask_to_width(v, width));
}

TEST(Bits, ResultsAreOfModerateSize) {
  for (unsigned width : {32U, 64U})
    for (BitFunction f :
         {BitFunction::LeadingZeros, BitFunction::TrailingZeros, BitFunction::Ones, BitFunction::Reversed}) {
      std::size_t nodes = 0;
      const auto count = [&](const Expr &e) { cfg::for_each_node(e, [&](const cfg::ExprNode &) { ++nodes; }); };
      const Expr e = bit_function(f, cfg::variable(0, cfg::int_type(width)), [&](Expr x) {
        count(x);
        return cfg::variable(1, x->type);
      });
      count(e);
      EXPECT_LT(nodes, 8 * width) << "function " << static_cast<int>(f);
    }
}

} // namespace
} // namespace lockstep::frontend::test_bits
