// What depends on the size of a block, and what does not: small kernels, one for each rule.
#include "cost/shapes/independence.h"

#include "cfg/ir/check.h"
#include "cfg/ir/text/parse.h"
#include "cfg/passes/normalise.h"

#include <gtest/gtest.h>

namespace lockstep::coalescing::test_independence {
namespace {

// Two dimensions, sizes free.
cfg::Launch any_launch() {
  cfg::Launch l;
  l.local_size = {std::nullopt, std::nullopt, 1};
  l.num_groups = {std::nullopt, std::nullopt, 1};
  l.dimensions = 2;
  return l;
}

// The kinds, "" if there are none; the body may use `id` (global), `base` and `lid`.
std::string kinds(const std::string &body, const cfg::Launch &launch = any_launch()) {
  const std::string text = R"(kernel k pointer_bits 64 {
  param n : i32;
  param m : i32;
  var id : i32;
  var base : i32;
  var lid : i32;
  var x : i32;
  var y : i32;
  var i : i32;
  var b : i8;
  array a : i32[] global param;
  array c : i32[] global param;
  array g : i32[64] group;
  array p : i32[4] private;
block entry:
  lid := local_id(0, i32);
  base := mul(group_id(0, i32), local_size(0, i32));
  id := add(mul(group_id(0, i32), local_size(0, i32)), local_id(0, i32));
)" + body + "\n  return;\n}\n";
  support::Diagnostics diags;
  const auto k = cfg::parse(text, "test.kir", diags);
  const auto normal = k && cfg::check(*k, diags) ? cfg::normalise(*k, {}, diags) : support::failure;
  if (!normal) {
    for (const auto &d : diags.all())
      ADD_FAILURE() << support::format(d);
    return "no kernel";
  }
  std::string out;
  for (const BlockDependence &d : block_dependences(*normal, launch))
    out += (out.empty() ? "" : " ") + std::string(name(d.kind));
  return out;
}

constexpr const char *address = "sext(id, i64)";
std::string stored(const std::string &value) { return std::string("  a[") + address + "] := " + value + ";"; }

TEST(Independence, GlobalIdsAndTotals) {
  EXPECT_EQ(kinds(stored("id")), "");
  EXPECT_EQ(kinds(stored("add(lid, base)")), "");
  EXPECT_EQ(kinds(stored("add(mul(lid, n), mul(base, n))")), "");
  EXPECT_EQ(kinds(stored("mul(num_groups(1, i32), local_size(1, i32))")), "");
  EXPECT_EQ(kinds(stored("sub(lid, lid)")), "");
  EXPECT_EQ(kinds(stored("base")), "value");
  EXPECT_EQ(kinds(stored("local_size(0, i32)")), "value");
  EXPECT_EQ(kinds(stored("add(lid, mul(group_id(0, i32), 64:i32))")), "value");
  EXPECT_EQ(kinds(stored("add(mul(lid, n), mul(base, m))")), "value");
  EXPECT_EQ(kinds(stored("add(mul(group_id(0, i32), local_size(1, i32)), lid)")), "value");
  EXPECT_EQ(kinds("  a[sext(lid, i64)] := 1:i32;"), "address");
}

TEST(Independence, OneThreadInADimension) {
  cfg::Launch one = any_launch();
  one.local_size[1] = one.num_groups[1] = 1;
  EXPECT_EQ(kinds(stored("group_id(1, i32)")), "value");
  EXPECT_EQ(kinds(stored("group_id(1, i32)"), one), "");
}

TEST(Independence, ArithmeticThatWrapsAround) {
  EXPECT_EQ(kinds("  b := trunc(id, i8);\n" + stored("zext(b, i32)")), "");
  EXPECT_EQ(kinds(stored("add(zext(trunc(base, i8), i32), zext(trunc(lid, i8), i32))")), "value");
  EXPECT_EQ(kinds(stored("and(add(zext(trunc(base, i8), i32), zext(trunc(lid, i8), i32)), 255:i32)")), "");
  EXPECT_EQ(kinds(stored("and(add(zext(trunc(base, i8), i32), zext(trunc(lid, i8), i32)), 511:i32)")), "value");
  EXPECT_EQ(kinds("  a[add(zext(base, i64), zext(lid, i64))] := 1:i32;"), "");
  EXPECT_EQ(kinds("  a[add(zext(mul(base, n), i64), zext(mul(lid, n), i64))] := 1:i32;"), "address");
  EXPECT_EQ(kinds("  a[add(sext(mul.nsw(base, n), i64), sext(mul.nsw(lid, n), i64))] := 1:i32;"), "");
}

