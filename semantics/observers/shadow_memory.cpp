// A shadow of every array: see shadow_memory.h.
#include "semantics/observers/shadow_memory.h"

namespace lockstep::semantics {

void ShadowMemory::shape(const cfg::Kernel &k, const Geometry &g) {
  first_.clear();
  std::uint32_t n = 0;
  for (const cfg::Array &a : k.arrays) {
    first_.push_back(n);
    n += a.space == cfg::Space::Group ? static_cast<std::uint32_t>(g.run_groups()) : 1;
  }
  shadows_.assign(n, {});
}

} // namespace lockstep::semantics
