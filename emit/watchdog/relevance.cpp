// Relevance: see relevance.h.
#include "emit/watchdog/relevance.h"

#include "cfg/ir/pairwise.h"
#include "cfg/ir/rewrite.h"
#include "emit/knowledge/knowledge.h"
#include "emit/knowledge/only_claimed.h"
#include "support/budget.h"
#include "support/one_of.h"

namespace lockstep::emit::watchdog {

using cfg::Expr;

namespace {

class Marker {
public:
  Marker(const lk::Lockstep &p, const cfg::Kernel &k, const cfg::Analyses &a, const Question &q)
      : p_(p), k_(k), a_(a), q_(q), leads_(leads_to_question(p, q)) {
    out_.vars.assign(p.vars.size(), false);
    out_.arrays.assign(p.arrays.size(), false);
    collect_facts();
    for (std::size_t l = 0; l < a.loops.loops.size(); ++l)
      loops_.insert(l);
  }

  Relevance run() {
    do {
      support::spend_round();
      changed_ = false;
      for (lk::BlockId at = 0; at < p_.blocks.size(); ++at) {
        const lk::Lockstep::Block &b = p_.blocks[at];
        if (!leads_[at])
          continue;
        for (const lk::Lockstep::Stmt &s : b.stmts)
          std::visit([&](const auto &node) { visit(node); }, s.node);
        if (auto *br = std::get_if<lk::Branch>(&b.end.node))
          need(br->condition);
        else if (auto *sw = std::get_if<lk::Switch>(&b.end.node))
          need(sw->value);
      }
      knowledge::sources(
          k_, a_, facts_, loops_, [this](cfg::VarId v) { return out_.vars[v]; }, [this](const Expr &e) { need(e); });
    } while (changed_);
    return std::move(out_);
  }

private:
  // Facts are spoken of at loops' heads and behind loops, and, where there are loops, of accesses.
  void collect_facts() {
    std::set<cfg::BlockId> at;
    for (const cfg::Loop &l : a_.loops.loops) {
      at.insert(l.head);
      for (auto [inside, outside] : l.exits)
        at.insert(outside);
    }
    for (lk::SiteId s : q_.sites)
      if (!at.empty())
        at.insert(p_.sites[s].block);
    std::set<std::pair<const cfg::ExprNode *, cfg::VarId>> seen;
    for (cfg::BlockId b : at)
      for (const cfg::Fact &f : a_.facts.at_entry[b])
        if (seen.insert({f.expr.get(), f.kind == cfg::Fact::Equation ? f.var : cfg::VarId(-1)}).second)
          facts_.push_back(f);
  }

  void mark(cfg::VarId v) {
    changed_ = changed_ || !out_.vars[v];
    out_.vars[v] = true;
  }
  void need(const Expr &e) {
    for (cfg::VarId v : cfg::variables(e))
      mark(v);
  }
  void need(const lk::Guard &g) {
    if (!g.always())
      mark(g.var);
  }

  void visit(const lk::Assign &s) {
    if (out_.vars[s.var]) {
      need(s.guard);
      need(s.value);
    }
  }
  void visit(const lk::Assume &s) {
    need(s.guard);
    need(s.condition);
  }
  void visit(const lk::Assert &s) {
    if (!q_.assertions && (cfg::is_pairwise(s.condition) || speaks_of(s.condition, claimed_)))
      return;
    need(s.guard);
    need(s.condition);
  }
  void visit(const lk::Load &s) {
    bool wanted = false;
    for (cfg::VarId v : s.dests)
      wanted = wanted || out_.vars[v];
    if (!wanted)
      return;
    need(s.guard);
    if (p_.array_info[s.array].memory == lk::Memory::Adversarial)
      return;
    need(s.offset);
    changed_ = changed_ || !out_.arrays[s.array];
    out_.arrays[s.array] = true;
  }
  void visit(const lk::Store &s) {
    if (!out_.arrays[s.array])
      return;
    need(s.guard);
    need(s.offset);
    for (const Expr &v : s.values)
      need(v);
  }
  void visit(const lk::Atomic &s) {
    if (!s.dest || !out_.vars[*s.dest])
      return;
    need(s.guard);
    need(s.offset); // for tickets
    for (const Expr &x : s.operands)
      need(x);
  }
  void visit(const lk::AtHead &s) { need(s.head); }
  void visit(const lk::Sync &s) { need(s.guard); }
  void visit(const lk::EndInterval &s) { need(s.guard); }
  void visit(const lk::Log &s) {
    if (!q_.sites.count(s.site))
      return;
    need(s.guard);
    need(s.lo);
    for (const Expr &v : s.values)
      need(v);
  }
  void visit(const support::OneOf<lk::SetBlock, lk::Choose, lk::Havoc, lk::Skip, lk::CheckRaces, lk::Refresh> auto &) {}

  const lk::Lockstep &p_;
  const cfg::Kernel &k_;
  const cfg::Analyses &a_;
  const Question &q_;
  const std::vector<bool> leads_;
  std::vector<cfg::Fact> facts_;
  std::set<std::size_t> loops_;
  const std::vector<bool> claimed_{only_claimed(k_)};
  bool changed_ = false;
  Relevance out_;
};

} // namespace

Relevance relevance(const lk::Lockstep &p, const cfg::Kernel &k, const cfg::Analyses &a, const Question &q) {
  return Marker(p, k, a, q).run();
}

} // namespace lockstep::emit::watchdog
