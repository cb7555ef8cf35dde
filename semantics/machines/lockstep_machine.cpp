// The lock-step machine: see lockstep_machine.h. Registers, memory, epochs and observers are those of machine.h;
// expressions are code segments that run thread by thread.
#include "semantics/machines/lockstep_machine.h"

#include "cfg/ir/pairwise.h"
#include "predication/shell.h"
#include "semantics/code/code_builder.h"
#include "semantics/machines/machine.h"
#include "support/invariant.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::semantics {

namespace pr = predication;

struct LockstepMachine::Impl {
  Impl(const pr::Lockstep &p, const cfg::Kernel &k) : program(p), kernel(k), shell(pr::shell_of(p)) {}

  const pr::Lockstep &program;
  const cfg::Kernel &kernel;
  cfg::Kernel shell; // the program's variables and arrays
  Code code;
  std::vector<std::vector<std::uint32_t>> start; // of each statement's segment; the terminator's behind them
  std::unique_ptr<Interleaving::Impl> machine;
  Choices *choices = nullptr;
  std::vector<ThreadIndex> enabled_threads; // of the statement that runs
  std::vector<Observer *> requesters;
  std::vector<std::pair<ThreadIndex, std::int64_t>> touched; // of the access that runs: who, at which offset

  // --- compiling: a segment ends in an instruction that is not private, which says what to do with its result
  Site site_of(const pr::Lockstep::Block &b, const pr::Lockstep::Stmt *s) const {
    Site site;
    site.block = b.kernel_block.value_or(0);
    const std::size_t end = kernel.blocks[site.block].stmts.size();
    site.stmt = static_cast<std::uint32_t>(s && s->kernel_stmt ? *s->kernel_stmt : end);
    return site;
  }

