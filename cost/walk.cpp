// See walk.h.
#include "cost/walker.h"

#include "cfg/shown_name.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::cost {

namespace {

constexpr std::size_t most_statements = 40'000;

constexpr std::array<std::string_view, metrics> metric_names{"sectors",    "conflicts", "divwarps", "steps",
                                                             "requests",   "barriers",  "lines",    "bytes_moved",
                                                             "bytes_used", "words",     "same"};
constexpr std::size_t at(Metric m) { return static_cast<std::size_t>(m); }

// Operands and operations (Table 1 of the paper): each costs a step.
std::size_t operations(const cfg::Expr &e) {
  std::size_t out = 0;
  cfg::for_each_node(e, [&](const cfg::ExprNode &) { ++out; });
  return out;
}

CostBounds times(const CostBounds &c, std::size_t n) {
  const Expr by(static_cast<long>(n));
  return {c.lo * by, c.hi ? std::optional(*c.hi * by) : std::nullopt};
}

CostBounds plus(const CostBounds &a, const CostBounds &b) {
  return {a.lo + b.lo, a.hi && b.hi ? std::optional(*a.hi + *b.hi) : std::nullopt};
}

const CostBounds nothing{Expr(0), Expr(0)};
std::array<CostBounds, metrics> no_cost() {
  std::array<CostBounds, metrics> out;
  out.fill(nothing);
  return out;
}

} // namespace

std::string_view name(Metric m) { return metric_names[at(m)]; }
std::optional<Metric> metric(std::string_view name) {
  const auto found = std::find(metric_names.begin(), metric_names.end(), name);
  if (found == metric_names.end())
    return std::nullopt;
  return static_cast<Metric>(found - metric_names.begin());
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
      Integer half = 1;
      half <<= var.type.width - 1;
      const std::string &name = cfg::shown_name(var);
      h.value = shared_value(lanes_, symbol(name, Integer(-half), Integer(half - 1)));
      h.value.as_signed = true;
    } else if (var.type.is_bool()) {
      h.truth =
          var.param ? masks_.positive(shared_value(lanes_, unknown_symbol(Integer(0), Integer(1)))) : masks_.unknown();
    }
    env_[v].push_back(std::move(h));
  }
}

