// See checker.h.
#include "cost/certificate/checker.h"

#include "cfg/analysis/sort_order.h"
#include "cfg/parse.h"
#include "cfg/targets.h"
#include "cost/certificate/count.h"
#include "cost/certificate/smt.h"

#include "support/sound.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::cost {

namespace {

using cfg::BlockId;
constexpr std::size_t most_rounds = 66;

class Checker {
public:
  explicit Checker(const Certificate &c) : c_(c) {
    const auto target = cfg::target(c.target);
    auto kernel = cfg::parse(c.text, "certificate", diags_);
    auto loops = kernel ? cfg::loops(*kernel, diags_) : support::failure;
    if (!target || target->lanes > 64 || !loops)
      throw Refused(target ? "its kernel's text is none" : "no such target");
    target_ = *target;
    k_ = std::move(*kernel);
    loops_ = std::move(*loops);
    order_ = cfg::sort_order(k_, loops_).order;
    for (std::size_t d = 0; d < 3; ++d) {
      const Integer most = Integer(static_cast<unsigned long>(c.most_groups[d]));
      const std::string axis(1, "xyz"[d]);
      groups_[d] = c.free_groups[d] ? symbol("groups." + axis, Integer(1), most) : Expr(most);
      if (most < 1 || c.local_size[d] < 1 || c.local_size[d] > 1024)
        throw Refused("its launch is none");
      bounds_["groups." + axis] = {1, Expr(most)};
      if (c.free_groups[d] || most > 1) {
        ids_[d] = symbol("group." + axis, Integer(0), Integer(most - 1));
        bounds_["group." + axis] = {0, groups_[d] - 1};
        ranges_.push_back({"group." + axis, groups_[d]});
      }
    }
    for (const cfg::Var &v : k_.vars)
      if (v.param && v.type.is_int()) {
        const Integer half = Integer(1) << (v.type.width - 1);
        declare(name_of(v), Integer(-half), Expr(Integer(half - 1)));
      }
  }

  std::vector<std::string> run() {
    cover();
    for (const CertifiedWalk &w : c_.walks)
      walk(w);
    for (const auto &[metric, total] : c_.totals) {
      const auto &[lo, hi] = sums_[metric];
      prove(Goal::Zero, lo - total.first, {}, metric + ": the total from below");
      if (total.second && !hi)
        throw Refused(metric + ": some event has no upper bound");
      if (total.second)
        prove(Goal::Zero, *hi - *total.second, {}, metric + ": the total from above");
    }
    return std::move(obligations_);
  }

private:
  using Flow = std::map<BlockId, LaneMask>;
  struct Range {
    std::string symbol;
    Expr count;
  };

  static std::string name_of(const cfg::Var &v) { return v.source_name.empty() ? v.name : v.source_name; }

  // Names of what nobody knows begin with a question mark, and one is of what sums count: no claim has these.
  void declare(const std::string &name, const Integer &lo, const Expr &hi) {
    if (name.empty() || name[0] == '?' || name == summed_so_far ||
        !bounds_.emplace(name, std::pair(Expr(lo), hi)).second)
      throw Refused(fmt::format("'{}' cannot be the name of a symbol, or is that of two", name));
  }

  // A claim speaks of parameters, ids, and counters that run around it. Sound because what nobody knows may differ from
  // round to round, and a counter that does not run may have no value, of which anything would hold.
  void known(const Expr &e, const std::string &where, bool is_sum = false) const {
    for (const auto &[name, atom] : symbols_of(e))
      if (!(is_sum && name == summed_so_far) && (bounds_.count(name) == 0 || !runs(name)) &&
          !support::left_out("certificate.known"))
        throw Refused(fmt::format("{}: it speaks of '{}'", where, name));
  }

  void prove(Goal goal, const Expr &e, const std::vector<Expr> &premises, const std::string &what) {
    if (const auto c = e.constant(); c && (goal == Goal::Zero ? *c == 0 : *c >= 0))
      return;
    const auto script = obligation(what, {bounds_, premises}, goal, e);
    if (!script)
      throw Refused(what + " cannot be said to a solver");
    if (asked_.insert(script->substr(script->find('\n'))).second)
      obligations_.push_back(*script);
  }

