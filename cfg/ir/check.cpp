// Well-formedness: see check.h.
#include "cfg/ir/check.h"

#include "cfg/ir/expr_types.h"
#include "cfg/ir/op_groups.h"
#include "cfg/ir/pairwise.h"
#include "cfg/ir/report.h"
#include "support/one_of.h"

#include <bit>
#include <set>
#include <unordered_set>

namespace lockstep::cfg {

namespace {
// The numbers of operands an atomic operation takes.
struct AtomicArity {
  std::size_t least, most;
};
AtomicArity arity_of(AtomicOp op) {
  switch (op) {
  case AtomicOp::Inc:
  case AtomicOp::Dec: return {0, 1}; // CUDA's wrap at an operand, OpenCL's do not
  case AtomicOp::CmpXchg: return {2, 2};
  case AtomicOp::Load: return {0, 0};
  case AtomicOp::Other: return {0, ~std::size_t(0)};
  case AtomicOp::Add:
  case AtomicOp::Sub:
  case AtomicOp::Xchg:
  case AtomicOp::Store:
  case AtomicOp::FAdd:
  case ATOMICS_MIN_MAX:
  case ATOMICS_BITWISE: break;
  }
  return {1, 1};
}

// What expressions and statements name: whether it is there, and whether what they do with it fits.
class Operands {
public:
  Operands(const Kernel &k, Report &report) : k_(k), report_(report), offset_type_(k.arrays.size()) {}

  // Each operand of a statement once: shared nodes are looked at once, so this is linear in the size in memory.
  void expression(const Expr &e, bool annotation = false) {
    if (!report_.require(e != nullptr, "an operand is missing") || !visited_.insert({e.get(), annotation}).second)
      return;
    bool complete = true;
    for (const Expr &a : e->args) {
      expression(a, annotation);
      complete = complete && a;
    }
    if (complete)
      node(*e, annotation);
  }

  void condition(const Expr &e, bool annotation) {
    expression(e, annotation);
    if (e)
      report_.require(e->type.is_bool(), "a condition is bool, not {}", e->type);
  }

  bool assignable(VarId v) {
    return report_.require(v < k_.vars.size(), "there is no variable number {}", v) &&
           report_.require(!k_.vars[v].param, "parameter '{}' is assigned; copy it to a variable first",
                           k_.vars[v].name);
  }

  bool cells(ArrayId a, const Expr &offset, unsigned per_value) {
    expression(offset);
    if (!array_exists(a))
      return false;
    if (offset)
      offset_type(a, offset->type);
    return report_.require(per_value >= 1, "a value covers at least one granule of array '{}'", k_.arrays[a].name);
  }

  void cell_value(ArrayId a, unsigned per_value, Type t) {
    const Array &array = k_.arrays[a];
    const std::uint64_t bits = std::uint64_t(8) * array.granule_bytes * per_value;
    report_.require(!t.is_bool() && t.width == bits,
                    "an access to array '{}' moves values of {} bits ({} granules of {} bytes), not {}", array.name,
                    bits, per_value, array.granule_bytes, t);
  }

  void alignment(ArrayId a, std::uint64_t granules, unsigned align) {
    const std::uint64_t bytes = granules * k_.arrays[a].granule_bytes;
    report_.require(align == 0 || (std::has_single_bit(align) && align < bytes),
                    "the alignment of an access of {} bytes is a power of two below that, not {}", bytes, align);
  }

  void writable(ArrayId a) {
    report_.require(k_.arrays[a].space != Space::Constant, "array '{}' is in constant memory and cannot be written",
                    k_.arrays[a].name);
  }

private:
  void node(const ExprNode &n, bool annotation) {
    if (const std::string wrong = type_error(n); !report_.require(wrong.empty(), "{}", wrong))
      return;
    if (n.op == Op::Var &&
        report_.require(n.var < k_.vars.size(), "an expression uses variable number {}, which does not exist", n.var))
      report_.require(k_.vars[n.var].type == n.type, "variable '{}' is {}, used as {}", k_.vars[n.var].name,
                      k_.vars[n.var].type, n.type);
    report_.require(n.op != Op::Var || n.var >= k_.vars.size() || k_.vars[n.var].kind != VarKind::Candidate,
                    "a candidate is read by nobody");
    report_.require(annotation || n.op != Op::Call || n.name.rfind("lockstep.", 0) != 0,
                    "'{}' stands in annotations only", n.name);
    if (n.op != Op::Read || !array_exists(n.array))
      return;
    const Array &array = k_.arrays[n.array];
    report_.require(annotation, "cells are read in annotations only; elsewhere a load takes them: array '{}'",
                    array.name);
    report_.require(n.type.width % (8 * array.granule_bytes) == 0, "a read of array '{}' covers whole granules, not {}",
                    array.name, n.type);
    offset_type(n.array, n.args[0]->type);
  }

