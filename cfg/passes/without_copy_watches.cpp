// See without_copy_watches.h.
#include "cfg/passes/without_copy_watches.h"

#include "cfg/ir/edit.h"
#include "cfg/ir/rewrite.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::cost {

namespace {

bool is_part(const cfg::Var &v) {
  const bool of_copy = v.kind == cfg::VarKind::CopyPart || v.kind == cfg::VarKind::CopyChoice;
  return of_copy && support::sound("unwatched.choice", v.kind == cfg::VarKind::CopyPart);
}
bool is_meeting(const cfg::Var &v) { return v.kind == cfg::VarKind::CopyMeeting; }

} // namespace

std::optional<cfg::Kernel> unwatched(const cfg::Kernel &k) {
  if (std::ranges::none_of(k.vars, [](const cfg::Var &v) { return is_part(v) || is_meeting(v); }))
    return std::nullopt;
  cfg::Kernel out = k;
  const auto meets = [&](const cfg::Expr &e) { return e->op == cfg::Op::Var && is_meeting(k.vars[e->var]); };
  const auto nothing = [&](const cfg::Expr &e) {
    if (e->op == cfg::Op::Eq && (meets(e->args[0]) || meets(e->args[1])))
      return cfg::boolean(false);
    if (e->op != cfg::Op::Var || !is_part(k.vars[e->var]))
      return cfg::Expr();
    return e->type.is_bool() ? cfg::boolean(false) : cfg::constant(e->type, 0);
  };
  for (cfg::Block &b : out.blocks)
    if (auto *branch = std::get_if<cfg::Branch>(&b.end.node)) {
      branch->condition = cfg::replace(branch->condition, nothing);
      if (cfg::is_const(branch->condition))
        b.end.node = cfg::Goto{{cfg::is_const(branch->condition, 0) ? branch->if_false : branch->if_true}};
    }
  std::vector<cfg::BlockId> kept = cfg::reverse_postorder(cfg::graph_of(out), 0);
  std::ranges::sort(kept);
  cfg::reorder_blocks(out, kept);
  return out;
}

} // namespace lockstep::cost
