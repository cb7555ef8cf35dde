// Available facts: see facts.h. The dataflow over bit sets of interned facts; the rules are in fact_table.cpp.
#include "cfg/analysis/values/facts.h"

#include "cfg/analysis/graph/graph.h"
#include "cfg/analysis/graph/liveness.h"
#include "cfg/analysis/values/fact_table.h"
#include "cfg/ir/rewrite.h"
#include "support/budget.h"
#include "support/invariant.h"
#include "support/sound.h"

#include <algorithm>
#include <map>
#include <optional>

namespace lockstep::cfg {

bool Fact::operator==(const Fact &other) const {
  return kind == other.kind && (kind == Condition || var == other.var) && equal(expr, other.expr);
}

// Sound because an aliased array counts as written: a write to any array may change it, and so may other threads'.
std::vector<bool> written_arrays(const Kernel &k) {
  std::vector<bool> out(k.arrays.size(), false);
  for (ArrayId a = 0; a < k.arrays.size(); ++a)
    out[a] = k.arrays[a].aliased && !support::left_out("facts.aliased");
  for (const Block &b : k.blocks)
    for (const Stmt &s : b.stmts) {
      if (auto *st = std::get_if<Store>(&s.node))
        out[st->array] = true;
      else if (auto *a = std::get_if<Atomic>(&s.node))
        out[a->array] = true; // an atomic load writes nothing, but others may write what it reads
    }
  return out;
}

namespace {
std::vector<Expr> switch_conditions(const Switch &s, BlockId to) {
  std::map<std::uint64_t, bool> all_to; // case value -> do all cases of this value lead to `to`?
  std::map<std::uint64_t, bool> any_to;
  for (const SwitchCase &c : s.cases) {
    bool here = c.target == to;
    auto [it, fresh] = all_to.emplace(c.value, here);
    it->second = it->second && here;
    any_to[c.value] = any_to[c.value] || here;
    (void)fresh;
  }
  auto is = [&](std::uint64_t v) { return binary(Op::Eq, s.value, constant(s.value->type, v)); };
  std::vector<Expr> out;
  if (s.otherwise == to) {
    for (auto [value, any] : any_to)
      if (!any)
        out.push_back(negate(is(value)));
    return out;
  }
  Expr either = boolean(false);
  for (auto [value, any] : any_to)
    if (any)
      either = binary(Op::Or, either, is(value));
  return {either};
}
} // namespace

std::vector<Expr> edge_conditions(const Block &from, BlockId to) {
  if (auto *b = std::get_if<Branch>(&from.end.node)) {
    if (b->if_true == b->if_false)
      return {};
    return conjuncts(b->if_true == to ? b->condition : negate(b->condition));
  }
  if (auto *s = std::get_if<Switch>(&from.end.node)) {
    std::vector<Expr> out;
    for (const Expr &c : switch_conditions(*s, to))
      for (const Expr &part : conjuncts(c))
        out.push_back(part);
    return out;
  }
  return {};
}

namespace {
// The dataflow. An empty optional is the top element "not reached yet": it holds every fact.
class FactSolver {
public:
  FactSolver(const Kernel &k, const FactOptions &options)
      : k_(k), table_(k, options), live_(options.prune ? liveness(k) : Liveness{}), in_(k.blocks.size()) {}

  Facts run(const FactOptions &options) {
    in_[0] = FactSet{};
    const std::vector<Node> order = reverse_postorder(graph_of(k_), 0);
    // Sets only shrink once reached, and the table is finite: each pass but the last shrinks a set or reaches a block.
    for (bool changed = true; changed;) {
      support::spend_round();
      changed = false;
      for (BlockId b : order)
        if (in_[b])
          changed = push(b) || changed;
    }
    Facts out;
    out.options = options;
    for (BlockId b = 0; b < k_.blocks.size(); ++b) {
      if (in_[b])
        prune(b, *in_[b]);
      out.reachable.push_back(in_[b].has_value());
      out.at_entry.push_back(in_[b] ? table_.facts(*in_[b])
                                    : std::vector<Fact>{{Fact::Condition, 0, boolean(false), k_.blocks[b].origin}});
    }
    return out;
  }

private:
  // Early, so that sets stay small: what is of no use at b is of none behind it.
  void prune(BlockId b, FactSet &s) {
    if (!live_.at_entry.empty())
      table_.prune(s, live_.at_entry[b]);
  }

  // Transfers b's facts to its successors; true if some successor's set changed.
  bool push(BlockId b) {
    FactSet s = *in_[b];
    prune(b, s);
    for (const Stmt &stmt : k_.blocks[b].stmts)
      table_.apply(stmt, s);
    if (s.contradictory)
      return false;
    bool changed = false;
    for (BlockId t : successors(k_.blocks[b].end)) {
      FactSet e = s;
      table_.apply_edge(k_.blocks[b], t, e);
      if (e.contradictory || support::left_out("facts.edge"))
        continue; // Sound because no execution takes this edge.
      if (!in_[t]) {
        in_[t] = std::move(e);
        changed = true;
      } else {
        changed = (!support::left_out("facts.meet") && in_[t]->intersect(e)) || changed;
      }
    }
    return changed;
  }

  const Kernel &k_;
  FactTable table_;
  const Liveness live_; // empty: nothing is pruned
  std::vector<std::optional<FactSet>> in_;
};
} // namespace

Facts available_facts(const Kernel &k, const FactOptions &options) {
  if (k.blocks.empty())
    return {{}, {}, options};
  return FactSolver(k, options).run(options);
}

FactReader::FactReader(const Kernel &k, const Facts &facts)
    : k_(k), facts_(facts), table_(std::make_unique<FactTable>(k, facts.options)) {}
FactReader::~FactReader() = default;

std::vector<std::vector<Fact>> FactReader::before(BlockId block, const std::vector<std::size_t> &stmts) {
  FactSet s = table_->intern(facts_.at_entry[block]);
  std::vector<std::vector<Fact>> out;
  std::size_t done = 0;
  for (std::size_t stmt : stmts) {
    LOCKSTEP_INVARIANT(stmt >= done && stmt <= k_.blocks[block].stmts.size(), "statements are asked for in order");
    for (; done < stmt; ++done)
      table_->apply(k_.blocks[block].stmts[done], s);
    out.push_back(table_->facts(s));
  }
  return out;
}

std::vector<Fact> FactReader::before(BlockId block, std::size_t stmt) {
  return before(block, std::vector{stmt}).front();
}

std::vector<Fact> FactReader::on_edge(BlockId from, BlockId to) {
  FactSet s = table_->intern(facts_.at_entry[from]);
  for (const Stmt &stmt : k_.blocks[from].stmts)
    table_->apply(stmt, s);
  table_->apply_edge(k_.blocks[from], to, s);
  return table_->facts(s);
}

} // namespace lockstep::cfg
