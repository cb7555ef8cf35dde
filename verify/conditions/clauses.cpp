// See clauses.h.
#include "verify/conditions/clauses.h"

#include "cfg/ir/op_groups.h"
#include "cfg/ir/rewrite.h"
#include "cfg/ir/text/shown_name.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <map>

namespace lockstep::verify {

namespace {

using cfg::Expr;
using cfg::Op;

constexpr unsigned wide = 64; // in which quantities are compared
constexpr std::size_t most_quantities = 10;

// A parameter, or a free size of the launch.
struct Quantity {
  Expr own, value; // in its type; in `wide` bits
  bool is_signed = false, is_size = false, is_groups = false;
  unsigned dimension = 0;
  std::string text;
};

Expr number(std::int64_t n) { return cfg::constant(cfg::int_type(wide), static_cast<std::uint64_t>(n)); }
Expr at_most(const Expr &a, const Expr &b) { return cfg::binary(Op::Sle, a, b); }

// As C compares them, converted where their signs differ: both with a sign, or both without. Null: one has no sign and
// all 64 bits, the other a sign.
Expr at_most(const Quantity &a, const Expr &of_a, const Quantity &b, const Expr &of_b) {
  const auto is_tall = [](const Quantity &q) { return !q.is_signed && q.own->type.width == wide; };
  if (!is_tall(a) && !is_tall(b))
    return at_most(of_a, of_b);
  return a.is_signed || b.is_signed ? nullptr : cfg::binary(Op::Ule, of_a, of_b);
}

// Of the command line's own: which part of an asynchronous copy is looked at, what a log holds.
bool is_of_the_source(const cfg::Var &v) {
  return v.param && v.type.is_int() && v.type.width >= 8 && !v.source_name.empty();
}

std::vector<Quantity> quantities(const cfg::Kernel &k, const cfg::Launch &launch, const SizeWords &words) {
  std::vector<Quantity> out;
  for (cfg::VarId v = 0; v < k.vars.size() && out.size() < most_quantities; ++v)
    if (const cfg::Var &var = k.vars[v];
        is_of_the_source(var) && (!words.numbers || words.numbers->count(var.name) != 0)) {
      Quantity q;
      q.own = cfg::variable(v, var.type);
      q.is_signed = words.without_sign.count(var.name) == 0;
      q.value = cfg::cast(q.is_signed ? Op::Sext : Op::Zext, q.own, cfg::int_type(wide));
      q.text = cfg::shown_name(var);
      out.push_back(std::move(q));
    }
  const auto free_size = [&](const cfg::Launch::Extent &e, Op op, unsigned d) {
    if (e)
      return;
    Quantity q;
    q.own = cfg::leaf(op, d, cfg::int_type(32));
    q.value = cfg::cast(Op::Zext, q.own, cfg::int_type(wide));
    q.is_size = true;
    q.is_groups = op == Op::NumGroups;
    q.dimension = d;
    q.text = words.size(op, d);
    out.push_back(std::move(q));
  };
  for (unsigned d = 0; d < 3; ++d) {
    free_size(launch.local_size[d], Op::LocalSize, d);
    free_size(launch.num_groups[d], Op::NumGroups, d);
  }
  return out;
}

// Of `x & 0xffffff`, and of `x << 8 >> 8`, the number of which 24 bits are kept; else null.
Expr kept_of(const cfg::ExprNode &n) {
  constexpr std::uint64_t low = (1U << 24) - 1;
  if (n.type.width != 32)
    return nullptr;
  if (n.op == Op::BitAnd && cfg::is_const(n.args[1], low))
    return n.args[0];
  const bool moved = n.op == Op::AShr && cfg::is_const(n.args[1], 8) && n.args[0]->op == Op::Shl &&
                     cfg::is_const(n.args[0]->args[1], 8);
  return moved ? n.args[0]->args[0] : nullptr;
}

// The parameters that the kernel multiplies by something.
std::set<cfg::VarId> factors(const cfg::Kernel &k) {
  std::map<cfg::VarId, Expr> copies; // of other variables, converted perhaps
  const auto plain = [](Expr e) {
    for (;;)
      if (e->op == Op::Sext || e->op == Op::Zext || e->op == Op::Trunc)
        e = e->args[0];
      else if (Expr kept = kept_of(*e))
        e = std::move(kept);
      else
        return e;
  };
  for (const cfg::Block &block : k.blocks)
    for (const cfg::Stmt &s : block.stmts)
      if (const auto *a = std::get_if<cfg::Assign>(&s.node); a && plain(a->value)->op == Op::Var)
        copies.emplace(a->var, plain(a->value));
  std::set<cfg::VarId> out;
  const auto look = [&](const std::vector<Expr> &used) {
    for (const Expr &e : used)
      cfg::for_each_node(e, [&](const cfg::ExprNode &n) {
        for (Expr f : n.op == Op::Mul || n.op == Op::Shl ? n.args : std::vector<Expr>())
          for (f = plain(f); f->op == Op::Var && out.insert(f->var).second;)
            if (const auto copy = copies.find(f->var); copy != copies.end())
              f = copy->second;
      });
  };
  for (const cfg::Block &block : k.blocks) {
    for (const cfg::Stmt &s : block.stmts)
      look(cfg::used_exprs(s));
    look(cfg::used_exprs(block.end));
  }
  return out;
}

// The bits that the kernel keeps of a parameter, or of the numbers of groups in a dimension, where it multiplies them
// by others of as many bits: 24 by `__umul24`; with their sign by `__mul24`. A mask anywhere else says nothing of
// sizes.
enum class Kept : std::uint8_t { All, Unsigned24, Signed24 };
class KeptBits {
public:
  explicit KeptBits(const cfg::Kernel &k) {
    const auto look = [&](const std::vector<Expr> &used) {
      for (const Expr &e : used)
        cfg::for_each_node(e, [&](const cfg::ExprNode &n) { look_at(n); });
    };
    for (const cfg::Block &block : k.blocks) {
      for (const cfg::Stmt &s : block.stmts)
        look(cfg::used_exprs(s));
      look(cfg::used_exprs(block.end));
    }
  }
  Kept of(const Quantity &q) const {
    const auto found = q.is_size ? groups_.find(q.dimension) : parameters_.find(q.own->var);
    return (q.is_size && !q.is_groups) || found == (q.is_size ? groups_.end() : parameters_.end()) ? Kept::All
                                                                                                   : found->second;
  }

private:
  void look_at(const cfg::ExprNode &n) {
    const auto is_factor = [](const Expr &e) { return kept_of(*e) || cfg::is_const(e); };
    if ((n.op == Op::Mul || n.op == Op::Shl) && std::all_of(n.args.begin(), n.args.end(), is_factor))
      for (const Expr &factor : n.args)
        if (const Expr of = kept_of(*factor))
          note(of, factor->op == Op::AShr ? Kept::Signed24 : Kept::Unsigned24);
  }
  void note(const Expr &of, Kept kept) {
    if (of->op == Op::Var)
      parameters_[of->var] = kept;
    else if (of->op == Op::GroupId)
      groups_[static_cast<unsigned>(of->value)] = kept;
  }
  std::map<cfg::VarId, Kept> parameters_;
  std::map<unsigned, Kept> groups_;
};

// Of `gridDim.x == (n + 255) / 256` the right side, from either; else null.
Expr made_of(const Expr &condition) {
  const auto is_groups = [](Expr e) {
    while (e->op == Op::Sext || e->op == Op::Zext)
      e = e->args[0];
    return e->op == Op::NumGroups;
  };
  if (condition->op != Op::Eq)
    return nullptr;
  const Expr &a = condition->args[0], &b = condition->args[1];
  return is_groups(a) ? b : is_groups(b) ? a : nullptr;
}

// What numbers of groups are made of, as the kernel's preconditions say: the sizes that it is launched for. Not what
// they are merely compared with.
std::set<cfg::VarId> sizes_of_groups(const cfg::Kernel &k) {
  std::set<cfg::VarId> out;
  for (const cfg::Stmt &s : k.blocks.front().stmts) {
    auto *a = std::get_if<cfg::Assume>(&s.node);
    if (!a || a->kind != cfg::AssumeKind::Requires)
      continue;
    for (const Expr &c : cfg::conjuncts(a->condition))
      if (const Expr size = made_of(c))
        cfg::for_each_node(size, [&](const cfg::ExprNode &n) {
          if (n.op == Op::Var)
            out.insert(n.var);
        });
  }
  return out;
}

class Vocabulary {
public:
  Vocabulary(std::vector<Quantity> all, const cfg::Kernel &k, std::string wide)
      : all_(std::move(all)), factors_(factors(k)), of_groups_(sizes_of_groups(k)), kept_(k), wide_(std::move(wide)) {}

