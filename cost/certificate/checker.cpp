// The checker's way through a kernel, block by block (checking.h).
#include "cost/certificate/checker.h"

#include "cost/certificate/checking.h"
#include "cost/certificate/splits.h"

#include "support/sound.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::cost::certificate {

using cfg::BlockId;

namespace {

// Do sums that stand open bind only names that are no symbol's?
bool binds(const Expr &e, const std::map<std::string, std::pair<Expr, Expr>> &names) {
  for (const auto &[product, factor] : e.terms())
    for (const AtomRef &a : product)
      if ((a->kind == AtomKind::Sum && (names.count(a->name) != 0 || a->name == summed_so_far || a->name[0] == '?')) ||
          std::any_of(a->args.begin(), a->args.end(), [&](const Expr &x) { return binds(x, names); }))
        return true;
  return false;
}

} // namespace

std::vector<std::string> Checking::run() {
  find_metrics();
  cover();
  for (const CertifiedWalk &w : c_.walks)
    walk(w);
  if (c_.totals.empty())
    throw Refused("it claims nothing");
  for (const auto &[metric, total] : c_.totals) {
    const auto &[lo, hi] = sums_[metric];
    prove(Goal::Zero, lo - total.first, {}, metric + ": the total from below");
    if (total.second && !hi)
      throw Refused(metric + ": some event has no upper bound");
    if (total.second)
      prove(Goal::Zero, *hi - *total.second, {}, metric + ": the total from above");
  }
  std::vector<std::string> out;
  std::set<std::string> asked;
  for (std::string &o : obligations_)
    if (asked.insert(o.substr(o.find('\n'))).second)
      out.push_back(std::move(o));
  return out;
}

// A claim speaks of parameters, ids, and counters that run around it. Sound because what nobody knows may differ from
// round to round, and a counter that does not run may have no value, of which anything would hold.
void Checking::known(const Expr &e, const std::string &where, bool is_sum) const {
  for (const auto &[name, atom] : symbols_of(e))
    if (support::unsound("certificate.known",
                         !(is_sum && name == summed_so_far) && (bounds_.count(name) == 0 || !runs(name))))
      throw Refused(fmt::format("{}: it speaks of '{}'", where, name));
  if (support::unsound("certificate.binds", binds(e, bounds_)))
    throw Refused(where + ": an open sum binds a name that is somebody's");
}

// With what is known of its symbols.
Expr Checking::bounded(Expr e) const {
  for (const auto &[name, atom] : symbols_of(e))
    if (const auto known = bounded_.find(name); known != bounded_.end())
      e = substitute(e, name, known->second);
  return e;
}

void Checking::prove(Goal goal, const Expr &e, const std::vector<Expr> &premises, const std::string &what) {
  if (const auto c = e.constant(); c && (goal == Goal::Zero ? *c == 0 : *c >= 0))
    return;
  std::vector<Question> questions{{e, {bounds_, premises}}};
  if (goal == Goal::Zero) {
    auto names = bounded_;
    names[summed_so_far] = symbol(summed_so_far, Integer(0));
    for (const auto &[name, known] : names)
      questions[0].zero = substitute(questions[0].zero, name, known);
    questions = taken_apart(questions[0], summed_so_far);
  }
  for (const Question &q : questions) {
    const auto script = obligation(what, q.premises, goal, q.zero);
    if (!script)
      throw Refused(what + " cannot be said to a solver");
    obligations_.push_back(*script);
  }
}

void Checking::walk(const CertifiedWalk &w) {
  walk_ = &w;
  loop_ = event_ = 0;
  around_.clear();
  heads_.clear();
  watched_.clear();
  unsplit_.clear();
  const auto bounds = bounds_;
  const auto bounded_before = bounded_;
  for (const auto &[name, count] : w.numbers) {
    declare(name, 0, Expr(static_cast<long>(count)) - 1);
    bounded_[name] = symbol(name, Integer(0), Integer(static_cast<long>(count) - 1));
  }
  for (const CertifiedLoop &l : w.loops)
    declare(l.counter, 0, l.count ? *l.count - 1 : Expr(Integer(Integer(1) << 70)));
  state_.emplace(k_, w.ids[0].size());
  state_->group_id = ids_;
  state_->groups = groups_;
  state_->offset = c_.offset;
  state_->no_wrap = k_.terms.overflow != cfg::Overflow::Wraps;
  for (std::size_t d = 0; d < 3; ++d) {
    state_->local_size[d] = Expr(static_cast<long>(c_.local_size[d]));
    for (const Expr &e : w.ids[d])
      state_->local_id[d].push_back(bounded(e));
  }
  for (cfg::VarId v = 0; v < k_.vars.size(); ++v) {
    const cfg::Var &var = k_.vars[v];
    if (var.param && var.type.is_int()) {
      const bool without_sign = c_.without_sign.count(var.name) != 0;
      state_->assign(
          v, state_->everybody(),
          PerLane(w.ids[0].size(), number(bounded_.at(symbol_of(var)), var.type.width, !without_sign, without_sign)),
          {});
    } else {
      state_->forget(v, state_->everybody(), var.param);
    }
  }
  Flow in{{0, state_->everybody()}}, out;
  blocks(-1, order_, 0, order_.size(), in, out);
  if (loop_ != w.loops.size() || event_ != w.events.size())
    throw Refused("it claims what the kernel does not do");
  bounds_ = bounds;
  bounded_ = bounded_before;
}

