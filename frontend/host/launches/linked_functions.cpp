// See linked_functions.h.
#include "frontend/host/launches/linked_functions.h"

#include "frontend/host/effects/unchanged_variables.h"
#include "support/sound.h"

#include "clang/AST/DeclCXX.h"

#include <optional>
#include <set>

namespace lockstep::frontend {

namespace {

std::optional<HostPart> passed_part(const clang::ParmVarDecl &p, int field) {
  if (field < 0)
    return HostPart{&p, whole_variable};
  const clang::CXXRecordDecl *record = p.getType().getNonReferenceType()->getAsCXXRecordDecl();
  if (is_its_fields(record))
    for (const clang::FieldDecl *f : record->fields())
      if (f->getFieldIndex() == static_cast<unsigned>(field))
        return HostPart{&p, f};
  return std::nullopt;
}

} // namespace

std::vector<OutsideFunction> LinkedFunctions::uncalled() {
  std::vector<OutsideFunction> out;
  std::vector<const clang::FunctionDecl *> queue;
  std::set<const clang::FunctionDecl *> met;
  for (const auto &[f, function] : functions_.functions)
    if (!function.launches.empty())
      queue.push_back(f);
  while (!queue.empty()) {
    const clang::FunctionDecl *f = queue.back();
    queue.pop_back();
    if (!met.insert(f->getCanonicalDecl()).second)
      continue;
    const auto calls = functions_.calls.find(f->getCanonicalDecl());
    if (calls != functions_.calls.end())
      for (const CallSite &call : calls->second)
        queue.push_back(call.caller);
    else if (f->isExternallyVisible() && f->getNumParams() != 0 && !f->isTemplateInstantiation())
      if (const std::string s = symbol(*f); !s.empty())
        out.push_back({s, f->getNameAsString()});
  }
  return out;
}

std::vector<CallPath> LinkedFunctions::paths_to(const clang::FunctionDecl &f) {
  std::vector<CallPath> out;
  const auto known = outside_.empty() ? outside_.end() : outside_.find(symbol(f));
  if (known != outside_.end())
    for (const OutsideCall &call : known->second.calls) {
      CallPath path;
      for (const OutsideCall::Value &v : call.values)
        if (v.parameter < f.getNumParams())
          if (const auto part = passed_part(*f.getParamDecl(v.parameter), v.field))
            path.call.values[*part] = v.value;
      path.call.names = call.names;
      path.call.conditions = call.conditions;
      path.from = call.from;
      path.asks = call.asks;
      out.push_back(std::move(path));
    }
  if (out.empty() || support::unsound("outside_calls.all", !known->second.all) || out.size() > most_call_paths)
    return std::vector<CallPath>(1);
  return out;
}

OutsideCall outward(const clang::FunctionDecl &f, CallPath path) {
  OutsideCall out;
  for (unsigned i = 0; i < f.getNumParams(); ++i)
    for (const auto &[part, value] : path.call.values)
      if (part.first == f.getParamDecl(i) && value)
        out.values.push_back({i, part.second ? static_cast<int>(part.second->getFieldIndex()) : -1, value});
  out.names = std::move(path.call.names);
  out.conditions = std::move(path.call.conditions);
  out.from = std::move(path.from);
  return out;
}

} // namespace lockstep::frontend
