// Live variables: see lockstep_liveness.h.
#include "emit/watchdog/lockstep_liveness.h"

#include "cfg/analysis/graph/flow.h"
#include "cfg/ir/rewrite.h"
#include "support/one_of.h"

namespace lockstep::emit::watchdog {

namespace lk = predication;

namespace {

// Walks one block backwards.
class Walk {
public:
  explicit Walk(std::vector<bool> &live) : live_(live) {}

  void visit(const lk::Terminator &t) {
    if (auto *br = std::get_if<lk::Branch>(&t.node))
      read(br->condition);
    else if (auto *sw = std::get_if<lk::Switch>(&t.node))
      read(sw->value);
  }
  void visit(const lk::Lockstep::Stmt &s) {
    std::visit([&](const auto &node) { statement(node); }, s.node);
  }

private:
  void read(const cfg::Expr &e) {
    for (cfg::VarId v : cfg::variables(e))
      live_[v] = true;
  }
  void read(const std::vector<cfg::Expr> &es) {
    for (const cfg::Expr &e : es)
      read(e);
  }
  void read(const lk::Guard &g) {
    if (!g.always())
      live_[g.var] = true;
  }
  void set(cfg::VarId v, const lk::Guard &g, bool keeps) {
    if (g.always() || !keeps)
      live_[v] = false;
    read(g);
  }

  void statement(const lk::Assign &s) {
    set(s.var, s.guard, s.keeps);
    read(s.value);
  }
  void statement(const lk::SetBlock &s) { live_[s.var] = false; }
  void statement(const lk::Choose &s) { live_[s.var] = false; }
  void statement(const lk::Havoc &s) { live_[s.var] = false; }
  void statement(const lk::Assume &s) {
    read(s.guard);
    read(s.condition);
  }
  void statement(const lk::Assert &s) {
    read(s.guard);
    read(s.condition);
  }
  void statement(const lk::Load &s) {
    for (cfg::VarId v : s.dests)
      set(v, s.guard, s.keeps);
    read(s.guard);
    read(s.offset);
  }
  void statement(const lk::Store &s) {
    read(s.guard);
    read(s.offset);
    read(s.values);
  }
  void statement(const lk::Atomic &s) {
    if (s.dest)
      set(*s.dest, s.guard, true);
    read(s.guard);
    read(s.offset);
    read(s.operands);
  }
  void statement(const lk::AtHead &s) { read(s.head); }
  void statement(const lk::Sync &s) { read(s.guard); }
  void statement(const lk::EndInterval &s) { read(s.guard); }
  void statement(const lk::Log &s) {
    read(s.guard);
    read(s.lo);
    read(s.values);
  }
  void statement(const support::OneOf<lk::Skip, lk::CheckRaces, lk::Refresh> auto &) {}

  std::vector<bool> &live_;
};

} // namespace

std::vector<std::vector<bool>> live_at_entry(const lk::Lockstep &p) {
  using Live = std::vector<bool>;
  const auto to_entry = [&](lk::BlockId b, Live &live) {
    Walk walk(live);
    walk.visit(p.blocks[b].end);
    for (std::size_t i = p.blocks[b].stmts.size(); i-- > 0;)
      walk.visit(p.blocks[b].stmts[i]);
  };
  const auto join = [](Live &into, const Live &live) {
    bool changed = false;
    for (std::size_t v = 0; v < live.size(); ++v)
      if (live[v] && !into[v])
        into[v] = changed = true;
    return changed;
  };
  std::vector<Live> out = cfg::solve_backwards(cfg::graph_of(p), Live(p.vars.size(), false), to_entry, join);
  for (lk::BlockId b = 0; b < p.blocks.size(); ++b)
    to_entry(b, out[b]);
  return out;
}

} // namespace lockstep::emit::watchdog
