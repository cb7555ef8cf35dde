// Statements to register code: see statements.h.
#include "semantics/code/statements.h"

#include "cfg/ir/pairwise.h"

namespace lockstep::semantics {

void compile_statement(Code &code, CodeBuilder &b, const cfg::Havoc &h) {
  code.types.push_back(code.kernel->vars[h.var].type);
  b.emit(Do::Havoc, h.var, 0, last_index(code.types));
}

void compile_statement(Code &, CodeBuilder &b, const cfg::Assume &a) {
  const Reg r = b.expr(a.condition);
  b.emit(Do::Assume, 0, r, static_cast<std::uint32_t>(a.kind));
}

void compile_statement(Code &code, CodeBuilder &b, const cfg::Assert &a) {
  code.asserts.push_back(&a);
  const std::uint32_t n = last_index(code.asserts);
  const Reg r = b.expr(cfg::of_one_thread(a.condition));
  b.emit(Do::Assert, 0, r, n);
}

void compile_statement(Code &code, CodeBuilder &b, const cfg::Fence &f) {
  code.fences.push_back(&f);
  b.emit(Do::Fence, 0, 0, last_index(code.fences));
}

void compile_statement(Code &, CodeBuilder &b, const cfg::Load &l) { b.access(l); }
void compile_statement(Code &, CodeBuilder &b, const cfg::Store &s) { b.access(s); }
void compile_statement(Code &code, CodeBuilder &b, const cfg::Atomic &a) {
  b.access(a);
  code.accesses.back().atomic = &a;
}

void compile_barrier(Code &code, CodeBuilder &b, const cfg::Barrier &bar, const cfg::Gather *g, bool ends) {
  const auto &x = bar.exchange;
  const Reg mask = g && g->mask ? b.expr(g->mask) : 0, value = x ? b.expr(x->value) : 0;
  const Reg rank = x && x->rank ? b.expr(x->rank) : 0;
  code.barriers.push_back(&bar);
  code.gathers.push_back({g, mask});
  code.ends.push_back(ends);
  const std::uint32_t at = b.emit(Do::Barrier, x ? x->dest : 0, value, last_index(code.barriers));
  code.instrs[at].b = rank;
}

} // namespace lockstep::semantics
