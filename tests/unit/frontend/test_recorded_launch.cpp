// `build_kernel` for a launch that says where buffers lie, how long they are and which are null.
#include "tests/unit/frontend/build_fixture.h"

namespace lockstep::frontend::test_recorded_launch {
namespace {

LaunchSite::Argument buffer(const std::string &name, int of, std::uint64_t begins, std::optional<std::uint64_t> bytes) {
  LaunchSite::Argument a;
  a.parameter = name;
  a.buffer = of;
  a.begins = begins;
  a.bytes = bytes;
  return a;
}

Built build(const std::string &source, std::vector<LaunchSite::Argument> arguments) {
  Built b;
  LaunchSite site;
  site.arguments = std::move(arguments);
  site.others_apart = true;
  const auto module = compile(write_source("k.cl", source), {}, b.diags);
  if (!module || kernels(*module).empty())
    return b;
  auto kernel = build_kernel(*module, kernels(*module)[0], {}, b.diags, &site);
  if (kernel)
    b.kernel = *std::move(kernel);
  return b;
}

constexpr const char *copy = "kernel void k(global int *a, global int *b) { a[1] = 7; b[1] = a[3] + 1; }";

TEST(RecordedLaunch, PartsOfABufferAreOneArray) {
  const Built b = build(copy, {buffer("a", 1, 0, 16), buffer("b", 1, 8, 16)});
  ASSERT_TRUE(b.kernel) << messages(b.diags);
  ASSERT_EQ(b.kernel->arrays.size(), 1u) << b.text();
  EXPECT_EQ(b.at("a").extent, 6u); // as far as they reach together
  OneThread r(*b.kernel);
  EXPECT_EQ(r.fill("a", {0, 0, 0, 41, 0, 0}).go(), "");
  EXPECT_EQ(r.memory("a"), (std::vector<std::uint64_t>{0, 7, 0, 42, 0, 0}));
  ASSERT_EQ(b.kernel->terms.assumptions.size(), 1u);
  EXPECT_EQ(b.kernel->terms.assumptions[0],
            "each access through 'a', 'b', which overlap, stays within its own part of the buffer");
}

TEST(RecordedLaunch, ABeginningWithinAnElementMakesSmallerGranules) {
  const Built b = build(copy, {buffer("a", 1, 2, 16), buffer("b", 1, 0, 18)});
  ASSERT_TRUE(b.kernel) << messages(b.diags);
  EXPECT_EQ(b.at("a").granule_bytes, 2u);
  EXPECT_EQ(b.text(b.all<cfg::Store>()[0].first.offset), "3:i64"); // (2 + 4) / 2
  EXPECT_EQ(b.at("a").extent, 9u);
}

TEST(RecordedLaunch, OneBufferForTwoIsOneArrayAsLongAsIt) {
  const Built b = build(copy, {buffer("a", 1, 0, 16), buffer("b", 1, 0, 16)});
  ASSERT_TRUE(b.kernel) << messages(b.diags);
  ASSERT_EQ(b.kernel->arrays.size(), 1u);
  EXPECT_EQ(b.at("a").extent, 4u);
  EXPECT_TRUE(b.kernel->terms.assumptions.empty());
}

TEST(RecordedLaunch, BuffersApartHaveTheirLengths) {
  const Built b = build("kernel void k(global int *a, global int *b, local float *t) { a[0] = b[1]; t[0] = 1; }",
                        {buffer("a", -1, 0, 18), buffer("b", -1, 0, 0), buffer("t", -1, 0, 64)});
  ASSERT_TRUE(b.kernel) << messages(b.diags);
  EXPECT_EQ(b.at("a").extent, 4u); // what is left over holds no element
  EXPECT_EQ(b.at("b").extent, 0u);
  EXPECT_EQ(b.at("t").extent, 16u);
  EXPECT_TRUE(b.diags.all().empty()) << messages(b.diags); // no note that they are taken to be apart
}

TEST(RecordedLaunch, NullIsNull) {
  const char *source = "kernel void k(global int *a, global int *b) { if (!b) a[0] = 1; if (!a) a[1] = 1; }";
  LaunchSite::Argument a = buffer("a", -1, 0, 16), none = buffer("b", -1, 0, 0);
  a.null = false;
  none.null = true;
  const Built b = build(source, {a, none});
  ASSERT_TRUE(b.kernel) << messages(b.diags);
  std::string said;
  for (const auto &[assume, origin] : b.all<cfg::Assume>())
    said += b.text(assume.condition) + ";";
  EXPECT_EQ(said, "eq(address.b, 0:i64);ne(address.a, 0:i64);");
}

} // namespace
} // namespace lockstep::frontend::test_recorded_launch
