// Threads that are followed one by one: see followed_threads.h.
#include "cfg/analysis/sharing/followed_threads.h"

#include "cfg/analysis/values/thread_ways.h"
#include "cfg/ir/op_groups.h"
#include "cfg/ir/rewrite.h"
#include "support/budget.h"
#include "support/sound.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace lockstep::cfg {

namespace {

using Values = std::vector<std::optional<std::uint64_t>>; // of the variables that matter, in their order

// Which variables may be known to who follows a thread, and which of them matter to where it accesses the arrays.
class Matter {
public:
  Matter(const Kernel &k, const Launch &launch, const std::set<ArrayId> &arrays) : k_(k), launch_(launch) {
    find_knowable();
    for (const AccessRef &a : shared_accesses(k))
      if (arrays.count(a.array) != 0)
        uses_[{a.block, a.stmt}].push_back(a);
    for (const auto &[at, all] : uses_)
      for (const AccessRef &a : all)
        if (!knows(a.offset))
          unknown_.insert(a.array);
    find_what_matters();
  }

  bool knows(const Expr &e) const { // perhaps
    bool all = true;
    for_each_node(e, [&](const ExprNode &n) { all = all && may_compute(n) && (n.op != Op::Var || knowable_[n.var]); });
    return all;
  }
  const std::set<ArrayId> &unknown() const { return unknown_; } // somewhere
  const std::map<Point, std::vector<AccessRef>> &uses() const { return uses_; }
  const std::vector<VarId> &vars() const { return vars_; }
  int place(VarId v) const { return place_[v]; } // in Values; -1: it does not matter
  // Are places made of what linear arithmetic does not know?
  bool is_hard() const { return hard_; }

private:
  bool may_compute(const ExprNode &n) const {
    switch (n.op) {
    case Op::LocalSize: return launch_.local_size[n.value].has_value();
    case OPS_GRID:
    case OPS_OPAQUE:
    case OPS_FLOAT: return false;
    case Op::Const:
    case Op::Var:
    case Op::LocalId:
    case Op::Ite:
    case OPS_NUMBER:
    case OPS_CAST:
    case OPS_TRUTH: break;
    }
    return !n.type.is_float();
  }

  void find_knowable() {
    knowable_.assign(k_.vars.size(), false);
    for (const Block &b : k_.blocks)
      for (const Stmt &s : b.stmts)
        for (const VarId v : defined_vars(s))
          knowable_[v] = true;
    for (VarId v = 0; v < k_.vars.size(); ++v)
      if (k_.vars[v].param)
        knowable_[v] = false;
    for (bool changed = true; changed;) {
      support::spend_round();
      changed = false;
      for (const Block &b : k_.blocks)
        for (const Stmt &s : b.stmts) {
          const auto *a = std::get_if<Assign>(&s.node);
          for (const VarId v : defined_vars(s))
            if (knowable_[v] && (!a || !knows(a->value))) {
              knowable_[v] = false;
              changed = true;
            }
        }
    }
  }

  void find_what_matters() {
    std::vector<bool> matters(k_.vars.size(), false);
    const auto mark = [&](const Expr &e) {
      bool changed = false;
      for_each_node(e, [&](const ExprNode &n) {
        if (n.op == Op::Var && !matters[n.var])
          changed = matters[n.var] = true;
        const bool by_number = n.args.size() == 2 && is_const(n.args[1]);
        switch (n.op) {
        case Op::Mul:
        case Op::Shl: hard_ = hard_ || !by_number; break;
        case OPS_DIVISION:
        case OPS_RIGHT_SHIFT:
        case OPS_BITWISE: hard_ = true; break;
        case Op::Add:
        case Op::Sub:
        case OPS_MIN_MAX:
        case OPS_LEAF:
        case OPS_CAST:
        case OPS_TRUTH:
        case Op::Ite:
        case OPS_FLOAT:
        case OPS_OPAQUE: break;
        }
      });
      return changed;
    };
    for (const auto &[at, all] : uses_)
      for (const AccessRef &a : all)
        if (unknown_.count(a.array) == 0)
          mark(a.offset);
    if (std::ranges::find(matters, true) == matters.end())
      hard_ = false; // places are the same in each round
    for (const Block &b : k_.blocks)
      for (const Expr &e : used_exprs(b.end))
        if (knows(e))
          mark(e);
    for (bool changed = true; changed;) {
      support::spend_round();
      changed = false;
      for (const Block &b : k_.blocks)
        for (const Stmt &s : b.stmts)
          if (const auto *a = std::get_if<Assign>(&s.node); a && matters[a->var])
            changed = mark(a->value) || changed;
    }
    place_.assign(k_.vars.size(), -1);
    for (VarId v = 0; v < k_.vars.size(); ++v)
      if (matters[v] && knowable_[v]) {
        place_[v] = static_cast<int>(vars_.size());
        vars_.push_back(v);
      }
  }

