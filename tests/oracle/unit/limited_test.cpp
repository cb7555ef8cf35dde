// Things that are judged apart: what is over the limits, or crashes, is told, and what stands behind it is judged.
#include "tests/oracle/limited.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::oracle {
namespace {

TEST(Limited, WhatDoesNotEndIsToldAndTheRestIsJudged) {
  std::map<std::uint64_t, std::string> what;
  std::optional<jobs::Supervisor> supervisor; // of each process
  Shared<std::uint64_t> began;
  const std::uint64_t judged = judge_apart(
      {.seconds = 0.5,
       .more = [](std::uint64_t i) { return i < 6; },
       .open = [&]() -> jobs::Supervisor & { return supervisor.emplace(); },
       .judge =
           [&](std::uint64_t i, const Things::Say &say) {
             ++*began.operator->();
             for (volatile bool on = true; i == 1 && on;) {} // nothing asks the budget
             while (i == 2)
               support::spend();
             if (i == 4)
               std::abort();
             say(std::to_string(i) + "\nis said");
           },
       .close = [&] { supervisor.reset(); },
       .said = [&](const std::string &said) { what[std::stoull(said)] = said.substr(1); },
       .over = [&](std::uint64_t i, const std::string &why) { what[i] = "over: " + why.substr(0, 6); },
       .crashed = [&](std::uint64_t i, const std::string &why) { what[i] = "crashed: " + why.substr(0, 8); }});
  EXPECT_EQ(judged, 6u);
  EXPECT_EQ(*began.operator->(), 6u) << "each once";
  EXPECT_EQ(what, (std::map<std::uint64_t, std::string>{{0, " is said"},
                                                        {1, "over: no end"},
                                                        {2, "over: no end"},
                                                        {3, " is said"},
                                                        {4, "crashed: signal 6"},
                                                        {5, " is said"}}));
}

TEST(Limited, MemoryHasALimit) {
  std::string why;
  std::optional<jobs::Supervisor> supervisor;
  judge_apart({.seconds = 30,
               .megabytes = 100,
               .more = [](std::uint64_t i) { return i < 1; },
               .open = [&]() -> jobs::Supervisor & { return supervisor.emplace(); },
               .judge =
                   [](std::uint64_t, const Things::Say &) {
                     std::vector<std::string> all;
                     while (true)
                       all.emplace_back(std::size_t(1) << 20, 'x');
                   },
               .close = [&] { supervisor.reset(); },
               .said = {},
               .over = [&](std::uint64_t, const std::string &said) { why = said; },
               .crashed = [&](std::uint64_t, const std::string &said) { why = "crashed: " + said; }});
  EXPECT_EQ(why, "more memory than 100 MB");
}

} // namespace
} // namespace lockstep::oracle
