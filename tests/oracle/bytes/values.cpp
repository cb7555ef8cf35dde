// The machine's values: constants, operands, and values to and from bytes (machine.h).
#include "tests/oracle/bytes/machine.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/GlobalVariable.h"

#include <algorithm>
#include <cstring>

namespace lockstep::oracle::bytes {

unsigned Machine::width(llvm::Type *type) const {
  return static_cast<unsigned>(info_.layout.getTypeSizeInBits(type->getScalarType()).getFixedValue());
}

Val Machine::undefined(llvm::Type *type) {
  Val v;
  if (type->isStructTy() || type->isArrayTy()) {
    const unsigned n =
        type->isArrayTy() ? static_cast<unsigned>(type->getArrayNumElements()) : type->getStructNumElements();
    for (unsigned i = 0; i < n; ++i)
      v.leaves.append(undefined(type->getContainedType(type->isArrayTy() ? 0 : i)).leaves);
    return v;
  }
  v.leaves.assign(info_.leaves(type), Scalar{llvm::APInt(width(type), 0), true});
  return v;
}

Val Machine::zero(llvm::Type *type) {
  Val v = undefined(type);
  for (Scalar &s : v.leaves)
    s.undefined = false;
  return v;
}

Address Machine::address_of(Thread &t, const llvm::GlobalVariable &g) {
  const unsigned space = g.getAddressSpace();
  const bool group = space == 3;
  const bool constant = g.isConstant() && g.hasDefinitiveInitializer();
  Address &a = globals_[{&g, group ? t.group : 0}];
  if (a == 0) {
    const std::uint64_t size = info_.layout.getTypeAllocSize(g.getValueType());
    Object &o =
        memory_.create(group      ? Space::Group
                       : constant ? Space::Constant
                                  : Space::Global,
                       t.group, size == 0 && group ? 8192 : size, g.getAlign().valueOrOne().value(), g.getName().str());
    a = o.base;
    if (constant)
      initialise(o, *g.getInitializer(), 0);
    else if (!group) { // other kernels may have written it before
      std::fill(o.defined.begin(), o.defined.end(), from_outside);
      chance_.fill(o.data.data(), o.data.size());
    }
  }
  return a;
}

void Machine::initialise(Object &o, const llvm::Constant &c, std::uint64_t at) {
  std::fill(o.defined.begin(), o.defined.end(), std::uint8_t(1));
  if (llvm::isa<llvm::UndefValue>(c) || c.isNullValue())
    return;
  const Val v = constant(threads_.front(), &c);
  unsigned leaf = 0;
  store_leaves(c.getType(), v, leaf, o.data.data() + at, o.defined.data() + at);
  std::fill(o.defined.begin(), o.defined.end(), std::uint8_t(1));
}

Val Machine::constant(Thread &t, const llvm::Constant *c) {
  llvm::Type *type = c->getType();
  if (const auto *i = llvm::dyn_cast<llvm::ConstantInt>(c)) {
    if (i->getBitWidth() == 32 && is_hole(i->getZExtValue()))
      if (auto hole = run_.holes.find(static_cast<std::uint32_t>(i->getZExtValue())); hole != run_.holes.end())
        return of(32, hole->second);
    return of(i->getValue());
  }
  if (const auto *f = llvm::dyn_cast<llvm::ConstantFP>(c))
    return of(f->getValueAPF().bitcastToAPInt());
  if (llvm::isa<llvm::UndefValue>(c)) // poison, too
    return undefined(type);
  if (c->isNullValue())
    return zero(type);
  if (const auto *s = llvm::dyn_cast<llvm::ConstantDataSequential>(c)) {
    Val v;
    for (unsigned i = 0; i < s->getNumElements(); ++i)
      v.leaves.append(constant(t, s->getElementAsConstant(i)).leaves);
    return v;
  }
  if (llvm::isa<llvm::ConstantAggregate>(c)) {
    Val v;
    for (const llvm::Use &u : c->operands())
      v.leaves.append(constant(t, llvm::cast<llvm::Constant>(u)).leaves);
    return v;
  }
  if (const auto *g = llvm::dyn_cast<llvm::GlobalVariable>(c))
    return of(width(type), address_of(t, *g));
  if (const auto *gep = llvm::dyn_cast<llvm::GEPOperator>(c))
    return of(width(type), offset_of(t, *gep));
  if (const auto *e = llvm::dyn_cast<llvm::ConstantExpr>(c); e && e->isCast() && !type->isVectorTy()) {
    Val v = constant(t, e->getOperand(0));
    v.leaves[0].bits = v.leaves[0].bits.zextOrTrunc(width(type));
    return v;
  }
  throw Refused("a constant of an unknown kind");
}

Val Machine::get(Thread &t, const llvm::Value *v) {
  if (const auto *c = llvm::dyn_cast<llvm::Constant>(v))
    return constant(t, c);
  Frame &f = t.frames.back();
  auto slot = f.info->slots.find(v);
  if (slot == f.info->slots.end())
    throw Refused("an operand of an unknown kind");
  return f.slots[slot->second];
}

void Machine::set(Thread &t, const llvm::Instruction &i, Val v) {
  Frame &f = t.frames.back();
  f.slots[f.info->slots.lookup(&i)] = std::move(v);
}

llvm::APInt Machine::one(Thread &t, const llvm::Value *v) {
  const Val value = get(t, v);
  if (value.leaves.size() != 1)
    throw Refused("a vector where a scalar is understood");
  return scalar(value.leaves[0]);
}

Address Machine::offset_of(Thread &t, const llvm::GEPOperator &gep) {
  if (gep.getType()->isVectorTy())
    throw Refused("a vector of pointers");
  llvm::APInt base = one(t, gep.getPointerOperand());
  const unsigned bits = base.getBitWidth();
  std::uint64_t a = base.getZExtValue();
  for (auto it = llvm::gep_type_begin(&gep), end = llvm::gep_type_end(&gep); it != end; ++it) {
    if (llvm::StructType *s = it.getStructTypeOrNull()) {
      const auto field = static_cast<unsigned>(llvm::cast<llvm::ConstantInt>(it.getOperand())->getZExtValue());
      a += info_.layout.getStructLayout(s)->getElementOffset(field).getFixedValue();
    } else {
      const std::int64_t index = one(t, it.getOperand()).sextOrTrunc(64).getSExtValue();
      a += static_cast<std::uint64_t>(index) * it.getSequentialElementStride(info_.layout).getFixedValue();
    }
  }
  return bits < 64 ? a & ((std::uint64_t(1) << bits) - 1) : a;
}

// --- bytes ------------------------------------------------------------------------------------------------------
void Machine::load_leaves(llvm::Type *type, const std::uint8_t *data, const std::uint8_t *defined, Val &to) {
  if (auto *s = llvm::dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout *layout = info_.layout.getStructLayout(s);
    for (unsigned i = 0; i < s->getNumElements(); ++i) {
      const std::uint64_t at = layout->getElementOffset(i).getFixedValue();
      load_leaves(s->getElementType(i), data + at, defined + at, to);
    }
    return;
  }
  if (type->isArrayTy() || type->isVectorTy()) {
    const bool vector = type->isVectorTy();
    llvm::Type *element = type->getContainedType(0);
    const std::uint64_t n =
        vector ? llvm::cast<llvm::FixedVectorType>(type)->getNumElements() : type->getArrayNumElements();
    if (vector && width(element) % 8 != 0)
      throw Refused("a vector of bits in memory");
    const std::uint64_t stride = vector ? width(element) / 8 : info_.layout.getTypeAllocSize(element).getFixedValue();
    for (std::uint64_t i = 0; i < n; ++i)
      load_leaves(element, data + i * stride, defined + i * stride, to);
    return;
  }
  const unsigned bits = width(type), n = (bits + 7) / 8;
  llvm::APInt v(8 * n, 0);
  std::vector<std::uint8_t> any(n);
  if (!std::all_of(defined, defined + n, [](std::uint8_t d) { return d == 1; }))
    outcome_.open = true;
  if (!std::all_of(defined, defined + n, [](std::uint8_t d) { return d != 0; })) {
    const llvm::APInt chosen = chance_.any(8 * n); // as one value: rather like what it is compared with
    for (unsigned i = 0; i < n; ++i)
      any[i] = static_cast<std::uint8_t>(chosen.extractBitsAsZExtValue(8, 8 * i));
  }
  for (unsigned i = 0; i < n; ++i)
    v.insertBits(defined[i] ? data[i] : any[i], 8 * i, 8);
  to.leaves.push_back({v.trunc(bits), false});
}

void Machine::store_leaves(llvm::Type *type, const Val &v, unsigned &leaf, std::uint8_t *data, std::uint8_t *defined) {
  if (auto *s = llvm::dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout *layout = info_.layout.getStructLayout(s);
    std::memset(defined, 0, layout->getSizeInBytes().getFixedValue()); // padding
    for (unsigned i = 0; i < s->getNumElements(); ++i) {
      const std::uint64_t at = layout->getElementOffset(i).getFixedValue();
      store_leaves(s->getElementType(i), v, leaf, data + at, defined + at);
    }
    return;
  }
  if (type->isArrayTy() || type->isVectorTy()) {
    const bool vector = type->isVectorTy();
    llvm::Type *element = type->getContainedType(0);
    const std::uint64_t n =
        vector ? llvm::cast<llvm::FixedVectorType>(type)->getNumElements() : type->getArrayNumElements();
    if (vector && width(element) % 8 != 0)
      throw Refused("a vector of bits in memory");
    const std::uint64_t stride = vector ? width(element) / 8 : info_.layout.getTypeAllocSize(element).getFixedValue();
    for (std::uint64_t i = 0; i < n; ++i)
      store_leaves(element, v, leaf, data + i * stride, defined + i * stride);
    return;
  }
  const Scalar &s = v.leaves[leaf++];
  const unsigned n = (s.bits.getBitWidth() + 7) / 8;
  const llvm::APInt wide = s.bits.zext(8 * n);
  for (unsigned i = 0; i < n; ++i) {
    data[i] = static_cast<std::uint8_t>(wide.extractBitsAsZExtValue(8, 8 * i));
    defined[i] = s.undefined ? 0 : 1;
  }
}

void Machine::note(Thread &t, Object &o, Address a, std::uint64_t n, Kind kind, Reach reach) {
  if (!(t.specification && kind == Kind::Read))
    memory_.note(o, a, n, kind, reach, t.side);
}

Val Machine::load(Thread &t, llvm::Type *type, Address a, bool log, Kind kind, Reach reach) {
  const std::uint64_t n = info_.layout.getTypeStoreSize(type);
  Object &o = memory_.find(a, n, t.number);
  if (log)
    note(t, o, a, n, kind, reach);
  Val v;
  const std::uint8_t *data = o.data.data() + (a - o.base), *defined = o.defined.data() + (a - o.base);
  if (type->isStructTy() || type->isArrayTy()) {
    auto image = std::make_shared<Image>();
    image->data.assign(data, data + n);
    image->defined.assign(defined, defined + n);
    v.image = std::move(image);
  }
  load_leaves(type, data, defined, v);
  return v;
}

void Machine::store(Thread &t, llvm::Type *type, Address a, const Val &v, Kind kind, Reach reach) {
  const std::uint64_t n = info_.layout.getTypeStoreSize(type);
  Object &o = memory_.find(a, n, t.number);
  if (o.space == Space::Constant)
    throw Undefined("a write to constant memory");
  std::uint8_t *data = o.data.data() + (a - o.base), *defined = o.defined.data() + (a - o.base);
  if (v.image && v.image->data.size() == n) {
    std::copy(v.image->data.begin(), v.image->data.end(), data);
    std::copy(v.image->defined.begin(), v.image->defined.end(), defined);
  } else {
    unsigned leaf = 0;
    store_leaves(type, v, leaf, data, defined);
  }
  note(t, o, a, n, kind, reach);
}

void Machine::copy(Thread &t, Address to, Address from, std::uint64_t n) {
  if (n == 0)
    return;
  Object &source = memory_.find(from, n, t.number);
  note(t, source, from, n, Kind::Read, Reach::Device);
  Image image;
  const auto at = static_cast<std::ptrdiff_t>(from - source.base), end = at + static_cast<std::ptrdiff_t>(n);
  image.data.assign(source.data.begin() + at, source.data.begin() + end);
  image.defined.assign(source.defined.begin() + at, source.defined.begin() + end);
  Object &target = memory_.find(to, n, t.number);
  if (target.space == Space::Constant)
    throw Undefined("a write to constant memory");
  const auto there = static_cast<std::ptrdiff_t>(to - target.base);
  std::copy(image.data.begin(), image.data.end(), target.data.begin() + there);
  std::copy(image.defined.begin(), image.defined.end(), target.defined.begin() + there);
  note(t, target, to, n, Kind::Write, Reach::Device);
}

void Machine::fill(Thread &t, Address to, std::uint8_t byte, std::uint64_t n) {
  if (n == 0)
    return;
  Object &o = memory_.find(to, n, t.number);
  if (o.space == Space::Constant)
    throw Undefined("a write to constant memory");
  const auto at = static_cast<std::ptrdiff_t>(to - o.base);
  std::fill(o.data.begin() + at, o.data.begin() + at + static_cast<std::ptrdiff_t>(n), byte);
  std::fill(o.defined.begin() + at, o.defined.begin() + at + static_cast<std::ptrdiff_t>(n), std::uint8_t(1));
  note(t, o, to, n, Kind::Write, Reach::Device);
}

} // namespace lockstep::oracle::bytes
