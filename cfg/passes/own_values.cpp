// What a thread reads back of its own writes: see own_values.h. One forward pass over the blocks.
#include "cfg/passes/own_values.h"

#include "cfg/ir/edit.h"
#include "cfg/ir/op_groups.h"
#include "cfg/ir/padding.h"
#include "cfg/ir/rewrite.h"
#include "support/sound.h"

#include <algorithm>
#include <map>
#include <set>

namespace lockstep::cfg {

namespace {

constexpr std::size_t max_nodes = 48;     // of a value that is carried along
constexpr std::size_t max_granules = 256; // of one array at a time

// A granule's contents: part `part` of a value, counted in granules from its least significant end.
struct OwnPart {
  Expr value;
  unsigned part = 0;
  bool operator==(const OwnPart &o) const { return part == o.part && equal(value, o.value); }
};

// Of one array: the granules base + delta, for one base.
struct KnownCells {
  Expr base; // null: the number 0
  std::map<std::uint64_t, OwnPart> at;
};
struct OwnState {
  std::map<ArrayId, KnownCells> arrays;
  std::map<VarId, Expr> definitions; // of variables in offsets, in variables that still have their values
};

bool same_base(const Expr &a, const Expr &b) { return a && b ? equal(a, b) : !a && !b; }

// The same number, written in one way: without what is promised of wrapping around, and constants last in sums and
// products.
Expr plain(const Expr &e, std::map<const ExprNode *, Expr> &done) {
  if (e->args.empty())
    return e;
  if (const auto seen = done.find(e.get()); seen != done.end())
    return seen->second;
  std::vector<Expr> args;
  for (const Expr &x : e->args)
    args.push_back(plain(x, done));
  ExprNode node = *e;
  node.nsw = node.nuw = false;
  if ((e->op == Op::Add || e->op == Op::Mul) && is_const(args[0]) && !is_const(args[1]))
    std::swap(args[0], args[1]);
  return done[e.get()] = with_args(node, std::move(args));
}
Expr plain(const Expr &e) {
  std::map<const ExprNode *, Expr> done;
  return plain(e, done);
}

// An offset as a base and a constant. The sum is modulo 2^width, so different constants are different granules of one
// base.
std::pair<Expr, std::uint64_t> split(const Expr &e) {
  if (is_const(e))
    return {nullptr, e->value};
  if (e->op != Op::Add || !is_const(e->args[1]))
    return {e, 0};
  auto [base, constant] = split(e->args[0]);
  return {base, mask_to_width(constant + e->args[1]->value, e->type.width)};
}

// A kind of statement that is not listed does not compile.
struct Orders {
  bool operator()(const Barrier &) const { return true; }
  bool operator()(const Gather &) const { return !support::left_out("own_values.gather"); }
  bool operator()(const Numbered &) const { return true; }
  bool operator()(const Atomic &) const { return true; }
  bool operator()(const Fence &) const { return false; } // that takes an atomic as well
  bool operator()(const Load &) const { return false; }
  bool operator()(const Store &) const { return false; }
  bool operator()(const Assign &) const { return false; }
  bool operator()(const Havoc &) const { return false; }
  bool operator()(const Assume &) const { return false; }
  bool operator()(const Assert &) const { return false; }
  bool operator()(const Skip &) const { return false; }
};

} // namespace

bool may_order(const Stmt &s) { return std::visit(Orders{}, s.node); }

std::vector<bool> own_cells(const Kernel &k) {
  std::vector<bool> out(k.arrays.size(), k.terms.lock_step == 0);
  for (ArrayId a = 0; a < k.arrays.size(); ++a)
    out[a] = out[a] && (k.arrays[a].space == Space::Global || k.arrays[a].space == Space::Group);
  for (const Block &b : k.blocks)
    for (const Stmt &s : b.stmts) {
      if (auto *l = std::get_if<Load>(&s.node); l && (l->quiet || l->incoherent))
        out[l->array] = false;
      if (auto *st = std::get_if<Store>(&s.node); st && st->quiet)
        out[st->array] = false;
    }
  return out;
}

namespace {

// Bits [low, low + width) of a value that is put together from others, as those of one of these; null if they are of
// several.
Expr bits_of(const Expr &e, unsigned low, unsigned width) {
  const Type type = int_type(width);
  if (e->type.is_bool() || low + width > std::min(e->type.width, 64u))
    return nullptr;
  if (is_const(e))
    return constant(type, e->value >> low);
  if (low == 0 && e->type.width == width)
    return cast(Op::BitCast, e, type);
  switch (e->op) {
  case Op::BitOr: {
    const Expr a = bits_of(e->args[0], low, width), b = bits_of(e->args[1], low, width);
    if (!a || !b)
      return nullptr;
    return is_const(a) && a->value == 0 ? b : is_const(b) && b->value == 0 ? a : nullptr;
  }
  case Op::Shl: {
    if (!is_const(e->args[1]) || e->args[1]->value >= e->type.width)
      return nullptr;
    const std::uint64_t by = e->args[1]->value;
    if (low >= by)
      return bits_of(e->args[0], low - static_cast<unsigned>(by), width);
    return low + width <= by ? constant(type, 0) : nullptr;
  }
  case Op::Zext: {
    const unsigned own = e->args[0]->type.width;
    if (low >= own)
      return constant(type, 0);
    return low + width <= own ? bits_of(e->args[0], low, width) : nullptr;
  }
  case OPS_LEAF:
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
  case OPS_DIVISION:
  case OPS_RIGHT_SHIFT:
  case Op::BitAnd:
  case Op::BitXor:
  case OPS_MIN_MAX:
  case Op::Sext:
  case Op::Trunc:
  case OPS_TRUTH:
  case Op::Ite:
  case OPS_FLOAT:
  case OPS_OPAQUE: break;
  }
  Expr bits = cast(Op::BitCast, e, int_type(e->type.width));
  if (low != 0)
    bits = binary(Op::LShr, bits, constant(bits->type, low));
  return cast(Op::Trunc, bits, type);
}

bool reads_memory(const Expr &e) {
  return any_node(e, [](const ExprNode &n) { return n.op == Op::Read; });
}

class Pass {
public:
  Pass(Kernel k, std::set<ArrayId> apart)
      : k_(std::move(k)), fresh_(k_), followed_(own_cells(k_)), apart_(std::move(apart)) {
    for (const AccessRef &a : shared_accesses(k_))
      for (VarId v : variables(a.offset))
        in_offsets_.insert(v);
    for (const Block &b : k_.blocks) {
      for (const Stmt &s : b.stmts)
        use(used_exprs(s));
      use(used_exprs(b.end));
    }
  }

