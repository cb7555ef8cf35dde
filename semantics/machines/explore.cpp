// All traces: see explore.h. Algorithm 1 of [AAJS14] ("Source-DPOR"), with happens-before as vector
// clocks, on a depth-first tape of decisions: who steps, and what a choice gives.
#include "semantics/machines/explore.h"

#include "cfg/ir/op_groups.h"
#include "semantics/machines/machine.h"
#include "support/invariant.h"
#include "support/sound.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>

namespace lockstep::semantics {

namespace {

using Mask = std::uint64_t; // of threads
constexpr std::size_t most_threads = most_explored_threads;
constexpr Mask bit(ThreadIndex t) { return Mask(1) << t; }

struct Node { // a decision
  bool schedule = false;
  ThreadIndex chosen = 0; // schedule
  Mask enabled = 0, backtrack = 0, done = 0, sleep = 0;
  std::size_t option = 0, options = 0; // choice
};

struct Event { // a visible step that was taken
  ThreadIndex thread = 0;
  std::uint32_t index = 0; // among its thread's, from 1 on
  Pending what;
  std::size_t node = 0;
};

// Steps that commute although both write: the same value to the same granules; updates by one associative and
// commutative operation whose old value nobody sees.
bool commute(const Pending &a, const Pending &b) {
  if (a.lo != b.lo || a.granules != b.granules)
    return false;
  const AccessCode &x = *a.access, &y = *b.access;
  if (x.kind == cfg::AccessKind::Write && y.kind == cfg::AccessKind::Write)
    return x.regs.size() == 1 && y.regs.size() == 1 && a.value == b.value;
  if (x.kind != cfg::AccessKind::Atomic || y.kind != cfg::AccessKind::Atomic || x.dest || y.dest)
    return false;
  using cfg::AtomicOp;
  auto family = [](AtomicOp op) { return op == AtomicOp::Sub ? AtomicOp::Add : op; };
  if (family(x.op) != family(y.op))
    return false;
  switch (x.op) {
  case AtomicOp::Add:
  case AtomicOp::Sub:
  case ATOMICS_MIN_MAX:
  case ATOMICS_BITWISE: return true;
  case AtomicOp::Xchg:
  case AtomicOp::Inc:
  case AtomicOp::Dec:
  case AtomicOp::CmpXchg:
  case AtomicOp::Load:
  case AtomicOp::Store:
  case AtomicOp::FAdd:
  case AtomicOp::Other: break;
  }
  return false;
}

bool dependent(const Pending &a, const Pending &b) {
  if (a.store != b.store || !(a.writes || b.writes))
    return false;
  const __int128 distance = static_cast<__int128>(a.lo) - b.lo;
  return support::unsound("explore.dependent", distance < b.granules && -distance < a.granules && !commute(a, b));
}

class Explorer final : public Choices {
public:
  Explorer(Interleaving::Impl &m, const ExploreOptions &options)
      : m_(m), options_(options), n_(m.interpreter.threads.size()) {}

  Exploration run() {
    const auto start = std::chrono::steady_clock::now();
    do {
      const Execution e = trace();
      ++out_.endings[e.ending];
      out_.steps += e.steps;
      (e.ending == Ending::Infeasible  ? out_.infeasible
       : e.ending == Ending::Redundant ? out_.redundant
                                       : out_.traces)++;
      if (e.ending == Ending::StepLimit ||
          (e.ending == Ending::Divergence && m_.interpreter.threads.size() > m_.interpreter.group_size))
        incomplete(fmt::format("an execution was cut short: {}", e.reason));
      if (std::ranges::any_of(m_.interpreter.observers, [](const Observer *o) { return o->satisfied(); })) {
        if (back())
          incomplete("an observer has seen enough");
        break;
      }
      if (!back())
        break;
      const std::uint64_t all = out_.traces + out_.infeasible + out_.redundant;
      if (all >= options_.budget.max_traces)
        incomplete(fmt::format("the budget of {} traces is used up", options_.budget.max_traces));
      else if (out_.steps >= options_.budget.max_steps)
        incomplete(fmt::format("the budget of {} steps is used up", options_.budget.max_steps));
      else if (options_.budget.max_seconds > 0 &&
               std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() >
                   options_.budget.max_seconds)
        incomplete(fmt::format("the budget of {} s is used up", options_.budget.max_seconds));
      else
        continue;
      break;
    } while (true);
    if (sampled_)
      incomplete("an arbitrary value was sampled");
    return std::move(out_);
  }

