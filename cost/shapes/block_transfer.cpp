// See block_transfer.h.
#include "cost/shapes/block_transfer.h"

#include "support/sound.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::coalescing {

using cfg::BlockId;
using cfg::Expr;
using cfg::VarId;

namespace {

// By variable: a number that is set at most once, or a parameter that is not set.
std::vector<bool> numbers_set_once(const cfg::Kernel &k, const cfg::LoopForest &loops) {
  std::vector<unsigned> times(k.vars.size());
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    for (const cfg::Stmt &s : k.blocks[b].stmts)
      for (const VarId v : cfg::defined_vars(s))
        times[v] += loops.loop_of[b] < 0 ? 1 : 2;
  std::vector<bool> out(k.vars.size());
  for (VarId v = 0; v < k.vars.size(); ++v)
    out[v] = times[v] == (k.vars[v].param ? 0 : 1) && k.vars[v].type.is_int();
  return out;
}

} // namespace

BlockTransfer::BlockTransfer(const cfg::Kernel &k, const cfg::LoopForest &loops, const SourceWords &words,
                             const BlockArithmetic &arithmetic, BlockExpressions &values, const PartedBlocks &parted,
                             DependenceReport &report)
    : k_(k), words_(words), arithmetic_(arithmetic), values_(values), parted_(parted), report_(report),
      first_loads_(cfg::first_loads(k)), once_(numbers_set_once(k, loops)), private_(k.arrays.size()) {}

BlockTransfer::State BlockTransfer::entry() const {
  State out;
  for (VarId v = 0; v < k_.vars.size(); ++v) {
    const cfg::Var &var = k_.vars[v];
    if (!var.param)
      out.push_back(BlockExpressions::shared(
          BlockExpressions::lost(fmt::format("'{}', which may not be set", words_.variable(v)))));
    else
      out.push_back(BlockExpressions::shared(once_[v] ? arithmetic_.symbol(Symbol::of(v), var.type.width)
                                                      : arithmetic_.something()));
  }
  return out;
}

std::size_t BlockTransfer::lost_arrays() const {
  return static_cast<std::size_t>(
      std::count_if(private_.begin(), private_.end(), [](const std::string &why) { return !why.empty(); }));
}

void BlockTransfer::set(BlockId b, VarId v, BlockValue to) {
  if (support::unsound("independence.control", parted_.has(b)))
    to = BlockExpressions::lost(parted_.because(b));
  else if (to.same() && to.more && once_[v])
    to = arithmetic_.symbol(Symbol::of(v), k_.vars[v].type.width);
  (*state_)[v] = BlockExpressions::shared(std::move(to));
}

void BlockTransfer::pass(BlockId b, State &state) {
  state_ = &state;
  for (std::uint32_t i = 0; i < k_.blocks[b].stmts.size(); ++i) {
    values_.stand_at(state);
    statement(b, i, k_.blocks[b].stmts[i]);
  }
  values_.stand_at(state);
}

void BlockTransfer::statement(BlockId b, std::uint32_t i, const cfg::Stmt &s) {
  if (auto *a = std::get_if<cfg::Assign>(&s.node))
    return set(b, a->var, values_.value(a->value));
  if (auto *l = std::get_if<cfg::Load>(&s.node))
    return load(b, i, *l);
  if (auto *st = std::get_if<cfg::Store>(&s.node))
    return store(b, s.origin, st->array, st->offset, st->values, false);
  if (auto *a = std::get_if<cfg::Atomic>(&s.node))
    return atomic(b, s.origin, *a);
  if (auto *a = std::get_if<cfg::Assume>(&s.node))
    return promise(s.origin, *a);
  if (auto *f = std::get_if<cfg::Fence>(&s.node)) {
    if (f->scope == cfg::AtomicScope::Group)
      report_.tell({Dependence::Scope, s.origin, "", "", ""});
    return;
  }
  if (support::unsound("independence.meeting", !std::holds_alternative<cfg::Havoc>(s.node) &&
                                                   !std::holds_alternative<cfg::Assert>(s.node) &&
                                                   !std::holds_alternative<cfg::Skip>(s.node)))
    report_.tell({Dependence::Meeting, s.origin, "", "", ""});
  for (const VarId v : cfg::defined_vars(s))
    set(b, v, BlockExpressions::lost("an arbitrary value"));
}

