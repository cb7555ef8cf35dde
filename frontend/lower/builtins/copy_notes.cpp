// What is so by construction of a thread's asynchronous copies (thread_copies.cpp), said where an analysis
// starts from an arbitrary state: at loops' heads and behind barriers.
#include "frontend/llvm/recurrences.h"
#include "frontend/lower/context.h"

#include "cfg/ir/rewrite.h"
#include "frontend/lower/build_terms.h"
#include "support/sound.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

#include <algorithm>

namespace lockstep::frontend {

using cfg::Expr;
using cfg::Op;

namespace {
namespace pm = llvm::PatternMatch;

// The value that all ways agree on.
template <typename Of> auto agreed(const ThreadCopies::State &s, const Of &of) {
  decltype(of(*s.begin())) out;
  bool first = true;
  for (const ThreadCopies::Way &way : s) {
    auto v = of(way);
    if (!first && v != out)
      return decltype(v)();
    out = v;
    first = false;
  }
  return out;
}

// No more groups than these are committed and not ended.
std::optional<unsigned> most_pending(const ThreadCopies::State &s) {
  std::optional<unsigned> out = 0;
  for (const ThreadCopies::Way &way : s)
    out = out && way.pending ? std::optional(std::max(*out, *way.pending)) : std::nullopt;
  return s.empty() ? std::nullopt : out;
}
} // namespace

// To be said here once all starts are known; copies that are surely not under way are in no group.
void Lowerer::note_own_copies(const llvm::Instruction &i, const ThreadCopies::State &now, bool loop_head) {
  const auto held = own_copies_->held(now);
  for (std::size_t k = 0; k < own_copies_->sites.size(); ++k)
    for (unsigned age = 0; age < own_copies_->sites[k].ring.size(); ++age)
      if (held.count({k, age}) == 0)
        emit(cfg::Assign{own_copies_->sites[k].ring[age].group->var, count(0)});
  for (const OwnSite &site : own_copies_->sites)
    if (const llvm::Loop *own = own_copies_->flow.loop_of(*site.call);
        site.rounds && own->getHeader() == i.getParent() && loop_head)
      emit(cfg::Assign{site.rounds->var, plus(site.rounds, count(1))});
  const Expr mark = std::make_shared<cfg::ExprNode>(*cfg::boolean(true));
  emit(cfg::Assume{mark, cfg::AssumeKind::Branch});
  own_copies_->notes.push_back({block_, mark, i.getParent(), own_copies_->flow.loop_of(i), now, origin_});
}

// What the copy was started with, so many rounds ago, and under which conditions, besides what is known.
Expr Lowerer::started_with(const OwnSite &site, const OwnCopy &copy, Expr known, const Expr &rounds) const {
  const llvm::Loop *around = own_copies_->flow.loop_of(*site.call);
  if (site.start)
    for (auto [kept, given] : {std::pair{copy.to, site.start->to},
                               {copy.to_object, site.start->to_object},
                               {copy.from, site.start->from},
                               {copy.from_object, site.start->from_object},
                               {copy.bytes, site.start->bytes},
                               {copy.read, site.start->read},
                               {copy.first, site.start->first}})
      if (auto old = rounds_ago(given, around, rounds); old && kept && kept->op == Op::Var)
        known = both(known, equal_to(kept, *old));
  for (const auto &[condition, holds] : guards_of(site))
    if (const auto it = values_.find(condition); it != values_.end() && it->second.size() == 1)
      if (auto old = rounds_ago(it->second[0].expr, around, rounds))
        known = both(known, holds ? *old : cfg::negate(*old));
  return known;
}

// What is so while the copy is under way.
Expr Lowerer::held_copy(const OwnCopies::Note &n, const ThreadCopies::Key &key) const {
  const OwnCopies &own = *own_copies_;
  const OwnSite &site = own.sites[key.first];
  const OwnCopy &copy = site.ring[key.second];
  std::vector<ThreadCopies::Held> copies; // that it may be
  std::vector<const ThreadCopies::Way *> on;
  for (const ThreadCopies::Way &w : n.state)
    for (const auto &[k, held] : w.held)
      if (k.first == key.first && (site.any || k.second == key.second)) {
        copies.push_back(held);
        on.push_back(&w);
      }
  const llvm::Loop *around = own.flow.loop_of(*site.call);
  const llvm::Loop *beside = n.loop && !n.loop->contains(site.call) ? n.loop : nullptr;
  auto groups = [&](unsigned behind, bool exactly) {
    return site.phase ? cfg::boolean(true)
                      : cfg::binary(exactly ? Op::Eq : Op::Ule, plus(copy.group, count(behind)),
                                    plus(own.committed, count(1)));
  };
  auto all = [&](auto of) { return std::all_of(copies.begin(), copies.end(), of); };
  auto fewest = [&](unsigned ThreadCopies::Held::*of) {
    unsigned least = copies.front().*of;
    for (const ThreadCopies::Held &h : copies)
      least = std::min(least, h.*of);
    return least;
  };
  Expr known;
  const unsigned rounds = copies.front().rounds;
  const bool same = all([&](auto &h) { return h.rounds == rounds; });
  if (!around || ((same || !site.any) && all([](auto &h) { return h.rounds < ThreadCopies::many; }))) {
    std::vector<Expr> ways;
    for (std::size_t w = 0; w < copies.size(); ++w) {
      const ThreadCopies::Held &h = copies[w];
      Expr way = both(started_with(site, copy, groups(h.behind, h.exactly), count(h.rounds)), has_decided(*on[w]));
      if (beside && h.in == own.flow.number(*beside) && h.times != 0 && h.times != ThreadCopies::long_ago)
        way = both(way, in_round(*beside, support::left_out("copies.times") ? 0 : h.times - 1));
      if (std::none_of(ways.begin(), ways.end(), [&](const Expr &w) { return cfg::equal(w, way); }))
        ways.push_back(way);
    }
    known = ways.front();
    for (std::size_t w = 1; w < ways.size(); ++w)
      known = cfg::binary(Op::Or, known, ways[w]);
  } else {
    const ThreadCopies::Held &one = copies.front();
    known =
        groups(fewest(&ThreadCopies::Held::behind), all([&](auto &h) { return h.exactly && h.behind == one.behind; }));
    if (site.rounds && !site.phase && one.gained && all([&](auto &h) { return h.gained == one.gained; })) {
      const Expr each = count(own.flow.commits(*around).value_or(0)),
                 gained = count(static_cast<std::uint64_t>(static_cast<std::int64_t>(*one.gained)));
      const Expr since = plus(cfg::binary(Op::Mul, site.rounds, each), gained);
      known = both(known, equal_to(plus(copy.group, since), plus(own.committed, count(1))));
    }
    if (site.rounds && all([](auto &h) { return h.rounds < ThreadCopies::lost; })) {
      known = both(known, cfg::binary(Op::Ule, count(fewest(&ThreadCopies::Held::fewest)), site.rounds));
      known = both(known, cfg::binary(Op::Ult, site.rounds, count(std::uint64_t(1) << 31)));
      known = started_with(site, copy, known, site.rounds);
    }
  }
  for (const llvm::Loop *l = n.loop; l; l = l->getParentLoop())
    if (!l->contains(site.call) &&
        (support::left_out("copies.notes") || own.held(own.flow.at_head_from_inside(*l)).count(key) == 0))
      known = both(known, in_round(*l, 0));
  return cfg::binary(Op::Implies, under_way(site, copy), known);
}

// Sound because each is true whenever it is reached: how many groups have been committed since a copy's start; in which
// round of its loop it was started, and so with what, and under which conditions; that a loop which ends it is in its
// first round; that variables of a cycle are somewhere on it.
void Lowerer::finish_notes() {
  if (!own_copies_ || refused_)
    return;
  auto &own = *own_copies_;
  for (const OwnCopies::Note &n : own.notes) {
    std::vector<cfg::Stmt> said;
    auto say = [&](const Expr &e) {
      if (!cfg::is_const(e, 1))
        said.push_back({cfg::Assume{e, cfg::AssumeKind::Branch}, n.origin});
    };
    for (const llvm::Loop *l : own.flow.loops().getLoopsInPreorder())
      if (own.flow.dominators().dominates(l->getHeader(), n.at))
        say_cycles(*l, say);
    say(cfg::binary(Op::Ult, own.committed, count(std::uint64_t(1) << 48)));
    say(cfg::binary(Op::Ule, own.done, own.committed));
    say(cfg::binary(Op::Ule, own.waited, own.committed));
    if (auto ahead = agreed(n.state, [](const ThreadCopies::Way &w) { return w.ahead; }); ahead && !n.state.empty())
      say(equal_to(own.committed, plus(own.waited, count(*ahead))));
    if (const auto most = most_pending(n.state))
      say(cfg::binary(Op::Ule, own.committed, plus(own.done, count(*most))));
    for (const auto &key : own.held(n.state))
      say(held_copy(n, key));
    auto &stmts = kernel_.blocks[n.block].stmts;
    auto at = std::find_if(stmts.begin(), stmts.end(), [&](const cfg::Stmt &s) {
      auto *a = std::get_if<cfg::Assume>(&s.node);
      return a && a->condition == n.mark;
    });
    stmts.insert(stmts.erase(at), said.begin(), said.end());
  }
}

// Its variables have the values that they were entered with, so many rounds ago.
Expr Lowerer::in_round(const llvm::Loop &l, unsigned round) const {
  Expr out = cfg::boolean(true);
  const llvm::BasicBlock *from = l.getLoopPredecessor();
  for (const llvm::PHINode &phi : l.getHeader()->phis()) {
    auto vars = phi_vars_.find(&phi);
    const llvm::Value *first = from ? phi.getIncomingValueForBlock(from) : nullptr;
    if (vars == phi_vars_.end() || !first || vars->second.size() != 1 || phi.getType()->isFloatingPointTy())
      continue;
    Expr value;
    if (auto *c = llvm::dyn_cast<llvm::ConstantInt>(first); c && c->getBitWidth() <= 64 && c->getBitWidth() > 1)
      value = cfg::constant(cfg::int_type(c->getBitWidth()), c->getZExtValue());
    else if (auto it = values_.find(first); it != values_.end() && it->second.size() == 1)
      value = it->second[0].expr;
    const Expr var = cfg::variable(vars->second[0].first, kernel_.vars[vars->second[0].first].type);
    if (value && value->type == var->type)
      if (auto then = rounds_ago(var, &l, count(round)))
        out = both(out, equal_to(*then, value));
  }
  return out;
}

// Per round of a cycle: are its variables what they are at that round's head? Nothing if one of them is not to be seen.
std::optional<std::vector<Expr>> Lowerer::rounds_of(const Cycle &cycle) const {
  std::vector<Expr> out(cycle.rounds.size(), cfg::boolean(true));
  for (std::size_t k = 0; k < cycle.phis.size(); ++k) {
    const auto vars = phi_vars_.find(cycle.phis[k]);
    if (vars == phi_vars_.end() || vars->second.size() != 1)
      return std::nullopt;
    const cfg::VarId id = vars->second[0].first;
    const Expr var = cfg::variable(id, kernel_.vars[id].type);
    for (std::size_t round = 0; round < out.size(); ++round) {
      const std::uint64_t value = cycle.rounds[round][k].getZExtValue();
      out[round] = both(out[round], !var->type.is_bool() ? equal_to(var, cfg::constant(var->type, value))
                                    : value != 0         ? var
                                                         : cfg::negate(var));
    }
  }
  return out;
}

// The value that the first variable of a cycle had so many rounds ago.
std::optional<Expr> Lowerer::rounds_ago(const Cycle &cycle, const Expr &rounds) const {
  const auto is_at = rounds_of(cycle);
  if (!is_at)
    return std::nullopt;
  const std::size_t length = cycle.rounds.size();
  const cfg::Type type = kernel_.vars[phi_vars_.at(cycle.phis[0])[0].first].type;
  const auto ago = [&](std::size_t back) { // less than the cycle's length
    Expr out;
    for (std::size_t now = 0; now < length; ++now) {
      const std::uint64_t then = cycle.rounds[(now + length - back) % length][0].getZExtValue();
      const Expr value = type.is_bool() ? cfg::boolean(then != 0) : cfg::constant(type, then);
      out = out ? cfg::ite((*is_at)[now], value, out) : value;
    }
    return out;
  };
  if (cfg::is_const(rounds))
    return ago(static_cast<std::size_t>(rounds->value % length));
  Expr out = ago(0);
  for (std::size_t back = 1; back < length; ++back)
    out = cfg::ite(equal_to(cfg::binary(Op::URem, rounds, count(length)), count(back)), ago(back), out);
  return out;
}

// What has been decided on a way. Of values that are the same the first may not have been computed on it, but what they
// are computed from has.
Expr Lowerer::has_decided(const ThreadCopies::Way &way) const {
  Expr out = cfg::boolean(true);
  for (const auto &[condition, outcome] : way.decided)
    if (const auto it = values_.find(condition); it != values_.end() && it->second.size() == 1)
      out = both(out, outcome ? spelled_out(it->second[0].expr) : cfg::negate(spelled_out(it->second[0].expr)));
  return out;
}

Expr Lowerer::spelled_out(const Expr &e) const {
  return cfg::replace(e, [&](const Expr &n) -> Expr {
    const auto definition = n->op == Op::Var ? definitions_.find(n->var) : definitions_.end();
    return definition == definitions_.end() ? nullptr : spelled_out(definition->second);
  });
}

// At a place that the loop's head leads to: the variables of a cycle have the values of one of its rounds.
void Lowerer::say_cycles(const llvm::Loop &l, const std::function<void(const Expr &)> &say) const {
  std::set<const llvm::PHINode *> said;
  for (const llvm::PHINode &phi : l.getHeader()->phis()) {
    const auto cycle = said.count(&phi) == 0 ? cycle_of(phi, l) : std::nullopt;
    if (!cycle || cycle->rounds.size() == 1)
      continue;
    said.insert(cycle->phis.begin(), cycle->phis.end());
    const auto rounds = rounds_of(*cycle);
    Expr any = cfg::boolean(!rounds);
    for (const Expr &now : rounds.value_or(std::vector<Expr>()))
      any = cfg::binary(Op::Or, any, now);
    say(any);
  }
}

// The conditions under which a copy is started, of the loop's round if it is in one: branches that lead to it only one
// way.
std::vector<std::pair<const llvm::Value *, bool>> Lowerer::guards_of(const OwnSite &site) const {
  std::vector<std::pair<const llvm::Value *, bool>> out;
  const llvm::DominatorTree &tree = own_copies_->flow.dominators();
  const llvm::Loop *around = own_copies_->flow.loop_of(*site.call);
  const llvm::BasicBlock *start = site.call->getParent();
  for (const llvm::DomTreeNode *n = tree.getNode(start); n; n = n->getIDom()) {
    const llvm::BasicBlock *b = n->getBlock();
    if (around && !around->contains(b))
      break;
    auto *branch = llvm::dyn_cast<llvm::BranchInst>(b->getTerminator());
    if (b == start || !branch || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1))
      continue;
    for (unsigned k : {0u, 1u})
      if (tree.dominates(llvm::BasicBlockEdge(b, branch->getSuccessor(k)), start) || support::left_out("copies.guard"))
        out.push_back({branch->getCondition(), k == 0});
  }
  return out;
}

