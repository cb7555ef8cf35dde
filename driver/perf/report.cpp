// See report.h.
#include "driver/perf/report.h"

#include "cfg/ir/shown_name.h"
#include "cost/requests/by_stride.h"
#include "cost/requests/by_width.h"
#include "driver/perf/hints.h"
#include "driver/perf/paper.h"
#include "driver/report/excerpt.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

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

// Known in full, or for all widths of a block that are of use.
bool understood(const AccessCost &a) { return a.trivial == Trivial::No || a.all_widths; }

std::string_view open_name(Trivial t) {
  switch (t) {
  case Trivial::No: return "";
  case Trivial::Sizes: return "sizes";
  case Trivial::Memory: return "memory";
  case Trivial::Offset: return "offset";
  case Trivial::Copy: return "copy";
  }
  return "";
}

// What shows the bounds, and what came of the claim: lines behind the access.
std::string shown(const KernelCost &k, std::size_t i) {
  std::string out;
  const auto line = [&](const std::optional<AccessWitness> &w, const char *unit) {
    if (!w)
      return;
    out += fmt::format("  seen: {} {}, in warp {} of group {}", w->number, unit, w->warp, w->group);
    for (const auto &[name, value] : w->values)
      out += fmt::format("{} {} = {}", &name == &w->values.front().first ? " with" : ",", name, value);
    out += "\n";
  };
  if (k.witnesses && k.accesses[i].reached) {
    const AccessWitnesses &w = k.witnesses->accesses[i];
    const char *unit = k.normal.arrays[k.accesses[i].array].space == cfg::Space::Group ? "wavefronts" : "sectors";
    line(w.most, unit);
    if (w.least && !(w.most && w.most->number == w.least->number))
      line(w.least, unit);
  }
  if (!k.proofs.empty()) {
    const AccessProof &p = k.proofs[i];
    out += p.missing.empty() ? fmt::format("  proved: {}\n", p.file)
           : p.file.empty()  ? fmt::format("  no claim: {}\n", p.missing)
                             : fmt::format("  not proved: {}: {}\n", p.file, p.missing);
  }
  return out;
}

// Of all accesses, those that are not listed as well.
std::string claims_text(const KernelCost &k) {
  std::size_t proved = 0, unproved = 0, none = 0;
  for (const AccessProof &p : k.proofs)
    ++(p.missing.empty() ? proved : p.file.empty() ? none : unproved);
  return fmt::format("{}: {}: {} {} proved, {} not proved, {} without one\n", k.file, k.kernel, proved,
                     proved == 1 ? "claim" : "claims", unproved, none);
}

nlohmann::ordered_json witness_json(const AccessWitness &w) {
  nlohmann::ordered_json values = nlohmann::ordered_json::object();
  for (const auto &[name, value] : w.values)
    values[name] = value;
  return {{"number", w.number}, {"group", w.group}, {"warp", w.warp}, {"lanes", w.lanes}, {"values", values}};
}

void add_shown(const KernelCost &k, std::size_t i, nlohmann::ordered_json &access) {
  if (k.witnesses && k.accesses[i].reached) {
    const AccessWitnesses &w = k.witnesses->accesses[i];
    access["seen"] = nlohmann::ordered_json::object();
    if (w.most)
      access["seen"]["most"] = witness_json(*w.most);
    if (w.least)
      access["seen"]["least"] = witness_json(*w.least);
  }
  if (!k.proofs.empty()) {
    const AccessProof &p = k.proofs[i];
    access["claim"] = {{"proved", p.missing.empty()}};
    if (!p.file.empty())
      access["claim"]["file"] = p.file;
    if (!p.missing.empty())
      access["claim"]["reason"] = p.missing;
  }
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
    const auto same = std::find_if(lines.begin(), lines.end(), [&](const Alike &l) { return l.text == text; });
    if (same == lines.end())
      lines.push_back({group ? v.degree.hi : v.sectors.hi, text, {v.values}});
    else
      same->values.push_back(v.values);
  }
  if (lines.size() > most_lines && !all)
    std::stable_sort(lines.begin(), lines.end(), [](const Alike &x, const Alike &y) { return x.cost > y.cost; });
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

