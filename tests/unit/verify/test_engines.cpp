// The engines' contract (verify/engine.h), on the host with Z3 and cvc5 and on a boogie command with Z3. An engine
// that is not installed is skipped by name; outcomes are never.
#include "emit/boogie.h"
#include "verify/engine.h"
#include "verify/process.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <random>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

namespace lockstep::verify {
namespace {

enum class Which { HostZ3, HostCvc5, CommandZ3 };

EngineOptions options() {
  EngineOptions o;
  o.host_path = std::string(LOCKSTEP_SOURCE_DIR) + "/build/boogie-host/lockstep-boogie-host";
  return o;
}

Solver solver_of(Which w) { return w == Which::HostCvc5 ? Solver::Cvc5 : Solver::Z3; }

EngineRequest request(std::string program, std::vector<std::string> ids, unsigned limit = 5000) {
  EngineRequest r;
  r.program = std::move(program);
  r.assertion_ids = std::move(ids);
  r.time_limit_ms = limit;
  return r;
}

const AssertionResult &result_of(const EngineResponse &response, const std::string &id) {
  for (const AssertionResult &r : response.assertions)
    if (r.id == id)
      return r;
  throw std::logic_error("no result for " + id);
}

std::string name_of(Outcome o) {
  switch (o) {
  case Outcome::Proved: return "proved";
  case Outcome::Refuted: return "refuted";
  case Outcome::Unknown: return "unknown";
  case Outcome::TimedOut: return "timeout";
  case Outcome::EngineFailed: return "failed";
  }
  return "?";
}

std::string outcomes(const EngineResponse &response) {
  std::string s;
  for (const AssertionResult &r : response.assertions)
    s += (s.empty() ? "" : " ") + r.id + "=" + name_of(r.outcome);
  return s + (response.failure.empty() ? "" : " failure: " + response.failure);
}

class Engines : public testing::TestWithParam<Which> {
protected:
  void SetUp() override {
    EngineOptions o = options();
    if (GetParam() == Which::CommandZ3) {
      if (find_boogie_command(o).empty())
        GTEST_SKIP() << "no boogie command";
      engine = start_command_engine(o);
    } else {
      if (find_boogie_host(o).empty())
        GTEST_SKIP() << "no Boogie host (scripts/build-host)";
      engine = start_host_engine(o);
    }
    if (GetParam() == Which::HostCvc5 && find_program({}, "cvc5").empty())
      GTEST_SKIP() << "no cvc5";
  }

  EngineResponse run(EngineRequest r) {
    r.solver = solver_of(GetParam());
    return engine->run(r);
  }

