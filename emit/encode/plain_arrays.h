// Arrays that can be modelled as maps from offsets to values, of kernels and of lock-step programs.
#pragma once

#include "cfg/ir/padding.h"

#include <variant>
#include <vector>

namespace lockstep::emit {

// Per array: every access is of single elements of the array's type, no atomic among them, and none stores padding
// (whoever reads that reads any value). `type_of`: of a variable.
template <class Load, class Store, class Atomic, class Program, class TypeOf>
std::vector<bool> plain_arrays(const Program &p, TypeOf type_of) {
  std::vector<bool> plain(p.arrays.size(), true);
  for (const auto &block : p.blocks)
    for (const auto &s : block.stmts) {
      if (auto *l = std::get_if<Load>(&s.node)) {
        for (cfg::VarId d : l->dests)
          if (l->per_value != 1 || !(p.arrays[l->array].element == type_of(d)))
            plain[l->array] = false;
      } else if (auto *st = std::get_if<Store>(&s.node)) {
        for (const cfg::Expr &v : st->values)
          if (st->per_value != 1 || !(p.arrays[st->array].element == v->type) || cfg::has_padding(v))
            plain[st->array] = false;
      } else if (auto *at = std::get_if<Atomic>(&s.node)) {
        plain[at->array] = false;
      }
    }
  return plain;
}

} // namespace lockstep::emit
