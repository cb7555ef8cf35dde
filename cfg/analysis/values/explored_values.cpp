// What an expression is on a tuple of values: see explored_values.h.
#include "cfg/analysis/values/explored_values.h"

#include "cfg/ir/evaluate.h"
#include "support/sound.h"

#include <algorithm>
#include <unordered_map>

namespace lockstep::cfg {

namespace {
constexpr std::size_t max_alternatives = 66; // of one expression

void in_order_once(std::vector<std::uint64_t> &v) {
  std::ranges::sort(v);
  v.erase(std::unique(v.begin(), v.end()), v.end());
}

Alternatives constant_of(const ExprNode &leaf, const LaunchRange &launch) {
  if (leaf.op == Op::Const)
    return std::vector<std::uint64_t>{leaf.value};
  ExprRange r = launch(leaf);
  if (!is_one_value(r))
    return std::nullopt;
  return std::vector<std::uint64_t>{r.as_unsigned.lo.bits()};
}

// On one tuple.
class TupleEvaluation {
public:
  TupleEvaluation(const Tuple &t, const TuplePlaces &places, const LaunchRange &launch)
      : t_(t), places_(places), launch_(launch) {}
  Alternatives evaluate(const Expr &e);

private:
  Alternatives operation(const Expr &e);

  const Tuple &t_;
  const TuplePlaces &places_;
  const LaunchRange &launch_;
  std::unordered_map<const ExprNode *, Alternatives> memo_; // of nodes with several users
};

Alternatives TupleEvaluation::evaluate(const Expr &e) {
  if (e->type.is_float())
    return std::nullopt;
  if (e->op == Op::Var) {
    if (!places_.has(e->var) || !t_[places_.of(e->var)])
      return support::left_out("value_explorer.others") ? Alternatives{{0}} : std::nullopt;
    return std::vector<std::uint64_t>{*t_[places_.of(e->var)]};
  }
  if (e->op == Op::Call || e->op == Op::Read)
    return std::nullopt;
  if (e->args.empty())
    return constant_of(*e, launch_);
  bool shared = e.use_count() > 1;
  if (shared)
    if (auto it = memo_.find(e.get()); it != memo_.end())
      return it->second;
  Alternatives out = operation(e);
  if (shared)
    memo_.emplace(e.get(), out);
  return out;
}

// Every combination of the arguments' alternatives.
Alternatives TupleEvaluation::operation(const Expr &e) {
  if (e->op == Op::Ite) {
    Alternatives c = evaluate(e->args[0]);
    bool both = !c || c->size() != 1;
    Alternatives yes = both || c->front() ? evaluate(e->args[1]) : std::vector<std::uint64_t>{};
    Alternatives no = both || !c->front() ? evaluate(e->args[2]) : std::vector<std::uint64_t>{};
    if (!yes || !no)
      return std::nullopt;
    yes->insert(yes->end(), no->begin(), no->end());
    in_order_once(*yes);
    return yes->size() <= max_alternatives ? yes : std::nullopt;
  }
  std::vector<std::vector<std::uint64_t>> args;
  std::size_t ways = 1;
  for (const Expr &a : e->args) {
    Alternatives v = evaluate(a);
    if (!v && (e->op == Op::And || e->op == Op::Or))
      v = std::vector<std::uint64_t>{0, 1}; // the other side may decide
    if (!v)
      return std::nullopt;
    ways *= v->size();
    if (ways > max_alternatives)
      return std::nullopt;
    args.push_back(std::move(*v));
  }
  std::vector<std::uint64_t> out;
  for (std::size_t way = 0; way < ways; ++way) {
    std::vector<std::uint64_t> bits;
    std::size_t rest = way;
    for (const auto &a : args) {
      bits.push_back(a[rest % a.size()]);
      rest /= a.size();
    }
    std::optional<std::uint64_t> v = defined_value(*e, bits);
    if (!v)
      return std::nullopt;
    out.push_back(*v);
  }
  in_order_once(out);
  return out;
}
} // namespace

Alternatives evaluate(const Expr &e, const Tuple &t, const TuplePlaces &places, const LaunchRange &launch) {
  return TupleEvaluation(t, places, launch).evaluate(e);
}

bool has_value(const Expr &e, const std::vector<bool> &known, const LaunchRange &launch) {
  if (e->type.is_float() || e->op == Op::Call || e->op == Op::Read)
    return false;
  if (e->op == Op::Var)
    return known[e->var];
  if (e->args.empty())
    return constant_of(*e, launch).has_value();
  if (e->op == Op::Ite)
    return has_value(e->args[1], known, launch) && has_value(e->args[2], known, launch);
  return std::ranges::all_of(e->args, [&](const Expr &a) { return has_value(a, known, launch); });
}

} // namespace lockstep::cfg
