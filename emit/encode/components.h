// Components of values that share a representation (representation.h): disjoint sets of nodes, with union and find.
//
// A node stands for a variable, for all offsets into an array, for an array's contents, or for the result of one
// operation. A component is bits where one of its nodes is, and matters where one of them does.
#pragma once

#include "cfg/ir/kernel.h"

#include <cstddef>
#include <vector>

namespace lockstep::emit {

class Components {
public:
  // Every variable and array by itself at first.
  Components(std::size_t vars, std::size_t arrays, bool bits, bool matter);

  std::size_t var(cfg::VarId v) const { return v; }
  std::size_t offset(cfg::ArrayId a) const { return vars_ + a; }
  std::size_t content(cfg::ArrayId a) const { return vars_ + arrays_ + a; }
  std::size_t add(bool bits); // a node more, which does not matter
  void unite(long a, long b); // nothing where one of them is no node (-1)
  void let_matter(std::size_t node) { matters_[find(node)] = true; }
  void hold_all(bool as_bits);

  bool is_bv(std::size_t node) const { return bv_[find(node)]; }
  bool matters(std::size_t node) const { return matters_[find(node)]; }

private:
  std::size_t find(std::size_t n) const;

  std::size_t vars_, arrays_;
  mutable std::vector<std::size_t> parent_; // paths grow shorter as they are followed
  std::vector<bool> bv_;                    // of components, by the node that stands for each
  std::vector<bool> matters_;               // likewise
};

} // namespace lockstep::emit
