// Annotations (frontend/include/lockstep_builtins.h, section 1). Between spec_begin and spec_end loads become reads of
// the current contents, which are no accesses (lower/memory/memory.cpp).
#include "cfg/ir/pairwise.h"
#include "cfg/ir/rewrite.h"
#include "frontend/builtins/spelled.h"
#include "frontend/lower/handlers.h"

#include "support/sound.h"
#include "llvm/Analysis/ValueTracking.h"

#include <algorithm>
#include <unordered_map>

namespace lockstep::frontend {

using cfg::Expr;
using cfg::Op;

namespace {
bool is_about_two(const llvm::Function &f) {
  const Intrinsic *known = find_intrinsic(&f);
  return known && (known->handler == handlers::of_pair || known->handler == handlers::everywhere);
}
} // namespace

// Private memory is read by ordinary loads, which are no accesses either, unless the annotation is an invariant, or
// about two threads: those must be one expression.
void handlers::spec_begin(Context &cx, const Call &c) {
  if (cx.out.annotation.depth++ != 0)
    return;
  cx.out.annotation.is_expression = false;
  unsigned depth = 0;
  for (const llvm::Instruction *i = &c.inst; i; i = i->getNextNode()) {
    auto *call = llvm::dyn_cast<llvm::CallBase>(i);
    const llvm::Function *f = call ? call->getCalledFunction() : nullptr;
    if (!f)
      continue;
    depth += f->getName() == "__lockstep_spec_begin";
    // Of two threads, the other one does not execute the loads.
    cx.out.annotation.is_expression =
        cx.out.annotation.is_expression || f->getName().ends_with("invariant") || is_about_two(*f);
    if (f->getName() == "__lockstep_spec_end" && --depth == 0)
      return;
  }
}

void handlers::spec_end(Context &cx, const Call &) {
  if (cx.out.annotation)
    --cx.out.annotation.depth;
}

namespace {
std::string text_of(const llvm::Value *v) {
  llvm::StringRef text;
  return llvm::getConstantStringInfo(v, text) ? text.str() : "";
}

// Distinct arrays do not overlap: an assumption about their addresses could contradict that unnoticed.
bool relates_buffers(Context &cx, const Expr &e) {
  std::vector<cfg::VarId> used;
  cfg::collect_vars(e, used);
  std::set<cfg::VarId> addresses;
  for (auto &[id, address] : cx.addresses.known())
    if (address->op == Op::Var && cx.in.points_to.objects()[id].kind != ObjectKind::Function && // is no buffer
        std::find(used.begin(), used.end(), address->var) != used.end())
      addresses.insert(address->var);
  return addresses.size() > 1;
}

bool has_effect(const cfg::Stmt &s) {
  return std::holds_alternative<cfg::Store>(s.node) || std::holds_alternative<cfg::Atomic>(s.node) ||
         std::holds_alternative<cfg::Barrier>(s.node) || std::holds_alternative<cfg::Gather>(s.node) ||
         std::holds_alternative<cfg::Numbered>(s.node);
}

bool reads_shared(const cfg::Stmt &s) { return std::holds_alternative<cfg::Load>(s.node); }

bool is_annotation(const cfg::Stmt &s) {
  auto *a = std::get_if<cfg::Assert>(&s.node);
  return a && a->kind == cfg::AssertKind::Invariant;
}

// An invariant stands at the top of the loop's head block. What the head computes before it is pure, so the invariant
// is written out in the values at the top; null: it is not. Sound because a log that it speaks of is the same there:
// nothing has been accessed since.
Expr at_top_of_head(Context &cx, Expr condition) {
  std::vector<cfg::Stmt> &stmts = cx.out.kernel.blocks[cx.out.block].stmts;
  bool movable = cx.out.block == cx.control.first_block().at(cx.out.source_block) &&
                 std::none_of(stmts.begin(), stmts.end(), has_effect);
  if (support::unsound("annotations.read_before", cx.logs.are_in(condition)))
    movable = movable && std::none_of(stmts.begin(), stmts.end(), reads_shared);
  for (auto i = stmts.rbegin(); i != stmts.rend();
       ++i) // backwards: the condition in the values in front of the statement
    for (cfg::VarId v : cfg::defined_vars(*i))
      if (cfg::mentions(condition, v)) {
        if (auto *a = std::get_if<cfg::Assign>(&i->node))
          condition = cfg::replace(condition,
                                   [&](const Expr &e) { return e->op == Op::Var && e->var == v ? a->value : Expr{}; });
        else
          movable = false;
      }
  return movable ? condition : nullptr;
}

void place_at_top(Context &cx, cfg::Stmt annotation) {
  std::vector<cfg::Stmt> &stmts = cx.out.kernel.blocks[cx.out.block].stmts;
  stmts.insert(std::find_if_not(stmts.begin(), stmts.end(), is_annotation), std::move(annotation));
}

void place_invariant(Context &cx, const Expr &condition, const std::string &text) {
  if (cx.in.loop_heads.count(cx.out.source_block) == 0) {
    cx.out.report.diags.error(cx.out.origin, "this invariant does not stand at the head of a loop",
                              support::Topic::InvariantPlace);
    cx.out.report.refused = true;
    return;
  }
  const Expr there = at_top_of_head(cx, condition);
  if (!there)
    return cx.out.refuse(
        "an invariant that depends on what the loop's head loads or does before it; move it to the front");
  place_at_top(cx, {cfg::Assert{there, cfg::AssertKind::Invariant, text}, cx.out.origin});
}

// What may be an invariant. One about two threads, or about accesses, is left out; so is one that is not at the head of
// a loop. Sound because nobody reads the variable, and nothing is claimed of it.
void place_candidate(Context &cx, const Expr &condition) {
  if (cx.in.loop_heads.count(cx.out.source_block) == 0 || cfg::is_pairwise(condition) || cx.logs.are_in(condition))
    return;
  const Expr there = at_top_of_head(cx, condition);
  if (!there)
    return;
  const cfg::VarId v = cx.out.new_var("candidate", cfg::bool_type);
  cx.out.kernel.vars[v].kind = cfg::VarKind::Candidate;
  place_at_top(cx, {cfg::Assign{v, there}, cx.out.origin});
}

Expr of_truths(const Expr &condition);

// What a number that is 1 or 0 says, as C makes them of conditions; null: it is another number.
Expr truth_of(const Expr &e) {
  if (cfg::is_const(e, 0) || cfg::is_const(e, 1))
    return cfg::boolean(cfg::is_const(e, 1));
  if (e->op == Op::Ite && cfg::is_const(e->args[1], 1) && cfg::is_const(e->args[2], 0))
    return of_truths(e->args[0]);
  if (e->op != Op::BitAnd && e->op != Op::BitOr)
    return nullptr;
  const Expr x = truth_of(e->args[0]), y = truth_of(e->args[1]);
  return x && y ? cfg::binary(e->op == Op::BitAnd ? Op::And : Op::Or, x, y) : nullptr;
}

// The same condition with `a & b` as a conjunction: users write it so, since && makes branches.
Expr of_truths(const Expr &condition) {
  return cfg::replace(condition, [](const Expr &e) -> Expr {
    const bool equal = e->op == Op::Eq;
    if ((!equal && e->op != Op::Ne) || !e->args[0]->type.is_int() || !cfg::is_const(e->args[1], 0))
      return nullptr;
    const Expr t = truth_of(e->args[0]);
    return !t ? nullptr : equal ? cfg::negate(t) : t;
  });
}

// The condition for a thread of which it is known whether it executes the annotation.
Expr where(const Expr &condition, bool enabled) {
  return cfg::replace(condition, [enabled](const Expr &e) {
    return cfg::is_call_of(*e, cfg::enabled_name) ? cfg::boolean(enabled) : Expr{};
  });
}

// What it says of other threads is known behind the barrier in front of which it stands.
void claim_at_barrier(Context &cx, Expr condition, const std::string &text) {
  condition = cx.logs.of_one_group(condition);
  if (cx.logs.are_in(condition))
    return cx.out.refuse("a barrier invariant about accesses");
  // Of two threads of a group: only these meet.
  const Expr claimed =
      cfg::is_pairwise(condition) ? cfg::binary(Op::Implies, cfg::pair_of_one_group(), condition) : condition;
  cx.out.emit(cfg::Assert{claimed, cfg::AssertKind::AtBarrier, text});
  cx.out.at_barrier.push_back({claimed, {}, {}});
}

void claim(Context &cx, Annotation what, Expr condition, const std::string &text) {
  if (what == Requires || what == Assumed) {
    if (relates_buffers(cx, condition))
      return cx.out.refuse("an assumption about where different buffers lie (other than that two are one)");
    if (cfg::is_pairwise(condition))
      return cx.out.refuse("an assumption about two threads");
    // Which pair of threads is spoken of, and which access, is arbitrary: an assumption would be about one only, and
    // one that contradicts itself for any other.
    if (support::unsound("annotations.assumed_logs", cx.logs.are_in(condition)))
      return cx.out.refuse("an assumption about accesses");
  }
  if (what == CandidateInvariant || (what == LoopInvariant && cx.in.options.annotations == Annotations::NoInvariants))
    return place_candidate(cx, condition);
  if (support::unsound("access_logs.denied", cx.logs.is_denied(condition)))
    return cx.out.refuse("an annotation that says, or may say, which value an atomic has not given");
  if (cx.logs.are_in(condition) && cx.in.options.copies_once) // of no interest where requests are counted
    return;
  if (cx.logs.are_of_others(condition, cx.in.options.logged_arrays)) // neither claimed nor assumed: only less is asked
    return cx.out.take_for_granted("what annotations say of accesses to other arrays than those named is true: it is "
                                   "not asked about (--vcgen-opt=/checkArrays)");
  switch (what) {
  case Requires: return cx.out.emit(cfg::Assume{condition, cfg::AssumeKind::Requires});
  case Assumed: return cx.out.emit(cfg::Assume{condition, cfg::AssumeKind::Plain});
  case InvariantOfBarrier: return claim_at_barrier(cx, condition, text);
  case Owed:
  case Asserted: return cx.out.emit(cfg::Assert{condition, cfg::AssertKind::User, text});
  case LoopInvariant: return place_invariant(cx, condition, text);
  case CandidateInvariant: return; // placed above
  }
}

Expr condition_of(Context &cx, const Call &c) {
  Expr out = cx.values.scalar(c.inst.getArgOperand(0));
  return of_truths(out->type.is_bool() ? out : cfg::binary(Op::Ne, out, cfg::constant(out->type, 0)));
}
} // namespace

void handlers::annotate(Context &cx, const Call &c) {
  Expr condition = condition_of(cx, c);
  if (!cfg::calls(condition, cfg::other_name)) // whoever executes it is enabled
    condition = where(condition, true);
  claim(cx, static_cast<Annotation>(c.detail), condition,
        c.inst.arg_size() > 1 ? text_of(c.inst.getArgOperand(1)) : "");
}

void handlers::barrier_instance(Context &cx, const Call &c) {
  if (cx.out.at_barrier.empty())
    return refuse_call(cx.out, c);
  if (cfg::is_pairwise(cx.out.at_barrier.back().condition))
    return cx.out.refuse(
        "a barrier invariant about two threads that is known of one; __barrier_invariant_binary_N takes "
        "pairs");
  Expr id = cx.values.scalar(c.inst.getArgOperand(0));
  cx.out.at_barrier.back().threads.push_back(std::move(id));
}

void handlers::barrier_pair(Context &cx, const Call &c) {
  if (cx.out.at_barrier.empty())
    return refuse_call(cx.out, c);
  cx.out.at_barrier.back().pairs.push_back(
      {cx.values.scalar(c.inst.getArgOperand(0)), cx.values.scalar(c.inst.getArgOperand(1))});
}

// A second variable for a local, of which annotations speak (passes/held.cpp).
namespace {
cfg::VarId held_variable(Context &cx, const Call &c, unsigned width) {
  const auto number = constant_argument(c.inst, 0);
  const auto [known, fresh] = cx.held.try_emplace({number.value_or(0), width}, 0);
  if (fresh)
    known->second = cx.out.new_var("held", width == 1 ? cfg::bool_type : cfg::int_type(width));
  return known->second;
}
} // namespace

void handlers::hold(Context &cx, const Call &c) {
  const llvm::Value *value = c.inst.getArgOperand(1);
  cx.out.emit(cfg::Assign{held_variable(cx, c, value->getType()->getIntegerBitWidth()), cx.values.scalar(value)});
}

void handlers::held(Context &cx, const Call &c) {
  const cfg::VarId v = held_variable(cx, c, c.inst.getType()->getIntegerBitWidth());
  cx.values.set(&c.inst, {{cfg::variable(v, cx.out.kernel.vars[v].type), nullptr}});
}

// A statement is executed by threads that are enabled; an annotation may be about the others, too.
void handlers::enabled(Context &cx, const Call &c) {
  cx.values.set(&c.inst, {{cx.out.annotation ? cfg::enabled_here() : cfg::boolean(true), nullptr}});
}

// What speaks of the other thread of an arbitrary pair.
void handlers::of_pair(Context &cx, const Call &c) {
  if (!cx.out.annotation)
    return refuse_call(cx.out, c);
  const Expr mine = cx.values.scalar(c.inst.getArgOperand(0)), other = cfg::other_of(mine);
  const auto both = [&] { return cfg::binary(Op::And, mine, other); };
  const auto give = [&](const Expr &e) { cx.values.set(&c.inst, {{e, nullptr}}); };
  switch (static_cast<PairQuestion>(c.detail)) {
  case PairOther: return give(other);
  case PairUniform: return give(cfg::binary(Op::Eq, mine, other));
  case PairDistinct: return give(cfg::binary(Op::Ne, mine, other));
  case PairAll: return give(both());
  case PairExclusive: return give(cfg::negate(both()));
  }
}

// About all threads, also those that wait there while others execute it: where all threads pass once nobody waits. What
// is said of a thread that executes it is an annotation of its own, which needs no second thread. Sound because a
// thread either executes it or does not.
void handlers::everywhere(Context &cx, const Call &c) {
  if (support::sound("annotations.everybody", cx.in.all_pass(cx.out.source_block)))
    return annotate(cx, c);
  const auto what = static_cast<Annotation>(c.detail);
  if (what == Requires || what == Assumed)
    return cx.out.refuse("an assumption about all threads at a place that not all of them reach once");
  const Expr condition = condition_of(cx, c);
  const std::string text = text_of(c.inst.getArgOperand(1));
  if (cfg::calls(condition, cfg::other_name))
    return claim(cx, what, cfg::of_everyone(condition), text);
  claim(cx, what, where(condition, true), text);
  const Expr waiting = where(condition, false);
  if (support::unsound("annotations.waiting", !cfg::is_const(waiting, 1)))
    claim(cx, what, cfg::of_everyone(cfg::binary(Op::Or, cfg::enabled_here(), waiting)), text);
}

// The array is no other's: true of what a pointer parameter points to (the buffers passed do not overlap).
void handlers::fresh_array(Context &cx, const Call &c) {
  const Targets &t = cx.in.points_to.of(c.inst.getArgOperand(0));
  bool fresh = t.objects.size() == 1 && !t.unknown && *t.objects.begin() != null_object;
  if (!fresh || is_own(cx.in.points_to.objects()[*t.objects.begin()].kind))
    cx.out.refuse("__requires_fresh_array of anything but a parameter's array");
}

// A function that its specification stands for is called (passes/specified.cpp).
void handlers::specified(Context &cx, const Call &c) {
  constexpr std::size_t before = std::string_view("__lockstep_specified_").size();
  cx.out.take_for_granted("the specification of '" + c.name.substr(before) + "' says what it does");
}

// What passes have made something else where it has a meaning.
void handlers::out_of_place(Context &cx, const Call &c) {
  const bool of_loops = c.name.ends_with("dominator_enabled");
  cx.out.refuse(
      "'" + spelled(c.inst) + "' " +
      (of_loops
           ? "that does not stand at the head of a loop"
           : "outside of a specification (a function '__spec_...' with annotations only), and of a function that is "
             "judged by itself"));
}

void handlers::unsupported_annotation(Context &cx, const Call &c) {
  std::string name = c.inst.arg_size() != 0 ? text_of(c.inst.getArgOperand(0)) : "";
  cx.out.refuse("the annotation " + (name.empty() ? "here" : "'" + name + "'"));
}

void handlers::assert_fail(Context &cx, const Call &c) {
  std::string text = c.inst.arg_size() != 0 ? text_of(c.inst.getArgOperand(0)) : "";
  cx.out.emit(cfg::Assert{cfg::boolean(false), cfg::AssertKind::User, text.empty() ? "assertion" : text});
}

// __builtin_assume and its like: the program is undefined where it does not hold.
void handlers::promise(Context &cx, const Call &c) {
  if (cx.out.annotation)
    return cx.out.refuse("a promise in an annotation");
  cx.out.emit(cfg::Assume{cx.values.scalar(c.inst.getArgOperand(0)), cfg::AssumeKind::Promise});
}

void handlers::promised_unreachable(Context &cx, const Call &) {
  cx.out.emit(cfg::Assume{cfg::boolean(false), cfg::AssumeKind::Promise});
}

// A value is used that would make the program undefined if it were poison (passes/poison.cpp). No assumption: the
// operation that may make it poison says what is assumed of it.
void handlers::no_poison(Context &cx, const Call &c) {
  cx.out.emit(cfg::Assume{cx.values.scalar(c.inst.getArgOperand(0)), cfg::AssumeKind::Language});
}

// Made where a function is called that the host has chosen (passes/indirect.cpp).
void handlers::no_function(Context &cx, const Call &) {
  static constexpr const char *assumption = "pointers to functions that are passed, or read from memory that threads "
                                            "share, lead to functions of the program with the call's type";
  cx.out.take_for_granted(assumption);
  cx.out.emit(cfg::Assume{cfg::boolean(false), cfg::AssumeKind::Language});
}

// The thread ends: control goes nowhere from here.
void handlers::exit_thread(Context &cx, const Call &c) {
  if (!llvm::isa_and_nonnull<llvm::UnreachableInst>(c.inst.getNextNonDebugInstruction()))
    cx.out.refuse("an early end of the thread in the middle of a block");
}

} // namespace lockstep::frontend
