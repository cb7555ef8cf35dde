// Predicated and lock-step programs of the golden files' kernels: what is printed, with and without places, reads back
// as the same program, also with the race checks in it. (tests/run.py compares the texts with those expected.)
#include "pipeline.h"

#include "predication/instrument.h"

namespace lockstep::predication::test::test_round_trip {
namespace {

class RoundTrip : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(RoundTrip, texts_round_trip) {
  const std::string text = read_file(GetParam());
  std::string source = text.substr(0, text.find("\n/* expected\n") + 1);
  bool block_id = source.find("--predication block-id") != std::string::npos;
  Built b = build(source, block_id ? Scheme::BlockId : Scheme::Flags);
  for (bool origins : {false, true}) {
    support::Diagnostics diags;
    std::string pred = print(b.predicated, {origins});
    auto p = parse_predicated(pred, "x.pred", diags);
    ASSERT_TRUE(p) << messages(diags) << pred;
    EXPECT_TRUE(check(*p, diags)) << messages(diags);
    EXPECT_EQ(print(*p, {origins}), pred);
    for (const Lockstep &from :
         {b.lockstep, instrument(b.lockstep, {}), instrument(b.lockstep, {.same_values = true})}) {
      std::string lks = print(from, {origins});
      auto l = parse_lockstep(lks, "x.lks", diags);
      ASSERT_TRUE(l) << messages(diags) << lks;
      EXPECT_TRUE(check(*l, diags)) << messages(diags);
      EXPECT_EQ(print(*l, {origins}), lks);
    }
  }
}

std::vector<std::filesystem::path> files() {
  std::vector<std::filesystem::path> out;
  for (const char *stage : {"predicate", "vectorise", "instrument", "emit_pick"})
    for (const auto &e :
         std::filesystem::directory_iterator(std::string(LOCKSTEP_SOURCE_DIR) + "/tests/golden/" + stage))
      if (e.path().extension() == ".kir")
        out.push_back(e.path());
  std::sort(out.begin(), out.end());
  return out;
}

INSTANTIATE_TEST_SUITE_P(files, RoundTrip, testing::ValuesIn(files()), [](const auto &info) {
  return info.param.parent_path().filename().string() + "_" + info.param.stem().string();
});

} // namespace
} // namespace lockstep::predication::test::test_round_trip
