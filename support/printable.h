// Text from outside (names of files, of kernels, what a source says), as it may reach a terminal or stand within a
// line: nothing that it holds is obeyed, and none of it looks like a line of ours.
#pragma once

#include <string>
#include <string_view>

namespace lockstep::support {

// On one line: control characters, what is no UTF-8 and marks that turn the direction of writing become \n, \x1b,
// \u202e. A tab stays.
std::string printable(std::string_view text);
// The same, but line ends stay; what follows one is indented, so that it does not look like a line of ours.
std::string printable_lines(std::string_view text);
// The same, of a text of ours: its lines are left as they are.
std::string printable_text(std::string_view text);

} // namespace lockstep::support
