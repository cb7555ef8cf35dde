// Handlers of the table: OpenCL's asynchronous copies between global and group memory, and the waits for them.
//
// A copy is made on behalf of the whole group, element by element in any order, at any time between the first thread's
// start and the first return from a wait for its event. It is ordered behind what all threads do before the last
// barrier in front of the start, and before what a thread does after its own wait; neither start nor wait orders
// anything else. All threads must reach both, with the same arguments: they are points to meet, barriers that fence
// nothing.
//
// Two things are made of a copy:
//   - its effect: every thread moves all elements behind the start, by quiet accesses, which the race check does not
//   see;
//   - its accesses: of an unknown copy (a parameter: the call, and how often it had been run), an unknown thread of the
//   group
//     makes an unknown element by ordinary accesses; so for a second copy, or another element of the same one, an
//     unknown second thread. They are made behind the start and again behind every barrier that the copy may outlive,
//     and at a wait for the watched copy the threads of its group end.
// Sound because each access that a copy may make in a barrier interval is made in it by some thread of the group,
// whichever thread, copy and element a race has on either side (one that is no part of a copy is another thread's, as
// the group has more than one). What a thread does behind its wait is ordered behind the watched copies and so races
// with none of them; races of which neither side is part of a copy are found where nothing is watched. A wait counts
// only if it is surely for the copy (llvm/group_copies.h). A group of one thread has no thread to make copies beside
// its own accesses: refused, as is a local size that may be 1.
#include "frontend/lower/build_terms.h"
#include "frontend/lower/builtins/meeting.h"
#include "frontend/lower/builtins/watched_copies.h"
#include "frontend/lower/memory/copying.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::frontend {

using cfg::Expr;
using cfg::Op;

