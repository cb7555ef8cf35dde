// Variables of a loop's head that go round a cycle of values: numbers of buffers in a ring.
#pragma once

#include "llvm/ADT/APInt.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"

#include <optional>
#include <vector>

namespace lockstep::frontend {

// A value that a condition chooses, by a select or where two ways meet: the condition; null: it is no such value.
llvm::Value *choice(llvm::Value &v, llvm::Value *&if_true, llvm::Value *&if_false);

// Variables that start as constants, and whose next values are functions of these variables alone:
//
//     read = 0, write = 2;  loop: { write = read; read = read + 1 == 3 ? 0 : read + 1; }
//         (read, write): (0, 2), (1, 0), (2, 1), and again
//
// Sound because the values of one round follow from those of the round before, and the first ones come again: there is
// no other round before any of them. Values that only lead up to a cycle are none of it.
struct Cycle {
  std::vector<const llvm::PHINode *> phis;
  std::vector<std::vector<llvm::APInt>> rounds; // the values at the head, one after another
};
std::optional<Cycle> cycle_of(const llvm::PHINode &phi, const llvm::Loop &l);

} // namespace lockstep::frontend
