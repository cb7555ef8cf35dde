// Values some rounds ago: see rounds.h.
#include "frontend/lower/builtins/rounds.h"

#include "frontend/llvm/recurrences.h"
#include "frontend/lower/build_terms.h"
#include "support/sound.h"
#include "llvm/IR/Operator.h"

namespace lockstep::frontend {

using cfg::Expr;
using cfg::Op;

namespace {
// Per round of a cycle: are its variables what they are at that round's head? Nothing if one of them is not to be seen.
std::optional<std::vector<Expr>> rounds_of(const Context &cx, const Cycle &cycle) {
  std::vector<Expr> out(cycle.rounds.size(), cfg::boolean(true));
  for (std::size_t k = 0; k < cycle.phis.size(); ++k) {
    const auto vars = cx.control.phi_vars().find(cycle.phis[k]);
    if (vars == cx.control.phi_vars().end() || vars->second.size() != 1)
      return std::nullopt;
    const cfg::VarId id = vars->second[0].first;
    const Expr var = cfg::variable(id, cx.out.kernel.vars[id].type);
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
std::optional<Expr> rounds_ago(const Context &cx, const Cycle &cycle, const Expr &rounds) {
  const auto is_at = rounds_of(cx, cycle);
  if (!is_at)
    return std::nullopt;
  const std::size_t length = cycle.rounds.size();
  const cfg::Type type = cx.out.kernel.vars[cx.control.phi_vars().at(cycle.phis[0])[0].first].type;
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

// A value of a round's body that a variable of the head takes over: `wr` in { wr = f(rd); ...; rd = wr; } was what `rd`
// is now, one round later. Sound because the variable of the head has in each round but the first the value that was
// handed on at the end of the round before, and nothing of that round changes it.
std::optional<Expr> handed_on(const Context &cx, const Expr &e, const llvm::Loop &l, const Expr &rounds) {
  const llvm::BasicBlock *latch = l.getLoopLatch();
  if (!latch || !cfg::is_const(rounds) || rounds->value == 0)
    return std::nullopt;
  for (const llvm::PHINode &phi : l.getHeader()->phis()) {
    const auto *next = llvm::dyn_cast<llvm::PHINode>(phi.getIncomingValueForBlock(latch));
    const auto from = next ? cx.control.phi_vars().find(next) : cx.control.phi_vars().end(),
               to = cx.control.phi_vars().find(&phi);
    if (from == cx.control.phi_vars().end() || to == cx.control.phi_vars().end() || from->second.size() != 1 ||
        to->second.size() != 1 || next->getParent() == l.getHeader())
      continue;
    if (support::sound("copies.handed_on", from->second[0].first == e->var))
      return rounds_ago(cx, cfg::variable(to->second[0].first, e->type), &l,
                        cfg::constant(rounds->type, rounds->value - 1));
  }
  return std::nullopt;
}

// `e` by that many steps the other way; empty: the step is of another type, or none.
std::optional<Expr> moved_back(const Expr &e, Op op, const Expr &step, const Expr &rounds, bool nsw) {
  if (!step || !(step->type == e->type))
    return std::nullopt;
  const Expr times = cfg::is_const(rounds)                ? cfg::constant(e->type, rounds->value)
                     : e->type.width < rounds->type.width ? cfg::cast(Op::Trunc, rounds, e->type)
                                                          : rounds;
  return cfg::binary(op, e, cfg::binary(Op::Mul, times, step, nsw), nsw);
}
} // namespace

std::optional<Expr> rounds_ago(const Context &cx, const Expr &e, const llvm::Loop *l, const Expr &rounds) {
  if (!e || cfg::is_const(rounds, 0) || !l || e->op == Op::Const)
    return e;
  if (e->op == Op::Read)
    return std::nullopt;
  if (e->op != Op::Var) {
    auto node = std::make_shared<cfg::ExprNode>(*e);
    for (Expr &a : node->args) {
      auto then = rounds_ago(cx, a, l, rounds);
      if (!then)
        return std::nullopt;
      a = *then;
    }
    return node;
  }
  if (cx.out.kernel.vars[e->var].param)
    return e;
  if (auto definition = cx.values.definitions().find(e->var); definition != cx.values.definitions().end())
    return rounds_ago(cx, definition->second, l, rounds);
  auto made = cx.out.made_in().find(e->var);
  if (made == cx.out.made_in().end())
    return std::nullopt;
  if (!l->contains(made->second))
    return e;
  const llvm::BasicBlock *latch = l->getLoopLatch();
  if (auto then = handed_on(cx, e, *l, rounds))
    return then;
  for (const llvm::PHINode &phi : l->getHeader()->phis()) {
    auto vars = cx.control.phi_vars().find(&phi);
    if (vars == cx.control.phi_vars().end() || vars->second.size() != 1 || vars->second[0].first != e->var || !latch)
      continue;
    const llvm::Value *next = phi.getIncomingValueForBlock(latch);
    auto known = [&](const llvm::Value *v) -> Expr {
      if (auto *c = llvm::dyn_cast<llvm::ConstantInt>(v))
        return cfg::constant(e->type, c->getZExtValue());
      auto it = cx.values.known().find(v);
      return it != cx.values.known().end() && it->second.size() == 1 && l->isLoopInvariant(v) ? it->second[0].expr
                                                                                              : nullptr;
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
      if (auto then = rounds_ago(cx, *cycle, rounds))
        return then;
    if (auto *g = llvm::dyn_cast<llvm::GEPOperator>(next); g && g->getPointerOperand() == &phi)
      if (auto offset = gep_offset(*g, cx.in.target)) {
        const unsigned granule = cx.in.granule_of(cx.in.points_to.of(&phi));
        Expr step = cfg::constant(cx.in.pointer_type, static_cast<std::uint64_t>(offset->constant / granule));
        for (const auto &[index, scale] : offset->terms) {
          Expr term = known(index);
          if (!term || scale % granule != 0)
            return std::nullopt;
          if (term->type.width < cx.in.pointer_bits)
            term = cfg::cast(Op::Sext, term, cx.in.pointer_type);
          step = moved(step, cfg::binary(Op::Mul, term,
                                         cfg::constant(cx.in.pointer_type, static_cast<std::uint64_t>(scale / granule)),
                                         true));
        }
        return back(Op::Sub, step, true);
      }
  }
  return std::nullopt;
}

Expr in_round(const Context &cx, const llvm::Loop &l, unsigned round) {
  Expr out = cfg::boolean(true);
  const llvm::BasicBlock *from = l.getLoopPredecessor();
  for (const llvm::PHINode &phi : l.getHeader()->phis()) {
    auto vars = cx.control.phi_vars().find(&phi);
    const llvm::Value *first = from ? phi.getIncomingValueForBlock(from) : nullptr;
    if (vars == cx.control.phi_vars().end() || !first || vars->second.size() != 1 || phi.getType()->isFloatingPointTy())
      continue;
    Expr value;
    if (auto *c = llvm::dyn_cast<llvm::ConstantInt>(first); c && c->getBitWidth() <= 64 && c->getBitWidth() > 1)
      value = cfg::constant(cfg::int_type(c->getBitWidth()), c->getZExtValue());
    else if (auto it = cx.values.known().find(first); it != cx.values.known().end() && it->second.size() == 1)
      value = it->second[0].expr;
    const Expr var = cfg::variable(vars->second[0].first, cx.out.kernel.vars[vars->second[0].first].type);
    if (value && value->type == var->type)
      if (auto then = rounds_ago(cx, var, &l, count(round)))
        out = both(out, equal_to(*then, value));
  }
  return out;
}

void say_cycles(const Context &cx, const llvm::Loop &l, const std::function<void(const Expr &)> &say) {
  std::set<const llvm::PHINode *> said;
  for (const llvm::PHINode &phi : l.getHeader()->phis()) {
    const auto cycle = said.count(&phi) == 0 ? cycle_of(phi, l) : std::nullopt;
    if (!cycle || cycle->rounds.size() == 1)
      continue;
    said.insert(cycle->phis.begin(), cycle->phis.end());
    const auto rounds = rounds_of(cx, *cycle);
    Expr any = cfg::boolean(!rounds);
    for (const Expr &now : rounds.value_or(std::vector<Expr>()))
      any = cfg::binary(Op::Or, any, now);
    say(any);
  }
}

} // namespace lockstep::frontend
