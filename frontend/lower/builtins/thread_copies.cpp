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
#include "frontend/lower/context.h"

#include "frontend/lower/build_terms.h"
#include "support/sound.h"
#include "llvm/IR/InstIterator.h"

#include <algorithm>

namespace lockstep::frontend {

using cfg::Expr;
using cfg::Op;

namespace {
const cfg::Type count_type = cfg::int_type(64);
enum CopyKind : std::uint64_t { Groups, Pipeline, Cooperative }; // the last argument of __lockstep_copy

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
  case CopyCall::WaitOldest: return Pipeline;
  default: return std::nullopt;
  }
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

void Lowerer::declare_own_copies() {
  auto own = std::make_shared<OwnCopies>(function_);
  if (!own->flow.any())
    return;
  std::set<std::uint64_t> kinds;
  bool all_but = false, in_turn = false;
  std::vector<unsigned> depth(own->flow.starts().size(), 1);
  for (const llvm::Instruction &i : llvm::instructions(function_)) {
    if (auto kind = kind_of(i); kind && kinds.insert(*kind).second && kinds.size() > 1)
      return refuse_at(debug_.origin(i.getDebugLoc().get()),
                       "'" + spelled(llvm::cast<llvm::CallBase>(i)) + "' beside asynchronous copies of another kind");
    all_but = all_but || copy_call(i) == CopyCall::Wait;
    in_turn = in_turn || copy_call(i) == CopyCall::WaitOldest;
    if (all_but && in_turn)
      return refuse_at(debug_.origin(i.getDebugLoc().get()),
                       "'" + spelled(llvm::cast<llvm::CallBase>(i)) + "' beside waits of another kind");
    if (copy_call(i) == CopyCall::Start || copy_call(i) == CopyCall::PhaseStart)
      for (const auto &[site, age] : held_in(own->flow.behind(i)))
        depth[site] = std::max(depth[site], age + 1);
  }
  auto variable = [&](const char *name) {
    cfg::VarId v = new_var(name, count_type);
    entry_stmts_.push_back({cfg::Assign{v, count(0)}, kernel_.origin});
    return cfg::variable(v, count_type);
  };
  own->committed = variable("copies_committed");
  own->waited = variable("copies_waited");
  own->done = variable("copies_done");
  own->odd = cfg::variable(new_var("phases_odd", cfg::bool_type), cfg::bool_type);
  entry_stmts_.push_back({cfg::Assign{own->odd->var, cfg::boolean(false)}, kernel_.origin});
  for (std::size_t k = 0; k < depth.size(); ++k) {
    OwnSite s;
    s.call = own->flow.starts()[k];
    s.origin = debug_.origin(s.call->getDebugLoc().get());
    s.to = points_to_.of(s.call->getArgOperand(0));
    s.from = points_to_.of(s.call->getArgOperand(1));
    s.granule = granule_of(s.from);
    s.lanes = static_cast<unsigned>(constant_argument(*s.call, 4).value_or(0));
    s.any = depth[k] == ThreadCopies::ages;
    s.phase = copy_call(*s.call) == CopyCall::PhaseStart;
    if (s.phase && !phase_of(*s.call))
      return refuse_at(s.origin, "'" + spelled(*s.call) + "' with a barrier that is not the same each time");
    if (s.any && own->flow.loop_of(*s.call))
      s.rounds = variable("copy_rounds");
    auto one_object = [&](const Targets &t, const char *name) {
      return t.objects.size() == 1 && !t.from_memory && !t.unknown
                 ? cfg::constant(cfg::int_type(32), *t.objects.begin())
                 : cfg::variable(new_var(name, cfg::int_type(32)), cfg::int_type(32));
    };
    auto length = [&](unsigned n, const char *name) {
      return llvm::isa<llvm::ConstantInt>(s.call->getArgOperand(n))
                 ? length_in_granules(s.call->getArgOperand(n), s.granule)
                 : cfg::variable(new_var(name, pointer_type_), pointer_type_);
    };
    for (unsigned age = 0; age < (s.any ? 1 : depth[k]); ++age) {
      OwnCopy c;
      c.group = variable("copy_group");
      c.to = cfg::variable(new_var("copy_to", pointer_type_), pointer_type_);
      c.to_object = one_object(s.to, "copy_to_object");
      c.from = cfg::variable(new_var("copy_from", pointer_type_), pointer_type_);
      c.from_object = one_object(s.from, "copy_from_object");
      c.bytes = length(2, "copy_bytes");
      if (s.lanes != 0)
        c.first = cfg::variable(new_var("copy_first", pointer_type_), pointer_type_);
      c.read = s.call->getArgOperand(3) == s.call->getArgOperand(2) ? c.bytes : length(3, "copy_read");
      s.ring.push_back(std::move(c));
    }
    own->sites.push_back(std::move(s));
  }
  own_copies_ = std::move(own);
}

Expr Lowerer::under_way(const OwnSite &site, const OwnCopy &copy) const {
  return site.phase ? cfg::binary(Op::Ne, copy.group, count(0)) : cfg::binary(Op::Ult, own_copies_->done, copy.group);
}

// to, from, bytes, bytes that are read (the others become zeros), lanes (0 the thread, 1 the block, else a tile), kind
void Lowerer::own_copy(const Call &c) {
  const auto lanes = constant_argument(c.inst, 4);
  if (spec_depth_ != 0 || !own_copies_ || !lanes || (c.detail == 0 && !kind_of(c.inst)))
    return refuse_call(c);
  auto site = std::find_if(own_copies_->sites.begin(), own_copies_->sites.end(),
                           [&](const OwnSite &s) { return s.call == &c.inst; });
  start_own_copy(*site, c);
}

void Lowerer::start_own_copy(OwnSite &site, const Call &c) {
  if (is_own_memory(site.to, points_to_.objects()) || is_own_memory(site.from, points_to_.objects()))
    return refuse("'" + spelled(c.inst) + "' of a thread's own memory");
  if (kind_of(c.inst) == Groups && may_leave_shared_memory(site.to, points_to_.objects()))
    return refuse("'" + spelled(c.inst) + "' to memory that is not shared memory");
  const Pointer to = pointer(c.inst.getArgOperand(0)), from = pointer(c.inst.getArgOperand(1));
  OwnCopy args;
  args.to = to.piece.expr;
  args.to_object = to.piece.which;
  args.from = from.piece.expr;
  args.from_object = from.piece.which;
  args.bytes = length_in_granules(c.inst.getArgOperand(2), site.granule);
  args.read = args.bytes;
  if (c.inst.getArgOperand(3) != c.inst.getArgOperand(2)) // what is read of a granule counts as all of it
    args.read = length_in_granules(c.inst.getArgOperand(3), site.granule);
  if (site.lanes > launch_.warp_size || (site.lanes & (site.lanes - 1)) != 0)
    return refuse("'" + spelled(c.inst) + "' by a tile of more threads than a warp's");
  if (site.lanes != 0) {
    const std::vector<Expr> same{args.to, args.to_object, args.from, args.from_object, args.bytes};
    if (site.lanes == 1)
      meet_with(same);
    else
      meet_tile_with(same, site.lanes);
    args.first = first_part(site, c);
  }
  site.start = args;
  move_own(site, args);

  auto assign = [&](const Expr &to_var, const Expr &value) {
    if (to_var && to_var->op == Op::Var && !cfg::equal(to_var, value))
      emit(cfg::Assign{to_var->var, value});
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
    const Expr taken =
        cfg::binary(Op::Or, cfg::negate(under_way(site, site.ring[0])), havoc(cfg::bool_type, "copy_kept"));
    cfg::BlockId take = new_block("copy.take");
    after = new_block("copy.taken");
    finish_block(cfg::Branch{taken, take, after});
    block_ = take;
    if (site.rounds)
      emit(cfg::Assign{site.rounds->var, count(0)});
  }
  emit(cfg::Assign{site.ring[0].group->var, site.phase ? count(1) : plus(own_copies_->committed, count(1))});
  assign_all(site.ring[0], args);
  if (site.any)
    jump(after);
}

// The accesses of the thread for a copy.
void Lowerer::move_own(const OwnSite &site, const OwnCopy &a) {
  auto between = [&](const Expr &target, const Expr &source, const Expr &bytes, const Expr &read) {
    Pointer from{{source, a.from_object}, site.from}, to{{target, a.to_object}, site.to};
    on_each_target(
        from,
        [&](ObjectId x) {
          on_each_target(
              to,
              [&](ObjectId y) {
                copy_granules(array_of_.at(y), target, array_of_.at(x), source, read);
                if (cfg::equal(bytes, read))
                  return;
                const cfg::Type element = kernel_.arrays[array_of_.at(y)].element;
                loop(cfg::binary(Op::Sub, bytes, read), "zeros", [&](const Expr &i) {
                  emit(cfg::Store{{cfg::constant(element, 0)}, array_of_.at(y), moved(target, moved(read, i)), 1});
                });
              },
              [] {});
        },
        [] {});
  };
  if (site.lanes == 0)
    return between(a.to, a.from, a.bytes, a.read);
  const Expr one = cfg::constant(pointer_type_, 1), size = size_of(site);
  cfg::VarId var = new_var("copied_part", pointer_type_);
  const Expr i = cfg::variable(var, pointer_type_);
  emit(cfg::Assign{var, a.first});
  cfg::BlockId head = new_block("copy.head"), inside = new_block("copy.body"), after = new_block("copy.end");
  jump(head);
  finish_block(cfg::Branch{cfg::binary(Op::Ult, i, a.bytes), inside, after});
  block_ = inside;
  between(moved(a.to, i), moved(a.from, i), one, one);
  emit(cfg::Assign{var, cfg::binary(Op::Add, i, size, true, true)});
  finish_block(cfg::Goto{{head}});
  block_ = after;
}

Expr Lowerer::size_of(const OwnSite &site) {
  if (site.lanes != 1)
    return cfg::constant(pointer_type_, site.lanes);
  Expr size = geometry_of(LocalSize, 0u, pointer_type_);
  for (unsigned d = 1; d < 3; ++d)
    size = cfg::binary(Op::Mul, size, geometry_of(LocalSize, d, pointer_type_), true, true);
  return size;
}

// The thread's rank, or the next one: the same for all of the group of threads. Of a pipeline's copies in a loop it may
// differ from one to the next, as their waits are no barriers.
Expr Lowerer::first_part(const OwnSite &site, const Call &c) {
  const Expr size = size_of(site), one = cfg::constant(pointer_type_, 1);
  Expr rank = geometry_of(LocalLinearId, 0u, pointer_type_);
  if (site.lanes != 1)
    rank = cfg::binary(Op::URem, rank, size);
  if (support::left_out("copies.first"))
    return rank;
  Expr next = unknown_parameter("next", cfg::bool_type);
  if (kind_of(c.inst) == Pipeline && loop_blocks_.count(source_block_) != 0) {
    if (site.lanes != 1)
      refuse("'" + spelled(c.inst) + "' by the threads of a tile, in a loop,");
    const std::string name = c.name + "." + std::to_string(reductions_++);
    next = equal_to(cfg::call(name, count_type, {own_copies_->committed}), count(0));
  }
  const Expr after = cfg::binary(Op::Add, rank, one, true, true);
  return cfg::ite(next, cfg::ite(equal_to(after, size), cfg::constant(pointer_type_, 0), after), rank);
}

// As meet_with, for the threads of a tile.
void Lowerer::meet_tile_with(const std::vector<Expr> &values, unsigned lanes) {
  Expr same = cfg::boolean(true);
  for (const Expr &e : values)
    if (e && !is_group_uniform(e))
      same = both(same, equal_to(e, unknown_parameter("same", e->type)));
  const cfg::Barrier meet{cfg::Scope::Warp, false, false, lanes};
  if (cfg::is_const(same))
    return emit(meet);
  cfg::BlockId first = new_block("async.same"), second = new_block("async.other"), join = new_block("async.met");
  finish_block(cfg::Branch{same, first, second});
  for (cfg::BlockId b : {first, second}) {
    block_ = b;
    emit(meet);
    finish_block(cfg::Goto{{join}});
  }
  block_ = join;
}

void Lowerer::commit_copies(const Call &c) {
  if (spec_depth_ != 0 || !own_copies_)
    return refuse_call(c);
  emit(cfg::Assign{own_copies_->committed->var, plus(own_copies_->committed, count(1))});
}

// Copies that have surely ended are in no group, for where an analysis has lost it.
void Lowerer::end_own_copies(const ThreadCopies::State &before, const ThreadCopies::State &after) {
  const auto left = own_copies_->held(after);
  for (const auto &[site, age] : own_copies_->held(before))
    if (left.count({site, age}) == 0)
      emit(cfg::Assign{own_copies_->sites[site].ring[age].group->var, count(0)});
}

// All groups but the last `prior`.
void Lowerer::wait_copies(const Call &c) {
  const auto prior = constant_argument(c.inst, 0), kind = constant_argument(c.inst, 1);
  const auto lanes = constant_argument(c.inst, 2);
  if (spec_depth_ != 0 || !own_copies_ || !kind || !lanes)
    return refuse_call(c);
  if (!prior)
    return refuse("'" + spelled(c.inst) + "' for a number of groups that is not known");
  if (*kind == Cooperative)
    for (const OwnSite &s : own_copies_->sites)
      if (s.lanes != *lanes)
        return refuse("'" + spelled(c.inst) + "' by other threads than those that copy");
  const Expr last = cfg::binary(Op::Sub, own_copies_->committed, count(*prior));
  const Expr more = cfg::binary(Op::Ult, plus(own_copies_->done, count(*prior)), own_copies_->committed);
  emit(cfg::Assign{own_copies_->done->var, cfg::ite(more, last, own_copies_->done)});
  end_own_copies(own_copies_->now, own_copies_->flow.behind(c.inst));
}

// The first group that is not waited for yet, if there is one.
void Lowerer::wait_oldest_copies(const Call &c) {
  if (spec_depth_ != 0 || !own_copies_)
    return refuse_call(c);
  for (const ThreadCopies::Way &w : own_copies_->now)
    if (!w.ahead)
      return refuse("'" + spelled(c.inst) + "' where any number of stages may be under way");
  const Expr &waited = own_copies_->waited, &done = own_copies_->done;
  emit(cfg::Assign{waited->var,
                   cfg::ite(cfg::binary(Op::Ult, waited, own_copies_->committed), plus(waited, count(1)), waited)});
  emit(cfg::Assign{done->var, cfg::ite(cfg::binary(Op::Ult, done, waited), waited, done)});
  end_own_copies(own_copies_->now, own_copies_->flow.behind(c.inst));
}

// The groups of two pipelines are counted apart: one is enough.
void Lowerer::make_pipeline(const Call &c) {
  unsigned pipelines = 0;
  for (const llvm::Instruction &i : llvm::instructions(function_))
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(&i);
        call && call->getCalledFunction() == c.inst.getCalledFunction())
      ++pipelines;
  if (pipelines > 1 || loop_blocks_.count(source_block_) != 0)
    return refuse("'" + spelled(c.inst) + "' for more than one pipeline of a thread");
  emit(cfg::Skip{});
}

