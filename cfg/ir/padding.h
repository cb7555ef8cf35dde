// Bytes that nobody gave a value, as they are stored to shared memory: one unknown value, so that threads which store
// the same members store the same. Whoever reads them there reads any value.
//
// Sound because the bytes count as written; tolerated is only that two threads store them when neither has given them a
// value, as two stores of one value are.
#pragma once

#include "cfg/ir/expr.h"

namespace lockstep::cfg {

inline Expr padding(Type type) { return call("padding", type, {}); }

inline bool has_padding(const Expr &e) {
  bool found = false;
  for_each_node(
      e, [&](const ExprNode &n) { found = found || (n.op == Op::Call && n.args.empty() && n.name == "padding"); });
  return found;
}

} // namespace lockstep::cfg
