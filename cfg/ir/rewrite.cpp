// Rewriting of expressions: see rewrite.h.
#include "cfg/ir/rewrite.h"

#include "cfg/ir/fold.h"

#include <algorithm>
#include <unordered_map>

namespace lockstep::cfg {

namespace {
// What is known of the nodes that a walk has been to. Most expressions are small, and asked about often: few nodes are
// looked for one by one, without an allocation for each.
template <typename Value> class NodeMap {
public:
  Value *find(const ExprNode *n) {
    if (!many_.empty()) {
      const auto it = many_.find(n);
      return it == many_.end() ? nullptr : &it->second;
    }
    const auto it = std::ranges::find_if(few_, [&](const auto &known) { return known.first == n; });
    return it == few_.end() ? nullptr : &it->second;
  }
  void add(const ExprNode *n, Value value) { // one that is missing
    if (few_.empty() && many_.empty())
      few_.reserve(most_few);
    if (few_.size() < most_few && many_.empty())
      return few_.emplace_back(n, std::move(value)), void();
    for (auto &known : few_)
      many_.insert(std::move(known));
    few_.clear();
    many_.emplace(n, std::move(value));
  }
  std::size_t size() const { return few_.size() + many_.size(); }

private:
  static constexpr std::size_t most_few = 24;
  std::vector<std::pair<const ExprNode *, Value>> few_;
  std::unordered_map<const ExprNode *, Value> many_;
};

struct Nothing {};
using Seen = NodeMap<Nothing>;

// Visits every distinct node once, parents first, until `visit` gives false.
template <typename Visit> bool walk(const Expr &e, Seen &seen, Visit &&visit) {
  if (seen.find(e.get()) != nullptr)
    return true;
  seen.add(e.get(), {});
  if (!visit(e))
    return false;
  for (const Expr &a : e->args)
    if (!walk(a, seen, visit))
      return false;
  return true;
}

// not (a < b) is b <= a: one form for a guard and for its negation on the other edge.
Expr negated_comparison(const Expr &e) {
  static constexpr std::pair<Op, Op> opposites[] = {
      {Op::Ult, Op::Ule}, {Op::Ule, Op::Ult}, {Op::Slt, Op::Sle}, {Op::Sle, Op::Slt}};
  for (auto [op, opposite] : opposites)
    if (e->op == op)
      return binary(opposite, e->args[1], e->args[0]);
  return negate(e);
}

void split(const Expr &e, bool positive, std::vector<Expr> &out) {
  if (e->op == Op::Not)
    return split(e->args[0], !positive, out);
  if (positive && e->op == Op::And) {
    split(e->args[0], true, out);
    return split(e->args[1], true, out);
  }
  if (!positive && e->op == Op::Or) {
    split(e->args[0], false, out);
    return split(e->args[1], false, out);
  }
  if (!positive && e->op == Op::Implies) {
    split(e->args[0], true, out);
    return split(e->args[1], false, out);
  }
  Expr c = positive ? e : negated_comparison(e);
  if (!is_const(c, 1))
    out.push_back(c);
}
} // namespace

bool contains(const Expr &e, const Expr &part) {
  Seen seen;
  return !walk(e, seen, [&](const Expr &n) { return !equal(n, part); });
}

bool mentions(const Expr &e, VarId var) {
  Seen seen;
  return !walk(e, seen, [&](const Expr &n) { return n->op != Op::Var || n->var != var; });
}

bool any_node(const Expr &e, const std::function<bool(const ExprNode &)> &is) {
  Seen seen;
  return !walk(e, seen, [&](const Expr &n) { return !is(*n); });
}

std::vector<VarId> variables(const Expr &e) {
  Seen seen;
  std::vector<VarId> out;
  walk(e, seen, [&](const Expr &n) {
    if (n->op == Op::Var && std::ranges::find(out, n->var) == out.end())
      out.push_back(n->var);
    return true;
  });
  return out;
}

std::size_t size(const Expr &e, std::size_t limit) {
  Seen seen;
  walk(e, seen, [&](const Expr &) { return seen.size() < limit; });
  return seen.size();
}

Expr with_args(const ExprNode &n, std::vector<Expr> args) {
  ExprNode copy = n;
  copy.args = std::move(args);
  return fold(std::make_shared<const ExprNode>(std::move(copy)));
}

namespace {
Expr replaced(const Expr &n, const std::function<Expr(const Expr &)> &by, NodeMap<Expr> &done) {
  if (const Expr *known = done.find(n.get()))
    return *known;
  Expr out = by(n);
  if (!out) {
    std::vector<Expr> args;
    for (std::size_t i = 0; i < n->args.size(); ++i) {
      Expr arg = replaced(n->args[i], by, done);
      if (args.empty() && arg == n->args[i])
        continue;
      if (args.empty()) // the first that changes
        args = n->args;
      args[i] = std::move(arg);
    }
    out = args.empty() ? n : with_args(*n, std::move(args));
  }
  done.add(n.get(), out);
  return out;
}
} // namespace

Expr replace(const Expr &e, const std::function<Expr(const Expr &)> &by) {
  NodeMap<Expr> done;
  return replaced(e, by, done);
}

namespace {
bool same_occurrence(const Expr &a, const Expr &b) {
  if (a == b)
    return true;
  if (a->args.empty())
    return a->op != Op::Var && equal(a, b);
  if (!a->type.is_bool() || a->op == Op::Read || a->op == Op::Call || a->op == Op::Ite || a->op != b->op ||
      a->args.size() != b->args.size())
    return false;
  for (std::size_t i = 0; i < a->args.size(); ++i)
    if (!same_occurrence(a->args[i], b->args[i]))
      return false;
  return true;
}

Expr fresh(const Expr &e, std::unordered_map<const ExprNode *, Expr> &done) {
  if (auto it = done.find(e.get()); it != done.end())
    return it->second;
  ExprNode copy = *e;
  for (Expr &a : copy.args)
    a = fresh(a, done);
  return done[e.get()] = std::make_shared<const ExprNode>(std::move(copy));
}
} // namespace

Expr fresh_copy(const Expr &e) {
  std::unordered_map<const ExprNode *, Expr> done;
  return fresh(e, done);
}

Expr merge_occurrences(const Expr &a, const Expr &b) { return same_occurrence(a, b) ? a : fresh_copy(a); }

std::vector<Expr> conjuncts(const Expr &condition) {
  std::vector<Expr> out;
  split(condition, true, out);
  return out;
}

} // namespace lockstep::cfg
