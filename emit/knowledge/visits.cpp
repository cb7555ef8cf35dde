// Closed forms of a loop's variables at a visit of its head (cfg/analysis/values/induction.h says why they hold): see
// knowledge.h.
#include "cfg/ir/rewrite.h"
#include "emit/knowledge/knowledge.h"
#include "emit/terms/arithmetic.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::emit::knowledge {

namespace b = boogie;

namespace {

class Forms {
public:
  Forms(const View &view, const Visit &visit)
      : view_(view), visit_(visit), encoder_(view.encoder), in_(view.a.induction.loops[visit.loop]) {}

  void all() {
    for (const cfg::Recurrence &r : in_.recurrences)
      if (const b::Expr from = entry(r.var, r.init))
        r.linear() ? linear(r, from) : varying(r, from);
    for (const cfg::Orbit &o : in_.orbits)
      orbit(o);
    if (in_.trips.most && !visit_.counted_from_inside)
      view_.say(b::binary("<=", visit_.counter(0), b::int_lit(*in_.trips.most)));
  }

  // A variable that may wrap around, where the condition to stay in the loop keeps it from that:  x < w  with
  // w <= 2^31 - 64  for steps of 64. Sound by induction: where the loop goes on, x < w, so that x + 64 does not wrap.
  void no_turns(const cfg::Expr &stays) {
    const bool is_signed = stays->op == cfg::Op::Slt || stays->op == cfg::Op::Sle;
    if ((!is_signed && stays->op != cfg::Op::Ult && stays->op != cfg::Op::Ule) || stays->args[0]->op != cfg::Op::Var)
      return;
    const Sign sign = is_signed ? Sign::Signed : Sign::Unsigned;
    const cfg::VarId v = stays->args[0]->var;
    const cfg::Expr &bound = stays->args[1];
    const cfg::Recurrence *l = view_.a.induction.linear(visit_.loop, v);
    const b::Expr from = l ? entry(v, l->init) : nullptr;
    auto integers = [&](const cfg::Expr &e) { return view_.readable(e) && !encoder_.representation.is_bv(e); };
    if (!from || (is_signed ? l->wrap.signed_ok : l->wrap.unsigned_ok) != cfg::NoWrap::MayWrap || is_bits(v) ||
        encoder_.representation.var_sign(v) != sign || !integers(l->step) || !integers(bound) || changes(bound))
      return;
    const b::Expr step = encoder_.integer(l->step, Sign::Signed, view_.thread);
    if (step->kind != b::Kind::IntLit || step->text.front() == '-')
      return;
    const unsigned width = view_.k.vars[v].type.width;
    const b::Expr most = b::binary("-", power_of_two(is_signed ? width - 1 : width),
                                   step); // of v for the next to be there, and 1
    b::Expr safe = b::binary(stays->op == cfg::Op::Slt || stays->op == cfg::Op::Ult ? "<=" : "<",
                             encoder_.integer(bound, sign, view_.thread), most);
    view_.say(b::implies(support::left_out("closed_forms.no_turns") ? b::bool_lit(true) : std::move(safe),
                         b::eq(encoder_.variables.read(v, view_.thread),
                               encoder_.advanced(v, from, visit_.counter(0), l->step, view_.thread))));
  }

  bool modifies(cfg::VarId v) const {
    return std::find(in_.modified.begin(), in_.modified.end(), v) != in_.modified.end();
  }

private:
  b::Expr entry(cfg::VarId v, const cfg::Expr &init) const {
    return visit_.at_head(v) ? visit_.on_entry(v, init) : nullptr;
  }
  bool is_bits(cfg::VarId v) const { return encoder_.forms.type(v).kind == b::TypeKind::Bv; }
  bool changes(const cfg::Expr &e) const {
    return std::any_of(in_.modified.begin(), in_.modified.end(), [&](cfg::VarId v) { return cfg::mentions(e, v); });
  }
  bool exact(const cfg::WrapInfo &wrap, Sign sign) {
    return encoder_.relied.on(sign == Sign::Signed ? wrap.signed_ok : wrap.unsigned_ok, sign);
  }
  void in_order(cfg::VarId v, Sign sign, bool up, const b::Expr &from, const b::Expr &x) {
    view_.say(encoder_.variables.less_or_equal(v, sign, up ? from : x, up ? x : from));
  }

  // x, the value of v or one that v had, as the reading that the encoder does not have it in.
  b::Expr reread(cfg::VarId v, const b::Expr &x) const {
    const unsigned width = view_.k.vars[v].type.width;
    return encoder_.representation.var_sign(v) == Sign::Signed ? as_unsigned(x, width) : as_signed(x, width);
  }

