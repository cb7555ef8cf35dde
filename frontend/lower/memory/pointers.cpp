// Pointers as (object, offset in granules): address arithmetic, comparisons, addresses as integers.
#include "frontend/lower/memory/addresses.h"

#include "frontend/lower/scalar_ops.h"
#include "support/sound.h"
#include "llvm/IR/Operator.h"

#include <numeric>

namespace lockstep::frontend {

using cfg::Expr;
using cfg::Op;

namespace {
bool divides(std::uint64_t by, const Expr &constant) {
  return cfg::signed_value(*constant) % static_cast<std::int64_t>(by) == 0;
}

Expr divided(const Expr &constant, std::uint64_t by) {
  return cfg::constant(constant->type,
                       static_cast<std::uint64_t>(cfg::signed_value(*constant) / static_cast<std::int64_t>(by)));
}

// x * (c / by) where e is x * c or x << k and a wrap-around is excluded (`signed_`: as a signed number, else unsigned).
Expr divide_product(const Expr &e, std::uint64_t by, bool signed_) {
  if (support::unsound("pointers.divide", !(signed_ ? e->nsw : e->nuw)) || !cfg::is_const(e->args[1]))
    return nullptr;
  Expr factor = e->args[1];
  if (e->op == Op::Shl) {
    if (factor->value + 1 >= e->type.width)
      return nullptr;
    factor = cfg::constant(e->type, std::uint64_t(1) << factor->value);
  } else if (e->op != Op::Mul) {
    return nullptr;
  }
  if (!divides(by, factor) || (!signed_ && cfg::signed_value(*factor) < 0))
    return nullptr;
  return cfg::binary(Op::Mul, e->args[0], divided(factor, by), e->nsw, e->nuw);
}

// e / by (signed) without a remainder, structurally; empty where the structure does not show it. Only through
// operations that do not wrap around: there (a * c) / by is a * (c / by).
Expr divide_structurally(const Expr &e, std::uint64_t by) {
  if (cfg::is_const(e))
    return divides(by, e) ? divided(e, by) : nullptr;
  if (e->op == Op::Sext || e->op == Op::Zext) {
    Expr inner = e->op == Op::Sext              ? divide_structurally(e->args[0], by)
                 : e->args[0]->args.size() == 2 ? divide_product(e->args[0], by, false)
                                                : nullptr;
    return inner ? cfg::cast(e->op, inner, e->type) : nullptr;
  }
  if (support::unsound("pointers.divide", !e->nsw))
    return nullptr;
  if (e->op == Op::Add || e->op == Op::Sub) {
    Expr a = divide_structurally(e->args[0], by);
    Expr b = divide_structurally(e->args[1], by);
    return a && b ? cfg::binary(e->op, a, b, e->nsw, false) : nullptr;
  }
  return divide_product(e, by, true);
}
} // namespace

// Sound because `by` divides e (Layout chose the granule so), and it is a power of two where the structure does not
// help: then the arithmetic shift is the exact quotient whatever e's computation did.
Expr Addresses::divide_exactly(const Expr &e, std::uint64_t by) {
  if (by == 1)
    return e;
  if (Expr d = divide_structurally(e, by))
    return d;
  if ((by & (by - 1)) != 0) {
    out_.refuse("an address whose distance is not a visible multiple of " + std::to_string(by) + " bytes");
    return e;
  }
  std::uint64_t shift = 0;
  while ((std::uint64_t(1) << shift) < by)
    ++shift;
  return cfg::binary(Op::AShr, e, cfg::constant(e->type, shift));
}

// index * scale bytes, in granules.
Expr Addresses::granules(const llvm::Value *index, std::int64_t scale, unsigned granule, bool nsw) {
  std::uint64_t size = scale < 0 ? 0 - static_cast<std::uint64_t>(scale) : static_cast<std::uint64_t>(scale);
  std::uint64_t common = std::gcd(size, std::uint64_t(granule));
  Expr e = divide_exactly(in_.index_width(values_.scalar(index)), granule / common);
  std::int64_t factor = scale / static_cast<std::int64_t>(common);
  return cfg::binary(Op::Mul, e, cfg::constant(in_.pointer_type, static_cast<std::uint64_t>(factor)), nsw);
}

namespace {
// Of a pointer to no object that is known the offset is the whole address, in bytes.
bool is_bytes(const Piece &p) {
  return cfg::is_const(p.which) && (p.which->value == null_object || p.which->value == raw_object);
}
} // namespace

Pieces Addresses::gep(const llvm::GEPOperator &g) {
  auto offset = gep_offset(g, in_.target);
  Pieces base = values_.pieces(g.getPointerOperand());
  if (!offset || base.size() != 1) {
    out_.refuse("address arithmetic on a vector of pointers");
    return Pieces(values_.shape(g.getType()).size());
  }
  // The address of a scalarised by-value parameter is only ever an offset from it: its granule may be anything.
  unsigned granule = in_.granule_of(in_.points_to.of(g.getPointerOperand()));
  bool nsw = g.isInBounds() || g.hasNoUnsignedSignedWrap();
  const auto moved_by = [&](unsigned unit) {
    Expr at = base[0].expr;
    for (auto &[index, scale] : offset->terms)
      at = cfg::binary(Op::Add, at, granules(index, scale, unit, nsw), nsw);
    const auto constant = static_cast<std::uint64_t>(offset->constant / static_cast<std::int64_t>(unit));
    return cfg::binary(Op::Add, at, cfg::constant(in_.pointer_type, constant), nsw);
  };
  if (!nsw && !offset->terms.empty())
    out_.take_for_granted("the computation of addresses does not wrap around");
  Expr at = moved_by(is_bytes(base[0]) ? 1 : granule);
  const Targets &t = in_.points_to.of(g.getPointerOperand());
  if (!nsw && granule != 1 && !cfg::is_const(base[0].which) && (t.from_memory || t.objects.count(null_object)))
    at = cfg::ite(cfg::binary(Op::Eq, base[0].which, cfg::constant(cfg::int_type(32), null_object)), moved_by(1), at);
  return {{at, base[0].which}};
}

// p + elements * element_bytes, for builtins (vload4 and the like).
Piece Addresses::advance(Piece p, const Targets &t, Expr elements, unsigned element_bytes) {
  unsigned granule = in_.granule_of(t);
  Expr n = cfg::binary(Op::Mul, in_.index_width(std::move(elements)),
                       cfg::constant(in_.pointer_type, element_bytes / granule), true);
  return {cfg::binary(Op::Add, p.expr, n, true), p.which};
}

Pieces Addresses::int_to_pointer(const llvm::Value *integer) {
  if (const llvm::Value *pointer = pointer_behind(integer))
    return values_.value(pointer);
  Expr address = values_.scalar(integer);
  if (address->type.width != in_.pointer_bits)
    address = cfg::cast(address->type.width < in_.pointer_bits ? Op::Zext : Op::Trunc, address, in_.pointer_type);
  return {{address, cfg::constant(cfg::int_type(32), is_near_null(integer) ? null_object : raw_object)}};
}

// Sound because accesses that are not aligned are undefined: the granule divides the pointer (Layout::align).
Expr Addresses::offset_of_address(Expr address, ObjectId id) {
  if (address->type.width != in_.pointer_bits)
    address = cfg::cast(address->type.width < in_.pointer_bits ? Op::Zext : Op::Trunc, address, in_.pointer_type);
  unsigned shift = 0;
  while ((2U << shift) <= in_.layout.granule(id))
    ++shift;
  return shift == 0 ? address : cfg::binary(Op::LShr, address, cfg::constant(in_.pointer_type, shift));
}

// The address at which an object lies. Sound because nothing is known of it but that it is one number: for all threads
// where the object is one for all of them, for all threads of a group where it is the group's, else each thread's own.
Expr Addresses::base_address(ObjectId id) {
  if (id == null_object || id == raw_object || in_.points_to.objects()[id].kind == ObjectKind::Behind)
    return cfg::constant(in_.pointer_type, 0); // the offset is the address
  auto it = addresses_.find(id);
  if (it != addresses_.end())
    return it->second;
  const Object &o = in_.points_to.objects()[id];
  std::string object = o.value ? in_.hint(o.value) : "object";
  if (o.kind == ObjectKind::Function)
    if (const llvm::DISubprogram *f = llvm::cast<llvm::Function>(o.value)->getSubprogram())
      object = f->getName().str();
  if (o.kind == ObjectKind::Slot)
    object += "." + std::to_string(o.slot);
  cfg::Space space = in_.space_of(o).value_or(cfg::Space::Private);
  if (space == cfg::Space::Group) {
    std::vector<Expr> group;
    for (unsigned d = 0; d < 3; ++d)
      group.push_back(cfg::leaf(Op::GroupId, d, in_.pointer_type));
    return addresses_[id] = cfg::call("address." + std::to_string(id) + "." + object, in_.pointer_type, group);
  }
  bool common = space == cfg::Space::Global || space == cfg::Space::Constant || o.kind == ObjectKind::Function;
  common = support::sound("pointers.address", common);
  const cfg::VarId v = common ? added_parameter(out_, cfg::VarKind::Address, "address." + object, in_.pointer_type)
                              : out_.new_var("address." + object, in_.pointer_type);
  if (!common)
    out_.entry.push_back({cfg::Havoc{v}, out_.kernel.origin});
  Expr address = cfg::variable(v, in_.pointer_type);
  if (o.kind == ObjectKind::Function)
    assume_distinct(address);
  return addresses_[id] = address;
}

// The language says so of functions: none is at null, no two are at one place; none begins at an odd address.
void Addresses::assume_distinct(const Expr &function) {
  auto differs = [&](const Expr &other) {
    out_.entry.push_back(
        {cfg::Assume{cfg::binary(Op::Ne, function, other), cfg::AssumeKind::Language}, out_.kernel.origin});
  };
  differs(cfg::constant(in_.pointer_type, 0));
  for (auto &[id, address] : addresses_)
    if (in_.points_to.objects()[id].kind == ObjectKind::Function)
      differs(address);
  const Expr odd = cfg::binary(Op::BitAnd, function, cfg::constant(in_.pointer_type, 1)); // a mark of member pointers
  out_.entry.push_back(
      {cfg::Assume{cfg::binary(Op::Eq, odd, cfg::constant(in_.pointer_type, 0)), cfg::AssumeKind::Language},
       out_.kernel.origin});
}

// Where a pointer is just a number: base + offset * granule.
Expr Addresses::address(const Piece &p, const Targets &t) {
  if (t.unknown && !cfg::is_const(p.which)) {
    out_.refuse("the address in a pointer of which only some origins are known");
    return cfg::constant(in_.pointer_type, 0);
  }
  Expr base;
  if (cfg::is_const(p.which)) {
    base = base_address(static_cast<ObjectId>(p.which->value));
  } else {
    base = cfg::constant(in_.pointer_type, 0);
    for (ObjectId id : t.objects)
      base = cfg::ite(cfg::binary(Op::Eq, p.which, cfg::constant(cfg::int_type(32), id)), base_address(id), base);
  }
  Expr bytes = is_bytes(p) ? p.expr : cfg::binary(Op::Mul, p.expr, cfg::constant(in_.pointer_type, in_.granule_of(t)));
  if (!cfg::is_const(p.which) && (t.from_memory || t.objects.count(null_object)) && in_.granule_of(t) != 1 &&
      !support::left_out("pointers.null_in_bytes"))
    bytes = cfg::ite(cfg::binary(Op::Eq, p.which, cfg::constant(cfg::int_type(32), null_object)), p.expr, bytes);
  return cfg::binary(Op::Add, base, bytes);
}

Expr Addresses::compare_pointers(llvm::CmpInst::Predicate predicate, const llvm::Value *a, const llvm::Value *b) {
  Piece x = values_.pieces(a)[0], y = values_.pieces(b)[0];
  const Targets &s = in_.points_to.of(a), &t = in_.points_to.of(b);
  bool same = cfg::is_const(x.which) && cfg::is_const(y.which) && x.which->value == y.which->value &&
              in_.granule_of(s) == in_.granule_of(t);
  if (!same)
    return compare_scalars(predicate, address(x, s), address(y, t));
  // Within one object the order of addresses is the order of (signed) offsets: an object does not wrap around memory.
  // Whole addresses are compared as they are.
  const bool of_object = !is_bytes(x) && in_.points_to.objects()[x.which->value].kind != ObjectKind::Behind;
  if (llvm::CmpInst::isUnsigned(predicate) && support::sound("pointers.order", of_object))
    predicate = llvm::CmpInst::getSignedPredicate(predicate);
  return compare_scalars(predicate, x.expr, y.expr);
}

// (ptrtoint a) - (ptrtoint b), in bytes: of one object the bases cancel.
Expr Addresses::pointer_difference(const llvm::Value *a, const llvm::Value *b) {
  Piece x = values_.pieces(a)[0], y = values_.pieces(b)[0];
  const Targets &s = in_.points_to.of(a), &t = in_.points_to.of(b);
  if (!cfg::is_const(x.which) || !cfg::is_const(y.which) || x.which->value != y.which->value)
    return cfg::binary(Op::Sub, address(x, s), address(y, t));
  if (is_bytes(x))
    return cfg::binary(Op::Sub, x.expr, y.expr);
  const bool of_object = in_.points_to.objects()[x.which->value].kind != ObjectKind::Behind;
  return cfg::binary(Op::Mul, cfg::binary(Op::Sub, x.expr, y.expr, of_object),
                     cfg::constant(in_.pointer_type, in_.granule_of(s)), of_object);
}

} // namespace lockstep::frontend
