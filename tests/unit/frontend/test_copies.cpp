// Copies within one array (frontend/lower/memory/memcpy.cpp), and what is forgotten.
#include "tests/unit/frontend/build_fixture.h"

namespace lockstep::frontend::test_copies {
namespace {

TEST(Copies, ALongMoveBeginsAtTheEndThatIsNotOverwritten) {
  BUILD(up, "move_up.cl",
        "kernel void k(global int *a) {\n"
        "  int t[1000];\n"
        "  for (int i = 0; i < 1000; ++i)\n"
        "    t[i] = i;\n"
        "  __builtin_memmove(t + 1, t, 900 * sizeof(int));\n"
        "  for (int i = 0; i < 5; ++i)\n"
        "    a[i] = t[200 * i];\n"
        "}\n");
  OneThread r(*up.kernel);
  EXPECT_EQ(r.go(), "");
  EXPECT_EQ(std::vector<std::uint64_t>(r.memory("a").begin(), r.memory("a").begin() + 5),
            (std::vector<std::uint64_t>{0, 199, 399, 599, 799}));
}

TEST(Copies, ALocalThatBeginsAnewHoldsAnyValue) {
  BUILD(again, "begins_anew.cl",
        "__kernel void k(__global int *out, int n, int m) {\n"
        "  for (int i = 0; i < n; ++i) {\n"
        "    int t[4];\n"
        "    if (i == 0)\n"
        "      t[m & 3] = i;\n"
        "    out[i] = t[i & 3];\n"
        "  }\n"
        "}\n");
  EXPECT_FALSE(again.all<cfg::Havoc>().empty()) << again.text();
}

} // namespace
} // namespace lockstep::frontend::test_copies
