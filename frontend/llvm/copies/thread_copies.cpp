// A thread's asynchronous copies under way: see thread_copies.h.
#include "frontend/llvm/copies/thread_copies.h"

#include "frontend/builtins/declared.h"

#include "support/sound.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

#include <algorithm>

namespace lockstep::frontend {

namespace {
constexpr std::size_t max_ways = 64;
constexpr unsigned max_behind = 20;
constexpr int most_gained = 16;
} // namespace

CopyCall copy_call(const llvm::Instruction &i) {
  auto *call = llvm::dyn_cast<llvm::CallBase>(&i);
  const llvm::Function *f = call ? call->getCalledFunction() : nullptr;
  if (!f || !f->getName().starts_with("__lockstep_") || declared(*f) != Declared::Lockstep)
    return CopyCall::None;
  static constexpr std::pair<std::string_view, CopyCall> names[] = {
      {"__lockstep_copy", CopyCall::Start},
      {"__lockstep_copy_commit", CopyCall::Commit},
      {"__lockstep_copy_wait", CopyCall::Wait},
      {"__lockstep_copy_wait_oldest", CopyCall::WaitOldest},
      {"__lockstep_phase_copy", CopyCall::PhaseStart},
      {"__lockstep_phase_arrive", CopyCall::Arrive},
      {"__lockstep_phase_wait", CopyCall::PhaseWait},
      {"__lockstep_phase_meet", CopyCall::Meet}};
  for (const auto &[name, kind] : names)
    if (f->getName() == llvm::StringRef(name))
      return kind;
  return CopyCall::None;
}

Phase phase_of(const llvm::CallBase &call) {
  const llvm::Value *pointer = call.getArgOperand(copy_call(call) == CopyCall::PhaseStart ? 5 : 0);
  const llvm::DataLayout &layout = call.getDataLayout();
  llvm::APInt at(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
  const llvm::Value *base = pointer->stripAndAccumulateConstantOffsets(layout, at, true);
  return llvm::isa<llvm::GlobalVariable>(base) ? Phase({base, at.getSExtValue()}) : std::nullopt;
}

namespace {

void join(ThreadCopies::Way &to, const ThreadCopies::Way &from) {
  if (to.ahead != from.ahead)
    to.ahead.reset();
  to.pending = to.pending && from.pending ? std::optional(std::max(*to.pending, *from.pending)) : std::nullopt;
  std::erase_if(to.decided, [&](const auto &entry) {
    const auto other = from.decided.find(entry.first);
    return other == from.decided.end() || other->second != entry.second;
  });
  for (const auto &[key, held] : from.held) {
    auto [at, fresh] = to.held.try_emplace(key, held);
    if (fresh)
      continue;
    at->second.exactly = at->second.exactly && held.exactly && at->second.behind == held.behind;
    at->second.behind = std::min(at->second.behind, held.behind);
    if (at->second.rounds != held.rounds)
      at->second.rounds = std::max({at->second.rounds, held.rounds, ThreadCopies::many});
    at->second.fewest = std::min(at->second.fewest, held.fewest);
    if (at->second.gained != held.gained)
      at->second.gained.reset();
    if (at->second.in != held.in || at->second.times != held.times)
      at->second.times = ThreadCopies::long_ago;
  }
}

// Beyond a number of ways they become one, in which any of them goes on.
void add(ThreadCopies::State &s, ThreadCopies::Way way) {
  // Once joined, stays so: a state of one way that others were joined into takes the next ones, too.
  for (const ThreadCopies::Way &old : s) {
    if (old.arrival != way.arrival)
      continue;
    ThreadCopies::Way both = old;
    join(both, way);
    if (both == old)
      return;
  }
  s.insert(std::move(way));
  if (s.size() <= max_ways)
    return;
  std::map<PlacedInstruction, ThreadCopies::Way> joined;
  for (const ThreadCopies::Way &w : s) {
    auto [at, fresh] = joined.try_emplace(w.arrival, w);
    if (!fresh)
      join(at->second, w);
  }
  s.clear();
  for (auto &[unused, w] : joined)
    s.insert(std::move(w));
}

} // namespace

ThreadCopies::ThreadCopies(const llvm::Function &f) : loops_(f), conditions_(f) {
  bool any = false, in_turn = false;
  for (const llvm::Instruction &i : llvm::instructions(f)) {
    const CopyCall kind = copy_call(i);
    any = any || kind != CopyCall::None;
    in_turn = in_turn || kind == CopyCall::WaitOldest;
    if (kind == CopyCall::Start || kind == CopyCall::PhaseStart)
      starts_.push_back(llvm::cast<llvm::CallBase>(&i));
  }
  if (!any)
    return;
  loops_.count();
  conditions_.find(f, loops_);
  Way start;
  if (!in_turn)
    start.ahead.reset();
  at_entry_[&f.getEntryBlock()].insert(start);
  llvm::ReversePostOrderTraversal<const llvm::Function *> order(&f);
  for (bool changed = true; changed;) { // ways only become more, until there is one, which only grows weaker
    changed = false;
    for (const llvm::BasicBlock *b : order) {
      State s = at_entry_[b];
      for (const llvm::Instruction &i : *b)
        s = step(i, s);
      for (const llvm::BasicBlock *to : llvm::successors(b)) {
        State next = at_entry_[to];
        for (Way way : s)
          if (on_edge(way, *b, *to))
            add(next, std::move(way));
        if (next != at_entry_[to]) {
          at_entry_[to] = std::move(next);
          changed = true;
        }
      }
    }
  }
}

std::size_t ThreadCopies::site_of(const llvm::Instruction &start) const {
  return static_cast<std::size_t>(std::find(starts_.begin(), starts_.end(), &start) - starts_.begin());
}

ThreadCopies::State ThreadCopies::step(const llvm::Instruction &i, const State &s) const {
  const CopyCall kind = copy_call(i);
  if (kind == CopyCall::None)
    return s;
  auto &call = llvm::cast<llvm::CallBase>(i);
  State out;
  for (Way way : s) {
    auto end_but = [&](std::uint64_t last) { // groups
      std::erase_if(way.held, [&](const auto &entry) {
        return copy_call(*starts_[entry.first.first]) == CopyCall::Start &&
               (entry.second.behind > last || (support::left_out("copies.behind") && entry.second.behind != 0));
      });
    };
    switch (kind) {
    case CopyCall::Start:
    case CopyCall::PhaseStart: {
      const std::size_t site = site_of(i);
      for (unsigned age = ages - 1; age-- > 0;)
        if (auto younger = way.held.extract({site, age})) {
          Held next = younger.mapped();
          if (auto older = way.held.find({site, age + 1}); older != way.held.end()) { // only at the last age
            next.exactly = next.exactly && older->second.exactly && next.behind == older->second.behind;
            next.behind = std::min(next.behind, older->second.behind);
            next.rounds = std::max({next.rounds, older->second.rounds, many});
            next.fewest = std::min(next.fewest, older->second.fewest);
            next.times = long_ago;
            if (next.gained != older->second.gained)
              next.gained.reset();
          }
          way.held[{site, age + 1}] = next;
        }
      way.held[{site, 0}] = Held{};
      break;
    }
    case CopyCall::Commit:
      for (auto &[unused, held] : way.held) {
        held.exactly = held.exactly && held.behind < max_behind;
        held.behind = std::min(held.behind + 1, max_behind);
        held.gained = held.gained && *held.gained < most_gained ? std::optional(*held.gained + 1) : std::nullopt;
      }
      way.pending = way.pending && *way.pending < max_behind ? std::optional(*way.pending + 1) : std::nullopt;
      if (way.ahead)
        way.ahead = *way.ahead < max_behind ? std::optional(*way.ahead + 1) : std::nullopt;
      break;
    case CopyCall::Wait:
      if (auto *prior = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0))) {
        const std::uint64_t last = prior->getZExtValue();
        if (last <= max_behind)
          way.pending = std::min(static_cast<unsigned>(last), way.pending.value_or(max_behind));
        end_but(last);
      }
      break;
    case CopyCall::WaitOldest:
      if (way.ahead && *way.ahead != 0)
        end_but(--*way.ahead);
      break;
    case CopyCall::Arrive: way.arrival = conditions_.placed(call); break;
    case CopyCall::PhaseWait:
    case CopyCall::Meet:
      if (kind == CopyCall::PhaseWait)
        way.arrival = {};
      std::erase_if(way.held, [&](const auto &entry) {
        const llvm::CallBase &start = *starts_[entry.first.first];
        return copy_call(start) == CopyCall::PhaseStart && phase_of(start) &&
               support::sound("copies.phase", phase_of(start) == phase_of(call));
      });
      break;
    case CopyCall::None: break;
    }
    add(out, std::move(way));
  }
  return out;
}