  // --- choices on the tape
  std::size_t among(std::size_t n) override { return choose(n); }
  std::uint64_t havoc(cfg::Type type) override {
    std::vector<std::uint64_t> values;
    if (type.is_bool())
      values = {0, 1};
    else
      for (std::uint64_t v : options_.havoc_values) {
        v = cfg::mask_to_width(v, type.width);
        if (std::find(values.begin(), values.end(), v) == values.end())
          values.push_back(v);
      }
    sampled_ = sampled_ || (type.width >= 64 || values.size() < (std::uint64_t(1) << type.width));
    if (values.size() < 2)
      return values.empty() ? 0 : values[0];
    return values[choose(values.size())];
  }

private:
  void incomplete(std::string why) {
    if (out_.complete)
      out_.incomplete_because = std::move(why);
    out_.complete = false;
  }

  std::size_t choose(std::size_t n) {
    if (at_ == tape_.size()) {
      tape_.emplace_back();
      tape_.back().options = n;
    }
    const Node &node = tape_[at_++];
    LOCKSTEP_INVARIANT(!node.schedule && node.options == n, "an execution repeats itself up to its last decision");
    return node.option;
  }

  Execution trace() {
    at_ = 0;
    events_.clear();
    clocks_.clear();
    floor_ = 0;
    by_store_.resize(m_.memory_stores());
    for (auto &list : by_store_)
      list.clear();
    taken_.assign(n_, 0);
    now_.assign(n_ * n_, 0);
    sleep_ = 0;
    m_.start(*this, Interleaving::Impl::Mode::Explored);
    for (ThreadIndex t = 0; t < n_ && !m_.over(); ++t) {
      m_.advance(t);
      m_.drain();
      settle();
    }
    std::vector<ThreadIndex> schedule;
    ThreadIndex last = 0;
    bool redundant = false;
    while (!m_.over() && !m_.ready().empty()) {
      if (!decide(last)) {
        redundant = true;
        break;
      }
      last = tape_[at_ - 1].chosen;
      if (m_.interpreter.options.record_schedule)
        schedule.push_back(last);
      step(last);
    }
    std::optional<Execution> &ending = m_.interpreter.ending;
    if (redundant)
      ending = Execution{Ending::Redundant, 0, "equivalent to a trace already seen", 0, {}, {}};
    else if (!ending && m_.interpreter.options.record_schedule)
      ending = Execution{};
    if (ending)
      ending->schedule = std::move(schedule);
    return m_.interpreter.finish();
  }

  // Who steps next: as the tape says, or the thread that stepped last if it can, else the first. False: all sleep.
  bool decide(ThreadIndex last) {
    if (at_ == tape_.size()) {
      Node node;
      node.schedule = true;
      for (ThreadIndex t : m_.ready())
        node.enabled |= bit(t);
      node.sleep = sleep_;
      const Mask awake = node.enabled & ~node.sleep;
      if (awake == 0)
        return false;
      node.chosen = (awake & bit(last)) ? last : static_cast<ThreadIndex>(__builtin_ctzll(awake));
      node.backtrack = bit(node.chosen);
      tape_.push_back(std::move(node));
    }
    const Node &node = tape_[at_++];
    LOCKSTEP_INVARIANT(node.schedule && (node.enabled & bit(node.chosen)),
                       "an execution repeats itself up to its last decision");
    // Threads asleep behind this step: those asleep or done before it that it does not disturb.
    const Pending mine = m_.pending(node.chosen);
    sleep_ = 0;
    for (Mask rest = (node.sleep | node.done) & ~bit(node.chosen); rest != 0; rest &= rest - 1) {
      const auto q = static_cast<ThreadIndex>(__builtin_ctzll(rest));
      if (!dependent(m_.pending(q), mine))
        sleep_ |= bit(q);
    }
    return true;
  }

  std::uint32_t *clock(std::size_t event) { return &clocks_[event * n_]; }
  std::uint32_t *now(ThreadIndex t) { return &now_[t * n_]; }
  bool before(const Event &a, const std::uint32_t *clock) const {
    return clock[a.thread] >= a.index;
  } // a happens before

