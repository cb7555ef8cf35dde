// See independence.h.
#include "cost/shapes/independence.h"

#include "cfg/analysis/graph/divergence.h"
#include "cfg/analysis/values/facts.h"
#include "cfg/analysis/values/unwritten.h"
#include "cost/shapes/block_expressions.h"
#include "cost/source_words.h"
#include "support/budget.h"
#include "support/invariant.h"
#include "support/sound.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace lockstep::coalescing {

namespace {

using cfg::BlockId;
using cfg::Expr;
using cfg::Op;
using cfg::VarId;

using State = BlockExpressions::State;

class Solver {
public:
  Solver(const cfg::Kernel &k, const cfg::LoopForest &loops, const cfg::Launch &launch)
      : k_(k), words_(k), arithmetic_(k, launch), values_(k, launch, words_, arithmetic_), loops_(loops),
        regions_(k, loops), cause_(k.blocks.size()), once_(k.vars.size()), private_(k.arrays.size()),
        first_loads_(cfg::first_loads(k)) {
    std::vector<unsigned> times(k.vars.size());
    for (BlockId b = 0; b < k.blocks.size(); ++b)
      for (const cfg::Stmt &s : k.blocks[b].stmts)
        for (const VarId v : cfg::defined_vars(s))
          times[v] += loops.loop_of[b] < 0 ? 1 : 2;
    for (const cfg::Block &b : k.blocks)
      for (const cfg::Stmt &s : b.stmts)
        if (auto *a = std::get_if<cfg::Atomic>(&s.node))
          finds_ = finds_ || (a->dest && k.arrays[a->array].space != cfg::Space::Private);
    for (VarId v = 0; v < k.vars.size(); ++v)
      once_[v] = times[v] == (k.vars[v].param ? 0 : 1) && k.vars[v].type.is_int();
  }

  std::vector<BlockDependence> run() {
    do {
      support::spend_round();
      changed_ = false;
      flow();
      for (BlockId b = 0; b < k_.blocks.size(); ++b)
        if (states_[b])
          part(b);
    } while (changed_);
    report_ = true;
    for (BlockId b = 0; b < k_.blocks.size(); ++b)
      if (states_[b])
        pass(b, *states_[b]);
    for (const BlockId b : waits_)
      tell({Dependence::Waiting, k_.blocks[b].end.origin, "", "", ""});
    atomics_commute();
    return std::move(found_);
  }

private:
  // --- flow ---------------------------------------------------------------------------------------------------
  bool parted(BlockId b) const { return regions_.marked()[b]; }

  void flow() {
    states_.assign(k_.blocks.size(), std::nullopt);
    State &entry = states_[0].emplace();
    for (VarId v = 0; v < k_.vars.size(); ++v) {
      const cfg::Var &var = k_.vars[v];
      if (!var.param)
        entry.push_back(BlockExpressions::shared(
            BlockExpressions::lost(fmt::format("'{}', which may not be set", words_.variable(v)))));
      else
        entry.push_back(BlockExpressions::shared(once_[v] ? arithmetic_.symbol(Symbol::of(v), var.type.width)
                                                          : arithmetic_.something()));
    }
    std::vector<bool> waits(k_.blocks.size());
    waits[0] = true;
    for (bool some = true; some;) {
      some = false;
      for (BlockId b = 0; b < k_.blocks.size(); ++b) {
        if (!waits[b])
          continue;
        waits[b] = false;
        State state = *states_[b];
        pass(b, state);
        for (const BlockId s : cfg::successors(k_.blocks[b].end))
          if (join(states_[s], state)) {
            waits[s] = true;
            some = true;
          }
      }
    }
  }

  bool join(std::optional<State> &at, const State &from) const {
    if (!at) {
      at = from;
      return true;
    }
    State &into = *at;
    bool changed = false;
    for (VarId v = 0; v < into.size(); ++v) {
      if (into[v] == from[v])
        continue;
      BlockValue both = arithmetic_.either(*into[v], *from[v], k_.vars[v].type.width);
      if (!both.lost.empty() && into[v]->lost.empty() && from[v]->lost.empty())
        both.lost = values_.because(into[v]->same() ? *from[v] : *into[v]);
      if (both == *into[v])
        continue;
      into[v] = BlockExpressions::shared(std::move(both));
      changed = true;
    }
    return changed;
  }

  void set(BlockId b, VarId v, BlockValue to) {
    if (support::unsound("independence.control", parted(b)))
      to = BlockExpressions::lost(cause_text(b));
    else if (to.same() && to.more && once_[v])
      to = arithmetic_.symbol(Symbol::of(v), k_.vars[v].type.width);
    (*state_)[v] = BlockExpressions::shared(std::move(to));
  }

