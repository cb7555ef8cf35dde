// Tables of words (support/words.h).
#include "support/stage.h"
#include "support/words.h"

#include <gtest/gtest.h>
#include <set>

namespace lockstep::support::test_words {
namespace {

enum class Fruit : std::uint8_t { Apple, Pear };
constexpr Words<Fruit, 2> fruits({{Fruit::Apple, "apple"}, {Fruit::Pear, "pear"}});

TEST(Words, BothWays) {
  static_assert(fruits.text(Fruit::Pear) == "pear");
  EXPECT_EQ(fruits.find("pear"), Fruit::Pear);
  EXPECT_EQ(fruits.all(), (std::vector<std::string>{"apple", "pear"}));
}

TEST(Words, AnUnknownWordIsNothing) {
  for (const char *word : {"", "plum", "Pear", "pea", "pears", "pear "})
    EXPECT_FALSE(fruits.find(word)) << word;
}

TEST(Words, EveryStageHasItsOwn) {
  const std::vector<std::string> names = stage_words.all();
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), stage_count);
  EXPECT_EQ(names.front(), "compile");
  EXPECT_EQ(stage_words.find("add_bounds_checks"), Stage::AddBoundsChecks);
}

} // namespace
} // namespace lockstep::support::test_words
