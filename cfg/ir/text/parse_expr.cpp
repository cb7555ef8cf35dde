// Names, types, constants and expressions of .kir: see parse_parts.h.
#include "cfg/ir/expr_types.h"
#include "cfg/ir/text/parse_parts.h"

#include <bit>
#include <charconv>
#include <limits>

namespace lockstep::cfg::kir {

namespace {
using support::Token;
using support::TokenKind;

constexpr unsigned max_depth = 500; // of nested expressions; keeps hostile text from exhausting the stack

template <typename Id>
std::optional<Id> lookup(Context &c, const std::unordered_map<std::string, Id> &table, std::string_view what) {
  const Token &t = c.in.peek();
  auto name = parse_name(c, what);
  auto found = name ? table.find(*name) : table.end();
  if (found != table.end())
    return found->second;
  if (name)
    c.in.error_at(t, std::string(what) + " '" + *name + "' is not declared");
  return std::nullopt;
}

// The greatest magnitude of a constant of the type.
std::uint64_t largest(Type type, bool negative) {
  return negative ? std::uint64_t(1) << (type.width - 1) : mask_to_width(~std::uint64_t(0), type.width);
}

Expr expression(Context &c, unsigned depth);
std::vector<Expr> expressions(Context &c, std::string_view end, unsigned depth);

// The node if it is well typed; mistakes are reported at `start`.
Expr finish(Context &c, const Token &start, ExprNode n) {
  const std::string wrong = type_error(n);
  must(wrong.empty() || c.in.error_at(start, wrong));
  return std::make_shared<const ExprNode>(std::move(n));
}

Expr parse_variable(Context &c) {
  const Token &start = c.in.peek();
  ExprNode n;
  n.op = Op::Var;
  n.var = must(parse_var(c));
  n.type = c.kernel.vars[n.var].type;
  return finish(c, start, std::move(n));
}

template <typename Number> std::optional<Number> to_number(const std::string &text) {
  Number value{};
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

Expr parse_decimal(Context &c, bool negative) {
  const Token start = c.in.take();
  std::string text = (negative ? "-" : "") + start.text;
  must(c.in.expect(":"));
  ExprNode n;
  n.type = must(parse_type(c));
  std::optional<float> narrow = n.type == float_type(32) ? to_number<float>(text) : std::nullopt;
  std::optional<double> wide = n.type == float_type(64) ? to_number<double>(text) : std::nullopt;
  must(narrow || wide ||
       c.in.error_at(start,
                     "a decimal is a value of f32 or f64 within their range; give other constants by their bits"));
  n.value = narrow ? std::bit_cast<std::uint32_t>(*narrow) : std::bit_cast<std::uint64_t>(*wide);
  return finish(c, start, std::move(n));
}

Expr parse_constant(Context &c) {
  const Token start = c.in.peek();
  bool negative = c.in.at("-");
  if (c.in.peek(negative ? 1 : 0).kind == TokenKind::Decimal) {
    if (negative)
      c.in.take();
    return parse_decimal(c, negative);
  }
  // The type stands behind the digits, and says what fits.
  std::size_t digits = negative ? 1 : 0;
  must((c.in.peek(digits).kind == TokenKind::Integer && c.in.at(":", digits + 1)) || c.in.expected("an expression"));
  std::optional<std::uint64_t> magnitude = integer_value(c.in.peek(digits));
  for (std::size_t i = 0; i < digits + 2; ++i)
    c.in.take();
  ExprNode n;
  n.type = must(parse_type(c));
  must(!n.type.is_bool() || c.in.error_at(start, "a bool is written true or false"));
  must((magnitude && *magnitude <= largest(n.type, negative) && !(negative && n.type.is_float())) ||
       c.in.error_at(start, "the constant does not fit " + n.type.str()));
  n.value = mask_to_width(negative ? 0 - *magnitude : *magnitude, n.type.width);
  return finish(c, start, std::move(n));
}

Expr parse_call(Context &c, unsigned depth) {
  const Token start = c.in.take();
  ExprNode n;
  n.op = Op::Call;
  n.name = must(c.in.string("the name of the called function"));
  must(c.in.expect("("));
  n.args = expressions(c, ")", depth);
  must(c.in.expect(":"));
  n.type = must(parse_type(c));
  return finish(c, start, std::move(n));
}

Expr parse_read(Context &c, unsigned depth) {
  const Token start = c.in.take();
  ExprNode n;
  n.op = Op::Read;
  n.array = must(parse_array(c));
  must(c.in.expect("["));
  n.args = {expression(c, depth + 1)};
  must(c.in.expect("]") && c.in.expect(":"));
  n.type = must(parse_type(c));
  return finish(c, start, std::move(n));
}

bool is_cast(Op op) {
  Typing t = op_info(op).typing;
  return t == Typing::IntCast || t == Typing::FltCast || t == Typing::BitCast;
}

// The word of an operation with its flags: add.nsw.nuw
void read_operation(Context &c, ExprNode &n) {
  const Token start = c.in.take();
  std::string_view rest = start.text;
  std::string_view stem = rest.substr(0, rest.find('.'));
  const OpInfo *info = find_op(stem);
  must((info && info->op != Op::Const && info->op != Op::Var) ||
       c.in.error_at(start, "there is no operation '" + std::string(stem) + "'"));
  n.op = info->op;
  rest.remove_prefix(stem.size());
  n.nsw = rest.starts_with(".nsw");
  rest.remove_prefix(n.nsw ? 4 : 0);
  n.nuw = rest.starts_with(".nuw");
  rest.remove_prefix(n.nuw ? 4 : 0);
  must(rest.empty() || c.in.error_at(start, "the flags of an operation are .nsw and .nuw, in this order"));
}

Expr parse_operation(Context &c, unsigned depth) {
  const Token start = c.in.peek();
  ExprNode n;
  read_operation(c, n);
  must(c.in.expect("("));
  if (op_info(n.op).typing == Typing::Special) { // a launch quantity
    n.value = must(c.in.integer("a dimension"));
  } else if (is_cast(n.op)) {
    n.args = {expression(c, depth + 1)};
  } else {
    n.args = expressions(c, ")", depth);
    if (arity(n.op) == n.args.size())
      n.type = *result_type(n.op, n.args);
    return finish(c, start, std::move(n));
  }
  must(c.in.expect(","));
  n.type = must(parse_type(c));
  must(c.in.expect(")"));
  return finish(c, start, std::move(n));
}

Expr expression(Context &c, unsigned depth) {
  must(depth <= max_depth || c.in.error("expressions nest at most " + std::to_string(max_depth) + " deep"));
  if (c.in.at("true") || c.in.at("false"))
    return boolean(c.in.take().text == "true");
  if (c.in.at("call"))
    return parse_call(c, depth);
  if (c.in.at("read"))
    return parse_read(c, depth);
  if (c.in.peek().kind != TokenKind::Word)
    return parse_constant(c);
  if (!c.in.peek().quoted && c.in.at("(", 1))
    return parse_operation(c, depth);
  return parse_variable(c);
}

std::vector<Expr> expressions(Context &c, std::string_view end, unsigned depth) {
  std::vector<Expr> out;
  if (c.in.accept(end))
    return out;
  do
    out.push_back(expression(c, depth + 1));
  while (c.in.accept(","));
  must(c.in.expect(end));
  return out;
}
} // namespace

bool at_name(const Context &c, std::size_t ahead) {
  const Token &t = c.in.peek(ahead);
  return t.kind == TokenKind::Word && (t.quoted || !is_reserved(t.text));
}

std::optional<std::string> parse_name(Context &c, std::string_view what) {
  if (at_name(c))
    return c.in.take().text;
  if (c.in.peek().kind == TokenKind::Word)
    c.in.error("'" + c.in.peek().text + "' is reserved; as a name it is written `" + c.in.peek().text + "`");
  else
    c.in.expected("the name of " + std::string(what));
  return std::nullopt;
}

std::optional<VarId> parse_var(Context &c) { return lookup(c, c.vars, "variable"); }
std::optional<ArrayId> parse_array(Context &c) { return lookup(c, c.arrays, "array"); }
std::optional<BlockId> parse_block_name(Context &c) { return lookup(c, c.blocks, "block"); }

std::optional<Type> parse_type(Context &c) {
  const Token start = c.in.peek();
  auto word = c.in.word("a type");
  if (!word)
    return std::nullopt;
  if (*word == "bool")
    return bool_type;
  Type t{word->starts_with('f') ? TypeKind::Float : TypeKind::Int, 0};
  const char *first = word->data() + 1, *last = word->data() + word->size();
  auto [end, error] = std::from_chars(first, last, t.width);
  if (error == std::errc() && end == last && is_valid(t) && t.str() == *word)
    return t;
  c.in.error_at(start, "there is no type '" + *word + "'; types are bool, i1 to i64, f16, f32 and f64");
  return std::nullopt;
}

std::optional<unsigned> parse_count(Context &c, std::string_view what) {
  const Token start = c.in.peek();
  auto value = c.in.integer(what);
  if (value && *value <= std::numeric_limits<unsigned>::max())
    return static_cast<unsigned>(*value);
  if (value)
    c.in.error_at(start, std::string(what) + " of this size makes no sense");
  return std::nullopt;
}

std::optional<std::uint64_t> parse_bits(Context &c, Type type) {
  const Token start = c.in.peek();
  bool negative = c.in.accept("-");
  auto magnitude = c.in.integer("an integer");
  if (!magnitude)
    return std::nullopt;
  if (*magnitude > largest(type, negative)) {
    c.in.error_at(start, "the value does not fit " + type.str());
    return std::nullopt;
  }
  return mask_to_width(negative ? 0 - *magnitude : *magnitude, type.width);
}

Expr parse_expr(Context &c) {
  return attempt([&] { return expression(c, 0); }).value_or(nullptr);
}

std::optional<std::vector<Expr>> parse_expr_list(Context &c, std::string_view end) {
  return attempt([&] { return expressions(c, end, 0); });
}

} // namespace lockstep::cfg::kir
