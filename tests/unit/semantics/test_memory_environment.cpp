// The memory environment alone, all orders: the litmus outcomes of H 5 (M1 to M14), with lines of one cell; after every
// move, what must hold of caches.
#include "semantics/simt/memory/memory_environment.h"

#include <gtest/gtest.h>
#include <map>
#include <unordered_set>

namespace lockstep::semantics::simt::test_memory_environment {
namespace {

class Scripted final : public Choices {
public:
  std::size_t among(std::size_t n) override {
    if (at_ == taken_.size()) {
      taken_.push_back(0);
      of_.push_back(n);
    }
    return taken_[at_++];
  }
  std::uint64_t havoc(cfg::Type) override { return 0; }
  void rewind() { at_ = 0; }
  bool advance() {
    while (!taken_.empty() && taken_.back() + 1 == of_.back()) {
      taken_.pop_back();
      of_.pop_back();
    }
    if (taken_.empty())
      return false;
    ++taken_.back();
    return true;
  }

private:
  std::vector<std::size_t> taken_, of_;
  std::size_t at_ = 0;
};

using Values = std::vector<std::uint64_t>;
struct Ops {
  Access access;
  std::uint32_t processor;
  std::uint32_t cell; // 0: A, 1: B
  std::uint64_t value = 0;
  std::vector<std::uint32_t> after = {}; // operations that have ended before, by number
};
struct All {
  std::set<Values> loaded; // by number, of those that load
  std::set<Values> last;   // contents of A and B
  std::set<std::string> stuck, broken;
};

struct World {
  MemoryEnvironment::State state;
  Values memory;
  std::vector<std::optional<std::uint64_t>> regs;
  std::vector<bool> issued;
};

// What H 2.1 and 3.2 say of a cache whatever happens; empty: it holds. `may_lose`: the move discards lines.
std::string broken(const Cache &before, const Cache &after, bool may_lose, bool one_set) {
  for (std::size_t i = 0; i < after.lines.size(); ++i) {
    const Line &l = after.lines[i];
    if (i != 0 && !(after.lines[i - 1].cell < l.cell))
      return "two lines for one cell";
    if (l.dirty && !l.valid)
      return "dirty, but not valid";
    if (!l.valid && l.pins.empty())
      return "reserved, but not pinned";
  }
  if (one_set && after.most != 0 && after.lines.size() > after.most)
    return "more lines than there are";
  for (const Line &l : before.lines)
    if (!after.find(l.cell)) {
      if (!l.pins.empty())
        return "MEM-1: a pinned line is gone";
      if (l.dirty && !may_lose)
        return "MEM-2: dirty data is lost";
    }
  return "";
}

All all(const std::vector<Ops> &ops, MemorySettings settings, bool local = false, const CachePolicy &policy = {}) {
  Values memory(2, 0);
  std::vector<std::optional<std::uint64_t>> regs(ops.size());
  MemoryFunctions f;
  f.load = [&](const Cell &c) { return memory[static_cast<std::size_t>(c.lo)]; };
  f.store = [&](const Cell &c, std::uint64_t v) { memory[static_cast<std::size_t>(c.lo)] = v; };
  f.to_registers = [&](const Operation &o) { regs[o.id] = o.word; };
  f.operate = [](const Operation &o, std::uint64_t old) { return old + o.in1; };
  f.cache = policy;
  MemoryEnvironment env(settings, f);
  All out;
  std::unordered_set<std::string> seen;
  std::vector<World> todo{{env.state(), memory, regs, std::vector<bool>(ops.size(), false)}};
  while (!todo.empty()) {
    const World w = std::move(todo.back());
    todo.pop_back();
    env.restore(w.state);
    memory = w.memory;
    regs = w.regs;
    std::vector<bool> issued = w.issued;
    const auto &flying = env.state().flying;
    auto ended = [&](std::uint32_t n) {
      return issued[n] && std::none_of(flying.begin(), flying.end(), [&](const Operation &o) { return o.id == n; });
    };
    for (std::uint32_t n = 0; n < ops.size(); ++n)
      if (!issued[n] && std::all_of(ops[n].after.begin(), ops[n].after.end(), ended)) {
        Operation o;
        o.id = o.thread = n;
        o.processor = ops[n].processor;
        o.access = ops[n].access;
        o.cell = {0, 0, ops[n].cell, 1, local};
        o.in1 = ops[n].value;
        env.issue(o);
        issued[n] = true;
      }
    std::string key;
    env.append_key(key);
    for (std::uint64_t v : memory)
      key += static_cast<char>(v);
    for (const auto &r : regs)
      key += r ? static_cast<char>(*r) : 'x';
    for (bool i : issued)
      key += i ? '1' : '0';
    if (!seen.insert(key).second)
      continue;
    const World here{env.state(), memory, regs, issued};
    if (env.idle()) {
      Values v;
      for (const auto &r : regs)
        if (r)
          v.push_back(*r);
      out.loaded.insert(v);
      env.write_all_back();
      out.last.insert(memory);
      env.restore(here.state);
      memory = here.memory;
    }
    for (const MemoryMove &m : env.moves()) {
      Scripted script;
      do {
        script.rewind();
        env.restore(here.state);
        memory = here.memory;
        regs = here.regs;
        if (const auto why = env.apply(m, script))
          out.stuck.insert(*why);
        else
          todo.push_back({env.state(), memory, regs, issued});
        const bool discards = m.kind == MemoryMove::Kind::Step && here.state.flying[m.which].access == Access::Store;
        out.broken.insert(broken(here.state.l2, env.state().l2, false, !policy.set_of));
        for (std::size_t p = 0; p < here.state.l1.size(); ++p)
          out.broken.insert(broken(here.state.l1[p], env.state().l1[p], discards, !policy.set_of));
      } while (script.advance());
    }
  }
  out.broken.erase("");
  if (!settings.literal) {
    EXPECT_EQ(out.broken, std::set<std::string>());
  }
  return out;
}

using Set = std::set<Values>;
MemorySettings quiet(std::size_t lines, std::uint32_t processors) {
  return {.l1_lines = lines,
          .l2_lines = lines,
          .processors = processors,
          .evict = false,
          .write_back = false,
          .flush = false};
}
MemorySettings busy(std::size_t lines, std::uint32_t processors) {
  return {.l1_lines = lines, .l2_lines = lines, .processors = processors};
}
using enum Access;

TEST(MemoryEnvironment, M1AnL1LineIsStaleUntilItGoes) {
  const std::vector<Ops> ops{{Load, 1, 0}, {Store, 0, 0, 1, {0}}, {Load, 1, 0, 0, {0, 1}}};
  EXPECT_EQ(all(ops, busy(1, 2)).loaded, (Set{{0, 0}, {0, 1}}));
  EXPECT_EQ(all(ops, quiet(1, 2)).loaded, (Set{{0, 0}}));
  const std::vector<Ops> one{{Load, 0, 0}, {Store, 0, 0, 1, {0}}, {Load, 0, 0, 0, {0, 1}}};
  EXPECT_EQ(all(one, busy(1, 1)).loaded, (Set{{0, 1}}));
}

TEST(MemoryEnvironment, M2AStaleLineIsMadeBetweenDiscardAndWrite) {
  const std::vector<Ops> ops{{Load, 0, 0}, {Store, 0, 0, 1}, {Load, 0, 0, 0, {0, 1}}};
  EXPECT_EQ(all(ops, busy(1, 1)).loaded, (Set{{0, 0}, {0, 1}, {1, 1}}));
}

TEST(MemoryEnvironment, M3M4SharedAtomicsLockOutEachOtherOnly) {
  const All m3 = all({{AtomicShared, 0, 0, 1}, {StoreShared, 0, 0, 10}}, quiet(1, 1));
  EXPECT_EQ(m3.last, (Set{{1, 0}, {10, 0}, {11, 0}}));
  EXPECT_EQ(m3.loaded, (Set{{0}, {10}}));
  const All m4 = all({{AtomicShared, 0, 0, 1}, {AtomicShared, 0, 0, 1}}, quiet(1, 1));
  EXPECT_EQ(m4.last, (Set{{2, 0}}));
  EXPECT_EQ(m4.loaded, (Set{{0, 1}, {1, 0}}));
}

TEST(MemoryEnvironment, M5M9GlobalAtomicsAreAtomic) {
  const All m5 = all({{Atomic, 0, 0, 1}, {Atomic, 1, 0, 1}}, busy(1, 2));
  EXPECT_EQ(m5.last, (Set{{2, 0}}));
  EXPECT_EQ(m5.loaded, (Set{{0, 1}, {1, 0}}));
  EXPECT_TRUE(m5.stuck.empty());
  EXPECT_EQ(all({{Atomic, 0, 0, 1}, {Store, 1, 0, 10}}, busy(1, 2)).last, (Set{{10, 0}, {11, 0}}));
}

TEST(MemoryEnvironment, M6NoOrderOfOneThreadsAccesses) {
  EXPECT_EQ(all({{Store, 0, 0, 1}, {Load, 0, 0}}, busy(1, 1)).loaded, (Set{{0}, {1}}));
}

TEST(MemoryEnvironment, M7AReservedLineIsFoundAgain) {
  const std::vector<Ops> ops{{Load, 0, 0}, {Load, 0, 0}, {Load, 0, 1}};
  MemorySettings literal = quiet(1, 1);
  literal.l2_lines = 2;
  const MemorySettings repaired = literal;
  literal.literal = true;
  EXPECT_FALSE(all(ops, literal).stuck.empty());
  const All good = all(ops, repaired);
  EXPECT_TRUE(good.stuck.empty());
  EXPECT_EQ(good.loaded, (Set{{0, 0, 0}}));
}

TEST(MemoryEnvironment, M8AFlushLeavesPinnedLines) {
  MemorySettings literal = busy(1, 1);
  literal.literal = true;
  const All bad = all({{Load, 0, 0}}, literal);
  EXPECT_FALSE(bad.stuck.empty());
  EXPECT_TRUE(bad.broken.contains("MEM-1: a pinned line is gone"));
  const All good = all({{Load, 0, 0}}, busy(1, 1));
  EXPECT_TRUE(good.stuck.empty());
  EXPECT_EQ(good.loaded, (Set{{0}}));
}

TEST(MemoryEnvironment, M11LocalMemoryIsReadBack) {
  EXPECT_EQ(all({{StoreLocal, 0, 0, 1}, {Load, 0, 0, 0, {0}}}, busy(1, 1), true).loaded, (Set{{1}}));
}

TEST(MemoryEnvironment, M12MessagePassing) { // loads: the flag (B), then the data (A)
  const std::vector<Ops> bare{{Store, 0, 0, 1}, {Store, 0, 1, 1}, {Load, 1, 1}, {Load, 1, 0}};
  EXPECT_EQ(all(bare, quiet(2, 2)).loaded, (Set{{0, 0}, {0, 1}, {1, 0}, {1, 1}}));
  const std::vector<Ops> fenced{{Store, 0, 0, 1}, {Store, 0, 1, 1, {0}}, {Load, 1, 1}, {Load, 1, 0, 0, {2}}};
  EXPECT_EQ(all(fenced, quiet(2, 2)).loaded, (Set{{0, 0}, {0, 1}, {1, 1}}));
  const std::vector<Ops> warm{
      {Load, 1, 0}, {Store, 0, 0, 1, {0}}, {Store, 0, 1, 1, {0, 1}}, {Load, 1, 1, 0, {0}}, {Load, 1, 0, 0, {0, 3}}};
  EXPECT_EQ(all(warm, quiet(2, 2)).loaded, (Set{{0, 0, 0}, {0, 1, 0}}));
  MemorySettings evicts = quiet(2, 2);
  evicts.evict = true;
  EXPECT_EQ(all(warm, evicts).loaded, (Set{{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {0, 1, 1}}));
}

TEST(MemoryEnvironment, M13StoreBuffering) {
  const std::vector<Ops> bare{{Store, 0, 0, 1}, {Load, 0, 1}, {Store, 1, 1, 1}, {Load, 1, 0}};
  EXPECT_EQ(all(bare, quiet(2, 2)).loaded, (Set{{0, 0}, {0, 1}, {1, 0}, {1, 1}}));
  const std::vector<Ops> fenced{{Store, 0, 0, 1}, {Load, 0, 1, 0, {0}}, {Store, 1, 1, 1}, {Load, 1, 0, 0, {2}}};
  EXPECT_EQ(all(fenced, quiet(2, 2)).loaded, (Set{{0, 1}, {1, 0}, {1, 1}}));
}

TEST(MemoryEnvironment, M14TwoLoadsInOrder) {
  const std::vector<Ops> ops{{Store, 0, 0, 1}, {Load, 1, 0}, {Load, 1, 0, 0, {1}}};
  EXPECT_EQ(all(ops, quiet(1, 2)).loaded, (Set{{0, 0}, {1, 1}}));
  MemorySettings some = quiet(1, 2);
  some.evict = some.write_back = true;
  EXPECT_EQ(all(ops, some).loaded, (Set{{0, 0}, {0, 1}, {1, 1}}));
}

// One place: A's line goes when B is loaded, and A is loaded anew. Two sets, or a policy that keeps A: it is stale.
TEST(MemoryEnvironment, PoliciesOfCachesCanBeReplaced) {
  const std::vector<Ops> ops{{Load, 1, 0}, {Store, 0, 0, 1, {0}}, {Load, 1, 1, 0, {1}}, {Load, 1, 0, 0, {2}}};
  MemorySettings one = quiet(1, 2);
  one.l2_lines = 0;
  EXPECT_EQ(all(ops, one).loaded, (Set{{0, 0, 1}}));
  CachePolicy sets;
  sets.set_of = [](const Cell &c) { return static_cast<std::uint64_t>(c.lo); };
  EXPECT_EQ(all(ops, one, false, sets).loaded, (Set{{0, 0, 0}}));
  MemorySettings two = busy(0, 2);
  two.flush = false;
  EXPECT_EQ(all(ops, two).loaded, (Set{{0, 0, 0}, {0, 0, 1}}));
  CachePolicy keeps_a;
  keeps_a.may_evict = [](const Cache &, const Line &l) { return l.cell.lo != 0; };
  EXPECT_EQ(all(ops, two, false, keeps_a).loaded, (Set{{0, 0, 0}}));
}

TEST(MemoryEnvironment, ProgramsAsText) {
  EXPECT_EQ(print(program_of(Load)),
            "if (!isCachedL1) { reserveL1; yield; if (!isCachedL2) { reserveL2; yield; readMem; yield; updateL2; } "
            "readL2; yield; updateL1; } readL1; yield; writeToRegs; yield; releaseRegs; end;");
  EXPECT_EQ(print(program_of(Atomic)),
            "evictL1; yield; if (!isCachedL2) { reserveL2; classifyNormalL2; yield; readMem; yield; updateL2; yield; } "
            "readL2; atomOp; writeL2; yield; writeToRegs; yield; releaseRegs; end;");
}

} // namespace
} // namespace lockstep::semantics::simt::test_memory_environment
