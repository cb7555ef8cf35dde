// Atomic operations of LLVM, OpenCL 1.x and 2.0, CUDA. Memory orders are ignored: all are relaxed, which orders least.
#include "frontend/lower_context.h"

namespace lockstep::frontend {

using cfg::AtomicOp;
using cfg::Expr;
using cfg::Op;

// The old value; empty if not wanted.
Expr Lowerer::atomic(AtomicOp op, const Pointer &p, const Scalar &s, std::vector<Expr> operands, bool wants_old,
                     const llvm::Value *name) {
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
        a.offset = p.piece.expr;
        a.per_value = s.bytes / arrays_.granule(id);
        for (const Expr &e : operands)
          a.operands.push_back(to_memory(e, s, memory));
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

// An operation that is atomic within its group only races, between groups, with its like: the kernel IR has no such
// operation, so it may only be on the group's own memory.
bool Lowerer::scope_suffices(const Pointer &p) {
  if (launch_.num_groups == decltype(launch_.num_groups){1, 1, 1})
    return true;
  for (ObjectId id : p.targets.objects)
    if (auto it = array_of_.find(id); it != array_of_.end() && kernel_.arrays[it->second].space != cfg::Space::Group) {
      refuse("an atomic operation on global memory with the scope of one group");
      return false;
    }
  return true;
}

namespace {
// LLVM's name of a scope that is not wider than a group.
bool is_narrow(const llvm::Instruction &i, llvm::SyncScope::ID id) {
  llvm::SmallVector<llvm::StringRef, 8> names;
  i.getContext().getSyncScopeNames(names);
  return id < names.size() && (names[id].starts_with("workgroup") || names[id].starts_with("block") ||
                               names[id].starts_with("subgroup") || names[id].starts_with("wavefront") ||
                               names[id].starts_with("singlethread"));
}

// OpenCL's memory_scope argument, the last of the longest forms: work_item, work_group, device, all_svm_devices, sub_group.
bool is_narrow(std::uint64_t memory_scope) { return memory_scope != 2 && memory_scope != 3; }

struct RmwRow {
  llvm::AtomicRMWInst::BinOp llvm_op;
  AtomicOp op;
};
constexpr RmwRow rmw_rows[] = {
    {llvm::AtomicRMWInst::Xchg, AtomicOp::Xchg}, {llvm::AtomicRMWInst::Add, AtomicOp::Add},
    {llvm::AtomicRMWInst::Sub, AtomicOp::Sub},   {llvm::AtomicRMWInst::And, AtomicOp::And},
    {llvm::AtomicRMWInst::Or, AtomicOp::Or},     {llvm::AtomicRMWInst::Xor, AtomicOp::Xor},
    {llvm::AtomicRMWInst::Max, AtomicOp::Max},   {llvm::AtomicRMWInst::Min, AtomicOp::Min},
    {llvm::AtomicRMWInst::UMax, AtomicOp::UMax}, {llvm::AtomicRMWInst::UMin, AtomicOp::UMin},
    {llvm::AtomicRMWInst::FAdd, AtomicOp::FAdd}, {llvm::AtomicRMWInst::UIncWrap, AtomicOp::Inc},
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
  if (is_narrow(i, i.getSyncScopeID()) && !scope_suffices(pointer(i.getPointerOperand())))
    return;
  Expr old = atomic(find_rmw(i.getOperation()), pointer(i.getPointerOperand()), parts[0], {scalar(i.getValOperand())},
                    !i.use_empty(), &i);
  if (old)
    values_[&i] = {{old, nullptr}};
}

void Lowerer::compare_exchange(const llvm::AtomicCmpXchgInst &i) {
  std::vector<Scalar> parts = shape(i.getNewValOperand()->getType());
  if (parts.size() != 1 || parts[0].pointer)
    return refuse("an atomic operation on " + type_name(i.getNewValOperand()->getType()));
  if (is_narrow(i, i.getSyncScopeID()) && !scope_suffices(pointer(i.getPointerOperand())))
    return;
  Expr expected = scalar(i.getCompareOperand());
  Expr old = atomic(AtomicOp::CmpXchg, pointer(i.getPointerOperand()), parts[0], {expected, scalar(i.getNewValOperand())},
                    true, &i);
  Expr success = cfg::binary(Op::Eq, old, expected);
  if (i.isWeak()) // may fail for no reason
    success = cfg::binary(Op::And, success, havoc(cfg::bool_type, "weak"));
  values_[&i] = {{old, nullptr}, {success, nullptr}};
}

namespace {
AtomicOp unsigned_form(AtomicOp op) {
  return op == AtomicOp::Min ? AtomicOp::UMin : op == AtomicOp::Max ? AtomicOp::UMax : op;
}
} // namespace

// Operands: the value or values after the pointer; memory orders and scopes after them are left out.
void Lowerer::cl_atomic(const Call &c) {
  const llvm::CallBase &i = c.inst;
  auto op = static_cast<AtomicOp>(c.detail % ImpliedOne);
  bool implied = c.detail % BySign >= ImpliedOne;
  std::size_t operands = implied || op == AtomicOp::Load ? 0 : op == AtomicOp::CmpXchg ? 2 : 1;
  llvm::Type *type = op == AtomicOp::Store ? i.getArgOperand(1)->getType() : i.getType();
  std::vector<Scalar> parts = shape(type);
  if (parts.size() != 1 || parts[0].pointer || i.arg_size() < 1 + operands)
    return refuse("a call of '" + readable(i.getCalledFunction()->getName()) + "'");
  if (std::size_t order = 1 + operands; c.name.size() > 9 && c.name.ends_with("_explicit") && i.arg_size() > order + 1)
    if (auto scope = constant_argument(i, static_cast<unsigned>(order + 1)); !scope || is_narrow(*scope))
      if (!scope_suffices(pointer(i.getArgOperand(0))))
        return;
  if (c.detail >= BySign && !c.params.empty() && is_unsigned(c.params[0]))
    op = unsigned_form(op);
  if (parts[0].type.is_float() && op != AtomicOp::Xchg && op != AtomicOp::Load && op != AtomicOp::Store)
    op = op == AtomicOp::Add ? AtomicOp::FAdd : AtomicOp::Other;
  std::vector<Expr> values;
  for (std::size_t k = 0; k < operands; ++k)
    values.push_back(scalar(i.getArgOperand(static_cast<unsigned>(k + 1))));
  if (implied)
    values.push_back(cfg::constant(parts[0].type, 1));
  Expr old = atomic(op, pointer(i.getArgOperand(0)), parts[0], values, op != AtomicOp::Store && !i.use_empty(), &i);
  if (old)
    values_[&i] = {{old, nullptr}};
}

// bool f(object, expected pointer, desired, ...): what was found is stored to *expected (unchanged on success).
void Lowerer::cl_compare_exchange(const Call &c) {
  const llvm::CallBase &i = c.inst;
  std::vector<Scalar> parts = shape(i.getArgOperand(2)->getType());
  if (parts.size() != 1 || parts[0].pointer)
    return refuse("a call of '" + readable(i.getCalledFunction()->getName()) + "'");
  if (i.arg_size() > 5) // object, expected, desired, two orders, scope
    if (auto scope = constant_argument(i, 5); (!scope || is_narrow(*scope)) && !scope_suffices(pointer(i.getArgOperand(0))))
      return;
  Pointer object = pointer(i.getArgOperand(0)), expected_at = pointer(i.getArgOperand(1));
  Pieces expected = load_scalars(expected_at, parts, nullptr);
  Expr old = atomic(AtomicOp::CmpXchg, object, parts[0], {expected[0].expr, scalar(i.getArgOperand(2))}, true, nullptr);
  store_scalars(expected_at, parts, {{old, nullptr}});
  Expr success = cfg::binary(Op::Eq, old, expected[0].expr);
  if (c.name.find("weak") != std::string::npos)
    success = cfg::binary(Op::And, success, havoc(cfg::bool_type, "weak"));
  cfg::Type t = shape(i.getType())[0].type;
  set(&i, {{t.is_bool() ? success : cast_scalar(llvm::Instruction::ZExt, success, t), nullptr}});
}

// Not atomic, says the standard.
void Lowerer::cl_atomic_init(const Call &c) {
  store_scalars(pointer(c.inst.getArgOperand(0)), shape(c.inst.getArgOperand(1)->getType()), pieces(c.inst.getArgOperand(1)));
}

// A flag is an int: set to 1 (giving the old value), or cleared.
void Lowerer::cl_atomic_flag(const Call &c) {
  Scalar s{cfg::int_type(32), false, 0, 4, 0};
  Expr value = cfg::constant(s.type, static_cast<std::uint64_t>(c.detail));
  Pointer p = pointer(c.inst.getArgOperand(0));
  if (c.detail == 0) {
    atomic(AtomicOp::Store, p, s, {value}, false, nullptr);
    return;
  }
  Expr old = atomic(AtomicOp::Xchg, p, s, {value}, true, nullptr);
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
  static constexpr Row ops[] = {{"add", AtomicOp::Add},  {"sub", AtomicOp::Sub}, {"exch", AtomicOp::Xchg},
                                {"min", AtomicOp::Min},  {"max", AtomicOp::Max}, {"inc", AtomicOp::Inc},
                                {"dec", AtomicOp::Dec},  {"and", AtomicOp::And}, {"or", AtomicOp::Or},
                                {"xor", AtomicOp::Xor},  {"cas", AtomicOp::CmpXchg}};
  llvm::StringRef rest(c.name);
  rest.consume_front("__lockstep_atomic_");
  if (rest.consume_front("block_") && !scope_suffices(pointer(c.inst.getArgOperand(0))))
    return;
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
    Expr old = atomic(op, pointer(i.getArgOperand(0)), parts[0], values, !i.use_empty(), &i);
    if (old)
      values_[&i] = {{old, nullptr}};
    return;
  }
  refuse("a call of '" + c.name + "'");
}

} // namespace lockstep::frontend
