// Runs the stages up to the lock-step program on .kir text; helpers of the unit tests of predication.
#pragma once

#include "cfg/ir/text/parse.h"
#include "cfg/passes/normalise.h"
#include "predication/predicate.h"
#include "predication/text.h"
#include "predication/vectorise.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace lockstep::predication::test {

inline std::string messages(const support::Diagnostics &diags) {
  std::string out;
  for (const auto &d : diags.all())
    out += support::format(d) + "\n";
  return out;
}

inline std::string read_file(const std::filesystem::path &path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

struct Built {
  cfg::Kernel kernel; // normalised
  Predicated predicated;
  Lockstep lockstep;
};

// A failed stage or check fails the test and throws.
inline Built build(const std::string &text, Scheme scheme, const std::string &file = "test.kir") {
  support::Diagnostics diags;
  auto fail = [&](const char *stage) -> std::runtime_error {
    return std::runtime_error(std::string(stage) + ": " + messages(diags));
  };
  auto parsed = cfg::parse(text, file, diags);
  if (!parsed)
    throw fail("parse");
  auto kernel = cfg::normalise(*parsed, {.desugar_branches = scheme == Scheme::BlockId}, diags);
  if (!kernel)
    throw fail("normalise");
  auto forest = cfg::loops(*kernel, diags);
  if (!forest)
    throw fail("loops");
  auto uniform = cfg::uniformity(*kernel, *forest, {.level = cfg::UniformityLevel::Grid});
  auto predicated = predicate(*kernel, *forest, uniform, {scheme}, diags);
  if (!predicated || !check(*predicated, diags))
    throw fail("predicate");
  Lockstep lockstep = vectorise(*predicated);
  if (!check(lockstep, diags))
    throw fail("vectorise");
  return {std::move(*kernel), std::move(*predicated), std::move(lockstep)};
}

} // namespace lockstep::predication::test
