// See paper.h.
#include "driver/perf/paper.h"

#include "driver/report/excerpt.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::driver {

namespace {

using coalescing::AccessCost;
using coalescing::Interval;
namespace paper = coalescing::paper;

const paper::Access *said_of(const KernelCost &k, const AccessCost &a) {
  const auto found = std::find_if(k.paper.begin(), k.paper.end(), [&](const paper::Access &p) {
    return p.block == a.block && p.stmt == a.stmt && p.array == a.array;
  });
  return found == k.paper.end() ? nullptr : &*found;
}

std::string counted(Interval i, const char *what) {
  return fmt::format("{} {}{}", coalescing::text(i), what, i.hi == 1 ? "" : "s");
}

std::string counts(const AccessCost &a) {
  return a.reached ? counted(a.sectors, "sector") + " in " + counted(a.lines, "line") + " a request"
                   : "no thread gets here";
}

} // namespace

std::string paper_text(const PerfReport &report, const TextStyle &style) {
  std::string out;
  for (const KernelCost &k : report.kernels) {
    std::size_t reported = 0, one_line = 0;
    for (const AccessCost &a : k.accesses) {
      const paper::Access *said = said_of(k, a);
      if (said == nullptr || !said->reported)
        continue;
      ++reported;
      one_line += a.reached && a.lines.hi == 1 ? 1 : 0;
      if (style.quiet)
        continue;
      out += fmt::format("{}: warning: '{}': uncoalesced by the paper's rules (index {}: {}): {}\n", a.origin.str(),
                         k.array_name(a), name(said->index), name(said->rule), counts(a));
      if (a.origin.known())
        out += excerpt(*k.texts, a.origin.place());
    }
    out += fmt::format("{}: {}{}: {} accesses of global memory, {} reported, {} of these of one line\n", k.file,
                       k.kernel, k.launch.known() ? fmt::format(" (launched at line {})", k.launch.place().line) : "",
                       k.paper.size(), reported, one_line);
  }
  for (const std::string &f : report.failures)
    out += f + "\n";
  return out;
}

bool paper_reports(const KernelCost &k, const AccessCost &a) {
  const paper::Access *said = said_of(k, a);
  return said != nullptr && said->reported;
}

void add_paper(nlohmann::ordered_json &access, const KernelCost &k, const AccessCost &a) {
  if (const paper::Access *said = said_of(k, a))
    access["paper"] = {{"index", name(said->index)},
                       {"active", name(said->active)},
                       {"reported", said->reported},
                       {"rule", name(said->rule)}};
}

} // namespace lockstep::driver
