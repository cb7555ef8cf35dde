// The pieces of an answer by the value of a stride, against sets of what the lanes of one warp touch.
#include "cost/requests/by_stride.h"

#include "cfg/ir/text/parse.h"
#include "cfg/passes/normalise.h"
#include "cost/requests/form_arithmetic.h"

#include <gtest/gtest.h>
#include <set>

namespace lockstep::coalescing::test_by_stride {
namespace {

AccessCost cost_of(const std::string &array, const std::string &index, const std::string &condition = "true") {
  support::Diagnostics diags;
  const auto parsed = cfg::parse("kernel k {\n  param n: i32 \"n\";\n  array a: i32[" + array + ";\nblock entry: br " +
                                     condition + ", some, none;\nblock some: a[sext(" + index +
                                     ", i64)] := 0:i32; return;\nblock none: return;\n}\n",
                                 "test.kir", diags);
  for (const auto &d : diags.all())
    ADD_FAILURE() << support::format(d);
  const auto k = parsed ? cfg::normalise(*parsed, {}, diags) : support::failure;
  if (!k)
    return {};
  cfg::Launch launch;
  launch.local_size = {32, 1, 1};
  launch.num_groups = {4, 1, 1};
  const auto analyses = cfg::analyse(*k, launch, {}, diags);
  EXPECT_TRUE(analyses);
  return requests(*k, *analyses, {*cfg::target("nvidia"), 256}).at(0);
}

const StrideCost *piece(const AccessCost &cost, std::uint64_t n) {
  if (cost.by_stride)
    for (const StrideCost &p : cost.by_stride->pieces)
      if (p.from <= n && (!p.to || n <= *p.to) && (n - p.from) % p.every == 0)
        return &p;
  return nullptr;
}

constexpr std::uint64_t many = 300; // values of the stride

TEST(ByStride, ThreadsThatLieApartBesideTheStride) {
  // With n = 40 every other lane meets its neighbour, behind where lanes 32 elements apart would share no line.
  const std::string odd = "mul(and(local_id(0, i32), 1:i32), 40:i32)";
  const AccessCost cost = cost_of("] global param", "add(mul(local_id(0, i32), n), " + odd + ")");
  for (std::uint64_t n = 0; n < many; ++n) {
    std::set<std::uint64_t> sectors;
    for (std::uint64_t t = 0; t < 32; ++t)
      sectors.insert((t * n + t % 2 * 40) / 8);
    const StrideCost *p = piece(cost, n);
    ASSERT_NE(p, nullptr) << n;
    EXPECT_EQ(p->full_sectors, (Interval{sectors.size(), sectors.size()})) << n;
  }
}

TEST(ByStride, AsManyLanesAsTheValueSays) {
  const AccessCost cost = cost_of("] global param", "mul.nsw(local_id(0, i32), n)", "ult(local_id(0, i32), n)");
  for (std::uint64_t n = 1; n < many; ++n) {
    std::set<std::uint64_t> sectors;
    for (std::uint64_t t = 0; t < std::min<std::uint64_t>(n, 32); ++t)
      sectors.insert(t * n / 8);
    const StrideCost *p = piece(cost, n);
    ASSERT_NE(p, nullptr) << n;
    EXPECT_LE(p->sectors.lo, sectors.size()) << n;
    EXPECT_GE(p->sectors.hi, sectors.size()) << n;
  }
}

// Where lanes share a number that is no product, nothing is known of it by the value of the stride.
TEST(ByStride, WhatLanesShareMayBeAnyFunctionOfTheValue) {
  const cfg::Type i32 = cfg::int_type(32);
  const cfg::Expr n = cfg::variable(0, i32), other = cfg::variable(1, i32);
  const auto folded = [&](const cfg::Expr &shared) {
    LaneForm f;
    f.lanes = {0, 0};
    f.terms = {{n, {0, 3}}, {shared, {5, 5}}};
    return fold(f, 0, {true, true});
  };
  EXPECT_FALSE(folded(cfg::binary(cfg::Op::BitXor, n, cfg::constant(i32, 7))));
  const auto product = folded(cfg::call(product_of_symbols, cfg::int_type(64), {other, n}));
  ASSERT_TRUE(product);
  EXPECT_EQ(product->at(4).lanes, (std::vector<Number>{0, 12}));
  EXPECT_EQ(product->at(4).terms[0].factors, (std::vector<Number>{20, 20}));
  EXPECT_EQ(folded(other)->at(4).terms[0].factors, (std::vector<Number>{5, 5}));
}

TEST(ByStride, BanksRepeat) {
  const AccessCost cost = cost_of("100000] group", "mul(local_id(0, i32), n)");
  for (std::uint64_t n = 0; n < many; ++n) {
    std::map<std::uint64_t, std::set<std::uint64_t>> words;
    for (std::uint64_t t = 0; t < 32; ++t)
      words[t * n % 32].insert(t * n);
    std::size_t most = 0;
    for (const auto &[bank, of] : words)
      most = std::max(most, of.size());
    const StrideCost *p = piece(cost, n);
    ASSERT_NE(p, nullptr) << n;
    EXPECT_EQ(p->degree, (Interval{most, most})) << n;
  }
  EXPECT_EQ(text(*cost.by_stride, true), "1 for n = 0, else gcd(n, 32) threads at one bank");
}

// The banks of lanes with other factors are known where the factors are apart by multiples of all banks, and only
// there.
TEST(ByStride, BanksOfLanesThatLieApart) {
  const std::string id = "local_id(0, i32)";
  EXPECT_EQ(cost_of(" 32768] group", "add(mul(" + id + ", mul(n, 32:i32)), " + id + ")").degree, (Interval{1, 1}));
  EXPECT_EQ(cost_of(" 32768] group", "mul(" + id + ", add(mul(n, 32:i32), 1:i32))").degree, (Interval{1, 1}));
  EXPECT_EQ(cost_of(" 32768] group", "add(mul(" + id + ", n), " + id + ")").degree, (Interval{1, 32}));
  EXPECT_EQ(cost_of(" 32768] group", "add(mul(" + id + ", mul(n, 16:i32)), " + id + ")").degree, (Interval{1, 32}));
}

TEST(ByStride, Texts) {
  EXPECT_EQ(text(*cost_of("] global param", "mul(local_id(0, i32), n)").by_stride, false),
            "1 sector for n = 0, 4 * n sectors for n = 1 to 8, 32 sectors for n = 9 to 138547331");
  EXPECT_EQ(text(*cost_of("] global param", "add(1:i32, mul(local_id(0, i32), n))").by_stride, false),
            "1 sector for n = 0, 5 sectors for n = 1, 4 * n sectors for n = 2 to 8, 32 sectors for n = 9 to 138547331");
  EXPECT_FALSE(cost_of("] global param", "add(n, local_id(0, i32))").by_stride); // n moves all lanes together
}

} // namespace
} // namespace lockstep::coalescing::test_by_stride