  std::vector<Clause> take() {
    not_negative();
    kept_bits();
    limits();
    products({31U, 29U, 28U, 27U}, true);
    positive();
    order();
    covers();
    multiples();
    return std::move(out_);
  }
  std::vector<Clause> take_of_products() {
    not_negative();
    kept_bits();
    products({31U}, false);
    return std::move(out_);
  }

private:
  void add(bool magnitude, Expr condition, std::string text) {
    if (condition && !cfg::is_const(condition))
      out_.push_back({magnitude, std::move(condition), std::move(text)});
  }

  // Nothing is launched for fewer than no elements, but rounding up makes a group of them: -1 / 16 + 1.
  void not_negative() {
    for (const Quantity &q : all_)
      if (!q.is_size && q.is_signed && of_groups_.count(q.own->var) != 0)
        add(true, at_most(number(0), q.value), q.text + " >= 0");
  }

  // That what is kept of a number is the number.
  void kept_bits() {
    for (const Quantity &q : all_) {
      const Kept kept = kept_.of(q);
      if (kept == Kept::All)
        continue;
      const std::int64_t most = (1 << (kept == Kept::Signed24 ? 23 : 24)) - 1;
      add(true, cfg::binary(q.is_signed ? Op::Sle : Op::Ule, q.value, number(most)),
          fmt::format("{} <= {}", q.text, most));
    }
  }

