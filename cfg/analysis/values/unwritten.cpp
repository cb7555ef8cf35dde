// Memory that nobody has written: see unwritten.h.
#include "cfg/analysis/values/unwritten.h"

#include "cfg/analysis/values/facts.h"
#include "cfg/analysis/values/ranges/ranges.h"
#include "cfg/ir/op_groups.h"
#include "cfg/ir/rewrite.h"
#include "support/invariant.h"
#include "support/sound.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <map>
#include <optional>
#include <tuple>

namespace lockstep::cfg {

namespace {

constexpr std::size_t max_visits = 3000;  // of blocks, for one thread and one cell
constexpr unsigned max_exact_visits = 12; // of one block with what the thread's variables hold
constexpr std::uint64_t max_cells = 4096; // of one array

bool known_throughout(const Array &a) { return !a.initial.empty() && a.extent && a.initial.size() >= *a.extent; }

// A thread by its local id; in a dimension of free size the first or the last.
struct Id {
  std::array<std::uint64_t, 3> at{};
  bool last = false;
  bool unknown = false; // any thread
};

// The number k where e is the size of a group in dimension d plus k. Sound modulo 2^w in a width that holds the sizes;
// below an extension no less than -1 is taken, so that nothing wraps around there.
struct FromSize {
  std::uint64_t dimension;
  std::int64_t k;
};
std::optional<FromSize> from_size(const Expr &e) {
  if (!e->type.is_int() || e->type.width < 16)
    return std::nullopt;
  switch (e->op) {
  case Op::LocalSize: return FromSize{e->value, 0};
  case Op::Trunc: return from_size(e->args[0]);
  case Op::Zext:
  case Op::Sext: {
    const auto from = from_size(e->args[0]);
    return from && from->k >= -1 && from->k <= 0 ? from : std::nullopt;
  }
  case Op::Add:
  case Op::Sub: {
    auto from = from_size(e->args[0]);
    if (!from || !is_const(e->args[1]))
      return std::nullopt;
    const std::int64_t c = signed_value(*e->args[1]);
    if (c < -2 || c > 2)
      return std::nullopt;
    from->k += e->op == Op::Add ? c : -c;
    return from;
  }
  case Op::Const:
  case Op::Var:
  case Op::LocalId:
  case OPS_GRID:
  case Op::Mul:
  case Op::Shl:
  case OPS_NO_FLAGS:
  case OPS_TRUTH:
  case Op::Ite:
  case OPS_FLOAT:
  case OPS_OPAQUE: return std::nullopt;
  }
  LOCKSTEP_UNREACHABLE("every operation has its case");
}

// One thread's ways through the kernel, as far as its ids decide them.
class Walk {
public:
  Walk(const Kernel &k, const Launch &launch, const Id &id) : k_(k), launch_(launch), id_(id) {}

  // Does every way from the entry to the load write the array's cell before?
  bool writes_before(Point load, ArrayId array, std::uint64_t cell) {
    load_ = load;
    array_ = array;
    cell_ = cell;
    work_.clear();
    seen_.clear();
    visits_.assign(k_.blocks.size(), 0);
    go(0, {});
    for (std::size_t n = 0; !work_.empty(); ++n) {
      auto [block, values] = std::move(work_.back());
      work_.pop_back();
      if (n == max_visits || !visit(block, std::move(values)))
        return false;
    }
    return true;
  }

private:
  using Values = std::map<VarId, Expr>; // constants; a variable that is not listed: unknown

  void go(BlockId block, Values values) {
    if (++visits_[block] > max_exact_visits)
      values.clear();
    std::vector<std::pair<VarId, std::uint64_t>> key;
    for (const auto &[v, c] : values)
      key.push_back({v, c->value});
    if (seen_.insert({block, std::move(key)}).second)
      work_.push_back({block, std::move(values)});
  }

  Expr evaluate(const Expr &e, const Values &values) const {
    const Expr value = replaced(e, values);
    if (value->op == Op::Eq || value->op == Op::Ne) {
      const auto a = from_size(value->args[0]), b = from_size(value->args[1]);
      if (a && b && a->dimension == b->dimension && std::abs(a->k) < 16 && std::abs(b->k) < 16)
        return boolean((a->k == b->k) == (value->op == Op::Eq));
    }
    return value;
  }

