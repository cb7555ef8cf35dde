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
#include "frontend/lower/builtins/watched_copies.h"
#include "frontend/lower/context.h"
#include "frontend/lower/copies.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::frontend {

using cfg::Expr;
using cfg::Op;

namespace {
bool is_barrier(const llvm::CallBase &call) {
  const Intrinsic *row = find_intrinsic(call.getCalledFunction());
  return row && (row->handler == &Lowerer::cl_barrier || row->handler == &Lowerer::cuda_barrier ||
                 row->handler == &Lowerer::fixed_barrier || row->handler == &Lowerer::bare_barrier ||
                 row->handler == &Lowerer::numbered_barrier || row->handler == &Lowerer::reducing_barrier);
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

} // namespace

// All threads of the group must pass the same arguments: nothing but launch quantities of the group, parameters and
// constants may decide on them.
bool Lowerer::is_group_uniform(const Expr &e) const {
  bool uniform = true;
  cfg::for_each_node(e, [&](const cfg::ExprNode &n) {
    if (n.op == Op::LocalId)
      uniform = false;
    if (n.op == Op::Var && !kernel_.vars[n.var].param) {
      auto it = definitions_.find(n.var);
      uniform = uniform && it != definitions_.end() && is_group_uniform(it->second);
    }
  });
  return uniform;
}

cfg::Expr Lowerer::unknown_parameter(const std::string &name, cfg::Type type) {
  cfg::VarId v = new_var("async." + name, type);
  kernel_.vars[v].param = true;
  return cfg::variable(v, type);
}

void Lowerer::declare_copies() {
  auto copies = std::make_shared<AsyncCopies>(function_);
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
    s.origin = debug_.origin(call->getDebugLoc().get());
    s.to = points_to_.of(call->getArgOperand(0));
    s.from = points_to_.of(call->getArgOperand(1));
    s.from_global = call->getArgOperand(1)->getType()->getPointerAddressSpace() != 3;
    const Symbol symbol = demangle_symbol(call->getCalledFunction()->getName());
    const unsigned bytes = symbol.params.empty() ? 0 : scalar_bytes(symbol.params[0]) * lanes(symbol.params[0]);
    s.granules = bytes / granule_of(s.from);
    cfg::VarId started = new_var("copies_started", event_number);
    entry_stmts_.push_back({cfg::Assign{started, cfg::constant(event_number, 0)}, kernel_.origin});
    s.started = cfg::variable(started, event_number);
    between_copies = between_copies || s.repeats || !s.from_global;
    copies->sites.push_back(std::move(s));
  }
  static constexpr const char *names[] = {"x", "y", "z"};
  for (unsigned k = 0; k < (between_copies ? 2u : 1u); ++k) {
    const std::string name = k == 0 ? "copy" : "other";
    CopyWatch w;
    w.site = unknown_parameter(name, cfg::int_type(32));
    w.turn = unknown_parameter(name + ".turn", event_number);
    w.element = unknown_parameter(name + ".element", pointer_type_);
    for (unsigned d = 0; d < 3; ++d) {
      if (launch_.local_size[d] != std::optional<std::uint64_t>(1))
        w.thread.push_back(
            {geometry_of(LocalId, d, pointer_type_), unknown_parameter(name + ".thread." + names[d], pointer_type_)});
      if (launch_.num_groups[d] != std::optional<std::uint64_t>(1))
        w.group.push_back(
            {geometry_of(GroupId, d, pointer_type_), unknown_parameter(name + ".group." + names[d], pointer_type_)});
    }
    copies->watches.push_back(std::move(w));
  }
  copies_ = std::move(copies);
}

