// What an expression is on a tuple of values: see value_explorer.h.
#include "cfg/analysis/values/value_explorer.h"

#include "cfg/ir/evaluate.h"
#include "support/sound.h"

#include <algorithm>
#include <unordered_map>

namespace lockstep::cfg {

namespace {
constexpr std::size_t max_alternatives = 66; // of one expression

void in_order_once(std::vector<std::uint64_t> &v) {
  std::sort(v.begin(), v.end());
  v.erase(std::unique(v.begin(), v.end()), v.end());
}
} // namespace

struct Explorer::Memo { // of nodes with several users
  std::unordered_map<const ExprNode *, Values> values;
};

Explorer::Values Explorer::constant_of(const ExprNode &leaf) const {
  if (leaf.op == Op::Const)
    return std::vector<std::uint64_t>{leaf.value};
  ExprRange r = launch_(leaf);
  if (r.as_unsigned.lo != r.as_unsigned.hi)
    return std::nullopt;
  return std::vector<std::uint64_t>{r.as_unsigned.lo.bits()};
}

Explorer::Values Explorer::evaluate(const Expr &e, const Tuple &t, const Scope &s) const {
  Memo memo;
  return evaluate(e, t, s, memo);
}

Explorer::Values Explorer::evaluate(const Expr &e, const Tuple &t, const Scope &s, Memo &memo) const {
  if (e->type.is_float())
    return std::nullopt;
  if (e->op == Op::Var) {
    int place = s.place[e->var];
    if (place < 0 || !t[static_cast<std::size_t>(place)])
      return support::left_out("value_explorer.others") ? Values{{0}} : std::nullopt;
    return std::vector<std::uint64_t>{*t[static_cast<std::size_t>(place)]};
  }
  if (e->op == Op::Call || e->op == Op::Read)
    return std::nullopt;
  if (e->args.empty())
    return constant_of(*e);
  bool shared = e.use_count() > 1;
  if (shared)
    if (auto it = memo.values.find(e.get()); it != memo.values.end())
      return it->second;
  Values out = operation(e, t, s, memo);
  if (shared)
    memo.values.emplace(e.get(), out);
  return out;
}

// Every combination of the arguments' alternatives.
Explorer::Values Explorer::operation(const Expr &e, const Tuple &t, const Scope &s, Memo &memo) const {
  if (e->op == Op::Ite) {
    Values c = evaluate(e->args[0], t, s, memo);
    bool both = !c || c->size() != 1;
    Values yes = both || c->front() ? evaluate(e->args[1], t, s, memo) : std::vector<std::uint64_t>{};
    Values no = both || !c->front() ? evaluate(e->args[2], t, s, memo) : std::vector<std::uint64_t>{};
    if (!yes || !no)
      return std::nullopt;
    yes->insert(yes->end(), no->begin(), no->end());
    in_order_once(*yes);
    return yes->size() <= max_alternatives ? yes : std::nullopt;
  }
  std::vector<std::vector<std::uint64_t>> args;
  std::size_t ways = 1;
  for (const Expr &a : e->args) {
    Values v = evaluate(a, t, s, memo);
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

bool Explorer::has_value(const Expr &e, const std::vector<bool> &known) const {
  if (e->type.is_float() || e->op == Op::Call || e->op == Op::Read)
    return false;
  if (e->op == Op::Var)
    return known[e->var];
  if (e->args.empty())
    return constant_of(*e).has_value();
  if (e->op == Op::Ite)
    return has_value(e->args[1], known) && has_value(e->args[2], known);
  return std::all_of(e->args.begin(), e->args.end(), [&](const Expr &a) { return has_value(a, known); });
}

} // namespace lockstep::cfg
