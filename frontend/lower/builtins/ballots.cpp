// Counts of votes: how many bits of a ballot are set, and how many of those below the thread's own. Each is an exchange
// of its own beside the ballot, of which more is known than of the bits: the sum of the votes, and the sum of those of
// the threads of lower rank.
//
// Sound because the sums are these counts: the threads that meet at the ballot meet there as well, a mask is taken for
// that of the lower lanes only if it is that for every thread of every launch that is asked about, and no bit of a lane
// is cut off between the ballot and where its bits are counted (NotNarrowed).
#include "frontend/lower/warps.h"

#include "cfg/ir/evaluate.h"
#include "cfg/ir/op_groups.h"
#include "support/sound.h"

#include <functional>

namespace lockstep::frontend {

using cfg::Expr;
using cfg::Op;

namespace {

// What a value is made of by casts, and how many of the lowest bits it has from there; the others are zeros.
struct Uncast {
  const llvm::Value *value;
  unsigned bits;
};
Uncast uncast(const llvm::Value *v, unsigned bits) {
  for (;; v = llvm::cast<llvm::CastInst>(v)->getOperand(0)) {
    bits = std::min(bits, v->getType()->getScalarSizeInBits());
    if (!llvm::isa<llvm::TruncInst>(v) && !llvm::isa<llvm::ZExtInst>(v))
      return {v, bits};
  }
}

// A value with a bit for each of so many lanes, none of which is cut off on the way to where its bits are counted. Only
// the walk through all casts on that way makes one.
class NotNarrowed {
public:
  static std::optional<NotNarrowed> of(const Uncast &v, unsigned lanes) {
    return support::sound("ballots.narrowed", v.bits >= lanes) ? std::optional(NotNarrowed(*v.value)) : std::nullopt;
  }
  const llvm::Value *value() const { return value_; }

private:
  explicit NotNarrowed(const llvm::Value &v) : value_(&v) {}
  const llvm::Value *value_;
};

struct Users {
  bool all = false, below = false; // are its bits counted, or some that another value chooses?
};
Users users_of(const llvm::Value &ballot, unsigned lanes) {
  Users out;
  std::function<void(const llvm::Value &, bool)> visit = [&](const llvm::Value &v, bool chosen) {
    for (const llvm::User *u : v.users()) {
      if ((llvm::isa<llvm::TruncInst>(u) && u->getType()->getIntegerBitWidth() >= lanes) ||
          llvm::isa<llvm::ZExtInst>(u))
        visit(*u, chosen);
      else if (auto *b = llvm::dyn_cast<llvm::BinaryOperator>(u);
               b && b->getOpcode() == llvm::Instruction::And && !chosen)
        visit(*u, true);
      else if (auto *i = llvm::dyn_cast<llvm::IntrinsicInst>(u); i && i->getIntrinsicID() == llvm::Intrinsic::ctpop)
        (chosen ? out.below : out.all) = true;
    }
  };
  visit(ballot, false);
  return out;
}

// The expression's value in the thread with these local ids; empty: it has not one that is known.
class OfThread {
public:
  OfThread(const std::map<cfg::VarId, Expr> &definitions, const cfg::Launch &launch,
           const std::array<std::uint64_t, 3> &ids)
      : definitions_(definitions), launch_(launch), ids_(ids) {}

