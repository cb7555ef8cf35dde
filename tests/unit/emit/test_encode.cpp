// The encoder (emit/terms/encoder.h): an encoded expression has the machine's value, in whatever representation, and
// what it takes on trust it states.
#include "encoding.h"

#include "cfg/ir/assumptions.h"
#include "cfg/ir/rewrite.h"

namespace lockstep::emit::test_encode {
namespace {

namespace b = boogie;

constexpr Thread first = Thread::First, second = Thread::Second;

// r is an offset, so that it matters.
std::string of(const std::string &expression, const std::string &type = "i8") {
  return "kernel k {\n  param x : i8;\n  param y : i8;\n  var r : " + type +
         ";\n  array a : i32[] global param;\nblock s: r := " + expression + "; a[zext(r, i64)] := 1:i32; return;\n}\n";
}

const std::vector<std::uint64_t> bytes = {0, 1, 2, 3, 7, 100, 126, 127, 128, 129, 200, 254, 255};

b::Expr as_read(std::uint64_t bits, unsigned width, Sign sign) {
  return sign == Sign::Signed ? b::int_lit(cfg::signed_value(*cfg::constant(cfg::int_type(width), bits)))
                              : b::int_lit(bits);
}

// Compares the encoded expression with the machine, for all pairs of values; how many pairs there were.
unsigned compare(const std::string &expression, const How &how, const std::string &type = "i8") {
  const auto w = encoding(of(expression, type), how);
  const cfg::Expr e = w->assigned("r");
  const bool is_bv = w->reps.is_bv(e);
  const bool constant = cfg::variables(e).empty();
  unsigned pairs = 0;
  for (std::uint64_t x : bytes)
    for (std::uint64_t y : bytes) {
      if (constant && y != 0)
        continue;
      const std::uint64_t id = x + 256; // more than eight bits hold
      const Machine machine{{{"x", x}, {"y", y}, {"local_id", id}}, w->k};
      const auto value = machine(e);
      if (!value)
        continue;
      ++pairs;
      const cfg::VarId vars[] = {w->var("x"), w->var("y")};
      std::vector<b::Expr> given{
          b::eq(w->encoder.variables.read(vars[0], first), w->encoder.variables.constant(vars[0], x)),
          b::eq(w->encoder.variables.read(vars[1], first), w->encoder.variables.constant(vars[1], y))};
      const std::string name = names::local_id(0, first);
      given.push_back(b::eq(w->decls.constant(name, b::integer()), b::int_lit(id)));
      given.push_back(b::eq(w->decls.constant(names::bits_of(name), b::bv(9)), b::bv_lit(9, id)));
      const unsigned width = e->type.width;
      if (is_bv) {
        EXPECT_TRUE(holds(w->decls, given, b::eq(w->encoder.bits(e, first), b::bv_lit(width, *value))))
            << expression << " of " << x << " and " << y;
        continue;
      }
      for (Sign sign : {Sign::Signed, Sign::Unsigned})
        EXPECT_TRUE(holds(w->decls, given, b::eq(w->encoder.integer(e, sign, first), as_read(*value, width, sign))))
            << expression << " of " << x << " and " << y << ": not " << *value << " but "
            << b::print(w->encoder.integer(e, sign, first));
    }
  return pairs;
}

// Each row of ops.def that gives an integer, and what the encoder distinguishes about it.
const std::vector<std::string> expressions = {
    "add(x, y)",
    "sub(x, y)",
    "mul(x, y)",
    "mul(x, 3:i8)",
    "mul(x, -3:i8)",
    "udiv(x, y)",
    "sdiv(x, 3:i8)",
    "sdiv(x, -3:i8)",
    "urem(x, y)",
    "srem(x, 10:i8)",
    "srem(x, -10:i8)",
    "shl(x, 2:i8)",
    "shl(x, and(y, 7:i8))",
    "lshr(x, 3:i8)",
    "lshr(x, and(y, 7:i8))",
    "ashr(x, 3:i8)",
    "ashr(x, and(y, 7:i8))",
    "and(x, 15:i8)",
    "and(x, -16:i8)",
    "and(x, 10:i8)",
    "and(x, y)",
    "or(x, y)",
    "xor(x, y)",
    "xor(x, -1:i8)",
    "smin(x, y)",
    "smax(x, y)",
    "umin(x, y)",
    "umax(x, y)",
    "ite(ult(x, y), x, y)",
    "ite(ule(x, y), x, y)",
    "ite(slt(x, y), x, y)",
    "ite(sle(x, y), x, y)",
    "ite(eq(x, y), 1:i8, x)",
    "ite(ne(x, y), 1:i8, x)",
    "ite(land(slt(x, 5:i8), lor(ult(y, 9:i8), not(eq(x, y)))), x, y)",
    "ite(implies(slt(x, 5:i8), ult(y, 9:i8)), x, y)",
    "trunc(add(zext(x, i16), sext(y, i16)), i8)",
    "trunc(mul(sext(x, i16), sext(y, i16)), i8)",
    "add(and(x, 127:i8), and(y, 127:i8))",
    "lshr(add(x, y), 1:i8)",
    "sdiv(sub(x, y), 2:i8)",
    "local_id(0, i8)",
    "add(local_id(0, i8), x)",
    "sdiv(local_id(0, i8), 3:i8)",
    "xor(local_id(0, i8), x)",
};

TEST(Encoder, HasTheMachinesValueAsItFits) {
  for (const std::string &e : expressions)
    EXPECT_GT(compare(e, {.local_size = 512}), 0u) << e;
}

TEST(Encoder, HasTheMachinesValueAsBits) {
  for (const std::string &e : expressions)
    EXPECT_GT(compare(e, {.integers = IntegerMode::Bv, .local_size = 512}), 0u) << e;
}

TEST(Encoder, HasTheMachinesValueWhereProductsWrap) {
  for (const std::string &e : expressions)
    EXPECT_GT(compare(e, {.integers = IntegerMode::Wrap, .local_size = 512}), 0u) << e;
  EXPECT_GT(compare("mul(x, mul(y, x))", {.integers = IntegerMode::Wrap, .local_size = 512}), 0u);
}

TEST(Encoder, HasTheMachinesValueInWiderTypes) {
  for (const char *e :
       {"zext(x, i16)", "sext(x, i16)", "mul(sext(x, i16), sext(y, i16))", "sub(zext(x, i16), zext(y, i16))",
        "ashr(sub(zext(x, i16), zext(y, i16)), 1:i16)", "and(sext(x, i16), 255:i16)", "zext(add(x, y), i16)",
        "sext(add(x, y), i16)", "zext(local_id(0, i8), i16)", "sext(local_id(0, i8), i16)"})
    for (IntegerMode mode : {IntegerMode::Auto, IntegerMode::Bv, IntegerMode::Wrap})
      EXPECT_GT(compare(e, {.integers = mode, .local_size = 512}, "i16"), 0u) << e;
}

// The comparison itself can fail.
TEST(Encoder, AWrongValueIsSeen) {
  const auto w = encoding(of("add(x, y)"));
  const b::Expr sum = w->encoder.integer(w->assigned("r"), Sign::Unsigned, first);
  const std::vector<b::Expr> given{
      b::eq(w->encoder.variables.read(w->var("x"), first), w->encoder.variables.constant(w->var("x"), 200)),
      b::eq(w->encoder.variables.read(w->var("y"), first), w->encoder.variables.constant(w->var("y"), 100))};
  EXPECT_TRUE(holds(w->decls, given, b::eq(sum, b::int_lit(44))));
  EXPECT_FALSE(holds(w->decls, given, b::eq(sum, b::int_lit(300))));
}

// --- assumptions ------------------------------------------------------------------------------------------------
TEST(Encoder, FlagsAreTrustedAndStatedOrIgnored) {
  for (const auto &[e, sign, assumption] :
       {std::tuple("add.nsw(x, y)", Sign::Signed, cfg::assumption::no_signed_overflow),
        std::tuple("add.nuw(x, y)", Sign::Unsigned, cfg::assumption::no_unsigned_overflow)}) {
    const auto trusting = encoding(of(e));
    EXPECT_EQ(b::print(trusting->encoder.integer(trusting->assigned("r"), sign, first)), "v$x + v$y") << e;
    EXPECT_EQ(trusting->encoder.relied.assumptions(), std::set<std::string>{assumption}) << e;
    const auto strict = encoding(of(e), {.trust_flags = false});
    EXPECT_NE(b::print(strict->encoder.integer(strict->assigned("r"), sign, first)).find(" mod 256"),
              std::string::npos);
    EXPECT_TRUE(strict->encoder.relied.assumptions().empty()) << e;
    EXPECT_GT(compare(e, {.trust_flags = false}), 0u);
  }
}

TEST(Encoder, WhatIsProvedNotToWrapNeedsNoAssumption) {
  const auto w = encoding(of("add.nsw(and(x, 15:i8), and(y, 15:i8))"));
  EXPECT_EQ(b::print(w->encoder.integer(w->assigned("r"), Sign::Signed, first)).find(" mod 256"), std::string::npos);
  EXPECT_TRUE(w->encoder.relied.assumptions().empty());
}

TEST(Encoder, IntegersByForceAreAnAssumption) {
  const auto w = encoding(of("add(x, y)"), {.integers = IntegerMode::Int});
  EXPECT_EQ(b::print(w->encoder.integer(w->assigned("r"), Sign::Signed, first)), "v$x + v$y");
  EXPECT_EQ(w->encoder.relied.assumptions(), std::set<std::string>{cfg::assumption::nothing_wraps});
}

TEST(Encoder, ReliesOnlyOnWhatItStates) {
  const auto w = encoding(of("x"));
  EXPECT_FALSE(w->encoder.relied.on(cfg::NoWrap::MayWrap, Sign::Signed));
  EXPECT_TRUE(w->encoder.relied.on(cfg::NoWrap::Proved, Sign::Signed));
  EXPECT_TRUE(w->encoder.relied.assumptions().empty());
  EXPECT_TRUE(w->encoder.relied.on(cfg::NoWrap::ByAssumption, Sign::Signed));
  EXPECT_EQ(w->encoder.relied.assumptions(), std::set<std::string>{cfg::assumption::no_signed_overflow});
  EXPECT_TRUE(w->encoder.relied.on(cfg::NoWrap::ByAssumption, Sign::Unsigned));
  EXPECT_EQ(w->encoder.relied.assumptions().size(), 2u);
}

TEST(Encoder, PromisesOfTheProgramAreListedUsedOrNot) {
  auto with = [](const std::string &statement) {
    return encoding("kernel k { param x : i8; block s: " + statement + " return; }")->encoder.relied.assumptions();
  };
  EXPECT_EQ(with("assume.promise slt(x, 3:i8);"), std::set<std::string>{cfg::assumption::promises});
  EXPECT_EQ(with("assume.heap slt(x, 3:i8);"), std::set<std::string>{cfg::assumption::heap});
  EXPECT_EQ(with("assume.counter sle(x, add(x, 3:i8));"), std::set<std::string>{cfg::assumption::counters});
  EXPECT_EQ(with("assume.launch slt(x, 3:i8);"), std::set<std::string>{cfg::assumption::launch_attributes});
  EXPECT_TRUE(with("assume slt(x, 3:i8);").empty());
  EXPECT_TRUE(with("requires slt(x, 3:i8);").empty());
}

// --- what undefined behaviour excludes -------------------------------------------------------------------------
std::string defined(const std::string &e, const How &how = {}) {
  const auto w = encoding(of(e), how);
  return b::print(w->encoder.partial.defined(w->assigned("r"), first));
}

TEST(Encoder, BitsThatOverflowAreExcluded) {
  const How bits{.integers = IntegerMode::Bv};
  const auto w = encoding(of("add.nsw(x, y)"), bits);
  const b::Expr condition = w->encoder.partial.defined(w->assigned("r"), first);
  EXPECT_EQ(w->encoder.relied.assumptions(), std::set<std::string>{cfg::assumption::no_signed_overflow});
  for (std::uint64_t x : bytes)
    for (std::uint64_t y : bytes) {
      auto number = [](std::uint64_t v) { return static_cast<std::int64_t>(static_cast<std::int8_t>(v)); };
      const std::int64_t sum = number(x) + number(y);
      const std::vector<b::Expr> given{b::eq(w->encoder.variables.read(w->var("x"), first), b::bv_lit(8, x)),
                                       b::eq(w->encoder.variables.read(w->var("y"), first), b::bv_lit(8, y))};
      EXPECT_EQ(holds(w->decls, given, condition), sum >= -128 && sum <= 127) << x << " " << y;
    }
  EXPECT_EQ(defined("add(x, y)", bits), "true") << "no flag";
  EXPECT_EQ(defined("add.nuw(x, y)", bits), "true") << "the signed flag only";
  EXPECT_EQ(defined("add.nsw(x, y)", {.integers = IntegerMode::Bv, .trust_flags = false}), "true");
}

TEST(Encoder, IntegersNeedNoConditionButForProducts) {
  EXPECT_EQ(defined("add.nsw(x, y)"), "true");
  EXPECT_EQ(defined("mul.nsw(x, 3:i8)"), "-128 <= v$x * 3 && v$x * 3 <= 127");
  EXPECT_EQ(defined("mul.nsw(x, y)"), "-128 <= v$x * v$y && v$x * v$y <= 127");
}

TEST(Encoder, WhatASelectionMayNotUseIsNotTakenToBeDefined) {
  const How bits{.integers = IntegerMode::Bv};
  EXPECT_EQ(defined("ite(slt(x, y), add.nsw(x, y), x)", bits), "true");
  EXPECT_NE(defined("ite(slt(add.nsw(x, y), 3:i8), x, y)", bits), "true") << "the condition is evaluated";
}

// --- variables --------------------------------------------------------------------------------------------------
TEST(Encoder, ParametersAreSharedVariablesAreNot) {
  const auto w = encoding(variables_text);
  EXPECT_EQ(b::print(w->encoder.variables.read(w->var("i"), first)), "v$i$1");
  EXPECT_EQ(b::print(w->encoder.variables.read(w->var("i"), second)), "v$i$2");
  EXPECT_EQ(b::print(w->encoder.variables.read(w->var("n"), first)),
            b::print(w->encoder.variables.read(w->var("n"), second)));
}

TEST(Encoder, VariablesCanBeReadElsewhere) {
  const auto w = encoding(variables_text);
  const cfg::VarId i = w->var("i"), n = w->var("n");
  w->encoder.reading.variable = [&](cfg::VarId v, Thread t) -> b::Expr {
    return v == i && t == first ? b::ident("before", b::integer()) : v == n ? b::ident("wrong", b::integer()) : nullptr;
  };
  EXPECT_EQ(b::print(w->encoder.variables.read(i, first)), "before");
  EXPECT_EQ(b::print(w->encoder.variables.read(i, second)), "v$i$2") << "null: its own copy";
  EXPECT_NE(b::print(w->encoder.variables.read(n, first)), "wrong") << "no parameter";
  w->encoder.reading.variable = {};
  EXPECT_EQ(b::print(w->encoder.variables.read(i, first)), "v$i$1");
}

TEST(Encoder, DomainsAreWhatAValueCanBe) {
  const auto w = encoding(variables_text);
  auto domain = [&](const char *name, cfg::ExprRange range) {
    return b::print(w->encoder.variables.domain(w->var(name), first, range));
  };
  const cfg::ExprRange all = cfg::full_range(cfg::int_type(32));
  EXPECT_EQ(domain("i", all), "-2147483648 <= v$i$1 && v$i$1 <= 2147483647");
  EXPECT_EQ(domain("u", all), "0 <= v$u$1 && v$u$1 <= 4294967295");
  EXPECT_EQ(domain("f", cfg::full_range(cfg::bool_type)), "true");
  EXPECT_EQ(domain("m", all), "true") << "bits are any bits";
  cfg::ExprRange some = all;
  some.as_signed = {5, 9};
  EXPECT_EQ(domain("i", some), "5 <= v$i$1 && v$i$1 <= 9");
  EXPECT_EQ(domain("u", some), "0 <= v$u$1 && v$u$1 <= 4294967295") << "another reading";
  EXPECT_EQ(domain("m", some), "true");
  some.as_unsigned = {5, 9};
  EXPECT_EQ(domain("m", some), "bvule$32(5bv32, v$m$1) && bvule$32(v$m$1, 9bv32)");
}

TEST(Encoder, ConstantsAreAsTheirVariableHoldsThem) {
  const auto w = encoding(variables_text);
  auto value = [&](const char *name, std::uint64_t bits) {
    return b::print(w->encoder.variables.constant(w->var(name), bits));
  };
  EXPECT_EQ(value("i", 0xffffffff), "-1");
  EXPECT_EQ(value("u", 0xffffffff), "4294967295");
  EXPECT_EQ(value("m", 0xffffffff), "4294967295bv32");
  EXPECT_EQ(value("f", 1), "true");
}

TEST(Encoder, ComparesIntegersOnlyAsTheyAreRead) {
  const auto w = encoding(variables_text);
  const b::Expr x = b::ident("x", b::integer()), y = b::ident("y", b::integer());
  const b::Expr p = b::ident("p", b::bv(32)), q = b::ident("q", b::bv(32));
  EXPECT_EQ(b::print(w->encoder.variables.less_or_equal(w->var("i"), Sign::Signed, x, y)), "x <= y");
  EXPECT_ANY_THROW(w->encoder.variables.less_or_equal(w->var("i"), Sign::Unsigned, x, y));
  EXPECT_EQ(b::print(w->encoder.variables.less_or_equal(w->var("m"), Sign::Signed, p, q)), "bvsle$32(p, q)");
  EXPECT_EQ(b::print(w->encoder.variables.less_or_equal(w->var("m"), Sign::Unsigned, p, q)), "bvule$32(p, q)");
}

TEST(Encoder, StepsAddUp) {
  const auto w = encoding(variables_text);
  const cfg::Expr step = cfg::constant(cfg::int_type(32), 0xfffffffe);
  EXPECT_EQ(
      b::print(w->encoder.advanced(w->var("i"), b::ident("x", b::integer()), b::ident("k", b::integer()), step, first)),
      "x + k * -2");
  EXPECT_EQ(b::print(w->encoder.advanced(w->var("m"), b::ident("x", b::bv(32)), b::ident("k", b::bv(32)), step, first)),
            "bvadd$32(x, bvmul$32(k, 4294967294bv32))");
}

TEST(Encoder, BandsAreOfTheReadingThatTheVariableHas) {
  const auto w = encoding(variables_text);
  const b::Expr x = b::ident("x", b::integer()), from = b::ident("from", b::integer()), k = b::ident("k", b::integer());
  auto band = [&](const char *name, std::optional<cfg::Bounds> as_signed, std::optional<cfg::Bounds> as_unsigned) {
    cfg::Recurrence m;
    m.var = w->var(name);
    m.as_signed = as_signed;
    m.as_unsigned = as_unsigned;
    return b::print(w->encoder.within_band(m, x, from, k));
  };
  EXPECT_EQ(band("i", cfg::Bounds{-1, 3}, {}), "from + -1 * k <= x && x <= from + 3 * k");
  EXPECT_EQ(band("i", {}, cfg::Bounds{0, 3}), "true");
  EXPECT_EQ(band("u", {}, cfg::Bounds{0, 3}), "x <= from + 3 * k") << "the side of 0 is left to others";
  EXPECT_EQ(band("m", cfg::Bounds{-1, 3}, {}), "true") << "bits";
}

// --- arrays -----------------------------------------------------------------------------------------------------
const char *arrays_text = R"(kernel k {
  param n : i32;
  var x : i32;
  var y : i32;
  var h : i16;
  array table : i16[4] constant initial {1, 2, 4, 65535};
  array in : i32[] global param;
  array out : i32[] global param;
  array mine : i32[4] private;
  array masks : i32[4] private;
block s:
  h := table[zext(n, i64)];
  x := in[local_id(0, i64)];
  y := in[add(local_id(0, i64), 1:i64)];
  mine[0:i64] := x;
  masks[0:i64] := xor(n, 5:i32);
  br slt(x, 3:i32), t, e;
block t: br ult(y, 3:i32), w, e;
block w: out[sext(h, i64)] := 1:i32; goto e;
block e: return;
})";

