// Checker of Boogie programs (boogie.h): names declared once and before use, expressions well typed, targets exist,
// ids unique. What it accepts, Boogie's parser, resolver and type checker accept.
#include "emit/boogie/boogie.h"
#include "emit/boogie/words.h"
#include "support/budget.h"

#include <unordered_map>
#include <unordered_set>

namespace lockstep::emit::boogie {

namespace {

struct Signature {
  std::vector<Type> params;
  Type result;
};

class Checker {
public:
  explicit Checker(support::Diagnostics &diags) : diags_(diags) {}

  bool program(const Program &p) {
    for (const TypeDecl &t : p.types) {
      where_ = "type " + t.name;
      declare(t.name);
      types_.insert(t.name);
    }
    for (const ConstDecl &c : p.constants)
      constant(c);
    for (const FunctionDecl &f : p.functions)
      function(f);
    where_ = "an axiom";
    for (const AxiomDecl &a : p.axioms)
      boolean_expression(a.condition);
    for (const Procedure &q : p.procedures)
      procedure(q);
    return errors_ == 0;
  }

private:
  void error(const std::string &what) {
    if (++errors_ <= 20)
      diags_.error({}, "Boogie program: " + where_ + ": " + what);
  }

  void require(bool condition, const std::string &what) {
    if (!condition)
      error(what);
  }

  void name(const std::string &n) { require(is_name(n) && !is_bv_type(n), "'" + n + "' is no Boogie name"); }

  void declare(const std::string &n) {
    name(n);
    require(globals_.insert(n).second, "'" + n + "' is declared twice");
  }

  void type(const Type &t) {
    switch (t.kind) {
    case TypeKind::Bool:
    case TypeKind::Int: break;
    case TypeKind::Bv: require(t.width > 0, "a bit-vector has a bit"); break;
    case TypeKind::Named: require(types_.contains(t.name), "type '" + t.name + "' is not declared"); break;
    case TypeKind::Map:
      require(t.parts.size() >= 2, "a map has keys and a value");
      for (const Type &part : t.parts)
        type(part);
      break;
    }
  }

  void attributes(const std::vector<Attribute> &list) {
    for (const Attribute &a : list) {
      name(a.key);
      for (const auto &v : a.values) {
        if (const auto *text = std::get_if<std::string>(&v))
          require(printable(*text), "an attribute's text holds a quote, a backslash or an unprintable character");
        else
          expression(std::get<Expr>(v));
      }
    }
  }

  static bool printable(const std::string &s) {
    return std::all_of(s.begin(), s.end(), [](char c) { return c >= ' ' && c < 0x7f && c != '"' && c != '\\'; });
  }

  void constant(const ConstDecl &c) {
    where_ = "const " + c.name;
    declare(c.name);
    type(c.type);
    attributes(c.attributes);
    for (const Attribute &a : c.attributes)
      require(a.key != "existential" || c.type.kind == TypeKind::Bool, "an existential constant is Boolean");
    variables_.emplace(c.name, c.type);
  }

  // Boogie lets no inner name hide an outer one.
  void bind(const std::vector<Bound> &bound) {
    for (const Bound &b : bound) {
      name(b.name);
      type(b.type);
      require(!globals_.contains(b.name) && variables_.emplace(b.name, b.type).second,
              "'" + b.name + "' is bound twice");
    }
  }

  void function(const FunctionDecl &f) {
    where_ = "function " + f.name;
    declare(f.name);
    type(f.result);
    attributes(f.attributes);
    Signature s{{}, f.result};
    for (const Bound &b : f.params)
      s.params.push_back(b.type);
    auto outer = variables_;
    bind(f.params);
    if (f.body) {
      expression(f.body);
      require(f.body->type == f.result, "the body has type " + print(f.body->type));
    }
    variables_ = std::move(outer);
    functions_.emplace(f.name, std::move(s));
  }

