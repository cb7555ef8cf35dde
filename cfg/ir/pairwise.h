// What only an annotation about a pair of threads in lock step says, written as calls of functions that no program has:
//
//   call lockstep.other(e)     e, of the other thread of the pair, at the same point of the lock-step program
//   call lockstep.enabled()    the thread executes the statement
//   call lockstep.same_group() the two are of one group
//   call lockstep.everyone(e)  e, also of a thread that waits there while others execute the statement
//   call lockstep.at_thread(e, i)  e, of the thread of the group whose local id is i in the first dimension, and this
//                              thread's in the others (behind barriers only: passes/barrier_facts.h makes it
//                              something else)
//   call lockstep.at_pair(e, i, j)  e, of the thread with the local id i and the other one with j, likewise
//
// A condition that has one of them is *pairwise*: it is claimed of each pair of different threads, and only the
// lock-step program can ask about it. Sound because whoever takes an assertion for a fact about one thread asks
// `is_pairwise`.
#pragma once

#include "cfg/ir/expr.h"
#include "cfg/ir/rewrite.h"

namespace lockstep::cfg {

inline constexpr const char *other_name = "lockstep.other";
inline constexpr const char *enabled_name = "lockstep.enabled";
inline constexpr const char *same_group_name = "lockstep.same_group";
inline constexpr const char *everyone_name = "lockstep.everyone";
inline constexpr const char *at_thread_name = "lockstep.at_thread";
inline constexpr const char *at_pair_name = "lockstep.at_pair";

inline bool is_call_of(const ExprNode &n, const char *name) { return n.op == Op::Call && n.name == name; }
inline bool calls(const Expr &e, const char *name) {
  return any_node(e, [name](const ExprNode &n) { return is_call_of(n, name); });
}
inline bool is_pairwise(const Expr &e) {
  return any_node(e, [](const ExprNode &n) { return n.op == Op::Call && n.name.rfind("lockstep.", 0) == 0; });
}
// What an execution checks: threads are interleaved there, so that nothing is at the same point.
inline Expr of_one_thread(const Expr &e) { return is_pairwise(e) ? boolean(true) : e; }
inline Expr other_of(Expr e) {
  const Type type = e->type;
  return call(other_name, type, {std::move(e)});
}
inline Expr enabled_here() { return call(enabled_name, bool_type, {}); }
inline Expr pair_of_one_group() { return call(same_group_name, bool_type, {}); }
inline Expr at_thread(Expr e, Expr id) { return call(at_thread_name, bool_type, {std::move(e), std::move(id)}); }
inline Expr at_pair(Expr e, Expr id, Expr other) {
  return call(at_pair_name, bool_type, {std::move(e), std::move(id), std::move(other)});
}
inline Expr of_everyone(Expr e) { return call(everyone_name, bool_type, {std::move(e)}); }

} // namespace lockstep::cfg
