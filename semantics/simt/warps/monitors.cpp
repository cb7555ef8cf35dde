// The monitors of a warp: see monitors.h.
#include "semantics/simt/warps/monitors.h"

#include "support/sound.h"

#include <bit>
#include <fmt/format.h>

namespace lockstep::semantics::simt {

namespace {

bool has(Mask m, unsigned lane) { return (m >> lane & 1) != 0; }

template <typename F> void each(Mask m, F &&f) {
  for (; m != 0; m &= m - 1)
    f(static_cast<unsigned>(std::countr_zero(m)));
}

std::optional<std::size_t> topmost(const BranchState &s, TokenKind kind) {
  for (std::size_t i = s.stack.size(); i-- > 0;)
    if (s.stack[i].kind == kind)
      return i;
  return std::nullopt;
}

} // namespace

const char *name(Property p) {
  constexpr std::array<const char *, all_properties.size()> names{"S1", "S2", "I1", "I2", "I3",
                                                                  "I4", "I5", "I6", "STK"};
  return names[static_cast<std::size_t>(p)];
}

std::optional<std::size_t> token_of(const BranchState &s, unsigned lane) {
  const bool broke = has(s.disabled[static_cast<std::size_t>(Disabled::Break)], lane);
  const bool returned = has(s.disabled[static_cast<std::size_t>(Disabled::Return)], lane);
  for (std::size_t i = s.stack.size(); i-- > 0;) {
    const Token &t = s.stack[i];
    if (has(t.mask, lane) && (!broke || t.kind == TokenKind::Break) && (!returned || t.kind == TokenKind::Call))
      return i;
  }
  return std::nullopt;
}

void Monitors::start(const BranchState &s, const std::vector<std::uint64_t> *addresses, unsigned watched) {
  watched_ = watched;
  addresses_ = addresses;
  width_ = static_cast<unsigned>(std::popcount(s.lanes));
  pc_.fill(no_pc);
  depth_.fill(1);
  each(s.active, [&](unsigned l) { pc_[l] = s.pc; });
}

std::uint64_t Monitors::place(Pc pc) const { return addresses_ && pc < addresses_->size() ? (*addresses_)[pc] : pc; }

// Control-flow consistency with the corrections C1 to C3 (docs/semantics.md).
Violation Monitors::consistent(const BranchState &s, const Acting &a) const {
  if (a.by == 0)
    return std::nullopt;
  if (a.act == Act::Leave && a.why != Disabled::Exit) {
    const TokenKind wanted = a.why == Disabled::Break ? TokenKind::Break : TokenKind::Call;
    if (!topmost(s, wanted))
      return fmt::format("CFC: {} without a {} token", a.why == Disabled::Break ? "brk" : "ret", name(wanted));
  }
  if (a.act == Act::Sync) {
    std::size_t i = s.stack.size();
    Mask gathered = s.active;
    for (; i > 0 && s.stack[i - 1].kind == TokenKind::Diverge; --i)
      gathered |= s.stack[i - 1].mask;
    if (i == 0 || s.stack[i - 1].kind != TokenKind::Sync)
      return "CFC: sync without a sync token below the diverge tokens on top";
    const Token &t = s.stack[i - 1];
    if (t.pc != s.pc + 1)
      return "CFC: the sync token that a sync meets was pushed for another sync";
    if ((gathered & ~t.mask) != 0)
      return "CFC: lanes come to a sync that are not in its token";
  }
  if (a.act == Act::Jump && a.call &&
      (s.stack.empty() || s.stack.back().kind != TokenKind::Call || s.stack.back().pc != s.pc + 1))
    return "CFC: call without the call token of its preRet on top";
  return std::nullopt;
}

void Monitors::before(const BranchState &s, const Acting &a) {
  from_ = s.pc;
  size_ = s.stack.size();
  called_ = 0;
  each(s.active, [&](unsigned l) { ++pc_[l]; }); // guard false, or an instruction that goes on
  if (a.act == Act::Leave) {
    Pc to = no_pc;
    if (a.why != Disabled::Exit)
      if (const auto t = topmost(s, a.why == Disabled::Break ? TokenKind::Break : TokenKind::Call))
        to = s.stack[*t].pc;
    each(a.by, [&](unsigned l) {
      pc_[l] = to;
      depth_[l] -= a.why == Disabled::Return;
    });
  }
  if (a.act == Act::Jump && a.targets)
    for (const auto &[to, lanes] : *a.targets)
      each(lanes, [&, to = to](unsigned l) {
        pc_[l] = to;
        depth_[l] += a.call;
        called_ |= a.call ? lane_bit(l) : 0;
      });
}

Violation Monitors::after(const BranchState &s, Mask again) {
  if (!support::left_out("simt.again"))
    each(again, [&](unsigned l) { pc_[l] = from_; });
  each(again & called_, [&](unsigned l) { --depth_[l]; });
  if (on(Property::Stk) && s.stack.size() > size_ + 1)
    return "STK: a step pushed more than one token";
  if (Violation v = shadows(s))
    return v;
  return invariants(s);
}

Violation Monitors::shadows(const BranchState &s) const {
  Violation found;
  each(s.lanes & ~s.exited(), [&](unsigned l) {
    if (found)
      return;
    if (has(s.active, l)) {
      if (on(Property::S1) && pc_[l] != s.pc)
        found = pc_[l] == no_pc ? fmt::format("S1: lane {} is active but has exited", l)
                                : fmt::format("S1: lane {} is at {}, its warp at {}", l, place(pc_[l]), place(s.pc));
    } else if (const auto t = token_of(s, l); on(Property::S2) && t && s.stack[*t].pc != pc_[l])
      found = fmt::format("S2: lane {} waits to go on at {}, its {} token leads to {}", l, place(pc_[l]),
                          name(s.stack[*t].kind), place(s.stack[*t].pc));
  });
  if (!found && on(Property::S1))
    each(s.exited() & s.active, [&](unsigned l) { found = fmt::format("S1: lane {} is active but has exited", l); });
  return found;
}

Violation Monitors::invariants(const BranchState &s) const {
  if (on(Property::I2) && s.active == 0 && (s.lanes & ~s.exited()) != 0)
    return "I2: no lane is active, and not all have exited";
  if (on(Property::I5) && (s.active & s.off()) != 0)
    return fmt::format("I5: lanes {} are active and disabled", bits(s.active & s.off(), width_));
  Mask wanted = 0; // lanes whose token was found above: they must be in every token but diverge
  Mask waiting = s.lanes & ~s.active & ~s.exited();
  for (std::size_t i = s.stack.size(); i-- > 0;) {
    const Token &t = s.stack[i];
    auto missing = [&](const char *property, Mask lanes) {
      return fmt::format("{}: lanes {} are not in the {} token {} from the top", property, bits(lanes, width_),
                         name(t.kind), s.stack.size() - 1 - i);
    };
    if (on(Property::I6) && t.mask == 0)
      return fmt::format("I6: a {} token has no lanes", name(t.kind));
    if (t.kind != TokenKind::Diverge) {
      if (on(Property::I3) && (s.active & ~t.mask) != 0)
        return missing("I3", s.active & ~t.mask);
      if (on(Property::I4) && (wanted & ~t.mask) != 0)
        return missing("I4", wanted & ~t.mask);
    }
    Mask here = t.mask & waiting;
    if (t.kind != TokenKind::Break)
      here &= ~s.disabled[static_cast<std::size_t>(Disabled::Break)];
    if (t.kind != TokenKind::Call)
      here &= ~s.disabled[static_cast<std::size_t>(Disabled::Return)];
    waiting &= ~here;
    wanted |= here;
  }
  if (on(Property::I1) && waiting != 0)
    return fmt::format("I1: lanes {} wait, and no token wakes them", bits(waiting, width_));
  return std::nullopt;
}

} // namespace lockstep::semantics::simt