// In front of an access of the thread: it gets along with the thread's copies.
std::optional<cfg::Stmt> Lowerer::own_conflict(const decltype(cfg::Stmt::node) &access) const {
  if (std::holds_alternative<cfg::Atomic>(access) || std::holds_alternative<cfg::Fence>(access) ||
      std::holds_alternative<cfg::Numbered>(access))
    own_copies_->ordered = true;
  else if (auto *barrier = std::get_if<cfg::Barrier>(&access))
    own_copies_->ordered = own_copies_->ordered || barrier->fence_group || barrier->fence_global;
  if (own_copies_->moving || spec_depth_ != 0 || support::left_out("copies.own"))
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
  for (const auto &[k, age] : own_copies_->held(own_copies_->now)) {
    const OwnSite &site = own_copies_->sites[k];
    const OwnCopy &copy = site.ring[age];
    auto meets = [&](const Targets &t, const Expr &object, const Expr &from, const Expr &length) {
      Expr same = cfg::boolean(false);
      for (ObjectId id : t.objects)
        if (auto it = array_of_.find(id); it != array_of_.end() && it->second == array)
          same = cfg::binary(Op::Or, same, equal_to(object, cfg::constant(object->type, id)));
      const Expr end = moved(at, cfg::constant(pointer_type_, granules));
      same = both(same, cfg::binary(Op::Slt, at, moved(from, length)));
      return both(same, cfg::binary(Op::Slt, from, end));
    };
    Expr here = meets(site.to, copy.to_object, copy.to, copy.bytes);
    if (writes)
      here = cfg::binary(Op::Or, here, meets(site.from, copy.from_object, copy.from, copy.read));
    here = both(under_way(site, copy), here);
    if (!cfg::is_const(here, 0) && started.empty())
      started = site.origin.str();
    clash = cfg::binary(Op::Or, clash, here);
  }
  if (cfg::is_const(clash, 0))
    return std::nullopt;
  return cfg::Stmt{cfg::Assert{cfg::negate(clash), cfg::AssertKind::User,
                               "what an asynchronous copy of the same thread, started at " + started +
                                   ", may still be moving is left alone until the thread has waited for it"},
                   origin_};
}

