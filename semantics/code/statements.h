// Statements to register code that mean the same to threads of a kernel and to lanes of a program for warps. Private to
// semantics/.
#pragma once

#include "semantics/code/code_builder.h"

namespace lockstep::semantics {

void compile_statement(Code &code, CodeBuilder &b, const cfg::Havoc &h);
void compile_statement(Code &code, CodeBuilder &b, const cfg::Assume &a);
void compile_statement(Code &code, CodeBuilder &b, const cfg::Assert &a);
void compile_statement(Code &code, CodeBuilder &b, const cfg::Fence &f);
void compile_statement(Code &code, CodeBuilder &b, const cfg::Load &l);
void compile_statement(Code &code, CodeBuilder &b, const cfg::Store &s);
void compile_statement(Code &code, CodeBuilder &b, const cfg::Atomic &a);

// A barrier, of a gather if `g` is there; `ends`: as in Code::ends.
void compile_barrier(Code &code, CodeBuilder &b, const cfg::Barrier &bar, const cfg::Gather *g, bool ends);

template <typename T> std::uint32_t last_index(const std::vector<T> &v) {
  return static_cast<std::uint32_t>(v.size() - 1);
}

} // namespace lockstep::semantics
