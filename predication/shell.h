// A kernel without blocks over a program's variables and arrays, so that the printers, parsers and checkers of
// declarations and expressions in cfg/ serve predicated and lock-step programs too.
#pragma once

#include "predication/lockstep.h"

namespace lockstep::predication {

template <typename Program> cfg::Kernel shell_of(const Program &p) {
  cfg::Kernel k;
  k.name = p.name;
  for (const Var &v : p.vars)
    k.vars.push_back(v.decl);
  k.arrays = p.arrays;
  k.pointer_bits = p.pointer_bits;
  k.terms = p.terms;
  k.origin = p.origin;
  return k;
}

} // namespace lockstep::predication
