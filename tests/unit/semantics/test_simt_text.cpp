// What H says of the text itself, where programs tell it: what the printed condition on the stack refuses and lets
// pass (C1 to C3), that its liveness property says nothing of a stack that stays empty (C5), and the spin lock with
// the other winner (G1b).
#include "simt_running.h"

namespace lockstep::semantics::simt::test::test_simt_text {
namespace {

using semantics::test::launch;

std::string file(const std::string &name) {
  std::ifstream in(LOCKSTEP_SOURCE_DIR "/tests/simt/" + name + ".simt");
  return {std::istreambuf_iterator<char>(in), {}};
}

// The stack consistency as printed, of a warp that is about to execute the instruction at its program counter; 0: it
// holds, else the number of the condition ([Hab11] 3.2) that does not.
int printed(const BranchState &s, const Program &p) {
  const Body &body = p.code.at(s.pc).body;
  auto any = [&](TokenKind kind, std::optional<Pc> pc = std::nullopt) {
    return std::any_of(s.stack.begin(), s.stack.end(),
                       [&](const Token &t) { return t.kind == kind && (!pc || t.pc == *pc); });
  };
  if (const auto *l = std::get_if<Leave>(&body)) {
    if (l->why == Disabled::Break && !any(TokenKind::Break))
      return 1;
    if (l->why == Disabled::Return && !any(TokenKind::Call))
      return 2;
  }
  if (std::holds_alternative<SyncLanes>(body)) {
    const std::size_t n = s.stack.size();
    if (n == 0 || (s.stack[n - 1].kind != TokenKind::Sync && s.stack[n - 1].kind != TokenKind::Diverge))
      return 3;
    const Token &top = s.stack[n - 1];
    if (top.kind == TokenKind::Diverge &&
        (n < 2 || s.stack[n - 2].kind != TokenKind::Sync || s.stack[n - 2].pc != s.pc + 1 ||
         ((top.mask | s.active) & ~s.stack[n - 2].mask) != 0))
      return 4;
    if (top.kind == TokenKind::Sync && top.pc != s.pc + 1)
      return 5;
  }
  if (const auto *j = std::get_if<Jump>(&body); j && j->call && !any(TokenKind::Call, s.pc + 1))
    return 6;
  return 0;
}

struct Judged {
  std::string end;
  std::string refused; // "(4) at 8": the first state that the printed condition refuses
};

class Printed final : public IssueObserver {
public:
  explicit Printed(const Program &p) : p_(p) {}
  void on_issue(const Issue &i) override {
    if (!refused.empty() || !i.state || i.state->completed)
      return;
    if (const int n = printed(*i.state, p_); n != 0)
      refused = fmt::format("({}) at {}", n, p_.code[i.state->pc].address);
  }
  std::string refused;

private:
  const Program &p_;
};

Judged judged(const std::string &text, unsigned threads, SimtOptions o = {}) {
  const Program p = program_of(text);
  const SimtCode code = simt_code_of(p);
  o.warp_size = threads;
  SimtMachine m(code, launch(threads), {}, o);
  Printed condition(p);
  m.attach(condition);
  ZeroChoices zeros;
  const Outcome out = m.run(Pick::InOrder, zeros);
  return {std::string(name(out.end)) + (out.reason.empty() ? "" : " " + out.reason), condition.refused};
}

TEST(SimtText, ThePrintedConditionRefusesTwoDivergeTokensOverOneSync) { // C3
  const Judged t7 = judged(file("T7"), 3), t8 = judged(file("T8"), 3);
  EXPECT_EQ(t7.end, "completed");
  EXPECT_EQ(t7.refused, "(4) at 8");
  EXPECT_EQ(t8.end, "completed");
  EXPECT_EQ(t8.refused, "(4) at 4");
}

TEST(SimtText, ThePrintedConditionLetsALaneGoAstray) { // C1
  const Judged x1 = judged(file("X1"), 2, {.consistency = false});
  EXPECT_EQ(x1.refused, "");
  EXPECT_EQ(x1.end, "violation S2: lane 1 waits to go on at 4, its sync token leads to 5");
}

TEST(SimtText, ThePrintedConditionWantsATokenForACallThatNobodyMakes) { // C2
  const Judged nobody = judged(R"(simt C2 {
    0: skip;
    1: @eq(local_id(0, i32), 7:i32) preRet 3;
    2: @eq(local_id(0, i32), 7:i32) call 20;
    3: exit;
   20: ret;
})",
                               2);
  EXPECT_EQ(nobody.end, "completed");
  EXPECT_EQ(nobody.refused, "(6) at 2");
}

TEST(SimtText, ThePrintedConditionHoldsOfTheFigures) {
  for (const char *name : {"T1", "T2", "T3", "T4", "T5", "T6", "T9", "T10", "R1", "R2", "R2b"}) {
    const std::string text = file(name);
    const auto at = text.find("// threads: ");
    const Judged j = judged(text, static_cast<unsigned>(std::stoul(text.substr(at + 12))));
    EXPECT_EQ(j.end, "completed") << name;
    EXPECT_EQ(j.refused, "") << name;
  }
}

// C5: "a stack that is not empty gets smaller" holds of a loop whose stack is empty, which never ends all the same.
TEST(SimtText, LivenessAsPrintedSaysNothingOfAnEmptyStack) {
  const Program p = program_of(file("G5"));
  const SimtCode code = simt_code_of(p);
  SimtMachine m(code, launch(2), {}, {.warp_size = 2});
  Rows rows(p, 2, false);
  m.attach(rows);
  ZeroChoices zeros;
  EXPECT_EQ(m.run(Pick::InOrder, zeros).end, End::Cycle);
  ASSERT_FALSE(rows.rows.empty());
  for (const std::string &row : rows.rows)
    EXPECT_EQ(row, "  1: 11 | -");
}

// G1b, mirrored: lane 1 gets the lock, and lane 0 spins.
TEST(SimtText, TheSpinLockWithTheOtherWinner) {
  const Program p = program_of(file("G1b"));
  const SimtCode code = simt_code_of(p);
  SimtMachine m(code, launch(2), {}, {.warp_size = 2, .max_steps = 100});
  Rows rows(p, 2, true);
  m.attach(rows);
  GivenChoices lane_1_first({1});
  EXPECT_EQ(m.run(Pick::Random, lane_1_first).end, End::StepLimit); // states that return are not looked for at random
  ASSERT_GT(rows.rows.size(), 20u);
  EXPECT_EQ(rows.rows[3], " 13: 10 0b | (break,11,18)");
  const char *const round[] = {" 14", " 11", " 12", " 13"};
  for (std::size_t i = 4; i < rows.rows.size(); ++i)
    EXPECT_EQ(rows.rows[i], std::string(round[i % 4]) + ": 10 0b | (break,11,18)");
  EXPECT_EQ(m.memory().contents(0), std::vector<std::uint64_t>{0});
}

} // namespace
} // namespace lockstep::semantics::simt::test::test_simt_text
