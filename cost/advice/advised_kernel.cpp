// See advised_kernel.h.
#include "cost/advice/advised_kernel.h"

#include <algorithm>

namespace lockstep::coalescing {

namespace {

using cfg::Expr;

constexpr std::size_t most_statements = 3000; // of kernels that are counted anew, all together

std::size_t statements(const cfg::Kernel &k) {
  std::size_t out = 0;
  for (const cfg::Block &b : k.blocks)
    out += b.stmts.size() + 1;
  return out;
}

std::vector<cfg::BlockId> branches(const cfg::Kernel &k) {
  std::vector<cfg::BlockId> out;
  for (cfg::BlockId b = 0; b < k.blocks.size(); ++b)
    if (cfg::successors(k.blocks[b].end).size() > 1)
      out.push_back(b);
  return out;
}

cfg::Expr *offset_in(cfg::Stmt &s, cfg::ArrayId array) {
  if (auto *l = std::get_if<cfg::Load>(&s.node); l && l->array == array)
    return &l->offset;
  if (auto *st = std::get_if<cfg::Store>(&s.node); st && st->array == array)
    return &st->offset;
  if (auto *at = std::get_if<cfg::Atomic>(&s.node); at && at->array == array)
    return &at->offset;
  return nullptr;
}

} // namespace

Interval cost(const AccessCost &a) { return a.phases != 0 ? a.wavefronts : a.full_sectors; }
bool better(Interval now, Interval before) { return now.hi < before.hi && now.lo <= before.lo; }
bool better(const AccessCost &now, const AccessCost &before) {
  const bool no_more_wasted = now.ideal && before.ideal && now.ideal->hi <= before.ideal->hi &&
                              cost(now).lo + before.ideal->lo <= cost(before).lo + now.ideal->lo;
  return cost(now).hi < cost(before).hi && (cost(now).lo <= cost(before).lo || no_more_wasted);
}

AdvisedKernel::AdvisedKernel(const cfg::Kernel &k, const cfg::Analyses &a, const Options &o, const AdviceOptions &how,
                             const std::vector<AccessCost> &all)
    : kernel(k), analyses(a), options(o), how(how), accesses(all), warps(warps_of(a.launch, o.target.lanes)),
      sums(k, a), level_{cfg::UniformityLevel::Team, o.target.lanes, a.launch, true, &a.bare},
      uniform_(cfg::uniformity(k, a.loops, level_)), branches_(k.blocks.size(), branches(k)) {}

FormReader AdvisedKernel::forms(const Warp &warp) const {
  return FormReader(kernel, analyses, uniform_, level_, warp, branches_);
}

std::uint64_t AdvisedKernel::element(cfg::ArrayId a) const {
  const cfg::Array &array = kernel.arrays[a];
  return array.granule_bytes != 0 && array.source_element_bytes % array.granule_bytes == 0
             ? array.source_element_bytes / array.granule_bytes
             : 0;
}

const Expr &AdvisedKernel::offset(const AccessCost &a) const {
  return *offset_in(const_cast<cfg::Stmt &>(kernel.blocks[a.block].stmts[a.stmt]), a.array);
}

const std::optional<Sum> &AdvisedKernel::sum(std::size_t access) {
  const auto [known, fresh] = known_sums_.try_emplace(access);
  if (fresh) {
    stand_at(access);
    known->second = sums.read(offset(accesses[access]));
  }
  return known->second;
}

std::vector<std::size_t> AdvisedKernel::of_array(cfg::ArrayId a) const {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < accesses.size(); ++i)
    if (accesses[i].array == a && accesses[i].reached)
      out.push_back(i);
  return out;
}

bool AdvisedKernel::all_counted(cfg::ArrayId a) const {
  for (const cfg::Block &b : kernel.blocks)
    for (const cfg::Stmt &s : b.stmts) {
      auto *l = std::get_if<cfg::Load>(&s.node);
      auto *st = std::get_if<cfg::Store>(&s.node);
      if ((l && l->array == a && l->quiet) || (st && st->array == a && st->quiet))
        return false;
    }
  return true;
}

bool AdvisedKernel::of_lane(const Expr &atom) const { return !cfg::is_uniform(atom, kernel, uniform_, level_); }

std::uint64_t AdvisedKernel::group_room() const {
  return options.target.name.starts_with("nvidia") ? std::uint64_t(48) << 10 : std::uint64_t(64) << 10;
}

std::uint64_t AdvisedKernel::group_bytes(std::optional<cfg::ArrayId> without) const {
  std::uint64_t out = 0;
  for (cfg::ArrayId i = 0; i < kernel.arrays.size(); ++i)
    if (const cfg::Array &a = kernel.arrays[i]; a.space == cfg::Space::Group && i != without)
      out += a.extent.value_or(0) * a.granule_bytes;
  return out;
}

