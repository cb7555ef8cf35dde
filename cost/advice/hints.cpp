// See hints.h.
#include "cost/advice/advisor.h"

#include "cfg/ir/rewrite.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::coalescing {

namespace {

using cfg::Expr;
using cfg::Op;

constexpr std::size_t most_statements = 3000; // of kernels that are counted anew, all together
constexpr std::size_t most_advised = 32;

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

Interval cost(const AccessCost &a) { return a.phases != 0 ? a.wavefronts : a.full_sectors; }
bool better(Interval now, Interval before) { return now.hi < before.hi && now.lo <= before.lo; }
bool better(const AccessCost &now, const AccessCost &before) {
  const bool no_more_wasted = now.ideal && before.ideal && now.ideal->hi <= before.ideal->hi &&
                              cost(now).lo + before.ideal->lo <= cost(before).lo + now.ideal->lo;
  return cost(now).hi < cost(before).hi && (cost(now).lo <= cost(before).lo || no_more_wasted);
}

Advisor::Advisor(const cfg::Kernel &k, const cfg::Analyses &a, const Options &o, const AdviceOptions &how,
                 const std::vector<AccessCost> &all)
    : k_(k), a_(a), o_(o), how_(how), all_(all),
      level_{cfg::UniformityLevel::Team, o.target.lanes, a.launch, true, &a.bare},
      uniform_(cfg::uniformity(k, a.loops, level_)), warps_(warps_of(a.launch, o.target.lanes)),
      branches_(k.blocks.size(), branches(k)), sums_(k, a), size_(statements(k)), in_vector_(all.size(), false) {}

std::uint64_t Advisor::element(cfg::ArrayId a) const {
  const cfg::Array &array = k_.arrays[a];
  return array.granule_bytes != 0 && array.source_element_bytes % array.granule_bytes == 0
             ? array.source_element_bytes / array.granule_bytes
             : 0;
}

const Expr &Advisor::offset(const AccessCost &a) const {
  return *offset_in(const_cast<cfg::Stmt &>(k_.blocks[a.block].stmts[a.stmt]), a.array);
}

const std::optional<Sum> &Advisor::sum(std::size_t access) {
  const auto [known, fresh] = known_sums_.try_emplace(access);
  if (fresh) {
    stand_at(access);
    known->second = sums_.read(offset(all_[access]));
  }
  return known->second;
}

std::vector<std::size_t> Advisor::of_array(cfg::ArrayId a) const {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < all_.size(); ++i)
    if (all_[i].array == a && all_[i].reached)
      out.push_back(i);
  return out;
}

bool Advisor::all_counted(cfg::ArrayId a) const {
  for (const cfg::Block &b : k_.blocks)
    for (const cfg::Stmt &s : b.stmts) {
      auto *l = std::get_if<cfg::Load>(&s.node);
      auto *st = std::get_if<cfg::Store>(&s.node);
      if ((l && l->array == a && l->quiet) || (st && st->array == a && st->quiet))
        return false;
    }
  return true;
}

bool Advisor::of_lane(const Expr &atom) const { return !cfg::is_uniform(atom, k_, uniform_, level_); }

bool Advisor::may_count(std::size_t accesses) {
  if (spent_ + size_ > most_statements || counted_ + accesses > 2 * all_.size() + 12)
    return false;
  spent_ += size_;
  counted_ += accesses;
  return true;
}

const AccessCost *Advisor::find(const std::vector<AccessCost> &in, std::size_t access) const {
  const AccessCost &a = all_[access];
  const auto same = [&](const AccessCost &c) {
    return c.block == a.block && c.stmt == a.stmt && c.array == a.array && c.kind == a.kind;
  };
  if (access < in.size() && same(in[access])) // as a rule they are in the same order
    return &in[access];
  const auto found = std::find_if(in.begin(), in.end(), same);
  return found == in.end() ? nullptr : &*found;
}

std::optional<std::vector<AccessCost>> Advisor::count_all(const Offsets &offsets) {
  if (!may_count(all_.size()))
    return std::nullopt;
  cfg::Kernel changed = k_;
  for (std::size_t i = 0; i < all_.size(); ++i) {
    Expr &at = *offset_in(changed.blocks[all_[i].block].stmts[all_[i].stmt], all_[i].array);
    if (const Expr other = offsets(i, at))
      at = other;
  }
  return requests(changed, a_, o_);
}

std::optional<AccessCost> Advisor::count_one(const AccessCost &a, const Expr &offset) {
  if (!may_count(1))
    return std::nullopt;
  AccessCost out = recounter_.with_offset(a, offset);
  return out.reached && out.trivial == Trivial::No ? std::optional(std::move(out)) : std::nullopt;
}

