// See check.h.
#include "driver/perf/check.h"

#include "driver/process/in_process.h"
#include "support/text_file.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

namespace lockstep::driver {

namespace {

using coalescing::AccessCost;
using coalescing::Interval;

std::string number(Interval i) { return i.exact() ? fmt::format("{}", i.lo) : fmt::format("{}..{}", i.lo, i.hi); }

// Of one kernel, numbered: lines may move.
std::string key(const std::string &file, const std::string &kernel, const std::string &array, std::string_view kind,
                std::map<std::string, unsigned> &seen) {
  const std::string name = fmt::format("{}|{}|{}|{}", file, kernel, array, kind);
  return fmt::format("{}|{}", name, seen[name]++);
}

} // namespace

support::Result<PerfLimits> perf_limits(const std::vector<std::string> &words, support::Diagnostics &diags) {
  PerfLimits out;
  for (const std::string &word : words) {
    if (word == "conflicts") {
      out.conflicts = true;
    } else if (word == "unknown") {
      out.unknown = true;
    } else if (word.rfind("excess=", 0) == 0) {
      const char *begin = word.data() + 7, *end = word.data() + word.size() - (word.back() == '%' ? 1 : 0);
      unsigned percent = 0;
      const auto [stop, error] = std::from_chars(begin, end, percent);
      if (error != std::errc() || stop != end || percent > 100) {
        diags.error({}, fmt::format("--fail-on {}: a percentage from 0 to 100, as in excess=50%", word));
        return support::failure;
      }
      out.excess = percent;
    } else {
      diags.error({}, fmt::format("--fail-on {}: there are excess=N%, conflicts, unknown", word));
      return support::failure;
    }
  }
  return out;
}

support::Result<PerfBaseline> read_baseline(const std::string &path, const cfg::Target &target,
                                            support::Diagnostics &diags) {
  const auto text = support::read_source(path, diags);
  if (!text)
    return support::failure;
  const auto refuse = [&](const std::string &what) {
    diags.error(
        {}, fmt::format("--baseline: '{}' is {}; `lockstep perf --format json --output FILE` writes one", path, what));
    return support::failure;
  };
  PerfBaseline out;
  try {
    const auto report = nlohmann::json::parse(*text);
    if (const auto &version = report.at("version"); version != 1)
      return refuse(fmt::format("a report of version {}, not 1", version.dump()));
    const std::string name = report.at("target");
    const unsigned lanes = report.at("lanes");
    if (name != target.name || lanes != target.lanes)
      return refuse(fmt::format("a report for {} with warps of {} threads, not for {} with {}", name, lanes,
                                target.name, target.lanes));
    for (const auto &k : report.at("kernels")) {
      std::map<std::string, unsigned> seen;
      for (const auto &a : k.at("accesses")) {
        const std::string access =
            key(k.at("file"), k.at("kernel"), a.at("array"), a.at("kind").get<std::string>(), seen);
        if (a.at("reached").get<bool>())
          out.most[access] = (a.contains("wavefronts") ? a.at("wavefronts") : a.at("full").at("sectors")).at("most");
      }
    }
  } catch (const nlohmann::json::parse_error &e) {
    return refuse(fmt::format("no report of `lockstep perf --format json`: no JSON from byte {} on", e.byte));
  } catch (const nlohmann::json::exception &) {
    return refuse("no report of `lockstep perf --format json`");
  }
  return out;
}

std::vector<std::string> beyond_limits(const jobs::CountReport &report, const PerfLimits &limits) {
  std::vector<std::string> out;
  for (const jobs::CountedKernel &k : report.kernels)
    for (const AccessCost &a : k.accesses) {
      const auto say = [&](const std::string &what) {
        std::string text = fmt::format("{}: error: '{}' {} (--fail-on)", a.origin.str(), k.array_name(a), what);
        if (out.empty() || out.back() != text) // of one access's requests
          out.push_back(std::move(text));
      };
      if (!a.reached)
        continue;
      if (a.trivial != coalescing::Trivial::No) {
        if (limits.unknown)
          say("is not understood");
      } else if (k.of_group(a)) {
        if (limits.conflicts && a.wavefronts.hi > a.phases)
          say(fmt::format("takes {} wavefronts where {} would do", number(a.wavefronts), a.phases));
      } else if (limits.excess && a.ideal && a.full_sectors.hi > a.ideal->hi) {
        const std::uint64_t excess = a.full_sectors.hi - a.ideal->hi;
        if (excess * 100 > *limits.excess * a.full_sectors.hi)
          say(fmt::format("takes {} sectors where {} would do", number(a.full_sectors), number(*a.ideal)));
      }
    }
  return out;
}

std::vector<std::string> worse_than(const jobs::CountReport &report, const PerfBaseline &baseline) {
  std::vector<std::string> out;
  for (const jobs::CountedKernel &k : report.kernels) {
    std::map<std::string, unsigned> seen;
    for (const AccessCost &a : k.accesses) {
      const auto before = baseline.most.find(key(k.file, k.kernel, k.array_name(a), coalescing::name(a.kind), seen));
      const std::uint64_t now = k.of_group(a) ? a.wavefronts.hi : a.full_sectors.hi;
      if (a.reached && before != baseline.most.end() && now > before->second)
        out.push_back(fmt::format("{}: error: '{}' takes {} {} a request, {} before (--baseline)", a.origin.str(),
                                  k.array_name(a), now, k.of_group(a) ? "wavefronts" : "sectors", before->second));
      else if (before == baseline.most.end() && coalescing::wasteful(a, k.normal.arrays[a.array].space))
        out.push_back(fmt::format("{}: error: '{}' wastes {}, and is new (--baseline)", a.origin.str(), k.array_name(a),
                                  k.of_group(a) ? "wavefronts" : "sectors"));
    }
  }
  return out;
}

namespace {

// What a mark holds against an access, and what the access has.
struct PerfMark {
  std::string what;
  Interval wanted;