std::array<std::uint64_t, 3> shape_of(const cfg::Launch &l) {
  return {l.local_size[0].value_or(0), l.local_size[1].value_or(0), l.local_size[2].value_or(0)};
}

Recounts::Recounts(const AdvisedKernel &k)
    : k_(k), recounter_(k.kernel, k.analyses, k.options), size_(statements(k.kernel)) {}

bool Recounts::may_count(std::size_t accesses) {
  if (spent_ + size_ > most_statements || counted_ + accesses > 2 * k_.accesses.size() + 12)
    return false;
  spent_ += size_;
  counted_ += accesses;
  return true;
}

const AccessCost *Recounts::find(const std::vector<AccessCost> &in, std::size_t access) const {
  const AccessCost &a = k_.accesses[access];
  const auto same = [&](const AccessCost &c) {
    return c.block == a.block && c.stmt == a.stmt && c.array == a.array && c.kind == a.kind;
  };
  if (access < in.size() && same(in[access])) // as a rule they are in the same order
    return &in[access];
  const auto found = std::find_if(in.begin(), in.end(), same);
  return found == in.end() ? nullptr : &*found;
}

std::optional<std::vector<AccessCost>> Recounts::with_offsets(const Offsets &offsets) {
  if (!may_count(k_.accesses.size()))
    return std::nullopt;
  cfg::Kernel changed = k_.kernel;
  for (std::size_t i = 0; i < k_.accesses.size(); ++i) {
    Expr &at = *offset_in(changed.blocks[k_.accesses[i].block].stmts[k_.accesses[i].stmt], k_.accesses[i].array);
    if (const Expr other = offsets(i, at))
      at = other;
  }
  return requests(changed, k_.analyses, k_.options);
}

std::optional<AccessCost> Recounts::with_offset(const AccessCost &a, const Expr &offset) {
  if (!may_count(1))
    return std::nullopt;
  AccessCost out = recounter_.with_offset(a, offset);
  return out.reached && out.trivial == Trivial::No ? std::optional(std::move(out)) : std::nullopt;
}

bool Recounts::lower_in_all(const Plan &p) const {
  std::map<int, std::array<std::uint64_t, 4>> loops; // sectors, wavefronts; before, after
  std::uint64_t before = 0, after = 0;
  for (std::size_t i = 0; i < k_.accesses.size(); ++i) {
    const AccessCost &a = k_.accesses[i];
    const AccessCost *now = find(p.costs, i);
    if (now == nullptr || now->reached != a.reached)
      return false;
    if (!a.reached)
      continue;
    const std::size_t at = k_.space(a) == cfg::Space::Group ? 1 : 0;
    auto &of = loops[k_.analyses.loops.loop_of[a.block]];
    of[at] += cost(a).hi;
    of[at + 2] += cost(*now).hi;
    before += cost(a).hi;
    after += cost(*now).hi;
  }
  return after < before && std::all_of(
                               loops.begin(), loops.end(),
                               [](const auto &l) { return l.second[2] <= l.second[0] && l.second[3] <= l.second[1]; });
}

std::optional<Hint> Recounts::hint(HintKind kind, const Plan &p, std::size_t access,
                                   const std::vector<std::size_t> &touched) const {
  const AccessCost *after = find(p.costs, access);
  if (after == nullptr || !after->reached || after->trivial != Trivial::No || !better(*after, k_.accesses[access]))
    return std::nullopt;
  Hint out{.kind = kind, .after = *after, .from = p.from, .to = p.to, .touched = touched.size(), .block = p.block};
  for (std::size_t i : touched)
    if (const AccessCost *now = find(p.costs, i)) {
      const Interval was = cost(k_.accesses[i]), is = cost(*now);
      out.together_before = {out.together_before.lo + was.lo, out.together_before.hi + was.hi};
      out.together = {out.together.lo + is.lo, out.together.hi + is.hi};
    }
  return out;
}

std::optional<Plan> Recounts::of_launch(const cfg::Kernel &k, const cfg::Launch &launch) {
  if (!may_count(k_.accesses.size()))
    return std::nullopt;
  support::Diagnostics unheard;
  const auto analyses = cfg::analyse(k, launch, k_.how.analysis, unheard);
  if (!analyses)
    return std::nullopt;
  Plan out{.costs = requests(k, *analyses, k_.options), .block = shape_of(launch)};
  return lower_in_all(out) ? std::optional(std::move(out)) : std::nullopt;
}

} // namespace lockstep::coalescing
