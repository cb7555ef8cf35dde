// See hints.h.
#include "cost/advice/advisor.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::coalescing {

namespace {

using cfg::Expr;

constexpr std::size_t most_advised = 32;

class Advisor {
public:
  explicit Advisor(AdvisedKernel &k) : k_(k) {}

  std::vector<Hint> hints(std::size_t access) {
    std::vector<Hint> out;
    const auto add = [&](std::optional<Hint> h) {
      if (h)
        out.push_back(std::move(*h));
    };
    if (k_.warps.empty())
      return out;
    if (k_.space(k_.accesses[access]) == cfg::Space::Group) {
      add(pad_.hint(access));
      add(vector_.hint(access));
      if (out.empty() && !vector_.speaks_of(access))
        add(structs_hint(k_, recounts_, access));
      return out;
    }
    add(vector_.hint(access));
    if (out.empty() && !vector_.speaks_of(access))
      add(structs_hint(k_, recounts_, access));
    if (out.empty() && !vector_.speaks_of(access))
      add(swap_.hint(access));
    if (out.empty() && !vector_.speaks_of(access))
      add(transpose_hint(k_, recounts_, access));
    if (out.empty() && !vector_.speaks_of(access))
      add(chunk_hint(k_, recounts_, access));
    if (out.empty())
      add(shape_.hint(access));
    if (out.empty())
      add(rows_.hint(access));
    if (out.empty())
      add(start_.hint(access));
    return out;
  }

private:
  AdvisedKernel &k_;
  Recounts recounts_{k_};
  PadRule pad_{k_, recounts_};
  VectorRule vector_{k_, recounts_};
  SwapRule swap_{k_, recounts_};
  ShapeRule shape_{k_, recounts_};
  RowsRule rows_{k_, recounts_};
  StartRule start_{k_, recounts_};
};

void tell(AdvisedKernel &k, const LaneForm &form, const Warp &warp, const std::vector<unsigned> &active, Number granule,
          Number element, Lanes &out) {
  const auto shared = [](const Term &t) { // by all lanes
    return std::adjacent_find(t.factors.begin(), t.factors.end(), std::not_equal_to<>()) == t.factors.end();
  };
  std::vector<const Term *> moving;
  bool begun = false; // somewhere
  for (const Term &t : form.terms) {
    if (!shared(t))
      moving.push_back(&t);
    begun = begun || shared(t);
  }
  // How far neighbours in a row are apart; zero: not the same everywhere.
  const auto apart = [&](const std::vector<Number> &v) {
    std::optional<Number> all;
    for (std::size_t i = 1; i < v.size(); ++i)
      if (warp.lanes[i][1] == warp.lanes[i - 1][1] && warp.lanes[i][2] == warp.lanes[i - 1][2]) {
        if (all && *all != v[i] - v[i - 1])
          return Number(0);
        all = v[i] - v[i - 1];
      }
    if (!all) // rows of one thread
      all = v[1] - v[0];
    return *all < 0 ? -*all : *all;
  };
  const auto text = [](Number n) { return fmt::format("{}", static_cast<std::int64_t>(n)); };
  if (moving.empty()) {
    if (const Number by = active.size() == warp.lanes.size() ? apart(form.lanes) : 0; by != 0)
      out.apart = text(by * granule);
    std::vector<unsigned> shown(active.begin(), active.begin() + std::min<std::ptrdiff_t>(3, std::ssize(active)));
    if (active.size() > 3)
      shown.push_back(active.back());
    const Number from = begun ? form.lanes[shown[0]] : 0;
    for (unsigned lane : shown)
      if (element != 0) {
        const Number at = (form.lanes[lane] - from) / element;
        out.elements.emplace_back(lane, begun && at >= 0 ? "+" + text(at) : text(at));
      }
  } else if (moving.size() == 1 && apart(form.lanes) == 0) {
    const std::string symbol = k.sums.text(moving[0]->symbol, k.how.language);
    const Number by = apart(moving[0]->factors) * granule;
    if (symbol.find("...") == std::string::npos && by != 0)
      out.apart = by == 1 ? symbol : fmt::format("{} * {}", text(by), symbol);
  }
}

Lanes lanes_of(AdvisedKernel &k, std::size_t access) {
  Lanes out;
  const AccessCost &a = k.accesses[access];
  const auto granule = static_cast<Number>(k.kernel.arrays[a.array].granule_bytes);
  const auto e = static_cast<Number>(k.element(a.array));
  for (const Warp &warp : k.warps) {
    FormReader reader = k.forms(warp);
    reader.stand_at(a.block, a.stmt);
    std::vector<unsigned> active;
    std::vector<bool> comes(warp.lanes.size(), true);
    for (const Expr &c : reader.conditions())
      if (const auto known = reader.bits(c))
        for (std::size_t i = 0; i < comes.size(); ++i)
          comes[i] = comes[i] && (*known)[i] != 0;
    for (unsigned i = 0; i < comes.size(); ++i)
      if (comes[i])
        active.push_back(i);
    if (active.size() != a.most_lanes || active.size() < 2)
      continue;
    const auto &last = warp.lanes.back();
    out.rows = last[1] - warp.lanes[0][1] + 1;
    if (const auto form = reader.read(k.offset(a)); form && !form->loose()) {
      k.sums.stand_at(a.block, a.stmt);
      tell(k, *form, warp, active, granule, e, out);
    }
    return out;
  }
  return out;
}

} // namespace

bool wasteful(const AccessCost &a, cfg::Space space) {
  if (!a.reached || a.trivial != Trivial::No)
    return false;
  if (space == cfg::Space::Group)
    return a.wavefronts.hi > a.phases;
  return a.ideal && a.full_sectors.hi > a.ideal->hi;
}

std::string_view name(HintKind k) {
  switch (k) {
  case HintKind::Pad: return "pad";
  case HintKind::Swap: return "swap";
  case HintKind::Transpose: return "transpose";
  case HintKind::Structs: return "structs";
  case HintKind::Vector: return "vector";
  case HintKind::Chunk: return "chunk";
  case HintKind::Rows: return "rows";
  case HintKind::Start: return "start";
  case HintKind::Shape: return "shape";
  }
  return "";
}

std::vector<Advice> advise(const cfg::Kernel &k, const cfg::Analyses &a, const Options &options,
                           const AdviceOptions &how, const std::vector<AccessCost> &accesses) {
  std::vector<Advice> out(accesses.size());
  const auto is_wasteful = [&](const AccessCost &c) { return wasteful(c, k.arrays[c.array].space); };
  if (std::none_of(accesses.begin(), accesses.end(), is_wasteful))
    return out;
  AdvisedKernel kernel(k, a, options, how, accesses);
  Advisor advisor(kernel);
  std::size_t advised = 0;
  for (std::size_t i = 0; i < accesses.size(); ++i)
    if (is_wasteful(accesses[i]) && ++advised <= most_advised) {
      out[i].lanes = lanes_of(kernel, i);
      out[i].hints = advisor.hints(i);
    }
  return out;
}

} // namespace lockstep::coalescing
