// The Boogie host's own promises: it dies with its client and its solver with it, wrong answers are no proofs, its two
// solvers agree, and it agrees with another Boogie. Absent engines say so.
#include "tests/unit/verify/engine_programs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

namespace lockstep::verify::test_host {
namespace {

constexpr unsigned random_programs = 60, of_them_by_command = 4;

class Host : public testing::Test {
protected:
  void SetUp() override {
    if (find_boogie_host(options()).empty())
      GTEST_SKIP() << "no Boogie host (scripts/build-host)";
  }
};

// A process's parent by /proc; nothing when it is gone (a zombie is).
std::optional<pid_t> parent_of(pid_t pid) {
  std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
  std::string text;
  int parent = 0;
  char state = 0;
  if (!std::getline(stat, text) || std::sscanf(text.c_str() + text.rfind(')') + 1, " %c %d", &state, &parent) != 2 ||
      state == 'Z')
    return std::nullopt;
  return parent;
}

bool lives(pid_t pid) { return parent_of(pid).has_value(); }

std::vector<pid_t> children_of(pid_t parent) {
  std::vector<pid_t> found;
  for (const auto &entry : std::filesystem::directory_iterator("/proc")) {
    std::string name = entry.path().filename().string();
    if (std::isdigit(name[0]) && parent_of(std::stoi(name)) == parent)
      found.push_back(std::stoi(name));
  }
  return found;
}

TEST_F(Host, KilledInTheMiddleIsAFailureAndLeavesNoSolver) {
  auto before = children_of(getpid());
  auto engine = start_host_engine(options());
  pid_t host = 0;
  for (pid_t p : children_of(getpid()))
    if (std::find(before.begin(), before.end(), p) == before.end())
      host = p;
  ASSERT_GT(host, 0);
  std::vector<pid_t> solvers;
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    solvers = children_of(host);
    ::kill(host, SIGKILL);
  });
  EngineRequest q = request(fermat, {"hard"}, 60000);
  q.solver = Solver::Cvc5;
  EngineResponse r = engine->run(q);
  other.join();
  EXPECT_EQ(result_of(r, "hard").outcome, Outcome::EngineFailed) << outcomes(r);
  EXPECT_NE(r.failure.find("signal 9"), std::string::npos) << r.failure;
  EXPECT_TRUE(r.crashed);
  ASSERT_FALSE(solvers.empty());
  for (int i = 0; i < 100 && lives(solvers[0]); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_FALSE(lives(solvers[0])) << "the solver outlived its host";
  EXPECT_EQ(outcomes(engine->run(request(mixed, {"holds"}))), "holds=proved");
}

TEST_F(Host, EndsWithItsClientAndSoDoesTheSolver) {
  pid_t client = ::fork();
  ASSERT_GE(client, 0);
  if (client == 0) {
    auto engine = start_host_engine(options());
    EngineRequest q = request(fermat, {"hard"}, 60000);
    q.solver = Solver::Cvc5;
    engine->run(q);
    ::_exit(0);
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(600));
  std::vector<pid_t> hosts = children_of(client), solvers;
  if (!hosts.empty())
    solvers = children_of(hosts[0]);
  ::kill(client, SIGKILL);
  ::waitpid(client, nullptr, 0);
  ASSERT_EQ(hosts.size(), 1u);
  ASSERT_FALSE(solvers.empty());
  for (int i = 0; i < 300 && (lives(hosts[0]) || lives(solvers[0])); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_FALSE(lives(hosts[0]));
  EXPECT_FALSE(lives(solvers[0]));
}

TEST_F(Host, LongExpressionsNeedNoLuck) {
  bpl::Expr x = bpl::ident("x", bpl::integer()), sum = x;
  for (int i = 0; i < 20000; ++i)
    sum = bpl::binary("+", sum, bpl::ident("y", bpl::integer()));
  bpl::Program p;
  p.procedures.push_back({"main",
                          {},
                          {{"x", bpl::integer()}, {"y", bpl::integer()}},
                          {{"entry",
                            {bpl::AssumeCmd{bpl::eq(bpl::ident("y", bpl::integer()), bpl::int_lit(0)), {}},
                             bpl::AssertCmd{bpl::eq(sum, x), {bpl::id_attribute("sum")}}},
                            {}}}});
  EngineResponse r = start_host_engine(options())->run(request(bpl::print(p), {"sum"}, 20000));
  EXPECT_EQ(outcomes(r), "sum=proved");
}

TEST_F(Host, DestructionLeavesNoProcess) {
  auto before = children_of(getpid());
  {
    auto engine = start_host_engine(options());
    EXPECT_EQ(outcomes(engine->run(request(mixed, {"holds"}))), "holds=proved");
    EXPECT_GT(children_of(getpid()).size(), before.size());
  }
  EXPECT_EQ(children_of(getpid()).size(), before.size());
}

TEST_F(Host, AnAbsentSolverIsNamed) {
  EngineOptions o = options();
  o.z3_path = "/nonexistent/z3";
  EngineResponse r = start_host_engine(o)->run(request(mixed, {"holds"}));
  EXPECT_EQ(result_of(r, "holds").outcome, Outcome::EngineFailed);
  EXPECT_NE(r.failure.find("z3"), std::string::npos) << r.failure;
}

TEST_F(Host, ASolverThatIsNoneIsNoProof) {
  for (const char *impostor : {"/bin/true", "/bin/cat"}) {
    EngineOptions o = options();
    o.z3_path = impostor;
    EngineResponse r = start_host_engine(o)->run(request(mixed, {"holds", "bool"}, 300));
    for (const AssertionResult &a : r.assertions)
      EXPECT_TRUE(a.outcome == Outcome::Unknown || a.outcome == Outcome::TimedOut || a.outcome == Outcome::EngineFailed)
          << impostor << ": " << outcomes(r);
  }
}

TEST_F(Host, KeepsTheProof) {
  auto dir = std::filesystem::path(testing::TempDir()) / ("lockstep-proof-" + std::to_string(getpid()));
  EngineOptions o = options();
  o.proof_dir = dir.string();
  EngineRequest q = request(mixed, {"holds"});
  q.name = "kernel";
  EXPECT_EQ(outcomes(start_host_engine(o)->run(q)), "holds=proved");
  std::ifstream bpl(dir / "kernel.bpl"), smt(dir / "kernel.smt2");
  std::string program((std::istreambuf_iterator<char>(bpl)), {}), script((std::istreambuf_iterator<char>(smt)), {});
  EXPECT_EQ(program, mixed);
  EXPECT_NE(script.find("(check-sat)"), std::string::npos);
  EXPECT_NE(script.find("declare-fun n"), std::string::npos);
  std::filesystem::remove_all(dir);
}

TEST_F(Host, SaysWhatItIs) {
  auto engine = start_host_engine(options());
  engine->run(request(mixed, {"holds"}));
  EXPECT_EQ(engine->describe().rfind("Boogie 3.5.5 (host), Z3 ", 0), 0u) << engine->describe();
}

TEST_F(Host, ItsSolversAgree) {
  if (support::find_program({}, "cvc5").empty())
    GTEST_SKIP() << "no cvc5";
  auto host = start_host_engine(options());
  for (unsigned seed = 0; seed < random_programs; ++seed) {
    EngineRequest q = random_loop(seed);
    EngineResponse z3 = host->run(q);
    q.solver = Solver::Cvc5;
    EngineResponse cvc5 = host->run(q);
    EXPECT_EQ(z3.failure + cvc5.failure, "");
    EXPECT_EQ(z3.candidates, cvc5.candidates) << "seed " << seed << "\n" << q.program;
    EXPECT_EQ(outcomes(z3), outcomes(cvc5)) << "seed " << seed << "\n" << q.program;
  }
}

// Boogie's own Houdini and verification, by another Boogie, against the host's.
TEST_F(Host, AgreesWithTheCommand) {
  if (find_boogie_command(options()).empty())
    GTEST_SKIP() << "no boogie command";
  auto host = start_host_engine(options()), command = start_command_engine(options());
  for (unsigned seed = 0; seed < of_them_by_command; ++seed) {
    EngineRequest q = random_loop(seed);
    EngineResponse theirs = command->run(q), ours = host->run(q);
    EXPECT_EQ(ours.failure + theirs.failure, "");
    EXPECT_EQ(ours.candidates, theirs.candidates) << "seed " << seed << "\n" << q.program;
    // Which of two assertions fails depends on the order of refutations, whether any does, does not.
    auto refuted = [](const EngineResponse &r) { return outcomes(r).find("refuted") != std::string::npos; };
    EXPECT_EQ(refuted(ours), refuted(theirs)) << outcomes(ours) << "\n" << outcomes(theirs) << "\n" << q.program;
  }
}

TEST(Absent, HostAndCommandSaySo) {
  EngineOptions o;
  o.host_path = "/nonexistent/host";
  o.boogie_path = "/nonexistent/boogie";
  EXPECT_EQ(find_boogie_host(o), "");
  EXPECT_EQ(find_boogie_command(o), "");
  for (auto *start : {&start_host_engine, &start_command_engine}) {
    EngineResponse r = start(o)->run(request(mixed, {"holds"}));
    EXPECT_EQ(result_of(r, "holds").outcome, Outcome::EngineFailed);
    EXPECT_FALSE(r.failure.empty());
  }
}

TEST(Absent, ADeadHostIsNoProof) {
  EngineOptions o;
  o.host_path = "/bin/false";
  EngineResponse r = start_host_engine(o)->run(request(mixed, {"holds"}));
  EXPECT_EQ(result_of(r, "holds").outcome, Outcome::EngineFailed);
  o.host_path = "/bin/cat"; // answers, but not what was asked
  r = start_host_engine(o)->run(request(mixed, {"holds"}));
  EXPECT_EQ(result_of(r, "holds").outcome, Outcome::EngineFailed) << outcomes(r);
  o.boogie_path = "/bin/echo";
  r = start_command_engine(o)->run(request(mixed, {"holds"}));
  EXPECT_EQ(result_of(r, "holds").outcome, Outcome::EngineFailed) << outcomes(r);
}

} // namespace
} // namespace lockstep::verify::test_host