  std::unique_ptr<Engine> engine;
};

std::string which_name(const testing::TestParamInfo<Which> &info) {
  switch (info.param) {
  case Which::HostZ3: return "host_z3";
  case Which::HostCvc5: return "host_cvc5";
  case Which::CommandZ3: return "command_z3";
  }
  return "?";
}

INSTANTIATE_TEST_SUITE_P(All, Engines, testing::Values(Which::HostZ3, Which::HostCvc5, Which::CommandZ3), which_name);

constexpr const char *mixed = R"(const n: int;
const flag: bool;
const w: bv8;
function {:bvbuiltin "bvadd"} BV8_ADD(a: bv8, b: bv8) returns (bv8);
procedure main()
{
  var x: int;

  entry:
    assume n < 0;
    assert {:id "holds"} n + 1 <= 0;
    assert {:id "int"} n != -7;
    assert {:id "bool"} flag;
    assert {:id "bits"} BV8_ADD(w, 1bv8) != 0bv8;
    goto left, right;
  left:
    x := 1;
    goto join;
  right:
    x := 2;
    goto join;
  join:
    assert {:id "joined"} x == 1 || x == 2;
    return;
}
)";

TEST_P(Engines, ProvedAndRefutedSideBySideWithModels) {
  EngineResponse r = run(request(mixed, {"joined", "bits", "bool", "int", "holds"}));
  EXPECT_EQ(outcomes(r), "joined=proved bits=refuted bool=refuted int=refuted holds=proved");
  EXPECT_EQ(result_of(r, "int").model.at("n"), "-7");
  EXPECT_EQ(result_of(r, "bool").model.at("flag"), "false");
  EXPECT_EQ(result_of(r, "bits").model.at("w"), "255");
  EXPECT_FALSE(result_of(r, "bits").model.contains("x")) << "a model is of constants only";
}

TEST_P(Engines, TheErrorLimitLeavesTheRestUnknown) {
  EngineRequest q = request(mixed, {"int", "bool", "bits"});
  q.error_limit = 1;
  EngineResponse r = run(q);
  int refuted = 0, unknown = 0;
  for (const AssertionResult &a : r.assertions) {
    refuted += a.outcome == Outcome::Refuted;
    unknown += a.outcome == Outcome::Unknown && a.reason == "error limit";
  }
  EXPECT_EQ(refuted, 1);
  EXPECT_EQ(unknown, 2);
}

constexpr const char *loop = R"(const n: int;
procedure main()
{
  var i: int;

  entry:
    assume 0 <= n;
    i := 0;
    goto head;
  head:
    assert {:id "inductive"} 0 <= i && i <= n;
    assert {:id "kept"} i != 5;
    assume {:note "true by construction"} i * 2 >= i;
    goto body, done;
  body:
    assume i < n;
    i := i + 1;
    goto head;
  done:
    assume n <= i;
    assert {:id "after"} i == n;
    return;
}
)";

TEST_P(Engines, ALoopInvariantIsCheckedWhenKept) {
  EngineResponse r = run(request(loop, {"inductive", "kept", "after"}));
  EXPECT_EQ(outcomes(r), "inductive=proved kept=refuted after=proved");
}

// As Boogie has it, an assertion is assumed by what follows: nothing after it is reached when it always fails.
TEST_P(Engines, ALoopInvariantIsCheckedOnEntry) {
  std::string program = loop;
  program.replace(program.find("i != 5"), 6, "i >= 1");
  EngineResponse r = run(request(program, {"inductive", "kept", "after"}));
  EXPECT_EQ(outcomes(r), "inductive=proved kept=refuted after=proved");
}

constexpr const char *candidates = R"(const n: int;
const {:existential true} c0: bool;
const {:existential true} c1: bool;
const {:existential true} c2: bool;
const {:existential true} c3: bool;
procedure main()
{
  var i: int;
  var j: int;

  entry:
    assume 0 <= n;
    i := 0;
    j := 0;
    goto head;
  head:
    assert c0 ==> 0 <= i;
    assert c1 ==> i < n;
    assert c2 ==> i <= n;
    assert c3 ==> j <= 3;
    goto body, done;
  body:
    assume i < n;
    i := i + 1;
    j := (if j < 5 then j + 1 else j);
    goto head;
  done:
    assume n <= i;
    assert {:id "exact"} i == n;
    assert {:id "too much"} j <= 3;
    return;
}
)";

TEST_P(Engines, HoudiniKeepsTheGreatestInductiveSubset) {
  EngineRequest q = request(candidates, {"exact", "too much"});
  q.houdini = true;
  EngineResponse r = run(q);
  EXPECT_EQ(outcomes(r), "exact=proved too much=refuted");
  EXPECT_EQ(r.candidates, (std::map<std::string, bool>{{"c0", true}, {"c1", false}, {"c2", true}, {"c3", false}}));
}

