// Printer of Boogie programs (boogie.h): text that Boogie 3.5 and Debian's Boogie 2.4.1 both read, and that
// parse.cpp reads back to the same tree. One pass with an explicit stack: linear in the text, and no deep
// recursion however long an expression is.
#include "emit/boogie/boogie.h"

#include <variant>

namespace lockstep::emit::boogie {

namespace {

// Boogie's grammar from loose to tight. && and || do not mix, relations do not chain.
enum Level : std::uint8_t { Top, Iff, Implies, Logical, Relation, Concat, Sum, Product, Prefix, Postfix };

struct Shape {
  Level self, left, right; // what this operator is, and how tight its operands must be
};

Shape shape(const std::string &op) {
  if (op == "<==>")
    return {Iff, Iff, Implies};
  if (op == "==>")
    return {Implies, Logical, Implies};
  if (op == "&&" || op == "||")
    return {Logical, Relation, Relation}; // a chain of one operator is handled below
  if (op == "++")
    return {Concat, Concat, Sum};
  if (op == "+" || op == "-")
    return {Sum, Sum, Product};
  if (op == "*" || op == "div" || op == "mod")
    return {Product, Product, Prefix};
  return {Relation, Concat, Concat};
}

class Printer {
public:
  explicit Printer(std::string &out) : out_(out) {}

  void type(const Type &t) {
    switch (t.kind) {
    case TypeKind::Bool: out_ += "bool"; break;
    case TypeKind::Int: out_ += "int"; break;
    case TypeKind::Bv:
      out_ += "bv";
      out_ += std::to_string(t.width);
      break;
    case TypeKind::Named: out_ += t.name; break;
    case TypeKind::Map:
      out_ += '[';
      for (std::size_t i = 0; i + 1 < t.parts.size(); ++i) {
        out_ += i ? ", " : "";
        type(t.parts[i]);
      }
      out_ += ']';
      type(t.parts.back());
      break;
    }
  }

  void bound(const std::vector<Bound> &list) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      out_ += i ? ", " : "";
      out_ += list[i].name;
      out_ += ": ";
      type(list[i].type);
    }
  }

  void expression(const Expr &e) {
    todo_.clear();
    push(e, Top);
    while (!todo_.empty()) {
      Item item = todo_.back();
      todo_.pop_back();
      if (!item.node)
        out_ += item.text;
      else if (item.range)
        range(*item.node);
      else
        node(*item.node, item.level);
    }
  }

  void attributes(const std::vector<Attribute> &list) {
    for (const Attribute &a : list) {
      out_ += "{:";
      out_ += a.key;
      for (std::size_t i = 0; i < a.values.size(); ++i) {
        out_ += i ? ", " : " ";
        if (const auto *text = std::get_if<std::string>(&a.values[i])) {
          out_ += '"';
          out_ += *text;
          out_ += '"';
        } else {
          expression(std::get<Expr>(a.values[i]));
        }
      }
      out_ += "} ";
    }
  }

  void command(const AssignCmd &c) {
    out_ += "    ";
    out_ += c.var;
    out_ += " := ";
    expression(c.value);
    out_ += ";\n";
  }
  void command(const HavocCmd &c) {
    if (c.vars.empty())
      return;
    out_ += "    havoc ";
    names(c.vars);
    out_ += ";\n";
  }
  void command(const AssumeCmd &c) { condition("assume ", c.attributes, c.condition); }
  void command(const AssertCmd &c) { condition("assert ", c.attributes, c.condition); }
  void command(const CommentCmd &c) {
    out_ += "    // ";
    for (char ch : c.text) {
      out_ += ch;
      if (ch == '\n')
        out_ += "    // ";
    }
    out_ += '\n';
  }

  void block(const Block &b) {
    out_ += "  ";
    out_ += b.label;
    out_ += ":\n";
    for (const Command &c : b.commands)
      std::visit([this](const auto &one) { command(one); }, c);
    if (b.targets.empty()) {
      out_ += "    return;\n";
      return;
    }
    out_ += "    goto ";
    names(b.targets);
    out_ += ";\n";
  }

  void procedure(const Procedure &p) {
    out_ += "procedure ";
    attributes(p.attributes);
    out_ += p.name;
    out_ += "()\n{\n";
    for (const VarDecl &v : p.locals) {
      out_ += "  var ";
      out_ += v.name;
      out_ += ": ";
      type(v.type);
      out_ += ";\n";
    }
    for (const Block &b : p.blocks)
      block(b);
    out_ += "}\n";
  }

  void constant(const ConstDecl &c) {
    out_ += "const ";
    attributes(c.attributes);
    if (c.unique)
      out_ += "unique ";
    out_ += c.name;
    out_ += ": ";
    type(c.type);
    out_ += ";\n";
  }

  void function(const FunctionDecl &f) {
    out_ += "function ";
    attributes(f.attributes);
    out_ += f.name;
    out_ += '(';
    bound(f.params);
    out_ += ") returns (";
    type(f.result);
    out_ += ')';
    if (f.body) {
      out_ += " { ";
      expression(f.body);
      out_ += " }\n";
    } else {
      out_ += ";\n";
    }
  }