  Kernel run() {
    const auto before = predecessors(k_);
    std::vector<OwnState> at_end(k_.blocks.size());
    for (BlockId b = 0; b < k_.blocks.size(); ++b) {
      state_ = OwnState{};
      if (!before[b].empty() && std::ranges::all_of(before[b], [&](BlockId p) { return p < b; })) {
        state_ = at_end[before[b].front()];
        for (BlockId p : before[b])
          meet(at_end[p]);
      }
      std::vector<Stmt> out;
      for (Stmt &s : k_.blocks[b].stmts)
        statement(std::move(s), out);
      k_.blocks[b].stmts = std::move(out);
      at_end[b] = std::move(state_);
    }
    return std::move(k_);
  }

private:
  void use(const std::vector<Expr> &exprs) {
    for (const Expr &e : exprs)
      for (VarId v : variables(e))
        used_.insert(v);
  }

  void mention(const Expr &e) {
    if (e)
      for (VarId v : variables(e))
        mentioned_.insert(v);
  }

  // Keeps the granules for which `keep(array, known, granule)` holds.
  template <typename Keep> void restrict_to(const Keep &keep) {
    auto &arrays = state_.arrays;
    for (auto it = arrays.begin(); it != arrays.end();) {
      KnownCells &known = it->second;
      for (auto granule = known.at.begin(); granule != known.at.end();)
        granule = keep(it->first, known, *granule) ? std::next(granule) : known.at.erase(granule);
      it = known.at.empty() ? arrays.erase(it) : std::next(it);
    }
  }

