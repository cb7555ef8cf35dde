// The Boogie AST: what the printer writes, that it reads back to the same tree, what the
// checker refuses. That Boogie itself reads the text is tested here with a boogie command where there is one; that
// folding changes no value is tested with the solver in tests/unit/verify/test_engines.cpp.
#include "boogie_words.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>

namespace lockstep::emit::boogie::test_boogie {
namespace {

// --- printer ------------------------------------------------------------------------------------------------

TEST(BoogiePrint, ParenthesesWhereTheGrammarNeedsThem) {
  Expr p = b("p"), q = b("q"), r = b("r"), x = i("x"), y = i("y"), z = i("z");
  auto B = boolean();
  auto I = integer();
  EXPECT_EQ(print(op("&&", B, op("&&", B, p, q), r)), "p && q && r");
  EXPECT_EQ(print(op("&&", B, p, op("&&", B, q, r))), "p && (q && r)");
  EXPECT_EQ(print(op("&&", B, op("||", B, p, q), r)), "(p || q) && r");
  EXPECT_EQ(print(op("==>", B, p, op("==>", B, q, r))), "p ==> q ==> r");
  EXPECT_EQ(print(op("==>", B, op("==>", B, p, q), r)), "(p ==> q) ==> r");
  EXPECT_EQ(print(op("==>", B, op("&&", B, p, q), op("||", B, q, r))), "p && q ==> q || r");
  EXPECT_EQ(print(op("&&", B, op("==>", B, p, q), r)), "(p ==> q) && r");
  EXPECT_EQ(print(op("<==>", B, op("<==>", B, p, q), r)), "p <==> q <==> r");
  EXPECT_EQ(print(op("<==>", B, p, op("<==>", B, q, r))), "p <==> (q <==> r)");
  EXPECT_EQ(print(op("==", B, op("==", B, p, q), r)), "(p == q) == r");
  EXPECT_EQ(print(op("<", B, op("+", I, x, y), z)), "x + y < z");
  EXPECT_EQ(print(op("-", I, x, op("-", I, y, z))), "x - (y - z)");
  EXPECT_EQ(print(op("-", I, op("-", I, x, y), z)), "x - y - z");
  EXPECT_EQ(print(op("*", I, op("+", I, x, y), z)), "(x + y) * z");
  EXPECT_EQ(print(op("mod", I, op("*", I, x, y), z)), "x * y mod z");
  EXPECT_EQ(print(op("*", I, x, op("div", I, y, z))), "x * (y div z)");
  EXPECT_EQ(print(raw(Kind::Unary, B, "!", {op("&&", B, p, q)})), "!(p && q)");
  EXPECT_EQ(print(op("&&", B, raw(Kind::Unary, B, "!", {p}), q)), "!p && q");
  EXPECT_EQ(print(raw(Kind::Unary, I, "-", {int_lit(5)})), "-(5)");
  EXPECT_EQ(print(op("-", I, x, int_lit(-5))), "x - -5");
  EXPECT_EQ(print(raw(Kind::Ite, I, "", {p, x, y})), "if p then x else y");
  EXPECT_EQ(print(op("+", I, raw(Kind::Ite, I, "", {p, x, y}), z)), "(if p then x else y) + z");
  EXPECT_EQ(print(raw(Kind::Ite, I, "", {p, x, raw(Kind::Ite, I, "", {q, y, z})})),
            "if p then x else if q then y else z");
}

TEST(BoogiePrint, MapsCallsQuantifiers) {
  Expr m = ident("m", map(integer(), bv(8))), x = i("x");
  EXPECT_EQ(print(select(store(m, x, bv_lit(8, 1)), binary("+", x, int_lit(1)))), "m[x := 1bv8][x + 1]");
  EXPECT_EQ(print(ite(b("p"), m, m)), "m");
  EXPECT_EQ(print(select(ite(b("p"), m, ident("n", m->type)), x)), "(if p then m else n)[x]");
  EXPECT_EQ(print(apply("f", integer(), {x, ite(b("p"), x, int_lit(2))})), "f(x, if p then x else 2)");
  EXPECT_EQ(print(apply("g", integer(), {})), "g()");
  EXPECT_EQ(print(implies(b("p"), forall({{"k", integer()}, {"v", bv(4)}}, binary("<", i("k"), x)))),
            "p ==> (forall k: int, v: bv4 :: k < x)");
  EXPECT_EQ(print(Type{TypeKind::Map, 0, {}, {integer(), named("T"), map(bv(2), boolean())}}), "[int, T][bv2]bool");
}

Program example() {
  Program p;
  p.types = {{"T"}};
  p.constants = {{"n", integer(), false, {}},
                 {"u", named("T"), true, {}},
                 {"c$1", boolean(), false, {{"existential", {bool_lit(true)}}}}};
  p.functions = {{"BV_ADD", {{"a", bv(8)}, {"b", bv(8)}}, bv(8), nullptr, {{"bvbuiltin", {std::string("bvadd")}}}},
                 {"half", {{"k", integer()}}, integer(), binary("div", i("k"), int_lit(2)), {{"inline", {}}}}};
  p.axioms = {{binary("<", int_lit(0), i("n"))}};
  Expr x = i("x"), m = ident("m", map(integer(), bv(8)));
  Block entry{"entry",
              {CommentCmd{"a comment"}, AssignCmd{"x", int_lit(0)}, HavocCmd{{"m", "y"}},
               AssumeCmd{binary("<=", x, apply("half", integer(), {i("n")})), {{"partition", {}}}}},
              {"head"}};
  Block head{"head", {AssertCmd{implies(b("c$1"), binary("<=", int_lit(0), x)), {}}}, {"body", "done"}};
  Block body{"body",
             {AssignCmd{"x", binary("+", x, int_lit(1))},
              AssignCmd{"m", store(m, x, apply("BV_ADD", bv(8), {select(m, x), bv_lit(8, 3)}))}},
             {"head"}};
  Block done{
      "done", {AssertCmd{binary("!=", x, int_lit(-7)), {id_attribute("race a[0] write-write")}}, CommentCmd{""}}, {}};
  p.procedures = {
      {"main", {{"entrypoint", {}}}, {{"x", integer()}, {"y", bv(3)}, {"m", m->type}}, {entry, head, body, done}}};
  return p;
}

constexpr const char *example_text = R"(type T;
const n: int;
const unique u: T;
const {:existential true} c$1: bool;
function {:bvbuiltin "bvadd"} BV_ADD(a: bv8, b: bv8) returns (bv8);
function {:inline} half(k: int) returns (int) { k div 2 }
axiom 0 < n;
procedure {:entrypoint} main()
{
  var x: int;
  var y: bv3;
  var m: [int]bv8;
  entry:
    // a comment
    x := 0;
    havoc m, y;
    assume {:partition} x <= half(n);
    goto head;
  head:
    assert c$1 ==> 0 <= x;
    goto body, done;
  body:
    x := x + 1;
    m := m[x := BV_ADD(m[x], 3bv8)];
    goto head;
  done:
    assert {:id "race a[0] write-write"} x != -7;
    // 
    return;
}
)";

TEST(BoogiePrint, AWholeProgram) { EXPECT_EQ(print(example()), example_text); }

TEST(BoogiePrint, DeepChainsNeedNoStack) {
  Expr e = i("x"), m = ident("m", map(integer(), integer()));
  for (int k = 0; k < 20000; ++k) {
    e = binary("+", e, i("y"));
    m = store(m, i("y"), int_lit(k));
  }
  EXPECT_EQ(print(e).size(), 1 + 20000u * 4);
  EXPECT_GT(print(m).size(), 20000u * 8);
}

// --- parser -------------------------------------------------------------------------------------------------

std::string round_trip(const std::string &text) {
  support::Diagnostics diags;
  auto p = parse(text, "test.bpl", diags);
  if (!p)
    return diags.all().empty() ? "no message" : support::format(diags.all()[0]);
  return print(*p);
}

TEST(BoogieParse, AWholeProgramComesBack) { EXPECT_EQ(round_trip(example_text), example_text); }

bool same(const Expr &x, const Expr &y) {
  if (x->kind != y->kind || x->text != y->text || !(x->type == y->type) || x->hi != y->hi || x->lo != y->lo ||
      x->args.size() != y->args.size() || x->bound.size() != y->bound.size())
    return false;
  for (std::size_t k = 0; k < x->bound.size(); ++k)
    if (x->bound[k].name != y->bound[k].name || !(x->bound[k].type == y->bound[k].type))
      return false;
  for (std::size_t k = 0; k < x->args.size(); ++k)
    if (!same(x->args[k], y->args[k]))
      return false;
  return true;
}

// Random well-typed expressions over p, q: bool; x, y: int; v: bv8; m: [int]int; f: int -> bv8.
class Random {
public:
  explicit Random(unsigned seed) : random_(seed) {}

