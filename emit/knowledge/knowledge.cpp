// Facts, value sets and congruences: see knowledge.h. Closed forms are in visits.cpp.
#include "emit/knowledge/knowledge.h"

#include "cfg/ir/rewrite.h"
#include "support/sound.h"

#include <algorithm>
#include <unordered_set>

namespace lockstep::emit::knowledge {

namespace b = boogie;

bool View::has_all(const cfg::Expr &e) const {
  const std::vector<cfg::VarId> vars = cfg::variables(e);
  return std::all_of(vars.begin(), vars.end(), has);
}

bool View::readable(const cfg::Expr &e) const {
  bool ok = has_all(e);
  cfg::for_each_node(e, [&](const cfg::ExprNode &n) { ok = ok && (n.op != cfg::Op::Read || fixed(n.array)); });
  return ok && encoder.representation.consistent(e);
}

void facts(const View &view, const std::vector<cfg::Fact> &facts) {
  for (const cfg::Fact &f : facts) {
    const bool equation = f.kind == cfg::Fact::Equation;
    if (!view.readable(f.expr) || (equation && !view.has(f.var)))
      continue;
    if (!equation)
      view.say(view.encoder.boolean(f.expr, view.thread));
    else if (!view.k.vars[f.var].type.is_int() || f.expr->op == cfg::Op::Const ||
             view.encoder.forms.fits(f.var, f.expr))
      view.say(view.encoder.equation(f.var, f.expr, view.thread));
  }
}

std::vector<cfg::Expr> expressions_of_facts(const cfg::Analyses &a) {
  std::vector<cfg::Expr> out;
  std::unordered_set<const cfg::ExprNode *> seen;
  for (const auto &facts : a.facts.at_entry)
    for (const cfg::Fact &f : facts)
      if (seen.insert(f.expr.get()).second)
        out.push_back(f.expr);
  return out;
}

// --- value sets -----------------------------------------------------------------------------------------------------

namespace {

// Do the values fill the interval between the smallest and the largest? That much the variable's range says already.
bool is_interval(const std::vector<std::vector<std::uint64_t>> &values, cfg::Type type, Sign sign) {
  cfg::Wide lo = 0, hi = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::uint64_t bits = values[i].front();
    const cfg::Wide v =
        sign == Sign::Signed ? cfg::Wide(cfg::signed_value(*cfg::constant(type, bits))) : cfg::Wide(bits);
    lo = i == 0 ? v : std::min(lo, v);
    hi = i == 0 ? v : std::max(hi, v);
  }
  return hi - lo + 1 == cfg::Wide(values.size());
}

void one_of(const View &view, const cfg::TupleSet &s) {
  if (s.vars.empty())
    return;
  if (s.vars.size() == 1 && view.k.vars[s.vars[0]].type.is_int() &&
      is_interval(s.tuples, view.k.vars[s.vars[0]].type, view.encoder.representation.var_sign(s.vars[0])))
    return;
  std::vector<b::Expr> ways;
  for (const auto &tuple : s.tuples) {
    std::vector<b::Expr> all;
    for (std::size_t i = 0; i < s.vars.size(); ++i)
      all.push_back(b::eq(view.encoder.variables.read(s.vars[i], view.thread),
                          view.encoder.variables.constant(s.vars[i], tuple[i])));
    ways.push_back(b::conj(all));
  }
  view.say(b::disj(ways));
}

} // namespace

void value_sets(const View &view, const std::vector<cfg::TupleSet> &sets) {
  for (const cfg::TupleSet &s : sets) {
    std::vector<cfg::VarId> present;
    std::copy_if(s.vars.begin(), s.vars.end(), std::back_inserter(present), view.has);
    cfg::TupleSet left = cfg::project(s, present);
    for (std::size_t i = 0; i < left.vars.size() && left.vars.size() > 1;) {
      std::vector<cfg::VarId> others = left.vars;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
      const cfg::TupleSet own = cfg::project(left, {left.vars[i]});
      cfg::TupleSet rest = cfg::project(left, others);
      if (own.tuples.size() * rest.tuples.size() == left.tuples.size()) {
        one_of(view, own);
        left = std::move(rest);
      } else {
        ++i;
      }
    }
    one_of(view, left);
  }
}

