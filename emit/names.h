// Every identifier that Lockstep generates in Boogie, in one place. Verdicts never decode these names: what a model
// must tell is read from the constants listed in a goal (emit/goal.h).
#pragma once

#include "cfg/kernel.h"

#include <string>

namespace lockstep::emit {

// The two threads of the pair.
enum class Thread : std::uint8_t { First, Second };
inline constexpr Thread both_threads[] = {Thread::First, Thread::Second};
std::string suffix(Thread t); // "$1", "$2"

namespace names {
std::string escape(std::string_view text);                     // letters Boogie allows; injective
std::string shared(const cfg::Kernel &k, cfg::VarId v);        // one copy for both threads
std::string copy(const cfg::Kernel &k, cfg::VarId v, Thread t);
std::string array(const cfg::Kernel &k, cfg::ArrayId a);       // a never-written array's contents (a function)
std::string private_array(const cfg::Kernel &k, cfg::ArrayId a, Thread t);
std::string local_id(unsigned dimension, Thread t);
std::string group_id(unsigned dimension, Thread t);
std::string local_size(unsigned dimension);
std::string num_groups(unsigned dimension);
std::string bits_of(const std::string &integer_constant);      // the same quantity as a bit-vector
std::string iteration(std::size_t loop, Thread t);             // how often a loop's head was entered before
std::string iteration_bits(std::size_t loop, unsigned width, Thread t);                 // the same, modulo 2^width
std::string shared_iteration(std::size_t loop);                                          // at an interval's start
std::string on_entry(const cfg::Kernel &k, cfg::VarId v, std::size_t loop, Thread t);    // value when it was entered
std::string turns(const cfg::Kernel &k, cfg::VarId v, std::size_t loop, Thread t);       // how often it wrapped around
std::string function(std::string_view operation, std::string_view signature); // uninterpreted operations
} // namespace names

} // namespace lockstep::emit
