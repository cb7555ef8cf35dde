// The statements of .pred and .lks: private to the parser (parse.cpp, parse_stmt.cpp).
#pragma once

#include "cfg/ir/text/parse_parts.h"
#include "predication/lockstep.h"
#include "predication/predicated.h"

namespace lockstep::predication {

std::optional<cfg::AccessKind> access_kind_of(std::string_view word);
Terminator terminator_of(const cfg::Terminator &t); // the same targets and expressions

// Reports what is wrong and returns false, the reader near the mistake. Leaves origin and ';' to the caller.
template <typename Program> class StmtParser {
public:
  StmtParser(cfg::kir::Context &c, const Program &p, BlockKind block) : in_(c.in), c_(c), p_(p), block_(block) {}
  bool parse(typename Program::Node &out);

private:
  static constexpr bool vector = std::is_same_v<Program, Lockstep>;
  struct Cells {
    ArrayId array;
    Expr offset;
  };

  bool at_keyword(std::string_view word) const; // the word, and no variable or array of that name
  bool open() { return !vector || in_.expect("<"); }
  bool close() { return !vector || in_.expect(">"); }
  bool is_blockish(VarId v) const { return p_.vars[v].holds_block(); }
  bool same_vars(const std::vector<VarId> &vars);
  Expr typed(cfg::Type wanted, std::string_view what);
  Expr condition() { return typed(cfg::bool_type, "a condition"); }
  std::optional<VarId> target();                            // v or <v>
  std::optional<Guard> guard();                             // without brackets
  std::optional<Guard> guard_before(std::string_view mark); // "guard mark" if it stands here, else Always
  std::optional<Guard> if_guard();
  std::optional<Cells> cells(bool brackets);
  std::optional<unsigned> per();
  std::optional<std::vector<Expr>> exprs(); // one or more
  std::optional<std::vector<ArrayId>> arrays();

  bool named(typename Program::Node &out);
  bool assignment(const std::vector<VarId> &dests, typename Program::Node &out);
  bool choose(VarId var, typename Program::Node &out);
  bool store(typename Program::Node &out);
  bool atomic(std::optional<VarId> dest, typename Program::Node &out);
  bool assume(cfg::AssumeKind kind, typename Program::Node &out);
  bool at_head(typename Program::Node &out);
  bool assertion(cfg::AssertKind kind, typename Program::Node &out);
  bool barrier(typename Program::Node &out);
  std::optional<cfg::Scope> barrier_scope();
  bool scope_and_fences(cfg::Scope &scope, bool &group, bool &global);
  bool log(typename Program::Node &out);
  bool instrumentation(typename Program::Node &out);

  support::TextReader &in_;
  cfg::kir::Context &c_;
  const Program &p_;
  BlockKind block_;
};

} // namespace lockstep::predication