  Expr boolean_expr(int depth) {
    switch (depth <= 0 ? pick(3) : pick(12)) {
    case 0: return b("p");
    case 1: return b("q");
    case 2: return bool_lit(pick(2) == 0);
    case 3: return raw(Kind::Unary, boolean(), "!", {boolean_expr(depth - 1)});
    case 4: return op("&&", boolean(), boolean_expr(depth - 1), boolean_expr(depth - 1));
    case 5: return op("||", boolean(), boolean_expr(depth - 1), boolean_expr(depth - 1));
    case 6: return op("==>", boolean(), boolean_expr(depth - 1), boolean_expr(depth - 1));
    case 7: return op("<==>", boolean(), boolean_expr(depth - 1), boolean_expr(depth - 1));
    case 8: return op(pick(2) ? "==" : "!=", boolean(), boolean_expr(depth - 1), boolean_expr(depth - 1));
    case 9: {
      const char *ops[] = {"<", "<=", ">", ">=", "==", "!="};
      return op(ops[pick(6)], boolean(), int_expr(depth - 1), int_expr(depth - 1));
    }
    case 10: {
      Node n{pick(2) ? Kind::Forall : Kind::Exists,     boolean(), {}, {boolean_expr(depth - 1)}, 0, 0,
             {{"k" + std::to_string(depth), integer()}}};
      return std::make_shared<const Node>(n);
    }
    default: return op("==", boolean(), bits_expr(depth - 1), bits_expr(depth - 1));
    }
  }

