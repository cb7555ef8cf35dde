// Violations other than races, and counters: see observers.h.
#include "semantics/observers/observers.h"

#include "cfg/ir/text/element_text.h"
#include "cfg/ir/text/shown_name.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::semantics {

namespace {
std::string array_name(const cfg::Kernel &k, cfg::ArrayId a) { return cfg::shown_name(k.arrays[a]); }
} // namespace

void ViolationObserver::on_start(const cfg::Kernel &k, const Geometry &g) {
  kernel_ = &k;
  geometry_ = &g;
  seen_.clear();
}

bool ViolationObserver::has(ViolationKind kind) const {
  return std::any_of(kept_.begin(), kept_.end(), [&](const Violation &v) { return v.kind == kind; });
}

void ViolationObserver::add(Violation v) {
  for (const Violation &other : seen_)
    if (other.kind == v.kind && other.site == v.site)
      return;
  v.id = geometry_->id(v.thread);
  seen_.push_back(std::move(v));
}

void ViolationObserver::on_outside(const Access &a, std::optional<std::uint64_t> extent) {
  Violation v;
  v.kind = ViolationKind::Bounds;
  v.thread = a.thread;
  v.site = a.site;
  v.array = a.array;
  v.lo = a.lo;
  const cfg::Array &array = kernel_->arrays[a.array];
  const std::int64_t byte = a.lo * static_cast<std::int64_t>(array.granule_bytes);
  v.message = fmt::format("access to '{}{}', outside the array", array_name(*kernel_, a.array),
                          cfg::indices_text(array, cfg::element_of(array, byte)));
  if (extent)
    v.message += fmt::format(" of {} elements", *extent * array.granule_bytes / array.source_element_bytes);
  add(std::move(v));
}

void ViolationObserver::on_uninitialised(const Access &a) {
  Violation v;
  v.kind = ViolationKind::Uninitialised;
  v.thread = a.thread;
  v.site = a.site;
  v.array = a.array;
  v.lo = a.lo;
  const cfg::Array &array = kernel_->arrays[a.array];
  v.message = fmt::format(
      "read of '{}{}', which was never written", array_name(*kernel_, a.array),
      cfg::indices_text(array, cfg::element_of(array, a.lo * static_cast<std::int64_t>(array.granule_bytes))));
  add(std::move(v));
}

void ViolationObserver::on_divergence(const Divergence &d) {
  Violation v;
  v.kind = ViolationKind::Divergence;
  v.thread = d.at;
  v.site = d.barrier;
  v.divergence = d;
  v.other = geometry_->id(d.other);
  v.message = d.at == d.other     ? "barrier divergence: the thread waits here for ever"
              : d.other_iteration ? "barrier divergence: the threads wait here in different iterations of a loop"
              : d.elsewhere       ? "barrier divergence: the threads wait at different barriers"
                                  : "barrier divergence: a thread waits here that another one of its scope never joins";
  add(std::move(v));
}

void ViolationObserver::on_failed(const CheckEvent &e) {
  Violation v;
  v.thread = e.thread;
  v.site = e.site;
  v.check = e.assertion->kind;
  v.kind = e.assertion->kind == cfg::AssertKind::Bounds ? ViolationKind::Bounds : ViolationKind::Assertion;
  v.message = e.assertion->message.empty() ? "an assertion fails" : e.assertion->message + " fails";
  add(std::move(v));
}

void ViolationObserver::on_undefined(ThreadIndex t, Site s, const std::string &what) {
  Violation v;
  v.kind = ViolationKind::Undefined;
  v.thread = t;
  v.site = s;
  v.message = "undefined behaviour: " + what;
  add(std::move(v));
}

void ViolationObserver::on_end(const Execution &e) {
  if (e.ending == Ending::Infeasible || e.ending == Ending::Redundant)
    return;
  for (Violation &v : seen_) {
    bool known = std::any_of(kept_.begin(), kept_.end(),
                             [&](const Violation &k) { return k.kind == v.kind && k.site == v.site; });
    if (!known)
      kept_.push_back(std::move(v));
  }
}

void Counters::on_access(const Access &a) {
  ++(a.kind == cfg::AccessKind::Read    ? counts_.reads
     : a.kind == cfg::AccessKind::Write ? counts_.writes
                                        : counts_.atomics);
}
void Counters::on_release(std::span<const ThreadIndex>, Site, const cfg::Barrier &) { ++counts_.barriers; }
void Counters::on_end(const Execution &e) {
  ++counts_.executions;
  counts_.steps += e.steps;
}

} // namespace lockstep::semantics
