// Threads that are followed one by one: cfg/analysis/sharing/followed_threads.h.
#include "cfg/analysis/sharing/followed_threads.h"

#include "cfg/analysis/analyses.h"
#include "tests/unit/cfg/kir_test.h"

#include <gtest/gtest.h>

namespace lockstep::cfg::test_followed_threads {
namespace {

// "apart", "meet", or "" where nothing is said.
std::string followed(const std::string &text, std::uint64_t steps = 100'000, std::uint64_t threads = 64) {
  const Kernel k = kernel_of(text);
  support::Diagnostics diags;
  Launch launch;
  launch.local_size = {threads, 1, 1};
  const auto a = analyse(k, launch, {}, diags);
  const Followed f = follow_threads(k, a->live, a->group_uniform, a->launch, steps);
  return f.meet ? "meet" : f.apart.empty() ? "" : "apart";
}

// A round for each gap, from `first` on; each thread does `body` at its places p and p + gap.
std::string rounds(const std::string &body, const std::string &barrier = "barrier group fence(group);",
                   const std::string &first = "32:i32") {
  return "kernel k { param n : i32; var gap : i32; var p : i32; var v : i32; array s : i32[128] group; "
         "block e: gap := " +
         first + "; goto head; block head: br slt(0:i32, gap), body, out; block body: " + barrier +
         " p := sub(mul(2:i32, local_id(0, i32)), and(local_id(0, i32), sub(gap, 1:i32))); " + body +
         " gap := lshr(gap, 1:i32); goto head; block out: return; }";
}
const std::string at_p = "s[zext(p, i64)] := 1:i32; s[zext(add(p, gap), i64)] := 2:i32;";

TEST(FollowedThreads, AButterflyKeepsItsThreadsApart) {
  EXPECT_EQ(followed(rounds(at_p)), "apart");
  EXPECT_EQ(followed(rounds(at_p, "")), "meet");
  EXPECT_EQ(followed(rounds(at_p, "barrier group fence(global);")), "meet");
  EXPECT_EQ(followed(rounds("s[zext(p, i64)] := 1:i32; v := s[zext(add(p, 1:i32), i64)];")), "meet");
}

TEST(FollowedThreads, AWayThatIsNotDecidedGoesBoth) {
  EXPECT_EQ(followed(rounds("br slt(n, 0:i32), one, two; block one: s[zext(p, i64)] := 1:i32; goto two; block two: " +
                            std::string("s[zext(add(p, gap), i64)] := 2:i32;"))),
            "apart");
  EXPECT_EQ(followed(rounds("br slt(n, 0:i32), one, two; block one: s[1:i64] := 1:i32; goto two; block two: " + at_p)),
            "meet");
}

TEST(FollowedThreads, OnlyWhatIsKnown) {
  EXPECT_EQ(followed(rounds(at_p, "barrier group fence(group);", "n")), "");
  EXPECT_EQ(followed(rounds("s[zext(urem(p, sub(gap, gap)), i64)] := 1:i32;")), "");
  EXPECT_EQ(followed(rounds(at_p), 100), "");
}

TEST(FollowedThreads, AtomicsMeetOthersOnly) {
  const std::string add = "atomic add s[and(zext(p, i64), 3:i64)](1:i32);";
  EXPECT_EQ(followed(rounds(add)), "apart");
  EXPECT_EQ(followed(rounds(add + " v := s[zext(p, i64)];")), "meet");
}

} // namespace
} // namespace lockstep::cfg::test_followed_threads
