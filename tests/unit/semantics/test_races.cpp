// The race observer keeps few of the accesses that it sees: it must find what keeping all of them finds.
#include "cfg/ir/text/parse.h"
#include "semantics/observers/observers.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace lockstep::semantics::test_races {
namespace {

using cfg::AccessKind;
using Pair = std::pair<std::uint32_t, std::uint32_t>; // statements of the two sites, the smaller first

struct Seen {
  Access access;
  std::uint64_t value = 0;
};

constexpr std::uint32_t stores_loaded = 2; // the site of the store of what a load gave

// `y` is the later one.
bool clash(const Seen &x, const Seen &y, std::uint32_t group_threads, cfg::Tolerance tolerance) {
  const Access &a = x.access, &b = y.access;
  if (a.thread == b.thread || a.lo >= b.lo + static_cast<std::int64_t>(b.granules) ||
      b.lo >= a.lo + static_cast<std::int64_t>(a.granules))
    return false;
  const auto loads = [](AccessKind k) { return k == AccessKind::Read || k == AccessKind::ReadInGroup; };
  if (loads(a.kind) && loads(b.kind))
    return false;
  const bool same_group = a.thread / group_threads == b.thread / group_threads;
  const AccessKind kind = cfg::between(a.kind, same_group);
  if (kind == cfg::between(b.kind, same_group) && kind != AccessKind::Write)
    return false;
  if (a.thread / group_threads == b.thread / group_threads && a.epoch.group != b.epoch.group)
    return false;
  const auto told = [&](const Access &access) {
    return !(cfg::only_computed(tolerance) && access.kind == AccessKind::Write && access.site.stmt == stores_loaded);
  };
  const bool place = a.lo == b.lo && a.granules == b.granules && told(a) && told(b);
  if (a.kind == AccessKind::Write && b.kind == AccessKind::Write)
    return !(cfg::tolerates_writes(tolerance) && place && x.value == y.value);
  if (cfg::tolerates_reads(tolerance) && place && a.kind == AccessKind::Read && b.kind == AccessKind::Write)
    return x.value != y.value;
  return !(cfg::tolerates_reads(tolerance) && place && a.kind == AccessKind::Write && b.kind == AccessKind::Read);
}

void compare(unsigned seed, const cfg::Kernel &k, cfg::Tolerance tolerance) {
  std::mt19937 random(seed);
  auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  Geometry g;
  g.local_size[0] = 4;
  g.num_groups[0] = 1 + seed % 3;
  RaceOptions options;
  options.tolerance = tolerance;
  RaceObserver observer(options);
  observer.on_start(k, g);
  std::vector<std::uint32_t> epoch(g.num_groups[0], 0);
  std::vector<Seen> all;
  std::set<Pair> expected;
  const bool narrow = seed % 3 != 0; // many writes of one place, one by another: what is dropped matters most there
  const unsigned values = narrow ? 3 : 1 + below(12), sites = 1 + below(4), cells = narrow ? 1 : 1 + below(4);
  const unsigned steps = 3 + below(seed % 5 == 0 ? 80 : 8);
  const unsigned wide = narrow ? 0 : below(2); // sites that touch two granules
  for (unsigned step = 1; step <= steps; ++step) {
    if (below(20) == 0)
      ++epoch[below(static_cast<unsigned>(epoch.size()))];
    Seen s;
    Access &a = s.access;
    a.thread = below(static_cast<unsigned>(g.threads()));
    a.step = step;
    a.site.stmt = narrow ? 2 * (step == steps) : below(sites);
    const AccessKind atomic[] = {AccessKind::Atomic, AccessKind::AtomicInGroup, AccessKind::ReadInGroup,
                                 AccessKind::AtomicAlone};
    a.kind = a.site.stmt == 1 ? AccessKind::Read : a.site.stmt == 3 ? atomic[seed / 3 % 4] : AccessKind::Write;
    a.lo = below(cells);
    a.granules = a.site.stmt == 2 ? 1 + wide : 1;
    a.per_value = static_cast<unsigned>(a.granules);
    a.epoch.group = epoch[a.thread / 4];
    s.value = below(values);
    if (a.kind == AccessKind::Write || a.kind == AccessKind::Read)
      a.values = {&s.value, 1};
    observer.on_access(a);
    for (const Seen &other : all)
      if (clash(other, s, 4, tolerance))
        expected.insert(std::minmax(other.access.site.stmt, a.site.stmt));
    all.push_back(s);
  }
  observer.on_end({});
  std::set<Pair> found;
  for (const Race &r : observer.races())
    found.insert(std::minmax(r.sides[0].site.stmt, r.sides[1].site.stmt));
  EXPECT_EQ(found, expected) << "seed " << seed << ", tolerates " << cfg::tolerance_words.text(tolerance);
}

TEST(Races, FewRecordsFindWhatAllFind) {
  support::Diagnostics diags;
  const auto k =
      cfg::parse("kernel k pointer_bits 32 { array a : i32[8] global param; var x : i32; block s: a[0:i32] := 1:i32; "
                 "x := a[0:i32]; a[0:i32] := add(x, 1:i32); atomic add a[0:i32](1:i32); return; }",
                 "k.kir", diags);
  ASSERT_TRUE(k) << diags.all().front().message;
  for (unsigned seed = 0; seed < 30000; ++seed)
    compare(seed, *k, static_cast<cfg::Tolerance>(seed % 5));
}

TEST(Races, IncoherentLoadsRaceWithAllWritesOfTheirCells) {
  support::Diagnostics diags;
  const auto k =
      cfg::parse("kernel k pointer_bits 32 { array a : i32[8] global param; var x : i32; block s: a[0:i32] := "
                 "1:i32; incoherent x := a[0:i32]; return; }",
                 "k.kir", diags);
  ASSERT_TRUE(k);
  Geometry g;
  g.local_size[0] = 4;
  const auto races = [&](ThreadIndex writer, ThreadIndex reader, std::int64_t cell, bool load_first, bool incoherent) {
    RaceObserver observer(RaceOptions{});
    observer.on_start(*k, g);
    Access write, load;
    write.thread = writer, load.thread = reader;
    write.kind = AccessKind::Write, load.kind = AccessKind::Read;
    write.site = {0, 0}, load.site = {0, 1};
    const std::uint64_t value = 1;
    write.values = {&value, 1};
    load.lo = cell, load.incoherent = incoherent;
    Access *const order[] = {load_first ? &load : &write, load_first ? &write : &load};
    for (unsigned i = 0; i < 2; ++i) {
      order[i]->step = i + 1;
      order[i]->epoch.group = i; // a barrier lies between
      observer.on_access(*order[i]);
    }
    observer.on_end({});
    return observer.races().size();
  };
  EXPECT_EQ(races(0, 1, 0, false, true), 1U);
  EXPECT_EQ(races(0, 0, 0, false, true), 1U); // its own write
  EXPECT_EQ(races(0, 1, 0, true, true), 1U);
  EXPECT_EQ(races(0, 1, 1, false, true), 0U); // another cell
  EXPECT_EQ(races(0, 1, 0, false, false), 0U);
}

TEST(Races, LoadsDoNotRaceWithEachOtherWhateverTheirScopes) {
  support::Diagnostics diags;
  const auto k = cfg::parse("kernel k pointer_bits 32 { array a : i32[8] global param; block s: a[0:i32] := 1:i32; "
                            "return; }",
                            "k.kir", diags);
  ASSERT_TRUE(k);
  Geometry g;
  g.local_size[0] = 4;
  const auto races = [&](AccessKind narrow, cfg::AtomicOp wide) {
    RaceObserver observer(RaceOptions{});
    observer.on_start(*k, g);
    cfg::Atomic atomic;
    atomic.op = wide;
    Access first, second;
    first.thread = 0, second.thread = 1;
    first.kind = narrow, second.kind = AccessKind::Atomic;
    first.site = {0, 0}, second.site = {0, 1};
    first.step = 1, second.step = 2;
    second.atomic = &atomic;
    observer.on_access(first);
    observer.on_access(second);
    observer.on_end({});
    return observer.races().size();
  };
  EXPECT_EQ(races(AccessKind::Read, cfg::AtomicOp::Load), 0U);
  EXPECT_EQ(races(AccessKind::ReadInGroup, cfg::AtomicOp::Load), 0U);
  EXPECT_EQ(races(AccessKind::Read, cfg::AtomicOp::Add), 1U);
}

} // namespace
} // namespace lockstep::semantics::test_races
