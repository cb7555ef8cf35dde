// Preconditions that bound free sizes.
#include "cfg/analysis/preconditions.h"

#include "tests/unit/cfg/kir_test.h"

namespace lockstep::cfg::test_preconditions {
namespace {

Launch after(const std::string &statements) {
  Launch free;
  free.local_size[0].reset();
  free.num_groups[0].reset();
  return with_preconditions(kernel_of("kernel k {\nblock s: " + statements + " return;\n}\n"), free);
}

TEST(Preconditions, BoundsOfSizes) {
  EXPECT_EQ(after("assume ule(num_groups(0, i32), 65535:i32);").most_groups[0], 65535u);
  EXPECT_EQ(after("assume ult(local_size(0, i64), 65:i64);").most_local[0], 64u);
  EXPECT_EQ(after("assume eq(zext(local_size(0, i32), i64), 32:i64);").most_local[0], 32u);
  EXPECT_EQ(after("assume land(ule(num_groups(0, i64), 7:i64), ule(num_groups(1, i64), 3:i64));").most_groups[1], 3u);
}

TEST(Preconditions, WhatBoundsNothing) {
  const Launch usual;
  EXPECT_EQ(after("assume ule(65535:i32, num_groups(0, i32));").most_groups[0], usual.most_groups[0]);
  EXPECT_EQ(after("assume sle(num_groups(0, i32), 4294967295:i32);").most_groups[0], usual.most_groups[0])
      << "that is -1";
  EXPECT_EQ(after("assume ule(num_groups(0, i64), 18446744073709551615:i64);").most_groups[0], usual.most_groups[0]);
  EXPECT_EQ(after("assume ule(trunc(num_groups(0, i32), i8), 7:i8);").most_groups[0], usual.most_groups[0]);
}

} // namespace
} // namespace lockstep::cfg::test_preconditions
