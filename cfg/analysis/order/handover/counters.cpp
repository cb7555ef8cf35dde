// Counters of groups (of threads), and the group (thread) that is last: see handover.h.
//
// Sound because (1) one thread of a group counts, where its ids have one value each, and not in a loop: each group adds
// one at most once (each thread does, where all may); the counter is zero at the start, and what else changes it comes
// behind the last group's knowledge that it is last; so the results are 0, 1, 2, ..., and who gets the number of groups
// less one has found the additions of all others, each of which went on with the release sequence of those before, and
// comes behind those additions that are released themselves; (2)
// an access lies before its group's addition in the order of barriers, or of the one thread, and on every way between
// them a fence releases it; a barrier hands on what its threads have done and fenced; (3) a group knows that it is last
// where the counting thread's result has that value, or where a value read from group memory is not zero that is not
// zero only then; a thread of those that count for themselves knows it by its own result.
#include "cfg/analysis/graph/loops.h"
#include "cfg/analysis/order/handover/parts.h"
#include "cfg/analysis/order/ordered.h"
#include "cfg/analysis/values/unwritten.h"
#include "cfg/ir/rewrite.h"
#include "support/sound.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::cfg {

namespace {

class Counter {
public:
  Counter(const Kernel &k, FactReader &facts, const Launch &launch, const DominatorTree &dominators, Point at)
      : k_(k), facts_(facts), launch_(launch), dominators_(dominators), at_(at),
        add_(std::get<Atomic>(statement(k, at).node)), known_at_(facts.before(at.first, at.second)),
        by_threads_(support::unsound("counters.one_thread", !only_thread(known_at_, launch))) {}

  bool by_threads() const { return by_threads_; }

  // Does each group (each thread) add one, once, and get a result that says who is last?
  bool plausible() const {
    const bool adds = add_.op == AtomicOp::Add
                          ? is_const(add_.operands[0], 1)
                          : add_.op == AtomicOp::Inc && (add_.operands.empty() || not_less_than_last(add_.operands[0]));
    return adds && add_.dest && add_.per_value == 1 && is_const(add_.offset) && add_.scope == AtomicScope::Grid &&
           defined_once(*add_.dest) && !reaches(k_, at_, at_, [](const Stmt &) { return false; });
  }

  // What changes the counter otherwise comes last.
  bool alone() {
    for (BlockId b = 0; b < k_.blocks.size(); ++b)
      for (std::uint32_t i = 0; i < k_.blocks[b].stmts.size(); ++i) {
        const Stmt &s = k_.blocks[b].stmts[i];
        auto *st = std::get_if<Store>(&s.node);
        auto *a = std::get_if<Atomic>(&s.node);
        if (Point(b, i) == at_ ||
            !((st && st->array == add_.array) || (a && a->array == add_.array && a->op != AtomicOp::Load)))
          continue;
        if (is_other_cell(st ? st->offset : a->offset, st ? st->values.size() * st->per_value : a->per_value))
          continue;
        if (support::unsound("counters.alone", !is_last({b, i})))
          return false;
      }
    return true;
  }

