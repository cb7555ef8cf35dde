// See report.h.
#include "driver/perf/report.h"

#include "cfg/ir/text/shown_name.h"
#include "cost/requests/by_stride.h"
#include "cost/requests/by_width.h"
#include "jobs/counts/hint_texts.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::driver {

namespace {

using coalescing::AccessCost;
using coalescing::Interval;
using coalescing::Trivial;

std::string counted(Interval i, const char *one, const char *many) {
  return coalescing::text(i) + " " + (i.hi == 1 ? one : many);
}

std::string_view why(Trivial t) {
  switch (t) {
  case Trivial::No: return "";
  case Trivial::Sizes: return "the size of a block is not known";
  case Trivial::Memory: return "the addresses depend on what memory holds: nothing is known of them but their range";
  case Trivial::Offset: return "nothing is known of the addresses but their range";
  case Trivial::Copy: return "an asynchronous copy, which the device splits into requests as it likes";
  }
  return "";
}

std::string what(const AccessCost &a, const cfg::Array &array, std::size_t requests) {
  std::string access = fmt::format("{} of '{}'", coalescing::name(a.kind), cfg::shown_name(array));
  if (requests > 1)
    access += fmt::format(" in {} requests", requests);
  if (!a.reached)
    return access + ": no thread gets here";
  if (a.trivial == Trivial::Copy)
    return fmt::format("{}: {}", access, why(a.trivial));
  if (array.space == cfg::Space::Group) {
    std::string out = fmt::format("{}: {} a request", access, counted(a.wavefronts, "wavefront", "wavefronts"));
    if (a.wavefronts.hi > a.phases)
      out += fmt::format(" where {} would do: {} threads meet at one bank", a.phases, coalescing::text(a.degree));
    return out;
  }
  std::string out = fmt::format("{}: {} a request", access, counted(a.full_sectors, "sector", "sectors"));
  if (a.ideal && a.full_sectors.hi > a.ideal->hi) {
    out += fmt::format(" where {} would do", coalescing::text(*a.ideal));
    if (a.full_sectors.exact() && a.ideal->exact())
      out += fmt::format(", {} % of the bytes moved are not used",
                         100 * (a.full_sectors.hi - a.ideal->hi) / a.full_sectors.hi);
  }
  if (a.words)
    out += fmt::format(", {}", counted(*a.words, "word", "different words"));
  if (a.same && a.same->hi > 1)
    out += fmt::format(", {} threads on one place",
                       a.same->exact() ? coalescing::text(*a.same) : fmt::format("up to {}", a.same->hi));
  if (a.trivial == Trivial::No)
    out += fmt::format(" ({}{})", name(a.pattern), a.full_sectors.exact() ? ", exact" : "");
  return out;
}

// What shows the bounds, and what came of the claim: lines behind the access.
std::string shown(const jobs::CountedKernel &k, std::size_t i) {
  std::string out;
  const auto line = [&](const std::optional<jobs::AccessWitness> &w, const char *unit) {
    if (!w)
      return;
    out += fmt::format("  seen: {} {}, in warp {} of group {}", w->number, unit, w->warp, w->group);
    for (const auto &[name, value] : w->values)
      out += fmt::format("{} {} = {}", &name == &w->values.front().first ? " with" : ",", name, value);
    out += "\n";
  };
  if (k.witnesses && k.accesses[i].reached) {
    const jobs::AccessWitnesses &w = k.witnesses->accesses[i];
    const char *unit = k.normal.arrays[k.accesses[i].array].space == cfg::Space::Group ? "wavefronts" : "sectors";
    line(w.most, unit);
    if (w.least && !(w.most && w.most->number == w.least->number))
      line(w.least, unit);
  }
  if (!k.proofs.empty()) {
    const jobs::AccessProof &p = k.proofs[i];
    out += p.missing.empty() ? fmt::format("  proved: {}\n", p.file)
           : p.file.empty()  ? fmt::format("  no claim: {}\n", p.missing)
                             : fmt::format("  not proved: {}: {}\n", p.file, p.missing);
  }
  return out;
}

// Of all accesses, those that are not listed as well.
std::string claims_text(const jobs::CountedKernel &k) {
  std::size_t proved = 0, unproved = 0, none = 0;
  for (const jobs::AccessProof &p : k.proofs)
    ++(p.missing.empty() ? proved : p.file.empty() ? none : unproved);
  return fmt::format("{}: {}: {} {} proved, {} not proved, {} without one\n", k.file, k.kernel, proved,
                     proved == 1 ? "claim" : "claims", unproved, none);
}

// What the access costs for some values of variables: values with one cost in one line; of many lines those
// that cost most.
std::string values_text(const AccessCost &a, bool group, bool all) {
  constexpr std::size_t most_named = 4, most_lines = 6;
  struct Alike {
    std::uint64_t cost;
    std::string text;
    std::vector<std::string> values;
  };
  std::vector<Alike> lines;
  for (const coalescing::ValueCost &v : a.by_value) {
    if (v.values.empty())
      continue;
    const std::string text =
        group ? coalescing::text(v.degree) + " at one bank" : counted(v.sectors, "sector", "sectors");
    const auto same = std::ranges::find_if(lines, [&](const Alike &l) { return l.text == text; });
    if (same == lines.end())
      lines.push_back({group ? v.degree.hi : v.sectors.hi, text, {v.values}});
    else
      same->values.push_back(v.values);
  }
  if (lines.size() > most_lines && !all)
    std::ranges::stable_sort(lines, [](const Alike &x, const Alike &y) { return x.cost > y.cost; });
  std::string out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i == most_lines && !all) {
      out += fmt::format("  {} other costs for other values (--all lists them)\n", lines.size() - i);
      break;
    }
    std::vector<std::string> named = lines[i].values;
    const std::size_t left = all || named.size() <= most_named + 1 ? 0 : named.size() - most_named;
    named.resize(named.size() - left);
    out += fmt::format("  with {}{}: {}\n", fmt::join(named, "; "), left == 0 ? "" : fmt::format(" and {} more", left),
                       lines[i].text);
  }
  return out;
}

