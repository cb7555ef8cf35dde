// The statements of a lock-step program: see vector_statements.h.
#include "semantics/machines/vector_statements.h"

#include <utility>

namespace lockstep::semantics {

namespace pr = predication;

namespace {

void shuffle(std::vector<ThreadIndex> &threads, Choices &choices) {
  for (std::size_t i = 0; i + 1 < threads.size(); ++i)
    std::swap(threads[i], threads[i + choices.among(threads.size() - i)]);
}

std::uint64_t any_value(const pr::Lockstep &program, cfg::VarId v, Choices &choices) {
  const cfg::Type type = program.vars[v].decl.type;
  return mask_to_width(choices.havoc(type), type.width);
}

bool assumptions_hold(const pr::Lockstep::Block &b, const std::vector<std::uint32_t> &starts,
                      const GuardedThreads &threads, ThreadIndex t) {
  for (std::size_t s = 0; s < b.stmts.size(); ++s) {
    auto *a = std::get_if<pr::Assume>(&b.stmts[s].node);
    if (!a && !std::holds_alternative<pr::Skip>(b.stmts[s].node))
      break;
    if (!a)
      continue;
    std::uint32_t end;
    const Instr *i = threads.run_segment(starts[s], t, end);
    if (!i || threads.regs(t)[i->a] == 0)
      return false;
  }
  return true;
}

} // namespace

void VectorStatements::gather(const pr::Guard &g) {
  enabled_.clear();
  for (ThreadIndex t = 0; t < threads_.size(); ++t)
    if (threads_.enabled(g, t))
      enabled_.push_back(t);
}

void VectorStatements::run(const pr::Assign &s, std::uint32_t pc) {
  std::uint32_t end;
  for (ThreadIndex t = 0; t < threads_.size(); ++t) {
    if (threads_.enabled(s.guard, t)) {
      if (!threads_.run_segment(pc, t, end))
        return;
    } else if (!s.keeps) {
      threads_.regs(t)[s.var] = any_value(program_, s.var, *choices_);
    }
  }
}

void VectorStatements::run(const pr::SetBlock &s, std::uint32_t) {
  for (ThreadIndex t = 0; t < threads_.size(); ++t)
    threads_.regs(t)[s.var] = s.block;
}

void VectorStatements::run(const pr::Choose &s, std::uint32_t) {
  // May the assumptions hold with which the block opens? What is undefined in them is so when the block is reached.
  const auto opens = [&](pr::BlockId b, ThreadIndex t) {
    m_.undefined_ahead = false;
    const bool holds = assumptions_hold(program_.blocks[b], starts_[b], threads_, t);
    const bool undefined = *std::exchange(m_.undefined_ahead, std::nullopt);
    return holds || undefined;
  };
  for (ThreadIndex t = 0; t < threads_.size(); ++t) {
    std::vector<pr::BlockId> open;
    for (pr::BlockId b : s.among)
      if (opens(b, t))
        open.push_back(b);
    if (m_.over_)
      return;
    if (open.empty())
      open = s.among; // infeasible if the thread is enabled at all: the assumption says so when it is reached
    threads_.regs(t)[s.var] = open[open.size() == 1 ? 0 : choices_->among(open.size())];
  }
}

void VectorStatements::run(const pr::Havoc &s, std::uint32_t) {
  std::uint64_t v = 0;
  for (ThreadIndex t = 0; t < threads_.size(); ++t) {
    if (t == 0 || !program_.vars[s.var].uniform)
      v = any_value(program_, s.var, *choices_);
    threads_.regs(t)[s.var] = v;
  }
}

void VectorStatements::run(const pr::Assume &s, std::uint32_t pc) {
  std::uint32_t end;
  gather(s.guard);
  for (ThreadIndex t : enabled_) {
    const Instr *i = threads_.run_segment(pc, t, end);
    if (!i)
      return;
    if (threads_.regs(t)[i->a] == 0)
      return m_.stop(t, end, Ending::Infeasible, "an assumption does not hold");
  }
}

void VectorStatements::run(const pr::Assert &s, std::uint32_t pc) {
  std::uint32_t end;
  gather(s.guard);
  const cfg::Assert told{s.condition, s.kind, s.message};
  for (ThreadIndex t : enabled_) {
    const Instr *i = threads_.run_segment(pc, t, end);
    if (!i)
      return;
    if (threads_.regs(t)[i->a] != 0)
      continue;
    for (Observer *o : m_.observers)
      o->on_failed({t, m_.steps, m_.code.sites[end], &told});
    if (m_.options.stop_at_assert)
      return m_.stop(t, end, Ending::Assertion,
                     s.message.empty() ? "an assertion fails" : "an assertion fails: " + s.message);
  }
}

void VectorStatements::run(const pr::Load &s, std::uint32_t pc) {
  gather(s.guard);
  touch(pc);
  if (m_.over_ || s.keeps)
    return;
  for (ThreadIndex t = 0; t < threads_.size(); ++t)
    if (!threads_.enabled(s.guard, t))
      for (cfg::VarId v : s.dests)
        threads_.regs(t)[v] = any_value(program_, v, *choices_);
}

void VectorStatements::run(const pr::Store &s, std::uint32_t pc) {
  gather(s.guard);
  shuffle(enabled_, *choices_);
  touch(pc);
}

void VectorStatements::run(const pr::Atomic &s, std::uint32_t pc) {
  gather(s.guard);
  shuffle(enabled_, *choices_);
  touch(pc);
}

void VectorStatements::touch(std::uint32_t pc) { // operands are private: evaluating them in between changes nothing
  std::uint32_t end = 0;
  requests_.start();
  for (ThreadIndex t : enabled_) {
    const Instr *i = threads_.run_segment(pc, t, end);
    if (!i)
      return;
    requests_.touch(t, to_signed(threads_.regs(t)[i->a], m_.code.accesses[i->c].offset_width));
    m_.access(t, end);
    if (m_.over_)
      return;
  }
  requests_.tell(end);
}

void VectorStatements::run(const pr::Sync &s, std::uint32_t pc) {
  const cfg::Barrier bar{s.scope, s.fence_group, s.fence_global};
  const std::uint32_t size = m_.group_size;
  auto next_start = [&](std::uint32_t from) -> std::uint32_t { // of the scope's next set of threads
    if (s.scope == cfg::Scope::Grid)
      return static_cast<std::uint32_t>(threads_.size());
    const std::uint32_t group_end = (from / size + 1) * size;
    return group_end;
  };
  for (std::uint32_t from = 0, to; from < threads_.size(); from = to) {
    to = next_start(from);
    std::vector<ThreadIndex> in, out;
    for (ThreadIndex t = from; t < to; ++t)
      (threads_.enabled(s.guard, t) ? in : out).push_back(t);
    if (in.empty())
      continue;
    for (ThreadIndex t : in)
      for (Observer *o : m_.observers)
        o->on_arrive(t, m_.code.sites[pc], bar);
    if (!out.empty()) {
      Divergence d;
      d.at = in.front();
      d.other = out.front();
      d.barrier = m_.code.sites[pc];
      for (Observer *o : m_.observers)
        o->on_divergence(d);
      return m_.stop(d.at, pc, Ending::Divergence, "a thread is at a barrier that another one of its scope is not at");
    }
    m_.epochs.pass(from, bar);
    for (Observer *o : m_.observers)
      o->on_release(in, m_.code.sites[pc], bar);
  }
}

} // namespace lockstep::semantics
