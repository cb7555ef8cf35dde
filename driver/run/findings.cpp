// Findings of an execution (findings.h).
#include "driver/run/findings.h"

#include "cfg/ir/text/element_text.h"
#include "cfg/ir/text/shown_name.h"

#include <fmt/format.h>

namespace lockstep::driver {

namespace {

using semantics::ViolationKind;
using verify::access_word;
using verify::FindingKind;

FindingKind kind_of(ViolationKind k) {
  switch (k) {
  case ViolationKind::Divergence: return FindingKind::Divergence;
  case ViolationKind::Assertion: return FindingKind::Assertion;
  case ViolationKind::Bounds: return FindingKind::Bounds;
  case ViolationKind::Uninitialised: return FindingKind::Uninitialised;
  case ViolationKind::Undefined: return FindingKind::Undefined;
  }
  LOCKSTEP_UNREACHABLE("all kinds of violations are listed");
}

std::string array_name(const cfg::Kernel &k, cfg::ArrayId a) { return cfg::shown_name(k.arrays[a]); }

} // namespace

verify::Finding finding_of(const semantics::Race &r, const cfg::Kernel &k) {
  verify::Finding f;
  f.kind = FindingKind::Race;
  f.array = array_name(k, r.array);
  const cfg::Array &array = k.arrays[r.array];
  const std::int64_t element = cfg::element_of(array, r.first_byte);
  f.element = static_cast<std::uint64_t>(std::max<std::int64_t>(0, element));
  f.bytes = {static_cast<std::uint64_t>(std::max<std::int64_t>(0, r.first_byte)),
             static_cast<std::uint64_t>(std::max<std::int64_t>(0, r.last_byte))};
  f.race = fmt::format("{}-{}", access_word(r.sides[0].kind), access_word(r.sides[1].kind));
  f.indices = cfg::indices_text(array, element);
  f.part = cfg::part_text(array, r.first_byte, r.last_byte);
  f.message = fmt::format("{} race on '{}{}'{}", f.race, f.array, f.indices, f.part);
  f.origin = semantics::origin_of(k, r.sides[1].site);
  for (const semantics::Side &s : r.sides)
    f.accesses.push_back({semantics::origin_of(k, s.site), s.id, access_word(s.kind)});
  f.notes.push_back(fmt::format("in steps {} and {} of the execution, and no barrier orders the two threads in between",
                                r.sides[0].step, r.sides[1].step));
  return f;
}

verify::Finding finding_of(const semantics::Violation &v, const cfg::Kernel &k) {
  verify::Finding f;
  f.kind = kind_of(v.kind);
  f.origin = semantics::origin_of(k, v.site);
  f.message = v.message;
  switch (v.kind) {
  case ViolationKind::Divergence:
    f.accesses.push_back({f.origin, v.id, "waits at the barrier"});
    f.accesses.push_back({v.divergence->elsewhere ? semantics::origin_of(k, *v.divergence->elsewhere) : f.origin,
                          *v.other,
                          v.divergence->at == v.divergence->other ? "waits for ever"
                          : v.divergence->other_iteration         ? "waits there in another iteration"
                          : v.divergence->elsewhere               ? "waits at this one"
                                                                  : "does not"});
    break;
  case ViolationKind::Assertion: f.accesses.push_back({f.origin, v.id, "fails the assertion"}); break;
  case ViolationKind::Bounds:
  case ViolationKind::Uninitialised:
    f.accesses.push_back({f.origin, v.id, v.kind == ViolationKind::Bounds ? "access" : "reads it"});
    break;
  case ViolationKind::Undefined: f.accesses.push_back({f.origin, v.id, "gets there"}); break;
  }
  if (v.array) {
    f.array = array_name(k, *v.array);
    const std::int64_t byte = v.lo * static_cast<std::int64_t>(k.arrays[*v.array].granule_bytes);
    f.element = static_cast<std::uint64_t>(std::max<std::int64_t>(0, cfg::element_of(k.arrays[*v.array], byte)));
    f.bytes = {static_cast<std::uint64_t>(std::max<std::int64_t>(0, byte)),
               static_cast<std::uint64_t>(std::max<std::int64_t>(0, byte + k.arrays[*v.array].granule_bytes - 1))};
  }
  return f;
}

} // namespace lockstep::driver
