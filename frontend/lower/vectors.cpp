// Elements of vectors and members of aggregates.
#include "frontend/lower/instructions.h"

#include "llvm/IR/Constants.h"

#include <utility>

namespace lockstep::frontend {

using cfg::Expr;
using cfg::Op;

void extract_element(Context &cx, const llvm::ExtractElementInst &i) {
  Pieces p = cx.values.value(i.getVectorOperand());
  std::vector<Scalar> parts = cx.values.shape(i.getVectorOperand()->getType());
  p.resize(parts.size());
  if (auto *c = llvm::dyn_cast<llvm::ConstantInt>(i.getIndexOperand()))
    return cx.values.set(&i, {c->getValue().ult(p.size()) ? p[c->getZExtValue()] : Piece{}});
  p = cx.values.pieces(i.getVectorOperand());
  Expr index = cx.values.scalar(i.getIndexOperand());
  if (p.empty())
    return;
  Piece out = p.back();
  if (!is_below(cx.in, i.getIndexOperand(), p.size())) { // beyond the end lies poison
    out = {};
    cx.values.define(out, parts.back());
  }
  for (std::size_t k = p.size(); k-- > 0;) {
    Expr here = cfg::binary(Op::Eq, index, cfg::constant(index->type, k));
    out.expr = cfg::ite(here, p[k].expr, out.expr);
    if (out.which)
      out.which = cfg::ite(here, p[k].which, out.which);
  }
  cx.values.set(&i, {out});
}

void insert_element(Context &cx, const llvm::InsertElementInst &i) {
  Pieces p = cx.values.value(i.getOperand(0));
  std::vector<Scalar> parts = cx.values.shape(i.getType());
  p.resize(parts.size());
  Pieces e = cx.values.value(i.getOperand(1));
  e.resize(1);
  if (auto *c = llvm::dyn_cast<llvm::ConstantInt>(i.getOperand(2))) {
    if (c->getValue().ult(p.size()))
      p[c->getZExtValue()] = e[0];
    else
      p.assign(p.size(), {});
    return cx.values.set(&i, std::move(p));
  }
  Expr index = cx.values.scalar(i.getOperand(2));
  if (!e[0].expr)
    e = cx.values.pieces(i.getOperand(1));
  Expr beyond; // the end: all of the vector is poison
  if (!is_below(cx.in, i.getOperand(2), p.size()))
    beyond = cfg::binary(Op::Ule, cfg::constant(index->type, p.size()), index);
  for (std::size_t k = 0; k < p.size(); ++k) {
    cx.values.define(p[k], parts[k]);
    if (Piece any; beyond && !p[k].which) {
      cx.values.define(any, parts[k]);
      p[k].expr = cfg::ite(beyond, any.expr, p[k].expr);
    }
    Expr here = cfg::binary(Op::Eq, index, cfg::constant(index->type, k));
    p[k].expr = cfg::ite(here, e[0].expr, p[k].expr);
    if (p[k].which)
      p[k].which = cfg::ite(here, e[0].which, p[k].which);
  }
  cx.values.set(&i, std::move(p));
}

void shuffle(Context &cx, const llvm::ShuffleVectorInst &i) {
  Pieces p = cx.values.value(i.getOperand(0)), q = cx.values.value(i.getOperand(1));
  std::size_t n = cx.values.shape(i.getOperand(0)->getType()).size();
  p.resize(n);
  q.resize(n);
  p.insert(p.end(), q.begin(), q.end());
  Pieces out;
  for (int m : i.getShuffleMask())
    out.push_back(m < 0 || static_cast<std::size_t>(m) >= p.size() ? Piece{} : p[static_cast<std::size_t>(m)]);
  cx.values.set(&i, std::move(out));
}

namespace {
// The pieces [first, first + count) that the indices select within a value of this type.
std::pair<std::size_t, std::size_t> piece_range(llvm::Type *type, llvm::ArrayRef<unsigned> indices,
                                                const llvm::DataLayout &layout) {
  auto count = [&](llvm::Type *t) {
    auto parts = scalars(t, layout, 64);
    return parts ? parts->size() : 0;
  };
  std::size_t first = 0;
  for (unsigned index : indices) {
    for (unsigned k = 0; k < index; ++k)
      first += count(llvm::ExtractValueInst::getIndexedType(type, {k}));
    type = llvm::ExtractValueInst::getIndexedType(type, {index});
  }
  return {first, count(type)};
}
} // namespace

void extract_value(Context &cx, const llvm::ExtractValueInst &i) {
  Pieces p = cx.values.value(i.getAggregateOperand());
  p.resize(cx.values.shape(i.getAggregateOperand()->getType()).size());
  auto [first, count] = piece_range(i.getAggregateOperand()->getType(), i.getIndices(), cx.in.target);
  if (first + count > p.size())
    return;
  cx.values.set(&i, Pieces(p.begin() + static_cast<std::ptrdiff_t>(first),
                           p.begin() + static_cast<std::ptrdiff_t>(first + count)));
}

void insert_value(Context &cx, const llvm::InsertValueInst &i) {
  Pieces p = cx.values.value(i.getAggregateOperand()), e = cx.values.value(i.getInsertedValueOperand());
  p.resize(cx.values.shape(i.getType()).size());
  auto [first, count] = piece_range(i.getType(), i.getIndices(), cx.in.target);
  e.resize(count);
  for (std::size_t k = 0; k < count && first + k < p.size(); ++k)
    p[first + k] = e[k];
  cx.values.set(&i, std::move(p));
}

} // namespace lockstep::frontend
