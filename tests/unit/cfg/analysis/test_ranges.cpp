// Ranges: interval arithmetic against exhaustive evaluation, refinement, loops, wrap information.
#include "cfg/analysis/values/ranges/ranges.h"
#include "cfg/ir/evaluate.h"
#include "cfg/ir/expr_types.h"
#include "cfg/ir/text/parse.h"

#include <gtest/gtest.h>

#include <random>

namespace lockstep::cfg::test_ranges {
namespace {

// A kernel with its ranges.
struct Case {
  Kernel k;
  std::optional<Ranges> r;

  explicit Case(const std::string &text, const Launch &launch = {}, const RangeOptions &options = {}) {
    support::Diagnostics diags;
    auto parsed = parse(text, "test.kir", diags);
    for (const auto &d : diags.all())
      ADD_FAILURE() << support::format(d);
    k = parsed ? *parsed : Kernel{};
    auto forest = loops(k, diags);
    EXPECT_TRUE(forest);
    r = ranges(k, *forest, available_facts(k), launch, options);
  }
  BlockId block(const std::string &name) const {
    for (BlockId b = 0; b < k.blocks.size(); ++b)
      if (k.blocks[b].name == name)
        return b;
    ADD_FAILURE() << "no block " << name;
    return 0;
  }
  VarId var(const std::string &name) const {
    for (VarId v = 0; v < k.vars.size(); ++v)
      if (k.vars[v].name == name)
        return v;
    ADD_FAILURE() << "no variable " << name;
    return 0;
  }
  ExprRange at(const std::string &b, const std::string &v) const { return r->at_entry(block(b), var(v)); }
  // The value assigned by the only assignment to v.
  const ExprNode *value(const std::string &v) const {
    for (const Block &b : k.blocks)
      for (const Stmt &s : b.stmts)
        if (auto *a = std::get_if<Assign>(&s.node); a && a->var == var(v))
          return a->value.get();
    ADD_FAILURE() << "no assignment to " << v;
    return nullptr;
  }
  ExprRange range(const std::string &v) const { return r->range_of(value(v)); }
  WrapInfo wrap(const std::string &v) const { return r->wrap_of(value(v)); }
};

std::string show(const Bounds &b) { return "[" + support::text(b.lo) + ", " + support::text(b.hi) + "]"; }
#define EXPECT_BOUNDS(bounds, low, high) EXPECT_EQ(show(bounds), show(Bounds{low, high}))

Launch launch(Launch::Extent local, Launch::Extent groups) {
  Launch l;
  l.local_size[0] = local;
  l.num_groups[0] = groups;
  return l;
}
constexpr long long int_max = 2147483647, int_min = -2147483648LL;

// --- the domain: every operation against evaluation on all values of a small width -------------------------
std::int64_t signed_of(std::uint64_t bits, unsigned w) { return signed_value(*constant(int_type(w), bits)); }

class Domain : public testing::TestWithParam<Op> {};

TEST_P(Domain, BoundsEveryResultAndReportsEveryWrap) {
  constexpr unsigned w = 4;
  Type type = int_type(w);
  Op op = GetParam();
  Expr x = variable(0, type), y = variable(1, type);
  std::mt19937 random(static_cast<unsigned>(op) + 1);
  for (int round = 0; round < 1500; ++round) {
    bool is_signed[2] = {random() % 2 == 0, random() % 2 == 0};
    ExprRange in[2];
    for (int i : {0, 1}) {
      Bounds all = is_signed[i] ? signed_bounds(type) : unsigned_bounds(type);
      Bounds b{all.lo + random() % 16, 0};
      b.hi = b.lo + random() % (all.hi - b.lo + 1).bits();
      if (random() % 3 == 0)
        b.hi = b.lo;
      in[i] = is_signed[i] ? range_from_signed(b, type) : range_from_unsigned(b, type);
    }
    Expr second =
        random() % 2 && in[1].as_unsigned.lo == in[1].as_unsigned.hi ? constant(type, in[1].as_unsigned.lo.bits()) : y;
    ExprNode n;
    n.op = op;
    n.args = {x, second};
    n.nsw = random() % 2;
    n.nuw = random() % 2;
    bool predicate = op_info(op).typing == Typing::IntCmp || op_info(op).typing == Typing::AnyEq;
    n.type = predicate ? bool_type : type;
    bool trust = random() % 2;
    Applied out = apply(n, {in[0], in[1]}, trust);
    auto inside = [](const ExprRange &r, std::uint64_t bits, Type t) {
      __int128 u = static_cast<__int128>(bits), s = t.is_bool() ? u : signed_of(bits, t.width);
      return r.as_unsigned.lo <= u && u <= r.as_unsigned.hi && r.as_signed.lo <= s && s <= r.as_signed.hi;
    };
    for (std::uint64_t a = 0; a < 16; ++a)
      for (std::uint64_t b = 0; b < 16; ++b) {
        if (!inside(in[0], a, type) || !inside(in[1], b, type))
          continue;
        auto bits = defined_value(n, std::vector<std::uint64_t>{a, b});
        if (!bits)
          continue; // unspecified
        auto exact = [&](__int128 p, __int128 q) -> std::optional<__int128> {
          if (!takes_wrap_flags(op))
            return std::nullopt;
          return op == Op::Add ? p + q : op == Op::Sub ? p - q : op == Op::Mul ? p * q : p << static_cast<int>(b);
        };
        auto s = exact(signed_of(a, w), signed_of(b, w));
        auto u = exact(static_cast<__int128>(a), static_cast<__int128>(b));
        bool signed_wraps = s && !(*s >= -8 && *s <= 7), unsigned_wraps = u && !(*u >= 0 && *u <= 15);
        if (signed_wraps) {
          EXPECT_NE(out.wrap.signed_ok, NoWrap::Proved);
        }
        if (unsigned_wraps) {
          EXPECT_NE(out.wrap.unsigned_ok, NoWrap::Proved);
        }
        bool defined = !(trust && ((signed_wraps && n.nsw) || (unsigned_wraps && n.nuw)));
        if (!defined)
          continue;
        EXPECT_TRUE(inside(out.range, *bits, n.type)) << op_info(op).text << " " << a << " " << b << " = " << *bits;
        if (signed_wraps) {
          EXPECT_EQ(out.wrap.signed_ok, NoWrap::MayWrap);
        }
        if (unsigned_wraps) {
          EXPECT_EQ(out.wrap.unsigned_ok, NoWrap::MayWrap);
        }
      }
    if (HasFailure())
      return;
  }
}
INSTANTIATE_TEST_SUITE_P(AllBinary, Domain,
                         testing::Values(Op::Add, Op::Sub, Op::Mul, Op::UDiv, Op::SDiv, Op::URem, Op::SRem, Op::Shl,
                                         Op::LShr, Op::AShr, Op::BitAnd, Op::BitOr, Op::BitXor, Op::SMin, Op::SMax,
                                         Op::UMin, Op::UMax, Op::Ult, Op::Ule, Op::Slt, Op::Sle, Op::Eq, Op::Ne),
                         [](const auto &info) { return std::string(op_info(info.param).text); });

// --- kernels ----------------------------------------------------------------------------------------------
TEST(Ranges, LaunchQuantities) {
  Case c(R"(kernel k { var a : i32; var b : i32; var c : i64; var d : i8; var g : i64;
    block s: a := local_id(0, i32); b := group_id(0, i32); c := local_size(0, i64); d := local_id(0, i8);
      g := add(mul(group_id(0, i64), local_size(0, i64)), local_id(0, i64)); return; })",
         launch(std::nullopt, std::nullopt));
  EXPECT_BOUNDS(c.range("a").as_signed, 0, 1023);
  EXPECT_BOUNDS(c.range("b").as_signed, 0, int_max - 1);
  EXPECT_BOUNDS(c.range("c").as_unsigned, 1, 1024);
  EXPECT_BOUNDS(c.range("d").as_signed, -128, 127) << "1023 does not fit";
  EXPECT_EQ(c.wrap("g").signed_ok, NoWrap::Proved);
  EXPECT_EQ(c.wrap("g").unsigned_ok, NoWrap::Proved);
  EXPECT_BOUNDS(c.range("g").as_signed, 0, int_max - 1) << "of fewer than 2^31 threads";

