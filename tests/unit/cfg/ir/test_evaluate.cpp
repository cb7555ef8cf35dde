// Operations on bits: every row of ops.def that computes, on known results; undefinedness.
#include "cfg/ir/evaluate.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <set>

namespace lockstep::cfg::test_evaluate {
namespace {

std::uint64_t f32(float v) { return std::bit_cast<std::uint32_t>(v); }
std::uint64_t f64(double v) { return std::bit_cast<std::uint64_t>(v); }
constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan_value = std::numeric_limits<float>::quiet_NaN();

struct Row {
  Op op;
  Type arg, result;
  std::vector<std::uint64_t> args;
  std::uint64_t expected;
  Undefined undefined = Undefined::No;
  bool nsw = false, nuw = false;
};

Computed value_of(const Row &r) {
  ExprNode n;
  n.op = r.op;
  n.type = r.result;
  n.nsw = r.nsw;
  n.nuw = r.nuw;
  for (std::size_t i = 0; i < r.args.size(); ++i)
    n.args.push_back(constant(r.op == Op::Ite && i == 0 ? bool_type : r.op == Op::Ite ? r.result : r.arg, r.args[i]));
  return evaluate(n, r.args);
}

const Type i8 = int_type(8), i16 = int_type(16), i32 = int_type(32), i64 = int_type(64), b = bool_type,
           h = float_type(16), f = float_type(32), d = float_type(64);

const std::vector<Row> rows = {
    {Op::Add, i8, i8, {200, 100}, 44},
    {Op::Add, i8, i8, {127, 1}, 128, Undefined::SignedWrap, true},
    {Op::Add, i8, i8, {255, 1}, 0, Undefined::No, true}, // -1 + 1
    {Op::Add, i8, i8, {255, 1}, 0, Undefined::UnsignedWrap, false, true},
    {Op::Add, i64, i64, {0x7fffffffffffffff, 1}, 0x8000000000000000, Undefined::SignedWrap, true},
    {Op::Sub, i8, i8, {1, 2}, 255},
    {Op::Sub, i8, i8, {1, 2}, 255, Undefined::No, true},
    {Op::Sub, i8, i8, {1, 2}, 255, Undefined::UnsignedWrap, false, true},
    {Op::Sub, i8, i8, {128, 1}, 127, Undefined::SignedWrap, true},
    {Op::Mul, i16, i16, {300, 300}, 90000 % 65536},
    {Op::Mul, i16, i16, {300, 300}, 90000 % 65536, Undefined::SignedWrap, true},
    {Op::Mul, i64, i64, {0x100000000, 0x100000000}, 0, Undefined::UnsignedWrap, false, true},
    {Op::Mul, i64, i64, {~0ULL, 5}, static_cast<std::uint64_t>(-5), Undefined::No, true},
    {Op::UDiv, i8, i8, {200, 7}, 28},
    {Op::UDiv, i8, i8, {200, 0}, 0, Undefined::DivisionByZero},
    {Op::SDiv, i8, i8, {249, 2}, 253}, // -7 / 2 = -3
    {Op::SDiv, i8, i8, {128, 255}, 128, Undefined::DivisionOverflow},
    {Op::SDiv, i64, i64, {1ULL << 63, ~0ULL}, 1ULL << 63, Undefined::DivisionOverflow},
    {Op::URem, i8, i8, {200, 7}, 4},
    {Op::SRem, i8, i8, {249, 2}, 255}, // -7 % 2 = -1
    {Op::SRem, i8, i8, {128, 255}, 0, Undefined::DivisionOverflow},
    {Op::Shl, i8, i8, {3, 7}, 128},
    {Op::Shl, i8, i8, {1, 7}, 128, Undefined::SignedWrap, true},
    {Op::Shl, i8, i8, {128, 1}, 0, Undefined::UnsignedWrap, false, true},
    {Op::Shl, i8, i8, {1, 9}, 2, Undefined::ShiftAmount},
    {Op::LShr, i8, i8, {240, 4}, 15},
    {Op::AShr, i8, i8, {240, 4}, 255},
    {Op::AShr, i64, i64, {1ULL << 63, 63}, ~0ULL},
    {Op::LShr, i32, i32, {8, 35}, 1, Undefined::ShiftAmount},
    {Op::BitAnd, i8, i8, {12, 10}, 8},
    {Op::BitOr, i8, i8, {12, 10}, 14},
    {Op::BitXor, i8, i8, {12, 10}, 6},
    {Op::SMin, i8, i8, {255, 1}, 255},
    {Op::SMax, i8, i8, {255, 1}, 1},
    {Op::UMin, i8, i8, {255, 1}, 1},
    {Op::UMax, i8, i8, {255, 1}, 255},
    {Op::Ult, i8, b, {1, 255}, 1},
    {Op::Ule, i8, b, {255, 255}, 1},
    {Op::Slt, i8, b, {1, 255}, 0},
    {Op::Sle, i8, b, {255, 1}, 1},
    {Op::Zext, i8, i32, {255}, 255},
    {Op::Sext, i8, i32, {255}, 0xffffffff},
    {Op::Trunc, i32, i8, {0x1234}, 0x34},
    {Op::Eq, i8, b, {4, 4}, 1},
    {Op::Ne, i8, b, {4, 4}, 0},
    {Op::Ite, i8, i8, {1, 7, 9}, 7},
    {Op::Ite, i8, i8, {0, 7, 9}, 9},
    {Op::Not, b, b, {1}, 0},
    {Op::And, b, b, {1, 0}, 0},
    {Op::Or, b, b, {1, 0}, 1},
    {Op::Implies, b, b, {1, 0}, 0},
    {Op::Implies, b, b, {0, 0}, 1},
    {Op::FAdd, f, f, {f32(0.1f), f32(0.2f)}, f32(0.1f + 0.2f)},
    {Op::FAdd, d, d, {f64(0.1), f64(0.2)}, f64(0.1 + 0.2)},
    {Op::FAdd, h, h, {0x3c00, 0x1000}, 0x3c00}, // 1 + 2^-11: a tie, to even
    {Op::FAdd, h, h, {0x3c01, 0x1000}, 0x3c02}, // the tie above, to even again
    {Op::FAdd, h, h, {0x7bff, 0x7bff}, 0x7c00}, // 65504 + 65504: infinite
    {Op::FSub, f, f, {f32(1), f32(3)}, f32(-2)},
    {Op::FMul, f, f, {f32(1e30f), f32(1e30f)}, f32(infinity)},
    {Op::FMul, h, h, {0x0001, 0x3800}, 0x0000}, // half the smallest subnormal: a tie, to even
    {Op::FDiv, f, f, {f32(1), f32(3)}, f32(1.0f / 3.0f)},
    {Op::FDiv, f, f, {f32(-1), f32(0)}, f32(-infinity)},
    {Op::FRem, f, f, {f32(-7.5f), f32(2)}, f32(-1.5f)},
    {Op::FMin, f, f, {f32(nan_value), f32(2)}, f32(2)},
    {Op::FMax, f, f, {f32(3), f32(2)}, f32(3)},
    {Op::FNeg, f, f, {f32(0)}, f32(-0.0f)},
    {Op::FAbs, d, d, {f64(-2)}, f64(2)},
    {Op::FSqrt, f, f, {f32(2)}, f32(std::sqrt(2.0f))},
    {Op::FOeq, f, b, {f32(0), f32(-0.0f)}, 1},
    {Op::FOeq, f, b, {f32(nan_value), f32(nan_value)}, 0},
    {Op::FOlt, f, b, {f32(1), f32(2)}, 1},
    {Op::FOle, f, b, {f32(nan_value), f32(2)}, 0},
    {Op::FUno, f, b, {f32(nan_value), f32(2)}, 1},
    {Op::FToS, f, i8, {f32(-3.9f)}, 253},
    {Op::FToS, f, i8, {f32(128)}, 127, Undefined::FloatToInt},
    {Op::FToS, f, i8, {f32(-128.5f)}, 128}, // truncates to -128
    {Op::FToS, f, i32, {f32(nan_value)}, 0, Undefined::FloatToInt},
    {Op::FToU, f, i8, {f32(255.9f)}, 255},
    {Op::FToU, f, i8, {f32(-0.9f)}, 0},
    {Op::FToU, f, i8, {f32(-1)}, 0, Undefined::FloatToInt},
    {Op::FToU, d, i64, {f64(18446744073709549568.0)}, 18446744073709549568ULL},
    {Op::SToF, i8, f, {255}, f32(-1)},
    {Op::UToF, i8, f, {255}, f32(255)},
    {Op::UToF, i64, f, {0x8000008000000001}, f32(9223373136366403584.0f)}, // above a tie: one rounding, up
    {Op::SToF, i32, h, {65519}, 0x7bff},
    {Op::SToF, i32, h, {65520}, 0x7c00},
    {Op::FToF, d, f, {f64(0.1)}, f32(0.1f)},
    {Op::FToF, f, d, {f32(0.1f)}, f64(static_cast<double>(0.1f))},
    {Op::FToF, f, h, {f32(1.5f)}, 0x3e00},
    {Op::FToF, h, f, {0x0001}, f32(0x1p-24f)},
    {Op::BitCast, f, i32, {f32(1)}, 0x3f800000},
};

TEST(Evaluate, KnownResults) {
  std::set<Op> seen;
  for (const Row &r : rows) {
    const Computed v = value_of(r);
    const std::string what = std::string(op_info(r.op).text) + " on " + std::to_string(r.args[0]);
    EXPECT_EQ(v.bits, r.expected) << what;
    EXPECT_EQ(static_cast<int>(v.undefined), static_cast<int>(r.undefined)) << what;
    seen.insert(r.op);
  }
#define OP(Name, word, kind)                                                                                           \
  if (op_info(Op::Name).typing != Typing::Special) {                                                                   \
    EXPECT_EQ(seen.count(Op::Name), 1u) << word " has no row";                                                         \
  }
#include "cfg/ir/ops.def"
}

TEST(Evaluate, CanBeUndefinedNeverSaysNoWrongly) {
  for (const Row &r : rows) {
    ExprNode n;
    n.op = r.op;
    n.type = r.result;
    n.nsw = r.nsw;
    n.nuw = r.nuw;
    for (std::uint64_t a : r.args)
      n.args.push_back(constant(r.arg, a));
    if (r.undefined != Undefined::No) {
      EXPECT_TRUE(can_be_undefined(n)) << op_info(r.op).text;
    }
  }
}

TEST(Evaluate, EveryHalfComesBack) {
  for (std::uint64_t bits = 0; bits < 0x10000; ++bits) {
    const double v = to_double(bits, 16);
    if (!std::isnan(v)) {
      EXPECT_EQ(from_double(v, 16), bits);
    }
  }
}

} // namespace
} // namespace lockstep::cfg::test_evaluate