  // Each warp of a group once.
  void cover() {
    const std::uint64_t threads = c_.local_size[0] * c_.local_size[1] * c_.local_size[2];
    std::set<std::uint64_t> seen;
    for (const CertifiedWalk &w : c_.walks) {
      std::uint64_t all = 1;
      for (const auto &[name, count] : w.numbers)
        if ((all *= count) > threads || count == 0)
          throw Refused("its walks are more than a group's warps");
      for (std::uint64_t n = 0; n < all; ++n) {
        std::map<std::string, Integer> at;
        std::uint64_t left = n;
        for (const auto &[name, count] : w.numbers) {
          at[name] = Integer(static_cast<unsigned long>(left % count));
          left /= count;
        }
        std::optional<std::uint64_t> warp;
        for (std::size_t i = 0; i < w.ids[0].size(); ++i) {
          std::uint64_t linear = 0;
          for (std::size_t d = 3; d-- > 0;) {
            const Value v = evaluate(w.ids[d].at(i), at);
            if (!v.number || *v.number < 0 || *v.number >= static_cast<long>(c_.local_size[d]))
              throw Refused("a lane is no thread of the group");
            linear = linear * c_.local_size[d] + v.number->get_num().get_ui();
          }
          if (i == 0)
            warp = linear / target_.lanes;
          if (linear != *warp * target_.lanes + i)
            throw Refused("lanes are not those of a warp");
        }
        if (!warp || !seen.insert(*warp).second ||
            w.ids[0].size() != std::min<std::uint64_t>(target_.lanes, threads - *warp * target_.lanes))
          throw Refused("a warp is walked twice, or in part");
      }
    }
    if (seen.size() != (threads + target_.lanes - 1) / target_.lanes)
      throw Refused("not all warps of a group are walked");
  }

  void walk(const CertifiedWalk &w) {
    walk_ = &w;
    loop_ = event_ = 0;
    around_.clear();
    const auto bounds = bounds_;
    std::map<std::string, Expr> numbers;
    for (const auto &[name, count] : w.numbers) {
      declare(name, 0, Expr(static_cast<long>(count)) - 1);
      numbers[name] = symbol(name, Integer(0), Integer(static_cast<long>(count) - 1));
    }
    for (const CertifiedLoop &l : w.loops)
      declare(l.counter, 0, l.count - 1);
    state_.emplace(k_, w.ids[0].size());
    state_->group_id = ids_;
    state_->groups = groups_;
    state_->offset = c_.offset;
    state_->no_wrap = c_.no_wrap;
    for (std::size_t d = 0; d < 3; ++d) {
      state_->local_size[d] = Expr(static_cast<long>(c_.local_size[d]));
      for (Expr e : w.ids[d]) {
        for (const auto &[name, number] : numbers)
          e = substitute(e, name, number);
        state_->local_id[d].push_back(e);
      }
    }
    for (cfg::VarId v = 0; v < k_.vars.size(); ++v) {
      const cfg::Var &var = k_.vars[v];
      if (var.param && var.type.is_int()) {
        const auto &[lo, hi] = bounds_.at(name_of(var));
        const Expr s = symbol(name_of(var), lo.constant()->get_num(), hi.constant()->get_num());
        state_->assign(v, state_->everybody(), PerLane(w.ids[0].size(), s), {});
      } else {
        state_->forget(v, state_->everybody(), false);
      }
    }
    Flow in{{0, state_->everybody()}}, out;
    blocks(-1, order_, 0, order_.size(), in, out);
    if (loop_ != w.loops.size() || event_ != w.events.size())
      throw Refused("it claims what the kernel does not do");
    bounds_ = bounds;
  }

  void blocks(int loop, const std::vector<BlockId> &list, std::size_t from, std::size_t to, Flow &in, Flow &out) {
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
      for (std::size_t s = 0; s < k_.blocks[b].stmts.size(); ++s)
        statement(b, s, m);
      for (const auto &[target, mask] : ways(b, m))
        take(target, mask);
    }
  }

