// Objects and their bytes: locals whose bounds are checked, bit-fields as memory locations, surfaces that are one.
#include "tests/unit/frontend/build_fixture.h"

namespace lockstep::frontend::test_objects {
namespace {

Built with_bounds(const std::string &body) {
  Options options;
  options.check_bounds = true;
  return build_text("b.cu", "__global__ void k(int *a) {\n" + body + "}\n", options);
}

bool has_private_array(const Built &b) {
  EXPECT_TRUE(b.kernel) << messages(b.diags);
  for (const cfg::Array &a : b.kernel->arrays)
    if (a.space == cfg::Space::Private)
      return true;
  return false;
}

TEST(Objects, OnlyLocalsThatMayBeLeftStayArrays) {
  EXPECT_FALSE(has_private_array(with_bounds("int l[8]; l[0] = 5; l[7] = 1; a[0] = l[0];")));
  EXPECT_FALSE(has_private_array(with_bounds("int l[8]; for (int i = 0; i < 8; i++) l[i] = i; a[0] = l[3];")));
  EXPECT_FALSE(has_private_array(with_bounds("int l[8], *p = l + 3; p[-3] = 1; a[0] = p[-3];")));
  EXPECT_FALSE(
      has_private_array(with_bounds("struct { int *p; int x; } s; int l[2]; s.p = l; s.p[1] = 1; a[0] = l[1];")));
  EXPECT_TRUE(has_private_array(with_bounds("int l[8]; l[0] = 5; l[8] = 1; a[0] = l[0];")));
  EXPECT_TRUE(has_private_array(with_bounds("int l[8]; for (int i = 0; i <= 8; i++) l[i] = i; a[0] = l[3];")));
  EXPECT_TRUE(has_private_array(with_bounds("int l[8]; int unused = l[8]; a[0] = 1;")));
  EXPECT_TRUE(has_private_array(with_bounds("struct { int *p; int x; } s; int l[2]; s.p = l; s.p[2] = 1; a[0] = 1;")));
  EXPECT_TRUE(has_private_array(with_bounds("int l[8]; memset(l, 0, 33); a[0] = 1;")));
}

TEST(Objects, AnExtentHasWholeGranulesOnly) {
  BUILD(b, "e.cu", "__global__ void k() { __shared__ __align__(4) char s[255]; ((int *)s)[threadIdx.x] = 1; }");
  EXPECT_EQ(b.at("s").granule_bytes, 4u);
  EXPECT_EQ(b.at("s").extent, 63u);
}

// Bytes of each store to `p`.
std::vector<unsigned> stored(const Built &b) {
  std::vector<unsigned> out;
  EXPECT_TRUE(b.kernel) << messages(b.diags);
  for (const auto &[s, origin] : b.all<cfg::Store>())
    if (b.kernel->arrays[s.array].name == "p")
      out.push_back(static_cast<unsigned>(s.values.size()) * s.per_value * b.kernel->arrays[s.array].granule_bytes);
  return out;
}

Built of_bit_fields(const std::string &members, const std::string &body, bool counting = false) {
  Options options;
  options.copies_once = counting;
  return build_text("f.cu", "struct S { " + members + " };\n__global__ void k(S *p) { " + body + " }\n", options);
}

TEST(Objects, AdjacentBitFieldsAreWrittenTogether) {
  using Bytes = std::vector<unsigned>;
  EXPECT_EQ(stored(of_bit_fields("unsigned a : 7, b : 9, c : 8;", "p->c = 1;")), Bytes{4}); // with the padding behind
  EXPECT_EQ(stored(of_bit_fields("unsigned a : 7, b : 9, c : 8;", "p->a = 1;")), Bytes{4});
  EXPECT_EQ(stored(of_bit_fields("unsigned a : 7, b : 9; unsigned : 0; unsigned c : 8;", "p->c = 1;")), Bytes{1});
  EXPECT_EQ(stored(of_bit_fields("unsigned char a : 8; unsigned char x; unsigned char c : 8;", "p->c = 1;")), Bytes{1});
  EXPECT_EQ(stored(of_bit_fields("unsigned char a : 8, b : 8, c : 8;", "p->b = 1;")), Bytes{3});
  unsigned all = 0;
  for (unsigned n : stored(of_bit_fields("unsigned long long a : 40, b : 24, c : 40, d : 24;", "p->d = 1;")))
    all += n;
  EXPECT_EQ(all, 16u);
  EXPECT_EQ(stored(of_bit_fields("unsigned char a : 8, b : 8, c : 8;", "p->b = 1;", true)), Bytes{1});
}

TEST(Objects, WhatABitFieldWriteLeavesAloneKeepsItsValue) {
  const Built b = of_bit_fields("unsigned char a : 8, b : 8, c : 8;", "p->b = 7; p->c = p->b + 1;");
  ASSERT_TRUE(b.kernel) << messages(b.diags);
  OneThread r(*b.kernel);
  ASSERT_EQ(b.at("p").granule_bytes, 1u);
  r.fill("p", {1, 2, 3, 4});
  ASSERT_EQ(r.go(), "");
  EXPECT_EQ(r.memory("p"), (std::vector<std::uint64_t>{1, 7, 8, 4}));
}

} // namespace
} // namespace lockstep::frontend::test_objects
