// Handlers of the table: asynchronous copies that threads of CUDA make on their own (cp.async, pipelines of a thread),
// or that the threads of a block or tile share out, and the waits for them.
//
// A copy reads its source and writes its target at any time between its start and the thread's wait for it; what it is
// ordered with is what the thread itself is ordered with meanwhile. Two things are made of it:
//   - between threads: its accesses are ordinary ones of the thread, at the start and again behind each statement that
//     may order accesses (barriers, fences, atomics) while it is under way;
//   - for the thread itself: an assertion in front of each of its accesses that none of its copies under way does not
//     get along with that.
// Which copies are under way is counted as the hardware does, in groups: exactly, when the kernel runs; what is so by
// construction (thread_copies.h) is said where an analysis starts from an arbitrary state (copy_notes.cpp).
// Sound because a race of two threads has its accesses in some interval between such statements, and each access that
// a copy may make in one is made in it; a race of a thread with its own copy has its access while the copy is under
// way.
//
// Where threads share a copy out, each copies every n-th granule, from its rank on or the next one: an unknown says
// which. Sound because whichever two threads a race is of, one of the two makes that granule another thread's; and the
// assertion is about the whole copy.
#include "frontend/builtins/spelled.h"
#include "frontend/lower/builtins/meeting.h"
#include "frontend/lower/memory/copying.h"

#include "frontend/lower/build_terms.h"
#include "support/sound.h"
#include "llvm/IR/InstIterator.h"

#include <algorithm>

namespace lockstep::frontend {

using cfg::Expr;
using cfg::Op;

namespace {
const cfg::Type count_type = cfg::int_type(64);
enum CopyKind : std::uint64_t { CommitGroups, PipelineStages, Cooperative }; // the last argument of __lockstep_copy

bool is_own_memory(const Targets &t, const std::vector<Object> &objects) {
  return std::any_of(t.objects.begin(), t.objects.end(), [&](ObjectId id) { return is_own(objects[id].kind); });
}

std::optional<std::uint64_t> kind_of(const llvm::Instruction &i) {
  auto *call = llvm::dyn_cast<llvm::CallBase>(&i);
  auto argument = [&](unsigned n) -> std::optional<std::uint64_t> {
    auto *c = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(n));
    return c ? std::optional(c->getZExtValue()) : std::nullopt;
  };
  switch (copy_call(i)) {
  case CopyCall::Start: return argument(5);
  case CopyCall::Commit: return argument(0);
  case CopyCall::Wait: return argument(1);
  case CopyCall::WaitOldest: return PipelineStages;
  case CopyCall::None:
  case CopyCall::PhaseStart:
  case CopyCall::Arrive:
  case CopyCall::PhaseWait:
  case CopyCall::Meet: break;
  }
  return std::nullopt;
}

std::set<ThreadCopies::Key> held_in(const ThreadCopies::State &s) {
  std::set<ThreadCopies::Key> out;
  for (const ThreadCopies::Way &way : s)
    for (const auto &[key, unused] : way.held)
      out.insert(key);
  return out;
}
} // namespace

std::set<ThreadCopies::Key> OwnCopies::held(const ThreadCopies::State &s) const {
  std::set<ThreadCopies::Key> out;
  for (const auto &[site, age] : held_in(s))
    out.insert({site, sites[site].any ? 0 : age});
  return out;
}

Expr under_way(const OwnCopies &own, const OwnSite &site, const OwnCopy &copy) {
  return site.phase ? cfg::binary(Op::Ne, copy.group, count(0)) : cfg::binary(Op::Ult, own.done, copy.group);
}

