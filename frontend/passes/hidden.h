// What LLVM takes for granted when it simplifies, hidden from it for a while. Internal to frontend/passes/.
//
// LLVM's simplifier uses that nothing undefined happens and that no value is poison: x % n is less than n, though n may
// be zero, and a counter marked nsw never turns negative. What may be taken for granted is the language's business and
// the user's (--strict-overflow), and is listed where it is used; a simplifier does not list.
#pragma once

#include "llvm/IR/Function.h"

namespace lockstep::frontend {

// Marks (nsw, nuw, exact, ...) become metadata. Operations whose result is undefined, poison or unspecified for some
// operands that they may have, and functions that each machine computes as precisely as it likes, become calls of
// functions that LLVM knows nothing of.
// Sound because LLVM cannot use what it does not see, and what is shown again is what was hidden: a call of these, and
// each copy of one, is pure, and one operation of its arguments.
void hide_undefined(llvm::Function &function);
void show_undefined(llvm::Function &function);
void remove_hidden(llvm::Module &module);   // what nothing calls any more
void keep_names_free(llvm::Module &module); // first: functions of the input that are named as what is hidden

// Hidden as long as this lives.
class Hidden {
public:
  explicit Hidden(llvm::Function &function) : function_(function) { hide_undefined(function); }
  ~Hidden() { show_undefined(function_); }
  Hidden(const Hidden &) = delete;
  Hidden &operator=(const Hidden &) = delete;

private:
  llvm::Function &function_;
};

} // namespace lockstep::frontend
