// Cells that are counted up in rounds: see cell_rounds.h.
#include "cfg/analysis/sharing/cell_rounds.h"

#include "cfg/analysis/order/places.h"
#include "support/sound.h"

#include <algorithm>
#include <functional>
#include <set>

namespace lockstep::cfg {

namespace {

bool ends_interval(const Stmt &s) { return group_barrier(s, Space::Group); }

// A stop on the way: a barrier; nothing: the entry.
using Stop = std::optional<Point>;

// The statements that a thread may run behind the stop before it comes to a barrier, that one included.
using OpenEdge = std::function<bool(BlockId, BlockId)>;
std::set<Point> behind(const Kernel &k, Stop from, const OpenEdge &open, const std::set<Point> &closed) {
  std::set<Point> out;
  std::vector<Point> todo{from ? Point{from->first, from->second + 1} : Point{0, 0}};
  std::set<BlockId> entered;
  while (!todo.empty()) {
    auto [block, stmt] = todo.back();
    todo.pop_back();
    const std::vector<Stmt> &stmts = k.blocks[block].stmts;
    bool ended = false;
    for (; !ended && stmt < stmts.size(); ++stmt) {
      if (closed.count({block, stmt})) {
        ended = true;
        break;
      }
      out.insert({block, stmt});
      ended = ends_interval(stmts[stmt]);
    }
    if (ended)
      continue;
    for (BlockId next : successors(k.blocks[block].end))
      if (open(block, next) && entered.insert(next).second)
        todo.push_back({next, 0});
  }
  return out;
}

// Ways from barrier to barrier of all threads, and those on which the cell is surely set.
class Ways {
public:
  Ways(const Kernel &k, const Edges &edges, const LocalIds &setter, const std::set<Point> &sets) : k_(k) {
    std::vector<Stop> stops{std::nullopt};
    for (BlockId b = 0; b < k.blocks.size(); ++b)
      for (std::uint32_t i = 0; i < k.blocks[b].stmts.size(); ++i)
        if (ends_interval(k.blocks[b].stmts[i]))
          stops.push_back(Point(b, i));
    const OpenEdge any = [](BlockId, BlockId) { return true; };
    const OpenEdge his = [&](BlockId from, BlockId to) { return edges.open_to(setter, from, to); };
    for (const Stop &from : stops) {
      Behind &b = at_[from];
      b.all = behind(k, from, any, {});
      const std::set<Point> runs = behind(k, from, his, {}), without = behind(k, from, his, sets);
      const bool may_set = std::ranges::any_of(sets, [&](Point p) { return runs.count(p) != 0; });
      for (Point p : b.all)
        if (ends_interval(statement(k, p)) &&
            (!runs.count(p) || (without.count(p) && !(may_set && support::left_out("rounds.sets")))))
          b.unset.insert(p);
    }
  }

