// A failed invariant throws std::logic_error: the driver catches it at the top of a
// kernel's pipeline and reports verdict `error` for that kernel alone (exit status 4).
#include "support/invariant.h"

#include <stdexcept>
#include <string>

namespace lockstep::support {

void invariant_failed(const char *condition, const char *why, const char *file, int line) {
  std::string where(file);
  if (auto slash = where.rfind('/'); slash != std::string::npos)
    where = where.substr(slash + 1);
  throw std::logic_error("internal error at " + where + ":" + std::to_string(line) + ": " + condition + " (" + why +
                         ")");
}

} // namespace lockstep::support
