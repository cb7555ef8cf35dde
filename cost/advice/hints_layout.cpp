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

// The accesses' places as rows of `pitch` granules, and what lanes have of rows and of the rest, of warps that are no
// moved copies of one another. False: some place is not within its row.
bool PadRule::split_into_rows(const std::vector<std::size_t> &touched, const std::map<std::size_t, Sum> &all,
                              Number pitch, std::uint64_t granule, std::map<std::size_t, Split> &splits,
                              std::map<std::size_t, std::vector<RowForms>> &forms) {
  for (std::size_t i : touched) {
    const AccessCost &a = k_.accesses[i];
    k_.sums.stand_at(a.block, a.stmt);
    const Split s = k_.sums.split(all.at(i), pitch);
    const cfg::Bounds rest = k_.sums.range(s.rest);
    const auto lo = rest.lo.exact(), hi = rest.hi.exact();
    if (!lo || !hi || *lo < 0 || *hi + static_cast<Number>(a.bytes / granule) > pitch)
      return false;
    const Expr row = s.row.expr(), column = s.rest.expr();
    for (const Warp &w : k_.warps) {
      FormReader reader = k_.forms(w);
      reader.stand_at(a.block, a.stmt);
      const auto x = reader.read(row), y = reader.read(column);
      if (!x || !y || x->loose() || y->loose())
        return false;
      std::vector<RowForms> &mine = forms[i];
      if (granule < k_.options.target.bank_bytes ||
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

std::optional<Plan> PadRule::plan(cfg::ArrayId array) {
  const std::vector<std::size_t> touched = k_.of_array(array);
  const std::uint64_t e = k_.element(array), granule = k_.kernel.arrays[array].granule_bytes;
  if (e == 0 || !k_.all_counted(array) || touched.size() > 64)
    return std::nullopt;
  std::map<std::size_t, Sum> all;
  std::set<Number> pitches;
  std::uint64_t now = 0, least = 0;
  for (std::size_t i : touched) {
    const auto &s = k_.sum(i);
    if (!s)
      return std::nullopt;
    add_pitches(*s, static_cast<Number>(e), pitches);
    now += k_.accesses[i].wavefronts.hi;
    least += k_.accesses[i].phases;
    all.emplace(i, *s);
  }
  struct Best {
    std::uint64_t sum;
    Number pitch, pad;
    std::map<std::size_t, Split> splits;
  };
  const std::uint64_t others = k_.group_bytes(array), room = k_.group_room();
  const auto fits_device = [&](Number row, Number longer) { // an array of unknown size: the caller's matter
    const std::uint64_t rows = k_.kernel.arrays[array].extent.value_or(0) / static_cast<std::uint64_t>(row);
    return others + rows * static_cast<std::uint64_t>(longer) * granule <= room;
  };
  std::optional<Best> best;
  std::size_t tried = 0;
  for (Number p : pitches) {
    if (++tried > most_pitches ||
        (k_.kernel.arrays[array].extent && *k_.kernel.arrays[array].extent % static_cast<std::uint64_t>(p)))
      continue;
    std::map<std::size_t, Split> splits;
    std::map<std::size_t, std::vector<RowForms>> forms;
    if (!split_into_rows(touched, all, p, granule, splits, forms))
      continue;
    const Number round = static_cast<Number>(k_.options.target.banks * k_.options.target.bank_bytes / granule);
    for (Number d = static_cast<Number>(e); d <= round && fits_device(p, p + d); d += static_cast<Number>(e)) {
      std::uint64_t total = 0;
      for (std::size_t i : touched) {
        std::vector<LaneForm> warps;
        for (const RowForms &f : forms.at(i))
          warps.push_back(joined(f.rows, f.rest, p + d));
        const auto n = wavefronts(warps, granule, k_.accesses[i].bytes, k_.options.target);
        total += n ? *n : k_.accesses[i].wavefronts.hi + 1;
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
  auto counted = recounts_.with_offsets([&](std::size_t i, const Expr &) -> Expr {
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
    if (const AccessCost *c = recounts_.find(*counted, i); c && c->reached && c->trivial == Trivial::No)
      after += c->wavefronts.hi;
    else
      return std::nullopt;
  if (after >= now)
    return std::nullopt;
  return Plan{static_cast<std::uint64_t>(best->pitch) / e, static_cast<std::uint64_t>(best->pitch + best->pad) / e,
              std::move(*counted)};
}

std::optional<Hint> PadRule::hint(std::size_t access) {
  const cfg::ArrayId array = k_.accesses[access].array;
  const auto [known, fresh] = plans_.try_emplace(array);
  if (fresh)
    known->second = plan(array);
  return known->second ? recounts_.hint(HintKind::Pad, *known->second, access, k_.of_array(array)) : std::nullopt;
}

std::optional<Hint> structs_hint(AdvisedKernel &k, Recounts &recounts, std::size_t access) {
  const AccessCost &a = k.accesses[access];
  const std::uint64_t e = k.element(a.array), granule = k.kernel.arrays[a.array].granule_bytes,
                      mine = a.bytes / granule;
  if (e <= mine || !k.all_counted(a.array))
    return std::nullopt;
  Hint out{.kind = HintKind::Structs, .from = e * granule, .to = a.bytes};
  std::optional<Expr> index;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> fields; // granules: from, length
  for (std::size_t i : k.of_array(a.array)) {
    const auto &s = k.sum(i);
    k.stand_at(i);
    if (!s || std::any_of(s->terms.begin(), s->terms.end(),
                          [&](const Sum::Term &t) { return t.factor % static_cast<Number>(e) != 0; }))
      return std::nullopt;
    const Split parts = k.sums.split(*s, static_cast<Number>(e));
    const auto from = static_cast<std::uint64_t>(parts.rest.constant), length = k.accesses[i].bytes / granule;
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
    out.places.push_back(k.accesses[i].origin);
    out.fields.push_back(from * granule);
  }
  const auto after = index ? recounts.with_offset(a, *index) : std::nullopt;
  if (!after || !better(*after, a))
    return std::nullopt;
  out.after = *after;
  out.together_before = cost(a);
  out.together = cost(*after);
  return out;
}

std::optional<Hint> VectorRule::hint(std::size_t access) {
  const AccessCost &a = k_.accesses[access];
  const std::uint64_t granule = k_.kernel.arrays[a.array].granule_bytes, each = a.bytes / granule;
  if (spoken_of_[access])
    return std::nullopt;
  const auto &mine = k_.sum(access);
  if (!mine || a.kind == Access::Atomic)
    return std::nullopt;
  std::map<Number, std::size_t> found; // by constant
  for (std::size_t i : k_.of_array(a.array)) {
    const AccessCost &b = k_.accesses[i];
    if (b.block != a.block || b.kind != a.kind || b.bytes != a.bytes)
      continue;
    if (const auto &s = k_.sum(i); s && same_terms(*s, *mine))
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
        !recounts_.may_count(k_.accesses.size()))
      continue;
    const AccessCost &anchor = k_.accesses[group[0]];
    cfg::Kernel changed = k_.kernel;
    std::vector<cfg::Stmt> &stmts = changed.blocks[a.block].stmts;
    Interval before{0, 0};
    for (std::size_t i : group) {
      const AccessCost &b = k_.accesses[i];
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
    const auto counted = requests(changed, k_.analyses, k_.options);
    const AccessCost *after = recounts_.find(counted, group[0]);
    if (after == nullptr || after->trivial != Trivial::No || after->bytes != n * a.bytes ||
        !better(cost(*after), before))
      continue;
    Hint out{.kind = HintKind::Vector, .after = *after, .from = a.bytes, .to = n, .touched = n};
    out.together_before = before;
    out.together = cost(*after);
    for (std::size_t i : group) {
      spoken_of_[i] = true;
      out.places.push_back(k_.accesses[i].origin);
    }
    return out;
  }
  return std::nullopt;
}

// Does something stand between the accesses that may change what they read, or who sees what they write?
bool VectorRule::parted(const std::vector<std::size_t> &group) const {
  const AccessCost &a = k_.accesses[group[0]];
  const auto [first, last] = std::minmax_element(group.begin(), group.end(), [&](std::size_t x, std::size_t y) {
    return k_.accesses[x].stmt < k_.accesses[y].stmt;
  });
  for (std::size_t i = k_.accesses[*first].stmt; i <= k_.accesses[*last].stmt; ++i) {
    const auto &node = k_.kernel.blocks[a.block].stmts[i].node;
    if (std::any_of(group.begin(), group.end(), [&](std::size_t g) { return k_.accesses[g].stmt == i; }))
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
