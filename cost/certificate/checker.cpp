// See checker.h.
#include "cost/certificate/checker.h"

#include "cost/certificate/claimed_loop.h"

namespace lockstep::cost::certificate {

namespace {

Obligations with_counters(Obligations out, const CertifiedWalk &w) {
  for (const auto &[name, count] : w.numbers) {
    const Integer last(static_cast<long>(count) - 1);
    out.declare(name, 0, Expr(last));
    out.know(name, symbol(name, Integer(0), last));
  }
  for (const CertifiedLoop &l : w.loops) {
    out.declare(l.counter, 0, l.count ? *l.count - 1 : Expr(Integer(Integer(1) << 70)));
    out.rest(l.counter);
  }
  return out;
}

LaneIds with_lanes(LaneIds out, const CertifiedWalk &w, const Obligations &known) {
  for (std::size_t d = 0; d < 3; ++d)
    for (const Expr &e : w.ids[d])
      out.local_id[d].push_back(known.bounded(e));
  return out;
}

// What is left to be proved of one walk.
std::vector<std::string> gone_along(const ClaimedKernel &k, const CertifiedWalk &w, Totals &sums) {
  CheckedWalk walk(k, w, sums);
  Loops loops(walk);
  walk.blocks.at_loop = [&](std::size_t loop, const LaneMask &m, Flow &out) { loops.along(loop, m, out); };
  Flow in{{0, everybody()}}, out;
  walk.blocks.blocks(-1, k.order, 0, k.order.size(), in, out);
  if (!walk.claims.all_taken())
    throw Refused("it claims what the kernel does not do");
  return std::move(walk.obligations.scripts);
}

std::vector<std::string> checked(const Certificate &c) {
  const ClaimedKernel kernel(c);
  Totals sums;
  Obligations all = kernel.symbols;
  for (const CertifiedWalk &w : c.walks)
    for (std::string &script : gone_along(kernel, w, sums))
      all.scripts.push_back(std::move(script));
  if (c.totals.empty())
    throw Refused("it claims nothing");
  for (const auto &[metric, total] : c.totals) {
    const auto &[lo, hi] = sums[metric];
    all.prove(Goal::Zero, lo - total.first, {}, metric + ": the total from below");
    if (total.second && !hi)
      throw Refused(metric + ": some event has no upper bound");
    if (total.second)
      all.prove(Goal::Zero, *hi - *total.second, {}, metric + ": the total from above");
  }
  std::vector<std::string> out;
  std::set<std::string> asked;
  for (std::string &o : all.scripts)
    if (asked.insert(o.substr(o.find('\n'))).second)
      out.push_back(std::move(o));
  return out;
}

} // namespace

CheckedWalk::CheckedWalk(const ClaimedKernel &k, const CertifiedWalk &w, Totals &sums)
    : about(k), claim(w), obligations(with_counters(k.symbols, w)), ids(with_lanes(k.ids, w, obligations)),
      state(k.kernel, ids), claims(k, w, state.conditions, obligations, sums), blocks(k, state, claims) {
  for (cfg::VarId v = 0; v < k.kernel.vars.size(); ++v) {
    const cfg::Var &var = k.kernel.vars[v];
    if (!var.param || !var.type.is_int()) {
      state.forget(v, everybody(), var.param);
      continue;
    }
    const bool without_sign = k.certificate.without_sign.count(var.name) != 0;
    const Expr e = obligations.bounded(symbol(symbol_of(var)));
    state.assign(v, everybody(),
                 PerLane(state.conditions.lanes(), number(e, var.type.width, !without_sign, without_sign)), {});
  }
}

CheckedCertificate check(const Certificate &c) {
  try {
    return {{}, checked(c)};
  } catch (const std::exception &e) {
    return {e.what(), {}};
  }
}

} // namespace lockstep::cost::certificate
