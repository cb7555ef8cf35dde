// Induction variables: see induction.h. The iteration is executed by iteration.h; here its effect is classified.
#include "cfg/analysis/values/induction.h"

#include "cfg/analysis/values/iteration.h"
#include "cfg/analysis/values/orbits.h"
#include "cfg/analysis/values/unwritten.h"
#include "cfg/ir/rewrite.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::cfg {

namespace {
class Classifier {
public:
  // `rounds`: those of the loops inside are known; this loop's are added.
  Classifier(const Kernel &k, const LoopForest &forest, std::size_t loop, const Facts &facts, const Ranges &ranges,
             const Liveness &live, const Explorer &explorer, std::vector<Rounds> &rounds)
      : k_(k), forest_(forest), index_(loop), loop_(forest.loops[loop]), facts_(facts), ranges_(ranges), live_(live),
        explorer_(explorer), rounds_(rounds), modified_(modified_in(k, loop_)), fixed_(fixed_arrays(k)) {}

  LoopInduction run() {
    std::vector<VarId> live_vars;
    for (VarId v = 0; v < k_.vars.size(); ++v)
      if (modified_[v]) {
        out_.modified.push_back(v);
        if (live_.at_entry[loop_.head][v])
          live_vars.push_back(v);
      }
    if (live_vars.empty())
      return std::move(out_);
    find_entry_facts();
    std::map<VarId, Symbolic> effects = one_iteration(k_, forest_, index_, ranges_, rounds_, live_vars);
    for (VarId v : live_vars)
      if (auto it = effects.find(v); it != effects.end())
        classify(v, it->second);
    out_.orbits = orbits(k_, forest_, index_, facts_, ranges_, explorer_, live_vars);
    out_.trips = trip_count(rounds_[index_].step, out_.orbits, loop_, ranges_);
    rounds_[index_].most = out_.trips.most;
    return std::move(out_);
  }

private:
  void classify(VarId v, const Symbolic &s) {
    if (s.base != v || s.extended || s.steps.empty())
      return;
    const Step any = rounds_[index_].step.emplace(v, any_of(s.steps)).first->second;
    auto exact = [](const Bounds &by, NoWrap w) {
      return support::sound("induction.exact", w != NoWrap::MayWrap) ? std::optional(by) : std::nullopt;
    };
    const bool one = s.steps.size() == 1 && s.steps[0].amount;
    Recurrence r{v,
                 initial(v),
                 one ? s.steps[0].amount : nullptr,
                 exact(any.as_signed, any.wrap.signed_ok),
                 exact(any.as_unsigned, any.wrap.unsigned_ok),
                 one ? s.steps[0].wrap : any.wrap};
    if (r.linear() || r.as_signed || r.as_unsigned)
      out_.recurrences.push_back(std::move(r));
  }

  // --- values on entry ------------------------------------------------------------------------------------
  void find_entry_facts() {
    if (loop_.head == 0)
      return; // entered from outside as well, where nothing is known
    FactReader reader(k_, facts_);
    for (BlockId p : loop_.entries)
      if (facts_.reachable[p])
        entry_facts_.push_back(reader.on_edge(p, loop_.head));
  }

  bool usable(const Expr &e) const {
    return !any_node(e, [&](const ExprNode &n) {
      return (n.op == Op::Var && modified_[n.var]) || (n.op == Op::Read && !fixed_[n.array]);
    });
  }

  // Expressions that v equals on the edge and that keep their value in the loop, constants first.
  std::vector<Expr> values_on(const std::vector<Fact> &facts, VarId v) const {
    std::vector<Expr> constants, others;
    std::vector<VarId> names{v};
    for (std::size_t i = 0; i < names.size(); ++i)
      for (const Fact &f : facts) {
        if (f.kind != Fact::Equation || f.var != names[i])
          continue;
        if (is_const(f.expr))
          constants.push_back(f.expr);
        else if (usable(f.expr))
          others.push_back(f.expr);
        if (f.expr->op == Op::Var && std::ranges::find(names, f.expr->var) == names.end())
          names.push_back(f.expr->var);
      }
    constants.insert(constants.end(), others.begin(), others.end());
    return constants;
  }

  Expr initial(VarId v) const {
    if (entry_facts_.empty())
      return nullptr;
    for (const Expr &e : values_on(entry_facts_[0], v)) {
      bool everywhere = std::all_of(entry_facts_.begin() + 1, entry_facts_.end(), [&](const auto &facts) {
        std::vector<Expr> values = values_on(facts, v);
        return std::ranges::any_of(values, [&](const Expr &o) { return equal(o, e); });
      });
      if (everywhere)
        return e;
    }
    return nullptr;
  }

  const Kernel &k_;
  const LoopForest &forest_;
  std::size_t index_;
  const Loop &loop_;
  const Facts &facts_;
  const Ranges &ranges_;
  const Liveness &live_;
  const Explorer &explorer_;
  std::vector<Rounds> &rounds_;
  std::vector<bool> modified_, fixed_;
  std::vector<std::vector<Fact>> entry_facts_; // per edge into the loop
  LoopInduction out_;
};
} // namespace

// Sound because each iteration adds an amount within the bounds, exactly under the reading in question: if none has the
// other sign, v moves in one direction, and the k amounts up to visit k are together within k times the bounds.
std::optional<Direction> direction(const std::optional<Bounds> &amount) {
  return !amount           ? std::nullopt
         : amount->lo >= 0 ? std::optional(Direction::Up)
         : amount->hi <= 0 ? std::optional(Direction::Down)
                           : std::nullopt;
}

std::optional<Bounds> band(const std::optional<Bounds> &amount) {
  return amount && amount->within({-max_band, max_band}) ? amount : std::nullopt;
}

const Recurrence *LoopInduction::of(VarId v) const {
  for (const Recurrence &r : recurrences)
    if (r.var == v)
      return &r;
  return nullptr;
}

const Recurrence *Induction::linear(std::size_t loop, VarId v) const {
  const Recurrence *r = loops[loop].of(v);
  return r && r->linear() ? r : nullptr;
}

Induction induction(const Kernel &k, const LoopForest &forest, const Liveness &live, const Facts &facts,
                    const Ranges &ranges) {
  Induction out;
  const Explorer explorer(k, live, [&](const ExprNode &n) { return ranges.range_of(&n); }, facts.options.asserts);
  std::vector<Rounds> rounds(forest.loops.size());
  out.loops.resize(forest.loops.size());
  for (std::size_t i = forest.loops.size(); i-- > 0;) // inner loops first
    out.loops[i] = Classifier(k, forest, i, facts, ranges, live, explorer, rounds).run();
  return out;
}

} // namespace lockstep::cfg
