// What of a plain read's value has been checked by a compare-and-swap, at a point (checked_reads.h).
//
// A variable is *unchecked* if it may depend on the read's value. Its *root* says of what: of one variable that is
// itself an unchecked copy, and of nothing else that is unchecked; so if the root is found to be what the memory held,
// the variable is as good as one computed from an atomic read.
#pragma once

#include "cfg/ir/kernel.h"

#include <map>
#include <optional>
#include <set>
#include <utility>

namespace lockstep::cfg {

inline constexpr VarId no_root = ~VarId(0);

// On all paths from the read.
class CheckedState {
public:
  bool operator==(const CheckedState &) const = default;

  bool is_unchecked(const Expr &e) const;
  std::optional<VarId> copied_root(const Expr &e) const; // of an unchecked copy, if it is one; perhaps no_root
  VarId common_root(const Expr &e) const;                // of all that is unchecked in it
  // Divisions may trap, and calls and reads of arrays lead elsewhere.
  bool may_compute(const Expr &e) const;
  bool keeps(VarId v, const Expr &value) const; // is it an unchecked copy of v?

  // The read's own variable gets its value. What is left of an earlier read is of another time, and has no root.
  void read(VarId dest);
  void assign(VarId v, const Expr &value);
  // v gets a value that has nothing to do with the read. Those whose root it was get a copy of it as root, if there is
  // one.
  void overwrite(VarId v);
  // A swap has given `result`. It expected the root's value; no_root: nothing unchecked.
  void swapped(VarId result, VarId root);

  // Does `e` say, being `value`, that a swap returned what it expected? Then of which root.
  std::optional<VarId> checks(const Expr &e, bool value) const;
  // A condition that decides only whether such a swap has stored.
  bool only_checks(const Expr &e) const;
  void checked(VarId root);

  friend CheckedState join(const CheckedState &a, const CheckedState &b);

private:
  struct Unchecked {
    bool copy = false; // the value's own bits, or what was checked
    VarId root = no_root;
    bool operator==(const Unchecked &) const = default;
  };
  std::optional<VarId> compared(const Expr &e) const;

  std::map<VarId, Unchecked> vars_;           // all others are checked
  std::set<std::pair<VarId, VarId>> swapped_; // (v, root): a swap that expected the root's value has returned v's
};

} // namespace lockstep::cfg
