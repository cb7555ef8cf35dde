// Predicated and lock-step programs -> text: see text.h for the grammar.
#include "predication/text.h"

#include "cfg/ir/text/kir_words.h"
#include "predication/shell.h"

#include <fmt/format.h>

namespace lockstep::predication {

namespace {
using cfg::spell_name;
using cfg::text_of;
using support::quote;

template <typename Named> std::string name_of(const std::vector<Named> &list, std::uint32_t id) {
  return id < list.size() ? spell_name(list[id].name) : fmt::format("?{}", id);
}
std::string per_text(unsigned per_value) { return per_value == 1 ? "" : fmt::format(" per {}", per_value); }

// What the two statement printers share. A vector is bracketed in lock-step programs.
template <typename Program> struct StmtText {
  static constexpr bool vector = std::is_same_v<Program, Lockstep>;
  const Program &p;
  const cfg::Kernel &shell; // the same variables and arrays, for the printer of expressions
  BlockKind block = BlockKind::Plain;

  static std::string brackets(const std::string &text) { return vector ? "<" + text + ">" : text; }
  std::string var(VarId v) const { return name_of(shell.vars, v); }
  bool is_uniform(VarId v) const { return v < p.vars.size() && p.vars[v].uniform; }
  std::string target(VarId v) const { return is_uniform(v) ? var(v) : brackets(var(v)); }
  std::string expr(const Expr &e) const { return cfg::print(e, shell); }
  std::string exprs(const std::vector<Expr> &list) const {
    std::string out;
    for (const Expr &e : list)
      out += (out.empty() ? "" : ", ") + expr(e);
    return out;
  }
  std::string vars(const std::vector<VarId> &list) const {
    std::string out;
    for (VarId v : list)
      out += (out.empty() ? "" : ", ") + var(v);
    return out;
  }
  std::string arrays(const std::vector<ArrayId> &list) const {
    std::string out;
    for (ArrayId a : list)
      out += (out.empty() ? "" : ", ") + name_of(p.arrays, a);
    return out;
  }
  std::string guard(const Guard &g) const {
    if (g.kind == Guard::Kind::AtBlock)
      return fmt::format("{} = {}", var(g.var), name_of(p.blocks, g.block));
    return g.always() ? "true" : var(g.var);
  }
  std::string arrow(const Guard &g) const { return g.always() ? "" : guard(g) + " ==> "; }
  std::string if_text(const Guard &g) const { return g.always() ? "" : " if " + brackets(guard(g)); }
  std::string cells(ArrayId array, const Expr &offset) const {
    return fmt::format("{}[{}]", name_of(p.arrays, array), expr(offset));
  }
  std::string vector_cells(ArrayId array, const Expr &offset) const {
    return fmt::format("{}[{}]", name_of(p.arrays, array), brackets(expr(offset)));
  }
  static std::string barrier_text(cfg::Scope scope, bool group, bool global) {
    return fmt::format("{} fence({}{}{})", text_of(scope), group ? "group" : "", group && global ? ", " : "",
                       global ? "global" : "");
  }
  // <a>, <b> := <guard ? value : a, b>
  std::string guarded(const std::vector<VarId> &dests, const Guard &g, const std::string &value, bool keeps) const {
    std::string left, text = value;
    if (!g.always())
      text = fmt::format("{} ? {} : {}", guard(g), value, keeps ? vars(dests) : "*");
    bool uniform = true;
    for (VarId v : dests) {
      left += (left.empty() ? "" : ", ") + target(v);
      uniform = uniform && is_uniform(v);
    }
    return left + " := " + (uniform ? text : brackets(text));
  }

  std::string operator()(const Assign &a) const { return guarded({a.var}, a.guard, expr(a.value), a.keeps); }
  std::string operator()(const SetBlock &s) const {
    return target(s.var) + " := " + brackets(name_of(p.blocks, s.block));
  }
  std::string operator()(const Choose &c) const {
    std::string among;
    for (BlockId b : c.among)
      among += (among.empty() ? "" : ", ") + name_of(p.blocks, b);
    return target(c.var) + " :in " + brackets("{" + among + "}");
  }
  std::string operator()(const Havoc &h) const { return "havoc " + target(h.var); }
  std::string operator()(const Assume &a) const {
    std::string text = brackets(arrow(a.guard) + expr(a.condition));
    return fmt::format("{} {}{}", text_of(a.kind), vector ? "all " : "", text);
  }
  std::string operator()(const Assert &a) const {
    std::string text = brackets(arrow(a.guard) + expr(a.condition));
    return fmt::format("{} {}{}{}", text_of(a.kind), vector ? "all " : "", text,
                       a.message.empty() ? "" : " " + quote(a.message));
  }
  std::string operator()(const Skip &) const { return "skip"; }
  std::string operator()(const Load &l) const {
    return (l.quiet ? "quiet " : "") + guarded(l.dests, l.guard, cells(l.array, l.offset), l.keeps) +
           per_text(l.per_value);
  }
  std::string operator()(const Store &s) const {
    std::string values = exprs(s.values), quiet = s.quiet ? "quiet " : "";
    if constexpr (vector)
      return quiet + fmt::format("{} := psi <{}{}>{}", vector_cells(s.array, s.offset),
                                 s.guard.always() ? "" : guard(s.guard) + " : ", values, per_text(s.per_value));
    std::string to = cells(s.array, s.offset);
    if (s.guard.always())
      return quiet + fmt::format("{} := {}{}", to, values, per_text(s.per_value));
    return quiet + fmt::format("{} := {} ? {} : {}{}", to, guard(s.guard), values, to, per_text(s.per_value));
  }
  std::string operator()(const Atomic &a) const {
    const std::string scope = a.scope == cfg::AtomicScope::Grid ? "" : std::string(text_of(a.scope)) + " ";
    return fmt::format("{}atomic {}{} {}({}){}{}", a.dest ? target(*a.dest) + " := " : "", scope, text_of(a.op),
                       vector_cells(a.array, a.offset), exprs(a.operands), per_text(a.per_value), if_text(a.guard));
  }
  std::string operator()(const AtHead &a) const {
    if (vector)
      return fmt::format("assume {} {}", a.some ? "some" : "none", brackets(guard(a.head)));
    if (a.head.kind == Guard::Kind::AtBlock)
      return fmt::format("assume {} {} {}", var(a.head.var), a.some ? "=" : "!=", name_of(p.blocks, a.head.block));
    return "assume " + (a.some ? guard(a.head) : "not(" + guard(a.head) + ")");
  }
  std::string operator()(const Barrier &b) const {
    return fmt::format("barrier ({}) {}", guard(b.guard), barrier_text(b.scope, b.fence_group, b.fence_global));
  }
  std::string operator()(const Sync &s) const {
    std::string g = brackets(guard(s.guard));
    return fmt::format("sync some {0} ==> all {0} {1}", g, barrier_text(s.scope, s.fence_group, s.fence_global));
  }
  std::string operator()(const Log &l) const {
    std::string value =
        l.values.empty() ? "" : fmt::format(" value {}{}", brackets(exprs(l.values)), per_text(l.per_value));
    return fmt::format("log {} {} for {}{}{} site {}", kind_text(l.kind), vector_cells(l.array, l.lo), l.granules,
                       if_text(l.guard), value, l.site);
  }
  std::string operator()(const CheckRaces &c) const { return "check races " + arrays({c.array}); }
  std::string operator()(const EndInterval &e) const {
    return fmt::format("end interval {} {}{}", text_of(e.scope), arrays(e.arrays), if_text(e.guard));
  }
  std::string operator()(const Refresh &r) const { return "refresh " + arrays(r.arrays); }
};

template <typename Program> struct EndText {
  const Program &p;
  const cfg::Kernel &shell;

  std::string block(BlockId b) const { return name_of(p.blocks, b); }
  std::string operator()(const Goto &g) const {
    std::string out = "goto ";
    for (BlockId b : g.targets)
      out += (out.size() == 5 ? "" : ", ") + block(b);
    return out;
  }
  std::string operator()(const Branch &b) const {
    return fmt::format("br {}, {}, {}", cfg::print(b.condition, shell), block(b.if_true), block(b.if_false));
  }
  std::string operator()(const Switch &s) const {
    std::string out = fmt::format("switch {} {{ ", cfg::print(s.value, shell));
    cfg::ExprNode n;
    n.type = s.value->type;
    for (const SwitchCase &c : s.cases) {
      n.value = c.value;
      out += fmt::format("{}: {}, ", n.type.width < 2 ? std::to_string(c.value) : std::to_string(signed_value(n)),
                         block(c.target));
    }
    return out + fmt::format("default: {} }}", block(s.otherwise));
  }
  std::string operator()(const End &) const { return "return"; }
};

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
      block(b);
    return out_ + "}\n";
  }

private:
  void names(std::string_view word, const std::vector<VarId> &vars) {
    std::string list;
    for (VarId v : vars)
      list += (list.empty() ? "" : ", ") + name_of(shell_.vars, v);
    if (!list.empty())
      out_ += fmt::format("  {} {};\n", word, list);
  }