// --- congruences ----------------------------------------------------------------------------------------------------

namespace {

// v minus its base, and what that can be; null if it cannot be written in integers.
struct Distance {
  b::Expr value;
  cfg::Wide lo = 0, hi = 0;
};

Distance distance_from_base(const View &view, cfg::VarId v) {
  Encoder &encoder = view.encoder;
  if (!view.has(v) || !cfg::moves_in_steps(view.k, v, view.a.congruences[v]) ||
      encoder.forms.type(v).kind != b::TypeKind::Int)
    return {};
  const cfg::Congruence &known = *view.a.congruences[v];
  const cfg::Bounds domain = cfg::full_range(view.k.vars[v].type).as_signed;
  Distance out{b::binary("-", encoder.integer(cfg::variable(v, view.k.vars[v].type), Sign::Signed, view.thread),
                         b::int_lit(known.base.constant)),
               domain.lo - known.base.constant, domain.hi - known.base.constant};
  for (const cfg::Linear::Term &term : known.base.terms) {
    if (!view.readable(term.atom) || encoder.representation.is_bv(term.atom))
      return {};
    out.value = b::binary(
        "-", out.value, b::binary("*", b::int_lit(term.factor), encoder.integer(term.atom, Sign::Signed, view.thread)));
    // As at the kernel's start: what the place of the atom says holds only of the threads that come there.
    const cfg::Bounds atom = view.a.ranges.evaluate_before(term.atom, view.k, 0, 0).as_signed;
    const cfg::Wide one = term.factor * atom.lo, other = term.factor * atom.hi;
    out.lo = down(out.lo - std::max(one, other));
    out.hi = up(out.hi - std::min(one, other));
  }
  return out;
}

} // namespace

// Solvers find a number of steps, with the bounds that v and its base imply, easier than a remainder.
// Sound because a congruence says that such a number exists, and it is (v - base) / modulus: within what v's type and
// the base's ranges at the kernel's start leave for it, rounded outwards.
void congruence(const View &view, cfg::VarId v) {
  const Distance away = distance_from_base(view, v);
  if (!away.value)
    return;
  const cfg::Wide step = view.a.congruences[v]->modulus * (support::left_out("congruent.modulus") ? 2 : 1);
  if (!view.some_number)
    return view.say(b::eq(b::binary("mod", away.value, b::int_lit(step)), b::int_lit(0)));
  const b::Expr steps = view.some_number(v, std::nullopt);
  const cfg::Wide least = away.lo / step - 1, most = away.hi / step + 1;
  std::vector<b::Expr> all{b::eq(away.value, b::binary("*", b::int_lit(step), steps))};
  if (least.is_exact())
    all.push_back(b::binary("<=", b::int_lit(least), steps));
  if (most.is_exact())
    all.push_back(b::binary("<=", steps, b::int_lit(most)));
  view.say(b::conj(all));
}

// --- what it is written with ----------------------------------------------------------------------------------------

void sources(const cfg::Kernel &k, const cfg::Analyses &a, const std::vector<cfg::Fact> &facts,
             const std::set<std::size_t> &loops, const std::function<bool(cfg::VarId)> &has,
             const std::function<void(const cfg::Expr &)> &need) {
  for (const cfg::Fact &f : facts) {
    const std::vector<cfg::VarId> vars = cfg::variables(f.expr);
    if (f.kind == cfg::Fact::Equation ? has(f.var) : std::any_of(vars.begin(), vars.end(), has))
      need(f.expr);
  }
  for (std::size_t loop : loops) {
    const cfg::LoopInduction &in = a.induction.loops[loop];
    for (const cfg::Recurrence &r : in.recurrences) {
      if (has(r.var) && r.init)
        need(r.init);
      if (has(r.var) && r.linear())
        need(r.step);
    }
  }
  for (cfg::VarId v = 0; v < k.vars.size(); ++v)
    if (has(v) && cfg::moves_in_steps(k, v, a.congruences[v]))
      for (const cfg::Linear::Term &t : a.congruences[v]->base.terms)
        need(t.atom);
}

} // namespace lockstep::emit::knowledge
