// What holds where a function's text launches a kernel or calls a function: the conditions that its control flow has
// met on every way there, and the assignments. Internal to frontend/.
//
// Sound because a fact is added only where every way goes through it: statements are followed in their order, a fact
// learnt within a statement is dropped where another way joins, and text that control enters by other means has none:
// functions with labels, with lost text or with what returns twice; lambdas; statements that are not known here. A
// variable that is followed (unchanged_variables.h) has, where a fact stands, the value that the last fact before
// it left: where ways join, those that only one of them changes have changed, and at a loop's head all that the loop
// changes.
#pragma once

#include "frontend/broken/lost_names.h"
#include "frontend/host/effects/unchanged_variables.h"

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

#include <map>
#include <memory>
#include <vector>

namespace lockstep::frontend {

struct PathFact {
  enum class Kind {
    Holds,    // `value`, a condition
    Fails,    // it does not
    Case,     // `value` is that of one of `cases`
    Assigned, // the one part got `value`
    Updated,  // the one part got what the operator `value` (`+=`, `++`) leaves in it
    Pitched,  // the `call` has allocated rows
    Changing, // the parts change while what comes next is evaluated
    Changed,  // the parts have another value, perhaps
    Scaled,   // the parts have been multiplied or divided by powers of two, any number of times
    After,    // what holds at the end of the function called
    Never,    // control does not come here
  };
  Kind kind;
  const clang::Expr *value = nullptr;
  const clang::SwitchStmt *of = nullptr;
  std::vector<const clang::SwitchCase *> cases = {};
  std::vector<HostPart> parts = {};
  const clang::CallExpr *call = nullptr;
};

// The last fact and those before it; null: none.
struct FactList {
  PathFact fact;
  std::shared_ptr<const FactList> before;
};
using Facts = std::shared_ptr<const FactList>;

struct PathFacts {
  std::map<const clang::CallExpr *, Facts> at; // calls and launches that control comes to; another is not followed
  Facts end;                                   // on every way out by a return, and behind the last statement
  bool ends = true;                            // is there one?
};

class PathReader {
public:
  explicit PathReader(const LostNames &lost) : lost_(lost) {}
  const PathFacts &of(const clang::FunctionDecl &function);
  // At a call or launch; null: nothing is known of the way there.
  const Facts *facts_at(const clang::CallExpr &call, const clang::FunctionDecl &around);
  const Unchanged &unchanged(const clang::FunctionDecl &function);
  // Of one that another calls, if those that are being looked into are not too many.
  const PathFacts *inside(const clang::FunctionDecl &definition);

private:
  const LostNames &lost_;
  std::map<const clang::FunctionDecl *, PathFacts> known_;
  std::map<const clang::FunctionDecl *, Unchanged> unchanged_;
  unsigned depth_ = 0;
};

// In the order of the text; each stands for the values that its parts have from there on.
std::vector<const FactList *> in_order(const Facts &facts);

} // namespace lockstep::frontend
