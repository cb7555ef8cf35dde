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
#include "cfg/analysis/order/handover/parts.h"
#include "cfg/analysis/values/unwritten.h"
#include "cfg/ir/rewrite.h"
#include "support/sound.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::cfg {

namespace {

// How many count, as expressions of the kernel say it.
class CountingNumber {
public:
  CountingNumber(const Launch &launch, bool by_threads) : launch_(launch), by_threads_(by_threads) {}

  // Is it the number less one?
  bool is_last(const Expr &e) const {
    const Expr all = of(e->type), x = with_sizes(e, launch_);
    return all &&
           support::sound("counters.number", equal(x, binary(Op::Sub, all, constant(e->type, 1))) ||
                                                 equal(x, binary(Op::Add, all, constant(e->type, ~std::uint64_t(0)))));
  }
  // No less, so that an increment that begins anew there does not before all have counted.
  bool not_less_than_last(const Expr &e) const {
    const Expr all = of(e->type), x = with_sizes(e, launch_);
    return all && (is_last(x) || equal(x, all) || (is_const(x) && is_const(all) && x->value + 1 >= all->value) ||
                   is_const(x, mask_to_width(~std::uint64_t(0), e->type.width)));
  }

private:
  // The number of those that count, of this type, if one term says it; nothing that could wrap around.
  Expr of(Type type) const {
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

  const Launch &launch_;
  const bool by_threads_;
};

class Counter {
public:
  Counter(Subject &subject, Point at)
      : subject_(subject), at_(at), add_(std::get<Atomic>(statement(subject.k, at).node)),
        who_(subject.only_thread(at)), by_threads_(support::unsound("counters.one_thread", !who_)),
        number_(subject.launch, by_threads_) {}

  bool by_threads() const { return by_threads_; }

  // Does each group (each thread) add one, once, and get a result that says who is last?
  bool plausible() const {
    const bool adds =
        add_.op == AtomicOp::Add
            ? is_const(add_.operands[0], 1)
            : add_.op == AtomicOp::Inc && (add_.operands.empty() || number_.not_less_than_last(add_.operands[0]));
    return adds && add_.dest && add_.per_value == 1 && is_const(add_.offset) && add_.scope == AtomicScope::Grid &&
           subject_.definitions[*add_.dest] && !reaches(subject_.k, at_, at_);
  }

  // What changes the counter otherwise comes last.
  bool alone() const {
    for (const auto &[place, store, a] : uses_of(subject_.k, add_.array)) {
      if (place == at_ || (a && a->op == AtomicOp::Load) ||
          is_other_cell(store ? store->offset : a->offset,
                        store ? store->values.size() * store->per_value : a->per_value))
        continue;
      if (support::unsound("counters.alone", !is_last(place)))
        return false;
    }
    return true;
  }

  // Does the thread at the point know that its group is last?
  bool is_last(Point p) const {
    const std::vector<Fact> known = subject_.known(p);
    // What the counting thread has found, a barrier hands on to the others.
    const bool behind_barrier =
        !by_threads_ &&
        support::sound("counters.barrier", is_who_counts(known) || !reaches(subject_.k, at_, p, [](const Stmt &s) {
                                             return group_barrier(s, Space::Global);
                                           }));
    return std::any_of(known.begin(), known.end(), [&](const Fact &f) {
      return f.kind == Fact::Condition &&
             ((says_last(f.expr) && precedes(at_, p)) || (behind_barrier && says_so_in_memory(f.expr, p)));
    });
  }
  // Does the group (the thread itself) make the access before it counts?
  bool before(Point p) const {
    return !support::unsound("counters.behind", reaches(subject_.k, at_, p)) &&
           support::sound("counters.interval", by_threads_ || is_who_counts(subject_.known(p)) ||
                                                   !in_one_interval(subject_.k, p, at_, Space::Global));
  }

private:
  bool is_who_counts(const std::vector<Fact> &known) const {
    return who_ && who_ == only_thread(known, subject_.launch);
  }

