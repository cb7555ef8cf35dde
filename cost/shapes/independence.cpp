// See independence.h.
#include "cost/shapes/independence.h"

#include "cfg/analysis/graph/divergence.h"
#include "cfg/analysis/values/facts.h"
#include "cfg/analysis/values/unwritten.h"
#include "cfg/ir/op_groups.h"
#include "cost/shapes/block_values.h"
#include "cost/source_words.h"
#include "support/budget.h"
#include "support/invariant.h"
#include "support/sound.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <set>
#include <unordered_map>

namespace lockstep::coalescing {

namespace {

using cfg::BlockId;
using cfg::Expr;
using cfg::Op;
using cfg::VarId;

using SharedValue = std::shared_ptr<const BlockValue>;
using State = std::vector<SharedValue>; // by variable

SharedValue shared(BlockValue v) { return std::make_shared<const BlockValue>(std::move(v)); }

// `x & 15` and `x % 16u` keep that many bits of x; 0: it is something else.
unsigned low_bits(const cfg::ExprNode &n) {
  if (!cfg::is_const(n.args[1]))
    return 0;
  const std::uint64_t mask = n.args[1]->value - (n.op == Op::URem ? 1 : 0);
  return (mask & (mask + 1)) == 0 ? static_cast<unsigned>(std::bit_width(mask)) : 0;
}

class Solver {
public:
  Solver(const cfg::Kernel &k, const cfg::LoopForest &loops, const cfg::Launch &launch)
      : k_(k), words_(k), arithmetic_(k, launch), offset_(launch.global_offset), loops_(loops), regions_(k, loops),
        cause_(k.blocks.size()), once_(k.vars.size()), private_(k.arrays.size()), written_(cfg::written_arrays(k)),
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
  // --- values -------------------------------------------------------------------------------------------------
  BlockValue lost(std::string why) const {
    return {.terms = {}, .more = false, .exact = false, .bits = 0, .lost = std::move(why)};
  }

  // Why the value may differ.
  std::string because(const BlockValue &v) const {
    if (!v.lost.empty())
      return v.lost;
    std::vector<std::string> all;
    for (const auto &[p, factor] : v.of_block()) {
      std::vector<std::string> parts;
      for (const Symbol s : p)
        parts.push_back(text(s));
      const Number n = factor < 0 ? -factor : factor;
      if (n != 1)
        parts.insert(parts.begin(), std::to_string(static_cast<long long>(n)));
      all.push_back((all.empty()  ? factor < 0 ? "-" : ""
                     : factor < 0 ? " - "
                                  : " + ") +
                    fmt::format("{}", fmt::join(parts, " * ")));
    }
    return all.empty() ? "arithmetic that may wrap around" : fmt::format("{}", fmt::join(all, ""));
  }
  std::string text(Symbol s) const {
    if (s.is_variable())
      return words_.variable(s.variable());
    switch (s.quantity()) {
    case Quantity::LocalId: return words_.quantity(Op::LocalId, s.dimension());
    case Quantity::GroupId: return words_.quantity(Op::GroupId, s.dimension());
    case Quantity::LocalSize: return words_.quantity(Op::LocalSize, s.dimension());
    case Quantity::NumGroups: return words_.quantity(Op::NumGroups, s.dimension());
    case Quantity::GlobalId: return words_.global_id(s.dimension());
    case Quantity::GlobalSize: return words_.global_size(s.dimension());
    }
    LOCKSTEP_UNREACHABLE("every quantity has its case");
  }

  const BlockValue &value(const Expr &e) {
    if (const auto it = memo_.find(e.get()); it != memo_.end())
      return *it->second;
    SharedValue v = e->op == Op::Var ? (*state_)[e->var] : shared(compute(e));
    return *(memo_[e.get()] = std::move(v));
  }

