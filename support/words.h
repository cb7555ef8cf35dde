// Enumerations that stand in texts (options, reports, files): one table per enumeration, read both ways.
//
//   enum class Fruit : std::uint8_t { Apple, Pear };
//   inline constexpr support::Words<Fruit, 2> fruits({{Fruit::Apple, "apple"}, {Fruit::Pear, "pear"}});
//   fruits.text(Fruit::Pear)   "pear"
//   fruits.find("plum")        nothing
#pragma once

#include "support/invariant.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::support {

template <typename E> struct Word {
  E value{};
  std::string_view text;
};

template <typename E, std::size_t N> class Words {
public:
  // The rows stand in the order of the enumeration, none is left out and no two have one word: else it does not
  // compile.
  consteval explicit Words(const Word<E> (&rows)[N]) {
    for (std::size_t i = 0; i < N; ++i) {
      if (static_cast<std::size_t>(rows[i].value) != i || rows[i].text.empty() || find(rows[i].text))
        throw "a table of words has one row per enumerator, in their order";
      rows_[i] = rows[i];
    }
  }

  constexpr std::string_view text(E value) const {
    LOCKSTEP_INVARIANT(static_cast<std::size_t>(value) < N, "every enumerator has a word");
    return rows_[static_cast<std::size_t>(value)].text;
  }
  constexpr std::optional<E> find(std::string_view text) const {
    for (const Word<E> &row : rows_)
      if (!row.text.empty() && row.text == text)
        return row.value;
    return std::nullopt;
  }
  std::vector<std::string> all() const {
    std::vector<std::string> out;
    for (const Word<E> &row : rows_)
      out.emplace_back(row.text);
    return out;
  }

private:
  Word<E> rows_[N]{};
};

} // namespace lockstep::support
