// Options of a kernel from words: those of a command line, or of a file's first lines.
#pragma once

#include "jobs/input/option_groups.h"

#include <string>
#include <variant>
#include <vector>

namespace lockstep::jobs {

// What the words say (canonical spellings), as words of this command; else what is wrong with them, as the command
// tells it.
std::variant<Options, std::string> read_words(const std::string &command, const std::vector<std::string> &words,
                                              const std::vector<std::string> &clang_words = {});

// The words that have given values to these options; read again they give the same, whatever stands before and behind.
std::vector<std::string> words_of(const std::vector<const CLI::Option *> &options);

// CLI11's message in our words: one line, with a hint where a flag is nearly right.
std::string problem_of(const CLI::ParseError &e, const CLI::App &app, const std::vector<std::string> &words);
std::string usage_text(const std::string &message, const std::string &command);

} // namespace lockstep::jobs
