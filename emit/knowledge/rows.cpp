// Rows and columns: see rows.h.
#include "emit/knowledge/rows.h"

#include "support/sound.h"

namespace lockstep::emit::knowledge {

namespace b = boogie;

namespace {

// x % y == 0, read signed, as polynomials are.
void note_multiple(const cfg::Expr &condition, Equations &out) {
  const bool negated = condition->op == cfg::Op::Not;
  const cfg::Expr &e = negated ? condition->args[0] : condition;
  if (e->op != (negated ? cfg::Op::Ne : cfg::Op::Eq) || e->args[0]->op != cfg::Op::SRem ||
      !cfg::is_const(e->args[1], 0))
    return;
  const cfg::Expr &x = e->args[0]->args[0], &y = e->args[0]->args[1];
  if (x->op == cfg::Op::Var && !cfg::is_const(y))
    out.multiples.emplace(x->var, Equations::Multiple{cfg::binary(cfg::Op::SDiv, x, y), nullptr});
}

} // namespace

Equations equations_at(cfg::FactReader &facts, cfg::BlockId block, std::uint32_t stmt) {
  Equations out;
  for (const cfg::Fact &f : facts.before(block, stmt))
    if (f.kind == cfg::Fact::Equation)
      out.values.emplace(f.var, f.expr);
    else
      note_multiple(f.expr, out);
  for (auto &[x, multiple] : out.multiples) {
    cfg::Expr named = multiple.quotient; // by its name, if it has one
    for (const auto &[v, value] : out.values)
      if (cfg::equal(value, multiple.quotient))
        named = cfg::variable(v, value->type);
    multiple.product = cfg::binary(cfg::Op::Mul, std::move(named), multiple.quotient->args[1], true);
  }
  return out;
}

cfg::Linear form_at(const Equations &equations, const cfg::Ranges &ranges, const cfg::Expr &offset) {
  return cfg::linear_form(offset, ranges, [&](cfg::VarId v) {
    auto it = equations.values.find(v);
    return it == equations.values.end() ? nullptr : it->second;
  });
}

std::vector<std::int64_t> radices(const std::vector<cfg::Linear> &forms) {
  std::set<std::int64_t> out;
  for (const cfg::Linear &form : forms)
    for (const cfg::Linear::Term &t : form.terms) {
      const auto c = magnitude(t.factor).exact_as<std::int64_t>();
      if (c && *c > 1 && *c < (std::int64_t(1) << 40) && form.terms.size() > 1)
        out.insert(*c);
    }
  while (out.size() > 4)
    out.erase(out.begin());
  return {out.begin(), out.end()};
}

Row row_of(const View &view, const cfg::Linear &form, std::int64_t radix) {
  const cfg::Wide above = floor_div(form.constant, radix);
  Row out{b::int_lit(above), b::int_lit(form.constant - above * radix)};
  for (const cfg::Linear::Term &term : form.terms) {
    if (!view.readable(term.atom) || view.encoder.representation.is_bv(term.atom))
      return {b::int_lit(0), b::int_lit(0)}; // no help from this radix
    const cfg::Wide times = term.factor / radix;
    const bool divides = times * radix == term.factor;
    b::Expr &sum = divides ? out.row : out.column;
    sum = b::binary("+", sum,
                    b::binary("*", b::int_lit(divides ? times : term.factor),
                              view.encoder.integer(term.atom, Sign::Signed, view.thread)));
  }
  return out;
}

b::Expr same_row(std::int64_t radix, const b::Expr &low1, const Row &one, const b::Expr &low2, const Row &other) {
  std::vector<b::Expr> premise{b::eq(low1, low2)};
  for (const auto &[low, at] : {std::pair(&low1, &one), std::pair(&low2, &other)}) {
    premise.push_back(b::eq(*low, b::binary("+", b::binary("*", b::int_lit(radix), at->row), at->column)));
    premise.push_back(b::binary("<=", b::int_lit(0), at->column));
    if (!support::left_out("rows.columns"))
      premise.push_back(b::binary("<", at->column, b::int_lit(radix)));
  }
  return b::implies(b::conj(premise), b::conj({b::eq(one.row, other.row), b::eq(one.column, other.column)}));
}

} // namespace lockstep::emit::knowledge
