// Sites and their merging: see sites.h.
#include "emit/pick/sites/sites.h"

#include "cfg/ir/rewrite.h"
#include "emit/knowledge/rows.h"
#include "emit/pick/sites/chains.h"
#include "support/sound.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

namespace lockstep::emit::pick {

namespace {

struct AccessAt {
  cfg::AccessKind kind, as_written; // for the pair, and as it stands in the kernel
  cfg::Expr offset;
  std::uint64_t length;
  std::vector<cfg::Expr> values;
};

std::optional<AccessAt> access_to(const cfg::Stmt &s, cfg::ArrayId array, cfg::Space space, bool same_group) {
  if (auto *l = std::get_if<cfg::Load>(&s.node); l && l->array == array && !l->quiet)
    return AccessAt{cfg::AccessKind::Read, cfg::AccessKind::Read, l->offset, l->dests.size() * l->per_value, {}};
  if (auto *st = std::get_if<cfg::Store>(&s.node); st && st->array == array && !st->quiet)
    return AccessAt{cfg::AccessKind::Write, cfg::AccessKind::Write, st->offset, st->values.size() * st->per_value,
                    st->values};
  if (auto *a = std::get_if<cfg::Atomic>(&s.node); a && a->array == array) {
    const cfg::AccessKind kind = cfg::access_kind(*a, space);
    return AccessAt{cfg::between(kind, same_group), kind, a->offset, a->per_value, {}};
  }
  return std::nullopt;
}

// Definitions made earlier in the same stretch, as long as their operands keep their values.
class LocalDefinitions {
public:
  cfg::Expr of(cfg::VarId v) const {
    auto it = defs_.find(v);
    return it == defs_.end() ? nullptr : it->second;
  }
  void lose(const cfg::Stmt &s) { // what it may assign
    for (cfg::VarId v : cfg::defined_vars(s)) {
      ++version_[v];
      defs_.erase(v);
      if (auto it = used_by_.find(v); it != used_by_.end())
        for (cfg::VarId user : it->second)
          defs_.erase(user);
    }
  }
  void step(const cfg::Stmt &s) {
    lose(s);
    if (auto *a = std::get_if<cfg::Assign>(&s.node); a && !cfg::mentions(a->value, a->var)) {
      defs_[a->var] = a->value;
      for (cfg::VarId used : cfg::variables(a->value))
        used_by_[used].push_back(a->var);
    }
  }
  unsigned version(cfg::VarId v) const {
    auto it = version_.find(v);
    return it == version_.end() ? 0 : it->second;
  }

private:
  std::map<cfg::VarId, cfg::Expr> defs_;
  std::map<cfg::VarId, std::vector<cfg::VarId>> used_by_;
  std::map<cfg::VarId, unsigned> version_;
};

struct Group {
  std::size_t site;
  cfg::Linear form;
  std::vector<unsigned> versions;
};

void note_versions(const LocalDefinitions &local, const cfg::Expr &e, std::vector<unsigned> &out) {
  for (cfg::VarId v : cfg::variables(e))
    out.push_back(local.version(v));
}
void note_versions(const LocalDefinitions &local, const cfg::Tokens &tokens, std::vector<unsigned> &out) {
  for (const auto *side : {&tokens.gives, &tokens.takes})
    for (const cfg::Token &t : *side)
      for (const cfg::Expr &e : {t.key, t.when})
        if (e && !support::left_out("handover.stretches"))
          note_versions(local, e, out);
}

// A stretch of statements, as far as it has been gone along.
struct Stretch {
  LocalDefinitions local;
  std::multimap<std::size_t, Group> groups;
};

// Stretches go on along chains where there are many accesses; elsewhere each is within one node.
class Stretches {
public:
  Stretches(const cfg::Kernel &k, const cfg::Interval &interval, bool many) : k_(k), interval_(interval) {
    if (many)
      chains_.emplace(k, interval);
  }

  Stretch take(int node) {
    const auto link = chains_ ? chains_->link(node) : std::nullopt;
    const auto before = link ? done_.find(link->before) : done_.end();
    if (before == done_.end())
      return {};
    Stretch out = std::move(before->second);
    done_.erase(before);
    for (const int n : link->between)
      for (std::uint32_t i = at(n).begin; i < at(n).end && !support::left_out("sites.between"); ++i)
        out.local.lose(k_.blocks[at(n).block].stmts[i]);
    return out;
  }
  void give(int node, Stretch s) {
    if (chains_)
      done_.emplace(node, std::move(s));
  }

private:
  const cfg::IntervalNode &at(int n) const { return interval_.nodes[static_cast<std::size_t>(n)]; }

