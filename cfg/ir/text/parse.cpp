// Kernels and declarations of .kir: see parse.h; expressions and statements are parse_expr.cpp and parse_stmt.cpp.
#include "cfg/ir/text/parse.h"

#include "cfg/ir/text/kir_words.h"
#include "cfg/ir/text/parse_parts.h"

namespace lockstep::cfg {

namespace {
using kir::Context;
using support::TextReader;
using support::TokenKind;

// One declaration: param, var or array.
class DeclarationParser {
public:
  DeclarationParser(Context &c, Kernel &k) : in_(c.in), c_(c), k_(k) {}

  bool declaration() {
    bool ok = in_.at("array") ? array() : scalar();
    return ok && in_.expect(";");
  }

private:
  template <typename Table> std::optional<std::string> new_name(const Table &table, std::string_view what) {
    const support::Token start = in_.peek();
    auto name = kir::parse_name(c_, what);
    if (name && table.contains(*name)) {
      in_.error_at(start, "'" + *name + "' is declared already");
      return std::nullopt;
    }
    return name;
  }

  std::string source_name() { return in_.peek().kind == TokenKind::String ? in_.take().text : std::string(); }

  bool scalar() {
    Var v;
    v.param = in_.take().text == "param";
    Origin here = in_.here();
    auto name = new_name(c_.vars, "a variable");
    if (!name || !in_.expect(":"))
      return false;
    auto type = kir::parse_type(c_);
    if (!type)
      return false;
    v.name = *name;
    v.type = *type;
    if (const auto kind = value_of<VarKind>(in_.peek().text); v.param && kind) {
      in_.take();
      v.kind = *kind;
    }
    v.source_name = source_name();
    auto origin = kir::parse_origin(c_, here);
    if (!origin)
      return false;
    v.origin = *origin;
    c_.vars.emplace(v.name, static_cast<VarId>(k_.vars.size()));
    k_.vars.push_back(std::move(v));
    return true;
  }

  bool array() {
    in_.take();
    Array a;
    Origin here = in_.here();
    auto name = new_name(c_.arrays, "an array");
    if (!name || !in_.expect(":") || !array_type(a))
      return false;
    a.name = *name;
    a.granule_bytes = a.element.width / 8;
    bool elements = false;
    while (in_.peek().kind == TokenKind::Word)
      if (!array_option(a, elements))
        return false;
    if (!elements)
      a.source_element_bytes = a.granule_bytes;
    a.source_name = source_name();
    auto origin = kir::parse_origin(c_, here);
    if (!origin)
      return false;
    a.origin = *origin;
    c_.arrays.emplace(a.name, static_cast<ArrayId>(k_.arrays.size()));
    k_.arrays.push_back(std::move(a));
    return true;
  }

  // i32[256] global
  bool array_type(Array &a) {
    auto type = kir::parse_type(c_);
    if (!type || !in_.expect("["))
      return false;
    a.element = *type;
    if (in_.peek().kind == TokenKind::Integer) {
      a.extent = in_.integer("a number of granules");
      if (!a.extent)
        return false;
    }
    if (!in_.expect("]"))
      return false;
    const support::Token word = in_.peek();
    auto text = in_.word("the array's space");
    auto space = text ? value_of<Space>(*text) : std::nullopt;
    if (text && !space)
      in_.error_at(word, "the array's space is global, group, constant or private, not '" + *text + "'");
    a.space = space.value_or(Space::Global);
    return space.has_value();
  }

  bool array_option(Array &a, bool &elements) {
    if (in_.accept("param")) {
      a.param = true;
      return true;
    }
    if (in_.accept("granule")) {
      auto n = kir::parse_count(c_, "a number of bytes");
      a.granule_bytes = n.value_or(0);
      return n.has_value();
    }
    if (in_.accept("elements")) {
      auto n = kir::parse_count(c_, "a number of bytes");
      a.source_element_bytes = n.value_or(0);
      elements = true;
      return n.has_value();
    }
    if (in_.accept("rows"))
      return numbers(a.rows, "a number of elements");
    if (in_.accept("nonzero"))
      return a.nonzero = true;
    if (in_.accept("aliased"))
      return a.aliased = true;
    if (!in_.accept("initial"))
      return in_.expected("'param', 'granule', 'elements', 'rows', 'initial', 'nonzero', 'aliased' or ';'");
    return numbers(a.initial, "the bits of a granule");
  }

  // {3, 4}
  bool numbers(std::vector<std::uint64_t> &out, std::string_view what) {
    if (!in_.expect("{"))
      return false;
    do {
      auto value = in_.integer(what);
      if (!value)
        return false;
      out.push_back(*value);
    } while (in_.accept(","));
    return in_.expect("}");
  }

  TextReader &in_;
  Context &c_;
  Kernel &k_;
};

class KernelParser {
public:
  explicit KernelParser(TextReader &in) : in_(in), c_{in, kernel_, {}, {}, {}} {}

