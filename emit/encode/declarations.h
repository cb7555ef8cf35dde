// The global declarations a program turns out to need, collected while its procedures are emitted.
#pragma once

#include "cfg/ir/expr.h"
#include "emit/boogie/boogie.h"

#include <set>
#include <string>
#include <vector>

namespace lockstep::emit {

class Declarations {
public:
  // Each returns an expression or name usable at once; declaring twice is harmless.
  boogie::Expr constant(const std::string &name, const boogie::Type &type);
  boogie::Type float_sort(unsigned width); // an uninterpreted sort per width
  static std::string float_name(unsigned width);
  // An SMT-LIB bit-vector operation as a Boogie function, e.g. ("bvadd", 32) or ("bvult", 32).
  boogie::Expr bv_binary(const std::string &op, boogie::Expr a, boogie::Expr b);
  boogie::Expr bv_compare(const std::string &op, boogie::Expr a, boogie::Expr b);
  boogie::Expr moved(boogie::Expr offset, std::int64_t by); // offset + by, integers or bits
  boogie::Expr bv_extend(bool sign, boogie::Expr a, unsigned to_width);
  // An uninterpreted function application; one function per name and signature.
  boogie::Expr uninterpreted(const std::string &operation, const boogie::Type &result, std::vector<boogie::Expr> args);
  static boogie::FunctionDecl uninterpreted_function(const std::string &operation, const boogie::Type &result,
                                                     const std::vector<boogie::Type> &params);
  void axiom(boogie::Expr condition);

  // Hands everything over to the program (in front of what is there).
  void move_into(boogie::Program &p);

private:
  void function(boogie::FunctionDecl f);
  std::set<std::string> seen_;
  std::set<std::string> axioms_seen_;
  boogie::Program program_;
};

} // namespace lockstep::emit
