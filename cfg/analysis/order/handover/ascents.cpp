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
#include "cfg/analysis/order/handover/parts.h"
#include "cfg/analysis/order/ticket_parts.h"
#include "cfg/ir/op_groups.h"
#include "cfg/ir/rewrite.h"
#include "support/budget.h"
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
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    for (std::uint32_t i = 0; i < k.blocks[b].stmts.size(); ++i) {
      const Stmt &s = k.blocks[b].stmts[i];
      auto *st = std::get_if<Store>(&s.node);
      auto *a = std::get_if<Atomic>(&s.node);
      if (!(st && st->array == array) && !(a && a->array == array && a->op != AtomicOp::Load))
        continue;
      if (support::unsound("ascents.alone", st || out))
        return std::nullopt;
      if (a && (!out || a->dest))
        out = {b, i};
    }
  return out;
}

class Ascent {
public:
  Ascent(const Kernel &k, FactReader &facts, const Ranges &ranges, const Launch &launch, Point at)
      : k_(k), facts_(facts), ranges_(ranges), launch_(launch), at_(at), come_(std::get<Atomic>(statement(k, at).node)),
        edges_(k, facts), nexts_(nexts()), pasts_(pasts()) {}

  const Atomic &come() const { return come_; }

  // Do no three threads ever have one cell?
  bool holds() const {
    return in_one_grid() && one_definition() && !mentions(come_.offset, *come_.dest) && !reads(come_.offset) &&
           has(at_) && no_three_have_one();
  }
  // The cell that a thread has at the point; null: it may have none, or it is not known which.
  Expr had(Point p) const {
    const Next next = next_before(p);
    return next.kind == Next::Is && has(p) ? next.cell : nullptr;
  }
  // The cell whose second comer a thread at the point is.
  Expr second_of(Point p) const {
    const Past now = before(p);
    return now.second && !now.fresh && !now.open ? now.cell : nullptr;
  }

private:
  // --- what a thread has found ---------------------------------------------------------------------------------------

  struct Past {
    bool fresh = false, open = false, second = false; // on some way: it has not come yet, may have been first, was not
    Expr cell;                                        // to which it came last; null: not known any more
    bool operator==(const Past &o) const {
      return fresh == o.fresh && open == o.open && second == o.second && !cell == !o.cell &&
             (!cell || equal(cell, o.cell));
    }
  };
  using Pasts = std::vector<std::optional<Past>>; // per block, at its start

  static Past joined(Past a, const Past &b) {
    const bool a_came = a.open || a.second, b_came = b.open || b.second;
    if (a_came && b_came ? !(a.cell && b.cell && equal(a.cell, b.cell)) : b_came)
      a.cell = a_came ? nullptr : b.cell;
    a.fresh |= b.fresh, a.open |= b.open, a.second |= b.second;
    return a;
  }
  Pasts pasts() const {
    Pasts out(k_.blocks.size());
    out[0] = Past{true, false, false, nullptr};
    for (bool changed = true; changed;) {
      support::spend_round();
      changed = false;
      for (BlockId b = 0; b < k_.blocks.size(); ++b) {
        if (!out[b])
          continue;
        Past end = *out[b];
        for (std::uint32_t i = 0; i < k_.blocks[b].stmts.size(); ++i)
          step(end, {b, i});
        for (BlockId next : successors(k_.blocks[b].end)) {
          Past there = end;
          learn(there, edges_.known(b, next));
          const Past now = out[next] ? joined(*out[next], there) : there;
          changed = changed || !out[next] || !(now == *out[next]);
          out[next] = now;
        }
      }
    }
    return out;
  }
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
  void learn(Past &now, const std::vector<Fact> &known) const {
    if (now.open && support::sound("ascents.second", tells(known)))
      now.open = false, now.second = true;
  }
  // Is something known that is false of what a cell holds at launch?
  bool tells(const std::vector<Fact> &known) const {
    const VarId found = *come_.dest;
    return std::any_of(known.begin(), known.end(), [&](const Fact &f) {
      if (f.kind == Fact::Equation)
        return f.var == found && is_const(f.expr) && !is_const(f.expr, 0);
      const Expr said = replace(f.expr, [&](const Expr &n) -> Expr {
        const auto e = n->op != Op::Var || n->var == found
                           ? known.end()
                           : std::find_if(known.begin(), known.end(), [&](const Fact &x) {
                               return x.kind == Fact::Equation && x.var == n->var && mentions(x.expr, found);
                             });
        return e == known.end() ? nullptr : e->expr;
      });
      return is_const(replace(said,
                              [&](const Expr &n) -> Expr {
                                return n->op == Op::Var && n->var == found ? constant(n->type, 0) : nullptr;
                              }),
                      0);
    });
  }
  Past before(Point p) const {
    Past now = pasts_[p.first].value_or(Past{});
    for (std::uint32_t i = 0; i < p.second; ++i)
      step(now, {p.first, i});
    learn(now, facts_.before(p.first, p.second));
    return now;
  }
  bool has(Point p) const {
    const Past now = before(p);
    return !now.open && (now.fresh || now.second);
  }