  // After a mistake the reader stands behind the kernel, and has failed.
  Kernel run() {
    if (!header())
      skip_kernel();
    else {
      while (kir::at_term(c_))
        if (!kir::parse_term(c_, kernel_.terms))
          recover();
      while (in_.at("param") || in_.at("var") || in_.at("array"))
        if (!kir::parse_declaration(c_, kernel_))
          recover();
      collect_block_names();
      if (!in_.at("block"))
        in_.expected(kernel_.vars.empty() && kernel_.arrays.empty() ? "a declaration or a block" : "a block");
      while (!in_.at("}") && !in_.at("kernel") && !in_.at_end() && !in_.give_up())
        block();
      in_.expect("}");
    }
    return std::move(kernel_);
  }

private:
  bool header() {
    Origin here = in_.here();
    if (!in_.expect("kernel"))
      return false;
    auto name = kir::parse_name(c_, "a kernel");
    if (!name)
      return false;
    kernel_.name = *name;
    if (in_.accept("pointer_bits")) {
      auto bits = kir::parse_count(c_, "a number of bits");
      if (!bits)
        return false;
      kernel_.pointer_bits = *bits;
    }
    auto origin = kir::parse_origin(c_, here);
    if (!origin)
      return false;
    kernel_.origin = *origin;
    return in_.expect("{");
  }

  void skip_kernel() {
    while (!in_.at_end() && !in_.at("kernel"))
      in_.take();
  }

  // To the next statement, declaration, block or kernel.
  void recover() {
    while (!in_.at_end() && !in_.at("block") && !in_.at("kernel")) {
      bool last = in_.at("}") && (in_.at("kernel", 1) || in_.peek(1).kind == TokenKind::End);
      if (last || in_.accept(";"))
        return;
      in_.take();
    }
  }

  // 'block' is reserved: it opens a block wherever it stands, so forward references need no second pass.
  void collect_block_names() {
    BlockId next = 0;
    for (std::size_t i = 0; in_.peek(i).kind != TokenKind::End && !in_.at("kernel", i); ++i)
      if (in_.at("block", i) && in_.peek(i + 1).kind == TokenKind::Word)
        if (!c_.blocks.emplace(in_.peek(i + 1).text, next++).second)
          in_.error_at(in_.peek(i + 1), "block '" + in_.peek(i + 1).text + "' stands twice");
  }

  bool at_boundary() const { return in_.at_end() || in_.at("block") || in_.at("kernel") || in_.at("}"); }

  void block() {
    kernel_.blocks.emplace_back();
    Block &b = kernel_.blocks.back();
    if (!block_header(b))
      recover();
    while (!at_boundary() && !in_.give_up()) {
      if (kir::at_terminator(c_)) {
        if (auto end = kir::parse_terminator(c_))
          b.end = std::move(*end);
        else
          recover();
        if (!in_.at("block") && !in_.at("}"))
          in_.expected("a block or '}' (a block ends with its terminator)");
        return skip_block();
      }
      if (auto s = kir::parse_stmt(c_))
        b.stmts.push_back(std::move(*s));
      else
        recover();
    }
    in_.expected("the terminator of block '" + b.name + "' (goto, br, switch or return)");
  }

  bool block_header(Block &b) {
    Origin here = in_.here();
    if (!in_.expect("block"))
      return false;
    auto name = kir::parse_name(c_, "a block");
    if (!name)
      return false;
    b.name = *name;
    auto origin = kir::parse_origin(c_, here);
    if (!origin)
      return false;
    b.origin = *origin;
    return in_.expect(":");
  }

  void skip_block() {
    while (!at_boundary())
      in_.take();
  }

  TextReader &in_;
  Kernel kernel_;
  Context c_;
};

std::vector<Kernel> all_kernels(TextReader &in) {
  std::vector<Kernel> out;
  while (!in.at_end() && !in.give_up())
    out.push_back(KernelParser(in).run());
  return out;
}
} // namespace

bool kir::parse_declaration(Context &c, Kernel &k) { return DeclarationParser(c, k).declaration(); }

support::Result<std::vector<Kernel>> parse_kernels(std::string_view text, const std::string &file, Diagnostics &diags) {
  TextReader in(text, file, kir_syntax(), diags);
  std::vector<Kernel> kernels = all_kernels(in);
  if (in.failed())
    return support::failure;
  return kernels;
}

support::Result<Kernel> parse(std::string_view text, const std::string &file, Diagnostics &diags) {
  auto kernels = parse_kernels(text, file, diags);
  if (!kernels)
    return support::failure;
  if (kernels->size() != 1) {
    diags.error(Origin({file, 1, 1}), "the text holds " + std::to_string(kernels->size()) + " kernels, not one");
    return support::failure;
  }
  return std::move(kernels->front());
}

support::Result<Expr> parse_expr(std::string_view text, const Kernel &k, Diagnostics &diags) {
  TextReader in(text, "<expression>", kir_syntax(), diags);
  Context c{in, k, {}, {}, {}};
  for (VarId v = 0; v < k.vars.size(); ++v)
    c.vars.emplace(k.vars[v].name, v);
  for (ArrayId a = 0; a < k.arrays.size(); ++a)
    c.arrays.emplace(k.arrays[a].name, a);
  Expr e = kir::parse_expr(c);
  if (e && !in.at_end())
    in.expected("the end of the expression");
  if (!e || in.failed())
    return support::failure;
  return e;
}

} // namespace lockstep::cfg