namespace {
// In front of an access of the thread: it gets along with the thread's copies.
std::optional<cfg::Stmt> own_conflict(const Context &cx, const Builder::Node &access) {
  if (std::holds_alternative<cfg::Atomic>(access) || std::holds_alternative<cfg::Fence>(access) ||
      std::holds_alternative<cfg::Numbered>(access) ||
      support::unsound("copies.masks", std::holds_alternative<cfg::Gather>(access)))
    cx.own_copies->ordered = true;
  else if (auto *barrier = std::get_if<cfg::Barrier>(&access))
    cx.own_copies->ordered = cx.own_copies->ordered || barrier->fence_group || barrier->fence_global;
  if (support::sound("copies.own", cx.own_copies->moving || cx.out.annotation))
    return std::nullopt;
  cfg::ArrayId array = 0;
  Expr at;
  std::uint64_t granules = 0;
  bool writes = true;
  if (auto *l = std::get_if<cfg::Load>(&access))
    array = l->array, at = l->offset, granules = l->dests.size() * l->per_value, writes = false;
  else if (auto *s = std::get_if<cfg::Store>(&access))
    array = s->array, at = s->offset, granules = s->values.size() * s->per_value;
  else if (auto *a = std::get_if<cfg::Atomic>(&access))
    array = a->array, at = a->offset, granules = a->per_value;
  else
    return std::nullopt;
  Expr clash = cfg::boolean(false);
  std::string started;
  for (const auto &[k, age] : cx.own_copies->held(cx.own_copies->now)) {
    const OwnSite &site = cx.own_copies->sites[k];
    const OwnCopy &copy = site.ring[age];
    auto meets = [&](const Targets &t, const Expr &object, const Expr &from, const Expr &length) {
      Expr same = cfg::boolean(false);
      for (ObjectId id : t.objects)
        if (auto it = cx.arrays.all().find(id); it != cx.arrays.all().end() && it->second == array)
          same = cfg::binary(Op::Or, same, equal_to(object, cfg::constant(object->type, id)));
      const Expr end = moved(at, cfg::constant(cx.in.pointer_type, granules));
      same = both(same, cfg::binary(Op::Slt, at, moved(from, length)));
      return both(same, cfg::binary(Op::Slt, from, end));
    };
    Expr here = meets(site.to, copy.to_object, copy.to, copy.bytes);
    if (writes)
      here = cfg::binary(Op::Or, here, meets(site.from, copy.from_object, copy.from, copy.read));
    here = both(under_way(*cx.own_copies, site, copy), here);
    if (!cfg::is_const(here, 0) && started.empty())
      started = site.origin.str();
    clash = cfg::binary(Op::Or, clash, here);
  }
  if (cfg::is_const(clash, 0))
    return std::nullopt;
  return cfg::Stmt{cfg::Assert{cfg::negate(clash), cfg::AssertKind::Copies,
                               "what an asynchronous copy of the same thread, started at " + started +
                                   ", may still be moving is left alone until the thread has waited for it"},
                   cx.out.origin};
}

Expr size_of(Context &cx, const OwnSite &site) {
  if (site.lanes != 1)
    return cfg::constant(cx.in.pointer_type, site.lanes);
  Expr size = geometry_of(cx.out, LocalSize, 0u, cx.in.pointer_type);
  for (unsigned d = 1; d < 3; ++d)
    size = cfg::binary(Op::Mul, size, geometry_of(cx.out, LocalSize, d, cx.in.pointer_type), true, true);
  return size;
}

// The thread's rank, or the next one: the same for all of the group of threads. Of a pipeline's copies in a loop it may
// differ from one to the next, as their waits are no barriers.
Expr first_part(Context &cx, const OwnSite &site, const Call &c) {
  const Expr size = size_of(cx, site), one = cfg::constant(cx.in.pointer_type, 1);
  Expr rank = geometry_of(cx.out, LocalLinearId, 0u, cx.in.pointer_type);
  if (site.lanes != 1)
    rank = cfg::binary(Op::URem, rank, size);
  if (support::left_out("copies.first"))
    return rank;
  Expr next = any_value(cx.out, cfg::VarKind::CopyChoice, "async.next", cfg::bool_type);
  if (kind_of(c.inst) == PipelineStages && cx.in.loop_blocks.count(cx.out.source_block) != 0) {
    if (site.lanes != 1)
      cx.out.refuse("'" + spelled(c.inst) + "' by the threads of a tile, in a loop,");
    const std::string name = c.name + "." + std::to_string(cx.reductions++);
    next = equal_to(cfg::call(name, count_type, {cx.own_copies->committed}), count(0));
  }
  const Expr after = cfg::binary(Op::Add, rank, one, true, true);
  return cfg::ite(next, cfg::ite(equal_to(after, size), cfg::constant(cx.in.pointer_type, 0), after), rank);
}

// The accesses of the thread for a copy.
void move_own(Context &cx, const OwnSite &site, const OwnCopy &a) {
  auto between = [&](const Expr &target, const Expr &source, const Expr &bytes, const Expr &read) {
    Pointer from{{source, a.from_object}, site.from}, to{{target, a.to_object}, site.to};
    cx.memory.on_each_target(from, [&](ObjectId x) {
      cx.memory.on_each_target(to, [&](ObjectId y) {
        cx.moves.copy_granules(cx.arrays.at(y), target, cx.arrays.at(x), source, read);
        if (cfg::equal(bytes, read))
          return;
        const cfg::Type element = cx.arrays.of(y).element;
        loop(cx.out, cfg::binary(Op::Sub, bytes, read), "zeros", [&](const Expr &i) {
          cx.out.emit(cfg::Store{{cfg::constant(element, 0)}, cx.arrays.at(y), moved(target, moved(read, i)), 1});
        });
      });
    });
  };
  if (site.lanes == 0)
    return between(a.to, a.from, a.bytes, a.read);
  const Expr one = cfg::constant(cx.in.pointer_type, 1), size = size_of(cx, site);
  cfg::VarId var = cx.out.new_var("copied_part", cx.in.pointer_type);
  const Expr i = cfg::variable(var, cx.in.pointer_type);
  cx.out.emit(cfg::Assign{var, a.first});
  cfg::BlockId head = cx.out.new_block("copy.head"), inside = cx.out.new_block("copy.body"),
               after = cx.out.new_block("copy.end");
  cx.out.jump(head);
  cx.out.finish_block(cfg::Branch{cfg::binary(Op::Ult, i, a.bytes), inside, after});
  cx.out.block = inside;
  between(moved(a.to, i), moved(a.from, i), one, one);
  cx.out.emit(cfg::Assign{var, cfg::binary(Op::Add, i, size, true, true)});
  cx.out.finish_block(cfg::Goto{{head}});
  cx.out.block = after;
}

void start_own_copy(Context &cx, OwnSite &site, const Call &c) {
  if (is_own_memory(site.to, cx.in.points_to.objects()) || is_own_memory(site.from, cx.in.points_to.objects()))
    return cx.out.refuse("'" + spelled(c.inst) + "' of a thread's own memory");
  if (kind_of(c.inst) == CommitGroups && may_leave_shared_memory(site.to, cx.in.points_to.objects()))
    return cx.out.refuse("'" + spelled(c.inst) + "' to memory that is not shared memory");
  const Pointer to = cx.values.pointer(c.inst.getArgOperand(0)), from = cx.values.pointer(c.inst.getArgOperand(1));
  OwnCopy args;
  args.to = to.piece.expr;
  args.to_object = to.piece.which;
  args.from = from.piece.expr;
  args.from_object = from.piece.which;
  args.bytes = cx.moves.length_in_granules(c.inst.getArgOperand(2), site.granule);
  args.read = args.bytes;
  if (c.inst.getArgOperand(3) != c.inst.getArgOperand(2)) // what is read of a granule counts as all of it
    args.read = cx.moves.length_in_granules(c.inst.getArgOperand(3), site.granule);
  if (site.lanes > cx.in.launch.warp_size || (site.lanes & (site.lanes - 1)) != 0)
    return cx.out.refuse("'" + spelled(c.inst) + "' by a tile of more threads than a warp's");
  if (site.lanes != 0) {
    const std::vector<Expr> same{args.to, args.to_object, args.from, args.from_object, args.bytes};
    if (site.lanes == 1)
      meet_with(cx, same);
    else
      meet_tile_with(cx, same, site.lanes);
    args.first = first_part(cx, site, c);
  }
  site.start = args;
  move_own(cx, site, args);

  auto assign = [&](const Expr &to_var, const Expr &value) {
    if (to_var && to_var->op == Op::Var && !cfg::equal(to_var, value))
      cx.out.emit(cfg::Assign{to_var->var, value});
  };
  auto assign_all = [&](const OwnCopy &a, const OwnCopy &b) {
    assign(a.to, b.to);
    assign(a.to_object, b.to_object);
    assign(a.from, b.from);
    assign(a.from_object, b.from_object);
    assign(a.bytes, b.bytes);
    assign(a.read, b.read);
    assign(a.first, b.first);
  };
  for (std::size_t age = site.ring.size(); age-- > 1;) {
    assign(site.ring[age].group, site.ring[age - 1].group);
    assign_all(site.ring[age], site.ring[age - 1]);
  }
  cfg::BlockId after = 0;
  if (site.any) { // this one, or another that is under way
    const Expr taken = cfg::binary(Op::Or, cfg::negate(under_way(*cx.own_copies, site, site.ring[0])),
                                   cx.out.havoc(cfg::bool_type, "copy_kept"));
    cfg::BlockId take = cx.out.new_block("copy.take");
    after = cx.out.new_block("copy.taken");
    cx.out.finish_block(cfg::Branch{taken, take, after});
    cx.out.block = take;
    if (site.rounds)
      cx.out.emit(cfg::Assign{site.rounds->var, count(0)});
  }
  cx.out.emit(cfg::Assign{site.ring[0].group->var, site.phase ? count(1) : plus(cx.own_copies->committed, count(1))});
  assign_all(site.ring[0], args);
  if (site.any)
    cx.out.jump(after);
}
} // namespace

