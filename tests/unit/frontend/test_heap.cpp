// Memory from the heap of the device.
#include "tests/unit/frontend/build_fixture.h"

namespace lockstep::frontend::test_heap {
namespace {

constexpr const char *part = "274877906944"; // 2^40 bytes, of granules of 4

TEST(Heap, OfOneThread) {
  BUILD(k, "one.cu", "__global__ void k(int *p) { int *q = new int; *q = 7; p[0] = *q; delete q; }");
  bool own = false;
  for (const cfg::Array &a : k.kernel->arrays)
    own = own || a.space == cfg::Space::Private;
  EXPECT_TRUE(own) << k.text();
  EXPECT_EQ(k.all<cfg::Assume>().size(), 2u); // of the store, and of the load
  EXPECT_EQ(k.all<cfg::Assume>()[0].first.kind, cfg::AssumeKind::Heap);
  EXPECT_EQ(OneThread(*k.kernel).go(), "assume"); // its arbitrary values are not zero: there is no memory
}

TEST(Heap, EachTimeAnotherPart) {
  BUILD(k, "loop.cu",
        "__global__ void k(int *p, int n) { for (int i = 0; i < n; ++i) { int *q = new int; *q = i; p[i] = *q; } }");
  EXPECT_NE(k.text().find(part), std::string::npos) << k.text();
}

TEST(Heap, WhatWasFreedIsNotAccessed) {
  const std::string head = "__global__ void k(int *p, int *given) {\n int *q = (int *)malloc(4);\n";
  expect_refused(build_text("after.cu", head + "free(q);\np[0] = *q; }"), "may have been freed", 4);
  expect_refused(build_text("twice.cu", head + "if (p[0]) free(q);\nfree(q); }"), "may have been freed", 4);
  expect_refused(build_text("given.cu", head + "free(given); }"), "has not allocated", 3);
  expect_refused(build_text("loop.cu", head + "for (int i = 0; i < p[1]; ++i) { p[i] = *q;\nfree(q); } }"),
                 "may have been freed", 0);
  BUILD(k, "fresh.cu", head + "for (int i = 0; i < 9; ++i) { q = (int *)malloc(4); *q = 1; free(q); } }");
}

TEST(Heap, APointerInMemoryThatOthersSeeLeadsAnywhere) {
  expect_refused(build_text("shared.cu", "__global__ void k(int *p) { __shared__ int *s; s = new int;\n"
                                         "__syncthreads();\n*s = 1; }"),
                 "of unknown origin", 3);
}

} // namespace
} // namespace lockstep::frontend::test_heap