// Two candidates that hold only together, and one whose fall takes another along.
TEST_P(Engines, HoudiniKeepsWhatHoldsTogetherAndDropsWhatFallsTogether) {
  EngineRequest q = request(R"(const {:existential true} a: bool;
const {:existential true} b: bool;
const {:existential true} c: bool;
const {:existential true} d: bool;
procedure main()
{
  var x: int;
  var y: int;
  var u: int;
  var v: int;

  entry:
    x := 1;
    y := 1;
    u := 0;
    v := 0;
    goto head;
  head:
    assert a ==> x >= 1;
    assert b ==> y >= 1;
    assert c ==> u == 0;
    assert d ==> v == 0;
    goto body, done;
  body:
    x, y := x * y, y * x;
    v := v + u;
    u := u + 1;
    goto head;
  done:
    assert {:id "together"} x + y >= 2;
    return;
}
)",
                            {"together"});
  std::string &p = q.program; // parallel assignment is not in our subset
  p.replace(p.find("x, y := x * y, y * x;"), 21, "x := x + y;\n    y := x + y;");
  q.houdini = true;
  EngineResponse r = run(q);
  EXPECT_EQ(outcomes(r), "together=proved");
  EXPECT_EQ(r.candidates, (std::map<std::string, bool>{{"a", true}, {"b", true}, {"c", false}, {"d", false}}));
}

TEST_P(Engines, SeveralProcedures) {
  EngineResponse r = run(request(R"(const k: int;
procedure first()
{
  entry:
    assert {:id "one"} k == k + 0;
    return;
}
procedure second()
{
  var x: int;

  entry:
    assume x == k;
    assert {:id "two"} x != 3;
    return;
}
procedure third()
{
  var x: int;

  entry:
    x := 4;
    assert {:id "three"} x == 4;
    return;
}
)",
                                 {"one", "two", "three"}));
  EXPECT_EQ(outcomes(r), "one=proved two=refuted three=proved");
  EXPECT_EQ(result_of(r, "two").model.at("k"), "3");
}

constexpr const char *fermat = R"(procedure main()
{
  var x: int;
  var y: int;
  var z: int;

  entry:
    assume x > 2 && y > 2 && z > 2;
    assert {:id "easy"} x + y > 4;
    assert {:id "hard"} x * x * x + y * y * y != z * z * z;
    assert {:id "wrong"} x < 10;
    return;
}
)";

TEST_P(Engines, WhatTheSolverCannotDecideIsNeitherProvedNorRefuted) {
  EngineResponse r = run(request(fermat, {"easy", "hard", "wrong"}, 700));
  Outcome hard = result_of(r, "hard").outcome;
  EXPECT_TRUE(hard == Outcome::Unknown || hard == Outcome::TimedOut) << outcomes(r);
  EXPECT_FALSE(result_of(r, "hard").reason.empty());
  EXPECT_EQ(result_of(r, "easy").outcome, Outcome::Proved);
  EXPECT_NE(result_of(r, "wrong").outcome, Outcome::Proved);
}

TEST_P(Engines, AnIncompleteQuantifierProblemIsUnknownNotRefuted) {
  EngineResponse r = run(request(R"(const k: int;
function f(x: int) returns (int);
axiom (forall x: int :: f(x) > x);
procedure main()
{
  entry:
    assert {:id "instance"} f(k) > k;
    assert {:id "open"} f(k) > k + 1;
    return;
}
)",
                                 {"instance", "open"}));
  EXPECT_EQ(result_of(r, "instance").outcome, Outcome::Proved);
  EXPECT_EQ(result_of(r, "open").outcome, Outcome::Unknown) << outcomes(r);
}

// A failing assertion nobody can name must not vanish: what follows it has been proved under it.
TEST_P(Engines, AnUnnamedFailingAssertionSpoilsTheProofs) {
  EngineResponse r = run(request(R"(const k: int;
procedure main()
{
  entry:
    assert k > 0;
    assert {:id "below"} k >= 0;
    return;
}
)",
                                 {"below"}));
  EXPECT_EQ(outcomes(r), "below=unknown");
}