  void procedure(const Procedure &p) {
    where_ = "procedure " + p.name;
    declare(p.name);
    attributes(p.attributes);
    auto outer = variables_;
    locals_.clear();
    for (const VarDecl &v : p.locals) {
      name(v.name);
      type(v.type);
      require(!globals_.contains(v.name) && variables_.emplace(v.name, v.type).second,
              "'" + v.name + "' is declared twice");
      locals_.insert(v.name);
    }
    std::unordered_set<std::string> labels;
    require(!p.blocks.empty(), "there is no block");
    for (const Block &b : p.blocks) {
      name(b.label);
      require(labels.insert(b.label).second, "label '" + b.label + "' occurs twice");
    }
    seen_.clear();
    for (const Block &b : p.blocks) {
      for (const Command &c : b.commands)
        std::visit([this](const auto &one) { command(one); }, c);
      for (const std::string &t : b.targets)
        require(labels.contains(t), "'" + t + "' is no label");
    }
    variables_ = std::move(outer);
    seen_.clear();
  }

  void command(const AssignCmd &c) {
    expression(c.value);
    if (!locals_.contains(c.var))
      return error("'" + c.var + "' is assigned but no local variable");
    require(variables_.at(c.var) == c.value->type,
            "'" + c.var + "' of type " + print(variables_.at(c.var)) + " is assigned " + print(c.value->type));
  }
  void command(const HavocCmd &c) {
    require(!c.vars.empty(), "a havoc names a variable");
    for (const std::string &v : c.vars)
      require(locals_.contains(v), "'" + v + "' is havocked but no local variable");
  }
  void command(const AssumeCmd &c) {
    attributes(c.attributes);
    boolean_expression(c.condition);
    for (const Attribute &a : c.attributes) // Boogie 2.4.1 may then leave it out
      require(a.key != "id", "an assumption has no id");
  }
  void command(const AssertCmd &c) {
    attributes(c.attributes);
    boolean_expression(c.condition);
    for (const Attribute &a : c.attributes)
      if (a.key == "id") {
        const std::string *id = a.values.size() == 1 ? std::get_if<std::string>(&a.values[0]) : nullptr;
        if (!id)
          error("an id is one text");
        else
          require(ids_.insert(*id).second, "the id '" + *id + "' occurs twice");
      }
  }
  void command(const CommentCmd &) {}

  void boolean_expression(const Expr &e) {
    expression(e);
    if (e)
      require(e->type.kind == TypeKind::Bool, "a condition is Boolean");
  }

  // Children before parents, by an explicit stack; a subtree seen in this scope is not looked at again.
  void expression(const Expr &root) {
    if (!root)
      return error("an expression is missing");
    std::vector<std::pair<const Node *, bool>> todo{{root.get(), false}};
    while (!todo.empty()) {
      support::spend();
      auto [n, children_done] = todo.back();
      todo.pop_back();
      if (children_done) {
        node(*n);
        continue;
      }
      if (!seen_.insert(n).second)
        continue;
      if (n->kind == Kind::Forall || n->kind == Kind::Exists) {
        quantifier(*n);
        continue;
      }
      todo.emplace_back(n, true);
      for (const Expr &a : n->args) {
        if (!a)
          return error("an operand is missing");
        todo.emplace_back(a.get(), false);
      }
    }
  }

  // The body is looked at in its own scope, where an identifier may mean something else.
  void quantifier(const Node &n) {
    auto outer = variables_;
    auto outer_seen = std::move(seen_);
    seen_.clear();
    require(!n.bound.empty(), "a quantifier binds a variable");
    bind(n.bound);
    if (n.args.size() == 1)
      boolean_expression(n.args[0]);
    else
      error("a quantifier has a body");
    for (const std::vector<Expr> &trigger : n.triggers)
      for (const Expr &e : trigger)
        expression(e);
    require(n.type.kind == TypeKind::Bool, "a quantifier is Boolean");
    variables_ = std::move(outer);
    seen_ = std::move(outer_seen);
  }

