// Terminators of .kir: see parse_parts.h.
#include "cfg/ir/text/parse_parts.h"

namespace lockstep::cfg::kir {

namespace {
Goto parse_goto(Context &c) {
  Goto g;
  do
    g.targets.push_back(must(parse_block_name(c)));
  while (c.in.accept(","));
  return g;
}

Branch parse_branch(Context &c) {
  Expr condition = must(parse_condition(c));
  must(c.in.expect(","));
  const BlockId if_true = must(parse_block_name(c));
  must(c.in.expect(","));
  return {std::move(condition), if_true, must(parse_block_name(c))};
}

Switch parse_switch(Context &c) {
  const support::Token start = c.in.peek();
  Switch s{must(parse_expr(c)), {}, 0};
  const Type type = s.value->type;
  must(type.is_int() || c.in.error_at(start, "a switch looks at an integer, not at " + type.str()));
  must(c.in.expect("{"));
  while (!c.in.accept("default")) {
    const std::uint64_t value = must(parse_bits(c, type));
    must(c.in.expect(":"));
    s.cases.push_back({value, must(parse_block_name(c))});
    must(c.in.expect(","));
  }
  must(c.in.expect(":"));
  s.otherwise = must(parse_block_name(c));
  must(c.in.expect("}"));
  return s;
}

decltype(Terminator::node) parse_end(Context &c) {
  const std::string word = c.in.take().text;
  if (word == "goto")
    return parse_goto(c);
  if (word == "br")
    return parse_branch(c);
  if (word == "switch")
    return parse_switch(c);
  return Return{};
}
} // namespace

bool at_terminator(const Context &c) {
  return c.in.at("goto") || c.in.at("br") || c.in.at("switch") || c.in.at("return");
}

std::optional<Terminator> parse_terminator(Context &c) {
  return attempt([&] {
    const Origin here = c.in.here();
    Terminator out{parse_end(c), {}};
    out.origin = must(parse_origin(c, here));
    must(c.in.expect(";"));
    return out;
  });
}

} // namespace lockstep::cfg::kir
