// How values are represented in the emitted program: mathematical integers or bit-vectors (docs/design.md 8).
//
// Values are split into components that must share a representation: the operands and results of one operation, the
// two sides of a comparison, a variable and what is assigned to it, all offsets into one array. Thread ids and
// constants belong to none: ids exist in both worlds, tied together bit by bit. A component becomes bit-vectors where
// one of its operations has no integer meaning (xor, a mask of no power of two, a shift by a variable, a product of
// unknowns that may wrap); everything else becomes integers.
//
// Only values that matter decide: those of conditions, private cells and offsets, and what these are computed from;
// but not offsets of reads from an array that nobody writes, unless what is read matters.
// What is only stored for others, or computed for that, joins the components of its parts if that makes no integer that
// matters into bits
// (`out[i] = i ^ seed` leaves i an integer); else it fits in nowhere, and is encoded as some function of its variables.
//
// Sound because an integer term always equals the machine value read as a signed or unsigned number: the encoder
// (emit/terms/) omits the reduction modulo 2^w only where the range analysis proves that nothing wraps, or where the
// source language makes wrapping undefined, which the result then states as an assumption.
#pragma once

#include "cfg/analysis/values/ranges/ranges.h"
#include "cfg/ir/kernel.h"
#include "emit/encode/components.h"
#include "emit/encode/signs.h"

#include <unordered_map>
#include <vector>

namespace lockstep::emit {

// Wrap: as Auto, but that products of unknowns which may wrap around are no reason for bit-vectors; they are integers
// modulo a power of two, as sums are in any case.
enum class IntegerMode { Auto, Bv, Int, Wrap };

// An operation of bits, which has no meaning in integers: two unknowns combined, a mask that is no run of bits.
bool is_of_bits(const cfg::ExprNode &n);
// A product of unknowns that may wrap around.
bool is_wrapping_product(const cfg::ExprNode &n, const cfg::Ranges &ranges);

class Representation {
public:
  // `more`: expressions beside the kernel's own that will be encoded (facts, closed forms). `mapped`: arrays beside the
  // private ones whose contents are followed, so that what is stored there matters.
  Representation(const cfg::Kernel &k, const cfg::Ranges &ranges, IntegerMode mode, const std::vector<cfg::Expr> &more,
                 const std::vector<bool> &mapped = {});

  bool var_is_bv(cfg::VarId v) const { return components_.is_bv(components_.var(v)); }
  // Of an array that nobody writes, an offset may be some function of its variables where it fits in nowhere.
  bool places_are_exact(cfg::ArrayId a) const { return places_are_exact_[a]; }
  bool offsets_are_bv(cfg::ArrayId a) const { return components_.is_bv(components_.offset(a)); }
  bool contents_are_bv(cfg::ArrayId a) const { return components_.is_bv(components_.content(a)); }
  // True: bits; false: an integer. For nodes made of ids and constants only, what their operations allow.
  bool is_bv(const cfg::Expr &e) const;
  // Does the expression keep to one world? False is possible only for expressions not given to the constructor, and for
  // values that fit in nowhere.
  bool consistent(const cfg::Expr &e) const;
  bool may_mix() const { return mixed_; }
  bool only_bits() const { return only_bits_; } // IntegerMode::Bv
  // How an integer variable's value is read.
  Sign var_sign(cfg::VarId v) const { return votes_.winner(v); }

private:
  long add(const cfg::Expr &e); // component of an integer expression; -1 if it belongs to none
  void add_kernel(const cfg::Kernel &k, const std::vector<bool> &mapped);
  void add_where_it_fits(const cfg::Expr &e, long with = -1);
  bool fits(const cfg::Expr &e, long with) const;
  bool needs_bits(const cfg::ExprNode &n) const;

  const cfg::Ranges &ranges_;
  Components components_;
  std::vector<bool> places_are_exact_; // arrays
  bool mixed_;                         // may there be values that fit in nowhere?
  bool only_bits_;
  bool products_wrap_;                                    // IntegerMode::Wrap
  std::unordered_map<const cfg::ExprNode *, long> nodes_; // of the components
  std::vector<cfg::Expr> kept_alive_;
  SignVotes votes_;
};

} // namespace lockstep::emit
