// Witnesses: see witness.h. Everything is read from constants that the emitter named for the purpose
// (emit/encode/goal.h, emit/encode/names.h); no message of Boogie or of a solver is read.
#include "verify/witness.h"

#include "cfg/ir/text/element_text.h"
#include "cfg/ir/text/shown_name.h"
#include "emit/encode/names.h"
#include "verify/access_order.h"
#include "verify/loops_before.h"

#include <algorithm>
#include <charconv>

namespace lockstep::verify {

namespace {

using emit::Thread;

class WitnessReader {
public:
  explicit WitnessReader(const Model &m) : model_(m) {}
  std::int64_t number(const std::string &name, std::int64_t otherwise) const {
    auto it = model_.find(name);
    if (it == model_.end())
      return otherwise;
    const std::string &text = it->second;
    if (!text.empty() && text[0] == '-') {
      std::int64_t v = 0;
      std::from_chars(text.data(), text.data() + text.size(), v);
      return v;
    }
    std::uint64_t v = 0; // offsets as bits are unsigned
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), v);
    return error == std::errc() ? static_cast<std::int64_t>(v) : otherwise;
  }
  const std::string *text(const std::string &name) const {
    auto it = model_.find(name);
    return it == model_.end() ? nullptr : &it->second;
  }

private:
  const Model &model_;
};

ThreadId thread_of(const WitnessReader &r, Thread t) {
  ThreadId id;
  for (unsigned d = 0; d < 3; ++d) {
    id.local[d] = static_cast<std::uint64_t>(r.number(emit::names::local_id(d, t), 0));
    id.group[d] = static_cast<std::uint64_t>(r.number(emit::names::group_id(d, t), 0));
  }
  return id;
}

std::map<std::string, std::string> values_of(const cfg::Kernel &k, const cfg::Launch &launch, const WitnessReader &r) {
  std::map<std::string, std::string> out;
  for (cfg::VarId v = 0; v < k.vars.size(); ++v) {
    const cfg::Var &var = k.vars[v];
    const bool of_program = var.kind == cfg::VarKind::Program || var.kind == cfg::VarKind::Address;
    if (!var.param || var.type.is_float() ||
        !of_program) // which part of a copy is looked at is no value of the program's
      continue;
    if (const std::string *text = r.text(emit::names::shared(k, v)))
      out[cfg::shown_name(var)] = *text;
  }
  for (unsigned d = 0; d < 3; ++d) {
    auto size = [&](const cfg::Launch::Extent &e, const std::string &name) {
      if (!e)
        if (const std::string *text = r.text(name))
          out[name] = *text;
    };
    size(launch.local_size[d], emit::names::local_size(d));
    size(launch.num_groups[d], emit::names::num_groups(d));
  }
  return out;
}

void concrete_launch(const cfg::Kernel &k, const cfg::Launch &launch, const WitnessReader &r, Finding &f) {
  for (unsigned d = 0; d < 3; ++d) {
    auto size = [&](const cfg::Launch::Extent &e, const std::string &name) {
      return e ? *e : static_cast<std::uint64_t>(std::max<std::int64_t>(1, r.number(name, 1)));
    };
    f.local_size[d] = size(launch.local_size[d], emit::names::local_size(d));
    f.num_groups[d] = size(launch.num_groups[d], emit::names::num_groups(d));
  }
  for (cfg::VarId v = 0; v < k.vars.size(); ++v) {
    const cfg::Var &var = k.vars[v];
    if (!var.param || var.type.is_float())
      continue;
    if (const std::string *text = r.text(emit::names::shared(k, v)))
      f.scalars[v] = cfg::mask_to_width(
          *text == "true" ? 1 : static_cast<std::uint64_t>(r.number(emit::names::shared(k, v), 0)), var.type.width);
  }
}

// The member of the site that covers granule `at`, counted from the site's base.
const emit::SiteMember &member_at(const emit::Site &site, std::int64_t at) {
  for (const emit::SiteMember &m : site.members)
    if (m.delta <= at && at < m.delta + static_cast<std::int64_t>(m.length))
      return m;
  return site.members.front();
}

