// Available facts: see facts.h. The dataflow over bit sets of interned facts; the rules are in fact_transfer.cpp.
#include "cfg/analysis/values/facts.h"

#include "cfg/analysis/graph/flow.h"
#include "cfg/analysis/graph/liveness.h"
#include "cfg/analysis/values/fact_transfer.h"
#include "cfg/ir/rewrite.h"
#include "support/invariant.h"
#include "support/sound.h"

#include <algorithm>
#include <deque>
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
    out[a] = support::unsound("facts.aliased", k.arrays[a].aliased);
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
constexpr std::size_t many_facts = 512; // at one point

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

Facts available_facts(const Kernel &k, const FactOptions &options) {
  Facts out;
  out.options = options;
  if (k.blocks.empty())
    return out;
  FactTransfer rules(k, options);
  const Liveness live = options.prune ? liveness(k) : Liveness{};
  // Early, so that sets stay small: what is of no use at b is of none behind it.
  const auto prune = [&](BlockId b, FactSet &s) {
    if (options.prune)
      rules.table().prune(s, live.at_entry[b]);
  };
  const auto pass = [&](BlockId b, FactSet &s) {
    prune(b, s);
    for (const Stmt &stmt : k.blocks[b].stmts)
      rules.apply(stmt, s);
  };
  // Sound because no execution takes an edge whose facts contradict each other.
  const auto take = [&](BlockId b, BlockId to, FactSet &s) {
    if (!s.contradictory)
      rules.apply_edge(k.blocks[b], to, s);
    return support::unsound("facts.edge", !s.contradictory);
  };
  const auto meet = [](FactSet &into, const FactSet &s) {
    return !support::left_out("facts.meet") && into.intersect(s);
  };
  // All: an expression that the table takes for another's equal becomes one of which less is known, everywhere.
  FlowStates<FactSet> in = solve(graph_of(k), 0, FactSet{}, pass, take, meet, Visits::All);
  for (BlockId b = 0; b < k.blocks.size(); ++b) {
    if (in[b])
      prune(b, *in[b]);
    out.reachable.push_back(in[b].has_value());
    out.at_entry.push_back(in[b] ? rules.table().facts(*in[b])
                                 : std::vector<Fact>{{Fact::Condition, 0, boolean(false), k.blocks[b].origin}});
  }
  return out;
}

// How far it has come in one block; the last few places that were asked about.
struct FactReader::Walked {
  static constexpr std::size_t most = 32;
  BlockId block = 0;
  std::deque<std::pair<std::size_t, FactSet>> before; // statements, and what holds before them
  std::optional<Liveness> live;                       // where something is pruned
  std::optional<std::pair<BlockId, LiveInBlock>> in_block;
};

FactReader::FactReader(const Kernel &k, const Facts &facts, bool alone)
    : k_(k), facts_(facts), alone_(alone), rules_(std::make_unique<FactTransfer>(k, facts.options)),
      walked_(std::make_unique<Walked>()) {}
FactReader::~FactReader() = default;

// In a long block, as at its entry; elsewhere facts of no use cost nothing.
void FactReader::prune(BlockId block, std::size_t stmt, FactSet &s) {
  if (!walked_->live)
    walked_->live = liveness(k_);
  if (!walked_->in_block || walked_->in_block->first != block)
    walked_->in_block.emplace(block, LiveInBlock(k_, *walked_->live, block));
  std::vector<bool> live;
  for (VarId v = 0; v < k_.vars.size(); ++v)
    live.push_back(walked_->in_block->second.before(stmt, v));
  rules_->table().prune(s, live);
}

FactSet &FactReader::walk_to(BlockId block, std::size_t stmt) {
  auto &before = walked_->before;
  if (walked_->block != block) {
    before.clear();
    if (alone_)
      rules_->forget();
  }
  walked_->block = block;
  const std::pair<std::size_t, FactSet> *nearest = nullptr;
  for (const auto &at : before)
    if (at.first <= stmt && (nearest == nullptr || at.first > nearest->first))
      nearest = &at;
  std::pair<std::size_t, FactSet> at =
      nearest != nullptr ? *nearest : std::pair(std::size_t(0), rules_->intern(facts_.at_entry[block]));
  for (; at.first < stmt; ++at.first)
    rules_->apply(k_.blocks[block].stmts[at.first], at.second);
  if (facts_.options.prune && at.second.size() > many_facts)
    prune(block, at.first, at.second);
  if (before.size() == Walked::most)
    before.pop_front();
  before.push_back(std::move(at));
  return before.back().second;
}

std::vector<std::vector<Fact>> FactReader::before(BlockId block, const std::vector<std::size_t> &stmts) {
  std::vector<std::vector<Fact>> out;
  std::size_t last = 0;
  for (std::size_t stmt : stmts) {
    LOCKSTEP_INVARIANT(stmt >= last && stmt <= k_.blocks[block].stmts.size(), "statements are asked for in order");
    last = stmt;
    out.push_back(before(block, stmt));
  }
  return out;
}

std::vector<Fact> FactReader::before(BlockId block, std::size_t stmt) {
  return rules_->table().facts(walk_to(block, stmt));
}

std::vector<Fact> FactReader::on_edge(BlockId from, BlockId to) {
  FactSet s = walk_to(from, k_.blocks[from].stmts.size());
  rules_->apply_edge(k_.blocks[from], to, s);
  return rules_->table().facts(s);
}

} // namespace lockstep::cfg