  // From the largest number that leaves room for an addend of 2^16 downwards. Numbers that are far from the limit (of
  // 32 bits: below 2^30; of 64: below what a device can hold) are of a program.
  void limits() {
    for (const Quantity &q : all_) {
      const unsigned width = q.own->type.width;
      if (q.is_size || width < 32)
        continue;
      const unsigned least = width == 64 ? 40 : 30;
      for (const unsigned bits : {width - (q.is_signed ? 1 : 0), width - 2, 47U, 40U, 27U, 24U}) {
        if (bits > width)
          continue;
        const std::int64_t bound = bits >= 63         ? std::numeric_limits<std::int64_t>::max() - 65536
                                   : bits > width - 2 ? (std::int64_t(1) << bits) - 65536 - 1
                                                      : (std::int64_t(1) << bits) - 1;
        add(bits >= least, cfg::binary(q.is_signed ? Op::Sle : Op::Ule, q.value, number(bound)),
            fmt::format("{} <= {}", q.text, bound));
      }
    }
  }

  // Of a parameter that the kernel multiplies with another, or with a number of groups: that what they count together
  // is counted in 32 bits. Of a launch's sizes: the number of its threads, of which each may stand for a few elements.
  void products(std::initializer_list<unsigned> all_bits, bool with_sizes) {
    for (std::size_t i = 0; i < all_.size(); ++i)
      for (std::size_t j = i + 1; j < all_.size(); ++j) {
        const Quantity &a = all_[i], &b = all_[j];
        if (a.own->type.width > 32 || b.own->type.width > 32 || ((a.is_size || b.is_size) && !with_sizes))
          continue;
        const bool threads = a.is_size && b.is_size && a.dimension == b.dimension;
        const bool multiplied = is_factor(a) || is_factor(b);
        const bool elements = multiplied && (!a.is_size || a.is_groups) && (!b.is_size || b.is_groups);
        if (!threads && !elements)
          continue;
        // Two of 32 bits without a sign fit into 64 without one.
        const bool tall = !a.is_size && !b.is_size && !a.is_signed && !b.is_signed;
        const Expr product = cfg::binary(Op::Mul, a.value, b.value, !tall, tall);
        for (const unsigned bits : all_bits) {
          const std::int64_t most = (std::int64_t(1) << bits) - 1;
          add(bits == 31 || (threads && bits >= 28), cfg::binary(tall ? Op::Ule : Op::Sle, product, number(most)),
              fmt::format("({}{}){} * {} <= {}", tall ? "unsigned " : "", wide_, text(a), text(b), most));
        }
      }
  }

  void positive() {
    for (const Quantity &q : all_)
      if (!q.is_size)
        add(false, q.is_signed ? cfg::binary(Op::Slt, number(0), q.value) : cfg::binary(Op::Ne, q.value, number(0)),
            q.text + " > 0");
  }

  // pitch >= width, n >= blockDim.x, a != b
  void order() {
    for (const Quantity &a : all_)
      for (const Quantity &b : all_)
        if (&a != &b && !(a.is_size && b.is_size) && !a.is_groups && !b.is_groups)
          add(false, at_most(b, b.value, a, a.value),
              fmt::format("{}{} >= {}{}", cast_beside(a, b), text(a), b.is_size ? cast_of_size(a, b) : "", text(b)));
    for (std::size_t i = 0; i < all_.size(); ++i)
      for (std::size_t j = i + 1; j < all_.size(); ++j)
        if (!all_[i].is_size && !all_[j].is_size)
          add(false, cfg::binary(Op::Ne, all_[i].value, all_[j].value),
              fmt::format("{}{} != {}", cast_beside(all_[i], all_[j]), text(all_[i]), text(all_[j])));
  }