namespace paper = coalescing::paper;

std::string counted(Interval i, const char *what) {
  return fmt::format("{} {}{}", coalescing::text(i), what, i.hi == 1 ? "" : "s");
}

std::string counts(const AccessCost &a) {
  return a.reached ? counted(a.sectors, "sector") + " in " + counted(a.lines, "line") + " a request"
                   : "no thread gets here";
}

std::string paper_text(const jobs::CountReport &report, const TextStyle &style) {
  std::string out;
  for (const jobs::CountedKernel &k : report.kernels) {
    std::size_t accesses = 0, reported = 0, one_line = 0;
    for (std::size_t i = 0; i < k.accesses.size(); ++i) { // whose first request speaks for it
      const AccessCost &a = k.accesses[i];
      const paper::Access *said = said_by_paper(k, a);
      if (said == nullptr || (i != 0 && k.is_further_part(i)))
        continue;
      ++accesses;
      if (!said->reported)
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
                       accesses, reported, one_line);
  }
  for (const std::string &f : report.failures)
    out += f + "\n";
  return out;
}

constexpr std::size_t most_shape_rows = 12;

std::string written(const std::array<std::uint64_t, 3> &b, unsigned dimensions) {
  std::string out;
  for (unsigned d = 0; d < dimensions; ++d)
    out += (d == 0 ? "" : "x") + std::to_string(b[d]);
  return out;
}

std::string number(double n) {
  return n == static_cast<double>(static_cast<std::uint64_t>(n)) ? fmt::format("{:.0f}", n) : fmt::format("{:.1f}", n);
}

std::string shapes_text(const jobs::CountedKernel &k, unsigned lanes, bool all) {
  const jobs::Shapes &s = *k.shapes;
  const std::string name = fmt::format("{}: {}", k.file, k.kernel);
  if (!s.depends.empty()) {
    std::string out = name + ": depends on the block size\n";
    for (const coalescing::BlockDependence &d : s.depends)
      out += fmt::format("{}: note: {}\n", d.origin.str(), d.str()) + excerpt(*k.texts, d.origin.place());
    return out;
  }
  std::string out =
      fmt::format("{}: independent of the block size, if it has no race; at most, for {} threads:\n", name, lanes);
  out += fmt::format("  {:>12} {:>9} {:>7}\n", "block", "sectors", "lines");
  std::size_t rows = 0, left = 0;
  for (const jobs::ShapeCost &c : s.costs) {
    if (!all && ++rows > most_shape_rows && !c.given) {
      ++left;
      continue;
    }
    out += fmt::format("  {:>12} {:>9} {:>7}{}\n", written(c.block, s.dimensions), number(c.sectors_a_warp),
                       number(c.lines_a_warp), c.given ? "  as given" : "");
  }
  if (left != 0)
    out += fmt::format("  {:>12} (--all lists {} more)\n", "...", left);
  return out;
}