namespace {
bool is_barrier(const llvm::CallBase &call) {
  const Intrinsic *row = find_intrinsic(call.getCalledFunction());
  return row && (row->handler == handlers::cl_barrier || row->handler == handlers::cuda_barrier ||
                 row->handler == handlers::fixed_barrier || row->handler == handlers::bare_barrier ||
                 row->handler == handlers::numbered_barrier || row->handler == handlers::reducing_barrier);
}

// Lanes of "float vector[4] AS3*"; vectors of 3 lie like vectors of 4.
unsigned lanes(const std::string &type) {
  std::size_t at = type.find("vector[");
  unsigned n = at == std::string::npos ? 1 : static_cast<unsigned>(std::stoul(type.substr(at + 7)));
  return n == 3 ? 4 : n;
}

bool is_strided(const llvm::CallBase &start) { return start.arg_size() == 5; }

const llvm::Value *count_of(const llvm::CallBase &start) { return start.getArgOperand(2); }

const llvm::Value *stride_of(const llvm::CallBase &start) {
  return is_strided(start) ? start.getArgOperand(3) : nullptr;
}

const llvm::Value *event_of(const llvm::CallBase &start) { return start.getArgOperand(start.arg_size() - 1); }

// The result of a start is the same for all threads of the group, as they meet there.
bool is_same_for_all(const llvm::Value *event) {
  return llvm::isa<llvm::Constant>(event) || is_copy_start(*llvm::cast<llvm::Instruction>(event));
}

// Variables for them; nullptr if no copy of that age needs them at a barrier.
const CopyArguments *last_copy(Context &cx, CopySite &site, Age age) {
  if (site.last[age])
    return &*site.last[age];
  const std::size_t index = site.number - 1;
  auto is_kept = [&](const llvm::CallBase &barrier, std::size_t k, Age a) {
    return !cx.group_copies->flow.none(barrier, k, a) &&
           (a != Latest || !cx.group_copies->flow.is_of_this_round(barrier, k, a));
  };
  auto outlives = [&](Age a) {
    for (const llvm::BasicBlock &b : cx.in.function)
      for (const llvm::Instruction &i : b)
        if (auto *call = llvm::dyn_cast<llvm::CallBase>(&i); call && is_barrier(*call) && is_kept(*call, index, a))
          return true;
    return false;
  };
  if (!outlives(age) && !(age == Latest && outlives(Previous)))
    return nullptr;
  auto keep_in = [&](const char *name, cfg::Type type) { return cfg::variable(cx.out.new_var(name, type), type); };
  CopyArguments a;
  a.to = keep_in("copy_to", cx.in.pointer_type);
  a.to_object = keep_in("copy_to_object", cfg::int_type(32));
  a.from = keep_in("copy_from", cx.in.pointer_type);
  a.from_object = keep_in("copy_from_object", cfg::int_type(32));
  a.count = llvm::isa<llvm::ConstantInt>(count_of(*site.call))
                ? cx.in.index_width(cx.values.scalar(count_of(*site.call)))
                : keep_in("copy_count", cx.in.pointer_type);
  if (is_strided(*site.call))
    a.stride = keep_in("copy_stride", cx.in.pointer_type);
  auto one_object = [](const Targets &t, Expr &object) { // no variable where there is nothing to choose
    if (t.objects.size() + t.unknown == 1 && !t.from_memory && !t.unknown)
      object = cfg::constant(cfg::int_type(32), *t.objects.begin());
  };
  one_object(site.to, a.to_object);
  one_object(site.from, a.from_object);
  return &*(site.last[age] = std::move(a));
}

// The arguments of the last copies of a site, for the barriers that they may outlive.
void remember(Context &cx, CopySite &site, const CopyArguments &args) {
  auto assign = [&](const Expr &to, const Expr &value) {
    if (to && to->op == Op::Var && !cfg::equal(to, value))
      cx.out.emit(cfg::Assign{to->var, value});
  };
  auto assign_all = [&](const CopyArguments &to, const CopyArguments &value) {
    assign(to.to, value.to);
    assign(to.to_object, value.to_object);
    assign(to.from, value.from);
    assign(to.from_object, value.from_object);
    assign(to.count, value.count);
    assign(to.stride, value.stride);
  };
  if (last_copy(cx, site, Previous))
    assign_all(*last_copy(cx, site, Previous), *last_copy(cx, site, Latest));
  if (last_copy(cx, site, Latest))
    assign_all(*last_copy(cx, site, Latest), args);
}

// Moves `element`, or all elements.
void move_elements(Context &cx, const CopySite &site, const CopyArguments &a, const Expr &element) {
  const Expr per_element = cfg::constant(cx.in.pointer_type, site.granules);
  auto between = [&](const Expr &source, const Expr &target, const Expr &granules) {
    Pointer s{{source, a.from_object}, site.from}, t{{target, a.to_object}, site.to};
    cx.memory.on_each_target(s, [&](ObjectId x) {
      cx.memory.on_each_target(
          t, [&](ObjectId y) { cx.moves.copy_granules(cx.arrays.at(y), target, cx.arrays.at(x), source, granules); });
    });
  };
  auto one = [&](const Expr &k) { // element k of the local side is element k * stride of the global side
    Expr dense = cfg::binary(Op::Mul, k, per_element, true),
         sparse = a.stride ? cfg::binary(Op::Mul, dense, a.stride, true) : dense;
    between(cfg::binary(Op::Add, a.from, site.from_global ? sparse : dense, true),
            cfg::binary(Op::Add, a.to, site.from_global ? dense : sparse, true), per_element);
  };
  if (element)
    one(element);
  else if (a.stride)
    loop(cx.out, a.count, "async", one);
  else
    between(a.from, a.to, cfg::binary(Op::Mul, a.count, per_element, true));
}

// The watched elements of a copy, by the threads that make them.
void watch_copy(Context &cx, const CopySite &site, Age age, const CopyArguments &args) {
  std::array<bool, ages> only{};
  only[age] = true;
  for (std::size_t k = 0; k < cx.group_copies->watches.size(); ++k) {
    const CopyWatch &w = cx.group_copies->watches[k];
    Expr chosen = both(both(is_watched(site, w), has_age(site, w, only)), all_equal(w.thread));
    chosen = both(chosen, cfg::binary(Op::Ult, w.element, args.count));
    if (k == 1) { // not the element that the first watch is for
      const CopyWatch &first = cx.group_copies->watches[0];
      Expr same = both(equal_to(first.site, w.site), equal_to(first.element, w.element));
      if (site.repeats)
        same = both(same, equal_to(first.turn, w.turn));
      for (std::size_t d = 0; d < w.group.size(); ++d)
        same = both(same, equal_to(first.group[d].second, w.group[d].second));
      chosen = both(chosen, cfg::negate(same));
    }
    cfg::BlockId copy = cx.out.new_block("async.copy"), after = cx.out.new_block("async.end");
    cx.out.finish_block(cfg::Branch{chosen, copy, after});
    cx.out.block = copy;
    move_elements(cx, site, args, w.element);
    cx.out.jump(after);
  }
}

// Is `event` that of the watched copy?
Expr waits_for(Context &cx, const llvm::CallBase &wait, const llvm::Value *event, const CopySite &site,
               const CopyWatch &w) {
  std::array<bool, ages> covered{};
  bool all = true, none = true;
  for (Age a : {Latest, Previous, Older}) {
    const bool absent = cx.group_copies->flow.none(wait, site.number - 1, a);
    covered[a] = absent || cx.group_copies->flow.covers(wait, event, site.number - 1, a);
    all = all && covered[a];
    none = none && absent;
  }
  if (none)
    return cfg::boolean(false);
  if (auto *select = llvm::dyn_cast<llvm::SelectInst>(event); select && !all)
    return cfg::ite(cx.values.scalar(select->getCondition()), waits_for(cx, wait, select->getTrueValue(), site, w),
                    waits_for(cx, wait, select->getFalseValue(), site, w));
  Expr out = has_age(site, w, covered);
  if (site.by_number && !all)
    out = either(out, equal_to(cx.values.scalar(event), number_of(site, w.turn, cx.group_copies->sites.size())));
  return out;
}
} // namespace

