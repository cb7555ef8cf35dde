// Inferred invariants as plain assertions of the program that is kept.
#include "verify/proof_log.h"

#include <gtest/gtest.h>

namespace lockstep::verify::test_proof_log {
namespace {

namespace b = emit::boogie;

TEST(ProofLog, KeptCandidatesBecomeAssertions) {
  const std::string text = "const {:existential true} c0: bool;\n"
                           "const {:existential true} c1: bool;\n"
                           "const n: int;\n"
                           "procedure p()\n{\n"
                           "  head:\n"
                           "    assert c0 ==> n > 0;\n"
                           "    assert c1 ==> n > 1;\n"
                           "    assert {:id \"goal\"} n > 0 ==> n != 0;\n"
                           "    goto head;\n"
                           "}\n";
  support::Diagnostics diags;
  auto program = b::parse(text, "p.bpl", diags);
  ASSERT_TRUE(program) << (diags.all().empty() ? "" : diags.all().front().message);
  emit::GoalProgram goals;
  goals.program = *program;
  goals.candidates = {{"c0", "rule", b::bool_lit(true)}, {"c1", "rule", b::bool_lit(true)}};
  const b::Program fixed = with_invariants(goals, {{"c0", true}, {"c1", false}});
  ASSERT_TRUE(b::check(fixed, diags));
  const std::string printed = b::print(fixed);
  EXPECT_NE(printed.find("assert n > 0;"), std::string::npos) << printed;
  EXPECT_EQ(printed.find("n > 1"), std::string::npos) << printed;
  EXPECT_NE(printed.find("assert {:id \"goal\"} n > 0 ==> n != 0;"), std::string::npos) << printed;
  EXPECT_EQ(printed.find("c0"), std::string::npos) << printed;
  EXPECT_EQ(printed.find("existential"), std::string::npos) << printed;
  // A candidate that the engine says nothing about is not kept.
  EXPECT_EQ(b::print(with_invariants(goals, {})).find("assert n > 0;"), std::string::npos);
}

} // namespace
} // namespace lockstep::verify::test_proof_log
