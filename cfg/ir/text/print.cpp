// Kernel -> text: see print.h for the grammar.
#include "cfg/ir/text/print.h"

#include "cfg/ir/op_groups.h"
#include "cfg/ir/text/kir_words.h"
#include "support/invariant.h"

#include <fmt/format.h>

namespace lockstep::cfg {

namespace {
using support::quote;

template <typename Named> std::string name_of(const std::vector<Named> &list, std::uint32_t id) {
  return id < list.size() ? spell_name(list[id].name) : fmt::format("?{}", id);
}

std::string number(std::uint64_t bits, Type t) {
  if (t.is_float())
    return fmt::format("0x{:x}", bits);
  if (t.width < 2 || t.width > 64)
    return std::to_string(bits);
  ExprNode n;
  n.type = t;
  n.value = bits;
  return std::to_string(signed_value(n));
}

// Types are spelled by the word kind + width; bool has no width.
std::string constant_text(const ExprNode &n) {
  if (n.type.is_bool())
    return n.value ? "true" : "false";
  return number(n.value, n.type) + ":" + n.type.str();
}

std::string expr_text(const ExprNode &n, const Kernel &k);

std::string list_text(const std::vector<Expr> &list, const Kernel &k) {
  std::string out;
  for (const Expr &e : list)
    out += (out.empty() ? "" : ", ") + expr_text(*e, k);
  return out;
}

std::string special_text(const ExprNode &n, const Kernel &k) {
  switch (n.op) {
  case Op::Const: return constant_text(n);
  case Op::Var: return name_of(k.vars, n.var);
  case Op::Call: return fmt::format("call {}({}):{}", quote(n.name), list_text(n.args, k), n.type.str());
  case Op::Read: return fmt::format("read {}[{}]:{}", name_of(k.arrays, n.array), list_text(n.args, k), n.type.str());
  case OPS_LAUNCH: return fmt::format("{}({}, {})", op_info(n.op).text, n.value, n.type.str());
  case OPS_COMPUTED: break;
  }
  LOCKSTEP_UNREACHABLE("other operations print as their name and arguments");
}

std::string expr_text(const ExprNode &n, const Kernel &k) {
  const OpInfo &info = op_info(n.op);
  if (info.typing == Typing::Special)
    return special_text(n, k);
  bool is_cast = info.typing == Typing::IntCast || info.typing == Typing::FltCast || info.typing == Typing::BitCast;
  return fmt::format("{}{}{}({}{})", info.text, n.nsw ? ".nsw" : "", n.nuw ? ".nuw" : "", list_text(n.args, k),
                     is_cast ? ", " + n.type.str() : "");
}

std::string names_text(const std::vector<BlockId> &blocks, const Kernel &k) {
  std::string out;
  for (BlockId b : blocks)
    out += (out.empty() ? "" : ", ") + name_of(k.blocks, b);
  return out;
}

std::string per_text(unsigned per_value) { return per_value == 1 ? "" : fmt::format(" per {}", per_value); }
std::string align_text(unsigned bytes) { return bytes == 0 ? "" : fmt::format(" align {}", bytes); }

struct StmtText {
  const Kernel &k;

  std::string cells(ArrayId array, const Expr &offset) const {
    return fmt::format("{}[{}]", name_of(k.arrays, array), print(offset, k));
  }
  std::string operator()(const Assign &a) const { return name_of(k.vars, a.var) + " := " + print(a.value, k); }
  std::string operator()(const Havoc &h) const { return "havoc " + name_of(k.vars, h.var); }
  std::string operator()(const Skip &) const { return "skip"; }
  std::string operator()(const Assume &a) const { return fmt::format("{} {}", text_of(a.kind), print(a.condition, k)); }
  std::string operator()(const Assert &a) const {
    return fmt::format("{} {}{}", text_of(a.kind), print(a.condition, k),
                       a.message.empty() ? "" : " " + quote(a.message));
  }
  std::string exchange(const Exchange &x) const {
    return fmt::format(" {} := {}({}{})", name_of(k.vars, x.dest), text_of(x.op), print(x.value, k),
                       x.rank ? ", " + print(x.rank, k) : "");
  }
  std::string operator()(const Gather &g) const {
    return fmt::format("gather {}{} among {}{}", g.ranked ? "ranked " : "", g.meet.lanes,
                       g.mask ? print(g.mask, k) : "active_lanes",
                       g.meet.exchange ? exchange(*g.meet.exchange) : fenced(g.meet));
  }
  std::string fenced(const Barrier &b) const {
    return fmt::format(" fence({}{}{})", b.fence_group ? "group" : "", b.fence_group && b.fence_global ? ", " : "",
                       b.fence_global ? "global" : "");
  }
  std::string operator()(const Barrier &b) const {
    const std::string lanes = b.scope == Scope::Warp ? fmt::format(" {}", b.lanes) : "";
    const std::string given = b.exchange ? exchange(*b.exchange) : b.end ? " end" : "";
    return fmt::format("barrier {}{}{}{}", text_of(b.scope), lanes, fenced(b), given);
  }
  std::string operator()(const Numbered &n) const {
    return fmt::format("{} {} of {}{}", n.waits ? "sync" : "arrive", n.number, n.threads,
                       n.counter ? " counted " + name_of(k.vars, *n.counter) : "");
  }
  std::string operator()(const Load &l) const {
    std::string dests;
    for (VarId v : l.dests)
      dests += (dests.empty() ? "" : ", ") + name_of(k.vars, v);
    return fmt::format("{}{}{}{} := {}{}{}", l.quiet ? "quiet " : "", l.fresh ? "fresh " : "",
                       l.incoherent ? "incoherent " : "", dests, cells(l.array, l.offset), per_text(l.per_value),
                       align_text(l.align));
  }
  std::string operator()(const Store &s) const {
    return fmt::format("{}{}{} := {}{}{}", s.quiet ? "quiet " : "", s.fresh ? "fresh " : "", cells(s.array, s.offset),
                       list_text(s.values, k), per_text(s.per_value), align_text(s.align));
  }
  std::string operator()(const Atomic &a) const {
    const std::string scope = a.scope == AtomicScope::Grid ? "" : std::string(text_of(a.scope)) + " ";
    return fmt::format("{}atomic {}{}{}{} {}({}){}", a.dest ? name_of(k.vars, *a.dest) + " := " : "", scope,
                       order(a.order) + (a.acquires_failing ? "failing acquire " : ""),
                       a.all_spaces ? "everywhere " : "", text_of(a.op), cells(a.array, a.offset),
                       list_text(a.operands, k), per_text(a.per_value));
  }
  std::string operator()(const Fence &f) const {
    return fmt::format("memory_fence {} {}({}{}{})", text_of(f.scope), order(f.order), f.fence_group ? "group" : "",
                       f.fence_group && f.fence_global ? ", " : "", f.fence_global ? "global" : "");
  }
  static std::string order(Order o) { return std::string(o.acquire ? "acquire " : "") + (o.release ? "release " : ""); }
};

struct EndText {
  const Kernel &k;