  // gridDim.x * blockDim.x >= n
  void covers() {
    for (const Quantity &groups : all_)
      for (const Quantity &size : all_)
        for (const Quantity &n : all_)
          if (groups.is_groups && size.is_size && !size.is_groups && groups.dimension == size.dimension && !n.is_size)
            add(false, at_most(n, n.value, size, cfg::binary(Op::Mul, groups.value, size.value, true)),
                fmt::format("({}){} * {} >= {}", wide_, text(groups), text(size), text(n)));
  }

  void multiples() {
    for (const std::int64_t by : {2, 4, 8, 16, 32, 64})
      for (const Quantity &q : all_)
        if (!q.is_groups)
          add(false, cfg::binary(Op::Eq, cfg::binary(Op::BitAnd, q.value, number(by - 1)), number(0)),
              fmt::format("{} % {} == 0", text(q), by));
    for (const Quantity &q : all_)
      if (!q.is_groups)
        add(false,
            cfg::binary(Op::Eq, cfg::binary(Op::BitAnd, q.value, cfg::binary(Op::Sub, q.value, number(1))), number(0)),
            fmt::format("({0} & ({0} - 1)) == 0", text(q)));
  }

  bool is_factor(const Quantity &q) const { return !q.is_size && factors_.count(q.own->var) != 0; }

  // So that C compares the numbers, and not what a conversion makes of them.
  std::string cast_beside(const Quantity &a, const Quantity &b) const {
    return a.is_signed == b.is_signed ? std::string() : "(" + wide_ + ")";
  }
  // OpenCL's sizes are as wide as the widest conversion, and have no sign.
  std::string cast_of_size(const Quantity &a, const Quantity &b) const {
    return wide_ == "long" ? cast_beside(a, b) : std::string();
  }
  static const std::string &text(const Quantity &q) { return q.text; }

  std::vector<Quantity> all_;
  const std::set<cfg::VarId> factors_, of_groups_;
  const KeptBits kept_;
  const std::string wide_;
  std::vector<Clause> out_;
};

} // namespace

std::string key_text(const SizeWords &words) {
  return fmt::format("sizes {} {} {} unsigned {}{}", words.size(Op::LocalSize, 0), words.size(Op::NumGroups, 0),
                     words.wide, fmt::join(words.without_sign, ","),
                     words.numbers ? fmt::format(" of {}", fmt::join(*words.numbers, ",")) : "");
}

std::optional<bool> Sizes::satisfy(const Clause &c) const {
  const Expr value = cfg::replace(c.condition, [&](const Expr &e) -> Expr {
    switch (e->op) {
    case Op::Var: {
      const auto known = finding_.scalars.find(e->var);
      return known == finding_.scalars.end() ? Expr{} : cfg::constant(e->type, known->second);
    }
    case Op::LocalSize: return cfg::constant(e->type, finding_.local_size[e->value]);
    case Op::NumGroups: return cfg::constant(e->type, finding_.num_groups[e->value]);
    case Op::Const:
    case Op::LocalId:
    case Op::GroupId:
    case Op::GlobalOffset:
    case OPS_COMPUTED:
    case OPS_OPAQUE: break;
    }
    return Expr{};
  });
  return cfg::is_const(value) ? std::optional(value->value != 0) : std::nullopt;
}

std::vector<Clause> vocabulary(const cfg::Kernel &k, const cfg::Launch &launch, const SizeWords &words) {
  return Vocabulary(quantities(k, launch, words), k, words.wide).take();
}

std::vector<Clause> of_products(const cfg::Kernel &k, const cfg::Launch &launch, const SizeWords &words) {
  return Vocabulary(quantities(k, launch, words), k, words.wide).take_of_products();
}

std::vector<Clause> bounded(const cfg::Kernel &k, const cfg::Launch &launch, const SizeWords &words, std::int64_t least,
                            std::int64_t most) {
  std::vector<Clause> out;
  for (const Quantity &q : quantities(k, launch, words)) {
    out.push_back({false, at_most(q.value, number(most)), fmt::format("{} <= {}", q.text, most)});
    if (!q.is_size)
      out.push_back({false, at_most(number(least), q.value), fmt::format("{} >= {}", q.text, least)});
  }
  return out;
}

cfg::Kernel requiring(cfg::Kernel k, const std::vector<Clause> &clauses) {
  std::vector<cfg::Stmt> said;
  for (const Clause &c : clauses)
    said.push_back({cfg::Assume{c.condition, cfg::AssumeKind::Requires}, k.origin});
  auto &entry = k.blocks.front().stmts;
  entry.insert(entry.begin(), said.begin(), said.end());
  return k;
}

} // namespace lockstep::verify
