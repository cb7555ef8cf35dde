// See paper.h.
#include "driver/perf/paper.h"

#include "driver/report/excerpt.h"

#include <fmt/format.h>

namespace lockstep::driver {

namespace {

using coalescing::AccessCost;
using coalescing::Interval;
namespace paper = coalescing::paper;

std::string counted(Interval i, const char *what) {
  return fmt::format("{} {}{}", coalescing::text(i), what, i.hi == 1 ? "" : "s");
}

std::string counts(const AccessCost &a) {
  return a.reached ? counted(a.sectors, "sector") + " in " + counted(a.lines, "line") + " a request"
                   : "no thread gets here";
}

} // namespace

std::string paper_text(const jobs::CountReport &report, const TextStyle &style) {
  std::string out;
  for (const jobs::CountedKernel &k : report.kernels) {
    std::size_t reported = 0, one_line = 0;
    for (const AccessCost &a : k.accesses) {
      const paper::Access *said = said_by_paper(k, a);
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

bool paper_reports(const jobs::CountedKernel &k, const AccessCost &a) {
  const paper::Access *said = said_by_paper(k, a);
  return said != nullptr && said->reported;
}

} // namespace lockstep::driver
