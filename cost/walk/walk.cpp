// See walk.h.
#include "cost/walk/walker.h"

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

Walker::Walker(const cfg::Kernel &k, const cfg::Analyses &a, const cfg::Uniformity &uniform,
               const cfg::UniformityOptions &level, const cfg::SortOrder &order, const WarpShape &warp,
               const WalkOptions &options)
    : k_(k), a_(a), uniform_(uniform), level_(level), order_(order), warp_(warp), options_(options),
      lanes_(warp.ids[0].lanes.size()), env_(k.vars.size()) {
  for (cfg::VarId v = 0; v < k.vars.size(); ++v) {
    const cfg::Var &var = k.vars[v];
    Held h;
    if (var.param && var.type.is_int()) {
      const bool without_sign = options.without_sign.count(var.name) != 0;
      h.value = shared_value(lanes_, parameter_symbol(var, without_sign));
      h.value.as_signed = !without_sign;
      h.value.as_unsigned = without_sign;
    } else if (var.type.is_bool()) {
      h.truth =
          var.param ? masks_.positive(shared_value(lanes_, unknown_symbol(Integer(0), Integer(1)))) : masks_.unknown();
    }
    env_[v].push_back(std::move(h));
  }
  for (const cfg::Metric &m : options.metrics)
    for (const cfg::Metric::Weights *weights : {&m.work, options.spans ? &m.span() : &m.work})
      for (const auto &[atom, weight] : weights->of)
        if (weight != 0)
          counted_.set(static_cast<std::size_t>(atom));
}

Walked Walker::run() {
  if (warp_.present)
    start_ = masks_.positive(*warp_.present);
  out_.stretches.push_back({});
  Flow in{{0, start_}}, out;
  blocks(-1, order_.order, 0, order_.order.size(), in, out);
  out_.statements = statements_;
  return std::move(out_);
}

// The blocks list[from], ... of a loop (or of none): those of loops inside it with their own heads.
void Walker::blocks(int loop, const std::vector<cfg::BlockId> &list, std::size_t from, std::size_t to, Flow &in,
                    Flow &out) {
  const auto head = loop < 0 ? ~cfg::BlockId(0) : a_.loops.loops[static_cast<std::size_t>(loop)].head;
  const auto is_ours = [&](cfg::BlockId b) { return loop < 0 || a_.loops.contains(loop, b); };
  const auto take = [&](cfg::BlockId target, Mask m) {
    Flow &flow = is_ours(target) && target != head ? in : out;
    const auto here = flow.find(target);
    flow[target] = here == flow.end() ? m : masks_.either(here->second, m);
  };
  for (std::size_t i = from; i < to; ++i) {
    const cfg::BlockId b = list[i];
    const auto here = in.find(b);
    const Mask m = here == in.end() ? nobody : here->second;
    if (const int inner = a_.loops.headed_by(b); inner >= 0 && inner != loop) {
      Flow left;
      if (m != nobody)
        this->loop(static_cast<std::size_t>(inner), m, left);
      for (const auto &[target, mask] : left)
        take(target, mask);
      while (i + 1 < to && a_.loops.contains(inner, list[i + 1]))
        ++i;
      continue;
    }
    if (m == nobody)
      continue;
    issue(b, m);
    for (std::size_t s = 0; s < k_.blocks[b].stmts.size(); ++s)
      statement(b, s, m);
    const auto all = ways(b, m);
    branch_costs(b, m, all);
    for (const auto &[target, mask] : all)
      take(target, mask);
  }
}

std::vector<std::pair<cfg::BlockId, Mask>> Walker::ways(cfg::BlockId b, Mask m) {
  const cfg::Terminator &end = k_.blocks[b].end;
  std::vector<std::pair<cfg::BlockId, Mask>> out;
  const auto add = [&](cfg::BlockId target, Mask c) {
    const auto same = std::find_if(out.begin(), out.end(), [&](const auto &w) { return w.first == target; });
    if (same == out.end())
      out.emplace_back(target, c);
    else
      same->second = masks_.either(same->second, c);
  };
  if (const auto *branch = std::get_if<cfg::Branch>(&end.node)) {
    const Mask c = truth(branch->condition, m);
    add(branch->if_true, masks_.both(m, c));
    add(branch->if_false, masks_.both(m, masks_.other(c)));
  } else if (const auto *choice = std::get_if<cfg::Switch>(&end.node)) {
    const LaneValue v = value(choice->value, m);
    Mask left = m;
    for (const cfg::SwitchCase &c : choice->cases) {
      const Number n = v.as_signed ? Number(cfg::to_signed(c.value, choice->value->type.width)) : Number(c.value);
      const Mask here = v.known && v.modulo == 0 ? masks_.zero(added(v, constant_value(lanes_, n), -1))
                        : cfg::is_uniform(choice->value, k_, uniform_, level_)
                            ? masks_.positive(shared_value(lanes_, unknown_symbol(Integer(0), Integer(1))))
                            : masks_.unknown();
      add(c.target, masks_.both(left, here));
      left = masks_.both(left, masks_.other(here));
    }
    add(choice->otherwise, left);
  } else if (const auto *jump = std::get_if<cfg::Goto>(&end.node)) {
    Mask left = m;
    for (std::size_t i = 0; i < jump->targets.size(); ++i) {
      const Mask here = i + 1 == jump->targets.size() ? everybody : masks_.unknown();
      add(jump->targets[i], masks_.both(left, here));
      left = masks_.both(left, masks_.other(here));
    }
  }
  return out;
}

