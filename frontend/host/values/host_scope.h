// The function that expressions of host code are from: what is known of its variables and numbers. Internal to
// frontend/.
#pragma once

#include "cfg/ir/expr.h"
#include "frontend/broken/lost_names.h"
#include "frontend/host/effects/host_constants.h"
#include "frontend/host/effects/unchanged_variables.h"
#include "support/sound.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

#include <cstdint>
#include <optional>

namespace lockstep::frontend {

class HostScope {
public:
  // `unchanged`: of the function; `followed`: so that facts say where others change.
  HostScope(const HostConstants &numbers, const LostNames &lost, const Unchanged &unchanged, bool followed)
      : numbers_(numbers), lost_(lost), unchanged_(unchanged), followed_(followed) {}

  const HostConstants &numbers() const { return numbers_; }
  const clang::ASTContext &context() const { return numbers_.context(); }
  const LostNames &lost() const { return lost_; }
  // Do facts say where variables change?
  bool has_facts() const { return followed_; }
  bool is_constant(const clang::VarDecl &v) const {
    return support::sound("host_values.constant", unchanged_.always.count(&v) != 0 && !lost_.has(v));
  }
  bool is_followed(const clang::VarDecl &v) const {
    return followed_ && !lost_.has(v) && support::sound("host_values.followed", unchanged_.followed.count(&v) != 0);
  }
  // A parameter through which the function only reads: the caller says what it refers to.
  bool is_reference(const clang::VarDecl &v) const { return unchanged_.references.count(&v) != 0 && !lost_.has(v); }
  // May a fact speak of what others may change, as it is where the fact stands?
  bool learns_now() const { return support::sound("host_values.disturbed", unchanged_.disturbances); }
  // Of an integer of 8 to 64 bits; nothing: it is none.
  std::optional<cfg::Type> type_of(clang::QualType t) const {
    if (t.isNull() || !t->isIntegralOrEnumerationType() || t->isBooleanType() || t->isDependentType())
      return std::nullopt;
    const std::uint64_t width = context().getIntWidth(t);
    return width <= 64 ? std::optional(cfg::int_type(static_cast<unsigned>(width))) : std::nullopt;
  }

private:
  const HostConstants &numbers_;
  const LostNames &lost_;
  const Unchanged &unchanged_;
  const bool followed_;
};

} // namespace lockstep::frontend
