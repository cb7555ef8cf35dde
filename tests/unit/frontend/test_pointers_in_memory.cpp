// `build_kernel` with `follow_memory`: accesses through pointers that a load finds in shared memory.
#include "tests/unit/frontend/build_fixture.h"

namespace lockstep::frontend::test_pointers_in_memory {
namespace {

Built followed(const std::string &source) {
  Options options;
  options.follow_memory = true;
  return build_text("k.cl", source, options);
}

TEST(PointersInMemory, TheOffsetIsTheAddress) {
  const Built b = followed("kernel void k(global int *global *rows, global int *out) {\n"
                           "  global int *row = rows[1];\n"
                           "  out[0] = row ? row[2] : 7;\n}\n");
  ASSERT_TRUE(b.kernel);
  EXPECT_TRUE(b.at("row").aliased);
  EXPECT_FALSE(b.at("out").aliased);
  EXPECT_EQ(b.at("row").granule_bytes, 4u);
  OneThread r(*b.kernel);
  std::vector<std::uint64_t> row(103, 0);
  row[102] = 5;
  r.fill("rows", {0, 400}).fill("row", row);
  EXPECT_EQ(r.go(), "");
  EXPECT_EQ(r.memory("out")[0], 5u);
  OneThread none(*b.kernel);
  none.fill("rows", {0, 0}); // null
  EXPECT_EQ(none.go(), "");
  EXPECT_EQ(none.memory("out")[0], 7u);
}

TEST(PointersInMemory, AChainOfNodes) {
  const Built b = followed("struct node { global struct node *next; int value; int pad; };\n"
                           "kernel void k(global struct node *first, global int *out) {\n"
                           "  int sum = 0;\n"
                           "  for (global struct node *p = first->next; p; p = p->next) sum += p->value;\n"
                           "  out[0] = sum;\n}\n");
  ASSERT_TRUE(b.kernel);
  EXPECT_EQ(b.kernel->arrays.size(), 3u) << b.text(); // one for all nodes but the first
  ASSERT_EQ(b.at("p").granule_bytes, 4u);
  ASSERT_EQ(b.at("first").granule_bytes, 8u);
  std::vector<std::uint64_t> nodes(100, 0); // at 80 and at 160
  nodes[80 / 4] = 160;
  nodes[80 / 4 + 2] = 3;
  nodes[160 / 4 + 2] = 4;
  OneThread r(*b.kernel);
  r.fill("first", {80, 0}).fill("p", nodes);
  EXPECT_EQ(r.go(), "");
  EXPECT_EQ(r.memory("out")[0], 7u);
}

TEST(PointersInMemory, WritesThroughThemMayGoAnywhere) {
  const Built b = followed("kernel void k(global int *global *rows, global int *out) { rows[0][out[1]] = out[2]; }\n");
  ASSERT_TRUE(b.kernel);
  for (const char *name : {"rows", "out"})
    EXPECT_TRUE(b.at(name).aliased) << name;
}

TEST(PointersInMemory, WhatIsNotAlignedIsBytes) {
  const Built b = followed("typedef int __attribute__((aligned(1))) any;\n"
                           "kernel void k(global any *global *all, global int *out) { out[0] = all[0][3]; }\n");
  ASSERT_TRUE(b.kernel);
  for (const cfg::Array &a : b.kernel->arrays)
    EXPECT_TRUE(!a.aliased || a.granule_bytes == 1) << a.name;
}

TEST(PointersInMemory, OtherMemoryIsRefused) {
  const Built b = followed("kernel void k(global int *out, local int *global *all) { out[0] = all[0][3]; }\n");
  EXPECT_FALSE(b.kernel);
  const Built stored = followed("kernel void k(global int *out, global int *global *all) {\n"
                                "  all[get_global_id(0)] = out;\n  out[0] = all[3][3];\n}\n");
  EXPECT_FALSE(stored.kernel); // one that the kernel has put there: it may lead to any of its arrays
}

} // namespace
} // namespace lockstep::frontend::test_pointers_in_memory
