// Interned facts, sets of them, and the transfer rules of the available-facts analysis (facts.h). Private to
// cfg/analysis; clients use facts.h.
#pragma once

#include "cfg/analysis/values/facts.h"

#include <map>
#include <unordered_map>
#include <utility>

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
  FactTable(const Kernel &k, const FactOptions &options);

  FactSet intern(const std::vector<Fact> &facts);
  void forget(); // all that is interned; sets from before have no meaning any more
  std::vector<Fact> facts(const FactSet &s) const;
  void apply(const Stmt &stmt, FactSet &s);                    // s before the statement -> s behind it
  void apply_edge(const Block &from, BlockId to, FactSet &s);  // s before the terminator -> s on the edge
  void prune(FactSet &s, const std::vector<bool> &live) const; // leaves what live variables and conditions need

private:
  FactId intern(Fact f);
  void assign(const Stmt &stmt, const Assign &a, FactSet &s);
  void load(const Stmt &stmt, const Load &l, FactSet &s);
  void add_condition(const Expr &condition, const Origin &origin, FactSet &s, unsigned depth = 0);
  bool stable(const Expr &e) const; // reads no array that the kernel writes
  Expr expand_bools(const Expr &condition, const FactSet &s) const;
  Expr equation_of(VarId v, const FactSet &s) const; // null if there is none
  FactId carry_over(const Stmt &stmt, FactId fact, const Expr &from, VarId to);
  void kill(VarId v, FactSet &s);

  const Kernel &k_;
  FactOptions options_;
  std::vector<bool> fixed_;    // per array
  std::vector<unsigned> defs_; // per variable: number of defining statements
  std::vector<Fact> facts_;
  std::vector<std::vector<VarId>> vars_; // per fact
  std::unordered_multimap<std::size_t, FactId> index_;
  std::vector<std::vector<FactId>> mentioning_; // per variable
  std::vector<std::vector<FactId>> equations_;  // per variable
  // What a fact becomes when carried over by an assignment: decided once; the expressions live in the kernel, in facts_
  // or in kept_alive_.
  std::map<std::pair<const Stmt *, std::pair<FactId, const ExprNode *>>, FactId> carried_;
  std::vector<Expr> kept_alive_;
  std::size_t derived_ = 0;
};

} // namespace lockstep::cfg