  bool array_exists(ArrayId a) { return report_.require(a < k_.arrays.size(), "there is no array number {}", a); }

  void offset_type(ArrayId a, Type t) {
    std::optional<Type> &known = offset_type_[a];
    if (!report_.require(t.is_int(), "the offset into array '{}' is an integer, not {}", k_.arrays[a].name, t))
      return;
    if (known)
      report_.require(*known == t, "all offsets into array '{}' have one type: here {}, elsewhere {}",
                      k_.arrays[a].name, t, *known);
    known = t;
  }

  const Kernel &k_;
  Report &report_;
  std::vector<std::optional<Type>> offset_type_; // per array, once known
  std::set<std::pair<const ExprNode *, bool>> visited_;
};

// The statements of one block after the other, each where it stands there.
class Statements {
public:
  Statements(const Kernel &k, Report &report, Operands &operands) : k_(k), report_(report), operands_(operands) {}

  void of(const Block &b) {
    at_top_ = true;
    behind_barrier_ = false;
    for (const Stmt &s : b.stmts) {
      report_.at(s.origin.known() ? s.origin : b.origin);
      at_end_ = &s == &b.stmts.back() && std::holds_alternative<Return>(b.end.node);
      std::visit([this](const auto &node) { check(node); }, s.node);
      const auto *said = std::get_if<Assume>(&s.node);
      behind_barrier_ =
          std::holds_alternative<Barrier>(s.node) || (behind_barrier_ && said && said->kind == AssumeKind::Barrier);
      at_top_ = at_top_ && (said || std::holds_alternative<Assert>(s.node) || std::holds_alternative<Skip>(s.node));
    }
  }

private:
  void check(const Assign &a) {
    operands_.expression(a.value, a.var < k_.vars.size() && k_.vars[a.var].kind == VarKind::Candidate);
    if (operands_.assignable(a.var) && a.value)
      report_.require(a.value->type == k_.vars[a.var].type, "variable '{}' is {}, its value {}", k_.vars[a.var].name,
                      k_.vars[a.var].type, a.value->type);
  }
  void check(const Havoc &h) { operands_.assignable(h.var); }
  void check(const Assume &a) {
    operands_.condition(a.condition, a.kind != AssumeKind::Branch);
    report_.require(!a.condition || a.kind == AssumeKind::Barrier || !is_pairwise(a.condition),
                    "what is assumed is assumed of one thread, not of a pair");
    report_.require(a.kind != AssumeKind::Barrier || behind_barrier_,
                    "what is known at a barrier stands directly behind it");
  }
  void check(const Assert &a) {
    operands_.condition(a.condition, true);
    report_.require(a.kind != AssertKind::Invariant || at_top_, "an invariant stands at the top of its block");
    const bool around = a.condition && is_call_of(*a.condition, everyone_name);
    report_.require(!a.condition || !calls(around ? a.condition->args[0] : a.condition, everyone_name),
                    "'{}' stands around a whole condition only", everyone_name);
  }
  void check(const support::OneOf<Skip, Fence> auto &) {}
  void check(const Numbered &n) {
    report_.require(n.number <= 15 && n.threads != 0,
                    "barriers of some threads have numbers up to 15, and wait for one thread at least");
    if (n.counter && operands_.assignable(*n.counter))
      report_.require(k_.vars[*n.counter].type == int_type(64), "the variable that counts barriers is i64");
  }
  void check(const Barrier &b) {
    const bool warp = b.scope == Scope::Warp;
    report_.require(!warp || (b.lanes <= 64 && std::has_single_bit(b.lanes)),
                    "as many threads as a power of two up to 64 meet at a barrier of a warp, not {}", b.lanes);
    report_.require(warp || (b.lanes == 0 && !b.exchange),
                    "only at a barrier of a warp threads are counted, and exchange values");
    report_.require(!b.end || (b.scope == Scope::Group && at_end_),
                    "only a barrier of the group in front of a return stands for the thread's end");
    if (b.exchange)
      check(*b.exchange);
  }
  void check(const Gather &g) {
    if (g.mask)
      operands_.expression(g.mask);
    const bool fences = g.meet.fence_group || g.meet.fence_global;
    report_.require(g.meet.scope == Scope::Warp && fences != g.meet.exchange.has_value(),
                    "threads that a mask names exchange something, or what they do is ordered");
    report_.require(g.mask || (g.meet.exchange && !g.ranked),
                    "the threads that are active exchange something by their ranks in the warp");
    report_.require(!g.mask || (g.mask->type.is_int() && g.mask->type.width >= g.meet.lanes),
                    "a mask has a bit for each thread of the warp");
    check(g.meet);
  }
  void check(const Exchange &x) {
    operands_.expression(x.value);
    if (x.rank)
      operands_.expression(x.rank);
    if (!operands_.assignable(x.dest) || !x.value)
      return;
    const Type t = k_.vars[x.dest].type;
    const bool mask =
        x.op == ExchangeOp::Any || x.op == ExchangeOp::All || x.op == ExchangeOp::Ballot || x.op == ExchangeOp::Match;
    report_.require(t.is_int() && x.value->type.is_int() && (!x.rank || x.rank->type.is_int()) &&
                        (mask || x.value->type == t),
                    "threads of a warp exchange integers of one type");
    const bool floats = x.op == ExchangeOp::FAdd || x.op == ExchangeOp::FMin || x.op == ExchangeOp::FMax;
    report_.require(!floats || t.width == 32 || t.width == 64, "threads of a warp combine floats of 32 or 64 bits");
    report_.require(is_shuffle(x.op) == (x.rank != nullptr), "a shuffle has a rank, other exchanges have none");
  }
  void check(const Load &l) {
    report_.require(!l.dests.empty(), "a load has a destination");
    report_.require(std::set<VarId>(l.dests.begin(), l.dests.end()).size() == l.dests.size(),
                    "the destinations of a load differ");
    const bool ok = operands_.cells(l.array, l.offset, l.per_value);
    if (ok)
      operands_.alignment(l.array, l.dests.size() * l.per_value, l.align);
    for (VarId v : l.dests)
      if (operands_.assignable(v) && ok)
        operands_.cell_value(l.array, l.per_value, k_.vars[v].type);
  }
  void check(const Store &s) {
    report_.require(!s.values.empty(), "a store has a value");
    const bool ok = operands_.cells(s.array, s.offset, s.per_value);
    if (ok) {
      operands_.writable(s.array);
      operands_.alignment(s.array, s.values.size() * s.per_value, s.align);
    }
    for (const Expr &e : s.values) {
      operands_.expression(e);
      if (e && ok)
        operands_.cell_value(s.array, s.per_value, e->type);
    }
  }
  void check(const Atomic &a) {
    const bool ok = operands_.cells(a.array, a.offset, a.per_value);
    if (ok && a.op != AtomicOp::Load)
      operands_.writable(a.array);
    for (const Expr &e : a.operands) {
      operands_.expression(e);
      if (e && ok && a.op != AtomicOp::Other)
        operands_.cell_value(a.array, a.per_value, e->type);
    }
    if (a.dest && operands_.assignable(*a.dest) && ok)
      operands_.cell_value(a.array, a.per_value, k_.vars[*a.dest].type);
    report_.require(!a.acquires_failing || a.op == AtomicOp::CmpXchg, "only a compare-and-swap can fail");
    const auto [least, most] = arity_of(a.op);
    report_.require(least <= a.operands.size() && a.operands.size() <= most,
                    "this atomic operation does not take {} operands", a.operands.size());
    report_.require(a.op != AtomicOp::Store || !a.dest, "an atomic store gives no value");
  }

