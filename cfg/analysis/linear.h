// Linear forms: an integer expression as a sum of atoms with constant factors, plus a constant.
//
// Used to merge accesses whose offsets differ by constants only. Sound because a node is taken apart only where its
// own arithmetic does not wrap in the signed reading (ranges.h: proved, or undefined in the source language), so the
// form and the expression have the same mathematical value; an expression whose factors cannot be written exactly
// (support/wide.h) is an atom of its own.
#pragma once

#include "cfg/analysis/ranges.h"
#include "cfg/kernel.h"

#include <functional>

namespace lockstep::cfg {

struct Linear {
  struct Term {
    Expr atom;
    Wide factor;
  };
  std::vector<Term> terms; // no zero factors; in a canonical order
  Wide constant = 0;
};

// `definition`: an expression that a variable equals at the point in question, or null.
Linear linear_form(const Expr &e, const Ranges &ranges, const std::function<Expr(VarId)> &definition);
bool is_exact(const Linear &a); // are all its numbers numbers? linear_form gives no other
bool same_terms(const Linear &a, const Linear &b);
std::size_t hash_terms(const Linear &a);

} // namespace lockstep::cfg