  void compile(const CodeOptions &options, support::Diagnostics &diags) {
    code.kernel = &kernel;
    CodeBuilder b(code, shell, options, diags);
    for (const pr::Lockstep::Block &block : program.blocks) {
      std::vector<std::uint32_t> &pcs = start.emplace_back();
      for (const pr::Lockstep::Stmt &s : block.stmts) {
        b.begin(site_of(block, &s), s.origin);
        pcs.push_back(b.here());
        std::visit([&](const auto &node) { segment(b, node); }, s.node);
      }
      b.begin(site_of(block, nullptr), block.end.origin);
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

  static void test(CodeBuilder &b, const cfg::Expr &e) {
    const Reg r = b.expr(e);
    b.emit(Do::GuardTest, 0, r);
  }
  template <typename T> static void segment(CodeBuilder &b, const T &) { b.emit(Do::GuardEnd); }
  static void segment(CodeBuilder &b, const pr::Assign &a) {
    b.into(a.var, a.value);
    b.emit(Do::GuardEnd);
  }
  static void segment(CodeBuilder &b, const pr::Assume &a) { test(b, a.condition); }
  static void segment(CodeBuilder &b, const pr::Assert &a) { test(b, cfg::of_one_thread(a.condition)); }
  static void segment(CodeBuilder &b, const pr::Load &l) {
    b.access(cfg::Load{l.dests, l.array, l.offset, l.per_value, l.quiet});
  }
  static void segment(CodeBuilder &b, const pr::Store &s) {
    b.access(cfg::Store{s.values, s.array, s.offset, s.per_value, s.quiet});
  }
  static void segment(CodeBuilder &b, const pr::Atomic &a) {
    b.access(cfg::Atomic{a.op, a.dest, a.array, a.offset, a.per_value, a.operands, a.scope});
  }

  // --- running
  std::uint64_t *regs(ThreadIndex t) { return &machine->regs[std::size_t(t) * machine->stride]; }
  std::size_t threads() const { return machine->threads.size(); }

  bool enabled(const pr::Guard &g, ThreadIndex t) {
    switch (g.kind) {
    case pr::Guard::Kind::Always: return true;
    case pr::Guard::Kind::AtBlock: return regs(t)[g.var] == g.block;
    case pr::Guard::Kind::Flag: return regs(t)[g.var] != 0;
    }
    return false;
  }
  // Runs the segment for one thread; the instruction that ends it. Empty if the thread was stopped.
  const Instr *run_segment(std::uint32_t pc, ThreadIndex t, std::uint32_t &end) {
    end = machine->pure<false>(pc, regs(t), t);
    return machine->over_ ? nullptr : &code.instrs[end];
  }
  void gather(const pr::Guard &g) {
    enabled_threads.clear();
    for (ThreadIndex t = 0; t < threads(); ++t)
      if (enabled(g, t))
        enabled_threads.push_back(t);
  }
  void shuffle() { // any order of the enabled threads
    for (std::size_t i = 0; i + 1 < enabled_threads.size(); ++i)
      std::swap(enabled_threads[i], enabled_threads[i + choices->among(enabled_threads.size() - i)]);
  }
  cfg::Type type_of(cfg::VarId v) const { return program.vars[v].decl.type; }

  void run(const pr::Assign &s, std::uint32_t pc) {
    std::uint32_t end;
    for (ThreadIndex t = 0; t < threads(); ++t) {
      if (enabled(s.guard, t)) {
        if (!run_segment(pc, t, end))
          return;
      } else if (!s.keeps) {
        regs(t)[s.var] = mask_to_width(choices->havoc(type_of(s.var)), type_of(s.var).width);
      }
    }
  }
  void run(const pr::SetBlock &s, std::uint32_t) {
    for (ThreadIndex t = 0; t < threads(); ++t)
      regs(t)[s.var] = s.block;
  }
  void run(const pr::Choose &s, std::uint32_t) {
    for (ThreadIndex t = 0; t < threads(); ++t) {
      std::vector<pr::BlockId> open;
      for (pr::BlockId b : s.among)
        if (opens(b, t))
          open.push_back(b);
      if (machine->over_)
        return;
      if (open.empty())
        open = s.among; // infeasible if the thread is enabled at all: the assumption says so when it is reached
      regs(t)[s.var] = open[open.size() == 1 ? 0 : choices->among(open.size())];
    }
  }
  // May the assumptions hold with which the block opens? What is undefined in them is so when the block is reached.
  bool opens(pr::BlockId b, ThreadIndex t) {
    machine->looking_ahead = true;
    machine->undefined_ahead = false;
    const bool holds = assumptions_hold(b, t);
    machine->looking_ahead = false;
    return holds || machine->undefined_ahead;
  }
  bool assumptions_hold(pr::BlockId b, ThreadIndex t) {
    for (std::size_t s = 0; s < program.blocks[b].stmts.size(); ++s) {
      auto *a = std::get_if<pr::Assume>(&program.blocks[b].stmts[s].node);
      if (!a && !std::holds_alternative<pr::Skip>(program.blocks[b].stmts[s].node))
        break;
      if (!a)
        continue;
      std::uint32_t end;
      const Instr *i = run_segment(start[b][s], t, end);
      if (!i || regs(t)[i->a] == 0)
        return false;
    }
    return true;
  }
  void run(const pr::Havoc &s, std::uint32_t) {
    std::uint64_t v = 0;
    for (ThreadIndex t = 0; t < threads(); ++t) {
      if (t == 0 || !program.vars[s.var].uniform)
        v = mask_to_width(choices->havoc(type_of(s.var)), type_of(s.var).width);
      regs(t)[s.var] = v;
    }
  }
  void run(const pr::Assume &s, std::uint32_t pc) {
    std::uint32_t end;
    gather(s.guard);
    for (ThreadIndex t : enabled_threads) {
      const Instr *i = run_segment(pc, t, end);
      if (!i)
        return;
      if (regs(t)[i->a] == 0)
        return machine->stop(t, end, Ending::Infeasible, "an assumption does not hold");
    }
  }
  void run(const pr::Assert &s, std::uint32_t pc) {
    std::uint32_t end;
    gather(s.guard);
    const cfg::Assert told{s.condition, s.kind, s.message};
    for (ThreadIndex t : enabled_threads) {
      const Instr *i = run_segment(pc, t, end);
      if (!i)
        return;
      if (regs(t)[i->a] != 0)
        continue;
      for (Observer *o : machine->observers)
        o->on_failed({t, machine->steps, code.sites[end], &told});
      if (machine->options.stop_at_assert)
        return machine->stop(t, end, Ending::Assertion,
                             s.message.empty() ? "an assertion fails" : "an assertion fails: " + s.message);
    }
  }
  void run(const pr::Skip &, std::uint32_t) {}
  void run(const pr::Load &s, std::uint32_t pc) {
    gather(s.guard);
    touch(pc);
    if (machine->over_ || s.keeps)
      return;
    for (ThreadIndex t = 0; t < threads(); ++t)
      if (!enabled(s.guard, t))
        for (cfg::VarId v : s.dests)
          regs(t)[v] = mask_to_width(choices->havoc(type_of(v)), type_of(v).width);
  }
  void run(const pr::Store &s, std::uint32_t pc) {
    gather(s.guard);
    shuffle();
    touch(pc);
  }
  void run(const pr::Atomic &s, std::uint32_t pc) {
    gather(s.guard);
    shuffle();
    touch(pc);
  }
  void touch(std::uint32_t pc) { // operands are private: evaluating them in between changes nothing
    std::uint32_t end = 0;
    touched.clear();
    for (ThreadIndex t : enabled_threads) {
      const Instr *i = run_segment(pc, t, end);
      if (!i)
        return;
      if (!requesters.empty())
        touched.push_back({t, to_signed(regs(t)[i->a], code.accesses[i->c].offset_width)});
      machine->access(t, end);
      if (machine->over_)
        return;
    }
    if (!touched.empty())
      tell_requests(end);
  }
  void tell_requests(std::uint32_t pc) { // of what was touched, warp by warp
    const AccessCode &a = code.accesses[code.instrs[pc].c];
    if (!a.shared || a.quiet)
      return;
    std::sort(touched.begin(), touched.end());
    const std::uint32_t size = machine->group_size, warp = machine->geometry.warp_size;
    std::vector<Request::Lane> lanes;
    for (std::size_t i = 0; i < touched.size();) {
      const std::uint32_t local = touched[i].first % size, first = touched[i].first - local % warp;
      Request r{code.sites[pc], a.kind, a.array, a.granules};
      r.warp_lanes = std::min(warp, size - (local - local % warp));
      const std::vector<std::uint64_t> &ran = machine->geometry.groups;
      r.group = ran.empty() ? first / size : ran[first / size];
      r.warp = local / warp;
      lanes.clear();
      for (; i < touched.size() && touched[i].first - first < r.warp_lanes; ++i)
        lanes.push_back({touched[i].first - first, touched[i].second});
      r.lanes = lanes;
      for (Observer *o : requesters)
        o->on_request(r);
    }
  }
  void run(const pr::AtHead &, std::uint32_t) {} // looked at where control comes from
  bool at_head_holds(pr::BlockId b) {
    for (const pr::Lockstep::Stmt &s : program.blocks[b].stmts)
      if (auto *a = std::get_if<pr::AtHead>(&s.node)) {
        gather(a->head);
        return a->some == !enabled_threads.empty();
      }
    return true;
  }

  void run(const pr::Sync &s, std::uint32_t pc) {
    const cfg::Barrier bar{s.scope, s.fence_group, s.fence_global};
    const std::uint32_t size = machine->group_size;
    auto next_start = [&](std::uint32_t from) -> std::uint32_t { // of the scope's next set of threads
      if (s.scope == cfg::Scope::Grid)
        return static_cast<std::uint32_t>(threads());
      const std::uint32_t group_end = (from / size + 1) * size;
      return group_end;
    };
    for (std::uint32_t from = 0, to; from < threads(); from = to) {
      to = next_start(from);
      std::vector<ThreadIndex> in, out;
      for (ThreadIndex t = from; t < to; ++t)
        (enabled(s.guard, t) ? in : out).push_back(t);
      if (in.empty())
        continue;
      for (ThreadIndex t : in)
        for (Observer *o : machine->observers)
          o->on_arrive(t, code.sites[pc], bar);
      if (!out.empty()) {
        Divergence d;
        d.at = in.front();
        d.other = out.front();
        d.barrier = code.sites[pc];
        for (Observer *o : machine->observers)
          o->on_divergence(d);
        return machine->stop(d.at, pc, Ending::Divergence,
                             "a thread is at a barrier that another one of its scope is not at");
      }
      Interleaving::Impl::Epochs &e =
          s.scope == cfg::Scope::Group ? machine->group_epochs[machine->threads[from].group] : machine->grid_epochs;
      e.of_group_space += s.fence_group;
      e.of_global_space += s.fence_global;
      for (Observer *o : machine->observers)
        o->on_release(in, code.sites[pc], bar);
    }
  }
  template <typename T> void run(const T &, std::uint32_t) {
    LOCKSTEP_UNREACHABLE("instrumentation is refused by make");
  }

  // The value on which all threads agree.
  std::optional<std::uint64_t> agreed(std::uint32_t pc) {
    std::optional<std::uint64_t> value;
    std::uint32_t end;
    for (ThreadIndex t = 0; t < threads(); ++t) {
      const Instr *i = run_segment(pc, t, end);
      if (!i)
        return std::nullopt;
      if (value && *value != regs(t)[i->a]) {
        machine->stop(t, end, Ending::Divergence, "threads disagree at a branch that lock step takes together");
        return std::nullopt;
      }
      value = regs(t)[i->a];
    }
    return value;
  }

  std::optional<pr::BlockId> follow(const pr::Lockstep::Block &b, std::uint32_t pc) {
    if (auto *g = std::get_if<pr::Goto>(&b.end.node)) {
      if (g->targets.size() == 1)
        return g->targets[0];
      for (pr::BlockId to : g->targets)
        if (at_head_holds(to))
          return to;
      machine->stop(0, pc, Ending::Infeasible, "neither Back nor Exit is possible");
      return std::nullopt;
    }
    if (auto *br = std::get_if<pr::Branch>(&b.end.node)) {
      auto v = agreed(pc);
      return v ? std::optional(*v != 0 ? br->if_true : br->if_false) : std::nullopt;
    }
    if (auto *sw = std::get_if<pr::Switch>(&b.end.node)) {
      auto v = agreed(pc);
      if (!v)
        return std::nullopt;
      for (const pr::SwitchCase &c : sw->cases)
        if (c.value == *v)
          return c.target;
      return sw->otherwise;
    }
    return std::nullopt; // End
  }

  Execution execute(Choices &c) {
    choices = &c;
    machine->start(c, false);
    std::optional<pr::BlockId> at = 0;
    std::uint64_t blocks = 0; // statements without segment code count, too
    while (at && !machine->over_) {
      const pr::Lockstep::Block &b = program.blocks[*at];
      const std::vector<std::uint32_t> &pcs = start[*at];
      for (std::size_t s = 0; s < b.stmts.size() && !machine->over_; ++s)
        std::visit([&](const auto &node) { run(node, pcs[s]); }, b.stmts[s].node);
      if (machine->over_)
        break;
      if (machine->steps + ++blocks > machine->options.max_steps) {
        machine->stop(0, pcs.back(), Ending::StepLimit,
                      fmt::format("the limit of {} steps is reached", machine->options.max_steps));
        break;
      }
      at = follow(b, pcs.back());
    }
    return machine->finish();
  }
};

namespace {
bool instrumented(const pr::Lockstep &p) {
  for (const pr::Lockstep::Block &b : p.blocks)
    for (const pr::Lockstep::Stmt &s : b.stmts)
      if (std::holds_alternative<pr::Log>(s.node) || std::holds_alternative<pr::CheckRaces>(s.node) ||
          std::holds_alternative<pr::EndInterval>(s.node) || std::holds_alternative<pr::Refresh>(s.node))
        return true;
  return p.instrumented;
}
} // namespace

LockstepMachine::LockstepMachine(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
LockstepMachine::~LockstepMachine() = default;

support::Result<std::unique_ptr<LockstepMachine>>
LockstepMachine::make(const pr::Lockstep &program, const cfg::Kernel &kernel, const Geometry &geometry,
                      const Inputs &inputs, const RunOptions &options, support::Diagnostics &diags) {
  if (instrumented(program)) {
    diags.unsupported(program.origin,
                      "an instrumented program is for verification: execute it before stage `instrument`");
    return support::failure;
  }
  for (const pr::Lockstep::Block &b : program.blocks)
    for (const pr::Lockstep::Stmt &s : b.stmts)
      if (auto *sync = std::get_if<pr::Sync>(&s.node); sync && sync->scope == cfg::Scope::Warp) {
        diags.unsupported(s.origin, "a barrier of a warp is not executed in lock step");
        return support::failure;
      }
  auto impl = std::make_unique<Impl>(program, kernel);
  const std::size_t before = diags.all().size();
  impl->compile({}, diags);
  if (diags.all().size() != before)
    return support::failure;
  impl->machine = std::make_unique<Interleaving::Impl>(impl->code, geometry, inputs, options);
  return std::unique_ptr<LockstepMachine>(new LockstepMachine(std::move(impl)));
}

void LockstepMachine::attach(Observer &observer) {
  impl_->machine->observers.push_back(&observer);
  if (observer.wants_steps())
    impl_->machine->steppers.push_back(&observer);
  if (observer.wants_requests())
    impl_->requesters.push_back(&observer);
}
Execution LockstepMachine::run(Choices &choices) { return impl_->execute(choices); }
const Memory &LockstepMachine::memory() const { return impl_->machine->memory; }
std::uint64_t LockstepMachine::variable(ThreadIndex t, cfg::VarId v) const { return impl_->regs(t)[v]; }

} // namespace lockstep::semantics