void Walker::statement(cfg::BlockId b, std::size_t i, Mask m) {
  if (++statements_ > most_statements)
    throw TooLong{};
  const auto &node = k_.blocks[b].stmts[i].node;
  if (const auto *assigned = std::get_if<cfg::Assign>(&node)) {
    Held h;
    if (k_.vars[assigned->var].type.is_bool())
      h.truth = truth(assigned->value, m);
    else
      h.value = value(assigned->value, m);
    assign(assigned->var, m, std::move(h));
    if (silent_ == 0) {
      Counted cost(counter_.issued(m));
      cost.each = cfg::atoms_of(assigned->value);
      ++cost.each[cfg::Atom::Assignment];
      record(b, i, m, std::move(cost));
    }
  } else if (const auto *load = std::get_if<cfg::Load>(&node)) {
    cfg::AtomCounts work;
    work[cfg::Atom::Assignment] = load->dests.size();
    if (load->quiet)
      out_.assumptions.insert(
          "what asynchronous copies of a group move is not counted: the device makes those requests");
    else
      access(b, i, m, load->array, load->offset, load->dests.size() * load->per_value, std::move(work));
    for (const cfg::VarId v : load->dests)
      forget(v, m);
  } else if (const auto *store = std::get_if<cfg::Store>(&node)) {
    cfg::AtomCounts work;
    for (const cfg::Expr &e : store->values)
      work += cfg::atoms_of(e);
    if (!store->quiet)
      access(b, i, m, store->array, store->offset, store->values.size() * store->per_value, std::move(work));
  } else if (const auto *atomic = std::get_if<cfg::Atomic>(&node)) {
    cfg::AtomCounts work;
    work[cfg::Atom::Assignment] = atomic->dest ? 1 : 0;
    for (const cfg::Expr &e : atomic->operands)
      work += cfg::atoms_of(e);
    access(b, i, m, atomic->array, atomic->offset, atomic->per_value, std::move(work), true);
    if (atomic->dest)
      forget(*atomic->dest, m);
  } else if (const auto *assumed = std::get_if<cfg::Assume>(&node)) {
    if (assumed->kind == cfg::AssumeKind::Counter) // cfg/passes/stride_counters.h: ranges and recurrences rest on it
      out_.assumptions.insert(cfg::assumption::counters);
    else if (assumed->kind == cfg::AssumeKind::Plain || assumed->kind == cfg::AssumeKind::Requires)
      out_.assumptions.insert("the program's preconditions and assumptions hold");
    else if (assumed->kind == cfg::AssumeKind::Promise)
      out_.assumptions.insert(cfg::assumption::promises);
    else if (assumed->kind == cfg::AssumeKind::Launch)
      out_.assumptions.insert(cfg::assumption::launch_attributes);
  } else {
    const auto *barrier = std::get_if<cfg::Barrier>(&node);
    if (silent_ == 0 && ((barrier != nullptr && !barrier->end) || std::holds_alternative<cfg::Gather>(node) ||
                         std::holds_alternative<cfg::Numbered>(node))) {
      Counted cost(counter_.issued(m));
      cost.each[cfg::Atom::Barrier] = 1;
      const bool surely = m == start_ || cost.issued.lo == Expr(1);
      record(b, i, m, std::move(cost));
      if (barrier != nullptr && barrier->scope != cfg::Scope::Warp)
        new_stretch(surely);
    }
    for (const cfg::VarId v : cfg::defined_vars(k_.blocks[b].stmts[i]))
      forget(v, m);
  }
}

Walked walk(const cfg::Kernel &k, const cfg::Analyses &a, const cfg::Uniformity &uniform,
            const cfg::UniformityOptions &level, const cfg::SortOrder &order, const WarpShape &warp,
            const WalkOptions &options) {
  return Walker(k, a, uniform, level, order, warp, options).run();
}

} // namespace lockstep::cost
