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
  return a && a->kind == AssumeKind::Barrier && is_call_of(*a->condition, at_thread_name);
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
  Expr shared(const Expr &e, std::string &missing) const {
    return replace(e, [&](const Expr &part) -> Expr {
      if (part->op == Op::Read && k_.arrays[part->array].space == Space::Private)
        missing = k_.arrays[part->array].name;
      if (part->op != Op::Var || k_.vars[part->var].param ||
          support::sound("barrier_facts.uniform", uniform_.var_uniform[part->var]))
        return nullptr;
      const auto value = assigned_.find(part->var);
      if (value != assigned_.end() && value->second)
        return shared(value->second, missing);
      missing = k_.vars[part->var].name;
      return nullptr;
    });
  }

private:
  const Kernel &k_;
  const Uniformity uniform_;
  std::map<VarId, Expr> assigned_; // once, outside of loops; null: otherwise
};

Expr of_thread(const Expr &claim, const Expr &id) {
  const Expr there = replace(claim, [&](const Expr &e) -> Expr {
    if (e->op != Op::LocalId || e->value != 0)
      return nullptr;
    return e->type.width < id->type.width   ? cast(Op::Trunc, id, e->type)
           : e->type.width > id->type.width ? cast(Op::Sext, id, e->type)
                                            : id;
  });
  if (support::left_out("barrier_facts.exists"))
    return there;
  return binary(Op::Implies, binary(Op::Ult, id, leaf(Op::LocalSize, 0, id->type)), there);
}

} // namespace

support::Result<Kernel> with_barrier_facts(Kernel k, const LoopForest &forest, const std::optional<Launch> &launch,
                                           support::Diagnostics &diags) {
  if (std::none_of(k.blocks.begin(), k.blocks.end(),
                   [](const Block &b) { return std::any_of(b.stmts.begin(), b.stmts.end(), is_fact); }))
    return k;
  const Claims claims(k, forest, launch);
  bool ok = true;
  for (Block &b : k.blocks) {
    std::vector<Stmt> out;
    for (Stmt &s : b.stmts) {
      if (!is_fact(s)) {
        out.push_back(s);
        continue;
      }
      const Expr said = std::get<Assume>(s.node).condition;
      std::string missing;
      const Expr claim = claims.shared(said->args[0], missing);
      if (!missing.empty()) {
        diags.unsupported(s.origin, "a barrier invariant that depends on '" + missing +
                                        "', which is not the same for all threads of the group");
        ok = false;
      } else {
        out.push_back({Assume{of_thread(claim, said->args[1]), AssumeKind::Barrier}, s.origin});
      }
    }
    b.stmts = std::move(out);
  }
  if (!ok)
    return support::failure;
  return k;
}

} // namespace lockstep::cfg
