// Well-formedness of predicated and lock-step programs: see predicated.h and lockstep.h.
//
// Ids, names, types and accesses are checked by cfg::check on the program without its guards; what is new (guards,
// uniform variables, pseudo blocks, instrumentation) is checked here.
#include "cfg/ir/check.h"

#include "predication/predicated.h"
#include "predication/shell.h"
#include "support/one_of.h"
#include "support/overloaded.h"

namespace lockstep::predication {

namespace {
using support::Diagnostics;

struct Erase { // guarded statement -> the kernel's statement
  const cfg::Kernel &shell;

  using Out = decltype(cfg::Stmt::node);
  Out operator()(const Assign &a) const { return cfg::Assign{a.var, a.value}; }
  Out operator()(const SetBlock &s) const { return cfg::Assign{s.var, cfg::constant(cfg::int_type(32), s.block)}; }
  Out operator()(const Choose &c) const { return cfg::Havoc{c.var}; }
  Out operator()(const Havoc &h) const { return cfg::Havoc{h.var}; }
  Out operator()(const Assume &a) const { return cfg::Assume{a.condition, a.kind}; }
  Out operator()(const Assert &a) const { return cfg::Assert{a.condition, a.kind, a.message}; }
  Out operator()(const Load &l) const { return cfg::Load{l.dests, l.array, l.offset, l.per_value, l.quiet}; }
  Out operator()(const Store &s) const { return cfg::Store{s.values, s.array, s.offset, s.per_value, s.quiet}; }
  Out operator()(const Atomic &a) const {
    return cfg::Atomic{a.op, a.dest, a.array, a.offset, a.per_value, a.operands, a.scope};
  }
  Out operator()(const Log &l) const { return cfg::Assume{cfg::binary(cfg::Op::Eq, l.lo, l.lo)}; }
  Out operator()(const support::OneOf<Skip, AtHead, Barrier, Sync, CheckRaces, EndInterval, Refresh> auto &) const {
    return cfg::Skip{};
  }
};

cfg::Terminator erase(const Terminator &t) {
  cfg::Terminator out{cfg::Return{}, t.origin};
  std::visit(support::Overloaded{
                 [&](const Goto &g) { out.node = cfg::Goto{g.targets}; },
                 [&](const Branch &b) { out.node = cfg::Branch{b.condition, b.if_true, b.if_false}; },
                 [&](const Switch &s) {
                   cfg::Switch w{s.value, {}, s.otherwise};
                   for (const SwitchCase &c : s.cases)
                     w.cases.push_back({c.value, c.target});
                   out.node = std::move(w);
                 },
                 [](const End &) {},
             },
             t.node);
  return out;
}

template <typename Program> class Checker {
public:
  static constexpr bool vector = std::is_same_v<Program, Lockstep>;
  Checker(const Program &p, Diagnostics &diags) : p_(p), diags_(diags) {}

  bool run() {
    variables();
    for (BlockId b = 0; b < p_.blocks.size(); ++b)
      for (const auto &s : p_.blocks[b].stmts) {
        here_ = s.origin;
        std::visit([&](const auto &node) { early(node); }, s.node);
      }
    if (!ok_ || !cfg::check(erased(), diags_)) // the rest relies on ids in range
      return false;
    for (BlockId b = 0; b < p_.blocks.size(); ++b)
      block(b);
    if constexpr (vector)
      instrumentation();
    return ok_;
  }

private:
  bool error(const std::string &message) {
    diags_.error(here_.known() ? here_ : p_.origin, "program '" + p_.name + "': " + message);
    return ok_ = false;
  }
  bool require(bool condition, const char *message) { return condition || error(message); }

  void variables() {
    here_ = p_.origin;
    for (const Var &v : p_.vars) {
      here_ = v.decl.origin;
      const std::string &n = v.decl.name;
      if (v.decl.param && (v.role != Role::Kernel || !v.uniform))
        error("parameter '" + n + "' is a uniform variable of the kernel");
      if (v.role == Role::Flag && (!v.decl.type.is_bool() || v.uniform))
        error("flag '" + n + "' is a bool of each thread");
      if (v.holds_block() && (!(v.decl.type == cfg::int_type(32)) || v.uniform || p_.scheme != Scheme::BlockId))
        error("'" + n + "' holds a block: an i32 of each thread, in scheme block-id");
      if (v.role == Role::Flag && p_.scheme != Scheme::Flags)
        error("flag '" + n + "' belongs to scheme flags");
    }
    if constexpr (vector)
      require(p_.array_info.size() == p_.arrays.size(), "there is one array_info for each array");
  }

  // --- what erasing loses: checked before, so that the rest may use ids ----------------------------------------------
  void early(const SetBlock &s) { block_var(s.var) && require(s.block < p_.blocks.size(), "the block does not exist"); }
  void early(const Choose &c) {
    block_var(c.var);
    require(!c.among.empty(), "a choice is made among some blocks");
    for (BlockId b : c.among)
      require(b < p_.blocks.size(), "a block to choose does not exist");
  }
  void early(const Log &l) { array(l.array); }
  void early(const CheckRaces &c) { array(c.array); }
  void early(const EndInterval &e) { arrays(e.arrays); }
  void early(const Refresh &r) { arrays(r.arrays); }
  void
  early(const support::OneOf<Assign, Havoc, Assume, Assert, Skip, Load, Store, Atomic, AtHead, Barrier, Sync> auto &) {}
  bool block_var(VarId v) {
    return require(v < p_.vars.size() && p_.vars[v].holds_block(), "the variable holds a block");
  }
  void array(ArrayId a) { require(a < p_.arrays.size(), "the array does not exist"); }
  void arrays(const std::vector<ArrayId> &list) {
    for (ArrayId a : list)
      array(a);
  }

  cfg::Kernel erased() const {
    cfg::Kernel k = shell_of(p_);
    for (const auto &b : p_.blocks) {
      cfg::Block to;
      to.name = b.name;
      to.origin = b.origin;
      for (const auto &s : b.stmts)
        to.stmts.push_back({std::visit(Erase{k}, s.node), s.origin});
      to.end = erase(b.end);
      k.blocks.push_back(std::move(to));
    }
    return k;
  }

  // --- guards and uniform variables --------------------------------------------------------------------------------
  bool uniform(const Expr &e) const {
    bool ok = true;
    cfg::for_each_node(e, [&](const cfg::ExprNode &n) { ok = ok && (n.op != cfg::Op::Var || p_.vars[n.var].uniform); });
    return ok;
  }
  void guard(const Guard &g) {
    if (g.kind == Guard::Kind::Flag)
      require(g.var < p_.vars.size() && p_.vars[g.var].role == Role::Flag, "a guard's variable is a flag");
    if (g.kind == Guard::Kind::AtBlock) {
      require(g.var < p_.vars.size() && p_.vars[g.var].role == Role::Active, "a guard's variable is active");
      require(g.block < p_.blocks.size(), "a guard's block exists");
    }
  }
  void assigned(VarId v, const Guard &g, bool same_value) {
    if (p_.vars[v].uniform && !(g.always() && same_value))
      error("uniform variable '" + p_.vars[v].decl.name + "' is assigned uniform values only, without a guard");
  }

  void stmt(const Assign &a) {
    guard(a.guard);
    require(a.keeps || !a.guard.always(), "without a guard there is no old value to lose");
    assigned(a.var, a.guard, uniform(a.value));
  }
  void stmt(const SetBlock &) {}
  void stmt(const Choose &) {}
  void stmt(const Havoc &h) { assigned(h.var, {}, false); }
  void stmt(const Assume &a) { guard(a.guard); }
  void stmt(const Assert &a) { guard(a.guard); }
  void stmt(const Skip &) {}
  void stmt(const Load &l) {
    guard(l.guard);
    require(l.keeps || !l.guard.always(), "without a guard there is no old value to lose");
    for (VarId v : l.dests)
      assigned(v, l.guard, uniform(l.offset));
  }
  void stmt(const Store &s) { guard(s.guard); }
  void stmt(const Atomic &a) {
    guard(a.guard);
    if (a.dest)
      assigned(*a.dest, a.guard, false);
  }
  void stmt(const AtHead &a) {
    guard(a.head);
    const auto &b = p_.blocks[block_];
    bool place = std::get_if<AtHead>(&b.stmts[0].node) == &a && !a.head.always() &&
                 b.kind == (a.some ? BlockKind::Back : BlockKind::Exit);
    require(place, "back and exit blocks, and only they, start with an assumption about a loop's head");
  }
  void stmt(const Barrier &b) { guard(b.guard); }
  void stmt(const Sync &s) { guard(s.guard); }
  void stmt(const Log &l) {
    guard(l.guard);
    if constexpr (vector) {
      if (!require(l.site < p_.sites.size(), "the site of a log exists"))
        return;
      const Site &s = p_.sites[l.site];
      require(s.kind == l.kind && s.array == l.array, "a log and its site tell the same access");
      require(p_.array_info[l.array].watched, "only watched arrays are logged");
      require(l.granules > 0 && l.per_value > 0, "an access has a length");
      require(l.values.empty() || l.values.size() * l.per_value == l.granules, "the logged values cover the access");
      require(l.values.empty() || l.kind == cfg::AccessKind::Write, "only writes log values");
    }
  }
  void stmt(const CheckRaces &c) {
    if constexpr (vector)
      require(p_.array_info[c.array].watched, "races are checked on watched arrays");
  }
  void stmt(const EndInterval &e) { guard(e.guard); }
  void stmt(const Refresh &) {}

  bool instrumented() const {
    if constexpr (vector)
      return p_.instrumented;
    return false;
  }
  static bool only_instrumented(const Predicated::Node &) { return false; }
  static bool only_instrumented(const Lockstep::Node &n) {
    return std::holds_alternative<Log>(n) || std::holds_alternative<CheckRaces>(n) ||
           std::holds_alternative<EndInterval>(n) || std::holds_alternative<Refresh>(n);
  }

  void block(BlockId b) {
    block_ = b;
    const auto &block = p_.blocks[b];
    for (const auto &s : block.stmts) {
      here_ = s.origin;
      std::visit([&](const auto &node) { stmt(node); }, s.node);
      if constexpr (vector)
        require(p_.instrumented || !only_instrumented(s.node), "instrumentation stands in instrumented programs");
    }
    here_ = block.end.origin;
    if (auto *g = std::get_if<Goto>(&block.end.node))
      jump(*g);
    else if (!std::holds_alternative<End>(block.end.node)) {
      require(p_.scheme == Scheme::Flags, "scheme block-id has no branches");
      auto *br = std::get_if<Branch>(&block.end.node);
      require(uniform(br ? br->condition : std::get<Switch>(block.end.node).value), "a kept branch is uniform");
    }
    if (block.kind == BlockKind::Back || block.kind == BlockKind::Exit)
      require(!block.stmts.empty() && std::holds_alternative<AtHead>(block.stmts[0].node),
              "back and exit blocks, and only they, start with an assumption about a loop's head");
    if (block.kind == BlockKind::Back) {
      auto next = successors(block.end);
      require((block.stmts.size() == 1 || instrumented()) && next.size() == 1 &&
                  p_.blocks[next[0]].kind == BlockKind::Head,
              "a back block goes to the head of its loop");
    }
  }

  void jump(const Goto &g) {
    if (g.targets.size() == 1) {
      BlockKind kind = p_.blocks[g.targets[0]].kind;
      require(kind != BlockKind::Back && kind != BlockKind::Exit, "back and exit blocks are entered as a pair");
      return;
    }
    if (!require(g.targets.size() == 2 && p_.blocks[g.targets[0]].kind == BlockKind::Back &&
                     p_.blocks[g.targets[1]].kind == BlockKind::Exit,
                 "the only choice is that between a loop's back and exit block"))
      return;
    const AtHead *back = head_of(g.targets[0]), *exit = head_of(g.targets[1]);
    require(back && exit && back->head == exit->head, "back and exit block look at the same head");
  }
  const AtHead *head_of(BlockId b) const {
    const auto &stmts = p_.blocks[b].stmts;
    return stmts.empty() ? nullptr : std::get_if<AtHead>(&stmts[0].node);
  }

  void instrumentation() {
    here_ = p_.origin;
    for (ArrayId a = 0; a < p_.arrays.size(); ++a) {
      const ArrayInfo &info = p_.array_info[a];
      require(p_.instrumented || (info.memory == Memory::Exact && !info.watched),
              "arrays are abstracted by `instrument`");
      require(info.watched || !info.log_values, "values are logged for watched arrays");
    }
    for (const Site &s : p_.sites)
      require(s.array < p_.arrays.size(), "the array of a site exists");
  }

  const Program &p_;
  Diagnostics &diags_;
  Origin here_;
  BlockId block_ = 0;
  bool ok_ = true;
};
} // namespace

bool check(const Predicated &p, Diagnostics &diags) { return Checker<Predicated>(p, diags).run(); }
bool check(const Lockstep &p, Diagnostics &diags) { return Checker<Lockstep>(p, diags).run(); }

} // namespace lockstep::predication
