// How messages name a place in an array (cfg/ir/text/element_text.h).
#include "cfg/ir/text/element_text.h"

#include <gtest/gtest.h>

namespace lockstep::cfg::test_element_text {
namespace {

Array array(unsigned element_bytes, std::vector<std::uint64_t> rows) {
  Array a;
  a.source_element_bytes = element_bytes;
  a.rows = std::move(rows);
  return a;
}

TEST(ElementText, Elements) {
  const Array a = array(4, {});
  EXPECT_EQ(element_of(a, 7), 1);
  EXPECT_EQ(element_of(a, -1), -1) << "in front of the array";
  EXPECT_EQ(element_of(a, -4), -1);
  EXPECT_EQ(indices_text(a, 12), "[12]");
  EXPECT_EQ(indices_text(a, -3), "[-3]");
}

TEST(ElementText, Rows) {
  const Array a = array(4, {3, 4, 5});
  EXPECT_EQ(indices_text(a, 60 + 2 * 20 + 3 * 5 + 3), "[1][2][3][3]");
  EXPECT_EQ(indices_text(a, -1), "[-1][2][3][4]") << "the outermost index alone says that it is outside";
  EXPECT_EQ(indices_text(array(4, {9, 0}), 7), "[7]") << "there is nothing in a row";
}

TEST(ElementText, Parts) {
  const Array a = array(8, {});
  EXPECT_EQ(part_text(a, 24, 31), "");
  EXPECT_EQ(part_text(a, 24, 39), "") << "whole elements";
  EXPECT_EQ(part_text(a, 28, 31), " (bytes 4..7)");
  EXPECT_EQ(part_text(a, 26, 26), " (byte 2)");
  EXPECT_EQ(part_text(array(8, {0}), 26, 26), " (byte 2) (0-sized array)");
}

} // namespace
} // namespace lockstep::cfg::test_element_text
