// Which visible steps of an execution happen before which others: see happens_before.h.
#include "semantics/machines/happens_before.h"

#include "cfg/ir/op_groups.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::semantics {

namespace {
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

} // namespace

bool dependent(const Pending &a, const Pending &b) {
  if (a.store != b.store || !(a.writes || b.writes))
    return false;
  const __int128 distance = static_cast<__int128>(a.lo) - b.lo;
  return support::unsound("explore.dependent", distance < b.granules && -distance < a.granules && !commute(a, b));
}

void HappensBefore::start(std::size_t threads, std::size_t stores) {
  n_ = threads;
  events_.clear();
  clocks_.clear();
  floor_ = 0;
  by_store_.resize(stores);
  for (auto &list : by_store_)
    list.clear();
  taken_.assign(n_, 0);
  now_.assign(n_ * n_, 0);
}

void HappensBefore::release(const Release &r) {
  std::vector<std::uint32_t> joined(n_, 0);
  for (const auto *threads : {&r.all, &r.waited_for})
    for (ThreadIndex t : *threads)
      join(joined.data(), now(t));
  for (ThreadIndex t : r.all)
    std::copy(joined.begin(), joined.end(), now(t));
  if (r.all.size() == n_)
    floor_ = events_.size(); // everything so far happens before everything from here on
}

ThreadMask HappensBefore::initials(std::size_t i, ThreadIndex t) const {
  ThreadMask seen = 0, initials = 0;
  std::vector<std::size_t> others; // events behind i that do not depend on it
  auto independent_of_others = [&](const std::uint32_t *c) {
    return std::none_of(others.begin(), others.end(), [&](std::size_t j) { return before(events_[j], c); });
  };
  for (std::size_t j = i + 1; j < events_.size(); ++j) {
    if (before(events_[i], clock(j)))
      continue;
    const ThreadMask b = thread_bit(events_[j].thread);
    if (!(seen & b) && independent_of_others(clock(j)))
      initials |= b;
    seen |= b;
    others.push_back(j);
  }
  if (!(seen & thread_bit(t)) && independent_of_others(now(t)))
    initials |= thread_bit(t);
  return initials;
}

} // namespace lockstep::semantics
