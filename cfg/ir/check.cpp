// Well-formedness: see check.h.
#include "cfg/ir/check.h"

#include "cfg/ir/expr_types.h"
#include "cfg/ir/op_groups.h"
#include "cfg/ir/pairwise.h"

#include <bit>
#include <set>
#include <unordered_set>

namespace lockstep::cfg {

namespace {
using support::Diagnostics;

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

class Checker {
public:
  Checker(const Kernel &k, Diagnostics &diags) : k_(k), diags_(diags), offset_type_(k.arrays.size()) {}

  bool run() {
    kernel();
    for (const Var &v : k_.vars)
      variable(v);
    for (const Array &a : k_.arrays)
      array(a);
    for (const Block &b : k_.blocks)
      block(b);
    return ok_;
  }

private:
  bool error(const Origin &o, const std::string &message) {
    diags_.error(o.known() ? o : k_.origin, "kernel '" + k_.name + "': " + message);
    return ok_ = false;
  }
  bool error(const std::string &message) { return error(here_, message); }

  // --- declarations -------------------------------------------------------------------------------------------
  void kernel() {
    if (k_.name.empty())
      error(k_.origin, "a kernel has a name");
    if (k_.pointer_bits != 32 && k_.pointer_bits != 64)
      error(k_.origin, "pointers have 32 or 64 bits, not " + std::to_string(k_.pointer_bits));
    if (k_.blocks.empty())
      error(k_.origin, "a kernel has at least an entry block");
  }

  void name(std::unordered_set<std::string> &seen, const std::string &name, const Origin &o, const char *what) {
    if (name.empty())
      error(o, std::string(what) + " has a name");
    else if (!seen.insert(name).second)
      error(o, "the name '" + name + "' is taken: " + what + " has a name of its own");
  }

  void variable(const Var &v) {
    name(values_, v.name, v.origin, "a variable");
    if (!is_valid(v.type))
      error(v.origin, "variable '" + v.name + "' has no valid type: " + v.type.str());
  }

  void array(const Array &a) {
    name(values_, a.name, a.origin, "an array");
    auto wrong = [&](const std::string &m) { error(a.origin, "array '" + a.name + "' " + m); };
    unsigned g = a.granule_bytes;
    if (g != 1 && g != 2 && g != 4 && g != 8)
      return wrong("has granules of " + std::to_string(g) + " bytes; they have 1, 2, 4 or 8");
    if (!is_valid(a.element) || a.element.is_bool() || a.element.width != 8 * g)
      wrong("has granules of " + std::to_string(g) + " bytes, which hold no " + a.element.str());
    if (a.source_element_bytes == 0)
      wrong("has source elements of no bytes");
    if (a.extent && !a.initial.empty() && a.initial.size() != *a.extent)
      wrong("has " + std::to_string(*a.extent) + " granules, but initial contents for " +
            std::to_string(a.initial.size()));
    for (std::uint64_t v : a.initial)
      if (v != mask_to_width(v, 8 * g))
        return wrong("has an initial value that no granule holds: " + std::to_string(v));
  }

  // --- expressions --------------------------------------------------------------------------------------------
  // Each operand of a statement once: shared nodes are looked at once, so this is linear in the size in memory.
  void expression(const Expr &e, bool annotation) {
    if (!e)
      return void(error("an operand is missing"));
    if (!visited_.insert({e.get(), annotation}).second)
      return;
    bool complete = true;
    for (const Expr &a : e->args) {
      expression(a, annotation);
      complete = complete && a;
    }
    if (complete)
      node(*e, annotation);
  }

