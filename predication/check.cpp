// Well-formedness of predicated and lock-step programs: see predicated.h and lockstep.h.
//
// Ids, names, types and accesses are checked by cfg::check on the program without its guards; what is new (guards,
// uniform variables, pseudo blocks, instrumentation) is checked here.
#include "cfg/ir/check.h"

#include "cfg/ir/report.h"
#include "predication/predicated.h"
#include "predication/shell.h"
#include "support/one_of.h"

namespace lockstep::predication {

namespace {
using cfg::Report;

struct Erase { // guarded statement -> the kernel's statement
  using Out = decltype(cfg::Stmt::node);
  Out operator()(const Assign &a) const { return cfg::Assign{a.var, a.value}; }
  Out operator()(const SetBlock &s) const { return cfg::Assign{s.var, cfg::constant(cfg::int_type(32), s.block)}; }
  Out operator()(const Choose &c) const { return cfg::Havoc{c.var}; }
  Out operator()(const Havoc &h) const { return cfg::Havoc{h.var}; }
  Out operator()(const Assume &a) const {
    if (a.kind == cfg::AssumeKind::Barrier) // may be about a pair, as an assertion may, and barriers are erased
      return cfg::Assert{a.condition, cfg::AssertKind::User, {}};
    return cfg::Assume{a.condition, a.kind};
  }
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

template <typename Program> cfg::Kernel erased(const Program &p) {
  cfg::Kernel k = shell_of(p);
  for (const auto &b : p.blocks) {
    cfg::Block to{b.name, {}, b.end, b.origin};
    for (const auto &s : b.stmts)
      to.stmts.push_back({std::visit(Erase(), s.node), s.origin});
    k.blocks.push_back(std::move(to));
  }
  return k;
}

// What erasing loses: checked before, so that the rest may use ids.
template <typename Program> struct LostIds {
  const Program &p;
  Report &report;

  void operator()(const SetBlock &s) const {
    block_var(s.var) && report.require(s.block < p.blocks.size(), "the block does not exist");
  }
  void operator()(const Choose &c) const {
    block_var(c.var);
    report.require(!c.among.empty(), "a choice is made among some blocks");
    for (BlockId b : c.among)
      report.require(b < p.blocks.size(), "a block to choose does not exist");
  }
  void operator()(const support::OneOf<Log, CheckRaces> auto &s) const { array(s.array); }
  void operator()(const support::OneOf<EndInterval, Refresh> auto &s) const {
    for (ArrayId a : s.arrays)
      array(a);
  }
  void operator()(const support::OneOf<Assign, Havoc, Assume, Assert, Skip, Load, Store, Atomic, AtHead, Barrier,
                                       Sync> auto &) const {}
  bool block_var(VarId v) const {
    return report.require(v < p.vars.size() && p.vars[v].holds_block(), "the variable holds a block");
  }
  void array(ArrayId a) const { report.require(a < p.arrays.size(), "the array does not exist"); }
};

template <typename Program> bool uniform(const Program &p, const Expr &e) {
  bool ok = true;
  cfg::for_each_node(e, [&](const cfg::ExprNode &n) { ok = ok && (n.op != cfg::Op::Var || p.vars[n.var].uniform); });
  return ok;
}

constexpr const char *heads_only = "back and exit blocks, and only they, start with an assumption about a loop's head";

// Guards, uniform variables and instrumentation. A field has one name in all kinds of statements: what is asked of it
// alone is asked here once.
template <typename Program> class GuardedChecker {
public:
  GuardedChecker(const Program &p, Report &report) : p_(p), report_(report) {}

  void of(const typename Program::Block &b) {
    block_ = &b;
    for (const auto &s : b.stmts) {
      report_.at(s.origin);
      std::visit([&](const auto &node) { fields(node); }, s.node);
    }
  }

private:
  template <typename Node> void fields(const Node &n) {
    if constexpr (requires { n.guard; })
      guard(n.guard);
    if constexpr (requires { n.keeps; })
      report_.require(n.keeps || !n.guard.always(), "without a guard there is no old value to lose");
    kind(n);
    if constexpr (support::OneOf<Node, Log, CheckRaces, EndInterval, Refresh>)
      report_.require(p_.instrumented, "instrumentation stands in instrumented programs");
  }

  void guard(const Guard &g) {
    if (g.kind == Guard::Kind::Flag)
      report_.require(has_role(p_, g.var, Role::Flag), "a guard's variable is a flag");
    if (g.kind == Guard::Kind::AtBlock) {
      report_.require(has_role(p_, g.var, Role::Active), "a guard's variable is active");
      report_.require(g.block < p_.blocks.size(), "a guard's block exists");
    }
  }
  void assigned(VarId v, const Guard &g, bool same_value) {
    report_.require(!p_.vars[v].uniform || (g.always() && same_value),
                    "uniform variable '{}' is assigned uniform values only, without a guard", p_.vars[v].decl.name);
  }

  void kind(const Assign &a) { assigned(a.var, a.guard, uniform(p_, a.value)); }
  void kind(const Havoc &h) { assigned(h.var, {}, false); }
  void kind(const Load &l) {
    for (VarId v : l.dests)
      assigned(v, l.guard, uniform(p_, l.offset));
  }
  void kind(const Atomic &a) {
    if (a.dest)
      assigned(*a.dest, a.guard, false);
  }
  void kind(const AtHead &a) {
    guard(a.head);
    report_.require(std::get_if<AtHead>(&block_->stmts[0].node) == &a && !a.head.always() &&
                        block_->kind == (a.some ? BlockKind::Back : BlockKind::Exit),
                    heads_only);
  }
  void kind(const Log &l) {
    if (!report_.require(l.site < p_.sites.size(), "the site of a log exists"))
      return;
    const Site &s = p_.sites[l.site];
    report_.require(s.kind == l.kind && s.array == l.array, "a log and its site tell the same access");
    report_.require(p_.array_info[l.array].watched, "only watched arrays are logged");
    report_.require(l.granules > 0 && l.per_value > 0, "an access has a length");
    report_.require(l.values.empty() || l.values.size() * l.per_value == l.granules,
                    "the logged values cover the access");
    report_.require(l.values.empty() || l.kind == cfg::AccessKind::Write, "only writes log values");
  }
  void kind(const CheckRaces &c) {
    report_.require(p_.array_info[c.array].watched, "races are checked on watched arrays");
  }
  void kind(
      const support::OneOf<SetBlock, Choose, Assume, Assert, Skip, Store, Barrier, Sync, EndInterval, Refresh> auto &) {
  }

  const Program &p_;
  Report &report_;
  const typename Program::Block *block_ = nullptr;
};

// Variables, arrays, and how blocks follow each other.
template <typename Program> class ProgramChecker {
public:
  static constexpr bool vector = std::is_same_v<Program, Lockstep>;
  ProgramChecker(const Program &p, support::Diagnostics &diags)
      : p_(p), diags_(diags), report_(diags, "program '" + p.name + "'", p.origin) {}

  bool run() {
    variables();
    for (const auto &b : p_.blocks)
      for (const auto &s : b.stmts) {
        report_.at(s.origin);
        std::visit(LostIds<Program>{p_, report_}, s.node);
      }
    if (!report_.ok() || !cfg::check(erased(p_), diags_)) // the rest relies on ids in range
      return false;
    GuardedChecker<Program> statements(p_, report_);
    for (const auto &b : p_.blocks) {
      statements.of(b);
      report_.at(b.end.origin);
      end(b);
    }
    if constexpr (vector)
      instrumentation();
    return report_.ok();
  }

private:
  void variables() {
    for (const Var &v : p_.vars) {
      report_.at(v.decl.origin);
      const std::string &n = v.decl.name;
      report_.require(!v.decl.param || (v.role == Role::Kernel && v.uniform),
                      "parameter '{}' is a uniform variable of the kernel", n);
      report_.require(v.role != Role::Flag || (v.decl.type.is_bool() && !v.uniform),
                      "flag '{}' is a bool of each thread", n);
      report_.require(!v.holds_block() ||
                          (v.decl.type == cfg::int_type(32) && !v.uniform && p_.scheme == Scheme::BlockId),
                      "'{}' holds a block: an i32 of each thread, in scheme block-id", n);
      report_.require(v.role != Role::Flag || p_.scheme == Scheme::Flags, "flag '{}' belongs to scheme flags", n);
    }
    if constexpr (vector)
      report_.require(p_.array_info.size() == p_.arrays.size(), "there is one array_info for each array");
  }

  void end(const typename Program::Block &b) {
    if (auto *g = std::get_if<Goto>(&b.end.node))
      jump(*g);
    else if (!std::holds_alternative<End>(b.end.node)) {
      report_.require(p_.scheme == Scheme::Flags, "scheme block-id has no branches");
      report_.require(uniform(p_, cfg::used_exprs(b.end)[0]), "a kept branch is uniform");
    }
    if (b.kind == BlockKind::Back || b.kind == BlockKind::Exit)
      report_.require(head_of(b) != nullptr, heads_only);
    if (b.kind == BlockKind::Back) {
      bool alone = b.stmts.size() == 1;
      if constexpr (vector)
        alone = alone || p_.instrumented;
      const auto next = successors(b.end);
      report_.require(alone && next.size() == 1 && p_.blocks[next[0]].kind == BlockKind::Head,
                      "a back block goes to the head of its loop");
    }
  }

  void jump(const Goto &g) {
    const auto &first = p_.blocks[g.targets[0]], &last = p_.blocks[g.targets.back()];
    if (g.targets.size() == 1) {
      report_.require(first.kind != BlockKind::Back && first.kind != BlockKind::Exit,
                      "back and exit blocks are entered as a pair");
    } else if (report_.require(g.targets.size() == 2 && first.kind == BlockKind::Back && last.kind == BlockKind::Exit,
                               "the only choice is that between a loop's back and exit block")) {
      const AtHead *back = head_of(first), *exit = head_of(last);
      report_.require(back && exit && back->head == exit->head, "back and exit block look at the same head");
    }
  }
  static const AtHead *head_of(const typename Program::Block &b) {
    return b.stmts.empty() ? nullptr : std::get_if<AtHead>(&b.stmts[0].node);
  }

  void instrumentation() {
    report_.at(p_.origin);
    for (const ArrayInfo &info : p_.array_info) {
      report_.require(p_.instrumented || (info.memory == Memory::Exact && !info.watched),
                      "arrays are abstracted by `instrument`");
      report_.require(info.watched || !info.log_values, "values are logged for watched arrays");
    }
    for (const Site &s : p_.sites)
      report_.require(s.array < p_.arrays.size(), "the array of a site exists");
  }

  const Program &p_;
  support::Diagnostics &diags_;
  Report report_;
};
} // namespace

bool check(const Predicated &p, support::Diagnostics &diags) { return ProgramChecker(p, diags).run(); }
bool check(const Lockstep &p, support::Diagnostics &diags) { return ProgramChecker(p, diags).run(); }

} // namespace lockstep::predication
