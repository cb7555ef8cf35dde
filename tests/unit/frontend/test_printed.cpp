// Which strings a printf reads.
#include "frontend/builtins/printed.h"
#include "tests/unit/frontend/build_fixture.h"

namespace lockstep::frontend::test_printed {
namespace {

std::string strings(std::string_view format) {
  auto found = printed_strings(format, 1);
  std::string out;
  if (!found)
    return "?";
  for (const PrintedString &s : *found)
    out += std::to_string(s.argument) + (s.most ? "<" + std::to_string(*s.most) : "") +
           (s.most_argument ? "<#" + std::to_string(*s.most_argument) : "") + " ";
  return out;
}

TEST(Printed, StringsByFormat) {
  EXPECT_EQ(strings("no conversion"), "");
  EXPECT_EQ(strings("%d %s"), "2 ");
  EXPECT_EQ(strings("100%% %s"), "1 ");
  EXPECT_EQ(strings("%-08.3lld|%+5.2f|%s"), "3 ");
  EXPECT_EQ(strings("%*d%s"), "3 ");
  EXPECT_EQ(strings("%.5s%.*s%.s"), "1<5 3<#2 4<0 ");
  EXPECT_EQ(strings("%v4hlf %s"), "2 ");
  EXPECT_EQ(strings("%p %c %hhx %s"), "4 ");
  EXPECT_EQ(strings("%n"), "?");
  EXPECT_EQ(strings("%"), "?");
  EXPECT_EQ(strings("%y"), "?");
  EXPECT_EQ(strings("%d\0%s"), "");
}

TEST(Printed, OfOwnAndConstantStringsNothingIsRead) {
  BUILD(k, "own.cu",
        "__constant__ char c[4];\n__global__ void k(int *p, bool b) { char own[4] = \"abc\";\n"
        "printf(\"%s %s %s\", own, b ? c : \"x\", \"literal\"); p[0] = 1; }");
  EXPECT_TRUE(k.all<cfg::Load>().empty()) << k.text();
}

TEST(Printed, ReadsToTheEndOfTheString) {
  BUILD(k, "reads.cu", "__global__ void k(char *s, int *p) { printf(\"%s\", s); p[0] = 1; }");
  EXPECT_EQ(k.at("s").granule_bytes, 1u);
  EXPECT_EQ(k.all<cfg::Load>().size(), 1u);
  OneThread t(*k.kernel);
  std::vector<std::uint64_t> text(64, 'x');
  text[3] = 0;
  t.fill("s", text);
  EXPECT_EQ(t.go(), "");
  OneThread endless(*k.kernel);
  endless.fill("s", std::vector<std::uint64_t>(64, 'x'));
  EXPECT_THROW(endless.go(), std::out_of_range);
}

TEST(Printed, WithAnUnknownFormatAnyPointerMayBeAString) {
  BUILD(k, "format.cu", "__global__ void k(const char *f, char *s, int *p) { printf(f, p[0], s); p[0] = 1; }");
  EXPECT_EQ(k.all<cfg::Load>().size(), 3u) << k.text();
}

} // namespace
} // namespace lockstep::frontend::test_printed
