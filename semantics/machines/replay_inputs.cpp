// Inputs that a replay tries: see replay_inputs.h.
#include "semantics/machines/replay_inputs.h"

#include "cfg/analysis/sharing/zero_at_launch.h"
#include "cfg/ir/evaluate.h"
#include "cfg/ir/op_groups.h"
#include "cfg/ir/rewrite.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <set>

namespace lockstep::semantics {

namespace {

class Random {
public:
  explicit Random(std::uint64_t seed) : state_(mix(seed, 0x5eed)) {}
  std::uint64_t next() { return state_ = mix(state_, 1); }
  std::uint64_t below(std::uint64_t n) { return next() % n; }
  bool one_in(std::uint64_t n) { return below(n) == 0; }

private:
  std::uint64_t state_;
};

enum class Mode : std::uint8_t { Zero, Ones, Constant, Index, Backwards, Small, Sparse, Threads, Numbers, Bits, count };

std::uint64_t float_bits(unsigned width, double x) {
  if (width == 64)
    return std::bit_cast<std::uint64_t>(x);
  if (width == 32)
    return std::bit_cast<std::uint32_t>(static_cast<float>(x));
  return x == 0 ? 0 : 0x3c00; // 1 as an f16
}

std::vector<std::uint64_t> contents(const cfg::Array &array, std::size_t length, Mode mode, std::uint64_t threads,
                                    const std::vector<std::uint64_t> &numbers, Random &random) {
  const unsigned width = 8 * array.granule_bytes;
  const std::uint64_t constant = numbers[random.below(numbers.size())];
  std::vector<std::uint64_t> out(length);
  for (std::size_t i = 0; i < length; ++i) {
    std::uint64_t v = 0;
    switch (mode) {
    case Mode::Zero:
    case Mode::count: break;
    case Mode::Ones: v = 1; break;
    case Mode::Constant: v = constant; break;
    case Mode::Index: v = i; break;
    case Mode::Backwards: v = length - 1 - i; break;
    case Mode::Small: v = random.below(4); break;
    case Mode::Sparse: v = random.one_in(4) ? constant : 0; break;
    case Mode::Threads: v = random.below(threads); break;
    case Mode::Numbers: v = numbers[random.below(numbers.size())]; break;
    case Mode::Bits: v = random.next(); break;
    }
    if (array.element.is_float() && array.element.width == width && mode != Mode::Bits)
      v = float_bits(width, static_cast<double>(static_cast<std::int64_t>(v)));
    out[i] = cfg::mask_to_width(v, width);
  }
  return out;
}

using Bounds = decltype(Required::bounds);

// Narrows the bounds of the parameter that the condition compares with a constant, if it does that.
void narrow(const cfg::Kernel &k, const cfg::Expr &condition, Bounds &out) {
  using cfg::Op;
  if (condition->args.size() != 2)
    return;
  for (std::size_t side : {0, 1}) {
    cfg::Expr x = condition->args[side];
    const cfg::Expr &c = condition->args[1 - side];
    if (x->op == Op::Sext)
      x = x->args[0];
    if (x->op != Op::Var || !k.vars[x->var].param || !x->type.is_int() || !cfg::is_const(c))
      continue;
    const std::int64_t at = cfg::signed_value(*c),
                       most = static_cast<std::int64_t>(cfg::mask_to_width(~std::uint64_t(0), x->type.width) >> 1);
    auto &[lo, hi] = out.try_emplace(x->var, -most - 1, most).first->second;
    auto at_least = [&lo = lo](std::int64_t v) { lo = std::max(lo, v); };
    auto at_most = [&hi = hi](std::int64_t v) { hi = std::min(hi, v); };
    const bool is_unsigned = condition->op == Op::Ult || condition->op == Op::Ule;
    const bool strict = condition->op == Op::Slt || condition->op == Op::Ult;
    if (condition->op == Op::Eq) {
      at_least(at);
      at_most(at);
    } else if (strict || condition->op == Op::Sle || condition->op == Op::Ule) {
      if (side == 0 ? at > -most : at < most)
        side == 0 ? at_most(strict ? at - 1 : at) : at_least(strict ? at + 1 : at);
      if (is_unsigned && side == 0 && at >= 0)
        at_least(0);
    }
  }
}

// Of parameters and sizes of the launch alone, and soon evaluated?
bool is_of_sizes(const cfg::Kernel &k, const cfg::Expr &condition) {
  using cfg::Op;
  constexpr int most_nodes = 300;
  bool known = true;
  int nodes = 0;
  cfg::for_each_node(condition, [&](const cfg::ExprNode &n) {
    known = known && ++nodes <= most_nodes;
    if (n.op == Op::Var)
      known = known && k.vars[n.var].param && !n.type.is_float();
    else if (n.args.empty())
      known = known && (n.op == Op::Const || n.op == Op::LocalSize || n.op == Op::NumGroups);
    else
      known = known && n.op != Op::Call && n.op != Op::Read;
  });
  return known;
}

// Nothing: an operation is undefined.
std::optional<std::uint64_t> value(const cfg::Expr &e, const Geometry &geometry, const Inputs &inputs) {
  using cfg::Op;
  switch (e->op) {
  case Op::Var: {
    const auto scalar = inputs.scalars.find(e->var);
    return scalar == inputs.scalars.end() ? std::nullopt : std::optional(scalar->second);
  }
  case Op::Const: return e->value;
  case Op::LocalSize: return geometry.local_size[e->value];
  case Op::NumGroups: return geometry.num_groups[e->value];
  case Op::LocalId:
  case Op::GroupId:
  case Op::GlobalOffset:
  case OPS_OPAQUE: return std::nullopt;
  case OPS_COMPUTED: break;
  }
  std::vector<std::uint64_t> args;
  for (const cfg::Expr &a : e->args) {
    const auto v = value(a, geometry, inputs);
    if (!v)
      return std::nullopt;
    args.push_back(*v);
  }
  return cfg::defined_value(*e, args);
}

// A number within the bounds: an end, or something near the lower one.
std::uint64_t within(std::pair<std::int64_t, std::int64_t> bounds, Random &random) {
  const std::uint64_t size = static_cast<std::uint64_t>(bounds.second) - static_cast<std::uint64_t>(bounds.first);
  if (random.one_in(8))
    return static_cast<std::uint64_t>(bounds.second);
  return static_cast<std::uint64_t>(bounds.first) + random.below(std::min<std::uint64_t>(size, 63) + 1);
}

bool holds(const cfg::Expr &condition, const Geometry &geometry, const Inputs &inputs) {
  const auto bits = value(condition, geometry, inputs);
  return bits && *bits != 0;
}

// Parameters, one after the other; each is drawn anew while what the kernel requires of those up to it does not hold.
class Scalars {
public:
  Scalars(const cfg::Kernel &k, const Geometry &geometry, const ReplayTarget &target,
          const std::vector<std::uint64_t> &numbers, const Required &required, std::uint64_t attempt, Random &random)
      : k_(k), geometry_(geometry), target_(target), numbers_(numbers), required_(required), attempt_(attempt),
        random_(random) {
    for (unsigned d = 0; d < 3; ++d)
      longest_ = std::max(longest_, geometry.local_size[d] * geometry.num_groups[d]);
  }

