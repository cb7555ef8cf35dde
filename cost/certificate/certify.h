// From a kernel's bounds to a certificate of them (certificate.h), which its checker then holds against the
// kernel without anything of what found them.
#pragma once

#include "cost/bounds/kernel_cost.h"
#include "cost/certificate/certificate.h"

#include <variant>

namespace lockstep::cost {

// `bounds` with its walks. Else why there is none.
std::variant<certificate::Certificate, std::string> certificate_of(const cfg::Kernel &k, const cfg::Analyses &a,
                                                                   const coalescing::Options &options,
                                                                   const KernelBounds &bounds);

} // namespace lockstep::cost
