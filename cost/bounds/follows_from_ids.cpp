// See follows_from_ids.h.
#include "cost/bounds/follows_from_ids.h"

#include <algorithm>
#include <variant>
#include <vector>

namespace lockstep::cost {

namespace {

using cfg::Op;

bool fits(const cfg::ExprNode &e) {
  switch (e.op) {
  case Op::Const:
  case Op::Var:
  case Op::LocalId:
  case Op::GroupId:
  case Op::LocalSize:
  case Op::NumGroups:
  case Op::GlobalOffset:
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
  case Op::SMin:
  case Op::SMax:
  case Op::UMin:
  case Op::UMax:
  case Op::Ult:
  case Op::Ule:
  case Op::Slt:
  case Op::Sle:
  case Op::Zext:
  case Op::Sext:
  case Op::Trunc:
  case Op::Eq:
  case Op::Ne:
  case Op::Ite:
  case Op::Not:
  case Op::And:
  case Op::Or:
  case Op::Implies: return true;
  case Op::UDiv:
  case Op::SDiv:
  case Op::URem:
  case Op::SRem:
  case Op::Shl:
  case Op::LShr:
  case Op::AShr: return cfg::is_const(e.args[1]);
  case Op::BitAnd: return cfg::is_const(e.args[0]) || cfg::is_const(e.args[1]);
  default: return false;
  }
}

class Reading {
public:
  explicit Reading(const cfg::Kernel &k) : k_(k), other_(k.vars.size()) {
    for (cfg::VarId v = 0; v < k.vars.size(); ++v)
      other_[v] = !k.vars[v].type.is_int() && !k.vars[v].type.is_bool();
    for (bool changed = true; changed;) {
      changed = false;
      for (const cfg::Block &b : k.blocks)
        for (const cfg::Stmt &s : b.stmts) {
          const auto *assigned = std::get_if<cfg::Assign>(&s.node);
          if (assigned != nullptr && is_affine(assigned->value))
            continue;
          for (const cfg::VarId v : cfg::defined_vars(s))
            if (!other_[v])
              other_[v] = changed = true;
        }
    }
  }

  bool is_affine(const cfg::Expr &e) const {
    bool out = true;
    cfg::for_each_node(e, [&](const cfg::ExprNode &n) { out = out && fits(n) && (n.op != Op::Var || !other_[n.var]); });
    return out;
  }

private:
  const cfg::Kernel &k_;
  std::vector<bool> other_; // by variable: made of something else
};

} // namespace

bool is_affine(const cfg::Kernel &k) {
  const Reading reading(k);
  return std::all_of(k.blocks.begin(), k.blocks.end(), [&](const cfg::Block &b) {
    const bool places = std::all_of(b.stmts.begin(), b.stmts.end(), [&](const cfg::Stmt &s) {
      if (const auto *l = std::get_if<cfg::Load>(&s.node))
        return l->quiet || reading.is_affine(l->offset);
      if (const auto *w = std::get_if<cfg::Store>(&s.node))
        return w->quiet || reading.is_affine(w->offset);
      const auto *a = std::get_if<cfg::Atomic>(&s.node);
      return a == nullptr || reading.is_affine(a->offset);
    });
    if (const auto *branch = std::get_if<cfg::Branch>(&b.end.node))
      return places && reading.is_affine(branch->condition);
    if (const auto *choice = std::get_if<cfg::Switch>(&b.end.node))
      return places && reading.is_affine(choice->value);
    const auto *jump = std::get_if<cfg::Goto>(&b.end.node);
    return places && (jump == nullptr || jump->targets.size() < 2);
  });
}

} // namespace lockstep::cost
