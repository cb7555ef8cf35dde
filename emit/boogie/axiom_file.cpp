// Files of axioms: see axiom_file.h.
#include "emit/boogie/axiom_file.h"

#include "emit/boogie/expression_parser.h"
#include "emit/boogie/words.h"

#include <fmt/format.h>
#include <utility>

namespace lockstep::emit::boogie {

namespace {

using support::TokenKind;

// What the files before this one have declared.
struct Declared {
  std::unordered_map<std::string, Type> variables, functions, synonyms;
};

class FileParser : ExpressionParser {
public:
  FileParser(const AxiomText &file, const std::map<std::string, FunctionDecl> &known, Declared &before,
             TrustedAxioms &out, support::Diagnostics &diags)
      : ExpressionParser(file.text, file.file, diags), known_(known), declared_(before), out_(out) {
    variables_ = before.variables;
    functions_ = before.functions;
    synonyms_ = before.synonyms;
  }

  bool run() {
    while (!in_.at_end() && !in_.failed())
      declaration();
    declared_ = {variables_, functions_, synonyms_};
    return !in_.failed();
  }

private:
  void declaration() {
    if (in_.accept("type"))
      type_declaration();
    else if (in_.accept("const"))
      constants();
    else if (in_.accept("function"))
      function();
    else if (in_.accept("axiom"))
      axiom();
    else
      in_.expected("a type, a constant, a function or an axiom (a file of axioms has nothing else)");
  }

  void type_declaration() {
    const std::string n = name();
    if (in_.accept("=")) {
      synonyms_[n] = type();
    } else {
      synonyms_[n] = named(own(n));
      out_.declarations.types.push_back({own(n)});
    }
    in_.expect(";");
  }

  void constants() {
    const bool unique = in_.accept("unique");
    for (const Bound &b : bound(";")) {
      variables_[b.name] = b.type;
      out_.declarations.constants.push_back({own(b.name), b.type, unique, {}});
    }
    in_.expect(";");
  }

  void function() {
    FunctionDecl f;
    f.attributes = attributes();
    const support::Token at = in_.peek();
    const support::Origin here = in_.here();
    const std::string n = name();
    in_.expect("(");
    if (!in_.at(")"))
      do {
        const bool is_named = in_.at(":", 1);
        const std::string parameter = is_named ? name() : fmt::format("a{}", f.params.size());
        if (is_named)
          in_.expect(":");
        f.params.push_back({parameter, type()});
      } while (in_.accept(",") && !in_.failed());
    in_.expect(")");
    if (in_.accept("returns")) {
      in_.expect("(");
      if (in_.at(":", 1)) {
        name();
        in_.expect(":");
      }
      f.result = type();
      in_.expect(")");
    } else {
      in_.expect(":");
      f.result = type();
    }
    if (in_.failed())
      return;
    functions_[n] = f.result;
    if (in_.accept("{")) {
      auto outer = variables_;
      for (const Bound &b : f.params)
        variables_[b.name] = b.type;
      f.body = renamed(expression(), f.params);
      variables_ = std::move(outer);
      in_.expect("}");
    } else {
      in_.expect(";");
    }
    for (Bound &b : f.params)
      b.name = own(b.name);
    f.name = target(n);
    if (const auto ours = known_.find(n); ours != known_.end() && !same_signature(ours->second, f))
      in_.error_at(at, fmt::format("the kernel calls '{}' as {}", n, signature(ours->second)));
    else if (ours != known_.end() && (f.body || !f.attributes.empty()))
      out_.defined.push_back({n, here});
    out_.declarations.functions.push_back(std::move(f));
  }

  std::vector<Attribute> attributes() {
    std::vector<Attribute> list;
    while (in_.accept("{:") && !in_.failed()) {
      Attribute a;
      const support::Token at = in_.peek();
      a.key = name();
      if (a.key != "bvbuiltin" && a.key != "inline" && !in_.failed())
        in_.error_at(at, fmt::format("the attribute '{}' is not supported in a file of axioms", a.key));
      while (!in_.at("}") && !in_.at_end() && !in_.failed()) {
        if (auto text = in_.peek().kind == TokenKind::String ? in_.string("a text") : std::nullopt)
          a.values.emplace_back(*text);
        else
          expression();
      }
      in_.expect("}");
      if (a.key == "bvbuiltin")
        list.push_back(std::move(a));
    }
    return list;
  }

