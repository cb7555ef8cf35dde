// What preconditions say of launch sizes: see preconditions.h.
#include "cfg/analysis/preconditions.h"

#include "cfg/ir/op_groups.h"
#include "support/sound.h"

#include <algorithm>
#include <optional>

namespace lockstep::cfg {

namespace {

struct Size {
  bool local;
  std::size_t dimension;
};

// The size that the expression is, perhaps extended. No size is negative in its type, so both extensions keep it.
std::optional<Size> size_of(const Expr &e) {
  if (e->op == Op::Zext || e->op == Op::Sext)
    return size_of(e->args[0]);
  if ((e->op == Op::LocalSize || e->op == Op::NumGroups) && e->type.width >= 32)
    return Size{e->op == Op::LocalSize, static_cast<std::size_t>(e->value)};
  return std::nullopt;
}

class Reader {
public:
  explicit Reader(Launch &launch) : launch_(launch) {}

  void holds(const Expr &e) {
    switch (e->op) {
    case Op::And:
      for (const Expr &part : e->args)
        holds(part);
      break;
    case Op::Eq:
      at_most(e->args[0], e->args[1], 0);
      at_most(e->args[1], e->args[0], 0);
      break;
    case Op::Ule:
    case Op::Sle: at_most(e->args[0], e->args[1], 0); break;
    case Op::Ult:
    case Op::Slt: at_most(e->args[0], e->args[1], 1); break;
    case OPS_LEAF: // what says nothing of a size
    case OPS_NUMBER:
    case OPS_CAST:
    case Op::Ne:
    case Op::Not:
    case Op::Or:
    case Op::Implies:
    case Op::Ite:
    case OPS_FLOAT:
    case OPS_OPAQUE: break;
    }
  }

private:
  // x <= bound - less. A bound that no size has, negative ones included, is left to the assumption itself.
  void at_most(const Expr &x, const Expr &bound, std::uint64_t less) {
    const auto size = size_of(x);
    if (!size || bound->op != Op::Const || bound->value <= less || signed_value(*bound) <= 0)
      return;
    std::uint64_t &most = size->local ? launch_.most_local[size->dimension] : launch_.most_groups[size->dimension];
    most = std::min(most, bound->value - less);
  }

  Launch &launch_;
};

} // namespace

Launch with_preconditions(const Kernel &k, Launch launch) {
  Reader reader(launch);
  for (const Stmt &s : k.blocks.front().stmts) {
    if (auto *a = std::get_if<Assume>(&s.node)) {
      if (a->kind != AssumeKind::Branch)
        reader.holds(a->condition);
    } else if (support::unsound("preconditions.first",
                                !std::holds_alternative<Assign>(s.node) && !std::holds_alternative<Skip>(s.node))) {
      break;
    }
  }
  for (std::size_t d = 0; d < 3 && launch.most_threads; ++d) {
    const auto cut = [&](std::uint64_t &most, const Launch::Extent &own, const Launch::Extent &other) {
      if (!own && other && *other != 0)
        most = std::min(most, std::max<std::uint64_t>(1, *launch.most_threads / *other));
    };
    cut(launch.most_local[d], launch.local_size[d], launch.num_groups[d]);
    cut(launch.most_groups[d], launch.num_groups[d], launch.local_size[d]);
  }
  return launch;
}

} // namespace lockstep::cfg
