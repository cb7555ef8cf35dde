// Helpers of the text forms and checkers: a kernel without blocks over a program's variables and arrays, so that the
// printers, parsers and checkers of expressions in cfg/ serve predicated and lock-step programs too; and the words of
// enumerations.
#pragma once

#include "cfg/ir/text/kir_words.h"
#include "predication/lockstep.h"

#include <string_view>

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

inline std::string_view role_text(Role r) {
  switch (r) {
  case Role::Kernel: return "kernel";
  case Role::Active: return "active";
  case Role::Next: return "next";
  case Role::Havoc: return "havoc";
  case Role::Flag: return "flag";
  case Role::Choice: return "choice";
  }
  return "?";
}
inline std::string_view kind_text(cfg::AccessKind k) { return cfg::text_of(k); }
inline std::string_view memory_text(Memory m) {
  switch (m) {
  case Memory::Exact: return "exact";
  case Memory::Constant: return "constant";
  case Memory::Equal: return "equal";
  case Memory::Adversarial: return "adversarial";
  }
  return "?";
}
inline std::string_view block_kind_text(BlockKind k) {
  switch (k) {
  case BlockKind::Plain: return "block";
  case BlockKind::Head: return "head";
  case BlockKind::Back: return "back";
  case BlockKind::Exit: return "exit";
  }
  return "?";
}

} // namespace lockstep::predication
