// What a proof may rest on, as results list it. docs/guide/what-verified-means.md says of each where it
// comes from; tests/readme.py holds the two together.
#pragma once

namespace lockstep::cfg::assumption {

inline constexpr const char *no_signed_overflow =
    "signed integer arithmetic does not overflow (undefined in the source language)";
inline constexpr const char *no_unsigned_overflow =
    "arithmetic marked nuw does not wrap (undefined in the source language)";
inline constexpr const char *nothing_wraps = "no integer operation wraps around (--integers int)";
inline constexpr const char *distinct_parameters = "pointer parameters point to different arrays";
inline constexpr const char *sizes =
    "free sizes are at most 1024 threads in a dimension of a group, and 2147483647 x 65535 x 65535 groups";
inline constexpr const char *threads =
    "a launch has fewer than 2147483648 threads in each dimension (--any-launch drops this)";
inline constexpr const char *counters =
    "a counter that strides by the launch's sizes or by a constant does not wrap around (--any-launch drops this)";
inline constexpr const char *tickets = "an atomic counter that hands out numbers does not wrap around";
inline constexpr const char *zero_at_start =
    "flags that threads wait for and counters of arrivals are zero when the kernel is launched";
inline constexpr const char *behind_atomics =
    "a write, atomic or volatile read that depends on the result of a relaxed atomic is ordered after it (no acquire "
    "fence was found)";
inline constexpr const char *mixed_atomics = "atomics of different widths on the same bytes are atomic to each other";
inline constexpr const char *promises =
    "what the program promises holds (__builtin_assume, __builtin_unreachable and their like)";
inline constexpr const char *launch_attributes =
    "the launch is as the kernel's attributes say (reqd_work_group_size, __launch_bounds__ and their like)";
inline constexpr const char *heap =
    "memory from the heap is there where it is accessed (malloc and new may fail; accessing nothing ends the launch)";

} // namespace lockstep::cfg::assumption