  bool is_other_cell(const Expr &offset, std::uint64_t granules) const {
    return is_const(offset) && (offset->value + granules <= add_.offset->value || offset->value > add_.offset->value);
  }

  bool precedes(Point first, Point p) const { return support::sound("counters.precedes", subject_.precedes(first, p)); }

  bool says_last(const Expr &e) const {
    return e->op == Op::Eq && either_way(e, [&](const Expr &x, const Expr &y) {
             return x->op == Op::Var && x->var == *add_.dest && number_.is_last(y);
           });
  }

  // A condition on one variable that was read from group memory and is then not zero.
  bool says_so_in_memory(const Expr &e, Point p) const {
    const std::vector<VarId> vars = variables(e);
    if (vars.size() != 1 || any_node(e, [](const ExprNode &n) { return n.op == Op::Read || n.op == Op::LocalId; }))
      return false;
    const Type type = subject_.k.vars[vars[0]].type;
    const Expr if_zero = replace(e, [&](const Expr &n) -> Expr {
      return n->op == Op::Var ? (type.is_bool() ? boolean(false) : constant(type, 0)) : nullptr;
    });
    const std::optional<Point> &read = subject_.definitions[vars[0]];
    if (!is_const(if_zero, 0) || !type.is_int() || !read)
      return false;
    auto *l = std::get_if<Load>(&statement(subject_.k, *read).node);
    return l && l->dests == vars && subject_.k.arrays[l->array].space == Space::Group && is_const(l->offset) &&
           precedes(*read, p) && says_last(*l, *read);
  }

  // Is the cell not zero only where the group is last?
  bool says_last(const Load &l, Point at) const {
    if (support::unsound("counters.written", !written_before_a_barrier(subject_.k, subject_.launch, subject_.dominators,
                                                                       at, l.array, l.offset->value)))
      return false;
    for (const auto &[place, store, a] : uses_of(subject_.k, l.array)) {
      if (a || !is_const(store->offset) || store->values.size() != 1 || store->per_value != l.per_value)
        return false;
      if (support::unsound("counters.flag", !zero_unless_last(store->values[0], place)))
        return false;
    }
    return true;
  }

  bool zero_unless_last(const Expr &value, Point at) const {
    if (is_const(value, 0))
      return true;
    if (!precedes(at_, at))
      return false;
    const Expr otherwise =
        replace(value, [&](const Expr &n) -> Expr { return says_last(n) ? boolean(false) : nullptr; });
    if (is_const(otherwise, 0))
      return true;
    const std::vector<Fact> known = subject_.known(at);
    return std::any_of(known.begin(), known.end(),
                       [&](const Fact &f) { return f.kind == Fact::Condition && says_last(f.expr); });
  }

  Subject &subject_;
  const Point at_;
  const Atomic &add_;
  const std::optional<LocalIds> who_; // of its group
  const bool by_threads_;
  const CountingNumber number_;
};

} // namespace

void find_counters(Subject &subject, Handovers &out) {
  const Kernel &k = subject.k;
  for (const SharedAccess &x : subject.accesses) {
    auto *add = std::get_if<Atomic>(&statement(k, x.place).node);
    const std::optional<ZeroAtLaunch> start = ZeroAtLaunch::of(k, x.array);
    if (!add || !start || (add->op != AtomicOp::Add && add->op != AtomicOp::Inc) || !add->dest)
      continue;
    const Counter counter(subject, x.place);
    if (!counter.plausible() || !counter.alone())
      continue;
    if (counter.by_threads() && // it merely gives numbers, else
        std::none_of(subject.accesses.begin(), subject.accesses.end(),
                     [&](const SharedAccess &a) { return counter.is_last(a.place); }))
      continue;
    out.counters.push_back({x.array, add->offset->value, *start, counter.by_threads()});
    const std::size_t channel = out.open({"counter " + k.arrays[x.array].name, Keys::None,
                                          counter.by_threads() ? Pairs::Any : Pairs::OfGroups, x.array, *start});
    const std::string name = name_of(k, x.array);
    for (const SharedAccess &a : subject.accesses) {
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