  std::optional<std::uint64_t> value(const Expr &e) const {
    switch (e->op) {
    case Op::Const: return e->value;
    case Op::LocalId: return ids_[e->value];
    case Op::LocalSize: return launch_.local_size[e->value];
    case Op::Var: {
      const auto it = definitions_.find(e->var);
      return it == definitions_.end() ? std::nullopt : value(it->second);
    }
    case OPS_GRID:
    case OPS_OPAQUE: return std::nullopt;
    case OPS_COMPUTED: break;
    }
    std::vector<std::uint64_t> args;
    for (const Expr &a : e->args) {
      const auto v = value(a);
      if (!v)
        return std::nullopt;
      args.push_back(*v);
    }
    return args.empty() ? std::nullopt : cfg::defined_value(*e, args);
  }

private:
  const std::map<cfg::VarId, Expr> &definitions_;
  const cfg::Launch &launch_;
  const std::array<std::uint64_t, 3> &ids_;
};

constexpr std::uint64_t most_threads = 4096; // that are looked at
constexpr unsigned most_bits = 64;           // of a ballot

// Is `mask` that of the lanes below the thread's (with its own: `own`), in tiles of so many? A size that is free may be
// any that a device has; ids in rows of several are then not known.
bool is_lane_mask(const Context &cx, const Expr &mask, unsigned lanes, bool own) {
  std::array<std::uint64_t, 3> size;
  bool free = false;
  std::uint64_t threads = 1;
  for (unsigned d = 0; d < 3; ++d) {
    free = free || !cx.in.launch.local_size[d];
    size[d] = std::min(cx.in.launch.local_size[d].value_or(cx.in.launch.most_local[d]), most_threads + 1);
    threads = std::min(threads * size[d], most_threads + 1);
  }
  const bool in_a_row = cx.in.launch.local_size[1] == std::optional<std::uint64_t>(1) &&
                        cx.in.launch.local_size[2] == std::optional<std::uint64_t>(1);
  if ((free && !in_a_row) || threads > most_threads)
    return false;
  std::array<std::uint64_t, 3> id;
  for (id[2] = 0; id[2] < size[2]; ++id[2])
    for (id[1] = 0; id[1] < size[1]; ++id[1])
      for (id[0] = 0; id[0] < size[0]; ++id[0]) {
        const std::uint64_t rank = ((id[2] * size[1] + id[1]) * size[0] + id[0]) % lanes;
        const std::uint64_t least = (std::uint64_t(1) << rank) - 1,
                            ones = lanes == 64 ? ~std::uint64_t(0) : (std::uint64_t(1) << lanes) - 1;
        const auto v = OfThread(cx.values.definitions(), cx.in.launch, id).value(mask);
        if (!v || (*v & ones) != (own ? 2 * least + 1 : least))
          return false;
      }
  return true;
}
} // namespace

void note_votes(Context &cx, const Call &c, const Tile &tile, const Expr &mine) {
  const Users users = users_of(c.inst, tile.lanes);
  if ((!tile.all && !tile.active) || (!users.all && !users.below))
    return;
  const cfg::Type t = cfg::int_type(32);
  const Expr vote = cfg::ite(mine, cfg::constant(t, 1), cfg::constant(t, 0));
  auto sum = [&](cfg::ExchangeOp op, const char *name) {
    const cfg::VarId v = cx.out.new_var(cx.in.hint(&c.inst) + name, t);
    meet(cx, c, tile, {cfg::Scope::Warp, false, false, tile.lanes, cfg::Exchange{op, v, vote, nullptr}});
    return cfg::variable(v, t);
  };
  Votes votes{tile.lanes, vote, sum(cfg::ExchangeOp::Add, ".votes"), nullptr};
  cx.out.emit(cfg::Assume{cfg::binary(Op::Ule, votes.all, cfg::constant(t, tile.lanes)), cfg::AssumeKind::Language});
  if (users.below) {
    votes.before = sum(cfg::ExchangeOp::Before, ".before");
    const Expr least = cfg::binary(Op::Sub, votes.all, vote);
    cx.out.emit(cfg::Assume{cfg::binary(Op::Ule, vote, votes.all), cfg::AssumeKind::Language});
    cx.out.emit(cfg::Assume{cfg::binary(Op::Ule, votes.before, least), cfg::AssumeKind::Language});
  }
  cx.votes[&c.inst] = votes;
}

// The number of bits that are set, if it is one of votes; null: it is none.
Expr counted_votes(Context &cx, const llvm::IntrinsicInst &ctpop) {
  const auto ballot = [&](const Uncast &v) -> std::optional<NotNarrowed> {
    const auto it = cx.votes.find(v.value);
    return it == cx.votes.end() ? std::nullopt : NotNarrowed::of(v, it->second.lanes);
  };
  const Uncast counted = uncast(ctpop.getArgOperand(0), most_bits);
  std::optional<NotNarrowed> of = ballot(counted);
  const llvm::Value *mask = nullptr;
  if (auto *both = llvm::dyn_cast<llvm::BinaryOperator>(counted.value);
      !of && both && both->getOpcode() == llvm::Instruction::And)
    for (unsigned n : {0u, 1u})
      if (const auto part = ballot(uncast(both->getOperand(n), counted.bits));
          part && cx.votes.at(part->value()).before) {
        of = part;
        mask = both->getOperand(1 - n);
      }
  if (!of)
    return nullptr;
  const Votes &v = cx.votes.at(of->value());
  Expr out = v.all;
  if (mask != nullptr) {
    const Expr m = cx.values.scalar(mask);
    const bool own = is_lane_mask(cx, m, v.lanes, true);
    if (support::unsound("ballots.mask", !own && !is_lane_mask(cx, m, v.lanes, false)))
      return nullptr;
    out = own ? cfg::binary(Op::Add, v.before, v.vote) : v.before;
  }
  const cfg::Type t = cx.values.shape(ctpop.getType())[0].type;
  return t.width == out->type.width ? out : cfg::cast(t.width > out->type.width ? Op::Zext : Op::Trunc, out, t);
}

} // namespace lockstep::frontend