  std::string operator()(const Goto &g) const { return "goto " + names_text(g.targets, k); }
  std::string operator()(const Branch &b) const {
    return fmt::format("br {}, {}", print(b.condition, k), names_text({b.if_true, b.if_false}, k));
  }
  std::string operator()(const Switch &s) const {
    std::string out = fmt::format("switch {} {{ ", print(s.value, k));
    for (const SwitchCase &c : s.cases)
      out += fmt::format("{}: {}, ", number(c.value, s.value->type), name_of(k.blocks, c.target));
    return out + fmt::format("default: {} }}", name_of(k.blocks, s.otherwise));
  }
  std::string operator()(const Return &) const { return "return"; }
};

class KernelText {
public:
  KernelText(const Kernel &k, const PrintOptions &options) : k_(k), options_(options) {}

  std::string run() {
    out_ = fmt::format("kernel {} pointer_bits {}{} {{\n", spell_name(k_.name), k_.pointer_bits, place(k_.origin));
    out_ += print(k_.terms, options_);
    for (const Var &v : k_.vars)
      line(fmt::format("{} {} : {}{}{}", v.param ? "param" : "var", spell_name(v.name), v.type.str(),
                       v.kind == VarKind::Program ? "" : fmt::format(" {}", text_of(v.kind)), source(v.source_name)),
           v.origin);
    for (const Array &a : k_.arrays)
      line(array(a), a.origin);
    for (const Block &b : k_.blocks)
      block(b);
    return out_ + "}\n";
  }

private:
  static std::string source(const std::string &name) { return name.empty() ? "" : " " + quote(name); }

  std::string place(const Origin &o) const {
    if (!options_.origins)
      return "";
    return " " + print_origin(o);
  }

  void line(const std::string &text, const Origin &o) { out_ += "  " + text + place(o) + ";\n"; }

  std::string array(const Array &a) const {
    std::string out = fmt::format("array {} : {}[{}] {}", spell_name(a.name), a.element.str(),
                                  a.extent ? std::to_string(*a.extent) : "", text_of(a.space));
    if (a.param)
      out += " param";
    if (a.granule_bytes * 8 != a.element.width)
      out += fmt::format(" granule {}", a.granule_bytes);
    if (a.source_element_bytes != a.granule_bytes)
      out += fmt::format(" elements {}", a.source_element_bytes);
    if (!a.rows.empty())
      out += fmt::format(" rows {{{}}}", fmt::join(a.rows, ", "));
    if (!a.initial.empty())
      out += fmt::format(" initial {{{}}}", fmt::join(a.initial, ", "));
    if (a.nonzero)
      out += " nonzero";
    if (a.aliased)
      out += " aliased";
    return out + source(a.source_name);
  }

  void block(const Block &b) {
    out_ += fmt::format("\nblock {}{}:\n", spell_name(b.name), place(b.origin));
    for (const Stmt &s : b.stmts)
      line(print(s, k_), s.origin);
    line(print(b.end, k_), b.end.origin);
  }

  const Kernel &k_;
  const PrintOptions &options_;
  std::string out_;
};
} // namespace

std::string print_origin(const Origin &o) {
  if (!o.known())
    return "@?";
  std::string out;
  for (Origin at = o; at.known(); at = at.inlined_at()) {
    out += fmt::format("{}@{}:{}:{}", out.empty() ? "" : " from ", quote(at.place().file), at.place().line,
                       at.place().column);
    if (!at.function().empty())
      out += " in " + quote(at.function());
  }
  return out;
}
std::string print(const Kernel &k, const PrintOptions &options) { return KernelText(k, options).run(); }
std::string print(const Expr &e, const Kernel &k) { return e ? expr_text(*e, k) : "?"; }
std::string print(const Stmt &s, const Kernel &k) { return std::visit(StmtText{k}, s.node); }
std::string print(const Terminator &t, const Kernel &k) { return std::visit(EndText{k}, t.node); }

} // namespace lockstep::cfg