  Case narrow("kernel k { var g : i32; block s: g := add(mul(group_id(0, i32), local_size(0, i32)), local_id(0, i32)); "
              "return; }",
              launch(64, 16));
  EXPECT_BOUNDS(narrow.range("g").as_signed, 0, 1023);
  EXPECT_EQ(narrow.wrap("g").signed_ok, NoWrap::Proved);
}

TEST(Ranges, FixedGlobalSize) {
  Launch l = launch(std::nullopt, std::nullopt);
  l.global_size[0] = 4096;
  Case c(R"(kernel k { var g : i32; var n : i32; var h : i32;
    block s: g := add(local_id(0, i32), mul(local_size(0, i32), group_id(0, i32)));
      n := trunc(mul(zext(num_groups(0, i32), i64), zext(local_size(0, i32), i64)), i32);
      h := add(mul(local_size(0, i32), group_id(1, i32)), local_id(0, i32)); return; })",
         l);
  EXPECT_BOUNDS(c.range("g").as_signed, 0, 4095);
  EXPECT_EQ(c.wrap("g").signed_ok, NoWrap::Proved);
  EXPECT_BOUNDS(c.range("n").as_signed, 4096, 4096);
  EXPECT_BOUNDS(c.range("h").as_signed, 0, 1023) << "another dimension: one group only";
}