void declare_own_copies(Context &cx) {
  auto own = std::make_unique<OwnCopies>(cx.in.function);
  if (!own->flow.any())
    return;
  std::set<std::uint64_t> kinds;
  bool all_but = false, in_turn = false;
  std::vector<unsigned> depth(own->flow.starts().size(), 1);
  for (const llvm::Instruction &i : llvm::instructions(cx.in.function)) {
    if (auto kind = kind_of(i); kind && kinds.insert(*kind).second && kinds.size() > 1)
      return cx.out.report.refuse_at(cx.in.debug.origin(i.getDebugLoc().get()),
                                     "'" + spelled(llvm::cast<llvm::CallBase>(i)) +
                                         "' beside asynchronous copies of another kind");
    all_but = all_but || copy_call(i) == CopyCall::Wait;
    in_turn = in_turn || copy_call(i) == CopyCall::WaitOldest;
    if (all_but && in_turn)
      return cx.out.report.refuse_at(cx.in.debug.origin(i.getDebugLoc().get()),
                                     "'" + spelled(llvm::cast<llvm::CallBase>(i)) + "' beside waits of another kind");
    if (copy_call(i) == CopyCall::Start || copy_call(i) == CopyCall::PhaseStart)
      for (const auto &[site, age] : held_in(own->flow.behind(i)))
        depth[site] = std::max(depth[site], age + 1);
  }
  auto variable = [&](const char *name) {
    cfg::VarId v = cx.out.new_var(name, count_type);
    cx.out.entry.push_back({cfg::Assign{v, count(0)}, cx.out.kernel.origin});
    return cfg::variable(v, count_type);
  };
  own->committed = variable("copies_committed");
  own->waited = variable("copies_waited");
  own->done = variable("copies_done");
  own->odd = cfg::variable(cx.out.new_var("phases_odd", cfg::bool_type), cfg::bool_type);
  cx.out.entry.push_back({cfg::Assign{own->odd->var, cfg::boolean(false)}, cx.out.kernel.origin});
  for (std::size_t k = 0; k < depth.size(); ++k) {
    OwnSite s;
    s.call = own->flow.starts()[k];
    s.origin = cx.in.debug.origin(s.call->getDebugLoc().get());
    s.to = cx.in.points_to.of(s.call->getArgOperand(0));
    s.from = cx.in.points_to.of(s.call->getArgOperand(1));
    s.granule = cx.in.granule_of(s.from);
    s.lanes = static_cast<unsigned>(constant_argument(*s.call, 4).value_or(0));
    s.any = depth[k] == ThreadCopies::ages;
    s.phase = copy_call(*s.call) == CopyCall::PhaseStart;
    if (s.phase && !phase_of(*s.call))
      return cx.out.report.refuse_at(s.origin,
                                     "'" + spelled(*s.call) + "' with a barrier that is not the same each time");
    if (s.any && own->flow.loops().loop_of(*s.call))
      s.rounds = variable("copy_rounds");
    auto one_object = [&](const Targets &t, const char *name) {
      return t.objects.size() == 1 && !t.from_memory && !t.unknown
                 ? cfg::constant(cfg::int_type(32), *t.objects.begin())
                 : cfg::variable(cx.out.new_var(name, cfg::int_type(32)), cfg::int_type(32));
    };
    auto length = [&](unsigned n, const char *name) {
      return llvm::isa<llvm::ConstantInt>(s.call->getArgOperand(n))
                 ? cx.moves.length_in_granules(s.call->getArgOperand(n), s.granule)
                 : cfg::variable(cx.out.new_var(name, cx.in.pointer_type), cx.in.pointer_type);
    };
    for (unsigned age = 0; age < (s.any ? 1 : depth[k]); ++age) {
      OwnCopy c;
      c.group = variable("copy_group");
      c.to = cfg::variable(cx.out.new_var("copy_to", cx.in.pointer_type), cx.in.pointer_type);
      c.to_object = one_object(s.to, "copy_to_object");
      c.from = cfg::variable(cx.out.new_var("copy_from", cx.in.pointer_type), cx.in.pointer_type);
      c.from_object = one_object(s.from, "copy_from_object");
      c.bytes = length(2, "copy_bytes");
      if (s.lanes != 0)
        c.first = cfg::variable(cx.out.new_var("copy_first", cx.in.pointer_type), cx.in.pointer_type);
      c.read = s.call->getArgOperand(3) == s.call->getArgOperand(2) ? c.bytes : length(3, "copy_read");
      s.ring.push_back(std::move(c));
    }
    own->sites.push_back(std::move(s));
  }
  cx.own_copies = std::move(own);
  cx.out.check_with([&cx](const Builder::Node &access) { return own_conflict(cx, access); });
}

