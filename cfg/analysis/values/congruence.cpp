// Congruences: see congruence.h.
//
// Sound for numbers of any size because a base that cannot be written exactly gives no congruence, and a modulus that
// cannot is replaced by a divisor of everything (gcd in support/wide.h).
#include "cfg/analysis/values/congruence.h"

#include "cfg/ir/rewrite.h"
#include "support/budget.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::cfg {

namespace {

class CongruenceSolver : public SumReader {
public:
  CongruenceSolver(const Kernel &k, const LoopForest &forest, const Liveness &live, const Ranges &ranges)
      : SumReader(ranges, true), k_(k), stable_(assigned_once(k, forest, live)), assigned_(k.vars.size(), false),
        unknown_(k.vars.size(), false), values_(k.vars.size()) {
    for (VarId v = 0; v < k.vars.size(); ++v)
      unknown_[v] = !k.vars[v].type.is_int() || live.at_entry[0][v];
  }

  std::vector<std::optional<Congruence>> run() {
    do {
      support::spend_round();
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

  // Empty: nothing is known of it. Sets `pending_` where a variable decides of which nothing is known yet.
  std::optional<Congruence> value_of(const Expr &e) {
    Congruence out;
    pending_ = false;
    add(e, 1, out);
    if (!pending_ && (out.modulus == 1 || out.base.terms.size() > 8 || !is_exact(out.base)))
      return std::nullopt;
    out.base.normalise();
    return out;
  }

  bool known(const Expr &e, Wide factor, Congruence &out) override {
    const Bounds r = ranges_.range_of(e).as_signed;
    if (r.lo == r.hi)
      out.base.constant += factor * r.lo;
    return r.lo == r.hi;
  }

  void atom(const Expr &e, Wide factor, Congruence &out) override {
    if (stable(e))
      return out.base.add(e, factor);
    if (e->op == Op::Ite)
      return either(e->args[1], e->args[2], factor, out);
    if (e->op == Op::SMin || e->op == Op::SMax)
      return either(e->args[0], e->args[1], factor, out);
    if (e->op != Op::Var || unknown_[e->var]) { // any multiple of the factor
      out.modulus = gcd(out.modulus, factor);
      return;
    }
    pending_ = pending_ || !assigned_[e->var];
    out.base.add(values_[e->var].base, factor);
    out.modulus = gcd(out.modulus, factor * values_[e->var].modulus);
  }

  // Adds factor times one of the two, whichever it is: the first, up to what they differ by.
  void either(const Expr &a, const Expr &b, Wide factor, Congruence &out) {
    Congruence first, second;
    add(a, factor, first);
    add(b, factor, second);
    out.modulus = gcd(out.modulus, apart(first, second));
    out.base.add(first.base, 1);
  }

  // The largest modulus under which the two are the same.
  static Wide apart(const Congruence &x, const Congruence &y) {
    Linear difference = x.base;
    difference.add(y.base, -1);
    Wide g = gcd(gcd(x.modulus, y.modulus), difference.constant);
    for (const Linear::Term &t : difference.terms)
      g = gcd(g, t.factor);
    return g;
  }

  void join(VarId v, const std::optional<Congruence> &now) {
    if (!now) {
      unknown_[v] = changed_ = true;
      return;
    }
    if (pending_)
      return;
    if (!assigned_[v]) {
      assigned_[v] = changed_ = true;
      values_[v] = *now;
      return;
    }
    Congruence &before = values_[v];
    const Wide g = apart(before, *now);
    if (support::sound("congruence.join", g == before.modulus))
      return;
    changed_ = true;
    before.modulus = g;
    unknown_[v] = g == 1;
  }

  const Kernel &k_;
  std::vector<bool> stable_, assigned_, unknown_;
  std::vector<Congruence> values_;
  bool changed_ = false, pending_ = false;
};

} // namespace

bool moves_in_steps(const Kernel &k, VarId v, const std::optional<Congruence> &c) {
  return c && c->modulus >= 2 && c->modulus < Wide::power_of_two(k.vars[v].type.width);
}

std::vector<std::optional<Congruence>> congruences(const Kernel &k, const LoopForest &forest, const Liveness &live,
                                                   const Ranges &ranges) {
  return CongruenceSolver(k, forest, live, ranges).run();
}

} // namespace lockstep::cfg