  void node(const ExprNode &n, bool annotation) {
    if (std::string wrong = type_error(n); !wrong.empty())
      return void(error(wrong));
    if (n.op == Op::Var && n.var >= k_.vars.size())
      error("an expression uses variable number " + std::to_string(n.var) + ", which does not exist");
    else if (n.op == Op::Var && k_.vars[n.var].type != n.type)
      error("variable '" + k_.vars[n.var].name + "' is " + k_.vars[n.var].type.str() + ", used as " + n.type.str());
    if (!annotation && n.op == Op::Call && n.name.rfind("lockstep.", 0) == 0)
      error("'" + n.name + "' stands in annotations only");
    if (n.op != Op::Read || !array_exists(n.array))
      return;
    if (!annotation)
      error("cells are read in annotations only; elsewhere a load takes them: array '" + k_.arrays[n.array].name + "'");
    if (n.type.width % (8 * k_.arrays[n.array].granule_bytes) != 0)
      error("a read of array '" + k_.arrays[n.array].name + "' covers whole granules, not " + n.type.str());
    offset_type(n.array, n.args[0]->type);
  }

  void condition(const Expr &e, bool annotation) {
    expression(e, annotation);
    if (e && !e->type.is_bool())
      error("a condition is bool, not " + e->type.str());
  }

  // --- accesses -----------------------------------------------------------------------------------------------
  bool array_exists(ArrayId a) {
    return a < k_.arrays.size() || error("there is no array number " + std::to_string(a));
  }

  void offset_type(ArrayId a, Type t) {
    if (!t.is_int())
      return void(error("the offset into array '" + k_.arrays[a].name + "' is an integer, not " + t.str()));
    if (offset_type_[a] && *offset_type_[a] != t)
      error("all offsets into array '" + k_.arrays[a].name + "' have one type: here " + t.str() + ", elsewhere " +
            offset_type_[a]->str());
    offset_type_[a] = t;
  }

  bool cells(ArrayId a, const Expr &offset, unsigned per_value) {
    expression(offset, false);
    if (!array_exists(a))
      return false;
    if (offset)
      offset_type(a, offset->type);
    return per_value >= 1 || error("a value covers at least one granule of array '" + k_.arrays[a].name + "'");
  }

  void cell_value(ArrayId a, unsigned per_value, Type t) {
    const Array &array = k_.arrays[a];
    std::uint64_t bits = std::uint64_t(8) * array.granule_bytes * per_value;
    if (t.is_bool() || t.width != bits)
      error("an access to array '" + array.name + "' moves values of " + std::to_string(bits) + " bits (" +
            std::to_string(per_value) + " granules of " + std::to_string(array.granule_bytes) + " bytes), not " +
            t.str());
  }

  void alignment(ArrayId a, std::uint64_t granules, unsigned align) {
    const std::uint64_t bytes = granules * k_.arrays[a].granule_bytes;
    if (align != 0 && (!std::has_single_bit(align) || align >= bytes))
      error("the alignment of an access of " + std::to_string(bytes) + " bytes is a power of two below that, not " +
            std::to_string(align));
  }

  void writable(ArrayId a) {
    if (k_.arrays[a].space == Space::Constant)
      error("array '" + k_.arrays[a].name + "' is in constant memory and cannot be written");
  }

  bool assignable(VarId v) {
    if (v >= k_.vars.size())
      return error("there is no variable number " + std::to_string(v));
    if (k_.vars[v].param)
      return error("parameter '" + k_.vars[v].name + "' is assigned; copy it to a variable first");
    return true;
  }

