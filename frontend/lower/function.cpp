// One kernel function: its blocks in reverse post-order. See function.h.
#include "frontend/lower/function.h"

#include "frontend/llvm/contract_marks.h"
#include "frontend/lower/barriers.h"
#include "frontend/lower/contracts.h"
#include "frontend/lower/instructions.h"
#include "frontend/lower/memory/copying.h"
#include "frontend/lower/memory/heap.h"
#include "frontend/lower/scalar_ops.h"
#include "frontend/passes/passes.h"

#include "support/sound.h"
#include "llvm/ADT/PostOrderIterator.h"

namespace lockstep::frontend {

namespace {
Pieces of_expression(Context &cx, const llvm::ConstantExpr &e, const std::vector<Scalar> &parts) {
  const llvm::Value *first = e.getOperand(0);
  switch (e.getOpcode()) {
  case llvm::Instruction::GetElementPtr: return cx.addresses.gep(llvm::cast<llvm::GEPOperator>(e));
  case llvm::Instruction::AddrSpaceCast: return cx.values.value(first);
  case llvm::Instruction::IntToPtr: return cx.addresses.int_to_pointer(first);
  case llvm::Instruction::PtrToInt: {
    const cfg::Expr address = cx.addresses.address(cx.values.pieces(first)[0], cx.in.points_to.of(first));
    return {{cast_scalar(cx.out, llvm::Instruction::PtrToInt, address, parts[0].type), nullptr}};
  }
  default: { // as the instruction it stands for
    llvm::Instruction *i = e.getAsInstruction();
    lower_instruction(cx, *i);
    Pieces out = cx.values.take(i, parts.size());
    i->deleteValue();
    return out;
  }
  }
}
} // namespace

Context::Context(const Source &source, support::Diagnostics &diags)
    : in(source), out(source, diags),
      values(out, [this](const auto &e, const auto &parts) { return of_expression(*this, e, parts); }), arrays(out),
      addresses(out, values), memory(out, values, arrays, addresses), moves(out, values, arrays, memory),
      control(out, values), logs(out, arrays) {}

namespace {
// Sound because what copies asynchronously goes on between a thread's statements, which are all that lock step orders.
void settle_lock_step(Context &cx) {
  const OwnCopies *own = cx.own_copies.get();
  const support::Origin *copy = cx.group_copies              ? &cx.group_copies->sites.front().origin
                                : own && !own->sites.empty() ? &own->sites.front().origin
                                                             : nullptr;
  if (support::unsound("lock_step.own_copies", cx.in.lock_step != 0 && copy != nullptr))
    cx.out.report.diags.note(*copy,
                             "threads are not taken to run in lock step here: a copy goes on between their statements, "
                             "and lock step does not end it");
  else
    cx.out.kernel.terms.lock_step = cx.in.lock_step;
}

bool check_graph(Context &cx) {
  if (cx.in.function.isVarArg()) {
    cx.out.refuse("a kernel with a variable number of arguments");
  } else if (const llvm::BasicBlock *head = cx.in.second_entry) {
    const llvm::Instruction *first = head->getFirstNonPHIOrDbg();
    cx.out.report.refuse_at(cx.in.debug.origin(first ? first->getDebugLoc().get() : nullptr),
                            "a loop with several entries (irreducible control flow)");
  }
  return !cx.out.report.refused;
}

void lower_block(Context &cx, const llvm::BasicBlock &b) {
  const bool loop_head = cx.in.loop_heads.count(&b) != 0;
  const cfg::BlockId block = cx.control.first_block().at(&b);
  cx.out.source_block = &b;
  cx.out.block = block;
  if (&b == &cx.in.function.getEntryBlock())
    cx.moves.initialise_by_value();
  if (cx.own_copies)
    cx.own_copies->now = cx.own_copies->flow.before(b.front());
  for (const llvm::Instruction &i : b) {
    const bool first = &i == b.getFirstNonPHIOrDbg();
    if (support::Origin o = cx.in.debug.origin(i.getDebugLoc().get()); o.known())
      cx.out.origin = o;
    if (&i == &b.front() || first)
      cx.out.kernel.blocks[block].origin = cx.out.origin;
    if (first && loop_head) {
      note_finished_copies(cx, i);
      note_own_copies(cx, i, true);
    }
    lower_instruction(cx, i);
    go_on_with_own_copies(cx, i);
  }
  if (cx.out.annotation) {
    cx.out.refuse("an annotation with control flow inside");
    cx.out.annotation.depth = 0;
  }
  if (!std::exchange(cx.out.at_barrier, {}).empty())
    cx.out.refuse("a barrier invariant that does not stand directly in front of a barrier of the group");
  if (std::exchange(cx.next_scope, std::nullopt))
    cx.out.refuse("an atomic operation with control flow between its scope and itself");
}

void lower_blocks(Context &cx) {
  declare_copies(cx);
  declare_own_copies(cx);
  if (is_own_function(cx.in.function)) {
    cx.out.kernel.terms.own_function = true;
    cx.out.check_with([&cx](const Builder::Node &access) { return in_contract(cx, access); });
  }
  if (cx.in.options.check_bounds)
    cx.out.check_with([&cx](const Builder::Node &access) { return inside_block(cx, access); });
  llvm::ReversePostOrderTraversal<const llvm::Function *> order(&cx.in.function);
  for (const llvm::BasicBlock *b : order)
    cx.control.declare_block(*b);
  for (const llvm::BasicBlock *b : order)
    lower_block(cx, *b);
}
} // namespace

void lower_instruction(Context &cx, const llvm::Instruction &i) {
  if (std::string why = refusal(i); !why.empty()) {
    cx.out.report.refused = true;
    return cx.out.report.diags.unsupported(cx.out.origin, why, refusal_topic(i));
  }
  switch (i.getOpcode()) {
  case llvm::Instruction::Alloca:
    if (!llvm::cast<llvm::AllocaInst>(i).getAllocationSize(cx.in.target))
      return cx.out.refuse("an array of variable length");
    cx.values[&i] = {
        {cfg::constant(cx.in.pointer_type, 0), cfg::constant(which_type, *cx.in.points_to.of(&i).objects.begin())}};
    return;
  case llvm::Instruction::PHI: return cx.control.start_phi(llvm::cast<llvm::PHINode>(i));
  case llvm::Instruction::GetElementPtr: return cx.values.set(&i, cx.addresses.gep(llvm::cast<llvm::GEPOperator>(i)));
  case llvm::Instruction::Load: return load(cx, llvm::cast<llvm::LoadInst>(i));
  case llvm::Instruction::Store: return store(cx, llvm::cast<llvm::StoreInst>(i));
  case llvm::Instruction::AtomicRMW: return atomic_rmw(cx, llvm::cast<llvm::AtomicRMWInst>(i));
  case llvm::Instruction::AtomicCmpXchg: return compare_exchange(cx, llvm::cast<llvm::AtomicCmpXchgInst>(i));
  case llvm::Instruction::Fence: return llvm_fence(cx, llvm::cast<llvm::FenceInst>(i));
  case llvm::Instruction::ICmp:
  case llvm::Instruction::FCmp: return compare(cx, llvm::cast<llvm::CmpInst>(i));
  case llvm::Instruction::Select: return select(cx, llvm::cast<llvm::SelectInst>(i));
  case llvm::Instruction::Freeze: return freeze(cx, llvm::cast<llvm::FreezeInst>(i));
  case llvm::Instruction::ExtractElement: return extract_element(cx, llvm::cast<llvm::ExtractElementInst>(i));
  case llvm::Instruction::InsertElement: return insert_element(cx, llvm::cast<llvm::InsertElementInst>(i));
  case llvm::Instruction::ShuffleVector: return shuffle(cx, llvm::cast<llvm::ShuffleVectorInst>(i));
  case llvm::Instruction::ExtractValue: return extract_value(cx, llvm::cast<llvm::ExtractValueInst>(i));
  case llvm::Instruction::InsertValue: return insert_value(cx, llvm::cast<llvm::InsertValueInst>(i));
  case llvm::Instruction::Call: return call(cx, llvm::cast<llvm::CallBase>(i));
  case llvm::Instruction::FNeg: {
    Pieces p = cx.values.pieces(i.getOperand(0));
    for (Piece &piece : p)
      piece.expr = cfg::unary(cfg::Op::FNeg, piece.expr);
    return cx.values.set(&i, std::move(p));
  }
  default: break;
  }
  if (i.isBinaryOp())
    return binary(cx, llvm::cast<llvm::BinaryOperator>(i));
  if (i.isCast())
    return cast(cx, llvm::cast<llvm::CastInst>(i));
  if (i.isTerminator())
    return cx.control.lower_terminator(i);
  cx.out.refuse(std::string("the instruction '") + i.getOpcodeName() + "'");
}

support::Result<cfg::Kernel> lower_function(const llvm::Function &f, Dialect dialect, const Options &options,
                                            const PassedBuffers &passed, unsigned lock_step,
                                            support::Diagnostics &diags) {
  const Source source(f, dialect, options, passed, lock_step);
  Context cx(source, diags);
  if (!check_graph(cx))
    return support::failure;
  cx.arrays.declare();
  declare_parameters(cx.out, cx.values);
  cx.arrays.note_aliasing();
  check_frees(cx);
  lower_blocks(cx);
  cx.control.finish_edges();
  finish_phases(cx);
  finish_notes(cx);
  finish_numbered(cx.out);
  finish_incoherent(cx.out);
  finish_alignments(cx.out.kernel);
  cx.logs.finish();
  auto &entry = cx.out.kernel.blocks[0].stmts;
  entry.insert(entry.begin(), cx.out.entry.begin(), cx.out.entry.end());
  settle_lock_step(cx);
  if (cx.out.report.refused)
    return support::failure;
  return std::move(cx.out.kernel);
}

} // namespace lockstep::frontend
