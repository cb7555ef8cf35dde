// A random program as kernel IR (to_kir.h): the usual lowering of structured statements, without any simplification.
#include "tests/oracle/to_kir.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace lockstep::oracle {

namespace {

using cfg::Expr;
using cfg::Op;

class Lowering {
public:
  explicit Lowering(const Program &p) : p_(p), used_(mentioned(p)) {}

  cfg::Kernel run() {
    k_.name = p_.name;
    k_.pointer_bits = p_.offset_bits;
    declare();
    here_ = block("entry");
    find_labels(p_.body);
    for (std::size_t v = 0; v < p_.vars.size(); ++v)
      if (used_.vars[v] && !p_.vars[v].param && p_.vars[v].initial)
        add(cfg::Assign{vars_[v], value(*p_.vars[v].initial)});
    body(p_.body);
    end(cfg::Return{});
    return std::move(k_);
  }

private:
  // --- declarations -------------------------------------------------------------------------------------------
  void declare() {
    vars_.resize(p_.vars.size());
    for (std::size_t v = 0; v < p_.vars.size(); ++v) {
      if (!used_.vars[v])
        continue;
      vars_[v] = static_cast<cfg::VarId>(k_.vars.size());
      cfg::Var var;
      var.name = var.source_name = p_.vars[v].name;
      var.type = cfg::int_type(p_.vars[v].type.width);
      var.param = p_.vars[v].param;
      k_.vars.push_back(var);
    }
    std::vector<unsigned> granules(p_.arrays.size(), 8);
    for (std::size_t a = 0; a < p_.arrays.size(); ++a)
      granules[a] = p_.arrays[a].element.width / 8;
    narrowest(p_.body, granules);
    arrays_.resize(p_.arrays.size());
    for (std::size_t a = 0; a < p_.arrays.size(); ++a) {
      if (!used_.arrays[a])
        continue;
      const Array &from = p_.arrays[a];
      arrays_[a] = static_cast<cfg::ArrayId>(k_.arrays.size());
      cfg::Array array;
      array.name = array.source_name = from.name;
      array.granule_bytes = granules[a];
      array.element = cfg::int_type(granules[a] * 8);
      array.source_element_bytes = from.element.width / 8;
      array.space = from.space == Space::Global  ? cfg::Space::Global
                    : from.space == Space::Group ? cfg::Space::Group
                                                 : cfg::Space::Private;
      array.param = from.space == Space::Global;
      if (!array.param)
        array.extent = from.extent * (from.element.width / 8) / granules[a];
      k_.arrays.push_back(array);
    }
  }
  void narrowest(const Body &b, std::vector<unsigned> &granules) const {
    for (const Stmt &s : b) {
      if (s.kind == StmtKind::Load || s.kind == StmtKind::Store) {
        unsigned &g = granules[static_cast<std::size_t>(s.array)];
        g = std::min(g, s.view.width / 8);
      }
      for (const Body *inner : {&s.body, &s.other, &s.before, &s.step})
        narrowest(*inner, granules);
      for (const Case &c : s.cases)
        narrowest(c.body, granules);
    }
  }
  void find_labels(const Body &b) {
    for (const Stmt &s : b) {
      if (s.kind == StmtKind::Label)
        labels_[s.label] = block(fmt::format("l{}", s.label));
      for (const Body *inner : {&s.body, &s.other, &s.before, &s.step})
        find_labels(*inner);
      for (const Case &c : s.cases)
        find_labels(c.body);
    }
  }
  cfg::VarId fresh(cfg::Type type) {
    cfg::Var var;
    var.name = fmt::format("t{}", k_.vars.size());
    var.type = type;
    k_.vars.push_back(var);
    return static_cast<cfg::VarId>(k_.vars.size() - 1);
  }

