// See bit_requirements.h.
#include "verify/bit_requirements.h"

#include "cfg/ir/rewrite.h"
#include "emit/encode/representation.h"

#include <algorithm>

namespace lockstep::verify {

namespace {
bool needs_bits(const cfg::Expr &e) {
  bool found = false;
  cfg::for_each_node(e, [&](const cfg::ExprNode &n) { found = found || emit::Representation::is_of_bits(n); });
  return found;
}
} // namespace

std::optional<cfg::Kernel> without_bit_requirements(const cfg::Kernel &k) {
  const auto is_one = [](const cfg::Stmt &s) {
    auto *a = std::get_if<cfg::Assume>(&s.node);
    return a && a->kind == cfg::AssumeKind::Requires && needs_bits(a->condition);
  };
  if (k.blocks.empty() || std::none_of(k.blocks[0].stmts.begin(), k.blocks[0].stmts.end(), is_one))
    return std::nullopt;
  cfg::Kernel out = k;
  for (cfg::Stmt &s : out.blocks[0].stmts)
    if (is_one(s))
      s.node = cfg::Skip{};
  return out;
}

} // namespace lockstep::verify
