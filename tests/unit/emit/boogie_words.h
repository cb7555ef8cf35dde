// Short words for Boogie's expressions, of the tests.
#pragma once

#include "emit/boogie/boogie.h"

namespace lockstep::emit::boogie {

inline Expr b(const char *n) { return ident(n, boolean()); }
inline Expr i(const char *n) { return ident(n, integer()); }
inline Expr raw(Kind k, Type t, std::string text, std::vector<Expr> args) {
  return std::make_shared<const Node>(Node{k, std::move(t), std::move(text), std::move(args), 0, 0, {}});
}
inline Expr op(const char *text, Type t, Expr x, Expr y) {
  return raw(Kind::Binary, std::move(t), text, {std::move(x), std::move(y)});
}

} // namespace lockstep::emit::boogie