void race(const cfg::Kernel &k, const emit::GoalProgram &program, const emit::Goal &goal, const WitnessReader &r,
          Finding &f) {
  const cfg::Array &array = k.arrays[goal.array];
  std::string tail = goal.bits ? "$bits" : "";
  std::int64_t low[2], length[2], choice[2];
  std::size_t site[2];
  for (std::size_t i = 0; i < 2; ++i) {
    low[i] = r.number(program.witness.offset[i] + tail, 0);
    length[i] = r.number(program.witness.length[i] + tail, 1);
    choice[i] = r.number(program.witness.choice[i] + tail, 0);
    site[i] = goal.first_site + static_cast<std::size_t>(r.number(program.witness.site[i], 0));
    site[i] = std::min(site[i], program.sites.size() - 1);
  }
  std::int64_t from = std::max(low[0], low[1]), to = std::min(low[0] + length[0], low[1] + length[1]);
  const emit::SiteMember *member[2];
  for (std::size_t i = 0; i < 2; ++i)
    member[i] = &member_at(program.sites[site[i]], from - (low[i] - choice[i]));
  // A merged site's run of ranges is longer than any one access: the overlap is the two members'.
  for (std::size_t i = 0; i < 2; ++i)
    to = std::min(to, low[i] - choice[i] + member[i]->delta + static_cast<std::int64_t>(member[i]->length));
  to = std::max(to, from + 1);
  std::string name = cfg::shown_name(array);
  f.array = name;
  std::int64_t first = from * static_cast<std::int64_t>(array.granule_bytes);
  std::int64_t last = to * static_cast<std::int64_t>(array.granule_bytes) - 1;
  std::int64_t element = cfg::element_of(array, first);
  f.bytes = {static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(last)};
  f.element = static_cast<std::uint64_t>(element);
  f.indices = cfg::indices_text(array, element);
  f.part = cfg::part_text(array, first, last);
  f.race = access_word(member[0]->kind) + "-" + access_word(member[1]->kind);
  f.kind = FindingKind::Race;
  f.message = "possible " + f.race + " race on '" + name + f.indices + "'" + f.part;
  for (std::size_t i = 0; i < 2; ++i)
    f.accesses.push_back({member[i]->origin, thread_of(r, emit::both_threads[i]), access_word(member[i]->kind)});
  f.first = first_access(k, goal.array, {{{member[0]->kind, member[0]->origin}, {member[1]->kind, member[1]->origin}}});
  f.origin = member[1]->origin;
  for (const emit::SiteMember *m : member)
    if (cfg::between(m->kind, goal.same_group) != m->kind) {
      f.notes.push_back(
          "the scope of an atomic operation must cover the other thread: with less it is an access like any other");
      break;
    }
  f.notes.push_back(
      goal.incoherent
          ? "the load goes through a cache that no barrier and no fence keeps up to date: what it reads must "
            "not be written while the kernel runs; load it plainly"
      : goal.same_group
          ? goal.team != 0 ? "no barrier orders the two accesses: one of the warp or of the group between them would"
                           : "no barrier orders the two accesses: a barrier between them, passed by all threads of the "
                             "group, would"
          : "the threads are in different groups, which no group barrier orders: let each group access its own "
            "elements, or use atomics");
}

} // namespace

Finding make_finding(const cfg::Kernel &k, const cfg::Launch &launch, const emit::GoalProgram &program,
                     const emit::Goal &goal, const Model &model) {
  WitnessReader r(model);
  Finding f;
  f.values = values_of(k, launch, r);
  concrete_launch(k, launch, r, f);
  switch (goal.kind) {
  case emit::GoalKind::Race: race(k, program, goal, r, f); break;
  case emit::GoalKind::Divergence:
    f.kind = FindingKind::Divergence;
    f.origin = goal.origin;
    f.message = goal.team != 0 ? "barrier of a warp may be reached by some of its threads and not by others"
                               : "barrier may be reached by some threads of a group and not by others";
    f.accesses = {{goal.origin, thread_of(r, Thread::First), "reaches the barrier"},
                  {goal.origin, thread_of(r, Thread::Second), "does not reach the barrier"}};
    note_who_waits_alone(f);
    f.notes.push_back(
        f.accesses.size() == 1
            ? "it waits for threads that do not come: let the mask name who does, or ask for as many as come"
        : goal.team != 0
            ? "all threads of the warp that have not ended must reach it, equally often: move it out of the "
              "conditional code, or name those that do in its mask"
            : "all threads of a group must reach the same barrier, equally often: move it out of the "
              "conditional code");
    break;
  case emit::GoalKind::Assertion: {
    bool bounds = goal.assertion == cfg::AssertKind::Bounds;
    f.kind = bounds ? FindingKind::Bounds : FindingKind::Assertion;
    f.origin = goal.origin;
    const char *what = goal.assertion == cfg::AssertKind::AtBarrier   ? "this barrier invariant might not hold"
                       : goal.assertion != cfg::AssertKind::Invariant ? "this assertion might not hold"
                       : goal.round == emit::Goal::Round::First       ? "this loop invariant might not hold on entry"
                       : goal.round == emit::Goal::Round::Next
                           ? "this loop invariant might not be preserved by the loop"
                           : "this loop invariant might not hold";
    f.message = what + (goal.message.empty() ? std::string() : ": " + goal.message);
    f.accesses = {{goal.origin, thread_of(r, Thread::First), "fails the assertion"}};
    f.of_pair = goal.pairwise;
    f.unknown_cells = goal.reads_cells && goal.assertion == cfg::AssertKind::AtBarrier;
    if (goal.pairwise)
      f.accesses.push_back({goal.origin, thread_of(r, Thread::Second), "is the other thread of the pair"});
    break;
  }
  case emit::GoalKind::Vacuity: break; // refuting it is what we want
  }
  if (goal.kind == emit::GoalKind::Assertion || goal.kind == emit::GoalKind::Divergence)
    f.loops = loops_before(k, goal);
  if (!goal.exact)
    f.abstraction = goal.abstraction;
  return f;
}

bool repeats(const std::vector<Finding> &seen, const Finding &f) {
  return std::any_of(seen.begin(), seen.end(), [&](const Finding &x) {
    if (x.kind != f.kind || x.array != f.array || x.accesses.size() != f.accesses.size() || !(x.origin == f.origin))
      return false;
    for (std::size_t i = 0; i < f.accesses.size(); ++i)
      if (!(x.accesses[i].origin == f.accesses[i].origin))
        return false;
    return true;
  });
}

void read_without_sign(const cfg::Kernel &k, const std::set<std::string> &unsigned_ones, Finding &f) {
  for (const cfg::Var &v : k.vars)
    if (v.param && v.type.is_int() && v.type.width <= 64 && unsigned_ones.count(v.name) != 0)
      if (const auto value = f.values.find(cfg::shown_name(v));
          value != f.values.end() && value->second.starts_with('-'))
        value->second =
            std::to_string(cfg::mask_to_width(static_cast<std::uint64_t>(std::stoll(value->second)), v.type.width));
}

} // namespace lockstep::verify
