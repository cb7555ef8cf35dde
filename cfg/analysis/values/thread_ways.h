// The ways of one thread of a group, as far as its local ids, sizes and constants say.
#pragma once

#include "cfg/ir/evaluate.h"
#include "cfg/ir/kernel.h"
#include "cfg/ir/launch.h"
#include "cfg/ir/op_groups.h"

#include <array>
#include <optional>
#include <set>
#include <vector>

namespace lockstep::cfg {

using OpenEdges = std::set<std::pair<BlockId, BlockId>>;

struct ThreadWays {
  using Values = std::vector<std::optional<std::uint64_t>>; // per variable; nothing: any
  OpenEdges open;                                           // edges that the thread may take
  std::vector<std::optional<Values>> at;                    // per block, at its start; nothing: the thread never comes
};

using LocalIds = std::array<std::uint64_t, 3>;

// The threads of a group, in the order of their linear local ids; none: they are not known, or too many to follow each.
// Of a size that is free there are as many as a device has: what holds for each holds for those that are there.
std::vector<LocalIds> threads_of(const Kernel &k, const Launch &launch);

// What the expression is worth to the thread, with `value_of` of variables; nothing: not known, or undefined.
template <typename ValueOf>
std::optional<std::uint64_t> value_for(const Expr &e, const Launch &launch, const LocalIds &ids, ValueOf &&value_of) {
  const auto of = [&](const Expr &arg) { return value_for(arg, launch, ids, value_of); };
  switch (e->op) {
  case Op::Const: return e->value;
  case Op::Var: return value_of(e->var);
  case Op::LocalId: return mask_to_width(ids[e->value], e->type.width);
  case Op::LocalSize:
    return launch.local_size[e->value] ? std::optional(mask_to_width(*launch.local_size[e->value], e->type.width))
                                       : std::nullopt;
  case Op::Ite: {
    const auto c = of(e->args[0]);
    return c ? of(e->args[*c != 0 ? 1 : 2]) : std::nullopt;
  }
  case OPS_GRID:
  case OPS_OPAQUE: return std::nullopt;
  case OPS_NUMBER:
  case OPS_CAST:
  case OPS_TRUTH:
  case OPS_FLOAT: break;
  }
  std::vector<std::uint64_t> args;
  for (const Expr &a : e->args) {
    const auto v = of(a);
    if (v && ((e->op == Op::And && *v == 0) || (e->op == Op::Or && *v != 0)))
      return v;
    if (v)
      args.push_back(*v);
  }
  if (args.size() != e->args.size() || ((e->nsw || e->nuw) && evaluate(*e, args).undefined != Undefined::No))
    return std::nullopt;
  return defined_value(*e, args);
}

ThreadWays ways_of(const Kernel &k, const Launch &launch, const LocalIds &ids);

// What the expression is worth in front of the statement, where the thread may come; nothing: not known.
std::optional<std::uint64_t> value_before(const Kernel &k, const Launch &launch, const LocalIds &ids,
                                          const ThreadWays &ways, BlockId block, std::uint32_t stmt, const Expr &e);

} // namespace lockstep::cfg
