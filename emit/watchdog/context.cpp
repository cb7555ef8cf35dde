// The parts' common ground: see context.h.
#include "emit/watchdog/context.h"

#include "emit/encode/plain_arrays.h"
#include "emit/knowledge/contents.h"
#include "emit/watchdog/lockstep_liveness.h"
#include "support/invariant.h"

#include <algorithm>

namespace lockstep::emit::watchdog {

namespace b = boogie;

namespace {

// Maps hold what is stored in them: their contents get one representation with the stored values, as in private arrays.
cfg::Kernel extend(const lk::Lockstep &p, const cfg::Kernel &k, const std::vector<bool> &plain) {
  cfg::Kernel out = k;
  for (std::size_t v = k.vars.size(); v < p.vars.size(); ++v)
    out.vars.push_back(p.vars[v].decl);
  for (cfg::ArrayId a = 0; a < out.arrays.size(); ++a)
    if (p.array_info[a].memory == lk::Memory::Equal && plain[a])
      out.arrays[a].space = cfg::Space::Private;
  cfg::Block more;
  for (const lk::Lockstep::Block &block : p.blocks)
    for (const lk::Lockstep::Stmt &s : block.stmts)
      if (auto *assign = std::get_if<lk::Assign>(&s.node))
        more.stmts.push_back({cfg::Assign{assign->var, assign->value}, s.origin});
  more.end.node = cfg::Return{};
  out.blocks.push_back(std::move(more));
  return out;
}

// Of arrays that annotations read.
std::vector<bool> followed_arrays(const cfg::Kernel &k, const cfg::Analyses &a) {
  const std::vector<bool> spoken_of = read_by_annotations(k);
  if (std::none_of(spoken_of.begin(), spoken_of.end(), [](bool of) { return of; }))
    return spoken_of;
  return followable(k, a);
}

bool reads_only_constants(const lk::Lockstep &p, const cfg::Expr &e) {
  bool ok = true;
  cfg::for_each_node(e, [&](const cfg::ExprNode &n) {
    ok = ok && !(n.op == cfg::Op::Read && p.array_info[n.array].memory != lk::Memory::Constant);
  });
  return ok;
}

} // namespace

Context::Context(const lk::Lockstep &p, const cfg::Kernel &k, const cfg::Analyses &a, const Options &options)
    : p(p), k(k), a(a), options(options),
      plain(plain_arrays<lk::Load, lk::Store, lk::Atomic>(p, [&p](cfg::VarId v) { return p.vars[v].decl.type; })),
      extended(extend(p, k, plain)), followed(followed_arrays(k, a)),
      reps(extended, a.ranges, options.integers, knowledge::expressions_of_facts(a)),
      encoder(extended, a.ranges, reps, a.launch, {options.trust_flags, options.integers == IntegerMode::Int}, decls),
      live_at_entry(watchdog::live_at_entry(p)) {
  LOCKSTEP_INVARIANT(p.instrumented, "the watchdog encoding takes instrumented programs");
  if (std::any_of(followed.begin(), followed.end(), [](bool is) { return is; }))
    for (const lk::Lockstep::Block &block : p.blocks)
      for (const lk::Lockstep::Stmt &s : block.stmts)
        if (std::holds_alternative<lk::Refresh>(s.node) && s.kernel_stmt && block.kernel_block)
          quiet[&s] = quiet_behind(k, a.launch, {*block.kernel_block, *s.kernel_stmt});
  for (const cfg::Ticket &t : a.tickets)
    if (!a.handed[t.counter] && !t.of_group && t.team == 0 && (t.lasting || options.pair == Pair::SameGroup) &&
        t.stable && encoder.forms.type(t.var).kind == b::TypeKind::Int && !reps.is_bv(t.amount) && readable(t.amount) &&
        readable(t.offset))
      tickets.push_back(t);
  read_current();
}

void Context::ask(Question q) {
  question = std::move(q);
  slice = slice_for(p, k, a, question, live_at_entry);
}

// --- variables --------------------------------------------------------------------------------------------

std::vector<Thread> Context::threads(cfg::VarId v) const {
  return shared(v) ? std::vector<Thread>{Thread::First} : std::vector<Thread>{Thread::First, Thread::Second};
}

std::string Context::name(cfg::VarId v, Thread t) const {
  return shared(v) ? names::shared(extended, v) : names::copy(extended, v, t);
}

b::Type Context::type(cfg::VarId v) const { return p.vars[v].holds_block() ? b::integer() : encoder.forms.type(v); }

b::Expr Context::var(cfg::VarId v, Thread t) {
  return p.vars[v].holds_block() ? b::ident(name(v, t), b::integer()) : encoder.variables.read(v, t);
}

void Context::read_current() {
  encoder.reading.variable = [this](cfg::VarId v, Thread t) { return b::ident(name(v, t), encoder.forms.type(v)); };
}

b::Expr Context::guard(const lk::Guard &g, Thread t) {
  switch (g.kind) {
  case lk::Guard::Kind::Always: return b::bool_lit(true);
  case lk::Guard::Kind::AtBlock:
    return b::eq(b::ident(name(g.var, t), b::integer()), b::int_lit(static_cast<std::int64_t>(g.block)));
  case lk::Guard::Kind::Flag: return b::ident(name(g.var, t), b::boolean());
  }
  LOCKSTEP_UNREACHABLE("a guard has a kind");
}

knowledge::View Context::view(Thread t, std::function<bool(cfg::VarId)> has, std::function<void(b::Expr)> say) {
  auto fixed = [this](cfg::ArrayId array) { return p.array_info[array].memory == lk::Memory::Constant; };
  return {k, a, encoder, t, std::move(has), fixed, {}, std::move(say)};
}

bool Context::readable(const cfg::Expr &e) const {
  return reads_only_constants(p, e) && encoder.representation.consistent(e);
}

std::set<unsigned> counter_widths(const Context &c, std::size_t kernel_loop) {
  return knowledge::counter_widths(c.encoder, c.k, c.a.induction.loops[kernel_loop],
                                   [&c](cfg::VarId v) { return c.slice.relevant.vars[v]; });
}

} // namespace lockstep::emit::watchdog
