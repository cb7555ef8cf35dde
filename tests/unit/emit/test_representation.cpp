// Which values become integers and which bit-vectors (emit/encode/representation.h).
#include "encoding.h"

namespace lockstep::emit::test_representation {
namespace {

// Four variables of which i, j and m are offsets; o is only stored.
std::string with(const std::string &statements) {
  return R"(kernel k {
  param n : i32;
  param w : i32;
  var i : i32;
  var j : i32;
  var m : i32;
  var o : i32;
  var c : bool;
  array a : i32[] global param;
  array b : i32[] global param;
  array d : i32[] global param;
  array mine : i32[4] private;
block s: )" +
         statements + "\n  return;\n}\n";
}

// The variables and arrays among these that are bits: offsets of a as "a", its contents as "[a]".
std::string bits(const std::string &statements, IntegerMode mode = IntegerMode::Auto) {
  const auto e = encoding(with(statements), {.integers = mode});
  std::string out;
  auto add = [&](bool is_bv, const std::string &name) { out += is_bv ? (out.empty() ? "" : " ") + name : ""; };
  for (const cfg::Var &v : e->k.vars)
    if (v.type.is_int())
      add(e->reps.var_is_bv(e->var(v.name)), v.name);
  for (const cfg::Array &a : e->k.arrays) {
    add(e->reps.offsets_are_bv(e->array(a.name)), a.name);
    add(e->reps.contents_are_bv(e->array(a.name)), "[" + a.name + "]");
  }
  return out;
}

TEST(Representation, IntegersWhereEverythingHasAnIntegerMeaning) {
  EXPECT_EQ(bits("i := add(mul(n, 3:i32), urem(w, 10:i32)); a[sext(i, i64)] := 1:i32;"), "");
  EXPECT_EQ(bits("i := and(n, 7:i32); a[sext(i, i64)] := 1:i32;"), "") << "a mask of low bits";
  EXPECT_EQ(bits("i := and(n, -8:i32); a[sext(i, i64)] := 1:i32;"), "") << "a mask of high bits";
  EXPECT_EQ(bits("i := xor(n, -1:i32); a[sext(i, i64)] := 1:i32;"), "") << "the complement";
  EXPECT_EQ(bits("i := lshr(shl(n, 3:i32), 2:i32); a[sext(i, i64)] := 1:i32;"), "") << "shifts by constants";
  EXPECT_EQ(bits("i := mul.nsw(n, w); a[sext(i, i64)] := 1:i32;"), "") << "a product that does not wrap";
}

TEST(Representation, BitsWhereAnOperationHasNoIntegerMeaning) {
  for (const char *e : {"xor(n, w)", "or(n, w)", "and(n, w)", "shl(n, w)", "lshr(n, w)", "ashr(n, w)", "mul(n, w)"})
    EXPECT_EQ(bits(std::string("i := ") + e + "; a[sext(i, i64)] := 1:i32;"), "n w i a") << e;
  EXPECT_EQ(bits("i := and(n, 10:i32); a[sext(i, i64)] := 1:i32;"), "n i a") << "a mask of no run";
}

TEST(Representation, ComponentsGoTogether) {
  EXPECT_EQ(bits("i := xor(n, 5:i32); j := w; a[sext(i, i64)] := 1:i32; b[sext(j, i64)] := 1:i32;"), "n i a")
      << "what has nothing to do with them stays";
  EXPECT_EQ(bits("i := xor(n, 5:i32); j := i; a[sext(j, i64)] := 1:i32;"), "n i j a") << "a variable and its value";
  EXPECT_EQ(bits("i := xor(n, 5:i32); c := slt(i, j); assume c; a[sext(j, i64)] := 1:i32;"), "n i j a")
      << "the two sides of a comparison";
  EXPECT_EQ(bits("i := xor(n, 5:i32); a[sext(i, i64)] := 1:i32; a[sext(w, i64)] := 1:i32;"), "n w i a")
      << "all offsets into an array";
  EXPECT_EQ(bits("i := xor(n, 5:i32); j := d[0:i64]; c := eq(i, j); assume c; a[0:i64] := 1:i32;"), "n i j [d]")
      << "contents and what they are loaded into";
  EXPECT_EQ(bits("mine[sext(w, i64)] := xor(n, 5:i32); i := mine[0:i64]; a[sext(i, i64)] := 1:i32;"), "n i a [mine]")
      << "what is stored in a private cell, but not its place";
}

TEST(Representation, IdsAndConstantsBelongToNone) {
  EXPECT_EQ(bits("i := xor(local_id(0, i32), n); j := local_id(0, i32); a[sext(i, i64)] := 1:i32; "
                 "b[sext(j, i64)] := 1:i32;"),
            "n i a");
}

TEST(Representation, WhatIsOnlyStoredDecidesNothing) {
  const std::string statements = "i := mul(n, 2:i32); a[sext(i, i64)] := or(i, w);";
  EXPECT_EQ(bits(statements), "");
  const auto e = encoding(with(statements));
  const cfg::Expr stored = std::get<cfg::Store>(e->k.blocks[0].stmts[1].node).values[0];
  EXPECT_TRUE(e->reps.may_mix());
  EXPECT_FALSE(e->reps.consistent(stored)) << "fits in nowhere";
  EXPECT_TRUE(e->reps.consistent(e->assigned("i")));
  EXPECT_EQ(bits("o := xor(n, w); a[0:i64] := o;"), "n w o") << "it takes along what does not matter";
  EXPECT_EQ(bits("o := xor(n, w); assume slt(o, 3:i32); a[0:i64] := o;"), "n w o") << "a condition matters";
}

TEST(Representation, ModesForceAll) {
  const std::string mixed = "i := xor(n, 5:i32); a[sext(i, i64)] := 1:i32; b[sext(w, i64)] := 1:i32;";
  EXPECT_EQ(bits(mixed, IntegerMode::Int), "");
  EXPECT_EQ(bits(mixed, IntegerMode::Bv), "n w i j m o a [a] b [b] d [d] mine [mine]");
  EXPECT_FALSE(encoding(with(mixed), {.integers = IntegerMode::Bv})->reps.may_mix());
}

TEST(Representation, ExpressionsBesideTheKernelsOwnJoinWhereTheyFit) {
  const auto plain = encoding(with("i := n; a[sext(i, i64)] := 1:i32; o := w;"));
  const cfg::Type i32 = cfg::int_type(32);
  auto v = [&](const char *name) { return cfg::variable(plain->var(name), i32); };
  const cfg::Expr spoils = cfg::binary(cfg::Op::Eq, v("i"), cfg::binary(cfg::Op::BitXor, v("w"), v("o"))),
                  joins = cfg::binary(cfg::Op::Eq, v("o"), cfg::binary(cfg::Op::BitXor, v("w"), v("o")));
  const auto e = encoding(with("i := n; a[sext(i, i64)] := 1:i32; o := w;"), {.more = {spoils, joins}});
  EXPECT_FALSE(e->reps.var_is_bv(e->var("i"))) << "an integer that matters stays one";
  EXPECT_FALSE(e->reps.consistent(spoils));
  EXPECT_TRUE(e->reps.var_is_bv(e->var("o")));
  EXPECT_TRUE(e->reps.consistent(joins));
}

TEST(Representation, OfExpressionsThatItWasNotGiven) {
  const auto e = encoding(with("i := n; j := xor(w, 5:i32); a[sext(i, i64)] := 1:i32; b[sext(j, i64)] := 1:i32;"));
  const cfg::Type i32 = cfg::int_type(32);
  auto v = [&](const char *name) { return cfg::variable(e->var(name), i32); };
  auto sum = [](cfg::Expr x, cfg::Expr y) { return cfg::binary(cfg::Op::Add, std::move(x), std::move(y)); };
  const cfg::Expr id = cfg::leaf(cfg::Op::LocalId, 0, i32), seven = cfg::constant(i32, 7);
  EXPECT_FALSE(e->reps.is_bv(v("i")));
  EXPECT_TRUE(e->reps.is_bv(v("j")));
  EXPECT_FALSE(e->reps.is_bv(sum(v("i"), id)));
  EXPECT_TRUE(e->reps.is_bv(sum(id, v("j"))));
  EXPECT_FALSE(e->reps.is_bv(sum(id, seven))) << "what its operations allow";
  EXPECT_TRUE(e->reps.is_bv(cfg::binary(cfg::Op::BitXor, id, seven)));
  EXPECT_TRUE(e->reps.consistent(sum(v("i"), id)));
  EXPECT_TRUE(e->reps.consistent(sum(v("j"), id)));
  EXPECT_FALSE(e->reps.consistent(sum(v("i"), v("j"))));
  EXPECT_FALSE(e->reps.consistent(cfg::binary(cfg::Op::Slt, v("i"), v("j"))));
  EXPECT_FALSE(e->reps.consistent(cfg::read(e->array("a"), i32, cfg::cast(cfg::Op::Sext, v("j"), cfg::int_type(64)))))
      << "an offset of the other world";
}

TEST(Representation, IntegersAreReadAsTheyAreUsed) {
  const auto e = encoding(with("i := n; j := w; assume slt(i, 5:i32); assume ult(j, 5:i32); a[sext(o, i64)] := 1:i32; "
                               "b[zext(m, i64)] := 1:i32;"));
  EXPECT_EQ(e->reps.var_sign(e->var("i")), Sign::Signed);
  EXPECT_EQ(e->reps.var_sign(e->var("j")), Sign::Unsigned);
  EXPECT_EQ(e->reps.var_sign(e->var("o")), Sign::Signed);
  EXPECT_EQ(e->reps.var_sign(e->var("m")), Sign::Unsigned);
}

} // namespace
} // namespace lockstep::emit::test_representation