  bool of_group() const { return what == "banks" || what == "wavefronts"; }
  Interval found(const AccessCost &a) const {
    return what == "sectors" ? a.full_sectors
           : what == "lines" ? a.full_lines
           : what == "banks" ? a.degree
                             : a.wavefronts;
  }
};

// The words of a mark; none: it is malformed.
std::optional<PerfMark> read_mark(const std::smatch &m) {
  static const std::regex numbers(R"( (\d{1,9})(?:\.\.(\d{1,9}))?)");
  const std::string rest = m[2];
  std::smatch n;
  if (!std::regex_match(rest, n, numbers))
    return std::nullopt;
  const std::uint64_t lo = std::stoull(n[1]), hi = n[2].matched ? std::stoull(n[2]) : lo;
  return lo <= hi ? std::optional(PerfMark{m[1], {lo, hi}}) : std::nullopt;
}

// The accesses of one line of a file.
using OfLine = std::vector<std::pair<const jobs::CountedKernel *, const AccessCost *>>;
OfLine accesses_at(const jobs::CountReport &report, const std::string &file, unsigned line) {
  OfLine out;
  for (const jobs::CountedKernel &k : report.kernels)
    for (const AccessCost &a : k.accesses)
      if (k.file == file && a.origin.place().line == line && a.origin.place().file == file)
        out.emplace_back(&k, &a);
  return out;
}

void hold(const PerfMark &mark, const OfLine &here, const std::string &place, std::vector<std::string> &out) {
  bool any = false, unreached = false;
  for (const auto &[k, a] : here) {
    if (k->of_group(*a) != mark.of_group())
      continue;
    unreached = unreached || !a->reached;
    if (!a->reached)
      continue;
    any = true;
    if (const Interval found = mark.found(*a); !(found == mark.wanted))
      out.push_back(fmt::format("{}: error: '{}' is marked with {} {}, but takes {}", a->origin.str(),
                                k->array_name(*a), mark.what, number(mark.wanted), number(found)));
  }
  if (!any)
    out.push_back(fmt::format("{}: error: a mark for {}, but {}", place, mark.what,
                              unreached ? "no thread gets to the access" : "no access"));
}

} // namespace

std::vector<std::string> marks_missed(const jobs::CountReport &report) {
  static const std::regex mark(R"(/\*@(sectors|lines|banks|wavefronts)\b((?:[^*]|\*(?!/))*)\*/)");
  std::vector<std::string> out;
  std::set<std::string> files;
  for (const jobs::CountedKernel &k : report.kernels)
    files.insert(k.file);
  for (const std::string &file : files)
    for (const auto &[line, row] : marked_lines(file)) {
      const std::string place = fmt::format("{}:{}", file, line);
      const OfLine here = accesses_at(report, file, line);
      for (std::sregex_iterator m(row.begin(), row.end(), mark), none; m != none; ++m) {
        if (const auto one = read_mark(*m))
          hold(*one, here, place, out);
        else
          out.push_back(fmt::format("{}: error: '{}' is no mark: it is written as /*@{} 4*/ or /*@{} 4..5*/", place,
                                    m->str(), (*m)[1].str(), (*m)[1].str()));
      }
      if (report.paper && row.find("/*@paper*/") != std::string::npos &&
          std::ranges::none_of(here, [](const auto &one) { return paper_reports(*one.first, *one.second); }))
        out.push_back(fmt::format("{}: error: a mark for --paper, but nothing is reported", place));
    }
  return out;
}

} // namespace lockstep::driver