  std::map<BlockId, LaneMask> ways(BlockId b, const LaneMask &m, bool counted = true) {
    std::map<BlockId, LaneMask> out;
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
        add(jump->targets[i],
            i + 1 == jump->targets.size() ? state_->everybody() : state_->condition(LaneCondition::Unknown, {}));
    }
    if (counted && out.size() > 1) {
      Event e{m, {}, {}, std::holds_alternative<cfg::Goto>(end) ? 0UL : 1UL};
      for (const cfg::Expr &x : cfg::used_exprs(k_.blocks[b].end))
        e.work += operations(x);
      for (const auto &[target, mask] : out)
        e.ways.push_back(mask);
      event(b, k_.blocks[b].stmts.size(), e);
    }
    return out;
  }

  void statement(BlockId b, std::size_t i, const LaneMask &m) {
    const cfg::Stmt &stmt = k_.blocks[b].stmts[i];
    const auto access = [&](cfg::ArrayId array, const cfg::Expr &offset, std::uint64_t granules, std::size_t work) {
      const cfg::Array &a = k_.arrays[array];
      const auto aligned = c_.aligned.find(a.name);
      Event e{m, {}, {}, work + operations(offset)};
      e.place = Place{state_->value(offset, m),
                      a.space,
                      static_cast<long>(a.granule_bytes),
                      static_cast<long>(granules * a.granule_bytes),
                      aligned == c_.aligned.end() ? 1 : static_cast<long>(aligned->second),
                      a.extent};
      event(b, i, e);
      const PerLane &all = e.place->offset;
      return a.space != cfg::Space::Private && all[0] && std::count(all.begin(), all.end(), all[0]) == std::ssize(all);
    };
    bool uniform = false; // what is read
    if (const auto *assigned = std::get_if<cfg::Assign>(&stmt.node)) {
      const bool is_bool = k_.vars[assigned->var].type.is_bool();
      const LaneMask truth = is_bool ? state_->truth(assigned->value, m) : LaneMask{};
      state_->assign(assigned->var, m, state_->value(assigned->value, m), truth);
      return event(b, i, {m, {}, {}, operations(assigned->value) + 1});
    }
    if (const auto *load = std::get_if<cfg::Load>(&stmt.node)) {
      if (!load->quiet)
        uniform = access(load->array, load->offset, load->dests.size() * load->per_value, load->dests.size());
    } else if (const auto *store = std::get_if<cfg::Store>(&stmt.node)) {
      std::size_t work = 0;
      for (const cfg::Expr &e : store->values)
        work += operations(e);
      if (!store->quiet)
        access(store->array, store->offset, store->values.size() * store->per_value, work);
    } else if (const auto *atomic = std::get_if<cfg::Atomic>(&stmt.node)) {
      std::size_t work = atomic->dest ? 1 : 0;
      for (const cfg::Expr &e : atomic->operands)
        work += operations(e);
      access(atomic->array, atomic->offset, atomic->per_value, work);
    } else if (const auto *barrier = std::get_if<cfg::Barrier>(&stmt.node);
               (barrier && !barrier->end) || std::holds_alternative<cfg::Gather>(stmt.node) ||
               std::holds_alternative<cfg::Numbered>(stmt.node)) {
      Event e{m, {}, {}, 0};
      e.barrier = true;
      event(b, i, e);
    }
    for (const cfg::VarId v : cfg::defined_vars(stmt))
      state_->forget(v, m, uniform);
  }

  // --- loops --------------------------------------------------------------------------------------------------
  void loop(std::size_t l, const LaneMask &m, Flow &out) {
    std::vector<BlockId> list;
    for (const BlockId b : order_)
      if (loops_.contains(static_cast<int>(l), b))
        list.push_back(b);
    if (silent_ == 0 && loop_ < walk_->loops.size() && walk_->loops[loop_].head == k_.blocks[loops_.loops[l].head].name)
      return claimed(l, list, m, out);
    Flow in{{list[0], m}};
    for (std::size_t round = 0;; ++round) { // as long as each lane's way is known
      Flow leaving;
      blocks(static_cast<int>(l), list, 0, list.size(), in, leaving);
      in.clear();
      for (const auto &[target, mask] : leaving)
        if (target == list[0])
          in[target] = mask;
        else
          out[target] = state_->either(out[target], mask);
      if (in.empty() || in[list[0]].empty())
        return;
      if (round == most_rounds)
        throw Refused(fmt::format("the loop at block '{}' has no claim and goes on", k_.blocks[list[0]].name));
    }
  }

  void claimed(std::size_t l, const std::vector<BlockId> &list, const LaneMask &m, Flow &out) {
    const std::size_t number = loop_++;
    const CertifiedLoop &claim = walk_->loops[number];
    const cfg::Loop &loop = loops_.loops[l];
    const std::string where = fmt::format("the loop at block '{}'", claim.head);
    known(claim.count, where + ": its count");
    const auto *branch =
        loop.exits.size() == 1 ? std::get_if<cfg::Branch>(&k_.blocks[loop.exits[0].first].end.node) : nullptr;
    const BlockId test = branch ? loop.exits[0].first : 0;
    const auto at = static_cast<std::size_t>(std::find(list.begin(), list.end(), test) - list.begin());
    if (!branch || loops_.loop_of[test] != static_cast<int>(l) || branch->if_true == branch->if_false ||
        (test != loop.head && (at + 1 != list.size() || loop.latches != std::vector<BlockId>{test})))
      throw Refused(where + " has not one test at its head or end");
    const BlockId stay = branch->if_true == loop.exits[0].second ? branch->if_false : branch->if_true;
    const auto entry = state_->variables();
    const std::vector<bool> modified = cfg::modified_in(k_, loop);
    std::map<cfg::VarId, std::pair<PerLane, PerLane>> closed; // start, step
    for (cfg::VarId v = 0; v < k_.vars.size(); ++v)
      if (const auto s = claim.steps.find(k_.vars[v].name); s != claim.steps.end()) {
        const auto step = cfg::parse_expr(s->second, k_, diags_);
        if (!step || !(k_.vars[v].type == (*step)->type) || !modified[v])
          throw Refused(fmt::format("{}: the step of '{}' is none", where, s->first));
        closed[v] = {state_->read(v, m), state_->value(*step, m)};
      }
    const auto form = [&](cfg::VarId v, std::size_t lane, const Expr &round) -> std::optional<Expr> {
      const auto &[start, step] = closed.at(v);
      return start[lane] && step[lane] ? std::optional(*start[lane] + *step[lane] * round) : std::nullopt;
    };
    const auto at_round = [&](const Expr &round) {
      state_->restore(entry);
      for (cfg::VarId v = 0; v < k_.vars.size(); ++v)
        if (closed.count(v) != 0) {
          PerLane now(walk_->ids[0].size());
          for (std::size_t i = 0; i < now.size(); ++i)
            now[i] = form(v, i, round);
          state_->assign(v, m, now, {});
        } else if (modified[v]) {
          state_->forget(v, m, false);
        }
    };
    const auto before_test = [&](const LaneMask &mask, bool counted) { // who stays
      Flow in{{list[0], mask}}, ignored;
      silent_ += counted ? 0 : 1;
      blocks(static_cast<int>(l), list, 0, at, in, ignored);
      const LaneMask here = at == 0 ? mask : in[test];
      for (std::size_t s = 0; s < k_.blocks[test].stmts.size(); ++s)
        statement(test, s, here);
      const LaneMask stays = ways(test, here)[stay];
      silent_ -= counted ? 0 : 1;
      return stays;
    };
    const Expr k = symbol(claim.counter, Integer(0));
    at_round(0);
    before_test(m, true);
    around_.push_back(number);
    at_round(k);
    const LaneMask stays = before_test(m, false);
    const std::vector<Expr> tests = stay_tests(m, stays, where);
    const bool alike = std::all_of(tests.begin(), tests.end(), [&](const Expr &e) { return e == tests[0]; });
    if (!alike && !claim.by_lane)
      throw Refused(where + ": lanes leave it one by one");
    const LaneMask now = claim.by_lane ? stays : m;
    Flow in{{stay, now}}, ignored;
    if (at + 1 < list.size())
      blocks(static_cast<int>(l), list, at + 1, list.size(), in, ignored);
    for (const auto &[v, start] : closed) { // one pass
      const PerLane next = state_->read(v, now);
      for (std::size_t i = 0; i < next.size(); ++i)
        if (!next[i] || !form(v, i, k) || !(*next[i] == *form(v, i, k + 1)))
          throw Refused(fmt::format("{}: a pass does not take '{}' to its next value", where, k_.vars[v].name));
    }
    const auto saved = bounds_[claim.counter];
    bounds_[claim.counter].second = claim.by_lane ? Expr(Integer(Integer(1) << 70)) : claim.count - 1;
    for (std::size_t i = 0; i < (alike ? 1 : tests.size()); ++i) {
      if (claim.by_lane) // who has left stays away
        prove(Goal::AtLeastZero, tests[i] - substitute(tests[i], claim.counter, k + 1), {}, where + ": who leaves");
      else
        prove(Goal::Zero, tests[i] - 1, {}, where + ": its test in a round");
      prove(Goal::Zero, substitute(tests[i], claim.counter, claim.count), {}, where + ": its test at the end");
    }
    prove(Goal::AtLeastZero, claim.count, {}, where + ": its count");
    bounds_[claim.counter] = saved;
    at_round(k + 1);
    before_test(now, true);
    around_.pop_back();
    at_round(claim.count);
    if (claim.by_lane) {
      state_->restore(entry);
      for (cfg::VarId v = 0; v < k_.vars.size(); ++v)
        if (modified[v])
          state_->forget(v, m, false);
    } else {
      before_test(m, false);
    }
    out[loop.exits[0].second] = m;
  }

  // Is it no counter, or one of a loop around?
  bool runs(const std::string &symbol) const {
    const auto is_it = [&](const CertifiedLoop &l) { return l.counter == symbol; };
    return std::none_of(walk_->loops.begin(), walk_->loops.end(), is_it) ||
           std::any_of(around_.begin(), around_.end(), [&](std::size_t i) { return is_it(walk_->loops[i]); });
  }

  // Of each lane 1 where it stays, among those of m; one condition only.
  std::vector<Expr> stay_tests(const LaneMask &m, const LaneMask &stays, const std::string &where) {
    std::vector<Expr> out;
    if (stays.size() != 1 || m.size() != 1 || stays[0].set != m[0].set ||
        !std::includes(stays[0].literals.begin(), stays[0].literals.end(), m[0].literals.begin(), m[0].literals.end()))
      throw Refused(where + ": its test is not understood");
    std::vector<long> own;
    std::set_difference(stays[0].literals.begin(), stays[0].literals.end(), m[0].literals.begin(), m[0].literals.end(),
                        std::back_inserter(own));
    if (own.size() != 1)
      throw Refused(where + ": its test is not one condition");
    const LaneCondition &it = state_->condition(static_cast<std::size_t>(std::abs(own[0])) - 1);
    for (const auto &e : it.lanes) {
      if (!e)
        throw Refused(where + ": its test is not known");
      const Expr holds = it.kind == LaneCondition::Zero ? is_zero(*e) : at_least_zero(*e);
      out.push_back(own[0] > 0 ? holds : Expr(1) - holds);
    }
    return out;
  }

  // --- what it costs ------------------------------------------------------------------------------------------
  void event(BlockId b, std::size_t stmt, const Event &e) {
    if (silent_ > 0)
      return;
    const CertifiedEvent *claim = event_ < walk_->events.size() ? &walk_->events[event_] : nullptr;
    const std::string where = fmt::format("block '{}', statement {}", k_.blocks[b].name, stmt);
    const CertifiedEvent none;
    if (claim && (claim->block != k_.blocks[b].name || claim->stmt != stmt || claim->loops != around_))
      claim = nullptr;
    event_ += claim ? 1 : 0;
    for (const auto &[metric, total] : c_.totals) {
      const auto found = claim ? claim->costs.find(metric) : none.costs.end();
      const bool claimed = claim && found != claim->costs.end();
      const SummedCost nothing{0, {}};
      const SummedCost &lo = claimed ? found->second.first : nothing;
      const SummedCost *hi = !claimed ? &nothing : found->second.second ? &*found->second.second : nullptr;
      if (const std::string wrong =
              compare(*state_, target_, e, metric, lo.cost, hi ? std::optional(hi->cost) : std::nullopt);
          !wrong.empty())
        throw Refused(fmt::format("{}: {}: {}", where, metric, wrong));
      auto &sum = sums_.try_emplace(metric, Expr(0), Expr(0)).first->second;
      sum.first += added_up(lo, where + ": " + metric);
      if (hi == nullptr)
        sum.second.reset();
      else if (sum.second)
        *sum.second += added_up(*hi, where + ": " + metric);
    }
  }

  Expr added_up(const SummedCost &s, const std::string &where) {
    std::vector<Range> ranges;
    for (std::size_t i = around_.size(); i-- > 0;)
      ranges.push_back({walk_->loops[around_[i]].counter, walk_->loops[around_[i]].count});
    for (const auto &[name, count] : walk_->numbers)
      ranges.push_back({name, Expr(static_cast<long>(count))});
    ranges.insert(ranges.end(), ranges_.begin(), ranges_.end());
    if (s.cost.is_zero())
      return 0;
    known(s.cost, where);
    for (const Expr &sum : s.sums)
      known(sum, where, true);
    const std::size_t joint = around_.size() + walk_->numbers.size(); // the first of groups
    if (s.joined && (walk_->numbers.empty() || joint >= ranges.size()))
      throw Refused(where + ": there are no counters to join");
    if (s.sums.size() + s.joined != ranges.size())
      throw Refused(where + ": not summed over all counters");
    Expr now = s.cost;
    const Expr n = symbol(summed_so_far, Integer(0));
    for (std::size_t i = 0; i < s.sums.size(); ++i) {
      const Expr &sum = s.sums[i], next = substitute(sum, summed_so_far, n + 1);
      Expr term = substitute(now, ranges[i].symbol, n);
      if (s.joined && i + 1 == joint) {
        const auto flat = joined_cost(now, ranges[i].symbol, ranges[i].count, ranges[joint].symbol);
        if (!flat || mentions(sum, ranges[joint].symbol))
          throw Refused(where + ": not a function of the joined counter");
        term = *flat;
        ranges[i].count = ranges[i].count * ranges[joint].count;
        ranges.erase(ranges.begin() + static_cast<std::ptrdiff_t>(joint));
      }
      if (mentions(sum, ranges[i].symbol))
        throw Refused(where + ": a sum over a counter mentions it");
      bounds_[summed_so_far] = {0, ranges[i].count - 1};
      prove(Goal::Zero, substitute(sum, summed_so_far, 0), {}, where + ": a sum of nothing");
      if (!support::left_out("certificate.next"))
        prove(Goal::Zero, unrolled(next) - sum - term, {}, where + ": a sum's next term");
      bounds_.erase(summed_so_far);
      now = substitute(sum, summed_so_far, ranges[i].count);
    }
    return now;
  }

  // Sums that stand open, over the first N + 1 values, as those over N and the last term.
  static Expr unrolled(const Expr &e) {
    const Expr n = symbol(summed_so_far, Integer(0));
    Expr out;
    for (const auto &[product, factor] : e.terms()) {
      Expr all(factor);
      for (const AtomRef &a : product)
        if (a->kind == AtomKind::Sum && a->args[0] == n + 1 && !mentions(a->args[1], summed_so_far))
          all = all * (open_sum(a->name, n, a->args[1]) + substitute(a->args[1], a->name, n));
        else
          all = all * Expr(a);
      out += all;
    }
    return out;
  }

  const Certificate &c_;
  support::Diagnostics diags_;
  cfg::Target target_{};
  cfg::Kernel k_;
  cfg::LoopForest loops_;
  std::vector<BlockId> order_;
  std::array<Expr, 3> groups_, ids_;
  std::vector<Range> ranges_; // of groups
  std::map<std::string, std::pair<Expr, Expr>> bounds_;
  std::map<std::string, std::pair<Expr, std::optional<Expr>>> sums_;
  std::vector<std::string> obligations_;
  std::set<std::string> asked_;
  const CertifiedWalk *walk_ = nullptr;
  std::size_t loop_ = 0, event_ = 0, silent_ = 0;
  std::vector<std::size_t> around_;
  std::optional<LaneState> state_;
};

} // namespace

CheckedCertificate check(const Certificate &c) {
  try {
    return {{}, Checker(c).run()};
  } catch (const std::exception &e) {
    return {e.what(), {}};
  }
}

} // namespace lockstep::cost
