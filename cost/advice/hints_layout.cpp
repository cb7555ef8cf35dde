// Hints that change where the elements of an array lie, or which of them a thread takes (hints.h).
#include "cost/advice/advisor.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace lockstep::coalescing {

namespace {

using cfg::Expr;
using cfg::Op;

constexpr std::size_t most_pitches = 6;
constexpr std::uint64_t widest_vector = 16; // bytes

// rows * pitch + rest
LaneForm joined(const LaneForm &rows, const LaneForm &rest, Number pitch) {
  LaneForm out = rest;
  for (std::size_t i = 0; i < out.lanes.size(); ++i)
    out.lanes[i] += rows.lanes[i] * pitch;
  for (const Term &t : rows.terms) { // terms that stay apart only make a search cautious
    Term scaled = t;
    for (Number &n : scaled.factors)
      n *= pitch;
    out.terms.push_back(std::move(scaled));
  }
  return out;
}

bool moved_copies(const LaneForm &a, const LaneForm &b) {
  if (a.lanes.size() != b.lanes.size() || a.terms.size() != b.terms.size())
    return false;
  for (std::size_t i = 0; i < a.lanes.size(); ++i)
    if (a.lanes[i] - a.lanes[0] != b.lanes[i] - b.lanes[0])
      return false;
  return std::equal(a.terms.begin(), a.terms.end(), b.terms.begin(),
                    [](const Term &x, const Term &y) { return x.factors == y.factors; });
}

} // namespace

// What `banks` counts, of words that lie a known way from each other.
static std::uint64_t count_words(const LaneForm &f, std::uint64_t granule, std::uint64_t bytes,
                                 const cfg::Target &target) {
  const auto scale = static_cast<Number>(granule / target.bank_bytes), count = static_cast<Number>(target.banks);
  const std::size_t at_a_time = target.lanes_a_phase(bytes);
  std::uint64_t out = 0;
  std::vector<Number> words;
  for (std::size_t first = 0; first < f.lanes.size(); first += at_a_time) {
    words.clear();
    for (std::size_t i = first; i < std::min(f.lanes.size(), first + at_a_time); ++i)
      for (std::uint64_t w = 0; w < bytes / target.bank_bytes; ++w)
        words.push_back((f.lanes[i] - f.lanes[0]) * scale + static_cast<Number>(w));
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
    std::vector<std::uint64_t> by_bank(target.banks, 0);
    for (Number w : words)
      ++by_bank[static_cast<std::size_t>(((w % count) + count) % count)];
    out += *std::max_element(by_bank.begin(), by_bank.end());
  }
  return out;
}

std::optional<std::uint64_t> wavefronts(const std::vector<LaneForm> &warps, std::uint64_t granule, std::uint64_t bytes,
                                        const cfg::Target &target) {
  std::uint64_t out = 0;
  for (const LaneForm &f : warps) {
    const bool shared = std::all_of(f.terms.begin(), f.terms.end(), [](const Term &t) {
      return std::adjacent_find(t.factors.begin(), t.factors.end(), std::not_equal_to<>()) == t.factors.end();
    });
    if (shared && granule % target.bank_bytes == 0 && bytes % granule == 0) {
      out = std::max(out, count_words(f, granule, bytes, target));
      continue;
    }
    const auto b = banks(f, std::vector<bool>(f.lanes.size(), true), granule, bytes, target);
    if (!b)
      return std::nullopt;
    out = std::max(out, b->wavefronts.hi);
  }
  return out;
}

// Group memory that a block of the target has without asking for more.
std::uint64_t Advisor::group_room() const {
  return o_.target.name.starts_with("nvidia") ? std::uint64_t(48) << 10 : std::uint64_t(64) << 10;
}

// Bytes of all group arrays but one, as far as their sizes are known.
std::uint64_t Advisor::group_bytes(std::optional<cfg::ArrayId> without) const {
  std::uint64_t out = 0;
  for (cfg::ArrayId i = 0; i < k_.arrays.size(); ++i)
    if (const cfg::Array &a = k_.arrays[i]; a.space == cfg::Space::Group && i != without)
      out += a.extent.value_or(0) * a.granule_bytes;
  return out;
}