  // --- statements ---------------------------------------------------------------------------------------------
  void operate(const Assign &a) {
    expression(a.value, false);
    if (assignable(a.var) && a.value && a.value->type != k_.vars[a.var].type)
      error("variable '" + k_.vars[a.var].name + "' is " + k_.vars[a.var].type.str() + ", its value " +
            a.value->type.str());
  }
  void operate(const Havoc &h) { assignable(h.var); }
  void operate(const Assume &a) {
    condition(a.condition, a.kind != AssumeKind::Branch);
    if (a.condition && is_pairwise(a.condition) && a.kind != AssumeKind::Barrier)
      error("what is assumed is assumed of one thread, not of a pair");
    if (a.kind == AssumeKind::Barrier && !behind_barrier_)
      error("what is known at a barrier stands directly behind it");
  }
  void operate(const Assert &a) {
    condition(a.condition, true);
    if (a.kind == AssertKind::Invariant && !at_top_)
      error("an invariant stands at the top of its block");
    const bool around = a.condition && is_call_of(*a.condition, everyone_name);
    if (a.condition && calls(around ? a.condition->args[0] : a.condition, everyone_name))
      error(std::string("'") + everyone_name + "' stands around a whole condition only");
  }
  void operate(const Skip &) {}
  void operate(const Fence &) {}
  void operate(const Numbered &n) {
    if (n.number > 15 || n.threads == 0)
      error("barriers of some threads have numbers up to 15, and wait for one thread at least");
    if (n.counter && assignable(*n.counter) && k_.vars[*n.counter].type != int_type(64))
      error("the variable that counts barriers is i64");
  }
  void operate(const Barrier &b) {
    if (b.scope == Scope::Warp && (b.lanes == 0 || b.lanes > 64 || (b.lanes & (b.lanes - 1)) != 0))
      error("as many threads as a power of two up to 64 meet at a barrier of a warp, not " + std::to_string(b.lanes));
    if (b.scope != Scope::Warp && (b.lanes != 0 || b.exchange))
      error("only at a barrier of a warp threads are counted, and exchange values");
    if (b.end && (b.scope != Scope::Group || !at_end_))
      error("only a barrier of the group in front of a return stands for the thread's end");
    if (b.exchange)
      exchange(*b.exchange);
  }

  void operate(const Gather &g) {
    if (g.mask)
      expression(g.mask, false);
    const bool fences = g.meet.fence_group || g.meet.fence_global;
    if (g.meet.scope != Scope::Warp || fences == g.meet.exchange.has_value())
      error("threads that a mask names exchange something, or what they do is ordered");
    if (!g.mask && (!g.meet.exchange || g.ranked))
      error("the threads that are active exchange something by their ranks in the warp");
    if (g.mask && (!g.mask->type.is_int() || g.mask->type.width < g.meet.lanes))
      error("a mask has a bit for each thread of the warp");
    operate(g.meet);
  }

  void exchange(const Exchange &x) {
    expression(x.value, false);
    if (x.rank)
      expression(x.rank, false);
    if (!assignable(x.dest) || !x.value)
      return;
    const Type t = k_.vars[x.dest].type;
    const bool mask =
        x.op == ExchangeOp::Any || x.op == ExchangeOp::All || x.op == ExchangeOp::Ballot || x.op == ExchangeOp::Match;
    if (!t.is_int() || !x.value->type.is_int() || (x.rank && !x.rank->type.is_int()) || (!mask && x.value->type != t))
      error("threads of a warp exchange integers of one type");
    const bool floats = x.op == ExchangeOp::FAdd || x.op == ExchangeOp::FMin || x.op == ExchangeOp::FMax;
    if (floats && t.width != 32 && t.width != 64)
      error("threads of a warp combine floats of 32 or 64 bits");
    if (is_shuffle(x.op) != (x.rank != nullptr))
      error("a shuffle has a rank, other exchanges have none");
  }

  void operate(const Load &l) {
    if (l.dests.empty())
      error("a load has a destination");
    if (std::set<VarId>(l.dests.begin(), l.dests.end()).size() != l.dests.size())
      error("the destinations of a load differ");
    bool ok = cells(l.array, l.offset, l.per_value);
    if (ok)
      alignment(l.array, l.dests.size() * l.per_value, l.align);
    for (VarId v : l.dests)
      if (assignable(v) && ok)
        cell_value(l.array, l.per_value, k_.vars[v].type);
  }

  void operate(const Store &s) {
    if (s.values.empty())
      error("a store has a value");
    bool ok = cells(s.array, s.offset, s.per_value);
    if (ok) {
      writable(s.array);
      alignment(s.array, s.values.size() * s.per_value, s.align);
    }
    for (const Expr &e : s.values) {
      expression(e, false);
      if (e && ok)
        cell_value(s.array, s.per_value, e->type);
    }
  }

