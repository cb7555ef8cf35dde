// Source places and names: see debug.h.
#include "frontend/lower/debug.h"

#include "frontend/llvm/scope_file.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace lockstep::frontend {

namespace {
support::SourcePlace place(const llvm::DIScope *scope, unsigned line, unsigned column) {
  return {scope_file(scope), line, column};
}

// SPIR states the address space in the expression; that is no computation on the value.
bool is_plain(const llvm::DIExpression *e) {
  unsigned n = e->getNumElements();
  return n == 0 || (n == 4 && e->getElement(0) == llvm::dwarf::DW_OP_constu &&
                    e->getElement(2) == llvm::dwarf::DW_OP_swap && e->getElement(3) == llvm::dwarf::DW_OP_xderef);
}

const llvm::DIDerivedType *member_at(const llvm::DIType *t, std::uint64_t &offset) {
  auto *s = llvm::dyn_cast_or_null<llvm::DICompositeType>(strip(t));
  if (!s || s->getTag() == llvm::dwarf::DW_TAG_array_type)
    return nullptr;
  for (const llvm::DINode *n : s->getElements()) {
    auto *m = llvm::dyn_cast<llvm::DIDerivedType>(n);
    if (!m || (m->getTag() != llvm::dwarf::DW_TAG_member && m->getTag() != llvm::dwarf::DW_TAG_inheritance) ||
        m->isStaticMember())
      continue;
    std::uint64_t from = m->getOffsetInBits() / 8;
    if (m->getTag() == llvm::dwarf::DW_TAG_inheritance) { // no size is told; the base may be empty
      std::uint64_t within = offset - from;
      if (offset >= from && member_at(m->getBaseType(), within)) {
        offset -= from;
        return m;
      }
    } else if (offset >= from && offset < from + m->getSizeInBits() / 8) {
      offset -= from;
      return m;
    }
  }
  return nullptr;
}
} // namespace

DebugInfo::DebugInfo(const llvm::Function &f) : function_(f) {
  for (const llvm::Instruction &i : llvm::instructions(f)) {
    for (const llvm::DbgVariableRecord &r : llvm::filterDbgVars(i.getDbgRecordRange()))
      if (r.getNumVariableLocationOps() == 1 && is_plain(r.getExpression()))
        note(r.getVariableLocationOp(0), r.getVariable());
    if (auto *d = llvm::dyn_cast<llvm::DbgVariableIntrinsic>(&i))
      if (d->getNumVariableLocationOps() == 1 && is_plain(d->getExpression()))
        note(d->getVariableLocationOp(0), d->getVariable());
  }
}

void DebugInfo::note(const llvm::Value *v, const llvm::DILocalVariable *variable) {
  if (v && !llvm::isa<llvm::Constant>(v))
    variables_.try_emplace(v, variable);
}

support::Origin DebugInfo::origin(const llvm::DILocation *l) const {
  if (!l || l->getLine() == 0)
    return {};
  auto it = origins_.find(l);
  if (it != origins_.end())
    return it->second;
  const llvm::DISubprogram *sp = l->getScope()->getSubprogram();
  support::Origin o(place(l->getScope(), l->getLine(), l->getColumn()), origin(l->getInlinedAt()),
                    sp ? sp->getName().str() : "");
  return origins_[l] = o;
}

support::Origin DebugInfo::origin(const llvm::DIVariable *v) const {
  return v ? support::Origin(place(v->getScope(), v->getLine(), 0)) : support::Origin();
}

support::Origin DebugInfo::function_origin() const {
  const llvm::DISubprogram *sp = function_.getSubprogram();
  return sp ? support::Origin(place(sp, sp->getLine(), 0), {}, sp->getName().str()) : support::Origin();
}

const llvm::DIVariable *DebugInfo::variable(const llvm::Value *v) const {
  if (auto it = variables_.find(v); it != variables_.end())
    return it->second;
  if (auto *g = llvm::dyn_cast<llvm::GlobalVariable>(v)) {
    llvm::SmallVector<llvm::DIGlobalVariableExpression *, 1> found;
    g->getDebugInfo(found);
    return found.empty() ? nullptr : found.front()->getVariable();
  }
  return nullptr;
}

std::string DebugInfo::name(const llvm::Value *v) const {
  const llvm::DIVariable *found = variable(v);
  return found ? found->getName().str() : "";
}