void declare_copies(Context &cx) {
  auto copies = std::make_unique<AsyncCopies>(cx.in.function);
  if (copies->flow.starts().empty())
    return;
  bool between_copies = copies->flow.starts().size() > 1; // may two accesses that race both be parts of copies?
  for (const llvm::CallBase *call : copies->flow.starts()) {
    CopySite s;
    s.call = call;
    s.number = copies->sites.size() + 1;
    s.repeats = copies->flow.repeats(copies->sites.size());
    s.by_number =
        copies->flow.has_own_event(copies->sites.size()) && copies->flow.waited_on_some_ways(copies->sites.size());
    s.origin = cx.in.debug.origin(call->getDebugLoc().get());
    s.to = cx.in.points_to.of(call->getArgOperand(0));
    s.from = cx.in.points_to.of(call->getArgOperand(1));
    s.from_global = call->getArgOperand(1)->getType()->getPointerAddressSpace() != 3;
    const Symbol symbol = demangle_symbol(call->getCalledFunction()->getName());
    const unsigned bytes = symbol.params.empty() ? 0 : scalar_bytes(symbol.params[0]) * lanes(symbol.params[0]);
    s.granules = bytes / cx.in.granule_of(s.from);
    cfg::VarId started = cx.out.new_var("copies_started", event_number);
    cx.out.entry.push_back({cfg::Assign{started, cfg::constant(event_number, 0)}, cx.out.kernel.origin});
    s.started = cfg::variable(started, event_number);
    between_copies = between_copies || s.repeats || !s.from_global;
    copies->sites.push_back(std::move(s));
  }
  static constexpr const char *names[] = {"x", "y", "z"};
  for (unsigned k = 0; k < (between_copies ? 2u : 1u); ++k) {
    const std::string name = k == 0 ? "async.copy" : "async.other";
    const auto part = [&](const std::string &of, cfg::Type type) {
      return any_value(cx.out, cfg::VarKind::CopyPart, name + of, type);
    };
    CopyWatch w;
    w.site = part("", cfg::int_type(32));
    w.turn = part(".turn", event_number);
    w.element = part(".element", cx.in.pointer_type);
    for (unsigned d = 0; d < 3; ++d) {
      if (cx.in.launch.local_size[d] != std::optional<std::uint64_t>(1))
        w.thread.push_back({geometry_of(cx.out, LocalId, d, cx.in.pointer_type),
                            part(std::string(".thread.") + names[d], cx.in.pointer_type)});
      if (cx.in.launch.num_groups[d] != std::optional<std::uint64_t>(1))
        w.group.push_back({geometry_of(cx.out, GroupId, d, cx.in.pointer_type),
                           part(std::string(".group.") + names[d], cx.in.pointer_type)});
    }
    copies->watches.push_back(std::move(w));
  }
  cx.group_copies = std::move(copies);
}

