// The observer of memory requests, told of requests made by hand; whole kernels: tests/requests.py.
#include "semantics/costs/request_observer.h"
#include "tests/unit/semantics/running.h"

namespace lockstep::semantics::test::test_requests {
namespace {

struct Told {
  cfg::Kernel kernel;
  RequestObserver observer;

  Told(cfg::Space space, unsigned granule_bytes, RequestOptions options = {*cfg::target("nvidia"), {}})
      : observer(std::move(options)) {
    cfg::Array a;
    a.name = "a";
    a.space = space;
    a.granule_bytes = granule_bytes;
    kernel.arrays.push_back(a);
    observer.on_start(kernel, geometry);
  }
  // Lane l accesses `granules` granules from first + step * l on.
  void request(unsigned lanes, std::int64_t first, std::int64_t step, std::uint64_t granules = 1,
               cfg::AccessKind kind = cfg::AccessKind::Read) {
    std::vector<Request::Lane> all;
    for (unsigned l = 0; l < lanes; ++l)
      all.push_back({l, first + step * l});
    observer.on_request({{}, kind, 0, granules, all, 32});
  }
  const AccessCounts &counts(Ending ending = Ending::Terminated) {
    observer.on_end({ending});
    return observer.accesses().begin()->second;
  }

  Geometry geometry = launch(32);
};

TEST(Requests, NegativeOffsetsRoundDown) {
  Told t(cfg::Space::Global, 4);
  t.request(32, -1, 1);
  EXPECT_EQ(t.counts().all.sectors.most, 5u);
  EXPECT_EQ(t.counts().all.lines.most, 2u);
  EXPECT_EQ(t.counts().all.lines_aligned.most, 1u);
}

TEST(Requests, ArraysStartWhereTheyAreSaidTo) {
  Told t(cfg::Space::Global, 4, {*cfg::target("nvidia"), {{0, 4}}});
  t.request(32, 0, 1);
  EXPECT_EQ(t.counts().all.sectors.most, 5u);
}

TEST(Requests, FullOnesAreCountedByThemselves) {
  Told t(cfg::Space::Global, 4);
  t.request(32, 0, 1);
  t.request(1, 0, 1);
  EXPECT_EQ(t.counts().all.requests, 2u);
  EXPECT_EQ(t.counts().all.sectors.least, 1u);
  EXPECT_EQ(t.counts().full.requests, 1u);
  EXPECT_EQ(t.counts().full.sectors.least, 4u);
}

TEST(Requests, ExecutionsThatDoNotCountAreForgotten) {
  Told t(cfg::Space::Global, 4);
  t.request(32, 0, 1);
  t.observer.on_end({Ending::Infeasible});
  EXPECT_TRUE(t.observer.accesses().empty());
}

TEST(Requests, WideAccessesToGroupMemoryAreServedInPhases) {
  Told t(cfg::Space::Group, 4);
  t.request(32, 0, 4, 4);
  EXPECT_EQ(t.counts().all.wavefronts.most, 4u);
  EXPECT_EQ(t.counts().all.ideal.most, 4u);
}

TEST(Requests, AtomicsMeet) {
  Told t(cfg::Space::Global, 4);
  t.request(32, 0, 0, 1, cfg::AccessKind::Atomic);
  EXPECT_EQ(t.counts().all.same.most, 32u);
}

TEST(Requests, TargetsByName) {
  EXPECT_EQ(cfg::target("mi300")->line_bytes, 128u);
  EXPECT_FALSE(cfg::target("voodoo"));
}

} // namespace
} // namespace lockstep::semantics::test::test_requests
