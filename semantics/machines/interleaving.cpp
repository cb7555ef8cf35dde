// Whole executions of the interleaving machine: see interleaving.h; its steps are in machine.cpp.
#include "semantics/machines/interleaving.h"

#include "semantics/machines/machine.h"
#include "support/budget.h"

namespace lockstep::semantics {

namespace {
constexpr std::uint64_t steps_of_a_turn = 16; // observers may look at all that went before
}

Interleaving::Interleaving(const Code &code, const Geometry &geometry, const Inputs &inputs, const RunOptions &options)
    : impl_(std::make_unique<Impl>(code, geometry, inputs, options)) {}
Interleaving::~Interleaving() = default;

void Interleaving::attach(Observer &observer) {
  impl_->observers.push_back(&observer);
  if (observer.wants_steps())
    impl_->steppers.push_back(&observer);
}

Execution Interleaving::run(Schedule &schedule, Choices &choices) {
  Impl &m = *impl_;
  const bool in_order = schedule.in_order() && !m.options.record_schedule;
  m.start(choices, false);
  for (ThreadIndex t = 0; t < m.threads.size() && !m.over_; ++t) {
    m.advance(t, in_order);
    m.drain();
  }
  std::vector<ThreadIndex> taken;
  for (ThreadIndex last = 0; !m.over_ && !m.ready().empty();) {
    support::spend(steps_of_a_turn);
    last = schedule.next(m.ready(), last);
    if (m.options.record_schedule)
      taken.push_back(last);
    m.perform(last);
    if (m.threads[last].status == Impl::Status::Runs && !m.over_)
      m.advance(last, false);
    m.drain();
    m.releases.clear();
  }
  if (m.ending)
    m.ending->schedule = std::move(taken);
  else if (m.options.record_schedule)
    m.ending = Execution{Ending::Terminated, 0, {}, 0, {}, std::move(taken)};
  return m.finish();
}

const Memory &Interleaving::memory() const { return impl_->memory; }
std::uint64_t Interleaving::variable(ThreadIndex t, cfg::VarId v) const {
  return impl_->regs[std::size_t(t) * impl_->stride + v];
}
const Geometry &Interleaving::geometry() const { return impl_->geometry; }
const Code &Interleaving::code() const { return impl_->code; }

} // namespace lockstep::semantics
