// The fixpoint of the range analysis: see range_solver.h.
//
// Ascending phase: a worklist in reverse post-order; what comes round a loop is widened at its head. Descending phase:
// states are recomputed from their predecessors a few times. A variable that a loop does not assign keeps, at the
// loop's head, the range with which the loop was entered.
#include "cfg/analysis/values/ranges/range_solver.h"

#include "cfg/analysis/graph/graph.h"
#include "cfg/ir/rewrite.h"
#include "support/budget.h"
#include "support/sound.h"

#include <algorithm>
#include <set>

namespace lockstep::cfg {

namespace {
constexpr unsigned plain_joins = 1;     // back-edge changes at a head before widening to thresholds
constexpr unsigned threshold_steps = 6; // and before widening to the ends of the type
constexpr unsigned coarse_steps = 4;    // and before giving a changing variable its full range
constexpr unsigned narrowing_rounds = 4;

// Bounds at which widening stops: the kernel's constants and their neighbours, and the launch's sizes.
std::vector<Wide> thresholds(const Kernel &k, const RangeContext &c) {
  std::set<Wide> out{-1, 0, 1};
  auto near = [&](Wide v) { out.insert({v - 1, v, v + 1}); };
  auto learn = [&](const Expr &e) {
    any_node(e, [&](const ExprNode &n) {
      if (n.op == Op::Const && n.type.is_int()) {
        near(Wide(n.value));
        near(signed_value(n));
      } else if (n.op >= Op::LocalId && n.op <= Op::GlobalOffset) {
        near(c.launch_quantity(n).as_unsigned.hi);
      }
      return false;
    });
  };
  for (const Block &b : k.blocks) {
    for (const Stmt &s : b.stmts)
      for (const Expr &e : used_exprs(s))
        learn(e);
    for (const Expr &e : used_exprs(b.end))
      learn(e);
  }
  return {out.begin(), out.end()};
}

class RangeSolver {
public:
  RangeSolver(const Kernel &k, const LoopForest &forest, const Liveness &live, const KnownRanges &known,
              Ranges::Data &data)
      : k_(k), forest_(forest), live_(live), known_(known), data_(data), thresholds_(thresholds(k, data.context)),
        back_changes_(k.blocks.size(), 0), preds_(predecessors(k)) {
    RangeState nowhere;
    nowhere.reachable = false;
    data_.at_entry.assign(k.blocks.size(), nowhere);
    order_ = reverse_postorder(graph_of(k), 0);
    rank_.assign(k.blocks.size(), 0);
    for (std::size_t i = 0; i < order_.size(); ++i)
      rank_[order_[i]] = i;
    for (const Loop &l : forest.loops)
      modified_.push_back(modified_in(k, l));
  }

  void run() {
    ascend();
    for (unsigned i = 0; i < narrowing_rounds && descend(); ++i) {}
  }

private:
  // The state on the edge, of the target's live variables.
  void follow(BlockId from, BlockId to, RangeState &s) const {
    if (auto it = data_.points.on_edge.find({from, to}); it != data_.points.on_edge.end() && s.reachable)
      it->second.apply(s, data_.context);
    known_.clip(to, s, k_);
    s.keep_if([&](VarId v) { return live_.at_entry[to][v]; });
  }

  RangeState at_end(BlockId b) const {
    RangeState s = data_.at_entry[b];
    for (std::size_t i = 0; i < k_.blocks[b].stmts.size() && s.reachable; ++i)
      transfer(k_, b, i, s, data_.context, data_.points, nullptr);
    return s;
  }

  void ascend() {
    data_.at_entry[0].reachable = true;
    std::set<std::pair<std::size_t, BlockId>> work{{rank_[0], 0}};
    while (!work.empty()) {
      support::spend();
      BlockId b = work.begin()->second;
      work.erase(work.begin());
      RangeState end = at_end(b);
      for (BlockId t : successors(k_.blocks[b].end)) {
        RangeState s = end;
        if (s.reachable)
          follow(b, t, s);
        if (s.reachable && merge(b, t, s))
          work.insert({rank_[t], t});
      }
    }
  }

  // Joins `s`, which arrives from `from`, into t's state; true if that changed.
  bool merge(BlockId from, BlockId t, const RangeState &s) {
    RangeState &in = data_.at_entry[t];
    if (!in.reachable) {
      in = s;
      return true;
    }
    RangeState out = forest_.is_back_edge(from, t) ? come_round(t, in, s) : join(in, s);
    known_.clip(t, out, k_); // what widening has lost; `in` lies within, so the states still grow
    if (out == in)
      return false;
    in = std::move(out);
    return true;
  }

