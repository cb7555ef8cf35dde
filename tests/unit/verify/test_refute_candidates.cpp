// Candidates that executions refute (verify/refute_candidates.h, emit/execution) against Houdini, which has the last word.
#include "emit/execution/execution.h"
#include "tests/unit/verify/engine_programs.h"
#include "verify/refute_candidates.h"

#include <gtest/gtest.h>

namespace lockstep::verify {
namespace {

namespace b = emit::boogie;

b::Program parsed(const std::string &text) {
  support::Diagnostics diags;
  auto program = b::parse(text, "test.bpl", diags);
  if (!program || !b::check(*program, diags)) {
    ADD_FAILURE() << "not a program:\n" << text;
    return {};
  }
  return *program;
}

TEST(RefuteCandidates, TakesThemOutAndListsThem) {
  emit::GoalProgram p;
  p.program = parsed(R"(
const {:existential true} c0: bool; const {:existential true} c1: bool;
procedure p() {
  var i: int;
  entry: i := 0; goto head;
  head: assert c0 ==> i <= 1; assert c1 ==> i >= 0; assert {:id "goal"} i >= 0; goto body, done;
  body: i := i + 1; goto head;
  done: return;
})");
  const b::Expr i = b::ident("i", b::integer());
  p.candidates = {{"c0", "upper", b::binary("<=", i, b::int_lit(1))}, {"c1", "lower", b::binary(">=", i, b::int_lit(0))}};
  drop_refuted(p);
  ASSERT_EQ(p.candidates.size(), 1U);
  EXPECT_EQ(p.candidates[0].constant, "c1");
  ASSERT_EQ(p.refuted.size(), 1U);
  EXPECT_EQ(p.refuted[0].rule, "upper");
  const std::string text = b::print(p.program);
  EXPECT_EQ(text.find("c0"), std::string::npos) << text;
  EXPECT_NE(text.find("assert c1 ==>"), std::string::npos) << text;
  EXPECT_NE(text.find("assert {:id \"goal\"} "), std::string::npos) << text;
  support::Diagnostics diags;
  EXPECT_TRUE(b::check(p.program, diags));
  const std::string before = text;
  drop_refuted(p);
  EXPECT_EQ(b::print(p.program), before); // nothing else is refuted
}

// Each candidate states one operation's result on literals, so that Houdini keeps exactly the true ones.
class Operations {
public:
  explicit Operations(unsigned seed) : random_(seed) {}

  std::string program() {
    std::string asserts;
    for (unsigned i = 0; i < 40; ++i)
      asserts += "    assert c" + std::to_string(i) + " ==> " + claim() + ";\n";
    std::string text;
    for (unsigned i = 0; i < 40; ++i)
      text += "const {:existential true} c" + std::to_string(i) + ": bool;\n";
    for (const std::string &op : declared_)
      text += op;
    return text + "procedure p() {\n  entry:\n    goto head;\n  head:\n" + asserts + "    goto head, done;\n  done:\n" +
           "    assert {:id \"goal\"} true;\n    return;\n}\n";
  }

private:
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }

  std::string bits(unsigned w) {
    const unsigned all = (1U << w) - 1;
    const unsigned interesting[] = {0, 1, 2, all, all / 2, all / 2 + 1, below(all + 1), below(all + 1), w, w - 1};
    return std::to_string(interesting[below(10)]) + "bv" + std::to_string(w);
  }

  std::string integer() { return "(" + std::to_string(static_cast<int>(below(13)) - 6) + ")"; }

  std::string claim() {
    static const char *const arithmetic[] = {"bvadd", "bvsub", "bvmul", "bvudiv", "bvurem", "bvsdiv", "bvsrem",
                                             "bvshl", "bvlshr", "bvashr", "bvand", "bvor", "bvxor"};
    static const char *const comparisons[] = {"bvult", "bvule", "bvugt", "bvuge", "bvslt", "bvsle", "bvsgt", "bvsge"};
    static const char *const of_integers[] = {"div", "mod", "+", "-", "*"};
    static const char *const orders[] = {"<", "<=", ">", ">=", "==", "!="};
    const unsigned w = 2 + below(3);
    const std::string bv = "bv" + std::to_string(w);
    switch (below(6)) {
    case 0: {
      const std::string op = comparisons[below(8)];
      declare(op, w, "bool");
      return op + std::to_string(w) + "(" + bits(w) + ", " + bits(w) + ")";
    }
    case 1: {
      const char *op = of_integers[below(5)];
      const std::string divisor = op[0] == 'd' || op[0] == 'm' ? (below(2) ? "(-" : "(") + std::to_string(1 + below(4)) + ")" : integer();
      return integer() + " " + op + " " + divisor + " " + orders[below(6)] + " " + integer();
    }
    case 2: {
      const bool sign = below(2) != 0;
      const std::string op = sign ? "sign_extend" : "zero_extend";
      declared_.insert("function {:bvbuiltin \"" + op + " 2\"} " + op + std::to_string(w) + "(a: " + bv + "): bv" + std::to_string(w + 2) + ";\n");
      return op + std::to_string(w) + "(" + bits(w) + ") == " + bits(w + 2);
    }
    case 3: return "(" + bits(w) + " ++ " + bits(2) + ")[" + std::to_string(w + 1) + ":1] == " + bits(w);
    default: {
      const std::string op = arithmetic[below(13)];
      declare(op, w, bv);
      return op + std::to_string(w) + "(" + bits(w) + ", " + bits(w) + ") == " + bits(w);
    }
    }
  }

  void declare(const std::string &op, unsigned w, const std::string &result) {
    const std::string bv = "bv" + std::to_string(w);
    declared_.insert("function {:bvbuiltin \"" + op + "\"} " + op + std::to_string(w) + "(a: " + bv + ", b: " + bv + "): " + result + ";\n");
  }

  std::mt19937 random_;
  std::set<std::string> declared_;
};

TEST(RefuteCandidates, OperationsAreThoseOfTheSolver) {
  if (find_boogie_host(options()).empty())
    GTEST_SKIP() << "no Boogie host (scripts/build-host)";
  auto engine = start_host_engine(options());
  std::size_t kept = 0, refuted = 0;
  for (unsigned seed = 1; seed <= 40; ++seed) {
    const std::string text = Operations(seed).program();
    EngineRequest r = request(text, {"goal"});
    r.houdini = true;
    const EngineResponse response = engine->run(r);
    ASSERT_EQ(response.failure, "") << text;
    ASSERT_EQ(response.candidates.size(), 40U);
    const std::set<std::string> by_execution = emit::execute(parsed(text)).refuted;
    for (const auto &[name, holds] : response.candidates) {
      EXPECT_EQ(holds, by_execution.count(name) == 0) << name << " in\n" << text;
      ++(holds ? kept : refuted);
    }
  }
  EXPECT_GT(kept, 200U);
  EXPECT_GT(refuted, 500U);
}

} // namespace
} // namespace lockstep::verify