  Expr int_expr(int depth) {
    switch (depth <= 0 ? pick(3) : pick(9)) {
    case 0: return i("x");
    case 1: return i("y");
    case 2: return int_lit(static_cast<int>(pick(21)) - 10);
    case 3: return raw(Kind::Unary, integer(), "-", {int_expr(depth - 1)});
    case 4: return raw(Kind::Ite, integer(), "", {boolean_expr(depth - 1), int_expr(depth - 1), int_expr(depth - 1)});
    case 5: return raw(Kind::Select, integer(), "", {map_expr(depth - 1), int_expr(depth - 1)});
    default: {
      const char *ops[] = {"+", "-", "*", "div", "mod"};
      return op(ops[pick(5)], integer(), int_expr(depth - 1), int_expr(depth - 1));
    }
    }
  }

  Expr bits_expr(int depth) {
    switch (depth <= 0 ? pick(2) : pick(5)) {
    case 0: return ident("v", bv(8));
    case 1: return bv_lit(8, pick(256));
    case 2: return concat(extract(bits_expr(depth - 1), 8, 5), extract(bits_expr(depth - 1), 6, 1));
    case 3: return apply("f", bv(8), {int_expr(depth - 1)});
    default: return raw(Kind::Ite, bv(8), "", {boolean_expr(depth - 1), bits_expr(depth - 1), bits_expr(depth - 1)});
    }
  }

