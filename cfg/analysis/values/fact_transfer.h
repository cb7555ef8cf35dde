// The transfer rules of the available-facts analysis (facts.h), with the table of the facts that they give. Private to
// cfg/analysis; clients use facts.h.
#pragma once

#include "cfg/analysis/values/fact_table.h"

#include <map>
#include <utility>

namespace lockstep::cfg {

class FactTransfer {
public:
  FactTransfer(const Kernel &k, const FactOptions &options);

  const FactTable &table() const { return table_; }
  FactSet intern(const std::vector<Fact> &facts) { return table_.intern(facts); }
  void forget();                                              // the table's facts, and what has come of them
  void apply(const Stmt &stmt, FactSet &s);                   // s before the statement -> s behind it
  void apply_edge(const Block &from, BlockId to, FactSet &s); // s before the terminator -> s on the edge

private:
  void assign(const Stmt &stmt, const Assign &a, FactSet &s);
  void load(const Stmt &stmt, const Load &l, FactSet &s);
  void add_condition(const Expr &condition, const Origin &origin, FactSet &s, unsigned depth = 0);
  bool stable(const Expr &e) const; // reads no array that the kernel writes
  Expr expand_bools(const Expr &condition, const FactSet &s) const;
  FactId carry_over(const Stmt &stmt, FactId fact, const Expr &from, VarId to);

  const Kernel &k_;
  FactOptions options_;
  std::vector<bool> fixed_;    // per array
  std::vector<unsigned> defs_; // per variable: number of defining statements
  FactTable table_;
  // What a fact becomes when carried over by an assignment: decided once; the expressions live in the kernel or in the
  // table.
  std::map<std::pair<const Stmt *, std::pair<FactId, const ExprNode *>>, FactId> carried_;
  std::size_t derived_ = 0;
};

} // namespace lockstep::cfg
