// Every identifier that Lockstep generates in Boogie, in one place. Verdicts never decode these names: what a model
// must tell is read from the constants listed in a goal (emit/encode/goal.h).
#pragma once

#include "cfg/ir/kernel.h"

#include <string>

namespace lockstep::emit {

// The two threads of the pair.
enum class Thread : std::uint8_t { First, Second };
inline constexpr Thread both_threads[] = {Thread::First, Thread::Second};
constexpr Thread other(Thread t) { return t == Thread::First ? Thread::Second : Thread::First; }
std::string suffix(Thread t); // "$1", "$2"

namespace names {
std::string escape(std::string_view text);              // letters Boogie allows; injective
std::string shared(const cfg::Kernel &k, cfg::VarId v); // one copy for both threads
std::string copy(const cfg::Kernel &k, cfg::VarId v, Thread t);
std::string array(const cfg::Kernel &k, cfg::ArrayId a); // a never-written array's contents (a function)
std::string private_array(const cfg::Kernel &k, cfg::ArrayId a, Thread t); // and other maps of one thread
std::string marks(const cfg::Kernel &k, cfg::ArrayId a, Thread t);         // the cells that the thread has accessed
std::string more_marks(const cfg::Kernel &k, cfg::ArrayId a, Thread t);    // others that it may have accessed
std::string knows_all(const cfg::Kernel &k, cfg::ArrayId a, Thread t);     // does it know all cells?
std::string any_cell(const cfg::Kernel &k, cfg::ArrayId a, std::size_t number, Thread t); // any contents of a cell
std::string local_id(unsigned dimension, Thread t);
std::string group_id(unsigned dimension, Thread t);
std::string local_size(unsigned dimension);
std::string num_groups(unsigned dimension);
std::string bits_of(const std::string &integer_constant);               // the same quantity as a bit-vector
std::string iteration(std::size_t loop, Thread t);                      // how often a loop's head was entered before
std::string iteration_bits(std::size_t loop, unsigned width, Thread t); // the same, modulo 2^width
std::string shared_iteration(std::size_t loop);                         // at an interval's start
std::string on_entry(const cfg::Kernel &k, cfg::VarId v, std::size_t loop, Thread t); // value when it was entered
std::string taken(const cfg::Kernel &k, cfg::VarId v, Thread t);                      // does v hold a ticket?
std::string ticket_place(const cfg::Kernel &k, cfg::VarId v, Thread t);               // of the counter of v's ticket
std::string ticket_amount(const cfg::Kernel &k, cfg::VarId v, Thread t);
std::string steps(const cfg::Kernel &k, cfg::VarId v, Thread t);                   // how many, from a congruence's base
std::string turns(const cfg::Kernel &k, cfg::VarId v, std::size_t loop, Thread t); // how often it wrapped around
std::string shared_load(const cfg::Kernel &k, cfg::VarId v, cfg::BlockId block,
                        std::size_t stmt); // both threads' value
std::string exchanged(const cfg::Kernel &k, cfg::VarId v, cfg::BlockId block, std::size_t stmt, std::string_view what,
                      Thread t);                                              // of what a team exchanges
std::string function(std::string_view operation, std::string_view signature); // uninterpreted operations
// Watchdog programs (emit/watchdog).
std::string memory(const cfg::Kernel &k, cfg::ArrayId a);  // a written array's contents, one map for both threads
std::string watched(const cfg::Kernel &k, cfg::ArrayId a); // the watched offset
std::string watched_value(const cfg::Kernel &k, cfg::ArrayId a, const std::string &type);
std::string watched_base(const cfg::Kernel &k, cfg::ArrayId a); // where the watched value starts
std::string logged(const cfg::Kernel &k, cfg::ArrayId a, cfg::AccessKind kind, Thread t); // the site that touched it
std::string kept(const std::string &slot, const std::string &what); // the value of `what` at the logged access
std::string counter(std::size_t loop, unsigned width);              // visits of the head; width 0: an integer
std::string entered(const std::string &what, std::size_t loop);     // the value of `what` when the loop was entered
std::string any(const cfg::Kernel &k, cfg::VarId v);                // an arbitrary value on its way into v
std::string hit(Thread t);                                          // does the access at hand touch the watched offset?
std::string candidate(std::size_t number);
} // namespace names

} // namespace lockstep::emit
