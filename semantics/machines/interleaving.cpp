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

void Interleaving::attach(Observer &observer) { impl_->interpreter.attach(observer); }

Execution Interleaving::run(Schedule &schedule, Choices &choices) {
  Impl &m = *impl_;
  std::optional<Execution> &ending = m.interpreter.ending;
  const bool record = m.interpreter.options.record_schedule;
  m.start(choices, schedule.in_order() && !record ? Impl::Mode::InOrder : Impl::Mode::Scheduled);
  for (ThreadIndex t = 0; t < m.interpreter.threads.size() && !m.over(); ++t) {
    m.advance(t);
    m.drain();
  }
  std::vector<ThreadIndex> taken;
  for (ThreadIndex last = 0; !m.over() && !m.ready().empty();) {
    support::spend(steps_of_a_turn);
    last = schedule.next(m.ready(), last);
    if (record)
      taken.push_back(last);
    m.step(last);
  }
  if (ending)
    ending->schedule = std::move(taken);
  else if (record)
    ending = Execution{Ending::Terminated, 0, {}, 0, {}, std::move(taken)};
  return m.interpreter.finish();
}

const Memory &Interleaving::memory() const { return impl_->interpreter.memory; }
std::uint64_t Interleaving::variable(ThreadIndex t, cfg::VarId v) const {
  return impl_->interpreter.regs[std::size_t(t) * impl_->interpreter.stride + v];
}
const Geometry &Interleaving::geometry() const { return impl_->interpreter.geometry; }
const Code &Interleaving::code() const { return impl_->interpreter.code; }

} // namespace lockstep::semantics
