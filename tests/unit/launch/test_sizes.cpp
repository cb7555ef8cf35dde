// Launch sizes from their texts (launch/sizes.h).
#include "launch/sizes.h"

#include <gtest/gtest.h>

namespace lockstep::launch::test_sizes {
namespace {

SizeText texts(std::optional<std::string> local, std::optional<std::string> groups,
               std::optional<std::string> global = {}, std::optional<std::string> offset = {}) {
  return {std::move(local), std::move(groups), std::move(global), std::move(offset)};
}

cfg::Launch good(const SizeText &text) {
  support::Diagnostics diags;
  const auto launch = resolve_sizes(text, diags);
  EXPECT_TRUE(launch) << (diags.all().empty() ? "" : diags.all().front().message);
  return launch ? *launch : cfg::Launch{};
}

std::string bad(const SizeText &text) {
  support::Diagnostics diags;
  EXPECT_FALSE(resolve_sizes(text, diags));
  EXPECT_EQ(diags.all().size(), 1U);
  return diags.all().empty() ? "" : diags.all().front().message;
}

TEST(Sizes, OneDimension) {
  const cfg::Launch l = good(texts("64", "16"));
  EXPECT_EQ(l.local_size[0], 64U);
  EXPECT_EQ(l.local_size[1], 1U);
  EXPECT_EQ(l.num_groups[0], 16U);
  EXPECT_EQ(l.dimensions, 1U);
}

TEST(Sizes, BracketsSpacesAndFreeDimensions) {
  const cfg::Launch l = good(texts("[8, *]", "*,2,3"));
  EXPECT_EQ(l.local_size[0], 8U);
  EXPECT_FALSE(l.local_size[1]);
  EXPECT_FALSE(l.num_groups[0]);
  EXPECT_EQ(l.num_groups[2], 3U);
  EXPECT_EQ(l.dimensions, 3U);
}

TEST(Sizes, GlobalSizeGivesTheGroups) {
  EXPECT_EQ(good(texts("8,4", {}, "64,8")).num_groups[1], 2U);
  const cfg::Launch free_groups = good(texts("8", {}, "*"));
  EXPECT_FALSE(free_groups.num_groups[0]);
  EXPECT_FALSE(free_groups.global_size[0]);
  const cfg::Launch free_local = good(texts("*", {}, "1024"));
  EXPECT_FALSE(free_local.num_groups[0]);
  EXPECT_EQ(free_local.global_size[0], 1024U);
}

TEST(Sizes, Offset) { EXPECT_EQ(good(texts("8", "8", {}, "0,5")).global_offset[1], 5U); }

TEST(Sizes, ContradictionsAreRefusedWithARemedy) {
  EXPECT_NE(bad(texts("64", "2", "128")).find("contradict"), std::string::npos);
  EXPECT_NE(bad(texts("64", {}, "100")).find("100 is not a multiple of the local size 64 in dimension x"),
            std::string::npos);
  EXPECT_NE(bad(texts("8,8", {}, "64")).find("same number of dimensions"), std::string::npos);
}

TEST(Sizes, MissingSizesNameTheFlag) {
  EXPECT_NE(bad(texts({}, "1")).find("--local-size"), std::string::npos);
  EXPECT_NE(bad(texts("1", {})).find("--num-groups"), std::string::npos);
}

TEST(Sizes, BadNumbers) {
  for (const char *text : {"", "0", "-1", "x", "1,,2", "1,2,3,4", "4294967296", "99999999999999999999", "1 2x"})
    EXPECT_FALSE(bad(texts(text, "1")).empty()) << text;
  EXPECT_FALSE(bad(texts("1", "1", {}, "*")).empty());
}

TEST(Sizes, TheCommandLineOverridesTheHeader) {
  const SizeText header = texts("64", "16");
  EXPECT_EQ(*override_sizes(header, texts({}, {}, "128")).global_size, "128");
  EXPECT_FALSE(override_sizes(header, texts({}, {}, "128")).num_groups);
  EXPECT_EQ(*override_sizes(header, texts("32", {})).num_groups, "16");
  EXPECT_EQ(*override_sizes(header, texts("32", {})).local_size, "32");
}

} // namespace
} // namespace lockstep::launch::test_sizes
