// A lock-step program as register code: see lockstep_code.h.
#include "semantics/machines/lockstep_code.h"

#include "cfg/ir/pairwise.h"
#include "predication/shell.h"
#include "semantics/code/code_builder.h"

namespace lockstep::semantics {

namespace pr = predication;

namespace {

Site site_of(const cfg::Kernel &kernel, const pr::Lockstep::Block &b, const pr::Lockstep::Stmt *s) {
  Site site;
  site.block = b.kernel_block.value_or(0);
  const std::size_t end = kernel.blocks[site.block].stmts.size();
  site.stmt = static_cast<std::uint32_t>(s && s->kernel_stmt ? *s->kernel_stmt : end);
  return site;
}

void test(CodeBuilder &b, const cfg::Expr &e) {
  const Reg r = b.expr(e);
  b.emit(Do::GuardTest, 0, r);
}
template <typename T> void segment(CodeBuilder &b, const T &) { b.emit(Do::GuardEnd); }
void segment(CodeBuilder &b, const pr::Assign &a) {
  b.into(a.var, a.value);
  b.emit(Do::GuardEnd);
}
void segment(CodeBuilder &b, const pr::Assume &a) { // what is known at a barrier is none of an execution's business
  test(b, a.kind == cfg::AssumeKind::Barrier ? cfg::boolean(true) : a.condition);
}
void segment(CodeBuilder &b, const pr::Assert &a) { test(b, cfg::of_one_thread(a.condition)); }
void segment(CodeBuilder &b, const pr::Load &l) {
  b.access(cfg::Load{l.dests, l.array, l.offset, l.per_value, l.quiet});
}
void segment(CodeBuilder &b, const pr::Store &s) {
  b.access(cfg::Store{s.values, s.array, s.offset, s.per_value, s.quiet});
}
void segment(CodeBuilder &b, const pr::Atomic &a) {
  b.access(cfg::Atomic{a.op, a.dest, a.array, a.offset, a.per_value, a.operands, a.scope});
}

} // namespace

LockstepCode::LockstepCode(const pr::Lockstep &program, const cfg::Kernel &kernel, support::Diagnostics &diags)
    : shell(pr::shell_of(program)) {
  code.kernel = &kernel;
  const CodeOptions options;
  CodeBuilder b(code, shell, options, diags);
  for (const pr::Lockstep::Block &block : program.blocks) {
    std::vector<std::uint32_t> &pcs = starts.emplace_back();
    for (const pr::Lockstep::Stmt &s : block.stmts) {
      b.begin(site_of(kernel, block, &s), s.origin);
      pcs.push_back(b.here());
      std::visit([&](const auto &node) { segment(b, node); }, s.node);
    }
    b.begin(site_of(kernel, block, nullptr), block.end.origin);
    pcs.push_back(b.here());
    if (auto *br = std::get_if<pr::Branch>(&block.end.node))
      test(b, br->condition);
    else if (auto *sw = std::get_if<pr::Switch>(&block.end.node))
      test(b, sw->value);
    else
      b.emit(Do::GuardEnd);
  }
  b.finish();
}

} // namespace lockstep::semantics