TEST(Ranges, StridedLoop) {
  Case c(R"(kernel k { param n : i32; var i : i32; var x : i32; var t : i32; var w : i64;
    array a : i32[] global param;
    block s: i := local_id(0, i32); goto h;
    block h: br slt(i, n), b, e;
    block b: x := add(i, 1:i32); w := sext(x, i64); a[w] := 0:i32; t := add.nsw(i, 64:i32); i := t; goto h;
    block e: return; })",
         launch(64, 1));
  EXPECT_BOUNDS(c.at("h", "i").as_signed, 0, int_max);
  EXPECT_BOUNDS(c.at("b", "i").as_signed, 0, int_max - 1);
  EXPECT_EQ(c.wrap("x").signed_ok, NoWrap::Proved) << "i < n <= INT_MAX";
  EXPECT_EQ(c.wrap("t").signed_ok, NoWrap::ByAssumption);
  EXPECT_EQ(c.wrap("t").unsigned_ok, NoWrap::Proved) << "given the signed assumption";
  EXPECT_EQ(c.wrap("w").unsigned_ok, NoWrap::Proved);
}

TEST(Ranges, FlagsAreIgnoredOnRequest) {
  std::string text = R"(kernel k { param n : i32; var i : i32; var t : i32;
    block s: i := 0:i32; goto h;
    block h: br slt(i, n), b, e;
    block b: t := add.nsw(i, 64:i32); i := t; goto h;
    block e: return; })";
  RangeOptions strict;
  strict.assume_no_overflow = false;
  Case c(text, {}, strict);
  EXPECT_EQ(c.wrap("t").signed_ok, NoWrap::MayWrap);
  EXPECT_BOUNDS(c.at("h", "i").as_signed, int_min, int_max);
}

TEST(Ranges, UnitStrideNeedsNoFlag) {
  RangeOptions strict;
  strict.assume_no_overflow = false;
  Case c(R"(kernel k { param n : i32; var i : i32; var t : i32;
    block s: i := 0:i32; goto h;
    block h: br slt(i, n), b, e;
    block b: t := add(i, 1:i32); i := t; goto h;
    block e: return; })",
         {}, strict);
  EXPECT_EQ(c.wrap("t").signed_ok, NoWrap::Proved);
  EXPECT_BOUNDS(c.at("h", "i").as_signed, 0, int_max);
}

TEST(Ranges, NestedLoopsNarrowBothVariables) {
  Case c(R"(kernel k { var i : i32; var j : i32; var x : i32; var y : i32;
    block s: i := 0:i32; goto h;
    block h: br slt(i, 10:i32), p, e;
    block p: j := 0:i32; goto g;
    block g: br slt(j, i), b, l;
    block b: x := add(mul(i, 100:i32), j); j := add(j, 1:i32); goto g;
    block l: i := add(i, 1:i32); goto h;
    block e: y := i; return; })");
  EXPECT_BOUNDS(c.at("h", "i").as_signed, 0, 10);
  EXPECT_BOUNDS(c.at("g", "i").as_signed, 0, 9);
  EXPECT_BOUNDS(c.at("b", "j").as_signed, 0, 8);
  EXPECT_BOUNDS(c.range("x").as_signed, 100, 908);
  EXPECT_BOUNDS(c.range("y").as_signed, 10, 10);
  EXPECT_EQ(c.wrap("x").signed_ok, NoWrap::Proved);
}

