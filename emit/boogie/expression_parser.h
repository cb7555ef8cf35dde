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
  Expr indexed(Expr map);
  Expr atom();
  Expr parenthesis();
  Expr quantifier();
  Expr call(const support::Token &t);

  unsigned depth_ = 0;
};

} // namespace lockstep::emit::boogie
