// Variables that only assertions speak of: see only_claimed.h.
#include "emit/knowledge/only_claimed.h"

#include "cfg/ir/rewrite.h"

#include <algorithm>

namespace lockstep::emit {

std::vector<bool> only_claimed(const cfg::Kernel &k) {
  std::vector<bool> out(k.vars.size(), false), elsewhere(k.vars.size(), false);
  const auto use = [&](const std::vector<cfg::Expr> &es, std::optional<cfg::VarId> by) {
    for (const cfg::Expr &e : es)
      for (cfg::VarId v : cfg::variables(e))
        elsewhere[v] = elsewhere[v] || by != v;
  };
  for (const cfg::Block &b : k.blocks) {
    for (const cfg::Stmt &s : b.stmts) {
      if (std::holds_alternative<cfg::Assert>(s.node))
        continue;
      const auto *a = std::get_if<cfg::Assign>(&s.node);
      use(cfg::used_exprs(s), a ? std::optional(a->var) : std::nullopt);
      if (a && k.vars[a->var].type.is_bool() &&
          cfg::mentions(a->value, a->var)) // what has no memory is a name of something
        out[a->var] = true;
    }
    use(cfg::used_exprs(b.end), std::nullopt);
  }
  for (cfg::VarId v = 0; v < out.size(); ++v)
    out[v] = out[v] && !elsewhere[v];
  return out;
}

bool speaks_of(const cfg::Expr &condition, const std::vector<bool> &vars) {
  const std::vector<cfg::VarId> used = cfg::variables(condition);
  return std::any_of(used.begin(), used.end(), [&](cfg::VarId v) { return vars[v]; });
}

} // namespace lockstep::emit
