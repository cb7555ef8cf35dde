// What the verifier asks of the conditions that the soundness test can leave out (support/sound.h): they are asked for
// where they bite, so that a kernel for which one is never asked for is judged alike with it and without it.
#pragma once

#include <cstdint>
#include <string>

namespace lockstep::oracle {

// From here on this condition's are counted.
void watch(const std::string &condition);
// How often it has been asked for since then, by all threads.
std::uint64_t asked();

// Is this the condition that the environment variable LOCKSTEP_LEFT_OUT names?
bool is_left_out(const std::string &condition);

} // namespace lockstep::oracle
