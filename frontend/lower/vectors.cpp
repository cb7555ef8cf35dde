// Elements of vectors and members of aggregates.
#include "frontend/lower/context.h"

#include "llvm/IR/Constants.h"

#include <utility>

namespace lockstep::frontend {

using cfg::Expr;
using cfg::Op;

void Lowerer::extract_element(const llvm::ExtractElementInst &i) {
  Pieces p = value(i.getVectorOperand());
  std::vector<Scalar> parts = shape(i.getVectorOperand()->getType());
  p.resize(parts.size());
  if (auto *c = llvm::dyn_cast<llvm::ConstantInt>(i.getIndexOperand()))
    return set(&i, {c->getValue().ult(p.size()) ? p[c->getZExtValue()] : Piece{}});
  p = pieces(i.getVectorOperand());
  Expr index = scalar(i.getIndexOperand());
  if (p.empty())
    return;
  Piece out = p.back();
  if (!is_below(i.getIndexOperand(), p.size())) { // beyond the end lies poison
    out = {};
    define(out, parts.back());
  }
  for (std::size_t k = p.size(); k-- > 0;) {
    Expr here = cfg::binary(Op::Eq, index, cfg::constant(index->type, k));
    out.expr = cfg::ite(here, p[k].expr, out.expr);
    if (out.which)
      out.which = cfg::ite(here, p[k].which, out.which);
  }
  set(&i, {out});
}

void Lowerer::insert_element(const llvm::InsertElementInst &i) {
  Pieces p = value(i.getOperand(0));
  std::vector<Scalar> parts = shape(i.getType());
  p.resize(parts.size());
  Pieces e = value(i.getOperand(1));
  e.resize(1);
  if (auto *c = llvm::dyn_cast<llvm::ConstantInt>(i.getOperand(2))) {
    if (c->getValue().ult(p.size()))
      p[c->getZExtValue()] = e[0];
    else
      p.assign(p.size(), {});
    return set(&i, std::move(p));
  }
  Expr index = scalar(i.getOperand(2));
  if (!e[0].expr)
    e = pieces(i.getOperand(1));
  Expr beyond; // the end: all of the vector is poison
  if (!is_below(i.getOperand(2), p.size()))
    beyond = cfg::binary(Op::Ule, cfg::constant(index->type, p.size()), index);
  for (std::size_t k = 0; k < p.size(); ++k) {
    define(p[k], parts[k]);
    if (Piece any; beyond && !p[k].which) {
      define(any, parts[k]);
      p[k].expr = cfg::ite(beyond, any.expr, p[k].expr);
    }
    Expr here = cfg::binary(Op::Eq, index, cfg::constant(index->type, k));
    p[k].expr = cfg::ite(here, e[0].expr, p[k].expr);
    if (p[k].which)
      p[k].which = cfg::ite(here, e[0].which, p[k].which);
  }
  set(&i, std::move(p));
}

void Lowerer::shuffle(const llvm::ShuffleVectorInst &i) {
  Pieces p = value(i.getOperand(0)), q = value(i.getOperand(1));
  std::size_t n = shape(i.getOperand(0)->getType()).size();
  p.resize(n);
  q.resize(n);
  p.insert(p.end(), q.begin(), q.end());
  Pieces out;
  for (int m : i.getShuffleMask())
    out.push_back(m < 0 || static_cast<std::size_t>(m) >= p.size() ? Piece{} : p[static_cast<std::size_t>(m)]);
  set(&i, std::move(out));
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

void Lowerer::extract_value(const llvm::ExtractValueInst &i) {
  Pieces p = value(i.getAggregateOperand());
  p.resize(shape(i.getAggregateOperand()->getType()).size());
  auto [first, count] = piece_range(i.getAggregateOperand()->getType(), i.getIndices(), layout_);
  if (first + count > p.size())
    return;
  set(&i,
      Pieces(p.begin() + static_cast<std::ptrdiff_t>(first), p.begin() + static_cast<std::ptrdiff_t>(first + count)));
}

void Lowerer::insert_value(const llvm::InsertValueInst &i) {
  Pieces p = value(i.getAggregateOperand()), e = value(i.getInsertedValueOperand());
  p.resize(shape(i.getType()).size());
  auto [first, count] = piece_range(i.getType(), i.getIndices(), layout_);
  e.resize(count);
  for (std::size_t k = 0; k < count && first + k < p.size(); ++k)
    p[first + k] = e[k];
  set(&i, std::move(p));
}

} // namespace lockstep::frontend
