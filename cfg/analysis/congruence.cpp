// Congruences: see congruence.h.
//
// Sound for numbers of any size because a base that cannot be written exactly gives no congruence, and a modulus that
// cannot is replaced by a divisor of everything (gcd in support/wide.h).
#include "cfg/analysis/congruence.h"

#include "cfg/analysis/liveness.h"
#include "cfg/analysis/rewrite.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::cfg {

namespace {

class Solver {
public:
  Solver(const Kernel &k, const LoopForest &forest, const Ranges &ranges)
      : k_(k), ranges_(ranges), stable_(k.vars.size(), false), assigned_(k.vars.size(), false),
        unknown_(k.vars.size(), false), values_(k.vars.size()) {
    Liveness live = liveness(k);
    std::vector<unsigned> definitions(k.vars.size(), 0);
    for (BlockId b = 0; b < k.blocks.size(); ++b)
      for (const Stmt &s : k.blocks[b].stmts)
        for (VarId v : defined_vars(s))
          definitions[v] += forest.loop_of[b] >= 0 ? 2 : 1;
    for (VarId v = 0; v < k.vars.size(); ++v) {
      stable_[v] = k.vars[v].param ? definitions[v] == 0 : definitions[v] == 1 && !live.at_entry[0][v];
      unknown_[v] = !k.vars[v].type.is_int() || live.at_entry[0][v];
    }
  }

  std::vector<std::optional<Congruence>> run() {
    do {
      changed_ = false;
      for (const Block &b : k_.blocks)
        for (const Stmt &s : b.stmts) {
          auto *a = std::get_if<Assign>(&s.node);
          for (VarId v : defined_vars(s))
            if (!unknown_[v])
              join(v, a ? value_of(a->value) : std::nullopt);
        }
    } while (changed_);
    std::vector<std::optional<Congruence>> out(k_.vars.size());
    for (VarId v = 0; v < k_.vars.size(); ++v)
      if (assigned_[v] && !unknown_[v])
        out[v] = values_[v];
    return out;
  }

private:
  bool stable(const Expr &e) const {
    return !any_node(e, [&](const ExprNode &n) { return (n.op == Op::Var && !stable_[n.var]) || n.op == Op::Read; });
  }

  struct Value {
    Congruence congruence;
    bool pending = false; // it depends on a variable of which nothing is known yet
  };
  static void add_term(Linear &l, const Expr &atom, Wide factor) {
    for (Linear::Term &t : l.terms)
      if (equal(t.atom, atom)) {
        t.factor += factor;
        return;
      }
    l.terms.push_back({atom, factor});
  }
  static void normalise(Linear &l) {
    std::erase_if(l.terms, [](const Linear::Term &t) { return t.factor == 0; });
    std::sort(l.terms.begin(), l.terms.end(),
              [](const Linear::Term &x, const Linear::Term &y) { return hash(x.atom) < hash(y.atom); });
  }

  std::optional<Value> value_of(const Expr &e) const {
    Value out;
    collect(e, 1, out);
    if (out.pending)
      return out;
    if (out.congruence.modulus == 1 || out.congruence.base.terms.size() > 8 || !is_exact(out.congruence.base))
      return std::nullopt;
    normalise(out.congruence.base);
    return out;
  }