// A candidate that is dropped for want of an answer makes no refutation: the program might be right.
TEST_P(Engines, AnInvariantThatNobodyProvedIsNoAssumption) {
  if (GetParam() == Which::CommandZ3)
    GTEST_SKIP() << "Debian's Boogie does not limit the time of its Houdini: this takes it a minute";
  EngineRequest q = request(R"(const {:existential true} c: bool;
procedure main()
{
  var x: int;
  var y: int;
  var z: int;

  entry:
    assume x == 3 && y == 4 && z == 5;
    goto head;
  head:
    assert c ==> x * x * x + y * y * y != z * z * z;
    goto body, done;
  body:
    havoc x, y, z;
    assume x > 2 && y > 2 && z > 2;
    goto head;
  done:
    assert {:id "claim"} x * x * x + y * y * y != z * z * z;
    return;
}
)",
                            {"claim"}, 300);
  q.houdini = true;
  EngineResponse r = run(q);
  EXPECT_FALSE(r.candidates.at("c"));
  Outcome claim = result_of(r, "claim").outcome;
  EXPECT_TRUE(claim == Outcome::Unknown || claim == Outcome::TimedOut) << outcomes(r);
}

TEST_P(Engines, AnIllFormedProgramIsTheEnginesFailure) {
  for (const char *program : {"procedure main()\n{\n  entry:\n    assert {:id \"a\"} ;\n    return;\n}\n",
                              "procedure main()\n{\n  entry:\n    assert {:id \"a\"} x == 1;\n    return;\n}\n",
                              "procedure main()\n{\n  entry:\n    assert {:id \"a\"} 1 == true;\n    return;\n}\n"}) {
    EngineResponse r = run(request(program, {"a"}));
    EXPECT_EQ(result_of(r, "a").outcome, Outcome::EngineFailed);
    EXPECT_FALSE(r.failure.empty());
  }
  EXPECT_EQ(outcomes(run(request(mixed, {"joined"}))), "joined=proved") << "and the engine goes on";
}

TEST_P(Engines, AnUnknownIdHasNoOutcome) {
  EngineResponse r = run(request(mixed, {"holds", "no such id"}));
  EXPECT_EQ(result_of(r, "holds").outcome, Outcome::Proved);
  EXPECT_EQ(result_of(r, "no such id").outcome, Outcome::EngineFailed);
}

TEST_P(Engines, OneEngineManyPrograms) {
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(outcomes(run(request(mixed, {"holds", "bool"}))), "holds=proved bool=refuted");
    EXPECT_EQ(outcomes(run(request(loop, {"inductive", "after"}))), "inductive=proved after=proved");
  }
}

namespace bpl = emit::boogie;

// Random integer and Boolean terms, each as the builders make it (`folded`) and as it is written (`raw`).
class Twins {
public:
  explicit Twins(unsigned seed) : random_(seed) {}
  struct Pair {
    bpl::Expr folded, raw;
  };

  Pair boolean(int depth) {
    if (depth == 0)
      return leaf(pick(2) ? bpl::bool_lit(pick(2) == 0) : bpl::ident(pick(2) ? "p" : "q", bpl::boolean()));
    switch (pick(5)) {
    case 0: {
      Pair a = boolean(depth - 1);
      return {bpl::not_(a.folded), node(bpl::Kind::Unary, bpl::boolean(), "!", {a.raw})};
    }
    case 1: return operation({"==", "!=", "<", "<=", ">", ">="}, bpl::boolean(), integer(depth - 1), integer(depth - 1));
    case 2: return conditional(boolean(depth - 1), boolean(depth - 1), boolean(depth - 1));
    default:
      return operation({"&&", "||", "==>", "<==>", "==", "!="}, bpl::boolean(), boolean(depth - 1), boolean(depth - 1));
    }
  }

