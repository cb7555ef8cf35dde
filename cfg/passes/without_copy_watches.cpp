// See without_copy_watches.h.
#include "cfg/passes/without_copy_watches.h"

#include "cfg/analysis/graph/sort_order.h"
#include "cfg/ir/edit.h"
#include "cfg/ir/rewrite.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::cost {

namespace {

enum class Watch : std::uint8_t { None, Part, Meeting };

Watch watch_of(const cfg::Var &v) {
  constexpr std::string_view own = "async.";
  const std::string_view name = v.name;
  if (support::unsound("unwatched.param", !v.param) || !v.source_name.empty() || !name.starts_with(own))
    return Watch::None;
  const std::string_view what = name.substr(own.size());
  if (what.starts_with("same"))
    return Watch::Meeting;
  return support::sound("unwatched.choice", what.starts_with("copy") || what.starts_with("other")) ? Watch::Part
                                                                                                   : Watch::None;
}

} // namespace

std::optional<cfg::Kernel> unwatched(const cfg::Kernel &k) {
  if (std::none_of(k.vars.begin(), k.vars.end(), [](const cfg::Var &v) { return watch_of(v) != Watch::None; }))
    return std::nullopt;
  cfg::Kernel out = k;
  const auto watch = [&](const cfg::Expr &e) { return e->op == cfg::Op::Var ? watch_of(k.vars[e->var]) : Watch::None; };
  const auto nothing = [&](const cfg::Expr &e) {
    if (e->op == cfg::Op::Eq && (watch(e->args[0]) == Watch::Meeting || watch(e->args[1]) == Watch::Meeting))
      return cfg::boolean(false);
    if (watch(e) != Watch::Part)
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
  std::sort(kept.begin(), kept.end());
  cfg::reorder_blocks(out, kept);
  return out;
}

} // namespace lockstep::cost