TEST(Encoder, AFixedArrayIsOneFunctionForBothThreads) {
  const auto w = encoding(arrays_text);
  const b::Expr at = b::ident("at", b::integer());
  const b::Expr as_signed = w->encoder.variables.content(w->array("in"), at, w->var("x")),
                as_unsigned = w->encoder.variables.content(w->array("in"), at, w->var("y"));
  EXPECT_EQ(as_signed->text,
            w->encoder.variables.content(w->array("in"), b::ident("elsewhere", b::integer()), w->var("x"))->text);
  EXPECT_NE(as_signed->text, as_unsigned->text) << "readings do not mix";
  EXPECT_NE(as_signed->text, w->encoder.variables.content(w->array("out"), at, w->var("x"))->text);
}

TEST(Encoder, ATablesContentsAreKnownUpToItsEnd) {
  const auto w = encoding(arrays_text);
  const cfg::ArrayId table = w->array("table");
  auto at = [&](std::int64_t place) {
    return b::print(
        w->encoder.variables.known_content(table, b::int_lit(place), w->var("h"), b::ident("unknown", b::integer())));
  };
  EXPECT_EQ(at(2), "4");
  EXPECT_EQ(at(3), "-1") << "as h holds it";
  EXPECT_EQ(at(4), "unknown");
  EXPECT_EQ(at(-1), "unknown");
  EXPECT_EQ(b::print(w->encoder.variables.known_content(w->array("in"), b::int_lit(0), w->var("x"), b::int_lit(7))),
            "7");
}

TEST(Encoder, PrivateArraysAreMapsOfCells) {
  const auto w = encoding(arrays_text);
  EXPECT_EQ(b::print(w->encoder.forms.map_type(w->array("mine"))), "[int]int");
  EXPECT_EQ(b::print(w->encoder.forms.map_type(w->array("masks"))), "[int]bv32");
  const cfg::Expr five = cfg::constant(cfg::int_type(32), 5);
  EXPECT_EQ(b::print(w->encoder.cell(w->array("mine"), five, first)), "5");
  EXPECT_EQ(b::print(w->encoder.cell(w->array("masks"), five, first)), "5bv32");
}

} // namespace
} // namespace lockstep::emit::test_encode
