// The result cache: what it keeps, what it never mixes up, and what it does when its file is no good.
#include "cfg/ir/text/parse.h"
#include "support/diagnostic.h"
#include "verify/cache/cached_result.h"
#include "verify/cache/result_cache.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include <csignal>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockstep::verify::test_result_cache {
namespace {

namespace fs = std::filesystem;

class CacheTest : public testing::Test {
protected:
  CacheTest() {
    std::string pattern = (fs::temp_directory_path() / "lockstep-cache-XXXXXX").string();
    folder = ::mkdtemp(pattern.data());
  }
  ~CacheTest() override { fs::remove_all(folder); }
  std::string file() const { return folder + "/results.sqlite"; }
  std::string folder;
};

TEST_F(CacheTest, KeepsAcrossRuns) {
  {
    ResultCache c(folder);
    ASSERT_TRUE(c.usable());
    EXPECT_FALSE(c.find("key"));
    c.store("key", "value");
    c.store(std::string("a\0b", 3), std::string("\0\xff", 2)); // any bytes
  }
  ResultCache again(folder);
  EXPECT_EQ(again.find("key"), "value");
  EXPECT_EQ(again.find(std::string("a\0b", 3)), std::string("\0\xff", 2));
  EXPECT_FALSE(again.find(std::string("a\0c", 3)));
  again.store("key", "other");
  EXPECT_EQ(again.find("key"), "other");
  EXPECT_EQ(again.take_complaint(), "");
}

// An entry whose hash is right and whose key is not: as if two kernels had one hash.
TEST_F(CacheTest, ComparesTheWholeKey) {
  { ResultCache(folder).store("key", "value"); }
  const std::string sql = "sqlite3 '" + file() + "' \"UPDATE results SET key = CAST('kez' AS BLOB)\"";
  if (std::system(sql.c_str()) != 0)
    GTEST_SKIP() << "the sqlite3 command is not installed";
  ResultCache c(folder);
  EXPECT_FALSE(c.find("key"));
  EXPECT_TRUE(c.usable());
}

TEST_F(CacheTest, NoticesAChangedValue) {
  { ResultCache(folder).store("key", "race"); }
  const std::string sql = "sqlite3 '" + file() + "' \"UPDATE results SET value = CAST('pass' AS BLOB)\"";
  if (std::system(sql.c_str()) != 0)
    GTEST_SKIP() << "the sqlite3 command is not installed";
  ResultCache c(folder);
  EXPECT_FALSE(c.find("key"));
  EXPECT_NE(c.take_complaint().find("check sum"), std::string::npos);
  EXPECT_EQ(c.take_complaint(), ""); // said once
}

TEST_F(CacheTest, DropsWhatWasNotUsedForLongest) {
  constexpr std::uint64_t limit = 400000;
  ResultCache c(folder, limit);
  const std::string value(2000, 'v');
  for (int i = 0; i < 2000; ++i)
    c.store("key" + std::to_string(i), value);
  EXPECT_EQ(c.take_complaint(), "");
  EXPECT_TRUE(c.find("key1999"));
  EXPECT_FALSE(c.find("key0"));
  EXPECT_LT(fs::file_size(file()), 2 * limit);
  c.store("huge", std::string(limit, 'x')); // would push out everything else
  EXPECT_FALSE(c.find("huge"));
  EXPECT_TRUE(c.find("key1999"));
}

TEST_F(CacheTest, CorruptFile) {
  {
    ResultCache c(folder);
    for (int i = 0; i < 50; ++i)
      c.store("key" + std::to_string(i), std::string(3000, 'v'));
  }
  {
    std::fstream f(file(), std::ios::in | std::ios::out | std::ios::binary);
    f.seekp(4096);
    f << std::string(40000, '\x5a');
  }
  ResultCache c(folder);
  for (int i = 0; i < 50; ++i)
    EXPECT_EQ(c.find("key" + std::to_string(i)).value_or(std::string(3000, 'v')), std::string(3000, 'v'));
  EXPECT_FALSE(c.usable());
  EXPECT_NE(c.take_complaint().find("going on without it"), std::string::npos);
  c.store("after", "nothing happens");
  EXPECT_FALSE(c.find("after"));
}

TEST_F(CacheTest, TruncatedFile) {
  {
    ResultCache c(folder);
    for (int i = 0; i < 50; ++i)
      c.store("key" + std::to_string(i), std::string(3000, 'v'));
  }
  fs::resize_file(file(), fs::file_size(file()) / 2);
  ResultCache c(folder);
  for (int i = 0; i < 50; ++i)
    EXPECT_EQ(c.find("key" + std::to_string(i)).value_or(std::string(3000, 'v')), std::string(3000, 'v'));
  EXPECT_NE(c.take_complaint(), "");
}

// A child that may write no file longer than a few pages: what a full disk does.
TEST_F(CacheTest, FullDisk) {
  { ResultCache(folder).store("early", "kept"); }
  const pid_t child = ::fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{40000, 40000};
    ::setrlimit(RLIMIT_FSIZE, &small);
    ResultCache c(folder);
    for (int i = 0; i < 100; ++i)
      c.store("key" + std::to_string(i), std::string(3000, 'v'));
    const bool told = c.take_complaint().find("going on without it") != std::string::npos;
    ::_exit(told && !c.usable() && !c.find("key99") ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  ResultCache c(folder);
  EXPECT_EQ(c.find("early"), "kept");
  EXPECT_EQ(c.take_complaint(), "");
}

TEST_F(CacheTest, UnusableFolder) {
  std::ofstream(folder + "/file") << "x";
  ResultCache c(folder + "/file");
  EXPECT_FALSE(c.usable());
  EXPECT_FALSE(c.find("key"));
  EXPECT_NE(c.take_complaint().find("file"), std::string::npos);
}

// Several writers at once, each killed in the middle of its work: the file stays whole.
TEST_F(CacheTest, WritersThatAreKilled) {
  const auto value = [](int i) { return "value" + std::to_string(i) + std::string(500, 'v'); };
  for (int round = 0; round < 3; ++round) {
    std::vector<pid_t> writers;
    for (int w = 0; w < 4; ++w) {
      writers.push_back(::fork());
      if (writers.back() == 0) {
        ResultCache c(folder);
        for (int i = w;; i = (i + 1) % 200)
          c.store("key" + std::to_string(i), value(i));
      }
    }
    ::usleep(150000);
    for (const pid_t w : writers) {
      ::kill(w, SIGKILL);
      ::waitpid(w, nullptr, 0);
    }
    ResultCache c(folder);
    int found = 0;
    for (int i = 0; i < 200; ++i)
      if (const auto v = c.find("key" + std::to_string(i))) {
        EXPECT_EQ(*v, value(i));
        ++found;
      }
    EXPECT_EQ(c.take_complaint(), "");
    EXPECT_GT(found, 10);
  }
}

// --- keys ---------------------------------------------------------------------------------------------------
constexpr const char *kernel_text = R"(
kernel k pointer_bits 64 @"a.cl":1:1 {
  param n : i32 "n" @"a.cl":1:5;
  var t : i32 @"a.cl":2:1;
  array data : i32[] global param "data" @"a.cl":1:9;

  block entry @"a.cl":2:1:
    t := local_id(0, i32) @"a.cl":2:3;
    data[t] := 1:i32 @"a.cl":3:3;
    assert eq(t, n) "t == n" @"a.cl":4:3;
    return @"a.cl":5:1;
}
)";

KernelKey key_of(std::string text, const std::vector<std::pair<std::string, std::string>> &changes = {},
                 const VerifyOptions &options = {}, const std::string &tools = "tools") {
  for (const auto &[from, to] : changes)
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
      text.replace(at, from.size(), to);
  support::Diagnostics diags;
  const auto kernels = cfg::parse_kernels(text, "test.kir", diags);
  if (!kernels || kernels->size() != 1)
    throw std::runtime_error(diags.all().empty() ? "one kernel" : diags.all().front().message);
  return kernel_key(kernels->front(), options, tools);
}

TEST(KernelKeys, NamesAndPlacesDoNotCount) {
  const KernelKey key = key_of(kernel_text);
  EXPECT_EQ(key.text, key_of(kernel_text, {{"data", "other"}, {"kernel k", "kernel q"}, {"entry", "start"}}).text);
  EXPECT_EQ(
      key.text,
      key_of(kernel_text, {{"t := ", "tid := "}, {"var t ", "var tid "}, {"[t]", "[tid]"}, {"(t,", "(tid,"}}).text);
  EXPECT_EQ(key.text, key_of(kernel_text, {{"a.cl", "b.cl"}, {":3:3", ":30:7"}}).text);
  EXPECT_EQ(key.text, key_of(kernel_text, {{"\"t == n\"", "\"other text\""}}).text);
}

TEST(KernelKeys, EverythingElseCounts) {
  const std::string text = key_of(kernel_text).text;
  const std::vector<std::pair<std::string, std::string>> changes = {{"1:i32", "2:i32"},
                                                                    {"local_id(0", "local_id(1"},
                                                                    {"global param", "global"},
                                                                    {"i32[]", "i32[9]"},
                                                                    {"[t]", "[n]"},
                                                                    {"eq(t", "ne(t"},
                                                                    {"assert eq", "assume eq"},
                                                                    {"pointer_bits 64", "pointer_bits 32"}};
  for (const auto &change : changes) {
    auto changed = change;
    std::string source = kernel_text;
    if (change.first == "assert eq")
      source.replace(source.find(" \"t == n\""), 9, "");
    EXPECT_NE(text, key_of(source, {changed}).text) << change.first;
  }
  // Two places that become one: a finding could not be told apart any more.
  EXPECT_NE(text, key_of(kernel_text, {{":3:3", ":4:3"}}).text);
  EXPECT_NE(text, key_of(kernel_text, {{"\"n\"", "\"data\""}}).text);
}

TEST(KernelKeys, OptionsCount) {
  const std::string text = key_of(kernel_text).text;
  std::vector<VerifyOptions> others(9);
  others[0].launch.local_size[0] = 2;
  others[1].launch.num_groups[2] = std::nullopt;
  others[2].integers = emit::IntegerMode::Bv;
  others[3].tolerance = cfg::Tolerance::None;
  others[4].strict_overflow = true;
  others[5].allow_vacuous = true;
  others[6].merge = false;
  others[7].solver = Solver::Cvc5;
  others[8].tiers = {Tier::Pick};
  for (std::size_t i = 0; i < others.size(); ++i)
    EXPECT_NE(text, key_of(kernel_text, {}, others[i]).text) << i;
  EXPECT_NE(text, key_of(kernel_text, {}, {}, "other tools").text);
}

Result race_of(const KernelKey &key) {
  Result r;
  r.verdict = Verdict::Race;
  r.tier = Tier::Pick;
  Finding f;
  f.kind = FindingKind::Race;
  f.origin = key.places.at(0);
  f.array = "data";
  f.race = "write-write";
  f.message = "possible write-write race on 'data[3]'";
  f.element = 3;
  f.bytes = {12, 15};
  f.accesses = {{key.places.at(0), {{1, 0, 0}, {0, 0, 0}}, "write"},
                {key.places.at(0), {{2, 0, 0}, {0, 0, 0}}, "write"}};
  f.values["n"] = "7";
  f.notes = {"may be a false alarm: a value read from 'data' is any value of its type"};
  r.reason = f.message;
  r.findings.push_back(f);
  return r;
}

TEST(CachedResults, SpeakOfThePresentNamesAndPlaces) {
  const KernelKey then = key_of(kernel_text);
  const auto text =
      to_cache(race_of(then), {{support::Severity::Warning, then.places.at(1), "no thread reaches this write 'data'"}},
               then, 1000);
  ASSERT_TRUE(text);
  const KernelKey now =
      key_of(kernel_text, {{"data", "line"}, {"\"n\"", "\"width\""}, {"a.cl", "b.cl"}, {":3:3", ":33:9"}});
  const auto found = from_cache(*text, now, 1000);
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->result.cached);
  EXPECT_EQ(found->result.verdict, Verdict::Race);
  const Finding &f = found->result.findings.at(0);
  EXPECT_EQ(f.message, "possible write-write race on 'line[3]'");
  EXPECT_EQ(f.array, "line");
  EXPECT_EQ(f.origin.str(), "b.cl:33:9");
  EXPECT_EQ(f.accesses.at(1).origin.str(), "b.cl:33:9");
  EXPECT_EQ(f.accesses.at(1).thread.local[0], 2U);
  EXPECT_EQ(f.values.at("width"), "7");
  EXPECT_EQ(f.notes.at(0), "may be a false alarm: a value read from 'line' is any value of its type");
  EXPECT_EQ(found->told.at(0).message, "no thread reaches this write 'line'");
  EXPECT_EQ(found->told.at(0).origin.str(), "b.cl:4:3");
}