  // --- blocks -------------------------------------------------------------------------------------------------
  cfg::BlockId block(const std::string &name) {
    cfg::Block b;
    b.name = names_.insert(name).second ? name : fmt::format("{}{}", name, k_.blocks.size());
    names_.insert(b.name);
    b.end.node = cfg::Return{};
    k_.blocks.push_back(std::move(b));
    return static_cast<cfg::BlockId>(k_.blocks.size() - 1);
  }
  template <typename T> void add(T node) { k_.blocks[here_].stmts.push_back({std::move(node), {}}); }
  template <typename T> void end(T node) {
    if (!ended_)
      k_.blocks[here_].end.node = std::move(node);
    ended_ = true;
  }
  void start(cfg::BlockId b) {
    here_ = b;
    ended_ = false;
  }
  void go(cfg::BlockId to) { end(cfg::Goto{{to}}); }
  void jump(cfg::BlockId to) { // in the middle of a body: what follows is unreachable
    go(to);
    start(block("dead"));
  }

  // --- expressions --------------------------------------------------------------------------------------------
  static cfg::Type type(IntType t) { return cfg::int_type(t.width); }
  static Expr cast(Expr e, IntType from, unsigned to) {
    return from.width == to ? e
                            : cfg::cast(from.width > to  ? Op::Trunc
                                        : from.is_signed ? Op::Sext
                                                         : Op::Zext,
                                        e, cfg::int_type(to));
  }
  Expr value(const Node &n) const {
    const auto arg = [&](std::size_t i) { return value(*n.args[i]); };
    switch (n.kind) {
    case NodeKind::Const:
      return cfg::constant(type(n.type), cfg::mask_to_width(static_cast<std::uint64_t>(n.value), n.type.width));
    case NodeKind::Var: return cfg::variable(vars_[static_cast<std::size_t>(n.var)], type(n.type));
    case NodeKind::Id: {
      if (n.id == Id::Global)
        return cfg::binary(Op::Add,
                           cfg::binary(Op::Mul, cfg::leaf(Op::GroupId, n.dimension, type(n.type)),
                                       cfg::leaf(Op::LocalSize, n.dimension, type(n.type))),
                           cfg::leaf(Op::LocalId, n.dimension, type(n.type)));
      static constexpr Op ops[] = {Op::LocalId, Op::GroupId, Op::LocalSize, Op::NumGroups};
      return cfg::leaf(ops[static_cast<int>(n.id)], n.dimension, type(n.type));
    }
    case NodeKind::Binary: {
      static constexpr Op with_sign[] = {Op::Add,  Op::Sub,    Op::Mul,   Op::SDiv,   Op::SRem, Op::Shl,
                                         Op::AShr, Op::BitAnd, Op::BitOr, Op::BitXor, Op::SMin, Op::SMax};
      static constexpr Op without[] = {Op::Add,  Op::Sub,    Op::Mul,   Op::UDiv,   Op::URem, Op::Shl,
                                       Op::LShr, Op::BitAnd, Op::BitOr, Op::BitXor, Op::UMin, Op::UMax};
      const Op op = (n.type.is_signed ? with_sign : without)[static_cast<int>(n.op)];
      const bool may = op == Op::Add || op == Op::Sub || op == Op::Mul || op == Op::Shl;
      return cfg::binary(op, arg(0), arg(1), may && n.no_wrap && n.type.is_signed,
                         may && n.no_wrap && !n.type.is_signed);
    }
    case NodeKind::Convert: return cast(arg(0), n.args[0]->type, n.type.width);
    case NodeKind::Select: return cfg::ite(arg(0), arg(1), arg(2));
    case NodeKind::Truth: return cfg::boolean(n.value != 0);
    case NodeKind::Compare: {
      const bool is_signed = n.args[0]->type.is_signed;
      const Op op = n.compare == CompareOp::Lt   ? (is_signed ? Op::Slt : Op::Ult)
                    : n.compare == CompareOp::Le ? (is_signed ? Op::Sle : Op::Ule)
                    : n.compare == CompareOp::Eq ? Op::Eq
                                                 : Op::Ne;
      return cfg::binary(op, arg(0), arg(1));
    }
    case NodeKind::And: return cfg::binary(Op::And, arg(0), arg(1));
    case NodeKind::Or: return cfg::binary(Op::Or, arg(0), arg(1));
    case NodeKind::Not: return cfg::unary(Op::Not, arg(0));
    }
    return nullptr;
  }
  // In granules.
  Expr offset(const Stmt &s, std::size_t count, unsigned view_bytes) const {
    const unsigned factor = static_cast<unsigned>(count) * view_bytes / k_.arrays[array(s)].granule_bytes;
    const Expr index = cast(value(*s.index), s.index->type, p_.offset_bits);
    return factor == 1 ? index : cfg::binary(Op::Mul, index, cfg::constant(cfg::int_type(p_.offset_bits), factor));
  }
  cfg::ArrayId array(const Stmt &s) const { return arrays_[static_cast<std::size_t>(s.array)]; }
  unsigned per_value(const Stmt &s, unsigned bytes) const { return bytes / k_.arrays[array(s)].granule_bytes; }

