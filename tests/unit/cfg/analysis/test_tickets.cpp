// Tickets: which variables hold one, how far apart they are, and when the counter's values come round.
#include "cfg/analysis/order/tickets.h"

#include "tests/unit/cfg/kir_test.h"

namespace lockstep::cfg::test_tickets {
namespace {

// "variable: amount, at least N[, if positive][, assumed][, not lasting]", one a line.
std::string tickets_of(const std::string &body, const std::array<std::uint64_t, 3> &local,
                       const std::array<std::uint64_t, 3> &groups, const std::string &width = "i32") {
  const Kernel k = kernel_of("kernel k {\n  param m : " + width + ";\n  var t : " + width + ";\n  var u : " + width +
                             ";\n  array c : " + width + "[] global param;\n" + body + "}\n");
  support::Diagnostics diags;
  Launch launch;
  for (std::size_t d = 0; d < 3; ++d) {
    launch.local_size[d] = local[d];
    launch.num_groups[d] = groups[d];
  }
  const auto forest = loops(k, diags);
  const Ranges r = ranges(k, *forest, available_facts(k), launch, {true, nullptr});
  std::string out;
  for (const Ticket &t : tickets(k, *forest, liveness(k), available_facts(k), r, launch))
    out += k.vars[t.var].name + ": " + print(t.amount, k) + ", at least " + support::text(t.least) +
           (t.if_positive ? ", if positive" : "") + (t.assumed ? ", assumed" : "") +
           (t.lasting ? "" : ", not lasting") + "\n";
  return out;
}

const std::string draw_one = "block s: t := atomic add c[0:i64](1:i32); return;\n";

TEST(Tickets, AsManyAsTheCounterHasValues) {
  EXPECT_EQ(tickets_of(draw_one, {64, 1, 1}, {1, 1, 1}), "t: 1:i32, at least 1\n");
  EXPECT_EQ(tickets_of(draw_one, {256, 1, 1}, {1 << 24, 1, 1}), "t: 1:i32, at least 1\n");
  EXPECT_EQ(tickets_of(draw_one, {256, 1, 1}, {(1 << 24) + 1, 1, 1}), "");
}

TEST(Tickets, LaunchesBeyondAllNumbers) {
  const std::array<std::uint64_t, 3> most{0xffffffff, 0xffffffff, 0xffffffff};
  EXPECT_EQ(tickets_of(draw_one, most, most), "");
  EXPECT_EQ(tickets_of("block s: t := atomic add c[0:i64](1:i64); return;\n", most, most, "i64"), "");
  EXPECT_EQ(
      tickets_of("block s: t := atomic add c[0:i64](1:i64); return;\n", {1024, 1, 1}, {0x7fffffff, 65535, 64}, "i64"),
      "t: 1:i64, at least 1\n");
  EXPECT_EQ(
      tickets_of("block s: t := atomic add c[0:i64](2:i64); return;\n", {1024, 1, 1}, {0x7fffffff, 65535, 64}, "i64"),
      "t: 2:i64, at least 2\n");
  EXPECT_EQ(
      tickets_of("block s: t := atomic add c[0:i64](2:i64); return;\n", {1024, 1, 1}, {0x7fffffff, 65535, 65}, "i64"),
      "");
}

TEST(Tickets, AmountsWhereTheyAreDrawn) {
  const std::string guarded = "block s: br ult(0:i32, m), a, x;\nblock a: br ult(m, 100:i32), b, x;\n"
                              "block b: t := atomic add c[0:i64](m); goto x;\nblock x: return;\n";
  EXPECT_EQ(tickets_of(guarded, {8, 1, 1}, {1, 1, 1}), "t: m, at least 1\n");
  EXPECT_EQ(tickets_of("block s: t := atomic add c[0:i64](m); return;\n", {8, 1, 1}, {1, 1, 1}),
            "t: m, at least 0, if positive, assumed\n")
      << "m may be negative";
  EXPECT_EQ(tickets_of("block s: t := atomic sub c[0:i64](m); return;\n", {8, 1, 1}, {1, 1, 1}),
            "t: m, at least 0, if positive, assumed\n");
  EXPECT_EQ(
      tickets_of("block s: t := atomic add c[0:i64](m); u := atomic sub c[0:i64](m); return;\n", {8, 1, 1}, {1, 1, 1}),
      "");
  EXPECT_EQ(tickets_of("block s: t := atomic add c[0:i64](and(m, 15:i32)); return;\n", {8, 1, 1}, {1, 1, 1}),
            "t: and(m, 15:i32), at least 0\n");
}

TEST(Tickets, BothWaysAreNone) {
  EXPECT_EQ(tickets_of("block s: t := atomic add c[0:i64](1:i32); u := atomic sub c[0:i64](1:i32); return;\n",
                       {8, 1, 1}, {1, 1, 1}),
            "");
  EXPECT_EQ(tickets_of("block s: t := atomic add c[0:i64](1:i32); u := atomic sub c[0:i64](4294967295:i32); return;\n",
                       {8, 1, 1}, {1, 1, 1}),
            "t: 1:i32, at least 1\nu: 1:i32, at least 1\n");
}

TEST(Tickets, Rings) {
  const auto ring = [](const std::string &draws) {
    return tickets_of("block s: " + draws + " return;\n", {8, 1, 1}, {4, 1, 1});
  };
  EXPECT_EQ(ring("t := atomic inc c[0:i64](31:i32);"), "t: 1:i32, at least 1\n");
  EXPECT_EQ(ring("t := atomic dec c[0:i64](31:i32);"), "t: 1:i32, at least 1\n");
  EXPECT_EQ(ring("t := atomic inc c[0:i64](30:i32);"), "") << "one value too few";
  EXPECT_EQ(ring("t := atomic inc c[0:i64](sub(mul(num_groups(0, i32), local_size(0, i32)), 1:i32));"),
            "t: 1:i32, at least 1\n");
  EXPECT_EQ(ring("t := atomic inc c[0:i64](m);"), "");
  EXPECT_EQ(ring("t := atomic inc c[0:i64](63:i32); u := atomic inc c[0:i64](63:i32);"),
            "t: 1:i32, at least 1\nu: 1:i32, at least 1\n");
  EXPECT_EQ(ring("t := atomic inc c[0:i64](63:i32); u := atomic inc c[0:i64](64:i32);"), "") << "two limits";
  EXPECT_EQ(ring("t := atomic inc c[0:i64](63:i32); u := atomic dec c[0:i64](63:i32);"), "") << "two directions";
  EXPECT_EQ(ring("t := atomic inc c[0:i64](63:i32); u := atomic add c[0:i64](1:i32);"), "") << "beyond the limit";
  EXPECT_EQ(ring("t := atomic inc c[0:i64](4294967295:i32); u := atomic add c[0:i64](1:i32);"),
            "t: 1:i32, at least 1\nu: 1:i32, at least 1\n");
}

TEST(Tickets, SetBack) {
  EXPECT_EQ(tickets_of("block s: t := atomic add c[0:i64](1:i32); c[0:i64] := 0:i32; return;\n", {8, 1, 1}, {1, 1, 1}),
            "t: 1:i32, at least 1, not lasting\n");
}

// "span N" or "first F span N" of the kernel's first ticket, 8 threads in a group; `counter` is its space.
std::string spread_of(const std::string &body, const std::string &counter) {
  const Kernel k =
      kernel_of("kernel k {\n  param m : i32;\n  var t : i32;\n  var u : i32;\n  var i : i32;\n  array c : i32[2] " +
                counter + ";\n" + body + "}\n");
  support::Diagnostics diags;
  Launch launch;
  launch.local_size = {8, 1, 1};
  launch.num_groups = {4, 1, 1};
  const auto forest = loops(k, diags);
  const Ranges r = ranges(k, *forest, available_facts(k), launch, {true, nullptr});
  const std::vector<Ticket> all = tickets(k, *forest, liveness(k), available_facts(k), r, launch);
  if (all.empty())
    return "none";
  return (all[0].first ? "first " + support::text(*all[0].first) + " " : "") +
         (all[0].span ? "span " + support::text(*all[0].span) : "");
}

TEST(Tickets, AsFarApartAsTheyAreMany) {
  EXPECT_EQ(spread_of(draw_one, "global param"), "span 31");
  EXPECT_EQ(spread_of(draw_one, "group"), "span 7");
  EXPECT_EQ(spread_of("block s: t := atomic add c[0:i64](3:i32); u := atomic add c[0:i64](3:i32); return;\n", "group"),
            "span 45");
  EXPECT_EQ(spread_of("block s: i := 0:i32; goto h;\nblock h: t := atomic add c[0:i64](1:i32); i := add(i, 1:i32); br "
                      "ult(i, 9:i32), h, x;\nblock x: return;\n",
                      "group"),
            "");
  EXPECT_EQ(spread_of("block s: br ult(0:i32, m), a, x;\nblock a: br ult(m, 9:i32), b, x;\nblock b: t := atomic add "
                      "c[0:i64](m); goto x;\nblock x: return;\n",
                      "group"),
            "");
}

TEST(Tickets, FromAKnownStart) {
  auto started = [](const std::string &guard, const std::string &value, const std::string &draw) {
    return "block s: br " + guard + ", w, j;\nblock w: c[0:i64] := " + value +
           "; goto j;\nblock j: barrier group fence(group); " + draw + " return;\n";
  };
  const std::string zero = "eq(local_id(0, i32), 0:i32)", draw = "t := atomic add c[0:i64](1:i32);";
  EXPECT_EQ(spread_of(started(zero, "5:i32", draw), "group"), "first 5 span 7");
  EXPECT_EQ(spread_of(started(zero, "7:i32", "t := atomic sub c[0:i64](1:i32);"), "group"), "first 0 span 7");
  EXPECT_EQ(spread_of(started(zero, "6:i32", "t := atomic sub c[0:i64](1:i32);"), "group"), "span 7") << "below 0";
  EXPECT_EQ(spread_of(started(zero, "4294967290:i32", draw), "group"), "span 7") << "round";
  EXPECT_EQ(spread_of(started(zero, "5:i32", draw), "global param"), "span 31") << "other groups store as well";
  EXPECT_EQ(spread_of(started(zero, "m", draw), "group"), "span 7");
  EXPECT_EQ(spread_of(started("ult(0:i32, m)", "5:i32", draw), "group"), "span 7") << "perhaps nobody";
  EXPECT_EQ(
      spread_of("block s: br " + zero + ", w, j;\nblock w: c[0:i64] := 5:i32; goto j;\nblock j: " + draw + " return;\n",
                "group"),
      "span 7")
      << "no barrier";
  EXPECT_EQ(
      spread_of("block s: c[0:i64] := 5:i32; c[1:i64] := 6:i32; barrier group fence(group); " + draw + " return;\n",
                "group"),
      "first 5 span 7");
  EXPECT_EQ(spread_of("block s: c[0:i64] := 5:i32, m; barrier group fence(group); " + draw + " return;\n", "group"),
            "first 5 span 7");
  EXPECT_EQ(spread_of("block s: c[0:i64] := m, 5:i32; barrier group fence(group); " + draw + " return;\n", "group"),
            "span 7");
  EXPECT_EQ(
      spread_of("block s: c[0:i64] := 5:i32; c[0:i64] := 6:i32; barrier group fence(group); " + draw + " return;\n",
                "group"),
      "span 7");
  EXPECT_EQ(spread_of("block s: c[0:i64] := 5:i32; c[zext(m, i64)] := 5:i32; barrier group fence(group); " + draw +
                          " return;\n",
                      "group"),
            "span 7");
}

TEST(Tickets, CountedInRounds) {
  const auto rounds = [](const std::string &guard, const std::string &draws, const std::string &behind) {
    return spread_of(
        "block s: i := 0:i32; goto h;\nblock h: br ult(i, m), b, x;\nblock b: br " + guard +
            ", w, j;\nblock w: c[0:i64] := 5:i32; goto j;\nblock j: barrier group fence(group); goto d;\n" + draws +
            behind + " i := add(i, 1:i32); goto h;\nblock x: return;\n",
        "group");
  };
  const std::string zero = "eq(local_id(0, i32), 0:i32)", barrier = "barrier group fence(group);",
                    draw = "block d: t := atomic add c[0:i64](1:i32);";
  EXPECT_EQ(rounds(zero, draw, barrier), "first 5 span 7");
  EXPECT_EQ(rounds(zero, draw, ""), "") << "it is set while others draw";
  EXPECT_EQ(rounds("eq(local_id(0, i32), 7:i32)", draw, barrier), "first 5 span 7");
  EXPECT_EQ(rounds("eq(local_id(0, i32), 8:i32)", draw, barrier), "") << "no group has that thread";
  EXPECT_EQ(rounds("ult(m, 3:i32)", draw, barrier), "") << "perhaps nobody";
  EXPECT_EQ(rounds(zero, "block d: u := atomic add c[0:i64](1:i32); t := atomic add c[0:i64](1:i32);", barrier),
            "first 5 span 15");
  EXPECT_EQ(rounds(zero, "block d: t := atomic add c[0:i64](1:i32); br ult(i, 3:i32), d, e;\nblock e: ", barrier), "")
      << "more than one in a round";
}

} // namespace
} // namespace lockstep::cfg::test_tickets
