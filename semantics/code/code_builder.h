// Expressions to register code (code.h): for kernels and for lock-step programs. Private to semantics/.
//
// Temporaries live for one statement. They are numbered from `temporary` on while the code grows, since constants and
// ids get registers as they appear; `finish` puts them behind those.
#pragma once

#include "semantics/code/code.h"

#include <unordered_map>

namespace lockstep::semantics {

class CodeBuilder {
public:
  CodeBuilder(Code &code, const cfg::Kernel &kernel, const CodeOptions &options, support::Diagnostics &diags);

  void begin(Site site, const support::Origin &where); // a statement or terminator
  Reg expr(const cfg::Expr &e);                        // evaluates into some register
  void into(Reg dst, const cfg::Expr &e);
  Reg constant(std::uint64_t bits);
  Reg temporary();

  std::uint32_t here() const { return static_cast<std::uint32_t>(code_.instrs.size()); }
  std::uint32_t emit(Do what, Reg dst = 0, Reg a = 0, std::uint32_t c = 0);
  // The access of a statement whose operands are evaluated already.
  std::uint32_t access(cfg::ArrayId array, cfg::AccessKind kind, Reg offset, cfg::Type offset_type, AccessCode shape,
                       Do what);
  AccessCode access_shape(const cfg::Load &l);
  AccessCode access_shape(const cfg::Store &s);
  AccessCode access_shape(const cfg::Atomic &a);
  void finish(); // numbers the registers; the code is complete

private:
  static constexpr Reg temporary_bit = Reg(1) << 31;
  Reg node(const cfg::Expr &e, std::optional<Reg> into);
  Reg lazy(const cfg::Expr &e, Reg dst);
  Reg call(const cfg::Expr &e, Reg dst);
  Reg leaf(const cfg::Expr &e);
  bool risky(const cfg::Expr &e); // can evaluating it be undefined?
  Instr &push(Instr i);
  void patch(std::uint32_t at) { code_.instrs[at].c = here(); }

  Code &code_;
  const cfg::Kernel &kernel_;
  const CodeOptions &options_;
  support::Diagnostics &diags_;
  Site site_;
  support::Origin where_;
  bool first_ = true;
  std::uint32_t temporaries_ = 0, most_temporaries_ = 0;
  std::unordered_map<const cfg::ExprNode *, Reg> known_; // evaluated in this statement
  std::unordered_map<std::uint64_t, Reg> constants_;
  std::unordered_map<const cfg::ExprNode *, bool> risky_;
};

} // namespace lockstep::semantics
