// Lines by name and number (support/source_texts.h).
#include "support/source_texts.h"

#include <gtest/gtest.h>

namespace lockstep::support::test_source_texts {
namespace {

TEST(SourceTexts, LinesOfAFile) {
  SourceTexts t;
  t.add("a.cl", "one\r\ntwo\n\nfour");
  EXPECT_EQ(t.line({"a.cl", 1, 1}), "one");
  EXPECT_EQ(t.line({"a.cl", 3, 1}), "");
  EXPECT_EQ(t.line({"a.cl", 4, 1}), "four");
  EXPECT_FALSE(t.line({"a.cl", 5, 1}));
  EXPECT_FALSE(t.line({"a.cl", 0, 0}));
  EXPECT_FALSE(t.line({"/dev/zero", 1, 1}));
}

TEST(SourceTexts, RenumberedLinesCountFirst) {
  SourceTexts t;
  t.add("a.cl", "one\ntwo\n");
  t.add_line("a.cl", 1, "first");
  t.add_line("/dev/zero", 7, "seventh");
  EXPECT_EQ(t.line({"a.cl", 1, 1}), "first");
  EXPECT_EQ(t.line({"a.cl", 2, 1}), "two");
  EXPECT_EQ(t.line({"/dev/zero", 7, 3}), "seventh");
}

TEST(SourceTexts, CopyOfAPlaceAndItsCalls) {
  SourceTexts t, to;
  t.add("a.cl", "one\ntwo\n");
  t.add("b.h", "x\n" + std::string(500, 'y') + "\n");
  t.copy(Origin({"b.h", 1, 1}, Origin({"a.cl", 2, 1})), to);
  t.copy(Origin({"b.h", 2, 1}), to); // too long to be shown
  EXPECT_EQ(to.lines(), (SourceTexts::Lines{{{"b.h", 1}, "x"}, {{"a.cl", 2}, "two"}}));
}

} // namespace
} // namespace lockstep::support::test_source_texts