  void pass(BlockId b, State &state) {
    state_ = &state;
    for (std::uint32_t i = 0; i < k_.blocks[b].stmts.size(); ++i) {
      values_.stand_at(state);
      visit(b, i, k_.blocks[b].stmts[i]);
    }
    values_.stand_at(state);
  }

  void visit(BlockId b, std::uint32_t i, const cfg::Stmt &s) {
    if (auto *a = std::get_if<cfg::Assign>(&s.node))
      return set(b, a->var, values_.value(a->value));
    if (auto *l = std::get_if<cfg::Load>(&s.node))
      return load(b, i, *l);
    if (auto *st = std::get_if<cfg::Store>(&s.node))
      return store(b, s.origin, st->array, st->offset, st->values, false);
    if (auto *a = std::get_if<cfg::Atomic>(&s.node))
      return atomic(b, s.origin, *a);
    if (auto *a = std::get_if<cfg::Assume>(&s.node))
      return promise(s.origin, *a);
    if (auto *f = std::get_if<cfg::Fence>(&s.node)) {
      if (f->scope == cfg::AtomicScope::Group)
        tell({Dependence::Scope, s.origin, "", "", ""});
      return;
    }
    if (support::unsound("independence.meeting", !std::holds_alternative<cfg::Havoc>(s.node) &&
                                                     !std::holds_alternative<cfg::Assert>(s.node) &&
                                                     !std::holds_alternative<cfg::Skip>(s.node)))
      tell({Dependence::Meeting, s.origin, "", "", ""});
    for (const VarId v : cfg::defined_vars(s))
      set(b, v, BlockExpressions::lost("an arbitrary value"));
  }

  void load(BlockId b, std::uint32_t i, const cfg::Load &l) {
    const cfg::Space space = k_.arrays[l.array].space;
    BlockValue v = values_.value(l.offset);
    if (v.same())
      v = arithmetic_.something();
    else
      v = BlockExpressions::lost(v.lost.empty() ? fmt::format("{}[{}]", words_.array(l.array), words_.of(l.offset))
                                                : v.lost);
    if (support::unsound("independence.group", space == cfg::Space::Group))
      v = BlockExpressions::lost(fmt::format("'{}', the block's memory", words_.array(l.array)));
    if (space == cfg::Space::Private) {
      if (!private_[l.array].empty())
        v = BlockExpressions::lost(private_[l.array]);
      else if (first_loads_.count({b, i}) != 0)
        v = BlockExpressions::lost(fmt::format("'{}', which may not be set", words_.array(l.array)));
    }
    for (const VarId d : l.dests)
      set(b, d, v);
  }

  void store(BlockId b, const cfg::Origin &origin, cfg::ArrayId array, const Expr &offset,
             const std::vector<Expr> &values, bool read_back) {
    const cfg::Space space = k_.arrays[array].space;
    if (space == cfg::Space::Group)
      return;
    const std::string name = words_.array(array);
    std::string why;
    const auto look = [&](Dependence kind, const Expr &e) {
      const BlockValue &v = values_.value(e);
      if (v.same())
        return;
      if (why.empty())
        why = values_.because(v);
      if (space == cfg::Space::Global)
        tell({kind, origin, name, words_.of(e), values_.because(v)});
    };
    look(Dependence::Address, offset);
    for (const Expr &e : values)
      look(Dependence::Value, e);
    if (parted(b)) {
      why = cause_text(b);
      if (space == cfg::Space::Global)
        tell_cause(b, name);
    }
    if (support::unsound("independence.private",
                         space == cfg::Space::Private && (!why.empty() || read_back) && private_[array].empty())) {
      private_[array] = why.empty() ? "an atomic" : why;
      changed_ = true;
    }
  }

  void atomic(BlockId b, const cfg::Origin &origin, const cfg::Atomic &a) {
    const cfg::Space space = k_.arrays[a.array].space;
    if (a.op != cfg::AtomicOp::Load || space == cfg::Space::Private)
      store(b, origin, a.array, a.offset, a.operands, true);
    if (a.scope == cfg::AtomicScope::Group && space == cfg::Space::Global)
      tell({Dependence::Scope, origin, words_.array(a.array), "", ""});
    if (!a.dest)
      return;
    BlockValue v = BlockExpressions::lost(
        fmt::format("what the atomic finds in '{}', by the order of the threads", words_.array(a.array)));
    if (support::left_out("independence.found"))
      v = arithmetic_.something();
    set(b, *a.dest, std::move(v));
  }

  // What may not hold with other blocks. Of what the launch is asked for nothing is claimed.
  void promise(const cfg::Origin &origin, const cfg::Assume &a) {
    if (a.kind == cfg::AssumeKind::Requires || a.kind == cfg::AssumeKind::Launch)
      return;
    if (const BlockValue &v = values_.value(a.condition); !v.same())
      tell({Dependence::Promise, origin, "", words_.of(a.condition), values_.because(v)});
  }

