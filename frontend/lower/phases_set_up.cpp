// Barriers in group memory that are set up: see phases_set_up.h.
#include "frontend/lower/phases_set_up.h"

#include "cfg/analysis/graph/dominators.h"
#include "cfg/analysis/graph/graph.h"
#include "cfg/analysis/values/unwritten.h"
#include "support/sound.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace lockstep::frontend {

namespace {

using cfg::is_const;
using Place = std::pair<cfg::BlockId, std::uint32_t>;

struct Access { // of the array
  Place place;
  cfg::Expr offset;
  std::uint64_t granules = 0;
  bool reads = false, fresh = false;
};

std::vector<Access> accesses_of(const cfg::Kernel &k, cfg::ArrayId array) {
  std::vector<Access> out;
  for (cfg::BlockId b = 0; b < k.blocks.size(); ++b)
    for (std::uint32_t i = 0; i < k.blocks[b].stmts.size(); ++i) {
      const auto &node = k.blocks[b].stmts[i].node;
      if (auto *l = std::get_if<cfg::Load>(&node); l && l->array == array)
        out.push_back({{b, i}, l->offset, l->dests.size() * l->per_value, true, l->fresh});
      else if (auto *st = std::get_if<cfg::Store>(&node); st && st->array == array)
        out.push_back({{b, i}, st->offset, st->values.size() * st->per_value, false, st->fresh});
      else if (auto *a = std::get_if<cfg::Atomic>(&node); a && a->array == array)
        out.push_back({{b, i}, a->offset, a->per_value, false, false});
    }
  return out;
}

// May the two have a granule in common?
bool may_meet(const Access &a, const Access &b) {
  if (!is_const(a.offset) || !is_const(b.offset))
    return true;
  const std::uint64_t x = a.offset->value, y = b.offset->value;
  return x < y + b.granules && y < x + a.granules;
}

bool in_loop(const cfg::Kernel &k, Place p) { return cfg::is_on_cycle(cfg::graph_of(k), p.first); }

// Is the next of the thread's accesses and barriers behind the place, but for reads of the array, one at which the
// whole group meets?
bool meets_at_once(const cfg::Kernel &k, Place p, cfg::ArrayId array) {
  const std::vector<cfg::Stmt> &stmts = k.blocks[p.first].stmts;
  for (std::size_t i = p.second + 1; i < stmts.size(); ++i) {
    if (auto *bar = std::get_if<cfg::Barrier>(&stmts[i].node))
      return bar->scope == cfg::Scope::Group;
    auto *l = std::get_if<cfg::Load>(&stmts[i].node);
    const bool passes = (l && l->array == array) || std::holds_alternative<cfg::Assign>(stmts[i].node) ||
                        std::holds_alternative<cfg::Assume>(stmts[i].node) ||
                        std::holds_alternative<cfg::Skip>(stmts[i].node);
    if (!passes)
      return false;
  }
  return false;
}

class Checker {
public:
  Checker(const cfg::Kernel &k, const cfg::Launch &launch, cfg::ArrayId array)
      : k_(k), launch_(launch), array_(array), dominators_(cfg::dominators(k)), all_(accesses_of(k, array)) {
    for (const Access &a : all_)
      if (a.fresh && !a.reads)
        set_ups_.push_back(a);
  }

  std::optional<NotSetUp> run(unsigned inits) {
    if (set_ups_.size() != inits)
      return NotSetUp{k_.origin, "a barrier whose memory is written as well"};
    for (const Access &s : set_ups_) {
      if (support::unsound("set_up.once", in_loop(k_, s.place)))
        return not_set_up(s, "a barrier that is set up in a loop");
      for (const Access &a : all_)
        if (support::unsound("set_up.only", !a.reads && a.place != s.place && may_meet(a, s)))
          return not_set_up(a, "a barrier that something else is written to, or that may be set up more than once");
    }
    for (const Access &a : all_)
      if (a.reads && a.fresh)
        if (auto why = used(a))
          return why;
    return std::nullopt;
  }

private:
  NotSetUp not_set_up(const Access &a, const char *why) const {
    return {k_.blocks[a.place.first].stmts[a.place.second].origin, why};
  }

  std::optional<NotSetUp> used(const Access &use) const {
    std::vector<std::uint64_t> cells; // that it may be about
    const std::uint64_t one = use.granules, all = k_.arrays[array_].extent.value_or(0);
    if (is_const(use.offset))
      cells.push_back(use.offset->value);
    else
      for (std::uint64_t c = 0; c + one <= all; c += one)
        cells.push_back(c);
    if (cells.empty() || cells.size() > most_barriers)
      return not_set_up(use, "one of a number of barriers that is not known");
    for (std::uint64_t cell : cells) {
      const bool its_own = std::any_of(set_ups_.begin(), set_ups_.end(), [&](const Access &s) {
        return !is_const(s.offset) || (s.offset->value == cell && s.granules == one);
      });
      if (support::unsound("set_up.other", !its_own))
        return not_set_up(use, "a barrier that is not set up");
      if (support::unsound("set_up.surely", !written(use.place, cell)))
        return not_set_up(use, "a barrier that is not surely set up before all threads of the block have come to the "
                               "last barrier in front");
    }
    return std::nullopt;
  }

  bool written(Place use, std::uint64_t cell) const {
    if (cfg::written_before_a_barrier(k_, launch_, dominators_, use, array_, cell))
      return true;
    return meets_at_once(k_, use, array_) &&
           cfg::bare_loads(k_, launch_, [&](Place p) { return p == use; }).count(use) == 0;
  }

  static constexpr std::size_t most_barriers = 64;
  const cfg::Kernel &k_;
  const cfg::Launch &launch_;
  cfg::ArrayId array_;
  cfg::DominatorTree dominators_;
  std::vector<Access> all_, set_ups_;
};

} // namespace

std::variant<SetUp, NotSetUp> SetUp::of(const cfg::Kernel &k, const cfg::Launch &launch, cfg::ArrayId array,
                                        unsigned inits) {
  if (auto why = Checker(k, launch, array).run(inits))
    return *why;
  return SetUp();
}

} // namespace lockstep::frontend
