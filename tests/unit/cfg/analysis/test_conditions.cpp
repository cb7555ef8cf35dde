// Conditions on which the analyses' soundness rests and that no other test would miss (tests/soundness/table): in each
// case the analysis must not say what it would say without the condition.
#include "cfg/analysis/analyses.h"
#include "cfg/analysis/order/tickets.h"
#include "cfg/analysis/preconditions.h"
#include "cfg/analysis/values/linear.h"
#include "cfg/passes/desugar.h"
#include "tests/unit/cfg/kir_test.h"

namespace lockstep::cfg::test_conditions {
namespace {

struct Case {
  Kernel k;
  Launch launch;
  std::optional<Analyses> a;

  explicit Case(const std::string &text, const Launch &l = {}) : k(kernel_of(text)), launch(l) {
    support::Diagnostics diags;
    if (auto all = analyse(k, launch, {}, diags))
      a = std::move(*all);
    EXPECT_TRUE(a) << all_messages(diags);
  }
  VarId var(const std::string &name) const {
    for (VarId v = 0; v < k.vars.size(); ++v)
      if (k.vars[v].name == name)
        return v;
    ADD_FAILURE() << "no variable " << name;
    return 0;
  }
  BlockId block(const std::string &name) const { return block_id(k, name); }
};

Launch threads(Launch::Extent local) {
  Launch l;
  l.local_size[0] = local;
  return l;
}

TEST(Conditions, AnOrbitNeedsAllWaysToAgree) {
  Case c(R"(kernel k { param n : i32; var s : i32; var i : i32; array a : i32[] global param;
    block e: s := 1:i32; i := 0:i32; goto h;
    block h: br slt(i, n), b, x;
    block b: a[s] := i; i := add.nsw(i, 1:i32); br slt(local_id(0, i32), n), p, q;
    block p: s := 2:i32; goto h;
    block q: s := 1:i32; goto h;
    block x: return; })",
         threads(64));
  for (const Orbit &o : c.a->induction.loops[0].orbits)
    for (VarId v : o.vars)
      EXPECT_NE(v, c.var("s")) << "which way a thread goes is not known";
}

TEST(Conditions, OnlyTheFirstAssumptionsSayHowTheKernelIsLaunched) {
  const Kernel first = kernel_of(R"(kernel k { array a : i32[] global param;
    block e: requires ule(local_size(0, i32), 32:i32); a[local_id(0, i32)] := 1:i32; return; })");
  const Kernel later = kernel_of(R"(kernel k { array a : i32[] global param;
    block e: a[local_id(0, i32)] := 1:i32; requires ule(local_size(0, i32), 32:i32); return; })");
  EXPECT_EQ(with_preconditions(first, threads(std::nullopt)).most_local[0], 32u);
  EXPECT_EQ(with_preconditions(later, threads(std::nullopt)).most_local[0], 1024u) << "the store comes before";
}

TEST(Conditions, ContentsOfAWrittenArrayAreNotKnown) {
  Case c(R"(kernel k { var x : i32; array t : i32[4] private initial { 1, 2, 3, 4 };
    block e: t[local_id(0, i32)] := 9:i32; x := t[0:i32]; goto f;
    block f: t[x] := 1:i32; return; })",
         threads(4));
  EXPECT_GE(c.a->ranges.at_entry(c.block("f"), c.var("x")).as_signed.hi, 9);
}

TEST(Conditions, AGlobalSizeThatItsTypeDoesNotHoldBoundsNothing) {
  Launch l = threads(std::nullopt);
  l.num_groups[0] = std::nullopt;
  l.global_size[0] = 1 << 20;
  Case c(R"(kernel k { var g : i16; array a : i32[] global param;
    block e: g := add(mul(group_id(0, i16), local_size(0, i16)), local_id(0, i16)); goto f;
    block f: a[g] := 1:i32; return; })",
         l);
  const ExprRange r = c.a->ranges.at_entry(c.block("f"), c.var("g"));
  EXPECT_LT(r.as_signed.lo, 0) << "16 bits of a number up to 2^20";
  EXPECT_NE(c.a->ranges.wrap_of(std::get<Assign>(c.k.blocks[0].stmts[0].node).value.get()).signed_ok, NoWrap::Proved);
}