void Checking::blocks(int loop, const std::vector<BlockId> &list, std::size_t from, std::size_t to, Flow &in,
                      Flow &out) {
  const auto inside = [&](BlockId b) {
    return loop < 0 || (loops_.contains(loop, b) && b != loops_.loops[static_cast<std::size_t>(loop)].head);
  };
  const auto take = [&](BlockId target, const LaneMask &m) {
    LaneMask &to = (inside(target) ? in : out)[target];
    to = state_->either(to, m);
  };
  for (std::size_t i = from; i < to; ++i) {
    const BlockId b = list[i];
    const LaneMask m = in.count(b) != 0 ? in[b] : LaneMask{};
    if (const int inner = loops_.headed_by(b); inner >= 0 && inner != loop) {
      Flow left;
      if (!m.empty())
        this->loop(static_cast<std::size_t>(inner), m, left);
      for (const auto &[target, mask] : left)
        take(target, mask);
      while (i + 1 < to && loops_.contains(inner, list[i + 1]))
        ++i;
      continue;
    }
    if (m.empty())
      continue;
    issue(b, m);
    for (std::size_t s = 0; s < k_.blocks[b].stmts.size(); ++s)
      statement(b, s, m);
    for (const auto &[target, mask] : ways(b, m))
      take(target, mask);
  }
}

Checking::Flow Checking::ways(BlockId b, const LaneMask &m) {
  Flow out;
  const auto &end = k_.blocks[b].end.node;
  LaneMask left = m;
  const auto add = [&](BlockId target, const LaneMask &chosen) {
    out[target] = state_->either(out[target], state_->both(left, chosen));
    left = state_->both(left, state_->other(chosen));
  };
  if (const auto *branch = std::get_if<cfg::Branch>(&end)) {
    add(branch->if_true, state_->truth(branch->condition, m));
    add(branch->if_false, state_->everybody());
  } else if (const auto *choice = std::get_if<cfg::Switch>(&end)) {
    for (const cfg::SwitchCase &c : choice->cases)
      add(c.target,
          state_->truth(cfg::binary(cfg::Op::Eq, choice->value, cfg::constant(choice->value->type, c.value)), m));
    add(choice->otherwise, state_->everybody());
  } else if (const auto *jump = std::get_if<cfg::Goto>(&end)) {
    for (std::size_t i = 0; i < jump->targets.size(); ++i)
      add(jump->targets[i], i + 1 == jump->targets.size() ? state_->everybody() : state_->perhaps(false));
  }
  for (Watched &w : watched_)
    w.split = w.split || (w.exits.count(b) != 0 && !std::all_of(out.begin(), out.end(), [&](const auto &way) {
                            return all_alike(way.second, w.entry);
                          }));
  if (out.size() > 1) {
    Event e;
    e.lanes = m;
    e.each[cfg::Atom::Test] = std::holds_alternative<cfg::Goto>(end) ? 0 : 1;
    for (const cfg::Expr &x : cfg::used_exprs(k_.blocks[b].end))
      e.each += cfg::atoms_of(x);
    for (const auto &[target, mask] : out)
      if (unsplit_.count(b) == 0)
        e.ways.push_back(mask);
    event(b, k_.blocks[b].stmts.size(), e);
  }
  return out;
}

// Do all lanes access one place?
bool Checking::access(BlockId b, std::size_t i, const LaneMask &m, cfg::ArrayId array, const cfg::Expr &offset,
                      std::uint64_t granules, cfg::AtomCounts work, bool atomic) {
  const cfg::Array &a = k_.arrays[array];
  if (a.granule_bytes == 0 || a.granule_bytes > most_threads || granules == 0 || granules > most_threads)
    throw Refused("an access of no size");
  const auto aligned = c_.aligned.find(a.name);
  Event e;
  e.lanes = m;
  e.each = std::move(work);
  e.each += cfg::atoms_of(offset);
  e.each[cfg::Atom::Request] = a.space == cfg::Space::Private ? 0 : 1;
  e.atomic = atomic;
  e.place = Place{state_->value(offset, m),
                  a.space,
                  static_cast<long>(a.granule_bytes),
                  static_cast<long>(granules * a.granule_bytes),
                  aligned == c_.aligned.end() ? 1 : static_cast<long>(aligned->second),
                  a.extent};
  event(b, i, e);
  return a.space != cfg::Space::Private && alike(e.place->offset);
}

