// Pointers as (object, offset in granules): address arithmetic, comparisons, addresses as integers (pointers.cpp).
#pragma once

#include "frontend/lower/values.h"

#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Operator.h"

namespace lockstep::frontend {

class Addresses {
public:
  Addresses(Builder &out, Values &values) : in_(out.in), out_(out), values_(values) {}

  Pieces gep(const llvm::GEPOperator &g);
  // p + elements * element_bytes, for builtins (vload4 and the like).
  Piece advance(Piece p, const Targets &t, cfg::Expr elements, unsigned element_bytes);
  Pieces int_to_pointer(const llvm::Value *integer);
  cfg::Expr address(const Piece &p, const Targets &t); // as a number
  cfg::Expr offset_of_address(cfg::Expr address, ObjectId id);
  cfg::Expr compare_pointers(llvm::CmpInst::Predicate p, const llvm::Value *a, const llvm::Value *b);
  cfg::Expr pointer_difference(const llvm::Value *a, const llvm::Value *b); // bytes
  const std::map<ObjectId, cfg::Expr> &known() const { return addresses_; } // where objects lie, as far as was asked

private:
  cfg::Expr granules(const llvm::Value *index, std::int64_t scale, unsigned granule, bool nsw);
  cfg::Expr divide_exactly(const cfg::Expr &e, std::uint64_t by);
  cfg::Expr base_address(ObjectId id);
  void assume_distinct(const cfg::Expr &function); // from null and the other functions' addresses

  const Source &in_;
  Builder &out_;
  Values &values_;
  std::map<ObjectId, cfg::Expr> addresses_;
};

} // namespace lockstep::frontend
