// See claims.h.
#include "coalescing/claims.h"

#include "cfg/analysis/facts.h"
#include "cfg/analysis/rewrite.h"
#include "coalescing/places.h"
#include "support/sound.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>

namespace lockstep::coalescing {

namespace {

using cfg::Expr;
using cfg::Op;
using cfg::VarId;

constexpr cfg::Type wide = cfg::int_type(64), small = cfg::int_type(32);
constexpr std::size_t largest = 400; // nodes of one lane's offset

Expr number(std::uint64_t n) { return cfg::constant(wide, n); }
Expr sized(const Expr &e, cfg::Type to) {
  if (e->type.width == to.width)
    return e;
  return cfg::cast(e->type.width < to.width ? Op::Zext : Op::Trunc, e, to);
}

class ClaimWriter {
public:
  ClaimWriter(const cfg::Kernel &k, const cfg::Analyses &a, const Options &o, const AccessCost &access)
      : k_(k), a_(a), o_(o), access_(access),
        level_{cfg::UniformityLevel::Team, o.target.lanes, a.launch, true, &a.bare},
        uniform_(cfg::uniformity(k, a.loops, level_)), definitions_(k.vars.size()), settled_(k.vars.size()) {
    std::vector<unsigned> places(k.vars.size());
    for (cfg::BlockId b = 0; b < k.blocks.size(); ++b)
      for (const cfg::Stmt &s : k.blocks[b].stmts)
        for (VarId v : cfg::defined_vars(s)) {
          places[v] += a.loops.loop_of[b] < 0 ? 1 : 2;
          if (auto *assign = std::get_if<cfg::Assign>(&s.node))
            definitions_[v] = assign->value;
        }
    for (VarId v = 0; v < k.vars.size(); ++v) {
      settled_[v] = places[v] == 1 || (places[v] > 1 && support::left_out("claims.settled"));
      if (!settled_[v])
        definitions_[v] = nullptr;
    }
  }

  ClaimText write(const Place &place, std::uint64_t unit, std::uint64_t most) {
    if (!lay_out())
      return {std::nullopt, why_not_};
    const unsigned lanes = o_.target.lanes;
    const unsigned shift = static_cast<unsigned>(std::countr_zero(unit));
    const std::vector<Expr> facts = conditions();
    Expr base = number(0);
    if (place.align % unit != 0) {
      base = symbol("base", wide);
      assume(cfg::binary(Op::Eq, cfg::binary(Op::BitAnd, base, number(place.align - 1)), number(0)));
    }
    struct Touch {
      unsigned lane;
      Expr active, unit;
    };
    std::vector<Touch> touched;
    for (lane_ = 0; lane_ < lanes; ++lane_) {
      Expr active = exists_[lane_];
      for (const Expr &f : facts)
        active = cfg::binary(Op::And, active, build(f, nowhere));
      if (cfg::is_const(active, 0))
        continue;
      if (!cfg::is_const(active))
        active = set(fmt::format("comes_{}", lane_), active);
      Expr offset = build(place.offset, nowhere);
      if (cfg::size(offset, largest) >= largest)
        return {std::nullopt, "its index is too long an expression"};
      offset = cfg::cast(Op::Sext, offset, wide);
      const Expr at = cfg::binary(Op::Add, base, cfg::binary(Op::Mul, offset, number(place.granule)));
      for (const std::uint64_t piece : pieces(place, unit))
        touched.push_back({lane_, active,
                           set(fmt::format("unit_{}_{}", lane_, piece),
                               cfg::binary(Op::LShr, cfg::binary(Op::Add, at, number(piece)), number(shift)))});
    }
    const VarId count = variable("count", small);
    put(cfg::Assign{count, cfg::constant(small, 0)});
    const Expr so_far = cfg::variable(count, small);
    for (std::size_t i = 0; i < touched.size(); ++i) {
      Expr is_new = touched[i].active;
      for (std::size_t j = 0; j < i; ++j)
        is_new = cfg::binary(Op::And, is_new,
                             cfg::negate(cfg::binary(Op::And, touched[j].active,
                                                     cfg::binary(Op::Eq, touched[j].unit, touched[i].unit))));
      put(cfg::Assign{
          count, cfg::binary(Op::Add, so_far, cfg::ite(is_new, cfg::constant(small, 1), cfg::constant(small, 0)))});
    }
    put(cfg::Assert{cfg::binary(Op::Ule, so_far, cfg::constant(small, most)), cfg::AssertKind::User,
                    fmt::format("a request touches at most {} units of {} bytes", most, unit)});
    cfg::Block entry;
    entry.name = "entry";
    entry.origin = access_.origin;
    entry.stmts = std::move(stmts_);
    entry.end = {cfg::Return{}, access_.origin};
    out_.name = "claim";
    out_.origin = access_.origin;
    out_.blocks.push_back(std::move(entry));
    return {std::move(out_), ""};
  }

private:
  static constexpr VarId nowhere = ~VarId(0); // not in a variable's definition

