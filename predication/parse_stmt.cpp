// The statements of .pred and .lks: see text.h for the grammar.
#include "cfg/ir/text/kir_words.h"
#include "predication/parse_parts.h"
#include "predication/statement_text.h"

#include <fmt/format.h>

namespace lockstep::predication {

namespace kir = cfg::kir;
using support::Token;
using support::TokenKind;

namespace {

// A text of the writer as tokens: words, and what stands between words and spaces.
std::vector<std::string_view> tokens(std::string_view text) {
  const auto in_word = [](char c) { return c >= 'a' && c <= 'z'; };
  std::vector<std::string_view> out;
  for (std::size_t i = 0, end; i < text.size(); i = end) {
    for (end = i + 1; end < text.size() && text[end] != ' ' && in_word(text[end]) == in_word(text[i]);)
      ++end;
    if (text[i] != ' ')
      out.push_back(text.substr(i, end - i));
    else
      end = i + 1;
  }
  return out;
}

// Takes the fields of a statement from the text (statement_text.h).
template <typename Program> class StmtReader {
public:
  static constexpr bool vector = std::is_same_v<Program, Lockstep>;
  static constexpr bool reads = true;
  StmtReader(kir::Context &c, const Program &p) : program(p), c_(c), in_(c.in) {}

  bool operator()(std::string_view text) {
    for (std::string_view token : tokens(text))
      if (!in_.expect(token))
        return false;
    return true;
  }
  bool when(bool, std::string_view text) {
    const auto words = tokens(text);
    for (std::size_t i = 0; i < words.size(); ++i)
      if (!in_.at(words[i], i))
        return false;
    return (*this)(text);
  }
  bool ahead(bool, std::string_view text) { return kir::at_name(c_) && in_.at(tokens(text)[0], 1); }
  bool either(bool &b, std::string_view yes, std::string_view no) {
    b = !in_.accept(no);
    return !b || (*this)(yes);
  }
  // `unknown`: what to say of another word, if it is not just that `what` is expected.
  template <typename Enum> bool choice(Enum &out, std::string_view what, std::string_view unknown = {}) {
    const Token &t = in_.peek();
    const auto value = cfg::value_of<Enum>(t.text);
    if (t.kind != TokenKind::Word || (!value && unknown.empty()))
      return in_.expected(what);
    if (!value)
      return in_.error(fmt::format(fmt::runtime(unknown), t.text));
    out = *value;
    in_.take();
    return true;
  }
  template <typename Enum> bool option(Enum &out, Enum otherwise) {
    const auto value = cfg::value_of<Enum>(in_.peek().text);
    out = value.value_or(otherwise);
    if (value)
      in_.take();
    return true;
  }
  template <typename Number> bool number(Number &out, std::string_view what) {
    if constexpr (std::is_same_v<Number, std::uint64_t>)
      return take(out, in_.integer(what));
    else
      return take(out, kir::parse_count(c_, what));
  }
  bool expr(Expr &out) { return (out = kir::parse_expr(c_)) != nullptr; }
  bool condition(Expr &out) { return (out = kir::parse_condition(c_)) != nullptr; }
  bool value(Expr &out, VarId of) {
    const Token start = in_.peek();
    const cfg::Var &v = program.vars[of].decl;
    return expr(out) &&
           require(start, out->type == v.type,
                   fmt::format("variable '{}' is {}, but this is {}", v.name, v.type.str(), out->type.str()));
  }
  bool var(VarId &out) { return take(out, kir::parse_var(c_)); }
  bool array(ArrayId &out) { return take(out, kir::parse_array(c_)); }
  bool block(BlockId &out) { return take(out, kir::parse_block_name(c_)); }
  template <typename Item, typename One> bool list(std::vector<Item> &out, One one) {
    do {
      Item item{};
      if (!one(item))
        return false;
      out.push_back(std::move(item));
    } while (in_.accept(","));
    return true;
  }
  bool spaces(bool &group, bool &global) { // up to the ')'
    group = global = false;
    while (!in_.accept(")")) {
      if (!in_.at("group") && !in_.at("global"))
        return in_.expected("'group', 'global' or ')'");
      (in_.take().text == "group" ? group : global) = true;
      if (!in_.accept(",") && !in_.at(")"))
        return in_.expected("',' or ')'");
    }
    return true;
  }
  bool message(std::string &out) {
    if (in_.peek().kind == TokenKind::String)
      out = in_.take().text;
    return true;
  }
  Token here() const { return in_.peek(); }
  bool require(const Token &start, bool holds, std::string_view message) {
    return holds || in_.error_at(start, std::string(message));
  }

  const Program &program;

private:
  template <typename Value> static bool take(Value &out, const std::optional<Value> &read) {
    if (read)
      out = *read;
    return read.has_value();
  }

  kir::Context &c_;
  support::TextReader &in_;
};

// Finds out which kind of statement stands here.
template <typename Program> class StmtParser {
public:
  using Node = typename Program::Node;
  static constexpr bool vector = std::is_same_v<Program, Lockstep>;
  StmtParser(kir::Context &c, const Program &p, BlockKind block) : c_(c), in_(c.in), fields_(c, p), block_(block) {}

  bool parse(Node &out) {
    if (in_.accept("quiet"))
      return quiet(out);
    const Token &t = in_.peek();
    if (t.kind != TokenKind::Word && !(vector && in_.at("<")))
      return in_.expected("a statement");
    if constexpr (vector) {
      if (at_keyword("log"))
        return read(Log(), out);
      if (at_keyword("check"))
        return read(CheckRaces(), out);
      if (at_keyword("refresh"))
        return read(Refresh(), out);
      if (at_keyword("end"))
        return read(EndInterval(), out);
      if (at_keyword("sync"))
        return read(Sync(), out);
    } else if (in_.at("barrier"))
      return read(Barrier(), out);
    if (kir::at_name(c_) || in_.at("<"))
      return named(out);
    if (cfg::value_of<cfg::AssumeKind>(t.text)) {
      const bool head =
          vector ? in_.at("some", 1) || in_.at("none", 1) : block_ == BlockKind::Back || block_ == BlockKind::Exit;
      return head ? read(AtHead(), out) : read(Assume(), out);
    }
    if (cfg::value_of<cfg::AssertKind>(t.text))
      return read(Assert(), out);
    if (in_.at("atomic"))
      return read(Atomic(), out);
    if (in_.at("havoc"))
      return read(Havoc(), out);
    return in_.at("skip") ? read(Skip(), out) : in_.expected("a statement");
  }

private:
  // `kind`: what of it has been read, if anything.
  template <typename Kind> bool read(Kind kind, Node &out) {
    if (!text(fields_, kind))
      return false;
    out = std::move(kind);
    return true;
  }

  bool at_keyword(std::string_view word) const { // the word, and no variable or array of that name
    return in_.at(word) && !in_.at(":=", 1) && !in_.at("[", 1) && !in_.at(",", 1) && !in_.at(":", 1);
  }

  bool quiet(Node &out) {
    const Token start = in_.peek();
    return parse(out) && std::visit(
                             [&](auto &node) {
                               if constexpr (requires { node.quiet; })
                                 return node.quiet = true;
                               return in_.error_at(start, "only loads and stores can be quiet");
                             },
                             out);
  }

  // v := ..., <v>, <w> := <...>, A[e] := ...
  bool named(Node &out) {
    if (kir::at_name(c_) && in_.at("[", 1))
      return read(Store(), out);
    std::vector<VarId> dests;
    if (!fields_.list(dests, [&](VarId &v) { return target(fields_, v); }))
      return false;
    const bool one = dests.size() == 1;
    if (in_.accept(":"))
      return one && read(Choose{dests[0], {}}, out);
    if (!in_.expect(":="))
      return false;
    if (in_.at("atomic")) {
      Atomic a{};
      a.dest = dests[0];
      return one ? read(a, out) : in_.expected("cells of an array");
    }
    const std::size_t inside = vector && in_.at("<") ? 1 : 0;
    if (one && fields_.program.vars[dests[0]].holds_block() && c_.blocks.contains(in_.peek(inside).text) &&
        !in_.at("?", inside + 1) && !in_.at("=", inside + 1))
      return read(SetBlock{dests[0], 0}, out);
    const std::size_t guard = !kir::at_name(c_, inside) ? 0
                              : in_.at("?", inside + 1) ? 2
                              : in_.at("=", inside + 1) ? 4
                                                        : 0;
    const std::size_t value = inside + guard;
    if (kir::at_name(c_, value) && in_.at("[", value + 1))
      return read(Load{{}, dests, {}, {}}, out);
    if (one)
      return read(Assign{dests[0], {}, {}}, out);
    Guard always;
    fields_.when(inside, "<");
    return guard_before(fields_, always, " ? ") && in_.expected("cells of an array");
  }

  kir::Context &c_;
  support::TextReader &in_;
  StmtReader<Program> fields_;
  BlockKind block_;
};

} // namespace

template <typename Program>
bool parse_stmt(kir::Context &c, const Program &p, BlockKind block, typename Program::Node &out) {
  return StmtParser<Program>(c, p, block).parse(out);
}
template bool parse_stmt(kir::Context &, const Predicated &, BlockKind, Predicated::Node &);
template bool parse_stmt(kir::Context &, const Lockstep &, BlockKind, Lockstep::Node &);

} // namespace lockstep::predication