bool Advisor::lower_in_all(const Plan &p) const {
  std::map<int, std::array<std::uint64_t, 4>> loops; // sectors, wavefronts; before, after
  std::uint64_t before = 0, after = 0;
  for (std::size_t i = 0; i < all_.size(); ++i) {
    const AccessCost &a = all_[i];
    const AccessCost *now = find(p.costs, i);
    if (now == nullptr || now->reached != a.reached)
      return false;
    if (!a.reached)
      continue;
    const std::size_t at = space(a) == cfg::Space::Group ? 1 : 0;
    auto &of = loops[a_.loops.loop_of[a.block]];
    of[at] += cost(a).hi;
    of[at + 2] += cost(*now).hi;
    before += cost(a).hi;
    after += cost(*now).hi;
  }
  return after < before && std::all_of(
                               loops.begin(), loops.end(),
                               [](const auto &l) { return l.second[2] <= l.second[0] && l.second[3] <= l.second[1]; });
}

std::optional<Hint> Advisor::of_plan(HintKind kind, const Plan &p, std::size_t access,
                                     const std::vector<std::size_t> &touched) {
  const AccessCost *after = find(p.costs, access);
  if (after == nullptr || !after->reached || after->trivial != Trivial::No || !better(*after, all_[access]))
    return std::nullopt;
  Hint out{.kind = kind, .after = *after, .from = p.from, .to = p.to, .touched = touched.size(), .block = p.block};
  for (std::size_t i : touched)
    if (const AccessCost *now = find(p.costs, i)) {
      const Interval was = cost(all_[i]), is = cost(*now);
      out.together_before = {out.together_before.lo + was.lo, out.together_before.hi + was.hi};
      out.together = {out.together.lo + is.lo, out.together.hi + is.hi};
    }
  return out;
}

std::vector<Hint> Advisor::hints(std::size_t access) {
  std::vector<Hint> out;
  const auto add = [&](std::optional<Hint> h) {
    if (h)
      out.push_back(std::move(*h));
  };
  if (warps_.empty())
    return out;
  if (space(all_[access]) == cfg::Space::Group) {
    add(pad(access));
    add(vector(access));
    if (out.empty() && !in_vector_[access])
      add(structs(access));
    return out;
  }
  add(vector(access));
  if (out.empty() && !in_vector_[access])
    add(structs(access));
  if (out.empty() && !in_vector_[access])
    add(swap(access));
  if (out.empty() && !in_vector_[access])
    add(transpose(access));
  if (out.empty() && !in_vector_[access])
    add(chunk(access));
  if (out.empty())
    add(shape(access));
  if (out.empty())
    add(rows(access));
  if (out.empty())
    add(start(access));
  return out;
}

Lanes Advisor::lanes(std::size_t access) {
  Lanes out;
  const AccessCost &a = all_[access];
  const auto granule = static_cast<Number>(k_.arrays[a.array].granule_bytes);
  const auto e = static_cast<Number>(element(a.array));
  for (const Warp &warp : warps_) {
    FormReader reader(k_, a_, uniform_, level_, warp, branches_);
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
    if (const auto form = reader.read(offset(a)); form && !form->loose()) {
      sums_.stand_at(a.block, a.stmt);
      tell(*form, warp, active, granule, e, out);
    }
    return out;
  }
  return out;
}

void Advisor::tell(const LaneForm &form, const Warp &warp, const std::vector<unsigned> &active, Number granule,
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
    const std::string symbol = sums_.text(moving[0]->symbol, how_.language);
    const Number by = apart(moving[0]->factors) * granule;
    if (symbol.find("...") == std::string::npos && by != 0)
      out.apart = by == 1 ? symbol : fmt::format("{} * {}", text(by), symbol);
  }
}

std::vector<Advice> advise(const cfg::Kernel &k, const cfg::Analyses &a, const Options &options,
                           const AdviceOptions &how, const std::vector<AccessCost> &accesses) {
  std::vector<Advice> out(accesses.size());
  const auto is_wasteful = [&](const AccessCost &c) { return wasteful(c, k.arrays[c.array].space); };
  if (std::none_of(accesses.begin(), accesses.end(), is_wasteful))
    return out;
  Advisor advisor(k, a, options, how, accesses);
  std::size_t advised = 0;
  for (std::size_t i = 0; i < accesses.size(); ++i)
    if (is_wasteful(accesses[i]) && ++advised <= most_advised) {
      out[i].lanes = advisor.lanes(i);
      out[i].hints = advisor.hints(i);
    }
  return out;
}

} // namespace lockstep::coalescing