  void program(const Program &p) {
    for (const TypeDecl &t : p.types) {
      out_ += "type ";
      out_ += t.name;
      out_ += ";\n";
    }
    for (const ConstDecl &c : p.constants)
      constant(c);
    for (const FunctionDecl &f : p.functions)
      function(f);
    for (const AxiomDecl &a : p.axioms) {
      out_ += "axiom ";
      expression(a.condition);
      out_ += ";\n";
    }
    for (const Procedure &q : p.procedures)
      procedure(q);
  }

private:
  // Still to be written: a node in a context of a level, an Extract's bit range, or text that outlives the printing.
  struct Item {
    const Node *node;
    Level level;
    bool range = false;
    const char *text = nullptr;
  };

  void push(const Expr &e, Level level) { todo_.push_back({e.get(), level}); }
  void push(const char *text) { todo_.push_back({nullptr, Top, false, text}); }

  void names(const std::vector<std::string> &list) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      out_ += i ? ", " : "";
      out_ += list[i];
    }
  }

  void condition(const char *word, const std::vector<Attribute> &list, const Expr &e) {
    out_ += "    ";
    out_ += word;
    attributes(list);
    expression(e);
    out_ += ";\n";
  }

  // "(" is written at once, ")" pushed below what follows.
  void parenthesise(bool wanted) {
    if (wanted) {
      out_ += '(';
      push(")");
    }
  }

  void node(const Node &n, Level level) {
    switch (n.kind) {
    case Kind::BoolLit:
    case Kind::Ident: out_ += n.text; break;
    case Kind::IntLit: literal(n, level); break;
    case Kind::BvLit:
      out_ += n.text;
      type(n.type);
      break;
    case Kind::Unary: unary(n, level); break;
    case Kind::Binary: binary(n, level); break;
    case Kind::Ite: conditional(n, level); break;
    case Kind::Apply: call(n); break;
    case Kind::Select:
    case Kind::Store: index(n); break;
    case Kind::Extract:
      todo_.push_back({&n, Top, true});
      push(n.args[0], Postfix);
      break;
    case Kind::Forall:
    case Kind::Exists: quantifier(n); break;
    }
  }

  void literal(const Node &n, Level level) {
    bool sign = level == Postfix && n.text.starts_with('-');
    if (sign)
      push(")");
    out_ += sign ? "(" : "";
    out_ += n.text;
  }

  void unary(const Node &n, Level level) {
    parenthesise(level > Prefix);
    out_ += n.text;
    // "-5" is a literal, so the negation of one keeps its parentheses.
    bool keep = n.text == "-" && n.args[0]->kind == Kind::IntLit;
    if (keep)
      push(")");
    push(n.args[0], Prefix);
    if (keep)
      push("(");
  }

  void binary(const Node &n, Level level) {
    Shape s = shape(n.text);
    parenthesise(level > s.self);
    push(n.args[1], s.right);
    push(" ");
    push(n.text.c_str());
    push(" ");
    const Node &left = *n.args[0];
    bool chain = s.self == Logical && left.kind == Kind::Binary && left.text == n.text;
    push(n.args[0], chain ? Logical : s.left);
  }

  void conditional(const Node &n, Level level) {
    parenthesise(level > Top);
    push(n.args[2], Top);
    push(" else ");
    push(n.args[1], Top);
    push(" then ");
    push(n.args[0], Top);
    out_ += "if ";
  }

  void call(const Node &n) {
    out_ += n.text;
    out_ += '(';
    push(")");
    for (std::size_t i = n.args.size(); i-- > 0;) {
      push(n.args[i], Top);
      if (i)
        push(", ");
    }
  }

  void index(const Node &n) {
    push("]");
    if (n.kind == Kind::Store) {
      push(n.args[2], Top);
      push(" := ");
    }
    push(n.args[1], Top);
    push("[");
    push(n.args[0], Postfix);
  }

  void range(const Node &n) {
    out_ += '[';
    out_ += std::to_string(n.hi);
    out_ += ':';
    out_ += std::to_string(n.lo);
    out_ += ']';
  }

  void quantifier(const Node &n) {
    out_ += n.kind == Kind::Forall ? "(forall " : "(exists ";
    bound(n.bound);
    out_ += " :: ";
    for (const std::vector<Expr> &trigger : n.triggers) {
      out_ += "{";
      for (std::size_t i = 0; i < trigger.size(); ++i)
        out_ += (i == 0 ? "" : ", ") + boogie::print(trigger[i]);
      out_ += "} ";
    }
    push(")");
    push(n.args[0], Top);
  }

  std::string &out_;
  std::vector<Item> todo_;
};

} // namespace

std::string print(const Type &t) {
  std::string out;
  Printer(out).type(t);
  return out;
}

std::string print(const Expr &e) {
  std::string out;
  Printer(out).expression(e);
  return out;
}

std::string print(const Program &p) {
  std::string out;
  Printer(out).program(p);
  return out;
}

} // namespace lockstep::emit::boogie
