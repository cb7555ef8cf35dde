// Posts to cells, and who has found them: see handover.h; what has been found, found.cpp.
//
// A *channel* are the writes of an array that a reader may have found. All are atomics that cover the two threads, of
// the whole grid or of one group; the reader comes behind one of them, by whoever made it. Sound because (1) who made
// it is known: one group makes all of them (the readers' own, where each group has its own cells, or there is but one),
// or the cell to which they are made is another one for each group (thread): then it is the group for which the cell is
// the reader's; or they are made by the winner of the cell (held.cpp), which is one thread; (2) an access of
// that group that comes before each of these writes, in the order of barriers or of the one thread, with a fence on
// every way between them, is ordered before what comes behind the reader's look: the write that was found is one of
// them. Nothing is said of the order of writes to a cell, nor of how often each is made.
#include "cfg/analysis/order/handover/parts.h"
#include "cfg/analysis/order/ordered.h"
#include "cfg/ir/rewrite.h"
#include "support/sound.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::cfg {

namespace {

bool never(const Stmt &) { return false; }

using GroupIds = std::array<std::uint64_t, 3>;

class Writers {
public:
  Writers(const Kernel &k, FactReader &facts, const Launch &launch, const DominatorTree &dominators)
      : k_(k), facts_(facts), launch_(launch), dominators_(dominators), namer_(k, launch) {}

  Namer::Name name(const Expr &cell) const { return namer_(cell); }

  // The only group that comes to the point, if it is known.
  std::optional<GroupIds> only_group(Point p) const {
    GroupIds out{};
    const std::vector<Fact> known = facts_.before(p.first, p.second);
    for (unsigned d = 0; d < 3; ++d) {
      if (launch_.num_groups[d] == Launch::Extent(1))
        continue;
      Expr id;
      auto is = [&](const Expr &x, const Expr &y) { // the whole id
        return x->op == Op::GroupId && x->value == d && x->type.width >= 32 && is_const(y);
      };
      for (const Fact &f : known)
        if (f.kind == Fact::Condition && f.expr->op == Op::Eq)
          for (std::size_t side : {0U, 1U})
            if (is(f.expr->args[side], f.expr->args[1 - side]))
              id = f.expr->args[1 - side];
      if (!id)
        return std::nullopt;
      out[d] = id->value;
    }
    return out;
  }

  // Do the cell's variables have, at the point, the only values that they ever get?
  bool settled(const Expr &cell, Point p) const {
    const std::vector<VarId> vars = variables(cell);
    return std::all_of(vars.begin(), vars.end(), [&](VarId v) {
      if (k_.vars[v].param)
        return true;
      const auto def = namer_.only_definition(v);
      return def && precedes(*def, p) && !reaches(k_, def, *def, never);
    });
  }

  bool precedes(Point first, Point p) const {
    return first.first == p.first ? first.second < p.second : dominators_.dominates(first.first, p.first);
  }

private:
  const Kernel &k_;
  FactReader &facts_;
  const Launch &launch_;
  const DominatorTree &dominators_;
  const Namer namer_;
};

// A set of writes of one array, if it is known who makes them.
class Posting {
public:
  Posting(const Kernel &k, FactReader &facts, const Launch &launch, const Writers &writers, const HeldLocks &won,
          ArrayId array, AtomicScope scope, std::vector<Point> writes)
      : k_(k), facts_(facts), launch_(launch), writers_(writers), won_(won), array_(array), scope_(scope),
        writes_(std::move(writes)) {}

  // Is it known who makes the writes: by the cell, or because one group makes all of them?
  bool known_by_cell() {
    kind_ = Kind::Cell;
    if (!atomics())
      return false;
    cell_ = std::get<Atomic>(statement(k_, writes_[0]).node).offset;
    const Namer::Name name = writers_.name(cell_);
    names_ = name.who;
    tickets_ = name.counter.has_value();
    return names_ != Names::Nobody && std::all_of(writes_.begin(), writes_.end(), [&](Point w) {
             return support::sound("posts.same_cell", equal(std::get<Atomic>(statement(k_, w).node).offset, cell_) &&
                                                          writers_.settled(cell_, w));
           });
  }
  bool known_by_winner() {
    kind_ = Kind::Winner;
    tickets_ = false;
    names_ = Names::Thread;
    if (!atomics() || !won_.plausible() || !won_.for_ever())
      return false;
    cell_ = std::get<Atomic>(statement(k_, writes_[0]).node).offset;
    return std::all_of(writes_.begin(), writes_.end(), [&](Point w) {
      return support::sound("posts.winner", equal(std::get<Atomic>(statement(k_, w).node).offset, cell_) && has_won(w));
    });
  }
  bool known_by_group() {
    kind_ = Kind::Group;
    cell_ = nullptr;
    tickets_ = false;
    names_ = Names::Group;
    if (!atomics())
      return false;
    if (of_own_group()) {
      kind_ = Kind::OwnGroup;
      return true;
    }
    only_group_ = writers_.only_group(writes_[0]);
    return only_group_ &&
           std::all_of(writes_.begin(), writes_.end(), [&](Point w) { return writers_.only_group(w) == only_group_; });
  }
  // What the cell is called where the writes are made; null: one group makes all, whatever the cell.
  const Expr &cell() const { return cell_; }
  // Where it does not start with zeros the kernel has written the cells before anybody looks (found.cpp).
  Channel channel() const {
    return {"post " + k_.arrays[array_].name,
            cell_ ? Keys::Cells : Keys::None,
            Pairs::Any,
            array_,
            ZeroAtLaunch::of(k_, array_),
            tickets_};
  }