// event_t async_work_group_copy(to, from, count, event); the strided form has a stride, on the global side, before
// `event`.
void handlers::async_copy(Context &cx, const Call &c) {
  const bool strided = c.detail != 0;
  if (cx.out.annotation || !cx.group_copies || !is_copy_start(c.inst) || c.inst.arg_size() != (strided ? 5 : 4) ||
      c.params.size() != c.inst.arg_size())
    return refuse_call(cx.out, c);
  auto one = std::optional<std::uint64_t>(1);
  if (std::all_of(cx.in.launch.local_size.begin(), cx.in.launch.local_size.end(),
                  [&](const auto &n) { return n == one; }))
    return cx.out.refuse("an asynchronous copy by a group of one thread");
  if (std::all_of(cx.in.launch.local_size.begin(), cx.in.launch.local_size.end(),
                  [&](const auto &n) { return !n || n == one; }))
    return cx.out.refuse("an asynchronous copy in groups that may have a single thread (give a local size)");
  const std::size_t index =
      static_cast<std::size_t>(std::find_if(cx.group_copies->sites.begin(), cx.group_copies->sites.end(),
                                            [&](const CopySite &s) { return s.call == &c.inst; }) -
                               cx.group_copies->sites.begin());
  CopySite &site = cx.group_copies->sites[index];
  Pointer to = cx.values.pointer(c.inst.getArgOperand(0)), from = cx.values.pointer(c.inst.getArgOperand(1));
  CopyArguments args{to.piece.expr,
                     to.piece.which,
                     from.piece.expr,
                     from.piece.which,
                     cx.in.index_width(cx.values.scalar(count_of(c.inst))),
                     strided ? cx.in.index_width(cx.values.scalar(stride_of(c.inst))) : nullptr};
  if (site.granules == 0)
    return refuse_call(cx.out, c);
  std::vector<Expr> same{args.to, args.to_object, args.from, args.from_object, args.count};
  if (args.stride)
    same.push_back(args.stride);
  const Expr joined = cx.values.scalar(event_of(c.inst));
  if (!is_same_for_all(event_of(c.inst)))
    same.push_back(joined);
  meet_with(cx, same);

  // Its event: a number that no other copy's has.
  const cfg::VarId started = site.started->var;
  if (site.repeats)
    cx.out.emit(cfg::Assume{is_countable(site), cfg::AssumeKind::Branch});
  cx.out.emit(cfg::Assign{started,
                          site.repeats ? plus(site.started, number(site.started, 1)) : cfg::constant(event_number, 1)});
  const Expr fresh = number_of(site, site.started, cx.group_copies->sites.size());
  const bool joins = !llvm::isa<llvm::Constant>(event_of(c.inst));
  cfg::VarId event = cx.out.new_var(cx.in.hint(&c.inst), event_number, &c.inst);
  cx.out.emit(
      cfg::Assign{event, joins ? cfg::ite(equal_to(joined, cfg::constant(event_number, 0)), fresh, joined) : fresh});
  cx.values[&c.inst] = {{cfg::variable(event, event_number), nullptr}};

  site.arguments = args;
  {
    const InMode quiet(cx.out, {.quiet = true});
    move_elements(cx, site, args, nullptr);
  }
  remember(cx, site, args);
  watch_copy(cx, site, Latest, args);
}

