// Reports from one process to another: nothing is lost on the way.
#include "driver/report/wire.h"

#include "driver/process/message.h"
#include "driver/report/text.h"

#include <gtest/gtest.h>

namespace lockstep::driver::test_report_wire {
namespace {

jobs::KernelReport full_report() {
  const support::Origin outer({"a.cl", 9, 3}, {}, "kernel");
  const support::Origin inner({"b.h", 4, 1}, outer, "helper");
  jobs::KernelReport k;
  k.file = "a.cl";
  k.kernel = "k";
  k.stopped = true;
  k.entry = 3;
  k.nothing = true;
  k.result.verdict = verify::Verdict::Race;
  k.result.reason = "two\nlines and \"quotes\"";
  k.result.bad_input = true;
  k.result.tier = verify::Tier::Pick;
  k.result.cached = true;
  k.result.seconds = 1.5;
  k.result.stages = {{support::Stage::Compile, 0.25}};
  k.result.assumptions = {"one", "two"};
  verify::Finding f;
  f.kind = verify::FindingKind::Race;
  f.origin = inner;
  f.message = "message";
  f.race = "write-read";
  f.array = "sum";
  f.bytes = {4, 18446744073709551615ULL};
  f.element = 7;
  f.accesses = {{inner, {{1, 2, 3}, {4, 5, 6}}, "write"}, {outer, {{7, 8, 9}, {0, 0, 1}}, "read"}};
  f.values = {{"n", "-1"}};
  f.notes = {"a note"};
  k.result.findings = {f};
  k.diagnostics = {{support::Severity::Unsupported, inner, "not this"}, {support::Severity::Note, {}, "nowhere"}};
  k.expectation = jobs::Expectation{"k", {verify::Verdict::Race, verify::Verdict::Bounds}, {3, 4}, "race at 3, 4"};
  return k;
}

TEST(ReportWire, NothingIsLost) {
  const jobs::KernelReport k = full_report();
  const std::string line = to_message(to_wire(k));
  EXPECT_EQ(line.find('\n'), line.size() - 1);
  const jobs::KernelReport again = report_from_wire(from_message(line));
  jobs::VerifyReport one, other;
  one.compared = other.compared = true;
  one.kernels = {k};
  other.kernels = {again};
  EXPECT_EQ(json_report(one), json_report(other));
  EXPECT_EQ(text_report(one, {}), text_report(other, {}));
  EXPECT_TRUE(again.stopped);
  EXPECT_EQ(again.entry, 3U);
  EXPECT_TRUE(again.nothing);
  EXPECT_TRUE(again.result.bad_input);
  EXPECT_TRUE(again.result.findings[0].origin == k.result.findings[0].origin);
  EXPECT_EQ(again.result.findings[0].origin.function(), "helper");
  EXPECT_EQ(again.expectation->verdicts, k.expectation->verdicts);
  EXPECT_EQ(again.expectation->lines, k.expectation->lines);
}

TEST(ReportWire, BytesThatAreNoText) {
  jobs::KernelReport k;
  k.kernel = "k\xff\n\u00e4";
  k.texts.add_line("a\nb.cl", 3, "x\x1b[31m");
  const jobs::KernelReport again = report_from_wire(from_message(to_message(to_wire(k))));
  EXPECT_EQ(again.kernel, k.kernel);
  EXPECT_EQ(again.texts.lines(), k.texts.lines());
}

TEST(ReportWire, AnythingElseIsRefused) {
  const auto read = [](const std::string &line) { return report_from_wire(from_message(line)); };
  const std::string line = to_message(to_wire(full_report()));
  EXPECT_ANY_THROW(read(""));
  EXPECT_ANY_THROW(read("{}"));
  EXPECT_ANY_THROW(read(line.substr(0, line.size() - 2)));
  std::string forged = line;
  const std::string verdict = "\"verdict\":\"race\"";
  ASSERT_NE(line.find(verdict), std::string::npos);
  forged.replace(line.find(verdict), verdict.size(), "\"verdict\":\"rice\"");
  EXPECT_ANY_THROW(read(forged));
}

} // namespace
} // namespace lockstep::driver::test_report_wire
