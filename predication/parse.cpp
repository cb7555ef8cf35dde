// Text -> predicated and lock-step programs: the frame. See text.h for the grammar; statements are parse_stmt.cpp.
#include "cfg/ir/text/kir_words.h"
#include "predication/parse_parts.h"
#include "predication/shell.h"
#include "predication/text.h"

namespace lockstep::predication {

namespace {
using support::Diagnostics;
using support::TextReader;
using support::Token;
using support::TokenKind;

template <typename Program> class ProgramParser {
public:
  static constexpr bool vector = std::is_same_v<Program, Lockstep>;
  using Block = typename Program::Block;

  explicit ProgramParser(TextReader &in) : in_(in), c_{in, shell_, {}, {}, {}} {}

  support::Result<Program> run() {
    if (header() && declarations()) {
      collect_block_names();
      if (!at_block())
        in_.expected("a block");
      while (at_block() && !in_.give_up())
        if (!block())
          recover();
      in_.expect("}");
      if (!in_.at_end() && !in_.failed())
        in_.expected("the end of the text");
    }
    if (in_.failed())
      return support::failure;
    p_.name = shell_.name;
    p_.pointer_bits = shell_.pointer_bits;
    p_.terms = shell_.terms;
    p_.origin = shell_.origin;
    return std::move(p_);
  }

private:
  bool header() {
    Origin here = in_.here();
    if (!in_.expect(vector ? "lockstep" : "predicated"))
      return false;
    auto name = cfg::kir::parse_name(c_, "a program");
    if (!name || !in_.expect("scheme"))
      return false;
    shell_.name = *name;
    if (in_.accept("block")) {
      if (!in_.expect("-") || !in_.expect("id"))
        return false;
      p_.scheme = Scheme::BlockId;
    } else if (!in_.expect("flags"))
      return false;
    if constexpr (vector)
      p_.instrumented = in_.accept("instrumented");
    if (!in_.expect("pointer_bits"))
      return false;
    auto bits = cfg::kir::parse_count(c_, "a number of bits");
    auto origin = bits ? cfg::kir::parse_origin(c_, here) : std::nullopt;
    if (!origin)
      return false;
    shell_.pointer_bits = *bits;
    shell_.origin = *origin;
    return in_.expect("{");
  }

  bool declarations() {
    while (cfg::kir::at_term(c_))
      if (!cfg::kir::parse_term(c_, shell_.terms))
        return false;
    while (in_.at("param") || in_.at("var") || in_.at("array"))
      if (!cfg::kir::parse_declaration(c_, shell_))
        return false;
    for (const cfg::Var &v : shell_.vars)
      p_.vars.push_back({v, Role::Kernel, false});
    p_.arrays = shell_.arrays;
    if constexpr (vector)
      p_.array_info.resize(p_.arrays.size());
    while (!at_block() && !in_.at_end() && !in_.at("}"))
      if (!mark())
        return false;
    return true;
  }

  bool mark() {
    const Token word = in_.peek();
    if (vector && in_.accept("memory"))
      return memory();
    if (vector && in_.accept("site"))
      return site();
    const auto role = role_words.find(word.text);
    if (role == Role::Kernel || (!role && !in_.at("uniform")))
      return in_.expected("a declaration, a mark or a block");
    in_.take();
    do {
      auto var = cfg::kir::parse_var(c_);
      if (!var)
        return false;
      if (role)
        p_.vars[*var].role = *role;
      else
        p_.vars[*var].uniform = true;
    } while (in_.accept(","));
    return in_.expect(";");
  }

  bool memory() {
    if constexpr (vector) {
      auto array = cfg::kir::parse_array(c_);
      if (!array)
        return false;
      const auto memory = memory_words.find(in_.peek().text);
      if (!memory)
        return in_.expected("exact, constant, equal or adversarial");
      in_.take();
      ArrayInfo &info = p_.array_info[*array];
      info.memory = *memory;
      info.watched = in_.accept("watched");
      info.log_values = info.watched && in_.accept("values");
    }
    return in_.expect(";");
  }

  bool site() {
    if constexpr (vector) {
      Origin here = in_.here();
      auto number = cfg::kir::parse_count(c_, "a site's number");
      if (!number || !in_.expect(":"))
        return false;
      if (*number != p_.sites.size())
        return in_.error("sites are numbered from 0 in order");
      auto kind = cfg::value_of<cfg::AccessKind>(in_.peek().text);
      if (!kind)
        return in_.expected("read, write or atomic");
      in_.take();
      auto array = cfg::kir::parse_array(c_);
      if (!array || !in_.expect("from"))
        return false;
      auto block = cfg::kir::parse_count(c_, "a block of the kernel");
      if (!block || !in_.expect(","))
        return false;
      auto stmt = cfg::kir::parse_count(c_, "a statement of the block");
      auto origin = stmt ? cfg::kir::parse_origin(c_, here) : std::nullopt;
      if (!origin)
        return false;
      p_.sites.push_back({*kind, *array, *block, *stmt, *origin});
    }
    return in_.expect(";");
  }

  std::optional<BlockKind> block_kind(std::size_t ahead) const {
    const Token &t = in_.peek(ahead);
    if (t.kind != TokenKind::Word || t.quoted || in_.peek(ahead + 1).kind != TokenKind::Word)
      return std::nullopt;
    return block_kind_words.find(t.text);
  }
  bool at_block() const { return block_kind(0).has_value(); }

  // A block opens with its kind and name, behind the ';' that ends what stands before it (or the '{').
  void collect_block_names() {
    BlockId next = 0;
    for (std::size_t i = 0; in_.peek(i).kind != TokenKind::End; ++i)
      if ((i == 0 || in_.at(";", i - 1)) && block_kind(i))
        if (!c_.blocks.emplace(in_.peek(i + 1).text, next++).second)
          in_.error_at(in_.peek(i + 1), "block '" + in_.peek(i + 1).text + "' stands twice");
  }

  bool block() {
    Origin here = in_.here();
    Block b;
    b.kind = *block_kind(0);
    in_.take();
    auto name = cfg::kir::parse_name(c_, "a block");
    auto origin = name ? cfg::kir::parse_origin(c_, here) : std::nullopt;
    if (!origin || !in_.expect(":"))
      return false;
    b.name = *name;
    b.origin = *origin;
    while (!cfg::kir::at_terminator(c_)) {
      StmtOf<typename Program::Node> s;
      Origin place = in_.here();
      if (in_.at_end() || in_.at("}") || !parse_stmt(c_, p_, b.kind, s.node))
        return in_.failed() ? false : in_.expected("the terminator of block '" + b.name + "'");
      auto at = cfg::kir::parse_origin(c_, place);
      if (!at || !in_.expect(";"))
        return false;
      s.origin = *at;
      b.stmts.push_back(std::move(s));
    }
    auto end = cfg::kir::parse_terminator(c_);
    if (!end)
      return false;
    b.end = std::move(*end);
    p_.blocks.push_back(std::move(b));
    return true;
  }

  void recover() {
    while (!in_.at_end() && !(in_.at(";") && block_kind(1)))
      in_.take();
    in_.accept(";");
  }

  TextReader &in_;
  cfg::Kernel shell_;
  cfg::kir::Context c_;
  Program p_;
};

template <typename Program>
support::Result<Program> parse_program(std::string_view text, const std::string &file, Diagnostics &diags) {
  support::TextSyntax syntax = cfg::kir_syntax();
  syntax.punctuation.insert(syntax.punctuation.end(), {"==>", "!="});
  TextReader in(text, file, syntax, diags);
  return ProgramParser<Program>(in).run();
}
} // namespace

support::Result<Predicated> parse_predicated(std::string_view text, const std::string &file, Diagnostics &diags) {
  return parse_program<Predicated>(text, file, diags);
}
support::Result<Lockstep> parse_lockstep(std::string_view text, const std::string &file, Diagnostics &diags) {
  return parse_program<Lockstep>(text, file, diags);
}

} // namespace lockstep::predication