TEST(Ranges, HalvingAndDoubling) {
  Case c(R"(kernel k { var s : i32; var d : i32; var x : i32; var y : i32;
    block a: s := 128:i32; goto h;
    block h: br slt(0:i32, s), b, m;
    block b: x := mul(s, 2:i32); s := ashr(s, 1:i32); goto h;
    block m: d := 1:i32; goto g;
    block g: br ult(d, 256:i32), c, e;
    block c: y := shl(d, 1:i32); d := y; goto g;
    block e: return; })");
  EXPECT_BOUNDS(c.at("b", "s").as_signed, 1, 128);
  EXPECT_EQ(c.wrap("x").signed_ok, NoWrap::Proved);
  EXPECT_BOUNDS(c.at("c", "d").as_unsigned, 1, 255);
  EXPECT_BOUNDS(c.at("g", "d").as_unsigned, 1, 510);
  EXPECT_EQ(c.wrap("y").unsigned_ok, NoWrap::Proved);
  EXPECT_EQ(c.wrap("y").signed_ok, NoWrap::Proved);
}

TEST(Ranges, DownwardLoop) {
  Case c(R"(kernel k { param n : i32; var i : i32; var t : i32;
    block s: requires slt(0:i32, n); i := sub(n, 1:i32); goto h;
    block h: br sle(0:i32, i), b, e;
    block b: t := add(i, -1:i32); i := t; goto h;
    block e: return; })");
  EXPECT_BOUNDS(c.at("h", "i").as_signed, -1, int_max - 1);
  EXPECT_BOUNDS(c.at("b", "i").as_signed, 0, int_max - 1);
  EXPECT_EQ(c.wrap("t").signed_ok, NoWrap::Proved);
  EXPECT_EQ(c.wrap("t").unsigned_ok, NoWrap::MayWrap) << "adding 2^32 - 1 wraps";
}

TEST(Ranges, RotatedLoopThroughTemporaries) {
  Case c(R"(kernel k { param n : i32; var i : i32; var t : i32; var c : bool; var x : i32;
    block s: br sle(n, 0:i32), e, p;
    block p: i := 0:i32; goto b;
    block b: x := add(i, 1:i32); t := add(i, 1:i32); c := slt(t, n); br c, l, e;
    block l: i := t; goto b;
    block e: return; })",
         {}, {false});
  EXPECT_BOUNDS(c.at("b", "i").as_signed, 0, int_max - 1);
  EXPECT_BOUNDS(c.at("b", "n").as_signed, 1, int_max);
  EXPECT_EQ(c.wrap("x").signed_ok, NoWrap::Proved);
}

TEST(Ranges, RefinementThroughExpressionsAndEquations) {
  Case c(R"(kernel k { param n : i32; param m : i64; var w : i64; var t : i32; var c : bool; var u : i32; var v : i32;
      var x : i32; var y : i32;
    block s: w := sext(n, i64); t := add.nsw(n, 5:i32); c := land(sle(0:i64, w), slt(t, 100:i32));
      br c, in, out;
    block in: u := n; v := add(n, t); goto out;
    block out: br ult(m, 16:i64), small, e;
    block small: x := trunc(m, i32); br eq(and(x, 3:i32), 3:i32), three, e;
    block three: y := x; goto e;
    block e: return; })");
  EXPECT_BOUNDS(c.at("in", "n").as_signed, 0, 94);
  EXPECT_BOUNDS(c.at("in", "t").as_signed, 5, 99);
  EXPECT_BOUNDS(c.range("u").as_signed, 0, 94);
  EXPECT_BOUNDS(c.range("v").as_signed, 5, 193);
  EXPECT_BOUNDS(c.range("x").as_signed, 0, 15);
  EXPECT_EQ(c.wrap("x").signed_ok, NoWrap::Proved);
  EXPECT_BOUNDS(c.range("y").as_signed, 3, 15);
}

TEST(Ranges, WrappingArithmeticIsNotRefinedThrough) {
  // n + 5 < 100 holds for n near INT_MAX when the addition wraps.
  Case c(R"(kernel k { param n : i32; var u : i32;
    block s: br slt(add(n, 5:i32), 100:i32), in, e;
    block in: u := n; goto e; block e: return; })");
  EXPECT_BOUNDS(c.range("u").as_signed, int_min, int_max);
}

