// Symbolic execution of one iteration: see iteration.h.
#include "cfg/analysis/values/iteration.h"

#include "cfg/analysis/graph/graph.h"
#include "cfg/analysis/values/facts.h"
#include "cfg/analysis/values/unwritten.h"
#include "cfg/ir/op_groups.h"
#include "cfg/ir/rewrite.h"
#include "support/invariant.h"
#include "support/sound.h"

#include <algorithm>
#include <unordered_map>

namespace lockstep::cfg {

namespace {
constexpr std::size_t max_size = 60; // nodes of a symbolic expression
constexpr std::size_t max_steps = 6; // alternatives

constexpr WrapInfo exact{NoWrap::Proved, NoWrap::Proved};

WrapInfo worse(const WrapInfo &a, const WrapInfo &b) {
  return {std::max(a.signed_ok, b.signed_ok), std::max(a.unsigned_ok, b.unsigned_ok)};
}

bool same(const Expr &a, const Expr &b) { return a && b && equal(a, b); }

// Values at a point of the iteration. A variable that is not listed still has its value at the head.
using Environment = std::map<VarId, Symbolic>;

Symbolic join_values(const Symbolic &a, const Symbolic &b) {
  Symbolic out;
  if (same(a.expr, b.expr)) {
    out.expr = merge_occurrences(a.expr, b.expr);
    out.invariant = a.invariant && b.invariant;
  }
  if (a.base && a.base == b.base && a.extended == b.extended) {
    out.base = a.base;
    out.extended = a.extended;
    out.steps = a.steps;
    for (const Step &s : b.steps) {
      auto twin = std::ranges::find_if(
          out.steps, [&](const Step &o) { return (!o.amount && !s.amount) || same(o.amount, s.amount); });
      if (twin == out.steps.end()) {
        out.steps.push_back(s);
      } else {
        if (s.amount)
          twin->amount = merge_occurrences(twin->amount, s.amount);
        twin->as_signed = join(twin->as_signed, s.as_signed);
        twin->as_unsigned = join(twin->as_unsigned, s.as_unsigned);
        twin->wrap = worse(twin->wrap, s.wrap);
      }
    }
    if (out.steps.size() > max_steps)
      out.steps = {any_of(out.steps)};
  }
  return out;
}

// What is known of its movement alone.
Symbolic moved_part(Symbolic s) {
  s.expr = nullptr;
  s.invariant = false;
  return s;
}

// Values in terms of those at the head of a loop, within one of its iterations.
class SymbolicValues {
public:
  SymbolicValues(const Kernel &k, const Loop &loop, const Ranges &ranges)
      : k_(k), ranges_(ranges), modified_(modified_in(k, loop)), fixed_(fixed_arrays(k)) {}

  bool is_fixed(ArrayId a) const { return fixed_[a]; }
  Symbolic initial(VarId v) const {
    Symbolic s;
    Type type = k_.vars[v].type;
    s.expr = variable(v, type);
    s.invariant = !modified_[v];
    if (modified_[v] && type.is_int()) {
      s.base = v;
      s.steps = {Step{constant(type, 0), {0, 0}, {0, 0}, exact}};
    }
    return s;
  }

  // Several in one environment; it is to be forgotten before another comes.
  Symbolic evaluate(const Expr &e, const Environment &env) {
    if (e->op == Op::Var) {
      auto it = env.find(e->var);
      return it == env.end() ? initial(e->var) : it->second;
    }
    if (auto it = memo_.find(e.get()); it != memo_.end())
      return it->second.second;
    Symbolic out = moved(e, env);
    out.expr = substituted(e, env);
    out.invariant = out.expr && invariant(e, env);
    memo_[e.get()] = {e, out};
    return out;
  }
  void forget() { memo_.clear(); }

private:
  // Sound because nothing in the loop changes it: no variable that the loop assigns, no array that the kernel writes.
  bool invariant(const Expr &e, const Environment &env) const {
    bool ok = true;
    for (VarId v : variables(e)) {
      auto it = env.find(v);
      ok = ok && (it == env.end() ? support::sound("iteration.invariant", !modified_[v]) : it->second.invariant);
    }
    return ok && reads_stable(e);
  }
  bool reads_stable(const Expr &e) const {
    return !any_node(e, [&](const ExprNode &n) { return n.op == Op::Read && !fixed_[n.array]; });
  }

  Expr substituted(const Expr &e, const Environment &env) const {
    bool known = reads_stable(e);
    Expr out = replace(e, [&](const Expr &n) -> Expr {
      auto it = n->op == Op::Var ? env.find(n->var) : env.end();
      if (it == env.end())
        return nullptr;
      known = known && it->second.expr;
      return it->second.expr;
    });
    return known && size(out, max_size) < max_size ? out : nullptr;
  }

