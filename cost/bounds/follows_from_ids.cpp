// See follows_from_ids.h.
#include "cost/bounds/follows_from_ids.h"

#include "cfg/ir/op_groups.h"
#include "support/invariant.h"

#include <algorithm>
#include <variant>
#include <vector>

namespace lockstep::cost {

namespace {

using cfg::Op;

bool fits(const cfg::ExprNode &e) {
  switch (e.op) {
  case OPS_LEAF:
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
  case OPS_MIN_MAX:
  case OPS_CAST:
  case OPS_TRUTH:
  case Op::Ite: return true;
  case Op::Shl:
  case OPS_DIVISION:
  case OPS_RIGHT_SHIFT: return cfg::is_const(e.args[1]);
  case Op::BitAnd: return cfg::is_const(e.args[0]) || cfg::is_const(e.args[1]);
  case Op::BitOr:
  case Op::BitXor:
  case OPS_FLOAT:
  case OPS_OPAQUE: return false;
  }
  LOCKSTEP_UNREACHABLE("every operation has its case");
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