  // Around the loop: only what the loop assigns can have changed, and that is widened.
  RangeState come_round(BlockId head, const RangeState &in, const RangeState &s) {
    const std::vector<bool> &modified = modified_[static_cast<std::size_t>(forest_.headed_by(head))];
    RangeState out;
    unsigned changes = back_changes_[head];
    for (const RangeState::Entry &e : in.listed()) {
      if (support::sound("ranges.widening", !modified[e.var])) {
        out.set(e.var, e.range, e.type);
        continue;
      }
      const ExprRange *now = s.find(e.var);
      ExprRange joined = now ? join(e.range, *now) : full_range(e.type);
      if (!(joined == e.range) && changes >= plain_joins + threshold_steps + coarse_steps)
        joined = full_range(e.type);
      else if (!(joined == e.range) && changes >= plain_joins)
        joined = widen(e.range, joined, e.type, changes >= plain_joins + threshold_steps);
      out.set(e.var, joined, e.type);
    }
    if (!(out == in))
      ++back_changes_[head];
    return out;
  }

  ExprRange widen(const ExprRange &old, const ExprRange &now, Type type, bool coarse) const {
    Bounds s = widen(old.as_signed, now.as_signed, signed_bounds(type), coarse);
    Bounds u = widen(old.as_unsigned, now.as_unsigned, unsigned_bounds(type), coarse);
    return meet(ExprRange{s, u}, full_range(type), type).value_or(full_range(type));
  }

  // To the next threshold; coarse: to 0 or the end of the type. Stops one short of the end, where a loop that counts
  // by one and tests afterwards still cannot wrap.
  Bounds widen(const Bounds &old, Bounds now, const Bounds &all, bool coarse) const {
    if (now.lo < old.lo) {
      Wide end = now.lo > all.lo ? all.lo + 1 : all.lo;
      auto it = std::ranges::upper_bound(thresholds_, now.lo);
      bool found = !coarse && it != thresholds_.begin();
      now.lo = std::max(end, found ? *std::prev(it) : now.lo >= 0 ? 0 : end);
    }
    if (now.hi > old.hi) {
      Wide end = now.hi < all.hi ? all.hi - 1 : all.hi;
      auto it = std::ranges::lower_bound(thresholds_, now.hi);
      bool found = !coarse && it != thresholds_.end();
      now.hi = std::min(end, found ? *it : now.hi <= 0 ? 0 : end);
    }
    return now;
  }

  // One descending round; true if something changed.
  bool descend() {
    bool changed = false;
    for (BlockId b : order_) {
      if (b == 0 || !data_.at_entry[b].reachable)
        continue;
      RangeState now = recompute(b);
      if (!(now == data_.at_entry[b])) {
        data_.at_entry[b] = std::move(now);
        changed = true;
      }
    }
    return changed;
  }

  RangeState recompute(BlockId b) const {
    RangeState entered, round;
    entered.reachable = round.reachable = false;
    for (BlockId p : preds_[b]) {
      RangeState s = at_end(p);
      if (s.reachable)
        follow(p, b, s);
      if (!s.reachable)
        continue;
      RangeState &into = forest_.is_back_edge(p, b) ? round : entered;
      into = join(into, s);
    }
    if (!entered.reachable)
      return entered; // a loop that is not entered does not go round
    RangeState out;
    int loop = forest_.headed_by(b);
    for (const RangeState::Entry &e : entered.listed()) {
      bool kept = support::sound("ranges.narrowing",
                                 loop < 0 || !round.reachable || !modified_[static_cast<std::size_t>(loop)][e.var]);
      const ExprRange *again = kept ? nullptr : round.find(e.var);
      if (kept)
        out.set(e.var, e.range, e.type);
      else if (again)
        out.set(e.var, join(e.range, *again), e.type);
    }
    return intersect(out, data_.at_entry[b]);
  }

  // Sound because both states hold; an empty intersection shows that no execution gets here.
  RangeState intersect(RangeState a, const RangeState &b) const {
    for (const RangeState::Entry &e : b.listed()) {
      const ExprRange *r = a.find(e.var);
      auto both = r ? meet(*r, e.range, e.type) : e.range;
      if (both)
        a.set(e.var, *both, e.type);
      else
        a.reachable = false;
    }
    return a;
  }

  const Kernel &k_;
  const LoopForest &forest_;
  const Liveness &live_;
  const KnownRanges &known_;
  Ranges::Data &data_;
  std::vector<Wide> thresholds_;
  std::vector<unsigned> back_changes_;
  std::vector<std::vector<BlockId>> preds_;
  std::vector<Node> order_;
  std::vector<std::size_t> rank_;
  std::vector<std::vector<bool>> modified_; // per loop, by variable
};
} // namespace

// Sound because the given ranges hold whenever the block is entered, whatever else is known there.
void KnownRanges::clip(BlockId b, RangeState &s, const Kernel &k) const {
  if (ranges.empty() || !s.reachable)
    return;
  s.reachable = reachable[b];
  for (const auto &[v, r] : ranges[b]) {
    const ExprRange *now = s.find(v);
    auto both = now ? meet(*now, r, k.vars[v].type) : r;
    if (both)
      s.set(v, *both, k.vars[v].type);
    else
      s.reachable = false;
  }
}

void solve(const Kernel &k, const LoopForest &forest, const Liveness &live, const KnownRanges &known,
           Ranges::Data &data) {
  RangeSolver(k, forest, live, known, data).run();
}

} // namespace lockstep::cfg
