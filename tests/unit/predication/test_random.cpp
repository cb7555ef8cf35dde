// Both schemes against the kernel itself, on random reducible graphs: every thread ends with the store, and passes the
// barriers, of its own run of the kernel. The variable `s` hashes the path, so a block too many or too few shows.
//
// The small machines here know private variables, branches and barriers only; semantics/ has the real ones.
#include "pipeline.h"

#include "cfg/ir/evaluate.h"
#include "cfg/ir/op_groups.h"

#include <fmt/format.h>

#include <map>
#include <random>
#include <stdexcept>

namespace lockstep::predication::test::test_random {
namespace {

constexpr unsigned threads = 6, max_steps = 400;
using Store = std::vector<std::uint64_t>;

std::uint64_t value_of(const cfg::Expr &e, const Store &store, unsigned tid) {
  using cfg::Op;
  switch (e->op) {
  case cfg::Op::Const: return e->value;
  case cfg::Op::Var: return store.at(e->var);
  case cfg::Op::LocalId: return tid;
  case cfg::Op::Ite: return value_of(e->args[value_of(e->args[0], store, tid) ? 1 : 2], store, tid);
  case OPS_NUMBER:
  case OPS_CAST:
  case OPS_TRUTH: break;
  case Op::GroupId:
  case Op::LocalSize:
  case Op::NumGroups:
  case Op::GlobalOffset:
  case OPS_FLOAT:
  case OPS_OPAQUE: throw std::logic_error("not in these kernels");
  }
  std::vector<std::uint64_t> args;
  for (const auto &a : e->args)
    args.push_back(value_of(a, store, tid));
  return cfg::defined_value(*e, args).value();
}

struct ThreadRun {
  Store store;
  unsigned barriers = 0;
  bool ended = false;
};

ThreadRun run_kernel(const cfg::Kernel &k, unsigned tid) {
  ThreadRun r{Store(k.vars.size(), 0)};
  cfg::BlockId b = 0;
  for (unsigned step = 0; step < max_steps; ++step) {
    for (const auto &s : k.blocks[b].stmts) {
      if (auto *a = std::get_if<cfg::Assign>(&s.node))
        r.store[a->var] = value_of(a->value, r.store, tid);
      else if (std::holds_alternative<cfg::Barrier>(s.node))
        ++r.barriers;
      else if (auto *q = std::get_if<cfg::Assume>(&s.node); !q || !value_of(q->condition, r.store, tid))
        throw std::runtime_error("a statement or failed assumption the test does not expect");
    }
    const auto &end = k.blocks[b].end.node;
    if (std::holds_alternative<cfg::Return>(end)) {
      r.ended = true;
      return r;
    }
    if (auto *g = std::get_if<cfg::Goto>(&end))
      b = g->targets.at(0);
    else if (auto *br = std::get_if<cfg::Branch>(&end))
      b = value_of(br->condition, r.store, tid) ? br->if_true : br->if_false;
    else {
      auto &sw = std::get<cfg::Switch>(end);
      std::uint64_t v = value_of(sw.value, r.store, tid);
      b = sw.otherwise;
      for (const auto &c : sw.cases)
        if (c.value == v)
          b = c.target;
    }
  }
  return r;
}

class LockstepMachine {
public:
  explicit LockstepMachine(const Lockstep &p) : p_(p), runs_(threads, ThreadRun{Store(p.vars.size(), 0)}) {}

