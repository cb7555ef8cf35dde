// Where a launch's sizes come from (launch/resolve.h).
#include "launch/resolve.h"

#include "cfg/ir/text/parse.h"

#include <gtest/gtest.h>

namespace lockstep::launch::test_resolve {
namespace {

using support::Diagnostics;

// It speaks of the first dimension only.
cfg::Kernel one_dimension(Diagnostics &diags) {
  auto all = cfg::parse_kernels("kernel k {\n  array a: i32[] global param;\n"
                                "block s:\n  a[local_id(0, i32)] := 1:i32;\n  return;\n}\n",
                                "k.kir", diags);
  EXPECT_TRUE(all);
  return all ? std::move(all->front()) : cfg::Kernel();
}

SizeText sizes(const char *local, const char *groups) {
  SizeText text;
  text.local_size = local;
  text.num_groups = groups;
  return text;
}

// A launch in host code, of blocks of 256; nothing is known of their number.
frontend::LaunchSite site() {
  frontend::LaunchSite s;
  s.origin = support::Origin({"main.cu", 7, 3});
  s.block = {cfg::constant(cfg::int_type(32), 256), cfg::constant(cfg::int_type(32), 1),
             cfg::constant(cfg::int_type(32), 1)};
  s.arguments.push_back({.parameter = "n"});
  return s;
}

TEST(Resolve, WhatTheOptionsSay) {
  Diagnostics diags;
  const auto r = resolve_launch({.sizes = sizes("64", "*"), .warp_size = 64}, diags);
  ASSERT_TRUE(r);
  EXPECT_EQ(r->launch.local_size[0], 64u);
  EXPECT_FALSE(r->launch.num_groups[0]);
  EXPECT_EQ(r->launch.warp_size, 64u);
  EXPECT_TRUE(r->launch.most_threads);
  EXPECT_EQ(r->group, From::Options);
  EXPECT_TRUE(r->assumptions.empty());
  EXPECT_FALSE(r->free);
  EXPECT_FALSE(resolve_launch({.sizes = sizes("64", "*"), .many_threads = true}, diags)->launch.most_threads);
}

TEST(Resolve, SizesThatMustBeGivenAre) {
  Diagnostics diags;
  EXPECT_FALSE(resolve_launch({}, diags));
  SizeText half;
  half.local_size = "64";
  EXPECT_FALSE(resolve_launch({.sizes = half, .missing = From::Any}, diags)) << "half of a launch is a mistake";
  const auto free = resolve_launch({.sizes = half, .missing = From::Free}, diags);
  ASSERT_TRUE(free);
  EXPECT_EQ(free->group, From::Options);
  EXPECT_EQ(free->grid, From::Free);
}

TEST(Resolve, AnySizesInTheDimensionsThatTheKernelSpeaksOf) {
  Diagnostics diags;
  const cfg::Kernel k = one_dimension(diags);
  const auto r = resolve_launch({.missing = From::Any, .kernel = &k}, diags);
  ASSERT_TRUE(r);
  EXPECT_EQ(r->group, From::Any);
  EXPECT_FALSE(r->launch.local_size[0]);
  EXPECT_EQ(r->launch.local_size[1], 1u);
  EXPECT_EQ(r->launch.num_groups[2], 1u);
  EXPECT_EQ(r->launch.dimensions, 3u);
  ASSERT_EQ(r->assumptions.size(), 1u);
  EXPECT_NE(r->assumptions[0].find("one thread and one group in y and z"), std::string::npos);
}

TEST(Resolve, AttributesAreTheGroupsSize) {
  Diagnostics diags;
  const cfg::Kernel k = one_dimension(diags);
  const auto r =
      resolve_launch({.missing = From::Any, .required = std::array<std::uint64_t, 3>{8, 4, 1}, .kernel = &k}, diags);
  ASSERT_TRUE(r);
  EXPECT_EQ(r->group, From::Attributes);
  EXPECT_EQ(r->grid, From::Any);
  EXPECT_EQ(r->launch.local_size[1], 4u);
  EXPECT_NE(r->assumptions.at(0).find("one group in z"), std::string::npos) << "y has four threads";
  const auto free = resolve_launch({.missing = From::Free, .required = std::array<std::uint64_t, 3>{8, 4, 1}}, diags);
  EXPECT_TRUE(free->free);
}

TEST(Resolve, HostCodeSaysWhatIsPassed) {
  Diagnostics diags;
  const cfg::Kernel k = one_dimension(diags);
  frontend::LaunchSite s = site();
  s.asks = "__CUDA_ARCH__";
  const auto r = resolve_launch({.missing = From::Any, .site = &s, .kernel = &k}, diags);
  ASSERT_TRUE(r);
  EXPECT_EQ(r->group, From::HostCode);
  EXPECT_EQ(r->launch.local_size[0], 256u);
  EXPECT_FALSE(r->launch.num_groups[0]);
  ASSERT_TRUE(r->passed);
  EXPECT_EQ(r->passed->arguments.at(0).parameter, "n");
  ASSERT_EQ(r->assumptions.size(), 1u);
  EXPECT_NE(r->assumptions[0].find("as at main.cu:7:3: blocks of 256 x 1 x 1"), std::string::npos);
  EXPECT_NE(r->assumptions[0].find("__CUDA_ARCH__"), std::string::npos);
}

TEST(Resolve, ATextIsForTheLaunchThatItWasCompiledFor) {
  Diagnostics diags;
  const cfg::Kernel k = one_dimension(diags);
  cfg::Launch compiled;
  compiled.local_size[0] = 32;
  const auto own = resolve_launch({.compiled_for = compiled, .kernel = &k}, diags);
  ASSERT_TRUE(own);
  EXPECT_EQ(own->launch, compiled);
  EXPECT_EQ(own->group, From::KernelText);
  EXPECT_FALSE(diags.failed());
  EXPECT_FALSE(resolve_launch({.sizes = sizes("64", "1"), .compiled_for = compiled, .kernel = &k}, diags));
  EXPECT_TRUE(diags.failed());
}

} // namespace
} // namespace lockstep::launch::test_resolve
