// Functions called by name, on known results.
#include "semantics/code/calls.h"

#include <gtest/gtest.h>

#include <bit>
#include <limits>

namespace lockstep::semantics {
namespace {

using cfg::Op;
using cfg::Type;

std::uint64_t f32(float v) { return std::bit_cast<std::uint32_t>(v); }
std::uint64_t f64(double v) { return std::bit_cast<std::uint64_t>(v); }
constexpr float infinity = std::numeric_limits<float>::infinity();

const Type i8 = cfg::int_type(8), i16 = cfg::int_type(16), i32 = cfg::int_type(32), i64 = cfg::int_type(64),
           b = cfg::bool_type, f = cfg::float_type(32), d = cfg::float_type(64);

std::uint64_t called(const std::string &name, Type result, const std::vector<std::pair<Type, std::uint64_t>> &args) {
  cfg::ExprNode n;
  n.op = Op::Call;
  n.name = name;
  n.type = result;
  std::vector<std::uint64_t> values;
  for (auto [t, v] : args) {
    n.args.push_back(cfg::constant(t, v));
    values.push_back(v);
  }
  auto shape = find_call(n);
  EXPECT_TRUE(shape) << name;
  return shape ? shape->function(*shape, values) : 0;
}

TEST(Calls, KnownResults) {
  EXPECT_EQ(called("floor.f32", f, {{f, f32(-1.5f)}}), f32(-2));
  EXPECT_EQ(called("native_sin.f32", f, {{f, f32(0)}}), f32(0));
  EXPECT_EQ(called("pow.f64", d, {{d, f64(2)}, {d, f64(10)}}), f64(1024));
  EXPECT_EQ(called("pown.f32", f, {{f, f32(-2)}, {i32, 3}}), f32(-8));
  EXPECT_EQ(called("ldexp.f32", f, {{f, f32(3)}, {i32, 0xffffffff}}), f32(1.5f));
  EXPECT_EQ(called("ilogb.f32", i32, {{f, f32(8)}}), 3u);
  EXPECT_EQ(called("fma.f32", f, {{f, f32(1 + 0x1p-12f)}, {f, f32(1 + 0x1p-12f)}, {f, f32(-1 - 0x1p-11f)}}),
            f32(0x1p-24f));
  EXPECT_EQ(called("fmuladd.f32", f, {{f, f32(2)}, {f, f32(3)}, {f, f32(4)}}), f32(10));
  EXPECT_EQ(called("fract.out.f32", f, {{f, f32(2.75f)}}), f32(2));
  EXPECT_EQ(called("isinf.f32", b, {{f, f32(infinity)}}), 1u);
  EXPECT_EQ(called("isnormal.f32", b, {{f, 1}}), 0u);
  EXPECT_EQ(called("dot.f32", f, {{f, f32(1)}, {f, f32(2)}, {f, f32(3)}, {f, f32(4)}}), f32(11));
  EXPECT_EQ(called("cross.f32.2", f, {{f, f32(1)}, {f, f32(0)}, {f, f32(0)}, {f, f32(0)}, {f, f32(1)}, {f, f32(0)}}),
            f32(1));
  EXPECT_EQ(called("clz.i8", i8, {{i8, 1}}), 7u);
  EXPECT_EQ(called("ctz.i16", i16, {{i16, 0}}), 16u);
  EXPECT_EQ(called("popcount.i64", i64, {{i64, ~0ULL}}), 64u);
  EXPECT_EQ(called("smulh.i64", i64, {{i64, ~0ULL}, {i64, 2}}), ~0ULL);
  EXPECT_EQ(called("umulh.i64", i64, {{i64, ~0ULL}, {i64, 2}}), 1u);
  EXPECT_EQ(called("umad_sat.i32", i32, {{i32, 0xffffffff}, {i32, 2}, {i32, 0}}), 0xffffffffu);
  EXPECT_EQ(called("smad_sat.i32", i32, {{i32, 0x80000000}, {i32, 2}, {i32, 0}}), 0x80000000u);
  EXPECT_EQ(called("convert_uchar_sat.f32", i8, {{f, f32(300)}}), 255u);
  EXPECT_EQ(called("convert_char_sat_rte.f32", i8, {{f, f32(-2.5f)}}), 254u);
  EXPECT_EQ(called("bitreverse.i8", i8, {{i8, 1}}), 128u);
}

TEST(Calls, UnknownNamesAndWrongArgumentsAreNotGuessed) {
  cfg::ExprNode n;
  n.op = Op::Call;
  n.name = "wibble.f32";
  n.type = f;
  n.args = {cfg::constant(f, 0)};
  EXPECT_FALSE(find_call(n));
  EXPECT_EQ(hashed_call(n, std::vector<std::uint64_t>{1}), hashed_call(n, std::vector<std::uint64_t>{1}));
  n.name = "sin.f32";
  EXPECT_TRUE(find_call(n));
  n.args.push_back(n.args[0]);
  EXPECT_FALSE(find_call(n));
}

} // namespace
} // namespace lockstep::semantics
