// The parts of the .kir parser (parse.h): names, expressions, statements, origins. For the parsers of .kir, .pred and
// .lks.
//
// Every function reports what is wrong and then returns nothing, leaving the reader near the mistake.
#pragma once

#include "cfg/ir/text/kir_words.h"

#include <optional>
#include <string>
#include <unordered_map>

namespace lockstep::cfg::kir {

struct Context {
  support::TextReader &in;
  const Kernel &kernel; // its declarations are complete when statements are parsed
  std::unordered_map<std::string, VarId> vars;
  std::unordered_map<std::string, ArrayId> arrays;
  std::unordered_map<std::string, BlockId> blocks;
};

using support::attempt;
using support::must;
inline Expr must(Expr e) { return must(e != nullptr), e; }
// One of the enumeration's words; any other is reported behind `not_one`.
template <typename Enum> Enum parse_word(Context &c, std::string_view what, std::string_view not_one) {
  const support::Token word = c.in.peek();
  const std::string text = must(c.in.word(what));
  const auto value = value_of<Enum>(text);
  must(value || c.in.error_at(word, std::string(not_one) + " '" + text + "'"));
  return *value;
}

// A name is a word that is quoted or not reserved.
bool at_name(const Context &c, std::size_t ahead = 0);
std::optional<std::string> parse_name(Context &c, std::string_view what);
std::optional<VarId> parse_var(Context &c);
std::optional<ArrayId> parse_array(Context &c);
std::optional<BlockId> parse_block_name(Context &c);

std::optional<Type> parse_type(Context &c);
std::optional<unsigned> parse_count(Context &c, std::string_view what); // an integer of 32 bits
// "[ '-' ] int" as the bits of `type`; refuses what does not fit.
std::optional<std::uint64_t> parse_bits(Context &c, Type type);
Expr parse_expr(Context &c);      // null on a mistake
Expr parse_condition(Context &c); // likewise
// Expressions separated by commas, none before `end` (which is taken).
std::optional<std::vector<Expr>> parse_expr_list(Context &c, std::string_view end);

// The origin written here, else `otherwise`.
std::optional<Origin> parse_origin(Context &c, const Origin &otherwise);
// One of the kernel's terms (print.h), up to and with the ';'.
bool at_term(const Context &c);
bool parse_term(Context &c, Terms &terms);
// "param", "var" or "array" up to and with the ';'; the declaration goes into `k`, which is c.kernel, and into c.
bool parse_declaration(Context &c, Kernel &k);
std::optional<Stmt> parse_stmt(Context &c); // up to and with the ';'
bool at_terminator(const Context &c);
std::optional<Terminator> parse_terminator(Context &c); // likewise

} // namespace lockstep::cfg::kir
