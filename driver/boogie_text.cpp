// A Boogie program straight to the engine (boogie_text.h).
#include "driver/boogie_text.h"

#include <fmt/format.h>
#include <variant>

namespace lockstep::driver {

namespace {

std::string id_of(const std::vector<emit::boogie::Attribute> &attributes) {
  for (const emit::boogie::Attribute &a : attributes)
    if (a.key == "id" && a.values.size() == 1)
      if (const auto *text = std::get_if<std::string>(&a.values.front()))
        return *text;
  return {};
}

} // namespace

support::Result<std::vector<std::string>>
assertion_ids(const emit::boogie::Program &program, const std::string &file, support::Diagnostics &diags) {
  std::vector<std::string> ids;
  for (const emit::boogie::Procedure &p : program.procedures)
    for (const emit::boogie::Block &b : p.blocks)
      for (const emit::boogie::Command &c : b.commands)
        if (const auto *a = std::get_if<emit::boogie::AssertCmd>(&c)) {
          ids.push_back(id_of(a->attributes));
          if (ids.back().empty()) {
            diags.error(
                support::Origin({file, 1, 1}),
                fmt::format(
                    "an assertion in block '{}' of procedure '{}' has no attribute {{:id \"...\"}}: give "
                    "it one, so that its outcome can be told",
                    b.label, p.name));
            return support::failure;
          }
        }
  if (ids.empty()) {
    diags.error({}, fmt::format("'{}' asserts nothing: there is nothing to prove", file));
    return support::failure;
  }
  return ids;
}

verify::Result conclude(const verify::EngineResponse &response) {
  verify::Result r;
  r.tier = "boogie";
  r.verdict = verify::Verdict::Verified;
  if (!response.failure.empty()) {
    r.verdict = response.crashed ? verify::Verdict::Unknown : verify::Verdict::Error;
    r.reason = response.failure;
    return r;
  }
  for (const verify::AssertionResult &a : response.assertions) {
    if (a.outcome == verify::Outcome::Refuted) {
      verify::Finding f;
      f.kind = "assertion";
      f.message = fmt::format("the assertion '{}' might not hold", a.id);
      f.values = a.model;
      r.findings.push_back(std::move(f));
    } else if (a.outcome != verify::Outcome::Proved && r.verdict == verify::Verdict::Verified) {
      r.verdict = verify::Verdict::Unknown;
      r.reason =
          fmt::format("no answer for the assertion '{}'{}{}", a.id, a.reason.empty() ? "" : ": ", a.reason);
    }
  }
  if (!r.findings.empty()) {
    r.verdict = verify::Verdict::Assertion;
    r.reason.clear();
  }
  return r;
}

} // namespace lockstep::driver
