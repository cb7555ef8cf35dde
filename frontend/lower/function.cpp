// One kernel function: its arrays and parameters, its blocks in reverse post-order. See function.h.
#include "frontend/lower/function.h"

#include "frontend/lower/context.h"
#include "frontend/passes/passes.h"

#include "support/budget.h"
#include "support/sound.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

#include <algorithm>

namespace lockstep::frontend {

namespace {
constexpr std::uint64_t max_initial = 4096; // granules of known contents

std::optional<cfg::Space> space_of_number(Dialect d, unsigned address_space, bool is_parameter) {
  bool spir = d == Dialect::Spir;
  switch (address_space) {
  case 0: // SPIR: private; elsewhere generic: a kernel's pointer leads to global memory
    return spir ? std::nullopt : std::optional(cfg::Space::Global);
  case 1: return cfg::Space::Global;
  case 2: return spir ? std::optional(cfg::Space::Constant) : std::nullopt;
  case 3: return cfg::Space::Group;
  case 4: // SPIR: generic
    return !spir          ? std::optional(cfg::Space::Constant)
           : is_parameter ? std::optional(cfg::Space::Global)
                          : std::nullopt;
  default: return std::nullopt;
  }
}
} // namespace

std::optional<cfg::Space> Lowerer::space_of(const Object &o) const {
  switch (o.kind) {
  case ObjectKind::Param: return space_of_number(dialect_, o.value->getType()->getPointerAddressSpace(), true);
  case ObjectKind::Slot: return space_of_number(dialect_, o.address_space, true);
  case ObjectKind::Behind: {
    const auto space = space_of_number(dialect_, o.address_space, true);
    return space == cfg::Space::Global || space == cfg::Space::Constant ? space : std::nullopt;
  }
  case ObjectKind::ByValue: return cfg::Space::Constant;
  case ObjectKind::Local:
  case ObjectKind::Heap: return cfg::Space::Private;
  case ObjectKind::Global: {
    auto *g = llvm::cast<llvm::GlobalVariable>(o.value);
    return g->isConstant() ? cfg::Space::Constant : space_of_number(dialect_, g->getAddressSpace(), false);
  }
  default: return std::nullopt;
  }
}

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

// --- arrays and parameters ----------------------------------------------------------------------------------

void Lowerer::declare_arrays() {
  bool aliased = false;
  for (ObjectId id = 1; id < points_to_.objects().size(); ++id) {
    declare_object(id);
    aliased = aliased || (points_to_.objects()[id].kind == ObjectKind::Behind && arrays_.written(id));
  }
  for (cfg::Array &a : kernel_.arrays)
    a.aliased = a.aliased || (aliased && a.space == cfg::Space::Global);
}

void Lowerer::declare_object(ObjectId id) {
  const Object &o = points_to_.objects()[id];
  auto space = space_of(o);
  if (!space)
    return; // refused where it is accessed
  cfg::Array a;
  a.space = *space;
  a.granule_bytes = arrays_.granule(id);
  a.element = arrays_.element(id);
  a.origin = kernel_.origin;
  std::string name = o.value ? hint(o.value) : "object";
  const llvm::DIVariable *di = o.value ? debug_.variable(o.value) : nullptr;
  unsigned element = di ? element_bytes(di->getType()) : 0;
  std::optional<std::uint64_t> bytes;
  std::optional<std::string> shown_as;
  switch (o.kind) {
  case ObjectKind::Null:
  case ObjectKind::Dispatch:
  case ObjectKind::ImplicitArgs:
  case ObjectKind::Function: return;
  case ObjectKind::Param:
  case ObjectKind::Slot: {
    auto *arg = llvm::cast<llvm::Argument>(o.value);
    bool slot = o.kind == ObjectKind::Slot;
    if (!slot && points_to_.of(arg).objects.count(id) == 0)
      return; // one with another parameter's, says a precondition
    a.param = true;
    if (slot) {
      name += di ? member_path(di->getType(), o.slot) : "." + std::to_string(o.slot);
      element = di ? element_bytes(member_type(di->getType(), o.slot)) : 0;
    }
    break;
  }
  case ObjectKind::ByValue:
    if (arrays_.is_scalarised(id) || !arrays_.accessed(id))
      return;
    a.param = true;
    bytes = layout_.getTypeAllocSize(llvm::cast<llvm::Argument>(o.value)->getParamByValType()).getFixedValue();
    break;
  case ObjectKind::Global: {
    auto *g = llvm::cast<llvm::GlobalVariable>(o.value);
    if (!arrays_.accessed(id))
      return;
    bytes = layout_.getTypeAllocSize(g->getValueType()).getFixedValue();
    if (element == 0) {
      llvm::Type *t = g->getValueType();
      while (t->isArrayTy())
        t = t->getArrayElementType();
      element = static_cast<unsigned>(layout_.getTypeAllocSize(t).getFixedValue());
    }
    break;
  }
  case ObjectKind::Behind:
    if (!arrays_.accessed(id))
      return;
    a.param = a.aliased = true;
    if (debug_.name(o.value).empty()) { // after what the pointer is read from
      for (ObjectId from : points_to_.of(llvm::cast<llvm::LoadInst>(o.value)->getPointerOperand()).objects)
        if (const auto known = array_of_.find(from); known != array_of_.end() && !shown_as) {
          name = kernel_.arrays[known->second].name + ".target";
          shown_as = "*" + kernel_.arrays[known->second].source_name;
        }
    }
    break;
  case ObjectKind::Heap:
    if (!arrays_.accessed(id))
      return;
    bytes = block_size(o);
    break;
  case ObjectKind::Local: {
    auto *alloca = llvm::cast<llvm::AllocaInst>(o.value);
    if (!arrays_.accessed(id))
      return;
    if (auto size = alloca->getAllocationSize(layout_))
      bytes = size->getFixedValue();
    break;
  }
  }
  a.name = fresh_name(name);
  a.source_name = o.kind == ObjectKind::Behind ? shown_as.value_or(name) : name;
  a.source_element_bytes = element ? element : a.granule_bytes;
  if (support::Origin at = debug_.origin(di); at.known())
    a.origin = at;
  // Granules that lie in it: none is accessed in part. Of a variable of the program, no bytes are as many as the host
  // gives.
  if (bytes && (*bytes != 0 || o.kind != ObjectKind::Global))
    a.extent = (*bytes + (support::left_out("bounds.whole_granules") ? a.granule_bytes - 1 : 0)) / a.granule_bytes;
  if (auto *g = llvm::dyn_cast<llvm::GlobalVariable>(o.value); g && o.kind == ObjectKind::Global)
    set_initial(a, *g);
  array_of_[id] = static_cast<cfg::ArrayId>(kernel_.arrays.size());
  kernel_.arrays.push_back(std::move(a));
  if (arrays_.holds_pointers(id))
    declare_shadows(id);
  if (o.kind == ObjectKind::ByValue && arrays_.written(id)) { // the thread's own copy, filled at entry
    cfg::Array copy = kernel_.arrays[array_of_[id]];
    copy.name = fresh_name(name + ".copy");
    copy.space = cfg::Space::Private;
    copy.param = false;
    by_value_copies_.push_back({static_cast<cfg::ArrayId>(kernel_.arrays.size()), array_of_[id]});
    array_of_[id] = static_cast<cfg::ArrayId>(kernel_.arrays.size());
    kernel_.arrays.push_back(std::move(copy));
  }
}

void Lowerer::declare_shadows(ObjectId id) {
  cfg::Array shadow = kernel_.arrays[array_of_.at(id)];
  std::string name = shadow.name;
  shadow.source_name.clear();
  auto first = static_cast<cfg::ArrayId>(kernel_.arrays.size());
  shadow.name = fresh_name(name + ".objects"); // one entry for each granule, whatever its size
  shadow.element = cfg::int_type(32);
  shadow.granule_bytes = 4;
  kernel_.arrays.push_back(shadow);
  shadow.name = fresh_name(name + ".offsets");
  shadow.element = pointer_type_;
  shadow.granule_bytes = pointer_bits_ / 8;
  kernel_.arrays.push_back(shadow);
  shadows_[id] = {first, first + 1};
}

void Lowerer::set_initial(cfg::Array &array, const llvm::GlobalVariable &g) {
  array.nonzero = array.space == cfg::Space::Global && g.hasInitializer() && !g.getInitializer()->isNullValue() &&
                  !llvm::isa<llvm::UndefValue>(g.getInitializer());
  if (array.space != cfg::Space::Constant || !g.isConstant() || !g.hasDefinitiveInitializer() || !array.extent ||
      *array.extent > max_initial || contains_pointer(g.getValueType()))
    return;
  llvm::Type *granule = llvm::Type::getIntNTy(g.getContext(), 8 * array.granule_bytes);
  std::vector<std::uint64_t> values;
  for (std::uint64_t k = 0; k < *array.extent; ++k) {
    auto *c = llvm::ConstantFoldLoadFromConst(const_cast<llvm::Constant *>(g.getInitializer()), granule,
                                              llvm::APInt(64, k * array.granule_bytes), layout_);
    auto *i = llvm::dyn_cast_or_null<llvm::ConstantInt>(c);
    if (!i)
      return; // padding, or undefined: nothing is claimed of the whole
    values.push_back(i->getZExtValue());
  }
  array.initial = std::move(values);
}

void Lowerer::declare_parameters() {
  for (const llvm::Argument &a : function_.args()) {
    if (a.getType()->isPointerTy()) {
      const Targets &t = points_to_.of(&a);
      const ObjectId object = *t.objects.begin();
      const auto begins = passed_.begins.find(a.getName().str());
      const std::uint64_t offset = begins == passed_.begins.end() ? 0 : begins->second / arrays_.granule(object);
      values_[&a] = {{cfg::constant(pointer_type_, offset), cfg::constant(cfg::int_type(32), object)}};
      continue;
    }
    auto parts = scalars(a.getType(), layout_, pointer_bits_);
    if (!parts || contains_pointer(a.getType()))
      continue; // refused where it is used
    if (a.use_empty() && function_.getAttributes().hasParamAttr(a.getArgNo(), padding_attribute))
      continue;
    Pieces p;
    for (std::size_t k = 0; k < parts->size(); ++k) {
      std::string suffix = parts->size() == 1 ? "" : "." + std::to_string(k);
      cfg::VarId v = new_var(hint(&a) + suffix, (*parts)[k].type, &a);
      kernel_.vars[v].param = true;
      kernel_.vars[v].source_name = hint(&a) + suffix;
      p.push_back({cfg::variable(v, (*parts)[k].type), nullptr});
    }
    values_[&a] = std::move(p);
  }
}

void Lowerer::initialise_by_value() {
  for (auto &[copy, original] : by_value_copies_) {
    cfg::Expr zero = cfg::constant(pointer_type_, 0);
    copy_granules(copy, zero, original, zero, cfg::constant(pointer_type_, *kernel_.arrays[copy].extent));
  }
}

// The assumption under which distinct parameters are distinct arrays is said once, where it is not already the
// source's promise (restrict) or trivial (nothing written).
void Lowerer::note_aliasing() {
  if (passed_.others_apart)
    return;
  std::string names;
  std::set<ObjectId> met;
  bool written = false;
  for (const llvm::Argument &a : function_.args()) {
    if (!a.getType()->isPointerTy() || a.hasNoAliasAttr() || a.hasByValAttr())
      continue;
    ObjectId id = *points_to_.of(&a).objects.begin();
    auto array = array_of_.find(id);
    if (array == array_of_.end() || kernel_.arrays[array->second].space != cfg::Space::Global ||
        !arrays_.accessed(id) || !met.insert(id).second)
      continue;
    written = written || arrays_.written(id);
    names += (names.empty() ? "'" : ", '") + kernel_.arrays[array->second].name + "'";
  }
  std::string behind;
  for (const auto &[id, array] : array_of_)
    if (points_to_.objects()[id].kind == ObjectKind::Behind)
      behind += (behind.empty() ? "'" : ", '") + kernel_.arrays[array].source_name + "'";
  if (!behind.empty())
    kernel_.terms.assumptions.push_back(
        "pointers read from memory lead to global memory, and to no array of the kernel's own: " + behind);
  if (met.size() >= 2 && written)
    diags_.note(kernel_.origin,
                "the buffers passed for " + names + " are assumed not to overlap; 'restrict' on each would say so");
}

// --- blocks -------------------------------------------------------------------------------------------------

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