  void meet(const OwnState &other) {
    restrict_to([&](ArrayId a, const KnownCells &known, const auto &granule) {
      const auto theirs = other.arrays.find(a);
      if (theirs == other.arrays.end() || !same_base(known.base, theirs->second.base))
        return false;
      const auto same = theirs->second.at.find(granule.first);
      return same != theirs->second.at.end() && same->second == granule.second;
    });
    std::erase_if(state_.definitions, [&](const auto &d) {
      const auto theirs = other.definitions.find(d.first);
      return theirs == other.definitions.end() || !equal(d.second, theirs->second);
    });
  }

  void forget(VarId v) {
    state_.definitions.erase(v);
    if (support::unsound("own_values.assigned", mentioned_.count(v) != 0))
      restrict_to([&](ArrayId, const KnownCells &known, const auto &granule) {
        return !(known.base && mentions(known.base, v)) && !mentions(granule.second.value, v);
      });
    if (mentioned_.count(v) != 0)
      std::erase_if(state_.definitions, [&](const auto &d) { return mentions(d.second, v); });
  }

  void define(const Assign &a) {
    if (in_offsets_.count(a.var) == 0)
      return;
    Expr e = expanded(a.value);
    if (mentions(e, a.var) || reads_memory(e) || size(e, max_nodes + 1) > max_nodes)
      return;
    mention(e);
    state_.definitions[a.var] = std::move(e);
  }

  // In terms of what the variables of offsets are defined by.
  Expr expanded(const Expr &e) const {
    return replace(e, [&](const Expr &part) -> Expr {
      if (part->op != Op::Var)
        return nullptr;
      const auto d = state_.definitions.find(part->var);
      return d == state_.definitions.end() ? nullptr : d->second;
    });
  }

  void statement(Stmt s, std::vector<Stmt> &out) {
    if (support::unsound("own_values.ordered", may_order(s)))
      std::erase_if(state_.arrays, [&](const auto &known) {
        return !support::sound("own_values.apart", apart_.count(known.first) != 0);
      });
    if (auto *atomic = std::get_if<Atomic>(&s.node))
      state_.arrays.erase(atomic->array);
    std::vector<Stmt> after;
    if (auto *l = std::get_if<Load>(&s.node))
      after = read_back(*l, s.origin);
    if (auto *a = std::get_if<Assign>(&s.node);
        a && in_offsets_.count(a->var)) { // the new value in terms of the old ones
      const Assign expanded_now{a->var, expanded(a->value)};
      forget(a->var);
      define(expanded_now);
    } else {
      for (VarId v : defined_vars(s))
        forget(v);
    }
    if (auto *st = std::get_if<Store>(&s.node))
      store(*st);
    out.push_back(std::move(s));
    for (Stmt &a : after) {
      const Assign &assign = std::get<Assign>(a.node);
      forget(assign.var);
      define(assign);
      out.push_back(std::move(a));
    }
  }

  void store(const Store &s) {
    if (!followed_[s.array])
      return;
    auto [base, delta] = split(plain(expanded(s.offset)));
    const auto old = state_.arrays.find(s.array);
    if (support::unsound("own_values.elsewhere", old != state_.arrays.end() && !same_base(old->second.base, base)))
      state_.arrays.erase(old); // it may have gone to any of the granules known
    if (base && reads_memory(base))
      return;
    KnownCells &known = state_.arrays[s.array];
    if (known.at.empty())
      known.base = base;
    else if (!same_base(known.base, base))
      return;
    mention(base);
    const unsigned width = 8 * k_.arrays[s.array].granule_bytes * s.per_value;
    for (std::size_t i = 0; i < s.values.size(); ++i) {
      const bool keep = s.values[i]->type.width == width && fit_to_keep(s.values[i]);
      for (unsigned part = 0; part < s.per_value; ++part) {
        const std::uint64_t at = mask_to_width(delta + i * s.per_value + part, s.offset->type.width);
        known.at.erase(at);
        OwnPart own{s.values[i], part};
        if (!keep && s.values[i]->type.width == width)
          own = {bits_of(s.values[i], part * width / s.per_value, width / s.per_value), 0};
        if ((keep || (own.value && fit_to_keep(own.value))) && known.at.size() < max_granules) {
          mention(own.value);
          known.at[at] = std::move(own);
        }
      }
    }
    if (known.at.empty())
      state_.arrays.erase(s.array);
  }

