// The divergence goals of pick (emit/pick/goals/divergence.cpp), refuted without a solver: the emitted program is
// executed at random (tests/execution), each goal as a candidate. What is right is never refuted; what is wrong is,
// within the runs.
#include "cfg/ir/check.h"
#include "cfg/ir/text/parse.h"
#include "emit/pick/pick.h"
#include "tests/execution/execution.h"

#include <gtest/gtest.h>

namespace lockstep::emit::test_divergence {
namespace {

struct Asked {
  std::size_t goals = 0;
  std::set<std::string> refuted;
};

bool is_divergence(const boogie::AssertCmd &c) {
  for (const boogie::Attribute &a : c.attributes)
    if (auto *id = a.values.empty() ? nullptr : std::get_if<std::string>(&a.values.front());
        id && id->starts_with("divergence"))
      return true;
  return false;
}

Asked ask(const std::string &text, std::uint64_t threads = 4) {
  support::Diagnostics diags;
  const auto k = cfg::parse(text, "test.kir", diags);
  cfg::Launch launch;
  launch.local_size = {threads, 1, 1};
  launch.num_groups = {1, 1, 1};
  const auto a = k && cfg::check(*k, diags) ? cfg::analyse(*k, launch, {}, diags)
                                            : support::Result<cfg::Analyses>(support::failure);
  if (!a) {
    ADD_FAILURE() << (diags.all().empty() ? "not a kernel" : support::format(diags.all().front()));
    return {};
  }
  GoalProgram program = pick::emit_pick(*k, *a, {});
  Asked out;
  for (boogie::Procedure &p : program.program.procedures)
    for (boogie::Block &block : p.blocks)
      for (boogie::Command &c : block.commands)
        if (auto *assertion = std::get_if<boogie::AssertCmd>(&c); assertion && is_divergence(*assertion)) {
          const std::string candidate = "goal" + std::to_string(out.goals++);
          program.program.constants.push_back(
              {candidate, boogie::boolean(), false, {{"existential", {boogie::bool_lit(true)}}}});
          *assertion = {boogie::implies(boogie::ident(candidate, boogie::boolean()), assertion->condition), {}};
        }
  ExecutionLimits limits;
  limits.executions = limits.without_news = 2000;
  limits.steps = 4'000'000;
  out.refuted = execute(program.program, limits).refuted;
  return out;
}

// for (i = 0; i < 6; i++) for (j = 0; j < 2; j++) { barrier; if (leave) break; }
std::string nest(const std::string &leave) {
  return R"(kernel k { param n : i32; var i : i32; var j : i32; var l : i32;
    block entry: l := trunc(local_id(0, i64), i32); i := 0:i32; goto outer;
    block outer: br slt(i, 6:i32), start, end;
    block start: j := 0:i32; goto inner;
    block inner: br slt(j, 2:i32), body, next;
    block body: barrier group fence(group); br )" +
         leave + R"(, next, again;
    block again: j := add.nsw(j, 1:i32); goto inner;
    block next: i := add.nsw(i, 1:i32); goto outer;
    block end: return; })";
}

TEST(PickDivergence, OneGoesRoundTheInnerLoopTheOtherRoundTheOuter) {
  const Asked a = ask(nest("slt(i, l)"));
  EXPECT_GT(a.goals, 0u);
  EXPECT_FALSE(a.refuted.empty());
}

TEST(PickDivergence, AllLeaveTheInnerLoopTogether) {
  EXPECT_TRUE(ask(nest("slt(i, n)")).refuted.empty());
  const Asked a =
      ask(nest("slt(i, add(n, sdiv(l, 4:i32)))")); // the same for all, as the uniformity analysis cannot tell
  EXPECT_GT(a.goals, 0u);
  EXPECT_TRUE(a.refuted.empty());
}

// do { do { do { barrier; j++ } while (inner); i++ } while (middle); h++ } while (h < 9)
std::string three(const std::string &inner, const std::string &middle) {
  return R"(kernel k { param n : i32; var h : i32; var i : i32; var j : i32; var l : i32;
    block entry: l := trunc(local_id(0, i64), i32); h := 0:i32; goto outer;
    block outer: i := 0:i32; goto between;
    block between: j := 0:i32; goto body;
    block body: barrier group fence(group); j := add.nsw(j, 1:i32); br )" +
         inner + R"(, again, middle;
    block again: goto body;
    block middle: i := add.nsw(i, 1:i32); br )" +
         middle + R"(, more, out;
    block more: goto between;
    block out: h := add.nsw(h, 1:i32); br slt(h, 9:i32), round, end;
    block round: goto outer;
    block end: return; })";
}

TEST(PickDivergence, EveryLoopCounts) {
  EXPECT_FALSE(ask(three("slt(j, l)", "slt(i, 3:i32)")).refuted.empty()) << "innermost and middle";
  EXPECT_FALSE(ask(three("slt(j, 3:i32)", "slt(i, l)")).refuted.empty()) << "middle and outermost";
  EXPECT_TRUE(ask(three("slt(j, 3:i32)", "slt(i, add(3:i32, sdiv(l, 4:i32)))")).refuted.empty());
}

TEST(PickDivergence, ALoopThatIsEnteredAgainStartsAnew) {
  // All leave the inner loop and enter it again, some after another round of a loop without a barrier.
  const Asked a = ask(R"(kernel k { var i : i32; var r : i32; var l : i32;
    block entry: l := trunc(local_id(0, i64), i32); i := 0:i32; goto outer;
    block outer: br slt(i, 6:i32), start, end;
    block start: r := l; goto idle;
    block idle: br slt(0:i32, r), less, body;
    block less: r := sub.nsw(r, 1:i32); goto idle;
    block body: barrier group fence(group); i := add.nsw(i, 1:i32); goto outer;
    block end: return; })");
  EXPECT_TRUE(a.refuted.empty());
}

TEST(PickDivergence, GroupMemoryThatNobodyHasWritten) {
  const std::string head = "kernel k { var n : i32; var i : i32; array a : i32[4] group;\nblock entry: ";
  const std::string rest = R"( n := a[0:i64]; i := 0:i32; goto loop;
    block loop: br slt(i, n), body, end;
    block body: barrier group fence(group); i := add.nsw(i, 1:i32); goto loop;
    block end: return; })";
  EXPECT_FALSE(ask(head + rest).refuted.empty());
  EXPECT_EQ(ask(head + "a[local_id(0, i64)] := 3:i32; barrier group fence(group);" + rest).goals, 0u)
      << "uniform: nothing to ask";
  EXPECT_FALSE(
      ask(head + "a[add(local_id(0, i64), 1:i64)] := 3:i32; barrier group fence(group);" + rest, 3).refuted.empty())
      << "other cells";
}

} // namespace
} // namespace lockstep::emit::test_divergence
