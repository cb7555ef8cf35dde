// Normal form: by hand, and that executions stay the same on random kernels.
#include "cfg/passes/normalise.h"

#include "cfg/analysis/values/thread_jumps.h"
#include "cfg/ir/evaluate.h"
#include "tests/unit/cfg/kir_test.h"
#include "tests/unit/cfg/random_graph.h"

#include <fstream>
#include <set>

namespace lockstep::cfg::test_normalise {
namespace {

Kernel normal(const Kernel &k, const NormaliseOptions &options = {}) {
  support::Diagnostics diags;
  auto n = normalise(k, options, diags);
  EXPECT_TRUE(n) << all_messages(diags);
  if (!n)
    return k;
  EXPECT_TRUE(check(*n, diags)) << all_messages(diags) << print(*n);
  auto f = loops(*n, diags);
  EXPECT_TRUE(f && normal_form_error(*n, *f).empty());
  return *n;
}
// The blocks with their successors, in order.
std::string shape(const Kernel &k) {
  std::string out;
  for (const Block &b : k.blocks)
    out += (out.empty() ? "" : " | ") + b.name + ": " + block_names(k, successors(b.end));
  return out;
}

TEST(Normalise, NormalKernelsStayAsTheyAre) {
  Kernel k = graph_kernel("s:h h:a,x a:h x:");
  EXPECT_EQ(print(normal(k)), print(k));
}

TEST(Normalise, UnreachableBlocksGo) { EXPECT_EQ(shape(normal(graph_kernel("s:x dead:x x:"))), "s: x | x: "); }

TEST(Normalise, ReturnsJoin) {
  EXPECT_EQ(shape(normal(graph_kernel("s:a,b a: b:"))), "s: a b | a: exit | b: exit | exit: ");
  EXPECT_EQ(shape(normal(graph_kernel("s:exit,b exit: b:"))), "s: exit b | exit: exit.1 | b: exit.1 | exit.1: ");
}

TEST(Normalise, EntryHasNoPredecessor) {
  EXPECT_EQ(shape(normal(graph_kernel("s:s,x x:"))), "entry: s | s: s x | x: ");
}

TEST(Normalise, OneLoopHeadAmongTheSuccessors) {
  // c goes on with the inner or the outer loop
  EXPECT_EQ(shape(normal(graph_kernel("s:o o:i i:c c:i,o,x x:"))),
            "s: o | o: i | i: c | c: i c.to.o x | c.to.o: o | x: ");
  // s chooses between two loops
  EXPECT_EQ(shape(normal(graph_kernel("s:a,b a:a,x b:b,x x:"))), "s: a s.to.b | a: a x | s.to.b: b | b: b x | x: ");
}

TEST(Normalise, EndlessKernelsGetAnExit) {
  Kernel k = normal(graph_kernel("s:s"));
  EXPECT_EQ(shape(k), "entry: s exit | s: s | exit: ");
  EXPECT_EQ(print(k.blocks[0].end, k), "br true, s, exit");
}

TEST(Normalise, BlocksStandInSortOrder) {
  EXPECT_EQ(shape(normal(graph_kernel("s:h x: l:h h:l,x"))), "s: h | h: l x | l: h | x: ");
}

TEST(Normalise, IrreducibleGraphsAreRefused) {
  support::Diagnostics diags;
  EXPECT_FALSE(normalise(graph_kernel("s:a,b a:b b:a,x x:"), {}, diags));
  EXPECT_TRUE(diags.has(support::Severity::Unsupported));
}

TEST(Normalise, FinalBarrier) {
  Kernel k = normal(graph_kernel("s:a,b a: b:"), {.final_barrier = true});
  EXPECT_EQ(print(k.blocks.back().stmts.at(0), k), "barrier group fence(group, global)");
  EXPECT_EQ(print(normal(k, {.final_barrier = true})), print(k)) << "no second barrier";
}

// Fig. 3 from the branches of Fig. 1a. With branches it reads: while (offset < TS) { if (tid >= offset) ... }
TEST(Normalise, DesugaringGivesFigure3) {
  std::ifstream in(std::string(LOCKSTEP_SOURCE_DIR) + "/tests/roundtrip/fig3_scan.kir");
  std::stringstream figure;
  figure << in.rdbuf();
  Kernel sugared = kernel_of(R"(kernel scan pointer_bits 32 {
    param TS : i32 "TS"; var offset : i32 "offset"; var temp : i32 "temp"; var t : i32;
    array sum : i32[] global param "sum";
  block Start: offset := 1:i32; br slt(offset, TS), W, Wend;
  block W: br sle(offset, local_id(0, i32)), I1, I1';
  block I1: temp := sum[sub.nsw(local_id(0, i32), offset)]; goto B1;
  block I1': goto B1;
  block B1: barrier group fence(global); br sle(offset, local_id(0, i32)), I2, I2';
  block I2: t := sum[local_id(0, i32)]; sum[local_id(0, i32)] := add.nsw(t, temp); goto B2;
  block I2': goto B2;
  block B2: barrier group fence(global); goto Wlast;
  block Wlast: offset := mul.nsw(2:i32, offset); br slt(offset, TS), W, Wend;
  block Wend: return;
  })");
  std::string expected = print(kernel_of(figure.str()));
  // The figure writes the negated conditions with the opposite comparison.
  auto replace_all = [&](const std::string &from, const std::string &to) {
    std::size_t n = 0;
    for (std::size_t at; (at = expected.find(from)) != std::string::npos; ++n)
      expected.replace(at, from.size(), to);
    return n;
  };
  EXPECT_EQ(
      replace_all("assume.branch slt(local_id(0, i32), offset)", "assume.branch not(sle(offset, local_id(0, i32)))"),
      2u);
  EXPECT_EQ(replace_all("assume.branch sle(TS, offset)", "assume.branch not(slt(offset, TS))"), 1u);
  EXPECT_EQ(print(normal(sugared, {.desugar_branches = true})), expected);
}

TEST(Normalise, DesugaringSplitsEdgesWhereConditionsDiffer) {
  Kernel k = kernel_of("kernel k {\n  var p : bool;\n  var q : bool;\n"
                       "block s: br p, a, j;\nblock a: br q, j, x;\nblock j: goto x;\nblock x: return;\n}\n");
  EXPECT_EQ(print(normal(k, {.desugar_branches = true})),
            "kernel k pointer_bits 64 {\n  var p : bool;\n  var q : bool;\n"
            "\nblock s:\n  goto a, s.to.j;\n"
            "\nblock a:\n  assume.branch p;\n  goto a.to.j, a.to.x;\n"
            "\nblock a.to.j:\n  assume.branch q;\n  goto j;\n"
            "\nblock a.to.x:\n  assume.branch not(q);\n  goto x;\n"
            "\nblock s.to.j:\n  assume.branch not(p);\n  goto j;\n"
            "\nblock j:\n  goto x;\n"
            "\nblock x:\n  return;\n}\n");
}

TEST(Normalise, DesugaringKeepsInvariantsInFrontOfTheGuard) {
  // Both ways to h have the condition p; but an assumption in h would stand before or behind its invariant, and either
  // is wrong: the invariant must not be weakened, nor be asked of threads that do not come here.
  Kernel k = kernel_of("kernel k {\n  var p : bool;\n  var i : bool;\n"
                       "block s: br p, h, x;\nblock h: invariant i; havoc p; br p, h, x;\nblock x: return;\n}\n");
  Kernel n = normal(k, {.desugar_branches = true});
  const Block &h = n.blocks[block_id(n, "h")];
  EXPECT_EQ(print(h.stmts[0], n), "invariant i");
  EXPECT_EQ(shape(n), "s: s.to.h x | s.to.h: h | h: h.to.h x | h.to.h: h | x: ");
}

TEST(Normalise, DesugaringASwitch) {
  Kernel k = kernel_of("kernel k {\n  var x : i32;\n"
                       "block s: switch x { 1: a, 2: b, 3: a, 4: d, default: d };\n"
                       "block a: goto b;\nblock b: goto d;\nblock d: return;\n}\n");
  EXPECT_EQ(print(normal(k, {.desugar_branches = true})),
            "kernel k pointer_bits 64 {\n  var x : i32;\n"
            "\nblock s:\n  goto a, s.to.b, s.to.d;\n"
            "\nblock a:\n  assume.branch lor(eq(x, 1:i32), eq(x, 3:i32));\n  goto b;\n"
            "\nblock s.to.b:\n  assume.branch eq(x, 2:i32);\n  goto b;\n"
            "\nblock b:\n  goto d;\n"
            "\nblock s.to.d:\n  assume.branch land(land(ne(x, 1:i32), ne(x, 2:i32)), ne(x, 3:i32));\n  goto d;\n"
            "\nblock d:\n  return;\n}\n");
}

TEST(Normalise, DesugaringABranchWithOneTarget) {
  Kernel k = kernel_of("kernel k {\n  var p : bool;\nblock s: br p, x, x;\nblock x: return;\n}\n");
  EXPECT_EQ(print(normal(k, {.desugar_branches = true})),
            "kernel k pointer_bits 64 {\n  var p : bool;\n\nblock s:\n  goto x;\n\nblock x:\n  return;\n}\n");
}

TEST(Normalise, TestsOfOneConditionBecomeOne) {
  Kernel k = kernel_of("kernel k {\n  var x : i32;\n  var y : i32;\n"
                       "block s: br eq(x, 1:i32), a, b;\nblock a: y := 1:i32; goto j;\nblock b: y := 2:i32; goto j;\n"
                       "block j: br eq(x, 1:i32), c, d;\nblock c: y := 3:i32; goto e;\n"
                       "block d: br eq(x, 2:i32), c, e;\nblock e: y := 4:i32; return;\n}\n");
  Kernel n = normal(k);
  EXPECT_EQ(shape(n), "s: a b | a: c | b: c e | c: e | e: ") << print(n); // b does not know whether x is 2
  EXPECT_EQ(n.blocks[block_id(n, "a")].stmts.size(), 1u);
  EXPECT_EQ(print(normal(n)), print(n));
}

TEST(Normalise, TestsOfAVariableThatChangedStay) {
  std::string text = "kernel k {\n  var x : i32;\n"
                     "block s: br eq(x, 1:i32), a, b;\nblock a: x := add(x, 1:i32); goto j;\nblock b: goto j;\n"
                     "block j: br eq(x, 1:i32), c, d;\nblock c: x := 3:i32; goto d;\nblock d: return;\n}\n";
  EXPECT_EQ(shape(normal(kernel_of(text))), "s: a b | a: c d | c: d | b: d | d: ");
}

TEST(Normalise, TestsAtALoopsHeadOrExitStay) {
  // l is left, or not, by what s has tested, and its head h tests the same
  std::string text = "kernel k {\n  param x : i32;\n  var y : i32;\n"
                     "block s: br eq(x, 1:i32), h, o;\nblock h: br eq(x, 1:i32), l, o;\n"
                     "block l: y := 1:i32; goto m;\nblock m: br eq(x, 1:i32), h, o;\nblock o: return;\n}\n";
  EXPECT_EQ(shape(normal(kernel_of(text))), "s: h o | h: l o | l: m | m: h o | o: ");
}

TEST(Normalise, TheFactsOfOneEdgeAreNotThoseOfAnother) {
  // Both edges of s lead to blocks that decide: each is threaded by its own facts.
  std::string text = "kernel k {\n  var x : i32;\n  var y : i32;\n"
                     "block r: br slt(x, 5:i32), s, j;\nblock s: br eq(x, 1:i32), j, i;\n"
                     "block j: br eq(x, 1:i32), i, d;\nblock i: br eq(x, 1:i32), c, d;\n"
                     "block c: y := 3:i32; goto d;\nblock d: return;\n}\n";
  EXPECT_EQ(shape(normal(kernel_of(text))), "r: s j | s: c d | j: c d | c: d | d: ");
}

// --- executions stay the same ---------------------------------------------------------------------------------
// Random kernels over one variable x in 0..3: block b appends b to a trace and steps x. An execution is walked with
// bounded length; non-deterministic choices are enumerated. New blocks have no skip and add nothing to the trace.
class Walker {
public:
  Walker(const Kernel &k, std::size_t limit) : k_(k), limit_(limit) {}
  std::set<std::string> traces(std::uint64_t x = 0) {
    walk(0, x, "", 0);
    return std::move(out_);
  }

private:
  std::uint64_t value(const Expr &e, std::uint64_t x) const {
    if (e->op == Op::Const)
      return e->value;
    if (e->op == Op::Var)
      return x;
    std::vector<std::uint64_t> args;
    for (const Expr &a : e->args)
      args.push_back(value(a, x));
    return *defined_value(*e, args);
  }
  void walk(BlockId b, std::uint64_t x, std::string trace, unsigned silent) {
    ASSERT_LT(silent, 1000u);
    bool seen = false; // a block of the kernel, not a new one
    for (const Stmt &s : k_.blocks[b].stmts) {
      if (auto *a = std::get_if<Assume>(&s.node)) {
        if (!value(a->condition, x))
          return;
      } else if (auto *a = std::get_if<Assert>(&s.node)) {
        if (trace.size() >= limit_)
          return void(out_.insert(trace + "..."));
        trace += "!" + a->message;
        seen = true;
      } else if (auto *a = std::get_if<Assign>(&s.node)) {
        x = value(a->value, x);
      }
    }
    const Terminator &end = k_.blocks[b].end;
    if (std::holds_alternative<Return>(end.node)) {
      out_.insert(trace + " end");
      return;
    }
    silent = seen ? 0 : silent + 1;
    if (auto *br = std::get_if<Branch>(&end.node))
      return walk(value(br->condition, x) ? br->if_true : br->if_false, x, trace, silent);
    if (auto *s = std::get_if<Switch>(&end.node)) {
      BlockId to = s->otherwise;
      for (const SwitchCase &c : s->cases)
        if (c.value == value(s->value, x))
          to = c.target;
      return walk(to, x, trace, silent);
    }
    for (BlockId t : std::get<Goto>(end.node).targets)
      walk(t, x, trace, silent);
  }

