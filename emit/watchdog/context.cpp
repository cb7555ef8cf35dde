// The parts' common ground: see context.h.
#include "emit/watchdog/context.h"

#include "cfg/analysis/graph/graph.h"
#include "emit/encode/plain_arrays.h"
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

std::vector<bool> reaching(const lk::Lockstep &p, lk::BlockId target) {
  const cfg::Graph before = cfg::reversed(cfg::graph_of(p));
  return cfg::reachable(before, before[target]);
}

std::vector<LoopInfo> loops_of(const lk::Lockstep &p, const cfg::Analyses &a, const Relevance &relevant,
                               const std::vector<std::vector<bool>> &live) {
  std::vector<LoopInfo> out;
  for (lk::Loop &l : lk::loops(p)) {
    LoopInfo info;
    LOCKSTEP_INVARIANT(p.blocks[l.head].kernel_block.has_value(), "a loop's head executes a block of the kernel");
    info.kernel_head = *p.blocks[l.head].kernel_block;
    int kernel_loop = a.loops.headed_by(info.kernel_head);
    LOCKSTEP_INVARIANT(kernel_loop >= 0, "predication adds no loops");
    info.kernel_loop = static_cast<std::size_t>(kernel_loop);
    auto assign = [&](cfg::VarId v) {
      if (relevant.vars[v])
        info.assigned.insert(v);
    };
    for (lk::BlockId block : l.blocks)
      for (const lk::Lockstep::Stmt &s : p.blocks[block].stmts) {
        if (auto *x = std::get_if<lk::Assign>(&s.node))
          assign(x->var);
        else if (auto *x = std::get_if<lk::SetBlock>(&s.node))
          assign(x->var);
        else if (auto *x = std::get_if<lk::Choose>(&s.node))
          assign(x->var);
        else if (auto *x = std::get_if<lk::Havoc>(&s.node))
          assign(x->var);
        else if (auto *x = std::get_if<lk::Load>(&s.node))
          std::for_each(x->dests.begin(), x->dests.end(), assign);
        else if (auto *x = std::get_if<lk::Atomic>(&s.node); x && x->dest)
          assign(*x->dest);
      }
    info.before = reaching(p, l.head);
    for (cfg::VarId v : info.assigned)
      if (live[l.head][v])
        info.carried.insert(v);
    for (lk::BlockId block = 0; block < p.blocks.size(); ++block) {
      auto targets = lk::successors(p.blocks[block].end);
      if (!l.contains(block) && std::find(targets.begin(), targets.end(), l.head) != targets.end())
        info.entries.push_back(block);
    }
    info.loop = std::move(l);
    out.push_back(std::move(info));
  }
  return out;
}

} // namespace

Context::Context(const lk::Lockstep &p, const cfg::Kernel &k, const cfg::Analyses &a, const Options &options)
    : p(p), k(k), a(a), options(options),
      plain(plain_arrays<lk::Load, lk::Store, lk::Atomic>(p, [&p](cfg::VarId v) { return p.vars[v].decl.type; })),
      extended(extend(p, k, plain)), reps(extended, a.ranges, options.integers, knowledge::expressions_of_facts(a)),
      encoder(extended, a.ranges, reps, a.launch, {options.trust_flags, options.integers == IntegerMode::Int}, decls),
      live_at_entry(watchdog::live_at_entry(p)) {
  LOCKSTEP_INVARIANT(p.instrumented, "the watchdog encoding takes instrumented programs");
  for (const cfg::Ticket &t : a.tickets)
    if (!a.handed[t.counter] && !t.of_group && t.team == 0 && (t.lasting || options.pair == Pair::SameGroup) &&
        t.stable && encoder.var_type(t.var).kind == b::TypeKind::Int && !reps.is_bv(t.amount) && readable(t.amount) &&
        readable(t.offset))
      tickets.push_back(t);
  read_current();
}

void Context::ask(Question q) {
  question = std::move(q);
  relevant = relevance(p, k, a, question);
  leads = leads_to_question(p, question);
  loops = loops_of(p, a, relevant, live_at_entry);
}

// --- variables --------------------------------------------------------------------------------------------

std::vector<Thread> Context::threads(cfg::VarId v) const {
  return shared(v) ? std::vector<Thread>{Thread::First} : std::vector<Thread>{Thread::First, Thread::Second};
}

std::string Context::name(cfg::VarId v, Thread t) const {
  return shared(v) ? names::shared(extended, v) : names::copy(extended, v, t);
}

b::Type Context::type(cfg::VarId v) const { return p.vars[v].holds_block() ? b::integer() : encoder.var_type(v); }

b::Expr Context::var(cfg::VarId v, Thread t) {
  return p.vars[v].holds_block() ? b::ident(name(v, t), b::integer()) : encoder.var(v, t);
}

void Context::read_current() {
  encoder.read_variables([this](cfg::VarId v, Thread t) { return b::ident(name(v, t), encoder.var_type(v)); });
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

std::set<unsigned> Context::counter_widths(std::size_t kernel_loop) const {
  return knowledge::counter_widths(encoder, k, a.induction.loops[kernel_loop],
                                   [this](cfg::VarId v) { return relevant.vars[v]; });
}

// --- memory -----------------------------------------------------------------------------------------------

Model Context::model(cfg::ArrayId array) const {
  switch (p.array_info[array].memory) {
  case lk::Memory::Constant: return Model::Function;
  case lk::Memory::Adversarial: return Model::Anything;
  case lk::Memory::Equal: return plain[array] ? Model::Map : Model::Anything;
  case lk::Memory::Exact: // private: a map of each thread's own
    return plain[array] && a.written[array] && p.arrays[array].space == cfg::Space::Private ? Model::Map
                                                                                            : Model::Anything;
  }
  LOCKSTEP_UNREACHABLE("memory has a kind");
}

bool Context::map_per_thread(cfg::ArrayId array) const {
  return p.arrays[array].space == cfg::Space::Private ||
         (is_group_array(array) && options.pair == Pair::DifferentGroups);
}

std::string Context::map_name(cfg::ArrayId array, Thread t) const {
  return map_per_thread(array) ? names::private_array(k, array, t) : names::memory(k, array);
}

b::Expr Context::map(cfg::ArrayId array, Thread t) {
  return b::ident(map_name(array, t), encoder.private_array_type(array));
}

bool Context::reads_only_constants(const cfg::Expr &e) const {
  bool ok = true;
  cfg::for_each_node(e, [&](const cfg::ExprNode &n) {
    ok = ok && !(n.op == cfg::Op::Read && p.array_info[n.array].memory != lk::Memory::Constant);
  });
  return ok;
}

const LoopInfo *Context::headed_by(lk::BlockId block) const {
  for (const LoopInfo &l : loops)
    if (l.loop.head == block)
      return &l;
  return nullptr;
}

} // namespace lockstep::emit::watchdog
