// Questions of the lock-step tier: which accesses are asked about together (emit/watchdog/split_by_interval.h).
#include "encoding.h"

#include "cfg/passes/normalise.h"
#include "emit/watchdog/split_by_interval.h"
#include "predication/assemble.h"

namespace lockstep::emit::watchdog::test_questions {
namespace {

struct Asked {
  predication::Lockstep program;
  std::vector<Question> questions;
};

Asked ask(const std::string &blocks, const Options &options = {}) {
  support::Diagnostics diags;
  const auto parsed = cfg::parse(R"(kernel k {
  param n : i32;
  var i : i32;
  var x : i32;
  array a : i32[] group;
  array g : i32[] global param;
)" + blocks + "\n}\n",
                                 "test.kir", diags);
  const auto kernel = parsed ? cfg::normalise(*parsed, {}, diags) : support::failure;
  cfg::Launch launch;
  launch.local_size = {64, 1, 1};
  launch.num_groups = {8, 1, 1};
  const auto analyses = kernel ? cfg::analyse(*kernel, launch, {}, diags) : support::failure;
  if (!analyses)
    throw std::runtime_error(diags.all().front().message);
  support::Stages stages;
  const auto level = options.pair == Pair::DifferentGroups ? cfg::UniformityLevel::Grid : cfg::UniformityLevel::Group;
  Asked out{*predication::instrumented(*kernel, *analyses, {.level = level}, stages, diags), {}};
  out.questions = questions(out.program, options);
  return out;
}

// "a: w r; g: w; barriers": the sites of each question, and the one that is not about races.
std::string show(const Asked &asked) {
  std::string out;
  for (const Question &q : asked.questions) {
    out += out.empty() ? "" : "; ";
    if (!q.array) {
      out += "others";
      continue;
    }
    out += asked.program.arrays[*q.array].name + ":";
    for (lk::SiteId s : q.sites)
      out += asked.program.sites[s].kind == cfg::AccessKind::Read ? " r" : " w";
  }
  return out;
}

const std::string barrier = "barrier group fence(group); ";

TEST(Questions, EachBarrierIntervalIsAsked) {
  EXPECT_EQ(show(ask("block s: a[0:i64] := 1:i32; " + barrier + "x := a[1:i64]; a[2:i64] := x; " + barrier +
                     "a[3:i64] := 1:i32; return;")),
            "a: w; a: r w; a: w");
}

TEST(Questions, IntervalsWithoutAConflictAreNot) {
  EXPECT_EQ(show(ask("block s: x := a[0:i64]; " + barrier + "a[2:i64] := x; " + barrier +
                     "x := a[1:i64]; g[0:i64] := x; "
                     "return;")),
            "a: w; g: w");
}

TEST(Questions, IntervalsThatShareAnAccessAreOne) { // from the entry and from the barrier round the loop
  EXPECT_EQ(show(ask("block s: i := 0:i32; a[5:i64] := n; goto h; block h: br slt(i, n), b, e; "
                     "block b: x := a[zext(i, i64)]; " +
                     barrier +
                     "i := add.nsw(i, 1:i32); goto h; "
                     "block e: g[0:i64] := x; return;")),
            "a: w r; g: w");
}

TEST(Questions, ABarrierThatSomePassEndsNoInterval) {
  EXPECT_EQ(show(ask("block s: a[0:i64] := 1:i32; br slt(local_id(0, i32), n), t, e; block t: " + barrier +
                     "goto e; block e: a[1:i64] := 2:i32; return;")),
            "a: w w; others");
}

TEST(Questions, ABarrierOrdersWhatItFences) {
  EXPECT_EQ(show(ask("block s: g[0:i64] := 1:i32; " + barrier + "g[1:i64] := 1:i32; return;")), "g: w w");
  EXPECT_EQ(show(ask("block s: g[0:i64] := 1:i32; barrier group fence(global); g[1:i64] := 1:i32; return;")),
            "g: w; g: w");
}

TEST(Questions, ThreadsOfDifferentGroups) { // have group memory of their own, and a group's barrier orders nothing
  EXPECT_EQ(show(ask("block s: a[0:i64] := 1:i32; g[0:i64] := 1:i32; barrier group fence(group, global); "
                     "g[1:i64] := 1:i32; return;",
                     {.pair = Pair::DifferentGroups})),
            "g: w w");
}

TEST(Questions, OnlyWhatIsWanted) {
  const std::string text = "block s: a[0:i64] := 1:i32; g[0:i64] := 1:i32; br slt(local_id(0, i32), n), t, e; "
                           "block t: " +
                           barrier + "goto e; block e: assert slt(n, 5:i32); return;";
  EXPECT_EQ(show(ask(text)), "a: w; g: w; others");
  EXPECT_EQ(show(ask(text, {.arrays = std::set<cfg::ArrayId>{1}})), "g: w; others");
  EXPECT_EQ(show(ask(text, {.divergence = false})), "a: w; g: w");
  const Asked single = ask(text, {.pair = Pair::Single});
  ASSERT_EQ(show(single), "others");
  for (const lk::Lockstep::Stmt *s : single.questions[0].asked)
    EXPECT_TRUE(std::holds_alternative<lk::Assert>(s->node));
}

TEST(Questions, NothingBehindTheLastCheckLeadsThere) {
  const Asked asked = ask("block s: a[0:i64] := 1:i32; " + barrier +
                          "br slt(n, 5:i32), t, e; block t: x := g[0:i64]; "
                          "goto e; block e: g[1:i64] := 1:i32; return;");
  ASSERT_EQ(show(asked), "a: w; g: r w");
  const auto first = leads_to_question(asked.program, asked.questions[0]);
  EXPECT_EQ(std::count(first.begin(), first.end(), true), 1);
  const auto second = leads_to_question(asked.program, asked.questions[1]);
  EXPECT_GT(std::count(second.begin(), second.end(), true), 2);
}

} // namespace
} // namespace lockstep::emit::watchdog::test_questions
