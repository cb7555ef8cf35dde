// Terminators of .kir: see parse_parts.h.
#include "cfg/ir/text/parse_parts.h"

namespace lockstep::cfg::kir {

namespace {
using support::Token;

bool parse_goto(Context &c, Terminator &out) {
  Goto g;
  do {
    auto target = parse_block_name(c);
    if (!target)
      return false;
    g.targets.push_back(*target);
  } while (c.in.accept(","));
  out.node = std::move(g);
  return true;
}

bool parse_branch(Context &c, Terminator &out) {
  Expr condition = parse_condition(c);
  if (!condition || !c.in.expect(","))
    return false;
  auto if_true = parse_block_name(c);
  if (!if_true || !c.in.expect(","))
    return false;
  auto if_false = parse_block_name(c);
  if (!if_false)
    return false;
  out.node = Branch{condition, *if_true, *if_false};
  return true;
}

bool parse_switch(Context &c, Terminator &out) {
  const Token start = c.in.peek();
  Switch s{parse_expr(c), {}, 0};
  if (!s.value)
    return false;
  if (!s.value->type.is_int())
    return c.in.error_at(start, "a switch looks at an integer, not at " + s.value->type.str());
  if (!c.in.expect("{"))
    return false;
  while (!c.in.accept("default")) {
    auto value = parse_bits(c, s.value->type);
    if (!value || !c.in.expect(":"))
      return false;
    auto target = parse_block_name(c);
    if (!target || !c.in.expect(","))
      return false;
    s.cases.push_back({*value, *target});
  }
  if (!c.in.expect(":"))
    return false;
  auto otherwise = parse_block_name(c);
  if (!otherwise || !c.in.expect("}"))
    return false;
  s.otherwise = *otherwise;
  out.node = std::move(s);
  return true;
}

bool parse_end(Context &c, Terminator &out) {
  const std::string word = c.in.take().text;
  if (word == "goto")
    return parse_goto(c, out);
  if (word == "br")
    return parse_branch(c, out);
  if (word == "switch")
    return parse_switch(c, out);
  out.node = Return{};
  return true;
}
} // namespace

bool at_terminator(const Context &c) {
  return c.in.at("goto") || c.in.at("br") || c.in.at("switch") || c.in.at("return");
}

std::optional<Terminator> parse_terminator(Context &c) {
  Terminator out;
  Origin here = c.in.here();
  if (!parse_end(c, out))
    return std::nullopt;
  auto origin = parse_origin(c, here);
  if (!origin || !c.in.expect(";"))
    return std::nullopt;
  out.origin = *origin;
  return out;
}

} // namespace lockstep::cfg::kir
