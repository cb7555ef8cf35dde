// Offsets as sums of ids, parameters and variables with constant factors, and written in the user's names: what hints
// change, and speak of.
//
// Conversions are passed over, and products multiplied out, as if nothing wrapped around: a sum says what an index
// means. Whatever is made of it is counted anew before it is told (hints.h).
#pragma once

#include "cfg/analysis/analyses.h"
#include "cost/requests/lane_form.h"

#include <string>
#include <vector>

namespace lockstep::coalescing {

struct Sum {
  struct Term {
    cfg::Expr atom; // of 64 bits: a launch quantity, a variable without a definition, or something not taken apart
    Number factor;
  };
  std::vector<Term> terms; // different atoms, no factor of zero
  Number constant = 0;

  void add(const cfg::Expr &atom, Number factor);
  void add(const Sum &other, Number factor);
  const Term *of(const cfg::Expr &atom) const; // null: none
  cfg::Expr expr() const;                      // of 64 bits
};
bool same_terms(const Sum &a, const Sum &b);
cfg::Expr id_atom(cfg::Op op, unsigned dimension);

// row * pitch + rest.
struct Split {
  Sum row, rest;
};

enum class Language : std::uint8_t { OpenCl, Cuda };

// Reads the expressions at one point of a kernel.
class SumReader {
public:
  SumReader(const cfg::Kernel &k, const cfg::Analyses &a) : k_(k), a_(a), facts_reader_(k, a.facts) {}

  void stand_at(cfg::BlockId block, std::size_t stmt);
  std::optional<Sum> read(const cfg::Expr &e); // empty: too large a thing
  cfg::Bounds range(const Sum &s) const;
  std::vector<cfg::Expr> conditions() const; // that hold at the point

  // Terms whose factor the pitch divides are rows; of the constant so much that the rest starts at zero or more.
  Split split(const Sum &s, Number pitch) const;

  std::string text(const Sum &s, Language language); // "(gy * 16 + ly) * w + lx"
  std::string text(const cfg::Expr &atom, Language language);

private:
  std::optional<Sum> find(const cfg::Expr &e, unsigned depth);
  const std::vector<std::pair<std::string, Sum>> &names();

  const cfg::Kernel &k_;
  const cfg::Analyses &a_;
  cfg::FactReader facts_reader_;
  std::vector<cfg::Fact> facts_;
  std::optional<std::vector<std::pair<std::string, Sum>>> named_; // variables of the user's that stand for sums
  cfg::BlockId block_ = ~cfg::BlockId(0);
  std::size_t stmt_ = 0;
};

} // namespace lockstep::coalescing