  const Kernel &k_;
  const Launch &launch_;
  std::vector<bool> knowable_; // per variable
  std::map<Point, std::vector<AccessRef>> uses_;
  std::set<ArrayId> unknown_;
  std::vector<VarId> vars_;
  std::vector<int> place_;
  bool hard_ = false;
};

void forget_dead(Values &values, const Matter &matter, const std::vector<bool> &live) {
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!live[matter.vars()[i]])
      values[i].reset();
}

// The intervals between barriers, numbered: what is the same for all threads behind a barrier names the one that begins
// there.
class Intervals {
public:
  Intervals(const Kernel &k, const Liveness &live, const Uniformity &group, const Matter &matter)
      : k_(k), live_(live), group_(group), matter_(matter) {}

  unsigned at_entry() { return number_of({}); }
  // Of the one behind the barrier. Values of variables that are dead there are forgotten.
  unsigned behind(Point barrier, Values &values);
  bool differs() const { return differs_; } // what names an interval is known to one thread, and not to another

private:
  struct Start {
    std::optional<Point> barrier; // nothing: the entry
    Values uniform;
    auto operator<=>(const Start &) const = default;
  };
  unsigned number_of(const Start &s) {
    return starts_.try_emplace(s, static_cast<unsigned>(starts_.size())).first->second;
  }

  const Kernel &k_;
  const Liveness &live_;
  const Uniformity &group_;
  const Matter &matter_;
  std::map<Point, std::vector<bool>> live_behind_;
  std::map<Point, std::vector<unsigned>> known_; // behind the barrier, per variable: 1 to a thread, 2 not to one
  bool differs_ = false;
  std::map<Start, unsigned> starts_;
};

unsigned Intervals::behind(Point barrier, Values &values) {
  auto [live, fresh] = live_behind_.try_emplace(barrier);
  if (fresh)
    live->second = live_before(k_, live_, barrier.first, barrier.second + 1);
  forget_dead(values, matter_, live->second);
  Start start{barrier, Values(values.size())};
  std::vector<unsigned> &known = known_[barrier];
  known.resize(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const VarId v = matter_.vars()[i];
    if (!live->second[v] ||
        support::unsound("followed_threads.start", !group_.block_uniform[barrier.first] || !group_.var_uniform[v]))
      continue;
    start.uniform[i] = values[i];
    known[i] |= values[i] ? 1U : 2U;
    differs_ = differs_ || known[i] == 3;
  }
  return number_of(start);
}

// Which places of the arrays threads touch, in which interval.
class Touches {
public:
  void add(unsigned interval, const AccessRef &a, std::uint64_t first, std::uint32_t thread) {
    std::vector<Touch> &touched = touched_[{interval, a.array}];
    for (std::uint64_t g = 0; g < a.granules; ++g)
      touched.push_back({first + g, thread, between(a.kind, true)});
  }
  void lose(ArrayId a) { lost_.insert(a); }
  bool is_lost(ArrayId a) const { return lost_.count(a) != 0; }
  const std::set<ArrayId> &lost() const { return lost_; } // a place is not known
  // Of the others, those where two threads meet.
  std::set<ArrayId> met();

private:
  struct Touch {
    std::uint64_t granule = 0;
    std::uint32_t thread = 0;
    AccessKind kind = AccessKind::Read;
    auto operator<=>(const Touch &) const = default;
  };

  std::map<std::pair<unsigned, ArrayId>, std::vector<Touch>> touched_; // by interval and array
  std::set<ArrayId> lost_;
};

std::set<ArrayId> Touches::met() {
  std::set<ArrayId> out;
  for (auto &[where, all] : touched_) {
    if (out.count(where.second) != 0 || is_lost(where.second))
      continue;
    std::ranges::sort(all);
    for (std::size_t from = 0, to = 0; from < all.size(); from = to) {
      bool writes = false, reads = false, atomics = false, several = false;
      for (to = from; to < all.size() && all[to].granule == all[from].granule; ++to) {
        several = several || all[to].thread != all[from].thread;
        writes = writes || all[to].kind == AccessKind::Write;
        reads = reads || all[to].kind == AccessKind::Read;
        atomics = atomics || all[to].kind == AccessKind::Atomic;
      }
      if (support::unsound("followed_threads.meet", several && (writes || (reads && atomics)))) {
        out.insert(where.second);
        break;
      }
    }
  }
  return out;
}

class ThreadFollower {
public:
  ThreadFollower(const Kernel &k, const Liveness &live, const Uniformity &group, const Launch &launch,
                 const Matter &matter, std::uint64_t most_steps)
      : k_(k), live_(live), launch_(launch), matter_(matter), most_steps_(most_steps),
        intervals_(k, live, group, matter) {
    const auto before = predecessors(k);
    for (BlockId b = 0; b < k.blocks.size(); ++b)
      joins_.push_back(before[b].size() > 1);
  }

