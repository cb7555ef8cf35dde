// The ways of a thread, and the barriers on them: see order/named_barriers.h.
#include "cfg/analysis/graph/definitions.h"
#include "cfg/analysis/graph/graph.h"
#include "cfg/analysis/order/named_barriers/parts.h"
#include "cfg/ir/op_groups.h"

#include "support/sound.h"

#include <algorithm>

namespace lockstep::cfg {

namespace {

// What a loop's condition is about, as text: two loops with one text go round equally often. Nothing: not known.
// Sound because it is computed from parameters, sizes and what is the same for the group, and from variables that start
// and move by such amounts.
class LoopText {
public:
  LoopText(const Kernel &k, const LoopForest &forest, const Induction &induction, int loop)
      : k_(k), induction_(induction.loops[static_cast<std::size_t>(loop)]),
        modified_(modified_in(k, forest.loops[static_cast<std::size_t>(loop)])), definitions_(only_definitions(k)) {}

  std::optional<std::string> of(const Expr &e, unsigned depth = 0) const {
    if (!e || depth > 20)
      return std::nullopt;
    if (e->op == Op::Var)
      return of_variable(e, depth);
    switch (e->op) {
    case Op::LocalId:
      if (!support::left_out("numbered.rounds"))
        return std::nullopt;
      break;
    case OPS_OPAQUE: return std::nullopt;
    case Op::Const:
    case Op::Var:
    case Op::LocalSize:
    case OPS_GRID:
    case OPS_COMPUTED: break;
    }
    std::string out = std::string(op_info(e->op).text) + e->type.str() + "#" + std::to_string(e->value) + "(";
    for (const Expr &a : e->args) {
      const auto part = of(a, depth + 1);
      if (!part)
        return std::nullopt;
      out += *part + ",";
    }
    return out + ")";
  }

private:
  std::optional<std::string> of_variable(const Expr &e, unsigned depth) const {
    if (k_.vars[e->var].param)
      return k_.vars[e->var].name;
    if (modified_[e->var]) {
      const auto r = std::ranges::find_if(induction_.recurrences,
                                          [&](const Recurrence &x) { return x.var == e->var && x.linear(); });
      const auto init = r == induction_.recurrences.end() ? std::nullopt : of(r->init, depth + 1);
      const auto step = init ? of(r->step, depth + 1) : std::nullopt;
      return step ? std::optional("<" + e->type.str() + *init + "+" + *step + ">") : std::nullopt;
    }
    const std::optional<Point> at = definitions_[e->var];
    auto *only = at ? std::get_if<Assign>(&statement(k_, *at).node) : nullptr;
    return only ? of(only->value, depth + 1) : std::nullopt;
  }

  const Kernel &k_;
  const LoopInduction &induction_;
  const std::vector<bool> modified_;
  const std::vector<std::optional<Point>> definitions_;
};

bool is_met(const Stmt &s) {
  auto *bar = std::get_if<Barrier>(&s.node);
  return std::holds_alternative<Numbered>(s.node) || (bar && bar->scope != Scope::Warp && !bar->end);
}

class Sequence {
public:
  Sequence(const Kernel &k, const LoopForest &forest, const Induction &induction, const OpenEdges &open)
      : k_(k), forest_(forest), induction_(induction), open_(open), live_(k.blocks.size(), false) {}

