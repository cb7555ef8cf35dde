// Types and expressions of the parser of Boogie (parse.cpp); each expression gets its type here.
#pragma once

#include "emit/boogie/boogie.h"
#include "support/text_reader.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lockstep::emit::boogie {

class ExpressionParser {
protected:
  ExpressionParser(std::string_view text, std::string_view file, support::Diagnostics &diags);

  Type type();
  // Where a Boolean is wanted.
  Expr condition();
  Expr expression();
  std::string name();
  std::vector<Bound> bound(std::string_view end);

  support::TextReader in_;
  std::unordered_map<std::string, Type> variables_, functions_; // that are declared
  std::unordered_map<std::string, Type> synonyms_;              // names that stand for types

private:
  // After an error any expression, as parsing stops.
  // A width or a bit number.
  unsigned small(const std::string &digits);
  Expr wrong(const std::string &what);
  Expr node(Kind kind, Type t, std::string text, std::vector<Expr> args);
  Expr two(const std::string &op, Type result, Expr a, Expr b);
  // if .. then .. else if .. then .. else ..: a chain of any length.
  Expr conditional();
  Expr implication();
  Expr logical();
  Expr relation();
  Expr concatenation();
  Expr sum();
  Expr product();
  Expr prefix();
  Expr postfix();
  Expr extraction(Expr e);
  Expr indexed(Expr map);
  Expr atom();
  Expr number();
  Expr parenthesis();
  Expr quantifier();
  Expr call(const support::Token &t);

  struct Depth;
  unsigned depth_ = 0;
};

} // namespace lockstep::emit::boogie
