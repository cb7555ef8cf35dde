// Ascents: threads that go on from cell to cell, each time only where somebody has come before: see handover.h.
//
//   n = id + leaves;
//   while (n > 1) {
//     fence;  if (atomic_exchange(&come[n / 2], 1) == 0) return;  fence;
//     d[n / 2] = d[n] + d[n ^ 1];  n = n / 2;
//   }
//
// A thread *has* a cell as the next one to which it may come: from its start the first one, and each time that it has
// found something else than what was there at launch, the one to which that cell leads; until it comes there. At most
// two ever have one cell. So who has found a cell changed is its *second* comer, and the only one; and another thread
// that has that cell is the first comer.
//
// Sound because (1) one atomic is all that ever changes the cells, it changes one each time and covers all threads; so
// of those who come to a cell all but the first find that somebody was there, and what the second finds the first has
// put; (2) who comes to it again has found, the last time, that it was not the first; (3) the cell that it has next is
// a function of the last one that no three cells have in common, the cell that it has first one of its ids that no
// three threads have in common, and no cell is of both kinds (or both are one function, and no value is of both kinds:
// the nodes of a tree, of which some are begun with and others come to); hence, by induction over the order in which
// threads find cells changed, no three ever have one cell: the first comer does not go on, so that each cell of which
// at most two come sends on at most one; (4) the second comer has found that the other one that has the cell came
// first: what that one did while it had the cell, and released before it came, is ordered before what the second comer
// does behind its acquisition; whether a thread that has a cell ever comes there does not matter, since where it does
// not nobody is second. Nothing is said of what was done while another cell was had.
#include "cfg/analysis/order/handover/group_flow.h"
#include "cfg/analysis/values/ranges/ranges.h"
#include "cfg/ir/op_groups.h"
#include "cfg/ir/rewrite.h"
#include "support/sound.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>

namespace lockstep::cfg {

namespace {

constexpr std::size_t largest_cell = 64;    // nodes of an expression for the next cell
constexpr std::uint64_t too_many = 1 << 20; // values that have one image: more are not counted

// The atomic to whose cell threads come, if it is all that ever changes the array.
std::optional<Point> only_change(const Kernel &k, ArrayId array) {
  if (k.arrays[array].aliased)
    return std::nullopt;
  std::optional<Point> out;
  for (const ArrayUse &use : uses_of(k, array)) {
    if (!use.changes())
      continue;
    if (support::unsound("ascents.alone", use.store || out))
      return std::nullopt;
    if (use.atomic && (!out || use.atomic->dest))
      out = use.place;
  }
  return out;
}

bool reads_memory(const Expr &e) { // which may change
  return any_node(e, [](const ExprNode &n) { return n.op == Op::Read; });
}

// What a thread has found: on some way it has not come yet, may have been first, was not.
struct Past {
  bool fresh = true, open = false, second = false;
  Expr cell = nullptr; // to which it came last; null: not known any more

  bool operator==(const Past &o) const {
    return fresh == o.fresh && open == o.open && second == o.second && !cell == !o.cell &&
           (!cell || equal(cell, o.cell));
  }
};

// Rules of a GroupFlow.
class PastRules {
public:
  using State = Past;
  PastRules(const Kernel &k, Point at) : k_(k), at_(at), come_(std::get<Atomic>(statement(k, at).node)) {}

  void step(Past &now, Point p) const {
    if (p == at_) {
      now = {false, true, false, come_.offset};
      return;
    }
    const Stmt &s = statement(k_, p);
    auto *set = std::get_if<Assign>(&s.node);
    for (VarId v : defined_vars(s))
      if (support::unsound("ascents.cell", now.cell && (mentions(now.cell, v) || set)))
        now.cell = behind(now.cell, v, set ? set->value : nullptr);
  }
  // Is something known that is false of what a cell holds at launch?
  void learn(Past &now, const std::vector<Fact> &known) const {
    const VarId found = *come_.dest;
    const auto zero = [&](const Expr &v) -> Expr { return v->var == found ? constant(v->type, 0) : nullptr; };
    if (now.open && support::sound("ascents.second",
                                   contradicts(known, zero, [&](const Fact &f) { return mentions(f.expr, found); })))
      now.open = false, now.second = true;
  }
  static bool meet(Past &to, const Past &from) {
    const Past before = to;
    const bool came = to.open || to.second, other_came = from.open || from.second;
    if (came && other_came ? !(to.cell && from.cell && equal(to.cell, from.cell)) : other_came)
      to.cell = came ? nullptr : from.cell;
    to.fresh |= from.fresh, to.open |= from.open, to.second |= from.second;
    return !(to == before);
  }
  static void hear(Past &, const std::vector<Past> &) {} // each goes for itself

private:
  // The same value once v is assigned: v is what it says, and what it was is gone. Null: it cannot be said any more.
  Expr behind(const Expr &cell, VarId v, const Expr &value) const {
    const auto own = static_cast<VarId>(k_.vars.size()); // stands for v
    const Expr said =
        value && !is_const(value)
            ? replace(cell, [&](const Expr &n) -> Expr { return equal(n, value) ? variable(own, n->type) : nullptr; })
            : cell;
    if (mentions(said, v))
      return nullptr;
    return replace(said, [&](const Expr &n) -> Expr {
      return n->op == Op::Var && n->var == own ? variable(v, n->type) : nullptr;
    });
  }