nlohmann::ordered_json json_of(Interval i) { return {{"least", i.lo}, {"most", i.hi}}; }

// The same access for some values of variables.
void add_by_values(const AccessCost &a, bool group, nlohmann::ordered_json &access) {
  for (const coalescing::ValueCost &v : a.by_value) {
    nlohmann::ordered_json one{{"values", v.values}};
    if (group)
      one["degree"] = json_of(v.degree);
    else
      one["full"] = {{"sectors", json_of(v.sectors)}, {"lines", json_of(v.lines)}};
    if (!v.values.empty())
      access["by_value"].push_back(std::move(one));
  }
  for (const coalescing::WidthCost &w : a.by_width) {
    nlohmann::ordered_json one{{"width", w.width}, {"multiples", w.multiples}};
    if (group)
      one["degree"] = json_of(w.degree);
    else
      one["full"] = {{"sectors", json_of(w.full_sectors)}, {"lines", json_of(w.full_lines)}};
    access["by_width"].push_back(std::move(one));
  }
  if (!a.by_stride)
    return;
  nlohmann::ordered_json pieces = nlohmann::ordered_json::array();
  for (const coalescing::StrideCost &p : a.by_stride->pieces) {
    nlohmann::ordered_json one{{"from", p.from}, {"every", p.every}};
    if (p.to)
      one["to"] = *p.to;
    if (group)
      one["degree"] = json_of(p.degree);
    else
      one["full"] = {{"sectors", json_of(p.full_sectors)}, {"lines", json_of(p.full_lines)}};
    pieces.push_back(std::move(one));
  }
  access["by_stride"] = {{"variable", a.by_stride->variable}, {"pieces", std::move(pieces)}};
}

} // namespace

bool is_wasteful(const AccessCost &a, cfg::Space space) { return coalescing::wasteful(a, space); }

