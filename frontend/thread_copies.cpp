// A thread's asynchronous copies under way: see thread_copies.h.
#include "frontend/thread_copies.h"

#include "frontend/declared.h"

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

ThreadCopies::ThreadCopies(const llvm::Function &f)
    : dominators_(const_cast<llvm::Function &>(f)), loops_(dominators_) {
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
  for (const llvm::Loop *l : loops_.getLoopsInPreorder())
    numbers_.emplace(l, static_cast<unsigned>(numbers_.size()) + 1);
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
        for (Way way : s) {
          on_edge(way, *b, *to);
          add(next, std::move(way));
        }
        if (next != at_entry_[to]) {
          at_entry_[to] = std::move(next);
          changed = true;
        }
      }
    }
  }
}

// Beyond a number of ways they become one, in which any of them goes on.
void ThreadCopies::add(State &s, Way way) {
  auto join = [](Way &to, const Way &from) {
    if (to.ahead != from.ahead)
      to.ahead.reset();
    for (const auto &[key, held] : from.held) {
      auto [at, fresh] = to.held.try_emplace(key, held);
      if (fresh)
        continue;
      at->second.exactly = at->second.exactly && held.exactly && at->second.behind == held.behind;
      at->second.behind = std::min(at->second.behind, held.behind);
      if (at->second.rounds != held.rounds)
        at->second.rounds = std::max({at->second.rounds, held.rounds, many});
      at->second.fewest = std::min(at->second.fewest, held.fewest);
      if (at->second.in != held.in || at->second.times != held.times)
        at->second.times = long_ago;
    }
  };
  // Once joined, stays so: a state of one way that others were joined into takes the next ones, too.
  for (const Way &old : s) {
    if (old.arrival != way.arrival)
      continue;
    Way both = old;
    join(both, way);
    if (both == old)
      return;
  }
  s.insert(std::move(way));
  if (s.size() <= max_ways)
    return;
  std::map<const llvm::CallBase *, Way> joined;
  for (const Way &w : s) {
    auto [at, fresh] = joined.try_emplace(w.arrival, w);
    if (!fresh)
      join(at->second, w);
  }
  s.clear();
  for (auto &[unused, w] : joined)
    s.insert(std::move(w));
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
      }
      if (way.ahead)
        way.ahead = *way.ahead < max_behind ? std::optional(*way.ahead + 1) : std::nullopt;
      break;
    case CopyCall::Wait:
      if (auto *prior = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0)))
        end_but(prior->getZExtValue());
      break;
    case CopyCall::WaitOldest:
      if (way.ahead && *way.ahead != 0)
        end_but(--*way.ahead);
      break;
    case CopyCall::Arrive: way.arrival = &call; break;
    case CopyCall::PhaseWait:
    case CopyCall::Meet:
      if (kind == CopyCall::PhaseWait)
        way.arrival = nullptr;
      std::erase_if(way.held, [&](const auto &entry) {
        const llvm::CallBase &start = *starts_[entry.first.first];
        return copy_call(start) == CopyCall::PhaseStart && phase_of(start) &&
               (phase_of(start) == phase_of(call) || support::left_out("copies.phase"));
      });
      break;
    default: break;
    }
    add(out, std::move(way));
  }
  return out;
}

void ThreadCopies::on_edge(Way &way, const llvm::BasicBlock &from, const llvm::BasicBlock &to) const {
  const llvm::Loop *entered = loops_.getLoopFor(&to);
  if (entered && entered->getHeader() != &to)
    entered = nullptr;
  for (auto &[key, held] : way.held) {
    const llvm::Loop *own = loops_.getLoopFor(starts_[key.first]->getParent());
    if (own && own->getHeader() == &to) {
      held.rounds = held.rounds < many ? held.rounds + 1 : held.rounds;
      held.fewest = 1;
    } else if (const llvm::Loop *other = loops_.getLoopFor(&to);
               other && other->getHeader() == &to && own && other->contains(own))
      held.rounds = lost;
    if (!entered || entered->contains(starts_[key.first]))
      continue;
    if (!entered->contains(&from))
      held.times = 1;
    else if (held.in != number(*entered) || held.times == long_ago)
      held.times = long_ago;
    else
      ++held.times;
    held.in = number(*entered);
  }
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
      for (Way way : behind(from->back())) {
        on_edge(way, *from, *l.getHeader());
        add(out, std::move(way));
      }
  return out;
}

} // namespace lockstep::frontend
