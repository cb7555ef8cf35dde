// The machine's arithmetic: instructions that touch no memory (machine.h).
#include "tests/oracle/bytes/machine.h"

#include "llvm/ADT/APSInt.h"
#include "llvm/IR/Constants.h"

namespace lockstep::oracle::bytes {

namespace {

const llvm::fltSemantics &semantics(llvm::Type *type) { return type->getScalarType()->getFltSemantics(); }
llvm::APFloat real(llvm::Type *type, const llvm::APInt &bits) { return llvm::APFloat(semantics(type), bits); }

// The index of the first leaf below `indices`, and how many there are.
std::pair<unsigned, unsigned> leaves_below(ModuleInfo &info, llvm::Type *type, llvm::ArrayRef<unsigned> indices) {
  unsigned at = 0;
  for (unsigned index : indices) {
    if (auto *s = llvm::dyn_cast<llvm::StructType>(type)) {
      for (unsigned i = 0; i < index; ++i)
        at += info.leaves(s->getElementType(i));
      type = s->getElementType(index);
    } else {
      type = type->getArrayElementType();
      at += index * info.leaves(type);
    }
  }
  return {at, info.leaves(type)};
}

} // namespace

llvm::APInt Machine::binary_float(const llvm::Instruction &i, llvm::Type *type, const llvm::APInt &a,
                                  const llvm::APInt &b) {
  llvm::APFloat x = real(type, a);
  const llvm::APFloat y = real(type, b);
  constexpr auto rounding = llvm::APFloat::rmNearestTiesToEven;
  switch (i.getOpcode()) {
  case llvm::Instruction::FAdd: x.add(y, rounding); break;
  case llvm::Instruction::FSub: x.subtract(y, rounding); break;
  case llvm::Instruction::FMul: x.multiply(y, rounding); break;
  case llvm::Instruction::FDiv: x.divide(y, rounding); break;
  default: x.mod(y);
  }
  return x.bitcastToAPInt();
}

llvm::APInt Machine::binary(const llvm::Instruction &i, const llvm::APInt &a, const llvm::APInt &b) {
  bool over = false, overflow = false;
  const auto *wraps = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(&i);
  const bool nsw = wraps && wraps->hasNoSignedWrap(), nuw = wraps && wraps->hasNoUnsignedWrap();
  const auto checked = [&](llvm::APInt (llvm::APInt::*sign)(const llvm::APInt &, bool &) const,
                           llvm::APInt (llvm::APInt::*unsign)(const llvm::APInt &, bool &) const) {
    llvm::APInt r = (a.*sign)(b, over);
    overflow = nsw && over;
    r = (a.*unsign)(b, over);
    overflow = overflow || (nuw && over);
    if (overflow)
      throw Undefined("an operation overflows that must not");
    return r;
  };
  const auto shift = [&](auto f) {
    if (b.uge(a.getBitWidth()))
      throw Undefined("a shift by the width or more");
    llvm::APInt r = f();
    if (nsw && i.getOpcode() == llvm::Instruction::Shl && r.ashr(b) != a)
      throw Undefined("a shift overflows that must not");
    return r;
  };
  switch (i.getOpcode()) {
  case llvm::Instruction::Add: return checked(&llvm::APInt::sadd_ov, &llvm::APInt::uadd_ov);
  case llvm::Instruction::Sub: return checked(&llvm::APInt::ssub_ov, &llvm::APInt::usub_ov);
  case llvm::Instruction::Mul: return checked(&llvm::APInt::smul_ov, &llvm::APInt::umul_ov);
  case llvm::Instruction::And: return a & b;
  case llvm::Instruction::Or: return a | b;
  case llvm::Instruction::Xor: return a ^ b;
  case llvm::Instruction::Shl: return shift([&] { return a.shl(b); });
  case llvm::Instruction::LShr: return shift([&] { return a.lshr(b); });
  case llvm::Instruction::AShr: return shift([&] { return a.ashr(b); });
  default: break;
  }
  const bool overflows = a.isMinSignedValue() && b.isAllOnes() &&
                         (i.getOpcode() == llvm::Instruction::SDiv || i.getOpcode() == llvm::Instruction::SRem);
  if ((b.isZero() || overflows) && info_.module.getNamedMetadata("opencl.ocl.version")) {
    // OpenCL: some value, the same for the same operands (docs/design.md 8.1).
    const std::array<std::uint64_t, 4> of{i.getOpcode(), a.getBitWidth(), a.getLimitedValue(), b.getLimitedValue()};
    const auto [value, first] = unspecified_.try_emplace(of, 0);
    if (first)
      value->second = chance_.random.percent(80) ? chance_.random.below(3) : chance_.random.next();
    return {a.getBitWidth(), value->second, false};
  }
  if (b.isZero())
    throw Undefined("a division by zero");
  if (overflows)
    throw Undefined("a division overflows");
  switch (i.getOpcode()) {
  case llvm::Instruction::UDiv: return a.udiv(b);
  case llvm::Instruction::SDiv: return a.sdiv(b);
  case llvm::Instruction::URem: return a.urem(b);
  case llvm::Instruction::SRem: return a.srem(b);
  default: throw Refused(std::string("the operation ") + i.getOpcodeName());
  }
}

Val Machine::cast(const llvm::CastInst &i, const Val &v) {
  llvm::Type *from = i.getSrcTy(), *to = i.getDestTy();
  const unsigned bits = width(to);
  Val r;
  if (i.getOpcode() == llvm::Instruction::BitCast) {
    if (from == to)
      return v;
    const unsigned each = width(from);
    const unsigned total = each * static_cast<unsigned>(v.leaves.size());
    llvm::APInt whole(total, 0);
    bool all_undefined = true;
    for (std::size_t n = 0; n < v.leaves.size(); ++n) {
      whole.insertBits(scalar(v.leaves[n]), each * static_cast<unsigned>(n));
      all_undefined = all_undefined && v.leaves[n].undefined;
    }
    for (unsigned n = 0; n < total / bits; ++n) {
      bool gap = bits >= each && all_undefined; // undefined lanes stay so where lanes match
      if (bits % each == 0) {
        gap = true;
        for (unsigned m = 0; m < bits / each; ++m)
          gap = gap && v.leaves[n * (bits / each) + m].undefined;
      } else if (each % bits == 0) {
        gap = v.leaves[n / (each / bits)].undefined;
      }
      r.leaves.push_back({whole.extractBits(bits, n * bits), gap});
    }
    return r;
  }
  for (const Scalar &s : v.leaves) {
    if (s.undefined && i.getOpcode() == llvm::Instruction::AddrSpaceCast) {
      r.leaves.push_back(s);
      continue;
    }
    const llvm::APInt a = scalar(s);
    llvm::APInt x;
    switch (i.getOpcode()) {
    case llvm::Instruction::Trunc: x = a.trunc(bits); break;
    case llvm::Instruction::ZExt: x = a.zext(bits); break;
    case llvm::Instruction::SExt: x = a.sext(bits); break;
    case llvm::Instruction::PtrToInt:
    case llvm::Instruction::IntToPtr:
    case llvm::Instruction::AddrSpaceCast: x = a.zextOrTrunc(bits); break;
    case llvm::Instruction::FPTrunc:
    case llvm::Instruction::FPExt: {
      llvm::APFloat f = real(from, a);
      bool lost = false;
      f.convert(semantics(to), llvm::APFloat::rmNearestTiesToEven, &lost);
      x = f.bitcastToAPInt();
      break;
    }
    case llvm::Instruction::UIToFP:
    case llvm::Instruction::SIToFP: {
      llvm::APFloat f(semantics(to));
      f.convertFromAPInt(a, i.getOpcode() == llvm::Instruction::SIToFP, llvm::APFloat::rmNearestTiesToEven);
      x = f.bitcastToAPInt();
      break;
    }
    case llvm::Instruction::FPToUI:
    case llvm::Instruction::FPToSI: {
      llvm::APSInt n(bits, i.getOpcode() == llvm::Instruction::FPToUI);
      bool exact = false;
      if (real(from, a).convertToInteger(n, llvm::APFloat::rmTowardZero, &exact) & llvm::APFloat::opInvalidOp)
        throw Undefined("a conversion of a float that does not fit");
      x = n;
      break;
    }
    default: throw Refused(std::string("the conversion ") + i.getOpcodeName());
    }
    r.leaves.push_back({x, false});
  }
  return r;
}

bool Machine::compare(const llvm::CmpInst &i, llvm::Type *type, const llvm::APInt &a, const llvm::APInt &b) {
  const llvm::CmpInst::Predicate p = i.getPredicate();
  if (llvm::isa<llvm::ICmpInst>(i))
    return llvm::ICmpInst::compare(a, b, p);
  return llvm::FCmpInst::compare(real(type, a), real(type, b), p);
}

bool Machine::arithmetic(Thread &t, const llvm::Instruction &i) {
  if (i.isBinaryOp()) {
    const Val a = get(t, i.getOperand(0)), b = get(t, i.getOperand(1));
    Val r;
    for (std::size_t n = 0; n < a.leaves.size(); ++n) {
      const llvm::APInt x = scalar(a.leaves[n]), y = scalar(b.leaves[n]);
      r.leaves.push_back(
          {i.getType()->isFPOrFPVectorTy() ? binary_float(i, i.getType(), x, y) : binary(i, x, y), false});
    }
    set(t, i, std::move(r));
    return true;
  }
  if (const auto *c = llvm::dyn_cast<llvm::CastInst>(&i)) {
    set(t, i, cast(*c, get(t, i.getOperand(0))));
    return true;
  }
  if (const auto *c = llvm::dyn_cast<llvm::CmpInst>(&i)) {
    const Val a = get(t, i.getOperand(0)), b = get(t, i.getOperand(1));
    Val r;
    for (std::size_t n = 0; n < a.leaves.size(); ++n) {
      const llvm::APInt x = scalar(a.leaves[n]);
      if (const auto *k = llvm::dyn_cast<llvm::ConstantInt>(i.getOperand(1));
          k && k->getBitWidth() == 32 && is_hole(k->getZExtValue())) {
        auto &seen = outcome_.compared[static_cast<std::uint32_t>(k->getZExtValue())];
        if (seen.size() < 8 && std::find(seen.begin(), seen.end(), x.getZExtValue()) == seen.end())
          seen.push_back(x.getZExtValue());
      }
      r.leaves.push_back({llvm::APInt(1, compare(*c, i.getOperand(0)->getType(), x, scalar(b.leaves[n]))), false});
    }
    set(t, i, std::move(r));
    return true;
  }
  switch (i.getOpcode()) {
  case llvm::Instruction::FNeg: {
    Val v = get(t, i.getOperand(0));
    for (Scalar &s : v.leaves) {
      s.bits = scalar(s);
      s.undefined = false;
      s.bits.flipBit(s.bits.getBitWidth() - 1);
    }
    set(t, i, std::move(v));
    return true;
  }
  case llvm::Instruction::Freeze: {
    Val v = get(t, i.getOperand(0));
    for (Scalar &s : v.leaves)
      s = {scalar(s), false};
    set(t, i, std::move(v));
    return true;
  }
  case llvm::Instruction::Select: {
    const Val c = get(t, i.getOperand(0));
    const Val a = get(t, i.getOperand(1)), b = get(t, i.getOperand(2));
    if (c.leaves.size() == 1 && !i.getOperand(0)->getType()->isVectorTy()) {
      set(t, i, scalar(c.leaves[0]).getBoolValue() ? a : b);
      return true;
    }
    Val r;
    for (std::size_t n = 0; n < a.leaves.size(); ++n)
      r.leaves.push_back(scalar(c.leaves[n]).getBoolValue() ? a.leaves[n] : b.leaves[n]);
    set(t, i, std::move(r));
    return true;
  }
  case llvm::Instruction::ExtractElement: {
    const Val v = get(t, i.getOperand(0));
    const std::uint64_t n = number(t, i.getOperand(1));
    if (n >= v.leaves.size())
      throw Undefined("an element beyond a vector");
    Val r;
    r.leaves.push_back(v.leaves[n]);
    set(t, i, std::move(r));
    return true;
  }
  case llvm::Instruction::InsertElement: {
    Val v = get(t, i.getOperand(0));
    const std::uint64_t n = number(t, i.getOperand(2));
    if (n >= v.leaves.size())
      throw Undefined("an element beyond a vector");
    v.leaves[n] = get(t, i.getOperand(1)).leaves[0];
    set(t, i, std::move(v));
    return true;
  }
  case llvm::Instruction::ShuffleVector: {
    const auto &s = llvm::cast<llvm::ShuffleVectorInst>(i);
    const Val a = get(t, i.getOperand(0)), b = get(t, i.getOperand(1));
    Val r;
    for (int m : s.getShuffleMask()) {
      if (m < 0)
        r.leaves.push_back({llvm::APInt(width(i.getType()), 0), true});
      else
        r.leaves.push_back(static_cast<std::size_t>(m) < a.leaves.size() ? a.leaves[m] : b.leaves[m - a.leaves.size()]);
    }
    set(t, i, std::move(r));
    return true;
  }
  case llvm::Instruction::ExtractValue: {
    const auto &e = llvm::cast<llvm::ExtractValueInst>(i);
    const Val v = get(t, i.getOperand(0));
    const auto [at, n] = leaves_below(info_, i.getOperand(0)->getType(), e.getIndices());
    Val r;
    r.leaves.append(v.leaves.begin() + at, v.leaves.begin() + at + n);
    set(t, i, std::move(r));
    return true;
  }
  case llvm::Instruction::InsertValue: {
    const auto &e = llvm::cast<llvm::InsertValueInst>(i);
    Val v = get(t, i.getOperand(0));
    v.image.reset();
    const Val part = get(t, i.getOperand(1));
    const auto [at, n] = leaves_below(info_, i.getType(), e.getIndices());
    for (unsigned k = 0; k < n; ++k)
      v.leaves[at + k] = part.leaves[k];
    set(t, i, std::move(v));
    return true;
  }
  default: return false;
  }
}

} // namespace lockstep::oracle::bytes