// event_t async_work_group_copy(to, from, count, event); the strided form has a stride, on the global side, before
// `event`.
void Lowerer::async_copy(const Call &c) {
  const bool strided = c.detail != 0;
  if (spec_depth_ != 0 || !copies_ || !is_copy_start(c.inst) || c.inst.arg_size() != (strided ? 5 : 4) ||
      c.params.size() != c.inst.arg_size())
    return refuse_call(c);
  auto one = std::optional<std::uint64_t>(1);
  if (std::all_of(launch_.local_size.begin(), launch_.local_size.end(), [&](const auto &n) { return n == one; }))
    return refuse("an asynchronous copy by a group of one thread");
  if (std::all_of(launch_.local_size.begin(), launch_.local_size.end(), [&](const auto &n) { return !n || n == one; }))
    return refuse("an asynchronous copy in groups that may have a single thread (give a local size)");
  const std::size_t index = static_cast<std::size_t>(
      std::find_if(copies_->sites.begin(), copies_->sites.end(), [&](const CopySite &s) { return s.call == &c.inst; }) -
      copies_->sites.begin());
  CopySite &site = copies_->sites[index];
  Pointer to = pointer(c.inst.getArgOperand(0)), from = pointer(c.inst.getArgOperand(1));
  CopyArguments args{to.piece.expr,
                     to.piece.which,
                     from.piece.expr,
                     from.piece.which,
                     index_width(scalar(count_of(c.inst))),
                     strided ? index_width(scalar(stride_of(c.inst))) : nullptr};
  if (site.granules == 0)
    return refuse_call(c);
  std::vector<Expr> same{args.to, args.to_object, args.from, args.from_object, args.count};
  if (args.stride)
    same.push_back(args.stride);
  const Expr joined = scalar(event_of(c.inst));
  if (!is_same_for_all(event_of(c.inst)))
    same.push_back(joined);
  meet_with(same);

  // Its event: a number that no other copy's has.
  const cfg::VarId started = site.started->var;
  if (site.repeats)
    emit(cfg::Assume{is_countable(site), cfg::AssumeKind::Branch});
  emit(cfg::Assign{started,
                   site.repeats ? plus(site.started, number(site.started, 1)) : cfg::constant(event_number, 1)});
  const Expr fresh = number_of(site, site.started, copies_->sites.size());
  const bool joins = !llvm::isa<llvm::Constant>(event_of(c.inst));
  cfg::VarId event = new_var(hint(&c.inst), event_number, &c.inst);
  emit(cfg::Assign{event, joins ? cfg::ite(equal_to(joined, cfg::constant(event_number, 0)), fresh, joined) : fresh});
  values_[&c.inst] = {{cfg::variable(event, event_number), nullptr}};

  site.arguments = args;
  quiet_ = true;
  move_elements(site, args, nullptr);
  quiet_ = false;
  remember(site, args);
  watch_copy(site, Latest, args);
}

// The arguments of the last copies of a site, for the barriers that they may outlive.
void Lowerer::remember(CopySite &site, const CopyArguments &args) {
  auto assign = [&](const Expr &to, const Expr &value) {
    if (to && to->op == Op::Var && !cfg::equal(to, value))
      emit(cfg::Assign{to->var, value});
  };
  auto assign_all = [&](const CopyArguments &to, const CopyArguments &value) {
    assign(to.to, value.to);
    assign(to.to_object, value.to_object);
    assign(to.from, value.from);
    assign(to.from_object, value.from_object);
    assign(to.count, value.count);
    assign(to.stride, value.stride);
  };
  if (last_copy(site, Previous))
    assign_all(*last_copy(site, Previous), *last_copy(site, Latest));
  if (last_copy(site, Latest))
    assign_all(*last_copy(site, Latest), args);
}

// Variables for them; nullptr if no copy of that age needs them at a barrier.
const CopyArguments *Lowerer::last_copy(CopySite &site, Age age) {
  if (site.last[age])
    return &*site.last[age];
  const std::size_t index = site.number - 1;
  auto is_kept = [&](const llvm::CallBase &barrier, std::size_t k, Age a) {
    return !copies_->flow.none(barrier, k, a) && (a != Latest || !copies_->flow.is_of_this_round(barrier, k, a));
  };
  auto outlives = [&](Age a) {
    for (const llvm::BasicBlock &b : function_)
      for (const llvm::Instruction &i : b)
        if (auto *call = llvm::dyn_cast<llvm::CallBase>(&i); call && is_barrier(*call) && is_kept(*call, index, a))
          return true;
    return false;
  };
  if (!outlives(age) && !(age == Latest && outlives(Previous)))
    return nullptr;
  auto keep_in = [&](const char *name, cfg::Type type) { return cfg::variable(new_var(name, type), type); };
  CopyArguments a;
  a.to = keep_in("copy_to", pointer_type_);
  a.to_object = keep_in("copy_to_object", cfg::int_type(32));
  a.from = keep_in("copy_from", pointer_type_);
  a.from_object = keep_in("copy_from_object", cfg::int_type(32));
  a.count = llvm::isa<llvm::ConstantInt>(count_of(*site.call)) ? index_width(scalar(count_of(*site.call)))
                                                               : keep_in("copy_count", pointer_type_);
  if (is_strided(*site.call))
    a.stride = keep_in("copy_stride", pointer_type_);
  auto one_object = [](const Targets &t, Expr &object) { // no variable where there is nothing to choose
    if (t.objects.size() + t.unknown == 1 && !t.from_memory && !t.unknown)
      object = cfg::constant(cfg::int_type(32), *t.objects.begin());
  };
  one_object(site.to, a.to_object);
  one_object(site.from, a.from_object);
  return &*(site.last[age] = std::move(a));
}

