// Asynchronous copies under way: see group_copies.h.
#include "frontend/llvm/copies/group_copies.h"

#include "frontend/builtins/intrinsics.h"

#include "support/budget.h"
#include "support/sound.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include <algorithm>
#include <string>

namespace lockstep::frontend {

namespace {
std::string called(const llvm::Instruction &i) { // the builtin's name; empty if it is none
  auto *call = llvm::dyn_cast<llvm::CallBase>(&i);
  const llvm::Function *f = call ? call->getCalledFunction() : nullptr;
  return find_intrinsic(f) ? demangle_symbol(f->getName()).name : std::string();
}

constexpr std::size_t max_copy_ways = 32;

const llvm::Value *joined_event(const llvm::Instruction &start) { // nullptr: none
  auto &call = llvm::cast<llvm::CallBase>(start);
  const llvm::Value *event = call.arg_size() != 0 ? call.getArgOperand(call.arg_size() - 1) : nullptr;
  return event && is_event(event->getType()) && !llvm::isa<llvm::Constant>(event) ? event : nullptr;
}
} // namespace

bool is_event(const llvm::Type *type) {
  auto *t = llvm::dyn_cast<llvm::TargetExtType>(type);
  return t && t->getName() == "spirv.Event";
}

bool is_copy_start(const llvm::Instruction &i) {
  std::string name = called(i);
  return is_event(i.getType()) && (name == "async_work_group_copy" || name == "async_work_group_strided_copy");
}

bool is_event_wait(const llvm::Instruction &i) { return called(i) == "wait_group_events"; }

CopiesUnderWay::CopiesUnderWay(const llvm::Function &f) : function_(f) {
  for (const llvm::Instruction &i : llvm::instructions(f))
    if (is_copy_start(i))
      starts_.push_back(llvm::cast<llvm::CallBase>(&i));
  if (starts_.empty())
    return;
  llvm::DominatorTree dominators(const_cast<llvm::Function &>(f));
  llvm::LoopInfo loops(dominators);
  for (const llvm::CallBase *start : starts_) {
    std::set<const llvm::BasicBlock *> heads;
    for (const llvm::Loop *l = loops.getLoopFor(start->getParent()); l; l = l->getParentLoop())
      heads.insert(l->getHeader());
    loops_.push_back(std::move(heads));
  }
  add(at_entry_[&f.getEntryBlock()], Way(starts_.size()));
  llvm::ReversePostOrderTraversal<const llvm::Function *> order(&f);
  for (bool changed = true;
       changed;) { // ways only become more, until they are no longer told apart, and the events of each only fewer
    changed = false;
    for (const llvm::BasicBlock *b : order) {
      support::spend_round();
      State s = at_entry_[b];
      for (const llvm::Instruction &i : *b)
        if (!llvm::isa<llvm::PHINode>(i))
          step(i, s);
      for (const llvm::BasicBlock *to : llvm::successors(b)) {
        State &old = at_entry_[to];
        State next = old;
        for (auto [key, way] : s.ways) {
          on_edge(way, *b, *to);
          add(next, std::move(way));
        }
        if (!(next == old)) {
          old = std::move(next);
          changed = true;
        }
      }
    }
  }
}

CopiesUnderWay::Held CopiesUnderWay::join(const Held &a, const Held &b) {
  if (!a || !b)
    return a ? a : b;
  Copy both;
  std::set_intersection(a->events.begin(), a->events.end(), b->events.begin(), b->events.end(),
                        std::inserter(both.events, both.events.end()));
  both.of_this_round = a->of_this_round && b->of_this_round;
  return both;
}

CopiesUnderWay::Way CopiesUnderWay::key_of(const Way &way, Apart apart) {
  Way key = apart == Apart::Never ? Way() : way;
  for (auto &site : key)
    for (Held &held : site)
      if (held && apart == Apart::ByPresence)
        held = Copy();
  return key;
}

void CopiesUnderWay::add(State &s, Way way) {
  auto [at, fresh] = s.ways.try_emplace(key_of(way, s.apart), way);
  if (!fresh)
    for (std::size_t k = 0; k < way.size(); ++k)
      for (unsigned a = 0; a < ages; ++a)
        at->second[k][a] = join(at->second[k][a], way[k][a]);
  if (s.ways.size() <= max_copy_ways)
    return;
  State coarser;
  coarser.apart = s.apart == Apart::Always ? Apart::ByPresence : Apart::Never;
  for (auto &[unused, old] : s.ways)
    add(coarser, std::move(old));
  s = std::move(coarser);
}

bool CopiesUnderWay::has_own_event(std::size_t site) const { return !joined_event(*starts_[site]); }

void CopiesUnderWay::step(const llvm::Instruction &i, State &s) const {
  if (is_event_wait(i))
    return wait(llvm::cast<llvm::CallBase>(i), s);
  if (!is_event(i.getType()))
    return;
  State out;
  out.apart = s.apart;
  const llvm::Value *joined = is_copy_start(i) ? joined_event(i) : nullptr;
  auto *select = llvm::dyn_cast<llvm::SelectInst>(&i);
  for (auto &[key, way] : s.ways) {
    for (auto &site : way) // a new value: is it the event of copies that are under way?
      for (Held &held : site) {
        if (!held)
          continue;
        const auto &events = held->events;
        const bool same = (joined && events.count(joined)) ||
                          (select && events.count(select->getTrueValue()) && events.count(select->getFalseValue()));
        if (same)
          held->events.insert(&i);
        else
          held->events.erase(&i);
      }
    if (is_copy_start(i)) {
      auto &site = way[static_cast<std::size_t>(std::find(starts_.begin(), starts_.end(), &i) - starts_.begin())];
      site[Older] = join(site[Older], site[Previous]);
      site[Previous] = std::move(site[Latest]);
      site[Latest] = Copy{{&i}, true};
      // What surely is an event (the result of a start) is returned by the start that joins it.
      for (const llvm::Instruction *from = &i; from && is_copy_start(*from);
           from = llvm::dyn_cast_or_null<llvm::Instruction>(joined_event(*from)))
        if (!site[Latest]->events.insert(from).second && from != &i)
          break;
    }
    add(out, way);
  }
  s = std::move(out);
}

// Ends copies. A copy that joins others ends only if the wait is for it on all ways, as nothing tells them apart when
// the kernel runs.
void CopiesUnderWay::wait(const llvm::CallBase &call, State &s) const {
  auto bundle = call.getOperandBundle(waited_events);
  if (!bundle)
    return;
  auto is_waited_for = [&](const Held &held) {
    return !held || std::any_of(bundle->Inputs.begin(), bundle->Inputs.end(),
                                [&](const llvm::Use &u) { return held->events.count(u.get()) != 0; });
  };
  auto on_all_ways = [&](std::size_t k, unsigned a) {
    return std::any_of(bundle->Inputs.begin(), bundle->Inputs.end(), [&](const llvm::Use &u) {
      return std::all_of(s.ways.begin(), s.ways.end(), [&](const auto &way) {
        return !way.second[k][a] || way.second[k][a]->events.count(u.get()) != 0;
      });
    });
  };
  State out;
  out.apart = s.apart;
  for (const auto &[key, before] : s.ways) {
    Way way = before;
    for (std::size_t k = 0; k < way.size(); ++k)
      for (unsigned a = 0; a < ages; ++a)
        if (is_waited_for(before[k][a]) && (has_own_event(k) || on_all_ways(k, a)))
          way[k][a].reset();
    add(out, std::move(way));
  }
  s = std::move(out);
}

void CopiesUnderWay::on_edge(Way &way, const llvm::BasicBlock &from, const llvm::BasicBlock &to) const {
  for (std::size_t k = 0; k < way.size(); ++k)
    for (Held &held : way[k]) {
      if (!held)
        continue;
      const auto before = held->events;
      for (const llvm::PHINode &phi : to.phis()) {
        if (before.count(phi.getIncomingValueForBlock(&from)))
          held->events.insert(&phi);
        else
          held->events.erase(&phi);
      }
      held->of_this_round = held->of_this_round && loops_[k].count(&to) == 0;
    }
}

CopiesUnderWay::State CopiesUnderWay::before(const llvm::Instruction &at) const {
  auto it = at_entry_.find(at.getParent());
  State s = it == at_entry_.end() ? State{} : it->second;
  for (const llvm::Instruction &i : *at.getParent()) {
    if (&i == &at)
      break;
    if (!llvm::isa<llvm::PHINode>(i))
      step(i, s);
  }
  return s;
}

bool CopiesUnderWay::none(const llvm::Instruction &at, std::size_t site, Age age) const {
  const State s = before(at);
  return std::none_of(s.ways.begin(), s.ways.end(), [&](const auto &way) { return way.second[site][age].has_value(); });
}

bool CopiesUnderWay::covers(const llvm::Instruction &at, const llvm::Value *event, std::size_t site, Age age) const {
  const State s = before(at);
  auto on = [&](const auto &way) { return !way.second[site][age] || way.second[site][age]->events.count(event) != 0; };
  if (support::left_out("async.event"))
    return std::any_of(s.ways.begin(), s.ways.end(), on);
  return std::all_of(s.ways.begin(), s.ways.end(), on);
}

bool CopiesUnderWay::is_of_this_round(const llvm::Instruction &at, std::size_t site, Age age) const {
  const State s = before(at);
  return support::sound("async.round", std::all_of(s.ways.begin(), s.ways.end(), [&](const auto &way) {
                          return !way.second[site][age] || way.second[site][age]->of_this_round;
                        }));
}

bool CopiesUnderWay::waited_on_some_ways(std::size_t site) const {
  for (const llvm::Instruction &i : llvm::instructions(function_)) {
    auto bundle = is_event_wait(i) ? llvm::cast<llvm::CallBase>(i).getOperandBundle(waited_events) : std::nullopt;
    if (!bundle)
      continue;
    const State s = before(i);
    for (const llvm::Use &u : bundle->Inputs)
      for (Age age : {Latest, Previous, Older}) {
        bool some = false, all = true;
        for (const auto &[unused, way] : s.ways)
          if (const Held &held = way[site][age])
            (held->events.count(u.get()) != 0 ? some : all) = held->events.count(u.get()) != 0;
        if (some && !all)
          return true;
      }
  }
  return false;
}

std::vector<const llvm::Value *> CopiesUnderWay::events(const llvm::Instruction &at, std::size_t site, Age age) const {
  const State s = before(at);
  Held all;
  for (const auto &[unused, way] : s.ways)
    all = join(all, way[site][age]);
  if (!all)
    return {};
  const llvm::DominatorTree dominators(const_cast<llvm::Function &>(function_));
  std::vector<const llvm::Value *> out;
  for (const llvm::Value *event : all->events)
    if (dominators.dominates(event, &at))
      out.push_back(event);
  std::sort(out.begin(), out.end(),
            [&](const llvm::Value *a, const llvm::Value *b) { // what dominates one place is a chain
              return a != b && dominators.dominates(a, llvm::cast<llvm::Instruction>(b));
            });
  return out;
}

} // namespace lockstep::frontend
