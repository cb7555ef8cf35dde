// A random program as OpenCL source (to_cl.h). Every operation is written with a cast to its type around it, so that
// C's promotions do not change what the tree says (narrow signed operations do not overflow: they are promoted to int).
#include "tests/oracle/to_cl.h"

#include <fmt/format.h>
#include <set>

namespace lockstep::oracle {

namespace {

std::string type_name(IntType t) {
  const char *base = t.width == 8 ? "char" : t.width == 16 ? "short" : t.width == 32 ? "int" : "long";
  return (t.is_signed ? "" : "u") + std::string(base);
}

class Printer {
public:
  explicit Printer(const Program &p) : p_(p) { find_labels(p.body); }

  std::string run() {
    const Mentioned used = mentioned(p_);
    std::string params;
    for (std::size_t a = 0; a < p_.arrays.size(); ++a)
      if (used.arrays[a] && p_.arrays[a].space == Space::Global)
        params += fmt::format("{}__global {} *{}", params.empty() ? "" : ", ", type_name(p_.arrays[a].element),
                              p_.arrays[a].name);
    for (std::size_t v = 0; v < p_.vars.size(); ++v)
      if (used.vars[v] && p_.vars[v].param)
        params += fmt::format("{}{} {}", params.empty() ? "" : ", ", type_name(p_.vars[v].type), p_.vars[v].name);
    out_ = fmt::format("__kernel void {}({}) {{\n", p_.name, params);
    for (std::size_t a = 0; a < p_.arrays.size(); ++a) {
      const Array &array = p_.arrays[a];
      if (!used.arrays[a] || array.space == Space::Global)
        continue;
      const bool group = array.space == Space::Group;
      line(fmt::format("{}{} {}[{}]{};", group ? "__local " : "", type_name(array.element), array.name, array.extent,
                       group ? "" : " = {0}"));
    }
    for (std::size_t v = 0; v < p_.vars.size(); ++v)
      if (used.vars[v] && !p_.vars[v].param)
        line(fmt::format("{} {} = {};", type_name(p_.vars[v].type), p_.vars[v].name,
                         p_.vars[v].initial ? text(*p_.vars[v].initial) : "0"));
    body(p_.body);
    return out_ + "}\n";
  }

private:
  void find_labels(const Body &b) {
    for (const Stmt &s : b) {
      if (s.kind == StmtKind::Label)
        labels_.insert(s.label);
      for (const Body *inner : {&s.body, &s.other, &s.before, &s.step})
        find_labels(*inner);
      for (const Case &c : s.cases)
        find_labels(c.body);
    }
  }

  void line(const std::string &text) { out_ += std::string(2 * depth_, ' ') + text + "\n"; }

  std::string text(const Node &n) const {
    const auto arg = [&](std::size_t i) { return text(*n.args[i]); };
    switch (n.kind) {
    case NodeKind::Const: return literal(n);
    case NodeKind::Var: return p_.vars[static_cast<std::size_t>(n.var)].name;
    case NodeKind::Id: {
      static constexpr const char *names[] = {"get_local_id", "get_group_id", "get_local_size", "get_num_groups",
                                              "get_global_id"};
      return fmt::format("({}){}({})", type_name(n.type), names[static_cast<int>(n.id)], n.dimension);
    }
    case NodeKind::Binary: {
      static constexpr const char *ops[] = {"+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^"};
      if (n.op == BinaryOp::Min || n.op == BinaryOp::Max)
        return fmt::format("{}(({})({}), ({})({}))", n.op == BinaryOp::Min ? "min" : "max", type_name(n.type), arg(0),
                           type_name(n.type), arg(1));
      return fmt::format("({})({} {} {})", type_name(n.type), arg(0), ops[static_cast<int>(n.op)], arg(1));
    }
    case NodeKind::Convert: return fmt::format("({})({})", type_name(n.type), arg(0));
    case NodeKind::Select: return fmt::format("({})({} ? {} : {})", type_name(n.type), arg(0), arg(1), arg(2));
    case NodeKind::Truth: return n.value ? "true" : "false";
    case NodeKind::Compare: {
      static constexpr const char *ops[] = {"<", "<=", "==", "!="};
      return fmt::format("({} {} {})", arg(0), ops[static_cast<int>(n.compare)], arg(1));
    }
    case NodeKind::And: return fmt::format("({} && {})", arg(0), arg(1));
    case NodeKind::Or: return fmt::format("({} || {})", arg(0), arg(1));
    case NodeKind::Not: return fmt::format("!{}", arg(0));
    }
    return {};
  }
  static std::string literal(const Node &n) {
    const std::uint64_t mask = n.type.width == 64 ? ~std::uint64_t(0) : (std::uint64_t(1) << n.type.width) - 1;
    const std::uint64_t bits = static_cast<std::uint64_t>(n.value) & mask;
    if (!n.type.is_signed)
      return n.type.width == 32 ? fmt::format("{}u", bits) : fmt::format("({}){}ul", type_name(n.type), bits);
    const unsigned spare = 64 - n.type.width;
    const std::int64_t v = static_cast<std::int64_t>(bits << spare) >> spare;
    if (n.type.width == 32 && v >= 0)
      return fmt::format("{}", v);
    return fmt::format("(({}){}{}l)", type_name(n.type), v < 0 ? "-" : "",
                       v < 0 ? std::uint64_t(0) - static_cast<std::uint64_t>(v) : bits);
  }