  // Does the thread at the point know that its group is last?
  bool is_last(Point p) {
    const std::vector<Fact> known = facts_.before(p.first, p.second);
    // What the counting thread has found, a barrier hands on to the others.
    const bool behind_barrier =
        !by_threads_ && support::sound("counters.barrier", same_thread(known) || !reaches(k_, at_, p, group_barrier));
    return std::any_of(known.begin(), known.end(), [&](const Fact &f) {
      return f.kind == Fact::Condition &&
             ((says_last(f.expr) && precedes(at_, p)) || (behind_barrier && says_so_in_memory(f.expr, p)));
    });
  }
  // Does the group (the thread itself) make the access before it counts?
  bool before(Point p) {
    const auto never = [](const Stmt &) { return false; };
    if (support::unsound("counters.behind", reaches(k_, at_, p, never)))
      return false;
    const std::vector<Fact> known = facts_.before(p.first, p.second);
    return support::sound("counters.interval",
                          by_threads_ || same_thread(known) || !in_one_interval(k_, p, at_, group_barrier));
  }

private:
  // The launch's sizes, where they are given.
  Expr with_sizes(const Expr &e) const {
    return replace(e, [&](const Expr &n) -> Expr {
      if ((n->op == Op::Trunc || n->op == Op::Zext) && n->args[0]->op == Op::NumGroups && n->type.width >= 32)
        return with_sizes(leaf(Op::NumGroups, static_cast<unsigned>(n->args[0]->value), n->type)); // below 2^32
      const bool size = n->op == Op::LocalSize, groups = n->op == Op::NumGroups;
      if (!size && !groups)
        return nullptr;
      const Launch::Extent &x = (size ? launch_.local_size : launch_.num_groups)[n->value];
      return x ? constant(n->type, *x) : nullptr;
    });
  }
  // The number of those that count, of this type, if one term says it; nothing that could wrap around.
  Expr number(Type type) const {
    Expr out;
    std::uint64_t known = 1;
    for (unsigned d = 0; by_threads_ && d < 3; ++d)
      if (!launch_.local_size[d] || *launch_.local_size[d] > 0xffffffff / known)
        return nullptr;
      else
        known *= std::max<std::uint64_t>(*launch_.local_size[d], 1);
    for (unsigned d = 0; d < 3; ++d)
      if (!launch_.num_groups[d])
        out = out || known != 1 ? nullptr : leaf(Op::NumGroups, d, type), known = out ? known : 0;
      else if (*launch_.num_groups[d] > 0xffffffff / std::max<std::uint64_t>(known, 1))
        return nullptr;
      else
        known *= *launch_.num_groups[d];
    if (!out)
      return known != 0 && known == mask_to_width(known, type.width) ? constant(type, known) : nullptr;
    return known == 1 && type.width >= 32 ? out : nullptr;
  }
  bool is_last_number(const Expr &e) const {
    const Expr all = number(e->type);
    return all && support::sound("counters.number",
                                 equal(with_sizes(e), binary(Op::Sub, all, constant(e->type, 1))) ||
                                     equal(with_sizes(e), binary(Op::Add, all, constant(e->type, ~std::uint64_t(0)))));
  }
  // No less, so that an increment that begins anew there does not before all have counted.
  bool not_less_than_last(const Expr &e) const {
    const Expr all = number(e->type), x = with_sizes(e);
    return all && (is_last_number(x) || equal(x, all) || (is_const(x) && is_const(all) && x->value + 1 >= all->value) ||
                   is_const(x, mask_to_width(~std::uint64_t(0), e->type.width)));
  }

  bool defined_once(VarId v) const {
    std::size_t n = 0;
    for (const Block &b : k_.blocks)
      for (const Stmt &s : b.stmts)
        for (VarId d : defined_vars(s))
          n += d == v;
    return n == 1;
  }

  bool same_thread(const std::vector<Fact> &known) const {
    const auto here = only_thread(known, launch_);
    return here && here == only_thread(known_at_, launch_);
  }

  bool is_other_cell(const Expr &offset, std::uint64_t granules) const {
    return is_const(offset) && (offset->value + granules <= add_.offset->value || offset->value > add_.offset->value);
  }

  // Is it on every way to the other point?
  bool precedes(Point first, Point p) const {
    return support::sound("counters.precedes", first.first == p.first ? first.second < p.second
                                                                      : dominators_.dominates(first.first, p.first));
  }

  bool says_last(const Expr &e) const {
    if (e->op != Op::Eq)
      return false;
    auto is = [&](const Expr &x, const Expr &y) {
      return x->op == Op::Var && x->var == *add_.dest && is_last_number(y);
    };
    return is(e->args[0], e->args[1]) || is(e->args[1], e->args[0]);
  }

  // A condition on one variable that was read from group memory and is then not zero.
  bool says_so_in_memory(const Expr &e, Point p) {
    const std::vector<VarId> vars = variables(e);
    if (vars.size() != 1 || any_node(e, [](const ExprNode &n) { return n.op == Op::Read || n.op == Op::LocalId; }))
      return false;
    const Type type = k_.vars[vars[0]].type;
    const Expr if_zero = replace(e, [&](const Expr &n) -> Expr {
      return n->op == Op::Var ? (type.is_bool() ? boolean(false) : constant(type, 0)) : nullptr;
    });
    if (!is_const(if_zero, 0) || !type.is_int() || !defined_once(vars[0]))
      return false;
    for (BlockId b = 0; b < k_.blocks.size(); ++b)
      for (std::uint32_t i = 0; i < k_.blocks[b].stmts.size(); ++i)
        if (auto *l = std::get_if<Load>(&k_.blocks[b].stmts[i].node); l && l->dests == vars)
          return k_.arrays[l->array].space == Space::Group && is_const(l->offset) && precedes({b, i}, p) &&
                 says_last(*l, {b, i});
    return false;
  }

