// Uniformity: data, control and temporal divergence, joins in lock step.
#include "cfg/analysis/sharing/uniformity.h"
#include "cfg/ir/text/parse.h"

#include <gtest/gtest.h>

#include <set>

namespace lockstep::cfg::test_uniformity {
namespace {

using Set = std::set<std::string>;

struct Result {
  Set vars;   // uniform variables
  Set blocks; // uniform blocks
  Set branches;
};

Kernel read_kernel(const std::string &text) {
  support::Diagnostics diags;
  auto k = parse(text, "test.kir", diags);
  for (const auto &d : diags.all())
    ADD_FAILURE() << support::format(d);
  return k ? *k : Kernel{};
}

Result analyse(const Kernel &k, const UniformityOptions &options = {}) {
  support::Diagnostics diags;
  auto forest = loops(k, diags);
  EXPECT_TRUE(forest);
  Result r;
  if (!forest)
    return r;
  Uniformity u = uniformity(k, *forest, options);
  for (VarId v = 0; v < k.vars.size(); ++v)
    if (u.var_uniform[v])
      r.vars.insert(k.vars[v].name);
  for (BlockId b = 0; b < k.blocks.size(); ++b) {
    if (u.block_uniform[b])
      r.blocks.insert(k.blocks[b].name);
    if (u.branch_uniform[b])
      r.branches.insert(k.blocks[b].name);
  }
  return r;
}
Result analyse(const std::string &text, const UniformityOptions &options = {}) {
  return analyse(read_kernel(text), options);
}

TEST(Uniformity, DataDependence) {
  Result r = analyse(R"(kernel k { param n : i32; var a : i32; var b : i32; var c : i32; var d : i32; var e : i32;
    block s: a := add(n, 1:i32); b := add(local_id(0, i32), a); c := group_id(0, i32); havoc d; e := mul(b, 0:i32);
      return; })");
  EXPECT_EQ(r.vars, (Set{"n", "a", "c"}));
  EXPECT_EQ(r.blocks, Set{"s"});
}

TEST(Uniformity, GridLevelAndKnownSizes) {
  std::string text = R"(kernel k { var a : i32; var b : i32; var c : i32;
    block s: a := local_id(1, i32); b := group_id(0, i32); c := num_groups(0, i32); return; })";
  EXPECT_EQ(analyse(text).vars, (Set{"b", "c"}));
  UniformityOptions grid;
  grid.level = UniformityLevel::Grid;
  EXPECT_EQ(analyse(text, grid).vars, Set{"c"});
  grid.launch = Launch{};
  EXPECT_EQ(analyse(text, grid).vars, (Set{"a", "b", "c"})) << "one thread and one group";
  grid.launch->num_groups[0] = std::nullopt;
  grid.launch->local_size[0] = 64;
  EXPECT_EQ(analyse(text, grid).vars, (Set{"a", "c"}));
}

TEST(Uniformity, Memory) {
  std::string text = R"(kernel k { param n : i32; var r : i32; var w : i32; var t : i32; var p : i32; var g : i32;
      var x : i32; var c : i32;
    array R : i32[] global param; array W : i32[] global param; array P : i32[] private; array G : i32[] group;
    array C : i32[2] private initial { 1, 2 };
    block s: r := R[n]; t := R[local_id(0, i32)]; w := W[n]; p := P[n]; g := G[n]; c := C[n];
      x := atomic add W[n](1:i32); W[n] := 1:i32; return; })";
  EXPECT_EQ(analyse(text).vars, (Set{"n", "r", "c"})) << "nobody has written G";
  UniformityOptions o;
  o.assume_race_free = true;
  EXPECT_EQ(analyse(text, o).vars, (Set{"n", "r", "w", "c"}));
  o.level = UniformityLevel::Grid;
  EXPECT_EQ(analyse(text, o).vars, (Set{"n", "r", "c"}));
}

TEST(Uniformity, ReadBeforeAssigned) {
  Result r = analyse(R"(kernel k { param n : i32; var a : i32; var b : i32; var c : i32;
    block s: b := a; a := 1:i32; br slt(n, 0:i32), y, z; block y: c := 1:i32; goto z; block z: b := c; return; })");
  EXPECT_EQ(r.vars, Set{"n"}) << "a and c may be read before they are assigned";
}

