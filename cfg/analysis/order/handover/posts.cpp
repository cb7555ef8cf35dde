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
#include "cfg/analysis/order/handover/found.h"
#include "cfg/analysis/order/handover/held.h"
#include "cfg/ir/rewrite.h"
#include "support/sound.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::cfg {

namespace {

using Writes = std::vector<Point>; // of one array

// Who makes all of some writes, and how that is known.
struct Writers {
  enum class By : std::uint8_t { Cell, Winner, Group, OwnGroup } by;
  Names names;
  Expr cell = nullptr; // what it is called where the writes are made; null: one group makes all, whatever the cell
  bool tickets = false;
  std::optional<GroupIds> group = {}; // By::Group
};

// Who writes to an array, as far as threads that far apart are concerned.
class WriterFinder {
public:
  WriterFinder(Subject &subject, const HeldLocks &won, ArrayId array, AtomicScope scope)
      : subject_(subject), won_(won), array_(array), scope_(scope) {}

  // Nothing: it is not known so.
  std::optional<Writers> by_cell(const Writes &writes) const {
    if (!atomics(writes))
      return std::nullopt;
    const Expr &cell = cell_of(writes[0]);
    const Namer::Name name = subject_.namer(cell);
    if (name.who == Names::Nobody || !std::all_of(writes.begin(), writes.end(), [&](Point w) {
          return support::sound("posts.same_cell", equal(cell_of(w), cell) && settled(cell, w));
        }))
      return std::nullopt;
    return Writers{Writers::By::Cell, name.who, cell, name.counter.has_value()};
  }
  std::optional<Writers> by_winner(const Writes &writes) const {
    if (!atomics(writes) || !won_.plausible() || !won_.for_ever())
      return std::nullopt;
    const Expr &cell = cell_of(writes[0]);
    if (!std::all_of(writes.begin(), writes.end(), [&](Point w) {
          return support::sound("posts.winner", equal(cell_of(w), cell) && won_.has_won(w, cell));
        }))
      return std::nullopt;
    return Writers{Writers::By::Winner, Names::Thread, cell};
  }
  std::optional<Writers> by_group(const Writes &writes) const {
    if (!atomics(writes))
      return std::nullopt;
    if (of_own_group())
      return Writers{Writers::By::OwnGroup, Names::Group};
    const auto only = group_at(writes[0]);
    if (!only || !std::all_of(writes.begin(), writes.end(), [&](Point w) { return group_at(w) == only; }))
      return std::nullopt;
    return Writers{Writers::By::Group, Names::Group, nullptr, false, only};
  }

  // Is who comes there one of them?
  bool among(const Writers &writers, Point p) const {
    switch (writers.by) {
    case Writers::By::Cell: return settled(writers.cell, p);
    case Writers::By::Winner: return won_.has_won(p, writers.cell);
    case Writers::By::Group: return support::sound("posts.only_group", group_at(p) == writers.group);
    case Writers::By::OwnGroup: return true; // of one group are all of whom something is said
    }
    return false;
  }

private:
  const Expr &cell_of(Point write) const { return std::get<Atomic>(statement(subject_.k, write).node).offset; }
  std::optional<GroupIds> group_at(Point p) const { return only_group(subject_.known(p), subject_.launch); }
  bool atomics(const Writes &writes) const {
    return !writes.empty() && std::all_of(writes.begin(), writes.end(), [&](Point w) {
      auto *a = std::get_if<Atomic>(&statement(subject_.k, w).node);
      return a && a->scope >= scope_;
    });
  }
  // Do the cell's variables have, at the point, the only values that they ever get?
  bool settled(const Expr &cell, Point p) const {
    const std::vector<VarId> vars = variables(cell);
    return std::all_of(vars.begin(), vars.end(), [&](VarId v) {
      const std::optional<Point> &def = subject_.definitions[v];
      return subject_.k.vars[v].param || (def && subject_.precedes(*def, p) && !reaches(subject_.k, def, *def));
    });
  }
  // Are all that may write to the cells of the readers' group?
  bool of_own_group() const {
    return scope_ == AtomicScope::Group &&
           support::sound("posts.own_group",
                          subject_.k.arrays[array_].space == Space::Group || in_one_group(subject_.launch));
  }

  Subject &subject_;
  const HeldLocks &won_;
  const ArrayId array_;
  const AtomicScope scope_;
};

// Whole cells only, and some atomic that writes.
bool may_be_posted_to(const Kernel &k, ArrayId array) {
  const std::vector<ArrayUse> uses = uses_of(k, array);
  return (k.arrays[array].space == Space::Group || ZeroAtLaunch::of(k, array)) &&
         std::all_of(
             uses.begin(), uses.end(),
             [](const ArrayUse &use) { return (use.store ? use.store->per_value : use.atomic->per_value) == 1; }) &&
         std::any_of(uses.begin(), uses.end(), [](const ArrayUse &use) { return use.atomic && use.changes(); });
}

// Posts to one array, between threads that far apart.
class PostFinder {
public:
  PostFinder(Subject &subject, ArrayId array, AtomicScope scope, const FoundPosts &found, Handovers &out)
      : subject_(subject), array_(array), scope_(scope), found_(found), won_(subject, array, 0, scope),
        writers_(subject, won_, array, scope), out_(out) {}