  // The first byte of each unit that a lane's bytes can reach, and the last byte.
  static std::vector<std::uint64_t> pieces(const Place &place, std::uint64_t unit) {
    const std::uint64_t bytes = place.cost.bytes;
    std::vector<std::uint64_t> out;
    for (std::uint64_t b = 0; b < bytes; b += unit)
      out.push_back(b);
    const bool in_one =
        bytes == place.granule && std::has_single_bit(bytes) && bytes <= unit && place.align % bytes == 0;
    if (!in_one && out.back() != bytes - 1)
      out.push_back(bytes - 1);
    return out;
  }

  // The local ids of the lanes of any warp.
  bool lay_out() {
    const std::uint64_t lanes = o_.target.lanes;
    std::array<std::uint64_t, 3> size{};
    for (unsigned d = 0; d < 3; ++d) {
      if (!a_.launch.local_size[d])
        return refuse("the size of a block is not known");
      size[d] = *a_.launch.local_size[d];
    }
    const auto [x, y, z] = size;
    const auto any = [&](const char *name, std::uint64_t below) {
      if (below <= 1)
        return number(0);
      const Expr s = symbol(name, wide);
      assume(cfg::binary(Op::Ult, s, number(below)));
      return s;
    };
    const auto plus = [&](const Expr &warp, std::uint64_t step, std::uint64_t more) {
      return cfg::binary(Op::Add, cfg::binary(Op::Mul, warp, number(step)), number(more));
    };
    const auto lane = [&](const Expr &lx, const Expr &ly, const Expr &lz, const Expr &exists) {
      ids_.push_back({lx, ly, lz});
      exists_.push_back(exists);
    };
    const std::uint64_t rows = x < lanes ? lanes / x : 1;
    if (y * z == 1) {
      const Expr w = any("warp", (x + lanes - 1) / lanes);
      for (std::uint64_t l = 0; l < lanes; ++l)
        lane(plus(w, lanes, l), number(0), number(0), cfg::binary(Op::Ult, plus(w, lanes, l), number(x)));
    } else if (x % lanes == 0) {
      const Expr w = any("warp_x", x / lanes), in_y = any("warp_y", y), in_z = any("warp_z", z);
      for (std::uint64_t l = 0; l < lanes; ++l)
        lane(plus(w, lanes, l), in_y, in_z, cfg::boolean(true));
    } else if (lanes % x == 0 && (z == 1 || y % rows == 0)) {
      const Expr w = any("warp_y", (y + rows - 1) / rows), in_z = any("warp_z", z);
      for (std::uint64_t l = 0; l < lanes; ++l)
        lane(number(l % x), plus(w, rows, l / x), in_z, cfg::binary(Op::Ult, plus(w, rows, l / x), number(y)));
    } else if (lanes % x == 0 && rows % y == 0) {
      const std::uint64_t slices = rows / y;
      const Expr w = any("warp_z", (z + slices - 1) / slices);
      for (std::uint64_t l = 0; l < lanes; ++l)
        lane(number(l % x), number(l / x % y), plus(w, slices, l / (x * y)),
             cfg::binary(Op::Ult, plus(w, slices, l / (x * y)), number(z)));
    } else {
      return refuse(fmt::format("warps of a block of {}x{}x{} threads lie differently in it", x, y, z));
    }
    return true;
  }

  // Facts about integers at the access.
  std::vector<Expr> conditions() {
    std::vector<Expr> out;
    cfg::FactReader reader(k_, a_.facts);
    for (const cfg::Fact &f : reader.before(access_.block, access_.stmt))
      if (f.kind == cfg::Fact::Condition && cfg::size(f.expr, largest) < largest &&
          !cfg::any_node(f.expr, [](const cfg::ExprNode &n) { return opaque(n); }))
        out.push_back(f.expr);
    return out;
  }

  static bool opaque(const cfg::ExprNode &n) {
    return n.op == Op::Read || n.op == Op::Call || n.type.is_float() ||
           std::any_of(n.args.begin(), n.args.end(), [](const Expr &e) { return e->type.is_float(); });
  }

