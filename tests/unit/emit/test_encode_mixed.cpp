// The encoder (emit/terms/encoder.h): values that fit in no representation, and what is said of products.
#include "encoding.h"

namespace lockstep::emit::test_encode_mixed {
namespace {

namespace b = boogie;

constexpr Thread first = Thread::First, second = Thread::Second;

TEST(Encoder, WhatFitsNowhereIsOneFunctionOfItsParts) {
  const auto w = encoding(R"(kernel k {
  var i : i32;
  array out : i32[] global param;
block s:
  i := mul(local_id(0, i32), 2:i32);
  out[sext(i, i64)] := or(i, local_id(0, i32));
  return;
})");
  const cfg::Expr value = std::get<cfg::Store>(w->k.blocks[0].stmts[1].node).values[0];
  ASSERT_FALSE(w->encoder.representation.consistent(value));
  const b::Expr one = w->encoder.stored(value, first), other = w->encoder.stored(value, second);
  EXPECT_NE(b::print(one).find("v$i$1"), std::string::npos) << b::print(one);
  EXPECT_NE(b::print(one).find(names::local_id(0, first)), std::string::npos) << "ids are parts";
  EXPECT_NE(b::print(other).find("v$i$2"), std::string::npos);
  std::string renamed = b::print(one);
  for (std::size_t at; (at = renamed.find("$1")) != std::string::npos;)
    renamed.replace(at, 2, "$2");
  EXPECT_EQ(renamed, b::print(other)) << "the same function for both threads";
}

TEST(Encoder, IdsAndConstantsFitBothWorlds) {
  const auto w = encoding(variables_text);
  const cfg::Type i32 = cfg::int_type(32);
  const cfg::Expr id = cfg::leaf(cfg::Op::LocalId, 0, i32), i = cfg::variable(w->var("i"), i32),
                  m = cfg::variable(w->var("m"), i32);
  for (const char *name : {"i", "m"}) {
    EXPECT_TRUE(w->encoder.forms.fits(w->var(name), id)) << name;
    EXPECT_TRUE(w->encoder.forms.fits(w->var(name), cfg::constant(i32, 7))) << name;
  }
  EXPECT_TRUE(w->encoder.forms.fits(w->var("i"), i));
  EXPECT_FALSE(w->encoder.forms.fits(w->var("i"), m));
  EXPECT_FALSE(w->encoder.forms.fits(w->var("m"), i));
  EXPECT_FALSE(w->encoder.representation.consistent(cfg::binary(cfg::Op::Add, i, m)));
}

TEST(Encoder, ProductLemmasAreTheorems) {
  const auto w = encoding(R"(kernel k {
  param n : i64;
  var p : i64;
  array a : i32[] global param;
block s: p := mul.nsw(local_id(0, i64), n); a[p] := 1:i32; return;
})");
  for (Thread t : both_threads)
    (void)w->encoder.integer(w->assigned("p"), Sign::Signed, t);
  const std::vector<b::Expr> lemmas = w->encoder.lemmas.all();
  ASSERT_GE(lemmas.size(), 3u);
  bool useful = false;
  for (std::int64_t n : {-3, -1, 0, 1, 2, 5})
    for (std::int64_t x : {0, 1, 2, 63})
      for (std::int64_t y : {0, 1, 3}) {
        const std::vector<b::Expr> given{b::eq(w->encoder.variables.read(w->var("n"), first), b::int_lit(n)),
                                         b::eq(b::ident(names::local_id(0, first), b::integer()), b::int_lit(x)),
                                         b::eq(b::ident(names::local_id(0, second), b::integer()), b::int_lit(y))};
        for (const b::Expr &lemma : lemmas) {
          EXPECT_TRUE(holds(w->decls, given, lemma)) << n << " " << x << " " << y << ": " << b::print(lemma);
          useful = useful || holds(w->decls, given, lemma->args[0]);
        }
      }
  EXPECT_TRUE(useful) << "no premise ever holds";
  w->encoder.lemmas.forget();
  EXPECT_TRUE(w->encoder.lemmas.all().empty());
}

} // namespace
} // namespace lockstep::emit::test_encode_mixed