  // --- statements ---------------------------------------------------------------------------------------------
  void load(const Stmt &s) {
    cfg::Load load{{}, array(s), offset(s, s.targets.size(), s.view.width / 8), per_value(s, s.view.width / 8)};
    for (std::size_t i = 0; i < s.targets.size(); ++i)
      load.dests.push_back(fresh(type(s.view)));
    const std::vector<cfg::VarId> dests = load.dests;
    add(std::move(load));
    for (std::size_t i = 0; i < s.targets.size(); ++i) {
      const std::size_t target = static_cast<std::size_t>(s.targets[i]);
      add(cfg::Assign{vars_[target], cast(cfg::variable(dests[i], type(s.view)), s.view, p_.vars[target].type.width)});
    }
  }
  void store(const Stmt &s) {
    cfg::Store store{{}, array(s), offset(s, s.values.size(), s.view.width / 8), per_value(s, s.view.width / 8)};
    for (const Tree &v : s.values)
      store.values.push_back(cast(value(*v), v->type, s.view.width));
    add(std::move(store));
  }
  void atomic(const Stmt &s) {
    using cfg::AtomicOp;
    const IntType element = p_.arrays[static_cast<std::size_t>(s.array)].element;
    const bool is_signed = element.is_signed;
    const AtomicOp ops[] = {AtomicOp::Add,
                            AtomicOp::Sub,
                            AtomicOp::Xchg,
                            AtomicOp::Inc,
                            AtomicOp::Dec,
                            AtomicOp::CmpXchg,
                            is_signed ? AtomicOp::Min : AtomicOp::UMin,
                            is_signed ? AtomicOp::Max : AtomicOp::UMax,
                            AtomicOp::And,
                            AtomicOp::Or,
                            AtomicOp::Xor};
    cfg::Atomic a{ops[static_cast<int>(s.atomic)],
                  std::nullopt,
                  array(s),
                  offset(s, 1, element.width / 8),
                  per_value(s, element.width / 8),
                  {}};
    for (const Tree &v : s.values)
      a.operands.push_back(cast(value(*v), v->type, element.width));
    if (s.var >= 0)
      a.dest = fresh(type(element));
    const std::optional<cfg::VarId> dest = a.dest;
    add(std::move(a));
    if (dest) {
      const std::size_t target = static_cast<std::size_t>(s.var);
      add(cfg::Assign{vars_[target], cast(cfg::variable(*dest, type(element)), element, p_.vars[target].type.width)});
    }
  }
  void branch(const Stmt &s) {
    const cfg::BlockId yes = block("then"), no = block("else"), after = block("after");
    if (s.condition)
      end(cfg::Branch{value(*s.condition), yes, no});
    else
      end(cfg::Goto{{yes, no}});
    start(yes);
    body(s.body);
    go(after);
    start(no);
    body(s.other);
    go(after);
    start(after);
  }
  void loop(const Stmt &s) {
    body(s.before);
    const cfg::BlockId head = block("head"), inside = block("body"), step = block("step"), after = block("done");
    go(s.do_while ? inside : head);
    start(head);
    end(cfg::Branch{value(*s.condition), inside, after});
    start(inside);
    breaks_.push_back(after);
    continues_.push_back(step);
    body(s.body);
    breaks_.pop_back();
    continues_.pop_back();
    go(step);
    start(step);
    body(s.step);
    go(head);
    start(after);
  }
  void choose(const Stmt &s) {
    const Expr selector = value(*s.values[0]);
    cfg::Switch sw{selector, {}, 0};
    const cfg::BlockId after = block("after");
    sw.otherwise = after;
    std::vector<cfg::BlockId> entries;
    std::set<std::uint64_t> seen;
    for (const Case &c : s.cases) {
      entries.push_back(block("case"));
      const std::uint64_t bits = cfg::mask_to_width(static_cast<std::uint64_t>(c.value), s.values[0]->type.width);
      if (c.is_default)
        sw.otherwise = entries.back();
      else if (seen.insert(bits).second)
        sw.cases.push_back({bits, entries.back()});
    }
    end(std::move(sw));
    breaks_.push_back(after);
    for (std::size_t i = 0; i < s.cases.size(); ++i) {
      start(entries[i]);
      body(s.cases[i].body);
      go(s.cases[i].falls_through && i + 1 < s.cases.size() ? entries[i + 1] : after);
    }
    breaks_.pop_back();
    start(after);
  }
  void body(const Body &b) {
    for (const Stmt &s : b)
      stmt(s);
  }
  void stmt(const Stmt &s) {
    switch (s.kind) {
    case StmtKind::Assign: {
      const std::size_t v = static_cast<std::size_t>(s.var);
      add(cfg::Assign{vars_[v], cast(value(*s.values[0]), s.values[0]->type, p_.vars[v].type.width)});
      return;
    }
    case StmtKind::Load: load(s); return;
    case StmtKind::Store: store(s); return;
    case StmtKind::Atomic: atomic(s); return;
    case StmtKind::If: branch(s); return;
    case StmtKind::Loop: loop(s); return;
    case StmtKind::Switch: choose(s); return;
    case StmtKind::Barrier: add(cfg::Barrier{cfg::Scope::Group, s.fence_group, s.fence_global}); return;
    case StmtKind::Break:
      if (!breaks_.empty())
        jump(breaks_.back());
      return;
    case StmtKind::Continue:
      if (!continues_.empty())
        jump(continues_.back());
      return;
    case StmtKind::Return:
      end(cfg::Return{});
      start(block("dead"));
      return;
    case StmtKind::Goto:
      if (labels_.count(s.label))
        jump(labels_[s.label]);
      return;
    case StmtKind::Label:
      go(labels_[s.label]);
      start(labels_[s.label]);
      return;
    case StmtKind::Assert: add(cfg::Assert{value(*s.condition), cfg::AssertKind::User, ""}); return;
    case StmtKind::Assume: add(cfg::Assume{value(*s.condition), cfg::AssumeKind::Plain}); return;
    }
  }

  const Program &p_;
  Mentioned used_;
  cfg::Kernel k_;
  std::vector<cfg::VarId> vars_;
  std::vector<cfg::ArrayId> arrays_;
  std::map<int, cfg::BlockId> labels_;
  std::set<std::string> names_;
  std::vector<cfg::BlockId> breaks_, continues_;
  cfg::BlockId here_ = 0;
  bool ended_ = false;
};

} // namespace

cfg::Kernel to_kir(const Program &p) { return Lowering(p).run(); }

} // namespace lockstep::oracle