  static bool fit_to_keep(const Expr &value) {
    return size(value, max_nodes + 1) <= max_nodes && !reads_memory(value) && !has_padding(value) &&
           !value->type.is_bool();
  }

  // The loads' destinations that are known; the load gets others in their place.
  std::vector<Stmt> read_back(Load &l, const support::Origin &origin) {
    std::vector<Stmt> out;
    const auto known = state_.arrays.find(l.array);
    if (known == state_.arrays.end())
      return out;
    auto [base, delta] = split(plain(expanded(l.offset)));
    if (!same_base(known->second.base, base))
      return out;
    std::vector<std::pair<std::size_t, Expr>> values;
    for (std::size_t i = 0; i < l.dests.size(); ++i)
      if (used_.count(l.dests[i]))
        if (Expr e = joined(known->second, delta + i * l.per_value, l.per_value, l.array, k_.vars[l.dests[i]].type))
          values.push_back({i, std::move(e)});
    for (const auto &[i, e] : values) // they are assigned one after another
      for (VarId d : l.dests)
        if (mentions(e, d))
          return out;
    for (auto &[i, e] : values) {
      const VarId dest = l.dests[i];
      k_.vars.push_back({});
      k_.vars.back().name = fresh_(k_.vars[dest].name);
      k_.vars.back().type = k_.vars[dest].type;
      l.dests[i] = static_cast<VarId>(k_.vars.size() - 1);
      out.push_back({Assign{dest, e}, origin});
    }
    return out;
  }

  // The value of `count` granules from `at` on; null if some are unknown.
  Expr joined(const KnownCells &known, std::uint64_t at, unsigned count, ArrayId array, Type type) const {
    const unsigned bits = 8 * k_.arrays[array].granule_bytes;
    if (type.width != bits * count || type.is_bool())
      return nullptr;
    const auto first = known.at.find(at);
    if (first == known.at.end())
      return nullptr;
    if (first->second.part == 0 && first->second.value->type.width == type.width && together(known, at, count))
      return cast(Op::BitCast, first->second.value, type);
    const Type whole = int_type(type.width);
    Expr out;
    for (unsigned i = 0; i < count;) {
      const auto here = known.at.find(at + i);
      if (here == known.at.end())
        return nullptr;
      unsigned run = 1;
      while (i + run < count && follows(known, at + i, run))
        ++run;
      const Expr piece = cast(Op::Zext, part_of(here->second, run * bits, bits), whole);
      const Expr place = i == 0 ? piece : binary(Op::Shl, piece, constant(whole, std::uint64_t(i) * bits));
      out = out ? binary(Op::BitOr, out, place) : place;
      i += run;
    }
    return size(out, max_nodes + 1) <= max_nodes ? cast(Op::BitCast, out, type) : nullptr;
  }

  // Is the granule `run` behind `at` the next part of the same value?
  static bool follows(const KnownCells &known, std::uint64_t at, unsigned run) {
    const auto from = known.at.find(at), to = known.at.find(at + run);
    return to != known.at.end() && to->second.part == from->second.part + run &&
           equal(to->second.value, from->second.value);
  }
  static bool together(const KnownCells &known, std::uint64_t at, unsigned count) {
    for (unsigned run = 1; run < count; ++run)
      if (!follows(known, at, run))
        return false;
    return true;
  }

  static Expr part_of(const OwnPart &p, unsigned width, unsigned granule_bits) {
    Expr bits = cast(Op::BitCast, p.value, int_type(p.value->type.width));
    if (p.part != 0)
      bits = binary(Op::LShr, bits, constant(bits->type, std::uint64_t(p.part) * granule_bits));
    return cast(Op::Trunc, bits, int_type(width));
  }

  Kernel k_;
  FreshNames fresh_;
  std::vector<bool> followed_;
  std::set<ArrayId> apart_; // what is known of these lasts
  std::set<VarId> used_, in_offsets_;
  std::set<VarId> mentioned_; // by what was ever known: no other's assignment matters
  OwnState state_;
};

} // namespace

Kernel with_own_values(Kernel k, std::set<ArrayId> apart) { return Pass(std::move(k), std::move(apart)).run(); }

} // namespace lockstep::cfg
