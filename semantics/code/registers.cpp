// The registers of register code: see registers.h.
#include "semantics/code/registers.h"

#include <algorithm>

namespace lockstep::semantics {

Registers::Registers(Code &code, std::size_t variables) : code_(code) {
  code_.initial.assign(std::max<std::size_t>(1, variables), 0);
}

Reg Registers::temporary() {
  most_temporaries_ = std::max(most_temporaries_, ++temporaries_);
  return temporary_bit | (temporaries_ - 1);
}

Reg Registers::constant(std::uint64_t bits) {
  auto [it, fresh] = constants_.try_emplace(bits, static_cast<Reg>(code_.initial.size()));
  if (fresh)
    code_.initial.push_back(bits);
  return it->second;
}

Reg Registers::leaf(const cfg::Expr &e) {
  for (const LeafCode &l : code_.leaves)
    if (l.op == e->op && l.dimension == e->value && l.width == e->type.width)
      return l.reg;
  code_.leaves.push_back(
      {static_cast<Reg>(code_.initial.size()), e->op, static_cast<unsigned>(e->value), e->type.width});
  code_.initial.push_back(0);
  return code_.leaves.back().reg;
}

void Registers::finish() {
  const Reg base = static_cast<Reg>(code_.initial.size());
  code_.initial.resize(base + most_temporaries_, 0);
  auto fix = [&](Reg &r) {
    if (r & temporary_bit)
      r = base + (r & ~temporary_bit);
  };
  for (Instr &i : code_.instrs) {
    fix(i.dst);
    fix(i.a);
    fix(i.b);
    if (i.code == Do::Ite)
      fix(i.c);
  }
  for (AccessCode &a : code_.accesses)
    for (Reg &r : a.regs)
      fix(r);
  for (GatherCode &g : code_.gathers)
    fix(g.mask);
  for (CallCode &c : code_.calls)
    for (Reg &r : c.args)
      fix(r);
}

} // namespace lockstep::semantics
