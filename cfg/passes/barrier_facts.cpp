// Claims of other threads in front of a barrier: see barrier_facts.h.
#include "cfg/passes/barrier_facts.h"

#include "cfg/analysis/graph/graph.h"
#include "cfg/analysis/sharing/uniformity.h"
#include "cfg/ir/pairwise.h"
#include "cfg/ir/rewrite.h"
#include "support/sound.h"

#include <algorithm>
#include <map>

namespace lockstep::cfg {

namespace {

bool is_fact(const Stmt &s) {
  auto *a = std::get_if<Assume>(&s.node);
  return a && a->kind == AssumeKind::Barrier &&
         (is_call_of(*a->condition, at_thread_name) || is_call_of(*a->condition, at_pair_name));
}

class Claims {
public:
  Claims(const Kernel &k, const LoopForest &forest, const std::optional<Launch> &launch)
      : k_(k), uniform_(uniformity(k, forest, {UniformityLevel::Group, 0, launch, true})) {
    const Graph g = graph_of(k);
    for (BlockId b = 0; b < k.blocks.size(); ++b)
      for (const Stmt &s : k.blocks[b].stmts)
        for (VarId v : defined_vars(s)) {
          auto *a = std::get_if<Assign>(&s.node);
          const auto [known, first] = assigned_.try_emplace(v, a && !is_on_cycle(g, b) ? a->value : nullptr);
          if (!first)
            known->second = nullptr;
        }
  }

  // In terms of ids, parameters, and what all threads of the group have in common; `missing`: a variable that is none.
  // `earlier`: the value of a variable that was assigned before, so that what it speaks of must not have changed since.
  Expr shared(const Expr &e, std::string &missing, bool earlier = false) const {
    return replace(e, [&](const Expr &part) -> Expr {
      if (part->op == Op::Read && (earlier || k_.arrays[part->array].space == Space::Private))
        missing = k_.arrays[part->array].name;
      if (part->op != Op::Var || k_.vars[part->var].param)
        return nullptr;
      const auto assigned = assigned_.find(part->var);
      const bool once = assigned != assigned_.end() && assigned->second;
      if (support::sound("barrier_facts.uniform", uniform_.var_uniform[part->var]) &&
          !support::unsound("barrier_facts.earlier", earlier && !once))
        return nullptr;
      if (once)
        return shared(assigned->second, missing, true);
      missing = k_.vars[part->var].name;
      return nullptr;
    });
  }

private:
  const Kernel &k_;
  const Uniformity uniform_;
  std::map<VarId, Expr> assigned_; // once, outside of loops; null: otherwise
};

const Type wide = int_type(64);

Expr widened(const Expr &id) { return id->type.width < wide.width ? cast(Op::Sext, id, wide) : id; }

Expr exists(const Expr &id) {
  return support::left_out("barrier_facts.exists") ? boolean(true) : binary(Op::Ult, id, leaf(Op::LocalSize, 0, wide));
}

// The local id in the first dimension is another one.
Expr with_id(const ExprNode &n, const Expr &id) {
  if (n.op != Op::LocalId || n.value != 0)
    return nullptr;
  return n.type.width < wide.width ? cast(Op::Trunc, id, n.type) : id;
}

Expr of_thread(const Expr &claim, const Expr &given) {
  const Expr id = widened(given);
  return binary(Op::Implies, exists(id), replace(claim, [&](const Expr &e) { return with_id(*e, id); }));
}

// What one thread of the group says of itself and of another one, where both have come to the barrier.
Expr said_of(const Expr &claim, const Expr &id, const Expr &other) {
  return replace(claim, [&](const Expr &e) -> Expr {
    if (is_call_of(*e, other_name))
      return said_of(e->args[0], other, id);
    if (is_call_of(*e, enabled_name) || is_call_of(*e, same_group_name))
      return boolean(true);
    return with_id(*e, id);
  });
}

Expr of_pair(const Expr &claim, const Expr &given, const Expr &given_other) {
  const Expr id = widened(given), other = widened(given_other);
  Expr two = binary(Op::And, exists(id), exists(other));
  if (!support::left_out("barrier_facts.two"))
    two = binary(Op::And, two, binary(Op::Ne, id, other));
  return binary(Op::Implies, two, said_of(claim, id, other));
}

// Has the thread claimed it in front of the barrier at `barrier`, with nothing between but what computes?
bool is_claimed(const std::vector<Stmt> &stmts, std::size_t barrier, const Expr &claim) {
  for (std::size_t i = barrier; i-- > 0;) {
    if (auto *a = std::get_if<Assert>(&stmts[i].node)) {
      if (a->kind == AssertKind::AtBarrier && equal(a->condition, claim))
        return true;
    } else if (!std::holds_alternative<Assume>(stmts[i].node) && !std::holds_alternative<Skip>(stmts[i].node)) {
      for (VarId v : defined_vars(stmts[i]))
        if (mentions(claim, v))
          return false;
      if (!std::holds_alternative<Assign>(stmts[i].node))
        return false;
    }
  }
  return false;
}

} // namespace

support::Result<Kernel> with_barrier_facts(Kernel k, const LoopForest &forest, const std::optional<Launch> &launch,
                                           support::Diagnostics &diags) {
  if (std::ranges::none_of(k.blocks, [](const Block &b) { return std::ranges::any_of(b.stmts, is_fact); }))
    return k;
  const Claims claims(k, forest, launch);
  bool ok = true;
  for (Block &b : k.blocks) {
    std::vector<Stmt> out;
    std::size_t barrier = 0;
    for (std::size_t i = 0; i < b.stmts.size(); ++i) {
      const Stmt &s = b.stmts[i];
      if (std::holds_alternative<Barrier>(s.node))
        barrier = i;
      if (!is_fact(s)) {
        out.push_back(s);
        continue;
      }
      const Expr said = std::get<Assume>(s.node).condition;
      std::string missing;
      const Expr claim = claims.shared(said->args[0], missing);
      if (!is_claimed(b.stmts, barrier, said->args[0])) {
        diags.unsupported(s.origin, "what is known at a barrier, and was not claimed in front of it");
        ok = false;
      } else if (!missing.empty()) {
        diags.unsupported(s.origin, "a barrier invariant that depends on '" + missing +
                                        "', which is not the same for all threads of the group");
        ok = false;
      } else {
        out.push_back({Assume{said->args.size() == 2 ? of_thread(claim, said->args[1])
                                                     : of_pair(claim, said->args[1], said->args[2]),
                              AssumeKind::Barrier},
                       s.origin});
      }
    }
    b.stmts = std::move(out);
  }
  if (!ok)
    return support::failure;
  return k;
}

} // namespace lockstep::cfg
