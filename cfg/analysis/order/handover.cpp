// Handovers: see handover.h.
#include "cfg/analysis/order/handover/parts.h"

#include "cfg/ir/text/shown_name.h"

#include <algorithm>

namespace lockstep::cfg {

const Tokens *Handovers::of(BlockId block, std::uint32_t stmt) const {
  const auto it = at.find({block, stmt});
  return it == at.end() ? nullptr : &it->second;
}

std::size_t Handovers::open(Channel c) {
  channels.push_back(std::move(c));
  return channels.size() - 1;
}

std::vector<bool> Handovers::handed(const Kernel &k) const {
  std::vector<bool> out(k.arrays.size(), false);
  for (const auto &[point, h] : at) {
    const Stmt &s = statement(k, point);
    if (auto *st = std::get_if<Store>(&s.node))
      out[st->array] = true;
    else if (auto *a = std::get_if<Atomic>(&s.node); a && a->op != AtomicOp::Load)
      out[a->array] = true;
  }
  return out;
}

std::string name_of(const Kernel &k, ArrayId array) { return shown_name(k.arrays[array]); }

bool may_hand_over(const Kernel &k) {
  bool atomics = false, orders = false;
  for (const Block &b : k.blocks)
    for (const Stmt &s : b.stmts) {
      auto *a = std::get_if<Atomic>(&s.node);
      atomics = atomics || a;
      orders = orders || std::holds_alternative<Fence>(s.node) || (a && (a->order.acquire || a->order.release));
    }
  return (atomics && orders) || has_numbered(k);
}

Handovers handovers(const Kernel &k, const Facts &facts, const Launch &launch) {
  Handovers out;
  if (k.terms.lock_step != 0) // then each of them may be; by what, is said of an interval (lock_step.h)
    for (const AccessRef &a : shared_accesses(k))
      out.at[{a.block, a.stmt}];
  const auto is_atomic = [](const Stmt &s) { return std::holds_alternative<Atomic>(s.node); };
  if (std::none_of(k.blocks.begin(), k.blocks.end(),
                   [&](const Block &b) { return std::any_of(b.stmts.begin(), b.stmts.end(), is_atomic); }))
    return out;
  Subject subject(k, facts, launch);
  find_locks(subject, out);
  find_counters(subject, out);
  find_posts(subject, out);
  return out;
}

} // namespace lockstep::cfg