  Pair integer(int depth) {
    if (depth == 0)
      return leaf(pick(2) ? bpl::int_lit(static_cast<int>(pick(9)) - 4) : bpl::ident(pick(2) ? "x" : "y", bpl::integer()));
    switch (pick(5)) {
    case 0: {
      Pair a = integer(depth - 1);
      return {bpl::unary("-", a.folded), node(bpl::Kind::Unary, bpl::integer(), "-", {a.raw})};
    }
    case 1: return conditional(boolean(depth - 1), integer(depth - 1), integer(depth - 1));
    case 2: { // a product or quotient by a constant, which solvers decide
      Pair by = leaf(bpl::int_lit(static_cast<int>(pick(9)) - 4));
      return operation({"*", "div", "mod"}, bpl::integer(), integer(depth - 1), by);
    }
    default: return operation({"+", "-"}, bpl::integer(), integer(depth - 1), integer(depth - 1));
    }
  }

private:
  unsigned pick(unsigned n) { return static_cast<unsigned>(random_() % n); }
  static Pair leaf(bpl::Expr e) { return {e, e}; }
  static bpl::Expr node(bpl::Kind k, bpl::Type t, std::string text, std::vector<bpl::Expr> args) {
    return std::make_shared<const bpl::Node>(bpl::Node{k, std::move(t), std::move(text), std::move(args), 0, 0, {}});
  }
  Pair operation(std::vector<std::string> ops, bpl::Type t, Pair a, Pair b) {
    std::string op = ops[pick(static_cast<unsigned>(ops.size()))];
    return {bpl::binary(op, a.folded, b.folded), node(bpl::Kind::Binary, std::move(t), op, {a.raw, b.raw})};
  }
  static Pair conditional(Pair c, Pair a, Pair b) {
    return {bpl::ite(c.folded, a.folded, b.folded), node(bpl::Kind::Ite, a.raw->type, "", {c.raw, a.raw, b.raw})};
  }
  std::mt19937 random_;
};

TEST_P(Engines, FoldingChangesNoValue) {
  bpl::Program p;
  for (const char *name : {"x", "y"})
    p.constants.push_back({name, bpl::integer(), false, {}});
  for (const char *name : {"p", "q"})
    p.constants.push_back({name, bpl::boolean(), false, {}});
  std::vector<std::string> ids;
  bpl::Block entry{"entry", {}, {}};
  Twins twins(7);
  for (int n = 0; n < 120; ++n) {
    auto [folded, raw] = n % 2 ? twins.boolean(3) : twins.integer(3);
    ids.push_back("fold" + std::to_string(n));
    auto equal = std::make_shared<const bpl::Node>(
        bpl::Node{bpl::Kind::Binary, bpl::boolean(), "==", {folded, raw}, 0, 0, {}});
    entry.commands.emplace_back(bpl::AssertCmd{equal, {bpl::id_attribute(ids.back())}});
  }
  p.procedures.push_back({"main", {}, {}, {entry}});
  support::Diagnostics diags;
  ASSERT_TRUE(bpl::check(p, diags));
  EngineResponse r = run(request(bpl::print(p), ids, 30000));
  for (const AssertionResult &a : r.assertions)
    EXPECT_EQ(a.outcome, Outcome::Proved) << a.id << " " << a.reason;
  EXPECT_EQ(r.failure, "");
}

TEST_P(Engines, NoAssertionIsNoTrouble) {
  EngineResponse r = run(request("procedure main()\n{\n  entry:\n    assume true;\n    return;\n}\n", {}));
  EXPECT_TRUE(r.assertions.empty());
  EXPECT_EQ(r.failure, "");
}

TEST_P(Engines, InterruptEndsTheRunAndTheNextOneWorks) {
  EngineRequest q = request(fermat, {"hard"}, 60000);
  q.solver = solver_of(GetParam());
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(400));
    engine->interrupt();
  });
  auto began = Clock::now();
  EngineResponse r = engine->run(q);
  other.join();
  // Z3 gives up on this one by itself on a quick machine; what must not happen is a claim or a long wait.
  Outcome o = result_of(r, "hard").outcome;
  EXPECT_TRUE(o == Outcome::Unknown || o == Outcome::TimedOut) << outcomes(r);
  EXPECT_LT(Clock::now() - began, std::chrono::seconds(20));
  EXPECT_EQ(outcomes(run(request(mixed, {"holds"}))), "holds=proved");
}

// --- the host alone ------------------------------------------------------------------------------------------

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
} // namespace lockstep::verify
