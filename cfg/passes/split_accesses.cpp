// See split_accesses.h.
#include "cfg/passes/split_accesses.h"

#include "cfg/ir/edit.h"
#include "cfg/ir/rewrite.h"
#include "support/sound.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <optional>

namespace lockstep::cfg {

namespace {

// In bytes, one after the other.
std::vector<std::uint64_t> piece_sizes(std::uint64_t width, std::uint64_t align, std::uint64_t enough) {
  std::vector<std::uint64_t> out;
  for (std::uint64_t at = 0; at < width; at += out.back()) {
    const std::uint64_t here = at == 0 ? align : std::min(align, at & (0 - at)), rest = width - at;
    const std::uint64_t known = here >= enough ? widest_request : here, words = std::max<std::uint64_t>(enough, 4);
    const std::uint64_t whole = here >= enough ? std::min(widest_request, rest / words * words) : 0;
    out.push_back(whole != 0 ? whole : std::min({std::bit_floor(rest), known, widest_request}));
  }
  return out;
}

// A base (null: none) and a constant.
std::pair<Expr, std::uint64_t> apart(const Expr &e) {
  std::uint64_t behind = 0;
  Expr base = e;
  while (base && base->op == Op::Add && (is_const(base->args[0]) || is_const(base->args[1]))) {
    const std::size_t n = is_const(base->args[1]) ? 1 : 0;
    behind += base->args[n]->value;
    base = base->args[1 - n];
  }
  if (is_const(base))
    return {nullptr, mask_to_width(behind + base->value, e->type.width)};
  return {base, mask_to_width(behind, e->type.width)};
}

// What loads and stores have in common.
struct Moved {
  ArrayId array;
  Expr offset;
  std::uint64_t values, per_value; // granules of each
  unsigned align;
};
std::optional<Moved> moved_by(const Stmt &s) {
  if (auto *l = std::get_if<Load>(&s.node))
    return Moved{l->array, l->offset, l->dests.size(), l->per_value, l->align};
  if (auto *st = std::get_if<Store>(&s.node))
    return Moved{st->array, st->offset, st->values.size(), st->per_value, st->align};
  return std::nullopt;
}

class Splitter {
public:
  Splitter(const Kernel &k, std::uint64_t enough, support::Diagnostics &diags)
      : out_(k), fresh_(k), enough_(enough), diags_(diags) {}

  support::Result<Kernel> run() {
    bool whole = true;
    for (Block &b : out_.blocks) {
      std::vector<Stmt> before = std::move(b.stmts);
      b.stmts.clear();
      for (Stmt &s : before)
        whole = split(b.stmts, std::move(s)) && whole;
    }
    return whole ? support::Result<Kernel>(std::move(out_)) : support::failure;
  }

private:
  bool split(std::vector<Stmt> &to, Stmt s) {
    const std::optional<Moved> w = moved_by(s);
    if (!w || out_.arrays[w->array].space == Space::Private) {
      to.push_back(std::move(s));
      return true;
    }
    const std::uint64_t granule = out_.arrays[w->array].granule_bytes, value = w->per_value * granule;
    const std::uint64_t width = w->values * value;
    const std::uint64_t align = w->align != 0 ? w->align : std::bit_ceil(width),
                        enough = out_.arrays[w->array].space == Space::Group ? widest_request : enough_;
    sizes_.clear();
    if (std::has_single_bit(value))
      sizes_ = piece_sizes(width, align, enough);
    else // no piece has a part of a value and more
      for (std::uint64_t at = 0; at < width; at += value)
        for (const std::uint64_t size : piece_sizes(value, at == 0 ? align : std::min(align, at & (0 - at)), enough))
          sizes_.push_back(size);
    if (std::ranges::any_of(sizes_, [&](std::uint64_t size) { return size % granule != 0; })) {
      diags_.unsupported(s.origin, "an access to '" + out_.arrays[w->array].name + "' is aligned to " +
                                       std::to_string(w->align) + " bytes, and the array counted in granules of " +
                                       std::to_string(granule) + ": requests of parts of a granule");
      return false;
    }
    to_ = &to;
    origin_ = s.origin;
    granule_ = granule;
    if (auto *l = std::get_if<Load>(&s.node))
      load(*l, value);
    else
      store(std::get<Store>(s.node), value);
    return true;
  }

  // Where each piece begins, in bytes, and its size; each value's pieces behind those of the one before.
  using OfPiece = std::function<void(std::uint64_t at, std::uint64_t size)>;
  void each_piece(std::uint64_t from, std::uint64_t to, const OfPiece &piece) const {
    std::uint64_t at = 0;
    for (const std::uint64_t size : sizes_) {
      if (from <= at && at < to)
        piece(at, size);
      at += size;
    }
  }
  bool of_whole_values(std::uint64_t value) const {
    return std::ranges::all_of(sizes_, [&](std::uint64_t size) { return size % value == 0; });
  }