  const Kernel &k_;
  Report &report_;
  Operands &operands_;
  bool at_end_ = false;         // in front of a return
  bool at_top_ = true;          // an invariant may stand here
  bool behind_barrier_ = false; // and what is known at a barrier
};

// Declarations, blocks and where they go.
class KernelChecker {
public:
  KernelChecker(const Kernel &k, support::Diagnostics &diags)
      : k_(k), report_(diags, "kernel '" + k.name + "'", k.origin), operands_(k, report_) {}

  bool run() {
    report_.require(!k_.name.empty(), "a kernel has a name");
    report_.require(k_.pointer_bits == 32 || k_.pointer_bits == 64, "pointers have 32 or 64 bits, not {}",
                    k_.pointer_bits);
    report_.require(!k_.blocks.empty(), "a kernel has at least an entry block");
    for (const Var &v : k_.vars) {
      name(values_, v, "a variable");
      report_.require(is_valid(v.type), "variable '{}' has no valid type: {}", v.name, v.type);
      report_.require(v.param || v.kind == VarKind::Program || v.kind == VarKind::Candidate,
                      "variable '{}' is no parameter, so it is the program's", v.name);
      report_.require(v.kind != VarKind::Candidate || (!v.param && v.type.is_bool()),
                      "variable '{}' stands for a candidate: it is bool, and no parameter", v.name);
    }
    for (const Array &a : k_.arrays) {
      name(values_, a, "an array");
      array(a);
    }
    Statements statements(k_, report_, operands_);
    for (const Block &b : k_.blocks) {
      name(labels_, b, "a block");
      statements.of(b);
      report_.at(b.end.origin.known() ? b.end.origin : b.origin);
      std::visit([this](const auto &node) { end(node); }, b.end.node);
    }
    return report_.ok();
  }

private:
  template <typename Named> void name(std::unordered_set<std::string> &seen, const Named &n, const char *what) {
    report_.at(n.origin);
    if (report_.require(!n.name.empty(), "{} has a name", what))
      report_.require(seen.insert(n.name).second, "the name '{}' is taken: {} has a name of its own", n.name, what);
  }

