// See independence.h.
#include "cost/shapes/independence.h"

#include "cost/shapes/block_transfer.h"
#include "support/budget.h"
#include "support/invariant.h"
#include "support/sound.h"

#include <algorithm>
#include <set>

namespace lockstep::coalescing {

namespace {

using cfg::BlockId;
using cfg::Expr;
using cfg::VarId;

using State = BlockTransfer::State;

// May the result of some atomic be used?
bool uses_atomics(const cfg::Kernel &k) {
  return std::any_of(k.blocks.begin(), k.blocks.end(), [&](const cfg::Block &b) {
    return std::any_of(b.stmts.begin(), b.stmts.end(), [&](const cfg::Stmt &s) {
      const auto *a = std::get_if<cfg::Atomic>(&s.node);
      return a != nullptr && a->dest && k.arrays[a->array].space != cfg::Space::Private;
    });
  });
}

// Which updates commute: those of one group that is not negative.
int commuting_group(const cfg::Atomic &a) {
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
}

// Do the updates of each array give the same in any order?
void tell_orders(const cfg::Kernel &k, const SourceWords &words, DependenceReport &report) {
  std::vector<const cfg::Atomic *> first(k.arrays.size(), nullptr);
  for (const cfg::Block &b : k.blocks)
    for (const cfg::Stmt &s : b.stmts) {
      const auto *a = std::get_if<cfg::Atomic>(&s.node);
      if (a == nullptr || a->op == cfg::AtomicOp::Load || k.arrays[a->array].space != cfg::Space::Global)
        continue;
      const cfg::Atomic *&other = first[a->array];
      if (other == nullptr)
        other = a;
      if (support::unsound("independence.order", commuting_group(*a) < 0 ||
                                                     commuting_group(*a) != commuting_group(*other) ||
                                                     a->per_value != other->per_value))
        report.tell({Dependence::Order, s.origin, words.array(a->array), "", ""});
    }
}

// Values of variables, to a fixpoint; with them the blocks that are parted.
class Solver {
public:
  Solver(const cfg::Kernel &k, const cfg::LoopForest &loops, const cfg::Launch &launch)
      : k_(k), loops_(loops), finds_(uses_atomics(k)), words_(k), arithmetic_(k, launch),
        values_(k, launch, words_, arithmetic_), parted_(k, loops),
        transfer_(k, loops, words_, arithmetic_, values_, parted_, report_) {}

  std::vector<BlockDependence> run() {
    for (bool changed = true; changed;) {
      support::spend_round();
      const std::size_t lost = transfer_.lost_arrays();
      changed = false;
      flow();
      for (BlockId b = 0; b < k_.blocks.size(); ++b)
        if (states_[b])
          changed = part(b) || changed;
      changed = changed || transfer_.lost_arrays() != lost;
    }
    report_.open();
    for (BlockId b = 0; b < k_.blocks.size(); ++b)
      if (states_[b])
        transfer_.pass(b, *states_[b]);
    for (const BlockId b : waits_)
      report_.tell({Dependence::Waiting, k_.blocks[b].end.origin, "", "", ""});
    tell_orders(k_, words_, report_);
    return report_.taken();
  }

private:
  void flow() {
    states_.assign(k_.blocks.size(), std::nullopt);
    states_[0] = transfer_.entry();
    std::vector<bool> waits(k_.blocks.size());
    waits[0] = true;
    for (bool some = true; some;) {
      some = false;
      for (BlockId b = 0; b < k_.blocks.size(); ++b) {
        if (!waits[b])
          continue;
        waits[b] = false;
        State state = *states_[b];
        transfer_.pass(b, state);
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

  // Its branch, if the two runs may decide it differently. False: that is nothing new.
  bool part(BlockId b) {
    const cfg::Terminator &t = k_.blocks[b].end;
    if (cfg::successors(t).size() <= 1)
      return false;
    State state = *states_[b];
    transfer_.pass(b, state);
    const std::vector<Expr> tests = cfg::used_exprs(t);
    bool alike = !tests.empty(); // a choice is anybody's
    for (const Expr &e : tests)
      alike = alike && values_.value(e).same();
    if (support::sound("independence.branch", alike))
      return false;
    if (support::unsound("independence.waits", finds_ && loops_.loop_of[b] >= 0))
      waits_.insert(b);
    return parted_.part(b, [&] {
      return tests.empty()
                 ? PartedBlocks::Cause{b, "a choice", ""}
                 : PartedBlocks::Cause{b, words_.of(tests.front()), values_.because(values_.value(tests.front()))};
    });
  }

  const cfg::Kernel &k_;
  const cfg::LoopForest &loops_;
  const bool finds_; // some atomic's result may be used
  const SourceWords words_;
  const BlockArithmetic arithmetic_;
  BlockExpressions values_;
  PartedBlocks parted_;
  DependenceReport report_;
  BlockTransfer transfer_;
  std::vector<std::optional<State>> states_; // at the blocks' entries, of those that are reached
  std::set<BlockId> waits_;                  // whose branches may decide how long a thread waits for others
};

} // namespace

std::vector<BlockDependence> block_dependences(const cfg::Kernel &k, const cfg::Launch &launch) {
  support::Diagnostics diags;
  const auto loops = cfg::loops(k, diags);
  LOCKSTEP_INVARIANT(loops, "a kernel in normal form has natural loops only");
  return Solver(k, *loops, launch).run();
}

} // namespace lockstep::coalescing