  void run(const GroupFlow<FoundPosts> &flow) {
    std::map<std::vector<bool>, std::vector<std::size_t>> channels; // by the writes that are possible
    for (const SharedAccess &a : subject_.accesses) {
      if (!may_order(a))
        continue;
      for (const Found &x : flow.before(a.place)) {
        if (support::unsound("posts.start", x.possible.back()))
          continue;
        const auto [of, fresh] = channels.try_emplace(x.possible);
        if (fresh)
          of->second = channels_of(x.possible);
        for (std::size_t channel : of->second) {
          const bool by_cell = out_.channels[channel].keys == Keys::Cells;
          if (const auto acquired = x.acquired.behind(a); !acquired)
            out_.missing[a.place] =
                fmt::format("no fence lies between what is found in '{}' and it", name_of(subject_.k, array_));
          else if (!by_cell || x.cell) // else it is not known any more in which cell
            out_.at[a.place].takes.push_back({channel, by_cell ? x.cell : nullptr, *acquired});
        }
      }
    }
  }

private:
  // Groups share no memory of their own.
  bool may_order(const SharedAccess &a) const {
    return a.array != array_ && (a.space == Space::Global || (a.space == Space::Group && scope_ == AtomicScope::Group));
  }

  // Of each kind of knowledge of who makes the writes.
  std::vector<std::size_t> channels_of(const std::vector<bool> &possible) {
    std::vector<std::size_t> out;
    Writes writes;
    for (std::size_t w = 0; w < found_.writes.size(); ++w)
      if (possible[w])
        writes.push_back(found_.writes[w]);
    for (const auto by : {&WriterFinder::by_cell, &WriterFinder::by_winner, &WriterFinder::by_group})
      if (const auto writers = (writers_.*by)(writes))
        out.push_back(open(*writers, writes));
    return out;
  }
  // Where the array does not start with zeros the kernel has written the cells before anybody looks (found.cpp).
  std::size_t open(const Writers &writers, const Writes &writes) {
    const std::size_t channel =
        out_.open({"post " + subject_.k.arrays[array_].name, writers.cell ? Keys::Cells : Keys::None, Pairs::Any,
                   array_, ZeroAtLaunch::of(subject_.k, array_), writers.tickets});
    for (const SharedAccess &a : subject_.accesses) {
      if (!may_order(a) || !is_before(writers, writes, a))
        continue;
      if (const auto order = released_at_all(subject_.k, a, writes, scope_))
        out_.at[a.place].gives.push_back({channel, writers.cell, *order});
      else
        out_.missing[a.place] =
            fmt::format("no fence lies between it and the writes to '{}'", name_of(subject_.k, array_));
    }
    return channel;
  }
  // Does the group (the thread) that makes the writes make the access before each of them?
  bool is_before(const Writers &writers, const Writes &writes, const SharedAccess &a) const {
    return writers_.among(writers, a.place) && std::none_of(writes.begin(), writes.end(), [&](Point w) {
             return support::unsound("posts.behind", reaches(subject_.k, w, a.place)) ||
                    support::unsound("posts.interval", writers.names != Names::Thread &&
                                                           !subject_.by_one_thread(a.place, w) &&
                                                           in_one_interval(subject_.k, a.place, w, a.space));
           });
  }

  Subject &subject_;
  const ArrayId array_;
  const AtomicScope scope_;
  const FoundPosts &found_;
  const HeldLocks won_;
  const WriterFinder writers_;
  Handovers &out_;
};

void find_posts(Subject &subject, ArrayId array, AtomicScope scope, Handovers &out) {
  FoundPosts found(subject, array, scope);
  if (found.looks.empty())
    return;
  if (subject.k.arrays[array].space == Space::Global)
    out.free.try_emplace(array, 0);
  // Threads of a group find it each for itself.
  const GroupFlow<FoundPosts> flow(subject, found, scope == AtomicScope::Grid ? found.looks : Writes());
  PostFinder(subject, array, scope, found, out).run(flow);
}

// Is there anything that orders threads of one group only?
bool something_for_groups(const Kernel &k, ArrayId array) {
  return std::any_of(k.blocks.begin(), k.blocks.end(), [&](const Block &b) {
    return std::any_of(b.stmts.begin(), b.stmts.end(), [&](const Stmt &s) {
      auto *a = std::get_if<Atomic>(&s.node);
      auto *f = std::get_if<Fence>(&s.node);
      return (a && a->array == array && a->scope == AtomicScope::Group) || (f && f->scope == AtomicScope::Group);
    });
  });
}

} // namespace

void find_posts(Subject &subject, Handovers &out) {
  for (ArrayId array = 0; array < subject.k.arrays.size(); ++array) {
    if (!may_be_posted_to(subject.k, array))
      continue;
    const bool global = subject.k.arrays[array].space == Space::Global;
    if (global)
      find_posts(subject, array, AtomicScope::Grid, out);
    if (!global || something_for_groups(subject.k, array))
      find_posts(subject, array, AtomicScope::Group, out);
  }
}

} // namespace lockstep::cfg
