// What holds where a function's text launches a kernel or calls a function: the conditions that its control flow has
// met on every way there, and the assignments. Internal to frontend/.
//
// Sound because a fact is added only where every way goes through it: statements are followed in their order, a fact
// learnt within a statement is dropped where another way joins, and text that control enters by other means has none:
// functions with labels, with lost text or with what returns twice; lambdas; statements that are not known here.
// What the variables in a fact are worth later is for its reader to say (host_values.h).
#pragma once

#include "frontend/lost_names.h"
#include "frontend/unchanged.h"

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
    Assigned, // `part` got `value`
    After,    // what holds at the end of the function called
    Never,    // control does not come here
  };
  Kind kind;
  const clang::Expr *value = nullptr;
  clang::SourceLocation at =
      {}; // where it is learnt; variables that are mentioned in front of it have their value there
  const clang::SwitchStmt *of = nullptr;
  std::vector<const clang::SwitchCase *> cases = {};
  HostPart part = {nullptr, whole_variable};
  const clang::CallExpr *call = nullptr;
};

// The last fact and those before it; null: none.
struct FactList {
  PathFact fact;
  std::shared_ptr<const FactList> before;
};
using Facts = std::shared_ptr<const FactList>;

struct PathFacts {
  std::map<const clang::CallExpr *, Facts> at; // calls and launches that control comes to, as far as is known
  Facts end;                                   // on every way out by a return, and behind the last statement
  bool ends = true;                            // is there one?
};

class PathReader {
public:
  explicit PathReader(const LostNames &lost) : lost_(lost) {}
  const PathFacts &of(const clang::FunctionDecl &function);
  // Of one that another calls, if those that are being looked into are not too many.
  const PathFacts *inside(const clang::FunctionDecl &definition);

private:
  const LostNames &lost_;
  std::map<const clang::FunctionDecl *, PathFacts> known_;
  unsigned depth_ = 0;
};

// In the order of the text.
std::vector<PathFact> in_order(const Facts &facts);

} // namespace lockstep::frontend