  // --- to which cell it comes next -----------------------------------------------------------------------------------

  struct Next {
    enum Kind : std::uint8_t { None, Is, Unknown } kind = None;
    Expr cell;
    bool operator==(const Next &o) const { return kind == o.kind && (kind != Is || equal(cell, o.cell)); }
  };
  using Nexts = std::vector<Next>; // per block, at its start

  static Next joined(const Next &a, const Next &b) {
    return a.kind == Next::None ? b : b.kind == Next::None || a == b ? a : Next{Next::Unknown, nullptr};
  }
  // What holds in front of the block's statements up to `from`, if that holds behind it.
  Next back(Next behind, BlockId b, std::uint32_t from) const {
    for (auto i = static_cast<std::uint32_t>(k_.blocks[b].stmts.size()); i-- > from;) {
      if (Point{b, i} == at_) {
        behind = {Next::Is, come_.offset};
        continue;
      }
      const Stmt &s = k_.blocks[b].stmts[i];
      auto *set = std::get_if<Assign>(&s.node);
      for (VarId v : defined_vars(s))
        if (behind.kind == Next::Is && mentions(behind.cell, v)) {
          if (set)
            behind.cell = replace(behind.cell, [&](const Expr &n) -> Expr {
              return n->op == Op::Var && n->var == v ? set->value : nullptr;
            });
          if (!set || reads(set->value) || size(behind.cell, largest_cell) >= largest_cell)
            behind = {Next::Unknown, nullptr};
        }
    }
    return behind;
  }
  Next at_end(const Nexts &all, BlockId b) const {
    Next out;
    for (BlockId next : successors(k_.blocks[b].end))
      out = joined(out, all[next]);
    return out;
  }
  Nexts nexts() const {
    Nexts out(k_.blocks.size());
    for (bool changed = true; changed;) {
      support::spend_round();
      changed = false;
      for (auto b = static_cast<BlockId>(k_.blocks.size()); b-- > 0;) {
        const Next now = joined(out[b], back(at_end(out, b), b, 0));
        changed = changed || !(now == out[b]);
        out[b] = now;
      }
    }
    return out;
  }
  Next next_before(Point p) const { return back(at_end(nexts_, p.first), p.first, p.second); }

  // --- how many have one cell ----------------------------------------------------------------------------------------

