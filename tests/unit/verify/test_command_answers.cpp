// What the command engine makes of a `boogie` that says one thing and a solver that says another: a stand-in command
// prints both.
#include "tests/unit/verify/engine_programs.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace lockstep::verify::test_command_answers {
namespace {

// The outcome of the only assertion, where the command prints `text`.
Outcome outcome_of(const std::string &text) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "lockstep_command_answers";
  std::filesystem::create_directories(folder);
  const std::filesystem::path command = folder / "boogie";
  std::ofstream(command) << "#!/bin/sh\ncat <<'END'\n" << text << "END\n";
  std::filesystem::permissions(command, std::filesystem::perms::owner_all);
  EngineOptions o;
  o.boogie_path = command.string();
  const EngineResponse response =
      start_command_engine(o)->run(request("procedure p()\n{\n  assert {:id \"a\"} true;\n}\n", {"a"}));
  std::filesystem::remove_all(folder);
  return result_of(response, "a").outcome;
}

constexpr const char *version = "Boogie program verifier version 2.4.1.10503, Copyright (c) 2003-2014, Microsoft.\n";
constexpr const char *verified = "Boogie program verifier finished with 1 verified, 0 errors\n";

TEST(CommandAnswers, AProofNeedsASolverThatSaysSo) {
  EXPECT_EQ(outcome_of(std::string(version) + "[SMT-OUT-0] unsat\n" + verified), Outcome::Proved);
  EXPECT_EQ(outcome_of(std::string(version) + "[SMT-OUT-0] unknown\n" + verified), Outcome::Unknown)
      << "whatever the command's last line says";
}

} // namespace
} // namespace lockstep::verify::test_command_answers
