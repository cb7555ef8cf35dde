// Sites: which accesses of an interval become one, and what is known of each (emit/pick/sites/sites.h).
#include "encoding.h"

#include "emit/knowledge/rows.h"
#include "emit/pick/sites/sites.h"

namespace lockstep::emit::pick::test_sites {
namespace {

std::string with(const std::string &blocks) {
  return R"(kernel k {
  param n : i64;
  var i : i64;
  var t : i32;
  var u : i32;
  array a : i32[] global param;
  array b : i32[] global param;
)" + blocks +
         "\n}\n";
}

struct Sites {
  std::unique_ptr<Encoding> w;
  std::vector<cfg::Interval> intervals;
  std::vector<PlacedSite> all;
};

Sites sites(const std::string &blocks, bool merge = true, bool same_group = true, std::size_t interval = 0) {
  Sites s{encoding(with(blocks)), {}, {}};
  s.intervals = cfg::barrier_intervals(s.w->k, s.w->a.loops, [](const cfg::Barrier &b) { return b.fence_global; });
  cfg::FactReader facts(s.w->k, s.w->a.facts);
  s.all =
      sites_of(s.w->k, s.w->a, facts, s.intervals.at(interval), s.w->array("a"), same_group, Loads::Coherent, merge);
  return s;
}

// "w[0,2)[3,4) r[0,1)": each site's kind and ranges.
std::string show(const std::vector<PlacedSite> &all) {
  std::string out;
  for (const PlacedSite &p : all) {
    out += out.empty() ? "" : " ";
    out += p.site.kind == cfg::AccessKind::Read ? "r" : p.site.kind == cfg::AccessKind::Write ? "w" : "a";
    for (const auto &[from, to] : ranges_of(p.site))
      out += "[" + std::to_string(from) + "," + std::to_string(to) + ")";
  }
  return out;
}

const std::string id = "local_id(0, i64)";
std::string row(int column) { return "a[add.nsw.nuw(i, " + std::to_string(column) + ":i64)] := 1:i32; "; }

TEST(Sites, AccessesThatDifferByConstantsAreOne) {
  const Sites s =
      sites("block s: i := mul.nsw.nuw(" + id + ", 8:i64); " + row(3) + row(0) + row(1) + row(5) + "return;");
  EXPECT_EQ(show(s.all), "w[-3,-1)[0,1)[2,3)") << "counted from the first";
  ASSERT_EQ(s.all.size(), 1u);
  EXPECT_EQ(s.all[0].node, 0);
  EXPECT_EQ(s.all[0].stmt, 1u) << "where the first of them stands";
  EXPECT_TRUE(s.all[0].values.empty());
  ASSERT_EQ(s.all[0].site.members.size(), 4u);
  EXPECT_EQ(s.all[0].site.members[0].delta, -3);
  EXPECT_EQ(s.all[0].site.members[3].delta, 2);
}

TEST(Sites, OnRequestEachAccessStaysApart) {
  const Sites s = sites("block s: i := mul.nsw.nuw(" + id + ", 8:i64); " + row(0) + row(1) + "return;", false);
  EXPECT_EQ(show(s.all), "w[0,1) w[0,1)");
  EXPECT_EQ(s.all[0].values.size(), 1u) << "of a single store";
  EXPECT_EQ(s.all[0].site.members.size(), 1u);
}

TEST(Sites, KindsAndLinearPartsStayApart) {
  EXPECT_EQ(show(sites("block s: t := a[" + id + "]; a[" + id + "] := t; return;").all), "r[0,1) w[0,1)");
  EXPECT_EQ(show(sites("block s: a[" + id + "] := 1:i32; a[mul.nsw(2:i64, " + id + ")] := 1:i32; return;").all),
            "w[0,1) w[0,1)");
  EXPECT_EQ(show(sites("block s: a[" + id + "] := 1:i32; a[add(n, " + id + ")] := 1:i32; return;").all),
            "w[0,1) w[0,1)");
}

TEST(Sites, AnAssignedVariableIsAnotherOne) {
  EXPECT_EQ(show(sites("block s: t := b[0:i64]; i := sext(t, i64); a[i] := 1:i32; t := b[1:i64]; i := sext(t, i64); "
                       "a[i] := 1:i32; return;")
                     .all),
            "w[0,1) w[0,1)");
  EXPECT_EQ(show(sites("block s: i := " + id + "; a[i] := 1:i32; i := add.nsw(i, 1:i64); a[i] := 1:i32; return;").all),
            "w[0,1) w[0,1)")
      << "no definition in terms of itself";
  EXPECT_EQ(show(sites("block s: a[" + id + "] := 1:i32; i := add.nsw(" + id + ", 1:i64); a[i] := 1:i32; return;").all),
            "w[0,2)")
      << "a definition whose operands keep their values";
}

TEST(Sites, AnAssumptionOrABlockComesBetween) {
  EXPECT_EQ(show(sites("block s: a[" + id + "] := 1:i32; assume slt(n, 5:i64); a[add.nsw(" + id +
                       ", 1:i64)] := 1:i32; return;")
                     .all),
            "w[0,1) w[0,1)");
  EXPECT_EQ(show(sites("block s: a[" + id + "] := 1:i32; assert slt(n, 5:i64); a[add.nsw(" + id +
                       ", 1:i64)] := 1:i32; return;")
                     .all),
            "w[0,1) w[0,1)");
  EXPECT_EQ(show(sites("block s: a[" + id + "] := 1:i32; br slt(n, 5:i64), x, y; block x: a[add.nsw(" + id +
                       ", 1:i64)] := 1:i32; goto y; block y: return;")
                     .all),
            "w[0,1) w[0,1)");
}

TEST(Sites, OffsetsThatMayWrapAreAtomsOfTheirOwn) {
  EXPECT_EQ(show(sites("block s: a[n] := 1:i32; a[add(n, 1:i64)] := 1:i32; return;").all), "w[0,1) w[0,1)");
  EXPECT_EQ(show(sites("block s: a[n] := 1:i32; a[add.nsw(n, 1:i64)] := 1:i32; return;").all), "w[0,2)");
}

TEST(Sites, OnlyTheArraysAccessesThatCountInTheInterval) {
  const std::string blocks = "block s: t := a[0:i64]; quiet u := a[1:i64]; b[0:i64] := t; barrier group fence(global); "
                             "a[2:i64] := u; quiet a[3:i64] := t; return;";
  EXPECT_EQ(show(sites(blocks, true, true, 0).all), "r[0,1)");
  EXPECT_EQ(show(sites(blocks, true, true, 1).all), "w[0,1)");
}

TEST(Sites, AnAtomicOfTheGroupIsAPlainAccessForOtherGroups) {
  const std::string of_group = "block s: atomic group add a[0:i64](1:i32); return;",
                    of_all = "block s: atomic add a[0:i64](1:i32); return;";
  EXPECT_EQ(show(sites(of_group, true, true).all), "a[0,1)");
  EXPECT_EQ(show(sites(of_group, true, false).all), "w[0,1)");
  EXPECT_EQ(show(sites(of_all, true, false).all), "a[0,1)");
}

TEST(Sites, WhatOnlyReadsChangesNothing) {
  EXPECT_FALSE(sites("block s: t := a[0:i64]; return;").all.at(0).changes);
  EXPECT_FALSE(sites("block s: t := atomic load a[0:i64](); return;").all.at(0).changes);
  EXPECT_TRUE(sites("block s: t := atomic add a[0:i64](1:i32); return;").all.at(0).changes);
  EXPECT_TRUE(sites("block s: a[0:i64] := 1:i32; return;").all.at(0).changes);
  EXPECT_TRUE(sites("block s: t := atomic load a[0:i64](); u := atomic add a[1:i64](1:i32); return;").all.at(0).changes)
      << "one of several";
}

TEST(Sites, OnceIsTogetherAndNotInALoop) {
  EXPECT_TRUE(sites("block s: a[0:i64] := 1:i32; return;").all.at(0).same.has_value());
  EXPECT_TRUE(sites("block s: br slt(n, 5:i64), x, y; block x: a[0:i64] := 1:i32; goto y; block y: return;")
                  .all.at(0)
                  .same.has_value());
  EXPECT_FALSE(sites("block s: br slt(" + id + ", 5:i64), x, y; block x: a[0:i64] := 1:i32; goto y; block y: return;")
                   .all.at(0)
                   .same.has_value())
      << "by some threads";
  EXPECT_FALSE(sites("block s: i := 0:i64; goto h; block h: br slt(i, n), x, y; block x: a[0:i64] := 1:i32; "
                     "i := add.nsw(i, 1:i64); goto h; block y: return;")
                   .all.at(0)
                   .same.has_value())
      << "in a loop that threads may go round at different times";
}

TEST(Sites, FormsUseWhatIsKnownAtTheSite) {
  const Sites s = sites("block s: i := mul.nsw.nuw(" + id +
                        ", 8:i64); br slt(n, 5:i64), x, y; "
                        "block x: a[add.nsw(i, 3:i64)] := 1:i32; goto y; block y: return;");
  ASSERT_EQ(s.all.size(), 1u);
  const cfg::Linear &f = s.all[0].form;
  EXPECT_EQ(f.constant, cfg::Wide(3));
  ASSERT_EQ(f.terms.size(), 1u);
  EXPECT_EQ(f.terms[0].factor, cfg::Wide(8));
  EXPECT_EQ(f.terms[0].atom->op, cfg::Op::LocalId);
}

TEST(Sites, RadicesAreTheFactorsOfSums) {
  auto radices = [](const std::string &blocks) {
    std::vector<cfg::Linear> forms;
    for (const PlacedSite &s : sites(blocks).all)
      forms.push_back(s.form);
    return knowledge::radices(forms);
  };
  auto of = [&](const std::string &offset) { return radices("block s: a[" + offset + "] := 1:i32; return;"); };
  using R = std::vector<std::int64_t>;
  EXPECT_EQ(of("add.nsw(mul.nsw(n, 16:i64), " + id + ")"), R{16});
  EXPECT_EQ(of("sub.nsw(" + id + ", mul.nsw(n, 16:i64))"), R{16}) << "whatever its sign";
  EXPECT_EQ(of("mul.nsw(n, 16:i64)"), R{}) << "no sum";
  EXPECT_EQ(of("add.nsw(n, " + id + ")"), R{}) << "a factor of 1 tells nothing";
  EXPECT_EQ(of("add.nsw(mul.nsw(n, 1099511627776:i64), " + id + ")"), R{}) << "too large";
  EXPECT_EQ(radices("block s: a[add.nsw(mul.nsw(n, 2:i64), " + id + ")] := 1:i32; a[add.nsw(mul.nsw(n, 4:i64), " + id +
                    ")] := 1:i32; a[add.nsw(mul.nsw(n, 8:i64), " + id + ")] := 1:i32; a[add.nsw(mul.nsw(n, 16:i64), " +
                    id + ")] := 1:i32; a[add.nsw(mul.nsw(n, 32:i64), " + id + ")] := 1:i32; return;"),
            (R{4, 8, 16, 32}))
      << "at most four, ascending";
}

Site site_of(const std::vector<std::pair<std::int64_t, std::uint64_t>> &members) {
  Site s;
  for (const auto &[delta, length] : members)
    s.members.push_back({delta, length, cfg::AccessKind::Write, {}});
  return s;
}

TEST(Sites, RangesAreMaximalRuns) {
  using R = std::vector<std::pair<std::int64_t, std::int64_t>>;
  EXPECT_EQ(ranges_of(site_of({{0, 1}, {1, 1}, {3, 2}})), (R{{0, 2}, {3, 5}}));
  EXPECT_EQ(ranges_of(site_of({{0, 4}, {1, 1}, {2, 4}})), (R{{0, 6}})) << "overlapping, one inside another";
  EXPECT_EQ(ranges_of(site_of({{-2, 1}, {-2, 1}})), (R{{-2, -1}})) << "the same twice";
}

TEST(Sites, HullsCoverTheirRanges) {
  const Hull even = hull_of({{0, 1}, {4, 5}, {8, 9}});
  EXPECT_EQ(even.from, 0);
  EXPECT_EQ(even.to, 8);
  EXPECT_EQ(even.stride, 4);
  EXPECT_EQ(even.shortest, 1);
  EXPECT_EQ(even.longest, 1);
  EXPECT_TRUE(even.exact);
  EXPECT_FALSE(hull_of({{0, 1}, {4, 5}, {12, 13}}).exact) << "8 is none of them";
  EXPECT_FALSE(hull_of({{0, 1}, {4, 6}, {8, 9}}).exact) << "lengths differ";
  const Hull odd = hull_of({{-6, -5}, {0, 3}, {9, 10}});
  EXPECT_EQ(odd.stride, 3);
  EXPECT_EQ(odd.shortest, 1);
  EXPECT_EQ(odd.longest, 3);
}

TEST(Sites, CoarseIsWhatHasManyRangesAndAnInexactHull) {
  std::vector<std::pair<std::int64_t, std::uint64_t>> members;
  for (std::int64_t k = 0; k < 9; ++k)
    members.push_back({4 * k, 1});
  EXPECT_FALSE(is_coarse(site_of(members))) << "exact";
  members.back().first += 4;
  EXPECT_TRUE(is_coarse(site_of(members)));
  members.erase(members.begin());
  EXPECT_FALSE(is_coarse(site_of(members))) << "eight are few";
}

} // namespace
} // namespace lockstep::emit::pick::test_sites
