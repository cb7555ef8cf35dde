// Expressions in the user's words, for messages: names of the source, its operators, `threadIdx.x` or
// `get_local_id(0)` by the kind of file. Conversions are left out; what is long is cut short.
#pragma once

#include "cfg/ir/kernel.h"

#include <string>

namespace lockstep::coalescing {

class SourceWords {
public:
  explicit SourceWords(const cfg::Kernel &k);
  std::string of(const cfg::Expr &e) const;
  std::string quantity(cfg::Op op, unsigned dimension) const;
  std::string global_id(unsigned dimension) const;
  std::string global_size(unsigned dimension) const;
  std::string variable(cfg::VarId v) const;
  std::string array(cfg::ArrayId a) const;

private:
  std::string text(const cfg::Expr &e, int around, unsigned depth) const;
  std::string variable(cfg::VarId v, int around, unsigned depth) const;
  std::string known_sum(const cfg::ExprNode &n) const;

  const cfg::Kernel &k_;
  bool cuda_ = false, opencl_ = false;
  std::vector<std::vector<const cfg::Stmt *>> definitions_; // by variable
};

} // namespace lockstep::coalescing