// A value of a round's body that a variable of the head takes over: `wr` in { wr = f(rd); ...; rd = wr; } was what `rd`
// is now, one round later. Sound because the variable of the head has in each round but the first the value that was
// handed on at the end of the round before, and nothing of that round changes it.
std::optional<Expr> Lowerer::handed_on(const Expr &e, const llvm::Loop &l, const Expr &rounds) const {
  const llvm::BasicBlock *latch = l.getLoopLatch();
  if (!latch || !cfg::is_const(rounds) || rounds->value == 0)
    return std::nullopt;
  for (const llvm::PHINode &phi : l.getHeader()->phis()) {
    const auto *next = llvm::dyn_cast<llvm::PHINode>(phi.getIncomingValueForBlock(latch));
    const auto from = next ? phi_vars_.find(next) : phi_vars_.end(), to = phi_vars_.find(&phi);
    if (from == phi_vars_.end() || to == phi_vars_.end() || from->second.size() != 1 || to->second.size() != 1 ||
        next->getParent() == l.getHeader())
      continue;
    if (from->second[0].first == e->var || support::left_out("copies.handed_on"))
      return rounds_ago(cfg::variable(to->second[0].first, e->type), &l,
                        cfg::constant(rounds->type, rounds->value - 1));
  }
  return std::nullopt;
}

