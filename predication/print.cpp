// Predicated and lock-step programs -> text: see text.h for the grammar.
#include "predication/text.h"

#include "predication/shell.h"
#include "predication/statement_text.h"

#include <fmt/format.h>

namespace lockstep::predication {

namespace {
using cfg::spell_name;
using cfg::text_of;
using support::quote;

// Appends what the fields of a statement hold (statement_text.h). An id out of range shows as `?7`.
template <typename Program> class StmtWriter {
public:
  static constexpr bool vector = std::is_same_v<Program, Lockstep>;
  static constexpr bool reads = false;
  StmtWriter(const Program &p, const cfg::Kernel &shell) : program(p), shell_(shell) {}

  bool operator()(std::string_view text) {
    out += text;
    return true;
  }
  bool when(bool here, std::string_view text) { return here && (*this)(text); }
  bool ahead(bool here, std::string_view) { return here; }
  bool either(bool b, std::string_view yes, std::string_view no) { return (*this)(b ? yes : no); }
  template <typename Enum> bool choice(Enum e, std::string_view, std::string_view = {}) { return (*this)(text_of(e)); }
  template <typename Enum> bool option(Enum e, Enum otherwise) {
    return e == otherwise || ((*this)(text_of(e)) && (*this)(" "));
  }
  template <typename Number> bool number(Number n, std::string_view) { return (*this)(std::to_string(n)); }
  bool expr(const Expr &e) { return (*this)(cfg::print(e, shell_)); }
  bool condition(const Expr &e) { return expr(e); }
  bool value(const Expr &e, VarId) { return expr(e); }
  bool var(VarId v) { return name(shell_.vars, v); }
  bool array(ArrayId a) { return name(program.arrays, a); }
  bool block(BlockId b) { return name(program.blocks, b); }
  template <typename List, typename One> bool list(List &items, One one) {
    for (std::size_t i = 0; i < items.size(); ++i)
      when(i != 0, ", "), one(items[i]);
    return true;
  }
  bool spaces(bool group, bool global) {
    return (*this)(fmt::format("{}{}{})", group ? "group" : "", group && global ? ", " : "", global ? "global" : ""));
  }
  bool message(const std::string &m) { return m.empty() || (*this)(" " + quote(m)); }
  int here() const { return 0; }
  bool require(int, bool, std::string_view) const { return true; }

  const Program &program;
  std::string out;

private:
  template <typename Named> bool name(const std::vector<Named> &list, std::uint32_t id) {
    return (*this)(id < list.size() ? spell_name(list[id].name) : fmt::format("?{}", id));
  }

  const cfg::Kernel &shell_; // the same variables and arrays, for the printer of expressions
};

template <typename Program>
std::string statement(const typename Program::Stmt &s, const Program &p, const cfg::Kernel &shell) {
  StmtWriter<Program> writer(p, shell);
  std::visit(
      [&](auto node) {
        if constexpr (requires { node.quiet; })
          writer.when(node.quiet, "quiet ");
        text(writer, node);
      },
      s.node);
  return std::move(writer.out);
}

template <typename Program> class ProgramText {
public:
  ProgramText(const Program &p, const PrintOptions &options) : p_(p), shell_(shell_of(p)), options_(options) {}

  std::string run() {
    // The declarations are those of a kernel without blocks; its first line has the origin and the pointer width.
    std::string kernel = cfg::print(shell_, options_);
    const std::string start = "kernel ";
    std::size_t name_end = kernel.find(" pointer_bits ", start.size());
    LOCKSTEP_INVARIANT(kernel.starts_with(start) && name_end != std::string::npos && kernel.ends_with("}\n"),
                       "the shape of a printed kernel without blocks");
    out_ = std::is_same_v<Program, Lockstep> ? "lockstep " : "predicated ";
    out_ += spell_name(p_.name) + " scheme " + std::string(scheme_words.text(p_.scheme));
    if constexpr (std::is_same_v<Program, Lockstep>)
      out_ += p_.instrumented ? " instrumented" : "";
    out_ += kernel.substr(name_end, kernel.size() - name_end - 2);
    marks();
    for (const auto &b : p_.blocks)
      shell_.blocks.push_back({.name = b.name, .stmts = {}, .end = {}, .origin = {}});
    for (const auto &b : p_.blocks)
      block(b);
    return out_ + "}\n";
  }

private:
  template <typename Has> void mark(std::string_view word, Has has) {
    std::string names;
    for (const Var &v : p_.vars)
      if (has(v))
        names += (names.empty() ? "" : ", ") + spell_name(v.decl.name);
    if (!names.empty())
      out_ += fmt::format("  {} {};\n", word, names);
  }

  void marks() {
    mark("uniform", [](const Var &v) { return v.uniform; });
    for (Role role : {Role::Active, Role::Next, Role::Havoc, Role::Flag, Role::Choice})
      mark(role_words.text(role), [&](const Var &v) { return v.role == role; });
    if constexpr (std::is_same_v<Program, Lockstep>) {
      const auto array = [&](ArrayId a) { return a < p_.arrays.size() ? spell_name(p_.arrays[a].name) : "?"; };
      for (ArrayId a = 0; a < p_.arrays.size(); ++a)
        if (const ArrayInfo &info = p_.array_info[a]; info.memory != Memory::Exact || info.watched)
          out_ += fmt::format("  memory {} {}{}{};\n", array(a), memory_words.text(info.memory),
                              info.watched ? " watched" : "", info.log_values ? " values" : "");
      for (std::size_t i = 0; const Site &s : p_.sites)
        line(fmt::format("site {} : {} {} from {}, {}", i++, text_of(s.kind), array(s.array), s.block, s.stmt),
             s.origin);
    }
  }

  std::string place(const Origin &o) const { return options_.origins ? " " + cfg::print_origin(o) : ""; }
  void line(const std::string &text, const Origin &o) { out_ += "  " + text + place(o) + ";\n"; }

  template <typename Block> void block(const Block &b) {
    out_ += fmt::format("\n{} {}{}:\n", block_kind_words.text(b.kind), spell_name(b.name), place(b.origin));
    for (const auto &s : b.stmts)
      line(statement(s, p_, shell_), s.origin);
    line(cfg::print(b.end, shell_), b.end.origin);
  }

  const Program &p_;
  cfg::Kernel shell_; // of its blocks the names, once its declarations are printed
  const PrintOptions &options_;
  std::string out_;
};
} // namespace

std::string print(const Predicated &p, const PrintOptions &options) { return ProgramText(p, options).run(); }
std::string print(const Lockstep &p, const PrintOptions &options) { return ProgramText(p, options).run(); }
std::string print(const Lockstep::Stmt &s, const Lockstep &p) { return statement(s, p, shell_of(p)); }

} // namespace lockstep::predication
