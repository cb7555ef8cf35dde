// See watched_copies.h.
#include "frontend/lower/builtins/watched_copies.h"

namespace lockstep::frontend {

using cfg::Expr;
using cfg::Op;

Expr has_age(const CopySite &site, const CopyWatch &w, const std::array<bool, ages> &of) {
  if (!site.repeats)
    return of[Latest] ? equal_to(site.started, cfg::constant(site.started->type, 1)) : cfg::boolean(false);
  const Expr before = cfg::binary(Op::Ult, w.turn, site.started);
  Expr out = cfg::boolean(false);
  if (of[Latest] && of[Previous] && of[Older])
    out = cfg::binary(Op::Ule, w.turn, site.started);
  else if (of[Previous] && of[Older])
    out = before;
  else if (of[Previous])
    out = both(before, equal_to(plus(w.turn, number(w.turn, 1)), site.started));
  else if (of[Older])
    out = both(before, cfg::binary(Op::Ult, plus(w.turn, number(w.turn, 1)), site.started));
  if (of[Latest] && !(of[Previous] && of[Older]))
    out = either(out, equal_to(w.turn, site.started));
  return cfg::is_const(out, 0) ? out : both(cfg::binary(Op::Ne, w.turn, cfg::constant(w.turn->type, 0)), out);
}

Expr all_equal(const std::vector<std::pair<Expr, Expr>> &pairs) {
  Expr out = cfg::boolean(true);
  for (auto &[a, b] : pairs)
    out = both(out, equal_to(a, b));
  return out;
}

Expr is_watched(const CopySite &site, const CopyWatch &w) {
  return both(equal_to(w.site, cfg::constant(w.site->type, site.number)), all_equal(w.group));
}

// Sound because no execution lives to start so many copies.
Expr is_countable(const CopySite &site) {
  return cfg::binary(Op::Ult, site.started, cfg::constant(event_number, std::uint64_t(1) << 48));
}

Expr number_of(const CopySite &site, const Expr &turn, std::size_t sites) {
  Expr number = cfg::constant(event_number, site.number);
  return site.repeats ? cfg::binary(Op::Add, cfg::binary(Op::Mul, turn, cfg::constant(event_number, sites + 1)), number)
                      : number;
}

} // namespace lockstep::frontend
