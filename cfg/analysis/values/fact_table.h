// Interned facts, and sets of them, of the available-facts analysis (facts.h). Private to cfg/analysis; clients use
// facts.h.
#pragma once

#include "cfg/analysis/values/facts.h"

#include <unordered_map>
#include <vector>

namespace lockstep::cfg {

using FactId = std::uint32_t; // index into the table

// A set of facts as bits; ids beyond the stored words are absent.
class FactSet {
public:
  bool contradictory = false; // a condition `false` was added: the point is not reachable

  bool has(FactId f) const { return f / 64 < words_.size() && (words_[f / 64] >> (f % 64) & 1); }
  void add(FactId f);
  void remove(FactId f);
  std::size_t size() const;
  bool intersect(const FactSet &other); // true if something was removed
  template <typename Visit> void for_each(Visit &&visit) const {
    for (std::size_t w = 0; w < words_.size(); ++w)
      for (std::uint64_t bits = words_[w]; bits; bits &= bits - 1)
        visit(static_cast<FactId>(w * 64 + static_cast<unsigned>(__builtin_ctzll(bits))));
  }

private:
  std::vector<std::uint64_t> words_;
};

class FactTable {
public:
  explicit FactTable(std::size_t vars) : mentioning_(vars), equations_(vars) {} // that a kernel has

  FactId intern(Fact f);
  FactSet intern(const std::vector<Fact> &facts);
  void forget(); // all that is interned; sets from before have no meaning any more
  const Fact &operator[](FactId f) const { return facts_[f]; }
  std::vector<Fact> facts(const FactSet &s) const;
  Expr equation_of(VarId v, const FactSet &s) const;           // null if there is none
  void kill(VarId v, FactSet &s) const;                        // leaves what does not mention it
  void prune(FactSet &s, const std::vector<bool> &live) const; // leaves what live variables and conditions need

private:
  std::vector<Fact> facts_;
  std::vector<std::vector<VarId>> vars_; // per fact
  std::unordered_multimap<std::size_t, FactId> index_;
  std::vector<std::vector<FactId>> mentioning_; // per variable
  std::vector<std::vector<FactId>> equations_;  // per variable
  std::vector<Expr> kept_alive_;                // that were facts' expressions, and may be known by their addresses
};

} // namespace lockstep::cfg
