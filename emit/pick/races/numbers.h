// What a thread notes of the offset that it picks, as a number of rows and columns and of digits, and what follows
// where two threads' offsets are equal: see emit/knowledge/rows.h and digits.h. Private to emit/pick.
#pragma once

#include "emit/boogie/block_writer.h"
#include "emit/knowledge/digits.h"
#include "emit/pick/run/context.h"
#include "emit/pick/sites/sites.h"

#include <vector>

namespace lockstep::emit::pick {

class Numbers {
public:
  // `any`: do the numbers of these sites say anything? (Offsets are integers, and each access is of one granule.)
  Numbers(Context &c, const Cone &cone, const std::vector<PlacedSite> &sites, bool any);

  void declare(boogie::Procedure &p, const boogie::Type &offsets) const;
  void note_pick(BlockWriter &w, const PlacedSite &s, Thread t) const;
  void assume_lemmas(BlockWriter &w, const boogie::Expr &low1, const boogie::Expr &low2) const;

private:
  void note_rows(BlockWriter &w, const PlacedSite &s, Thread t) const;
  void note_digits(BlockWriter &w, const PlacedSite &s, Thread t) const;

  Context &c_;
  const Cone &cone_;
  std::vector<std::int64_t> radices_;
  std::vector<knowledge::Chain> chains_;
};

} // namespace lockstep::emit::pick