TEST(Ranges, DisjunctionsJoin) {
  Case c(R"(kernel k { param n : i32; var u : i32; var v : i32;
    block s: br lor(land(sle(2:i32, n), sle(n, 4:i32)), eq(n, 9:i32)), in, out;
    block in: u := n; goto e;
    block out: assume implies(slt(0:i32, n), slt(n, 0:i32)); v := n; goto e;
    block e: return; })");
  EXPECT_BOUNDS(c.range("u").as_signed, 2, 9);
  EXPECT_BOUNDS(c.range("v").as_signed, int_min, 0);
}

TEST(Ranges, SwitchAndAssert) {
  Case c(R"(kernel k { param n : i32; var u : i32; var v : i32; var w : i32;
    block s: assert ule(n, 20:i32); u := n; switch n { 3: a, 5: a, 0: e, default: d };
    block a: v := n; goto e; block d: w := n; goto e; block e: return; })");
  EXPECT_BOUNDS(c.range("u").as_signed, 0, 20);
  EXPECT_BOUNDS(c.range("v").as_signed, 3, 5);
  EXPECT_BOUNDS(c.range("w").as_signed, 1, 20);
}

TEST(Ranges, ArmsOfAChoiceKnowTheCondition) {
  Case c(R"(kernel k { param n : i32; var m : i32; var a : i32;
    block s: m := ite(slt(n, 0:i32), 0:i32, ite(slt(100:i32, n), 100:i32, n));
      a := ite(slt(n, 7:i32), add(n, 1:i32), 0:i32); return; })");
  EXPECT_BOUNDS(c.range("m").as_signed, 0, 100);
  EXPECT_EQ(c.r->wrap_of(c.value("a")->args[1]).signed_ok, NoWrap::Proved);
}

TEST(Ranges, MemoryAndHavoc) {
  Case c(R"(kernel k { param n : i32; var x : i32; var y : i32; var z : i8; var w : i32; var u : i32;
    array T : i32[3] constant initial { 4, 9, 2 }; array A : i32[] global param; array B : i8[] global param;
    block s: assume ult(n, 3:i32); x := T[n]; y := A[n]; z := B[n]; w := zext(z, i32); u := 5:i32; havoc u; goto e;
    block e: w := add(w, add(x, add(y, u))); return; })");
  EXPECT_BOUNDS(c.at("e", "x").as_signed, 2, 9);
  EXPECT_BOUNDS(c.at("e", "y").as_signed, int_min, int_max);
  EXPECT_BOUNDS(c.at("e", "w").as_signed, 0, 255);
  EXPECT_BOUNDS(c.at("e", "u").as_signed, int_min, int_max);
}

TEST(Ranges, UnreachableCode) {
  Case c(R"(kernel k { param n : i32; var u : i32; var d : i32;
    block s: br slt(n, 3:i32), a, e;
    block a: br slt(5:i32, n), dead, e;
    block dead: d := add(n, 1:i32); u := d; goto e;
    block e: return; })");
  EXPECT_FALSE(c.r->reachable(c.block("dead")));
  EXPECT_TRUE(c.r->reachable(c.block("e")));
  EXPECT_EQ(c.wrap("d").signed_ok, NoWrap::MayWrap);
}

TEST(Ranges, NewExpressions) {
  Case c(R"(kernel k { param n : i32; var i : i32; var t : i32;
    block s: i := 0:i32; goto h;
    block h: br slt(i, 50:i32), b, e;
    block b: t := i; i := add(i, 1:i32); goto h;
    block e: return; })");
  support::Diagnostics diags;
  Expr e = *parse_expr("add(mul(i, 3:i32), 1:i32)", c.k, diags);
  EXPECT_BOUNDS(c.r->evaluate(e, c.block("b")).as_signed, 1, 148);
  EXPECT_BOUNDS(c.r->evaluate(e, c.block("h")).as_signed, 1, 151);
  EXPECT_BOUNDS(c.r->evaluate_before(e, c.k, c.block("b"), 2).as_signed, 4, 151);
  EXPECT_BOUNDS(c.r->range_of(e).as_signed, 1, 151) << "i lies within [0, 50] wherever it is live";
  EXPECT_EQ(c.r->wrap_of(e).signed_ok, NoWrap::Proved);
  EXPECT_EQ(c.r->wrap_of(*parse_expr("add(n, 1:i32)", c.k, diags)).signed_ok, NoWrap::MayWrap);
}

