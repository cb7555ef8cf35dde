// Programs for warps to register code: see code.h.
#include "semantics/simt/code.h"

#include "cfg/analysis/sharing/warp_teams.h"
#include "cfg/ir/pairwise.h"
#include "semantics/code/code_builder.h"

namespace lockstep::semantics::simt {

namespace {

class Compiler {
public:
  Compiler(SimtCode &out, const Program &p, const CodeOptions &options, support::Diagnostics &diags)
      : out_(out), p_(p), code_(out.code), b_(out.code, p.kernel, options, diags) {}

  void run() {
    for (const Instruction &i : p_.code) {
      site_ = i.site;
      origin_ = &i.origin;
      Step &s = out_.steps.emplace_back();
      if (i.guard)
        s.guard = test(i.guard);
      std::visit([&](const auto &body) { step(s, body); }, i.body);
    }
    b_.finish();
    for (Instr &i : code_.instrs) // the machine of warps counts steps itself
      i.flags &= static_cast<std::uint8_t>(~flag_first);
  }

private:
  std::uint32_t begin() {
    b_.begin(site_, *origin_);
    return b_.here();
  }
  std::uint32_t test(const cfg::Expr &e) {
    const std::uint32_t at = begin();
    const Reg r = b_.expr(e);
    b_.emit(Do::GuardTest, 0, r);
    return at;
  }
  template <typename T> static std::uint32_t index(const std::vector<T> &v) {
    return static_cast<std::uint32_t>(v.size() - 1);
  }

  // --- control
  void step(Step &s, const PushToken &p) {
    s.does = Does::Push;
    s.kind = p.kind;
    s.target = *p_.at(p.target);
  }
  void step(Step &s, const SyncLanes &) { s.does = Does::Sync; }
  void step(Step &s, const Leave &l) {
    s.does = Does::Leave;
    s.why = l.why;
  }
  void step(Step &s, const Jump &j) {
    s.does = Does::Jump;
    s.call = j.call;
    s.computed = j.computed != nullptr;
    if (j.computed)
      s.body = test(j.computed);
    else
      s.target = *p_.at(j.to);
  }
  void step(Step &s, const Vote &v) {
    s.does = Does::Vote;
    s.body = test(v.value);
  }
  void step(Step &s, const Bar &b) {
    s.does = Does::Bar;
    s.body = test(b.number);
    if (b.threads)
      s.count = test(b.threads);
    if (b.value)
      s.value = test(b.value);
  }

  // --- statements
  void step(Step &s, const cfg::Stmt &stmt) {
    s.body = begin();
    std::visit([&](const auto &node) { statement(s, node); }, stmt.node);
  }
  void statement(Step &, const cfg::Assign &a) {
    b_.into(a.var, a.value);
    b_.emit(Do::GuardEnd);
  }
  void statement(Step &, const cfg::Havoc &h) {
    code_.types.push_back(p_.kernel.vars[h.var].type);
    b_.emit(Do::Havoc, h.var, 0, index(code_.types));
  }
  void statement(Step &s, const cfg::Assume &a) {
    if (a.kind == cfg::AssumeKind::Barrier)
      return statement(s, cfg::Skip{});
    const Reg r = b_.expr(a.condition);
    b_.emit(Do::Assume, 0, r, static_cast<std::uint32_t>(a.kind));
  }
  void statement(Step &, const cfg::Assert &a) {
    code_.asserts.push_back(&a);
    const std::uint32_t n = index(code_.asserts);
    const Reg r = b_.expr(cfg::of_one_thread(a.condition));
    b_.emit(Do::Assert, 0, r, n);
  }
  void statement(Step &s, const cfg::Skip &) {
    s.nothing = true;
    b_.emit(Do::GuardEnd);
  }
  void statement(Step &, const cfg::Fence &f) {
    code_.fences.push_back(&f);
    b_.emit(Do::Fence, 0, 0, index(code_.fences));
  }
  void statement(Step &s, const cfg::Load &l) {
    s.does = Does::Access;
    const Reg r = b_.expr(l.offset);
    b_.access(l.array, cfg::AccessKind::Read, r, l.offset->type, b_.access_shape(l), Do::Load);
  }
  void statement(Step &s, const cfg::Store &st) {
    s.does = Does::Access;
    const Reg r = b_.expr(st.offset);
    b_.access(st.array, cfg::AccessKind::Write, r, st.offset->type, b_.access_shape(st), Do::Store);
  }
  void statement(Step &s, const cfg::Atomic &a) {
    s.does = Does::Access;
    const Reg r = b_.expr(a.offset);
    b_.access(a.array, cfg::AccessKind::Atomic, r, a.offset->type, b_.access_shape(a), Do::Atomic);
    code_.accesses.back().atomic = &a;
  }
  void statement(Step &s, const cfg::Barrier &bar) { meet(s, bar, nullptr); }
  void statement(Step &s, const cfg::Gather &g) { meet(s, g.meet, &g); }
  void meet(Step &s, const cfg::Barrier &bar, const cfg::Gather *g) {
    s.does = Does::Meet;
    const auto &x = bar.exchange;
    const Reg mask = g && g->mask ? b_.expr(g->mask) : 0, value = x ? b_.expr(x->value) : 0;
    const Reg rank = x && x->rank ? b_.expr(x->rank) : 0;
    code_.barriers.push_back(&bar);
    code_.gathers.push_back(g);
    code_.masks.push_back(mask);
    code_.ends.push_back(false);
    const std::uint32_t at = b_.emit(Do::Barrier, x ? x->dest : 0, value, index(code_.barriers));
    code_.instrs[at].b = rank;
  }
  void statement(Step &, const cfg::Numbered &) {} // written as Bar (check)

  SimtCode &out_;
  const Program &p_;
  Code &code_;
  CodeBuilder b_;
  Site site_;
  const support::Origin *origin_ = nullptr;
};

} // namespace

support::Result<SimtCode> compile(const Program &p, const CodeOptions &options, support::Diagnostics &diags) {
  SimtCode out;
  out.program = &p;
  out.code.kernel = &p.kernel;
  out.addresses = p.addresses();
  out.entry = *p.at(p.entry);
  const std::size_t before = diags.all().size();
  Compiler(out, p, options, diags).run();
  for (std::size_t i = before; i < diags.all().size(); ++i)
    if (diags.all()[i].severity >= support::Severity::Error)
      return support::failure;
  return out;
}

} // namespace lockstep::semantics::simt
