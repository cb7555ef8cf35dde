// What all parts of the machine of warps work on: see core.h.
#include "semantics/simt/core.h"

#include "support/invariant.h"

namespace lockstep::semantics::simt {

namespace {
RunOptions unlimited(RunOptions o) { // steps are counted here
  o.max_steps = ~std::uint64_t(0);
  return o;
}
Geometry with_warps(Geometry g, unsigned lanes) {
  LOCKSTEP_INVARIANT(lanes >= 1 && lanes <= most_lanes, "a warp has 1 to 64 lanes");
  g.warp_size = lanes;
  return g;
}
} // namespace

const char *name(End e) {
  switch (e) {
  case End::Completed: return "completed";
  case End::Stuck: return "stuck";
  case End::Violation: return "violation";
  case End::Deadlock: return "deadlock";
  case End::Cycle: return "never ends";
  case End::StepLimit: return "step limit";
  case End::Stopped: return "stopped";
  }
  return "?";
}

Core::Core(const SimtCode &c, const Geometry &g, const Inputs &inputs, const SimtOptions &o)
    : code(c), options(o), m(c.code, with_warps(g, o.warp_size), inputs, unlimited(o.run)),
      warps(m.geometry, o.warp_size) {}

void Core::start() {
  m.start(false);
  counts = {};
  ended = false;
  warps.start(code.entry, options.scheduling == Scheduling::Independent);
}

void Core::stop(End end, const Unit &at, std::string why) {
  if (ended)
    return;
  ended = true;
  counts.end = end;
  counts.reason = std::move(why);
  counts.warp = at.warp;
  counts.pc = at.pc;
}

Outcome Core::finish() {
  Outcome out = counts;
  if (ended) {
    const Ending told = out.end == End::StepLimit || out.end == End::Cycle ? Ending::StepLimit : Ending::Divergence;
    m.ending = Execution{told, 0, out.reason, 0, {}, {}};
    if (out.pc && *out.pc < code.steps.size())
      m.ending->site = code.program->code[*out.pc].site;
  } else if (m.over_ && m.ending) {
    out.end = End::Stopped;
    out.reason = m.ending->reason;
  }
  out.execution = m.finish();
  return out;
}

} // namespace lockstep::semantics::simt