  BlockValue compute(const Expr &e) {
    const unsigned width = e->type.width;
    const auto arg = [&](std::size_t i) -> const BlockValue & { return value(e->args[i]); };
    const bool no_wrap = e->nsw && k_.terms.overflow != cfg::Overflow::Wraps;
    switch (e->op) {
    case Op::Const: return e->type.is_int() ? arithmetic_.number(e->value, width) : arithmetic_.something();
    case Op::Var: break; // see above
    case Op::LocalId: return leaf(Quantity::LocalId, *e);
    case Op::GroupId: return leaf(Quantity::GroupId, *e);
    case Op::LocalSize: return leaf(Quantity::LocalSize, *e);
    case Op::NumGroups: return leaf(Quantity::NumGroups, *e);
    case Op::GlobalOffset: return arithmetic_.number(cfg::mask_to_width(offset_[e->value], width), width);
    case Op::Add: return arithmetic_.sum(arg(0), arg(1), 1, width, no_wrap);
    case Op::Sub: return arithmetic_.sum(arg(0), arg(1), -1, width, no_wrap);
    case Op::Mul: return product(e, arg(0), arg(1), no_wrap);
    case Op::Shl:
      if (cfg::is_const(e->args[1]) && e->args[1]->value + 1 < width)
        return product(e, arg(0), arithmetic_.number(std::uint64_t(1) << e->args[1]->value, width), no_wrap);
      break;
    case Op::Zext:
    case Op::Sext: return arithmetic_.extended(arg(0), e->op == Op::Sext, e->args[0]->type.width);
    case Op::Trunc: return arithmetic_.truncated(arg(0), width);
    case Op::BitAnd:
    case Op::URem: {
      const unsigned low = low_bits(*e);
      if (low != 0 && low < width)
        return arithmetic_.extended(arithmetic_.truncated(arg(0), low), false, low);
      break;
    }
    case OPS_EQUALITY:
    case OPS_ORDER:
      if (e->args[0]->type.is_int() && same_test(*e))
        return arithmetic_.something();
      break;
    case Op::Ite:
      if (arg(0).same() || (arg(1) == arg(2) && !arg(1).more))
        return arithmetic_.either(arg(1), arg(2), width);
      return lost(because(arg(0)));
    case Op::Read:
      if (k_.arrays[e->array].space == cfg::Space::Group || written_[e->array])
        return lost(fmt::format("'{}'", words_.array(e->array)));
      break;
    case Op::UDiv:
    case Op::SDiv:
    case Op::SRem:
    case OPS_RIGHT_SHIFT:
    case Op::BitOr:
    case Op::BitXor:
    case OPS_MIN_MAX:
    case OPS_LOGIC:
    case OPS_FLOAT:
    case Op::Call: break;
    }
    return function(e);
  }

  // The same if all its arguments are.
  BlockValue function(const Expr &e) {
    for (const Expr &a : e->args)
      if (const BlockValue &v = value(a); !v.same())
        return lost(v.lost.empty() ? words_.of(e) : v.lost);
    return arithmetic_.something();
  }
  BlockValue leaf(Quantity q, const cfg::ExprNode &n) const {
    return arithmetic_.symbol(Symbol::of(q, static_cast<unsigned>(n.value)), n.type.width);
  }
  BlockValue product(const Expr &e, const BlockValue &a, const BlockValue &b, bool no_wrap) const {
    BlockValue out = arithmetic_.product(a, b, e->type.width, no_wrap);
    if (!out.lost.empty() && a.lost.empty() && b.lost.empty())
      out.lost = words_.of(e);
    return out;
  }
  bool same_test(const cfg::ExprNode &n) {
    const BlockValue &a = value(n.args[0]), &b = value(n.args[1]);
    const unsigned width = n.args[0]->type.width;
    if (n.op == Op::Eq || n.op == Op::Ne)
      return arithmetic_.same_distance(a, b, width, false);
    const bool with_sign = n.op == Op::Slt || n.op == Op::Sle;
    return (with_sign || (arithmetic_.never_negative(a) && arithmetic_.never_negative(b)) ||
            support::left_out("independence.order_of_values")) &&
           arithmetic_.same_distance(a, b, width, true);
  }