  // May a thread come there with the cell not set since the stop? It is when two barriers with a set between are
  // passed.
  bool reaches_unset(const std::vector<Stop> &from, Point to) const {
    std::set<Stop> seen;
    std::vector<Stop> todo = from;
    while (!todo.empty()) {
      const Stop stop = todo.back();
      todo.pop_back();
      if (!seen.insert(stop).second)
        continue;
      const Behind &b = at_.at(stop);
      if (b.all.count(to))
        return true;
      for (Point next : b.unset)
        todo.push_back(next);
    }
    return false;
  }
  // Does it run in an interval in which the cell is set?
  bool is_beside_a_set(Point p) const {
    return std::ranges::any_of(at_, [&](const auto &x) {
      const Behind &b = x.second;
      const bool sets =
          std::ranges::any_of(b.all, [&](Point q) { return ends_interval(statement(k_, q)) && !b.unset.count(q); });
      return sets && b.all.count(p);
    });
  }
  // The barriers to which a thread comes next.
  std::vector<Stop> next(Point p) const {
    std::vector<Stop> out;
    for (Point q : behind(k_, p, [](BlockId, BlockId) { return true; }, {}))
      if (ends_interval(statement(k_, q)))
        out.push_back(q);
    return out;
  }

private:
  struct Behind {
    std::set<Point> all;   // statements in front of the next barrier, and that one
    std::set<Point> unset; // barriers to which a way leads that may not set the cell
  };
  const Kernel &k_;
  std::map<Stop, Behind> at_;
};

} // namespace

std::optional<std::uint64_t> CellRounds::set_anew(ArrayId array, std::uint64_t cell,
                                                  const std::vector<Point> &additions,
                                                  const std::vector<Point> &also_behind) {
  std::optional<std::uint64_t> start;
  std::map<LocalIds, std::set<Point>> sets; // by who makes them
  const auto stores = stores_to_counter(k_, array, cell);
  for (std::size_t i = 0; stores && i < stores->size(); ++i) {
    const auto &[place, value] = (*stores)[i];
    if (!is_const(value) || support::unsound("rounds.constant", start && *start != value->value))
      return std::nullopt;
    start = value->value;
    if (const auto who = only_thread(reader_.before(place.first, place.second), launch_))
      if (const auto setter = ExistsInEveryBlock::prove(*who, launch_))
        sets[setter->ids()].insert(place);
  }
  const Edges edges(k_, reader_);
  for (const auto &[who, his] : sets) {
    const Ways ways(k_, edges, who, his);
    const auto is_behind = [&](Point p) { return !ways.reaches_unset({std::nullopt}, p) && !ways.is_beside_a_set(p); };
    const auto once = [&](Point p) {
      const std::set<Point> soon = behind(k_, p, [](BlockId, BlockId) { return true; }, {});
      return support::sound("rounds.once", !soon.count(p) && !ways.reaches_unset(ways.next(p), p));
    };
    if (std::ranges::all_of(additions, [&](Point p) { return is_behind(p) && once(p); }) &&
        std::ranges::all_of(also_behind, is_behind))
      return start;
  }
  return std::nullopt;
}

bool CellRounds::is_final(Point load, ArrayId array) const {
  for (const ArrayUse &use : uses_of(k_, array))
    if (support::unsound("rounds.final", use.changes() && (reaches(k_, load, use.place) ||
                                                           in_one_interval(k_, load, use.place, Space::Group))))
      return false;
  return true;
}

std::optional<FinalCell> CellRounds::final_cell(Point load, ArrayId array, std::uint64_t cell) const {
  return is_final(load, array) ? std::optional(FinalCell(array, support::left_out("rounds.one_cell") ? 0 : cell))
                               : std::nullopt;
}

namespace {
// The additions of one to cells of the array, if nothing else but stores changes it.
std::vector<Point> additions_of_one(const Kernel &k, ArrayId array) {
  std::vector<Point> out;
  for (const auto &[place, store, a] : uses_of(k, array)) {
    if (store || a->op == AtomicOp::Load)
      continue;
    if (a->op != AtomicOp::Add || a->per_value != 1 || !is_const(a->operands[0], 1) || !is_const(a->offset))
      return {};
    out.push_back(place);
  }
  return out;
}
} // namespace

std::map<Point, Bounds> counted_loads(const Kernel &k, const Facts &facts, const Launch &launch) {
  std::map<Point, Bounds> out;
  Wide threads = 1;
  for (const Launch::Extent &size : launch.local_size)
    threads = size ? threads * *size : Wide(0);
  if (threads == Wide(0))
    return out;
  std::optional<CellRounds> rounds;
  for (ArrayId array = 0; array < k.arrays.size(); ++array) {
    if (k.arrays[array].space != Space::Group)
      continue;
    const std::vector<Point> additions = additions_of_one(k, array);
    if (additions.empty())
      continue;
    if (!rounds)
      rounds.emplace(k, facts, launch);
    for (BlockId b = 0; b < k.blocks.size(); ++b)
      for (std::uint32_t i = 0; i < k.blocks[b].stmts.size(); ++i) {
        auto *l = std::get_if<Load>(&k.blocks[b].stmts[i].node);
        if (!l || l->array != array || l->dests.size() != 1 || l->per_value != 1 || !is_const(l->offset))
          continue;
        const auto start = rounds->set_anew(array, l->offset->value, additions, {{b, i}});
        const Wide most = threads * Wide(additions.size());
        if (start && Wide(*start) + most < Wide::power_of_two(8 * k.arrays[array].granule_bytes - 1))
          out[{b, i}] = {Wide(*start), Wide(*start) + most};
      }
  }
  return out;
}

} // namespace lockstep::cfg
