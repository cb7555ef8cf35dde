// The words of the .kir text form, shared by printer and parser: one table per enumeration.
#pragma once

#include "cfg/ir/kernel.h"
#include "support/text_reader.h"

#include <optional>
#include <span>
#include <string_view>

namespace lockstep::cfg {

template <typename Enum> struct WordRow {
  Enum value;
  std::string_view text;
};

std::span<const WordRow<Space>> words_of(Space);
std::span<const WordRow<VarKind>> words_of(VarKind); // but of the program's
std::span<const WordRow<Scope>> words_of(Scope);
std::span<const WordRow<Overflow>> words_of(Overflow);
std::span<const WordRow<Tolerance>> words_of(Tolerance);
std::span<const WordRow<ExchangeOp>> words_of(ExchangeOp);
std::span<const WordRow<AssumeKind>> words_of(AssumeKind);
std::span<const WordRow<AssertKind>> words_of(AssertKind);
std::span<const WordRow<AtomicOp>> words_of(AtomicOp);
std::span<const WordRow<AtomicScope>> words_of(AtomicScope);
std::span<const WordRow<AccessKind>> words_of(AccessKind);

template <typename Enum> std::string_view text_of(Enum value) {
  for (const auto &row : words_of(value))
    if (row.value == value)
      return row.text;
  return "?";
}

template <typename Enum> std::optional<Enum> value_of(std::string_view text) {
  for (const auto &row : words_of(Enum{}))
    if (row.text == text)
      return row.value;
  return std::nullopt;
}

// The tokens of .kir. A name that is no plain word, or that is reserved, is written in back quotes.
support::TextSyntax kir_syntax();
bool is_reserved(std::string_view word);
std::string spell_name(const std::string &name);

} // namespace lockstep::cfg
