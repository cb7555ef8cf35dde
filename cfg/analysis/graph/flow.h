// Data flow: what holds at the nodes of a graph whichever way leads there, after Kildall, "A Unified Approach to Global
// Program Optimization" (1973).
//
//   step(n, s)         s at the node's beginning -> s at its end
//   edge(from, to, s)  s at the end of `from` -> s on the edge; false: no execution takes it
//   join(into, s)      what holds on either way; true: `into` has changed
//
// Nodes are visited in reverse post-order (backwards: by falling number), those again whose states have changed, until
// none has. With steps and edges that make more of more, and a join that goes one way through finitely many states,
// this ends, and the order makes no difference to what is found.
#pragma once

#include "cfg/analysis/graph/graph.h"
#include "support/budget.h"

#include <optional>
#include <utility>

namespace lockstep::cfg {

template <typename State> using FlowStates = std::vector<std::optional<State>>; // by node; nothing: no way leads there

// All: those that are reached, as long as any has changed. For steps that keep more in mind than states say.
enum class Visits : std::uint8_t { Changed, All };

template <typename State, typename Step, typename Edge, typename Join>
void settle(const Graph &g, const std::vector<Node> &order, FlowStates<State> &at, Step &&step, Edge &&edge,
            Join &&join, Visits visits = Visits::Changed) {
  std::vector<bool> waits(g.size(), true);
  for (bool changed = true; changed;) {
    support::spend_round();
    changed = false;
    for (const Node n : order) {
      if (!at[n] || (!waits[n] && visits == Visits::Changed))
        continue;
      waits[n] = false;
      State end = *at[n];
      step(n, end);
      for (const Node to : g[n]) {
        State there = end;
        if (!edge(n, to, there))
          continue;
        const bool first = !at[to];
        if (first)
          at[to] = std::move(there);
        if (first || join(*at[to], there))
          waits[to] = changed = true;
      }
    }
  }
}

// At the beginnings of the nodes that can be reached; `start`: at the root's.
template <typename State, typename Step, typename Edge, typename Join>
FlowStates<State> solve(const Graph &g, Node root, State start, Step &&step, Edge &&edge, Join &&join,
                        Visits visits = Visits::Changed) {
  FlowStates<State> at(g.size());
  at[root] = std::move(start);
  settle(g, reverse_postorder(g, root), at, step, edge, join, visits);
  return at;
}

// Backwards, at the ends of all nodes: of what comes behind. `nothing`: where nothing does; joined to any state it must
// leave it as it is, as the empty set does in a union. A step leads from a node's end to its beginning.
template <typename State, typename Step, typename Join>
std::vector<State> solve_backwards(const Graph &g, const State &nothing, Step &&step, Join &&join) {
  FlowStates<State> at(g.size(), nothing);
  std::vector<Node> order;
  for (Node n = static_cast<Node>(g.size()); n-- > 0;)
    order.push_back(n);
  settle(reversed(g), order, at, step, [](Node, Node, const State &) { return true; }, join);
  std::vector<State> out;
  for (std::optional<State> &s : at)
    out.push_back(std::move(*s));
  return out;
}

} // namespace lockstep::cfg
