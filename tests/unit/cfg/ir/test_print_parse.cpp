// Print and parse: what the text means, and that print(parse(print(k))) == print(k).
#include "cfg/ir/text/parse.h"
#include "cfg/ir/text/print.h"

#include <gtest/gtest.h>

namespace lockstep::cfg::test_print_parse {
namespace {

// The kernel, or a failed test with the diagnostics.
Kernel must_parse(const std::string &text) {
  Diagnostics diags;
  auto k = parse(text, "test.kir", diags);
  for (const auto &d : diags.all())
    ADD_FAILURE() << format(d);
  return k ? *k : Kernel{};
}

std::string body(const std::string &stmts) {
  return "kernel k pointer_bits 64 {\n"
         "  param n : i32;\n  var a : i32;\n  var b : i32;\n  var f : f32;\n  var q : bool;\n  var w : i64;\n"
         "  array s : i32[] global param;\n  array c : i8[16] group;\n\n"
         "block start:\n" +
         stmts + "  return;\n}\n";
}

// Text in canonical form prints as itself.
void expect_same(const std::string &text) { EXPECT_EQ(print(must_parse(text)), text); }

TEST(PrintParse, EveryStatement) {
  expect_same(body("  a := add.nsw(n, 1:i32);\n"
                   "  a := s[sub.nsw.nuw(a, b)];\n"
                   "  a, b := s[mul(a, 2:i32)];\n"
                   "  a, b := c[0:i32] per 4;\n"
                   "  s[a] := b, f;\n"
                   "  c[a] := b per 4;\n"
                   "  a := atomic add s[b](1:i32);\n"
                   "  atomic inc s[b]();\n"
                   "  b := atomic cmpxchg c[a](0:i32, n) per 4;\n"
                   "  havoc a;\n"
                   "  skip;\n"
                   "  assume slt(a, b);\n"
                   "  requires slt(a, n);\n"
                   "  assume.branch q;\n"
                   "  assume.language not(q);\n"
                   "  assert q;\n"
                   "  assert q \"q holds\\n\\\"always\\\"\";\n"
                   "  invariant implies(q, eq(read s[a]:i32, 0:i32));\n"
                   "  assert.bounds ult(a, 16:i32);\n"
                   "  assert.division ne(a, 0:i32);\n"
                   "  assert.unreachable false;\n"
                   "  barrier group fence(group, global);\n"
                   "  barrier warp 32 fence();\n"
                   "  barrier warp 4 fence() a := before(b);\n"
                   "  sync 3 of 64;\n"
                   "  arrive 15 of 1024 counted w;\n"
                   "  gather 32 among n a := shuffle(b, n);\n"
                   "  barrier warp 32 fence() a := shuffle_xor(b, n);\n"
                   "  gather ranked 8 among 3:i64 a := fmin(b);\n"
                   "  gather 32 among active_lanes a := any(b);\n"
                   "  gather 16 among n fence(group, global);\n"
                   "  barrier grid fence(global);\n"
                   "  barrier group fence(group);\n"));
}

// What stands in quotes is the source's name, also where it reads like a kind.
TEST(PrintParse, AParametersKindIsNoName) {
  const std::string text = "kernel k { param n : i32 copy_part; param address : i32 \"address\"; block b: return; }";
  const Kernel k = must_parse(text);
  EXPECT_EQ(k.vars[0].kind, VarKind::CopyPart);
  EXPECT_EQ(k.vars[1].kind, VarKind::Program);
  EXPECT_EQ(k.vars[1].source_name, "address");
  EXPECT_EQ(print(must_parse(print(k))), print(k));
}

TEST(PrintParse, EveryKindOfExpression) {
  expect_same(body("  a := -1:i32;\n"
                   "  a := -2147483648:i32;\n"
                   "  w := -9223372036854775808:i64;\n"
                   "  q := eq(1:i1, 0:i1);\n"
                   "  f := 0x3f800000:f32;\n"
                   "  q := lor(land(q, true), implies(false, q));\n"
                   "  w := zext(local_id(0, i32), i64);\n"
                   "  w := add(mul(group_id(1, i64), local_size(1, i64)), global_offset(2, i64));\n"
                   "  a := ite(q, trunc(num_groups(0, i64), i32), bitcast(f, i32));\n"
                   "  f := call \"sin\"(f):f32;\n"
                   "  f := call \"pi\"():f32;\n"
                   "  f := fadd(stof(a, f32), ftof(0x4000000000000000:f64, f32));\n"
                   "  q := ne(umin(a, b), smax(a, b));\n"
                   "  q := folt(fneg(f), fsqrt(f));\n"
                   "  q := eq(q, funo(f, f));\n"));
}

TEST(PrintParse, EveryTerminator) {
  expect_same("kernel k pointer_bits 32 {\n"
              "  var x : i32;\n"
              "  var q : bool;\n"
              "\nblock a:\n  goto b, c;\n"
              "\nblock b:\n  br q, c, d;\n"
              "\nblock c:\n  switch x { 1: a, -2: b, default: d };\n"
              "\nblock d:\n  switch x { default: e };\n"
              "\nblock e:\n  return;\n}\n");
}

TEST(PrintParse, EveryDeclaration) {
  expect_same("kernel k pointer_bits 64 {\n"
              "  param n : i32 \"n\";\n"
              "  var x : f64;\n"
              "  array a : i32[] global param \"a\";\n"
              "  array b : i8[64] group elements 4 rows {2, 4};\n"
              "  array c : i32[3] constant initial {1, 2, 4294967295} \"table\";\n"
              "  array d : f16[] private elements 8;\n"
              "  array e : bool[] private granule 1;\n"
              "\nblock start:\n  return;\n}\n");
}

TEST(PrintParse, DeclarationsMeanWhatTheySay) {
  Kernel k = must_parse("kernel k { param n : i16 \"count\"; array b : i8[64] group elements 4 \"B\";\n"
                        "  array c : i32[] constant param initial {7};\nblock start: return; }");
  EXPECT_EQ(k.pointer_bits, 64u);
  ASSERT_EQ(k.vars.size(), 1u);
  EXPECT_TRUE(k.vars[0].param);
  EXPECT_EQ(k.vars[0].type, int_type(16));
  EXPECT_EQ(k.vars[0].source_name, "count");
  ASSERT_EQ(k.arrays.size(), 2u);
  EXPECT_EQ(k.arrays[0].space, Space::Group);
  EXPECT_EQ(k.arrays[0].extent, 64u);
  EXPECT_EQ(k.arrays[0].granule_bytes, 1u);
  EXPECT_EQ(k.arrays[0].source_element_bytes, 4u);
  EXPECT_FALSE(k.arrays[0].param);
  EXPECT_EQ(k.arrays[1].granule_bytes, 4u);
  EXPECT_EQ(k.arrays[1].source_element_bytes, 4u);
  EXPECT_EQ(k.arrays[1].extent, std::nullopt);
  EXPECT_EQ(k.arrays[1].initial, std::vector<std::uint64_t>{7});
  EXPECT_TRUE(k.arrays[1].param);
}

TEST(PrintParse, NothingIsFoldedAndFlagsStay) {
  Kernel k = must_parse(body("  a := add.nuw(mul(0:i32, a), 1:i32);\n"));
  const auto &e = std::get<Assign>(k.blocks[0].stmts[0].node).value;
  EXPECT_EQ(e->op, Op::Add);
  EXPECT_TRUE(e->nuw);
  EXPECT_FALSE(e->nsw);
  EXPECT_EQ(e->args[0]->op, Op::Mul);
}

TEST(PrintParse, DecimalFloatsAreTheirBits) {
  Kernel k = must_parse(body("  f := 1.5:f32;\n  f := -0.5e1:f32;\n  q := foeq(0.1:f64, 2.0:f64);\n"));
  auto value = [&](std::size_t i) { return std::get<Assign>(k.blocks[0].stmts[i].node).value; };
  EXPECT_EQ(value(0)->value, 0x3fc00000u);
  EXPECT_EQ(value(1)->value, 0xc0a00000u);
  EXPECT_EQ(value(2)->args[0]->value, 0x3fb999999999999aull);
}

TEST(PrintParse, OddAndReservedNamesAreQuoted) {
  Kernel k;
  k.name = "my kernel";
  k.vars = {{"block", int_type(32)}, {"a`b\\c", int_type(32)}, {"x.addr", int_type(32)}, {"add", int_type(32)},
            {"1st", int_type(32)},   {"i32", int_type(32)},    {"per", int_type(32)}};
  k.arrays = {{"return"}};
  k.arrays[0].element = int_type(32);
  k.blocks.resize(1);
  k.blocks[0].name = "if.then'";
  k.blocks[0].end.node = Return{};
  for (VarId v = 0; v < k.vars.size(); ++v)
    k.blocks[0].stmts.push_back(
        {Store{{variable(v, int_type(32)), variable(3, int_type(32))}, 0, variable(v, int_type(32)), 1}, {}});
  std::string text = print(k);
  EXPECT_NE(text.find("kernel `my kernel`"), std::string::npos) << text;
  EXPECT_NE(text.find("var `block` : i32"), std::string::npos) << text;
  EXPECT_NE(text.find("var `a\\`b\\\\c` : i32"), std::string::npos) << text;
  EXPECT_NE(text.find("var x.addr : i32"), std::string::npos) << text;
  EXPECT_NE(text.find("block if.then':"), std::string::npos) << text;
  Kernel again = must_parse(text);
  EXPECT_EQ(print(again), text);
  EXPECT_EQ(again.vars[1].name, "a`b\\c");
}

TEST(PrintParse, OriginsComeFromTheTextUnlessGiven) {
  const char *text = "kernel k {\n"
                     "  var x : i32 @\"a.cl\":4:7;\n"
                     "block start:\n"
                     "  x := 1:i32 @\"b.cl\":9:3 in \"helper\" from @\"a.cl\":12:5 in \"k\";\n"
                     "  skip;\n"
                     "  havoc x @?;\n"
                     "  return;\n"
                     "}\n";
  Kernel k = must_parse(text);
  EXPECT_EQ(k.origin.str(), "test.kir:1:1");
  EXPECT_EQ(k.vars[0].origin.str(), "a.cl:4:7");
  EXPECT_EQ(k.blocks[0].origin.str(), "test.kir:3:1");
  const auto &s = k.blocks[0].stmts;
  EXPECT_EQ(s[0].origin.str(), "b.cl:9:3");
  EXPECT_EQ(s[0].origin.function(), "helper");
  EXPECT_EQ(s[0].origin.inlined_at().str(), "a.cl:12:5");
  EXPECT_EQ(s[0].origin.inlined_at().function(), "k");
  EXPECT_EQ(s[1].origin.str(), "test.kir:5:3");
  EXPECT_FALSE(s[2].origin.known());
  EXPECT_EQ(k.blocks[0].end.origin.str(), "test.kir:7:3");

  std::string with = print(k, {.origins = true});
  EXPECT_NE(with.find("x := 1:i32 @\"b.cl\":9:3 in \"helper\" from @\"a.cl\":12:5 in \"k\";"), std::string::npos)
      << with;
  EXPECT_NE(with.find("havoc x @?;"), std::string::npos) << with;
  EXPECT_EQ(print(must_parse(with), {.origins = true}), with);
}

TEST(PrintParse, SeveralKernelsInAFile) {
  Diagnostics diags;
  auto ks = parse_kernels("kernel a { block s: return; }\n// between\nkernel b { block s: return; }", "t.kir", diags);
  ASSERT_TRUE(ks);
  ASSERT_EQ(ks->size(), 2u);
  EXPECT_EQ((*ks)[1].name, "b");
  auto none = parse_kernels("  // nothing\n", "t.kir", diags);
  ASSERT_TRUE(none);
  EXPECT_TRUE(none->empty());
}

TEST(PrintParse, ExpressionsAlone) {
  Kernel k = must_parse(body(""));
  Diagnostics diags;
  auto e = parse_expr("slt(local_id(0, i32), n)", k, diags);
  ASSERT_TRUE(e);
  EXPECT_EQ(print(*e, k), "slt(local_id(0, i32), n)");
  EXPECT_FALSE(parse_expr("slt(a, n) n", k, diags));
  EXPECT_FALSE(parse_expr("m", k, diags));
  EXPECT_TRUE(diags.failed());
}

TEST(PrintParse, IllFormedKernelsStillPrint) {
  Kernel k;
  k.name = "broken";
  k.blocks.resize(1);
  k.blocks[0].name = "b";
  k.blocks[0].stmts = {{Assign{7, nullptr}, {}}};
  k.blocks[0].end.node = Goto{{3}};
  EXPECT_NE(print(k).find("?7 := ?;\n  goto ?3;"), std::string::npos) << print(k);
}

} // namespace
} // namespace lockstep::cfg::test_print_parse
