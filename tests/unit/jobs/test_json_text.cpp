// JSON as reports write it (jobs/report/json_parts.h).
#include "jobs/report/json_parts.h"

#include <gtest/gtest.h>

namespace lockstep::jobs::test_json_text {
namespace {

using nlohmann::ordered_json;

TEST(JsonText, ListsOfNumbersStandOnOneLine) {
  const ordered_json j = {{"ids", {1, 2.5, -3}}, {"pairs", {{1, 2}, {3, 4}}}, {"words", {"a", 1}}, {"none", {}}};
  EXPECT_EQ(json_text(j), "{\n"
                          "  \"ids\": [1,2.5,-3],\n"
                          "  \"pairs\": [[1,2],[3,4]],\n"
                          "  \"words\": [\n    \"a\",\n    1\n  ],\n"
                          "  \"none\": null\n"
                          "}\n");
}

TEST(JsonText, ReadsBackAsItWas) {
  const ordered_json j = {{"a \"quoted\"\n key", {{"deep", {{{"x", nullptr}}, ordered_json::object(), true}}}},
                          {"empty", ordered_json::array()}};
  EXPECT_EQ(ordered_json::parse(json_text(j)), j);
}

TEST(JsonText, BytesThatAreNoTextAreReplaced) {
  const std::string text = json_text({{"name\xff", "k\xff"}});
  EXPECT_EQ(ordered_json::parse(text).begin().value(), "k\xef\xbf\xbd");
}

} // namespace
} // namespace lockstep::jobs::test_json_text