  void operate(const Atomic &a) {
    bool ok = cells(a.array, a.offset, a.per_value);
    if (ok && a.op != AtomicOp::Load)
      writable(a.array);
    for (const Expr &e : a.operands) {
      expression(e, false);
      if (e && ok && a.op != AtomicOp::Other)
        cell_value(a.array, a.per_value, e->type);
    }
    if (a.dest && assignable(*a.dest) && ok)
      cell_value(a.array, a.per_value, k_.vars[*a.dest].type);
    if (a.acquires_failing && a.op != AtomicOp::CmpXchg)
      error("only a compare-and-swap can fail");
    auto [least, most] = arity_of(a.op);
    if (a.operands.size() < least || a.operands.size() > most)
      error("this atomic operation does not take " + std::to_string(a.operands.size()) + " operands");
    if (a.op == AtomicOp::Store && a.dest)
      error("an atomic store gives no value");
  }

  // --- blocks -------------------------------------------------------------------------------------------------
  void target(BlockId b) {
    if (b >= k_.blocks.size())
      error("control goes to block number " + std::to_string(b) + ", which does not exist");
  }

  void end(const Goto &g) {
    if (g.targets.empty())
      error("a goto has a target");
    for (BlockId b : g.targets)
      target(b);
  }
  void end(const Branch &b) {
    condition(b.condition, false);
    target(b.if_true);
    target(b.if_false);
  }
  void end(const Switch &s) {
    expression(s.value, false);
    if (s.value && !s.value->type.is_int())
      return void(error("a switch looks at an integer, not at " + s.value->type.str()));
    std::set<std::uint64_t> seen;
    for (const SwitchCase &c : s.cases) {
      if (!seen.insert(c.value).second)
        error("two cases of a switch have the value " + std::to_string(c.value));
      if (s.value && c.value != mask_to_width(c.value, s.value->type.width))
        error("the case " + std::to_string(c.value) + " does not fit " + s.value->type.str());
      target(c.target);
    }
    target(s.otherwise);
  }
  void end(const Return &) {}

  void block(const Block &b) {
    name(labels_, b.name, b.origin, "a block");
    at_top_ = true;
    behind_barrier_ = false;
    for (const Stmt &s : b.stmts) {
      here_ = s.origin.known() ? s.origin : b.origin;
      at_end_ = &s == &b.stmts.back() && std::holds_alternative<Return>(b.end.node);
      std::visit([this](const auto &node) { operate(node); }, s.node);
      const auto *said = std::get_if<Assume>(&s.node);
      behind_barrier_ =
          std::holds_alternative<Barrier>(s.node) || (behind_barrier_ && said && said->kind == AssumeKind::Barrier);
      at_top_ = at_top_ && (std::holds_alternative<Assert>(s.node) || std::holds_alternative<Assume>(s.node) ||
                            std::holds_alternative<Skip>(s.node));
    }
    here_ = b.end.origin.known() ? b.end.origin : b.origin;
    std::visit([this](const auto &node) { end(node); }, b.end.node);
  }

  const Kernel &k_;
  Diagnostics &diags_;
  bool ok_ = true;
  Origin here_;                                     // of the statement or terminator looked at
  bool at_end_ = false;                             // in front of a return
  bool at_top_ = true;                              // an invariant may stand here
  bool behind_barrier_ = false;                     // and what is known at a barrier
  std::unordered_set<std::string> values_, labels_; // names seen
  std::vector<std::optional<Type>> offset_type_;    // per array, once known
  std::set<std::pair<const ExprNode *, bool>> visited_;
};
} // namespace

bool check(const Kernel &k, support::Diagnostics &diags) { return Checker(k, diags).run(); }

} // namespace lockstep::cfg
