// Congruences as assumptions: see congruent.h.
#include "emit/congruent.h"

#include "support/sound.h"

#include <algorithm>

namespace lockstep::emit {

namespace b = boogie;

namespace {

// v minus its base, and what that can be; null if it cannot be written.
struct Distance {
  b::Expr value;
  cfg::Wide lo = 0, hi = 0;
};

Distance distance(Encoder &encoder, const cfg::Kernel &k, const cfg::Analyses &a, cfg::VarId v, Thread t,
                  const std::function<bool(const cfg::Expr &)> &readable) {
  if (!cfg::moves_in_steps(k, v, a.congruences[v]) || encoder.var_type(v).kind != b::TypeKind::Int)
    return {};
  const cfg::Congruence &known = *a.congruences[v];
  const cfg::Bounds domain = cfg::full_range(k.vars[v].type).as_signed;
  Distance out{b::binary("-", encoder.integer(cfg::variable(v, k.vars[v].type), Sign::Signed, t),
                         b::int_lit(known.base.constant)),
               domain.lo - known.base.constant, domain.hi - known.base.constant};
  for (const cfg::Linear::Term &term : known.base.terms) {
    if (!readable(term.atom) || encoder.representation().is_bv(term.atom))
      return {};
    out.value =
        b::binary("-", out.value, b::binary("*", b::int_lit(term.factor), encoder.integer(term.atom, Sign::Signed, t)));
    // As at the kernel's start: what the place of the atom says holds only of the threads that come there.
    const cfg::Bounds atom = a.ranges.evaluate_before(term.atom, k, 0, 0).as_signed;
    const cfg::Wide one = term.factor * atom.lo, other = term.factor * atom.hi;
    out.lo = down(out.lo - std::max(one, other));
    out.hi = up(out.hi - std::min(one, other));
  }
  return out;
}

} // namespace

b::Expr congruent(Encoder &encoder, const cfg::Kernel &k, const cfg::Analyses &a, cfg::VarId v, Thread t,
                  const std::function<bool(const cfg::Expr &)> &readable) {
  const Distance away = distance(encoder, k, a, v, t, readable);
  if (!away.value)
    return b::bool_lit(true);
  return b::eq(b::binary("mod", away.value, b::int_lit(a.congruences[v]->modulus)), b::int_lit(0));
}

b::Expr in_steps(Encoder &encoder, const cfg::Kernel &k, const cfg::Analyses &a, cfg::VarId v, Thread t,
                 const std::function<bool(const cfg::Expr &)> &readable, const b::Expr &steps) {
  const Distance away = distance(encoder, k, a, v, t, readable);
  if (!away.value)
    return b::bool_lit(true);
  const cfg::Wide step = a.congruences[v]->modulus * (support::left_out("congruent.modulus") ? 2 : 1),
                  least = away.lo / step - 1, most = away.hi / step + 1; // rounded outwards
  std::vector<b::Expr> all{b::eq(away.value, b::binary("*", b::int_lit(step), steps))};
  if (least.is_exact())
    all.push_back(b::binary("<=", b::int_lit(least), steps));
  if (most.is_exact())
    all.push_back(b::binary("<=", steps, b::int_lit(most)));
  return b::conj(all);
}

} // namespace lockstep::emit
