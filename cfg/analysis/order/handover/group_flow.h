// What a thread surely knows at each point: forward analyses for handovers, to a fixpoint over the ways of a kernel.
//
// Of any thread, over all ways; and once more of each *leader*, a thread that each group has (exists.h) and that alone
// of its group comes to some point, over the ways that are open to it. What leaders know they hand on at the barriers
// of their group.
//
// `Rules` say what is known (a State; what is known at the entry is its start), and how that changes:
//
//   void step(State &, Point) const                          by a statement
//   void learn(State &, const std::vector<Fact> &)           where this has come to be known
//   bool meet(State &to, const State &from) const            where two ways meet; true if `to` has changed
//   void hear(State &, const std::vector<State> &) const     at a barrier, from leaders in front of it
#pragma once

#include "cfg/analysis/order/handover/parts.h"
#include "support/budget.h"

#include <algorithm>

namespace lockstep::cfg {

template <class Rules> class GroupFlow {
public:
  using State = typename Rules::State;

  // `by_leaders`: points of which the only threads may lead their groups.
  GroupFlow(Subject &subject, Rules &rules, const std::vector<Point> &by_leaders) : subject_(subject), rules_(rules) {
    std::vector<LocalIds> asked;
    for (const Point &p : by_leaders) {
      const auto only = subject.only_thread(p);
      if (!only || std::find(asked.begin(), asked.end(), *only) != asked.end())
        continue;
      asked.push_back(*only);
      if (const auto leader = ExistsInEveryBlock::prove(*only, subject.launch))
        led_.push_back({*leader, solve(&*leader)});
    }
    at_ = solve(nullptr);
  }

  // Does a way lead there?
  bool comes_to(BlockId b) const { return at_[b].has_value(); }
  // Of a leader more is known than of any.
  State before(Point p) const {
    if (!led_.empty())
      if (const auto only = subject_.only_thread(p))
        for (const Led &l : led_)
          if (l.leader.ids() == *only)
            return before(l.at, p, &l.leader);
    return before(at_, p, nullptr);
  }

private:
  using Solution = std::vector<std::optional<State>>; // per block, at its start
  struct Led {
    ExistsInEveryBlock leader;
    Solution at;
  };

  Solution solve(const ExistsInEveryBlock *leader) {
    const Kernel &k = subject_.k;
    Solution at(k.blocks.size());
    at[0].emplace();
    for (bool changed = true; changed;) {
      support::spend_round();
      changed = false;
      for (BlockId b = 0; b < k.blocks.size(); ++b) {
        if (!at[b])
          continue;
        const State end = before(at, {b, static_cast<std::uint32_t>(k.blocks[b].stmts.size())}, leader);
        for (BlockId next : successors(k.blocks[b].end)) {
          if (leader && !subject_.edges.open_to(leader->ids(), b, next))
            continue;
          State there = end;
          rules_.learn(there, subject_.edges.known(b, next));
          if (at[next]) {
            changed = rules_.meet(*at[next], there) || changed;
          } else {
            at[next] = std::move(there);
            changed = true;
          }
        }
      }
    }
    return at;
  }

  State before(const Solution &at, Point p, const ExistsInEveryBlock *leader) const {
    if (!at[p.first])
      return {};
    State now = *at[p.first];
    for (std::uint32_t i = 0; i < p.second; ++i) {
      const Point here{p.first, i};
      rules_.step(now, here);
      if (!leader && group_barrier(statement(subject_.k, here), Space::Global))
        rules_.hear(now, of_leaders(here));
    }
    return now;
  }
  std::vector<State> of_leaders(Point barrier) const {
    std::vector<State> out;
    for (const Led &l : led_)
      if (l.at[barrier.first])
        out.push_back(before(l.at, barrier, &l.leader));
    return out;
  }

  Subject &subject_;
  Rules &rules_;
  std::vector<Led> led_;
  Solution at_;
};

} // namespace lockstep::cfg
