// Text from outside, as it reaches a terminal (support/printable.h).
#include "support/printable.h"

#include <gtest/gtest.h>

namespace lockstep::support::test_printable {
namespace {

TEST(Printable, WhatATerminalObeysIsEscaped) {
  EXPECT_EQ(printable("a\x1b[2Jb"), "a\\x1b[2Jb");
  EXPECT_EQ(printable("a\nb\r\tc\x7f"), "a\\nb\\x0d\tc\\x7f");
  EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(printable("\u009b1m"), "\\x9b1m");                // a control sequence in eight bits
  EXPECT_EQ(printable("a\u202eb\u2066"), "a\\u202eb\\u2066"); // turns the direction
}

TEST(Printable, OtherTextStays) {
  EXPECT_EQ(printable("gr\u00fc\u00dfe \u2264 \U0001f600"), "gr\u00fc\u00dfe \u2264 \U0001f600");
}

TEST(Printable, WhatIsNoUtf8) {
  EXPECT_EQ(printable("a\xff"
                      "b\xc3"),
            "a\\xffb\\xc3");
  EXPECT_EQ(printable("\xc0\x80\xed\xa0\x80"), "\\xc0\\x80\\xed\\xa0\\x80"); // too long; half of a pair
}

TEST(Printable, Lines) {
  EXPECT_EQ(printable_lines("a\nb.cl: k: verified"), "a\n  b.cl: k: verified");
  EXPECT_EQ(printable_text("a\nb\x07"), "a\nb\\x07");
}

} // namespace
} // namespace lockstep::support::test_printable