TEST(Independence, OrderOfValues) {
  EXPECT_EQ(kinds(stored("ite(slt(lid, sub.nsw(n, base)), 1:i32, 2:i32)")), "");
  EXPECT_EQ(kinds(stored("ite(slt(lid, sub(n, base)), 1:i32, 2:i32)")), "value");
  EXPECT_EQ(kinds(stored("ite(ult(lid, sub.nsw(n, base)), 1:i32, 2:i32)")), "value");
  EXPECT_EQ(kinds(stored("ite(eq(lid, sub(n, base)), 1:i32, 2:i32)")), "");
  EXPECT_EQ(kinds(stored("ite(slt(lid, n), 1:i32, 2:i32)")), "value");
  EXPECT_EQ(kinds(stored("ite(slt(lid, n), m, m)")), "");
}

TEST(Independence, Branches) {
  const std::string rest = "\nblock yes:\n" + stored("1:i32") + "\n  goto no;\nblock no:";
  EXPECT_EQ(kinds("  br slt(id, n), yes, no;" + rest), "");
  EXPECT_EQ(kinds("  br slt(lid, n), yes, no;" + rest), "condition");
  const std::string chosen = "\nblock yes:\n  x := 1:i32;\n  goto no;\nblock no:\n" + stored("x");
  EXPECT_EQ(kinds("  x := 0:i32;\n  br slt(id, n), yes, no;" + chosen), "");
  EXPECT_EQ(kinds("  x := 0:i32;\n  br slt(lid, n), yes, no;" + chosen), "value");
  EXPECT_EQ(kinds("  x := lid;\n  br slt(id, n), yes, no;" + chosen), "value");
}

TEST(Independence, Loops) {
  const auto loop = [](const std::string &start, const std::string &step, const std::string &bound,
                       const std::string &value) {
    return "  x := 0:i32;\n  i := " + start + ";\n  goto head;\nblock head:\n  br slt(i, " + bound +
           "), body, out;\nblock body:\n  x := add(x, i);\n  i := add(i, " + step + ");\n  goto head;\nblock out:\n" +
           stored(value);
  };
  const std::string total = "mul(num_groups(0, i32), local_size(0, i32))";
  EXPECT_EQ(kinds(loop("id", total, "n", "x")), "");
  EXPECT_EQ(kinds(loop("id", "local_size(0, i32)", "n", "x")), "value");
  EXPECT_EQ(kinds(loop("lid", total, "n", "x")), "value");
  EXPECT_EQ(kinds(loop("lid", "1:i32", "n", "n")), "");
  EXPECT_EQ(kinds(loop("0:i32", "1:i32", "lid", "x")), "value");
}

TEST(Independence, Memory) {
  EXPECT_EQ(kinds("  x := c[sext(id, i64)];\n" + stored("x")), "");
  EXPECT_EQ(kinds("  x := c[sext(lid, i64)];\n" + stored("x")), "value");
  EXPECT_EQ(kinds("  g[sext(lid, i64)] := id;\n  x := g[sext(id, i64)];\n" + stored("x")), "value");
  EXPECT_EQ(kinds("  g[sext(n, i64)] := id;\n  x := g[0:i64];\n" + stored("x")), "value");
  EXPECT_EQ(kinds("  p[sext(and(n, 3:i32), i64)] := id;\n  x := p[sext(and(n, 3:i32), i64)];\n" + stored("x")), "");
  EXPECT_EQ(kinds("  p[sext(and(n, 3:i32), i64)] := lid;\n  x := p[sext(and(m, 3:i32), i64)];\n" + stored("x")),
            "value");
  EXPECT_EQ(kinds("  havoc x;\n" + stored("x")), "value");
  EXPECT_EQ(kinds(stored("y")), "value");
}

TEST(Independence, ThreadsThatMeet) {
  EXPECT_EQ(kinds("  barrier group fence(group);\n" + stored("id")), "barrier");
  EXPECT_EQ(kinds("  x := atomic add c[0:i64](1:i32);\n  goto wait;\nblock wait:\n  y := atomic load c[1:i64]();\n"
                  "  br eq(x, y), mine, wait;\nblock mine:\n" +
                  stored("id") + "\n  y := atomic add c[1:i64](1:i32);"),
            "wait");
}

TEST(Independence, Atomics) {
  EXPECT_EQ(kinds("  atomic add a[0:i64](id);"), "");
  EXPECT_EQ(kinds("  atomic add a[0:i64](lid);"), "value");
  EXPECT_EQ(kinds("  atomic add a[0:i64](id);\n  atomic sub a[1:i64](id);"), "");
  EXPECT_EQ(kinds("  atomic add a[0:i64](id);\n  atomic max a[0:i64](id);"), "order");
  EXPECT_EQ(kinds("  atomic xchg a[0:i64](id);"), "order");
  EXPECT_EQ(kinds("  x := atomic add c[0:i64](1:i32);\n" + stored("x")), "value");
}

} // namespace
} // namespace lockstep::coalescing::test_independence