  const Kernel &k_;
  const Point at_;
  const Atomic &come_;
};

// To which cell a thread comes next.
struct Next {
  enum Kind : std::uint8_t { None, Is, Unknown } kind = None;
  Expr cell = nullptr;
  bool operator==(const Next &o) const { return kind == o.kind && (kind != Is || equal(cell, o.cell)); }
};

class NextCells { // backwards from the atomic
public:
  NextCells(const Kernel &k, Point at)
      : k_(k), at_(at), come_(std::get<Atomic>(statement(k, at).node)), starts_(k.blocks.size()) {
    for (bool changed = true; changed;) {
      support::spend_round();
      changed = false;
      for (auto b = static_cast<BlockId>(k.blocks.size()); b-- > 0;) {
        const Next now = joined(starts_[b], before({b, 0}));
        changed = changed || !(now == starts_[b]);
        starts_[b] = now;
      }
    }
  }

  Next before(Point p) const {
    Next out;
    for (BlockId next : successors(k_.blocks[p.first].end))
      out = joined(out, starts_[next]);
    for (auto i = static_cast<std::uint32_t>(k_.blocks[p.first].stmts.size()); i-- > p.second;)
      out = back(std::move(out), {p.first, i});
    return out;
  }

private:
  static Next joined(const Next &a, const Next &b) {
    return a.kind == Next::None ? b : b.kind == Next::None || a == b ? a : Next{Next::Unknown, nullptr};
  }
  // What holds in front of the statement, if that holds behind it.
  Next back(Next behind, Point p) const {
    if (p == at_)
      return {Next::Is, come_.offset};
    const Stmt &s = statement(k_, p);
    auto *set = std::get_if<Assign>(&s.node);
    for (VarId v : defined_vars(s)) {
      if (behind.kind != Next::Is || !mentions(behind.cell, v))
        continue;
      if (set)
        behind.cell = replace(
            behind.cell, [&](const Expr &n) -> Expr { return n->op == Op::Var && n->var == v ? set->value : nullptr; });
      if (!set || reads_memory(set->value) || size(behind.cell, largest_cell) >= largest_cell)
        behind = {Next::Unknown, nullptr};
    }
    return behind;
  }

  const Kernel &k_;
  const Point at_;
  const Atomic &come_;
  std::vector<Next> starts_; // per block
};

// How many values of a part give one value of an expression, and which expressions are never equal.
class Images {
public:
  Images(const Kernel &k, const Ranges &ranges) : k_(k), ranges_(ranges) {}

