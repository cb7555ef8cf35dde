// Claims of counts: what is written, and what is refused because nothing follows from it.
#include "cfg/ir/check.h"
#include "cfg/ir/text/parse.h"
#include "cfg/passes/normalise.h"
#include "cost/claims/count_claims.h"

#include <gtest/gtest.h>

namespace lockstep::coalescing::test_claims {
namespace {

// The claim of the only access of `a`, or why there is none.
std::string claimed(const std::string &blocks) {
  support::Diagnostics diags;
  const auto parsed = cfg::parse("kernel k {\n  param n: i32;\n  var i: i32; var j: i32;\n"
                                 "  array a: i32[] global param;\n" +
                                     blocks + "}\n",
                                 "test.kir", diags);
  const bool right = parsed && cfg::check(*parsed, diags);
  for (const auto &d : diags.all())
    ADD_FAILURE() << support::format(d);
  if (!right)
    return {};
  const auto k = cfg::normalise(*parsed, {}, diags);
  cfg::Launch launch;
  launch.local_size = {64, 1, 1};
  launch.num_groups = {4, 1, 1};
  const auto analyses = k ? cfg::analyse(*k, launch, {}, diags) : support::failure;
  const Options options{*cfg::target("nvidia"), 256, {}};
  const std::vector<AccessCost> all = requests(*k, *analyses, options);
  const auto claim = request_claim(*k, *analyses, options, all.at(0));
  if (const auto *none = std::get_if<NoClaim>(&claim))
    return "none: " + none->reason;
  const auto &kernel = std::get<RequestClaim>(claim).kernel;
  EXPECT_TRUE(cfg::check(kernel, diags));
  return std::get<RequestClaim>(claim).text;
}
std::string round(const std::string &body) {
  return "block entry: i := local_id(0, i32); j := 0:i32; goto head;\n"
         "block head: br slt(j, n), body, out;\nblock body: " +
         body + "  j := add.nsw(j, 1:i32); goto head;\nblock out: return;\n";
}
const std::string store = "a[sext(i, i64)] := 0:i32; ";

TEST(Claims, AreOfSectorsAndLines) {
  EXPECT_EQ(
      claimed("block entry: a[sext(local_id(0, i32), i64)] := 0:i32; return;\n"),
      "test.kir:5:14: store of 'a': a request of a warp of 32 threads touches 4 sectors of 32 bytes and 1 lines of "
      "128 bytes");
}

TEST(Claims, AVariableThatALoopMovesByEqualSteps) {
  EXPECT_NE(claimed(round(store + "i := add.nsw(i, 64:i32);")).find("4 sectors"), std::string::npos);
  // moved already when it is used: not what it was at the loop's head
  EXPECT_EQ(claimed(round("i := add.nsw(i, 1:i32); " + store)),
            "none: the offset depends on 'i', which threads set at several places, each to its own value");
}

TEST(Claims, AVariableThatEachThreadSetsAsItLikes) {
  EXPECT_EQ(claimed("block entry: i := local_id(0, i32); br slt(i, n), less, out;\nblock less: i := 7:i32; goto out;\n"
                    "block out: " +
                    store + "return;\n"),
            "none: the offset depends on 'i', which threads set at several places, each to its own value");
}

} // namespace
} // namespace lockstep::coalescing::test_claims
