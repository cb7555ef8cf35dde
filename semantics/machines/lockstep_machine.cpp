// The lock-step machine: see lockstep_machine.h. Registers, memory, epochs and observers are those of interpreter.h;
// here all threads go from block to block together.
#include "semantics/machines/lockstep_machine.h"

#include "semantics/machines/lockstep_code.h"
#include "semantics/machines/vector_statements.h"

#include <fmt/format.h>

namespace lockstep::semantics {

namespace pr = predication;

struct LockstepMachine::Impl {
  Impl(const pr::Lockstep &p, std::unique_ptr<const LockstepCode> c, const Geometry &geometry, const Inputs &inputs,
       const RunOptions &options)
      : program(p), code(std::move(c)), interpreter(code->code, geometry, inputs, options) {}

  const pr::Lockstep &program;
  std::unique_ptr<const LockstepCode> code;
  Interpreter interpreter;
  GuardedThreads threads{interpreter};
  WarpRequests requests{interpreter};
  VectorStatements statements{program, code->starts, interpreter, requests};

  bool at_head_holds(pr::BlockId b) const {
    for (const pr::Lockstep::Stmt &s : program.blocks[b].stmts)
      if (auto *a = std::get_if<pr::AtHead>(&s.node))
        return a->some == threads.any_enabled(a->head);
    return true;
  }

  // The value on which all threads agree.
  std::optional<std::uint64_t> agreed(std::uint32_t pc) {
    std::optional<std::uint64_t> value;
    std::uint32_t end;
    for (ThreadIndex t = 0; t < threads.size(); ++t) {
      const Instr *i = threads.run_segment(pc, t, end);
      if (!i)
        return std::nullopt;
      if (value && *value != threads.regs(t)[i->a]) {
        interpreter.stop(t, end, Ending::Divergence, "threads disagree at a branch that lock step takes together");
        return std::nullopt;
      }
      value = threads.regs(t)[i->a];
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
      interpreter.stop(0, pc, Ending::Infeasible, "neither Back nor Exit is possible");
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

  Execution execute(Choices &choices) {
    statements.start(choices);
    interpreter.start(false);
    std::optional<pr::BlockId> at = 0;
    std::uint64_t blocks = 0; // statements without segment code count, too
    while (at && !interpreter.over_) {
      const pr::Lockstep::Block &b = program.blocks[*at];
      const std::vector<std::uint32_t> &pcs = code->starts[*at];
      for (std::size_t s = 0; s < b.stmts.size() && !interpreter.over_; ++s)
        std::visit([&](const auto &node) { statements.run(node, pcs[s]); }, b.stmts[s].node);
      if (interpreter.over_)
        break;
      if (interpreter.steps + ++blocks > interpreter.options.max_steps) {
        interpreter.stop(0, pcs.back(), Ending::StepLimit,
                         fmt::format("the limit of {} steps is reached", interpreter.options.max_steps));
        break;
      }
      at = follow(b, pcs.back());
    }
    return interpreter.finish();
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
  const std::size_t before = diags.all().size();
  auto code = std::make_unique<LockstepCode>(program, kernel, diags);
  if (diags.all().size() != before)
    return support::failure;
  auto impl = std::make_unique<Impl>(program, std::move(code), geometry, inputs, options);
  return std::unique_ptr<LockstepMachine>(new LockstepMachine(std::move(impl)));
}

void LockstepMachine::attach(Observer &observer) {
  impl_->interpreter.attach(observer);
  if (observer.wants_requests())
    impl_->requests.attach(observer);
}
Execution LockstepMachine::run(Choices &choices) { return impl_->execute(choices); }
const Memory &LockstepMachine::memory() const { return impl_->interpreter.memory; }
std::uint64_t LockstepMachine::variable(ThreadIndex t, cfg::VarId v) const { return impl_->threads.regs(t)[v]; }

} // namespace lockstep::semantics