  std::vector<ThreadRun> run() {
    BlockId b = 0;
    for (unsigned step = 0; step < 100 * max_steps; ++step) {
      for (const auto &s : p_.blocks[b].stmts)
        std::visit([&](const auto &node) { execute(node); }, s.node);
      const auto &end = p_.blocks[b].end.node;
      if (std::holds_alternative<End>(end)) {
        for (ThreadRun &r : runs_)
          r.ended = true;
        return runs_;
      }
      if (auto *g = std::get_if<Goto>(&end))
        b = g->targets[g->targets.size() == 2 && !some(head(g->targets[0])) ? 1 : 0];
      else if (auto *br = std::get_if<Branch>(&end))
        b = agreed(br->condition) ? br->if_true : br->if_false;
      else {
        auto &sw = std::get<Switch>(end);
        std::uint64_t v = agreed(sw.value);
        b = sw.otherwise;
        for (const auto &c : sw.cases)
          if (c.value == v)
            b = c.target;
      }
    }
    return runs_;
  }

private:
  std::uint64_t value(const Expr &e, unsigned t) const { return value_of(e, runs_[t].store, t); }
  std::uint64_t agreed(const Expr &e) const { // what a kept branch looks at
    for (unsigned t = 1; t < threads; ++t)
      if (value(e, t) != value(e, 0))
        throw std::runtime_error("threads disagree at a kept branch");
    return value(e, 0);
  }
  bool on(const Guard &g, unsigned t) const {
    if (g.kind == Guard::Kind::AtBlock)
      return runs_[t].store[g.var] == g.block;
    return g.always() || runs_[t].store[g.var];
  }
  bool some(const Guard &g) const {
    for (unsigned t = 0; t < threads; ++t)
      if (on(g, t))
        return true;
    return false;
  }
  Guard head(BlockId back) const { return std::get<AtHead>(p_.blocks[back].stmts.at(0).node).head; }

  void execute(const Assign &a) {
    for (unsigned t = 0; t < threads; ++t)
      if (on(a.guard, t))
        runs_[t].store[a.var] = value(a.value, t);
      else if (!a.keeps) // a value that nobody may read
        runs_[t].store[a.var] = garbage_() & 0xffffffff;
    if (p_.vars[a.var].uniform)
      agreed(cfg::variable(a.var, p_.vars[a.var].decl.type));
  }
  void execute(const SetBlock &s) {
    for (ThreadRun &r : runs_)
      r.store[s.var] = s.block;
  }
  void execute(const Choose &c) { // the target whose opening assumptions hold
    for (unsigned t = 0; t < threads; ++t)
      for (BlockId b : c.among) {
        bool holds = true;
        for (const auto &s : p_.blocks[b].stmts)
          if (auto *a = std::get_if<Assume>(&s.node))
            holds = holds && value(a->condition, t);
          else
            break;
        if (holds)
          runs_[t].store[c.var] = b;
      }
  }
  void execute(const Assume &a) {
    for (unsigned t = 0; t < threads; ++t)
      if (on(a.guard, t) && !value(a.condition, t))
        throw std::runtime_error("an assumption fails");
  }
  void execute(const AtHead &a) {
    if (some(a.head) != a.some)
      throw std::runtime_error("the wrong end of a loop");
  }
  void execute(const Sync &s) {
    for (unsigned t = 0; t < threads; ++t)
      runs_[t].barriers += on(s.guard, t);
  }
  void execute(const Skip &) {}
  template <typename Other> void execute(const Other &) {
    throw std::runtime_error("a statement the test does not expect");
  }

