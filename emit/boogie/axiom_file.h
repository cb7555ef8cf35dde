// Files of axioms that a user trusts: types, constants, functions and axioms, in the subset of Boogie that boogie.h
// has, with synonyms of types and functions as Boogie's shorter form declares them.
#pragma once

#include "emit/boogie/boogie.h"
#include "support/source.h"

#include <map>
#include <string>
#include <vector>

namespace lockstep::emit::boogie {

struct AxiomText {
  std::string file, text;
};

struct TrustedAxiom {
  Expr condition;
  std::string text; // as the user names things
  support::Origin origin;
};

// A function of the kernel's that a file defines.
struct DefinedFunction {
  std::string name; // as the user names it
  support::Origin origin;
};

// An axiom about a function that nobody has declared.
struct UnknownAxiom {
  std::string function;
  support::Origin origin;
};

// All of them under names that no other declaration has.
struct TrustedAxioms {
  Program declarations; // types, constants and functions that the files declare
  std::vector<TrustedAxiom> axioms;
  std::vector<DefinedFunction> defined;
  std::vector<UnknownAxiom> unknown; // left out
};

// `known`: functions that the files may speak of, by the names that these have there.
support::Result<TrustedAxioms> parse_axioms(const std::vector<AxiomText> &files,
                                            const std::map<std::string, FunctionDecl> &known,
                                            support::Diagnostics &diags);

} // namespace lockstep::emit::boogie
