// For test programs only: leaves out the condition that the environment variable LOCKSTEP_LEFT_OUT names. Linked in
// front of the libraries, so that the product's answer ("none", support/sound.cpp) is not taken from them.
#include "support/sound.h"

#include <cstdlib>
#include <cstring>

namespace lockstep::support {

bool left_out(const char *condition) {
  static const char *const named = std::getenv("LOCKSTEP_LEFT_OUT");
  return named && std::strcmp(named, condition) == 0;
}

} // namespace lockstep::support