// to, from, bytes, bytes that are read (the others become zeros), lanes (0 the thread, 1 the block, else a tile), kind
void handlers::own_copy(Context &cx, const Call &c) {
  const auto lanes = constant_argument(c.inst, 4);
  if (cx.out.annotation || !cx.own_copies || !lanes || (c.detail == 0 && !kind_of(c.inst)))
    return refuse_call(cx.out, c);
  auto site = std::find_if(cx.own_copies->sites.begin(), cx.own_copies->sites.end(),
                           [&](const OwnSite &s) { return s.call == &c.inst; });
  start_own_copy(cx, *site, c);
}

void handlers::commit_copies(Context &cx, const Call &c) {
  if (cx.out.annotation || !cx.own_copies)
    return refuse_call(cx.out, c);
  cx.out.emit(cfg::Assign{cx.own_copies->committed->var, plus(cx.own_copies->committed, count(1))});
}

// Copies that have surely ended are in no group, for where an analysis has lost it.
void end_own_copies(Context &cx, const llvm::Instruction &wait) {
  const auto left = cx.own_copies->held(cx.own_copies->flow.behind(wait));
  for (const auto &[site, age] : cx.own_copies->held(cx.own_copies->now))
    if (left.count({site, age}) == 0)
      cx.out.emit(cfg::Assign{cx.own_copies->sites[site].ring[age].group->var, count(0)});
}

