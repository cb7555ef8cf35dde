// One kernel function: its blocks in reverse post-order. See function.h.
#include "frontend/lower/function.h"

#include "frontend/lower/context.h"
#include "frontend/passes/passes.h"

#include "support/budget.h"
#include "support/sound.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

#include <algorithm>

namespace lockstep::frontend {

Lowerer::Lowerer(const llvm::Function &f, Dialect dialect, const Options &options, const PassedBuffers &passed,
                 unsigned lock_step, support::Diagnostics &diags)
    : function_(f), layout_(f.getParent()->getDataLayout()), dialect_(dialect), options_(options),
      launch_(options.launch), lock_step_(lock_step), diags_(diags), debug_(f), passed_(passed),
      points_to_(f, passed, options.follow_memory), arrays_(f, points_to_, passed),
      pointer_bits_(layout_.getPointerSizeInBits(dialect == Dialect::Spir ? 1 : 0)),
      pointer_type_(cfg::int_type(pointer_bits_)) {
  kernel_.pointer_bits = pointer_bits_;
  kernel_.origin = debug_.function_origin();
  origin_ = kernel_.origin;
}

void Lowerer::refuse_at(const support::Origin &origin, const std::string &what) {
  refused_ = true;
  std::string message = what + " is not supported";
  for (const support::Diagnostic &d : diags_.all())
    if (d.origin == origin && d.message == message)
      return;
  diags_.unsupported(origin, message);
}

void Lowerer::refuse(const std::string &what) { refuse_at(origin_, what); }

void Lowerer::emit(decltype(cfg::Stmt::node) node) {
  support::spend();
  if (auto *l = std::get_if<cfg::Load>(&node))
    l->quiet = quiet_, l->fresh = fresh_, l->incoherent = incoherent_;
  else if (auto *s = std::get_if<cfg::Store>(&node))
    s->quiet = quiet_, s->fresh = fresh_;
  std::vector<cfg::Stmt> &stmts = kernel_.blocks[block_].stmts;
  std::optional<cfg::Stmt> check = own_copies_ ? own_conflict(node) : std::nullopt;
  const bool fresh =
      stmts.empty() || !origin_.known() || !(stmts.back().origin == origin_) || !extend_access(stmts.back(), node);
  if (check)
    stmts.insert(stmts.end() - (fresh ? 0 : 1), std::move(*check));
  if (options_.check_bounds)
    if (std::optional<cfg::Stmt> inside = inside_block(node))
      stmts.insert(stmts.end() - (fresh ? 0 : 1), std::move(*inside));
  if (fresh)
    stmts.push_back({std::move(node), origin_});
}

cfg::BlockId Lowerer::new_block(const std::string &hint) {
  cfg::Block b;
  b.origin = origin_;
  b.name = hint.empty() ? "b" : hint;
  const std::string base = b.name;
  for (unsigned &n = last_block_number_[base]; !block_names_.insert(b.name).second;)
    b.name = base + "." + std::to_string(++n);
  b.end = {cfg::Return{}, origin_};
  kernel_.blocks.push_back(std::move(b));
  return static_cast<cfg::BlockId>(kernel_.blocks.size() - 1);
}

void Lowerer::finish_block(decltype(cfg::Terminator::node) node) {
  kernel_.blocks[block_].end = {std::move(node), origin_};
}

void Lowerer::jump(cfg::BlockId to) {
  finish_block(cfg::Goto{{to}});
  block_ = to;
}

bool Lowerer::run() {
  if (!check_graph())
    return false;
  declare_arrays();
  declare_parameters();
  note_aliasing();
  check_frees();
  lower_blocks();
  finish_edges();
  finish_phases();
  finish_notes();
  finish_numbered();
  finish_incoherent();
  finish_logs();
  auto &entry = kernel_.blocks[0].stmts;
  entry.insert(entry.begin(), entry_stmts_.begin(), entry_stmts_.end());
  settle_lock_step();
  return !refused_;
}

// Sound because what copies asynchronously goes on between a thread's statements, which are all that lock step orders.
void Lowerer::settle_lock_step() {
  const support::Origin *copy = copies_                                      ? &copies_->sites.front().origin
                                : own_copies_ && !own_copies_->sites.empty() ? &own_copies_->sites.front().origin
                                                                             : nullptr;
  if (lock_step_ != 0 && copy != nullptr && !support::left_out("lock_step.own_copies"))
    diags_.note(*copy, "threads are not taken to run in lock step here: a copy goes on between their statements, and "
                       "lock step does not end it");
  else
    kernel_.terms.lock_step = lock_step_;
}

bool Lowerer::check_graph() {
  if (function_.isVarArg()) {
    refuse("a kernel with a variable number of arguments");
    return false;
  }
  llvm::DominatorTree dominators(const_cast<llvm::Function &>(function_));
  std::map<const llvm::BasicBlock *, std::size_t> order;
  for (const llvm::BasicBlock *b : llvm::ReversePostOrderTraversal<const llvm::Function *>(&function_))
    order.emplace(b, order.size());
  for (auto &[b, index] : order)
    for (const llvm::BasicBlock *s : llvm::successors(b)) {
      if (order.at(s) > index)
        continue;
      loop_heads_.insert(s);
      if (!dominators.dominates(s, b)) {
        refuse_at(debug_.origin(s->getFirstNonPHIOrDbg() ? s->getFirstNonPHIOrDbg()->getDebugLoc().get() : nullptr),
                  "a loop with several entries (irreducible control flow)");
        return false;
      }
    }
  llvm::LoopInfo loops(dominators);
  for (auto &[b, index] : order)
    if (loops.getLoopFor(b))
      loop_blocks_.insert(b);
  return true;
}

void Lowerer::lower_blocks() {
  declare_copies();
  declare_own_copies();
  llvm::ReversePostOrderTraversal<const llvm::Function *> order(&function_);
  std::size_t number = 0;
  for (const llvm::BasicBlock *b : order) {
    first_block_[b] = new_block(b->hasName() ? b->getName().str() : "b" + std::to_string(number));
    ++number;
  }
  for (const llvm::BasicBlock *b : order) {
    source_block_ = b;
    block_ = first_block_[b];
    if (b == &function_.getEntryBlock())
      initialise_by_value();
    if (own_copies_)
      own_copies_->now = own_copies_->flow.before(b->front());
    for (const llvm::Instruction &i : *b) {
      if (support::Origin o = debug_.origin(i.getDebugLoc().get()); o.known())
        origin_ = o;
      if (&i == &b->front() || &i == b->getFirstNonPHIOrDbg())
        kernel_.blocks[first_block_[b]].origin = origin_;
      if (&i == b->getFirstNonPHIOrDbg() && loop_heads_.count(b))
        note_finished_copies(i);
      if (&i == b->getFirstNonPHIOrDbg() && loop_heads_.count(b) && own_copies_)
        note_own_copies(i, own_copies_->now, true);
      lower(i);
      go_on_with_own_copies(i);
    }
    if (spec_depth_ != 0) {
      refuse("an annotation with control flow inside");
      spec_depth_ = 0;
    }
    if (next_scope_) {
      next_scope_.reset();
      refuse("an atomic operation with control flow between its scope and itself");
    }
  }
}

void Lowerer::lower(const llvm::Instruction &i) {
  if (std::string why = refusal(i); !why.empty()) {
    refused_ = true;
    return diags_.unsupported(origin_, why);
  }
  switch (i.getOpcode()) {
  case llvm::Instruction::Alloca:
    if (!llvm::cast<llvm::AllocaInst>(i).getAllocationSize(layout_))
      return refuse("an array of variable length");
    values_[&i] = {
        {cfg::constant(pointer_type_, 0), cfg::constant(cfg::int_type(32), *points_to_.of(&i).objects.begin())}};
    return;
  case llvm::Instruction::PHI: return start_phi(llvm::cast<llvm::PHINode>(i));
  case llvm::Instruction::GetElementPtr: return set(&i, gep(llvm::cast<llvm::GEPOperator>(i)));
  case llvm::Instruction::Load: return load(llvm::cast<llvm::LoadInst>(i));
  case llvm::Instruction::Store: return store(llvm::cast<llvm::StoreInst>(i));
  case llvm::Instruction::AtomicRMW: return atomic_rmw(llvm::cast<llvm::AtomicRMWInst>(i));
  case llvm::Instruction::AtomicCmpXchg: return compare_exchange(llvm::cast<llvm::AtomicCmpXchgInst>(i));
  case llvm::Instruction::Fence: return llvm_fence(llvm::cast<llvm::FenceInst>(i));
  case llvm::Instruction::ICmp:
  case llvm::Instruction::FCmp: return compare(llvm::cast<llvm::CmpInst>(i));
  case llvm::Instruction::Select: return select(llvm::cast<llvm::SelectInst>(i));
  case llvm::Instruction::Freeze: return freeze(llvm::cast<llvm::FreezeInst>(i));
  case llvm::Instruction::ExtractElement: return extract_element(llvm::cast<llvm::ExtractElementInst>(i));
  case llvm::Instruction::InsertElement: return insert_element(llvm::cast<llvm::InsertElementInst>(i));
  case llvm::Instruction::ShuffleVector: return shuffle(llvm::cast<llvm::ShuffleVectorInst>(i));
  case llvm::Instruction::ExtractValue: return extract_value(llvm::cast<llvm::ExtractValueInst>(i));
  case llvm::Instruction::InsertValue: return insert_value(llvm::cast<llvm::InsertValueInst>(i));
  case llvm::Instruction::Call: return call(llvm::cast<llvm::CallBase>(i));
  case llvm::Instruction::FNeg: {
    Pieces p = pieces(i.getOperand(0));
    for (Piece &piece : p)
      piece.expr = cfg::unary(cfg::Op::FNeg, piece.expr);
    return set(&i, std::move(p));
  }
  default: break;
  }
  if (i.isBinaryOp())
    return binary(llvm::cast<llvm::BinaryOperator>(i));
  if (i.isCast())
    return cast(llvm::cast<llvm::CastInst>(i));
  if (i.isTerminator())
    return lower_terminator(i);
  refuse(std::string("the instruction '") + i.getOpcodeName() + "'");
}

support::Result<cfg::Kernel> lower_function(const llvm::Function &f, Dialect dialect, const Options &options,
                                            const PassedBuffers &passed, unsigned lock_step,
                                            support::Diagnostics &diags) {
  Lowerer lowerer(f, dialect, options, passed, lock_step, diags);
  if (!lowerer.run())
    return support::failure;
  return lowerer.take();
}

} // namespace lockstep::frontend
