// Exploration against brute force: the same final stores, races and endings; few traces where little is dependent.
#include "tests/unit/semantics/running.h"

namespace lockstep::semantics::test::test_explore {
namespace {

// Every schedule and choice there is, depth first.
class Everything final : public Schedule, public Choices {
public:
  ThreadIndex next(std::span<const ThreadIndex> ready, ThreadIndex) override { return ready[take(ready.size())]; }
  std::size_t among(std::size_t n) override { return take(n); }
  std::uint64_t havoc(cfg::Type) override { return take(2); } // for bools

  bool back() {
    at_ = 0;
    while (!tape_.empty() && ++tape_.back().first == tape_.back().second)
      tape_.pop_back();
    return !tape_.empty();
  }

private:
  std::size_t take(std::size_t n) {
    if (at_ == tape_.size())
      tape_.push_back({0, n});
    return tape_[at_++].first;
  }
  std::vector<std::pair<std::size_t, std::size_t>> tape_;
  std::size_t at_ = 0;
};

struct Seen {
  std::set<std::vector<std::uint64_t>> finals; // of terminated executions: array a
  std::set<std::vector<std::uint32_t>> races;  // site pairs
  std::set<Ending> endings;
  std::uint64_t traces = 0;
  bool operator==(const Seen &o) const { return finals == o.finals && races == o.races && endings == o.endings; }
};

std::set<std::vector<std::uint32_t>> pairs(const RaceObserver &o) {
  std::set<std::vector<std::uint32_t>> out;
  for (const Race &r : o.races()) {
    std::vector<std::uint32_t> a{r.sides[0].site.block, r.sides[0].site.stmt},
        b{r.sides[1].site.block, r.sides[1].site.stmt};
    if (b < a)
      std::swap(a, b);
    a.insert(a.end(), b.begin(), b.end());
    out.insert(a);
  }
  return out;
}

Seen brute_force(const std::string &text, const Geometry &g) {
  Bench b(text, g);
  Everything all;
  Seen out;
  do {
    Execution e = b.machine.run(all, all);
    if (e.ending != Ending::Infeasible)
      out.endings.insert(e.ending);
    if (e.ending == Ending::Terminated)
      out.finals.insert(b.contents("a"));
    ++out.traces;
  } while (all.back() && out.traces < 300000);
  EXPECT_LT(out.traces, 300000u);
  out.races = pairs(b.races);
  return out;
}

class Finals final : public Observer {
public:
  Finals(Bench &b, Seen &out) : b_(b), out_(out) {}
  void on_end(const Execution &e) override {
    if (e.ending != Ending::Infeasible && e.ending != Ending::Redundant)
      out_.endings.insert(e.ending);
    if (e.ending == Ending::Terminated)
      out_.finals.insert(b_.contents("a"));
  }

private:
  Bench &b_;
  Seen &out_;
};

Seen explored(const std::string &text, const Geometry &g) {
  Bench b(text, g);
  Seen out;
  Finals finals(b, out);
  b.machine.attach(finals);
  Exploration e = b.all();
  EXPECT_TRUE(e.complete) << e.incomplete_because;
  out.traces = e.traces + e.infeasible + e.redundant;
  out.races = pairs(b.races);
  return out;
}

class Explore : public ::testing::TestWithParam<const char *> {};

TEST_P(Explore, AgreesWithBruteForce) {
  for (std::uint64_t threads : {1, 2, 3}) {
    Seen all = brute_force(GetParam(), launch(threads)), few = explored(GetParam(), launch(threads));
    EXPECT_EQ(all.finals, few.finals) << threads;
    EXPECT_EQ(all.races, few.races) << threads;
    EXPECT_EQ(all.endings, few.endings) << threads;
    EXPECT_LE(few.traces, all.traces);
  }
  Seen all = brute_force(GetParam(), launch(1, 3)), few = explored(GetParam(), launch(1, 3));
  EXPECT_TRUE(all == few) << "three groups";
}

INSTANTIATE_TEST_SUITE_P(
    Kernels, Explore,
    ::testing::Values(
        // lost updates
        "kernel k { var x : i32; array a : i32[1] global; block b: x := a[0:i64]; a[0:i64] := add(x, 1:i32); return; }",
        // atomics whose old value decides
        "kernel k { var x : i32; array a : i32[4] global; block b: x := atomic add a[0:i64](1:i32); "
        "a[zext(add(x, 1:i32), i64)] := local_id(0, i32); return; }",
        // a flag and data: message passing
        "kernel k { var x : i32; var y : i32; array a : i32[4] global; block b: br eq(add(local_id(0, i32), "
        "group_id(0, i32)), 0:i32), w, r; "
        "block w: a[0:i64] := 7:i32; a[1:i64] := 1:i32; return; "
        "block r: x := a[1:i64]; y := a[0:i64]; a[add(zext(local_id(0, i32), i64), add(zext(group_id(0, i32), i64), "
        "1:i64))] := add(x, y); return; }",
        // overlapping widths
        "kernel k { var x : i32; array a : i8[4] global granule 1; block b: a[zext(local_id(0, i32), i64)] := "
        "trunc(local_id(0, i32), i8); "
        "x := a[0:i64] per 4; a[0:i64] := add(x, 1:i32) per 4; return; }",
        // barriers between, same-value writes, commuting atomics
        "kernel k { var x : i32; array a : i32[4] global; block b: a[0:i64] := 3:i32; atomic add a[1:i64](2:i32); "
        "barrier group fence(global); "
        "x := a[0:i64]; a[2:i64] := add(x, local_id(0, i32)); return; }",
        // choices: arbitrary booleans, gotos with and without assumptions
        "kernel k { var p : bool; array a : i32[2] global; block b: havoc p; goto t, f; block t: assume p; a[0:i64] := "
        "local_id(0, i32); return; "
        "block f: assume not(p); goto g, h; block g: a[0:i64] := 5:i32; return; block h: return; }",
        // errors that depend on the order
        "kernel k { var x : i32; array a : i32[1] global; block b: x := a[0:i64]; assert ne(x, 1:i32); a[0:i64] := "
        "1:i32; return; }",
        "kernel k { var x : i32; array a : i32[1] global; block b: x := a[0:i64]; br eq(x, 1:i32), t, f; block t: "
        "barrier group fence(global); return; "
        "block f: a[0:i64] := 1:i32; return; }",
        // infeasible for some orders only
        "kernel k { var x : i32; array a : i32[2] global; block b: x := a[0:i64]; assume ne(x, 1:i32); a[0:i64] := "
        "1:i32; a[1:i64] := x; return; }"));

TEST(ExploreCounts, RaceFreeKernelsHaveOneTrace) {
  Bench b(
      "kernel k { var x : i32; array a : i32[8] global; block b: a[zext(local_id(0, i32), i64)] := local_id(0, i32); "
      "barrier group fence(global); x := a[xor(zext(local_id(0, i32), i64), 1:i64)]; return; }",
      launch(8));
  Exploration e = b.all();
  EXPECT_TRUE(e.complete);
  EXPECT_EQ(e.traces, 1u);
}

// Those in front wait for those behind, whose steps so come before theirs, whatever cells they touch.
TEST(ExploreCounts, ThreadsInLockStepWaitForThoseBehind) {
  cfg::Kernel k = kernel_of("kernel k { var t : i32; var x : i32; array s : i32[4] group; array p : i32[8] global; "
                            "block a: t := local_id(0, i32); s[zext(t, i64)] := t; br ult(t, 2:i32), b, c; "
                            "block b: s[zext(add(t, 2:i32), i64)] := 1:i32; goto d; "
                            "block c: p[zext(t, i64)] := 2:i32; goto d; "
                            "block d: x := s[zext(t, i64)]; p[zext(add(t, 4:i32), i64)] := x; return; }");
  k.terms.lock_step = 4;
  const Code code = code_of(k);
  Interleaving machine(code, launch(4), {});
  const Exploration e = explore(machine, {});
  EXPECT_TRUE(e.complete);
  EXPECT_EQ(e.traces, 1u);
  EXPECT_EQ(machine.memory().contents(array(k, "p")), (std::vector<std::uint64_t>{0, 0, 2, 2, 0, 1, 1, 1}));
}

TEST(ExploreCounts, IndependentPairsAreExploredOnce) { // two threads race on each of two cells: 2 x 2 orders
  Bench b("kernel k { array a : i32[2] global; block b: a[lshr(zext(local_id(0, i32), i64), 1:i64)] := local_id(0, "
          "i32); return; }",
          launch(4));
  Exploration e = b.all();
  EXPECT_EQ(e.traces, 4u);
  EXPECT_EQ(e.redundant, 0u);
}

TEST(ExploreCounts, BudgetsAndSamplingAreReported) {
  const char *text =
      "kernel k { var x : i32; array a : i32[1] global; block b: x := a[0:i64]; a[0:i64] := add(x, 1:i32); return; }";
  Bench b(text, launch(4));
  Exploration e = b.all({.budget = {.max_traces = 5}});
  EXPECT_FALSE(e.complete);
  EXPECT_EQ(e.incomplete_because, "the budget of 5 traces is used up");
  Bench sampled("kernel k { var x : i32; block b: havoc x; return; }", launch(1));
  e = sampled.all();
  EXPECT_FALSE(e.complete);
  EXPECT_EQ(e.traces, 3u);
  Bench first(text, launch(2), {}, {}, {.stop_at_first = true});
  e = first.all();
  EXPECT_EQ(e.traces, 1u);
  EXPECT_FALSE(e.complete);
}

} // namespace
} // namespace lockstep::semantics::test::test_explore
