// The rules of the branch machine: see branch.h.
#include "semantics/simt/warps/branch.h"

#include "support/invariant.h"
#include "support/sound.h"

#include <bit>

namespace lockstep::semantics::simt {

namespace {

std::size_t index(Disabled d) { return static_cast<std::size_t>(d); }

// Lanes that this token's popping enables again.
std::optional<Disabled> enables(TokenKind k) {
  switch (k) {
  case TokenKind::Call: return Disabled::Return;
  case TokenKind::Break: return Disabled::Break;
  case TokenKind::Sync:
  case TokenKind::Diverge: return std::nullopt;
  }
  return std::nullopt;
}

// unwind: tokens are popped until one gives some lane control. A token that wakes nobody is dropped and changes
// nothing, the lanes it would have enabled included: it enables only lanes that it then wakes.
Stuck unwind(BranchState &s) {
  for (;;) {
    if (s.stack.empty()) {
      if ((s.lanes & ~s.exited()) != 0)
        return "the stack is empty, but lanes " + bits(s.lanes & ~s.exited(), most_lanes) + " have not exited";
      s.completed = true;
      s.active = 0;
      return std::nullopt;
    }
    const Token t = s.stack.back();
    s.stack.pop_back();
    if (t.kind == TokenKind::Call && !s.stack.empty() && support::left_out("simt.returns"))
      continue;
    auto disabled = s.disabled;
    if (const auto why = enables(t.kind))
      disabled[index(*why)] &= support::left_out("simt.enable") ? 0 : ~t.mask;
    Mask woken = t.mask & ~(disabled[0] | disabled[1] | disabled[2]);
    if (support::left_out("simt.disabled")) // only lanes that have exited stay away
      woken = t.mask & ~s.exited();
    if (support::unsound("simt.unwind", woken == 0))
      continue;
    s.disabled = disabled;
    s.active = woken;
    s.pc = t.pc;
    return std::nullopt;
  }
}

} // namespace

BranchState fresh_warp(unsigned width, unsigned threads, Pc entry) {
  BranchState s;
  s.pc = entry;
  s.lanes = first_lanes(width);
  s.active = first_lanes(threads);
  s.disabled[index(Disabled::Exit)] = s.lanes & ~s.active;
  return s;
}

void next(BranchState &s) { ++s.pc; }

void push(BranchState &s, TokenKind kind, Pc target) {
  const bool fewer = !std::has_single_bit(s.active) && support::left_out("simt.whole_mask"); // but the last of several
  s.stack.push_back({kind, fewer ? s.active & ~std::bit_floor(s.active) : s.active, target});
  if (kind == TokenKind::Break && support::left_out("simt.one_token"))
    s.stack.insert(s.stack.end(), 2, s.stack.back());
  ++s.pc;
}

Stuck sync(BranchState &s) {
  if (s.stack.empty())
    return "sync with an empty stack";
  if (s.stack.back().kind != TokenKind::Sync && s.stack.back().kind != TokenKind::Diverge)
    return std::string("sync with a ") + name(s.stack.back().kind) + " token on top";
  return unwind(s);
}

Stuck leave(BranchState &s, Disabled why, Mask by) {
  LOCKSTEP_INVARIANT(by != 0 && (by & ~s.active) == 0, "active lanes leave");
  if (why != Disabled::Exit) {
    const TokenKind wanted = why == Disabled::Break ? TokenKind::Break : TokenKind::Call;
    bool found = false;
    for (const Token &t : s.stack)
      found = found || t.kind == wanted;
    if (!found)
      return std::string(why == Disabled::Break ? "brk" : "ret") + " without a " + name(wanted) + " token on the stack";
  }
  const bool uniform = by == s.active;
  s.active &= ~by;
  if (!uniform || why == Disabled::Exit || !support::left_out("simt.uniform"))
    s.disabled[index(why)] |= by;
  if (uniform)
    return unwind(s);
  ++s.pc;
  return std::nullopt;
}

Mask jump(BranchState &s, bool call, const Targets &targets, std::size_t chosen, PathOrder order) {
  LOCKSTEP_INVARIANT(!targets.empty() && chosen < targets.size(), "some lane jumps");
  Mask jumping = 0;
  for (const auto &[pc, lanes] : targets)
    jumping |= lanes;
  if (targets.size() == 1) {
    const Pc to = targets.front().first;
    if (support::unsound("simt.uniform_jump", jumping == s.active)) {
      s.pc = to;
      return 0;
    }
    const Mask stay = (support::left_out("simt.not_taken") ? s.lanes & ~s.exited() : s.active) & ~jumping;
    if (call) { // who does not call waits on the call token that preRet has pushed
      s.active = jumping;
      s.pc = to;
      return 0;
    }
    const bool taken = order == PathOrder::TakenFirst;
    const Pc behind = support::left_out("simt.behind") ? s.pc : s.pc + 1;
    if (!support::left_out("simt.diverge"))
      s.stack.push_back(taken ? Token{TokenKind::Diverge, stay, behind} : Token{TokenKind::Diverge, jumping, to});
    s.active = taken ? jumping : stay;
    s.pc = taken ? to : s.pc + 1;
    return 0;
  }
  const auto &[to, going] = targets[chosen];
  const Mask wait = s.active & ~going;
  s.stack.push_back({TokenKind::Diverge, wait, s.pc});
  s.active = going;
  s.pc = to;
  return wait;
}

const char *name(TokenKind k) {
  switch (k) {
  case TokenKind::Sync: return "sync";
  case TokenKind::Diverge: return "diverge";
  case TokenKind::Call: return "call";
  case TokenKind::Break: return "break";
  }
  return "?";
}
const char *name(Disabled d) { return d == Disabled::Break ? "break" : d == Disabled::Return ? "return" : "exit"; }

std::string bits(Mask m, unsigned width) {
  std::string out;
  for (unsigned l = 0; l < width && (l == 0 || width < most_lanes || m >> l != 0); ++l)
    out += (m >> l & 1) != 0 ? '1' : '0';
  return out;
}

std::string disabled_text(const BranchState &s, unsigned width) {
  std::string out;
  for (unsigned l = 0; l < width; ++l) {
    char c = '0';
    for (std::size_t d = 0; d < 3; ++d)
      if ((s.disabled[d] >> l & 1) != 0)
        c = "bre"[d];
    out += c;
  }
  return out;
}

} // namespace lockstep::semantics::simt