  // One node whose operands are well formed.
  void node(const Node &n) {
    switch (n.kind) {
    case Kind::BoolLit: is(n, n.type.kind == TypeKind::Bool && (n.text == "true" || n.text == "false")); break;
    case Kind::IntLit: is(n, n.type.kind == TypeKind::Int && digits(n.text, n.text.starts_with('-') ? 1 : 0)); break;
    case Kind::BvLit: is(n, n.type.kind == TypeKind::Bv && n.type.width > 0 && digits(n.text, 0)); break;
    case Kind::Ident: ident(n); break;
    case Kind::Unary: unary(n); break;
    case Kind::Binary: binary(n); break;
    case Kind::Ite:
      is(n, n.args.size() == 3 && n.args[0]->type.kind == TypeKind::Bool && n.args[1]->type == n.type &&
                n.args[2]->type == n.type);
      break;
    case Kind::Apply: call(n); break;
    case Kind::Select: is(n, indexes(n, 2) && n.args[0]->type.parts.back() == n.type); break;
    case Kind::Store:
      is(n, indexes(n, 3) && n.args[0]->type == n.type && n.args[2]->type == n.type.parts.back());
      break;
    case Kind::Extract:
      is(n, n.args.size() == 1 && n.args[0]->type.kind == TypeKind::Bv && n.lo < n.hi &&
                n.hi <= n.args[0]->type.width && n.type == bv(n.hi - n.lo));
      break;
    case Kind::Forall:
    case Kind::Exists: break; // quantifier()
    }
  }

  void is(const Node &n, bool well_formed) {
    if (well_formed)
      return;
    std::string text = print(std::make_shared<const Node>(n));
    error("ill-typed expression " + text.substr(0, 200) + (text.size() > 200 ? "..." : ""));
  }

  static bool digits(const std::string &s, std::size_t from) {
    return s.size() > from && s.find_first_not_of("0123456789", from) == std::string::npos;
  }

  static bool indexes(const Node &n, std::size_t args) {
    return n.args.size() == args && n.args[0]->type.kind == TypeKind::Map && n.args[0]->type.parts.size() == 2 &&
           n.args[0]->type.parts[0] == n.args[1]->type;
  }

  void ident(const Node &n) {
    auto found = variables_.find(n.text);
    if (found == variables_.end())
      return error("'" + n.text + "' is not declared");
    require(found->second == n.type,
            "'" + n.text + "' of type " + print(found->second) + " is used as " + print(n.type));
  }

  void unary(const Node &n) {
    TypeKind wanted = n.text == "!" ? TypeKind::Bool : TypeKind::Int;
    is(n, (n.text == "!" || n.text == "-") && n.args.size() == 1 && n.type.kind == wanted &&
              n.args[0]->type.kind == wanted);
  }

  void binary(const Node &n) {
    if (n.args.size() != 2)
      return is(n, false);
    const Type &a = n.args[0]->type, &b = n.args[1]->type;
    auto all = [&](TypeKind operands, TypeKind result) {
      return a.kind == operands && b.kind == operands && n.type.kind == result;
    };
    const std::string &op = n.text;
    if (op == "==" || op == "!=")
      is(n, a == b && n.type.kind == TypeKind::Bool);
    else if (op == "&&" || op == "||" || op == "==>" || op == "<==>")
      is(n, all(TypeKind::Bool, TypeKind::Bool));
    else if (op == "<" || op == "<=" || op == ">" || op == ">=")
      is(n, all(TypeKind::Int, TypeKind::Bool));
    else if (op == "++")
      is(n, all(TypeKind::Bv, TypeKind::Bv) && n.type.width == a.width + b.width);
    else
      is(n, (op == "+" || op == "-" || op == "*" || op == "div" || op == "mod") && all(TypeKind::Int, TypeKind::Int));
  }

  void call(const Node &n) {
    auto found = functions_.find(n.text);
    if (found == functions_.end())
      return error("function '" + n.text + "' is not declared");
    bool fits = found->second.result == n.type && found->second.params.size() == n.args.size();
    for (std::size_t i = 0; fits && i < n.args.size(); ++i)
      fits = found->second.params[i] == n.args[i]->type;
    is(n, fits);
  }

  support::Diagnostics &diags_;
  unsigned errors_ = 0;
  std::string where_;
  std::unordered_set<std::string> globals_, types_, locals_, ids_;
  std::unordered_map<std::string, Type> variables_; // constants, and what is in scope
  std::unordered_map<std::string, Signature> functions_;
  std::unordered_set<const Node *> seen_;
};

} // namespace

bool check(const Program &p, support::Diagnostics &diags) { return Checker(diags).program(p); }

} // namespace lockstep::emit::boogie