TEST(Uniformity, ControlDependenceEndsAtTheJoin) {
  Result r = analyse(R"(kernel k { param n : i32; var a : i32; var b : i32; var c : i32;
    block s: a := 0:i32; b := 0:i32; br slt(local_id(0, i32), n), yes, no;
    block yes: a := 1:i32; goto join;
    block no: goto join;
    block join: b := 1:i32; barrier group fence(group); br slt(n, 0:i32), p, q;
    block p: c := 1:i32; goto q; block q: return; })");
  EXPECT_EQ(r.vars, (Set{"n", "b", "c"}));
  EXPECT_EQ(r.blocks, (Set{"s", "join", "p", "q"}));
  EXPECT_EQ(r.branches, (Set{"yes", "no", "join", "p", "q"}));
}

TEST(Uniformity, EarlyReturnDivergesTheRest) {
  Kernel k = read_kernel(R"(kernel k { param n : i32; var a : i32;
    block s: barrier group fence(group); br slt(n, local_id(0, i32)), out, rest;
    block out: return;
    block rest: a := n; barrier group fence(group); return; })");
  Result r = analyse(k);
  EXPECT_EQ(r.blocks, Set{"s"});
  EXPECT_EQ(r.vars, Set{"n"});
  support::Diagnostics diags;
  Uniformity u = uniformity(k, *loops(k, diags));
  EXPECT_EQ(non_uniform_barriers(k, u), (std::vector<Point>{{2, 1}}));
}

TEST(Uniformity, UniformLoopStaysUniform) {
  Result r = analyse(R"(kernel k { param n : i32; var i : i32; var x : i32;
    block s: i := 0:i32; goto h;
    block h: br slt(i, n), b, e;
    block b: br slt(local_id(0, i32), i), y, l;
    block y: x := i; goto l;
    block l: i := add(i, 1:i32); goto h;
    block e: return; })");
  EXPECT_EQ(r.vars, (Set{"n", "i"}));
  EXPECT_EQ(r.blocks, (Set{"s", "h", "b", "l", "e"}));
}

TEST(Uniformity, TemporalDivergence) {
  Result r = analyse(R"(kernel k { param n : i32; var i : i32; var j : i32;
    block s: i := local_id(0, i32); j := 0:i32; goto h;
    block h: br slt(i, n), b, e;
    block b: i := add(i, 64:i32); j := add(j, 1:i32); goto h;
    block e: return; })");
  EXPECT_EQ(r.vars, Set{"n"}) << "j counts iterations, which differ between threads";
  EXPECT_EQ(r.blocks, (Set{"s", "e"}));
}

TEST(Uniformity, UniformVariablesBecomeNonUniformLater) {
  // x is uniform at first sight; the branch on it diverges only because of the assignment behind the loop.
  Result r = analyse(R"(kernel k { param n : i32; var x : i32; var y : i32;
    block s: x := 0:i32; goto h;
    block h: br slt(x, n), b, e;
    block b: y := x; x := add(y, local_id(0, i32)); goto h;
    block e: return; })");
  EXPECT_EQ(r.vars, Set{"n"});
  EXPECT_EQ(r.blocks, (Set{"s", "e"}));
}

TEST(Uniformity, ContinueToASharedHeadIsNotAJoin) {
  // All paths from b pass m before they leave the loop, but a thread that continues passes it iterations later.
  Result r = analyse(R"(kernel k { param n : i32; var x : i32;
    block s: goto h;
    block h: goto b;
    block b: br slt(local_id(0, i32), n), m, h;
    block m: x := 0:i32; br slt(n, 3:i32), h, e;
    block e: return; })");
  EXPECT_EQ(r.blocks, (Set{"s", "e"}));
  EXPECT_EQ(r.vars, Set{"n"});
}

TEST(Uniformity, ContinueThatAllTakeKeepsTheLoopUniform) {
  Result r = analyse(R"(kernel k { param n : i32; var i : i32; var x : i32;
    block s: i := 0:i32; goto h;
    block h: i := add(i, 1:i32); br slt(i, n), b, e;
    block b: br slt(local_id(0, i32), n), m, h;
    block m: x := 0:i32; goto h;
    block e: return; })");
  EXPECT_EQ(r.blocks, (Set{"s", "h", "b", "e"})) << "both arms end in the next iteration";
  EXPECT_EQ(r.vars, (Set{"n", "i"}));
}