// The accesses' places as rows of `pitch` granules, and what lanes have of rows and of the rest, of warps that are no
// moved copies of one another. False: some place is not within its row.
bool Advisor::split_into_rows(const std::vector<std::size_t> &touched, const std::map<std::size_t, Sum> &all,
                              Number pitch, std::uint64_t granule, std::map<std::size_t, Split> &splits,
                              std::map<std::size_t, std::vector<RowForms>> &forms) {
  for (std::size_t i : touched) {
    const AccessCost &a = all_[i];
    sums_.stand_at(a.block, a.stmt);
    const Split s = sums_.split(all.at(i), pitch);
    const cfg::Bounds rest = sums_.range(s.rest);
    const auto lo = rest.lo.exact(), hi = rest.hi.exact();
    if (!lo || !hi || *lo < 0 || *hi + static_cast<Number>(a.bytes / granule) > pitch)
      return false;
    const Expr row = s.row.expr(), column = s.rest.expr();
    for (const Warp &w : warps_) {
      FormReader reader(k_, a_, uniform_, level_, w, branches_);
      reader.stand_at(a.block, a.stmt);
      const auto x = reader.read(row), y = reader.read(column);
      if (!x || !y || x->loose() || y->loose())
        return false;
      std::vector<RowForms> &mine = forms[i];
      if (granule < o_.target.bank_bytes ||
          std::none_of(
              mine.begin(), mine.end(),
              [&](const RowForms &f) { return moved_copies(f.rows, *x) && moved_copies(f.rest, *y); }))
        mine.push_back({*x, *y});
    }
    splits.emplace(i, s);
  }
  return true;
}

// Rows of so many granules a place may be in.
static void add_pitches(const Sum &place, Number element, std::set<Number> &to) {
  for (const Sum::Term &t : place.terms)
    if (const Number p = t.factor < 0 ? -t.factor : t.factor; p > element && p % element == 0 && p < 65536)
      to.insert(p);
}

std::optional<Advisor::Plan> Advisor::plan_pad(cfg::ArrayId array) {
  const std::vector<std::size_t> touched = of_array(array);
  const std::uint64_t e = element(array), granule = k_.arrays[array].granule_bytes;
  if (e == 0 || !all_counted(array) || touched.size() > 64)
    return std::nullopt;
  std::map<std::size_t, Sum> all;
  std::set<Number> pitches;
  std::uint64_t now = 0, least = 0;
  for (std::size_t i : touched) {
    const auto &s = sum(i);
    if (!s)
      return std::nullopt;
    add_pitches(*s, static_cast<Number>(e), pitches);
    now += all_[i].wavefronts.hi;
    least += all_[i].phases;
    all.emplace(i, *s);
  }
  struct Best {
    std::uint64_t sum;
    Number pitch, pad;
    std::map<std::size_t, Split> splits;
  };
  const std::uint64_t others = group_bytes(array), room = group_room();
  const auto fits_device = [&](Number row, Number longer) { // an array of unknown size: the caller's matter
    const std::uint64_t rows = k_.arrays[array].extent.value_or(0) / static_cast<std::uint64_t>(row);
    return others + rows * static_cast<std::uint64_t>(longer) * granule <= room;
  };
  std::optional<Best> best;
  std::size_t tried = 0;
  for (Number p : pitches) {
    if (++tried > most_pitches || (k_.arrays[array].extent && *k_.arrays[array].extent % static_cast<std::uint64_t>(p)))
      continue;
    std::map<std::size_t, Split> splits;
    std::map<std::size_t, std::vector<RowForms>> forms;
    if (!split_into_rows(touched, all, p, granule, splits, forms))
      continue;
    const Number round = static_cast<Number>(o_.target.banks * o_.target.bank_bytes / granule);
    for (Number d = static_cast<Number>(e); d <= round && fits_device(p, p + d); d += static_cast<Number>(e)) {
      std::uint64_t total = 0;
      for (std::size_t i : touched) {
        std::vector<LaneForm> warps;
        for (const RowForms &f : forms.at(i))
          warps.push_back(joined(f.rows, f.rest, p + d));
        const auto n = wavefronts(warps, granule, all_[i].bytes, o_.target);
        total += n ? *n : all_[i].wavefronts.hi + 1;
        if (total >= (best ? best->sum : now))
          break;
      }
      if (total < (best ? best->sum : now))
        best = Best{total, p, d, splits};
      if (best && best->sum <= least)
        break;
    }
    if (best && best->sum <= least)
      break;
  }
  if (!best)
    return std::nullopt;
  auto counted = count_all([&](std::size_t i, const Expr &) -> Expr {
    const auto split = best->splits.find(i);
    if (split == best->splits.end())
      return nullptr;
    Sum s = split->second.rest;
    s.add(split->second.row, best->pitch + best->pad);
    return s.expr();
  });
  if (!counted)
    return std::nullopt;
  std::uint64_t after = 0;
  for (std::size_t i : touched)
    if (const AccessCost *c = find(*counted, i); c && c->reached && c->trivial == Trivial::No)
      after += c->wavefronts.hi;
    else
      return std::nullopt;
  if (after >= now)
    return std::nullopt;
  return Plan{static_cast<std::uint64_t>(best->pitch) / e, static_cast<std::uint64_t>(best->pitch + best->pad) / e,
              std::move(*counted)};
}

