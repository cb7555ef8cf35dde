// Values of LLVM as pieces (values.h): constants, undefined values, and which values get a variable.
#include "frontend/lower/values.h"

#include "cfg/ir/padding.h"
#include "frontend/llvm/copies/group_copies.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Operator.h"

#include <unordered_map>

namespace lockstep::frontend {

namespace {
// The number of nodes of a tree, counted with repetition, up to a limit.
std::size_t size_up_to(const cfg::Expr &e, std::size_t limit) {
  std::size_t n = 1;
  for (const cfg::Expr &a : e->args)
    if (n < limit)
      n += size_up_to(a, limit - n);
  return n;
}

// Used once, by a phi: the phi's variable carries the name.
bool only_next_value(const llvm::Value *v) { return v->hasOneUse() && llvm::isa<llvm::PHINode>(*v->user_begin()); }

constexpr std::size_t small_tree = 6;  // may be repeated at each use
constexpr std::size_t large_tree = 40; // never grows beyond
} // namespace

cfg::Expr bit_cast(cfg::Expr e, cfg::Type to) {
  if (cfg::is_const(e))
    return cfg::constant(to, e->value);
  if (e->op == cfg::Op::BitCast)
    e = e->args[0];
  return cfg::cast(cfg::Op::BitCast, std::move(e), to);
}

std::vector<Scalar> Values::shape(const llvm::Type *type) {
  auto parts = scalars(const_cast<llvm::Type *>(type), in_.target, in_.pointer_bits);
  if (!parts) {
    out_.refuse("a value of type " + type_name(type));
    return {};
  }
  return *parts;
}

void Values::define(Piece &p, const Scalar &s) {
  if (!p.expr) {
    p.expr = out_.havoc(s.type, "undef");
    p.which = s.pointer ? cfg::constant(which_type, null_object) : nullptr;
  }
}

Pieces Values::pieces(const llvm::Value *v) {
  Pieces out = value(v);
  std::vector<Scalar> parts = shape(v->getType());
  out.resize(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i)
    define(out[i], parts[i]);
  return out;
}

cfg::Expr Values::scalar(const llvm::Value *v) {
  Pieces p = pieces(v);
  return p.size() == 1 ? p[0].expr : cfg::constant(cfg::int_type(32), 0); // refused already
}

Pointer Values::pointer(const llvm::Value *v) {
  Pieces p = pieces(v);
  return {p.empty() ? Piece{} : p[0], in_.points_to.of(v), v};
}

Pieces Values::value(const llvm::Value *v) {
  if (auto it = values_.find(v); it != values_.end())
    return it->second;
  if (auto *c = llvm::dyn_cast<llvm::Constant>(v))
    return constant(c);
  if (!out_.report.refused) // else it is missing because its definition was refused
    out_.refuse("a value of type " + type_name(v->getType()));
  return Pieces(shape(v->getType()).size());
}

Pieces Values::aggregate_constant(const llvm::Constant *c) {
  Pieces out;
  unsigned count = 0;
  if (auto *v = llvm::dyn_cast<llvm::FixedVectorType>(c->getType()))
    count = v->getNumElements();
  else if (auto *a = llvm::dyn_cast<llvm::ArrayType>(c->getType()))
    count = static_cast<unsigned>(a->getNumElements());
  else
    count = c->getType()->getStructNumElements();
  for (unsigned i = 0; i < count; ++i) {
    const llvm::Constant *e = c->getAggregateElement(i);
    if (!e) {
      out_.refuse("a constant of type " + type_name(c->getType()));
      return out;
    }
    Pieces p = constant(e);
    p.resize(shape(e->getType()).size());
    out.insert(out.end(), p.begin(), p.end());
  }
  return out;
}

Pieces Values::constant(const llvm::Constant *c) {
  std::vector<Scalar> parts = shape(c->getType());
  if (parts.empty())
    return {};
  if (llvm::isa<llvm::UndefValue>(c))
    return Pieces(parts.size());
  if ((llvm::isa<llvm::FixedVectorType>(c->getType()) || c->getType()->isAggregateType()) &&
      !llvm::isa<llvm::ConstantExpr>(c))
    return aggregate_constant(c);
  if (auto *i = llvm::dyn_cast<llvm::ConstantInt>(c))
    return {{cfg::constant(parts[0].type, i->getZExtValue()), nullptr}};
  if (auto *f = llvm::dyn_cast<llvm::ConstantFP>(c))
    return {{cfg::constant(parts[0].type, f->getValueAPF().bitcastToAPInt().getZExtValue()), nullptr}};
  auto object_piece = [&](ObjectId id) {
    return Pieces{{cfg::constant(in_.pointer_type, 0), cfg::constant(cfg::int_type(32), id)}};
  };
  if (is_event(c->getType()))
    return {{cfg::constant(parts[0].type, 0), nullptr}}; // no event
  if (c->isNullValue())
    return object_piece(null_object);
  if (llvm::isa<llvm::GlobalVariable, llvm::Function>(c) && in_.points_to.of(c).objects.size() == 1)
    return object_piece(*in_.points_to.of(c).objects.begin());
  if (auto *e = llvm::dyn_cast<llvm::ConstantExpr>(c))
    return of_expression_(*e, parts);
  out_.refuse("a constant of type " + type_name(c->getType()));
  return Pieces(parts.size());
}

// A variable of its own gets what the source names, what is used more than once and not small, and what is large:
// trees are walked with repetition, so their size must stay bounded. Annotations stay trees, as they may read arrays.
cfg::Expr Values::keep(cfg::Expr e, const llvm::Value *v, const std::string &suffix) {
  if (!e || out_.annotation || e->args.empty() || cfg::has_padding(e)) // padding stays visible where it is stored
    return e;
  bool named = !in_.debug.name(v).empty() && !only_next_value(v);
  std::size_t size = size_up_to(e, large_tree);
  bool repeated = v->getNumUses() > 1 && size > small_tree;
  if (!named && !repeated && size < large_tree)
    return e;
  cfg::VarId var = out_.new_var(in_.hint(v) + suffix, e->type, named ? v : nullptr);
  out_.emit(cfg::Assign{var, e});
  definitions_[var] = e;
  return cfg::variable(var, e->type);
}

Pieces Values::take(const llvm::Value *v, std::size_t pieces) {
  auto known = values_.extract(v);
  return known ? std::move(known.mapped()) : Pieces(pieces);
}

void Values::set(const llvm::Value *v, Pieces p) {
  for (std::size_t i = 0; i < p.size(); ++i) {
    std::string suffix = p.size() == 1 ? "" : "." + std::to_string(i);
    p[i].expr = keep(p[i].expr, v, suffix);
    if (p[i].which)
      p[i].which = keep(p[i].which, v, suffix + ".object");
  }
  values_[v] = std::move(p);
}

} // namespace lockstep::frontend