  // Does the group (the thread) that makes the writes make the access before each of them?
  bool before(Point p, Space space) {
    if (!of_writers(p))
      return false;
    const auto barrier = [&](const Stmt &s) {
      auto *b = std::get_if<Barrier>(&s.node);
      return b && b->scope != Scope::Warp && (space == Space::Group ? b->fence_group : b->fence_global);
    };
    for (Point w : writes_) {
      if (support::unsound("posts.behind", reaches(k_, w, p, never)))
        return false;
      if (support::unsound("posts.interval",
                           names_ != Names::Thread && !same_thread(p, w) && in_one_interval(k_, p, w, barrier)))
        return false;
    }
    return true;
  }
  // At each of them.
  std::optional<OrderedAt> released(const SharedAccess &access) const {
    std::optional<OrderedAt> out;
    for (Point w : writes_) {
      out = OrderedAt::released(k_, access, w, scope_);
      if (!out)
        break;
    }
    return out;
  }

private:
  enum class Kind : std::uint8_t { Cell, Winner, Group, OwnGroup }; // how it is known who makes the writes

  bool of_writers(Point p) const {
    switch (kind_) {
    case Kind::Cell: return writers_.settled(cell_, p);
    case Kind::Winner: return has_won(p);
    case Kind::Group: return support::sound("posts.only_group", writers_.only_group(p) == only_group_);
    case Kind::OwnGroup: return true; // of one group are all of whom something is said
    }
    return false;
  }
  // Has the thread itself won the cell of the writes?
  bool has_won(Point p) const {
    const std::vector<Held> held = won_.before(p);
    return std::any_of(held.begin(), held.end(), [&](const Held &h) { return !h.by_leader && equal(h.offset, cell_); });
  }
  // Are all that may write to the cells of the readers' group?
  bool of_own_group() const {
    const auto &groups = launch_.num_groups;
    return scope_ == AtomicScope::Group &&
           support::sound("posts.own_group",
                          k_.arrays[array_].space == Space::Group ||
                              std::all_of(groups.begin(), groups.end(), [](auto n) { return n == Launch::Extent(1); }));
  }
  bool atomics() const {
    return !writes_.empty() && std::all_of(writes_.begin(), writes_.end(), [&](Point w) {
      auto *a = std::get_if<Atomic>(&statement(k_, w).node);
      return a && a->scope >= scope_;
    });
  }
  bool same_thread(Point p, Point q) {
    const auto first = only_thread(facts_.before(p.first, p.second), launch_);
    return first && first == only_thread(facts_.before(q.first, q.second), launch_);
  }

  const Kernel &k_;
  FactReader &facts_;
  const Launch &launch_;
  const Writers &writers_;
  const HeldLocks &won_;
  const ArrayId array_;
  const AtomicScope scope_;
  const std::vector<Point> writes_;
  Kind kind_ = Kind::Cell;
  std::optional<GroupIds> only_group_;
  Names names_ = Names::Nobody;
  Expr cell_;
  bool tickets_ = false;
};

// Whole cells only, and some atomic that writes.
bool may_be_posted_to(const Kernel &k, ArrayId array) {
  const Space space = k.arrays[array].space;
  if (space != Space::Group && !ZeroAtLaunch::of(k, array))
    return false;
  bool written = false;
  for (const Block &b : k.blocks)
    for (const Stmt &s : b.stmts) {
      auto *a = std::get_if<Atomic>(&s.node);
      auto *st = std::get_if<Store>(&s.node);
      if ((a && a->array == array && a->per_value != 1) || (st && st->array == array && st->per_value != 1))
        return false;
      written = written || (a && a->array == array && a->op != AtomicOp::Load);
    }
  return written;
}

class PostFinder {
public:
  PostFinder(const Kernel &k, const Facts &facts, const Launch &launch, Handovers &out)
      : k_(k), facts_(k, facts), launch_(launch), tree_(dominators(k)), writers_(k, facts_, launch, tree_),
        accesses_(accesses_to_order(k)), out_(out) {}

