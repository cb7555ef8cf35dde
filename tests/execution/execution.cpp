// Random executions: see execution.h.
#include "tests/execution/execution.h"

#include "tests/execution/machine.h"

#include <algorithm>

namespace lockstep::emit {

Executed execute(const boogie::Program &program, const ExecutionLimits &limits) {
  Executed out;
  for (const boogie::Procedure &procedure : program.procedures) {
    const execution::Code code = execution::code_of(program, procedure);
    if (code.candidates.empty() || code.blocks.empty())
      continue;
    execution::Random random(limits.seed);
    execution::Machine machine(code, random);
    std::size_t known = 0;
    const std::uint64_t end = out.steps + limits.steps;
    unsigned quiet = 0;
    for (unsigned i = 0; i < limits.executions && quiet < limits.without_news && out.steps < end; ++i) {
      if (known == code.candidates.size())
        break;
      ++out.executions;
      out.completed += machine.run(std::min(limits.steps_each, end - out.steps)) ? 1 : 0;
      out.steps += machine.steps();
      quiet = machine.refuted().size() == known ? quiet + 1 : 0;
      known = machine.refuted().size();
    }
    for (std::uint32_t c : machine.refuted())
      out.refuted.insert(code.candidates[c]);
  }
  return out;
}

} // namespace lockstep::emit