  // The value as a variable at the head plus a step, if it has that form.
  Symbolic moved(const Expr &e, const Environment &env) {
    switch (e->op) {
    case Op::Add: {
      Symbolic out = shifted(evaluate(e->args[0], env), e->args[1], false, *e, env);
      return out.base ? out : shifted(evaluate(e->args[1], env), e->args[0], false, *e, env);
    }
    case Op::Sub: return shifted(evaluate(e->args[0], env), e->args[1], true, *e, env);
    case Op::Ite: return moved_part(join_values(evaluate(e->args[1], env), evaluate(e->args[2], env)));
    case Op::Zext:
    case Op::Sext: {
      Symbolic s = evaluate(e->args[0], env);
      bool unchanged =
          s.base && !s.extended && s.steps.size() == 1 && s.steps[0].amount && is_const(s.steps[0].amount, 0);
      if (!unchanged)
        return {};
      s.extended = e->op;
      s.steps[0].amount = constant(e->type, 0);
      return moved_part(s);
    }
    case Op::Trunc: return truncated(evaluate(e->args[0], env), *e);
    case OPS_LEAF:
    case Op::Mul:
    case Op::Shl:
    case OPS_NO_FLAGS:
    case OPS_TRUTH:
    case OPS_FLOAT:
    case OPS_OPAQUE: return {};
    }
    LOCKSTEP_UNREACHABLE("every operation has its case");
  }

  // `e` is from + amount, or from - amount.
  Symbolic shifted(Symbolic from, const Expr &amount, bool subtracted, const ExprNode &e, const Environment &env) {
    if (!from.base)
      return {};
    Symbolic other = evaluate(amount, env);
    Expr fixed = other.invariant ? other.expr : nullptr;
    ExprRange r = ranges_.range_of(amount);
    WrapInfo wrap = ranges_.wrap_of(&e);
    for (Step &s : from.steps) {
      if (s.amount && fixed) {
        Op op = subtracted ? Op::Sub : Op::Add;
        WrapInfo own = operation_wrap(op, e.type, {s.amount, fixed});
        Expr sum = binary(op, s.amount, fixed);
        if (subtracted)
          own.unsigned_ok = NoWrap::MayWrap; // the step as an unsigned number is not what is subtracted
        s.wrap = worse(s.wrap, own);
        s.amount = sum;
      } else {
        s.amount = nullptr;
      }
      s.as_signed = subtracted ? subtract(s.as_signed, r.as_signed) : add(s.as_signed, r.as_signed);
      s.as_unsigned = subtracted ? subtract(s.as_unsigned, r.as_unsigned) : add(s.as_unsigned, r.as_unsigned);
      s.wrap = worse(s.wrap, wrap);
    }
    return moved_part(std::move(from));
  }

  // Of an operation that is about to be built (and perhaps folded), without flags.
  WrapInfo operation_wrap(Op op, Type type, std::vector<Expr> args) const {
    ExprNode n;
    n.op = op;
    n.type = type;
    std::vector<ExprRange> ranges;
    for (const Expr &a : args)
      ranges.push_back(ranges_.range_of(a));
    n.args = std::move(args);
    return apply(n, ranges, false).wrap;
  }

  // trunc(ext(v) + step) is v + trunc(step), where the truncation undoes the extension.
  // Sound because addition modulo 2^w depends on the low w bits only.
  Symbolic truncated(Symbolic s, const ExprNode &e) const {
    if (!s.base || !s.extended || k_.vars[*s.base].type != e.type)
      return {};
    WrapInfo kept = ranges_.wrap_of(&e);
    if ((*s.extended == Op::Sext) !=
        support::left_out("iteration.truncated")) // ... and as mathematics under the reading that the extension keeps
      kept.unsigned_ok = NoWrap::MayWrap;
    else
      kept.signed_ok = NoWrap::MayWrap;
    for (Step &step : s.steps) {
      if (step.amount) {
        kept = worse(kept, operation_wrap(Op::Trunc, e.type, {step.amount}));
        step.amount = cast(Op::Trunc, step.amount, e.type);
      }
      step.wrap = worse(step.wrap, kept);
    }
    s.extended.reset();
    return moved_part(std::move(s));
  }

  const Kernel &k_;
  const Ranges &ranges_;
  std::vector<bool> modified_; // per variable: the loop assigns it
  std::vector<bool> fixed_;    // per array
  std::unordered_map<const ExprNode *, std::pair<Expr, Symbolic>> memo_;
};

class Iteration {
public:
  Iteration(const Kernel &k, const LoopForest &forest, std::size_t loop, const Ranges &ranges,
            const std::vector<Rounds> &rounds, const std::vector<VarId> &wanted)
      : k_(k), forest_(forest), loop_(forest.loops[loop]), index_(static_cast<int>(loop)), rounds_(rounds),
        needed_(slice(k, loop_, wanted)), values_(k, loop_, ranges) {}

