// The report of `lockstep run` (report.h).
#include "driver/run/report.h"

#include "cfg/ir/evaluate.h"
#include "driver/report/text.h"
#include "jobs/report/json_parts.h"
#include "support/printable.h"

#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace lockstep::driver {

namespace {

std::string value_text(std::uint64_t bits, cfg::Type type) {
  if (!type.is_float())
    return fmt::format("{}", cfg::to_signed(bits, type.width));
  const double v = cfg::to_double(bits, type.width);
  return type.width == 64 ? fmt::format("{}", v) : fmt::format("{}", static_cast<float>(v));
}

nlohmann::ordered_json value_json(std::uint64_t bits, cfg::Type type) {
  if (!type.is_float())
    return cfg::to_signed(bits, type.width);
  const double v = cfg::to_double(bits, type.width);
  if (!std::isfinite(v))
    return value_text(bits, type); // JSON has no number for it
  return v;
}

std::string plural(std::uint64_t n, const char *word) { return fmt::format("{} {}{}", n, word, n == 1 ? "" : "s"); }

std::string array_text(const PrintedArray &a) {
  std::string text;
  for (std::size_t c = 0; c < a.copies.size(); ++c) {
    text += a.name + (a.per_group ? fmt::format(" (group {})", c) : "") + ":";
    for (std::uint64_t v : a.copies[c])
      text += " " + value_text(v, a.type);
    text += "\n";
  }
  return text;
}

// Of all lanes of all warps, at each instruction that was issued.
double share(const WarpReport &w) {
  return w.issued == 0 ? 0 : 100.0 * double(w.useful) / (double(w.warp_size) * double(w.issued));
}

std::string warps_text(const WarpReport &w) {
  std::string out;
  for (const std::string &i : w.cycle)
    out += (out.empty() ? "  for ever: " : "            ") + i + "\n";
  if (!w.explored.empty())
    out += "  " + w.explored + "\n";
  for (const auto &outcome : w.outcomes) {
    std::vector<std::string> parts;
    for (const auto &[name, values] : outcome)
      parts.push_back(fmt::format("{} = {}", name, fmt::join(values, " ")));
    out += fmt::format("  outcome: {}\n", fmt::join(parts, ", "));
  }
  if (w.counters)
    out +=
        fmt::format("  warps of {} lanes: {} issued, {:.1f}% of the lanes useful, {} divergent branch{}\n", w.warp_size,
                    plural(w.issued, "instruction"), share(w), w.divergent, w.divergent == 1 ? "" : "es");
  return out;
}

} // namespace

std::string run_text(const RunOutcome &run, const TextStyle &style) {
  if (run.warps && run.warps->page)
    return run.warps->trace;
  std::string text = run.warps ? run.warps->trace : "";
  text += details_text(run.diagnostics, run.findings, run.texts, style);
  for (const PrintedArray &a : run.memory)
    text += array_text(a);
  text += accesses_text(run.accesses);
  if (run.costs)
    text += costs_text(*run.costs);
  if (run.refused)
    return text;
  std::string said;
  for (const auto &[ending, n] : run.endings)
    said += fmt::format("{}{}{}", said.empty() ? "" : ", ", run.executions == 1 ? "" : fmt::format("{} ", n), ending);
  text += fmt::format(
      "{}: {}: {} of {} ({}), {}: {}", support::printable(run.file), support::printable(run.kernel),
      plural(run.executions, "execution"),
      run.semantics == Semantics::Lockstep ? "the lock-step program"
      : run.warps ? fmt::format("warps of {} lane{}", run.warps->warp_size, run.warps->warp_size == 1 ? "" : "s")
                  : "the kernel",
      run.schedule, plural(run.steps, "step"), said);
  if (!run.reason.empty())
    text += ": " + run.reason;
  text += "\n";
  if (run.warps)
    text += warps_text(*run.warps);
  if (run.final_stores > 1)
    text += fmt::format("  the executions end with {} different contents of shared memory\n", run.final_stores);
  if (run.complete)
    text += *run.complete ? "  every execution was seen\n"
                          : "  not every execution was seen: " + run.incomplete_because + "\n";
  if (run.findings.empty() && run.exit_status == 0)
    text += "  nothing went wrong\n";
  return text;
}

std::string run_json(const RunOutcome &run) {
  nlohmann::ordered_json j;
  j["schema"] = 1;
  j["exit_status"] = run.exit_status;
  j["file"] = run.file;
  j["kernel"] = run.kernel;
  j["semantics"] = semantics_words.text(run.semantics);
  j["schedule"] = run.schedule;
  j["executions"] = run.executions;
  j["steps"] = run.steps;
  j["endings"] = nlohmann::ordered_json::object();
  for (const auto &[ending, n] : run.endings)
    j["endings"][ending] = n;
  j["ending"] = run.ending;
  j["reason"] = run.reason;
  if (run.complete) {
    j["complete"] = *run.complete;
    j["incomplete_because"] = run.incomplete_because;
  }
  j["final_stores"] = run.final_stores;
  j["findings"] = jobs::json_list(run.findings, [](const auto &f) { return jobs::finding_json(f, false); });
  j["diagnostics"] = jobs::json_list(run.diagnostics, jobs::diagnostic_json);
  if (!run.target.empty())
    j["target"] = run.target;
  if (run.costs)
    j["costs"] = costs_json(*run.costs);
  else if (!run.target.empty())
    j["accesses"] = jobs::json_list(run.accesses, access_json);
  if (run.warps)
    j["warps"] = {{"warp_size", run.warps->warp_size},
                  {"scheduling", run.warps->scheduling},
                  {"issued", run.warps->issued},
                  {"lane_steps", run.warps->lane_steps},
                  {"useful", run.warps->useful},
                  {"divergent_branches", run.warps->divergent},
                  {"cycle", run.warps->cycle},
                  {"explored", run.warps->explored},
                  {"memory", run.warps->asynchronous ? "asynchronous" : "ideal"},
                  {"outcomes", run.warps->outcomes}};
  j["memory"] = nlohmann::ordered_json::object();
  for (const PrintedArray &a : run.memory) {
    const auto value = [&](std::uint64_t v) { return value_json(v, a.type); };
    const auto copies = jobs::json_list(a.copies, [&](const auto &copy) { return jobs::json_list(copy, value); });
    j["memory"][a.name] = {{"type", a.type.str()}, {"copies", copies}};
  }
  return jobs::json_text(j);
}

} // namespace lockstep::driver