// All groups but the last `prior`.
void handlers::wait_copies(Context &cx, const Call &c) {
  const auto prior = constant_argument(c.inst, 0), kind = constant_argument(c.inst, 1);
  const auto lanes = constant_argument(c.inst, 2);
  if (cx.out.annotation || !cx.own_copies || !kind || !lanes)
    return refuse_call(cx.out, c);
  if (!prior)
    return cx.out.refuse("'" + spelled(c.inst) + "' for a number of groups that is not known");
  if (*kind == Cooperative)
    for (const OwnSite &s : cx.own_copies->sites)
      if (s.lanes != *lanes)
        return cx.out.refuse("'" + spelled(c.inst) + "' by other threads than those that copy");
  const Expr last = cfg::binary(Op::Sub, cx.own_copies->committed, count(*prior));
  const Expr more = cfg::binary(Op::Ult, plus(cx.own_copies->done, count(*prior)), cx.own_copies->committed);
  cx.out.emit(cfg::Assign{cx.own_copies->done->var, cfg::ite(more, last, cx.own_copies->done)});
  end_own_copies(cx, c.inst);
}

// The first group that is not waited for yet, if there is one.
void handlers::wait_oldest_copies(Context &cx, const Call &c) {
  if (cx.out.annotation || !cx.own_copies)
    return refuse_call(cx.out, c);
  for (const ThreadCopies::Way &w : cx.own_copies->now)
    if (!w.ahead)
      return cx.out.refuse("'" + spelled(c.inst) + "' where any number of stages may be under way");
  const Expr &waited = cx.own_copies->waited, &done = cx.own_copies->done;
  cx.out.emit(cfg::Assign{
      waited->var, cfg::ite(cfg::binary(Op::Ult, waited, cx.own_copies->committed), plus(waited, count(1)), waited)});
  cx.out.emit(cfg::Assign{done->var, cfg::ite(cfg::binary(Op::Ult, done, waited), waited, done)});
  end_own_copies(cx, c.inst);
}

