// What options and recordings say of a kernel's parameters (launch/recorded.h).
#include "launch/recorded.h"

#include <gtest/gtest.h>

namespace lockstep::launch::test_recorded {
namespace {

using frontend::LeafKind;
using frontend::Parameter;
using frontend::ParameterKind;

const std::vector<Parameter> &parameters() {
  static const std::vector<Parameter> all{{"a", ParameterKind::Buffer, "int", 4, false, {}},
                                          {"n", ParameterKind::Value, "int", 4, false, {{"n", 0, 4, LeafKind::Signed}}},
                                          {"p",
                                           ParameterKind::Value,
                                           "pair",
                                           8,
                                           false,
                                           {{"p.a", 0, 4, LeafKind::Unsigned}, {"p.b", 4, 4, LeafKind::Unsigned}}}};
  return all;
}

std::string told(const std::vector<std::string> &values) {
  support::Diagnostics diags;
  const auto site = given_site(values, parameters(), diags);
  return site ? site->text : diags.all().front().message;
}

TEST(GivenSite, NumbersInTheirOrder) {
  EXPECT_EQ(told({"12", "0x500000003"}), ", n == 12, p.a == 3, p.b == 5");
  EXPECT_EQ(told({"0xffffffff", "*"}), ", n == -1");
  EXPECT_EQ(told({"*", "0x0000000000000000001"}), ", p.a == 1, p.b == 0");
  EXPECT_EQ(told({"*", "*"}), "");
}

TEST(GivenSite, WhatDoesNotFit) {
  EXPECT_NE(told({"12"}).find("gives 1 values, the kernel has 2 parameters"), std::string::npos);
  EXPECT_NE(told({"1", "2", "3"}).find("gives 3 values"), std::string::npos);
  EXPECT_NE(told({"0x100000000", "*"}).find("no number of the 4 bytes"), std::string::npos);
  EXPECT_NE(told({"12a", "*"}).find("no number"), std::string::npos);
  EXPECT_NE(told({"", "*"}).find("no number"), std::string::npos);
}

} // namespace
} // namespace lockstep::launch::test_recorded
