// Barriers of some threads: which condition does not hold (order/named_barriers.h), and the counts that are put beside
// them.
#include "cfg/analysis/analyses.h"
#include "cfg/passes/number_barriers.h"

#include "tests/unit/cfg/kir_test.h"

namespace lockstep::cfg::test_numbered {
namespace {

// Threads 0..31 do one thing, 32..63 the other; `n` is a parameter.
NumberedBarriers numbered_of(const std::string &one, const std::string &other, const std::string &behind = "") {
  const Kernel k = with_counted_barriers(
      kernel_of("kernel k { param n : i32; var i : i32; var j : i32; block b: i := 0:i32; j := 0:i32; "
                "br ult(local_id(0, i32), 32:i32), one, other; block one: " +
                one + " goto end; block other: " + other + " goto end; block end: " + behind + " return; }"));
  Launch launch;
  launch.local_size = {64, 1, 1};
  launch.num_groups = {1, 1, 1};
  support::Diagnostics diags;
  return analyse(k, launch, {}, diags)->numbered;
}
std::string round(const std::string &name, const std::string &var, const std::string &body,
                  const std::string &to = "n") {
  return "goto " + name + "; block " + name + ": br slt(" + var + ", " + to + "), " + name + ".body, " + name +
         ".out; block " + name + ".body: " + body + " " + var + " := add.nsw(" + var + ", 1:i32); goto " + name +
         "; block " + name + ".out:";
}

TEST(Numbered, WhatIsMissing) {
  struct Row {
    std::string one, other, missing;
    std::string behind = "";
  };
  const std::string all = "barrier group fence(group);";
  for (const Row &r :
       {Row{"sync 1 of 64;", "arrive 1 of 64;", ""}, Row{"sync 1 of 32;", "sync 2 of 32;", ""},
        Row{"sync 1 of 64;", "", "32 threads come"}, Row{"sync 1 of 32;", "sync 1 of 32;", "64 threads come"},
        Row{"sync 1 of 64;", "sync 1 of 32;", "not all that come"},
        Row{"sync 1 of 64; sync 2 of 64;", "sync 2 of 64; sync 1 of 64;", "threads may wait"},
        Row{"arrive 1 of 64; arrive 1 of 64;", "sync 1 of 64; sync 1 of 64;", "a thread may come to barrier 1"},
        Row{"arrive 1 of 64;", "", "a thread may come to barrier 1", "sync 1 of 64;"},
        Row{round("h", "i", "sync 1 of 64;"), round("g", "j", "sync 1 of 64;"), ""},
        Row{round("h", "i", "sync 1 of 64;"), round("g", "j", "sync 1 of 64;", "5:i32"), "how often the threads go"},
        Row{round("h", "i", "sync 1 of 32;", "local_id(0, i32)"), "sync 2 of 32;", "how often a loop"},
        Row{round("h", "i", "sync 2 of 64; arrive 1 of 64;"),
            "arrive 2 of 64; " + round("g", "j", "sync 1 of 64; arrive 2 of 64;"), ""},
        Row{round("h", "i", "sync 2 of 64; arrive 1 of 64;"), round("g", "j", "sync 1 of 64; arrive 2 of 64;"),
            "threads may wait"},
        Row{"arrive 1 of 64;", "", "threads have come", all + " sync 1 of 64;"},
        Row{"arrive 1 of 64;", "sync 1 of 64;", "", all}}) {
    const NumberedBarriers found = numbered_of(r.one, r.other, r.behind);
    EXPECT_EQ(found.missing.substr(0, r.missing.size()), r.missing) << r.one << "| " << r.other;
    EXPECT_EQ(found.missing.empty(), r.missing.empty()) << r.one << "| " << r.other << ": " << found.missing;
    EXPECT_EQ(found.all.empty(), !r.missing.empty());
  }
}

TEST(Numbered, CountsStartAnewAtBarriersOfTheGroupThatFenceAllMemory) {
  const auto counted = [](const std::string &fences) {
    return with_counted_barriers(kernel_of("kernel k { block b: sync 1 of 64; barrier group fence(" + fences +
                                           "); barrier warp 32 fence(group); arrive 1 of 64; return; }"));
  };
  const Kernel k = counted("group, global");
  EXPECT_EQ(k.vars.size(), 2u);
  EXPECT_EQ(k.blocks[0].stmts.size(), 10u); // both are 0 twice, each is counted once
  EXPECT_EQ(counted("group").blocks[0].stmts.size(), 8u);
  EXPECT_EQ(print(with_counted_barriers(k)), print(k));
}

} // namespace
} // namespace lockstep::cfg::test_numbered