  void array(const Array &a) {
    const unsigned g = a.granule_bytes;
    if (!report_.require(g == 1 || g == 2 || g == 4 || g == 8,
                         "array '{}' has granules of {} bytes; they have 1, 2, 4 or 8", a.name, g))
      return;
    report_.require(is_valid(a.element) && !a.element.is_bool() && a.element.width == 8 * g,
                    "array '{}' has granules of {} bytes, which hold no {}", a.name, g, a.element);
    report_.require(a.source_element_bytes != 0, "array '{}' has source elements of no bytes", a.name);
    if (a.extent && !a.initial.empty())
      report_.require(a.initial.size() == *a.extent, "array '{}' has {} granules, but initial contents for {}", a.name,
                      *a.extent, a.initial.size());
    for (std::uint64_t v : a.initial)
      if (!report_.require(v == mask_to_width(v, 8 * g), "array '{}' has an initial value that no granule holds: {}",
                           a.name, v))
        return;
  }

  void target(BlockId b) {
    report_.require(b < k_.blocks.size(), "control goes to block number {}, which does not exist", b);
  }
  void end(const Goto &g) {
    report_.require(!g.targets.empty(), "a goto has a target");
    for (BlockId b : g.targets)
      target(b);
  }
  void end(const Branch &b) {
    operands_.condition(b.condition, false);
    target(b.if_true);
    target(b.if_false);
  }
  void end(const Switch &s) {
    operands_.expression(s.value);
    if (s.value && !report_.require(s.value->type.is_int(), "a switch looks at an integer, not at {}", s.value->type))
      return;
    std::set<std::uint64_t> seen;
    for (const SwitchCase &c : s.cases) {
      report_.require(seen.insert(c.value).second, "two cases of a switch have the value {}", c.value);
      if (s.value)
        report_.require(c.value == mask_to_width(c.value, s.value->type.width), "the case {} does not fit {}", c.value,
                        s.value->type);
      target(c.target);
    }
    target(s.otherwise);
  }
  void end(const Return &) {}

  const Kernel &k_;
  Report report_;
  Operands operands_;
  std::unordered_set<std::string> values_, labels_; // names seen
};
} // namespace

bool check(const Kernel &k, support::Diagnostics &diags) { return KernelChecker(k, diags).run(); }

} // namespace lockstep::cfg