std::optional<Hint> Advisor::pad(std::size_t access) {
  const cfg::ArrayId array = all_[access].array;
  if (pads_.find(array) == pads_.end())
    pads_[array] = plan_pad(array);
  if (!pads_.at(array))
    return std::nullopt;
  return of_plan(HintKind::Pad, *pads_.at(array), access, of_array(array));
}

std::optional<Hint> Advisor::structs(std::size_t access) {
  const AccessCost &a = all_[access];
  const std::uint64_t e = element(a.array), granule = k_.arrays[a.array].granule_bytes, mine = a.bytes / granule;
  if (e <= mine || !all_counted(a.array))
    return std::nullopt;
  Hint out{.kind = HintKind::Structs, .from = e * granule, .to = a.bytes};
  std::optional<Expr> index;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> fields; // granules: from, length
  for (std::size_t i : of_array(a.array)) {
    const auto &s = sum(i);
    stand_at(i);
    if (!s || std::any_of(s->terms.begin(), s->terms.end(),
                          [&](const Sum::Term &t) { return t.factor % static_cast<Number>(e) != 0; }))
      return std::nullopt;
    const Split parts = sums_.split(*s, static_cast<Number>(e));
    const auto from = static_cast<std::uint64_t>(parts.rest.constant), length = all_[i].bytes / granule;
    if (from + length > e)
      return std::nullopt;
    if (i == access) {
      Sum field;
      field.add(parts.row, static_cast<Number>(mine));
      index = field.expr();
    }
    if (std::find(fields.begin(), fields.end(), std::pair(from, length)) != fields.end())
      continue;
    for (const auto &[other, n] : fields)
      if (from < other + n && other < from + length) // parts of one another
        return std::nullopt;
    fields.emplace_back(from, length);
    out.places.push_back(all_[i].origin);
    out.fields.push_back(from * granule);
  }
  const auto after = index ? count_one(a, *index) : std::nullopt;
  if (!after || !better(*after, a))
    return std::nullopt;
  out.after = *after;
  out.together_before = cost(a);
  out.together = cost(*after);
  return out;
}

