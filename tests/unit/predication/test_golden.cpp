// The golden files of stages predicate and vectorise, through the library; tests/run.py runs them through the command.
#include "pipeline.h"

#include "predication/instrument.h"

namespace lockstep::predication::test {
namespace {

class Golden : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(Golden, stage_prints_what_the_file_expects) {
  const std::string text = read_file(GetParam());
  const std::string mark = "\n/* expected\n";
  auto at = text.find(mark), end = text.rfind("*/");
  ASSERT_NE(at, std::string::npos);
  std::string source = text.substr(0, at + 1), expected = text.substr(at + mark.size(), end - at - mark.size());
  if (auto launch = expected.find("  launch "); launch != std::string::npos) // the command's, not the text's
    expected.erase(launch, expected.find('\n', launch) + 1 - launch);
  bool block_id = source.find("--predication block-id") != std::string::npos;
  Built b = build(source, block_id ? Scheme::BlockId : Scheme::Flags, GetParam().filename().string());
  const std::string stage = GetParam().parent_path().filename();
  Lockstep l = stage == "instrument" ? instrument(b.lockstep, {}) : b.lockstep;
  support::Diagnostics diags;
  EXPECT_TRUE(check(l, diags)) << messages(diags);
  EXPECT_EQ(stage == "predicate" ? print(b.predicated) : print(l), expected);
}

TEST_P(Golden, texts_round_trip) {
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
    for (const Lockstep &from : {b.lockstep, instrument(b.lockstep, {.written_arrays = Memory::Equal})}) {
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
  for (const char *stage : {"predicate", "vectorise", "instrument"})
    for (const auto &e :
         std::filesystem::directory_iterator(std::string(LOCKSTEP_SOURCE_DIR) + "/tests/golden/" + stage))
      if (e.path().extension() == ".kir")
        out.push_back(e.path());
  std::sort(out.begin(), out.end());
  return out;
}

INSTANTIATE_TEST_SUITE_P(files, Golden, testing::ValuesIn(files()), [](const auto &info) {
  return info.param.parent_path().filename().string() + "_" + info.param.stem().string();
});

} // namespace
} // namespace lockstep::predication::test
