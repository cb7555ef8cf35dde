// Candidates that executions refute (verify/watchdog_tier.h, emit/execution) against Houdini, which has the last
// word.
#include "tests/execution/execution.h"
#include "tests/unit/verify/engine_programs.h"

#include <gtest/gtest.h>

namespace lockstep::verify::test_houdini {
namespace {

namespace b = emit::boogie;

b::Program parsed(const std::string &text) {
  support::Diagnostics diags;
  auto program = b::parse(text, "test.bpl", diags);
  if (!program || !b::check(*program, diags)) {
    ADD_FAILURE() << (diags.all().empty() ? "not a program" : support::format(diags.all().front())) << "\n" << text;
    return {};
  }
  return *program;
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
    static const char *const arithmetic[] = {"bvadd", "bvsub",  "bvmul",  "bvudiv", "bvurem", "bvsdiv", "bvsrem",
                                             "bvshl", "bvlshr", "bvashr", "bvand",  "bvor",   "bvxor"};
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
      const std::string divisor =
          op[0] == 'd' || op[0] == 'm' ? (below(2) ? "(-" : "(") + std::to_string(1 + below(4)) + ")" : integer();
      return integer() + " " + op + " " + divisor + " " + orders[below(6)] + " " + integer();
    }
    case 2: {
      const bool sign = below(2) != 0;
      const std::string op = sign ? "sign_extend" : "zero_extend";
      declared_.insert("function {:bvbuiltin \"" + op + " 2\"} " + op + std::to_string(w) + "(a: " + bv +
                       ") returns (bv" + std::to_string(w + 2) + ");\n");
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
    declared_.insert("function {:bvbuiltin \"" + op + "\"} " + op + std::to_string(w) + "(a: " + bv + ", b: " + bv +
                     ") returns (" + result + ");\n");
  }

  std::mt19937 random_;
  std::set<std::string> declared_;
};

TEST(Houdini, OperationsAreThoseOfTheSolver) {
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

// Random programs with values that nothing fixes, branches and a loop.
class Programs {
public:
  explicit Programs(unsigned seed) : random_(seed) {}

  std::string program() {
    std::string text = "const k: int;\naxiom 0 <= k && k <= 5;\nfunction f(x: int) returns (int);\n", asserts;
    for (unsigned i = 0; i < 20; ++i) {
      text += "const {:existential true} c" + std::to_string(i) + ": bool;\n";
      asserts += "    assert c" + std::to_string(i) + " ==> " + condition(2) + ";\n";
    }
    return text + "procedure p() {\n  var x: int; var y: int; var z: int; var q: bool; var m: [int]int;\n" +
           "  entry:\n    assume " + condition(1) + ";\n    assume -4 <= x && x <= 9;\n    x := " + integer(1) +
           ";\n    m := m[" + integer(0) + " := " + integer(1) + "];\n    goto head;\n  head:\n" + asserts +
           "    goto one, two, done;\n" + "  one:\n    assume " + condition(1) + ";\n    y := " + integer(1) +
           ";\n    q := " + condition(1) + ";\n    goto head;\n" + "  two:\n    havoc z;\n    assume " + condition(1) +
           ";\n    x := " + integer(1) + ";\n    goto head;\n" +
           "  done:\n    assert {:id \"goal\"} true;\n    return;\n}\n";
  }

private:
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }

  std::string integer(unsigned depth) {
    static const char *const leaves[] = {"x", "y", "z", "k", "m[x]", "f(y)", "3", "0", "7"};
    if (depth == 0)
      return leaves[below(9)];
    switch (below(6)) {
    case 0: return "(" + integer(depth - 1) + " + " + integer(depth - 1) + ")";
    case 1: return "(" + integer(depth - 1) + " - " + integer(depth - 1) + ")";
    case 2: return "(2 * " + integer(depth - 1) + ")";
    case 3: return "(" + integer(depth - 1) + " mod 4)";
    case 4: return "(if " + condition(0) + " then " + integer(depth - 1) + " else " + integer(depth - 1) + ")";
    default: return integer(0);
    }
  }

  std::string condition(unsigned depth) {
    static const char *const orders[] = {"<", "<=", ">", ">=", "==", "!="};
    if (depth == 0)
      return below(5) == 0 ? "q" : "(" + integer(0) + " " + orders[below(6)] + " " + integer(0) + ")";
    switch (below(7)) {
    case 0: return "(" + condition(depth - 1) + " && " + condition(depth - 1) + ")";
    case 1: return "(" + condition(depth - 1) + " || " + condition(depth - 1) + ")";
    case 2: return "(" + condition(depth - 1) + " ==> " + condition(depth - 1) + ")";
    case 3: return "!" + condition(depth - 1);
    case 4: return "(" + condition(depth - 1) + " <==> " + condition(depth - 1) + ")";
    default: return "(" + integer(1) + " " + orders[below(6)] + " " + integer(1) + ")";
    }
  }

  std::mt19937 random_;
};

TEST(Houdini, HoudiniKeepsNoneThatIsRefuted) {
  if (find_boogie_host(options()).empty())
    GTEST_SKIP() << "no Boogie host (scripts/build-host)";
  auto engine = start_host_engine(options());
  std::size_t kept = 0, dropped = 0, refuted = 0;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    const std::string text = Programs(seed).program();
    EngineRequest r = request(text, {"goal"});
    r.houdini = true;
    const EngineResponse response = engine->run(r);
    ASSERT_EQ(response.failure, "") << text;
    const std::set<std::string> by_execution = emit::execute(parsed(text)).refuted;
    for (const auto &[name, holds] : response.candidates) {
      EXPECT_FALSE(holds && by_execution.count(name) != 0) << name << " in\n" << text;
      ++(holds ? kept : dropped);
    }
    refuted += by_execution.size();
  }
  EXPECT_GT(kept, 100U);
  EXPECT_GT(refuted, dropped / 2) << dropped;
  RecordProperty("kept", static_cast<int>(kept));
  RecordProperty("refuted", static_cast<int>(refuted));
}

} // namespace
} // namespace lockstep::verify::test_houdini
