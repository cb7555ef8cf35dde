// Small rewritings of expressions shared by the analyses: occurrence tests and substitution. All are linear in the
// number of distinct nodes, however often a node is shared.
#pragma once

#include "cfg/ir/expr.h"

#include <functional>
#include <vector>

namespace lockstep::cfg {

// Does `part` occur (structurally) in `e`?
bool contains(const Expr &e, const Expr &part);
bool mentions(const Expr &e, VarId var);
bool any_node(const Expr &e, const std::function<bool(const ExprNode &)> &is);
// The variables of `e`, each once, in order of first occurrence.
std::vector<VarId> variables(const Expr &e);
// Number of distinct nodes, counted up to `limit`.
std::size_t size(const Expr &e, std::size_t limit);

// The node with other arguments, flags kept, folded.
Expr with_args(const ExprNode &n, std::vector<Expr> args);

// Replaces every node for which `by` gives an expression (outermost first; what `by` gives is not rewritten again).
// Sound because the two are exchanged as values: the caller promises that each replaced node and its replacement
// have the same value wherever the result is used.
Expr replace(const Expr &e, const std::function<Expr(const Expr &)> &by);

// The conjuncts of `condition` (conjunctions, negated disjunctions and implications are split, negated comparisons
// turned round), constants true left out; their conjunction is equivalent to `condition`.
std::vector<Expr> conjuncts(const Expr &condition);

// The same expression, all of its nodes new.
Expr fresh_copy(const Expr &e);

// One expression for two equal ones that were evaluated at different places. A node of the kernel stands for its
// occurrences there (Ranges::range_of); the result shares nodes with `a` only where `b` shares them too, or where they
// have no context (constants, launch quantities, Boolean operations); everything else is new.
Expr merge_occurrences(const Expr &a, const Expr &b);

} // namespace lockstep::cfg
