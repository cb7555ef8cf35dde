// What the parsers and checkers of predicated and lock-step programs refuse, and the loops of a lock-step program.
#include "pipeline.h"

#include "predication/instrument.h"

namespace lockstep::predication::test::test_check {
namespace {

const char *good = R"(lockstep k scheme flags instrumented pointer_bits 64 {
  param n : i32;
  var x : i32;
  var u : i32;
  var f : bool;
  array a : i32[] global param;
  uniform n, u;
  flag f;
  memory a adversarial watched values;
  site 0 : write a from 0, 0;

block S:
  u := n;
  <f> := <slt(local_id(0, i32), n)>;
  goto H;

head H:
  <x> := <f ? add(x, u) : x>;
  a[<x>] := psi <f : x, x>;
  log write a[<x>] for 2 if <f> value <x, x> site 0;
  check races a;
  sync some <f> ==> all <f> group fence(group, global);
  end interval group a if <f>;
  goto B, E;

back B:
  assume some <f>;
  goto H;

exit E:
  assume none <f>;
  br slt(u, n), T, T2;

block T:
  return;

block T2:
  goto T;
}
)";

std::string replaced(std::string text, const std::string &from, const std::string &to) {
  auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

// Everything said about the text by parser and checker; empty if it is well formed.
std::string said(const std::string &text) {
  support::Diagnostics diags;
  if (auto p = parse_lockstep(text, "x.lks", diags)) {
    bool ok = check(*p, diags);
    EXPECT_EQ(ok, diags.all().empty());
  }
  return messages(diags);
}

TEST(Check, a_good_program_passes) { EXPECT_EQ(said(good), ""); }

struct Refused {
  const char *from, *to, *message;
};
class Refusals : public testing::TestWithParam<Refused> {};

TEST_P(Refusals, say_what_is_wrong) {
  const Refused &r = GetParam();
  const std::string out = said(replaced(good, r.from, r.to));
  EXPECT_NE(out.find(r.message), std::string::npos) << "said: " << out;
  EXPECT_NE(out.find("x.lks:"), std::string::npos) << "no place: " << out;
}

INSTANTIATE_TEST_SUITE_P(
    programs, Refusals,
    testing::Values(
        Refused{"u := n;", "u := x;", "uniform variable 'u' is assigned uniform values only"},
        Refused{"u := n;", "havoc u;", "uniform variable 'u' is assigned uniform values only"},
        Refused{"u := n;", "u := f ? n : u;", "uniform variable 'u' is assigned uniform values only"},
        Refused{"u := n;", "<u> := <n>;", "a uniform variable stands without < >"},
        Refused{"<x> := <f ?", "x := <f ?", "a variable of each thread stands in < >"},
        Refused{"<x> := <f ? add(x, u) : x>", "<x> := <f ? add(x, u) : n>", "keeps what stands on the left"},
        Refused{"br slt(u, n), T, T2", "br slt(x, n), T, T2", "a kept branch is uniform"},
        Refused{"goto B, E", "goto E, B", "the only choice is that between a loop's back and exit block"},
        Refused{"goto B, E", "goto B", "back and exit blocks are entered as a pair"},
        Refused{"assume none <f>;", "skip;", "start with an assumption about a loop's head"},
        Refused{"back B:\n  assume some <f>;\n  goto H;", "back B:\n  assume some <f>;\n  goto T;", "goes to the head"},
        Refused{"check races a;", "assume some <f>;", "start with an assumption about a loop's head"},
        Refused{"all <f> group", "all <true> group", "a sync compares one guard with itself"},
        Refused{"flag f;", "", "a guard is a flag"},
        Refused{"uniform n, u;", "uniform u;", "parameter 'n' is a uniform variable"},
        Refused{" site 0;\n  check", " site 1;\n  check", "the site of a log exists"},
        Refused{"log write", "log read", "a log and its site tell the same access"},
        Refused{"for 2 if", "for 3 if", "the logged values cover the access"},
        Refused{"memory a adversarial watched values;", "memory a adversarial;", "only watched arrays are logged"},
        Refused{"instrumented ", "", "instrumentation stands in instrumented programs"},
        Refused{"scheme flags", "scheme block-id", "belongs to scheme flags"},
        Refused{"psi <f : x, x>", "psi <f : x, f>", "moves values of 32 bits"}, // from cfg::check
        Refused{"goto T;", "goto Nowhere;", "block 'Nowhere' is not declared"}));

TEST(Check, loops_are_found_in_the_text) {
  support::Diagnostics diags;
  auto p = parse_lockstep(good, "x.lks", diags);
  ASSERT_TRUE(p);
  auto found = loops(*p);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].head, 1u);
  EXPECT_EQ(found[0].blocks, (std::vector<BlockId>{1, 2}));
  EXPECT_EQ(found[0].latches, (std::vector<BlockId>{2}));
  EXPECT_TRUE(found[0].predicated);
  EXPECT_EQ(p->vars[found[0].guard.var].decl.name, "f");
}

TEST(Predicate, refuses_what_is_not_in_normal_form) {
  support::Diagnostics diags;
  auto k = cfg::parse("kernel k { block A: br true, B, C; block B: return; block C: return; }", "x.kir", diags);
  ASSERT_TRUE(k) << messages(diags);
  auto forest = cfg::loops(*k, diags);
  ASSERT_TRUE(forest);
  auto uniform = cfg::uniformity(*k, *forest);
  EXPECT_FALSE(predicate(*k, *forest, uniform, {}, diags));
  EXPECT_NE(messages(diags).find("normal form"), std::string::npos) << messages(diags);
}

TEST(Predicate, block_id_refuses_branches) {
  support::Diagnostics diags;
  auto k = cfg::parse("kernel k { block A: br true, B, C; block B: goto C; block C: return; }", "x.kir", diags);
  ASSERT_TRUE(k) << messages(diags);
  auto forest = cfg::loops(*k, diags);
  ASSERT_TRUE(forest);
  auto uniform = cfg::uniformity(*k, *forest);
  EXPECT_FALSE(predicate(*k, *forest, uniform, {Scheme::BlockId}, diags));
  EXPECT_NE(messages(diags).find("desugared"), std::string::npos) << messages(diags);
}

TEST(Predicate, only_uniform_branches_stay) {
  auto branches = [](const char *condition) {
    const std::string text = std::string("kernel k { param n : i32; array a : i32[] global param;\n") +
                             "block A: br slt(" + condition +
                             ", 4:i32), B, C; block B: a[0:i64] := 1:i32; goto C; block C: return; }";
    unsigned n = 0;
    for (const auto &block : build(text, Scheme::Flags).lockstep.blocks)
      n += std::holds_alternative<Branch>(block.end.node);
    return n;
  };
  EXPECT_EQ(branches("n"), 1u);
  EXPECT_EQ(branches("local_id(0, i32)"), 0u);
}

TEST(Instrument, loops_are_checked_at_their_end) {
  const char *text = R"(kernel k {
  var i : i32; array a : i32[] global;
  block S: i := 0:i32; goto H;
  block H: br slt(i, 9:i32), B, E;
  block B: a[local_id(0, i32)] := i; i := add(i, 1:i32); goto H;
  block E: return; })";
  Built b = build(text, Scheme::Flags);
  unsigned n = 0;
  for (const auto &block : instrument(b.lockstep, {}).blocks)
    for (const auto &s : block.stmts)
      n += std::holds_alternative<CheckRaces>(s.node);
  EXPECT_EQ(n, 2U); // there, and at the end of the kernel
}

} // namespace
} // namespace lockstep::predication::test::test_check