  bool in_one_grid() const {
    const auto &groups = launch_.num_groups;
    return come_.scope == AtomicScope::Grid ||
           (come_.scope == AtomicScope::Group &&
            std::all_of(groups.begin(), groups.end(), [](auto n) { return n == Launch::Extent(1); }));
  }
  static bool reads(const Expr &e) { // memory, which may change
    return any_node(e, [](const ExprNode &n) { return n.op == Op::Read; });
  }
  bool one_definition() const {
    std::size_t n = 0;
    for (const Block &b : k_.blocks)
      for (const Stmt &s : b.stmts)
        for (VarId d : defined_vars(s))
          n += d == *come_.dest;
    return n == 1;
  }

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
  // So many values of this argument give one result.
  std::uint64_t merges(const ExprNode &e, std::size_t side, Point at) const {
    const Expr by = e.args.size() == 2 && is_const(e.args[1 - side]) ? e.args[1 - side] : nullptr;
    const auto range = [&] { return ranges_.evaluate_before(e.args[side], k_, at.first, at.second); };
    const auto bits = [](std::uint64_t x) { return std::popcount(x) > 20 ? 0 : std::uint64_t(1) << std::popcount(x); };
    switch (e.op) {
    case Op::Zext:
    case Op::Sext:
    case Op::Add:
    case Op::Sub:
    case Op::BitXor: return 1;
    case Op::Trunc: return range().as_unsigned.hi < Wide::power_of_two(e.type.width) ? 1 : 0;
    case Op::Mul: return by && by->value % 2 == 1 ? 1 : 0;
    case Op::UDiv: return by && side == 0 ? by->value : 0;
    case Op::SDiv:
      return !by || side != 0 || signed_value(*by) <= 0                        ? 0
             : support::sound("ascents.about_zero", range().as_signed.lo >= 0) ? by->value
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

  // The expression, and what it is made of by one thing that is not the same for all, down to a variable or an id.
  std::vector<Expr> cores(Expr e) const {
    std::vector<Expr> out;
    while (e) {
      out.push_back(e);
      Expr inner;
      std::size_t own = 0;
      for (const Expr &a : e->args)
        if (!same_for_all(k_, a))
          inner = a, ++own;
      e = own == 1 ? inner : nullptr;
    }
    return out;
  }
  Next after() const { return next_before({at_.first, at_.second + 1}); }
  // What is one with the cell, so that no two values give one cell, and of which the next cell is a function that no
  // three values have in common.
  std::vector<Expr> lead_on() const {
    std::vector<Expr> out;
    const Point behind{at_.first, at_.second + 1};
    const Expr next = after().cell;
    for (const Expr &core : cores(come_.offset)) {
      const std::uint64_t n = alike(next, core, behind);
      if (alike(come_.offset, core, behind) == 1 && n != 0 && support::sound("ascents.three_go_on", n <= 2))
        out.push_back(core);
    }
    return out;
  }
  // What is one with the thread, and of which its first cell is such a function.
  std::vector<Expr> lead_in(const Expr &first) const {
    std::vector<Expr> out;
    const Namer namer(k_, launch_);
    for (const Expr &core : cores(first)) {
      const Namer::Name name = namer(core);
      const std::uint64_t n = alike(first, core, {0, 0});
      if (name.who == Names::Thread && !name.counter && n != 0 && support::sound("ascents.three_start", n <= 2))
        out.push_back(core);
    }
    return out;
  }
  bool no_three_have_one() const {
    const Next first = next_before({0, 0}), next = after();
    if (first.kind != Next::Is || next.kind == Next::Unknown)
      return false;
    const std::vector<VarId> vars = variables(first.cell);
    if (std::any_of(vars.begin(), vars.end(), [&](VarId v) { return !k_.vars[v].param; }))
      return false;
    const std::vector<Expr> in = lead_in(first.cell);
    if (in.empty() || next.kind == Next::None)
      return !in.empty();
    const std::vector<Expr> on = lead_on();
    if (on.empty())
      return false;
    if (support::sound("ascents.start", apart(first.cell, next.cell)))
      return true;
    // One function of both: no value is of both kinds.
    return std::any_of(in.begin(), in.end(), [&](const Expr &x) {
      return std::any_of(on.begin(), on.end(), [&](const Expr &y) {
        return x->type == y->type && equal(with_hole(first.cell, x), with_hole(next.cell, y)) && apart(x, y);
      });
    });
  }
  Expr with_hole(const Expr &e, const Expr &part) const {
    return replace(e, [&](const Expr &n) -> Expr {
      return equal(n, part) ? variable(static_cast<VarId>(k_.vars.size()), n->type) : nullptr;
    });
  }
  // Is what a thread begins with never what it has behind the atomic?
  bool apart(const Expr &first, const Expr &next) const {
    const ExprRange a = ranges_.evaluate_before(first, k_, 0, 0),
                    b = ranges_.evaluate_before(next, k_, at_.first, at_.second + 1);
    const auto disjoint = [](const Bounds &x, const Bounds &y) { return x.hi < y.lo || y.hi < x.lo; };
    return disjoint(a.as_unsigned, b.as_unsigned) || disjoint(a.as_signed, b.as_signed);
  }

  const Kernel &k_;
  FactReader &facts_;
  const Ranges &ranges_;
  const Launch &launch_;
  const Point at_;
  const Atomic &come_;
  const Edges edges_;
  const Nexts nexts_;
  const Pasts pasts_;
};

// Whole cells, of which each is changed whatever is found there.
bool may_ascend(const Atomic &a) {
  return a.dest && a.per_value == 1 && a.op != AtomicOp::CmpXchg && a.op != AtomicOp::Store && a.op != AtomicOp::Load;
}

void note(const Kernel &k, const Ascent &ascent, Point at, AtomicScope scope, const std::vector<SharedAccess> &accesses,
          Handovers &out) {
  const ArrayId array = ascent.come().array;
  const std::size_t channel =
      out.open({"ascent " + k.arrays[array].name, Keys::Cells, Pairs::Any, array, ZeroAtLaunch::of(k, array)});
  for (const SharedAccess &a : accesses) {
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
  FactReader reader(k, facts);
  const std::vector<SharedAccess> accesses = accesses_to_order(k);
  for (ArrayId array = 0; array < k.arrays.size(); ++array) {
    if (!ZeroAtLaunch::of(k, array))
      continue;
    const auto at = only_change(k, array);
    if (!at || !may_ascend(std::get<Atomic>(statement(k, *at).node)))
      continue;
    const Ascent ascent(k, reader, ranges, launch, *at);
    if (!ascent.holds())
      continue;
    out.free.try_emplace(array, 0);
    for (const AtomicScope scope : {AtomicScope::Grid, AtomicScope::Group})
      if (ascent.come().scope >= scope)
        note(k, ascent, *at, scope, accesses, out);
  }
}

} // namespace lockstep::cfg