  // A branch that the two runs may decide differently.
  void part(BlockId b) {
    const cfg::Terminator &t = k_.blocks[b].end;
    if (cfg::successors(t).size() <= 1)
      return;
    State state = *states_[b];
    pass(b, state);
    const std::vector<Expr> tests = cfg::used_exprs(t);
    bool alike = !tests.empty(); // a choice is anybody's
    for (const Expr &e : tests)
      alike = alike && values_.value(e).same();
    if (support::sound("independence.branch", alike))
      return;
    if (support::unsound("independence.waits", finds_ && loops_.loop_of[b] >= 0))
      waits_.insert(b);
    const std::vector<bool> before = regions_.marked();
    if (!regions_.diverge(b))
      return;
    changed_ = true;
    for (BlockId c = 0; c < k_.blocks.size(); ++c)
      if (!before[c] && parted(c))
        cause_[c] = Cause{b, tests.empty() ? "a choice" : words_.of(tests.front()),
                          tests.empty() ? "" : values_.because(values_.value(tests.front()))};
  }

  // --- what is said -------------------------------------------------------------------------------------------
  struct Cause {
    BlockId block = 0;
    std::string condition, because;
  };
  std::string cause_text(BlockId b) const {
    return cause_[b].because.empty() ? fmt::format("'{}'", cause_[b].condition) : cause_[b].because;
  }

  void tell_cause(BlockId b, const std::string &array) {
    const Cause &c = cause_[b];
    tell({Dependence::Condition, k_.blocks[c.block].end.origin, array, c.condition, c.because});
  }

  void tell(BlockDependence d) {
    if (!report_)
      return;
    const bool known = std::any_of(found_.begin(), found_.end(), [&](const BlockDependence &f) {
      return f.kind == d.kind && f.origin == d.origin && f.array == d.array && f.because == d.because;
    });
    if (!known)
      found_.push_back(std::move(d));
  }

  // Do the updates of each array give the same in any order?
  void atomics_commute() {
    const auto group = [](const cfg::Atomic &a) {
      switch (a.op) {
      case cfg::AtomicOp::Add:
      case cfg::AtomicOp::Sub: return static_cast<int>(cfg::AtomicOp::Add);
      case cfg::AtomicOp::Min:
      case cfg::AtomicOp::Max:
      case cfg::AtomicOp::UMin:
      case cfg::AtomicOp::UMax:
      case cfg::AtomicOp::And:
      case cfg::AtomicOp::Or:
      case cfg::AtomicOp::Xor: return static_cast<int>(a.op);
      case cfg::AtomicOp::Xchg:
      case cfg::AtomicOp::Inc:
      case cfg::AtomicOp::Dec:
      case cfg::AtomicOp::CmpXchg:
      case cfg::AtomicOp::Load:
      case cfg::AtomicOp::Store:
      case cfg::AtomicOp::FAdd:
      case cfg::AtomicOp::Other: return -1;
      }
      return -1;
    };
    std::vector<const cfg::Atomic *> first(k_.arrays.size(), nullptr);
    for (const cfg::Block &b : k_.blocks)
      for (const cfg::Stmt &s : b.stmts) {
        const auto *a = std::get_if<cfg::Atomic>(&s.node);
        if (a == nullptr || a->op == cfg::AtomicOp::Load || k_.arrays[a->array].space != cfg::Space::Global)
          continue;
        const cfg::Atomic *&other = first[a->array];
        if (other == nullptr)
          other = a;
        if (support::unsound("independence.order",
                             group(*a) < 0 || group(*a) != group(*other) || a->per_value != other->per_value))
          tell({Dependence::Order, s.origin, words_.array(a->array), "", ""});
      }
  }

  const cfg::Kernel &k_;
  const SourceWords words_;
  const BlockArithmetic arithmetic_;
  BlockExpressions values_;
  const cfg::LoopForest &loops_;
  cfg::DivergentRegions regions_;
  std::vector<Cause> cause_;         // by block, of those that are parted
  std::vector<bool> once_;           // by variable: a number that is set at most once
  std::vector<std::string> private_; // by array: why its contents may differ
  const cfg::Places first_loads_;
  std::vector<std::optional<State>> states_; // at the blocks' entries, of those that are reached
  State *state_ = nullptr;                   // at the statement at hand
  bool finds_ = false;                       // some atomic's result may be used
  bool changed_ = false, report_ = false;
  std::set<BlockId> waits_; // whose branches may decide how long a thread waits for others
  std::vector<BlockDependence> found_;
};

} // namespace

std::vector<BlockDependence> block_dependences(const cfg::Kernel &k, const cfg::Launch &launch) {
  support::Diagnostics diags;
  const auto loops = cfg::loops(k, diags);
  LOCKSTEP_INVARIANT(loops, "a kernel in normal form has natural loops only");
  return Solver(k, *loops, launch).run();
}

} // namespace lockstep::coalescing
