// Comparison with an earlier report: see verdict_baseline.h.
#include "driver/report/verdict_baseline.h"

#include "support/printable.h"
#include "support/text_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>

namespace lockstep::driver {

namespace {

using verify::Verdict;

using Key = VerdictBaseline::Key;

class Numbering { // of those that agree in file, kernel and entry
public:
  Key next(const std::string &file, const std::string &kernel, unsigned entry) {
    return {file, kernel, entry, seen_[{file, kernel, entry}]++};
  }

private:
  std::map<std::tuple<std::string, std::string, unsigned>, unsigned> seen_;
};

int badness(Verdict v) {
  return v == Verdict::Verified ? 0 : v == Verdict::Error ? 3 : verify::is_violation(v) ? 2 : 1;
}

std::string place(const std::string &file, const std::string &kernel) {
  return support::printable(kernel.empty() ? file : file + ": " + kernel);
}

} // namespace

support::Result<VerdictBaseline> read_verdict_baseline(const std::string &path, support::Diagnostics &diags) {
  const auto text = support::read_source(path, diags);
  if (!text)
    return support::failure;
  const auto refuse = [&](const std::string &what) {
    diags.error(
        {}, fmt::format("--baseline: '{}' is {}; `lockstep suite --format json --output FILE` writes one", path, what));
    return support::failure;
  };
  VerdictBaseline out;
  try {
    const auto report = nlohmann::json::parse(*text);
    if (const auto &version = report.at("schema"); version != 1)
      return refuse(fmt::format("a report of version {}, not 1", version.dump()));
    Numbering numbers;
    for (const auto &k : report.at("results")) {
      const auto verdict = verify::find_verdict(k.at("verdict").get<std::string>());
      if (!verdict)
        return refuse("a report with an unknown verdict");
      out.kernels[numbers.next(k.at("file"), k.at("kernel"), k.value("entry", 0U))] = {*verdict, k.at("seconds")};
    }
  } catch (const nlohmann::json::parse_error &e) {
    return refuse(fmt::format("no report of `lockstep suite --format json`: no JSON from byte {} on", e.byte));
  } catch (const nlohmann::json::exception &) {
    return refuse("no report of `lockstep suite --format json`");
  }
  return out;
}

Changes changes_since(const VerdictBaseline &baseline, const jobs::VerifyReport &run, bool whole) {
  Changes out;
  std::size_t fixed = 0, slower = 0, fresh = 0, gone = 0;
  Numbering numbers;
  std::set<Key> met;
  const auto tell = [&](const char *word, const std::string &where, const std::string &what) {
    out.lines.push_back(fmt::format("{:<8}{}: {}", word, where, what));
  };
  for (const jobs::KernelReport &k : run.kernels) {
    const Key its = numbers.next(k.file, k.kernel, k.entry);
    const std::string where = place(k.file, k.kernel);
    const Verdict now = k.result.verdict;
    met.insert(its);
    const auto before = baseline.kernels.find(its);
    if (before == baseline.kernels.end()) {
      ++fresh;
      const bool bad = badness(now) > 1;
      out.broken += bad;
      tell(bad ? "broken" : "new", where, fmt::format("was not there, is {}", verify::name(now)));
      continue;
    }
    const auto &[was, seconds] = before->second;
    const std::string change = fmt::format("was {}, is {}", verify::name(was), verify::name(now));
    if (badness(now) > badness(was)) {
      ++out.broken;
      tell("broken", where, change);
    } else if (badness(now) < badness(was)) {
      ++fixed;
      tell("fixed", where, change);
    } else if (now != was) {
      tell("changed", where, change);
    }
    if (!k.result.cached && k.result.seconds > 1.5 * seconds && k.result.seconds > seconds + 1) {
      ++slower;
      tell("slower", where, fmt::format("took {:.2f} s, takes {:.2f} s", seconds, k.result.seconds));
    }
  }
  for (const auto &[its, before] : baseline.kernels)
    if (whole && met.count(its) == 0) {
      ++gone;
      tell("gone", place(std::get<0>(its), std::get<1>(its)), fmt::format("was {}", verify::name(before.verdict)));
    }
  out.lines.push_back(fmt::format("since the baseline: {} fixed, {} broken, {} slower, {} new, {} gone", fixed,
                                  out.broken, slower, fresh, gone));
  return out;
}

} // namespace lockstep::driver
