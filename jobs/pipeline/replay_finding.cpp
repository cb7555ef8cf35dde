// Replays of findings: see replay_finding.h.
#include "jobs/pipeline/replay_finding.h"

#include "cfg/ir/text/element_text.h"
#include "cfg/ir/text/shown_name.h"
#include "semantics/machines/replay.h"
#include "support/budget.h"
#include "support/thread_clock.h"
#include "verify/access_order.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>

namespace lockstep::jobs {

namespace {

using verify::access_word;
using verify::FindingKind;
using Status = verify::Replay::Status;

semantics::Geometry geometry_of(const verify::Finding &f, const cfg::Launch &launch) {
  semantics::Geometry g;
  g.local_size = f.local_size;
  g.num_groups = f.num_groups;
  g.global_offset = launch.global_offset;
  g.warp_size = launch.warp_size;
  return g;
}

semantics::ReplayTarget target_of(const verify::Finding &f, cfg::Tolerance tolerance) {
  semantics::ReplayTarget t;
  t.what = f.kind == FindingKind::Race         ? semantics::Wanted::Race
           : f.kind == FindingKind::Divergence ? semantics::Wanted::Divergence
                                               : semantics::Wanted::Assertion;
  for (std::size_t i = 0; i < 2; ++i) {
    const verify::Access &a = f.accesses[std::min(i, f.accesses.size() - 1)];
    t.places[i] = a.origin;
    t.threads[i] = a.thread;
  }
  t.scalars = f.scalars;
  t.tolerance = tolerance;
  return t;
}

std::string as_text(const cfg::Type &type, std::uint64_t bits) {
  if (type.is_bool())
    return bits != 0 ? "true" : "false";
  const std::uint64_t sign = std::uint64_t(1) << (type.width - 1);
  return (bits & sign) != 0 ? std::to_string(static_cast<std::int64_t>(bits | ~(sign | (sign - 1))))
                            : std::to_string(bits);
}

// The threads, the element and the parameters of the execution, instead of the model's.
void adopt(const cfg::Kernel &k, const semantics::Replay &r, verify::Finding &f) {
  for (std::size_t i = 0; i < f.accesses.size() && i < 2; ++i)
    f.accesses[i].thread = r.threads[i];
  if (f.kind == FindingKind::Race) {
    const cfg::Array &array = k.arrays[r.array];
    for (std::size_t i = 0; i < 2; ++i)
      f.accesses[i].what = access_word(r.kinds[i]);
    const std::string name = cfg::shown_name(array);
    const std::int64_t element = cfg::element_of(array, r.bytes[0]);
    f.array = name;
    f.element = static_cast<std::uint64_t>(element);
    f.indices = cfg::indices_text(array, element);
    f.part = cfg::part_text(array, r.bytes[0], r.bytes[1]);
    f.bytes = {static_cast<std::uint64_t>(r.bytes[0]), static_cast<std::uint64_t>(r.bytes[1])};
    f.race = f.accesses[0].what + "-" + f.accesses[1].what;
    f.message = "possible " + f.race + " race on '" + name + f.indices + "'" + f.part;
  }
  if (r.other_iteration && f.accesses.size() == 2) {
    f.message = "barrier may be reached by threads of a group in different iterations of a loop";
    f.accesses[1].what = "reaches it in another iteration of a loop around it";
  }
  verify::note_who_waits_alone(f);
  for (const auto &[v, bits] : r.inputs.scalars) {
    const cfg::Var &var = k.vars[v];
    const std::string &name = cfg::shown_name(var);
    f.scalars[v] = bits;
    if (!var.type.is_float() && (f.values.count(name) != 0 || !var.source_name.empty()))
      f.values[name] = as_text(var.type, bits);
  }
}

// What memory holds when the kernel is launched, where it must be other than zero: few cells by number.
std::string start_of(const cfg::Kernel &k, const semantics::Replay &r) {
  std::string out;
  std::size_t told = 0;
  for (const semantics::StartCell &c : r.start) {
    if (++told == 5) {
      out += fmt::format(" and {} more cells", r.start.size() - 4);
      break;
    }
    const cfg::Array &a = k.arrays[c.array];
    const std::uint64_t size = std::max<std::uint64_t>(1, a.source_element_bytes), byte = c.granule * a.granule_bytes;
    out += fmt::format("{}'{}{}'{} holds {}", told == 1 ? "" : ", ", cfg::shown_name(a),
                       cfg::indices_text(a, static_cast<std::int64_t>(byte / size)),
                       byte % size == 0 ? "" : fmt::format(" + {} bytes", byte % size), c.value);
  }
  return out;
}
// What the execution rests on beside the order of the threads.
void note_start(const cfg::Kernel &k, const semantics::Replay &r, verify::Finding &f) {
  if (r.start.empty())
    return;
  f.notes.push_back(r.confirmed ? "in this execution " + start_of(k, r) + " when the kernel is launched, the rest zero"
                                : "no violation was found from zeros; there is one if " + start_of(k, r) +
                                      " when the kernel is launched");
}

void record(const semantics::Replay &r, verify::Finding &f) {
  f.replay.status = Status::Confirmed;
  f.replay.reason = r.reason;
  f.replay.steps = r.steps;
  f.replay.schedule = r.schedule;
  f.replay.groups = r.groups;
  f.replay.scalars = r.inputs.scalars;
  f.replay.arrays = r.inputs.arrays;
}

verify::Finding finding_of(const cfg::Kernel &k, const semantics::Replay &r, semantics::Wanted what) {
  verify::Finding f;
  const auto access = [&](std::size_t i, std::string doing) {
    f.accesses.push_back({semantics::origin_of(k, r.sites[i]), r.threads[i], std::move(doing)});
  };
  switch (what) {
  case semantics::Wanted::Race:
    f.kind = FindingKind::Race;
    access(0, access_word(r.kinds[0]));
    access(1, access_word(r.kinds[1]));
    f.first =
        verify::first_access(k, r.array, {{{r.kinds[0], f.accesses[0].origin}, {r.kinds[1], f.accesses[1].origin}}});
    f.origin = f.accesses[1].origin;
    break;
  case semantics::Wanted::Divergence:
    f.kind = FindingKind::Divergence;
    access(0, "reaches the barrier");
    access(1, "does not reach the barrier");
    f.accesses[1].origin = f.origin = f.accesses[0].origin;
    f.message = "barrier may be reached by some threads of a group and not by others";
    verify::note_who_waits_alone(f);
    break;
  case semantics::Wanted::Assertion: {
    const auto *a = std::get_if<cfg::Assert>(&k.blocks[r.sites[0].block].stmts[r.sites[0].stmt].node);
    f.kind = a && a->kind == cfg::AssertKind::Bounds ? FindingKind::Bounds : FindingKind::Assertion;
    access(0, "fails the assertion");
    f.origin = f.accesses[0].origin;
    f.message = (a && a->kind == cfg::AssertKind::AtBarrier ? "this barrier invariant might not hold"
                                                            : "this assertion might not hold") +
                (a && !a->message.empty() ? ": " + a->message : std::string());
    break;
  }
  }
  return f;
}

bool has(const verify::Result &result, semantics::Wanted what) {
  return std::ranges::any_of(result.findings, [&](const verify::Finding &f) {
    switch (f.kind) {
    case FindingKind::Race: return what == semantics::Wanted::Race;
    case FindingKind::Divergence: return what == semantics::Wanted::Divergence;
    case FindingKind::Assertion:
    case FindingKind::Bounds: return what == semantics::Wanted::Assertion;
    case FindingKind::Uninitialised:
    case FindingKind::Undefined: return false;
    }
    return false;
  });
}

constexpr const char *search_ended = "the search ended at its limit";

semantics::Replay within_limits(const cfg::Kernel &k, const semantics::Geometry &geometry,
                                const semantics::ReplayTarget &target, const semantics::ReplayBudget &budget) {
  try {
    return semantics::replay(k, geometry, target, budget);
  } catch (const support::OutOfBudget &) {
    semantics::Replay out;
    out.reason = search_ended;
    return out;
  }
}

struct SmallLaunch {
  semantics::Geometry geometry;
  std::array<std::uint64_t, 3> other{}; // the group that runs beside the first
};

// Launches to look at where numbers of groups are free: two of them in each such dimension, and the last beside the
// first; if there are several such dimensions, then the neighbour in each (groups that lie diagonally to each other
// share fewer rows and columns), and two groups in one dimension alone; at last one group. `row`: their first size, if
// that is free, too.
std::vector<SmallLaunch> small_launches(const cfg::Kernel &k, const cfg::Launch &launch, std::uint64_t row) {
  semantics::Geometry least;
  std::vector<unsigned> free;
  for (unsigned d = 0; d < 3; ++d) {
    least.local_size[d] = launch.local_size[d].value_or(d == 0 ? row : 2);
    least.num_groups[d] = launch.num_groups[d].value_or(1);
    least.global_offset[d] = launch.global_offset[d];
    if (!launch.num_groups[d])
      free.push_back(d);
  }
  least.warp_size = launch.warp_size;
  semantics::Geometry all = least;
  for (const unsigned d : free)
    all.num_groups[d] = 2;
  std::vector<SmallLaunch> out;
  const auto look_at = [&](const semantics::Geometry &geometry, const std::vector<unsigned> &beside) {
    SmallLaunch l{geometry};
    for (const unsigned d : beside)
      l.other[d] = geometry.num_groups[d] > 1 ? 1 : 0;
    out.push_back(l);
  };
  look_at(all, {0, 1, 2});
  for (const unsigned d : free.size() > 1 ? free : std::vector<unsigned>())
    look_at(all, {d});
  for (const unsigned d : free.size() > 1 ? free : std::vector<unsigned>()) {
    semantics::Geometry one = least;
    one.num_groups[d] = 2;
    look_at(one, {0, 1, 2});
  }
  if (!free.empty())
    look_at(least, {0, 1, 2});
  std::erase_if(out, [&](const SmallLaunch &l) { return !semantics::may_be_launched(k, l.geometry); });
  return out;
}

} // namespace

void hunt(const cfg::Kernel &k, const cfg::Launch &launch, const ReplayLimits &limits, verify::Result &result) {
  using semantics::Wanted;
  support::Budget own({.seconds = limits.at_most});
  const support::Budget::InForce in_force(own);
  if (launch.global_size != decltype(launch.global_size){}) // only a product is given: no launch to choose
    return;
  std::vector<std::pair<Wanted, verify::Verdict>> kinds{{Wanted::Assertion, verify::Verdict::Assertion},
                                                        {Wanted::Race, verify::Verdict::Race},
                                                        {Wanted::Divergence, verify::Verdict::Divergence}};
  const auto in_doubt = [&](const auto &kind) { return has(result, kind.first); };
  if (std::ranges::any_of(kinds, in_doubt))
    std::erase_if(kinds, std::not_fn(in_doubt));
  std::vector<SmallLaunch> launches;
  for (const std::uint64_t row : {8U, 32U, 256U}) // what the kernel requires may exclude small ones
    if (launches.empty())
      launches = small_launches(k, launch, row);
  for (const auto &[what, verdict] : kinds)
    for (const auto &[geometry, other] : launches) {
      semantics::ReplayTarget target;
      target.anywhere = true;
      target.tolerance = limits.tolerance;
      target.what = what;
      target.threads[1].group = other;
      semantics::ReplayBudget budget;
      const double parts = static_cast<double>(kinds.size() * launches.size());
      budget.seconds = limits.seconds / parts;
      budget.steps = static_cast<std::uint64_t>(static_cast<double>(limits.steps) / parts);
      const semantics::Replay r = within_limits(k, geometry, target, budget);
      if (!r.confirmed)
        continue;
      verify::Finding f = finding_of(k, r, what);
      f.local_size = geometry.local_size;
      f.num_groups = geometry.num_groups;
      record(r, f);
      adopt(k, r, f);
      note_start(k, r, f);
      result.verdict = f.kind == FindingKind::Bounds ? verify::Verdict::Bounds : verdict;
      result.reason = f.message;
      result.tier = verify::Tier::Interpreter;
      result.findings.push_back(std::move(f));
      return;
    }
}

void replay_findings(const cfg::Kernel &k, const cfg::Launch &launch, const ReplayLimits &limits,
                     verify::Result &result) {
  support::Budget own({.seconds = limits.at_most}); // a finding is told, whatever time the kernel has left
  const support::Budget::InForce in_force(own);
  const double start = support::thread_seconds();
  // Divergence first: an execution that comes to nothing shows it soon.
  std::vector<verify::Finding *> all;
  for (verify::Finding &f : result.findings)
    if (!f.accesses.empty())
      all.push_back(&f);
  std::stable_partition(all.begin(), all.end(), [](auto *f) { return f->kind == FindingKind::Divergence; });
  const verify::Finding *waits_for_ever = nullptr; // at a barrier that nobody passes
  for (verify::Finding *f : all) {
    semantics::ReplayBudget budget;
    const double left = limits.seconds - (support::thread_seconds() - start);
    budget.steps = limits.steps;
    budget.seconds = f->kind == FindingKind::Divergence && f != all.back() ? left / 2 : left;
    f->replay.status = Status::NotReproduced;
    if (f->of_pair) {
      f->replay.reason = "executions interleave threads, so that none shows what two of them have at one point";
      continue;
    }
    if (budget.seconds <= 0) {
      f->replay.reason = search_ended;
      continue;
    }
    const semantics::Replay r = within_limits(k, geometry_of(*f, launch), target_of(*f, limits.tolerance), budget);
    f->replay.reason = r.reason;
    note_start(k, r, *f);
    if (!r.confirmed)
      continue;
    record(r, *f);
    adopt(k, r, *f);
    f->doubtful = false;
    if (f->kind == FindingKind::Divergence && !waits_for_ever && r.never_passed)
      waits_for_ever = f;
  }
  if (!verify::settle_verdict(result) || !waits_for_ever)
    return;
  // What the barrier would order is unordered by that alone: the races are told as well, and behind it.
  result.verdict = verify::Verdict::Divergence;
  result.reason = waits_for_ever->message;
}

} // namespace lockstep::jobs
