// The .kir files of tests/roundtrip: each is well formed and stands in canonical form (but for comments), so the
// printer's output is compared with what a person wrote. Every file goes through the normal form, both ways.
#include "cfg/passes/normalise.h"

#include "cfg/analysis/graph/sort_order.h"
#include "tests/unit/cfg/kir_test.h"

#include <filesystem>
#include <fstream>
#include <set>

namespace lockstep::cfg::test_kir_files {
namespace {

namespace fs = std::filesystem;

std::string read_file(const fs::path &p) {
  std::ifstream in(p);
  std::stringstream out;
  out << in.rdbuf();
  return out.str();
}

// Without comment lines and blank lines.
std::string essence(const std::string &text) {
  std::istringstream in(text);
  std::string out;
  for (std::string line; std::getline(in, line);)
    if (!line.empty() && line.rfind("//", 0) != 0)
      out += line + "\n";
  return out;
}

fs::path folder() { return fs::path(LOCKSTEP_SOURCE_DIR) / "tests/roundtrip"; }

std::vector<Kernel> kernels_of(const fs::path &p) {
  support::Diagnostics diags;
  auto ks = parse_kernels(read_file(p), p.filename(), diags);
  for (const Kernel &k : ks ? *ks : std::vector<Kernel>())
    check(k, diags);
  EXPECT_EQ(all_messages(diags), "");
  return ks ? *ks : std::vector<Kernel>();
}

class KirFiles : public testing::TestWithParam<std::string> {};

TEST_P(KirFiles, PrintAsTheyAreWritten) {
  fs::path p = folder() / GetParam();
  std::string with, without;
  for (const Kernel &k : kernels_of(p)) {
    without += print(k);
    with += print(k, {.origins = true});
  }
  if (GetParam() != "origins.kir") {
    EXPECT_EQ(essence(without), essence(read_file(p)));
  } else {
    EXPECT_EQ(essence(with), essence(read_file(p)));
  }
  support::Diagnostics diags;
  auto again = parse_kernels(with, "again.kir", diags);
  ASSERT_TRUE(again) << all_messages(diags);
  std::string twice;
  for (const Kernel &k : *again)
    twice += print(k, {.origins = true});
  EXPECT_EQ(twice, with);
}

TEST_P(KirFiles, HaveANormalForm) {
  for (const Kernel &k : kernels_of(folder() / GetParam()))
    for (bool desugar : {false, true}) {
      support::Diagnostics diags;
      NormaliseOptions options{desugar, true};
      auto n = normalise(k, options, diags);
      ASSERT_TRUE(n) << all_messages(diags);
      EXPECT_TRUE(check(*n, diags)) << all_messages(diags);
      auto forest = loops(*n, diags);
      ASSERT_TRUE(forest);
      EXPECT_EQ(normal_form_error(*n, *forest), "");
      auto again = normalise(*n, options, diags);
      ASSERT_TRUE(again);
      EXPECT_EQ(print(*again), print(*n)) << "the normal form of a normal form is itself";
    }
}

std::vector<std::string> files() {
  std::vector<std::string> out;
  for (const auto &entry : fs::directory_iterator(folder()))
    if (entry.path().extension() == ".kir")
      out.push_back(entry.path().filename());
  std::sort(out.begin(), out.end());
  return out;
}
INSTANTIATE_TEST_SUITE_P(All, KirFiles, testing::ValuesIn(files()),
                         [](const auto &info) { return fs::path(info.param).stem().string(); });

// --- what is special about some of them -----------------------------------------------------------------------
Kernel file(const std::string &name) {
  auto ks = kernels_of(folder() / name);
  return ks.empty() ? Kernel{} : ks[0];
}
Kernel normal(const Kernel &k, bool desugar) {
  support::Diagnostics diags;
  auto n = normalise(k, {desugar, false}, diags);
  EXPECT_TRUE(n) << all_messages(diags);
  return n ? *n : k;
}
std::string order(const Kernel &k) {
  std::vector<BlockId> all(k.blocks.size());
  for (BlockId b = 0; b < all.size(); ++b)
    all[b] = b;
  return block_names(k, all);
}

TEST(KirExamples, EveryOperationStandsInTheExpressionsFile) {
  std::set<Op> used;
  for (const Block &b : file("expressions.kir").blocks)
    for (const Stmt &s : b.stmts)
      for (const Expr &e : used_exprs(s))
        for_each_node(e, [&](const ExprNode &n) { used.insert(n.op); });
#define OP(Name, text, typing) EXPECT_TRUE(used.count(Op::Name)) << text;
#include "cfg/ir/ops.def"
}

TEST(KirExamples, NestedLoopsSplitOneOfTwoHeads) {
  Kernel k = normal(file("nested_loops.kir"), false);
  EXPECT_EQ(order(k), "start outer inner_start inner body body.to.inner done");
  support::Diagnostics diags;
  auto f = loops(k, diags);
  ASSERT_TRUE(f);
  ASSERT_EQ(f->loops.size(), 2u);
  EXPECT_EQ(block_names(k, f->loops[0].latches), "inner body");
  EXPECT_EQ(block_names(k, f->loops[1].latches), "body.to.inner");
}

TEST(KirExamples, LoopExitsStandBehindTheLoopAndJoin) {
  EXPECT_EQ(order(normal(file("loop_exits.kir"), false)), "start head body more next found leave after exit");
}

TEST(KirExamples, SwitchCasesThatFallThroughKeepTheirConditions) {
  Kernel k = normal(file("switch_fallthrough.kir"), true);
  auto first = [&](const char *block) { return print(k.blocks[block_id(k, block)].stmts.at(0), k); };
  EXPECT_EQ(first("one"), "assume.branch eq(x, 1:i32)");
  EXPECT_EQ(first("start.to.two"), "assume.branch eq(x, 2:i32)");
  EXPECT_EQ(first("two"), "y := add(y, 1:i32)");
  EXPECT_EQ(first("three"), "assume.branch lor(eq(x, 3:i32), eq(x, -4:i32))");
  EXPECT_EQ(first("start.to.other"),
            "assume.branch land(land(land(ne(x, 1:i32), ne(x, 2:i32)), ne(x, 3:i32)), ne(x, -4:i32))");
}

TEST(KirExamples, SharedTailsAreNotDuplicated) {
  Kernel k = normal(file("shared_tail.kir"), false);
  EXPECT_EQ(order(k), "start first second fail_late cleanup fail_early finish");
}

TEST(KirExamples, UnreachableIrreducibleCyclesGo) {
  EXPECT_EQ(order(normal(file("endless.kir"), false)), "start forever start.to.once once done");
}

} // namespace
} // namespace lockstep::cfg::test_kir_files