void BlockTransfer::load(BlockId b, std::uint32_t i, const cfg::Load &l) {
  const cfg::Space space = k_.arrays[l.array].space;
  BlockValue v = values_.value(l.offset);
  if (v.same())
    v = arithmetic_.something();
  else
    v = BlockExpressions::lost(v.lost.empty() ? fmt::format("{}[{}]", words_.array(l.array), words_.of(l.offset))
                                              : v.lost);
  if (support::unsound("independence.group", space == cfg::Space::Group))
    v = BlockExpressions::lost(fmt::format("'{}', the block's memory", words_.array(l.array)));
  if (space == cfg::Space::Private) {
    if (!private_[l.array].empty())
      v = BlockExpressions::lost(private_[l.array]);
    else if (first_loads_.count({b, i}) != 0)
      v = BlockExpressions::lost(fmt::format("'{}', which may not be set", words_.array(l.array)));
  }
  for (const VarId d : l.dests)
    set(b, d, v);
}

void BlockTransfer::store(BlockId b, const cfg::Origin &origin, cfg::ArrayId array, const Expr &offset,
                          const std::vector<Expr> &values, bool read_back) {
  const cfg::Space space = k_.arrays[array].space;
  if (space == cfg::Space::Group)
    return;
  const std::string name = words_.array(array);
  std::string why;
  const auto look = [&](Dependence kind, const Expr &e) {
    const BlockValue &v = values_.value(e);
    if (v.same())
      return;
    if (why.empty())
      why = values_.because(v);
    if (space == cfg::Space::Global)
      report_.tell({kind, origin, name, words_.of(e), values_.because(v)});
  };
  look(Dependence::Address, offset);
  for (const Expr &e : values)
    look(Dependence::Value, e);
  if (parted_.has(b)) {
    why = parted_.because(b);
    const PartedBlocks::Cause &c = parted_.cause(b);
    if (space == cfg::Space::Global)
      report_.tell({Dependence::Condition, k_.blocks[c.block].end.origin, name, c.condition, c.because});
  }
  if (support::unsound("independence.private",
                       space == cfg::Space::Private && (!why.empty() || read_back) && private_[array].empty()))
    private_[array] = why.empty() ? "an atomic" : why;
}

void BlockTransfer::atomic(BlockId b, const cfg::Origin &origin, const cfg::Atomic &a) {
  const cfg::Space space = k_.arrays[a.array].space;
  if (a.op != cfg::AtomicOp::Load || space == cfg::Space::Private)
    store(b, origin, a.array, a.offset, a.operands, true);
  if (a.scope == cfg::AtomicScope::Group && space == cfg::Space::Global)
    report_.tell({Dependence::Scope, origin, words_.array(a.array), "", ""});
  if (!a.dest)
    return;
  BlockValue v = BlockExpressions::lost(
      fmt::format("what the atomic finds in '{}', by the order of the threads", words_.array(a.array)));
  if (support::left_out("independence.found"))
    v = arithmetic_.something();
  set(b, *a.dest, std::move(v));
}

// What may not hold with other blocks. Of what the launch is asked for nothing is claimed.
void BlockTransfer::promise(const cfg::Origin &origin, const cfg::Assume &a) {
  if (a.kind == cfg::AssumeKind::Requires || a.kind == cfg::AssumeKind::Launch)
    return;
  if (const BlockValue &v = values_.value(a.condition); !v.same())
    report_.tell({Dependence::Promise, origin, "", words_.of(a.condition), values_.because(v)});
}

} // namespace lockstep::coalescing