std::optional<Hint> Advisor::vector(std::size_t access) {
  const AccessCost &a = all_[access];
  const std::uint64_t granule = k_.arrays[a.array].granule_bytes, each = a.bytes / granule;
  if (in_vector_[access])
    return std::nullopt;
  const auto &mine = sum(access);
  if (!mine || a.kind == Access::Atomic)
    return std::nullopt;
  std::map<Number, std::size_t> found; // by constant
  for (std::size_t i : of_array(a.array)) {
    const AccessCost &b = all_[i];
    if (b.block != a.block || b.kind != a.kind || b.bytes != a.bytes)
      continue;
    if (const auto &s = sum(i); s && same_terms(*s, *mine))
      found.emplace(s->constant, i);
  }
  for (std::uint64_t n = std::min<std::uint64_t>(4, widest_vector / std::max<std::uint64_t>(a.bytes, 1)); n >= 2;
       n /= 2) {
    const auto whole = static_cast<Number>(n * each);
    const Number base = mine->constant - ((mine->constant % whole) + whole) % whole;
    if ((n & (n - 1)) != 0 ||
        std::any_of(mine->terms.begin(), mine->terms.end(), [&](const Sum::Term &t) { return t.factor % whole != 0; }))
      continue;
    std::vector<std::size_t> group;
    for (std::uint64_t i = 0; i < n; ++i)
      if (const auto it = found.find(base + static_cast<Number>(i * each)); it != found.end())
        group.push_back(it->second);
    if (group.size() != n || std::find(group.begin(), group.end(), access) == group.end() || parted(group) ||
        !may_count(all_.size()))
      continue;
    const AccessCost &anchor = all_[group[0]];
    cfg::Kernel changed = k_;
    std::vector<cfg::Stmt> &stmts = changed.blocks[a.block].stmts;
    Interval before{0, 0};
    for (std::size_t i : group) {
      const AccessCost &b = all_[i];
      before = {before.lo + cost(b).lo, before.hi + cost(b).hi};
      if (i == group[0])
        continue;
      if (auto *l = std::get_if<cfg::Load>(&stmts[anchor.stmt].node))
        for (cfg::VarId v : std::get<cfg::Load>(stmts[b.stmt].node).dests)
          l->dests.push_back(v);
      else
        for (const Expr &v : std::get<cfg::Store>(stmts[b.stmt].node).values)
          std::get<cfg::Store>(stmts[anchor.stmt].node).values.push_back(v);
      stmts[b.stmt].node = cfg::Skip{};
    }
    const auto counted = requests(changed, a_, o_);
    const AccessCost *after = find(counted, group[0]);
    if (after == nullptr || after->trivial != Trivial::No || after->bytes != n * a.bytes ||
        !better(cost(*after), before))
      continue;
    Hint out{.kind = HintKind::Vector, .after = *after, .from = a.bytes, .to = n, .touched = n};
    out.together_before = before;
    out.together = cost(*after);
    for (std::size_t i : group) {
      in_vector_[i] = true;
      out.places.push_back(all_[i].origin);
    }
    return out;
  }
  return std::nullopt;
}

// Does something stand between the accesses that may change what they read, or who sees what they write?
bool Advisor::parted(const std::vector<std::size_t> &group) const {
  const AccessCost &a = all_[group[0]];
  const auto [first, last] = std::minmax_element(
      group.begin(), group.end(), [&](std::size_t x, std::size_t y) { return all_[x].stmt < all_[y].stmt; });
  for (std::size_t i = all_[*first].stmt; i <= all_[*last].stmt; ++i) {
    const auto &node = k_.blocks[a.block].stmts[i].node;
    if (std::any_of(group.begin(), group.end(), [&](std::size_t g) { return all_[g].stmt == i; }))
      continue;
    auto *l = std::get_if<cfg::Load>(&node);
    auto *s = std::get_if<cfg::Store>(&node);
    const bool plain = l || s || std::holds_alternative<cfg::Assign>(node) ||
                       std::holds_alternative<cfg::Assume>(node) || std::holds_alternative<cfg::Assert>(node) ||
                       std::holds_alternative<cfg::Skip>(node);
    if (!plain || (l && l->array == a.array && a.kind == Access::Store) || (s && s->array == a.array))
      return true;
  }
  return false;
}

} // namespace lockstep::coalescing