  Expr map_expr(int depth) {
    Type t = map(integer(), integer());
    if (depth <= 0 || pick(2))
      return ident("m", t);
    if (pick(2))
      return raw(Kind::Ite, t, "", {boolean_expr(depth - 1), map_expr(depth - 1), map_expr(depth - 1)});
    return raw(Kind::Store, t, "", {map_expr(depth - 1), int_expr(depth - 1), int_expr(depth - 1)});
  }

private:
  unsigned pick(unsigned n) { return static_cast<unsigned>(random_() % n); }
  std::mt19937 random_;
};

Program random_program(unsigned seed, unsigned assertions) {
  Program p;
  p.functions = {{"f", {{"k", integer()}}, bv(8), nullptr, {}}};
  Random random(seed);
  Block entry{"entry", {}, {}};
  for (unsigned n = 0; n < assertions; ++n)
    entry.commands.emplace_back(AssertCmd{random.boolean_expr(6), {id_attribute("a" + std::to_string(n))}});
  p.procedures = {{"main",
                   {},
                   {{"p", boolean()},
                    {"q", boolean()},
                    {"x", integer()},
                    {"y", integer()},
                    {"v", bv(8)},
                    {"m", map(integer(), integer())}},
                   {entry}}};
  return p;
}

TEST(BoogieParse, RandomExpressionsComeBackToTheSameTree) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    Program p = random_program(seed, 20);
    support::Diagnostics diags;
    ASSERT_TRUE(check(p, diags)) << "seed " << seed << ": " << support::format(diags.all()[0]);
    std::string text = print(p);
    auto back = parse(text, "test.bpl", diags);
    ASSERT_TRUE(back) << "seed " << seed << ": " << support::format(diags.all()[0]) << "\n" << text;
    EXPECT_EQ(print(*back), text) << "seed " << seed;
    const auto &before = p.procedures[0].blocks[0].commands, &after = back->procedures[0].blocks[0].commands;
    ASSERT_EQ(before.size(), after.size());
    for (std::size_t k = 0; k < before.size(); ++k)
      EXPECT_TRUE(same(std::get<AssertCmd>(before[k]).condition, std::get<AssertCmd>(after[k]).condition))
          << "seed " << seed << ": " << print(std::get<AssertCmd>(before[k]).condition);
  }
}

std::string in_main(const std::string &body) {
  return "const n: int;\nfunction f(k: int) returns (int);\nprocedure main()\n{\n  var x: int;\n  var w: bv8;\n" +
         body + "}\n";
}

TEST(BoogieParse, MistakesAreNamedWithTheirPlace) {
  EXPECT_EQ(round_trip("const n int;\n"), "test.bpl:1:9: error: expected ':' before 'int'");
  EXPECT_EQ(round_trip(in_main("  e:\n    x := y;\n    return;\n")), "test.bpl:8:11: error: 'y' is not declared");
  EXPECT_EQ(round_trip(in_main("  e:\n    x := f(1) + g(2);\n    return;\n")),
            "test.bpl:8:19: error: function 'g' is not declared");
  for (const char *bad :
       {"  e:\n    x := ;\n    return;\n", "  e:\n    assert x;\n    return;\n", "  e:\n    x := n;\n",
        "  e:\n    call f();\n    return;\n", "  e:\n    assert true && true || false;\n    return;\n",
        "  e:\n    x := w[9:0];\n    return;\n", "  e:\n    x := (if true then x else w);\n    return;\n",
        "  e:\n    assert x < 3 < 4;\n    return;\n", "  e:\n    x := x[0];\n    return;\n",
        "  e:\n    while (true) { }\n    return;\n", "  e:\n    x := 99999999999999999999bv8;\n    return;\n",
        "  e:\n    w := w[99999999999:0];\n    return;\n"}) {
    support::Diagnostics diags;
    EXPECT_FALSE(parse(in_main(bad), "test.bpl", diags)) << bad;
    EXPECT_TRUE(diags.failed()) << bad;
  }
}