  // False: what is required does not hold.
  bool draw(Inputs &out) {
    constexpr int most_tries = 200;
    bool all = holds_up_to({}, out);
    for (cfg::VarId v = 0; v < k_.vars.size(); ++v) {
      if (!k_.vars[v].param)
        continue;
      out.scalars[v] = first(v);
      bool one = holds_up_to(v, out);
      for (int i = 0; !one && may_vary(v) && i < most_tries; ++i) {
        out.scalars[v] = within_bounds(v, any());
        one = holds_up_to(v, out);
      }
      all = all && one;
    }
    return all;
  }

private:
  bool is_given(cfg::VarId v) const { return target_.scalars.count(v) != 0; }
  // The counterexample's in every other attempt; else each is the counterexample's, telling, or small.
  bool are_own() const { return attempt_ % 2 == 1 && attempt_ > 2; }
  bool may_vary(cfg::VarId v) const { return !k_.vars[v].type.is_float() && (are_own() || !is_given(v)); }

  std::uint64_t first(cfg::VarId v) {
    const cfg::Type type = k_.vars[v].type;
    std::uint64_t value = is_given(v) ? target_.scalars.at(v) : type.is_float() ? float_bits(type.width, 1) : 1;
    if (are_own() && !type.is_float())
      switch (random_.below(4)) {
      case 0: break;
      case 1: value = random_.below(8); break;
      case 2: value = telling(); break;
      default: value = std::uint64_t(1) << random_.below(11); break;
      }
    else if (!is_given(v) && attempt_ > 1 && !type.is_float())
      value = random_.one_in(2) ? telling() : random_.below(64);
    return within_bounds(v, value);
  }

