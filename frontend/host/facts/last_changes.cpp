// The last changes of variables of the host: see last_changes.h.
#include "frontend/host/facts/last_changes.h"

#include <cstdint>
#include <vector>

namespace lockstep::frontend {

// Sound because the same expression names the same place, with the same value, if nothing is evaluated between that
// changes a variable that it names or disturbs what others may change.
bool LastChanges::add_to(const clang::Expr &e, ExpressionKey &key) const {
  std::vector<const clang::VarDecl *> named = variables_in(e);
  named.push_back(elsewhere.first);
  for (const clang::VarDecl *v : named)
    for (const auto &[part, last] : last_)
      if (part.first == v) {
        if (last.changing)
          return false;
        key.push_back(reinterpret_cast<std::uintptr_t>(last.since));
      }
  return true;
}

} // namespace lockstep::frontend
