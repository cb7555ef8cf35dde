// A command as a shell reads it: its words.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::driver {

// Quotes of both kinds and backslashes; nothing is expanded. Empty where a quote is not closed.
std::optional<std::vector<std::string>> shell_words(std::string_view text);

} // namespace lockstep::driver