  // --- flow ---------------------------------------------------------------------------------------------------
  bool parted(BlockId b) const { return regions_.marked()[b]; }

  void flow() {
    states_.assign(k_.blocks.size(), std::nullopt);
    State &entry = states_[0].emplace();
    for (VarId v = 0; v < k_.vars.size(); ++v) {
      const cfg::Var &var = k_.vars[v];
      if (!var.param)
        entry.push_back(shared(lost(fmt::format("'{}', which may not be set", words_.variable(v)))));
      else
        entry.push_back(shared(once_[v] ? arithmetic_.symbol(Symbol::of(v), var.type.width) : arithmetic_.something()));
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
        both.lost = because(into[v]->same() ? *from[v] : *into[v]);
      if (both == *into[v])
        continue;
      into[v] = shared(std::move(both));
      changed = true;
    }
    return changed;
  }

  void set(BlockId b, VarId v, BlockValue to) {
    if (parted(b) && !support::left_out("independence.control"))
      to = lost(cause_text(b));
    else if (to.same() && to.more && once_[v])
      to = arithmetic_.symbol(Symbol::of(v), k_.vars[v].type.width);
    (*state_)[v] = shared(std::move(to));
  }

  void pass(BlockId b, State &state) {
    state_ = &state;
    for (std::uint32_t i = 0; i < k_.blocks[b].stmts.size(); ++i) {
      memo_.clear();
      visit(b, i, k_.blocks[b].stmts[i]);
    }
    memo_.clear();
  }

  void visit(BlockId b, std::uint32_t i, const cfg::Stmt &s) {
    if (auto *a = std::get_if<cfg::Assign>(&s.node))
      return set(b, a->var, value(a->value));
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
    if (!std::holds_alternative<cfg::Havoc>(s.node) && !std::holds_alternative<cfg::Assert>(s.node) &&
        !std::holds_alternative<cfg::Skip>(s.node) && !support::left_out("independence.meeting"))
      tell({Dependence::Meeting, s.origin, "", "", ""});
    for (const VarId v : cfg::defined_vars(s))
      set(b, v, lost("an arbitrary value"));
  }

  void load(BlockId b, std::uint32_t i, const cfg::Load &l) {
    const cfg::Space space = k_.arrays[l.array].space;
    BlockValue v = value(l.offset);
    if (v.same())
      v = arithmetic_.something();
    else
      v = lost(v.lost.empty() ? fmt::format("{}[{}]", words_.array(l.array), words_.of(l.offset)) : v.lost);
    if (space == cfg::Space::Group && !support::left_out("independence.group"))
      v = lost(fmt::format("'{}', the block's memory", words_.array(l.array)));
    if (space == cfg::Space::Private) {
      if (!private_[l.array].empty())
        v = lost(private_[l.array]);
      else if (first_loads_.count({b, i}) != 0)
        v = lost(fmt::format("'{}', which may not be set", words_.array(l.array)));
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
      const BlockValue &v = value(e);
      if (v.same())
        return;
      if (why.empty())
        why = because(v);
      if (space == cfg::Space::Global)
        tell({kind, origin, name, words_.of(e), because(v)});
    };
    look(Dependence::Address, offset);
    for (const Expr &e : values)
      look(Dependence::Value, e);
    if (parted(b)) {
      why = cause_text(b);
      if (space == cfg::Space::Global)
        tell_cause(b, name);
    }
    if (space == cfg::Space::Private && (!why.empty() || read_back) && private_[array].empty() &&
        !support::left_out("independence.private")) {
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
    BlockValue v =
        lost(fmt::format("what the atomic finds in '{}', by the order of the threads", words_.array(a.array)));
    if (support::left_out("independence.found"))
      v = arithmetic_.something();
    set(b, *a.dest, std::move(v));
  }

  // What may not hold with other blocks. Of what the launch is asked for nothing is claimed.
  void promise(const cfg::Origin &origin, const cfg::Assume &a) {
    if (a.kind == cfg::AssumeKind::Requires || a.kind == cfg::AssumeKind::Launch)
      return;
    if (const BlockValue &v = value(a.condition); !v.same())
      tell({Dependence::Promise, origin, "", words_.of(a.condition), because(v)});
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
      alike = alike && value(e).same();
    if (alike || support::left_out("independence.branch"))
      return;
    if (finds_ && loops_.loop_of[b] >= 0 && !support::left_out("independence.waits"))
      waits_.insert(b);
    const std::vector<bool> before = regions_.marked();
    if (!regions_.diverge(b))
      return;
    changed_ = true;
    for (BlockId c = 0; c < k_.blocks.size(); ++c)
      if (!before[c] && parted(c))
        cause_[c] = Cause{b, tests.empty() ? "a choice" : words_.of(tests.front()),
                          tests.empty() ? "" : because(value(tests.front()))};
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
        if ((group(*a) < 0 || group(*a) != group(*other) || a->per_value != other->per_value) &&
            !support::left_out("independence.order"))
          tell({Dependence::Order, s.origin, words_.array(a->array), "", ""});
      }
  }