  // `inside`: the variable whose definition it is from.
  Expr build(const Expr &e, VarId inside) {
    switch (e->op) {
    case Op::Const: return e;
    case Op::Var: return value(e, inside);
    case Op::LocalId: return sized(ids_[lane_][e->value], e->type);
    case Op::LocalSize: return cfg::constant(e->type, *a_.launch.local_size[e->value]);
    case Op::GlobalOffset: return cfg::constant(e->type, a_.launch.global_offset[e->value]);
    case Op::NumGroups: return sized(groups(static_cast<unsigned>(e->value)), e->type);
    case Op::GroupId: return sized(group(static_cast<unsigned>(e->value)), e->type);
    default: break;
    }
    if (opaque(*e))
      return symbol(fmt::format("any_{}", next_++), e->type);
    std::vector<Expr> args;
    for (const Expr &arg : e->args)
      args.push_back(build(arg, inside));
    cfg::ExprNode plain = *e;
    plain.nsw = plain.nuw = false;
    return cfg::with_args(plain, std::move(args));
  }

  Expr value(const Expr &e, VarId inside) {
    const VarId v = e->var;
    const cfg::Var &var = k_.vars[v];
    const bool fixed = var.param || settled_[v];
    const bool shared = var.param || uniform_.var_uniform[v] || support::left_out("claims.shared");
    const std::tuple key(v, fixed ? nowhere : inside, shared ? ~0U : lane_);
    if (const auto known = values_.find(key); known != values_.end())
      return known->second;
    const std::string name =
        fmt::format("{}_{}{}", var.param ? "p" : "v", next_++, shared ? "" : fmt::format("_{}", lane_));
    Expr found = !var.param && definitions_[v] ? build(definitions_[v], v) : nullptr;
    if (found && !cfg::is_const(found) && found->op != Op::Var)
      found = set(name, found);
    if (!found)
      found = symbol(name, var.type);
    return values_.emplace(key, found).first->second;
  }

  Expr groups(unsigned d) {
    if (!groups_[d]) {
      if (a_.launch.num_groups[d]) {
        groups_[d] = number(*a_.launch.num_groups[d]);
      } else {
        groups_[d] = symbol(fmt::format("groups_{}", d), wide);
        assume(cfg::binary(Op::And, cfg::binary(Op::Ult, number(0), groups_[d]),
                           cfg::binary(Op::Ule, groups_[d], number(a_.launch.most_groups[d]))));
      }
    }
    return groups_[d];
  }
  Expr group(unsigned d) {
    if (!group_[d]) {
      const Expr all = groups(d);
      group_[d] = symbol(fmt::format("group_{}", d), wide);
      assume(cfg::binary(Op::Ult, group_[d], all));
    }
    return group_[d];
  }

  VarId variable(const std::string &name, cfg::Type type) {
    cfg::Var v;
    v.name = name;
    v.type = type;
    v.origin = access_.origin;
    out_.vars.push_back(std::move(v));
    return static_cast<VarId>(out_.vars.size() - 1);
  }
  Expr symbol(const std::string &name, cfg::Type type) {
    const VarId v = variable(name, type);
    put(cfg::Havoc{v});
    return cfg::variable(v, type);
  }
  Expr set(const std::string &name, const Expr &to) {
    if (cfg::is_const(to))
      return to;
    const VarId v = variable(name, to->type);
    put(cfg::Assign{v, to});
    return cfg::variable(v, to->type);
  }
  void assume(const Expr &condition) { put(cfg::Assume{condition, cfg::AssumeKind::Plain}); }
  template <typename Node> void put(Node node) { stmts_.push_back({std::move(node), access_.origin}); }
  bool refuse(std::string why) {
    why_not_ = std::move(why);
    return false;
  }

  const cfg::Kernel &k_;
  const cfg::Analyses &a_;
  const Options &o_;
  const AccessCost &access_;
  const cfg::UniformityOptions level_;
  const cfg::Uniformity uniform_;
  std::vector<Expr> definitions_; // by variable; null: it has none that stands for it
  std::vector<bool> settled_;     // by variable: assigned at one place, in no loop
  cfg::Kernel out_;
  std::vector<cfg::Stmt> stmts_;
  std::vector<std::array<Expr, 3>> ids_; // by lane, of 64 bits
  std::vector<Expr> exists_;             // by lane
  std::array<Expr, 3> groups_{}, group_{};
  std::map<std::tuple<VarId, VarId, unsigned>, Expr> values_; // variable, definition, lane
  unsigned lane_ = 0, next_ = 0;
  std::string why_not_;
};

} // namespace

ClaimText claim(const cfg::Kernel &k, const cfg::Analyses &a, const Options &options, const AccessCost &access,
                std::uint64_t unit, std::uint64_t most) {
  if (k.arrays[access.array].space != cfg::Space::Global)
    return {std::nullopt, "claims are of global memory"};
  for (const Place &p : places_of(k, options))
    if (p.cost.block == access.block && p.cost.stmt == access.stmt && p.cost.array == access.array)
      return ClaimWriter(k, a, options, access).write(p, unit, most);
  return {std::nullopt, "it stands for other accesses"};
}

} // namespace lockstep::coalescing