// The groups of two pipelines are counted apart: one is enough.
void handlers::make_pipeline(Context &cx, const Call &c) {
  unsigned pipelines = 0;
  for (const llvm::Instruction &i : llvm::instructions(cx.in.function))
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(&i);
        call && call->getCalledFunction() == c.inst.getCalledFunction())
      ++pipelines;
  if (pipelines > 1 || cx.in.loop_blocks.count(cx.out.source_block) != 0)
    return cx.out.refuse("'" + spelled(c.inst) + "' for more than one pipeline of a thread");
  cx.out.emit(cfg::Skip{});
}

// Behind a statement that may order accesses: copies go on.
void go_on_with_own_copies(Context &cx, const llvm::Instruction &i) {
  if (!cx.own_copies)
    return;
  if (copy_call(i) != CopyCall::None || cx.own_copies->ordered)
    cx.own_copies->now = cx.own_copies->flow.behind(i);
  if (!std::exchange(cx.own_copies->ordered, false) || i.isTerminator() || cx.out.report.refused)
    return;
  note_own_copies(cx, i, false);
  if (cx.in.options.copies_once)
    return;
  const support::Origin here = cx.out.origin;
  for (const auto &[k, age] : cx.own_copies->held(cx.own_copies->now)) {
    const OwnSite &site = cx.own_copies->sites[k];
    if (support::left_out("copies.again") || (copy_call(i) == CopyCall::Arrive && site.phase &&
                                              phase_of(*site.call) == phase_of(llvm::cast<llvm::CallBase>(i))))
      continue; // it ends before anybody has waited
    cx.out.origin = site.origin;
    cfg::BlockId copy = cx.out.new_block("async.copy"), after = cx.out.new_block("async.end");
    cx.out.finish_block(cfg::Branch{under_way(*cx.own_copies, site, site.ring[age]), copy, after});
    cx.out.block = copy;
    cx.own_copies->moving = true;
    move_own(cx, site, site.ring[age]);
    cx.own_copies->moving = false;
    cx.out.jump(after);
    cx.out.origin = here;
  }
}

} // namespace lockstep::frontend
