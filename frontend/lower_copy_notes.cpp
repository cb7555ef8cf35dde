// What is so by construction of a thread's asynchronous copies (lower_thread_copies.cpp), said where an analysis starts
// from an arbitrary state: at loops' heads and behind barriers.
#include "frontend/lower_context.h"

#include "support/sound.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

#include <algorithm>

namespace lockstep::frontend {

using cfg::Expr;
using cfg::Op;

namespace {
namespace pm = llvm::PatternMatch;

Expr both(const Expr &a, const Expr &b) { return cfg::binary(Op::And, a, b); }
Expr equal_to(const Expr &a, const Expr &b) { return cfg::binary(Op::Eq, a, b); }
Expr count(std::uint64_t n) { return cfg::constant(cfg::int_type(64), n); }
Expr plus(const Expr &a, const Expr &b) { return cfg::binary(Op::Add, a, b); }
Expr moved(const Expr &a, const Expr &b) { return cfg::binary(Op::Add, a, b, true); }

// A value that a condition chooses, by a select or where two ways meet.
llvm::Value *choice(llvm::Value &v, llvm::Value *&if_true, llvm::Value *&if_false) {
  if (auto *s = llvm::dyn_cast<llvm::SelectInst>(&v)) {
    if_true = s->getTrueValue();
    if_false = s->getFalseValue();
    return s->getCondition();
  }
  auto *phi = llvm::dyn_cast<llvm::PHINode>(&v);
  if (!phi || phi->getNumIncomingValues() != 2)
    return nullptr;
  const llvm::BranchInst *branch = nullptr;
  for (unsigned k = 0; k < 2; ++k) {
    const llvm::BasicBlock *way = phi->getIncomingBlock(k), *to = phi->getParent();
    auto *last = llvm::dyn_cast<llvm::BranchInst>(way->getTerminator());
    if (last && last->isUnconditional() && way->getSinglePredecessor()) {
      to = way;
      last = llvm::dyn_cast<llvm::BranchInst>(way->getSinglePredecessor()->getTerminator());
    }
    if (!last || !last->isConditional() || last->getSuccessor(0) == last->getSuccessor(1) || (k != 0 && last != branch))
      return nullptr;
    branch = last;
    (last->getSuccessor(0) == to ? if_true : if_false) = phi->getIncomingValue(k);
  }
  return if_true && if_false ? branch->getCondition() : nullptr;
}

// A variable of a loop's head that goes round: from `first` by ones to `last`, and again. Sound because it starts as
// one of these and so remains one, and of each of them there is one that comes before it.
std::optional<std::pair<std::uint64_t, std::uint64_t>> turn_of(const llvm::PHINode &phi, const llvm::Value &next,
                                                               const llvm::Loop &l) {
  const llvm::BasicBlock *from = l.getLoopPredecessor();
  auto *start = from ? llvm::dyn_cast<llvm::ConstantInt>(phi.getIncomingValueForBlock(from)) : nullptr;
  if (!start || start->getBitWidth() > 64)
    return std::nullopt;
  auto *more = const_cast<llvm::PHINode *>(&phi);
  llvm::APInt first(start->getBitWidth(), 0), last(first);
  const llvm::APInt *number = nullptr, *again = nullptr;
  llvm::ICmpInst::Predicate predicate = llvm::ICmpInst::BAD_ICMP_PREDICATE;
  llvm::Value *held = nullptr, *if_true = nullptr, *if_false = nullptr;
  auto up = [&](llvm::Value *v) { return pm::match(v, pm::m_Add(pm::m_Specific(more), pm::m_One())); };
  auto *value = const_cast<llvm::Value *>(&next);
  llvm::Value *sum = nullptr;
  if ((pm::match(value, pm::m_URem(pm::m_Value(sum), pm::m_APInt(number))) ||
       pm::match(value, pm::m_SRem(pm::m_Value(sum), pm::m_APInt(number)))) &&
      up(sum) && number->isStrictlyPositive()) {
    last = *number - 1;
  } else if (pm::match(value, pm::m_And(pm::m_Value(sum), pm::m_APInt(number))) && up(sum) && number->isMask()) {
    last = *number;
  } else if (llvm::Value *test = choice(*value, if_true, if_false);
             test && pm::match(test, pm::m_ICmp(predicate, pm::m_Value(held), pm::m_APInt(number))) &&
             (predicate == llvm::ICmpInst::ICMP_EQ || predicate == llvm::ICmpInst::ICMP_NE)) {
    if (predicate == llvm::ICmpInst::ICMP_NE)
      std::swap(if_true, if_false);
    if (!pm::match(if_true, pm::m_APInt(again)) || !up(if_false) || !(held == more || up(held)))
      return std::nullopt;
    first = *again;
    last = held == more ? *number : *number - 1;
  } else {
    return std::nullopt;
  }
  const bool starts_there = first.sle(start->getValue()) && last.sge(start->getValue());
  if (first.isNegative() || last.isNegative() || last.isMaxSignedValue() ||
      !(starts_there || support::left_out("copies.turn")))
    return std::nullopt;
  return std::pair{first.getZExtValue(), last.getZExtValue()};
}

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
  own_copies_->notes.push_back({block_, mark, own_copies_->flow.loop_of(i), now, origin_});
}

// Sound because each is true whenever it is reached: how many groups have been committed since a copy's start; in which
// round of its loop it was started, and so with what; that a loop which ends it is in its first round.
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
    say(cfg::binary(Op::Ult, own.committed, count(std::uint64_t(1) << 48)));
    say(cfg::binary(Op::Ule, own.done, own.committed));
    say(cfg::binary(Op::Ule, own.waited, own.committed));
    if (auto ahead = agreed(n.state, [](const ThreadCopies::Way &w) { return w.ahead; }); ahead && !n.state.empty())
      say(equal_to(own.committed, plus(own.waited, count(*ahead))));
    for (const auto &key : own.held(n.state)) {
      const OwnSite &site = own.sites[key.first];
      const OwnCopy &copy = site.ring[key.second];
      std::vector<ThreadCopies::Held> copies; // that it may be
      for (const ThreadCopies::Way &w : n.state)
        for (const auto &[k, held] : w.held)
          if (k.first == key.first && (site.any || k.second == key.second))
            copies.push_back(held);
      const llvm::Loop *around = own.flow.loop_of(*site.call);
      const llvm::Loop *beside = n.loop && !n.loop->contains(site.call) ? n.loop : nullptr;
      auto groups = [&](unsigned behind, bool exactly) {
        return site.phase ? cfg::boolean(true)
                          : cfg::binary(exactly ? Op::Eq : Op::Ule, plus(copy.group, count(behind)),
                                        plus(own.committed, count(1)));
      };
      auto started = [&](Expr known, const Expr &rounds) {
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
        return known;
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
        for (const ThreadCopies::Held &h : copies) {
          Expr way = started(groups(h.behind, h.exactly), count(h.rounds));
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
        known = groups(fewest(&ThreadCopies::Held::behind),
                       all([&](auto &h) { return h.exactly && h.behind == one.behind; }));
        if (site.rounds && all([](auto &h) { return h.rounds < ThreadCopies::lost; })) {
          known = both(known, cfg::binary(Op::Ule, count(fewest(&ThreadCopies::Held::fewest)), site.rounds));
          known = both(known, cfg::binary(Op::Ult, site.rounds, count(std::uint64_t(1) << 31)));
          known = started(known, site.rounds);
        }
      }
      for (const llvm::Loop *l = n.loop; l; l = l->getParentLoop())
        if (!l->contains(site.call) &&
            (support::left_out("copies.notes") || own.held(own.flow.at_head_from_inside(*l)).count(key) == 0))
          known = both(known, in_round(*l, 0));
      say(cfg::binary(Op::Implies, under_way(site, copy), known));
    }
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
    auto back = [&](Op op, const Expr &step, bool nsw) -> std::optional<Expr> {
      if (!step || !(step->type == e->type))
        return std::nullopt;
      const Expr times = cfg::is_const(rounds)                ? cfg::constant(e->type, rounds->value)
                         : e->type.width < rounds->type.width ? cfg::cast(Op::Trunc, rounds, e->type)
                                                              : rounds;
      return cfg::binary(op, e, cfg::binary(Op::Mul, times, step, nsw), nsw);
    };
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
    if (auto turn = turn_of(phi, *next, *l); turn && cfg::is_const(rounds) && rounds->value <= ThreadCopies::ages) {
      const Expr first = cfg::constant(e->type, turn->first), last = cfg::constant(e->type, turn->second);
      Expr then = e;
      for (std::uint64_t k = 0; k < rounds->value; ++k)
        then = cfg::ite(equal_to(then, first), last, cfg::binary(Op::Sub, then, cfg::constant(e->type, 1)));
      return then;
    }
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