TEST(BoogieParse, NestingIsLimitedNotTheStack) {
  std::string deep(100000, '('), text = in_main("  e:\n    x := " + deep + "1;\n    return;\n");
  EXPECT_NE(round_trip(text).find("nested too deep"), std::string::npos);
  std::string fine =
      in_main("  e:\n    x := " + std::string(400, '(') + "1" + std::string(400, ')') + ";\n    return;\n");
  EXPECT_NE(round_trip(fine).find("x := 1;"), std::string::npos);
}

// --- checker ------------------------------------------------------------------------------------------------

std::string complaint(const Program &p) {
  support::Diagnostics diags;
  bool fine = check(p, diags);
  EXPECT_EQ(fine, diags.all().empty());
  return fine ? "" : diags.all()[0].message;
}

TEST(BoogieCheck, AcceptsTheExample) { EXPECT_EQ(complaint(example()), ""); }

TEST(BoogieCheck, Refusals) {
  auto spoilt = [](auto spoil) {
    Program p = example();
    spoil(p);
    return complaint(p);
  };
  auto &&block = [](Program &p, std::size_t k) -> Block & { return p.procedures[0].blocks[k]; };
  EXPECT_NE(spoilt([](Program &p) { p.constants.push_back(p.constants[0]); }), "");
  EXPECT_NE(spoilt([](Program &p) { p.constants[0].name = "while"; }), "");
  EXPECT_NE(spoilt([](Program &p) { p.constants[0].name = "1n"; }), "");
  EXPECT_NE(spoilt([](Program &p) { p.constants[0].name = "bv32"; }), "");
  EXPECT_NE(spoilt([](Program &p) { p.types.clear(); }), "");
  EXPECT_NE(spoilt([](Program &p) { p.constants[2].type = integer(); }), "");
  EXPECT_NE(spoilt([](Program &p) { std::swap(p.functions[1].body, p.axioms[0].condition); }), "");
  EXPECT_NE(spoilt([](Program &p) { p.procedures[0].locals.push_back({"x", integer()}); }), "");
  EXPECT_NE(spoilt([](Program &p) { p.procedures[0].locals.push_back({"n", integer()}); }), "");
  EXPECT_NE(spoilt([&](Program &p) { block(p, 0).targets = {"nowhere"}; }), "");
  EXPECT_NE(spoilt([&](Program &p) { block(p, 1).label = "entry"; }), "");
  EXPECT_NE(spoilt([&](Program &p) { block(p, 0).commands[1] = AssignCmd{"n", int_lit(1)}; }), "");
  EXPECT_NE(spoilt([&](Program &p) { block(p, 0).commands[1] = AssignCmd{"x", bool_lit(true)}; }), "");
  EXPECT_NE(spoilt([&](Program &p) { block(p, 0).commands[1] = HavocCmd{{"nobody"}}; }), "");
  EXPECT_NE(spoilt([&](Program &p) { block(p, 0).commands[1] = HavocCmd{}; }), "");
  EXPECT_NE(spoilt([&](Program &p) { block(p, 0).commands[1] = AssumeCmd{i("x"), {}}; }), "");
  EXPECT_NE(spoilt([&](Program &p) { block(p, 0).commands[1] = AssumeCmd{nullptr, {}}; }), "");
  EXPECT_NE(spoilt([&](Program &p) { block(p, 0).commands[1] = AssumeCmd{bool_lit(true), {id_attribute("i")}}; }), "");
  EXPECT_NE(spoilt([&](Program &p) { block(p, 0).commands[1] = AssumeCmd{b("unheard_of"), {}}; }), "");
  EXPECT_NE(spoilt([&](Program &p) { block(p, 0).commands[1] = AssumeCmd{b("x"), {}}; }), "") << "x is an int";
  EXPECT_NE(spoilt([&](Program &p) { block(p, 0).commands[1] = block(p, 3).commands[0]; }), "") << "the same id twice";
  EXPECT_NE(spoilt([&](Program &p) {
              block(p, 0).commands[1] = AssertCmd{bool_lit(true), {id_attribute("a \"quoted\" word")}};
            }),
            "");
  EXPECT_NE(spoilt([](Program &p) { p.procedures[0].blocks.clear(); }), "");
  Expr wrong_call = apply("half", integer(), {b("c$1")});
  EXPECT_NE(spoilt([&](Program &p) { block(p, 0).commands[1] = AssignCmd{"x", wrong_call}; }), "");
  Expr wrong_sum = op("+", integer(), i("x"), b("c$1"));
  EXPECT_NE(spoilt([&](Program &p) { block(p, 0).commands[1] = AssignCmd{"x", wrong_sum}; }), "");
}