  void step(ThreadIndex t) {
    Event e;
    e.thread = t;
    e.index = ++taken_[t];
    e.what = m_.pending(t);
    e.node = at_ - 1;
    std::vector<std::size_t> &list = by_store_[e.what.store];
    if (!list.empty() && list.back() < floor_)
      list.clear();
    // Latest first: what an earlier one has in common with this step through a later one is no race of its own.
    for (std::size_t i = list.size(); i-- > 0 && list[i] >= floor_;) {
      const Event &other = events_[list[i]];
      if (other.thread == t || !dependent(other.what, e.what) || before(other, now(t)))
        continue;
      race(list[i], t);
      std::uint32_t *mine = now(t), *theirs = clock(list[i]);
      for (std::size_t k = 0; k < n_; ++k)
        mine[k] = std::max(mine[k], theirs[k]);
    }
    now(t)[t] = e.index;
    clocks_.insert(clocks_.end(), now(t), now(t) + n_);
    list.push_back(events_.size());
    events_.push_back(e);
    m_.step(t);
    settle();
  }

  // Releases are synchronisation of all who take part.
  void settle() {
    for (const auto &[all, waited_for] : m_.barriers.releases) {
      std::vector<std::uint32_t> join(n_, 0);
      for (const auto *threads : {&all, &waited_for})
        for (ThreadIndex t : *threads)
          for (std::size_t k = 0; k < n_; ++k)
            join[k] = std::max(join[k], now(t)[k]);
      for (ThreadIndex t : all)
        std::copy(join.begin(), join.end(), now(t));
      if (all.size() == n_)
        floor_ = events_.size(); // everything so far happens before everything from here on
    }
    m_.barriers.releases.clear();
  }

  // Event `i` and the next step of `t` are dependent and could be taken the other way round: somebody who can start
  // what leads to that must be tried where `i` was taken.
  void race(std::size_t i, ThreadIndex t) {
    Node &node = tape_[events_[i].node];
    Mask seen = 0, initials = 0;
    std::vector<std::size_t> others; // events behind i that do not depend on it
    auto independent_of_others = [&](const std::uint32_t *c) {
      return std::none_of(others.begin(), others.end(), [&](std::size_t j) { return before(events_[j], c); });
    };
    for (std::size_t j = i + 1; j < events_.size(); ++j) {
      if (before(events_[i], clock(j)))
        continue;
      const Mask b = bit(events_[j].thread);
      if (!(seen & b) && independent_of_others(clock(j)))
        initials |= b;
      seen |= b;
      others.push_back(j);
    }
    if (!(seen & bit(t)) && independent_of_others(now(t)))
      initials |= bit(t);
    initials &= node.enabled;
    if (initials == 0) // none of them can step yet: who lets them, by coming or ending, may be anybody
      node.backtrack |= node.enabled;
    else if ((initials & node.backtrack) == 0)
      node.backtrack |= (initials & bit(t)) ? bit(t) : initials & (~initials + 1);
  }

  // The next decision that has another way; false: none has.
  bool back() {
    while (!tape_.empty()) {
      Node &node = tape_.back();
      if (!node.schedule) {
        if (++node.option < node.options)
          return true;
      } else {
        node.done |= bit(node.chosen);
        const Mask open = node.backtrack & ~node.done & ~node.sleep;
        if (open != 0) {
          node.chosen = static_cast<ThreadIndex>(__builtin_ctzll(open));
          return true;
        }
      }
      tape_.pop_back();
    }
    return false;
  }

  Interleaving::Impl &m_;
  const ExploreOptions &options_;
  std::size_t n_;
  Exploration out_;
  bool sampled_ = false;
  std::vector<Node> tape_;
  std::size_t at_ = 0;
  Mask sleep_ = 0; // of the state reached
  std::vector<Event> events_;
  std::vector<std::uint32_t> clocks_, now_, taken_; // per event; per thread; events per thread
  std::vector<std::vector<std::size_t>> by_store_;
  std::size_t floor_ = 0;
};

} // namespace

Exploration explore(Interleaving &machine, const ExploreOptions &options) {
  Interleaving::Impl &m = machine.impl();
  if (m.interpreter.threads.size() > most_threads) {
    Exploration out;
    InOrder order;
    ZeroChoices choices;
    const Execution e = machine.run(order, choices);
    out.complete = false;
    out.incomplete_because =
        fmt::format("{} threads are more than the {} that exploration takes: one execution was run",
                    m.interpreter.threads.size(), most_threads);
    out.traces = 1;
    out.steps = e.steps;
    ++out.endings[e.ending];
    return out;
  }
  return Explorer(m, options).run();
}

} // namespace lockstep::semantics
