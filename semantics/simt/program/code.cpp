// Programs for warps to register code: see code.h.
#include "semantics/simt/program/code.h"

#include "semantics/code/statements.h"

namespace lockstep::semantics::simt {

namespace {

template <typename Node>
constexpr bool accesses_memory =
    std::is_same_v<Node, cfg::Load> || std::is_same_v<Node, cfg::Store> || std::is_same_v<Node, cfg::Atomic>;

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
  void statement(Step &s, const cfg::Assume &a) {
    if (a.kind == cfg::AssumeKind::Barrier)
      return statement(s, cfg::Skip{});
    compile_statement(code_, b_, a);
  }
  void statement(Step &s, const cfg::Skip &) {
    s.nothing = true;
    b_.emit(Do::GuardEnd);
  }
  void statement(Step &s, const cfg::Barrier &bar) {
    s.does = Does::Meet;
    compile_barrier(code_, b_, bar, nullptr, false);
  }
  void statement(Step &s, const cfg::Gather &g) {
    s.does = Does::Meet;
    compile_barrier(code_, b_, g.meet, &g, false);
  }
  template <typename Node> void statement(Step &s, const Node &node) {
    if constexpr (accesses_memory<Node>)
      s.does = Does::Access;
    compile_statement(code_, b_, node);
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