  Environment run() {
    std::map<BlockId, Environment> at_entry{{loop_.head, {}}};
    std::optional<Environment> result;
    for (BlockId b : loop_.order) {
      auto it = at_entry.find(b);
      if (it == at_entry.end())
        continue;
      Environment env = std::move(it->second);
      if (int inner = forest_.headed_by(b); inner >= 0 && inner != index_)
        go_round(env, static_cast<std::size_t>(inner));
      for (const Stmt &s : k_.blocks[b].stmts)
        execute(s, env);
      for (BlockId t : successors(k_.blocks[b].end)) {
        if (!forest_.contains(index_, t))
          continue;
        if (t == loop_.head)
          result = result && !support::left_out("induction.paths") ? join(*result, env) : env;
        else if (forest_.is_back_edge(b, t))
          continue; // an inner loop: at its head the environment is that of all its visits
        else if (auto into = at_entry.find(t); into != at_entry.end())
          into->second = join(into->second, env);
        else
          at_entry.emplace(t, env);
      }
    }
    return result.value_or(Environment{});
  }

private:
  // From the values on entry of an inner loop to those at any visit of its head.
  // Sound because a variable has then gained one step for each round so far, from none to the most there can be, and if
  // each of these additions was exact under a reading, so is their sum.
  void go_round(Environment &env, std::size_t inner) const {
    const Rounds &rounds = rounds_[inner];
    const std::vector<bool> assigned = modified_in(k_, forest_.loops[inner]);
    for (VarId v = 0; v < k_.vars.size(); ++v) {
      if (!assigned[v] || !needed_[v])
        continue;
      auto gained = rounds.step.find(v);
      auto it = env.find(v);
      Symbolic now = it == env.end() ? values_.initial(v) : it->second;
      if (!rounds.most || gained == rounds.step.end() || !now.base) {
        env[v] = Symbolic{};
        continue;
      }
      const Bounds times{0, support::left_out("iteration.rounds") ? 0 : *rounds.most};
      Step sum = any_of(now.steps);
      sum.as_signed = add(sum.as_signed, multiply(times, gained->second.as_signed));
      sum.as_unsigned = add(sum.as_unsigned, multiply(times, gained->second.as_unsigned));
      sum.wrap = worse(sum.wrap, gained->second.wrap);
      now.steps = {sum};
      env[v] = moved_part(std::move(now));
    }
  }

  Environment join(const Environment &a, const Environment &b) const {
    Environment out;
    auto get = [&](const Environment &e, VarId v) {
      auto it = e.find(v);
      return it == e.end() ? values_.initial(v) : it->second;
    };
    for (const auto &[v, value] : a)
      out[v] = join_values(value, get(b, v));
    for (const auto &[v, value] : b)
      if (!out.count(v))
        out[v] = join_values(get(a, v), value);
    return out;
  }

  void execute(const Stmt &s, Environment &env) {
    std::vector<VarId> sets = defined_vars(s);
    if (std::ranges::none_of(sets, [&](VarId v) { return needed_[v]; }))
      return;
    values_.forget();
    if (auto *a = std::get_if<Assign>(&s.node)) {
      Symbolic value = values_.evaluate(a->value, env);
      env[a->var] = std::move(value);
      return;
    }
    std::optional<Symbolic> loaded;
    if (auto *l = std::get_if<Load>(&s.node))
      loaded = load(*l, env);
    for (VarId v : sets)
      env[v] = loaded.value_or(Symbolic{});
  }

  // A cell of an array that nothing writes, at an offset that is known: a value like any other.
  std::optional<Symbolic> load(const Load &l, const Environment &env) {
    if (l.dests.size() != 1 || l.per_value != 1 || !values_.is_fixed(l.array))
      return std::nullopt;
    Type type = k_.vars[l.dests[0]].type;
    if (type.width != k_.arrays[l.array].granule_bytes * 8)
      return std::nullopt;
    return values_.evaluate(read(l.array, type, l.offset), env);
  }

  const Kernel &k_;
  const LoopForest &forest_;
  const Loop &loop_;
  int index_;
  const std::vector<Rounds> &rounds_;
  std::vector<bool> needed_; // the others are never read here
  SymbolicValues values_;
};
} // namespace

std::vector<bool> slice(const Kernel &k, const Loop &loop, const std::vector<VarId> &wanted) {
  Graph made_of(k.vars.size());
  for (BlockId b : loop.blocks)
    for (const Stmt &s : k.blocks[b].stmts)
      for (VarId v : defined_vars(s))
        for (const Expr &e : used_exprs(s))
          for (VarId u : variables(e))
            made_of[v].push_back(u);
  return reachable(made_of, wanted);
}

Step any_of(const std::vector<Step> &steps) {
  Step out = steps[0];
  out.amount = nullptr;
  for (const Step &s : steps) {
    out.as_signed = join(out.as_signed, s.as_signed);
    out.as_unsigned = join(out.as_unsigned, s.as_unsigned);
    out.wrap = worse(out.wrap, s.wrap);
  }
  return out;
}

std::map<VarId, Symbolic> one_iteration(const Kernel &k, const LoopForest &forest, std::size_t loop,
                                        const Ranges &ranges, const std::vector<Rounds> &rounds,
                                        const std::vector<VarId> &wanted) {
  return Iteration(k, forest, loop, ranges, rounds, wanted).run();
}

} // namespace lockstep::cfg