  Expr replaced(const Expr &e, const Values &values) const {
    return replace(e, [&](const Expr &n) -> Expr {
      auto size = [&](const Launch::Extent &s) { return s ? constant(n->type, *s) : Expr{}; };
      switch (n->op) {
      case Op::Var: {
        auto it = values.find(n->var);
        return it == values.end() ? Expr{} : it->second;
      }
      case Op::LocalId:
        if (id_.unknown)
          return {};
        if (id_.last && !launch_.local_size[n->value])
          return binary(Op::Sub, leaf(Op::LocalSize, static_cast<unsigned>(n->value), n->type), constant(n->type, 1));
        return constant(n->type, id_.at[n->value]);
      case Op::LocalSize: return size(launch_.local_size[n->value]);
      case Op::NumGroups: return size(launch_.num_groups[n->value]);
      case Op::Const: // as they are
      case Op::GroupId:
      case Op::GlobalOffset:
      case OPS_COMPUTED:
      case OPS_OPAQUE: return {};
      }
      LOCKSTEP_UNREACHABLE("every operation has its case");
    });
  }

  bool covers(const Expr &offset, std::uint64_t granules, const Values &values) const {
    const Expr at = evaluate(offset, values);
    if (support::left_out("unwritten.other_cell") && !is_const(at))
      return true;
    return is_const(at) && at->value <= cell_ && cell_ - at->value < granules;
  }

  // False: the load is reached, and nothing has been written.
  bool visit(BlockId b, Values values) {
    const Block &block = k_.blocks[b];
    for (std::uint32_t i = 0; i < block.stmts.size(); ++i) {
      const Stmt &s = block.stmts[i];
      if (load_ == std::pair(b, i))
        return false;
      if (auto *st = std::get_if<Store>(&s.node)) {
        if (st->array == array_ && covers(st->offset, st->values.size() * st->per_value, values))
          return true;
      } else if (auto *at = std::get_if<Atomic>(&s.node)) {
        if (at->array == array_ && at->op != AtomicOp::Load && at->op != AtomicOp::CmpXchg &&
            covers(at->offset, at->per_value, values))
          return true;
      } else if (auto *as = std::get_if<Assume>(&s.node)) {
        if (is_const(evaluate(as->condition, values), 0))
          return true; // nothing goes on here
      }
      auto *assign = std::get_if<Assign>(&s.node);
      const Expr value = assign ? evaluate(assign->value, values) : Expr{};
      for (VarId v : defined_vars(s))
        if (value && is_const(value))
          values[v] = value;
        else
          values.erase(v);
    }
    for (BlockId to : ways(block, values))
      go(to, values);
    return true;
  }

  std::vector<BlockId> ways(const Block &block, const Values &values) const {
    if (auto *br = std::get_if<Branch>(&block.end.node)) {
      if (const Expr c = evaluate(br->condition, values); is_const(c))
        return {c->value ? br->if_true : br->if_false};
    } else if (auto *s = std::get_if<Switch>(&block.end.node)) {
      if (const Expr c = evaluate(s->value, values); is_const(c)) {
        auto to = std::ranges::find_if(s->cases, [&](const SwitchCase &x) { return x.value == c->value; });
        return {to == s->cases.end() ? s->otherwise : to->target};
      }
    }
    return successors(block.end);
  }

