// `build_kernel`: asynchronous copies, which must end within the barrier interval in which they start.
#include "tests/unit/frontend/build_fixture.h"

namespace lockstep::frontend {
namespace {

Built build_copy(const std::string &body) {
  Options o;
  o.launch.local_size[0] = 64;
  return build_text("k.cl", "kernel void k(global float *restrict p, global float *restrict q, int n) {\n"
                            "  local float a[64], b[64];\n" + body + "}\n", o);
}

TEST(BuildAsync, OneThreadCopiesAndAllMeet) {
  Built b = build_copy("  event_t e = async_work_group_copy(a, p + 64 * get_group_id(0), 64, 0);\n"
                       "  wait_group_events(1, &e);\n  barrier(CLK_LOCAL_MEM_FENCE);\n  q[get_global_id(0)] = a[get_local_id(0)];\n");
  ASSERT_TRUE(b.kernel) << messages(b.diags);
  auto barriers = b.all<cfg::Barrier>();
  ASSERT_EQ(barriers.size(), 3u);
  for (std::size_t k = 0; k < 2; ++k) // start and wait: met together, but nothing is ordered
    EXPECT_FALSE(barriers[k].first.fence_group || barriers[k].first.fence_global);
  EXPECT_TRUE(barriers[2].first.fence_group);
  for (std::uint64_t thread : {3, 4}) {
    OneThread r(*b.kernel);
    std::vector<std::uint64_t> p(64, 7);
    EXPECT_EQ(r.fill("p", p).fill("q", p).set("copying_thread", 3).thread(thread).go(), "");
    EXPECT_EQ(r.memory("a")[63], thread == 3 ? 7u : 0u);
  }
}

TEST(BuildAsync, TheEventMayGoThroughVariablesAndBeJoined) {
  EXPECT_TRUE(build_copy("  event_t e[2];\n  e[0] = async_work_group_copy(a, p, 64, 0);\n"
                         "  e[1] = async_work_group_copy(b, q, 64, 0);\n  wait_group_events(2, e);\n  barrier(1);\n").kernel);
  EXPECT_TRUE(build_copy("  event_t e = async_work_group_copy(a, p, 64, 0);\n  async_work_group_copy(b, q, 64, e);\n"
                         "  wait_group_events(1, &e);\n  barrier(1);\n").kernel);
  EXPECT_TRUE(build_copy("  event_t e = async_work_group_copy(a, p, 64, 0);\n  wait_group_events(1, &e);\n  barrier(1);\n"
                         "  e = async_work_group_copy(q, a, 64, 0);\n  wait_group_events(1, &e);\n  barrier(1);\n").kernel);
}

TEST(BuildAsync, CopiesThatOutliveABarrierAreRefused) {
  expect_refused(build_copy("  event_t e = async_work_group_copy(a, p, 64, 0);\n  barrier(1);\n  wait_group_events(1, &e);\n"),
                 "beyond a barrier", 3);
  expect_refused(build_copy("  event_t e[2];\n  e[0] = async_work_group_copy(a, p, 64, 0);\n"
                            "  e[1] = async_work_group_copy(b, q, 64, 0);\n  wait_group_events(1, e);\n  barrier(1);\n"),
                 "beyond a barrier", 5);
  expect_refused(build_copy("  event_t e = async_work_group_copy(a, p, 64, 0);\n  if (n) wait_group_events(1, &e);\n  barrier(1);\n"),
                 "beyond a barrier", 3);
  expect_refused(build_copy("  for (int i = 0; i < n; i++) async_work_group_copy(a, p, 64, 0);\n"), "started again", 3);
}

TEST(BuildAsync, ArgumentsMustBeTheGroups) {
  expect_refused(build_copy("  event_t e = async_work_group_copy(a, p + get_local_id(0), 64, 0);\n  wait_group_events(1, &e);\n"),
                 "the same for all threads", 3);
}

} // namespace
} // namespace lockstep::frontend