  const Kernel &k_;
  std::size_t limit_;
  std::set<std::string> out_;
};

// Puts statements and terminators into a graph of gotos. Some blocks, but no loop's head, only decide.
void fill(std::mt19937 &rng, Kernel &k) {
  support::Diagnostics diags;
  auto forest = loops(k, diags);
  k.vars = {{"x", int_type(2)}};
  Expr x = variable(0, int_type(2));
  auto small = [&] { return constant(int_type(2), below(rng, 4)); };
  for (BlockId id = 0; id < k.blocks.size(); ++id) {
    Block &b = k.blocks[id];
    if (forest->is_head(id) || below(rng, 4)) {
      auto kind = below(rng, 3) == 0 ? AssertKind::Invariant : AssertKind::User;
      b.stmts.push_back({Assert{boolean(true), kind, b.name}, {}});
      if (below(rng, 2))
        b.stmts.push_back({Assign{0, binary(Op::Add, x, small())}, {}});
    }
    std::vector<BlockId> to = successors(b.end);
    if (to.size() == 2 && below(rng, 4))
      b.end.node = Branch{binary(below(rng, 2) ? Op::Eq : Op::Ult, x, small()), to[0], to[1]};
    else if (to.size() == 3 && below(rng, 4))
      b.end.node = Switch{x, {{0, to[0]}, {1, to[1]}, {3, to[below(rng, 3)]}}, to[2]};
  }
}

TEST(Normalise, ExecutionsStayTheSameOnRandomKernels) {
  std::mt19937 rng(5);
  std::size_t split = 0, long_ones = 0;
  for (int round = 0; round < 1500; ++round) {
    Kernel k = random_reducible_kernel(rng, 1 + below(rng, 14));
    fill(rng, k);
    std::set<std::string> before = Walker(k, 24).traces();
    for (bool desugar : {false, true}) {
      Kernel n = normal(k, {.desugar_branches = desugar});
      EXPECT_EQ(Walker(n, 24).traces(), before) << print(k) << print(n);
      for (const Block &b : n.blocks) {
        split += b.name.find(".to.") != std::string::npos;
        if (desugar) {
          EXPECT_FALSE(std::holds_alternative<Branch>(b.end.node) || std::holds_alternative<Switch>(b.end.node));
        }
      }
    }
    long_ones += before.size() > 3;
  }
  EXPECT_GT(split, 100u);
  EXPECT_GT(long_ones, 50u);
}

// Structured kernels that test the same few conditions again and again, with nothing between the tests, more often than
// not.
class ManyTests {
public:
  explicit ManyTests(std::mt19937 &rng) : rng_(rng) {}