const llvm::DIType *strip(const llvm::DIType *t) {
  while (auto *d = llvm::dyn_cast_or_null<llvm::DIDerivedType>(t)) {
    switch (d->getTag()) {
    case llvm::dwarf::DW_TAG_typedef:
    case llvm::dwarf::DW_TAG_const_type:
    case llvm::dwarf::DW_TAG_volatile_type:
    case llvm::dwarf::DW_TAG_restrict_type:
    case llvm::dwarf::DW_TAG_atomic_type:
    case llvm::dwarf::DW_TAG_member: t = d->getBaseType(); continue;
    default: return t;
    }
  }
  return t;
}

bool is_structure(const llvm::DIType *t) {
  auto *whole = llvm::dyn_cast_or_null<llvm::DICompositeType>(strip(t));
  return whole &&
         (whole->getTag() == llvm::dwarf::DW_TAG_structure_type || whole->getTag() == llvm::dwarf::DW_TAG_class_type);
}

unsigned element_bytes(const llvm::DIType *t) {
  t = strip(t);
  if (auto *d = llvm::dyn_cast_or_null<llvm::DIDerivedType>(t)) // a pointer or a reference
    t = strip(d->getBaseType());
  while (auto *a = llvm::dyn_cast_or_null<llvm::DICompositeType>(t)) {
    if (a->getTag() != llvm::dwarf::DW_TAG_array_type || a->isVector())
      break;
    t = strip(a->getBaseType());
  }
  return t ? static_cast<unsigned>(t->getSizeInBits() / 8) : 0;
}

std::vector<std::uint64_t> row_extents(const llvm::DIType *t) {
  t = strip(t);
  std::vector<std::uint64_t> out;
  bool outermost = true; // a pointer's own dimension
  if (auto *d = llvm::dyn_cast_or_null<llvm::DIDerivedType>(t)) {
    t = strip(d->getBaseType());
    outermost = false;
  }
  while (auto *a = llvm::dyn_cast_or_null<llvm::DICompositeType>(t)) {
    if (a->getTag() != llvm::dwarf::DW_TAG_array_type || a->isVector())
      break;
    for (const llvm::DINode *n : a->getElements()) {
      const auto *range = llvm::dyn_cast<llvm::DISubrange>(n);
      const auto count = range ? range->getCount() : llvm::DISubrange::BoundType();
      const auto *known = llvm::dyn_cast_if_present<llvm::ConstantInt *>(count);
      if (!outermost && (!known || known->getBitWidth() > 64 || known->isNegative()))
        return {};
      if (!outermost)
        out.push_back(known->getZExtValue());
      outermost = false;
    }
    t = strip(a->getBaseType());
  }
  return out;
}

namespace {
std::uint64_t smallest_within(const llvm::DIType *t) {
  t = strip(t);
  auto *whole = llvm::dyn_cast_or_null<llvm::DICompositeType>(t);
  if (whole && whole->getTag() == llvm::dwarf::DW_TAG_array_type)
    return smallest_within(whole->getBaseType());
  const bool number = t && (llvm::isa<llvm::DIBasicType, llvm::DIDerivedType>(t) ||
                            (whole && whole->getTag() == llvm::dwarf::DW_TAG_enumeration_type));
  if (!whole || number)
    return number && t->getSizeInBits() >= 8 ? t->getSizeInBits() / 8 : 1;
  std::uint64_t least = 0;
  for (const llvm::DINode *n : whole->getElements())
    if (auto *m = llvm::dyn_cast<llvm::DIDerivedType>(n); m && !m->isStaticMember())
      if (m->getTag() == llvm::dwarf::DW_TAG_member || m->getTag() == llvm::dwarf::DW_TAG_inheritance) {
        const std::uint64_t bytes = m->isBitField() ? 1 : smallest_within(m->getBaseType());
        least = least == 0 ? bytes : std::min(least, bytes);
      }
  return std::max<std::uint64_t>(least, 1);
}
} // namespace

std::uint64_t smallest_scalar(const llvm::DIType *t) {
  t = strip(t);
  auto *pointer = llvm::dyn_cast_or_null<llvm::DIDerivedType>(t); // or a reference
  return smallest_within(pointer ? pointer->getBaseType() : t);
}

std::string member_path(const llvm::DIType *t, std::uint64_t offset) {
  std::string path;
  while (const llvm::DIDerivedType *m = member_at(t, offset)) {
    if (m->getTag() == llvm::dwarf::DW_TAG_member && !m->getName().empty())
      path += "." + m->getName().str();
    t = m->getBaseType();
  }
  return path;
}

const llvm::DIType *member_type(const llvm::DIType *t, std::uint64_t offset) {
  while (const llvm::DIDerivedType *m = member_at(t, offset))
    t = m->getBaseType();
  return strip(t);
}

} // namespace lockstep::frontend