TEST(BoogieCheck, AVariableBoundInsideIsNotKnownOutside) {
  Program p = example();
  Expr k = i("k"), shared = binary("<", k, i("x"));
  p.procedures[0].blocks[0].commands[1] = AssumeCmd{forall({{"k", integer()}}, shared), {}};
  EXPECT_EQ(complaint(p), "");
  p.procedures[0].blocks[0].commands.push_back(AssumeCmd{shared, {}});
  EXPECT_NE(complaint(p).find("'k' is not declared"), std::string::npos);
}

TEST(BoogieCheck, NoInnerNameHidesAnOuterOne) {
  auto assumed = [](Expr e) {
    Program p = example();
    p.procedures[0].blocks[0].commands[1] = AssumeCmd{std::move(e), {}};
    return complaint(p);
  };
  Expr k = i("k"), inner = forall({{"k", integer()}}, binary("<", k, i("x")));
  EXPECT_EQ(assumed(binary("&&", inner, exists({{"k", integer()}}, binary("<", k, i("n"))))), "")
      << "one after the other";
  EXPECT_NE(assumed(forall({{"k", integer()}}, implies(binary("<", k, i("x")), inner))), "");
  EXPECT_NE(assumed(forall({{"x", integer()}}, binary("<", i("x"), i("n")))), "") << "x is a local variable";
}

TEST(BoogieCheck, SharedSubtreesAreLookedAtOnce) {
  Program p = example();
  Expr e = i("x");
  for (int k = 0; k < 200; ++k)
    e = binary("+", e, e); // 2^200 as a tree
  p.procedures[0].blocks[0].commands[1] = AssignCmd{"x", e};
  EXPECT_EQ(complaint(p), "");
}

// --- Boogie itself ------------------------------------------------------------------------------------------

TEST(BoogieCommand, ReadsWhatWePrint) {
  if (std::system("command -v boogie >/dev/null 2>&1") != 0)
    GTEST_SKIP() << "no boogie command";
  std::string path = testing::TempDir() + "lockstep_test_boogie.bpl";
  for (const std::string &text : {print(example()), print(random_program(1, 200)), print(random_program(2, 200))}) {
    std::ofstream(path) << text;
    FILE *out = popen(("boogie /noVerify " + path + " 2>&1").c_str(), "r");
    ASSERT_NE(out, nullptr);
    std::string said;
    for (char line[500]; std::fgets(line, sizeof line, out);)
      said += line;
    pclose(out);
    EXPECT_EQ(said.find("rror:"), std::string::npos) << said;
    EXPECT_NE(said.find("finished with 0 verified, 0 errors"), std::string::npos) << said;
  }
  std::remove(path.c_str());
}

} // namespace
} // namespace lockstep::emit::boogie::test_boogie
