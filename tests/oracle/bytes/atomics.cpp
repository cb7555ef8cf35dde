// The machine's atomics: LLVM's instructions, OpenCL's functions, those of our CUDA headers (machine.h).
#include "tests/oracle/bytes/machine.h"

#include "llvm/IR/LLVMContext.h"

#include <map>

namespace lockstep::oracle::bytes {

namespace {

using Op = llvm::AtomicRMWInst::BinOp;

Reach reach_of(llvm::LLVMContext &context, llvm::SyncScope::ID scope) {
  if (scope == llvm::SyncScope::System)
    return Reach::Device;
  if (scope == llvm::SyncScope::SingleThread)
    return Reach::Thread;
  llvm::SmallVector<llvm::StringRef, 8> names;
  context.getSyncScopeNames(names);
  const llvm::StringRef name = names[scope];
  if (name == "workgroup" || name == "workgroup-one-as" || name == "block")
    return Reach::Group;
  if (name == "agent" || name == "agent-one-as" || name == "one-as" || name == "device" || name == "gpu")
    return Reach::Device;
  throw Refused("the synchronisation scope " + name.str());
}

std::optional<Op> operation(const std::string &name, bool is_unsigned) {
  static const std::map<std::string, std::pair<Op, Op>> all = {
      {"add", {Op::Add, Op::Add}},    {"sub", {Op::Sub, Op::Sub}},        {"xchg", {Op::Xchg, Op::Xchg}},
      {"exch", {Op::Xchg, Op::Xchg}}, {"exchange", {Op::Xchg, Op::Xchg}}, {"min", {Op::Min, Op::UMin}},
      {"max", {Op::Max, Op::UMax}},   {"and", {Op::And, Op::And}},        {"or", {Op::Or, Op::Or}},
      {"xor", {Op::Xor, Op::Xor}},    {"inc", {Op::Add, Op::Add}},        {"dec", {Op::Sub, Op::Sub}}};
  const auto it = all.find(name);
  if (it == all.end())
    return std::nullopt;
  return is_unsigned ? it->second.second : it->second.first;
}

} // namespace

llvm::APInt Machine::combined(Op op, llvm::Type *type, const llvm::APInt &old, const llvm::APInt &v) {
  switch (op) {
  case Op::Xchg: return v;
  case Op::Add: return old + v;
  case Op::Sub: return old - v;
  case Op::And: return old & v;
  case Op::Nand: return ~(old & v);
  case Op::Or: return old | v;
  case Op::Xor: return old ^ v;
  case Op::Max: return old.sgt(v) ? old : v;
  case Op::Min: return old.slt(v) ? old : v;
  case Op::UMax: return old.ugt(v) ? old : v;
  case Op::UMin: return old.ult(v) ? old : v;
  case Op::UIncWrap: return old.uge(v) ? llvm::APInt(v.getBitWidth(), 0) : old + 1;
  case Op::UDecWrap: return old.isZero() || old.ugt(v) ? v : old - 1;
  case Op::FAdd:
  case Op::FSub: {
    llvm::APFloat x(type->getFltSemantics(), old);
    const llvm::APFloat y(type->getFltSemantics(), v);
    op == Op::FAdd ? x.add(y, llvm::APFloat::rmNearestTiesToEven) : x.subtract(y, llvm::APFloat::rmNearestTiesToEven);
    return x.bitcastToAPInt();
  }
  default: throw Refused("an atomic operation");
  }
}

Val Machine::read_modify_write(Thread &t, Op op, llvm::Type *type, Address a, const llvm::APInt &operand, Reach reach) {
  outcome_.open = outcome_.open || run_.local[0] * run_.local[1] * run_.local[2] * run_.groups[0] > 1;
  Val old = load(t, type, a, false);
  store(t, type, a, of(combined(op, type, old.leaves[0].bits, operand)), Kind::Atomic, reach);
  return old;
}

Val Machine::swap_if(Thread &t, llvm::Type *type, Address a, const llvm::APInt &expected, const llvm::APInt &desired,
                     Reach reach, bool &done) {
  Val old = load(t, type, a, false);
  done = old.leaves[0].bits == expected;
  store(t, type, a, done ? of(desired) : old, Kind::Atomic, reach);
  return old;
}

namespace {

// More than relaxed: what such an operation orders is not known here (Machine::ordered_).
bool has_order(const llvm::Instruction &i) {
  if (const auto *l = llvm::dyn_cast<llvm::LoadInst>(&i))
    return llvm::isStrongerThanMonotonic(l->getOrdering());
  if (const auto *s = llvm::dyn_cast<llvm::StoreInst>(&i))
    return llvm::isStrongerThanMonotonic(s->getOrdering());
  if (const auto *rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&i))
    return llvm::isStrongerThanMonotonic(rmw->getOrdering());
  return llvm::isStrongerThanMonotonic(llvm::cast<llvm::AtomicCmpXchgInst>(i).getMergedOrdering());
}

} // namespace

