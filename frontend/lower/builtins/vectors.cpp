// Handlers of the table: OpenCL's vectors in memory (vloadN, vstoreN, the half forms) and between registers (shuffle).
#include "frontend/lower/handlers.h"

namespace lockstep::frontend {

using cfg::Expr;
using cfg::Op;

namespace {
Pointer element_of(Context &cx, const llvm::Value *base, Expr elements, unsigned bytes) {
  Pointer p = cx.values.pointer(base);
  p.piece = cx.addresses.advance(p.piece, p.targets, std::move(elements), bytes);
  return p;
}

// `n` scalars of one type side by side in memory.
std::vector<Scalar> side_by_side(cfg::Type type, std::size_t n) {
  std::vector<Scalar> out;
  for (std::size_t k = 0; k < n; ++k)
    out.push_back({type, false, k * (type.width / 8), type.width / 8, 0});
  return out;
}

// vload3 and vstore3 step by 3 elements; the aligned half forms (vloada_half3) by 4.
std::uint64_t step(const Call &c, std::size_t n) {
  return n == 3 && c.name.find("a_half") != std::string::npos ? 4 : n;
}

// In bytes; of the others the pointer is aligned as an element is.
std::uint64_t align_of_half(const Call &c, std::size_t n) {
  return c.name.find("a_half") != std::string::npos ? 2 * step(c, n) : 2;
}

Expr times(const Expr &index, std::uint64_t n) {
  return cfg::binary(Op::Mul, index, cfg::constant(index->type, n), true, false);
}
} // namespace

// gentypeN vloadN(size_t offset, const gentype *p): the N elements from p[offset * N] on.
void handlers::vload(Context &cx, const Call &c) {
  std::vector<Scalar> parts = cx.values.shape(c.inst.getType());
  if (parts.empty() || c.inst.arg_size() != 2)
    return refuse_call(cx.out, c);
  Pointer p =
      element_of(cx, c.inst.getArgOperand(1),
                 times(cx.in.index_width(cx.values.scalar(c.inst.getArgOperand(0))), parts.size()), parts[0].bytes);
  std::vector<Scalar> in_memory = side_by_side(parts[0].type, parts.size());
  const InMode aligned(cx.out, {.align = parts[0].bytes});
  cx.values.set(&c.inst, cx.out.annotation ? cx.memory.read_scalars(p, in_memory)
                                           : cx.memory.load_scalars(p, in_memory, &c.inst));
}

// void vstoreN(gentypeN data, size_t offset, gentype *p)
void handlers::vstore(Context &cx, const Call &c) {
  if (c.inst.arg_size() != 3 || cx.out.annotation)
    return refuse_call(cx.out, c);
  Pieces data = cx.values.pieces(c.inst.getArgOperand(0));
  std::vector<Scalar> parts = cx.values.shape(c.inst.getArgOperand(0)->getType());
  if (parts.empty())
    return;
  Pointer p =
      element_of(cx, c.inst.getArgOperand(2),
                 times(cx.in.index_width(cx.values.scalar(c.inst.getArgOperand(1))), parts.size()), parts[0].bytes);
  const InMode aligned(cx.out, {.align = parts[0].bytes});
  cx.memory.store_scalars(p, side_by_side(parts[0].type, parts.size()), data);
}

void handlers::vload_half(Context &cx, const Call &c) {
  std::vector<Scalar> parts = cx.values.shape(c.inst.getType());
  if (parts.empty() || c.inst.arg_size() != 2)
    return refuse_call(cx.out, c);
  Pointer p = element_of(cx, c.inst.getArgOperand(1),
                         times(cx.in.index_width(cx.values.scalar(c.inst.getArgOperand(0))), step(c, parts.size())), 2);
  std::vector<Scalar> in_memory = side_by_side(cfg::float_type(16), parts.size());
  const InMode aligned(cx.out, {.align = align_of_half(c, parts.size())});
  Pieces out = cx.out.annotation ? cx.memory.read_scalars(p, in_memory) : cx.memory.load_scalars(p, in_memory, &c.inst);
  for (std::size_t k = 0; k < out.size(); ++k)
    out[k].expr = cfg::cast(Op::FToF, out[k].expr, parts[k].type);
  cx.values.set(&c.inst, std::move(out));
}

// The rounding mode in the name picks another deterministic function.
void handlers::vstore_half(Context &cx, const Call &c) {
  if (c.inst.arg_size() != 3 || cx.out.annotation)
    return refuse_call(cx.out, c);
  Pieces data = cx.values.pieces(c.inst.getArgOperand(0));
  Pointer p = element_of(cx, c.inst.getArgOperand(2),
                         times(cx.in.index_width(cx.values.scalar(c.inst.getArgOperand(1))), step(c, data.size())), 2);
  std::size_t mode = c.name.find("_rt");
  for (Piece &piece : data)
    piece.expr = mode == std::string::npos || c.name.ends_with("_rte")
                     ? cfg::cast(Op::FToF, piece.expr, cfg::float_type(16))
                     : cfg::call("to_half" + c.name.substr(mode) + "." + piece.expr->type.str(), cfg::float_type(16),
                                 {piece.expr});
  const InMode aligned(cx.out, {.align = align_of_half(c, data.size())});
  cx.memory.store_scalars(p, side_by_side(cfg::float_type(16), data.size()), data);
}

// shuffle(x, mask), shuffle2(x, y, mask): the element that the low bits of each mask element name.
void handlers::shuffle_builtin(Context &cx, const Call &c) {
  Pieces from = cx.values.pieces(c.inst.getArgOperand(0));
  if (c.inst.arg_size() == 3) {
    Pieces second = cx.values.pieces(c.inst.getArgOperand(1));
    from.insert(from.end(), second.begin(), second.end());
  }
  Pieces mask = cx.values.pieces(c.inst.getArgOperand(c.inst.arg_size() - 1)), out;
  if (from.empty() || (from.size() & (from.size() - 1)) != 0)
    return refuse_call(cx.out, c);
  for (const Piece &m : mask) {
    Expr index = cfg::binary(Op::BitAnd, m.expr, cfg::constant(m.expr->type, from.size() - 1));
    Expr e = from[0].expr;
    for (std::size_t k = 1; k < from.size(); ++k)
      e = cfg::ite(cfg::binary(Op::Eq, index, cfg::constant(index->type, k)), from[k].expr, e);
    out.push_back({e, nullptr});
  }
  cx.values.set(&c.inst, std::move(out));
}

} // namespace lockstep::frontend
