// Writes of one value: what a thread notes of the value that it stores, and when two stores are of the same one. What a
// load has given is noted in the same way.
// Private to emit/pick.
#pragma once

#include "cfg/analysis/values/loaded_values.h"
#include "emit/boogie/block_writer.h"
#include "emit/encode/geometry.h"
#include "emit/pick/run/context.h"
#include "emit/pick/sites/sites.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::emit::pick {

class StoredValues { // of all goals of a program
public:
  // `only_computed`: values that loads gave count as different.
  StoredValues(Context &c, bool only_computed);

  static void declare(boogie::Procedure &p, Thread t); // but for the values, which are where they are noted
  // Of site number `id`, of which value number `part` is picked.
  void note_pick(BlockWriter &w, boogie::Procedure &p, const PlacedSite &s, std::size_t id, std::size_t part, Pair pair,
                 Thread t);
  // Two writes of one value to exactly the same granules; `reads`: or a write of what the second thread reads there.
  // Values of different representations count as different.
  boogie::Expr same(boogie::Procedure &p, const boogie::Expr &low1, const boogie::Expr &low2, const boogie::Expr &len1,
                    const boogie::Expr &len2, bool reads) const;

private:
  std::size_t code_of(const boogie::Type &type);

  Context &c_;
  std::optional<cfg::LoadedValues> loaded_; // empty: all values count
  std::vector<std::pair<std::string, boogie::Type>> types_;
};

} // namespace lockstep::emit::pick
