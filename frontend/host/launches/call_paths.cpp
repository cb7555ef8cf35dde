// See call_paths.h.
#include "frontend/host/launches/call_paths.h"

#include "frontend/host/effects/expression_effects.h"
#include "frontend/host/effects/host_text.h"
#include "frontend/host/values/values.h"
#include "support/sound.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"

#include <set>
#include <utility>

namespace lockstep::frontend {

namespace {
constexpr unsigned longest_path = 4;
} // namespace

std::vector<CallPath> CallPaths::to(const clang::FunctionDecl &f, unsigned length, const clang::CallExpr *only) {
  const std::vector<CallPath> unknown(1);
  const auto calls = functions_.calls.find(f.getCanonicalDecl());
  if (f.getNumParams() == 0 || length >= longest_path || lost_.has(f) || calls_itself(f))
    return unknown;
  if (calls == functions_.calls.end())
    return called_otherwise(f) ? unknown : outside_.paths_to(f);
  std::vector<CallPath> out;
  if (!only && called_otherwise(f))
    out = unknown;
  for (const auto &[call, caller, passing] : calls->second) {
    if (only && call != only)
      continue;
    for (CallPath &path : to(*caller, length + 1, passing)) {
      if (out.size() >= most_call_paths)
        return unknown;
      const bool effects = parts_have_effects(*call);
      const std::vector<const clang::Expr *> arguments = arguments_of(*call);
      const Facts *facts = reader_.facts_at(*call, *caller);
      HostValues values(numbers_, lost_, reader_.unchanged(*caller), path.call, effects, facts != nullptr);
      values.learn(facts ? *facts : Facts(), reader_);
      HostCall passed;
      for (unsigned i = 0; lost_.keeps_types(*caller) && i < f.getNumParams() && i < arguments.size(); ++i)
        values.pass(*f.getParamDecl(i), *arguments[i], passed);
      passed.conditions = std::move(path.call.conditions);
      passed.names = std::move(path.call.names);
      passed.choices = std::move(path.call.choices);
      passed.names.forget(); // another activation, and globals may change on the way
      path.call = std::move(passed);
      path.from = call_origin(*call, numbers_.context(), path.from);
      out.push_back(std::move(path));
    }
  }
  return out;
}

// By code that names it otherwise, or that the compiler makes: operators of members, of what a range or a coroutine
// is made of, of what a library's text is given.
bool CallPaths::called_otherwise(const clang::FunctionDecl &f) {
  auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(&f);
  return functions_.aliases || functions_.other_mentions[f.getCanonicalDecl()] != 0 || f.isMain() ||
         f.hasAttr<clang::ConstructorAttr>() || f.hasAttr<clang::DestructorAttr>() || (method && method->isVirtual()) ||
         f.isOverloadedOperator();
}

// Directly, or through others: no chain of calls says all that its parameters may be, as each goes on with one more.
bool CallPaths::calls_itself(const clang::FunctionDecl &f) const {
  std::vector<const clang::FunctionDecl *> queue = {f.getCanonicalDecl()};
  std::set<const clang::FunctionDecl *> met;
  while (!queue.empty()) {
    const auto calls = functions_.calls.find(queue.back());
    queue.pop_back();
    if (calls == functions_.calls.end())
      continue;
    for (const CallSite &call : calls->second)
      if (const clang::FunctionDecl *caller = call.caller->getCanonicalDecl(); met.insert(caller).second)
        queue.push_back(caller);
  }
  return support::unsound("launch_sites.recursion", met.count(f.getCanonicalDecl()) != 0);
}

support::Origin call_origin(const clang::Expr &e, const clang::ASTContext &context, const support::Origin &from) {
  const clang::SourceManager &sources = context.getSourceManager();
  const auto at = sources.getPresumedLoc(sources.getExpansionLoc(e.getBeginLoc()));
  return at.isValid() ? support::Origin({at.getFilename(), at.getLine(), at.getColumn()}, from) : support::Origin();
}

} // namespace lockstep::frontend