  const cfg::Kernel &k_;
  const SourceWords words_;
  const BlockArithmetic arithmetic_;
  const std::array<std::uint64_t, 3> offset_;
  const cfg::LoopForest &loops_;
  cfg::DivergentRegions regions_;
  std::vector<Cause> cause_;         // by block, of those that are parted
  std::vector<bool> once_;           // by variable: a number that is set at most once
  std::vector<std::string> private_; // by array: why its contents may differ
  const std::vector<bool> written_;  // by array
  const cfg::Places first_loads_;
  std::vector<std::optional<State>> states_; // at the blocks' entries, of those that are reached
  State *state_ = nullptr;                   // at the statement at hand
  std::unordered_map<const cfg::ExprNode *, SharedValue> memo_;
  bool finds_ = false; // some atomic's result may be used
  bool changed_ = false, report_ = false;
  std::set<BlockId> waits_; // whose branches may decide how long a thread waits for others
  std::vector<BlockDependence> found_;
};

} // namespace

std::string_view name(Dependence d) {
  switch (d) {
  case Dependence::Meeting: return "barrier";
  case Dependence::Waiting: return "wait";
  case Dependence::Scope: return "scope";
  case Dependence::Order: return "order";
  case Dependence::Address: return "address";
  case Dependence::Value: return "value";
  case Dependence::Condition: return "condition";
  case Dependence::Promise: return "promise";
  }
  LOCKSTEP_UNREACHABLE("every kind has its name");
}

std::string BlockDependence::str() const {
  const auto depends = [&](const std::string &what) {
    const bool plain = because.empty() || because == expression || expression.rfind("...", 0) == 0;
    return plain ? fmt::format("{} depends on the block: {}", what, because.empty() ? expression : because)
                 : fmt::format("{}, {}, depends on the block: {}", what, expression, because);
  };
  switch (kind) {
  case Dependence::Meeting: return "threads of a block meet here";
  case Dependence::Waiting: return "a thread may wait for others here";
  case Dependence::Scope: return "what this orders are threads of one block";
  case Dependence::Order: return fmt::format("atomics on '{}' that give another result in another order", array);
  case Dependence::Address: return depends(fmt::format("where '{}' is written", array));
  case Dependence::Value: return depends(fmt::format("what is written to '{}'", array));
  case Dependence::Condition: return depends(fmt::format("whether '{}' is written", array));
  case Dependence::Promise: return depends("what is promised");
  }
  LOCKSTEP_UNREACHABLE("every kind has its words");
}

std::vector<BlockDependence> block_dependences(const cfg::Kernel &k, const cfg::Launch &launch) {
  support::Diagnostics diags;
  const auto loops = cfg::loops(k, diags);
  LOCKSTEP_INVARIANT(loops, "a kernel in normal form has natural loops only");
  return Solver(k, *loops, launch).run();
}

} // namespace lockstep::coalescing
