// All traces: see explore.h. Algorithm 1 of [AAJS14] ("Source-DPOR"), with happens-before as vector clocks
// (happens_before.h), on a depth-first tape of decisions (decisions.h).
#include "semantics/machines/explore.h"

#include "semantics/machines/happens_before.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>

namespace lockstep::semantics {

namespace {

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
        if (decisions_.back())
          incomplete("an observer has seen enough");
        break;
      }
      if (!decisions_.back())
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
  std::size_t among(std::size_t n) override { return decisions_.choose(n); }
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
    return values[decisions_.choose(values.size())];
  }

private:
  void incomplete(std::string why) {
    if (out_.complete)
      out_.incomplete_because = std::move(why);
    out_.complete = false;
  }

  Execution trace() {
    decisions_.rewind();
    order_.start(n_, m_.memory_stores());
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
      last = decisions_[decisions_.last()].chosen;
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
    if (!decisions_.repeats()) {
      Decision node;
      node.schedule = true;
      for (ThreadIndex t : m_.ready())
        node.enabled |= thread_bit(t);
      node.sleep = sleep_;
      const ThreadMask awake = node.enabled & ~node.sleep;
      if (awake == 0)
        return false;
      node.chosen = (awake & thread_bit(last)) ? last : static_cast<ThreadIndex>(__builtin_ctzll(awake));
      node.backtrack = thread_bit(node.chosen);
      decisions_.schedule(std::move(node));
    }
    const Decision &node = decisions_.scheduled();
    // Threads asleep behind this step: those asleep or done before it that it does not disturb.
    const Pending mine = m_.pending(node.chosen);
    sleep_ = 0;
    for (ThreadMask rest = (node.sleep | node.done) & ~thread_bit(node.chosen); rest != 0; rest &= rest - 1) {
      const auto q = static_cast<ThreadIndex>(__builtin_ctzll(rest));
      if (!dependent(m_.pending(q), mine))
        sleep_ |= thread_bit(q);
    }
    return true;
  }

  void step(ThreadIndex t) {
    order_.take(t, m_.pending(t), decisions_.last(), [&](std::size_t event) { race(event, t); });
    m_.step(t);
    settle();
  }

  void settle() {
    for (const Release &r : m_.barriers.releases)
      order_.release(r);
    m_.barriers.releases.clear();
  }

  // Event `i` and the next step of `t` are dependent and could be taken the other way round: somebody who can start
  // what leads to that must be tried where `i` was taken.
  void race(std::size_t i, ThreadIndex t) {
    Decision &node = decisions_[order_.decision_of(i)];
    const ThreadMask initials = order_.initials(i, t) & node.enabled;
    if (initials == 0) // none of them can step yet: who lets them, by coming or ending, may be anybody
      node.backtrack |= node.enabled;
    else if ((initials & node.backtrack) == 0)
      node.backtrack |= (initials & thread_bit(t)) ? thread_bit(t) : initials & (~initials + 1);
  }

  Interleaving::Impl &m_;
  const ExploreOptions &options_;
  std::size_t n_;
  Exploration out_;
  bool sampled_ = false;
  Decisions decisions_;
  HappensBefore order_;
  ThreadMask sleep_ = 0; // of the state reached
};

} // namespace

Exploration explore(Interleaving &machine, const ExploreOptions &options) {
  Interleaving::Impl &m = machine.impl();
  if (m.interpreter.threads.size() > most_explored_threads) {
    Exploration out;
    InOrder order;
    ZeroChoices choices;
    const Execution e = machine.run(order, choices);
    out.complete = false;
    out.incomplete_because =
        fmt::format("{} threads are more than the {} that exploration takes: one execution was run",
                    m.interpreter.threads.size(), most_explored_threads);
    out.traces = 1;
    out.steps = e.steps;
    ++out.endings[e.ending];
    return out;
  }
  return Explorer(m, options).run();
}

} // namespace lockstep::semantics
