// See walk.h.
#include "cost/walk/loop.h"

#include "cfg/ir/assumptions.h"
#include "cfg/ir/text/shown_name.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::cost {

namespace {

constexpr std::size_t most_statements = 40'000;

} // namespace

Expr parameter_symbol(const cfg::Var &v, bool without_sign) {
  Integer half = 1;
  half <<= v.type.width - 1;
  const std::string &name = cfg::shown_name(v);
  return without_sign ? symbol(name, Integer(0), Integer(2 * half - 1))
                      : symbol(name, Integer(-half), Integer(half - 1));
}

Walked Walker::run() {
  const WalkInput &input = state_.input;
  if (input.warp.present)
    start_ = state_.masks.positive(*input.warp.present);
  Flow in{{0, start_}}, out;
  blocks(-1, input.order.order, 0, input.order.order.size(), in, out);
  return state_.log.taken(std::move(state_.assumptions), statements_);
}

void Walker::blocks(int loop, const std::vector<cfg::BlockId> &list, std::size_t from, std::size_t to, Flow &in,
                    Flow &out) {
  const cfg::LoopForest &loops = state_.input.analyses.loops;
  const auto head = loop < 0 ? ~cfg::BlockId(0) : loops.loops[static_cast<std::size_t>(loop)].head;
  const auto is_ours = [&](cfg::BlockId b) { return loop < 0 || loops.contains(loop, b); };
  const auto take = [&](cfg::BlockId target, Mask m) {
    Flow &flow = is_ours(target) && target != head ? in : out;
    const auto here = flow.find(target);
    flow[target] = here == flow.end() ? m : state_.masks.either(here->second, m);
  };
  for (std::size_t i = from; i < to; ++i) {
    const cfg::BlockId b = list[i];
    const auto here = in.find(b);
    const Mask m = here == in.end() ? nobody : here->second;
    if (const int inner = loops.headed_by(b); inner >= 0 && inner != loop) {
      Flow left;
      if (m != nobody)
        walk_loop(*this, static_cast<std::size_t>(inner), m, left);
      for (const auto &[target, mask] : left)
        take(target, mask);
      while (i + 1 < to && loops.contains(inner, list[i + 1]))
        ++i;
      continue;
    }
    if (m == nobody)
      continue;
    block(b, m);
    const Ways all = ways(b, m);
    state_.costs.branch(b, m, all);
    for (const auto &[target, mask] : all)
      take(target, mask);
  }
}

void Walker::block(cfg::BlockId b, Mask m) {
  state_.costs.issue(b, m);
  for (std::size_t s = 0; s < state_.input.kernel.blocks[b].stmts.size(); ++s)
    statement(b, s, m);
}

Ways Walker::ways(cfg::BlockId b, Mask m) {
  const cfg::Terminator &end = state_.input.kernel.blocks[b].end;
  Masks &masks = state_.masks;
  Ways out;
  const auto add = [&](cfg::BlockId target, Mask c) {
    const auto same = std::find_if(out.begin(), out.end(), [&](const auto &w) { return w.first == target; });
    if (same == out.end())
      out.emplace_back(target, c);
    else
      same->second = masks.either(same->second, c);
  };
  if (const auto *branch = std::get_if<cfg::Branch>(&end.node)) {
    const Mask c = state_.values.truth(branch->condition, m);
    add(branch->if_true, masks.both(m, c));
    add(branch->if_false, masks.both(m, masks.other(c)));
  } else if (const auto *choice = std::get_if<cfg::Switch>(&end.node)) {
    const LaneValue v = state_.values.value(choice->value, m);
    Mask left = m;
    for (const cfg::SwitchCase &c : choice->cases) {
      const Number n = v.as_signed ? Number(cfg::to_signed(c.value, choice->value->type.width)) : Number(c.value);
      const Mask here = v.known && v.modulo == 0 ? masks.zero(added(v, constant_value(state_.input.lanes(), n), -1))
                                                 : state_.unknowns.condition(state_.input.is_uniform(choice->value));
      add(c.target, masks.both(left, here));
      left = masks.both(left, masks.other(here));
    }
    add(choice->otherwise, left);
  } else if (const auto *jump = std::get_if<cfg::Goto>(&end.node)) {
    Mask left = m;
    for (std::size_t i = 0; i < jump->targets.size(); ++i) {
      const Mask here = i + 1 == jump->targets.size() ? everybody : masks.unknown();
      add(jump->targets[i], masks.both(left, here));
      left = masks.both(left, masks.other(here));
    }
  }
  return out;
}