// What is so by construction, for where an analysis has lost it: copies that are surely not under way are not watched,
// as the thread would have ended at their wait; and which values are the events of the others. Sound because it is true
// whenever it is reached.
void note_finished_copies(Context &cx, const llvm::Instruction &at) {
  for (std::size_t k = 0; cx.group_copies && k < cx.group_copies->sites.size(); ++k) {
    const CopySite &site = cx.group_copies->sites[k];
    std::array<bool, ages> finished{};
    for (Age a : {Latest, Previous, Older})
      finished[a] = support::sound("async.finished", cx.group_copies->flow.none(at, k, a));
    for (const CopyWatch &w : cx.group_copies->watches) {
      if (Expr turn = has_age(site, w, finished); !cfg::is_const(turn, 0))
        cx.out.emit(cfg::Assume{cfg::negate(both(is_watched(site, w), turn)), cfg::AssumeKind::Branch});
    }
    if (site.by_number)
      cx.out.emit(cfg::Assume{is_countable(site), cfg::AssumeKind::Branch});
    for (Age a : {Latest, Previous}) {
      if (!site.by_number || finished[a])
        continue;
      std::array<bool, ages> only{};
      only[a] = true;
      for (const llvm::Value *event : cx.group_copies->flow.events(at, k, a))
        if (cx.values.known().count(event) != 0)
          for (const CopyWatch &w : cx.group_copies->watches)
            cx.out.emit(cfg::Assume{
                either(cfg::negate(both(is_watched(site, w), has_age(site, w, only))),
                       equal_to(cx.values.scalar(event), number_of(site, w.turn, cx.group_copies->sites.size()))),
                cfg::AssumeKind::Branch});
    }
  }
}

// After a barrier: the copies that may still go on.
void go_on_copying(Context &cx, const llvm::CallBase &barrier) {
  if (support::sound("async.again", !cx.group_copies || !is_barrier(barrier)))
    return;
  note_finished_copies(cx, barrier);
  const support::Origin here = cx.out.origin;
  for (std::size_t k = 0; k < cx.group_copies->sites.size(); ++k) {
    CopySite &site = cx.group_copies->sites[k];
    if (!cx.group_copies->flow.none(barrier, k, Older))
      return cx.out.report.refuse_at(site.origin,
                                     "an asynchronous copy of which three or more may be under way at a barrier");
    for (Age age : {Latest, Previous})
      if (!cx.group_copies->flow.none(barrier, k, age)) {
        // Sound because in the same round, the values at the start are still there.
        const bool same_round = age == Latest && cx.group_copies->flow.is_of_this_round(barrier, k, age);
        const CopyArguments *args = !same_round      ? last_copy(cx, site, age)
                                    : site.arguments ? &*site.arguments
                                                     : nullptr;
        if (!args)
          return cx.out.report.refuse_at(site.origin, "an asynchronous copy whose start the barrier is not behind");
        cx.out.origin = site.origin; // what it does is the copy's doing
        watch_copy(cx, site, age, *args);
        cx.out.origin = here;
      }
  }
}

// Ends the threads of the group if a watched copy has the event.
void handlers::wait_events(Context &cx, const Call &c) {
  if (cx.out.annotation)
    return refuse_call(cx.out, c);
  if (constant_argument(c.inst, 0) == std::optional<std::uint64_t>(0))
    return meet_with(cx, {});
  auto bundle = c.inst.getOperandBundle(waited_events);
  if (!bundle || !cx.group_copies)
    return cx.out.refuse("a wait for events that are no list of this thread, or of a number that is not known");
  std::vector<Expr> same;
  for (const llvm::Use &u : bundle->Inputs)
    if (!is_same_for_all(u.get()))
      same.push_back(cx.values.scalar(u.get()));
  meet_with(cx, same);
  for (std::size_t k = 0; k < cx.group_copies->sites.size(); ++k) {
    const CopySite &site = cx.group_copies->sites[k];
    Expr waited = cfg::boolean(false);
    for (const llvm::Use &u : bundle->Inputs)
      for (const CopyWatch &w : cx.group_copies->watches)
        waited = either(waited, both(is_watched(site, w), waits_for(cx, c.inst, u.get(), site, w)));
    if (cfg::is_const(waited, 0))
      continue;
    cfg::BlockId ended = cx.out.new_block("async.watched"), after = cx.out.new_block("async.waited");
    cx.out.finish_block(cfg::Branch{waited, ended, after});
    cx.out.block = after;
  }
}

} // namespace lockstep::frontend
