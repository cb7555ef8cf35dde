// Control flow: terminators, and phis as variables assigned on the edges into their block.
//
// The phis of a block are assigned in parallel: an assignment that would overwrite a variable which another one still
// reads waits, or goes through a temporary. An edge from a block with several successors gets a block of its own.
#include "frontend/lower/control.h"

#include "frontend/lower/handlers.h"
#include "frontend/lower/scalar_ops.h"
#include "support/sound.h"
#include "llvm/IR/CFG.h"

#include <algorithm>

namespace lockstep::frontend {

using cfg::Expr;
using cfg::Op;

namespace {
bool is_trivial(const llvm::PHINode &phi) { return phi.getNumIncomingValues() == 1; }

bool names_variable(const Expr &e, cfg::VarId v) {
  bool found = false;
  cfg::for_each_node(e, [&](const cfg::ExprNode &n) { found = found || (n.op == Op::Var && n.var == v); });
  return found;
}

// A call that has said already why nothing comes after it.
bool ends_thread(const llvm::Instruction *i) {
  auto *call = llvm::dyn_cast_or_null<llvm::CallBase>(i);
  if (!call)
    return false;
  if (call->getIntrinsicID() == llvm::Intrinsic::trap || call->getIntrinsicID() == llvm::Intrinsic::ubsantrap)
    return true;
  const Intrinsic *row = find_intrinsic(call->getCalledFunction());
  return row && (row->handler == handlers::exit_thread || row->handler == handlers::assert_fail ||
                 row->handler == handlers::promised_unreachable || row->handler == handlers::no_function);
}

bool needs_copies(const llvm::BasicBlock &b) {
  for (const llvm::PHINode &phi : b.phis())
    if (!is_trivial(phi))
      return true;
  return false;
}
} // namespace

void Control::declare_block(const llvm::BasicBlock &b) {
  const std::string name = b.hasName() ? b.getName().str() : "b" + std::to_string(first_block_.size());
  first_block_[&b] = out_.new_block(name);
}

void Control::start_phi(const llvm::PHINode &phi) {
  if (is_trivial(phi)) { // its value dominates this block
    values_[&phi] = values_.value(phi.getIncomingValue(0));
    return;
  }
  if (const llvm::Value *only = only_value(phi); only && values_.known().count(only)) {
    values_[&phi] = values_.value(only);
    return;
  }
  std::vector<Scalar> parts = values_.shape(phi.getType());
  Pieces out;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    std::string suffix = parts.size() == 1 ? "" : "." + std::to_string(k);
    cfg::VarId v = out_.new_var(in_.hint(&phi) + suffix, parts[k].type, &phi);
    std::optional<cfg::VarId> which;
    Piece piece{cfg::variable(v, parts[k].type), nullptr};
    if (parts[k].pointer) {
      const Targets &t = in_.points_to.of(&phi);
      if (t.objects.size() + t.unknown <= 1 && !t.from_memory) {
        ObjectId only = !t.objects.empty() ? *t.objects.begin() : t.unknown ? raw_object : null_object;
        piece.which = cfg::constant(cfg::int_type(32), only);
      } else {
        which = out_.new_var(in_.hint(&phi) + suffix + ".object", cfg::int_type(32));
        piece.which = cfg::variable(*which, cfg::int_type(32));
      }
    }
    phi_vars_[&phi].push_back({v, which});
    out.push_back(piece);
  }
  values_[&phi] = std::move(out);
}

// The phi of a block that does nothing but branch on it (what && and || leave). Loop heads do not count: control keeps
// entering a loop through its head.
const llvm::PHINode *Control::branching_phi(const llvm::BasicBlock &block) const {
  auto *phi = llvm::dyn_cast<llvm::PHINode>(&block.front());
  auto *br = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  bool found = phi && br && br->isConditional() && br->getCondition() == phi && phi->hasOneUse() &&
               phi->getNextNonDebugInstruction() == br && in_.loop_heads.count(&block) == 0;
  return found ? phi : nullptr;
}

// Where control goes on from such a block if the phi's value on the edge from `from` is known: the block is passed by.
const llvm::BasicBlock *Control::forwarded(const llvm::BasicBlock &from, const llvm::BasicBlock &block) const {
  const llvm::PHINode *phi = branching_phi(block);
  auto *known = phi ? llvm::dyn_cast<llvm::ConstantInt>(phi->getIncomingValueForBlock(&from)) : nullptr;
  return known ? block.getTerminator()->getSuccessor(known->isZero() ? 1 : 0) : nullptr;
}

// The only value that such a phi has once the known ones pass by its block; nullptr if there is none, or more.
const llvm::Value *Control::only_value(const llvm::PHINode &phi) const {
  const llvm::Value *only = nullptr;
  for (const llvm::Use &u : phi.incoming_values()) {
    if (llvm::isa<llvm::ConstantInt>(u.get()))
      continue;
    if (only)
      return nullptr;
    only = u.get();
  }
  return branching_phi(*phi.getParent()) == &phi ? only : nullptr;
}