  std::string cell(const Stmt &s, std::size_t count) const {
    const Array &a = p_.arrays[static_cast<std::size_t>(s.array)];
    if (count == 1 && s.view == a.element)
      return fmt::format("{}[{}]", a.name, text(*s.index));
    const char *space = a.space == Space::Global ? "__global " : a.space == Space::Group ? "__local " : "";
    return fmt::format("(({}{}{} *){})[{}]", space, type_name(s.view), count == 1 ? "" : std::to_string(count), a.name,
                       text(*s.index));
  }

  void load(const Stmt &s) {
    const auto target = [&](std::size_t i) -> const Var & { return p_.vars[static_cast<std::size_t>(s.targets[i])]; };
    if (s.targets.size() == 1) {
      line(fmt::format("{} = ({}){};", target(0).name, type_name(target(0).type), cell(s, 1)));
      return;
    }
    line(fmt::format("{{ {}{} all = {};", type_name(s.view), s.targets.size(), cell(s, s.targets.size())));
    for (std::size_t i = 0; i < s.targets.size(); ++i)
      line(fmt::format("  {} = ({})all.s{};", target(i).name, type_name(target(i).type), i));
    line("}");
  }
  void store(const Stmt &s) {
    std::string values;
    for (const Tree &v : s.values)
      values += fmt::format("{}({})({})", values.empty() ? "" : ", ", type_name(s.view), text(*v));
    if (s.values.size() > 1)
      values = fmt::format("({}{})({})", type_name(s.view), s.values.size(), values);
    line(fmt::format("{} = {};", cell(s, s.values.size()), values));
  }
  void atomic(const Stmt &s) {
    static constexpr const char *names[] = {"add", "sub", "xchg", "inc", "dec", "cmpxchg",
                                            "min", "max", "and",  "or",  "xor"};
    const Array &a = p_.arrays[static_cast<std::size_t>(s.array)];
    std::string operands;
    for (const Tree &v : s.values)
      operands += fmt::format(", ({})({})", type_name(a.element), text(*v));
    line(fmt::format("{}atomic_{}(&{}[{}]{});", s.var < 0 ? "" : p_.vars[static_cast<std::size_t>(s.var)].name + " = ",
                     names[static_cast<int>(s.atomic)], a.name, text(*s.index), operands));
  }

  void inner(const Body &b, bool breaks = false) {
    ++depth_;
    breakable_ += breaks ? 1 : 0;
    body(b);
    breakable_ -= breaks ? 1 : 0;
    --depth_;
  }
  void body(const Body &b) {
    for (const Stmt &s : b)
      stmt(s);
  }
  std::string steps(const Body &b) const {
    std::string all;
    for (const Stmt &s : b)
      all += fmt::format("{}{} = {}", all.empty() ? "" : ", ", p_.vars[static_cast<std::size_t>(s.var)].name,
                         text(*s.values[0]));
    return all;
  }

  void stmt(const Stmt &s) {
    switch (s.kind) {
    case StmtKind::Assign: line(steps({s}) + ";"); return;
    case StmtKind::Load: load(s); return;
    case StmtKind::Store: store(s); return;
    case StmtKind::Atomic: atomic(s); return;
    case StmtKind::If:
      line(fmt::format("if ({}) {{", s.condition ? text(*s.condition) : "true"));
      inner(s.body);
      if (!s.other.empty()) {
        line("} else {");
        inner(s.other);
      }
      line("}");
      return;
    case StmtKind::Loop: {
      body(s.before);
      const int was = loops_++;
      if (s.do_while) {
        line("do {");
        inner(s.body, true);
        line(fmt::format("}} while ({}{}{});", steps(s.step), s.step.empty() ? "" : ", ", text(*s.condition)));
      } else {
        line(fmt::format("for (; {}; {}) {{", text(*s.condition), steps(s.step)));
        inner(s.body, true);
        line("}");
      }
      loops_ = was;
      return;
    }
    case StmtKind::Switch:
      line(fmt::format("switch ({}) {{", text(*s.values[0])));
      for (const Case &c : s.cases) {
        line(c.is_default ? "default:" : fmt::format("case {}:", c.value));
        inner(c.body, true);
        if (!c.falls_through)
          line("  break;");
      }
      line("}");
      return;
    case StmtKind::Barrier:
      line(fmt::format("barrier({});", s.fence_group && s.fence_global ? "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE"
                                       : s.fence_group                 ? "CLK_LOCAL_MEM_FENCE"
                                                                       : "CLK_GLOBAL_MEM_FENCE"));
      return;
    case StmtKind::Break: line(breakable_ > 0 ? "break;" : ";"); return;
    case StmtKind::Continue: line(loops_ > 0 ? "continue;" : ";"); return;
    case StmtKind::Return: line("return;"); return;
    case StmtKind::Goto: line(labels_.count(s.label) ? fmt::format("goto l{};", s.label) : ";"); return;
    case StmtKind::Label: line(fmt::format("l{}:;", s.label)); return;
    case StmtKind::Assert: line(fmt::format("__assert({});", text(*s.condition))); return;
    case StmtKind::Assume: line(fmt::format("__assume({});", text(*s.condition))); return;
    }
  }

  const Program &p_;
  std::set<int> labels_;
  std::string out_;
  std::size_t depth_ = 1;
  int breakable_ = 0, loops_ = 0;
};

} // namespace

std::string to_cl(const Program &p) { return Printer(p).run(); }

} // namespace lockstep::oracle