  // Adds factor * e, as a signed number, to `out`. An operation that may wrap is off by a multiple of 2^width.
  void collect(const Expr &e, Wide factor, Value &out) const {
    Congruence &c = out.congruence;
    if (Bounds r = ranges_.range_of(e).as_signed; r.lo == r.hi) {
      c.base.constant += factor * r.lo;
      return;
    }
    auto wraps = [&](unsigned width) { c.modulus = gcd(c.modulus, factor * Wide::power_of_two(width)); };
    const bool exact = ranges_.wrap_of(e).signed_ok != NoWrap::MayWrap || support::left_out("congruence.wrap");
    switch (e->op) {
    case Op::Const: c.base.constant += factor * signed_value(*e); return;
    case Op::Add:
    case Op::Sub:
      collect(e->args[0], factor, out);
      collect(e->args[1], e->op == Op::Add ? factor : -factor, out);
      if (!exact)
        wraps(e->type.width);
      return;
    case Op::Mul:
    case Op::Shl: {
      std::size_t constant = is_const(e->args[1]) ? 1 : 0;
      const Expr &by = e->args[constant];
      if (!is_const(by) || (e->op == Op::Shl && (constant == 0 || by->value > 62)))
        break;
      collect(e->args[1 - constant],
              factor *
                  (e->op == Op::Shl ? Wide::power_of_two(static_cast<unsigned>(by->value)) : Wide(signed_value(*by))),
              out);
      if (!exact)
        wraps(e->type.width);
      return;
    }
    case Op::Sext: return collect(e->args[0], factor, out);
    case Op::Zext:
      collect(e->args[0], factor, out);
      if (ranges_.range_of(e->args[0]).as_signed.lo < 0)
        wraps(e->args[0]->type.width);
      return;
    case Op::Trunc:
      collect(e->args[0], factor, out);
      wraps(e->type.width);
      return;
    case Op::Ite:
      if (const Expr arm = ranges_.chosen(e))
        return collect(arm, factor, out);
      if (!stable(e))
        return either(e->args[1], e->args[2], factor, out);
      break;
    case Op::SMin:
    case Op::SMax:
      if (!stable(e))
        return either(e->args[0], e->args[1], factor, out);
      break;
    default: break;
    }
    if (stable(e))
      return add_term(c.base, e, factor);
    if (e->op != Op::Var || unknown_[e->var]) { // any multiple of the factor
      c.modulus = gcd(c.modulus, factor);
      return;
    }
    if (!assigned_[e->var]) {
      out.pending = true;
      return;
    }
    const Congruence &inner = values_[e->var];
    c.base.constant += factor * inner.base.constant;
    for (const Linear::Term &u : inner.base.terms)
      add_term(c.base, u.atom, factor * u.factor);
    c.modulus = gcd(c.modulus, factor * inner.modulus);
  }

  // Adds factor times one of the two, whichever it is: the first, up to what they differ by.
  void either(const Expr &a, const Expr &b, Wide factor, Value &out) const {
    Value first, second;
    collect(a, factor, first);
    collect(b, factor, second);
    out.pending = out.pending || first.pending || second.pending;
    Congruence &c = out.congruence;
    c.modulus = gcd(c.modulus, apart(first.congruence, second.congruence));
    c.base.constant += first.congruence.base.constant;
    for (const Linear::Term &t : first.congruence.base.terms)
      add_term(c.base, t.atom, t.factor);
  }

  // The largest modulus under which the two are the same.
  static Wide apart(const Congruence &x, const Congruence &y) {
    Wide g = gcd(gcd(x.modulus, y.modulus), x.base.constant - y.base.constant);
    Linear difference = x.base;
    for (const Linear::Term &t : y.base.terms)
      add_term(difference, t.atom, -t.factor);
    for (const Linear::Term &t : difference.terms)
      g = gcd(g, t.factor);
    return g;
  }

  void join(VarId v, const std::optional<Value> &value) {
    if (!value) {
      unknown_[v] = changed_ = true;
      return;
    }
    if (value->pending)
      return;
    const Congruence &now = value->congruence;
    if (!assigned_[v]) {
      assigned_[v] = changed_ = true;
      values_[v] = now;
      return;
    }
    Congruence &before = values_[v];
    const Wide g = apart(before, now);
    if (g == before.modulus || support::left_out("congruence.join"))
      return;
    changed_ = true;
    before.modulus = g;
    unknown_[v] = g == 1;
  }

  const Kernel &k_;
  const Ranges &ranges_;
  std::vector<bool> stable_, assigned_, unknown_;
  std::vector<Congruence> values_;
  bool changed_ = false;
};

} // namespace

bool moves_in_steps(const Kernel &k, VarId v, const std::optional<Congruence> &c) {
  return c && c->modulus >= 2 && c->modulus < Wide::power_of_two(k.vars[v].type.width);
}

std::vector<std::optional<Congruence>> congruences(const Kernel &k, const LoopForest &forest, const Ranges &ranges) {
  return Solver(k, forest, ranges).run();
}

} // namespace lockstep::cfg