TEST(Conditions, AChoiceThatIsNoBranchMayBeMadeByEachThread) {
  const char *text = R"(kernel k { param n : i32; param m : i32; var x : i32;
    block s: goto a, b;
    block a: assume.branch slt(n, 4:i32); goto j;
    block b: assume.branch slt(m, 4:i32); goto j;
    block j: return; })";
  Case c(text, threads(64));
  EXPECT_FALSE(c.a->group_uniform.branch_uniform[c.block("s")]) << "where both hold, each thread has a choice";
  const Kernel s = sugared(c.k);
  EXPECT_TRUE(std::holds_alternative<Goto>(s.blocks[c.block("s")].end.node))
      << "nor is it a branch on the first condition";
}

TEST(Conditions, AWayIsClosedOnlyByWhatTheBlockInBetweenLeavesAlone) {
  Case c(R"(kernel k { param n : i32; var i : i32; array a : i32[] global param;
    block p: i := 0:i32; goto h;
    block h: i := a[n]; br slt(0:i32, i), b, x;
    block b: a[i] := 1:i32; goto h;
    block x: return; })",
         threads(64));
  EXPECT_TRUE(can_go(c.k, *c.a, c.block("p"), c.block("h"), c.block("b"))) << "i is 0 no longer";
}

TEST(Conditions, ALinearFormStopsWhereArithmeticMayWrap) {
  Case c(R"(kernel k { param n : i32; var x : i64; array a : i32[] global param;
    block e: x := sext(add(n, 1:i32), i64); a[x] := 1:i32; return; })",
         threads(64));
  const Expr value = std::get<Assign>(c.k.blocks[0].stmts[0].node).value;
  EXPECT_EQ(linear_form(value, c.a->ranges, [](VarId) { return Expr{}; }).constant, 0)
      << "n + 1 may be the smallest number";
}

TEST(Conditions, ACongruenceWhoseBaseIsTooLargeIsNone) {
  Case c(R"(kernel k { param n : i64; var i : i64; array a : i32[] global param;
    block e: i := mul(mul(mul(n, 4611686018427387905:i64), 4611686018427387905:i64), 4611686018427387905:i64); goto b;
    block b: a[i] := 1:i32; return; })",
         threads(64));
  EXPECT_FALSE(c.a->congruences[c.var("i")]) << "a factor beyond 2^186";
}

std::vector<Ticket> tickets_of(const Case &c) {
  return tickets(c.k, c.a->loops, liveness(c.k), c.a->facts, c.a->ranges, c.launch);
}

TEST(Conditions, ATicketIsAssignedNothingElse) {
  Case c(
      R"(kernel k { param n : i32; var t : i32; var u : i32; array m : i32[] global param; array a : i32[] global param;
    block e: t := atomic add m[0:i32](1:i32); u := t; br slt(t, n), p, q;
    block p: u := 5:i32; goto q;
    block q: a[u] := 1:i32; return; })",
      threads(64));
  for (const Ticket &t : tickets_of(c))
    EXPECT_NE(t.var, c.var("u")) << "5 may be some thread's ticket";
}

TEST(Conditions, ATicketLastsOnlyIfTheCounterIsNotSetBack) {
  Case c(R"(kernel k { var t : i32; array m : i32[1] group; array a : i32[] global param;
    block e: t := atomic add m[0:i32](1:i32); barrier group fence(group); m[0:i32] := 0:i32; a[t] := 1:i32; return; })",
         threads(64));
  ASSERT_EQ(tickets_of(c).size(), 1u);
  EXPECT_FALSE(tickets_of(c)[0].lasting);
}

} // namespace
} // namespace lockstep::cfg::test_conditions
