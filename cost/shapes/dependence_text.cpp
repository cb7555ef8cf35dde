// A dependence on the block, in words (independence.h).
#include "cost/shapes/independence.h"

#include "support/invariant.h"

#include <fmt/format.h>

namespace lockstep::coalescing {

std::string_view name(Dependence d) {
  switch (d) {
  case Dependence::Meeting: return "barrier";
  case Dependence::Waiting: return "wait";
  case Dependence::Scope: return "scope";
  case Dependence::Order: return "order";
  case Dependence::Address: return "address";
  case Dependence::Value: return "value";
  case Dependence::Condition: return "condition";
  case Dependence::Promise: return "promise";
  }
  LOCKSTEP_UNREACHABLE("every kind has its name");
}

std::string BlockDependence::str() const {
  const auto depends = [&](const std::string &what) {
    const bool plain = because.empty() || because == expression || expression.rfind("...", 0) == 0;
    return plain ? fmt::format("{} depends on the block: {}", what, because.empty() ? expression : because)
                 : fmt::format("{}, {}, depends on the block: {}", what, expression, because);
  };
  switch (kind) {
  case Dependence::Meeting: return "threads of a block meet here";
  case Dependence::Waiting: return "a thread may wait for others here";
  case Dependence::Scope: return "what this orders are threads of one block";
  case Dependence::Order: return fmt::format("atomics on '{}' that give another result in another order", array);
  case Dependence::Address: return depends(fmt::format("where '{}' is written", array));
  case Dependence::Value: return depends(fmt::format("what is written to '{}'", array));
  case Dependence::Condition: return depends(fmt::format("whether '{}' is written", array));
  case Dependence::Promise: return depends("what is promised");
  }
  LOCKSTEP_UNREACHABLE("every kind has its words");
}

} // namespace lockstep::coalescing