TEST(Uniformity, DivergentBreakPartsThreadsBehindTheLoop) {
  Result r = analyse(R"(kernel k { param n : i32; var i : i32; var x : i32;
    block s: i := 0:i32; goto h;
    block h: br slt(i, n), b, done;
    block b: br slt(local_id(0, i32), n), found, l;
    block l: i := add(i, 1:i32); goto h;
    block found: x := 1:i32; goto join;
    block done: x := 0:i32; goto join;
    block join: return; })");
  EXPECT_EQ(r.blocks, (Set{"s", "join"}));
  EXPECT_EQ(r.vars, Set{"n"});
}

TEST(Uniformity, DivergentInnerLoopInAUniformOne) {
  Result r = analyse(R"(kernel k { param n : i32; var i : i32; var j : i32; var x : i32;
    block s: i := 0:i32; goto h;
    block h: br slt(i, n), pre, e;
    block pre: j := local_id(0, i32); goto g;
    block g: br slt(j, n), gb, l;
    block gb: j := add(j, 1:i32); goto g;
    block l: x := i; barrier group fence(group); i := add(i, 1:i32); goto h;
    block e: return; })");
  EXPECT_EQ(r.blocks, (Set{"s", "h", "pre", "l", "e"}));
  EXPECT_EQ(r.vars, (Set{"n", "i", "x"}));
}

TEST(Uniformity, InnerLoopLeavingTwoLoopsAtOnce) {
  Result r = analyse(R"(kernel k { param n : i32; var i : i32;
    block s: i := 0:i32; goto h;
    block h: br slt(i, n), g, e;
    block g: br slt(local_id(0, i32), i), e, gb;
    block gb: br slt(i, 7:i32), g, l;
    block l: i := add(i, 1:i32); goto h;
    block e: return; })");
  EXPECT_EQ(r.blocks, (Set{"s", "e"})) << "threads leave the outer loop from the inner one at different times";
  EXPECT_EQ(r.vars, Set{"n"});
}

TEST(Uniformity, BranchBehindALoopIsNotInIt) {
  Result r = analyse(R"(kernel k { param n : i32; var i : i32;
    block s: i := 0:i32; goto h;
    block h: br slt(i, n), l, x;
    block x: br slt(local_id(0, i32), n), a, b;
    block l: i := add(i, 1:i32); goto h;
    block a: goto j; block b: goto j; block j: return; })");
  EXPECT_EQ(r.blocks, (Set{"s", "h", "l", "x", "j"}));
  EXPECT_TRUE(r.vars.count("i"));
}

TEST(Uniformity, NonDeterministicChoice) {
  std::string text = R"(kernel k { param n : i32;
    block s: goto a, b;
    block a: assume.branch slt(COND, n); goto j;
    block b: assume.branch not(slt(COND, n)); goto j;
    block j: return; })";
  auto with = [&](std::string condition) {
    std::string t = text;
    for (std::size_t at; (at = t.find("COND")) != std::string::npos;)
      t.replace(at, 4, condition);
    return analyse(t).blocks;
  };
  EXPECT_EQ(with("0:i32"), (Set{"s", "a", "b", "j"})) << "a branch in the paper's form";
  EXPECT_EQ(with("local_id(0, i32)"), (Set{"s", "j"}));
  EXPECT_EQ(analyse("kernel k { block s: goto a, b; block a: goto j; block b: goto j; block j: return; }").blocks,
            (Set{"s", "j"}));
}

TEST(Uniformity, EndlessLoopAndUnreachableBlock) {
  Result r = analyse(R"(kernel k { param n : i32; var x : i32;
    block s: br slt(local_id(0, i32), n), w, e;
    block w: x := n; goto w;
    block e: return;
    block dead: x := n; goto e; })");
  EXPECT_EQ(r.blocks, Set{"s"}) << "threads that never leave w never reach e";
  EXPECT_EQ(r.vars, Set{"n"});
}

TEST(Uniformity, Expressions) {
  Kernel k = read_kernel("kernel k { param n : i32; var t : i32; block s: t := local_id(0, i32); return; }");
  support::Diagnostics diags;
  Uniformity u = uniformity(k, *loops(k, diags));
  EXPECT_TRUE(is_uniform(*parse_expr("add(n, group_id(0, i32))", k, diags), k, u));
  EXPECT_FALSE(is_uniform(*parse_expr("add(n, t)", k, diags), k, u));
}

} // namespace
} // namespace lockstep::cfg::test_uniformity
