// Orbits of loop variables: see orbits.h.
#include "cfg/analysis/orbits.h"

#include "cfg/analysis/graph.h"
#include "cfg/analysis/iteration.h"
#include "cfg/analysis/rewrite.h"
#include "cfg/evaluate.h"
#include "support/sound.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

namespace lockstep::cfg {

namespace {
using Value = std::optional<std::uint64_t>;

class Finder {
public:
  Finder(const Kernel &k, const LoopForest &forest, std::size_t loop, const Facts &facts, const Ranges &ranges)
      : k_(k), forest_(forest), loop_(forest.loops[loop]), index_(static_cast<int>(loop)), facts_(facts),
        ranges_(ranges), modified_(modified_in(k, loop_)) {
    for (Node b : reverse_postorder(graph_of(k), 0))
      if (forest.contains(index_, b))
        order_.push_back(b);
  }

  std::vector<Orbit> run(const std::vector<VarId> &candidates) {
    std::vector<VarId> vars;
    std::vector<std::uint64_t> start;
    for (VarId v : candidates)
      if (!k_.vars[v].type.is_float())
        if (Value c = initial(v)) {
          vars.push_back(v);
          start.push_back(*c);
        }
    std::vector<Orbit> out;
    if (vars.empty())
      return out;
    needed_ = slice(k_, loop_, deciding(vars));
    if (auto all = follow(vars, start))
      return {*all};
    for (std::size_t i = 0; i < vars.size(); ++i)
      if (auto one = follow({vars[i]}, {start[i]}))
        out.push_back(*one);
    return out;
  }

private:
  // The variables together with those that decide where the iteration goes.
  std::vector<VarId> deciding(std::vector<VarId> vars) const {
    auto add = [&](const Expr &e) {
      for (VarId v : variables(e))
        vars.push_back(v);
    };
    for (BlockId b : loop_.blocks) {
      for (const Stmt &s : k_.blocks[b].stmts)
        if (auto *a = std::get_if<Assume>(&s.node))
          add(a->condition);
      for (const Expr &e : used_exprs(k_.blocks[b].end))
        add(e);
    }
    return vars;
  }

  // The constant that v holds on every edge into the loop.
  Value initial(VarId v) const {
    Value out;
    Expr e = variable(v, k_.vars[v].type);
    std::vector<std::vector<BlockId>> preds = predecessors(k_);
    if (loop_.head == 0)
      return std::nullopt; // also entered from outside, with any value
    for (BlockId p : preds[loop_.head]) {
      if (forest_.contains(index_, p) || !facts_.reachable[p] || !ranges_.reachable(p))
        continue;
      ExprRange r = ranges_.evaluate_before(e, k_, p, k_.blocks[p].stmts.size());
      if (r.as_unsigned.lo != r.as_unsigned.hi)
        return std::nullopt;
      Value now = r.as_unsigned.lo.bits();
      if (out && out != now)
        return std::nullopt;
      out = now;
    }
    return out;
  }

  // The orbit of as many of the variables as have one; none if it is too long or no variable is left.
  std::optional<Orbit> follow(std::vector<VarId> vars, std::vector<std::uint64_t> start) {
    for (;;) {
      if (vars.empty())
        return std::nullopt;
      Orbit orbit{vars, {start}, std::nullopt};
      std::vector<bool> lost(vars.size(), false);
      bool complete = false;
      while (!complete && orbit.tuples.size() <= max_orbit) {
        std::optional<std::vector<Value>> next = step(vars, orbit.tuples.back());
        if (!next) {
          complete = true;
          break;
        }
        for (std::size_t i = 0; i < vars.size(); ++i)
          lost[i] = !(*next)[i];
        if (std::find(lost.begin(), lost.end(), true) != lost.end())
          break;
        std::vector<std::uint64_t> tuple;
        for (const Value &v : *next)
          tuple.push_back(*v);
        auto seen = std::find(orbit.tuples.begin(), orbit.tuples.end(), tuple);
        if (seen != orbit.tuples.end()) {
          orbit.cycle = static_cast<std::size_t>(seen - orbit.tuples.begin());
          complete = true;
        } else {
          orbit.tuples.push_back(std::move(tuple));
        }
      }
      if (complete && orbit.tuples.size() <= max_orbit)
        return orbit;
      std::vector<VarId> kept;
      std::vector<std::uint64_t> kept_start;
      for (std::size_t i = 0; i < vars.size(); ++i)
        if (!lost[i]) {
          kept.push_back(vars[i]);
          kept_start.push_back(start[i]);
        }
      if (kept.size() == vars.size()) { // too long: without the variables that never repeat
        kept.clear();
        kept_start.clear();
        for (std::size_t i = 0; i < vars.size(); ++i)
          if (repeats(orbit, i)) {
            kept.push_back(vars[i]);
            kept_start.push_back(start[i]);
          }
        if (kept.size() == vars.size())
          return std::nullopt;
      }
      vars = std::move(kept);
      start = std::move(kept_start);
    }
  }

  static bool repeats(const Orbit &o, std::size_t place) {
    std::set<std::uint64_t> values;
    for (const auto &t : o.tuples)
      values.insert(t[place]);
    return values.size() < o.tuples.size();
  }

  // --- one iteration, on constants ------------------------------------------------------------------------
  using Environment = std::map<VarId, Value>; // what is not listed is unknown

  static void join_into(Environment &a, const Environment &b) {
    std::erase_if(a, [&](const auto &entry) {
      auto it = b.find(entry.first);
      return it == b.end() || it->second != entry.second;
    });
  }