  // So many values of `part`, at most, give one value of `e`, of which nothing else is not the same for all; 0: that is
  // not known. `at`: where it is evaluated.
  std::uint64_t alike(const Expr &e, const Expr &part, Point at) const {
    if (equal(e, part))
      return 1;
    if (e->args.empty() || e->args.size() > 2)
      return 0;
    std::size_t side = 0;
    if (e->args.size() == 2 && same_for_all(k_, e->args[0]))
      side = 1;
    if (e->args.size() == 2 && !same_for_all(k_, e->args[1 - side]))
      return 0;
    const std::uint64_t inner = alike(e->args[side], part, at);
    const std::uint64_t own = inner == 0 || inner > too_many ? 0 : merges(*e, side, at);
    return own > too_many ? 0 : inner * own;
  }
  // Is what the one is at its point never what the other is at its own?
  bool apart(const Expr &first, Point p, const Expr &next, Point q) const {
    const ExprRange a = range(first, p), b = range(next, q);
    const auto disjoint = [](const Bounds &x, const Bounds &y) { return x.hi < y.lo || y.hi < x.lo; };
    return disjoint(a.as_unsigned, b.as_unsigned) || disjoint(a.as_signed, b.as_signed);
  }

private:
  ExprRange range(const Expr &e, Point at) const { return ranges_.evaluate_before(e, k_, at.first, at.second); }
  // So many values of this argument give one result.
  std::uint64_t merges(const ExprNode &e, std::size_t side, Point at) const {
    const Expr by = e.args.size() == 2 && is_const(e.args[1 - side]) ? e.args[1 - side] : nullptr;
    const auto bits = [](std::uint64_t x) { return std::popcount(x) > 20 ? 0 : std::uint64_t(1) << std::popcount(x); };
    switch (e.op) {
    case Op::Zext:
    case Op::Sext:
    case Op::Add:
    case Op::Sub:
    case Op::BitXor: return 1;
    case Op::Trunc: return range(e.args[side], at).as_unsigned.hi < Wide::power_of_two(e.type.width) ? 1 : 0;
    case Op::Mul: return by && by->value % 2 == 1 ? 1 : 0;
    case Op::UDiv: return by && side == 0 ? by->value : 0;
    case Op::SDiv:
      return !by || side != 0 || signed_value(*by) <= 0                                        ? 0
             : support::sound("ascents.about_zero", range(e.args[side], at).as_signed.lo >= 0) ? by->value
                                                                                               : 2 * by->value - 1;
    case Op::LShr:
    case Op::AShr: return by && side == 0 && by->value <= 20 ? std::uint64_t(1) << by->value : 0;
    case Op::BitAnd: return by ? bits(mask_to_width(~by->value, e.type.width)) : 0;
    case Op::BitOr: return by ? bits(by->value) : 0;
    case OPS_LEAF:
    case Op::Shl:
    case OPS_REMAINDER:
    case OPS_MIN_MAX:
    case OPS_TRUTH:
    case Op::Ite:
    case OPS_FLOAT:
    case OPS_OPAQUE: break;
    }
    return 0;
  }

  const Kernel &k_;
  const Ranges &ranges_;
};

// The expression, and what it is made of by one thing that is not the same for all, down to a variable or an id.
std::vector<Expr> cores(const Kernel &k, Expr e) {
  std::vector<Expr> out;
  while (e) {
    out.push_back(e);
    Expr inner;
    std::size_t own = 0;
    for (const Expr &a : e->args)
      if (!same_for_all(k, a))
        inner = a, ++own;
    e = own == 1 ? inner : nullptr;
  }
  return out;
}

class Ascent {
public:
  Ascent(Subject &subject, const Ranges &ranges, Point at)
      : subject_(subject), at_(at), behind_{at.first, at.second + 1},
        come_(std::get<Atomic>(statement(subject.k, at).node)), images_(subject.k, ranges), nexts_(subject.k, at),
        rules_(subject.k, at), pasts_(subject, rules_, {}) {}

