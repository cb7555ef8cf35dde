// `build_kernel`: asynchronous copies, which are made again after each barrier that they may outlive.
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

std::size_t copies(const std::string &body, const std::string &array) { // how often they are made
  Built b = build_copy(body);
  EXPECT_TRUE(b.kernel) << messages(b.diags);
  std::size_t n = 0;
  if (b.kernel)
    for (auto &[store, origin] : b.all<cfg::Store>())
      n += b.kernel->arrays[store.array].name == array;
  return n;
}

TEST(BuildAsync, CopiesThatOutliveABarrierAreMadeAgain) {
  const std::string start = "  event_t e = async_work_group_copy(a, p, 64, 0);\n", wait = "  wait_group_events(1, &e);\n";
  const std::size_t once = copies(start + wait + "  barrier(1);\n", "a");
  EXPECT_GE(once, 1u);
  EXPECT_EQ(copies(start + "  barrier(1);\n" + wait + "  barrier(1);\n", "a"), 2 * once);
  EXPECT_EQ(copies(start + "  barrier(1);\n  barrier(1);\n" + wait, "a"), 3 * once);
  EXPECT_EQ(copies(start + "  if (n) wait_group_events(1, &e);\n  barrier(1);\n", "a"), 2 * once); // not surely waited for
  const std::string two = "  event_t e[2];\n  e[0] = async_work_group_copy(a, p, 64, 0);\n"
                          "  e[1] = async_work_group_copy(b, q, 64, 0);\n  wait_group_events(1, e);\n  barrier(1);\n";
  EXPECT_EQ(copies(two, "a"), once);
  EXPECT_EQ(copies(two, "b"), 2 * once);
}

TEST(BuildAsync, CopiesMustHaveStartedForSure) {
  expect_refused(build_copy("  if (n) async_work_group_copy(a, p, 64, 0);\n  barrier(1);\n"), "may or may not be under way", 3);
  expect_refused(build_copy("  for (int i = 0; i < n; i++) async_work_group_copy(a, p, 64, 0);\n"), "started again", 3);
}

TEST(BuildAsync, ThreadsThatChooseOtherEventsDoNotMeet) {
  const std::string two = "  event_t e = async_work_group_copy(a, p, 64, 0);\n  event_t f = async_work_group_copy(b, q, 64, 0);\n";
  Built b = build_copy(two + "  event_t *one = n ? &e : &f;\n  wait_group_events(1, one);\n");
  ASSERT_TRUE(b.kernel) << messages(b.diags);
  EXPECT_EQ(b.all<cfg::Barrier>().size(), 4u); // two starts, and one for each choice
  expect_refused(build_copy(two + "  event_t h;\n  if (n) h = e; else h = f;\n  wait_group_events(1, &h);\n"), "not visibly the same", 7);
  expect_refused(build_copy(two + "  event_t *one = n ? &e : &f;\n  *one = e;\n  wait_group_events(1, &f);\n"), "not visibly the same", 7);
}

TEST(BuildAsync, ArgumentsMustBeTheGroups) {
  expect_refused(build_copy("  event_t e = async_work_group_copy(a, p + get_local_id(0), 64, 0);\n  wait_group_events(1, &e);\n"),
                 "the same for all threads", 3);
}

} // namespace
} // namespace lockstep::frontend