  BarrierSequence run() {
    live_[0] = true;
    for (auto [from, to] : open_)
      live_[to] = true;
    int loop = -1;
    for (BlockId b = 0; b < k_.blocks.size(); ++b) {
      const int around = forest_.loop_of[b];
      if (!live_[b] || around == -1 || places_in(b).empty())
        continue;
      if (forest_.loops[static_cast<std::size_t>(around)].parent != -1 || (loop != -1 && loop != around))
        return lacks("barriers of some threads stand in more than one loop");
      loop = around;
    }
    BarrierSequence out;
    if (loop != -1) {
      const Loop &l = forest_.loops[static_cast<std::size_t>(loop)];
      for (auto [from, to] : l.exits)
        if (open_.count({from, to}) && (from != l.head || !places_in(from).empty()))
          return lacks("a loop around a barrier of some threads is left elsewhere than at its head");
      auto *end = std::get_if<Branch>(&k_.blocks[l.head].end.node);
      const auto text = end ? LoopText(k_, forest_, induction_, loop).of(end->condition) : std::nullopt;
      if (!text)
        return lacks("how often a loop around a barrier of some threads is gone round may differ between threads");
      out.loop = *text + (forest_.contains(loop, end->if_true) ? " holds" : " fails");
      if (!walk(l.head, loop, true, out.body) || out.body.empty())
        return lacks("whether a thread comes to a barrier of some threads depends on more than its local id");
    }
    std::vector<Point> all;
    if (!walk(0, loop, false, all))
      return lacks("whether a thread comes to a barrier of some threads depends on more than its local id");
    const auto at = std::ranges::find(all, the_loop);
    out.before.assign(all.begin(), at);
    if (at != all.end())
      out.behind.assign(at + 1, all.end());
    else if (loop != -1)
      return lacks("a loop around a barrier of some threads is not left");
    return out;
  }

private:
  static constexpr Point the_loop{~BlockId(0), 0};

  static BarrierSequence lacks(std::string what) {
    BarrierSequence out;
    out.missing = std::move(what);
    return out;
  }

  std::vector<Point> places_in(BlockId b) const {
    std::vector<Point> out;
    for (std::uint32_t i = 0; i < k_.blocks[b].stmts.size(); ++i)
      if (is_met(k_.blocks[b].stmts[i]))
        out.push_back({b, i});
    return out;
  }

  // What is met on every way from `start` to the kernel's end, or inside the loop round to its head. False: that
  // differs between ways.
  bool walk(BlockId start, int loop, bool inside, std::vector<Point> &out) const {
    const BlockId head = loop == -1 ? ~BlockId(0) : forest_.loops[static_cast<std::size_t>(loop)].head;
    Graph g(k_.blocks.size());
    for (auto [from, to] : open_) {
      const bool in = loop != -1 && forest_.contains(loop, from), goes_in = loop != -1 && forest_.contains(loop, to);
      if (forest_.is_back_edge(from, to) || (inside ? !in || !goes_in : in && (from != head || goes_in)))
        continue;
      g[from].push_back(to);
    }
    std::map<BlockId, std::vector<Point>> at{{start, {}}};
    std::optional<std::vector<Point>> end;
    auto meet = [](std::optional<std::vector<Point>> &to, const std::vector<Point> &w) {
      if (support::unsound("numbered.ways", to && *to != w))
        return false;
      to = w;
      return true;
    };
    for (const Node b : reverse_postorder(g, start)) {
      std::vector<Point> w = at[b];
      const auto here = places_in(b);
      w.insert(w.end(), here.begin(), here.end());
      if (!inside && b == head)
        w.push_back(the_loop);
      const bool round = inside && open_.count({b, head});
      if ((round || (!inside && std::holds_alternative<Return>(k_.blocks[b].end.node))) && !meet(end, w))
        return false;
      for (const Node s : g[b]) {
        const auto [to, added] = at.try_emplace(s, w);
        if (support::unsound("numbered.ways", !added && to->second != w))
          return false;
      }
    }
    if (end)
      out = *end;
    return end.has_value();
  }

  const Kernel &k_;
  const LoopForest &forest_;
  const Induction &induction_;
  const OpenEdges &open_;
  std::vector<bool> live_;
};

} // namespace

OpenEdges edges_open_to(const Kernel &k, const Launch &launch, const std::array<std::uint64_t, 3> &ids) {
  return ways_of(k, launch, ids).open;
}

BarrierSequence barrier_sequence(const Kernel &k, const LoopForest &forest, const Induction &induction,
                                 const OpenEdges &open) {
  return Sequence(k, forest, induction, open).run();
}

} // namespace lockstep::cfg
