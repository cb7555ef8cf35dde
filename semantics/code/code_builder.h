// Expressions to register code (code.h): for kernels and for lock-step programs. Private to semantics/.
#pragma once

#include "semantics/code/registers.h"

#include <unordered_map>

namespace lockstep::semantics {

class UndefinedValues { // can evaluating an expression be undefined?
public:
  bool possible(const cfg::Expr &e);

private:
  std::unordered_map<const cfg::ExprNode *, bool> known_;
};

class CodeBuilder {
public:
  CodeBuilder(Code &code, const cfg::Kernel &kernel, const CodeOptions &options, support::Diagnostics &diags);

  void begin(Site site, const support::Origin &where); // a statement or terminator
  Reg expr(const cfg::Expr &e);                        // evaluates into some register
  void into(Reg dst, const cfg::Expr &e);

  std::uint32_t here() const { return static_cast<std::uint32_t>(code_.instrs.size()); }
  std::uint32_t emit(Do what, Reg dst = 0, Reg a = 0, std::uint32_t c = 0);
  void access(const cfg::Load &l); // with the operands of the statement
  void access(const cfg::Store &s);
  void access(const cfg::Atomic &a);
  void finish(); // numbers the registers; the code is complete

private:
  Reg node(const cfg::Expr &e, std::optional<Reg> into);
  Reg lazy(const cfg::Expr &e, Reg dst);
  Reg call(const cfg::Expr &e, Reg dst);
  Instr &push(Instr i);
  void add_access(AccessCode a, cfg::ArrayId array, Reg offset, unsigned offset_width, Do what);

  Code &code_;
  const cfg::Kernel &kernel_;
  const CodeOptions &options_;
  support::Diagnostics &diags_;
  Registers registers_;
  Site site_;
  support::Origin where_;
  bool first_ = true;
  std::unordered_map<const cfg::ExprNode *, Reg> known_; // evaluated in this statement
  UndefinedValues undefined_;
};

} // namespace lockstep::semantics