TEST(Ranges, JoinOverContexts) {
  // One node evaluated in two blocks: shared, as a builder may make it.
  Case c("kernel k { param n : i32; var a : i32; var b : i32; block s: assume slt(n, 9:i32); a := add(n, 1:i32); "
         "goto t; block t: b := 0:i32; return; }");
  Kernel k = c.k;
  Expr shared = std::get<Assign>(k.blocks[0].stmts[1].node).value;
  k.blocks[0].stmts[0].node = Skip{};
  std::get<Assign>(k.blocks[1].stmts[0].node).value = shared;
  k.blocks[1].stmts.insert(k.blocks[1].stmts.begin(),
                           Stmt{Assume{binary(Op::Slt, shared->args[0], constant(int_type(32), 9))}, {}});
  support::Diagnostics diags;
  Ranges r = ranges(k, *loops(k, diags), available_facts(k), {});
  EXPECT_EQ(r.wrap_of(shared).signed_ok, NoWrap::MayWrap) << "nothing is known of n in the first block";
}

TEST(Ranges, ReadBeforeAssigned) {
  Case c(R"(kernel k { param n : i32; var i : i32; var x : i32;
    block s: x := i; goto h; block h: i := 3:i32; br slt(n, 0:i32), h, e; block e: return; })");
  EXPECT_BOUNDS(c.range("x").as_signed, int_min, int_max);
}

// Of t := i + s behind assume.counter, in the reading that its comparison has.
TEST(Ranges, ACountedSumMovesUpOnly) {
  auto sum = [](const std::string &before, const std::string &order) {
    return Case("kernel k { param i : i32; param s : i32; var t : i32; block b: " + before + " assume.counter " +
                order + "(i, add(i, s)); t := add(i, s); return; }")
        .wrap("t");
  };
  const std::string up = "requires sle(1:i32, s);";
  EXPECT_EQ(sum(up, "sle").signed_ok, NoWrap::Proved);
  EXPECT_EQ(sum(up, "sle").unsigned_ok, NoWrap::MayWrap);
  EXPECT_EQ(sum(up, "ule").unsigned_ok, NoWrap::Proved);
  EXPECT_EQ(sum(up, "ule").signed_ok, NoWrap::MayWrap);
  EXPECT_EQ(sum("", "sle").signed_ok, NoWrap::MayWrap);
  EXPECT_EQ(sum("", "ule").unsigned_ok, NoWrap::MayWrap);
  EXPECT_EQ(sum(up, "slt").signed_ok, NoWrap::MayWrap); // not what the normal form writes
  const Case other("kernel k { param i : i32; param s : i32; var t : i32; block b: requires sle(1:i32, s); "
                   "assume.counter sle(i, add(i, s)); t := add(i, add(s, s)); return; }");
  EXPECT_EQ(other.wrap("t").signed_ok, NoWrap::MayWrap);
}

// --- of what threads exchange
TEST(Ranges, OfWhatThreadsOfAWarpExchange) {
  Case c(R"(kernel k { var v : i32; var s : i32; var b : i32; var m : i32; var w : i32; var g : i32;
    block e: v := and(local_id(0, i32), 3:i32); barrier warp 32 fence() s := add(v);
      barrier warp 32 fence() b := before(v); barrier warp 8 fence() m := umax(v);
      barrier warp 32 fence() w := add(or(v, 268435456:i32)); gather 16 among 3:i32 g := add(v); goto x;
    block x: v := add(add(add(s, b), add(m, w)), g); return; })",
         launch(64, 1));
  EXPECT_BOUNDS(c.at("x", "s").as_unsigned, 0, 96);
  EXPECT_BOUNDS(c.at("x", "b").as_unsigned, 0, 93);
  EXPECT_BOUNDS(c.at("x", "m").as_unsigned, 0, 3);
  EXPECT_BOUNDS(c.at("x", "w").as_unsigned, 0, 4294967295); // it may come round
  EXPECT_BOUNDS(c.at("x", "g").as_unsigned, 0, 48);
}

} // namespace
} // namespace lockstep::cfg::test_ranges