void Machine::atomic(Thread &t, const llvm::Instruction &i) {
  llvm::LLVMContext &context = i.getContext();
  ordered_ = ordered_ || has_order(i);
  if (const auto *l = llvm::dyn_cast<llvm::LoadInst>(&i)) {
    set(t, i,
        load(t, i.getType(), number(t, l->getPointerOperand()), true, Kind::AtomicLoad,
             reach_of(context, l->getSyncScopeID())));
  } else if (const auto *s = llvm::dyn_cast<llvm::StoreInst>(&i)) {
    store(t, s->getValueOperand()->getType(), number(t, s->getPointerOperand()), get(t, s->getValueOperand()),
          Kind::Atomic, reach_of(context, s->getSyncScopeID()));
  } else if (const auto *rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&i)) {
    set(t, i,
        read_modify_write(t, rmw->getOperation(), i.getType(), number(t, rmw->getPointerOperand()),
                          one(t, rmw->getValOperand()), reach_of(context, rmw->getSyncScopeID())));
  } else {
    const auto &c = llvm::cast<llvm::AtomicCmpXchgInst>(i);
    bool done = false;
    Val old =
        swap_if(t, c.getCompareOperand()->getType(), number(t, c.getPointerOperand()), one(t, c.getCompareOperand()),
                one(t, c.getNewValOperand()), reach_of(context, c.getSyncScopeID()), done);
    old.leaves.push_back({llvm::APInt(1, done), false});
    set(t, i, std::move(old));
  }
}

bool Machine::atomic_builtin(Thread &t, const llvm::CallBase &c, const std::string &full, const std::string &types) {
  const auto result = [&](Val v) {
    if (!c.getType()->isVoidTy())
      set(t, c, std::move(v));
    return true;
  };
  std::string name = full;
  if (name.starts_with("__lockstep_atomic_")) { // OP_TY
    name = name.substr(18);
    const Reach reach = name.starts_with("block_") ? Reach::Group : Reach::Device;
    if (reach == Reach::Group)
      name = name.substr(6);
    const std::string op = name.substr(0, name.find('_')), type = name.substr(name.find('_') + 1);
    const Address a = number(t, c.getArgOperand(0));
    if (op == "cas") {
      bool done = false;
      return result(swap_if(t, c.getType(), a, one(t, c.getArgOperand(1)), one(t, c.getArgOperand(2)), reach, done));
    }
    std::optional<Op> what = operation(op, type[0] == 'u');
    if (op == "inc" || op == "dec")
      what = op == "inc" ? Op::UIncWrap : Op::UDecWrap;
    if (what && type[0] == 'f' && op != "exch")
      what = op == "add" ? std::optional(Op::FAdd) : std::nullopt;
    if (!what)
      return false;
    return result(read_modify_write(t, *what, c.getType(), a, one(t, c.getArgOperand(1)), reach));
  }
  if (!name.starts_with("atomic_") && !name.starts_with("atom_"))
    return false;
  const bool explicit_order = name.ends_with("_explicit");
  if (explicit_order)
    name.resize(name.size() - 9);
  name = name.substr(name.starts_with("atom_") ? 5 : 7);
  if (name.starts_with("fetch_"))
    name = name.substr(6);
  if (name == "init" || name.starts_with("flag") || name == "work_item_fence")
    return false;
  const unsigned plain = name == "load" || name == "inc" || name == "dec"   ? 1
                         : name.starts_with("compare") || name == "cmpxchg" ? 3
                                                                            : 2;
  Reach reach = Reach::Device;
  const unsigned orders = name.starts_with("compare") ? 2 : 1;
  if (explicit_order && c.arg_size() == plain + orders + 1) {
    const std::uint64_t scope = number(t, c.getArgOperand(plain + orders));
    reach = scope == 0   ? Reach::Thread
            : scope == 1 ? Reach::Group
            : scope == 4 ? throw Refused("a sub-group's scope")
                         : Reach::Device;
  }
  const bool second_standard = explicit_order || name == "load" || name == "store" || name == "exchange" ||
                               full.starts_with("atomic_fetch_") || name.starts_with("compare_exchange");
  ordered_ = ordered_ || (second_standard && !(explicit_order && number(t, c.getArgOperand(plain)) == 0));
  const Address a = number(t, c.getArgOperand(0));
  if (name == "load")
    return result(load(t, c.getType(), a, true, Kind::AtomicLoad, reach));
  if (name == "store") {
    store(t, c.getArgOperand(1)->getType(), a, get(t, c.getArgOperand(1)), Kind::Atomic, reach);
    return true;
  }
  bool done = false;
  if (name == "cmpxchg")
    return result(swap_if(t, c.getType(), a, one(t, c.getArgOperand(1)), one(t, c.getArgOperand(2)), reach, done));
  if (name.starts_with("compare_exchange")) {
    llvm::Type *type = c.getArgOperand(2)->getType();
    const Address expected = number(t, c.getArgOperand(1));
    const Val old =
        swap_if(t, type, a, load(t, type, expected, true).leaves[0].bits, one(t, c.getArgOperand(2)), reach, done);
    if (!done)
      store(t, type, expected, old);
    return result(of(1, done));
  }
  const char sign =
      types.find_last_of("ijlmxyhtcsaf") == std::string::npos ? 'i' : types[types.find_last_of("ijlmxyhtcsaf")];
  llvm::Type *type = c.getType();
  if (type->isFloatingPointTy() && name != "xchg" && name != "exchange")
    return false;
  if (plain == 1 && c.arg_size() != 1)
    return false;
  const bool is_unsigned = sign == 'j' || sign == 'm' || sign == 'y' || sign == 'h' || sign == 't';
  const auto what = operation(name, is_unsigned);
  if (!what)
    return false;
  const llvm::APInt operand = plain == 1 ? llvm::APInt(width(type), 1) : one(t, c.getArgOperand(1));
  if (operand.getBitWidth() != width(type))
    return false;
  return result(read_modify_write(t, *what, type, a, operand, reach));
}

} // namespace lockstep::oracle::bytes
