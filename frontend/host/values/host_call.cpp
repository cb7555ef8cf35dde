// Names of host variables in expressions: see host_call.h.
#include "frontend/host/values/host_call.h"

#include <utility>

namespace lockstep::frontend {

cfg::VarId HostNames::add(std::string name) {
  names_.push_back(std::move(name));
  definitions_.emplace_back();
  return static_cast<cfg::VarId>(names_.size() - 1);
}

cfg::VarId HostNames::of(HostPart part, const FactList *since) {
  auto [it, fresh] = ids_.try_emplace({part, since});
  if (fresh)
    it->second = add(part.first->getNameAsString() + (part.second ? "." + part.second->getNameAsString() : ""));
  return it->second;
}

cfg::VarId HostNames::of_place(const ExpressionKey &place, const std::string &text) {
  auto [it, fresh] = places_.try_emplace(place);
  if (fresh)
    it->second = add(text);
  return it->second;
}

} // namespace lockstep::frontend