  // In the reading in which it does not wrap around, if there is one; a varying step is of no use elsewhere.
  // Sound because x and where it came from are reread by their values, whatever those are.
  void linear(const cfg::Recurrence &l, const b::Expr &from) {
    if (!view_.readable(l.step) || !encoder_.forms.fits(l.var, l.step))
      return;
    const bool bits = is_bits(l.var);
    const Sign sign = encoder_.representation.var_sign(l.var);
    const unsigned width = view_.k.vars[l.var].type.width;
    const bool wraps = !bits && !exact(l.wrap, sign);
    const Sign other = sign == Sign::Signed ? Sign::Unsigned : Sign::Signed;
    if (wraps && support::sound("closed_forms.reading", exact(l.wrap, other))) {
      view_.say(b::eq(reread(l.var, encoder_.variables.read(l.var, view_.thread)),
                      encoder_.advanced(l.var, reread(l.var, from), visit_.counter(0), l.step, view_.thread, other)));
      return;
    }
    // Where it may wrap only a known step is of use: then the congruence is linear.
    if (wraps && encoder_.integer(l.step, sign, view_.thread)->kind != b::Kind::IntLit)
      return;
    const b::Expr x = encoder_.variables.read(l.var, view_.thread);
    b::Expr moved = encoder_.advanced(l.var, from, visit_.counter(bits ? width : 0), l.step, view_.thread);
    if (wraps && view_.some_number) // equal modulo 2^width: some multiple of it apart
      moved = b::binary("-", moved, b::binary("*", power_of_two(width), view_.some_number(l.var, visit_.loop)));
    if (!wraps || view_.some_number)
      view_.say(b::eq(x, moved));
    else if (!view_.a.congruences[l.var]) // which says it as well
      view_.say(b::eq(b::binary("mod", b::binary("-", x, moved), power_of_two(width)), b::int_lit(0)));
    if (bits && cfg::is_const(l.step))
      for (Sign s : {Sign::Signed, Sign::Unsigned})
        if (exact(l.wrap, s))
          in_order(l.var, s, s == Sign::Unsigned || cfg::signed_value(*l.step) >= 0, from, x);
  }

  void varying(const cfg::Recurrence &r, const b::Expr &from) {
    const b::Expr x = encoder_.variables.read(r.var, view_.thread);
    for (Sign s : {Sign::Signed, Sign::Unsigned}) {
      const auto direction = cfg::direction(s == Sign::Signed ? r.as_signed : r.as_unsigned);
      if (!direction || (!is_bits(r.var) && s != encoder_.representation.var_sign(r.var)))
        continue;
      exact(r.wrap, s); // notes what it rests on
      in_order(r.var, s, *direction == cfg::Direction::Up, from, x);
    }
    view_.say(encoder_.within_band(r, x, from, visit_.counter(0)));
  }

  void orbit(const cfg::Orbit &o) {
    if (std::none_of(o.vars.begin(), o.vars.end(), visit_.at_head))
      return;
    std::vector<b::Expr> ways;
    for (std::size_t i = 0; i < o.tuples.size(); ++i) {
      std::vector<b::Expr> all;
      if (!visit_.counted_from_inside) {
        const b::Expr at = b::int_lit(static_cast<std::int64_t>(i)), k = visit_.counter(0);
        all.push_back(o.cycle && i >= *o.cycle ? b::binary("<=", at, k) : b::eq(k, at));
      }
      for (std::size_t v = 0; v < o.vars.size(); ++v)
        if (visit_.at_head(o.vars[v]))
          all.push_back(b::eq(encoder_.variables.read(o.vars[v], view_.thread),
                              encoder_.variables.constant(o.vars[v], o.tuples[i][v])));
      ways.push_back(b::conj(all));
    }
    view_.say(b::disj(ways));
  }

  const View &view_;
  const Visit &visit_;
  Encoder &encoder_;
  const cfg::LoopInduction &in_;
};

} // namespace

void closed_forms(const View &view, const Visit &visit) { Forms(view, visit).all(); }

// for (x = tid; x < w; x += 64)  has tid < w if it has been gone round.
// Sound because nothing is executed between the head's top and its branch, and the condition was that of staying in the
// loop at visit 0, with the variables' values on entry, if there has been a later visit.
void entered(const View &view, const Visit &visit, cfg::BlockId head) {
  const cfg::Block &block = view.k.blocks[head];
  auto *branch = std::get_if<cfg::Branch>(&block.end.node);
  const auto inside = [&](cfg::BlockId b) { return view.a.loops.contains(static_cast<int>(visit.loop), b); };
  if (!branch || support::unsound("closed_forms.entered", !block.stmts.empty()) || visit.counted_from_inside ||
      inside(branch->if_true) == inside(branch->if_false))
    return;
  const cfg::Expr stays = inside(branch->if_true) ? branch->condition : cfg::negate(branch->condition);
  Forms forms(view, visit);
  std::map<cfg::VarId, b::Expr> before; // of those that the loop changes
  for (cfg::VarId v : cfg::variables(stays))
    if (forms.modifies(v) && !(before[v] = visit.at_head(v) ? visit.on_entry(v, nullptr) : nullptr))
      return;
  if (!view.readable(stays))
    return;
  const Reading::Lookup present = view.encoder.reading.variable;
  view.encoder.reading.variable = [&](cfg::VarId v, Thread t) -> b::Expr {
    auto known = before.find(v);
    if (t == view.thread && known != before.end())
      return known->second;
    return present ? present(v, t) : nullptr;
  };
  b::Expr condition = view.encoder.boolean(stays, view.thread);
  view.encoder.reading.variable = present;
  view.say(b::disj({b::eq(visit.counter(0), b::int_lit(0)), std::move(condition)}));
  forms.no_turns(stays);
}

std::set<unsigned> counter_widths(const Encoder &encoder, const cfg::Kernel &k, const cfg::LoopInduction &in,
                                  const std::function<bool(cfg::VarId)> &has) {
  std::set<unsigned> out;
  for (const cfg::Recurrence &l : in.recurrences)
    if (l.linear() && has(l.var) && encoder.forms.type(l.var).kind == b::TypeKind::Bv)
      out.insert(k.vars[l.var].type.width);
  return out;
}

} // namespace lockstep::emit::knowledge
