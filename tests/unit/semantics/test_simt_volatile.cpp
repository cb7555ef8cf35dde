// Volatile accesses on asynchronous memory: those of one thread go in the order of issue (O11 of H), others do not, but
// for those to one cell.
#include "simt_running.h"

namespace lockstep::semantics::simt::test::test_simt_volatile {
namespace {

using semantics::test::launch;
using Outcomes = std::set<std::vector<std::vector<std::uint64_t>>>;

// Block 0 writes the data, then the flag; block 1 reads the flag into r[0], then the data into r[1]. What the words
// stand in front of is volatile.
std::string message(const std::string &data_written, const std::string &flag_written, const std::string &flag_read,
                    const std::string &data_read) {
  return fmt::format(R"(simt message {{
  var me : i32; var f : i32; var d : i32;
  array data : i32[1] global initial {{ 0 }};
  array flag : i32[1] global initial {{ 0 }};
  array r : i32[2] global initial {{ 9, 9 }};
    1: me := group_id(0, i32);
    2: @eq(me, 1:i32) bra 20;
   10: {} data[0:i32] := 1:i32;
   11: {} flag[0:i32] := 1:i32;
   12: exit;
   20: {} f := flag[0:i32];
   21: {} d := data[0:i32];
   22: r[0:i32] := f;
   23: r[1:i32] := d;
   24: exit;
}})",
                     data_written, flag_written, flag_read, data_read);
}

Outcomes outcomes(const std::string &text, const AsynchronousOptions &options = {}) {
  const Program p = program_of(text);
  const SimtCode code = simt_code_of(p);
  AsynchronousOptions all = options;
  all.results_at_once = true;
  all.memory.evict_l2 = all.memory.write_back = all.memory.flush = false; // as driver/run/simt.cpp says why
  AsynchronousMemory memory(code, 2, all);
  SimtMachine m(code, launch(1, 2), {}, {.warp_size = 1});
  m.use(memory);
  const Seen seen = explore(m, {.max_states = 1'000'000, .arrays = {2}});
  EXPECT_TRUE(seen.complete);
  EXPECT_TRUE(seen.always_ends);
  return seen.outcomes;
}

const Outcomes every{{{0, 0}}, {{0, 1}}, {{1, 0}}, {{1, 1}}}, in_order{{{0, 0}}, {{0, 1}}, {{1, 1}}};

TEST(Volatile, OneThreadsAccessesGoInTheOrderOfIssue) {
  EXPECT_EQ(outcomes(message("fresh", "fresh", "fresh", "fresh")), in_order);
}

TEST(Volatile, OthersGoInAnyOrder) {
  EXPECT_EQ(outcomes(message("", "", "", "")), every);
  EXPECT_EQ(outcomes(message("", "fresh", "fresh", "")), every); // the flag alone
  EXPECT_EQ(outcomes(message("fresh", "fresh", "", "")), every); // one side alone
  EXPECT_EQ(outcomes(message("", "", "fresh", "fresh")), every);
}

// M6 on the machine: a thread stores to a cell and loads from it. By the text it may miss its own store.
TEST(SameAddress, AThreadSeesItsOwnStoreUnlessTheTextsRuleIsAskedFor) {
  const std::string text = R"(simt own {
  var v : i32;
  array cell : i32[1] global initial { 0 };
  array other : i32[1] global initial { 0 };
  array r : i32[1] global initial { 9 };
    1: @ne(group_id(0, i32), 0:i32) exit;
    2: cell[0:i32] := 1:i32;
    3: v := cell[0:i32];
    4: r[0:i32] := v;
    5: exit;
})";
  EXPECT_EQ(outcomes(text), (Outcomes{{{1}}}));
  AsynchronousOptions literal;
  literal.same_address_order = false;
  EXPECT_EQ(outcomes(text, literal), (Outcomes{{{0}}, {{1}}}));
}

TEST(Volatile, TheOrderCanBeLeftOut) {
  AsynchronousOptions today;
  today.volatile_order = false;
  EXPECT_EQ(outcomes(message("fresh", "fresh", "fresh", "fresh"), today), every);
}

} // namespace
} // namespace lockstep::semantics::simt::test::test_simt_volatile
