// Natural loops: by hand, refusal of irreducible graphs, and against the definition on random graphs.
#include "cfg/analysis/graph/loops.h"

#include "cfg/analysis/graph/dominators.h"
#include "tests/unit/cfg/kir_test.h"
#include "tests/unit/cfg/random_graph.h"

#include <map>

namespace lockstep::cfg::test_loops {
namespace {

LoopForest forest_of(const Kernel &k) {
  support::Diagnostics diags;
  auto f = loops(k, diags);
  EXPECT_TRUE(f) << all_messages(diags);
  return f ? *f : LoopForest{};
}
std::string refusal(const Kernel &k) {
  support::Diagnostics diags;
  EXPECT_FALSE(loops(k, diags));
  EXPECT_TRUE(diags.has(support::Severity::Unsupported));
  EXPECT_FALSE(diags.has(support::Severity::Error));
  return all_messages(diags);
}

TEST(Loops, NoneInAcyclicKernels) {
  LoopForest f = forest_of(graph_kernel("s:a,b a:c b:c c:"));
  EXPECT_TRUE(f.loops.empty());
  EXPECT_EQ(f.loop_of, std::vector<int>(4, -1));
}

TEST(Loops, NestedWithSeveralLatchesAndExits) {
  // outer o {o, i, j, k2, c}, inner i {i, j}; `c` continues, `j` breaks out of both
  Kernel k = graph_kernel("s:o o:i,x i:j,t j:i,y t:c,o c:o x: y:x dead:o");
  LoopForest f = forest_of(k);
  ASSERT_EQ(f.loops.size(), 2u);
  const Loop &outer = f.loops[0], &inner = f.loops[1];
  EXPECT_EQ(block_names(k, outer.blocks), "o i j t c");
  EXPECT_EQ(block_names(k, outer.latches), "t c");
  EXPECT_EQ(outer.depth, 1u);
  EXPECT_EQ(outer.parent, -1);
  ASSERT_EQ(outer.exits.size(), 2u);
  EXPECT_EQ(outer.exits[0], std::pair(block_id(k, "o"), block_id(k, "x")));
  EXPECT_EQ(outer.exits[1], std::pair(block_id(k, "j"), block_id(k, "y")));
  EXPECT_EQ(block_names(k, inner.blocks), "i j");
  EXPECT_EQ(inner.parent, 0);
  EXPECT_EQ(inner.depth, 2u);
  ASSERT_EQ(inner.exits.size(), 2u);
  EXPECT_EQ(inner.exits[0], std::pair(block_id(k, "i"), block_id(k, "t")));
  EXPECT_EQ(f.headed_by(block_id(k, "i")), 1);
  EXPECT_EQ(f.headed_by(block_id(k, "j")), -1);
  EXPECT_TRUE(f.contains(0, block_id(k, "j")));
  EXPECT_FALSE(f.contains(1, block_id(k, "t")));
  EXPECT_FALSE(f.contains(0, block_id(k, "y")));
  EXPECT_FALSE(f.contains(0, block_id(k, "dead")));
  EXPECT_TRUE(f.is_back_edge(block_id(k, "t"), block_id(k, "o")));
  EXPECT_FALSE(f.is_back_edge(block_id(k, "s"), block_id(k, "o")));
  EXPECT_EQ(f.depth(block_id(k, "j")), 2u);
  EXPECT_EQ(f.depth(block_id(k, "y")), 0u);
}

TEST(Loops, SelfLoopsAndEntryHeads) {
  Kernel k = graph_kernel("s:s,a a:a,b b:");
  LoopForest f = forest_of(k);
  ASSERT_EQ(f.loops.size(), 2u);
  EXPECT_EQ(block_names(k, f.loops[0].blocks), "s");
  EXPECT_EQ(block_names(k, f.loops[1].blocks), "a");
}

TEST(Loops, IrreducibleGraphsAreRefusedByPlace) {
  Kernel k = kernel_of("kernel jump {\n"
                       "  var q : bool;\n"
                       "block s: br q, a, b;\n"
                       "block a @\"jump.cl\":7:3: goto b;\n"
                       "block b @\"jump.cl\":9:3: br q, a, x;\n"
                       "block x: return;\n}\n");
  EXPECT_EQ(refusal(k),
            "jump.cl:9:3: unsupported: kernel 'jump': irreducible control flow: the cycle through blocks 'b' "
            "and 'a' (jump.cl:7:3) can be entered in more than one place; jump into loops at their head only\n");
}

TEST(Loops, IrreducibleInsideALoop) {
  EXPECT_NE(refusal(graph_kernel("s:h h:a,b,x a:b b:a,h x:")).find("irreducible"), std::string::npos);
}

TEST(Loops, UnreachableIrreducibleCyclesDoNotMatter) {
  LoopForest f = forest_of(graph_kernel("s: d:a,b a:b b:a"));
  EXPECT_TRUE(f.loops.empty());
}

// Reducible if and only if the edges whose target does not dominate their source form no cycle.
bool reducible_by_definition(const Graph &g, const DominatorTree &dom) {
  for (Node n = 0; n < g.size(); ++n)
    for (Node s : g[n]) {
      auto back = [&](Node a, Node b) { return dom.dominates(b, a); };
      if (dom.contains(n) && !back(n, s) && reach(g, s, no_node, back)[n])
        return false;
    }
  return true;
}

void expect_loops(const Kernel &k, const LoopForest &f) {
  Graph g = graph_of(k);
  DominatorTree dom = dominators(k);
  std::map<BlockId, std::vector<bool>> bodies; // by definition
  for (Node n = 0; n < g.size(); ++n)
    for (Node h : g[n])
      if (dom.dominates(h, n)) {
        auto &body = bodies.emplace(h, std::vector<bool>(g.size())).first->second;
        body[h] = true;
        for (Node m = 0; m < g.size(); ++m) // m reaches the latch n without passing h
          body[m] = body[m] || (dom.contains(m) && m != h && reach(g, m, h)[n]);
      }
  ASSERT_EQ(f.loops.size(), bodies.size()) << print(k);
  for (std::size_t i = 0; i < f.loops.size(); ++i) {
    const Loop &l = f.loops[i];
    const std::vector<bool> &body = bodies.at(l.head);
    EXPECT_LT(l.parent, static_cast<int>(i));
    EXPECT_EQ(l.blocks.front(), l.head);
    EXPECT_EQ(l.blocks.size(), static_cast<std::size_t>(std::count(body.begin(), body.end(), true)));
    std::size_t exits = 0;
    for (Node b = 0; b < g.size(); ++b) {
      EXPECT_EQ(f.contains(static_cast<int>(i), b), body[b]) << print(k) << "loop of " << l.head << ", block " << b;
      for (Node s : g[b])
        exits += body[b] && !body[s];
    }
    EXPECT_EQ(l.exits.size(), exits);
    EXPECT_EQ(l.parent >= 0, l.depth > 1);
    if (l.parent >= 0) {
      EXPECT_TRUE(f.contains(l.parent, l.head));
    }
  }
}

TEST(Loops, MatchTheirDefinitionOnRandomGraphs) {
  std::mt19937 rng(3);
  int refused = 0, with_loops = 0;
  for (int round = 0; round < 3000; ++round) {
    Kernel k = round % 2 ? random_kernel(rng, 1 + below(rng, 12)) : random_reducible_kernel(rng, 1 + below(rng, 14));
    support::Diagnostics diags;
    auto f = loops(k, diags);
    ASSERT_EQ(static_cast<bool>(f), reducible_by_definition(graph_of(k), dominators(k))) << print(k);
    if (!f) {
      EXPECT_EQ(round % 2, 1) << print(k);
      ++refused;
      continue;
    }
    with_loops += !f->loops.empty();
    expect_loops(k, *f);
  }
  EXPECT_GT(refused, 100);
  EXPECT_GT(with_loops, 300);
}

// The names of the variables that keep the head's value up to the statement.
std::string moved(const std::string &blocks, const std::string &block, std::size_t stmt) {
  const Kernel k =
      kernel_of("kernel k {\n  param n : i32;\n  var a : i32;\n  var b : i32;\n  var c : i32;\n" + blocks + "}\n");
  const LoopForest f = forest_of(k);
  std::string out;
  for (const auto &[v, by] : moved_since_head(k, f.loops.at(0), block_id(k, block), stmt))
    out += k.vars[v].name + (by == 0 ? "" : std::to_string(by));
  return out;
}

TEST(Loops, WhatIsUnchangedSinceTheHead) {
  const std::string simple = "block s: goto h; block h: a := n; br slt(a, n), x, e; "
                             "block x: b := n; c := n; goto h; block e: return;\n";
  EXPECT_EQ(moved(simple, "h", 0), "abc");
  EXPECT_EQ(moved(simple, "h", 1), "bc");
  EXPECT_EQ(moved(simple, "x", 0), "bc");
  EXPECT_EQ(moved(simple, "x", 1), "c") << "what the loop does not assign is not spoken of";

  const std::string branching =
      "block s: goto h; block h: br slt(a, n), x, y; block x: b := n; goto m; block y: c := n; "
      "goto z; block m: br slt(b, n), h, e; block z: goto h; block e: return;\n";
  EXPECT_EQ(moved(branching, "m", 0), "c") << "c is assigned on another way";

  const std::string nested = "block s: goto h; block h: br slt(a, n), i, e; block i: br slt(b, n), x, y; "
                             "block x: c := n; goto i; block y: a := n; goto h; block e: return;\n";
  EXPECT_EQ(moved(nested, "i", 0), "a") << "the inner loop may have been gone round";
}

TEST(Loops, ByHowMuchVariablesHaveMovedSinceTheHead) {
  const std::string steps = "block s: goto h; block h: br slt(a, n), x, e; block x: a := add(a, 2:i32); "
                            "br slt(b, n), y, z; block y: b := add(b, 1:i32); c := add(c, 1:i32); goto m; "
                            "block z: b := add(b, -1:i32); c := add(c, 1:i32); goto m; "
                            "block m: a := add(a, 3:i32); goto h; block e: return;\n";
  EXPECT_EQ(moved(steps, "x", 0), "abc");
  EXPECT_EQ(moved(steps, "m", 0), "a2c1") << "b has moved either way";
  EXPECT_EQ(moved(steps, "m", 1), "a5c1");

  const std::string nested = "block s: goto h; block h: br slt(a, n), i, e; block i: br slt(b, n), x, y; "
                             "block x: b := add(b, 1:i32); goto i; block y: a := n; goto h; block e: return;\n";
  EXPECT_EQ(moved(nested, "y", 0), "a") << "the inner loop may have been gone round";
}

} // namespace
} // namespace lockstep::cfg::test_loops