  // False: it takes too long.
  bool follow(const std::vector<LocalIds> &threads) {
    const std::uint64_t most = std::min<std::uint64_t>(most_of_one_thread, 4 * most_steps_ / threads.size());
    for (std::size_t t = 0; t < threads.size(); ++t) {
      ids_ = threads[t];
      thread_ = static_cast<std::uint32_t>(t);
      if (!follow_thread(most) || steps_ * threads.size() > most_steps_ * (t + 1))
        return false;
    }
    return !intervals_.differs();
  }

  Touches &touches() { return touches_; }

private:
  struct Place {
    BlockId block = 0;
    std::uint32_t stmt = 0;
    unsigned interval = 0;
    Values values;
    auto operator<=>(const Place &) const = default;
  };

  bool follow_thread(std::uint64_t most) {
    const std::uint64_t before = steps_;
    std::set<Place> seen;
    std::vector<Place> work{{0, 0, intervals_.at_entry(), Values(matter_.vars().size())}};
    while (!work.empty()) {
      Place p = std::move(work.back());
      work.pop_back();
      if ((p.stmt != 0 || joins_[p.block]) && !seen.insert(p).second)
        continue;
      const Block &b = k_.blocks[p.block];
      for (; p.stmt < b.stmts.size(); ++p.stmt)
        execute(b.stmts[p.stmt], p);
      steps_ += 1 + p.values.size() / values_a_step;
      if (steps_ - before > most)
        return false;
      support::spend();
      for (const BlockId to : next_of(b.end, p.values)) {
        Place n{to, 0, p.interval, p.values};
        forget_dead(n.values, matter_, live_.at_entry[to]);
        work.push_back(std::move(n));
      }
    }
    return true;
  }

  void execute(const Stmt &s, Place &p) {
    if (const auto used = matter_.uses().find({p.block, p.stmt}); used != matter_.uses().end())
      touch(used->second, p);
    if (const auto *a = std::get_if<Assign>(&s.node); a && matter_.place(a->var) >= 0) {
      p.values[static_cast<std::size_t>(matter_.place(a->var))] = value(a->value, p.values);
      ++steps_;
    }
    if (const auto *bar = std::get_if<Barrier>(&s.node);
        bar && support::sound("followed_threads.fence", bar->scope != Scope::Warp && bar->fence_group))
      p.interval = intervals_.behind({p.block, p.stmt}, p.values);
  }

  std::optional<std::uint64_t> value(const Expr &e, const Values &now) const {
    return value_for(e, launch_, ids_, [&](VarId v) {
      const int at = matter_.place(v);
      return at < 0 ? std::nullopt : now[static_cast<std::size_t>(at)];
    });
  }

  void touch(const std::vector<AccessRef> &all, const Place &p) {
    for (const AccessRef &a : all) {
      if (matter_.unknown().count(a.array) != 0 || touches_.is_lost(a.array))
        continue;
      if (const auto first = value(a.offset, p.values)) {
        touches_.add(p.interval, a, *first, thread_);
        steps_ += a.granules;
      } else if (support::unsound("followed_threads.place", true)) {
        touches_.lose(a.array);
      }
    }
  }

  std::vector<BlockId> next_of(const Terminator &end, const Values &now) const {
    if (const auto *b = std::get_if<Branch>(&end.node))
      if (const auto c = value(b->condition, now))
        return {*c != 0 ? b->if_true : b->if_false};
    return successors(end);
  }

  const Kernel &k_;
  const Liveness &live_;
  const Launch &launch_;
  const Matter &matter_;
  static constexpr std::uint64_t most_of_one_thread = 20'000; // a loop of any number of rounds is soon given up
  static constexpr std::size_t values_a_step = 8;             // that are copied
  const std::uint64_t most_steps_;
  std::uint64_t steps_ = 0;
  std::vector<bool> joins_; // per block: several ways lead there
  LocalIds ids_{};
  std::uint32_t thread_ = 0;
  Intervals intervals_;
  Touches touches_;
};

} // namespace

Followed follow_threads(const Kernel &k, const Liveness &live, const Uniformity &group, const Launch &launch,
                        std::uint64_t most_steps) {
  std::set<ArrayId> arrays;
  for (ArrayId a = 0; a < k.arrays.size(); ++a)
    if (k.arrays[a].space == Space::Group)
      arrays.insert(a);
  const bool sizes = std::ranges::all_of(launch.local_size, [](const auto &n) { return n.has_value(); });
  if (arrays.empty() || !sizes)
    return {};
  const Matter matter(k, launch, arrays);
  for (const ArrayId a : matter.unknown())
    arrays.erase(a);
  if (arrays.empty() || !matter.is_hard())
    return {};
  ThreadFollower follower(k, live, group, launch, matter, most_steps);
  const std::vector<LocalIds> threads = threads_of(k, launch);
  if (threads.empty() || !follower.follow(threads))
    return {};
  const std::set<ArrayId> met = follower.touches().met();
  for (const std::set<ArrayId> &others : {met, follower.touches().lost()})
    for (const ArrayId a : others)
      arrays.erase(a);
  return {std::move(arrays), !met.empty()};
}

} // namespace lockstep::cfg