  void axiom() {
    const support::Origin here = in_.here();
    if (const std::string unknown = undeclared(); !unknown.empty()) {
      out_.unknown.push_back({unknown, here});
      while (!in_.at(";") && !in_.at_end())
        in_.take();
    } else {
      const Expr e = condition();
      if (!in_.failed())
        out_.axioms.push_back({renamed(e, {}), print(e), here});
    }
    in_.expect(";");
  }

  // A function that the axiom ahead applies, and that is not declared.
  std::string undeclared() const {
    for (std::size_t i = 0; !in_.at(";", i) && in_.peek(i).kind != TokenKind::End; ++i)
      if (const support::Token &t = in_.peek(i);
          t.kind == TokenKind::Word && is_name(t.text) && in_.at("(", i + 1) && !functions_.contains(t.text))
        return t.text;
    return {};
  }

  static std::string own(const std::string &n) { return "axioms$" + n; }
  std::string target(const std::string &function) const {
    const auto found = known_.find(function);
    return found == known_.end() ? own(function) : found->second.name;
  }

  static bool same_signature(const FunctionDecl &a, const FunctionDecl &b) { return signature(a) == signature(b); }
  static std::string signature(const FunctionDecl &f) {
    std::string out;
    for (const Bound &b : f.params)
      out += (out.empty() ? "" : ", ") + print(b.type);
    return fmt::format("({}) returns ({})", out, print(f.result));
  }

  // With the names that the program has for things; `more`: bound around it.
  Expr renamed(const Expr &e, const std::vector<Bound> &more) const {
    Node n = *e;
    if (n.kind == Kind::Apply)
      n.text = target(n.text);
    else if (n.kind == Kind::Ident)
      n.text = own(n.text);
    for (Expr &a : n.args)
      a = renamed(a, more);
    for (Bound &b : n.bound)
      b.name = own(b.name);
    for (std::vector<Expr> &trigger : n.triggers)
      for (Expr &x : trigger)
        x = renamed(x, more);
    return std::make_shared<const Node>(std::move(n));
  }

  const std::map<std::string, FunctionDecl> &known_;
  Declared &declared_;
  TrustedAxioms &out_;
};

// All that may be spoken of, as a program by itself.
Program alone(const TrustedAxioms &a, const std::map<std::string, FunctionDecl> &known) {
  Program p = a.declarations;
  for (const auto &[n, f] : known) {
    const auto same = [&name = f.name](const FunctionDecl &x) { return x.name == name; };
    if (std::none_of(p.functions.begin(), p.functions.end(), same))
      p.functions.push_back(f);
    for (const Bound &b : f.params)
      if (b.type.kind == TypeKind::Named &&
          std::none_of(p.types.begin(), p.types.end(), [&](const TypeDecl &t) { return t.name == b.type.name; }))
        p.types.push_back({b.type.name});
    if (f.result.kind == TypeKind::Named &&
        std::none_of(p.types.begin(), p.types.end(), [&](const TypeDecl &t) { return t.name == f.result.name; }))
      p.types.push_back({f.result.name});
  }
  return p;
}

std::string first_error(const support::Diagnostics &told) {
  return told.all().empty() ? "" : told.all().front().message;
}

} // namespace

support::Result<TrustedAxioms> parse_axioms(const std::vector<AxiomText> &files,
                                            const std::map<std::string, FunctionDecl> &known,
                                            support::Diagnostics &diags) {
  TrustedAxioms out;
  Declared declared;
  for (const auto &[n, f] : known)
    declared.functions[n] = f.result;
  for (const AxiomText &file : files)
    if (!FileParser(file, known, declared, out, diags).run())
      return support::failure;
  const Program all = alone(out, known);
  if (support::Diagnostics told; !check(all, told)) {
    diags.error({}, fmt::format("{}: {}", files.front().file, first_error(told)));
    return support::failure;
  }
  for (const TrustedAxiom &a : out.axioms) {
    Program one = all;
    one.axioms.push_back({a.condition});
    if (support::Diagnostics told; !check(one, told)) {
      diags.error(a.origin, "this axiom is not well typed: " + a.text);
      return support::failure;
    }
  }
  return out;
}

} // namespace lockstep::emit::boogie