  // The values at the next visit of the head; none if there is no next visit.
  std::optional<std::vector<Value>> step(const std::vector<VarId> &vars, const std::vector<std::uint64_t> &tuple) {
    std::map<BlockId, Environment> at_entry;
    Environment &head = at_entry[loop_.head];
    for (std::size_t i = 0; i < vars.size(); ++i)
      head[vars[i]] = tuple[i];
    std::optional<Environment> result;
    for (BlockId b : order_) {
      auto it = at_entry.find(b);
      if (it == at_entry.end())
        continue;
      Environment env = std::move(it->second);
      if (int inner = forest_.headed_by(b); inner >= 0 && inner != index_)
        for (BlockId c : forest_.loops[static_cast<std::size_t>(inner)].blocks)
          for (const Stmt &s : k_.blocks[c].stmts)
            for (VarId v : defined_vars(s))
              env.erase(v);
      bool alive = true;
      for (const Stmt &s : k_.blocks[b].stmts)
        alive = alive && execute(s, env);
      if (!alive)
        continue;
      for (BlockId t : next(k_.blocks[b].end, env)) {
        if (!forest_.contains(index_, t))
          continue;
        if (t == loop_.head) {
          if (result && !support::left_out("orbits.paths"))
            join_into(*result, env);
          else
            result = env;
        } else if (!forest_.is_back_edge(b, t)) {
          auto [into, fresh] = at_entry.try_emplace(t, env);
          if (!fresh)
            join_into(into->second, env);
        }
      }
    }
    if (!result)
      return std::nullopt;
    std::vector<Value> out;
    for (VarId v : vars) {
      auto it = result->find(v);
      out.push_back(it == result->end() ? Value{} : it->second);
    }
    return out;
  }

  // False if the path ends here: an assumption fails.
  bool execute(const Stmt &s, Environment &env) const {
    if (auto *a = std::get_if<Assign>(&s.node)) {
      if (!needed_[a->var])
        return true;
      if (Value v = evaluate(a->value, env))
        env[a->var] = v;
      else
        env.erase(a->var);
      return true;
    }
    if (auto *a = std::get_if<Assume>(&s.node))
      return evaluate(a->condition, env) != Value{0};
    for (VarId v : defined_vars(s))
      env.erase(v);
    return true;
  }

  std::vector<BlockId> next(const Terminator &t, const Environment &env) const {
    if (auto *b = std::get_if<Branch>(&t.node)) {
      if (Value c = evaluate(b->condition, env))
        return {*c ? b->if_true : b->if_false};
    } else if (auto *s = std::get_if<Switch>(&t.node)) {
      if (Value v = evaluate(s->value, env)) {
        std::vector<BlockId> out; // should a value have several cases, all of them
        for (const SwitchCase &c : s->cases)
          if (mask_to_width(c.value, s->value->type.width) == *v)
            out.push_back(c.target);
        return out.empty() ? std::vector<BlockId>{s->otherwise} : out;
      }
    }
    return successors(t);
  }

  Value evaluate(const Expr &e, const Environment &env) const {
    std::unordered_map<const ExprNode *, Value> memo;
    return evaluate(e, env, memo);
  }

  Value evaluate(const Expr &e, const Environment &env, std::unordered_map<const ExprNode *, Value> &memo) const {
    if (e->type.is_float())
      return std::nullopt;
    if (auto it = memo.find(e.get()); it != memo.end())
      return it->second;
    Value out;
    if (e->op == Op::Const) {
      out = e->value;
    } else if (e->op == Op::Var && modified_[e->var]) {
      auto it = env.find(e->var);
      out = it == env.end() ? Value{} : it->second;
    } else if (e->args.empty()) { // a launch quantity, or a variable that the loop does not change
      ExprRange r = e->op == Op::Var ? ranges_.evaluate(e, loop_.head) : ranges_.range_of(e);
      if (r.as_unsigned.lo == r.as_unsigned.hi)
        out = r.as_unsigned.lo.bits();
    } else {
      out = operation(*e, env, memo);
    }
    memo.emplace(e.get(), out);
    return out;
  }

  Value operation(const ExprNode &n, const Environment &env, std::unordered_map<const ExprNode *, Value> &memo) const {
    if (n.op == Op::Read || n.op == Op::Call)
      return std::nullopt;
    std::vector<Value> args;
    for (const Expr &a : n.args)
      args.push_back(evaluate(a, env, memo));
    if (n.op == Op::Ite)
      return args[0] ? args[*args[0] ? 1 : 2] : args[1] == args[2] ? args[1] : Value{};
    bool conjunction = n.op == Op::And, disjunction = n.op == Op::Or;
    if (conjunction || disjunction)
      for (const Value &a : args)
        if (a == Value{disjunction ? 1u : 0u})
          return a;
    std::vector<std::uint64_t> bits;
    for (const Value &a : args) {
      if (!a)
        return std::nullopt;
      bits.push_back(*a);
    }
    return defined_value(n, bits);
  }

  const Kernel &k_;
  const LoopForest &forest_;
  const Loop &loop_;
  int index_;
  const Facts &facts_;
  const Ranges &ranges_;
  std::vector<bool> modified_;
  std::vector<bool> needed_; // the others are never read here
  std::vector<BlockId> order_;
};
} // namespace

std::vector<Orbit> orbits(const Kernel &k, const LoopForest &forest, std::size_t loop, const Facts &facts,
                          const Ranges &ranges, const std::vector<VarId> &candidates) {
  return Finder(k, forest, loop, facts, ranges).run(candidates);
}

} // namespace lockstep::cfg