  void marks() {
    std::vector<VarId> uniform;
    for (VarId v = 0; v < p_.vars.size(); ++v)
      if (p_.vars[v].uniform)
        uniform.push_back(v);
    names("uniform", uniform);
    for (Role role : {Role::Active, Role::Next, Role::Havoc, Role::Flag, Role::Choice}) {
      std::vector<VarId> vars;
      for (VarId v = 0; v < p_.vars.size(); ++v)
        if (p_.vars[v].role == role)
          vars.push_back(v);
      names(role_text(role), vars);
    }
    if constexpr (std::is_same_v<Program, Lockstep>) {
      for (ArrayId a = 0; a < p_.arrays.size(); ++a)
        memory(a, p_.array_info[a]);
      for (std::size_t i = 0; i < p_.sites.size(); ++i) {
        const Site &s = p_.sites[i];
        line(fmt::format("site {} : {} {} from {}, {}", i, kind_text(s.kind), name_of(p_.arrays, s.array), s.block,
                         s.stmt),
             s.origin);
      }
    }
  }

  void memory(ArrayId a, const ArrayInfo &info) {
    if (info.memory == Memory::Exact && !info.watched)
      return;
    out_ += fmt::format("  memory {} {}{}{};\n", name_of(p_.arrays, a), memory_text(info.memory),
                        info.watched ? " watched" : "", info.log_values ? " values" : "");
  }

  std::string place(const Origin &o) const { return options_.origins ? " " + cfg::print_origin(o) : ""; }
  void line(const std::string &text, const Origin &o) { out_ += "  " + text + place(o) + ";\n"; }

  template <typename Block> void block(const Block &b) {
    out_ += fmt::format("\n{} {}{}:\n", block_kind_text(b.kind), spell_name(b.name), place(b.origin));
    for (const auto &s : b.stmts)
      line(std::visit(StmtText<Program>{p_, shell_, b.kind}, s.node), s.origin);
    line(std::visit(EndText<Program>{p_, shell_}, b.end.node), b.end.origin);
  }

  const Program &p_;
  const cfg::Kernel shell_;
  const PrintOptions &options_;
  std::string out_;
};
} // namespace

std::string print(const Predicated &p, const PrintOptions &options) { return ProgramText(p, options).run(); }
std::string print(const Lockstep &p, const PrintOptions &options) { return ProgramText(p, options).run(); }
std::string print(const Lockstep::Stmt &s, const Lockstep &p) {
  const cfg::Kernel shell = shell_of(p);
  return std::visit(StmtText<Lockstep>{p, shell}, s.node);
}

} // namespace lockstep::predication