// The block to jump to for an edge; with copies to make, one in between where `from` has other successors.
cfg::BlockId Control::edge(const llvm::BasicBlock &from, const llvm::BasicBlock &to) {
  const llvm::BasicBlock *last = &from, *at = &to;
  while (const llvm::BasicBlock *next = forwarded(*last, *at)) {
    last = at;
    at = next;
  }
  cfg::BlockId target = first_block_.at(at);
  if (!needs_copies(*at))
    return target;
  if (from.getUniqueSuccessor()) {
    edges_.push_back({&from, last, at, out_.block});
    return target;
  }
  for (const Edge &e : edges_)
    if (e.from == &from && e.last == last && e.to == at)
      return e.block;
  cfg::BlockId between = out_.new_block(out_.kernel.blocks[target].name + ".from");
  out_.kernel.blocks[between].end = {cfg::Goto{{target}}, out_.origin};
  edges_.push_back({&from, last, at, between});
  return between;
}

void unreachable(Builder &out, const std::string &why) {
  out.emit(cfg::Assert{cfg::boolean(false), cfg::AssertKind::Unreachable, why});
}

void Control::lower_terminator(const llvm::Instruction &i) {
  const llvm::BasicBlock &here = *i.getParent();
  if (auto *br = llvm::dyn_cast<llvm::BranchInst>(&i)) {
    if (br->isUnconditional() || br->getSuccessor(0) == br->getSuccessor(1))
      return out_.finish_block(cfg::Goto{{edge(here, *br->getSuccessor(0))}});
    Expr condition = values_.scalar(br->getCondition());
    cfg::BlockId t = edge(here, *br->getSuccessor(0)), f = edge(here, *br->getSuccessor(1));
    return out_.finish_block(cfg::Branch{condition, t, f});
  }
  if (auto *sw = llvm::dyn_cast<llvm::SwitchInst>(&i)) {
    Expr v = values_.scalar(sw->getCondition());
    if (v->type.is_bool())
      v = cast_scalar(out_, llvm::Instruction::ZExt, v, cfg::int_type(8));
    cfg::Switch s{v, {}, edge(here, *sw->getDefaultDest())};
    for (auto &c : sw->cases())
      s.cases.push_back({c.getCaseValue()->getZExtValue(), edge(here, *c.getCaseSuccessor())});
    return out_.finish_block(std::move(s));
  }
  if (llvm::isa<llvm::UnreachableInst>(i)) {
    if (!ends_thread(i.getPrevNonDebugInstruction()))
      unreachable(out_, "unreachable code");
    return out_.finish_block(cfg::Return{});
  }
  if (!llvm::isa<llvm::ReturnInst>(i))
    out_.refuse(std::string("the control flow instruction '") + i.getOpcodeName() + "'");
  out_.finish_block(cfg::Return{});
}

// Ends: each turn takes a copy out, or replaces one value by a temporary, which no copy assigns; when all have been
// replaced, nothing is in the way of any copy.
void Control::emit_parallel(const std::vector<std::pair<cfg::VarId, Expr>> &asked) {
  struct Copy {
    cfg::VarId to;
    Expr value;
    bool saved; // the value is a temporary
  };
  std::vector<Copy> copies;
  for (const auto &[to, value] : asked)
    if (value->op != Op::Var || value->var != to)
      copies.push_back({to, value, false});
  while (!copies.empty()) {
    auto free = std::find_if(copies.begin(), copies.end(), [&](const Copy &c) {
      return std::none_of(copies.begin(), copies.end(), [&](const Copy &other) {
        return support::unsound("phis.parallel", &other != &c && names_variable(other.value, c.to));
      });
    });
    if (free != copies.end()) {
      out_.emit(cfg::Assign{free->to, free->value});
      copies.erase(free);
      continue;
    }
    auto next = std::find_if(copies.begin(), copies.end(), [](const Copy &c) { return !c.saved; });
    LOCKSTEP_INVARIANT(next != copies.end(), "copies whose values are temporaries are in nobody's way");
    cfg::VarId temporary = out_.new_var(out_.kernel.vars[next->to].name + ".next", next->value->type);
    out_.emit(cfg::Assign{temporary, next->value});
    *next = {next->to, cfg::variable(temporary, next->value->type), true};
  }
}

void Control::copy_on_edge(const Edge &edge) {
  out_.block = edge.block;
  out_.origin = out_.kernel.blocks[edge.block].end.origin;
  std::vector<std::pair<cfg::VarId, Expr>> copies;
  std::vector<cfg::VarId> undefined;
  for (const llvm::PHINode &phi : edge.to->phis()) {
    if (is_trivial(phi))
      continue;
    const auto &vars = phi_vars_[&phi]; // none: it has no variable
    if (vars.empty())
      continue;
    Pieces p = values_.value(phi.getIncomingValueForBlock(edge.last));
    p.resize(vars.size());
    for (std::size_t k = 0; k < vars.size(); ++k) {
      if (!p[k].expr) {
        undefined.push_back(vars[k].first);
        if (vars[k].second)
          copies.push_back({*vars[k].second, cfg::constant(which_type, null_object)});
        continue;
      }
      copies.push_back({vars[k].first, p[k].expr});
      if (vars[k].second)
        copies.push_back({*vars[k].second, p[k].which});
    }
  }
  emit_parallel(copies);
  for (cfg::VarId v : undefined) // last: a copy may still read the variable's old value
    out_.emit(cfg::Havoc{v});
}

void Control::finish_edges() {
  for (const Edge &e : edges_)
    copy_on_edge(e);
}

} // namespace lockstep::frontend
