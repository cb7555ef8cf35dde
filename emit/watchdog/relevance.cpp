// Relevance: see relevance.h.
#include "emit/watchdog/relevance.h"

#include "cfg/analysis/rewrite.h"

namespace lockstep::emit::watchdog {

namespace lk = predication;
using cfg::Expr;

namespace {

class Marker {
public:
  Marker(const lk::Lockstep &p, const cfg::Analyses &a, const std::function<bool(cfg::ArrayId)> &asked)
      : p_(p), asked_(asked) {
    out_.vars.assign(p.vars.size(), false);
    out_.arrays.assign(p.arrays.size(), false);
    for (const auto &facts : a.facts.at_entry)
      for (const cfg::Fact &f : facts)
        facts_.push_back(&f);
    for (const auto &loop : a.induction.loops)
      for (const cfg::LinearVar &l : loop.linear)
        linear_.push_back(&l);
  }

  Relevance run() {
    do {
      changed_ = false;
      for (const lk::Lockstep::Block &b : p_.blocks) {
        for (const lk::Lockstep::Stmt &s : b.stmts)
          std::visit([&](const auto &node) { visit(node); }, s.node);
        if (auto *br = std::get_if<lk::Branch>(&b.end.node))
          need(br->condition);
        else if (auto *sw = std::get_if<lk::Switch>(&b.end.node))
          need(sw->value);
      }
      for (const cfg::Fact *f : facts_)
        fact(*f);
      for (const cfg::LinearVar *l : linear_)
        if (out_.vars[l->var]) {
          need(l->step);
          if (l->init)
            need(l->init);
        }
    } while (changed_);
    return std::move(out_);
  }

private:
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
    if (s.dest && out_.vars[*s.dest])
      need(s.guard);
  }
  void visit(const lk::AtHead &s) { need(s.head); }
  void visit(const lk::Sync &s) { need(s.guard); }
  void visit(const lk::EndInterval &s) { need(s.guard); }
  void visit(const lk::Log &s) {
    if (!asked_(s.array))
      return;
    need(s.guard);
    need(s.lo);
    for (const Expr &v : s.values)
      need(v);
  }
  template <typename Other> void visit(const Other &) {}

  void fact(const cfg::Fact &f) {
    bool touches = f.kind == cfg::Fact::Equation && out_.vars[f.var];
    if (f.kind == cfg::Fact::Condition)
      for (cfg::VarId v : cfg::variables(f.expr))
        touches = touches || out_.vars[v];
    if (touches)
      need(f.expr);
  }

  const lk::Lockstep &p_;
  const std::function<bool(cfg::ArrayId)> &asked_;
  std::vector<const cfg::Fact *> facts_;
  std::vector<const cfg::LinearVar *> linear_;
  bool changed_ = false;
  Relevance out_;
};

} // namespace

Relevance relevance(const lk::Lockstep &p, const cfg::Analyses &a, const std::function<bool(cfg::ArrayId)> &asked) {
  return Marker(p, a, asked).run();
}

} // namespace lockstep::emit::watchdog
