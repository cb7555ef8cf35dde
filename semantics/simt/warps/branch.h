// The branch machine of a warp: program counter, masks and token stack, and the rules that change them (Habermaier,
// "The model of computation of CUDA and its formal semantics", 2011; rules as listed in docs/semantics.md).
//
// Every rule is a function on the state. A situation that no rule covers gives the reason why the warp is stuck, never
// a guess; the state is of no use then.
//
// Tested by tests/unit/semantics/test_simt_branch.cpp and the cases in tests/simt/.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::semantics::simt {

using Pc = std::uint32_t;                 // the number of an instruction of the program, in order
using Mask = std::uint64_t;               // of lanes: bit i is lane i
using Stuck = std::optional<std::string>; // why no rule applies; empty: one did

inline constexpr unsigned most_lanes = 64;
inline constexpr Pc no_pc = ~Pc(0);

constexpr Mask lane_bit(unsigned lane) { return Mask(1) << lane; }
constexpr Mask first_lanes(unsigned n) { return n >= most_lanes ? ~Mask(0) : lane_bit(n) - 1; }

// The lanes of a mask, ascending: for (unsigned l : Lanes{mask}).
struct Lanes {
  struct At {
    Mask left = 0;
    unsigned operator*() const { return static_cast<unsigned>(std::countr_zero(left)); }
    At &operator++() {
      left &= left - 1;
      return *this;
    }
    bool operator==(const At &) const = default;
  };
  Mask mask = 0;
  At begin() const { return {mask}; }
  At end() const { return {}; }
};

enum class TokenKind : std::uint8_t { Sync, Diverge, Call, Break };
enum class Disabled : std::uint8_t { Break, Return, Exit }; // why a lane that is not enabled is not

struct Token {
  TokenKind kind = TokenKind::Sync;
  Mask mask = 0;
  Pc pc = 0;
  bool operator==(const Token &) const = default;
};

struct BranchState {
  Pc pc = 0;
  Mask active = 0;
  std::array<Mask, 3> disabled{}; // by Disabled; disjoint
  std::vector<Token> stack;       // the top is the last
  Mask lanes = 0;                 // of the warp, those of a part-filled last warp that are no threads included
  bool completed = false;

  Mask off() const { return disabled[0] | disabled[1] | disabled[2]; }
  Mask exited() const { return disabled[static_cast<std::size_t>(Disabled::Exit)]; }
  bool operator==(const BranchState &) const = default;
};

// A warp of `width` lanes before its first step; lanes from `threads` on are no threads and have exited from the start.
BranchState fresh_warp(unsigned width, unsigned threads, Pc entry);

// Which of the two ways of a branch on which lanes disagree runs first.
enum class PathOrder : std::uint8_t { TakenFirst, FallThroughFirst };

void next(BranchState &s);                            // an instruction that changes no control flow
void push(BranchState &s, TokenKind kind, Pc target); // ssy, preBrk, preRet
Stuck sync(BranchState &s);
// brk, ret, exit: by the lanes `by` (active ones, at least one).
Stuck leave(BranchState &s, Disabled why, Mask by);

// bra, call: lanes by their targets. `chosen` is the position of the target that goes first where there are several.
// Says which lanes execute the instruction again later, and so have not executed it yet.
using Targets = std::vector<std::pair<Pc, Mask>>;
Mask jump(BranchState &s, bool call, const Targets &targets, std::size_t chosen, PathOrder order);

const char *name(TokenKind k);
const char *name(Disabled d);
std::string bits(Mask m, unsigned width);                        // lane 0 first, "0110"
std::string disabled_text(const BranchState &s, unsigned width); // "0br0e": enabled 0, else the reason's letter

} // namespace lockstep::semantics::simt
