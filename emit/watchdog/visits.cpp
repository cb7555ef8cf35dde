// Closed forms: see visits.h.
#include "emit/watchdog/visits.h"

namespace lockstep::emit::watchdog {

namespace b = boogie;

namespace {

class Forms {
public:
  Forms(Context &c, const Visit &visit) : c_(c), visit_(visit) {}

  std::vector<b::Expr> run() {
    const cfg::LoopInduction &in = c_.a.induction.loops[visit_.loop];
    out_.push_back(b::binary("<=", b::int_lit(0), visit_.counter(0)));
    for (const cfg::LinearVar &l : in.linear)
      linear(l);
    for (const cfg::MonotoneVar &m : in.monotone)
      monotone(m);
    for (const cfg::BandedVar &m : in.banded)
      banded(m);
    for (const cfg::Orbit &o : in.orbits)
      orbit(o);
    return std::move(out_);
  }

private:
  bool usable(cfg::VarId v) const { return c_.relevant.vars[v] && visit_.at_head(v); }
  bool is_bv(cfg::VarId v) const { return c_.encoder.var_type(v).kind == b::TypeKind::Bv; }
  bool holds(const cfg::WrapInfo &wrap, Sign sign) const {
    return c_.encoder.relies_on(sign == Sign::Signed ? wrap.signed_ok : wrap.unsigned_ok, sign);
  }

  void linear(const cfg::LinearVar &l) {
    if (!usable(l.var) || !visit_.knows(l.step) || !c_.readable(l.step) || !c_.encoder.same_world(l.var, l.step))
      return;
    b::Expr from = visit_.on_entry(l.var, l.init);
    if (!from)
      return;
    b::Expr x = c_.encoder.var(l.var, visit_.thread);
    bool bits = is_bv(l.var);
    Sign sign = c_.reps.var_sign(l.var);
    unsigned width = c_.k.vars[l.var].type.width;
    b::Expr k = visit_.counter(bits ? width : 0);
    b::Expr moved = c_.encoder.advanced(l.var, from, k, l.step, visit_.thread);
    if (bits || holds(l.wrap, sign)) {
      out_.push_back(b::eq(x, moved));
    } else if (!c_.a.congruences[l.var] &&
               c_.encoder.integer(l.step, sign, visit_.thread)->kind == b::Kind::IntLit) { // it may wrap around
      out_.push_back(b::eq(b::binary("mod", b::binary("-", x, moved), c_.encoder.power_of_two(width)), b::int_lit(0)));
      return;
    } else {
      return;
    }
    if (bits && cfg::is_const(l.step))
      for (Sign s : {Sign::Signed, Sign::Unsigned})
        if (holds(l.wrap, s)) {
          bool up = s == Sign::Unsigned || cfg::signed_value(*l.step) >= 0;
          out_.push_back(c_.encoder.less_or_equal(l.var, s, up ? from : x, up ? x : from));
        }
  }

  void monotone(const cfg::MonotoneVar &m) {
    if (!usable(m.var))
      return;
    b::Expr from = visit_.on_entry(m.var, m.init);
    if (!from)
      return;
    b::Expr x = c_.encoder.var(m.var, visit_.thread);
    for (Sign s : {Sign::Signed, Sign::Unsigned}) {
      auto direction = s == Sign::Signed ? m.as_signed : m.as_unsigned;
      if (!direction || (!is_bv(m.var) && s != c_.reps.var_sign(m.var)))
        continue;
      c_.encoder.relies_on(s == Sign::Signed ? m.wrap.signed_ok : m.wrap.unsigned_ok, s);
      bool up = *direction == cfg::MonotoneVar::Up;
      out_.push_back(c_.encoder.less_or_equal(m.var, s, up ? from : x, up ? x : from));
    }
  }

  void banded(const cfg::BandedVar &m) {
    if (!usable(m.var))
      return;
    if (b::Expr from = visit_.on_entry(m.var, m.init))
      out_.push_back(c_.encoder.within_band(m, c_.encoder.var(m.var, visit_.thread), from, visit_.counter(0)));
  }

  void orbit(const cfg::Orbit &o) {
    bool any = false;
    for (cfg::VarId v : o.vars)
      any = any || usable(v);
    if (!any)
      return;
    std::vector<b::Expr> ways;
    for (std::size_t i = 0; i < o.tuples.size(); ++i) {
      b::Expr at = b::int_lit(static_cast<std::int64_t>(i)), k = visit_.counter(0);
      std::vector<b::Expr> all{o.cycle && i >= *o.cycle ? b::binary("<=", at, k) : b::eq(k, at)};
      for (std::size_t v = 0; v < o.vars.size(); ++v)
        if (usable(o.vars[v]))
          all.push_back(b::eq(c_.encoder.var(o.vars[v], visit_.thread), c_.encoder.value(o.vars[v], o.tuples[i][v])));
      ways.push_back(b::conj(all));
    }
    out_.push_back(b::disj(ways));
  }

  Context &c_;
  const Visit &visit_;
  std::vector<b::Expr> out_;
};

} // namespace

std::vector<b::Expr> closed_forms(Context &c, const Visit &visit) { return Forms(c, visit).run(); }

std::set<unsigned> counter_widths(const Context &c, std::size_t loop) {
  std::set<unsigned> out;
  for (const cfg::LinearVar &l : c.a.induction.loops[loop].linear)
    if (c.relevant.vars[l.var] && c.encoder.var_type(l.var).kind == b::TypeKind::Bv)
      out.insert(c.k.vars[l.var].type.width);
  return out;
}

} // namespace lockstep::emit::watchdog
