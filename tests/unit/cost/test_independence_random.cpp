// Random kernels that are said to be independent of the size of their blocks: launches of the same total sizes, cut
// into blocks of different shapes, leave the same in global memory. INDEPENDENCE_SEEDS sets how many kernels (a soak).
#include "cfg/ir/check.h"
#include "cfg/ir/text/print.h"
#include "cfg/passes/normalise.h"
#include "cost/shapes/independence.h"
#include "semantics/machines/interleaving.h"
#include "semantics/observers/observers.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <random>

namespace lockstep::coalescing::test_independence_random {
namespace {

using cfg::Expr;
using cfg::Op;

constexpr cfg::VarId n = 0, m = 1, counter = 2, first_local = 4, locals = 4; // counters of two nested loops
constexpr cfg::ArrayId input = 0, output = 1, sums = 2, own = 3, group = 4;
const cfg::Type i32 = cfg::int_type(32);

class Generator {
public:
  explicit Generator(unsigned seed) : random_(seed) {}
  unsigned below(unsigned count) { return static_cast<unsigned>(random_() % count); }

  cfg::Kernel kernel() {
    k_ = {};
    k_.name = "k";
    k_.vars = {{.name = "n", .type = i32, .param = true}, {.name = "m", .type = i32, .param = true}};
    for (const char *name : {"i", "j", "v", "w", "x", "y"})
      k_.vars.push_back({.name = name, .type = i32});
    const auto array = [&](const char *name, cfg::Space space) {
      cfg::Array a{.name = name, .space = space};
      a.element = i32;
      a.param = space == cfg::Space::Global;
      if (!a.param)
        a.extent = 4;
      k_.arrays.push_back(a);
    };
    array("input", cfg::Space::Global);
    array("output", cfg::Space::Global);
    array("sums", cfg::Space::Global);
    array("own", cfg::Space::Private);
    array("group", cfg::Space::Group);
    open("entry");
    for (unsigned i = 0; i < locals; ++i)
      add(cfg::Assign{first_local + i, value(2)});
    for (unsigned i = 0; i < 4; ++i)
      add(cfg::Store{{below(5) == 0 ? value(1) : cfg::constant(i32, i)}, own, cfg::constant(cfg::int_type(64), i)});
    statements(4 + below(4), 2);
    store();
    k_.blocks[at_].end = {cfg::Return{}};
    return k_;
  }

private:
  // --- values: mostly built of what does not depend on blocks, in ways that are not plain to see
  Expr global_id(unsigned d) {
    const Expr base = cfg::binary(Op::Mul, leaf(Op::GroupId, d), leaf(Op::LocalSize, d));
    return cfg::binary(Op::Add, base, leaf(Op::LocalId, d));
  }
  Expr leaf(Op op, unsigned d) { return cfg::leaf(op, d, i32); }
  Expr number(unsigned most) { return cfg::constant(i32, below(most)); }

