// What statements and conditions make of tuples of values (value_explorer.h). Private to cfg/analysis.
#pragma once

#include "cfg/analysis/values/explored_values.h"
#include "cfg/ir/kernel.h"

#include <vector>

namespace lockstep::cfg {

// Could evaluating it on a tuple give a value?
bool concerns(const Expr &e, const TuplePlaces &places);

class TupleSteps {
public:
  // `asserts`: executions that fail an assertion are followed up to there only (FactOptions::asserts).
  TupleSteps(const Kernel &k, LaunchRange launch, bool asserts);

  void execute(const Stmt &stmt, std::vector<Tuple> &tuples, const TuplePlaces &places) const;
  void assume(const Expr &condition, std::vector<Tuple> &tuples, const TuplePlaces &places) const;
  // Could `v` be known behind this statement, given that the variables of `known` are?
  bool gives_value(const Stmt &s, VarId v, const std::vector<bool> &known) const;

private:
  void assign(VarId v, const Expr &value, std::vector<Tuple> &tuples, const TuplePlaces &places) const;
  void load(const Load &l, std::vector<Tuple> &tuples, const TuplePlaces &places) const;
  bool known_contents(const Load &l) const;

  const Kernel &k_;
  LaunchRange launch_;
  bool asserts_;
  std::vector<bool> contents_; // per array: never written, with known contents
};

} // namespace lockstep::cfg