namespace {

// A request, or so many of one access that are alike.
std::string request_text(const KernelCost &k, std::size_t i, std::size_t requests, bool all) {
  const AccessCost &a = k.accesses[i];
  const cfg::Array &array = k.normal.arrays[a.array];
  const bool bad = is_wasteful(a, array.space), group = array.space == cfg::Space::Group;
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
  return out + advice_text(k, i) + shown(k, i);
}

// The requests [from, to) of one access: those that would read the same once.
std::string access_text(const KernelCost &k, std::size_t from, std::size_t to, bool all) {
  std::vector<std::pair<std::string, std::vector<std::size_t>>> texts;
  for (std::size_t i = from; i < to; ++i) {
    const std::string text = request_text(k, i, 1, all);
    const auto same = std::find_if(texts.begin(), texts.end(), [&](const auto &t) { return t.first == text; });
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

std::string perf_text(const PerfReport &report, const TextStyle &style) {
  if (report.paper)
    return paper_text(report, style);
  std::string out;
  for (const KernelCost &k : report.kernels) {
    std::size_t accesses = 0, wasteful = 0, trivial = 0, unreached = 0;
    for (std::size_t from = 0, to = 0; from < k.accesses.size(); from = to) {
      for (to = from + 1; to < k.accesses.size() && k.is_further_part(to);)
        ++to;
      const auto any = [&](const auto &is) {
        return std::any_of(&k.accesses[from], &k.accesses[from] + (to - from), is);
      };
      ++accesses;
      wasteful += any([&](const AccessCost &a) { return is_wasteful(a, k.normal.arrays[a.array].space); });
      trivial += any([](const AccessCost &a) { return a.reached && !understood(a); });
      unreached += any([](const AccessCost &a) { return !a.reached; });
      if (!style.quiet)
        out += access_text(k, from, to, report.all);
    }
    if (k.witnesses && !k.witnesses->problem.empty())
      out += fmt::format("{}: {}: not executed: {}\n", k.file, k.kernel, k.witnesses->problem);
    out += fmt::format("{}: {}{}: {} accesses, {} wasteful, {} not understood{}\n", k.file, k.kernel,
                       k.launch.known() ? fmt::format(" (launched at line {})", k.launch.place().line) : "", accesses,
                       wasteful, trivial,
                       unreached != 0 ? fmt::format(", {} that no thread gets to (--all lists it)", unreached) : "");
    if (std::any_of(k.normal.arrays.begin(), k.normal.arrays.end(), [](const cfg::Array &a) { return a.aliased; }))
      for (const std::string &a : k.normal.terms.assumptions)
        out += "  assuming that " + a + "\n";
    if (!k.proofs.empty())
      out += claims_text(k);
    if (k.shapes)
      out += shapes_text(k, report.target.lanes, report.all);
  }
  for (const std::string &f : report.failures)
    out += f + "\n";
  return out;
}

std::string perf_json(const PerfReport &report, int exit_status) {
  nlohmann::ordered_json all;
  all["version"] = 1;
  all["exit_status"] = exit_status;
  all["target"] = report.target.name;
  all["lanes"] = report.target.lanes;
  all["assumptions"] = {
      "warps are threads with consecutive numbers, and lanes that part meet again where their ways join",
      report.base_align == 0 ? "arrays start at a multiple of their elements' size"
                             : fmt::format("arrays start at a multiple of {} bytes", report.base_align),
      "accesses are those of the source: a compiler may merge or move them"};
  all["kernels"] = nlohmann::ordered_json::array();
  for (const KernelCost &k : report.kernels) {
    nlohmann::ordered_json kernel{{"file", k.file}, {"kernel", k.kernel}};
    if (k.launch.known())
      kernel["launch"] = k.launch.str();
    if (!k.normal.terms.assumptions.empty())
      kernel["assumptions"] = k.normal.terms.assumptions;
    kernel["accesses"] = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < k.accesses.size(); ++i) {
      const AccessCost &a = k.accesses[i];
      const cfg::Array &array = k.normal.arrays[a.array];
      nlohmann::ordered_json access{{"place", a.origin.str()},
                                    {"line", a.origin.place().line},
                                    {"column", a.origin.place().column},
                                    {"array", cfg::shown_name(array)},
                                    {"kind", coalescing::name(a.kind)},
                                    {"space", array.space == cfg::Space::Group      ? "group"
                                              : array.space == cfg::Space::Constant ? "constant"
                                                                                    : "global"},
                                    {"bytes", a.bytes},
                                    {"reached", a.reached}};
      if (a.reached) {
        access["lanes"] = a.most_lanes;
        if (array.space == cfg::Space::Group) {
          access["wavefronts"] = json_of(a.wavefronts);
          access["degree"] = json_of(a.degree);
          access["phases"] = a.phases;
        } else {
          access["sectors"] = json_of(a.sectors);
          access["lines"] = json_of(a.lines);
          access["full"] = {{"sectors", json_of(a.full_sectors)}, {"lines", json_of(a.full_lines)}};
          if (a.ideal)
            access["ideal"] = json_of(*a.ideal);
          if (a.words)
            access["words"] = json_of(*a.words);
        }
        if (a.same)
          access["same"] = json_of(*a.same);
        access["pattern"] = name(a.pattern);
        access["understood"] = understood(a);
        access["precision"] = name(a.precision);
        access["from_memory"] = a.from_memory;
        if (!understood(a))
          access["open"] = open_name(a.trivial);
        access["wasteful"] = is_wasteful(a, array.space);
        add_by_values(a, array.space == cfg::Space::Group, access);
        add_advice(k, i, access);
      }
      add_shown(k, i, access);
      if (report.paper)
        add_paper(access, k, a);
      kernel["accesses"].push_back(std::move(access));
    }
    if (k.shapes)
      add_shapes(*k.shapes, kernel);
    all["kernels"].push_back(std::move(kernel));
  }
  all["refused"] = nlohmann::ordered_json::array();
  for (const KernelReport &r : report.refused)
    all["refused"].push_back({{"file", r.file},
                              {"kernel", r.kernel},
                              {"verdict", verify::name(r.result.verdict)},
                              {"reason", r.result.reason}});
  all["failures"] = report.failures;
  return all.dump(2) + "\n";
}

} // namespace lockstep::driver