// `e` by that many steps the other way; empty: the step is of another type, or none.
static std::optional<Expr> moved_back(const Expr &e, Op op, const Expr &step, const Expr &rounds, bool nsw) {
  if (!step || !(step->type == e->type))
    return std::nullopt;
  const Expr times = cfg::is_const(rounds)                ? cfg::constant(e->type, rounds->value)
                     : e->type.width < rounds->type.width ? cfg::cast(Op::Trunc, rounds, e->type)
                                                          : rounds;
  return cfg::binary(op, e, cfg::binary(Op::Mul, times, step, nsw), nsw);
}

// The value that an expression had so many rounds ago: variables of the loop's head that move by what does not change
// are moved back.
std::optional<Expr> Lowerer::rounds_ago(const Expr &e, const llvm::Loop *l, const Expr &rounds) const {
  if (!e || cfg::is_const(rounds, 0) || !l || e->op == Op::Const)
    return e;
  if (e->op == Op::Read)
    return std::nullopt;
  if (e->op != Op::Var) {
    auto node = std::make_shared<cfg::ExprNode>(*e);
    for (Expr &a : node->args) {
      auto then = rounds_ago(a, l, rounds);
      if (!then)
        return std::nullopt;
      a = *then;
    }
    return node;
  }
  if (kernel_.vars[e->var].param)
    return e;
  if (auto definition = definitions_.find(e->var); definition != definitions_.end())
    return rounds_ago(definition->second, l, rounds);
  auto made = made_in_.find(e->var);
  if (made == made_in_.end())
    return std::nullopt;
  if (!l->contains(made->second))
    return e;
  const llvm::BasicBlock *latch = l->getLoopLatch();
  if (auto then = handed_on(e, *l, rounds))
    return then;
  for (const llvm::PHINode &phi : l->getHeader()->phis()) {
    auto vars = phi_vars_.find(&phi);
    if (vars == phi_vars_.end() || vars->second.size() != 1 || vars->second[0].first != e->var || !latch)
      continue;
    const llvm::Value *next = phi.getIncomingValueForBlock(latch);
    auto known = [&](const llvm::Value *v) -> Expr {
      if (auto *c = llvm::dyn_cast<llvm::ConstantInt>(v))
        return cfg::constant(e->type, c->getZExtValue());
      auto it = values_.find(v);
      return it != values_.end() && it->second.size() == 1 && l->isLoopInvariant(v) ? it->second[0].expr : nullptr;
    };
    auto back = [&](Op op, const Expr &step, bool nsw) { return moved_back(e, op, step, rounds, nsw); };
    if (auto *b = llvm::dyn_cast<llvm::BinaryOperator>(next)) {
      const bool first = b->getOperand(0) == &phi, second = b->getOperand(1) == &phi;
      const Expr other = first ? known(b->getOperand(1)) : second ? known(b->getOperand(0)) : nullptr;
      if (b->getOpcode() == llvm::Instruction::Add)
        return back(Op::Sub, other, b->hasNoSignedWrap());
      if (b->getOpcode() == llvm::Instruction::Sub && first)
        return back(Op::Add, other, b->hasNoSignedWrap());
      const bool toggles =
          b->getOpcode() == llvm::Instruction::Xor || (b->getOpcode() == llvm::Instruction::Sub && second);
      if (toggles && other && cfg::is_const(rounds))
        return rounds->value % 2 == 0                     ? e
               : b->getOpcode() == llvm::Instruction::Xor ? cfg::binary(Op::BitXor, e, other)
                                                          : cfg::binary(Op::Sub, other, e);
    }
    if (const auto cycle = cycle_of(phi, *l))
      if (auto then = rounds_ago(*cycle, rounds))
        return then;
    if (auto *g = llvm::dyn_cast<llvm::GEPOperator>(next); g && g->getPointerOperand() == &phi)
      if (auto offset = gep_offset(*g, layout_)) {
        const unsigned granule = granule_of(points_to_.of(&phi));
        Expr step = cfg::constant(pointer_type_, static_cast<std::uint64_t>(offset->constant / granule));
        for (const auto &[index, scale] : offset->terms) {
          Expr term = known(index);
          if (!term || scale % granule != 0)
            return std::nullopt;
          if (term->type.width < pointer_bits_)
            term = cfg::cast(Op::Sext, term, pointer_type_);
          step =
              moved(step, cfg::binary(Op::Mul, term,
                                      cfg::constant(pointer_type_, static_cast<std::uint64_t>(scale / granule)), true));
        }
        return back(Op::Sub, step, true);
      }
  }
  return std::nullopt;
}

} // namespace lockstep::frontend
