// What a launch from a file says of a kernel's parameters (launch/recorded.h), and build options.
#include "jobs/input/build_options.h"
#include "launch/recorded.h"

#include <gtest/gtest.h>

namespace lockstep::jobs::test_recorded {
namespace {

using frontend::LeafKind;
using frontend::Parameter;
using frontend::ParameterKind;
using Kind = launch::RecordedArgument::Kind;

Parameter pointer(const std::string &name, ParameterKind kind = ParameterKind::Buffer) {
  return {name, kind, "int", 4};
}
Parameter value(const std::string &name, unsigned bytes, LeafKind kind) {
  return {name, ParameterKind::Value, "", bytes, false, {{name, 0, bytes, kind}}};
}

launch::RecordedArgument memory(std::uint64_t size, unsigned number = 0, std::uint64_t begins = 0) {
  launch::RecordedArgument a;
  a.kind = Kind::Array;
  a.size = size;
  a.memory = number;
  a.begins = begins;
  return a;
}
launch::RecordedArgument bytes(std::vector<unsigned char> b) {
  launch::RecordedArgument a;
  a.kind = Kind::Scalar;
  a.bytes = std::move(b);
  return a;
}
launch::RecordedArgument of(Kind kind, std::optional<std::uint64_t> size = {}) {
  launch::RecordedArgument a;
  a.kind = kind;
  a.size = size;
  return a;
}

struct Said {
  std::optional<launch::RecordedSite> site;
  support::Diagnostics diags;
  std::string problem() const { return diags.all().empty() ? "" : diags.all().front().message; }
  bool unsupported() const { return diags.has(support::Severity::Unsupported); }
};
Said said(const std::vector<Parameter> &parameters, std::vector<launch::RecordedArgument> arguments) {
  Said out;
  launch::RecordedLaunch launch;
  launch.kernel = "k";
  launch.arguments_known = launch.overlaps_known = true;
  launch.arguments = std::move(arguments);
  if (auto site = launch::recorded_site(launch, parameters, out.diags))
    out.site = std::move(*site);
  return out;
}

TEST(Recorded, ValuesByTheirTypes) {
  const Said s =
      said({value("n", 2, LeafKind::Signed), value("m", 2, LeafKind::Unsigned), value("f", 4, LeafKind::Float)},
           {bytes({0xfe, 0xff}), bytes({0xfe, 0xff}), bytes({0, 0, 0x20, 0x40})});
  ASSERT_TRUE(s.site) << s.problem();
  EXPECT_EQ(s.site->text, ", n == -2, m == 65534, f == 2.5");
  EXPECT_EQ(s.site->site.arguments[0].value->value, 0xfffeu);
  EXPECT_EQ(s.site->site.arguments[2].value->type, cfg::float_type(32));
}

TEST(Recorded, BuffersAndNull) {
  const Said s =
      said({pointer("a"), pointer("b"), pointer("c"), pointer("t", ParameterKind::Group)},
           {memory(64, 1, 16), of(Kind::Local, 8), bytes(std::vector<unsigned char>(8)), of(Kind::Local, 32)});
  ASSERT_TRUE(s.site) << s.problem();
  EXPECT_EQ(s.site->text, ", 64 bytes at 'a', 'a' begins at byte 16 of what it shares with others, 'b' is null, "
                          "'c' is null, 32 bytes at 't'");
  EXPECT_EQ(s.site->site.arguments[1].null, true);
  EXPECT_EQ(s.site->site.arguments[0].null, false);
}

TEST(Recorded, WhatDoesNotFit) {
  EXPECT_FALSE(said({pointer("a")}, {}).site);
  EXPECT_NE(said({value("n", 4, LeafKind::Signed)}, {bytes({1, 2})}).problem().find("2 bytes, but has 4"),
            std::string::npos);
  EXPECT_FALSE(said({value("n", 8, LeafKind::Signed)}, {memory(4)}).site);
  EXPECT_FALSE(said({pointer("a")}, {of(Kind::Local, 64)}).site);
  EXPECT_FALSE(said({pointer("a")}, {of(Kind::Image)}).site);
}

TEST(Recorded, WhatCannotBeJudged) {
  for (const Said &s : {said({pointer("a")}, {of(Kind::Svm)}), said({pointer("a")}, {of(Kind::Unknown)}),
                        said({pointer("a")}, {bytes({1, 0, 0, 0, 0, 0, 0, 0})}),
                        said({pointer("a"), pointer("c", ParameterKind::Constant)}, {memory(64, 1), memory(64, 1)}),
                        said({{"i", ParameterKind::Opaque}}, {memory(64, 1)})}) {
    EXPECT_FALSE(s.site);
    EXPECT_TRUE(s.unsupported()) << s.problem();
  }
}

TEST(BuildOptions, AsClangTakesThem) {
  KernelOptions k;
  support::Diagnostics diags;
  add_build_options(R"(-DA -D B=2 '-DC=a b' -I inc -I/x -cl-mad-enable -cl-std=CL2.0 -Werror -vendor)", "/where", k,
                    diags);
  EXPECT_EQ(k.defines, (std::vector<std::string>{"A", "B=2", "C=a b"}));
  EXPECT_EQ(k.include_dirs, (std::vector<std::string>{"/where/inc", "/x", "/where"}));
  EXPECT_EQ(k.clang_options, std::vector<std::string>{"-cl-mad-enable"});
  EXPECT_EQ(k.standard, "CL2.0");
  ASSERT_EQ(diags.all().size(), 1u);
  EXPECT_EQ(diags.all()[0].message, "the build option '-vendor' is none of OpenCL's; ignored");
}

} // namespace
} // namespace lockstep::jobs::test_recorded
