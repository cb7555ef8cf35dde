// See unwatched.h.
#include "cost/unwatched.h"

#include "cfg/analysis/rewrite.h"
#include "cfg/analysis/sort_order.h"
#include "cfg/edit.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::cost {

std::optional<cfg::Kernel> unwatched(const cfg::Kernel &k) {
  if (std::none_of(k.vars.begin(), k.vars.end(), cfg::is_watch))
    return std::nullopt;
  cfg::Kernel out = k;
  const auto watch = [&](const cfg::Expr &e, std::string_view name) {
    const cfg::Var *v = e->op == cfg::Op::Var ? &k.vars[e->var] : nullptr;
    return v != nullptr && (v->param || support::left_out("unwatched.param")) && cfg::is_watch(*v) &&
           v->name.starts_with(name);
  };
  const auto nothing = [&](const cfg::Expr &e) {
    if (e->op == cfg::Op::Eq && (watch(e->args[0], "async.same") || watch(e->args[1], "async.same")))
      return cfg::boolean(false);
    return watch(e, "") ? cfg::constant(e->type, 0) : cfg::Expr();
  };
  for (cfg::Block &b : out.blocks)
    if (auto *branch = std::get_if<cfg::Branch>(&b.end.node)) {
      branch->condition = cfg::replace(branch->condition, nothing);
      if (cfg::is_const(branch->condition))
        b.end.node = cfg::Goto{{cfg::is_const(branch->condition, 0) ? branch->if_false : branch->if_true}};
    }
  std::vector<cfg::BlockId> kept = cfg::reverse_postorder(cfg::graph_of(out), 0);
  std::sort(kept.begin(), kept.end());
  cfg::reorder_blocks(out, kept);
  return out;
}

} // namespace lockstep::cost
