// Linear forms: see linear.h.
#include "cfg/analysis/values/linear.h"

#include "cfg/ir/op_groups.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::cfg {

void Linear::add(const Expr &atom, Wide factor) {
  for (Term &t : terms)
    if (equal(t.atom, atom)) {
      t.factor += factor;
      return;
    }
  terms.push_back({atom, factor});
}

void Linear::add(const Linear &other, Wide factor) {
  constant += factor * other.constant;
  for (const Term &t : other.terms)
    add(t.atom, factor * t.factor);
}

void Linear::normalise() {
  std::erase_if(terms, [](const Term &t) { return t.factor == 0; });
  std::ranges::sort(terms, [](const Term &a, const Term &b) { return hash(a.atom) < hash(b.atom); });
}

bool SumReader::exact(const ExprNode &e) const {
  return ranges_.wrap_of(&e).signed_ok != NoWrap::MayWrap ||
         (modulo_ ? support::left_out("congruence.wrap") : support::left_out("linear.exact"));
}

// May the operation be taken apart? Where it is not exact, it is off by a multiple of 2^width.
bool SumReader::exact_or_modulo(bool exact, unsigned width, Wide factor, Congruence &out) const {
  if (!exact && modulo_)
    out.modulus = gcd(out.modulus, factor * Wide::power_of_two(width));
  return exact || modulo_;
}

void SumReader::add(const Expr &e, Wide factor, Congruence &out) {
  if (known(e, factor, out))
    return;
  switch (e->op) {
  case Op::Const: out.base.constant += factor * signed_value(*e); return;
  case Op::Add:
  case Op::Sub:
    if (!exact_or_modulo(exact(*e), e->type.width, factor, out))
      break;
    add(e->args[0], factor, out);
    add(e->args[1], e->op == Op::Add ? factor : -factor, out);
    return;
  case Op::Mul:
  case Op::Shl: {
    const std::size_t constant = is_const(e->args[1]) ? 1 : 0;
    const Expr &by = e->args[constant];
    if (!is_const(by) || (e->op == Op::Shl && (constant == 0 || by->value > 62)) ||
        !exact_or_modulo(exact(*e), e->type.width, factor, out))
      break;
    const bool shift = e->op == Op::Shl;
    const Wide times = shift ? Wide::power_of_two(static_cast<unsigned>(by->value)) : Wide(signed_value(*by));
    return add(e->args[1 - constant], factor * times, out);
  }
  case Op::Sext: return add(e->args[0], factor, out);
  case Op::Zext:
    if (!exact_or_modulo(ranges_.range_of(e->args[0]).as_signed.lo >= 0, e->args[0]->type.width, factor, out))
      break;
    return add(e->args[0], factor, out);
  case Op::Trunc:
    if (!exact_or_modulo(false, e->type.width, factor, out))
      break;
    return add(e->args[0], factor, out);
  case Op::Ite:
    if (const Expr arm = ranges_.chosen(e))
      return add(arm, factor, out);
    break;
  case Op::Var:
  case OPS_LAUNCH:
  case OPS_NO_FLAGS:
  case OPS_TRUTH:
  case OPS_FLOAT:
  case OPS_OPAQUE: break;
  }
  atom(e, factor, out);
}

namespace {

class Exact : public SumReader {
public:
  Exact(const Ranges &ranges, const std::function<Expr(VarId)> &definition)
      : SumReader(ranges, false), definition_(definition) {}

private:
  bool known(const Expr &e, Wide factor, Congruence &out) override {
    const Expr d = e->op == Op::Var ? definition_(e->var) : nullptr;
    if (!d || !d->type.is_int() || depth_ >= 200)
      return false;
    ++depth_;
    add(d, factor, out);
    --depth_;
    return true;
  }
  void atom(const Expr &e, Wide factor, Congruence &out) override { out.base.add(e, factor); }

  const std::function<Expr(VarId)> &definition_;
  unsigned depth_ = 0;
};

} // namespace

Linear linear_form(const Expr &e, const Ranges &ranges, const std::function<Expr(VarId)> &definition) {
  Congruence sum;
  Exact(ranges, definition).add(e, 1, sum);
  if (!is_exact(sum.base))
    return {{{e, 1}}, 0};
  sum.base.normalise();
  return std::move(sum.base);
}

bool is_exact(const Linear &a) {
  return a.constant.is_exact() &&
         std::ranges::all_of(a.terms, [](const Linear::Term &t) { return t.factor.is_exact(); });
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
