// A command's words as a shell splits them (driver/project/shell_words.h).
#include "driver/project/shell_words.h"

#include <gtest/gtest.h>

namespace lockstep::driver::test_shell_words {
namespace {

using Words = std::vector<std::string>;

TEST(ShellWords, BlanksPart) {
  EXPECT_EQ(shell_words("  nvcc \t-c\n k.cu "), (Words{"nvcc", "-c", "k.cu"}));
  EXPECT_EQ(shell_words(""), Words{});
}

TEST(ShellWords, QuotesKeepTogether) {
  EXPECT_EQ(shell_words("-DA=\"x y\" '-DB=\"z\"' -D'C'=1"), (Words{"-DA=x y", "-DB=\"z\"", "-DC=1"}));
  EXPECT_EQ(shell_words("a '' \"\" b"), (Words{"a", "", "", "b"}));
  EXPECT_EQ(shell_words(R"('a\' "it's")"), (Words{"a\\", "it's"}));
}

TEST(ShellWords, BackslashesKeepACharacter) {
  EXPECT_EQ(shell_words(R"(-DNAME=\"k\" a\ b)"), (Words{"-DNAME=\"k\"", "a b"}));
  EXPECT_EQ(shell_words(R"("\"k\" \n \\ \$")"), (Words{"\"k\" \\n \\ $"}));
  EXPECT_EQ(shell_words("a\\\nb"), (Words{"ab"}));
}

TEST(ShellWords, WhatIsNotClosedIsNoCommand) {
  EXPECT_FALSE(shell_words("nvcc \"-DA"));
  EXPECT_FALSE(shell_words("nvcc 'k.cu"));
  EXPECT_FALSE(shell_words("nvcc \\"));
}

} // namespace
} // namespace lockstep::driver::test_shell_words