  void find(ArrayId array) {
    const bool global = k_.arrays[array].space == Space::Global;
    if (global)
      find(array, AtomicScope::Grid);
    if (!global || something_for_groups(array))
      find(array, AtomicScope::Group);
  }

private:
  // Is there anything that orders threads of one group only?
  bool something_for_groups(ArrayId array) const {
    return std::any_of(k_.blocks.begin(), k_.blocks.end(), [&](const Block &b) {
      return std::any_of(b.stmts.begin(), b.stmts.end(), [&](const Stmt &s) {
        auto *a = std::get_if<Atomic>(&s.node);
        auto *f = std::get_if<Fence>(&s.node);
        return (a && a->array == array && a->scope == AtomicScope::Group) || (f && f->scope == AtomicScope::Group);
      });
    });
  }
  // Does it order accesses to the space? Groups share no memory of their own.
  static bool orders(AtomicScope scope, Space space) {
    return space == Space::Global || (space == Space::Group && scope == AtomicScope::Group);
  }

  void find(ArrayId array, AtomicScope scope) {
    const FoundPosts found(k_, facts_, launch_, array, scope);
    if (!found.looked_at())
      return;
    if (k_.arrays[array].space == Space::Global)
      out_.free.try_emplace(array, 0);
    const HeldLocks won(k_, facts_, launch_, array, 0, scope);
    std::map<std::vector<bool>, std::vector<std::size_t>> channels; // by the writes that are possible
    for (const SharedAccess &a : accesses_) {
      if (!orders(scope, a.space) || a.array == array)
        continue;
      for (const Found &x : found.before(a.place)) {
        if (support::unsound("posts.start", x.possible.back()))
          continue;
        const auto [of, fresh] = channels.try_emplace(x.possible);
        if (fresh)
          of->second = channels_of(found, won, array, scope, x.possible);
        for (std::size_t channel : of->second) {
          const bool by_cell = out_.channels[channel].keys == Keys::Cells;
          if (const auto acquired = x.acquired.behind(a); !acquired)
            out_.missing[a.place] =
                fmt::format("no fence lies between what is found in '{}' and it", name_of(k_, array));
          else if (!by_cell || x.cell) // else it is not known any more in which cell
            out_.at[a.place].takes.push_back({channel, by_cell ? x.cell : nullptr, *acquired});
        }
      }
    }
  }

  // Of each kind of knowledge of who makes the writes.
  std::vector<std::size_t> channels_of(const FoundPosts &found, const HeldLocks &won, ArrayId array, AtomicScope scope,
                                       const std::vector<bool> &possible) {
    std::vector<std::size_t> out;
    std::vector<Point> writes;
    for (std::size_t w = 0; w < found.writes().size(); ++w)
      if (possible[w])
        writes.push_back(found.writes()[w]);
    Posting posting(k_, facts_, launch_, writers_, won, array, scope, writes);
    for (const auto known : {&Posting::known_by_cell, &Posting::known_by_winner, &Posting::known_by_group}) {
      if (!(posting.*known)())
        continue;
      out.push_back(out_.open(posting.channel()));
      for (const SharedAccess &a : accesses_) {
        if (!orders(scope, a.space) || a.array == array)
          continue;
        if (!posting.before(a.place, a.space))
          continue;
        if (const auto released = posting.released(a))
          out_.at[a.place].gives.push_back({out.back(), posting.cell(), *released});
        else
          out_.missing[a.place] = fmt::format("no fence lies between it and the writes to '{}'", name_of(k_, array));
      }
    }
    return out;
  }

  const Kernel &k_;
  FactReader facts_;
  const Launch &launch_;
  const DominatorTree tree_;
  const Writers writers_;
  const std::vector<SharedAccess> accesses_;
  Handovers &out_;
};

} // namespace

void find_posts(const Kernel &k, const Facts &facts, const Launch &launch, Handovers &out) {
  std::optional<PostFinder> finder;
  for (ArrayId array = 0; array < k.arrays.size(); ++array)
    if (may_be_posted_to(k, array)) {
      if (!finder)
        finder.emplace(k, facts, launch, out);
      finder->find(array);
    }
}

} // namespace lockstep::cfg
