// Instructions with labels, to a program's code: targets are labels until all instructions are there, then jumps that
// lead to the next instruction are dropped and labels become addresses.
#pragma once

#include "semantics/simt/program/program.h"

namespace lockstep::semantics::simt {

class Assembler {
public:
  using Label = std::uint32_t;
  using Cases = std::vector<std::pair<std::uint64_t, Label>>; // of a switch: its value, where to

  Label fresh() { return labels_++; }
  void place(Label l); // it names the next instruction
  Instruction &emit(Body body, Site site, const support::Origin &origin);
  Instruction &emit_to(Body body, Label to, Site site, const support::Origin &origin);
  void jump(Label to, Site site, const support::Origin &origin) { emit_to(Jump{}, to, site, origin); }
  void jump_by(const cfg::Expr &value, Cases cases, Label otherwise, Site site, const support::Origin &origin);
  std::vector<Instruction> finish();

private:
  struct Item { // an instruction, or a place that labels name
    bool place = false;
    Label label = 0; // place: its; else the target of the instruction
    bool targets = false;
    Instruction instruction;
    Cases cases;
    Label otherwise = 0;
  };

  Item &add(Body body, Site site, const support::Origin &origin);
  bool follows(std::size_t at, Label l) const; // is it the next place?
  bool is_jump(std::size_t at, bool guarded) const;
  void drop_needless_jumps();
  static cfg::Expr address_of(const Item &i, const cfg::Expr &value, const std::vector<Address> &at);

  std::vector<Item> items_;
  Label labels_ = 0;
};

} // namespace lockstep::semantics::simt
