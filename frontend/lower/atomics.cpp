// Atomic operations of LLVM, OpenCL 1.x and 2.0, CUDA. Their memory orders are read in fences.cpp.
//
// Scopes are kept: an operation is atomic for the threads that its scope covers (cfg::AtomicScope), and for others an
// access like any other. Clang loses the scope of __scoped_atomic_* and __hip_atomic_* for the target that CUDA is
// compiled for, so our header says it in front, by __lockstep_scope.
#include "frontend/builtins/spelled.h"
#include "frontend/lower/context.h"

#include "support/sound.h"

#include <utility>

namespace lockstep::frontend {

using cfg::AtomicOp;
using cfg::Expr;
using cfg::Op;

// The old value; empty if not wanted.
Expr Lowerer::atomic(AtomicOp op, const Pointer &p, const Scalar &s, std::vector<Expr> operands, bool wants_old,
                     const llvm::Value *name, cfg::AtomicScope scope, cfg::Order order, bool acquires_failing,
                     bool all_spaces) {
  if (spec_depth_ != 0) {
    refuse("an atomic operation in an annotation");
    return cfg::constant(s.type, 0);
  }
  if (s.bytes == 0) {
    refuse("an atomic operation on " + s.type.str());
    return cfg::constant(s.type, 0);
  }
  std::string base = name ? hint(name) : "old";
  std::optional<cfg::VarId> result;
  if (wants_old)
    result = new_var(base, s.type, name);
  on_each_target(
      p,
      [&](ObjectId id) {
        const cfg::Array &array = kernel_.arrays[array_of_.at(id)];
        if (array.space == cfg::Space::Private)
          return refuse("an atomic operation on private memory");
        if (array.space == cfg::Space::Constant && op != AtomicOp::Load)
          return refuse("an atomic operation on constant memory");
        cfg::Type memory = memory_type(id, s.bytes);
        cfg::Atomic a;
        // Arithmetic on floats that the array keeps as bits has no operation of its own.
        a.op = op == AtomicOp::FAdd && !memory.is_float() ? AtomicOp::Other : op;
        a.array = array_of_.at(id);
        a.scope = array.space == cfg::Space::Group && scope == cfg::AtomicScope::Group ? cfg::AtomicScope::Grid : scope;
        a.order = order;
        a.acquires_failing = acquires_failing;
        a.all_spaces = all_spaces && (order.acquire || order.release || acquires_failing);
        a.offset = p.piece.expr;
        a.per_value = s.bytes / arrays_.granule(id);
        for (const Expr &e : operands) // each side of a choice by itself (cfg::swap_of)
          a.operands.push_back(e->op == Op::Ite ? cfg::ite(e->args[0], to_memory(e->args[1], s, memory),
                                                           to_memory(e->args[2], s, memory))
                                                : to_memory(e, s, memory));
        if (result && memory == s.type) {
          a.dest = *result;
          return emit(std::move(a));
        }
        if (result)
          a.dest = new_var(base + ".bits", memory);
        std::optional<cfg::VarId> bits = a.dest;
        emit(std::move(a));
        if (result)
          emit(cfg::Assign{*result, from_memory(cfg::variable(*bits, memory), s)});
      },
      [&] {
        if (result)
          emit(cfg::Havoc{*result});
      });
  return result ? cfg::variable(*result, s.type) : nullptr;
}

// A warp is no scope of the kernel IR. Where a group is one warp, its scope is the group; else it is taken to be a
// thread. Sound because a scope taken narrower makes more of the accesses race.
cfg::AtomicScope Lowerer::warp_scope() const {
  std::uint64_t threads = 1;
  for (const cfg::Launch::Extent &e : launch_.local_size)
    threads = e && *e <= launch_.warp_size ? threads * *e : launch_.warp_size + 1;
  return threads <= launch_.warp_size              ? cfg::AtomicScope::Group
         : support::left_out("atomics.warp_scope") ? cfg::AtomicScope::Group
                                                   : cfg::AtomicScope::Thread;
}

// How many work-items a sub-group has is the device's affair, one of them at least, unless the kernel asks for a size:
// then a group that is no larger is one sub-group. Sound because an operation that covers fewer threads races with
// more.
cfg::AtomicScope Lowerer::sub_group_scope() const {
  std::uint64_t asked = 1;
  if (const llvm::MDNode *node = function_.getMetadata("intel_reqd_sub_group_size"); node && node->getNumOperands() > 0)
    if (auto *size = llvm::mdconst::dyn_extract<llvm::ConstantInt>(node->getOperand(0)))
      asked = size->getZExtValue();
  std::uint64_t threads = 1;
  for (const cfg::Launch::Extent &e : launch_.local_size)
    threads = e && *e <= asked && threads <= asked ? threads * *e : asked + 1;
  return threads <= asked || support::left_out("atomics.sub_group") ? cfg::AtomicScope::Group
                                                                    : cfg::AtomicScope::Thread;
}

cfg::AtomicScope Lowerer::refused_scope(const std::string &what) {
  refuse("an atomic operation " + what);
  return cfg::AtomicScope::Thread;
}

cfg::AtomicScope Lowerer::scope_of(const llvm::Instruction &i) {
  if (next_scope_)
    return *std::exchange(next_scope_, std::nullopt);
  llvm::SmallVector<llvm::StringRef, 8> names;
  i.getContext().getSyncScopeNames(names);
  auto id = llvm::getAtomicSyncScopeID(&i);
  if (!id || *id >= names.size())
    return refused_scope("of no known scope");
  llvm::StringRef name = names[*id];
  name.consume_back("one-as"); // of one address space: all that the access can reach
  name.consume_back("-");
  if (name.empty() || name == "agent" || name == "device" || name == "system" || name == "all_svm_devices")
    return cfg::AtomicScope::Grid;
  if (name == "workgroup" || name == "block" || name == "cluster") // a cluster is several groups: less is sound
    return cfg::AtomicScope::Group;
  if (name == "wavefront" || name == "warp")
    return warp_scope();
  if (name == "subgroup")
    return sub_group_scope();
  return name == "singlethread" ? cfg::AtomicScope::Thread : refused_scope("of scope '" + names[*id].str() + "'");
}

// OpenCL's memory_scope: work_item, work_group, device, all_svm_devices, sub_group. Without one: device.
cfg::AtomicScope Lowerer::scope_of(const Call &c, unsigned n) {
  if (c.inst.arg_size() <= n)
    return cfg::AtomicScope::Grid;
  const std::optional<std::uint64_t> scope = constant_argument(c.inst, n);
  switch (scope.value_or(~std::uint64_t(0))) {
  case 0: return cfg::AtomicScope::Thread;
  case 1: return cfg::AtomicScope::Group;
  case 2:
  case 3: return cfg::AtomicScope::Grid;
  case 4: return sub_group_scope();
  default: return refused_scope(scope ? "of an unknown scope" : "whose scope is no constant");
  }
}

// __lockstep_scope(scope): 0 all, 1 group, 2 warp, 3 thread. The next atomic instruction follows at once.
void Lowerer::atomic_scope(const Call &c) {
  const std::optional<std::uint64_t> scope = constant_argument(c.inst, 0);
  switch (scope.value_or(~std::uint64_t(0))) {
  case 0: next_scope_ = cfg::AtomicScope::Grid; return;
  case 1: next_scope_ = cfg::AtomicScope::Group; return;
  case 2: next_scope_ = warp_scope(); return;
  case 3: next_scope_ = cfg::AtomicScope::Thread; return;
  default: refused_scope(scope ? "of an unknown scope" : "whose scope is no constant");
  }
}

namespace {
struct RmwRow {
  llvm::AtomicRMWInst::BinOp llvm_op;
  AtomicOp op;
};
constexpr RmwRow rmw_rows[] = {
    {llvm::AtomicRMWInst::Xchg, AtomicOp::Xchg},   {llvm::AtomicRMWInst::Add, AtomicOp::Add},
    {llvm::AtomicRMWInst::Sub, AtomicOp::Sub},     {llvm::AtomicRMWInst::And, AtomicOp::And},
    {llvm::AtomicRMWInst::Or, AtomicOp::Or},       {llvm::AtomicRMWInst::Xor, AtomicOp::Xor},
    {llvm::AtomicRMWInst::Max, AtomicOp::Max},     {llvm::AtomicRMWInst::Min, AtomicOp::Min},
    {llvm::AtomicRMWInst::UMax, AtomicOp::UMax},   {llvm::AtomicRMWInst::UMin, AtomicOp::UMin},
    {llvm::AtomicRMWInst::FAdd, AtomicOp::FAdd},   {llvm::AtomicRMWInst::UIncWrap, AtomicOp::Inc},
    {llvm::AtomicRMWInst::UDecWrap, AtomicOp::Dec}};

// Other: any new value may have been stored.
AtomicOp find_rmw(llvm::AtomicRMWInst::BinOp op) {
  for (const RmwRow &row : rmw_rows)
    if (row.llvm_op == op)
      return row.op;
  return AtomicOp::Other;
}
} // namespace

void Lowerer::atomic_rmw(const llvm::AtomicRMWInst &i) {
  std::vector<Scalar> parts = shape(i.getType());
  if (parts.size() != 1 || parts[0].pointer)
    return refuse("an atomic operation on " + type_name(i.getType()));
  Expr old = atomic(find_rmw(i.getOperation()), pointer(i.getPointerOperand()), parts[0], {scalar(i.getValOperand())},
                    !i.use_empty(), &i, scope_of(i), order_of(i.getOrdering()), false, orders_all_spaces(i));
  if (old)
    values_[&i] = {{old, nullptr}};
}

// A weak compare-and-swap may fail though it finds what it expects: it puts the new value, or else what it expects
// (cfg::swap_of). Sound because both are all that can happen, and only the choice tells which has.
Lowerer::Swap Lowerer::swap_of(const Expr &expected, const Expr &put, bool weak) {
  if (!weak || support::left_out("atomics.weak"))
    return {expected, put, nullptr};
  const Expr chance = havoc(cfg::bool_type, "weak");
  return {expected, cfg::ite(chance, put, expected), chance};
}

Expr Lowerer::Swap::succeeds(const Expr &old) const {
  const Expr found = cfg::binary(Op::Eq, old, expected);
  return chance ? cfg::binary(Op::And, found, chance) : found;
}

void Lowerer::compare_exchange(const llvm::AtomicCmpXchgInst &i) {
  std::vector<Scalar> parts = shape(i.getNewValOperand()->getType());
  if (parts.size() != 1 || parts[0].pointer)
    return refuse("an atomic operation on " + type_name(i.getNewValOperand()->getType()));
  const Swap swap = swap_of(scalar(i.getCompareOperand()), scalar(i.getNewValOperand()), i.isWeak());
  Expr old = atomic(AtomicOp::CmpXchg, pointer(i.getPointerOperand()), parts[0], {swap.expected, swap.put}, true, &i,
                    scope_of(i), order_of(i.getSuccessOrdering()), llvm::isAcquireOrStronger(i.getFailureOrdering()),
                    orders_all_spaces(i));
  values_[&i] = {{old, nullptr}, {swap.succeeds(old), nullptr}};
}

namespace {
AtomicOp unsigned_form(AtomicOp op) {
  return op == AtomicOp::Min ? AtomicOp::UMin : op == AtomicOp::Max ? AtomicOp::UMax : op;
}
} // namespace

// Operands: the value or values after the pointer.
void Lowerer::cl_atomic(const Call &c) {
  const llvm::CallBase &i = c.inst;
  auto op = static_cast<AtomicOp>(c.detail % ImpliedOne);
  bool implied = c.detail % BySign >= ImpliedOne;
  std::size_t operands = implied || op == AtomicOp::Load ? 0 : op == AtomicOp::CmpXchg ? 2 : 1;
  llvm::Type *type = op == AtomicOp::Store ? i.getArgOperand(1)->getType() : i.getType();
  std::vector<Scalar> parts = shape(type);
  if (parts.size() != 1 || parts[0].pointer || i.arg_size() < 1 + operands)
    return refuse("a call of '" + spelled(i) + "'");
  cfg::AtomicScope scope = cfg::AtomicScope::Grid; // object, operands, order, scope
  if (c.name.ends_with("_explicit"))
    scope = scope_of(c, static_cast<unsigned>(operands + 2));
  if (c.detail >= BySign && !c.params.empty() && is_unsigned(c.params[0]))
    op = unsigned_form(op);
  if (parts[0].type.is_float() && op != AtomicOp::Xchg && op != AtomicOp::Load && op != AtomicOp::Store)
    op = op == AtomicOp::Add ? AtomicOp::FAdd : AtomicOp::Other;
  std::vector<Expr> values;
  for (std::size_t k = 0; k < operands; ++k)
    values.push_back(scalar(i.getArgOperand(static_cast<unsigned>(k + 1))));
  if (implied)
    values.push_back(cfg::constant(parts[0].type, 1));
  Expr old = atomic(op, pointer(i.getArgOperand(0)), parts[0], values, op != AtomicOp::Store && !i.use_empty(), &i,
                    scope, cl_order(c, static_cast<unsigned>(operands + 1)));
  if (old)
    values_[&i] = {{old, nullptr}};
}

// bool f(object, expected pointer, desired, ...): what was found is stored to *expected (unchanged on success).
void Lowerer::cl_compare_exchange(const Call &c) {
  const llvm::CallBase &i = c.inst;
  std::vector<Scalar> parts = shape(i.getArgOperand(2)->getType());
  if (parts.size() != 1 || parts[0].pointer)
    return refuse("a call of '" + spelled(i) + "'");
  const cfg::AtomicScope scope = scope_of(c, 5); // object, expected, desired, two orders, scope
  Pointer object = pointer(i.getArgOperand(0)), expected_at = pointer(i.getArgOperand(1));
  Pieces expected = load_scalars(expected_at, parts, nullptr);
  const Swap swap = swap_of(expected[0].expr, scalar(i.getArgOperand(2)), c.name.find("weak") != std::string::npos);
  Expr old = atomic(AtomicOp::CmpXchg, object, parts[0], {swap.expected, swap.put}, true, nullptr, scope,
                    cl_order(c, 3), cl_order(c, 4).acquire);
  store_scalars(expected_at, parts, {{old, nullptr}});
  const Expr success = swap.succeeds(old);
  cfg::Type t = shape(i.getType())[0].type;
  set(&i, {{t.is_bool() ? success : cast_scalar(llvm::Instruction::ZExt, success, t), nullptr}});
}

// The same, what is expected and found as values.
void Lowerer::cl_swap(const Call &c) {
  const llvm::CallBase &i = c.inst;
  const Swap swap = swap_of(scalar(i.getArgOperand(1)), scalar(i.getArgOperand(2)), c.detail != 0);
  Expr old = atomic(AtomicOp::CmpXchg, pointer(i.getArgOperand(0)), shape(i.getArgOperand(2)->getType())[0],
                    {swap.expected, swap.put}, true, nullptr, scope_of(c, 5), cl_order(c, 3), cl_order(c, 4).acquire);
  if (old)
    values_[&i] = {{old, nullptr}, {swap.succeeds(old), nullptr}};
}

// Not atomic, says the standard.
void Lowerer::cl_atomic_init(const Call &c) {
  store_scalars(pointer(c.inst.getArgOperand(0)), shape(c.inst.getArgOperand(1)->getType()),
                pieces(c.inst.getArgOperand(1)));
}

// A flag is an int: set to 1 (giving the old value), or cleared.
void Lowerer::cl_atomic_flag(const Call &c) {
  Scalar s{cfg::int_type(32), false, 0, 4, 0};
  Expr value = cfg::constant(s.type, static_cast<std::uint64_t>(c.detail));
  Pointer p = pointer(c.inst.getArgOperand(0));
  const cfg::AtomicScope scope = scope_of(c, 2); // object, order, scope
  if (c.detail == 0) {
    atomic(AtomicOp::Store, p, s, {value}, false, nullptr, scope, cl_order(c, 1));
    return;
  }
  Expr old = atomic(AtomicOp::Xchg, p, s, {value}, true, nullptr, scope, cl_order(c, 1));
  Expr was_set = cfg::binary(Op::Ne, old, cfg::constant(s.type, 0));
  cfg::Type t = shape(c.inst.getType())[0].type;
  set(&c.inst, {{t.is_bool() ? was_set : cast_scalar(llvm::Instruction::ZExt, was_set, t), nullptr}});
}

// __lockstep_atomic_[block_]OP_TY(pointer, operands)
void Lowerer::cuda_atomic(const Call &c) {
  struct Row {
    llvm::StringRef name;
    AtomicOp op;
  };
  static constexpr Row ops[] = {{"add", AtomicOp::Add}, {"sub", AtomicOp::Sub},    {"exch", AtomicOp::Xchg},
                                {"min", AtomicOp::Min}, {"max", AtomicOp::Max},    {"inc", AtomicOp::Inc},
                                {"dec", AtomicOp::Dec}, {"and", AtomicOp::And},    {"or", AtomicOp::Or},
                                {"xor", AtomicOp::Xor}, {"cas", AtomicOp::CmpXchg}};
  llvm::StringRef rest(c.name);
  rest.consume_front("__lockstep_atomic_");
  const cfg::AtomicScope scope = rest.consume_front("block_") ? cfg::AtomicScope::Group : cfg::AtomicScope::Grid;
  auto [name, type] = rest.split('_');
  const llvm::CallBase &i = c.inst;
  std::vector<Scalar> parts = shape(i.getType());
  for (const Row &row : ops) {
    if (row.name != name || parts.size() != 1 || parts[0].pointer)
      continue;
    AtomicOp op = type.starts_with("u") ? unsigned_form(row.op) : row.op;
    if (parts[0].type.is_float() && op != AtomicOp::Xchg)
      op = op == AtomicOp::Add ? AtomicOp::FAdd : AtomicOp::Other;
    std::vector<Expr> values;
    for (unsigned k = 1; k < i.arg_size(); ++k)
      values.push_back(scalar(i.getArgOperand(k)));
    Expr old = atomic(op, pointer(i.getArgOperand(0)), parts[0], values, !i.use_empty(), &i, scope);
    if (old)
      values_[&i] = {{old, nullptr}};
    return;
  }
  refuse("a call of '" + spelled(i) + "'");
}

} // namespace lockstep::frontend