  std::uint64_t any() {
    switch (random_.below(3)) {
    case 0: return telling();
    case 1: return random_.below(64);
    default: return random_.below(longest_ + 2);
    }
  }
  std::uint64_t telling() { return numbers_[random_.below(numbers_.size())]; }

  std::uint64_t within_bounds(cfg::VarId v, std::uint64_t bits) {
    const cfg::Type type = k_.vars[v].type;
    if (auto bounds = required_.bounds.find(v); bounds != required_.bounds.end()) {
      const std::int64_t now = cfg::signed_value(*cfg::constant(type, bits));
      if (now < bounds->second.first || now > bounds->second.second)
        bits = within(bounds->second, random_);
    }
    return type.is_bool() ? bits & 1 : cfg::mask_to_width(bits, type.width);
  }

  bool holds_up_to(std::optional<cfg::VarId> last, const Inputs &now) const {
    return std::all_of(required_.of_sizes.begin(), required_.of_sizes.end(),
                       [&](const auto &c) { return c.last != last || holds(c.condition, geometry_, now); });
  }

  const cfg::Kernel &k_;
  const Geometry &geometry_;
  const ReplayTarget &target_;
  const std::vector<std::uint64_t> &numbers_;
  const Required &required_;
  const std::uint64_t attempt_;
  Random &random_;
  std::uint64_t longest_ = 1; // threads along a dimension
};

std::optional<cfg::VarId> last_parameter(const cfg::Expr &e) {
  std::vector<cfg::VarId> all;
  cfg::collect_vars(e, all);
  return all.empty() ? std::nullopt : std::optional(*std::max_element(all.begin(), all.end()));
}

} // namespace

Required required_of_inputs(const cfg::Kernel &k) {
  Required out;
  if (k.blocks.empty())
    return out;
  for (const cfg::Stmt &s : k.blocks[0].stmts)
    if (auto *a = std::get_if<cfg::Assume>(&s.node))
      for (const cfg::Expr &c : cfg::conjuncts(a->condition)) {
        narrow(k, c, out.bounds);
        if (a->kind == cfg::AssumeKind::Requires && is_of_sizes(k, c))
          out.of_sizes.push_back({c, last_parameter(c)});
      }
  std::erase_if(out.bounds, [](const auto &bounds) { return bounds.second.first > bounds.second.second; });
  return out;
}

std::vector<std::uint64_t> telling_numbers(const cfg::Kernel &k, const Geometry &geometry) {
  std::set<std::uint64_t> found{0, 1, 2, 3};
  auto look = [&](const cfg::Expr &e) {
    cfg::for_each_node(e, [&](const cfg::ExprNode &n) {
      if (n.op != cfg::Op::Const || !n.type.is_int() || found.size() > 60)
        return;
      const std::uint64_t v = static_cast<std::uint64_t>(cfg::signed_value(n));
      found.insert({v - 1, v, v + 1});
    });
  };
  for (const cfg::Block &b : k.blocks) {
    for (const cfg::Stmt &s : b.stmts)
      for (const cfg::Expr &e : cfg::used_exprs(s))
        look(e);
    for (const cfg::Expr &e : cfg::used_exprs(b.end))
      look(e);
    if (auto *s = std::get_if<cfg::Switch>(&b.end.node))
      for (const cfg::SwitchCase &c : s->cases)
        found.insert(c.value);
  }
  for (unsigned d = 0; d < 3; ++d)
    found.insert({geometry.local_size[d], geometry.num_groups[d], geometry.local_size[d] * geometry.num_groups[d],
                  geometry.local_size[d] * geometry.num_groups[d] - 1});
  return {found.begin(), found.end()};
}

Inputs inputs_of(const cfg::Kernel &k, const Geometry &geometry, const ReplayTarget &target,
                 const std::vector<std::uint64_t> &numbers, const Required &required, std::uint64_t attempt) {
  Random random(attempt);
  Inputs out;
  Scalars(k, geometry, target, numbers, required, attempt, random).draw(out);
  if (attempt == 0)
    return out;
  const std::uint64_t threads = geometry.threads();
  const std::size_t length = std::clamp<std::size_t>(4 * threads, 256, 8192);
  const auto modes = static_cast<std::uint64_t>(Mode::count);
  const bool alike = random.one_in(2);
  const Mode common = attempt < modes ? static_cast<Mode>(attempt) : static_cast<Mode>(random.below(modes));
  for (cfg::ArrayId a = 0; a < k.arrays.size(); ++a) {
    const cfg::Array &array = k.arrays[a];
    const bool from_host = array.space == cfg::Space::Global || array.space == cfg::Space::Constant;
    if (!from_host || !array.initial.empty() || array.granule_bytes > 8)
      continue;
    const Mode mode = alike ? common : static_cast<Mode>(random.below(modes));
    const std::size_t cells =
        array.extent ? static_cast<std::size_t>(std::min<std::uint64_t>(*array.extent, 65536)) : length;
    out.arrays[a] = contents(array, cells, mode, threads, numbers, random);
  }
  out.fill = random.one_in(3) ? Fill::Random : Fill::Zero;
  out.seed = random.next();
  if (random.one_in(2)) {
    if (random.one_in(2))
      out.unwritten = numbers;
    else // few, so that reads differ, but not from everything that the kernel compares them with
      for (int i = 0; i < 3; ++i)
        out.unwritten.push_back(random.one_in(2) ? numbers[random.below(numbers.size())] : random.below(threads));
  }
  return out;
}

bool may_be_launched(const cfg::Kernel &k, const Geometry &geometry) {
  constexpr std::uint64_t most_attempts = 20;
  const auto numbers = telling_numbers(k, geometry);
  const Required required = required_of_inputs(k);
  for (std::uint64_t attempt = 0; attempt < most_attempts; ++attempt) {
    Random random(attempt);
    Inputs drawn;
    if (Scalars(k, geometry, {}, numbers, required, attempt, random).draw(drawn))
      return true;
  }
  return false;
}

std::vector<bool> arrays_that_decide(const cfg::Kernel &k) {
  std::vector<bool> vars(k.vars.size(), false), arrays(k.arrays.size(), false), out(k.arrays.size(), false);
  bool changed = false;
  auto mark = [&](const cfg::Expr &e) {
    std::vector<cfg::VarId> all;
    cfg::collect_vars(e, all);
    for (cfg::VarId v : all) {
      changed = changed || !vars[v];
      vars[v] = true;
    }
  };
  auto decides = [&](const std::vector<cfg::VarId> &defined) {
    return std::any_of(defined.begin(), defined.end(), [&](cfg::VarId v) { return vars[v]; });
  };
  for (const cfg::Block &b : k.blocks)
    for (const cfg::Expr &e : cfg::used_exprs(b.end))
      mark(e);
  do {
    changed = false;
    for (const cfg::Block &b : k.blocks)
      for (const cfg::Stmt &s : b.stmts) {
        if (auto *st = std::get_if<cfg::Store>(&s.node); st && arrays[st->array])
          for (const cfg::Expr &e : st->values)
            mark(e);
        if (!decides(cfg::defined_vars(s)))
          continue;
        if (auto *l = std::get_if<cfg::Load>(&s.node)) {
          changed = changed || !arrays[l->array];
          arrays[l->array] = true;
        } else if (auto *a = std::get_if<cfg::Atomic>(&s.node)) {
          out[a->array] = out[a->array] || cfg::ZeroAtLaunch::of(k, a->array);
        } else {
          for (const cfg::Expr &e : cfg::used_exprs(s))
            mark(e);
        }
      }
  } while (changed);
  return out;
}

} // namespace lockstep::semantics
