// Atomic operations of LLVM, OpenCL 1.x and 2.0, CUDA. Their memory orders are read in fences.cpp.
//
// Scopes are kept: an operation is atomic for the threads that its scope covers (cfg::AtomicScope), and for others an
// access like any other. Clang loses the scope of __scoped_atomic_* and __hip_atomic_* for the target that CUDA is
// compiled for, so our header says it in front, by __lockstep_scope.
#include "frontend/lower/atomics.h"
#include "frontend/builtins/spelled.h"
#include "frontend/lower/instructions.h"
#include "frontend/lower/scalar_ops.h"

#include "support/sound.h"

#include <utility>

namespace lockstep::frontend {

using cfg::AtomicOp;
using cfg::Expr;
using cfg::Op;

Expr atomic(Context &cx, AtomicOp op, const Pointer &p, const Scalar &s, std::vector<Expr> operands, bool wants_old,
            const llvm::Value *name, cfg::AtomicScope scope, cfg::Order order, bool acquires_failing, bool all_spaces) {
  if (cx.out.annotation) {
    cx.out.refuse("an atomic operation in an annotation");
    return cfg::constant(s.type, 0);
  }
  if (s.bytes == 0) {
    cx.out.refuse("an atomic operation on " + s.type.str());
    return cfg::constant(s.type, 0);
  }
  std::string base = name ? cx.in.hint(name) : "old";
  std::optional<cfg::VarId> result;
  if (wants_old)
    result = cx.out.new_var(base, s.type, name);
  cx.memory.on_each_target(
      p,
      [&](ObjectId id) {
        const cfg::Array &array = cx.arrays.of(id);
        if (array.space == cfg::Space::Private)
          return cx.out.refuse("an atomic operation on private memory");
        if (array.space == cfg::Space::Constant && op != AtomicOp::Load)
          return cx.out.refuse("an atomic operation on constant memory");
        cfg::Type memory = cx.arrays.memory_type(id, s.bytes);
        cfg::Atomic a;
        // Arithmetic on floats that the array keeps as bits has no operation of its own.
        a.op = op == AtomicOp::FAdd && !memory.is_float() ? AtomicOp::Other : op;
        a.array = cx.arrays.at(id);
        a.scope = array.space == cfg::Space::Group && scope == cfg::AtomicScope::Group ? cfg::AtomicScope::Grid : scope;
        a.order = order;
        a.acquires_failing = acquires_failing;
        a.all_spaces = all_spaces && (order.acquire || order.release || acquires_failing);
        a.offset = p.piece.expr;
        a.per_value = s.bytes / cx.in.layout.granule(id);
        for (const Expr &e : operands) // each side of a choice by itself (cfg::swap_of)
          a.operands.push_back(e->op == Op::Ite ? cfg::ite(e->args[0], to_memory(cx.out, e->args[1], s, memory),
                                                           to_memory(cx.out, e->args[2], s, memory))
                                                : to_memory(cx.out, e, s, memory));
        if (result && memory == s.type) {
          a.dest = *result;
          return cx.out.emit(std::move(a));
        }
        if (result)
          a.dest = cx.out.new_var(base + ".bits", memory);
        std::optional<cfg::VarId> bits = a.dest;
        cx.out.emit(std::move(a));
        if (result)
          cx.out.emit(cfg::Assign{*result, from_memory(cx.out, cfg::variable(*bits, memory), s)});
      },
      [&] {
        if (result)
          cx.out.emit(cfg::Havoc{*result});
      });
  return result ? cfg::variable(*result, s.type) : nullptr;
}

// A warp is no scope of the kernel IR. Where a group is one warp, its scope is the group; else it is taken to be a
// thread. Sound because a scope taken narrower makes more of the accesses race.
cfg::AtomicScope warp_scope(const Source &in) {
  std::uint64_t threads = 1;
  for (const cfg::Launch::Extent &e : in.launch.local_size)
    threads = e && *e <= in.launch.warp_size ? threads * *e : in.launch.warp_size + 1;
  return threads <= in.launch.warp_size            ? cfg::AtomicScope::Group
         : support::left_out("atomics.warp_scope") ? cfg::AtomicScope::Group
                                                   : cfg::AtomicScope::Thread;
}

namespace {
// How many work-items a sub-group has is the device's affair, one of them at least, unless the kernel asks for a size:
// then a group that is no larger is one sub-group. Sound because an operation that covers fewer threads races with
// more.
cfg::AtomicScope sub_group_scope(const Source &in) {
  std::uint64_t asked = 1;
  if (const llvm::MDNode *node = in.function.getMetadata("intel_reqd_sub_group_size");
      node && node->getNumOperands() > 0)
    if (auto *size = llvm::mdconst::dyn_extract<llvm::ConstantInt>(node->getOperand(0)))
      asked = size->getZExtValue();
  std::uint64_t threads = 1;
  for (const cfg::Launch::Extent &e : in.launch.local_size)
    threads = e && *e <= asked && threads <= asked ? threads * *e : asked + 1;
  return support::sound("atomics.sub_group", threads <= asked) ? cfg::AtomicScope::Group : cfg::AtomicScope::Thread;
}

cfg::AtomicScope refused_scope(Builder &out, const std::string &what) {
  out.refuse("an atomic operation " + what);
  return cfg::AtomicScope::Thread;
}
} // namespace

cfg::AtomicScope scope_of(Context &cx, const llvm::Instruction &i) {
  if (cx.next_scope)
    return *std::exchange(cx.next_scope, std::nullopt);
  llvm::SmallVector<llvm::StringRef, 8> names;
  i.getContext().getSyncScopeNames(names);
  auto id = llvm::getAtomicSyncScopeID(&i);
  if (!id || *id >= names.size())
    return refused_scope(cx.out, "of no known scope");
  llvm::StringRef name = names[*id];
  name.consume_back("one-as"); // of one address space: all that the access can reach
  name.consume_back("-");
  if (name.empty() || name == "agent" || name == "device" || name == "system" || name == "all_svm_devices")
    return cfg::AtomicScope::Grid;
  if (name == "workgroup" || name == "block" || name == "cluster") // a cluster is several groups: less is sound
    return cfg::AtomicScope::Group;
  if (name == "wavefront" || name == "warp")
    return warp_scope(cx.in);
  if (name == "subgroup")
    return sub_group_scope(cx.in);
  return name == "singlethread" ? cfg::AtomicScope::Thread
                                : refused_scope(cx.out, "of scope '" + names[*id].str() + "'");
}

// OpenCL's memory_scope: work_item, work_group, device, all_svm_devices, sub_group. Without one: device.
cfg::AtomicScope scope_of(Context &cx, const Call &c, unsigned n) {
  if (c.inst.arg_size() <= n)
    return cfg::AtomicScope::Grid;
  const std::optional<std::uint64_t> scope = constant_argument(c.inst, n);
  switch (scope.value_or(~std::uint64_t(0))) {
  case 0: return cfg::AtomicScope::Thread;
  case 1: return cfg::AtomicScope::Group;
  case 2:
  case 3: return cfg::AtomicScope::Grid;
  case 4: return sub_group_scope(cx.in);
  default: return refused_scope(cx.out, scope ? "of an unknown scope" : "whose scope is no constant");
  }
}

// __lockstep_scope(scope): 0 all, 1 group, 2 warp, 3 thread. The next atomic instruction follows at once.
void handlers::atomic_scope(Context &cx, const Call &c) {
  const std::optional<std::uint64_t> scope = constant_argument(c.inst, 0);
  switch (scope.value_or(~std::uint64_t(0))) {
  case 0: cx.next_scope = cfg::AtomicScope::Grid; return;
  case 1: cx.next_scope = cfg::AtomicScope::Group; return;
  case 2: cx.next_scope = warp_scope(cx.in); return;
  case 3: cx.next_scope = cfg::AtomicScope::Thread; return;
  default: refused_scope(cx.out, scope ? "of an unknown scope" : "whose scope is no constant");
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

struct Swap { // of a compare-and-swap
  Expr expected, put;
  Expr chance; // null: it succeeds if it finds what it expects

  Expr succeeds(const Expr &old) const {
    const Expr found = cfg::binary(Op::Eq, old, expected);
    return chance ? cfg::binary(Op::And, found, chance) : found;
  }
};

// A weak compare-and-swap may fail though it finds what it expects: it puts the new value, or else what it expects
// (cfg::swap_of). Sound because both are all that can happen, and only the choice tells which has.
Swap swap_of(Builder &out, const Expr &expected, const Expr &put, bool weak) {
  if (support::sound("atomics.weak", !weak))
    return {expected, put, nullptr};
  const Expr chance = out.havoc(cfg::bool_type, "weak");
  return {expected, cfg::ite(chance, put, expected), chance};
}
} // namespace

void atomic_rmw(Context &cx, const llvm::AtomicRMWInst &i) {
  std::vector<Scalar> parts = cx.values.shape(i.getType());
  if (parts.size() != 1 || parts[0].pointer)
    return cx.out.refuse("an atomic operation on " + type_name(i.getType()));
  Expr old = atomic(cx, find_rmw(i.getOperation()), cx.values.pointer(i.getPointerOperand()), parts[0],
                    {cx.values.scalar(i.getValOperand())}, !i.use_empty(), &i, scope_of(cx, i),
                    order_of(i.getOrdering()), false, orders_all_spaces(cx.in, i));
  if (old)
    cx.values[&i] = {{old, nullptr}};
}

void compare_exchange(Context &cx, const llvm::AtomicCmpXchgInst &i) {
  std::vector<Scalar> parts = cx.values.shape(i.getNewValOperand()->getType());
  if (parts.size() != 1 || parts[0].pointer)
    return cx.out.refuse("an atomic operation on " + type_name(i.getNewValOperand()->getType()));
  const Swap swap =
      swap_of(cx.out, cx.values.scalar(i.getCompareOperand()), cx.values.scalar(i.getNewValOperand()), i.isWeak());
  Expr old = atomic(cx, AtomicOp::CmpXchg, cx.values.pointer(i.getPointerOperand()), parts[0],
                    {swap.expected, swap.put}, true, &i, scope_of(cx, i), order_of(i.getSuccessOrdering()),
                    llvm::isAcquireOrStronger(i.getFailureOrdering()), orders_all_spaces(cx.in, i));
  cx.values[&i] = {{old, nullptr}, {swap.succeeds(old), nullptr}};
}

namespace {
AtomicOp unsigned_form(AtomicOp op) {
  return op == AtomicOp::Min ? AtomicOp::UMin : op == AtomicOp::Max ? AtomicOp::UMax : op;
}
} // namespace

// Operands: the value or values after the pointer.
void handlers::cl_atomic(Context &cx, const Call &c) {
  const llvm::CallBase &i = c.inst;
  auto op = static_cast<AtomicOp>(c.detail % ImpliedOne);
  bool implied = c.detail % BySign >= ImpliedOne;
  std::size_t operands = implied || op == AtomicOp::Load ? 0 : op == AtomicOp::CmpXchg ? 2 : 1;
  llvm::Type *type = op == AtomicOp::Store ? i.getArgOperand(1)->getType() : i.getType();
  std::vector<Scalar> parts = cx.values.shape(type);
  if (parts.size() != 1 || parts[0].pointer || i.arg_size() < 1 + operands)
    return cx.out.refuse("a call of '" + spelled(i) + "'");
  cfg::AtomicScope scope = cfg::AtomicScope::Grid; // object, operands, order, scope
  if (c.name.ends_with("_explicit"))
    scope = scope_of(cx, c, static_cast<unsigned>(operands + 2));
  if (c.detail >= BySign && !c.params.empty() && is_unsigned(c.params[0]))
    op = unsigned_form(op);
  if (parts[0].type.is_float() && op != AtomicOp::Xchg && op != AtomicOp::Load && op != AtomicOp::Store)
    op = op == AtomicOp::Add ? AtomicOp::FAdd : AtomicOp::Other;
  std::vector<Expr> values;
  for (std::size_t k = 0; k < operands; ++k)
    values.push_back(cx.values.scalar(i.getArgOperand(static_cast<unsigned>(k + 1))));
  if (implied)
    values.push_back(cfg::constant(parts[0].type, 1));
  Expr old =
      atomic(cx, op, cx.values.pointer(i.getArgOperand(0)), parts[0], values, op != AtomicOp::Store && !i.use_empty(),
             &i, scope, cl_order(c, static_cast<unsigned>(operands + 1)));
  if (old)
    cx.values[&i] = {{old, nullptr}};
}

// bool f(object, expected pointer, desired, ...): what was found is stored to *expected (unchanged on success).
void handlers::cl_compare_exchange(Context &cx, const Call &c) {
  const llvm::CallBase &i = c.inst;
  std::vector<Scalar> parts = cx.values.shape(i.getArgOperand(2)->getType());
  if (parts.size() != 1 || parts[0].pointer)
    return cx.out.refuse("a call of '" + spelled(i) + "'");
  const cfg::AtomicScope scope = scope_of(cx, c, 5); // object, expected, desired, two orders, scope
  Pointer object = cx.values.pointer(i.getArgOperand(0)), expected_at = cx.values.pointer(i.getArgOperand(1));
  Pieces expected = cx.memory.load_scalars(expected_at, parts, nullptr);
  const Swap swap =
      swap_of(cx.out, expected[0].expr, cx.values.scalar(i.getArgOperand(2)), c.name.find("weak") != std::string::npos);
  Expr old = atomic(cx, AtomicOp::CmpXchg, object, parts[0], {swap.expected, swap.put}, true, nullptr, scope,
                    cl_order(c, 3), cl_order(c, 4).acquire);
  cx.memory.store_scalars(expected_at, parts, {{old, nullptr}});
  const Expr success = swap.succeeds(old);
  cfg::Type t = cx.values.shape(i.getType())[0].type;
  cx.values.set(&i, {{t.is_bool() ? success : cast_scalar(cx.out, llvm::Instruction::ZExt, success, t), nullptr}});
}

// The same, what is expected and found as values.
void handlers::cl_swap(Context &cx, const Call &c) {
  const llvm::CallBase &i = c.inst;
  const Swap swap =
      swap_of(cx.out, cx.values.scalar(i.getArgOperand(1)), cx.values.scalar(i.getArgOperand(2)), c.detail != 0);
  Expr old = atomic(cx, AtomicOp::CmpXchg, cx.values.pointer(i.getArgOperand(0)),
                    cx.values.shape(i.getArgOperand(2)->getType())[0], {swap.expected, swap.put}, true, nullptr,
                    scope_of(cx, c, 5), cl_order(c, 3), cl_order(c, 4).acquire);
  if (old)
    cx.values[&i] = {{old, nullptr}, {swap.succeeds(old), nullptr}};
}

// Not atomic, says the standard.
void handlers::cl_atomic_init(Context &cx, const Call &c) {
  cx.memory.store_scalars(cx.values.pointer(c.inst.getArgOperand(0)),
                          cx.values.shape(c.inst.getArgOperand(1)->getType()),
                          cx.values.pieces(c.inst.getArgOperand(1)));
}

// A flag is an int: set to 1 (giving the old value), or cleared.
void handlers::cl_atomic_flag(Context &cx, const Call &c) {
  Scalar s{cfg::int_type(32), false, 0, 4, 0};
  Expr value = cfg::constant(s.type, static_cast<std::uint64_t>(c.detail));
  Pointer p = cx.values.pointer(c.inst.getArgOperand(0));
  const cfg::AtomicScope scope = scope_of(cx, c, 2); // object, order, scope
  if (c.detail == 0) {
    atomic(cx, AtomicOp::Store, p, s, {value}, false, nullptr, scope, cl_order(c, 1));
    return;
  }
  Expr old = atomic(cx, AtomicOp::Xchg, p, s, {value}, true, nullptr, scope, cl_order(c, 1));
  Expr was_set = cfg::binary(Op::Ne, old, cfg::constant(s.type, 0));
  cfg::Type t = cx.values.shape(c.inst.getType())[0].type;
  cx.values.set(&c.inst, {{t.is_bool() ? was_set : cast_scalar(cx.out, llvm::Instruction::ZExt, was_set, t), nullptr}});
}

// __lockstep_atomic_[block_]OP_TY(pointer, operands)
void handlers::cuda_atomic(Context &cx, const Call &c) {
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
  std::vector<Scalar> parts = cx.values.shape(i.getType());
  for (const Row &row : ops) {
    if (row.name != name || parts.size() != 1 || parts[0].pointer)
      continue;
    AtomicOp op = type.starts_with("u") ? unsigned_form(row.op) : row.op;
    if (parts[0].type.is_float() && op != AtomicOp::Xchg)
      op = op == AtomicOp::Add ? AtomicOp::FAdd : AtomicOp::Other;
    std::vector<Expr> values;
    for (unsigned k = 1; k < i.arg_size(); ++k)
      values.push_back(cx.values.scalar(i.getArgOperand(k)));
    Expr old = atomic(cx, op, cx.values.pointer(i.getArgOperand(0)), parts[0], values, !i.use_empty(), &i, scope);
    if (old)
      cx.values[&i] = {{old, nullptr}};
    return;
  }
  cx.out.refuse("a call of '" + spelled(i) + "'");
}

} // namespace lockstep::frontend
