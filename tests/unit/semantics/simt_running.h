// Runs .simt text on the machine of warps; helpers of its unit tests.
#pragma once

#include "running.h"
#include "semantics/simt/explore.h"
#include "semantics/simt/program/place.h"
#include "semantics/simt/program/program.h"

#include <fmt/format.h>
#include <fstream>
#include <sstream>

namespace lockstep::semantics::simt::test {

inline Program program_of(const std::string &text, const std::string &file = "test.simt") {
  support::Diagnostics diags;
  auto p = parse_program(text, file, diags);
  if (!p || !check(*p, diags))
    throw std::runtime_error(semantics::test::messages(diags));
  return *p;
}

inline SimtCode simt_code_of(const Program &p) {
  support::Diagnostics diags;
  auto c = compile(p, {}, diags);
  if (!c)
    throw std::runtime_error(semantics::test::messages(diags));
  return *c;
}

inline Program placed(const cfg::Kernel &k, Placement placement = Placement::PostDominators) {
  support::Diagnostics diags;
  auto p = place_reconvergence(k, placement, diags);
  if (!p || !check(*p, diags))
    throw std::runtime_error(semantics::test::messages(diags));
  return *p;
}

class GivenChoices final : public Choices { // as listed, then zeros
public:
  explicit GivenChoices(std::vector<std::size_t> all) : all_(std::move(all)) {}
  std::size_t among(std::size_t) override { return at_ < all_.size() ? all_[at_++] : 0; }
  std::uint64_t havoc(cfg::Type) override { return 0; }

private:
  std::vector<std::size_t> all_;
  std::size_t at_ = 0;
};

// "  3: 10 0b | (diverge,01,4)(sync,11,10)", a row per step; without the disable mask if no lane is disabled in any row
// that is expected.
class Rows final : public IssueObserver {
public:
  Rows(const Program &p, unsigned width, bool masks) : p_(p), width_(width), masks_(masks) {}
  void on_issue(const Issue &i) override {
    if (!i.state)
      return;
    std::string stack;
    for (auto t = i.state->stack.rbegin(); t != i.state->stack.rend(); ++t)
      stack += fmt::format("({},{},{})", name(t->kind), bits(t->mask, width_), p_.code.at(t->pc).address);
    rows.push_back(fmt::format("{:>3}: {}{} | {}", p_.code[i.pc].address, bits(i.state->active, width_),
                               masks_ ? " " + disabled_text(*i.state, width_) : "", stack.empty() ? "-" : stack));
    pcs.push_back(p_.code[i.pc].address);
  }
  std::vector<std::string> rows;
  std::vector<Address> pcs;

private:
  const Program &p_;
  unsigned width_;
  bool masks_;
};

} // namespace lockstep::semantics::simt::test