  Expr value(unsigned depth) {
    const unsigned d = below(2);
    if (depth == 0)
      switch (below(12)) {
      case 0:
      case 1:
      case 2: return global_id(d);
      case 3: return cfg::binary(Op::Mul, leaf(Op::NumGroups, d), leaf(Op::LocalSize, d));
      case 4: return cfg::variable(below(2), i32);
      case 5:
      case 6:
      case 7: return inside_ == 0 ? number(20) : cfg::variable(first_local + below(locals), i32);
      case 8: return loop_ > 0 ? cfg::variable(counter + below(loop_), i32) : number(9);
      case 9: return below(3) == 0 ? dependent(d) : number(40);
      default: return number(20);
      }
    const auto part = [&] { return value(depth - 1); };
    switch (below(16)) {
    case 0:
    case 1: return cfg::binary(Op::Add, part(), part());
    case 2: return cfg::binary(Op::Sub, part(), part());
    case 3: return cfg::binary(Op::Mul, part(), part());
    case 4: return cfg::binary(Op::Shl, part(), number(4));
    case 5: return cfg::binary(below(2) ? Op::BitAnd : Op::BitXor, part(), cfg::constant(i32, 1 + 2 * below(8)));
    case 6: return cfg::binary(below(2) ? Op::LShr : Op::AShr, part(), number(4));
    case 7: return cfg::binary(below(2) ? Op::URem : Op::UDiv, part(), cfg::constant(i32, 1 + below(8)));
    case 8: return cfg::binary(below(2) ? Op::SMin : Op::UMax, part(), part());
    case 9: return cfg::ite(condition(depth - 1), part(), part());
    case 10: { // bytes and back
      const cfg::Type narrow = cfg::int_type(below(2) ? 8 : 16);
      return cfg::cast(below(2) ? Op::Sext : Op::Zext, cfg::cast(Op::Trunc, part(), narrow), i32);
    }
    case 11: { // the parts of a global id, each on its own way
      const Expr factor = part();
      const Expr base = cfg::binary(Op::Mul, leaf(Op::GroupId, d), leaf(Op::LocalSize, d));
      const auto through = [&](Expr e, unsigned way) {
        if (way == 0)
          return cfg::binary(Op::Mul, e, factor);
        const cfg::Type t = way == 1 ? cfg::int_type(8) : cfg::int_type(64);
        return way == 1
                   ? cfg::cast(Op::Zext, cfg::cast(Op::Trunc, cfg::binary(Op::Mul, e, cfg::constant(i32, 37)), t), i32)
                   : cfg::cast(Op::Trunc, cfg::binary(Op::Mul, cfg::cast(Op::Sext, e, t), cfg::constant(t, 5)), i32);
      };
      const unsigned way = below(3);
      return cfg::binary(Op::Add, through(base, way), through(leaf(Op::LocalId, d), below(8) == 0 ? below(3) : way));
    }
    case 12: { // what is left for the block
      const Expr base = cfg::binary(Op::Mul, leaf(Op::GroupId, d), leaf(Op::LocalSize, d));
      const Expr rest = cfg::binary(Op::Sub, below(4) ? cfg::variable(n, i32) : part(), base, below(3) != 0);
      static constexpr Op tests[] = {Op::Slt, Op::Ult, Op::Eq, Op::Sle};
      return cfg::ite(cfg::binary(tests[below(4)], leaf(Op::LocalId, d), rest), part(), part());
    }
    case 13: return below(4) == 0 ? cfg::binary(Op::Sub, dependent(d), dependent(d)) : part();
    default: return part();
    }
  }
  Expr dependent(unsigned d) {
    static constexpr Op ops[] = {Op::LocalId, Op::GroupId, Op::LocalSize, Op::NumGroups};
    return leaf(ops[below(4)], d);
  }
  Expr condition(unsigned depth) {
    static constexpr Op ops[] = {Op::Slt, Op::Sle, Op::Ult, Op::Eq, Op::Ne};
    return cfg::binary(ops[below(5)], value(depth), value(depth));
  }
  Expr offset(Expr e) { return cfg::cast(Op::Zext, std::move(e), cfg::int_type(64)); }
  Expr low(Expr e, unsigned mask) { return cfg::binary(Op::BitAnd, std::move(e), cfg::constant(i32, mask)); }

  // --- statements
  void open(const std::string &name) {
    at_ = static_cast<cfg::BlockId>(k_.blocks.size());
    k_.blocks.push_back({.name = name, .stmts = {}, .end = {cfg::Return{}}});
  }
  cfg::BlockId fresh() {
    const cfg::BlockId before = at_;
    open("b" + std::to_string(k_.blocks.size()));
    return std::exchange(at_, before);
  }
  template <typename S> void add(S s) { k_.blocks[at_].stmts.push_back({std::move(s)}); }

  void store() { // mostly to cells of the thread's own
    const Expr row = cfg::binary(Op::Mul, global_id(1), cfg::constant(i32, 16));
    const Expr mine = cfg::binary(Op::Mul, cfg::binary(Op::Add, row, global_id(0)), cfg::constant(i32, 4));
    const Expr at = below(12) == 0 ? low(value(2), 255) : cfg::binary(Op::Add, mine, low(value(1), 3));
    add(cfg::Store{{value(3)}, output, offset(at)});
  }
  void statements(unsigned count, unsigned depth) {
    ++inside_;
    for (unsigned i = 0; i < count; ++i)
      statement(depth);
    --inside_;
  }
  void statement(unsigned depth) {
    const cfg::VarId v = first_local + below(locals);
    switch (below(depth == 0 ? 8 : 12)) {
    case 0:
    case 1: return add(cfg::Assign{v, value(2)});
    case 2: return add(cfg::Load{{v}, input, offset(low(value(1), 63))});
    case 3: return store();
    case 4: {
      static constexpr cfg::AtomicOp ops[] = {cfg::AtomicOp::Add, cfg::AtomicOp::Add, cfg::AtomicOp::Add,
                                              cfg::AtomicOp::Max, cfg::AtomicOp::Xchg};
      const unsigned op = below(6);
      std::optional<cfg::VarId> found;
      if (below(6) == 0)
        found = v;
      return add(cfg::Atomic{ops[op % 5], found, sums, offset(low(value(1), 3)), 1, {value(2)}});
    }
    case 5: return add(cfg::Load{{v}, own, offset(low(value(1), 3))});
    case 6: return add(cfg::Store{{below(12) == 0 ? dependent(0) : value(2)}, own, offset(low(value(1), 3))});
    case 7:
      if (below(10) == 0) {
        add(cfg::Store{{value(1)}, group, offset(low(leaf(Op::LocalId, 0), 3))});
        return add(cfg::Load{{v}, group, offset(low(leaf(Op::LocalId, 0), 3))});
      }
      return add(cfg::Assign{v, value(3)});
    case 8:
    case 9:
    case 10: { // a branch
      const cfg::BlockId yes = fresh(), no = fresh(), join = fresh();
      const bool by_block = below(16) == 0; // and assigns something, at most
      k_.blocks[at_].end = {
          cfg::Branch{by_block ? cfg::binary(Op::Ult, dependent(0), number(5)) : condition(1), yes, no}};
      at_ = yes;
      if (by_block)
        add(cfg::Assign{v, value(1)});
      else
        statements(1 + below(2), depth - 1);
      k_.blocks[at_].end = {cfg::Goto{{join}}};
      at_ = no;
      if (below(2) && !by_block)
        statements(1, depth - 1);
      k_.blocks[at_].end = {cfg::Goto{{join}}};
      at_ = join;
      return;
    }
    default: { // a loop of at most 8 rounds
      const cfg::VarId c = counter + loop_;
      add(cfg::Assign{c, cfg::constant(i32, 0)});
      const cfg::BlockId head = fresh(), body = fresh(), out = fresh();
      k_.blocks[at_].end = {cfg::Goto{{head}}};
      k_.blocks[head].end = {cfg::Branch{cfg::binary(Op::Ult, cfg::variable(c, i32), low(value(1), 7)), body, out}};
      at_ = body;
      ++loop_;
      statements(1 + below(2), depth - 1);
      --loop_;
      add(cfg::Assign{c, cfg::binary(Op::Add, cfg::variable(c, i32), cfg::constant(i32, 1))});
      k_.blocks[at_].end = {cfg::Goto{{head}}};
      at_ = out;
      return;
    }
    }
  }