  const cfg::Kernel &k_;
  const cfg::Interval &interval_;
  std::optional<Chains> chains_;
  std::map<int, Stretch> done_; // by the last node
};

bool has_many_accesses(const cfg::Kernel &k, const cfg::Interval &interval, cfg::ArrayId array) {
  std::size_t n = 0;
  for (const cfg::IntervalNode &node : interval.nodes)
    for (std::uint32_t i = node.begin; i < node.end; ++i)
      n += access_to(k.blocks[node.block].stmts[i], array, k.arrays[array].space, true) ? 1 : 0;
  return n > many_accesses;
}

} // namespace

std::vector<PlacedSite> sites_of(const cfg::Kernel &k, const cfg::Analyses &a, cfg::FactReader &facts,
                                 const cfg::Interval &interval, cfg::ArrayId array, bool same_group, Loads loads,
                                 bool merge) {
  std::vector<PlacedSite> out;
  Stretches stretches(k, interval, merge && has_many_accesses(k, interval, array));
  for (std::size_t n = 0; n < interval.nodes.size(); ++n) {
    const cfg::IntervalNode &node = interval.nodes[n];
    Stretch stretch = stretches.take(static_cast<int>(n));
    auto &[local, groups] = stretch;
    for (std::uint32_t i = node.begin; i < node.end; ++i) {
      const cfg::Stmt &s = k.blocks[node.block].stmts[i];
      if (std::holds_alternative<cfg::Assume>(s.node) || std::holds_alternative<cfg::Assert>(s.node))
        groups.clear();
      auto access = access_to(s, array, k.arrays[array].space, same_group);
      auto *load = std::get_if<cfg::Load>(&s.node);
      auto *atomic_load = std::get_if<cfg::Atomic>(&s.node);
      const bool counts = load ? load->incoherent == (loads == Loads::Incoherent)
                               : loads == Loads::Coherent || !atomic_load || atomic_load->op != cfg::AtomicOp::Load;
      if (!access || !counts) {
        local.step(s);
        continue;
      }
      PlacedSite placed{static_cast<int>(n),
                        i,
                        access->offset,
                        {access->kind, {{0, access->length, access->as_written, s.origin}}},
                        {},
                        {}};
      if (access->kind == cfg::AccessKind::Write)
        placed.values = access->values;
      auto *atomic = std::get_if<cfg::Atomic>(&s.node);
      if (const cfg::Tokens *tokens = a.handovers.of(node.block, i))
        placed.tokens = *tokens;
      placed.changes = access->kind != cfg::AccessKind::Read && (!atomic || atomic->op != cfg::AtomicOp::Load);
      bool joined = false;
      if (merge) {
        Group g{out.size(), cfg::linear_form(access->offset, a.ranges, [&](cfg::VarId v) { return local.of(v); }), {}};
        for (const cfg::Linear::Term &t : g.form.terms)
          note_versions(local, t.atom, g.versions);
        note_versions(local, placed.tokens, g.versions);
        std::size_t key = cfg::hash_terms(g.form);
        auto [from, to] = groups.equal_range(key);
        for (auto it = from; it != to && !joined; ++it) {
          PlacedSite &first = out[it->second.site];
          const auto delta = (g.form.constant - it->second.form.constant).exact_as<std::int64_t>();
          if (first.site.kind == access->kind && cfg::same_terms(g.form, it->second.form) &&
              first.tokens == placed.tokens && support::sound("sites.versions", g.versions == it->second.versions) &&
              delta && *delta > -(1ll << 40) && *delta < (1ll << 40)) {
            first.site.members.push_back({*delta, access->length, access->as_written, s.origin});
            first.values.clear();
            first.changes = first.changes || placed.changes;
            joined = true;
          }
        }
        if (!joined)
          groups.emplace(key, std::move(g));
      }
      if (a.group_uniform.block_uniform[node.block])
        placed.same = cfg::SameIterationOfAllLoops::in_block(a.loops, interval, node.block);
      if (!joined)
        out.push_back(std::move(placed));
      local.step(s);
    }
    stretches.give(static_cast<int>(n), std::move(stretch));
  }
  for (PlacedSite &p : out) {
    const knowledge::Equations equations =
        knowledge::equations_at(facts, interval.nodes[static_cast<std::size_t>(p.node)].block, p.stmt);
    p.form = knowledge::form_at(equations, a.ranges, p.offset);
    p.polynomial = knowledge::offset_at(equations, k, a.ranges, p.offset);
  }
  for (PlacedSite &p : out)
    std::stable_sort(p.site.members.begin(), p.site.members.end(),
                     [](const SiteMember &x, const SiteMember &y) { return x.delta < y.delta; });
  return out;
}

std::vector<std::pair<std::int64_t, std::int64_t>> ranges_of(const Site &site) {
  std::vector<std::pair<std::int64_t, std::int64_t>> out;
  for (const SiteMember &m : site.members) {
    std::int64_t end = m.delta + static_cast<std::int64_t>(m.length);
    if (!out.empty() && m.delta <= out.back().second)
      out.back().second = std::max(out.back().second, end);
    else
      out.push_back({m.delta, end});
  }
  return out;
}

Hull hull_of(const std::vector<std::pair<std::int64_t, std::int64_t>> &ranges) {
  Hull h{ranges.front().first, ranges.back().first, 0, ranges.front().second - ranges.front().first, 0, false};
  for (auto [from, to] : ranges) {
    h.stride = std::gcd(h.stride, from - h.from);
    h.shortest = std::min(h.shortest, to - from);
    h.longest = std::max(h.longest, to - from);
  }
  h.exact = h.shortest == h.longest && (h.to - h.from) / h.stride + 1 == static_cast<std::int64_t>(ranges.size());
  return h;
}

bool is_coarse(const Site &site) {
  const auto ranges = ranges_of(site);
  return ranges.size() > many_ranges && !hull_of(ranges).exact;
}

} // namespace lockstep::emit::pick