// Sets what the branch that leads there says; false: something else has been said.
bool ThreadCopies::decide(Way &way, const llvm::BasicBlock &from, const llvm::BasicBlock &to) const {
  const PlacedInstruction *condition = conditions_.at_end(from);
  if (!condition)
    return true;
  const bool outcome = llvm::cast<llvm::BranchInst>(from.getTerminator())->getSuccessor(0) == &to;
  const auto [at, fresh] = way.decided.try_emplace(*condition, outcome);
  return fresh || at->second == outcome;
}

bool ThreadCopies::on_edge(Way &way, const llvm::BasicBlock &from, const llvm::BasicBlock &to) const {
  if (!decide(way, from, to))
    return false;
  const llvm::Loop *entered = loops_.headed_by(to);
  if (support::unsound("copies.decided", entered))
    std::erase_if(way.decided, [&](const auto &entry) { return entered->contains(entry.first.is); });
  for (auto &[key, held] : way.held) {
    const llvm::Loop *own = loops_.loop_of(*starts_[key.first]);
    if (own && own->getHeader() == &to) {
      held.rounds = held.rounds < many ? held.rounds + 1 : held.rounds;
      held.fewest = 1;
      const std::optional<unsigned> each = loops_.commits(*own);
      held.gained = held.gained && each && *held.gained - static_cast<int>(*each) >= -most_gained
                        ? std::optional(*held.gained - static_cast<int>(*each))
                        : std::nullopt;
    } else if (entered && own && entered->contains(own))
      held.rounds = lost, held.gained.reset();
    if (!entered || entered->contains(starts_[key.first]))
      continue;
    if (!entered->contains(&from))
      held.times = 1;
    else if (held.in != loops_.number(*entered) || held.times == long_ago)
      held.times = long_ago;
    else
      ++held.times;
    held.in = loops_.number(*entered);
  }
  return true;
}

ThreadCopies::State ThreadCopies::before(const llvm::Instruction &at) const {
  auto it = at_entry_.find(at.getParent());
  State s = it == at_entry_.end() ? State{} : it->second;
  for (const llvm::Instruction &i : *at.getParent()) {
    if (&i == &at)
      break;
    s = step(i, s);
  }
  return s;
}

ThreadCopies::State ThreadCopies::behind(const llvm::Instruction &at) const { return step(at, before(at)); }

ThreadCopies::State ThreadCopies::at_head_from_inside(const llvm::Loop &l) const {
  State out;
  for (const llvm::BasicBlock *from : llvm::predecessors(l.getHeader()))
    if (l.contains(from))
      for (Way way : behind(from->back()))
        if (on_edge(way, *from, *l.getHeader()))
          add(out, std::move(way));
  return out;
}

} // namespace lockstep::frontend
