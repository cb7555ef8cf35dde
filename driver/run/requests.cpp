// Requests in reports (requests.h).
#include "driver/run/requests.h"

#include "cfg/ir/text/shown_name.h"
#include "cfg/passes/split_accesses.h"

#include <algorithm>
#include <fmt/format.h>
#include <tuple>

namespace lockstep::driver {

namespace {

using semantics::RequestCounts;
using semantics::Spread;

const char *kind_of(cfg::AccessKind kind) {
  switch (kind) {
  case cfg::AccessKind::Read: return "read";
  case cfg::AccessKind::Write: return "write";
  case cfg::AccessKind::Atomic:
  case cfg::AccessKind::AtomicInGroup:
  case cfg::AccessKind::ReadInGroup:
  case cfg::AccessKind::AtomicAlone: break;
  }
  return "atomic";
}

std::string number(const char *name, const RequestCounts &c, const Spread &s) {
  if (s.least == s.most)
    return fmt::format("{} {}", name, s.least);
  return fmt::format("{} {}..{} (average {:.2f})", name, s.least, s.most, c.average(s));
}

std::string numbers(const ObservedAccess &a, const RequestCounts &c) {
  std::string text;
  if (a.space == cfg::Space::Group)
    text = number("wavefronts", c, c.wavefronts) + ", " + number("degree", c, c.degree) + ", " +
           number("ideal", c, c.ideal);
  else if (a.space == cfg::Space::Constant)
    text = number("words", c, c.words);
  else
    text = number("sectors", c, c.sectors) + ", " + number("lines", c, c.lines) + ", " +
           number("lines if aligned", c, c.lines_aligned) + ", " + number("ideal", c, c.ideal);
  if (c.same.most > 0)
    text += ", " + number("lanes on one address", c, c.same);
  return text;
}

nlohmann::ordered_json counts_json(const ObservedAccess &a, const RequestCounts &c) {
  nlohmann::ordered_json j = {{"count", c.requests}};
  if (c.requests == 0)
    return j;
  auto put = [&](const char *name, const Spread &s) {
    j[name] = {{"least", s.least}, {"most", s.most}, {"average", c.average(s)}};
  };
  put("lanes", c.lanes);
  put("bytes", c.bytes);
  if (a.space == cfg::Space::Group) {
    put("wavefronts", c.wavefronts);
    put("degree", c.degree);
  } else if (a.space == cfg::Space::Constant) {
    put("words", c.words);
  } else {
    put("sectors", c.sectors);
    put("lines", c.lines);
    put("lines_aligned", c.lines_aligned);
  }
  if (a.space != cfg::Space::Constant)
    put("ideal", c.ideal);
  if (c.same.most > 0)
    put("same_address", c.same);
  return j;
}

} // namespace

support::Result<cfg::Kernel> as_requests(const cfg::Kernel &k, const std::string &target, support::Diagnostics &diags) {
  return cfg::split_accesses(k, cfg::target(target)->enough, diags);
}

std::vector<ObservedAccess> observed(const semantics::RequestObserver &requests, const cfg::Kernel &k) {
  std::vector<ObservedAccess> out;
  std::optional<semantics::Site> before;
  for (const auto &[site, counts] : requests.accesses()) {
    const cfg::Array &array = k.arrays[counts.array];
    out.push_back({semantics::origin_of(k, site), cfg::shown_name(array), array.space, counts});
    const auto &stmts = k.blocks[site.block].stmts;
    out.back().further_part = before && before->block == site.block &&
                              stmts[before->stmt].origin == stmts[site.stmt].origin &&
                              cfg::goes_on(stmts[before->stmt], stmts[site.stmt]);
    before = site;
  }
  auto key = [](const ObservedAccess &a) {
    const support::SourcePlace &p = a.origin.place();
    return std::tuple(p.file, p.line, p.column);
  };
  std::ranges::stable_sort(out, [&](const ObservedAccess &a, const ObservedAccess &b) { return key(a) < key(b); });
  return out;
}

namespace {

Spread together(const Spread &a, const Spread &b) {
  return {std::min(a.least, b.least), std::max(a.most, b.most), a.sum + b.sum};
}
RequestCounts together(const RequestCounts &a, const RequestCounts &b) {
  if (a.requests == 0 || b.requests == 0)
    return a.requests == 0 ? b : a;
  RequestCounts out{.requests = a.requests + b.requests};
  for (auto s : {&RequestCounts::lanes, &RequestCounts::bytes, &RequestCounts::sectors, &RequestCounts::lines,
                 &RequestCounts::lines_aligned, &RequestCounts::ideal, &RequestCounts::wavefronts,
                 &RequestCounts::degree, &RequestCounts::words, &RequestCounts::same})
    out.*s = together(a.*s, b.*s);
  return out;
}

std::string access_text(const ObservedAccess &a) {
  const RequestCounts &all = a.counts.all, &full = a.counts.full;
  std::string text = fmt::format("{}: {} of '{}': ", a.origin.str(), kind_of(a.counts.kind), a.array);
  if (all.requests == 0)
    return text + "unreached\n";
  text += fmt::format("{} request{}, {}", all.requests, all.requests == 1 ? "" : "s", numbers(a, all));
  if (full.requests != 0 && full.requests != all.requests)
    text += fmt::format("; of {} full: {}", full.requests, numbers(a, full));
  return text + "\n";
}

} // namespace

std::string accesses_text(const std::vector<ObservedAccess> &all) {
  std::string out;
  for (std::size_t i = 0; i < all.size();) {
    ObservedAccess a = all[i++];
    for (; i < all.size() && all[i].further_part; ++i) {
      a.counts.all = together(a.counts.all, all[i].counts.all);
      a.counts.full = together(a.counts.full, all[i].counts.full);
    }
    out += access_text(a);
  }
  return out;
}

nlohmann::ordered_json access_json(const ObservedAccess &a) {
  const support::SourcePlace &p = a.origin.place();
  return {{"file", p.file},
          {"line", p.line},
          {"column", p.column},
          {"array", a.array},
          {"space", a.space == cfg::Space::Group      ? "local"
                    : a.space == cfg::Space::Constant ? "constant"
                                                      : "global"},
          {"kind", kind_of(a.counts.kind)},
          {"requests", counts_json(a, a.counts.all)},
          {"full", counts_json(a, a.counts.full)}};
}

} // namespace lockstep::driver
