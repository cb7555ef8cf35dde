// `build_kernel`: asynchronous copies. Every thread moves all elements quietly; of a watched copy, one thread makes the
// watched element by accesses that the race check sees, behind the start and behind each barrier that the copy may
// outlive.
#include "tests/unit/frontend/build_fixture.h"

namespace lockstep::frontend::test_build_kernel_async {
namespace {

Built build_copy(const std::string &body, std::optional<std::uint64_t> local_size = 64) {
  Options o;
  o.launch.local_size[0] = local_size;
  return build_text("k.cl",
                    "kernel void k(global float *restrict p, global float *restrict q, int n) {\n"
                    "  local float a[64], b[64];\n" +
                        body + "}\n",
                    o);
}

const std::string start = "  event_t e = async_work_group_copy(a, p, 64, 0);\n";
const std::string wait = "  wait_group_events(1, &e);\n";
const std::string barrier = "  barrier(CLK_LOCAL_MEM_FENCE);\n";
const std::string two = start + "  event_t f = async_work_group_copy(b, q, 64, 0);\n";

// How often the watched elements of copies to the array are made, by each watch.
std::size_t seen(const std::string &body, const std::string &array) {
  Built b = build_copy(body);
  EXPECT_TRUE(b.kernel) << messages(b.diags);
  std::size_t n = 0, watches = 0;
  if (!b.kernel)
    return n;
  for (auto &[store, origin] : b.all<cfg::Store>())
    n += !store.quiet && b.kernel->arrays[store.array].name == array;
  for (const cfg::Var &v : b.kernel->vars)
    watches += v.name == "async.copy" || v.name == "async.other";
  EXPECT_EQ(n % watches, 0u) << b.text();
  return n / watches;
}

TEST(BuildAsync, EveryThreadMovesAllQuietly) {
  Built b = build_copy(start + wait + barrier + "  q[get_global_id(0)] = a[get_local_id(0)];\n");
  ASSERT_TRUE(b.kernel) << messages(b.diags);
  auto barriers = b.all<cfg::Barrier>();
  ASSERT_EQ(barriers.size(), 3u);
  for (std::size_t k = 0; k < 2; ++k) // start and wait: met together, but nothing is ordered
    EXPECT_FALSE(barriers[k].first.fence_group || barriers[k].first.fence_global);
  EXPECT_TRUE(barriers[2].first.fence_group);
  for (std::uint64_t thread : {3, 4}) {
    OneThread r(*b.kernel);
    std::vector<std::uint64_t> p(64, 7);
    EXPECT_EQ(r.fill("p", p).fill("q", p).set("async.copy", 0).thread(thread).go(), "");
    EXPECT_EQ(r.memory("a")[63], 7u);
  }
}

TEST(BuildAsync, ThreadsEndAtTheWaitForTheWatchedCopy) {
  Built b = build_copy(start + wait + "  q[get_local_id(0)] = 1.0f;\n");
  ASSERT_TRUE(b.kernel) << messages(b.diags);
  for (std::uint64_t watched : {0, 1}) {
    OneThread r(*b.kernel);
    EXPECT_EQ(r.fill("p", std::vector<std::uint64_t>(64, 7))
                  .fill("q", std::vector<std::uint64_t>(64, 0))
                  .set("async.copy", watched)
                  .set("async.copy.element", 5)
                  .thread(3)
                  .go(),
              "");
    EXPECT_EQ(r.memory("q")[3] == 0, watched == 1);
  }
}

TEST(BuildAsync, TheEventMayGoThroughVariablesAndBeJoined) {
  EXPECT_TRUE(build_copy("  event_t e[2];\n  e[0] = async_work_group_copy(a, p, 64, 0);\n"
                         "  e[1] = async_work_group_copy(b, q, 64, 0);\n  wait_group_events(2, e);\n" +
                         barrier)
                  .kernel);
  EXPECT_TRUE(build_copy(start + "  async_work_group_copy(b, q, 64, e);\n" + wait + barrier).kernel);
  EXPECT_TRUE(
      build_copy(start + wait + barrier + "  e = async_work_group_copy(q, a, 64, 0);\n" + wait + barrier).kernel);
}

TEST(BuildAsync, CopiesThatOutliveABarrierAreMadeAgain) {
  EXPECT_EQ(seen(start + wait + barrier, "a"), 1u);
  EXPECT_EQ(seen(start + barrier + wait + barrier, "a"), 2u);
  EXPECT_EQ(seen(start + barrier + barrier + wait, "a"), 3u);
  EXPECT_EQ(seen(start + "  if (n) wait_group_events(1, &e);\n" + barrier, "a"), 2u); // not surely waited for
  EXPECT_EQ(seen(two + wait + barrier, "a"), 1u);
  EXPECT_EQ(seen(two + wait + barrier, "b"), 2u);
  EXPECT_EQ(seen("  if (n) async_work_group_copy(a, p, 64, 0);\n" + barrier, "a"), 2u);
}

TEST(BuildAsync, ACopyThatOnlySomeRoundsStart) {
  const std::string rounds = start +
                             "  for (int i = 0; i < n; i++) {\n    event_t f;\n"
                             "    if (i + 1 < n) f = async_work_group_copy(b, q, 64, 0);\n" +
                             wait + barrier;
  EXPECT_EQ(seen(rounds + "    e = f;\n  }\n", "b"), 2u);
  expect_refused(build_copy(rounds + "  }\n"), "three or more", 6);
  EXPECT_EQ(seen(start + "  if (n) e = async_work_group_copy(b, q, 64, 0);\n" + wait + barrier, "a"),
            2u); // the second's only
}

TEST(BuildAsync, CopiesOfTheRoundBefore) { // their arguments are kept: i is another by then
  Built b = build_copy(start + "  for (int i = 0; i < n; i++) {\n" + barrier + wait +
                       "    e = async_work_group_copy(b, q + 64 * i, 64, 0);\n  }\n");
  ASSERT_TRUE(b.kernel) << messages(b.diags);
  EXPECT_NE(b.text().find("copy_from := "), std::string::npos) << b.text();
}

TEST(BuildAsync, ThreadsThatChooseOtherEventsDoNotMeet) {
  EXPECT_EQ(
      build_copy(two + "  event_t *one = n ? &e : &f;\n  wait_group_events(1, one);\n").all<cfg::Barrier>().size(), 4u);
  Built b = build_copy(start + "  float x = p[0];\n  e = async_work_group_copy(b, q, (int)x, 0);\n");
  ASSERT_TRUE(b.kernel) << messages(b.diags);
  EXPECT_EQ(b.all<cfg::Barrier>().size(), 3u) << b.text(); // two of which for a count that is some number, or another
}

TEST(BuildAsync, Refusals) {
  const std::string one = "a group of one thread", may = "groups that may have a single thread";
  expect_refused(build_copy(start + wait, 1), one, 3);
  expect_refused(build_copy(start + wait, std::nullopt), may, 3);
  expect_refused(build_copy(start + "  wait_group_events(n, &e);\n"), "a number that is not known", 4);
  expect_refused(
      build_copy("  for (int i = 0; i < n; i++) {\n    async_work_group_copy(a, p, 64, 0);\n" + barrier + "  }\n"),
      "three or more", 4);
}

} // namespace
} // namespace lockstep::frontend::test_build_kernel_async