TEST(CachedResults, AssertionsSpeakOfTheirPresentText) {
  const KernelKey then = key_of(kernel_text);
  Result r;
  r.verdict = Verdict::Assertion;
  r.reason = "this assertion might not hold: t == n";
  const auto text = to_cache(r, {}, then, 1000);
  ASSERT_TRUE(text);
  const auto found = from_cache(*text, key_of(kernel_text, {{"\"t == n\"", "\"tid == n\""}}), 1000);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->result.reason, "this assertion might not hold: tid == n");
}

TEST(CachedResults, OnlyDefiniteOnesAreKept) {
  const KernelKey key = key_of(kernel_text);
  Result r = race_of(key);
  for (const Verdict v : {Verdict::Unknown, Verdict::Unsupported, Verdict::Error}) {
    r.verdict = v;
    EXPECT_FALSE(to_cache(r, {}, key, 1000));
  }
  r = race_of(key);
  r.hesitated = true; // with more time it might have been proved
  EXPECT_FALSE(to_cache(r, {}, key, 1000));
  r = race_of(key);
  r.findings[0].origin = support::Origin({"elsewhere.cl", 1, 1});
  EXPECT_FALSE(to_cache(r, {}, key, 1000));
}

TEST(CachedResults, AViolationIsAskedAgainWithMoreTime) {
  const KernelKey key = key_of(kernel_text);
  const auto text = to_cache(race_of(key), {}, key, 1000);
  ASSERT_TRUE(text);
  EXPECT_TRUE(from_cache(*text, key, 500));
  EXPECT_FALSE(from_cache(*text, key, 2000));
  Result verified;
  verified.verdict = Verdict::Verified;
  const auto proof = to_cache(verified, {}, key, 1000);
  ASSERT_TRUE(proof);
  EXPECT_TRUE(from_cache(*proof, key, 2000));
}

TEST(CachedResults, UnreadableTextIsNoResult) {
  const KernelKey key = key_of(kernel_text);
  const auto text = to_cache(race_of(key), {}, key, 1000);
  ASSERT_TRUE(text);
  EXPECT_FALSE(from_cache("", key, 1000));
  EXPECT_FALSE(from_cache("{}", key, 1000));
  EXPECT_FALSE(from_cache(text->substr(0, text->size() / 2), key, 1000));
  KernelKey small = key;
  small.places.clear(); // a number without a place
  EXPECT_FALSE(from_cache(*text, small, 1000));
}

} // namespace
} // namespace lockstep::verify::test_result_cache
