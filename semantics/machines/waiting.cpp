// At which barriers threads wait, and for whom: see waiting.h.
#include "semantics/machines/waiting.h"

#include <bit>

namespace lockstep::semantics {

bool has_ended(const Interpreter &m, ThreadIndex u, ThreadIndex t) {
  return is_at_end(m, u) && (m.threads[u].loud & m.code.waits[m.code.sites[m.threads[t].pc].block]) == 0;
}

const cfg::Barrier *warp_barrier_of(const Interpreter &m, ThreadIndex t) {
  const cfg::Barrier *bar = m.threads[t].status == Interpreter::Status::AtBarrier
                                ? m.code.barriers[m.code.instrs[m.threads[t].pc].c]
                                : nullptr;
  return bar && bar->scope == cfg::Scope::Warp ? bar : nullptr;
}

const cfg::Gather *gather_of(const Interpreter &m, ThreadIndex t) {
  return m.threads[t].status == Interpreter::Status::AtBarrier ? m.code.gathers[m.code.instrs[m.threads[t].pc].c].gather
                                                               : nullptr;
}

ThreadIndex block_of_64(const Interpreter &m, ThreadIndex t) { return first_of_team(t, 64, m.group_size); }

std::uint64_t names_of(const Interpreter &m, ThreadIndex t) {
  const cfg::Gather *g = gather_of(m, t);
  const unsigned lanes = warp_barrier_of(m, t)->lanes;
  const std::uint64_t all = lanes == 64 ? ~std::uint64_t(0) : (std::uint64_t(1) << lanes) - 1;
  const std::uint64_t mask =
      g && g->mask ? m.regs[std::size_t(t) * m.stride + m.code.gathers[m.code.instrs[m.threads[t].pc].c].mask] : all;
  return (mask & all) << (first_of_team(t, lanes, m.group_size) - block_of_64(m, t));
}

std::vector<ThreadIndex> named_by(const Interpreter &m, ThreadIndex t) {
  std::vector<ThreadIndex> out;
  const ThreadIndex first = block_of_64(m, t), behind = t - t % m.group_size + m.group_size;
  for (std::uint64_t left = names_of(m, t); left != 0; left &= left - 1)
    if (const ThreadIndex u = first + static_cast<unsigned>(std::countr_zero(left)); u < behind)
      out.push_back(u);
  return out;
}

namespace {
// Do the barriers of a warp at which they wait do the same, and name the same? In lock step they come to one place.
bool meet_alike(const Interpreter &m, ThreadIndex t, ThreadIndex u) {
  const cfg::Barrier *a = warp_barrier_of(m, t), *b = warp_barrier_of(m, u);
  if (!a || !b || (m.code.kernel->terms.lock_step != 0 && !wait_together(m, t, u)))
    return false;
  const cfg::Gather *g = gather_of(m, t), *h = gather_of(m, u);
  const auto active = [](const cfg::Gather *x) { return x && !x->mask; };
  const auto ranked = [](const cfg::Gather *x) { return x && x->ranked; };
  const bool exchange = a->exchange.has_value();
  // A shuffle of a kind that is not known meets those at its own place alone.
  if (exchange && a->exchange->op == cfg::ExchangeOp::Shuffle && m.threads[t].pc != m.threads[u].pc)
    return false;
  return active(g) == active(h) && ranked(g) == ranked(h) && a->fence_group == b->fence_group &&
         a->fence_global == b->fence_global && exchange == b->exchange.has_value() &&
         (!exchange || (a->exchange->op == b->exchange->op && a->lanes == b->lanes &&
                        a->exchange->value->type == b->exchange->value->type)) &&
         names_of(m, t) == names_of(m, u);
}
} // namespace

std::optional<ThreadIndex> missing(const Interpreter &m, ThreadIndex t) {
  if ((names_of(m, t) >> (t - block_of_64(m, t)) & 1) == 0)
    return t;
  for (ThreadIndex u : named_by(m, t))
    if (!has_ended(m, u, t) && !meet_alike(m, t, u))
      return u;
  return std::nullopt;
}

} // namespace lockstep::semantics
