// See count_report.h.
#include "jobs/report/count_report.h"

#include "cfg/ir/text/shown_name.h"
#include "cost/requests/by_stride.h"
#include "cost/requests/by_width.h"
#include "jobs/counts/hint_texts.h"
#include "jobs/report/json_parts.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::jobs {

namespace {

using coalescing::AccessCost;
using coalescing::Interval;
using coalescing::Trivial;
using Json = nlohmann::ordered_json;

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

Json witness_json(const AccessWitness &w) {
  Json values = Json::object();
  for (const auto &[name, value] : w.values)
    values[name] = value;
  return {{"number", w.number}, {"group", w.group}, {"warp", w.warp}, {"lanes", w.lanes}, {"values", values}};
}

void add_shown(const CountedKernel &k, std::size_t i, Json &access) {
  if (k.witnesses && k.accesses[i].reached) {
    const AccessWitnesses &w = k.witnesses->accesses[i];
    access["seen"] = Json::object();
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

Json json_of(Interval i) { return {{"least", i.lo}, {"most", i.hi}}; }

// The same access for some values of variables.
void add_by_values(const AccessCost &a, bool group, Json &access) {
  for (const coalescing::ValueCost &v : a.by_value) {
    Json one{{"values", v.values}};
    if (group)
      one["degree"] = json_of(v.degree);
    else
      one["full"] = {{"sectors", json_of(v.sectors)}, {"lines", json_of(v.lines)}};
    if (!v.values.empty())
      access["by_value"].push_back(std::move(one));
  }
  for (const coalescing::WidthCost &w : a.by_width) {
    Json one{{"width", w.width}, {"multiples", w.multiples}};
    if (group)
      one["degree"] = json_of(w.degree);
    else
      one["full"] = {{"sectors", json_of(w.full_sectors)}, {"lines", json_of(w.full_lines)}};
    access["by_width"].push_back(std::move(one));
  }
  if (!a.by_stride)
    return;
  Json pieces = Json::array();
  for (const coalescing::StrideCost &p : a.by_stride->pieces) {
    Json one{{"from", p.from}, {"every", p.every}};
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

void add_paper(Json &access, const CountedKernel &k, const AccessCost &a) {
  if (const coalescing::paper::Access *said = said_by_paper(k, a))
    access["paper"] = {{"index", name(said->index)},
                       {"active", name(said->active)},
                       {"reported", said->reported},
                       {"rule", name(said->rule)}};
}

Json access_json(const CountedKernel &k, std::size_t i, bool paper) {
  const AccessCost &a = k.accesses[i];
  const cfg::Array &array = k.normal.arrays[a.array];
  Json access{{"place", a.origin.str()},
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
    access["wasteful"] = coalescing::wasteful(a, array.space);
    add_by_values(a, array.space == cfg::Space::Group, access);
    add_advice(k, i, access);
  }
  add_shown(k, i, access);
  if (paper)
    add_paper(access, k, a);
  return access;
}

} // namespace

bool understood(const AccessCost &a) { return a.trivial == Trivial::No || a.all_widths; }

const coalescing::paper::Access *said_by_paper(const CountedKernel &k, const AccessCost &a) {
  const auto found = std::ranges::find_if(k.paper, [&](const coalescing::paper::Access &p) {
    return p.block == a.block && p.stmt == a.stmt && p.array == a.array;
  });
  return found == k.paper.end() ? nullptr : &*found;
}

std::string count_json(const CountReport &report, int exit_status) {
  Json all;
  all["version"] = 1;
  all["exit_status"] = exit_status;
  all["target"] = report.target.name;
  all["lanes"] = report.target.lanes;
  all["assumptions"] = {
      "warps are threads with consecutive numbers, and lanes that part meet again where their ways join",
      report.base_align == 0 ? "arrays start at a multiple of their elements' size"
                             : fmt::format("arrays start at a multiple of {} bytes", report.base_align),
      "accesses are those of the source: a compiler may merge or move them"};
  all["kernels"] = Json::array();
  for (const CountedKernel &k : report.kernels) {
    Json kernel{{"file", k.file}, {"kernel", k.kernel}};
    if (k.launch.known())
      kernel["launch"] = k.launch.str();
    if (!k.normal.terms.assumptions.empty())
      kernel["assumptions"] = k.normal.terms.assumptions;
    kernel["accesses"] = Json::array();
    for (std::size_t i = 0; i < k.accesses.size(); ++i)
      kernel["accesses"].push_back(access_json(k, i, report.paper));
    if (k.shapes)
      add_shapes(*k.shapes, kernel);
    all["kernels"].push_back(std::move(kernel));
  }
  all["refused"] = refused_json(report.refused);
  all["failures"] = report.failures;
  return all.dump(2) + "\n";
}

} // namespace lockstep::jobs
