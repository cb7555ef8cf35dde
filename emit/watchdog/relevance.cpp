// Relevance: see relevance.h.
#include "emit/watchdog/relevance.h"

#include "cfg/ir/pairwise.h"
#include "cfg/ir/rewrite.h"
#include "emit/knowledge/contents.h"
#include "emit/knowledge/knowledge.h"
#include "emit/knowledge/only_claimed.h"
#include "support/budget.h"
#include "support/one_of.h"

#include <algorithm>
#include <utility>

namespace lockstep::emit::watchdog {

using cfg::Expr;

namespace {

// Facts are spoken of at loops' heads and behind loops, and, where there are loops, of accesses.
std::vector<cfg::Fact> facts_spoken_of(const lk::Lockstep &p, const cfg::Analyses &a, const Question &q) {
  std::vector<cfg::Fact> out;
  std::set<cfg::BlockId> at;
  for (const cfg::Loop &l : a.loops.loops) {
    at.insert(l.head);
    for (auto [inside, outside] : l.exits)
      at.insert(outside);
  }
  for (lk::SiteId s : q.sites)
    if (!at.empty())
      at.insert(p.sites[s].block);
  std::set<std::pair<const cfg::ExprNode *, cfg::VarId>> seen;
  for (cfg::BlockId b : at)
    for (const cfg::Fact &f : a.facts.at_entry[b])
      if (seen.insert({f.expr.get(), f.kind == cfg::Fact::Equation ? f.var : cfg::VarId(-1)}).second)
        out.push_back(f);
  return out;
}

// What has been found relevant so far.
class Marks {
public:
  explicit Marks(const lk::Lockstep &p) {
    found_.vars.assign(p.vars.size(), false);
    found_.arrays.assign(p.arrays.size(), false);
    found_.claimed.assign(p.arrays.size(), false);
  }

  bool has(cfg::VarId v) const { return found_.vars[v]; }
  bool has_array(cfg::ArrayId a) const { return found_.arrays[a]; }
  void need(const Expr &e) {
    for (cfg::VarId v : cfg::variables(e))
      mark(v);
  }
  void need(const lk::Guard &g) {
    if (!g.always())
      mark(g.var);
  }
  void need_array(cfg::ArrayId a) {
    grown_ = grown_ || !found_.arrays[a];
    found_.arrays[a] = true;
  }
  bool is_claimed(cfg::ArrayId a) const { return found_.claimed[a]; }
  void claims(const Expr &e) {
    for (cfg::ArrayId a : arrays_read(e)) {
      found_.claimed[a] = true;
      need_array(a);
    }
  }
  // Has anything been added since the last call?
  bool grown() { return std::exchange(grown_, false); }
  Relevance take() { return std::move(found_); }

private:
  void mark(cfg::VarId v) {
    grown_ = grown_ || !found_.vars[v];
    found_.vars[v] = true;
  }

  Relevance found_;
  bool grown_ = false;
};

class Marker {
public:
  Marker(const lk::Lockstep &p, const cfg::Kernel &k, const cfg::Analyses &a, const Question &q)
      : p_(p), k_(k), a_(a), q_(q), leads_(leads_to_question(p, q)), facts_(facts_spoken_of(p, a, q)), marks_(p) {
    for (std::size_t l = 0; l < a.loops.loops.size(); ++l)
      loops_.insert(l);
  }

  Relevance run() {
    do {
      support::spend_round();
      for (lk::BlockId at = 0; at < p_.blocks.size(); ++at) {
        const lk::Lockstep::Block &b = p_.blocks[at];
        if (!leads_[at])
          continue;
        for (const lk::Lockstep::Stmt &s : b.stmts)
          std::visit([&](const auto &node) { visit(node); }, s.node);
        if (auto *br = std::get_if<lk::Branch>(&b.end.node))
          marks_.need(br->condition);
        else if (auto *sw = std::get_if<lk::Switch>(&b.end.node))
          marks_.need(sw->value);
      }
      knowledge::sources(
          k_, a_, facts_, loops_, [this](cfg::VarId v) { return marks_.has(v); },
          [this](const Expr &e) { marks_.need(e); });
    } while (marks_.grown());
    return marks_.take();
  }

private:
  void visit(const lk::Assign &s) {
    if (marks_.has(s.var)) {
      marks_.need(s.guard);
      marks_.need(s.value);
    }
  }
  void visit(const lk::Assume &s) {
    if (s.kind == cfg::AssumeKind::Barrier) {
      const std::set<cfg::ArrayId> read = arrays_read(s.condition);
      if (std::none_of(read.begin(), read.end(), [this](cfg::ArrayId a) { return marks_.has_array(a); }))
        return;
      for (cfg::ArrayId a : read)
        marks_.need_array(a);
    }
    marks_.need(s.guard);
    marks_.need(s.condition);
  }
  void visit(const lk::Assert &s) {
    if (!q_.assertions && (cfg::is_pairwise(s.condition) || speaks_of(s.condition, claimed_)))
      return;
    marks_.need(s.guard);
    marks_.need(s.condition);
    if (q_.assertions && cfg::is_pairwise(s.condition))
      marks_.claims(s.condition);
  }
  void visit(const lk::Load &s) {
    bool wanted = marks_.is_claimed(s.array);
    for (cfg::VarId v : s.dests)
      wanted = wanted || marks_.has(v);
    if (!wanted)
      return;
    marks_.need(s.guard);
    if (p_.array_info[s.array].memory == lk::Memory::Adversarial)
      return;
    marks_.need(s.offset);
    marks_.need_array(s.array);
  }
  void visit(const lk::Store &s) {
    if (!marks_.has_array(s.array))
      return;
    marks_.need(s.guard);
    marks_.need(s.offset);
    for (const Expr &v : s.values)
      marks_.need(v);
  }
  void visit(const lk::Atomic &s) {
    if (!s.dest || !marks_.has(*s.dest))
      return;
    marks_.need(s.guard);
    marks_.need(s.offset); // for tickets
    for (const Expr &x : s.operands)
      marks_.need(x);
  }
  void visit(const lk::AtHead &s) { marks_.need(s.head); }
  void visit(const lk::Sync &s) { marks_.need(s.guard); }
  void visit(const lk::EndInterval &s) { marks_.need(s.guard); }
  void visit(const lk::Log &s) {
    if (!q_.sites.count(s.site))
      return;
    marks_.need(s.guard);
    marks_.need(s.lo);
    for (const Expr &v : s.values)
      marks_.need(v);
  }
  void visit(const support::OneOf<lk::SetBlock, lk::Choose, lk::Havoc, lk::Skip, lk::CheckRaces, lk::Refresh> auto &) {}

  const lk::Lockstep &p_;
  const cfg::Kernel &k_;
  const cfg::Analyses &a_;
  const Question &q_;
  const std::vector<bool> leads_;
  const std::vector<cfg::Fact> facts_;
  std::set<std::size_t> loops_;
  const std::vector<bool> claimed_{only_claimed(k_)};
  Marks marks_;
};

} // namespace

Relevance relevance(const lk::Lockstep &p, const cfg::Kernel &k, const cfg::Analyses &a, const Question &q) {
  return Marker(p, k, a, q).run();
}

} // namespace lockstep::emit::watchdog
