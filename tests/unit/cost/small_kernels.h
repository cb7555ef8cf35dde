// Bounds of small kernels in the text form, for tests: groups of `threads` in one dimension, any number of them.
#pragma once

#include "cfg/ir/text/parse.h"
#include "cfg/passes/normalise.h"
#include "cost/bounds/kernel_cost.h"

#include <gtest/gtest.h>

namespace lockstep::cost {

// `head`: further variables and arrays, beside the parameter n, the variables i and v, and the array a.
inline KernelBounds bounds_of(const std::string &body, std::uint64_t threads = 64, const CostWishes &wishes = {},
                              const std::string &head = "") {
  support::Diagnostics diags;
  const std::string text =
      "kernel k pointer_bits 64 {\n  param n : i32 \"n\";\n  var i : i32 \"i\";\n  var v : i32;\n" + head +
      "  array a : i32[] global param \"a\";\n" + body + "}\n";
  const auto all = cfg::parse_kernels(text, "test.kir", diags);
  EXPECT_TRUE(all) << (diags.all().empty() ? "" : diags.all()[0].message);
  const auto normal = cfg::normalise((*all)[0], {}, diags);
  cfg::Launch launch;
  launch.local_size = {threads, 1, 1};
  launch.num_groups[0].reset();
  const auto analyses = cfg::analyse(*normal, launch, {}, diags);
  EXPECT_TRUE(analyses);
  return kernel_cost(*normal, *analyses, {*cfg::target("nvidia"), 256, {}}, wishes);
}

} // namespace lockstep::cost