void Checking::statement(BlockId b, std::size_t i, const LaneMask &m) {
  const cfg::Stmt &stmt = k_.blocks[b].stmts[i];
  bool uniform = false; // what is read
  if (const auto *assigned = std::get_if<cfg::Assign>(&stmt.node)) {
    const bool is_bool = k_.vars[assigned->var].type.is_bool();
    const LaneMask truth = is_bool ? state_->truth(assigned->value, m) : LaneMask{};
    state_->assign(assigned->var, m, state_->value(assigned->value, m), truth);
    Event e;
    e.lanes = m;
    e.each = cfg::atoms_of(assigned->value);
    ++e.each[cfg::Atom::Assignment];
    return event(b, i, e);
  }
  if (const auto *load = std::get_if<cfg::Load>(&stmt.node)) {
    cfg::AtomCounts work;
    work[cfg::Atom::Assignment] = load->dests.size();
    if (!load->quiet)
      uniform = access(b, i, m, load->array, load->offset, load->dests.size() * load->per_value, std::move(work));
  } else if (const auto *store = std::get_if<cfg::Store>(&stmt.node)) {
    cfg::AtomCounts work;
    for (const cfg::Expr &e : store->values)
      work += cfg::atoms_of(e);
    if (!store->quiet)
      access(b, i, m, store->array, store->offset, store->values.size() * store->per_value, std::move(work));
  } else if (const auto *atomic = std::get_if<cfg::Atomic>(&stmt.node)) {
    cfg::AtomCounts work;
    work[cfg::Atom::Assignment] = atomic->dest ? 1 : 0;
    for (const cfg::Expr &e : atomic->operands)
      work += cfg::atoms_of(e);
    access(b, i, m, atomic->array, atomic->offset, atomic->per_value, std::move(work), true);
  } else if (const auto *barrier = std::get_if<cfg::Barrier>(&stmt.node);
             (barrier && !barrier->end) || std::holds_alternative<cfg::Gather>(stmt.node) ||
             std::holds_alternative<cfg::Numbered>(stmt.node)) {
    Event e;
    e.lanes = m;
    e.each[cfg::Atom::Barrier] = 1;
    event(b, i, e);
  }
  for (const cfg::VarId v : cfg::defined_vars(stmt))
    state_->forget(v, m, uniform);
}

void Checking::issue(BlockId b, const LaneMask &m) {
  const bool counted = std::any_of(metrics_.begin(), metrics_.end(), [](const auto &one) {
    return one.second.work.of.count(cfg::Atom::Issue) != 0 || one.second.work.of.count(cfg::Atom::Lane) != 0;
  });
  if (!counted)
    return;
  Event e;
  e.lanes = m;
  e.issue = true;
  e.each[cfg::Atom::Issue] = 1;
  event(b, 0, e);
}

void Checking::event(BlockId b, std::size_t stmt, const Event &e) {
  if (silent_ > 0)
    return;
  const CertifiedEvent *claim = event_ < walk_->events.size() ? &walk_->events[event_] : nullptr;
  const std::string where = fmt::format("block '{}', statement {}", k_.blocks[b].name, stmt);
  const CertifiedEvent none;
  if (claim &&
      (claim->block != k_.blocks[b].name || claim->stmt != stmt || claim->loops != around_ || claim->issue != e.issue))
    claim = nullptr;
  event_ += claim ? 1 : 0;
  for (const auto &[metric, total] : c_.totals) {
    const cfg::Metric &weights = metrics_.at(metric);
    const auto found = claim ? claim->costs.find(metric) : none.costs.end();
    const bool claimed = claim && found != claim->costs.end();
    const SummedCost nothing{0, {}};
    const SummedCost &lo = claimed ? found->second.first : nothing;
    const SummedCost *hi = !claimed ? &nothing : found->second.second ? &*found->second.second : nullptr;
    if (claimed)
      known(lo.cost, where);
    if (claimed && hi)
      known(hi->cost, where);
    if (e.splits) {
      const auto split = weights.work.of.find(cfg::Atom::Split);
      const Expr most = split == weights.work.of.end()
                            ? Expr(0)
                            : *e.splits * Expr(ratio(Integer(split->second), Integer(weights.denominator)));
      if (!lo.cost.is_zero())
        throw Refused(fmt::format("{}: {}: at least as much is claimed as may be", where, metric));
      if (hi)
        prove(Goal::AtLeastZero, hi->cost - most, {}, fmt::format("{}: {}: splits", where, metric));
    } else if (const std::string wrong = compare(*state_, target_, e, weights, bounded(lo.cost),
                                                 hi ? std::optional(bounded(hi->cost)) : std::nullopt);
               !wrong.empty()) {
      throw Refused(fmt::format("{}: {}: {}", where, metric, wrong));
    }
    auto &sum = sums_.try_emplace(metric, Expr(0), Expr(0)).first->second;
    sum.first += added_up(lo, where + ": " + metric);
    if (hi == nullptr)
      sum.second.reset();
    else if (sum.second)
      *sum.second += added_up(*hi, where + ": " + metric);
  }
}

CheckedCertificate check(const Certificate &c) {
  try {
    return {{}, Checking(c).run()};
  } catch (const std::exception &e) {
    return {e.what(), {}};
  }
}

} // namespace lockstep::cost::certificate