  const Lockstep &p_;
  std::vector<ThreadRun> runs_;
  std::mt19937 garbage_{4711};
};

// A random graph of `n` blocks: mostly forward edges, some back edges; conditions look at hashes of the path, of which
// `s` starts differently in each thread and u0, u1, u2 start alike and are touched by few blocks.
std::string random_kernel(std::mt19937 &rng, unsigned n) {
  auto pick = [&](unsigned below) { return static_cast<unsigned>(rng() % below); };
  std::string out = "kernel k {\n  var r : i32; var s : i32; var t : i32; var u0 : i32; var u1 : i32; var u2 : i32;\n"
                    "block entry:\n  s := add(local_id(0, i32), 1:i32); t := 0:i32; u0 := 1:i32; u1 := 2:i32; u2 := "
                    "3:i32; goto b0;\n";
  for (unsigned b = 0; b < n; ++b) {
    out += fmt::format("block b{}:\n", b);
    if (pick(4) == 0) // a temporary of a few blocks
      out += fmt::format("  t := {};\n", pick(2) ? "s" : "add(t, s)");
    if (pick(4) == 0)
      out += "  s := xor(s, t);\n";
    out += fmt::format("  s := add(mul(s, 1103515245:i32), {}:i32);\n", 7 * b + 12345);
    if (pick(3) == 0) {
      unsigned u = pick(3);
      out += fmt::format("  u{0} := add(mul(u{0}, 1103515245:i32), {1}:i32);\n", u, 11 * b + 54321);
    }
    if (pick(6) == 0)
      out += "  barrier group fence(group, global);\n";
    auto target = [&] {
      if (b > 0 && pick(4) == 0)
        return fmt::format("b{}", pick(b + 1));
      unsigned to = b + 1 + pick(3);
      return to >= n ? std::string("stop") : fmt::format("b{}", to);
    };
    std::string of = pick(5) < 2 ? "s" : fmt::format("u{}", pick(3));
    std::string bits = fmt::format("and(lshr({}, {}:i32), {}:i32)", of, 16 + pick(8), 3);
    unsigned shape = pick(6);
    if (shape == 0)
      out += fmt::format("  goto {};\n", target());
    else if (shape == 1)
      out += fmt::format("  switch {} {{ 0: {}, 1: {}, 2: {}, default: {} }};\n", bits, target(), target(), target(),
                         target());
    else
      out += fmt::format("  br ult({}, 2:i32), {}, {};\n", bits, target(), target());
  }
  return out + "block stop:\n  r := add(s, add(u0, add(mul(u1, 3:i32), mul(u2, 5:i32)))); return;\n}\n";
}

TEST(RandomGraphs, both_schemes_run_as_the_kernel_does) {
  std::mt19937 rng(20240229);
  unsigned compared = 0, kept_branches = 0, predicated_loops = 0, lost_values = 0;
  for (unsigned i = 0; i < 6000; ++i) {
    const std::string text = random_kernel(rng, 3 + i % 10);
    support::Diagnostics diags;
    auto parsed = cfg::parse(text, "random.kir", diags);
    ASSERT_TRUE(parsed) << messages(diags) << text;
    if (!cfg::normalise(*parsed, {}, diags))
      continue; // irreducible
    std::vector<ThreadRun> expected;
    bool all_end = true;
    for (unsigned t = 0; t < threads && all_end; ++t) {
      expected.push_back(run_kernel(*parsed, t));
      all_end = expected.back().ended;
    }
    if (!all_end)
      continue;
    ++compared;
    for (Scheme scheme : {Scheme::BlockId, Scheme::Flags}) {
      std::string lks;
      try {
        Built b = build(text, scheme);
        lks = print(b.lockstep);
        auto found = LockstepMachine(b.lockstep).run();
        for (const auto &block : b.lockstep.blocks) {
          kept_branches += std::holds_alternative<Branch>(block.end.node);
          for (const auto &s : block.stmts)
            if (auto *a = std::get_if<Assign>(&s.node))
              lost_values += !a->keeps;
          predicated_loops += block.kind == BlockKind::Back && scheme == Scheme::Flags;
        }
        for (unsigned t = 0; t < threads; ++t) {
          ASSERT_TRUE(found[t].ended) << text << lks;
          ASSERT_EQ(found[t].store[0], expected[t].store[0]) << "thread " << t << "\n" << text << lks;
          ASSERT_EQ(found[t].barriers, expected[t].barriers) << "thread " << t << "\n" << text << lks;
        }
      } catch (const std::exception &e) {
        FAIL() << e.what() << "\n" << text << lks;
      }
    }
  }
  EXPECT_GT(compared, 1500u);
  EXPECT_GT(kept_branches, 500u);
  EXPECT_GT(predicated_loops, 500u);
  EXPECT_GT(lost_values, 500u);
}

} // namespace
} // namespace lockstep::predication::test::test_random
