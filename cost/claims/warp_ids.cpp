// See warp_ids.h.
#include "cost/claims/warp_ids.h"

#include "cfg/ir/rewrite.h"

#include <algorithm>

namespace lockstep::coalescing::claims {

namespace {

// What an extension to a wider type and back leaves.
Expr back_and_forth(const Expr &e) {
  if (e->op != Op::Trunc || (e->args[0]->op != Op::Zext && e->args[0]->op != Op::Sext) ||
      e->args[0]->args[0]->type.width != e->type.width)
    return nullptr;
  return c::replace(e->args[0]->args[0], back_and_forth);
}

Expr times(const Expr &e, std::uint64_t by) { return c::binary(Op::Mul, e, number(std::int64_t(by), id), true, true); }
Expr plus(const Expr &e, std::uint64_t n) { return c::binary(Op::Add, e, number(std::int64_t(n), id), true, true); }
Expr quotient(const Expr &e, std::uint64_t by) { return c::binary(Op::UDiv, e, number(std::int64_t(by), id)); }
Expr rest(const Expr &e, std::uint64_t by) { return c::binary(Op::URem, e, number(std::int64_t(by), id)); }

} // namespace

WarpIds::WarpIds(const std::array<std::uint64_t, 3> &size, unsigned lanes, Claimed &out) : size_(size) {
  const std::uint64_t threads = size[0] * size[1] * size[2];
  count_ = static_cast<unsigned>(std::min<std::uint64_t>(threads, lanes));
  warps_ = (threads + lanes - 1) / lanes;
  warp_ = number(0, id);
  if (warps_ > 1) {
    warp_ = out.parameter("warp", id);
    out.assume(c::binary(Op::Ult, warp_, number(static_cast<std::int64_t>(warps_), id)));
  }
  lanes_ = lanes;
}

Expr WarpIds::with_ids(const Expr &e, unsigned lane) const {
  const Expr whole = c::replace(e, [&](const Expr &n) -> Expr {
    if (n->op != Op::LocalId)
      return nullptr;
    return fitted(local_id(n->value, lane), n->type);
  });
  return c::replace(whole, back_and_forth);
}

// In dimension d, from the linear id: in a form that shows what is the same for the warp.
Expr WarpIds::local_id(std::uint64_t d, unsigned lane) const {
  Expr x, behind; // behind: the linear id in the higher dimensions
  if (size_[1] == 1 && size_[2] == 1) {
    x = plus(times(warp_, lanes_), lane);
    behind = number(0, id);
  } else if (size_[0] % lanes_ == 0) {
    x = plus(times(rest(warp_, size_[0] / lanes_), lanes_), lane);
    behind = quotient(warp_, size_[0] / lanes_);
  } else if (lanes_ % size_[0] == 0) {
    x = number(std::int64_t(lane % size_[0]), id);
    behind = plus(times(warp_, lanes_ / size_[0]), lane / size_[0]);
  } else {
    const Expr linear = plus(times(warp_, lanes_), lane);
    x = rest(linear, size_[0]);
    behind = quotient(linear, size_[0]);
  }
  if (d == 0)
    return x;
  if (d == 1)
    return size_[2] == 1 ? behind : rest(behind, size_[1]);
  return quotient(behind, size_[1]);
}

} // namespace lockstep::coalescing::claims