  // Is the cell not zero only where the group is last?
  bool says_last(const Load &l, Point at) {
    if (support::unsound("counters.written",
                         !written_before_a_barrier(k_, launch_, dominators_, at, l.array, l.offset->value)))
      return false;
    for (BlockId b = 0; b < k_.blocks.size(); ++b)
      for (std::uint32_t i = 0; i < k_.blocks[b].stmts.size(); ++i) {
        const Stmt &s = k_.blocks[b].stmts[i];
        if (auto *a = std::get_if<Atomic>(&s.node); a && a->array == l.array)
          return false;
        auto *st = std::get_if<Store>(&s.node);
        if (!st || st->array != l.array)
          continue;
        if (!is_const(st->offset) || st->values.size() != 1 || st->per_value != l.per_value)
          return false;
        if (support::unsound("counters.flag", !zero_unless_last(st->values[0], {b, i})))
          return false;
      }
    return true;
  }

  bool zero_unless_last(const Expr &value, Point at) {
    if (is_const(value, 0))
      return true;
    if (!precedes(at_, at))
      return false;
    const Expr otherwise =
        replace(value, [&](const Expr &n) -> Expr { return says_last(n) ? boolean(false) : nullptr; });
    if (is_const(otherwise, 0))
      return true;
    const std::vector<Fact> known = facts_.before(at.first, at.second);
    return std::any_of(known.begin(), known.end(),
                       [&](const Fact &f) { return f.kind == Fact::Condition && says_last(f.expr); });
  }

  const Kernel &k_;
  FactReader &facts_;
  const Launch &launch_;
  const DominatorTree &dominators_;
  const Point at_;
  const Atomic &add_;
  const std::vector<Fact> known_at_;
  const bool by_threads_;
};

} // namespace

void find_counters(const Kernel &k, const Facts &facts, const Launch &launch, Handovers &out) {
  FactReader reader(k, facts);
  const DominatorTree tree = dominators(k);
  const std::vector<SharedAccess> accesses = accesses_to_order(k);
  for (const SharedAccess &x : accesses) {
    auto *add = std::get_if<Atomic>(&statement(k, x.place).node);
    const std::optional<ZeroAtLaunch> start = ZeroAtLaunch::of(k, x.array);
    if (!add || !start || (add->op != AtomicOp::Add && add->op != AtomicOp::Inc) || !add->dest)
      continue;
    Counter counter(k, reader, launch, tree, x.place);
    if (!counter.plausible() || !counter.alone())
      continue;
    if (counter.by_threads() && // it merely gives numbers, else
        std::none_of(accesses.begin(), accesses.end(), [&](const SharedAccess &a) { return counter.is_last(a.place); }))
      continue;
    out.counters.push_back({x.array, add->offset->value, *start, counter.by_threads()});
    const std::size_t channel = out.open({"counter " + k.arrays[x.array].name, Keys::None,
                                          counter.by_threads() ? Pairs::Any : Pairs::OfGroups, x.array, *start});
    const std::string name = name_of(k, x.array);
    for (const SharedAccess &a : accesses) {
      if (a.space != Space::Global)
        continue;
      if (a.place == x.place) { // those that follow it in the cell's order know of it
        if (const auto order = OrderedAt::itself(k, x.place, AtomicScope::Grid))
          out.at[a.place].gives.push_back({channel, nullptr, *order});
        else
          out.missing[a.place] =
              fmt::format("the addition to '{}' does not release, and no fence lies in front of it", name);
      } else if (counter.is_last(a.place)) {
        if (const auto order = OrderedAt::acquired(k, x.place, a, AtomicScope::Grid))
          out.at[a.place].hold({channel, nullptr, *order}); // of those who are last there are not two
        else
          out.missing[a.place] = fmt::format("no fence lies between the counter '{}' and it", name);
      } else if (counter.before(a.place)) {
        if (const auto order = OrderedAt::released(k, a, x.place, AtomicScope::Grid))
          out.at[a.place].gives.push_back({channel, nullptr, *order});
        else
          out.missing[a.place] = fmt::format("no fence lies between it and the counter '{}'", name);
      }
    }
  }
}

} // namespace lockstep::cfg
