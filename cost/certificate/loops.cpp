// Loops on the checker's way: claimed ones, and those that are gone along round by round (claimed_loop.h).
#include "cost/certificate/claimed_loop.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::cost::certificate {

using cfg::BlockId;

namespace {

constexpr std::size_t most_rounds = 66;

} // namespace

void Loops::along(std::size_t loop, const LaneMask &m, Flow &out) {
  const cfg::LoopForest &all = walk_.about.loops;
  const cfg::Loop &it = all.loops[loop];
  std::vector<BlockId> list;
  for (const BlockId b : walk_.about.order)
    if (all.contains(static_cast<int>(loop), b))
      list.push_back(b);
  const std::string &name = walk_.about.kernel.blocks[it.head].name;
  if (const auto claimed = walk_.claims.take_loop(name)) {
    Head &head = heads_[*claimed];
    ClaimedLoop(walk_, loop, list, m, *claimed, head).check();
    if (walk_.claim.loops[*claimed].kind == Trips::AtMost)
      left(loop, m, head.alike, out);
    else
      out[it.exits[0].second] = either(out[it.exits[0].second], m);
    return;
  }
  if (unrolled(loop, list, m, out))
    return;
  if (!walk_.claims.silent())
    throw Refused(fmt::format("the loop at block '{}' has no claim and goes on", name));
  // Nothing is asked of it but that it ends.
  const std::vector<bool> modified = cfg::modified_in(walk_.about.kernel, it);
  for (cfg::VarId v = 0; v < modified.size(); ++v)
    if (modified[v])
      walk_.state.forget(v, m, false);
  left(loop, m, false, out);
}

// Round by round, as long as each lane's way is known.
bool Loops::unrolled(std::size_t loop, const std::vector<BlockId> &list, const LaneMask &m, Flow &out) {
  const auto before = walk_.state.variables();
  Flow in{{list[0], m}}, left;
  for (std::size_t round = 0; round < most_rounds; ++round) {
    Flow leaving;
    walk_.blocks.blocks(static_cast<int>(loop), list, 0, list.size(), in, leaving);
    in.clear();
    for (const auto &[target, mask] : leaving)
      if (target == list[0])
        in[target] = mask;
      else
        left[target] = either(left[target], mask);
    if (in.empty() || in[list[0]].empty()) {
      for (const auto &[target, mask] : left)
        out[target] = either(out[target], mask);
      return true;
    }
    const auto decided = [&](const Conjunction &c) {
      return std::any_of(m.begin(), m.end(), [&](const Conjunction &of) { return beyond(c, of).empty(); });
    };
    if (walk_.claims.silent() && !std::all_of(in[list[0]].begin(), in[list[0]].end(), decided))
      break;
  }
  walk_.state.restore(before);
  return false;
}

void Loops::left(std::size_t loop, const LaneMask &m, bool all_alike, Flow &out) {
  std::set<BlockId> targets;
  for (const auto &[from, to] : walk_.about.loops.loops[loop].exits) {
    targets.insert(to);
    walk_.blocks.watch(from, [&](const LaneMask &) { return all_alike; });
  }
  LaneMask rest = m;
  for (const BlockId to : targets) { // through one of them
    const LaneMask here = to == *targets.rbegin() ? everybody() : walk_.state.conditions.perhaps(all_alike);
    out[to] = either(out[to], both(rest, here));
    rest = both(rest, walk_.state.conditions.other(here));
  }
}

} // namespace lockstep::cost::certificate
