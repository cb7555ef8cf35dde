// The command line (driver/options/options.h).
#include "driver/options/command_options.h"
#include "driver/options/options.h"

#include "jobs/input/header_options.h"
#include "jobs/input/option_words.h"
#include "support/nearest.h"

#include <gtest/gtest.h>

namespace lockstep::driver::test_options {
namespace {

Options good(const std::vector<std::string> &words) {
  auto parsed = parse_command_line(words);
  const auto *early = std::get_if<Early>(&parsed);
  EXPECT_EQ(early, nullptr) << (early != nullptr ? early->text : "");
  return early != nullptr ? Options{} : std::get<Options>(parsed);
}

std::string bad(const std::vector<std::string> &words) {
  auto parsed = parse_command_line(words);
  const auto *early = std::get_if<Early>(&parsed);
  if (early == nullptr)
    return "accepted";
  EXPECT_EQ(early->exit_status, 2);
  EXPECT_EQ(std::count(early->text.begin(), early->text.end(), '\n'), 1) << early->text;
  return early->text;
}

// What an option does in a kernel file's first lines is said for each; it is not told to be none of Lockstep's.
TEST(CommandLine, EveryOptionIsKnownInFirstLines) {
  for (const Command command :
       {Command::Verify, Command::Suite, Command::Dump, Command::Run, Command::Perf, Command::Cost}) {
    CLI::App app;
    Options o;
    StageNames names;
    add_options(command, app, o, names);
    for (const CLI::Option *option : app.get_options())
      for (const std::string &name : option->get_lnames())
        EXPECT_TRUE(name == "help" || jobs::header_use(jobs::canonical("--" + name)) != jobs::HeaderUse::Unknown)
            << "--" << name;
  }
}

TEST(CommandLine, VerifyWithEverything) {
  const Options o = good({"verify", "a.cl", "b.cu", "--local-size", "64", "--num-groups=2,2", "-DN=4", "-D", "M",
                          "-Iinc", "-std=c++17", "--format", "json", "--no-benign-tolerance", "--", "-Wno-x", "--y"});
  EXPECT_EQ(o.command, Command::Verify);
  EXPECT_EQ(o.inputs, (std::vector<std::string>{"a.cl", "b.cu"}));
  EXPECT_EQ(o.kernel.sizes.num_groups, "2,2");
  EXPECT_EQ(o.kernel.defines, (std::vector<std::string>{"N=4", "M"}));
  EXPECT_EQ(o.kernel.include_dirs, std::vector<std::string>{"inc"});
  EXPECT_EQ(o.kernel.standard, "c++17");
  EXPECT_TRUE(o.kernel.no_benign_tolerance);
  EXPECT_FALSE(o.kernel.tolerance);
  EXPECT_EQ(good({"verify", "a.cl", "--tolerate", "computed-unchanged"}).kernel.tolerance,
            cfg::Tolerance::ComputedUnchanged);
  EXPECT_EQ(o.format, Format::Json);
  EXPECT_EQ(o.kernel.clang_options, (std::vector<std::string>{"-Wno-x", "--y"}));
}

TEST(CommandLine, OtherSpellings) {
  for (const char *local : {"--local_size=[8,8]", "--blockDim=[8,8]", "--block-dim=8,8", "--local-size=8,8"})
    EXPECT_EQ(good({"verify", "a.cu", local}).kernel.sizes.local_size, "8,8") << local;
  for (const char *groups : {"--num_groups=*", "--gridDim=*", "--grid-dim=*"})
    EXPECT_EQ(good({"verify", "a.cu", groups}).kernel.sizes.num_groups, "*") << groups;
}

TEST(CommandLine, MistakesAreOneLineWithAHint) {
  EXPECT_NE(bad({"verify", "--loca-size", "3", "a"}).find("did you mean '--local-size'"), std::string::npos);
  EXPECT_NE(bad({"verfy", "a"}).find("did you mean 'verify'"), std::string::npos);
  EXPECT_NE(bad({"verify", "--format", "xml", "a"}).find("text, json"), std::string::npos);
  EXPECT_NE(bad({"verify", "--timeout", "soon", "a"}).find("not a number"), std::string::npos);
  EXPECT_NE(bad({"dump", "a", "--stage", "vectorize"}).find("did you mean 'vectorise'"), std::string::npos);
  EXPECT_NE(bad({"dump", "a", "b"}).find("takes one file"), std::string::npos);
  EXPECT_NE(bad({"verify"}).find("FILE"), std::string::npos);
  EXPECT_NE(bad({"verify", "--jobs", "0", "a"}).find("from 1 on"), std::string::npos);
  EXPECT_NE(bad({}).find("no command"), std::string::npos);
}

TEST(CommandLine, HelpAndVersion) {
  for (const std::vector<std::string> &words :
       {std::vector<std::string>{"--help"}, {"verify", "--help"}, {"suite", "-h"}, {"--version"}}) {
    auto parsed = parse_command_line(words);
    ASSERT_TRUE(std::holds_alternative<Early>(parsed));
    EXPECT_EQ(std::get<Early>(parsed).exit_status, 0);
    EXPECT_FALSE(std::get<Early>(parsed).text.empty());
  }
}

TEST(HeaderOptions, TheCommandLineWins) {
  support::Diagnostics diags;
  const Options given = good({"verify", "a.cl", "--timeout", "5", "--num-groups", "2"});
  const auto o = jobs::with_header(
      given, {{"--local_size=64", 1}, {"--global_size=640", 1}, {"--timeout=9", 1}, {"-DN=1", 2}, {"--no-inline", 2}},
      "a.cl", diags);
  ASSERT_TRUE(o);
  EXPECT_EQ(o->kernel.sizes.local_size, "64");
  EXPECT_EQ(o->kernel.sizes.num_groups, "2");
  EXPECT_FALSE(o->kernel.sizes.global_size);
  EXPECT_EQ(o->kernel.timeout, 5);
  EXPECT_EQ(o->kernel.defines, std::vector<std::string>{"N=1"});
  EXPECT_TRUE(diags.all().empty());
}

TEST(HeaderOptions, ForeignOptionsAreNotPassedOverInSilence) {
  support::Diagnostics diags;
  ASSERT_TRUE(
      jobs::with_header(good({"verify", "a.cl"}), {{"--race-instrumenter=x", 3}, {"--output=x", 4}}, "a.cl", diags));
  EXPECT_EQ(diags.all().size(), 2U);
  EXPECT_EQ(diags.all()[1].origin.place().line, 4U);
  EXPECT_FALSE(diags.failed());
}

TEST(HeaderOptions, NothingIsTakenAwayFromTheCommandLine) {
  for (const jobs::HeaderOption &option :
       {jobs::HeaderOption{"-Iinclude", 1}, jobs::HeaderOption{"--no-replay", 1}, jobs::HeaderOption{"--std=CL2.0", 1},
        jobs::HeaderOption{"--timeout=1000", 1}, jobs::HeaderOption{"--kernel=other", 1},
        jobs::HeaderOption{"--memory=100000", 1}, jobs::HeaderOption{"--no-effect=f", 1},
        jobs::HeaderOption{"-DN=2", 1}}) {
    support::Diagnostics diags;
    const Options given = good({"verify", "--check-bounds", "-D", "N=1", "--no-benign-tolerance", "a.cl"});
    const auto o = jobs::with_header(given, {option}, "a.cl", diags);
    ASSERT_TRUE(o) << option.word;
    EXPECT_TRUE(o->kernel.check_bounds) << option.word;
    EXPECT_TRUE(o->kernel.no_benign_tolerance) << option.word;
    EXPECT_EQ(o->kernel.defines.back(), "N=1") << option.word;
    EXPECT_TRUE(o->kernel.include_dirs.empty());
    EXPECT_EQ(o->kernel.timeout, 60);
    EXPECT_EQ(o->kernel.kernel, "");
    EXPECT_EQ(o->beside, std::vector<std::string>{"a.cl"});
  }
}

// What the command line says is read again behind the first lines' options: a word must not become another's value.
TEST(HeaderOptions, EmptyValuesAndFlagsThatAreOffStayWhatTheyAre) {
  support::Diagnostics diags;
  for (const char *option : {"--cuda-path", "--kernel", "--std", "--boogie", "-D", "-I", "--no-effect"})
    for (const bool before : {true, false}) {
      std::vector<std::string> words{"verify", option, "", "a.cl"};
      words.insert(before ? words.begin() + 1 : words.end(), {"--check-bounds", "--no-benign-tolerance"});
      const auto o = jobs::with_header(good(words), {{"--local_size=64", 1}}, "a.cl", diags);
      ASSERT_TRUE(o) << option << diags.all().at(0).message;
      EXPECT_TRUE(o->kernel.check_bounds && o->kernel.no_benign_tolerance) << option;
    }
  const auto off = jobs::with_header(good({"verify", "a.cl", "--allow-vacuous=false", "--check-bounds=false"}),
                                     {{"--check-bounds", 1}}, "a.cl", diags);
  EXPECT_FALSE(off->kernel.allow_vacuous);
  EXPECT_FALSE(off->kernel.check_bounds);
}

TEST(HeaderOptions, AShorterTimeIsTaken) {
  support::Diagnostics diags;
  EXPECT_EQ(jobs::with_header(good({"verify", "a.cl"}), {{"--timeout=9", 1}}, "a.cl", diags)->kernel.timeout, 9);
  EXPECT_EQ(
      jobs::with_header(good({"verify", "a.cl", "--timeout=0"}), {{"--timeout=9", 1}}, "a.cl", diags)->kernel.timeout,
      9);
  EXPECT_EQ(jobs::with_header(good({"verify", "a.cl", "--timeout=300"}), {{"-DN", 1}}, "a.cl", diags)->kernel.timeout,
            300);
}

TEST(Options, SecondsAreWithinReason) {
  for (const char *text : {"-1", "nan", "inf", "1e18", "1000001", "x", ""})
    EXPECT_TRUE(std::holds_alternative<Early>(parse_command_line({"verify", "a.cl", "--timeout", text}))) << text;
  for (const char *text : {"0", "0.5", "1e6", "2"})
    EXPECT_TRUE(std::holds_alternative<Options>(parse_command_line({"verify", "a.cl", "--timeout", text}))) << text;
}

TEST(Spelling, Nearest) {
  EXPECT_EQ(support::nearest("--ouput", {"--output", "--quiet"}), "--output");
  EXPECT_EQ(support::nearest("--zzz", {"--output", "--quiet"}), "");
}

} // namespace
} // namespace lockstep::driver::test_options