Walked Walker::run() {
  Flow in{{0, warp_.present ? masks_.positive(*warp_.present) : everybody}}, out;
  blocks(-1, order_.order, 0, order_.order.size(), in, out);
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

void Walker::branch_costs(cfg::BlockId b, Mask m, const std::vector<std::pair<cfg::BlockId, Mask>> &ways, bool splits) {
  const cfg::Terminator &end = k_.blocks[b].end;
  if (silent_ > 0 || ways.size() < 2)
    return;
  auto cost = no_cost();
  std::size_t work = 1;
  for (const cfg::Expr &e : cfg::used_exprs(end))
    work += operations(e);
  cost[at(Metric::Steps)] = times(counter_.issued(m), work);
  if (splits) {
    std::vector<Mask> masks;
    for (const auto &[target, mask] : ways)
      masks.push_back(mask);
    const CostBounds parts = counter_.splits(masks);
    cost[at(Metric::Divwarps)] = parts;
    cost[at(Metric::Steps)] = plus(cost[at(Metric::Steps)], parts);
  }
  record(b, k_.blocks[b].stmts.size(), std::move(cost));
}

void Walker::record(cfg::BlockId b, std::size_t i, std::array<CostBounds, metrics> cost) {
  if (silent_ == 0)
    out_.events.push_back({b, i, std::move(cost), around_});
}

void Walker::access(cfg::BlockId b, std::size_t i, Mask m, cfg::ArrayId array, const cfg::Expr &offset,
                    std::uint64_t granules, std::size_t work, bool atomic) {
  if (silent_ > 0)
    return;
  const cfg::Array &a = k_.arrays[array];
  auto cost = no_cost();
  const CostBounds once = counter_.issued(m);
  cost[at(Metric::Steps)] = times(once, work + operations(offset));
  if (a.space != cfg::Space::Private)
    cost[at(Metric::Requests)] = once;
  const LaneCounter::Place place{
      value(offset, m), a.granule_bytes, static_cast<std::int64_t>(granules * a.granule_bytes),
      static_cast<std::int64_t>(options_.requests.align_of(a)), options_.in_bounds ? a.extent : std::nullopt};
  if (options_.in_bounds && a.extent && a.space != cfg::Space::Private && !place.offset.known)
    out_.assumptions.insert("accesses stay within arrays of known size");
  const auto metric = a.space == cfg::Space::Global ? Metric::Sectors : Metric::Conflicts;
  const cfg::Target &target = options_.requests.target;
  if (atomic && a.space != cfg::Space::Private)
    cost[at(Metric::Same)] = counter_.same(m, place);
  if (a.space == cfg::Space::Global) {
    cost[at(metric)] = counter_.pieces(m, place, target, target.sector_bytes);
    cost[at(Metric::Lines)] = counter_.pieces(m, place, target, target.line_bytes);
    cost[at(Metric::BytesMoved)] = times(cost[at(metric)], target.sector_bytes);
    cost[at(Metric::BytesUsed)] = times(counter_.pieces(m, place, target, a.granule_bytes), a.granule_bytes);
  } else if (a.space == cfg::Space::Constant)
    cost[at(Metric::Words)] = counter_.pieces(m, place, target, 4);
  else if (a.space == cfg::Space::Group)
    cost[at(metric)] = counter_.conflicts(m, place, options_.requests.target);
  cost[at(Metric::Steps)] = plus(cost[at(Metric::Steps)], cost[at(metric)]);
  record(b, i, std::move(cost));
}

void Walker::statement(cfg::BlockId b, std::size_t i, Mask m) {
  if (++statements_ > most_statements)
    throw TooLong{};
  const auto &node = k_.blocks[b].stmts[i].node;
  const auto step = [&](std::size_t n) {
    if (silent_ > 0)
      return;
    auto cost = no_cost();
    cost[at(Metric::Steps)] = times(counter_.issued(m), n);
    record(b, i, std::move(cost));
  };
  if (const auto *assigned = std::get_if<cfg::Assign>(&node)) {
    Held h;
    if (k_.vars[assigned->var].type.is_bool())
      h.truth = truth(assigned->value, m);
    else
      h.value = value(assigned->value, m);
    assign(assigned->var, m, std::move(h));
    step(operations(assigned->value) + 1);
  } else if (const auto *load = std::get_if<cfg::Load>(&node)) {
    if (!load->quiet)
      access(b, i, m, load->array, load->offset, load->dests.size() * load->per_value, load->dests.size());
    for (const cfg::VarId v : load->dests)
      forget(v, m);
  } else if (const auto *store = std::get_if<cfg::Store>(&node)) {
    std::size_t work = 0;
    for (const cfg::Expr &e : store->values)
      work += operations(e);
    if (!store->quiet)
      access(b, i, m, store->array, store->offset, store->values.size() * store->per_value, work);
  } else if (const auto *atomic = std::get_if<cfg::Atomic>(&node)) {
    std::size_t work = atomic->dest ? 1 : 0;
    for (const cfg::Expr &e : atomic->operands)
      work += operations(e);
    access(b, i, m, atomic->array, atomic->offset, atomic->per_value, work, true);
    if (atomic->dest)
      forget(*atomic->dest, m);
  } else if (const auto *assumed = std::get_if<cfg::Assume>(&node)) {
    if (assumed->kind == cfg::AssumeKind::Counter) // cfg/counters.h: ranges and recurrences rest on it
      out_.assumptions.insert(
          "a counter that strides by the launch's sizes does not wrap around (--any-launch drops this)");
    else if (assumed->kind == cfg::AssumeKind::Plain || assumed->kind == cfg::AssumeKind::Requires)
      out_.assumptions.insert("the program's preconditions and assumptions hold");
    else if (assumed->kind == cfg::AssumeKind::Promise)
      out_.assumptions.insert(
          "what the program promises holds (__builtin_assume, __builtin_unreachable and their like)");
    else if (assumed->kind == cfg::AssumeKind::Launch)
      out_.assumptions.insert(
          "the launch is as the kernel's attributes say (reqd_work_group_size, __launch_bounds__ and "
          "their like)");
  } else {
    const auto *barrier = std::get_if<cfg::Barrier>(&node);
    if ((barrier != nullptr && !barrier->end) || std::holds_alternative<cfg::Gather>(node) ||
        std::holds_alternative<cfg::Numbered>(node)) {
      auto cost = no_cost();
      if (silent_ == 0)
        cost[at(Metric::Barriers)] = counter_.issued(m);
      record(b, i, std::move(cost));
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
