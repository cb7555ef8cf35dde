// Functions called by name, on known results.
#include "semantics/code/calls.h"

#include <gtest/gtest.h>

#include <bit>
#include <cfenv>
#include <cmath>
#include <limits>

namespace lockstep::semantics::test_calls {
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

TEST(Calls, ANamedRoundingIsDone) {
  const float third = 1.0f / 3, below = std::nextafter(third, 0.0f); // the nearest is above
  EXPECT_EQ(called("__fdiv_rn.f32", f, {{f, f32(1)}, {f, f32(3)}}), f32(third));
  EXPECT_EQ(called("__fdiv_ru.f32", f, {{f, f32(1)}, {f, f32(3)}}), f32(third));
  EXPECT_EQ(called("__fdiv_rd.f32", f, {{f, f32(1)}, {f, f32(3)}}), f32(below));
  EXPECT_EQ(called("__fdiv_rz.f32", f, {{f, f32(-1)}, {f, f32(3)}}), f32(-below));
  EXPECT_EQ(called("__frcp_rd.f32", f, {{f, f32(3)}}), f32(below));
  EXPECT_EQ(called("__fadd_ru.f32", f, {{f, f32(1)}, {f, f32(0x1p-40f)}}), f32(1 + 0x1p-23f));
  EXPECT_EQ(called("__fadd_rd.f32", f, {{f, f32(1)}, {f, f32(0x1p-40f)}}), f32(1));
  EXPECT_EQ(called("__fsub_rz.f32", f, {{f, f32(1)}, {f, f32(0x1p-40f)}}), f32(1 - 0x1p-24f));
  EXPECT_EQ(called("__dmul_ru.f64", d, {{d, f64(1 + 0x1p-52)}, {d, f64(1 + 0x1p-52)}}), f64(1 + 0x1p-51 + 0x1p-52));
  EXPECT_EQ(called("__dadd_rn.f64", d, {{d, f64(1)}, {d, f64(0x1p-60)}}), f64(1));
  EXPECT_EQ(called("__fmaf_ru.f32", f, {{f, f32(1 + 0x1p-12f)}, {f, f32(1 + 0x1p-12f)}, {f, f32(-1 - 0x1p-11f)}}),
            f32(0x1p-24f));
  EXPECT_EQ(called("__fsqrt_ru.f32", f, {{f, f32(4)}}), f32(2));
  EXPECT_EQ(called("__dsqrt_rd.f64", d, {{d, f64(2)}}), f64(0x1.6a09e667f3bccp0));
  EXPECT_EQ(called("__dsqrt_ru.f64", d, {{d, f64(2)}}), f64(0x1.6a09e667f3bcdp0));
  EXPECT_EQ(std::fegetround(), FE_TONEAREST);
}

TEST(Calls, ConversionsRoundAndStayWithinTheType) {
  EXPECT_EQ(called("__float2int_rn.f32", i32, {{f, f32(2.5f)}}), 2u);
  EXPECT_EQ(called("__float2int_rz.f32", i32, {{f, f32(-2.5f)}}), 0xfffffffeu);
  EXPECT_EQ(called("__float2int_ru.f32", i32, {{f, f32(2.5f)}}), 3u);
  EXPECT_EQ(called("__float2int_rd.f32", i32, {{f, f32(-2.5f)}}), 0xfffffffdu);
  EXPECT_EQ(called("__float2int_rn.f32", i32, {{f, f32(1e20f)}}), 0x7fffffffu);
  EXPECT_EQ(called("__float2int_rn.f32", i32, {{f, f32(-1e20f)}}), 0x80000000u);
  EXPECT_EQ(called("__float2uint_rn.f32", i32, {{f, f32(3e9f)}}), 3000000000u);
  EXPECT_EQ(called("__float2uint_ru.f32", i32, {{f, f32(-3)}}), 0u);
  EXPECT_EQ(called("__double2ull_rz.f64", i64, {{d, f64(0x1p63)}}), std::uint64_t(1) << 63);
  EXPECT_EQ(called("__double2ll_rz.f64", i64, {{d, f64(0x1p63)}}), ~std::uint64_t(0) >> 1);
  EXPECT_EQ(called("__double2float_rd.f64", f, {{d, f64(1 + 0x1p-40)}}), f32(1));
  EXPECT_EQ(called("__double2float_ru.f64", f, {{d, f64(1 + 0x1p-40)}}), f32(1 + 0x1p-23f));
  EXPECT_EQ(called("__uint2float_rz.i32", f, {{i32, 0xffffffff}}), f32(0x1.fffffep31f));
  EXPECT_EQ(called("__int2float_rd.i32", f, {{i32, 0xffffffff}}), f32(-1));
  EXPECT_EQ(called("__ull2double_ru.i64", d, {{i64, ~std::uint64_t(0)}}), f64(0x1p64));
  EXPECT_EQ(called("lks_bits_of_half_rz.f64", i16, {{d, f64(1e6)}}), 0x7bffu);
  EXPECT_EQ(called("lks_bits_of_half_ru.f64", i16, {{d, f64(1e6)}}), 0x7c00u);
  EXPECT_EQ(called("lks_bits_of_half_ru.f64", i16, {{d, f64(1 + 0x1p-20)}}), 0x3c01u);
  EXPECT_EQ(called("lks_bits_of_half_rd.f64", i16, {{d, f64(-0x1p-30)}}), 0x8001u);
  EXPECT_EQ(called("lks_bits_of_bf16_rz.f64", i16, {{d, f64(-1.5)}}), 0xbfc0u);
}

TEST(Calls, FunctionsOfCuda) {
  const auto near = [](const std::string &name, double x, double right) {
    const double v = std::bit_cast<double>(called(name, d, {{d, f64(x)}}));
    EXPECT_NEAR(v, right, std::fabs(right) * 1e-12 + 1e-15) << name;
  };
  EXPECT_EQ(called("__saturatef.f32", f, {{f, f32(-3)}}), f32(0));
  EXPECT_EQ(called("__saturatef.f32", f, {{f, f32(1.5f)}}), f32(1));
  EXPECT_EQ(called("__saturatef.f32", f, {{f, f32(std::numeric_limits<float>::quiet_NaN())}}), f32(0));
  EXPECT_EQ(called("__exp10f.f32", f, {{f, f32(2)}}), f32(100));
  EXPECT_EQ(called("__fdividef.f32", f, {{f, f32(1)}, {f, f32(4)}}), f32(0.25f));
  EXPECT_EQ(called("rcbrtf.f32", f, {{f, f32(8)}}), f32(0.5f));
  EXPECT_EQ(called("norm3df.f32", f, {{f, f32(2)}, {f, f32(3)}, {f, f32(6)}}), f32(7));
  EXPECT_EQ(called("lround.f64", i64, {{d, f64(-2.5)}}), static_cast<std::uint64_t>(-3));
  EXPECT_EQ(called("llrint.f64", i64, {{d, f64(2.5)}}), 2u);
  EXPECT_EQ(called("scalbn.f64", d, {{d, f64(3)}, {i32, 4}}), f64(48));
  EXPECT_EQ(called("__umul64hi.i64", i64, {{i64, ~0ULL}, {i64, 2}}), 1u);
  EXPECT_EQ(called("__mul64hi.i64", i64, {{i64, ~0ULL}, {i64, 2}}), ~0ULL);
  EXPECT_EQ(called("__lockstep_frexp_exponent.f64", i32, {{d, f64(8)}}), 4u);
  EXPECT_EQ(called("__lockstep_frexp_fraction.f64", d, {{d, f64(8)}}), f64(0.5));
  near("j0.f64", 1, 0.76519768655796655);
  near("cyl_bessel_i0.f64", 1, 1.2660658777520084);
  near("cyl_bessel_i1.f64", -1, -0.56515910399248503);
  EXPECT_EQ(called("cyl_bessel_i1.f64", d, {{d, f64(-1e9)}}), f64(-std::numeric_limits<double>::infinity()));
  near("normcdf.f64", 1.96, 0.97500210485177952);
  near("normcdfinv.f64", 0.975, 1.9599639845400545);
  near("erfinv.f64", 0.25, 0.22531205501217808);
  near("erfinv.f64", -0.9, -1.1630871536766743);
  near("erfcinv.f64", 1e-10, 4.5728249673894850);
  near("erfcx.f64", 2, 0.25539567631050574);
  near("erfcx.f64", 30, 0.018795888861416751);
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
} // namespace lockstep::semantics::test_calls