void Walker::assumed(const cfg::Assume &a) {
  if (a.kind == cfg::AssumeKind::Counter) // cfg/passes/stride_counters.h: ranges and recurrences rest on it
    state_.assumptions.insert(cfg::assumption::counters);
  else if (a.kind == cfg::AssumeKind::Plain || a.kind == cfg::AssumeKind::Requires)
    state_.assumptions.insert("the program's preconditions and assumptions hold");
  else if (a.kind == cfg::AssumeKind::Promise)
    state_.assumptions.insert(cfg::assumption::promises);
  else if (a.kind == cfg::AssumeKind::Launch)
    state_.assumptions.insert(cfg::assumption::launch_attributes);
}

void Walker::statement(cfg::BlockId b, std::size_t i, Mask m) {
  if (++statements_ > most_statements)
    throw TooLong{};
  const cfg::Kernel &k = state_.input.kernel;
  const auto &node = k.blocks[b].stmts[i].node;
  if (const auto *assigned = std::get_if<cfg::Assign>(&node)) {
    Held h;
    if (k.vars[assigned->var].type.is_bool())
      h.truth = state_.values.truth(assigned->value, m);
    else
      h.value = state_.values.value(assigned->value, m);
    state_.variables.assign(assigned->var, m, std::move(h));
    state_.costs.assignment(b, i, m, assigned->value);
  } else if (const auto *load = std::get_if<cfg::Load>(&node)) {
    cfg::AtomCounts work;
    work[cfg::Atom::Assignment] = load->dests.size();
    if (load->quiet)
      state_.assumptions.insert(
          "what asynchronous copies of a group move is not counted: the device makes those requests");
    else
      state_.costs.access({b, i, k.arrays[load->array], load->offset, load->dests.size() * load->per_value}, m,
                          std::move(work));
    for (const cfg::VarId v : load->dests)
      state_.variables.forget(v, m);
  } else if (const auto *store = std::get_if<cfg::Store>(&node)) {
    cfg::AtomCounts work;
    for (const cfg::Expr &e : store->values)
      work += cfg::atoms_of(e);
    if (!store->quiet)
      state_.costs.access({b, i, k.arrays[store->array], store->offset, store->values.size() * store->per_value}, m,
                          std::move(work));
  } else if (const auto *atomic = std::get_if<cfg::Atomic>(&node)) {
    cfg::AtomCounts work;
    work[cfg::Atom::Assignment] = atomic->dest ? 1 : 0;
    for (const cfg::Expr &e : atomic->operands)
      work += cfg::atoms_of(e);
    state_.costs.access({b, i, k.arrays[atomic->array], atomic->offset, atomic->per_value, true}, m, std::move(work));
    if (atomic->dest)
      state_.variables.forget(*atomic->dest, m);
  } else if (const auto *assume = std::get_if<cfg::Assume>(&node)) {
    assumed(*assume);
  } else {
    const auto *barrier = std::get_if<cfg::Barrier>(&node);
    if ((barrier != nullptr && !barrier->end) || std::holds_alternative<cfg::Gather>(node) ||
        std::holds_alternative<cfg::Numbered>(node))
      state_.costs.barrier(b, i, m, m == start_, barrier != nullptr && barrier->scope != cfg::Scope::Warp);
    for (const cfg::VarId v : cfg::defined_vars(k.blocks[b].stmts[i]))
      state_.variables.forget(v, m);
  }
}

Walked walk(const cfg::Kernel &k, const cfg::Analyses &a, const cfg::Uniformity &uniform,
            const cfg::UniformityOptions &level, const cfg::SortOrder &order, const WarpShape &warp,
            const WalkOptions &options) {
  const WalkInput input{k, a, uniform, level, order, warp, options};
  return Walker(input).run();
}

} // namespace lockstep::cost