// Moves `element`, or all elements.
void Lowerer::move_elements(const CopySite &site, const CopyArguments &a, const Expr &element) {
  const Expr per_element = cfg::constant(pointer_type_, site.granules);
  auto between = [&](const Expr &source, const Expr &target, const Expr &granules) {
    Pointer s{{source, a.from_object}, site.from}, t{{target, a.to_object}, site.to};
    on_each_target(
        s,
        [&](ObjectId x) {
          on_each_target(
              t, [&](ObjectId y) { copy_granules(array_of_.at(y), target, array_of_.at(x), source, granules); }, [] {});
        },
        [] {});
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
    loop(a.count, "async", one);
  else
    between(a.from, a.to, cfg::binary(Op::Mul, a.count, per_element, true));
}

// The watched elements of a copy, by the threads that make them.
void Lowerer::watch_copy(const CopySite &site, Age age, const CopyArguments &args) {
  std::array<bool, ages> only{};
  only[age] = true;
  for (std::size_t k = 0; k < copies_->watches.size(); ++k) {
    const CopyWatch &w = copies_->watches[k];
    Expr chosen = both(both(is_watched(site, w), has_age(site, w, only)), all_equal(w.thread));
    chosen = both(chosen, cfg::binary(Op::Ult, w.element, args.count));
    if (k == 1) { // not the element that the first watch is for
      const CopyWatch &first = copies_->watches[0];
      Expr same = both(equal_to(first.site, w.site), equal_to(first.element, w.element));
      if (site.repeats)
        same = both(same, equal_to(first.turn, w.turn));
      for (std::size_t d = 0; d < w.group.size(); ++d)
        same = both(same, equal_to(first.group[d].second, w.group[d].second));
      chosen = both(chosen, cfg::negate(same));
    }
    cfg::BlockId copy = new_block("async.copy"), after = new_block("async.end");
    finish_block(cfg::Branch{chosen, copy, after});
    block_ = copy;
    move_elements(site, args, w.element);
    jump(after);
  }
}

// After a barrier: the copies that may still go on.
void Lowerer::go_on_copying(const llvm::CallBase &barrier) {
  if (!copies_ || !is_barrier(barrier) || support::left_out("async.again"))
    return;
  note_finished_copies(barrier);
  const support::Origin here = origin_;
  for (std::size_t k = 0; k < copies_->sites.size(); ++k) {
    CopySite &site = copies_->sites[k];
    if (!copies_->flow.none(barrier, k, Older))
      return refuse_at(site.origin, "an asynchronous copy of which three or more may be under way at a barrier");
    for (Age age : {Latest, Previous})
      if (!copies_->flow.none(barrier, k, age)) {
        // Sound because in the same round, the values at the start are still there.
        const bool same_round = age == Latest && copies_->flow.is_of_this_round(barrier, k, age);
        const CopyArguments *args = !same_round ? last_copy(site, age) : site.arguments ? &*site.arguments : nullptr;
        if (!args)
          return refuse_at(site.origin, "an asynchronous copy whose start the barrier is not behind");
        origin_ = site.origin; // what it does is the copy's doing
        watch_copy(site, age, *args);
        origin_ = here;
      }
  }
}

// What is so by construction, for where an analysis has lost it: copies that are surely not under way are not watched,
// as the thread would have ended at their wait; and which values are the events of the others. Sound because it is true
// whenever it is reached.
void Lowerer::note_finished_copies(const llvm::Instruction &at) {
  for (std::size_t k = 0; copies_ && k < copies_->sites.size(); ++k) {
    const CopySite &site = copies_->sites[k];
    std::array<bool, ages> finished{};
    for (Age a : {Latest, Previous, Older})
      finished[a] = copies_->flow.none(at, k, a) || support::left_out("async.finished");
    for (const CopyWatch &w : copies_->watches) {
      if (Expr turn = has_age(site, w, finished); !cfg::is_const(turn, 0))
        emit(cfg::Assume{cfg::negate(both(is_watched(site, w), turn)), cfg::AssumeKind::Branch});
    }
    if (site.by_number)
      emit(cfg::Assume{is_countable(site), cfg::AssumeKind::Branch});
    for (Age a : {Latest, Previous}) {
      if (!site.by_number || finished[a])
        continue;
      std::array<bool, ages> only{};
      only[a] = true;
      for (const llvm::Value *event : copies_->flow.events(at, k, a))
        if (values_.count(event) != 0)
          for (const CopyWatch &w : copies_->watches)
            emit(cfg::Assume{either(cfg::negate(both(is_watched(site, w), has_age(site, w, only))),
                                    equal_to(scalar(event), number_of(site, w.turn, copies_->sites.size()))),
                             cfg::AssumeKind::Branch});
    }
  }
}

// Ends the threads of the group if a watched copy has the event.
void Lowerer::wait_events(const Call &c) {
  if (spec_depth_ != 0)
    return refuse_call(c);
  if (constant_argument(c.inst, 0) == std::optional<std::uint64_t>(0))
    return meet_with({});
  auto bundle = c.inst.getOperandBundle(waited_events);
  if (!bundle || !copies_)
    return refuse("a wait for events that are no list of this thread, or of a number that is not known");
  std::vector<Expr> same;
  for (const llvm::Use &u : bundle->Inputs)
    if (!is_same_for_all(u.get()))
      same.push_back(scalar(u.get()));
  meet_with(same);
  for (std::size_t k = 0; k < copies_->sites.size(); ++k) {
    const CopySite &site = copies_->sites[k];
    Expr waited = cfg::boolean(false);
    for (const llvm::Use &u : bundle->Inputs)
      for (const CopyWatch &w : copies_->watches)
        waited = either(waited, both(is_watched(site, w), waits_for(c.inst, u.get(), site, w)));
    if (cfg::is_const(waited, 0))
      continue;
    cfg::BlockId ended = new_block("async.watched"), after = new_block("async.waited");
    finish_block(cfg::Branch{waited, ended, after});
    block_ = after;
  }
}

// Is `event` that of the watched copy?
cfg::Expr Lowerer::waits_for(const llvm::CallBase &wait, const llvm::Value *event, const CopySite &site,
                             const CopyWatch &w) {
  std::array<bool, ages> covered{};
  bool all = true, none = true;
  for (Age a : {Latest, Previous, Older}) {
    const bool absent = copies_->flow.none(wait, site.number - 1, a);
    covered[a] = absent || copies_->flow.covers(wait, event, site.number - 1, a);
    all = all && covered[a];
    none = none && absent;
  }
  if (none)
    return cfg::boolean(false);
  if (auto *select = llvm::dyn_cast<llvm::SelectInst>(event); select && !all)
    return cfg::ite(scalar(select->getCondition()), waits_for(wait, select->getTrueValue(), site, w),
                    waits_for(wait, select->getFalseValue(), site, w));
  Expr out = has_age(site, w, covered);
  if (site.by_number && !all)
    out = either(out, equal_to(scalar(event), number_of(site, w.turn, copies_->sites.size())));
  return out;
}

// A point that all threads of the group must reach together, and with the same values: two barriers, one for threads
// whose values are some unknown ones, the other for all others, so that threads which differ do not meet for some such
// values.
void Lowerer::meet_with(const std::vector<Expr> &values, bool fences) {
  Expr agreed = cfg::boolean(true);
  for (const Expr &e : values)
    if (e && !is_group_uniform(e))
      agreed = both(agreed, equal_to(e, unknown_parameter("same", e->type)));
  if (cfg::is_const(agreed))
    return barrier_statement(cfg::Scope::Group, fences, fences);
  cfg::BlockId first = new_block("async.same"), second = new_block("async.other"), join = new_block("async.met");
  finish_block(cfg::Branch{agreed, first, second});
  for (cfg::BlockId b : {first, second}) {
    block_ = b;
    barrier_statement(cfg::Scope::Group, fences, fences);
    finish_block(cfg::Goto{{join}});
  }
  block_ = join;
}

} // namespace lockstep::frontend