  // Do no three threads ever have one cell?
  bool holds() const {
    const bool in_one_grid =
        come_.scope == AtomicScope::Grid || (come_.scope == AtomicScope::Group && in_one_group(subject_.launch));
    return in_one_grid && subject_.definitions[*come_.dest] && !mentions(come_.offset, *come_.dest) &&
           !reads_memory(come_.offset) && has(at_) && no_three_have_one();
  }
  // The cell that a thread has at the point; null: it may have none, or it is not known which.
  Expr had(Point p) const {
    const Next next = nexts_.before(p);
    return next.kind == Next::Is && has(p) ? next.cell : nullptr;
  }
  // The cell whose second comer a thread at the point is.
  Expr second_of(Point p) const {
    const Past now = past(p);
    return now.second && !now.fresh && !now.open ? now.cell : nullptr;
  }

private:
  Past past(Point p) const {
    Past now = pasts_.before(p);
    rules_.learn(now, subject_.known(p));
    return now;
  }
  bool has(Point p) const {
    const Past now = past(p);
    return pasts_.comes_to(p.first) && !now.open && (now.fresh || now.second);
  }
  // What is one with the cell, so that no two values give one cell, and of which the next cell is a function that no
  // three values have in common.
  std::vector<Expr> lead_on(const Expr &next) const {
    std::vector<Expr> out;
    for (const Expr &core : cores(subject_.k, come_.offset)) {
      const std::uint64_t n = images_.alike(next, core, behind_);
      if (images_.alike(come_.offset, core, behind_) == 1 && n != 0 && support::sound("ascents.three_go_on", n <= 2))
        out.push_back(core);
    }
    return out;
  }
  // What is one with the thread, and of which its first cell is such a function.
  std::vector<Expr> lead_in(const Expr &first) const {
    std::vector<Expr> out;
    for (const Expr &core : cores(subject_.k, first)) {
      const Namer::Name name = subject_.namer(core);
      const std::uint64_t n = images_.alike(first, core, {0, 0});
      if (name.who == Names::Thread && !name.counter && n != 0 && support::sound("ascents.three_start", n <= 2))
        out.push_back(core);
    }
    return out;
  }
  bool no_three_have_one() const {
    const Next first = nexts_.before({0, 0}), next = nexts_.before(behind_);
    if (first.kind != Next::Is || next.kind == Next::Unknown)
      return false;
    const std::vector<VarId> vars = variables(first.cell);
    if (std::any_of(vars.begin(), vars.end(), [&](VarId v) { return !subject_.k.vars[v].param; }))
      return false;
    const std::vector<Expr> in = lead_in(first.cell);
    if (in.empty() || next.kind == Next::None)
      return !in.empty();
    const std::vector<Expr> on = lead_on(next.cell);
    if (on.empty())
      return false;
    if (support::sound("ascents.start", images_.apart(first.cell, {0, 0}, next.cell, behind_)))
      return true;
    // One function of both: no value is of both kinds.
    return std::any_of(in.begin(), in.end(), [&](const Expr &x) {
      return std::any_of(on.begin(), on.end(), [&](const Expr &y) {
        return x->type == y->type && equal(with_hole(first.cell, x), with_hole(next.cell, y)) &&
               images_.apart(x, {0, 0}, y, behind_);
      });
    });
  }
  Expr with_hole(const Expr &e, const Expr &part) const {
    return replace(e, [&](const Expr &n) -> Expr {
      return equal(n, part) ? variable(static_cast<VarId>(subject_.k.vars.size()), n->type) : nullptr;
    });
  }

  Subject &subject_;
  const Point at_, behind_;
  const Atomic &come_;
  const Images images_;
  const NextCells nexts_;
  PastRules rules_;
  const GroupFlow<PastRules> pasts_;
};

// Whole cells, of which each is changed whatever is found there.
bool may_ascend(const Atomic &a) {
  return a.dest && a.per_value == 1 && a.op != AtomicOp::CmpXchg && a.op != AtomicOp::Store && a.op != AtomicOp::Load;
}

void note(const Subject &subject, const Ascent &ascent, Point at, AtomicScope scope, Handovers &out) {
  const Kernel &k = subject.k;
  const ArrayId array = std::get<Atomic>(statement(k, at).node).array;
  const std::size_t channel =
      out.open({"ascent " + k.arrays[array].name, Keys::Cells, Pairs::Any, array, ZeroAtLaunch::of(k, array)});
  for (const SharedAccess &a : subject.accesses) {
    if (a.array == array || (a.space == Space::Group && scope != AtomicScope::Group))
      continue;
    if (const Expr cell = ascent.had(a.place)) {
      if (const auto released = OrderedAt::released(k, a, at, scope))
        out.at[a.place].gives.push_back({channel, cell, *released});
      else
        out.missing[a.place] = fmt::format("no fence lies between it and the change of '{}'", name_of(k, array));
    }
    if (const Expr cell = ascent.second_of(a.place)) {
      if (const auto acquired = OrderedAt::acquired(k, at, a, scope))
        out.at[a.place].hold({channel, cell, *acquired}); // no two are second
      else
        out.missing[a.place] = fmt::format("no fence lies between what is found in '{}' and it", name_of(k, array));
    }
  }
}

} // namespace

void find_ascents(const Kernel &k, const Facts &facts, const Ranges &ranges, const Launch &launch, Handovers &out) {
  std::optional<Subject> subject;
  for (ArrayId array = 0; array < k.arrays.size(); ++array) {
    if (!ZeroAtLaunch::of(k, array))
      continue;
    const auto at = only_change(k, array);
    if (!at || !may_ascend(std::get<Atomic>(statement(k, *at).node)))
      continue;
    if (!subject)
      subject.emplace(k, facts, launch);
    const Ascent ascent(*subject, ranges, *at);
    if (!ascent.holds())
      continue;
    out.free.try_emplace(array, 0);
    for (const AtomicScope scope : {AtomicScope::Grid, AtomicScope::Group})
      if (std::get<Atomic>(statement(k, *at).node).scope >= scope)
        note(*subject, ascent, *at, scope, out);
  }
}

} // namespace lockstep::cfg
