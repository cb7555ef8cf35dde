// Offsets that fall into rows and columns: c * row + column. Solvers find a pair of rows easier than one of offsets.
#pragma once

#include "cfg/analysis/values/linear.h"
#include "emit/knowledge/knowledge.h"

namespace lockstep::emit::knowledge {

// What variables equal in front of a statement.
struct Equations {
  std::map<cfg::VarId, cfg::Expr> values;
  // Of a variable x of which x % y is 0: x / y, and x as a product by y, which it is where x / y is defined.
  struct Multiple {
    cfg::Expr quotient, product;
  };
  std::map<cfg::VarId, Multiple> multiples;
};
Equations equations_at(cfg::FactReader &facts, cfg::BlockId block, std::uint32_t stmt);

// The offset of an access taken apart with all equations that are known there.
cfg::Linear form_at(const Equations &equations, const cfg::Ranges &ranges, const cfg::Expr &offset);

// Numbers c by which offsets fall into rows and columns (from the forms' factors; at most four, ascending).
std::vector<std::int64_t> radices(const std::vector<cfg::Linear> &forms);

// offset == c * row + column, where `row` takes the terms whose factors c divides; zeros if it cannot be written.
struct Row {
  boogie::Expr row, column;
};
Row row_of(const View &view, const cfg::Linear &form, std::int64_t radix);

// Equal offsets have equal rows and equal columns, if columns are less than the radix. Sound because it is a theorem of
// integer arithmetic: that the rows and columns are those of the offsets is part of its premise.
boogie::Expr same_row(std::int64_t radix, const boogie::Expr &low1, const Row &one, const boogie::Expr &low2,
                      const Row &other);

} // namespace lockstep::emit::knowledge
