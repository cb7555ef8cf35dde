// LLVM's loads and stores: as accesses of memory.h, atomic operations, or, in annotations, reads.
#include "cfg/ir/padding.h"
#include "frontend/llvm/incoherent_loads.h"
#include "frontend/lower/atomics.h"
#include "frontend/lower/instructions.h"
#include "support/sound.h"

namespace lockstep::frontend {

using cfg::Expr;
using cfg::Op;

void load(Context &cx, const llvm::LoadInst &i) {
  std::vector<Scalar> parts = cx.values.shape(i.getType());
  Pointer p = cx.values.pointer(i.getPointerOperand());
  if (parts.empty())
    return;
  Pieces out;
  if (!cx.memory.load_special(p, i.getPointerOperand(), parts, out)) {
    if (cx.out.annotation && (cx.out.annotation.is_expression || !cx.memory.only_private(p)))
      out = cx.memory.read_scalars(p, parts);
    else if (i.isAtomic() && parts.size() == 1 && !parts[0].pointer && !is_incoherent(i))
      out = {{atomic(cx, cfg::AtomicOp::Load, p, parts[0], {}, true, &i, scope_of(cx, i), order_of(i.getOrdering()),
                     false, orders_all_spaces(cx.in, i)),
              nullptr}};
    else {
      const InMode mode(cx.out,
                        {.fresh = i.isVolatile(), .incoherent = is_incoherent(i), .align = i.getAlign().value()});
      out = cx.memory.load_scalars(p, parts, &i);
    }
  }
  std::uint64_t offset = 0; // a pointer in a by-value parameter: an object of its own
  const llvm::Argument *a = by_value_at(i.getPointerOperand(), cx.in.target, offset);
  if (a && support::sound("access.slots", !cx.in.points_to.of(&i).unknown)) // nothing else was written there
    for (std::size_t k = 0; k < parts.size(); ++k)
      if (ObjectId slot = parts[k].pointer ? cx.in.points_to.slot(a, offset + parts[k].offset) : null_object)
        out[k] = {cfg::constant(cx.in.pointer_type, 0), cfg::constant(which_type, slot)};
  cx.values[&i] = std::move(out);
}

// passes/incoherent.cpp has left it: more than loads comes of the place.
void handlers::incoherent_place(Context &cx, const Call &) {
  cx.out.refuse("a place that '__ldg' would read, used for something else");
}

void store(Context &cx, const llvm::StoreInst &i) {
  std::vector<Scalar> parts = cx.values.shape(i.getValueOperand()->getType());
  Pointer p = cx.values.pointer(i.getPointerOperand());
  Pieces values = cx.values.value(i.getValueOperand());
  values.resize(parts.size());
  // The fourth component that a vector of three has in memory: padding (passes/bytes.cpp).
  if (parts.size() == 4 && i.getValueOperand()->getType()->isVectorTy() && !parts[3].pointer && !values[3].expr &&
      values[0].expr && values[1].expr && values[2].expr && !cx.memory.only_private(p))
    values[3].expr = cfg::padding(parts[3].type);
  for (std::size_t k = 0; k < parts.size(); ++k)
    cx.values.define(values[k], parts[k]);
  if (parts.empty())
    return;
  if (cx.out.annotation)
    return cx.out.refuse("a store in an annotation");
  if (i.isAtomic() && parts.size() == 1 && !parts[0].pointer) {
    atomic(cx, cfg::AtomicOp::Store, p, parts[0], {values[0].expr}, false, nullptr, scope_of(cx, i),
           order_of(i.getOrdering()), false, orders_all_spaces(cx.in, i));
    return;
  }
  Pieces numbers = values; // a pointer is kept as an address, and in the shadows
  for (std::size_t k = 0; k < parts.size(); ++k)
    if (parts[k].pointer)
      numbers[k].expr = cx.addresses.address(values[k], cx.in.points_to.of(i.getValueOperand()));
  {
    const InMode mode(cx.out, {.fresh = i.isVolatile(), .align = i.getAlign().value()});
    cx.memory.store_scalars(p, parts, numbers);
  }
  for (std::size_t k = 0; k < parts.size(); ++k)
    if (parts[k].pointer)
      cx.memory.on_each_target(p, [&](ObjectId id) {
        Expr at = cfg::binary(Op::Add, p.piece.expr,
                              cfg::constant(cx.in.pointer_type, parts[k].offset / cx.in.layout.granule(id)), true);
        cx.memory.store_shadows(id, at, values[k], parts[k].bytes);
      });
}

} // namespace lockstep::frontend
