// Questions: see split_by_interval.h.
#include "emit/watchdog/split_by_interval.h"

#include "cfg/analysis/graph/flow.h"
#include "cfg/ir/pairwise.h"
#include "support/sound.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace lockstep::emit::watchdog {

namespace {

// The starts of intervals for one array: 0 is the program's entry, then the barriers as they stand.
class Intervals {
public:
  Intervals(const lk::Lockstep &p, cfg::ArrayId array, Pair pair) : p_(p), array_(array), pair_(pair) {
    for (const lk::Lockstep::Block &b : p.blocks)
      for (const lk::Lockstep::Stmt &s : b.stmts)
        if (ends(s))
          start_.emplace(&s, start_.size() + 1);
    parent_.resize(start_.size() + 1);
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
    spread();
  }

  std::vector<Question> questions() {
    for_each_point([&](const lk::Lockstep::Stmt &s, const Starts &from) {
      if (auto *l = std::get_if<lk::Log>(&s.node); l && l->array == array_)
        for (std::size_t x : from)
          parent_[find(x)] = find(*from.begin());
    });
    std::map<std::size_t, Question> by_group;
    for_each_point([&](const lk::Lockstep::Stmt &s, const Starts &from) {
      auto *l = std::get_if<lk::Log>(&s.node);
      auto *check = std::get_if<lk::CheckRaces>(&s.node);
      for (std::size_t x : from) {
        Question &q = by_group[find(x)];
        if (l && l->array == array_)
          q.sites.insert(l->site);
        else if (check && check->array == array_)
          q.asked.insert(&s);
        else if (ends(s))
          q.ends.insert(&s);
      }
    });
    std::vector<Question> out;
    for (auto &[group, q] : by_group)
      if (can_race(q) && !q.asked.empty()) {
        q.array = array_;
        out.push_back(std::move(q));
      }
    return out;
  }

private:
  using Starts = std::set<std::size_t>;

  bool ends(const lk::Lockstep::Stmt &s) const {
    auto *e = std::get_if<lk::EndInterval>(&s.node);
    return e && covers(pair_, e->scope) && std::find(e->arrays.begin(), e->arrays.end(), array_) != e->arrays.end();
  }

  // A barrier that only some threads reach leaves the logs of the others as they are.
  void pass(const lk::Lockstep::Stmt &s, Starts &from) const {
    auto it = start_.find(&s);
    if (it == start_.end())
      return;
    if (support::sound("questions.always", std::get<lk::EndInterval>(s.node).guard.always()))
      from.clear();
    from.insert(it->second);
  }

  void spread() {
    at_entry_ = cfg::solve(
        cfg::graph_of(p_), 0, Starts{0},
        [&](lk::BlockId b, Starts &from) {
          for (const lk::Lockstep::Stmt &s : p_.blocks[b].stmts)
            pass(s, from);
        },
        [](lk::BlockId, lk::BlockId, const Starts &) { return true; },
        [](Starts &into, const Starts &from) {
          const std::size_t known = into.size();
          into.insert(from.begin(), from.end());
          return into.size() != known;
        });
  }

  template <typename Each> void for_each_point(Each &&each) {
    for (lk::BlockId b = 0; b < p_.blocks.size(); ++b) {
      Starts from = at_entry_[b].value_or(Starts{});
      for (const lk::Lockstep::Stmt &s : p_.blocks[b].stmts) {
        each(s, from);
        pass(s, from);
      }
    }
  }

  std::size_t find(std::size_t x) {
    while (parent_[x] != x)
      x = parent_[x] = parent_[parent_[x]];
    return x;
  }

  bool can_race(const Question &q) const {
    bool changes = false, other = false;
    for (lk::SiteId s : q.sites) {
      const cfg::AccessKind kind = cfg::between(p_.sites[s].kind, pair_ != Pair::DifferentGroups);
      changes = changes || kind != cfg::AccessKind::Read;
      other = other || kind != cfg::AccessKind::Atomic;
    }
    return changes && other;
  }

  const lk::Lockstep &p_;
  cfg::ArrayId array_;
  Pair pair_;
  std::map<const lk::Lockstep::Stmt *, std::size_t> start_;
  cfg::FlowStates<Starts> at_entry_;
  std::vector<std::size_t> parent_; // of union and find, over starts
};

bool is_asked(const lk::Lockstep::Stmt &s, const Options &options) {
  if (auto *a = std::get_if<lk::Assert>(&s.node))
    return cfg::is_pairwise(a->condition) ? options.pair != Pair::Single && options.claims
                                          : options.pair == Pair::Single;
  if (options.pair == Pair::Single)
    return false;
  auto *sync = std::get_if<lk::Sync>(&s.node);
  return sync && options.divergence && !sync->guard.always() && covers(options.pair, sync->scope);
}

} // namespace

bool covers(Pair pair, cfg::Scope scope) {
  if (scope == cfg::Scope::Warp)
    return false;
  return scope == cfg::Scope::Grid || pair != Pair::DifferentGroups;
}

std::vector<Question> questions(const lk::Lockstep &p, const Options &options) {
  std::vector<Question> out;
  for (cfg::ArrayId a = 0; a < p.arrays.size() && options.pair != Pair::Single; ++a) {
    const bool apart = options.pair == Pair::DifferentGroups && p.arrays[a].space == cfg::Space::Group;
    if (!p.array_info[a].watched || apart || (options.arrays && !options.arrays->count(a)))
      continue;
    std::vector<Question> more = Intervals(p, a, options.pair).questions();
    std::move(more.begin(), more.end(), std::back_inserter(out));
  }
  Question rest;
  for (const lk::Lockstep::Block &b : p.blocks)
    for (const lk::Lockstep::Stmt &s : b.stmts)
      if (is_asked(s, options)) {
        rest.asked.insert(&s);
        rest.assertions = rest.assertions || std::holds_alternative<lk::Assert>(s.node);
      }
  if (!rest.asked.empty())
    out.push_back(std::move(rest));
  return out;
}

std::vector<bool> leads_to_question(const lk::Lockstep &p, const Question &q) {
  std::vector<cfg::Node> asked;
  for (lk::BlockId b = 0; b < p.blocks.size(); ++b)
    for (const lk::Lockstep::Stmt &s : p.blocks[b].stmts)
      if (q.asked.count(&s))
        asked.push_back(b);
  return cfg::reachable(cfg::reversed(cfg::graph_of(p)), std::move(asked));
}

} // namespace lockstep::emit::watchdog
