// A source text in which something is to be changed (mutations.h): what stands where, and what could stand there.
#pragma once

#include "tests/oracle/mutations/mutation_tokens.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep::oracle {

class MutatedText {
protected:
  MutatedText(const std::string &text, TextKind kind, Random &random)
      : text_(text), kind_(kind), random_(random), tokens_(tokens(text, kind)) {}

  struct Call {
    std::size_t open, close; // its parentheses
    std::vector<std::pair<std::size_t, std::size_t>> arguments;
  };
  template <typename Wanted> std::optional<Token> some(const Wanted &wanted) {
    std::vector<Token> fit;
    for (const Token &t : tokens_)
      if (wanted(t))
        fit.push_back(t);
    return fit.empty() ? std::nullopt : std::optional(random_.one_of(fit));
  }
  std::string_view word(const Token &t) const;
  std::size_t line_of(std::size_t at) const;
  Mutation with(std::size_t at, std::size_t length, const std::string &by) const;
  // Another number of the text: what ids are compared with and what sizes are, often.
  std::uint64_t known_number();
  std::optional<Mutation> everywhere(const std::string &was, const std::string &by);
  // A name that is declared somewhere with a value, or as a parameter.
  bool is_variable(const Token &t) const;
  // One of the text's, of ids, or of what the text speaks of.
  std::string condition();
  std::size_t closing(std::size_t open) const;
  // Where the condition begins that stands in front of a line's statement; else the line.
  std::size_t with_guard(std::size_t line) const;
  std::optional<Call> some_call();
  std::vector<std::pair<std::size_t, std::size_t>> lines() const;
  // Wherever the same two words stand in front of it: 'threadIdx.x == 0'.
  Mutation in_all_such_places(const Token &t, const std::string &by) const;
  // One of the statements on which an order of threads rests, the last line excepted; if there is none, any.
  std::size_t ordering(const std::vector<std::pair<std::size_t, std::size_t>> &all);

  const std::string &text_;
  const TextKind kind_;
  Random &random_;
  std::vector<Token> tokens_;
};

} // namespace lockstep::oracle