  const Kernel &k_;
  const Launch &launch_;
  Id id_;
  Point load_;
  ArrayId array_ = 0;
  std::uint64_t cell_ = 0;
  std::vector<std::pair<BlockId, Values>> work_;
  std::set<std::pair<BlockId, std::vector<std::pair<VarId, std::uint64_t>>>> seen_;
  std::vector<unsigned> visits_;
};

// Threads that are likely to write the cell, all of which exist: one whose number is the cell's, the first, the last,
// others.
std::vector<Id> candidates(const Launch &launch, std::uint64_t cell) {
  std::vector<std::uint64_t> numbers;
  std::uint64_t threads = 1;
  std::array<std::uint64_t, 3> size{};
  bool free = false;
  for (unsigned d = 0; d < 3; ++d) {
    size[d] = launch.local_size[d].value_or(1); // of a free size, the first (or the last)
    free = free || !launch.local_size[d];
    threads *= size[d];
  }
  auto add = [&](std::uint64_t n) {
    if (n < threads && std::ranges::find(numbers, n) == numbers.end())
      numbers.push_back(n);
  };
  for (std::uint64_t n : {cell, std::uint64_t(0), threads - 1, std::uint64_t(1), cell * 32, cell / 2, cell % threads})
    add(n);
  std::vector<Id> out;
  for (std::uint64_t n : numbers)
    out.push_back({{n % size[0], n / size[0] % size[1], n / size[0] / size[1]}, false, false});
  if (free)
    for (std::size_t i = numbers.size(); i-- > 0;)
      out.push_back({out[i].at, true, false});
  return out;
}

} // namespace

std::vector<bool> fixed_arrays(const Kernel &k) {
  std::vector<bool> out = written_arrays(k);
  for (ArrayId a = 0; a < k.arrays.size(); ++a) {
    const Space space = k.arrays[a].space;
    out[a] = !out[a] && (support::left_out("unwritten.fixed") || space == Space::Global || space == Space::Constant ||
                         known_throughout(k.arrays[a]));
  }
  return out;
}

std::vector<bool> read_incoherently(const Kernel &k) {
  std::vector<bool> out(k.arrays.size(), false);
  for (const Block &b : k.blocks)
    for (const Stmt &s : b.stmts)
      if (auto *l = std::get_if<Load>(&s.node))
        out[l->array] = out[l->array] || l->incoherent;
  return out;
}

namespace {

// Cells of an array: `number` of them from `first` on; none: any.
struct Cells {
  std::uint64_t first = 0, number = 0;
};

// What the load may read. Sound because an access to a cell that the array does not have is undefined.
Cells cells_of(const Kernel &k, Point at, const Load &l, const Ranges *ranges) {
  const std::uint64_t read = l.dests.size() * l.per_value, all = k.arrays[l.array].extent.value_or(0);
  if (is_const(l.offset))
    return {l.offset->value, read};
  if (!ranges || !ranges->reachable(at.first))
    return {0, all};
  const Bounds offset = ranges->evaluate_before(l.offset, k, at.first, at.second).as_unsigned;
  const auto first = offset.lo.exact_as<std::uint64_t>(), last = (offset.hi + Wide(read - 1)).exact_as<std::uint64_t>();
  if (!first || !last || *last - *first >= max_cells)
    return {0, all};
  if (all != 0 && *last >= all)
    return {std::min(*first, all), all - std::min(*first, all)};
  return {*first, *last - *first + (support::left_out("unwritten.last_cell") ? 0 : 1)};
}

// The loads of group arrays that may read a cell for which `written` does not hold.
Places loads_without(const Kernel &k, const Ranges *ranges,
                     const std::function<bool(Point, ArrayId, std::uint64_t)> &written) {
  Places out;
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    for (std::uint32_t i = 0; i < k.blocks[b].stmts.size(); ++i) {
      auto *l = std::get_if<Load>(&k.blocks[b].stmts[i].node);
      if (!l || k.arrays[l->array].space != Space::Group || known_throughout(k.arrays[l->array]))
        continue;
      const Cells read = cells_of(k, {b, i}, *l, ranges);
      bool surely = read.number > 0 && read.number <= max_cells;
      for (std::uint64_t n = read.number; surely && n-- > 0;) // the last are the likeliest to be left out
        surely = written({b, i}, l->array, read.first + n);
      if (support::unsound("unwritten.bare", !surely))
        out.insert({b, i});
    }
  return out;
}

bool some_thread_writes_before(const Kernel &k, const Launch &launch, Point place, ArrayId array, std::uint64_t cell) {
  const std::vector<Id> threads = candidates(launch, cell);
  return std::ranges::any_of(threads,
                             [&](const Id &id) { return Walk(k, launch, id).writes_before(place, array, cell); });
}

// The last barrier of the group that is on every way to the place, and orders group memory.
std::optional<Point> barrier_before(const Kernel &k, const DominatorTree &dominators, Point place) {
  if (!dominators.contains(place.first))
    return std::nullopt;
  std::uint32_t end = place.second;
  for (Node b = place.first;; b = dominators.parent(b)) {
    const std::vector<Stmt> &stmts = k.blocks[b].stmts;
    for (std::uint32_t i = b == place.first ? end : static_cast<std::uint32_t>(stmts.size()); i-- > 0;)
      if (auto *barrier = std::get_if<Barrier>(&stmts[i].node);
          barrier && support::sound("unwritten.barrier", barrier->scope != Scope::Warp) &&
          support::sound("unwritten.fences", barrier->fence_group))
        return Point(static_cast<BlockId>(b), i);
    if (b == dominators.root())
      return std::nullopt;
  }
}
} // namespace

Places bare_loads(const Kernel &k, const Launch &launch, const PlaceTest &matters, const Ranges *ranges) {
  return loads_without(k, ranges, [&](Point place, ArrayId array, std::uint64_t cell) {
    return (!matters || matters(place)) && some_thread_writes_before(k, launch, place, array, cell);
  });
}

bool written_before_a_barrier(const Kernel &k, const Launch &launch, const DominatorTree &dominators, Point place,
                              ArrayId array, std::uint64_t cell) {
  const auto barrier = barrier_before(k, dominators, place);
  return barrier && some_thread_writes_before(k, launch, *barrier, array, cell);
}

Places bare_loads_of_some(const Kernel &k, const Launch &launch, const Ranges *ranges) {
  const DominatorTree tree = dominators(k);
  std::map<std::tuple<Point, ArrayId, std::uint64_t>, bool> known; // for barriers
  return loads_without(k, ranges, [&](Point place, ArrayId array, std::uint64_t cell) {
    if (const auto barrier = barrier_before(k, tree, place)) {
      const auto [at, fresh] = known.emplace(std::tuple(*barrier, array, cell), false);
      if (fresh)
        at->second = some_thread_writes_before(k, launch, *barrier, array, cell);
      if (at->second)
        return true;
    }
    return Walk(k, launch, {{}, false, true}).writes_before(place, array, cell);
  });
}

std::optional<std::vector<CellStore>> stores_to_cell(const Kernel &k, ArrayId array, std::uint64_t cell,
                                                     unsigned per_value) {
  std::vector<CellStore> out;
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    for (std::uint32_t i = 0; i < k.blocks[b].stmts.size(); ++i) {
      const Stmt &s = k.blocks[b].stmts[i];
      if (auto *a = std::get_if<Atomic>(&s.node); a && a->array == array && a->op != AtomicOp::Load)
        return std::nullopt;
      auto *st = std::get_if<Store>(&s.node);
      if (!st || st->array != array)
        continue;
      if (!is_const(st->offset))
        return std::nullopt;
      for (std::size_t v = 0; v < st->values.size(); ++v) {
        const std::uint64_t at = st->offset->value + v * st->per_value;
        if (at == cell && st->per_value == per_value)
          out.push_back({{b, i}, st->values[v]});
        else if (at < cell + per_value && cell < at + st->per_value)
          return std::nullopt;
      }
    }
  return out;
}

Places first_loads(const Kernel &k) {
  Places out;
  const Graph graph = graph_of(k);
  for (ArrayId array = 0; array < k.arrays.size(); ++array) {
    if (k.arrays[array].space != Space::Private || known_throughout(k.arrays[array]))
      continue;
    auto writes = [&](const Stmt &s) {
      auto *st = std::get_if<Store>(&s.node);
      auto *at = std::get_if<Atomic>(&s.node);
      return (st && st->array == array) || (at && at->array == array);
    };
    std::vector<Node> next;
    for (BlockId b = 0; b < k.blocks.size(); ++b)
      if (std::ranges::any_of(k.blocks[b].stmts, writes))
        next.insert(next.end(), graph[b].begin(), graph[b].end());
    const std::vector<bool> behind = reachable(graph, next); // at the block's start: may the array have been written?
    for (BlockId b = 0; b < k.blocks.size(); ++b) {
      bool written = behind[b];
      for (std::uint32_t i = 0; i < k.blocks[b].stmts.size(); ++i) {
        const Stmt &s = k.blocks[b].stmts[i];
        if (auto *l = std::get_if<Load>(&s.node); l && l->array == array && !written)
          out.insert({b, i});
        written = written || writes(s);
      }
    }
  }
  return out;
}

} // namespace lockstep::cfg