// A request, or so many of one access that are alike.
std::string request_text(const jobs::CountedKernel &k, std::size_t i, std::size_t requests, bool all) {
  const AccessCost &a = k.accesses[i];
  const cfg::Array &array = k.normal.arrays[a.array];
  const bool bad = coalescing::wasteful(a, array.space), group = array.space == cfg::Space::Group;
  if (!bad && !all)
    return "";
  std::string out = fmt::format("{}: {}: {}\n", a.origin.str(), bad ? "warning" : "note", what(a, array, requests));
  if (a.origin.known() && bad)
    out += excerpt(*k.texts, a.origin.place());
  if (a.trivial != Trivial::No && a.trivial != Trivial::Copy)
    out += fmt::format("{}: note: {}\n", a.origin.str(), why(a.trivial));
  if (!a.by_width.empty())
    out += fmt::format("  {}\n", coalescing::text(a.by_width, group));
  out += values_text(a, group, all);
  if (a.by_stride && !a.by_stride->pieces.empty())
    out += fmt::format("  by {}: {}\n", a.by_stride->variable, coalescing::text(*a.by_stride, group));
  return out + jobs::advice_text(k, i) + shown(k, i);
}

// The requests [from, to) of one access: those that would read the same once.
std::string access_text(const jobs::CountedKernel &k, std::size_t from, std::size_t to, bool all) {
  std::vector<std::pair<std::string, std::vector<std::size_t>>> texts;
  for (std::size_t i = from; i < to; ++i) {
    const std::string text = request_text(k, i, 1, all);
    const auto same = std::ranges::find_if(texts, [&](const auto &t) { return t.first == text; });
    if (same == texts.end())
      texts.push_back({text, {i}});
    else
      same->second.push_back(i);
  }
  std::string out;
  for (const auto &[text, requests] : texts)
    out += request_text(k, requests.front(), requests.size(), all);
  return out;
}

} // namespace

bool paper_reports(const jobs::CountedKernel &k, const AccessCost &a) {
  const paper::Access *said = said_by_paper(k, a);
  return said != nullptr && said->reported;
}

std::string perf_text(const jobs::CountReport &report, const TextStyle &style, bool all) {
  if (report.paper)
    return paper_text(report, style);
  std::string out;
  for (const jobs::CountedKernel &k : report.kernels) {
    std::size_t accesses = 0, wasteful = 0, trivial = 0, unreached = 0;
    for (std::size_t from = 0, to = 0; from < k.accesses.size(); from = to) {
      for (to = from + 1; to < k.accesses.size() && k.is_further_part(to);)
        ++to;
      const auto any = [&](const auto &is) {
        return std::any_of(&k.accesses[from], &k.accesses[from] + (to - from), is);
      };
      ++accesses;
      wasteful += any([&](const AccessCost &a) { return coalescing::wasteful(a, k.normal.arrays[a.array].space); });
      trivial += any([](const AccessCost &a) { return a.reached && !jobs::understood(a); });
      unreached += any([](const AccessCost &a) { return !a.reached; });
      if (!style.quiet)
        out += access_text(k, from, to, all);
    }
    if (k.witnesses && !k.witnesses->problem.empty())
      out += fmt::format("{}: {}: not executed: {}\n", k.file, k.kernel, k.witnesses->problem);
    out += fmt::format("{}: {}{}: {} accesses, {} wasteful, {} not understood{}\n", k.file, k.kernel,
                       k.launch.known() ? fmt::format(" (launched at line {})", k.launch.place().line) : "", accesses,
                       wasteful, trivial,
                       unreached != 0 ? fmt::format(", {} that no thread gets to (--all lists it)", unreached) : "");
    if (std::ranges::any_of(k.normal.arrays, [](const cfg::Array &a) { return a.aliased; }))
      for (const std::string &a : k.normal.terms.assumptions)
        out += "  assuming that " + a + "\n";
    if (!k.proofs.empty())
      out += claims_text(k);
    if (k.shapes)
      out += shapes_text(k, report.target.lanes, all);
  }
  for (const std::string &f : report.failures)
    out += f + "\n";
  return out;
}

} // namespace lockstep::driver
