// Unchecked variables and their roots: see checked_state.h.
#include "cfg/passes/checked_state.h"

#include "cfg/ir/rewrite.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace lockstep::cfg {

namespace {
// The variable whose bits these are.
std::optional<VarId> bits_of(const Expr &e) {
  if (e->op == Op::Var)
    return e->var;
  return e->op == Op::BitCast && !e->type.is_bool() ? bits_of(e->args[0]) : std::nullopt;
}
} // namespace

// A copy that is checked on one of the two paths is no copy of its root there: it stands for itself.
CheckedState join(const CheckedState &a, const CheckedState &b) {
  CheckedState out;
  auto from = [&](const CheckedState &x, const CheckedState &y) {
    for (const auto &[v, u] : x.vars_) {
      const auto twin = y.vars_.find(v);
      if (twin == y.vars_.end())
        out.vars_[v] = {u.copy, u.copy ? v : u.root};
      else if (twin->second == u)
        out.vars_[v] = u;
      else
        out.vars_[v] = {u.copy && twin->second.copy, u.copy && twin->second.copy ? v : no_root};
    }
  };
  from(a, b);
  from(b, a);
  std::set_intersection(a.swapped_.begin(), a.swapped_.end(), b.swapped_.begin(), b.swapped_.end(),
                        std::inserter(out.swapped_, out.swapped_.end()));
  return out;
}

bool CheckedState::is_unchecked(const Expr &e) const {
  return any_node(e, [&](const ExprNode &n) { return n.op == Op::Var && vars_.count(n.var); });
}

std::optional<VarId> CheckedState::copied_root(const Expr &e) const {
  const auto v = bits_of(e);
  const auto it = v ? vars_.find(*v) : vars_.end();
  return it != vars_.end() && it->second.copy ? std::optional(it->second.root) : std::nullopt;
}

VarId CheckedState::common_root(const Expr &e) const {
  std::optional<VarId> root;
  for (VarId v : variables(e))
    if (auto it = vars_.find(v); it != vars_.end())
      root = !root || *root == it->second.root ? it->second.root : no_root;
  return root.value_or(no_root);
}

bool CheckedState::may_compute(const Expr &e) const {
  return !any_node(e, [&](const ExprNode &n) {
    const bool division = n.op == Op::UDiv || n.op == Op::SDiv || n.op == Op::URem || n.op == Op::SRem;
    return (division && is_unchecked(n.args[1])) || (n.op == Op::Read && is_unchecked(n.args[0]));
  });
}

bool CheckedState::keeps(VarId v, const Expr &value) const { return copied_root(value) && bits_of(value) == v; }

void CheckedState::read(VarId dest) {
  overwrite(dest);
  for (auto &[v, u] : vars_)
    u = {};
  swapped_.clear();
  vars_[dest] = {true, dest};
}

void CheckedState::overwrite(VarId v) {
  vars_.erase(v);
  VarId heir = no_root;
  for (const auto &[w, u] : vars_)
    if (u.root == v && u.copy) {
      heir = w;
      break;
    }
  for (auto &[w, u] : vars_)
    if (u.root == v)
      u.root = heir;
  std::set<std::pair<VarId, VarId>> kept;
  for (const auto &[result, root] : swapped_)
    if (result != v && (root != v || heir != no_root))
      kept.insert({result, root == v ? heir : root});
  swapped_ = std::move(kept);
}

void CheckedState::assign(VarId v, const Expr &value) {
  if (!is_unchecked(value)) {
    std::vector<VarId> roots; // of the swaps whose result this is
    if (const auto from = bits_of(value))
      for (const auto &[result, root] : swapped_)
        if (result == *from && root != v)
          roots.push_back(root);
    overwrite(v);
    for (VarId root : roots)
      if (vars_.count(root))
        swapped_.insert({v, root});
    return;
  }
  Unchecked now{copied_root(value).has_value(), common_root(value)};
  overwrite(v);
  if (now.root == v) // which is gone
    now.root = no_root;
  if (now.root == no_root && now.copy)
    now.root = v;
  vars_[v] = now;
}

void CheckedState::swapped(VarId result, VarId root) {
  overwrite(result);
  if (root != no_root && root != result)
    swapped_.insert({result, root});
}

std::optional<VarId> CheckedState::checks(const Expr &e, bool value) const {
  if (e->op == Op::Not)
    return checks(e->args[0], !value);
  if (e->op != Op::Eq && e->op != Op::Ne)
    return std::nullopt;
  if (!e->args[0]->type.is_int() || (e->op == Op::Eq) != value)
    return std::nullopt;
  return compared(e);
}

std::optional<VarId> CheckedState::compared(const Expr &e) const {
  for (std::size_t i : {0, 1}) {
    const auto expected = copied_root(e->args[i]);
    const auto result = bits_of(e->args[1 - i]);
    if (expected && result && swapped_.count({*result, *expected}))
      return *expected;
  }
  return std::nullopt;
}

bool CheckedState::only_checks(const Expr &e) const {
  return e->op == Op::Not ? only_checks(e->args[0])
                          : (e->op == Op::Eq || e->op == Op::Ne) && e->args[0]->type.is_int() && compared(e);
}

void CheckedState::checked(VarId root) {
  std::erase_if(vars_, [&](const auto &entry) { return entry.second.root == root; });
  std::erase_if(swapped_, [&](const auto &entry) { return entry.second == root; });
}

} // namespace lockstep::cfg