  std::mt19937 random_;
  cfg::Kernel k_;
  cfg::BlockId at_ = 0;
  unsigned inside_ = 0, loop_ = 0;
};

struct Outcome {
  bool counts = false; // neither a race nor anything undefined
  std::vector<std::vector<std::uint64_t>> memory;
  bool operator==(const Outcome &) const = default;
};

Outcome run(const cfg::Kernel &k, const std::array<std::uint64_t, 2> &block, std::uint64_t seed) {
  support::Diagnostics diags;
  const auto code = semantics::compile(k, {}, diags);
  semantics::Geometry g;
  g.local_size = {block[0], block[1], 1};
  g.num_groups = {16 / block[0], 4 / block[1], 1};
  semantics::Inputs in;
  in.fill = semantics::Fill::Random;
  in.seed = seed;
  in.scalars = {{n, seed * 7 % 70}, {m, seed % 2 ? semantics::mix(seed, 1) & 0xffffffff : seed % 5}};
  in.arrays[output] = std::vector<std::uint64_t>(512);
  in.arrays[sums] = std::vector<std::uint64_t>(4);
  semantics::Interleaving machine(*code, g, in);
  semantics::RaceObserver races({.tolerance = cfg::Tolerance::None});
  machine.attach(races);
  semantics::InOrder order;
  semantics::ZeroChoices choices;
  const semantics::Execution e = machine.run(order, choices);
  return {e.ending == semantics::Ending::Terminated && races.races().empty(),
          {machine.memory().contents(output), machine.memory().contents(sums)}};
}

TEST(Independence, RandomOnesLeaveTheSame) {
  const char *set = std::getenv("INDEPENDENCE_SEEDS");
  const unsigned seeds = set != nullptr ? static_cast<unsigned>(std::atoi(set)) : 600;
  static constexpr std::array<std::uint64_t, 2> blocks[] = {{16, 1}, {4, 4}, {2, 2}, {8, 2}, {1, 4}, {16, 4}, {1, 1}};
  unsigned independent = 0, compared = 0, apart = 0, dependent = 0;
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    Generator g(seed);
    const cfg::Kernel k = g.kernel();
    support::Diagnostics diags;
    ASSERT_TRUE(cfg::check(k, diags)) << cfg::print(k);
    const auto normal = cfg::normalise(k, {}, diags);
    ASSERT_TRUE(normal);
    cfg::Launch launch;
    launch.local_size = {4, 4, 1};
    launch.num_groups = {4, 1, 1};
    launch.dimensions = 2;
    const bool said = block_dependences(*normal, launch).empty();
    independent += said ? 1 : 0;
    dependent += said ? 0 : 1;
    for (unsigned input_seed = 1; input_seed <= 3; ++input_seed) {
      std::optional<Outcome> first;
      bool differ = false;
      for (const auto &block : blocks) {
        const Outcome now = run(*normal, block, seed * 3 + input_seed);
        if (!now.counts)
          continue;
        ++compared;
        differ = differ || (first && now != *first);
        EXPECT_TRUE(!said || !first || now == *first)
            << "seed " << seed << ", input " << input_seed << ", blocks of " << block[0] << " x " << block[1] << "\n"
            << cfg::print(*normal);
        first = first ? first : now;
      }
      apart += differ && !said ? 1 : 0;
    }
    if (HasFailure())
      return;
  }
  std::printf("%u independent, %u not (of %u launches of these, blocks differ), %u executions\n", independent,
              dependent, apart, compared);
  EXPECT_GT(independent, seeds / 8);
  EXPECT_GT(apart, dependent / 4);
}

} // namespace
} // namespace lockstep::coalescing::test_independence_random
