// Which part each access to an array of locks takes: see held.cpp, (3) and (6).
#include "cfg/analysis/order/handover/held.h"
#include "cfg/ir/op_groups.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::cfg {

namespace {

// By barriers of the group whose array it is.
bool comes_first(const Kernel &k, ArrayId array, Point store, Point atomic) {
  return k.arrays[array].space == Space::Group && !in_one_interval(k, store, atomic, Space::Group) &&
         !reaches(k, atomic, store);
}

// Atomic stores that come before all other atomics are as good as plain ones: they release nothing.
void drop_first_stores(const Kernel &k, ArrayId array, std::vector<Point> &releases, std::vector<Point> &atomics) {
  std::vector<Point> first;
  for (Point r : releases)
    if (std::get<Atomic>(statement(k, r).node).op == AtomicOp::Store &&
        std::all_of(atomics.begin(), atomics.end(),
                    [&](Point a) { return a == r ? !reaches(k, r, r) : comes_first(k, array, r, a); }))
      first.push_back(r);
  const auto is_first = [&](Point p) { return std::find(first.begin(), first.end(), p) != first.end(); };
  std::erase_if(releases, is_first);
  std::erase_if(atomics, is_first);
}

} // namespace

LockRoles::LockRoles(const Kernel &k, ArrayId of_array, std::optional<std::uint64_t> free_value, AtomicScope of_scope)
    : array(of_array), free(free_value), scope(of_scope) {
  std::vector<Point> stores, atomics;
  bool kept = false, all_count = true;
  for (const auto &[place, store, a] : uses_of(k, array)) {
    if (store) {
      stores.push_back(place);
      continue;
    }
    if (a->per_value != 1 || a->scope < scope || of(*a) == LockRole::Other)
      return;
    atomics.push_back(place);
    kept = kept || of(*a) == LockRole::Keeps;
    by_counting = by_counting || of(*a) == LockRole::Counts;
    all_count = all_count && of(*a) != LockRole::Acquires;
    if (acquires(*a))
      acquisitions.push_back(place);
    if (of(*a) == LockRole::Releases)
      releases.push_back(place);
  }
  drop_first_stores(k, array, releases, atomics);
  for_ever = free && support::sound("held.for_ever", releases.empty());
  if ((!for_ever && (kept || releases.empty() || by_counting)) ||
      support::unsound("held.counts", by_counting && (kept || !all_count)))
    return;
  plausible = !acquisitions.empty() && std::all_of(stores.begin(), stores.end(), [&](Point store) {
    return std::all_of(atomics.begin(), atomics.end(), [&](Point atomic) {
      return support::sound("locks.stores", comes_first(k, array, store, atomic));
    });
  });
}

LockRole LockRoles::of(const Atomic &a) const {
  if (!free) // whatever it puts there: only who finds a number of its own goes on
    return !looks(a) ? LockRole::Releases : a.dest ? LockRole::Acquires : LockRole::Looks;
  switch (a.op) {
  case AtomicOp::CmpXchg: {
    const Expr put = swap_of(a).put;
    if (!is_const(put) || is_const(put, *free))
      return LockRole::Other;
    return is_const(a.operands[0], *free) ? LockRole::Acquires : LockRole::Keeps;
  }
  case AtomicOp::Xchg:
    if (is_const(a.operands[0]))
      return is_const(a.operands[0], *free) ? LockRole::Releases : LockRole::Acquires;
    return LockRole::Other;
  case AtomicOp::Store:
    if (is_const(a.operands[0]))
      return is_const(a.operands[0], *free) ? LockRole::Releases : LockRole::Keeps;
    return LockRole::Other;
  case AtomicOp::And: // OpenCL's flags are cleared by it as well
    return is_const(a.operands[0], 0) && *free == 0 ? LockRole::Releases : LockRole::Other;
  case AtomicOp::Or: // a bit that is set stays so
    if (looks(a))
      return LockRole::Looks;
    return is_const(a.operands[0]) && *free == 0 ? LockRole::Acquires : LockRole::Other;
  case AtomicOp::Add: // that it comes round to zero again is assumed not to happen
    if (looks(a))
      return LockRole::Looks;
    return is_const(a.operands[0], 1) && a.operands[0]->type.width >= 32 && *free == 0 ? LockRole::Counts
                                                                                       : LockRole::Other;
  case AtomicOp::Sub:
  case AtomicOp::Inc:
  case AtomicOp::Dec:
  case ATOMICS_MIN_MAX:
  case AtomicOp::Xor:
  case AtomicOp::Load:
  case AtomicOp::FAdd:
  case AtomicOp::Other: break;
  }
  return looks(a) ? LockRole::Looks : LockRole::Other;
}

} // namespace lockstep::cfg
