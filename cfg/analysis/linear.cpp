// Linear forms: see linear.h.
#include "cfg/analysis/linear.h"

#include "support/sound.h"

#include <algorithm>

namespace lockstep::cfg {

namespace {

class Collector {
public:
  Collector(const Ranges &ranges, const std::function<Expr(VarId)> &definition)
      : ranges_(ranges), definition_(definition) {}

  void add(const Expr &e, Wide factor) {
    bool exact = ranges_.wrap_of(e).signed_ok != NoWrap::MayWrap || support::left_out("linear.exact");
    switch (e->op) {
    case Op::Const: out.constant += factor * signed_value(*e); return;
    case Op::Var:
      if (Expr d = definition_(e->var); d && d->type.is_int() && depth_ < 200) {
        ++depth_;
        add(d, factor);
        --depth_;
        return;
      }
      break;
    case Op::Add:
    case Op::Sub:
      if (!exact)
        break;
      add(e->args[0], factor);
      add(e->args[1], e->op == Op::Add ? factor : -factor);
      return;
    case Op::Mul:
    case Op::Shl: {
      if (!exact)
        break;
      const Expr &c = is_const(e->args[1]) ? e->args[1] : e->args[0];
      const Expr &x = is_const(e->args[1]) ? e->args[0] : e->args[1];
      if (!is_const(c) || (e->op == Op::Shl && (!is_const(e->args[1]) || c->value > 62)))
        break;
      add(x,
          factor * (e->op == Op::Shl ? Wide::power_of_two(static_cast<unsigned>(c->value)) : Wide(signed_value(*c))));
      return;
    }
    case Op::Sext: add(e->args[0], factor); return;
    case Op::Ite:
      if (const Expr arm = ranges_.chosen(e)) {
        add(arm, factor);
        return;
      }
      break;
    case Op::Zext:
      if (ranges_.range_of(e->args[0]).as_signed.lo >= 0) {
        add(e->args[0], factor);
        return;
      }
      break;
    default: break;
    }
    for (Linear::Term &t : out.terms)
      if (equal(t.atom, e)) {
        t.factor += factor;
        return;
      }
    out.terms.push_back({e, factor});
  }

  Linear out;

private:
  const Ranges &ranges_;
  const std::function<Expr(VarId)> &definition_;
  unsigned depth_ = 0;
};

} // namespace

Linear linear_form(const Expr &e, const Ranges &ranges, const std::function<Expr(VarId)> &definition) {
  Collector c(ranges, definition);
  c.add(e, 1);
  if (!is_exact(c.out))
    return {{{e, 1}}, 0};
  std::erase_if(c.out.terms, [](const Linear::Term &t) { return t.factor == 0; });
  std::sort(c.out.terms.begin(), c.out.terms.end(),
            [](const Linear::Term &a, const Linear::Term &b) { return hash(a.atom) < hash(b.atom); });
  return std::move(c.out);
}

bool is_exact(const Linear &a) {
  return a.constant.is_exact() &&
         std::all_of(a.terms.begin(), a.terms.end(), [](const Linear::Term &t) { return t.factor.is_exact(); });
}

bool same_terms(const Linear &a, const Linear &b) {
  if (a.terms.size() != b.terms.size())
    return false;
  for (std::size_t i = 0; i < a.terms.size(); ++i)
    if (a.terms[i].factor != b.terms[i].factor || !equal(a.terms[i].atom, b.terms[i].atom))
      return false;
  return true;
}

std::size_t hash_terms(const Linear &a) {
  std::size_t h = a.terms.size();
  for (const Linear::Term &t : a.terms)
    h = h * 31 + hash(t.atom) * 7 + t.factor.bits();
  return h;
}

} // namespace lockstep::cfg
