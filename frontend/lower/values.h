// Values. An LLVM value is a list of pieces, one per scalar. A piece that is a pointer has an offset (in granules of
// what it points to) and says which object (an i32: the ObjectId; 0 is null). A pointer of unknown origin is raw: the
// offset is its address, the object is `raw_object`. It can be moved about, stored and compared, not accessed.
//
// Sound to keep expressions over phi variables unevaluated until their use: in SSA form, whenever the phi is assigned
// again, the definition of everything that depends on it is passed again before its next use; edge copies are parallel.
#pragma once

#include "frontend/lower/builder.h"
#include "frontend/types.h"

#include "llvm/IR/Constants.h"

namespace lockstep::frontend {

struct Piece {
  cfg::Expr expr;  // of a pointer: the offset; empty: undefined (LLVM's undef and poison)
  cfg::Expr which; // of a pointer: the object
};
using Pieces = std::vector<Piece>;

// What a load, store or atomic goes through.
struct Pointer {
  Piece piece;
  Targets targets;
  const llvm::Value *value = nullptr; // null: made by a handler
};

// The same bits as another type; folded where they are known or were of that type before.
cfg::Expr bit_cast(cfg::Expr e, cfg::Type to);

class Values {
public:
  // A constant expression's pieces: what the instruction that it stands for would give.
  using OfExpression = std::function<Pieces(const llvm::ConstantExpr &, const std::vector<Scalar> &)>;

  Values(Builder &out, OfExpression of_expression) : in_(out.in), out_(out), of_expression_(std::move(of_expression)) {}

  std::vector<Scalar> shape(const llvm::Type *type); // of its pieces; refused: none
  Pieces value(const llvm::Value *v);                // undefined pieces stay empty
  Pieces pieces(const llvm::Value *v);               // all pieces defined
  cfg::Expr scalar(const llvm::Value *v);            // the only piece
  Pointer pointer(const llvm::Value *v);
  void define(Piece &p, const Scalar &s); // any value, if it is undefined

  void set(const llvm::Value *v, Pieces p);                       // from here on, maybe through variables
  Pieces &operator[](const llvm::Value *v) { return values_[v]; } // likewise, as it is
  Pieces take(const llvm::Value *v, std::size_t pieces);          // of a value that goes
  const std::map<const llvm::Value *, Pieces> &known() const { return values_; }
  const std::map<cfg::VarId, cfg::Expr> &definitions() const { return definitions_; } // of variables assigned once

private:
  Pieces constant(const llvm::Constant *c);
  Pieces aggregate_constant(const llvm::Constant *c);
  cfg::Expr keep(cfg::Expr e, const llvm::Value *v, const std::string &suffix); // maybe through a variable

  const Source &in_;
  Builder &out_;
  OfExpression of_expression_;
  std::map<const llvm::Value *, Pieces> values_;
  std::map<cfg::VarId, cfg::Expr> definitions_;
};

} // namespace lockstep::frontend
