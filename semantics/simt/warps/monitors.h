// Monitors of one warp (docs/semantics.md): every lane's own program counter beside the warp's, the properties that tie
// the two together after every step, and the discipline of the stack that they rest on.
//
//   S1  an active lane's own pc is the warp's                    S2  an inactive lane's is that of its token
//   I1  an inactive lane that has not exited has a token         I2  some lane is active, or all have exited
//   I3  active lanes are in every token that is no diverge       I4  so are inactive ones below their token
//   I5  an active lane is enabled                                I6  no token has an empty mask
//   STK a step pushes at most one token or pops tokens, never both
//   CFC the program's control instructions meet the tokens they are made for (checked before a step)
//
// The token of an inactive lane is the topmost one with the lane in its mask that its state waits for: a break token
// after brk, a call token after ret, else any.
//
// Sound because a lane's own program counter follows its instructions alone, and never what the warp makes of them:
// what the rules of branch.h do to masks and tokens is held against it after every step.
#pragma once

#include "semantics/simt/warps/branch.h"

#include <span>

namespace lockstep::semantics::simt {

enum class Act : std::uint8_t { Next, Push, Sync, Leave, Jump }; // what an instruction does to the branch machine

struct Acting { // one instruction that a warp is about to execute
  Act act = Act::Next;
  TokenKind kind = TokenKind::Sync; // Push
  Disabled why = Disabled::Exit;    // Leave
  bool call = false;                // Jump
  Mask by = 0;                      // the active lanes whose guard holds
  const Targets *targets = nullptr; // Jump, where somebody jumps
};

using Violation = std::optional<std::string>; // "S1: lane 3 ..."; empty: all hold

enum class Property : std::uint8_t { S1, S2, I1, I2, I3, I4, I5, I6, Stk };
inline constexpr std::array all_properties{Property::S1, Property::S2, Property::I1, Property::I2, Property::I3,
                                           Property::I4, Property::I5, Property::I6, Property::Stk};
constexpr unsigned property_bit(Property p) { return 1U << static_cast<unsigned>(p); }
inline constexpr unsigned every_property = (1U << all_properties.size()) - 1;
const char *name(Property p);

class Monitors {
public:
  // `addresses`: what messages call the instructions, if given. `watched`: bits of properties; each is judged by
  // itself, so that a test can ask what it alone catches.
  void start(const BranchState &s, const std::vector<std::uint64_t> *addresses = nullptr,
             unsigned watched = every_property);
  Violation consistent(const BranchState &s, const Acting &a) const; // CFC, in the corrected form
  void before(const BranchState &s, const Acting &a);
  // `again`: lanes that execute the instruction again later (jump).
  Violation after(const BranchState &s, Mask again);

  std::span<const Pc> pcs() const { return {pc_.data(), width_}; }            // no_pc: the lane has exited
  std::span<const unsigned> depth() const { return {depth_.data(), width_}; } // of calls, from 1 on

private:
  std::uint64_t place(Pc pc) const;
  Violation shadows(const BranchState &s) const;
  Violation invariants(const BranchState &s) const;

  bool on(Property p) const { return (watched_ & property_bit(p)) != 0; }

  const std::vector<std::uint64_t> *addresses_ = nullptr;
  unsigned width_ = 0, watched_ = every_property;
  std::array<Pc, most_lanes> pc_{};
  std::array<unsigned, most_lanes> depth_{};
  Pc from_ = 0;          // of the step that runs
  std::size_t size_ = 0; // of the stack before it
  Mask called_ = 0;      // lanes whose depth it raised
};

// The position of an inactive lane's token in the stack; empty: it has none.
std::optional<std::size_t> token_of(const BranchState &s, unsigned lane);

} // namespace lockstep::semantics::simt