  void load(const Load &l, std::uint64_t value) {
    const bool overwritten = support::unsound(
        "split.place",
        sizes_.size() > 1 && std::ranges::any_of(l.dests, [&](VarId v) { return mentions(l.offset, v); }));
    const Expr from = overwritten ? kept("place", l.offset) : l.offset;
    const auto piece = [&](std::vector<VarId> dests, std::uint64_t at, std::uint64_t per_value) {
      Load one = l;
      one.dests = std::move(dests);
      one.offset = moved(from, at);
      one.per_value = static_cast<unsigned>(per_value);
      one.align = 0;
      add(std::move(one));
    };
    if (of_whole_values(value))
      return each_piece(0, l.dests.size() * value, [&](std::uint64_t at, std::uint64_t size) {
        const auto first = l.dests.begin() + static_cast<std::ptrdiff_t>(at / value);
        piece({first, first + static_cast<std::ptrdiff_t>(size / value)}, at, value / granule_);
      });
    for (std::size_t n = 0; n < l.dests.size(); ++n) {
      const VarId dest = l.dests[n];
      const Type type = out_.vars[dest].type, whole = int_type(type.width);
      Expr joined;
      each_piece(n * value, (n + 1) * value, [&](std::uint64_t at, std::uint64_t size) {
        const VarId v = variable_of(out_.vars[dest].name + ".part", int_type(static_cast<unsigned>(8 * size)));
        piece({v}, at, size / granule_);
        Expr bits = cast(Op::Zext, variable(v, out_.vars[v].type), whole);
        if (joined)
          bits = binary(Op::Shl, bits, constant(whole, 8 * (at - n * value)));
        joined = joined ? binary(Op::BitOr, joined, bits) : bits;
      });
      add(Assign{dest, type == whole ? joined : cast(Op::BitCast, joined, type)});
    }
  }

  void store(const Store &s, std::uint64_t value) {
    const auto piece = [&](std::vector<Expr> values, std::uint64_t at, std::uint64_t per_value) {
      Store one = s;
      one.values = std::move(values);
      one.offset = moved(s.offset, at);
      one.per_value = static_cast<unsigned>(per_value);
      one.align = 0;
      add(std::move(one));
    };
    if (of_whole_values(value))
      return each_piece(0, s.values.size() * value, [&](std::uint64_t at, std::uint64_t size) {
        const auto first = s.values.begin() + static_cast<std::ptrdiff_t>(at / value);
        piece({first, first + static_cast<std::ptrdiff_t>(size / value)}, at, value / granule_);
      });
    for (std::size_t n = 0; n < s.values.size(); ++n) {
      const Expr &e = s.values[n];
      const Type whole = int_type(e->type.width);
      const Expr all = e->type == whole ? e : cast(Op::BitCast, e, whole);
      const Expr bits = is_const(all) || all->op == Op::Var ? all : kept("parted", all);
      each_piece(n * value, (n + 1) * value, [&](std::uint64_t at, std::uint64_t size) {
        const std::uint64_t part = at - n * value;
        const Expr shifted = part == 0 ? bits : binary(Op::LShr, bits, constant(whole, 8 * part));
        piece({cast(Op::Trunc, shifted, int_type(static_cast<unsigned>(8 * size)))}, at, size / granule_);
      });
    }
  }

  Expr moved(const Expr &offset, std::uint64_t bytes) const {
    if (bytes == 0)
      return offset;
    const bool added = offset->op == Op::Add && is_const(offset->args[1]);
    const Expr &base = added ? offset->args[0] : offset;
    return binary(Op::Add, base, constant(offset->type, bytes / granule_ + (added ? offset->args[1]->value : 0)),
                  !added || offset->nsw);
  }
  Expr kept(const std::string &name, const Expr &e) {
    const VarId v = variable_of(name, e->type);
    add(Assign{v, e});
    return variable(v, e->type);
  }
  VarId variable_of(const std::string &name, Type type) {
    out_.vars.push_back({.name = fresh_(name), .type = type});
    return static_cast<VarId>(out_.vars.size() - 1);
  }
  void add(decltype(Stmt::node) node) { to_->push_back({std::move(node), origin_}); }

  Kernel out_;
  FreshNames fresh_;
  const std::uint64_t enough_;
  support::Diagnostics &diags_;
  // Of the access at hand.
  std::vector<Stmt> *to_ = nullptr;
  Origin origin_;
  std::vector<std::uint64_t> sizes_;
  std::uint64_t granule_ = 1;
};

} // namespace

support::Result<Kernel> split_accesses(const Kernel &k, std::uint64_t enough, support::Diagnostics &diags) {
  return Splitter(k, enough, diags).run();
}

bool is_split(const Kernel &k) {
  return std::ranges::all_of(k.blocks, [&](const Block &b) {
    return std::ranges::all_of(b.stmts, [&](const Stmt &s) {
      const std::optional<Moved> w = moved_by(s);
      return !w || k.arrays[w->array].space == Space::Private ||
             (w->align == 0 && w->values * w->per_value * k.arrays[w->array].granule_bytes <= widest_request);
    });
  });
}

bool goes_on(const Stmt &before, const Stmt &next) {
  const std::optional<Moved> a = moved_by(before), b = moved_by(next);
  if (!a || !b || before.node.index() != next.node.index() || a->array != b->array)
    return false;
  const auto [from, first] = apart(a->offset);
  const auto [to, second] = apart(b->offset);
  return (from && to ? equal(from, to) : from == to) && first + a->values * a->per_value == second;
}

} // namespace lockstep::cfg