  Kernel make() {
    k_.name = "k";
    k_.vars = {{"x", int_type(2)}};
    now_ = block();
    region(3);
    return std::move(k_);
  }

private:
  BlockId block() {
    Block b;
    b.name = "b" + std::to_string(k_.blocks.size());
    b.end.node = Return{};
    k_.blocks.push_back(std::move(b));
    return static_cast<BlockId>(k_.blocks.size() - 1);
  }
  void leave_mark() {
    k_.blocks[now_].stmts.push_back({Assert{boolean(true), AssertKind::User, std::to_string(marks_++)}, {}});
  }
  void change() { k_.blocks[now_].stmts.push_back({Assign{0, binary(Op::Add, x(), constant(int_type(2), 1))}, {}}); }
  Expr x() const { return variable(0, int_type(2)); }
  Expr condition() {
    return below(rng_, 4) ? binary(Op::Eq, x(), constant(int_type(2), below(rng_, 2)))
                          : binary(Op::Ult, x(), constant(int_type(2), 2));
  }
  void region(unsigned depth) {
    for (unsigned i = 1 + below(rng_, 3); i > 0; --i) {
      if (below(rng_, 3) == 0)
        leave_mark();
      if (below(rng_, 8) == 0)
        change();
      if (depth > 0 && below(rng_, 5))
        below(rng_, 5) ? choose(depth) : loop(depth);
    }
  }
  void choose(unsigned depth) {
    std::vector<BlockId> to{block(), block(), block()};
    const BlockId join = block();
    if (below(rng_, 4))
      k_.blocks[now_].end.node = Branch{condition(), to[0], to[1]};
    else
      k_.blocks[now_].end.node = Switch{x(), {{0, to[0]}, {1, to[1]}, {3, to[below(rng_, 2)]}}, to[2]};
    for (BlockId b : to) {
      now_ = b;
      region(depth - 1);
      k_.blocks[now_].end.node = Goto{{join}};
    }
    now_ = join;
  }
  void loop(unsigned depth) {
    const BlockId head = block(), body = block(), out = block();
    k_.blocks[now_].end.node = Goto{{head}};
    now_ = head;
    leave_mark(); // an endless loop leaves a trace
    k_.blocks[head].end.node = Branch{condition(), body, out};
    now_ = body;
    region(depth - 1);
    k_.blocks[now_].end.node =
        below(rng_, 2) ? Terminator{Goto{{head}}, {}}.node : Terminator{Branch{condition(), head, out}, {}}.node;
    now_ = out;
  }

  std::mt19937 &rng_;
  Kernel k_;
  BlockId now_ = 0;
  unsigned marks_ = 0;
};

TEST(Normalise, ThreadedJumpsKeepExecutions) {
  std::mt19937 rng(7);
  std::size_t threaded = 0, several = 0;
  for (int round = 0; round < 600; ++round) {
    Kernel k = ManyTests(rng).make();
    std::set<std::string> before;
    for (std::uint64_t start = 0; start < 4; ++start)
      for (const std::string &t : Walker(k, 24).traces(start))
        before.insert(std::to_string(start) + ":" + t);
    Kernel n = normal(k);
    std::set<std::string> after;
    for (std::uint64_t start = 0; start < 4; ++start)
      for (const std::string &t : Walker(n, 24).traces(start))
        after.insert(std::to_string(start) + ":" + t);
    EXPECT_EQ(after, before) << print(k) << print(n);
    EXPECT_EQ(print(normal(n)), print(n));
    support::Diagnostics diags;
    Kernel once = k;
    threaded += thread_jumps(once, *loops(k, diags));
    several += before.size() > 2;
  }
  EXPECT_GT(threaded, 200u);
  EXPECT_GT(several, 200u);
}

} // namespace
} // namespace lockstep::cfg::test_normalise