// Behind a statement that may order accesses: copies go on.
void Lowerer::go_on_with_own_copies(const llvm::Instruction &i) {
  if (!own_copies_)
    return;
  if (copy_call(i) != CopyCall::None || own_copies_->ordered)
    own_copies_->now = own_copies_->flow.behind(i);
  if (!std::exchange(own_copies_->ordered, false) || i.isTerminator() || refused_)
    return;
  note_own_copies(i, own_copies_->now, false);
  if (options_.copies_once)
    return;
  const support::Origin here = origin_;
  for (const auto &[k, age] : own_copies_->held(own_copies_->now)) {
    const OwnSite &site = own_copies_->sites[k];
    if (support::left_out("copies.again") || (copy_call(i) == CopyCall::Arrive && site.phase &&
                                              phase_of(*site.call) == phase_of(llvm::cast<llvm::CallBase>(i))))
      continue; // it ends before anybody has waited
    origin_ = site.origin;
    cfg::BlockId copy = new_block("async.copy"), after = new_block("async.end");
    finish_block(cfg::Branch{under_way(site, site.ring[age]), copy, after});
    block_ = copy;
    own_copies_->moving = true;
    move_own(site, site.ring[age]);
    own_copies_->moving = false;
    jump(after);
    origin_ = here;
  }
}

} // namespace lockstep::frontend
