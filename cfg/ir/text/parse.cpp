// Kernels and declarations of .kir: see parse.h; expressions and statements are parse_expr.cpp and parse_stmt.cpp.
#include "cfg/ir/text/parse.h"

#include "cfg/ir/text/parse_parts.h"

namespace lockstep::cfg {

namespace {
using kir::Context;
using support::must;
using support::TextReader;
using support::TokenKind;

// One declaration: param, var or array.
class DeclarationParser {
public:
  DeclarationParser(Context &c, Kernel &k) : in_(c.in), c_(c), k_(k) {}

  void declaration() {
    in_.at("array") ? array() : scalar();
    must(in_.expect(";"));
  }

private:
  template <typename Table> std::string new_name(const Table &table, std::string_view what) {
    const support::Token start = in_.peek();
    std::string name = must(kir::parse_name(c_, what));
    must(!table.contains(name) || in_.error_at(start, "'" + name + "' is declared already"));
    return name;
  }

  std::string source_name() { return in_.peek().kind == TokenKind::String ? in_.take().text : std::string(); }

  void scalar() {
    Var v;
    v.param = in_.take().text == "param";
    const Origin here = in_.here();
    v.name = new_name(c_.vars, "a variable");
    must(in_.expect(":"));
    v.type = must(kir::parse_type(c_));
    if (in_.peek().kind == TokenKind::Word &&
        (v.param || in_.peek().text == "candidate")) // a name in quotes: the source's
      v.kind = kir::parse_word<VarKind>(c_, "a parameter's kind", "no parameter is of the kind");
    v.source_name = source_name();
    v.origin = must(kir::parse_origin(c_, here));
    c_.vars.emplace(v.name, static_cast<VarId>(k_.vars.size()));
    k_.vars.push_back(std::move(v));
  }

  void array() {
    in_.take();
    Array a;
    const Origin here = in_.here();
    a.name = new_name(c_.arrays, "an array");
    must(in_.expect(":"));
    array_type(a);
    a.granule_bytes = a.element.width / 8;
    bool elements = false;
    while (in_.peek().kind == TokenKind::Word)
      array_option(a, elements);
    if (!elements)
      a.source_element_bytes = a.granule_bytes;
    a.source_name = source_name();
    a.origin = must(kir::parse_origin(c_, here));
    c_.arrays.emplace(a.name, static_cast<ArrayId>(k_.arrays.size()));
    k_.arrays.push_back(std::move(a));
  }

  // i32[256] global
  void array_type(Array &a) {
    a.element = must(kir::parse_type(c_));
    must(in_.expect("["));
    if (in_.peek().kind == TokenKind::Integer)
      a.extent = must(in_.integer("a number of granules"));
    must(in_.expect("]"));
    a.space =
        kir::parse_word<Space>(c_, "the array's space", "the array's space is global, group, constant or private, not");
  }

  void array_option(Array &a, bool &elements) {
    if (in_.accept("param"))
      a.param = true;
    else if (in_.accept("granule"))
      a.granule_bytes = must(kir::parse_count(c_, "a number of bytes"));
    else if (in_.accept("elements"))
      a.source_element_bytes = must(kir::parse_count(c_, "a number of bytes")), elements = true;
    else if (in_.accept("rows"))
      numbers(a.rows, "a number of elements");
    else if (in_.accept("nonzero"))
      a.nonzero = true;
    else if (in_.accept("aliased"))
      a.aliased = true;
    else if (in_.accept("initial"))
      numbers(a.initial, "the bits of a granule");
    else
      must(in_.expected("'param', 'granule', 'elements', 'rows', 'initial', 'nonzero', 'aliased' or ';'"));
  }

  // {3, 4}
  void numbers(std::vector<std::uint64_t> &out, std::string_view what) {
    must(in_.expect("{"));
    do
      out.push_back(must(in_.integer(what)));
    while (in_.accept(","));
    must(in_.expect("}"));
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
    if (!support::done([&] { header(); }))
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
  void header() {
    const Origin here = in_.here();
    must(in_.expect("kernel"));
    kernel_.name = must(kir::parse_name(c_, "a kernel"));
    if (in_.accept("pointer_bits"))
      kernel_.pointer_bits = must(kir::parse_count(c_, "a number of bits"));
    kernel_.origin = must(kir::parse_origin(c_, here));
    must(in_.expect("{"));
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
    if (!support::done([&] { block_header(b); }))
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

  void block_header(Block &b) {
    const Origin here = in_.here();
    must(in_.expect("block"));
    b.name = must(kir::parse_name(c_, "a block"));
    b.origin = must(kir::parse_origin(c_, here));
    must(in_.expect(":"));
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

bool kir::parse_declaration(Context &c, Kernel &k) {
  return support::done([&] { DeclarationParser(c, k).declaration(); });
}

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
