// What the .kir parser says about mistakes, and where.
#include "tests/unit/cfg/kir_test.h"

namespace lockstep::cfg::test_parse_errors {
namespace {

std::string errors(const std::string &text) {
  support::Diagnostics diags;
  auto k = parse_kernels(text, "t.kir", diags);
  EXPECT_FALSE(k) << "accepted: " << text;
  EXPECT_TRUE(diags.failed());
  return all_messages(diags);
}

// Statement `s` stands on line 4, from column 1.
std::string in_body(const std::string &s) {
  return errors("kernel k { param n : i32; var a : i32; var q : bool; var f : f32;\n"
                "array m : i32[] global;\nblock start:\n" +
                s + "\nreturn;\n}\n");
}

TEST(ParseErrors, Statements) {
  EXPECT_EQ(in_body("x := 1:i32;"), "t.kir:4:1: error: variable 'x' is not declared\n");
  EXPECT_EQ(in_body("a := 1:i64;"), "t.kir:4:6: error: variable 'a' is i32, but this is i64\n");
  EXPECT_EQ(in_body("a := x[1:i32];"), "t.kir:4:6: error: array 'x' is not declared\n");
  EXPECT_EQ(in_body("assume a;"), "t.kir:4:8: error: a condition is bool, but this is i32\n");
  EXPECT_EQ(in_body("a := n"),
            "t.kir:5:1: error: expected ';' before 'return'\n"
            "t.kir:6:1: error: expected the terminator of block 'start' (goto, br, switch or return) before '}'\n");
  EXPECT_EQ(in_body("barrier block fence();"),
            "t.kir:4:9: error: a barrier's scope is warp, group or grid, not 'block'\n");
  EXPECT_EQ(in_body("barrier group fence(group, group);"), "t.kir:4:28: error: this fence is named already\n");
  EXPECT_EQ(in_body("barrier group fence(all);"),
            "t.kir:4:21: error: expected 'group', 'global' or ')' before 'all'\n");
  EXPECT_EQ(in_body("a := atomic nand m[a](n);"), "t.kir:4:13: error: there is no atomic operation 'nand'\n");
  EXPECT_EQ(in_body("var := 1:i32;"), "t.kir:4:1: error: expected a statement before 'var'\n");
  EXPECT_EQ(in_body("fresh havoc a;"), "t.kir:4:7: error: expected a load or a store before 'havoc'\n");
  EXPECT_EQ(in_body("incoherent a := n;"), "t.kir:4:12: error: only loads can be incoherent\n");
  EXPECT_EQ(in_body("fresh a := n;"), "t.kir:4:7: error: only loads and stores can be fresh\n");
  EXPECT_EQ(in_body("havoc skip;"), "t.kir:4:7: error: 'skip' is reserved; as a name it is written `skip`\n");
  EXPECT_EQ(in_body("a := m[a] per 99999999999;"),
            "t.kir:4:15: error: a number of granules of this size makes no sense\n");
}

TEST(ParseErrors, Expressions) {
  EXPECT_EQ(in_body("a := add(a, q);"), "t.kir:4:6: error: 'add' takes two integers of one type, not i32, bool\n");
  EXPECT_EQ(in_body("a := add(a);"), "t.kir:4:6: error: 'add' takes 2 arguments, not 1\n");
  EXPECT_EQ(in_body("a := plus(a, a);"), "t.kir:4:6: error: there is no operation 'plus'\n");
  EXPECT_EQ(in_body("a := const(a, a);"), "t.kir:4:6: error: there is no operation 'const'\n");
  EXPECT_EQ(in_body("a := udiv.nsw(a, a);"), "t.kir:4:6: error: 'udiv' takes no flags nsw and nuw\n");
  EXPECT_EQ(in_body("a := add.nuw.nsw(a, a);"),
            "t.kir:4:6: error: the flags of an operation are .nsw and .nuw, in this order\n");
  EXPECT_EQ(in_body("a := zext(a, i32);"), "t.kir:4:6: error: 'zext' cannot go from i32 to i32\n");
  EXPECT_EQ(in_body("a := trunc(f, i16);"), "t.kir:4:6: error: 'trunc' goes from iN to iM, not from f32 to i16\n");
  EXPECT_EQ(in_body("a := ftos(a, i32);"), "t.kir:4:6: error: 'ftos' cannot go from i32 to i32\n");
  EXPECT_EQ(in_body("a := bitcast(f, i64);"),
            "t.kir:4:6: error: 'bitcast' keeps the bits of a number: it cannot go from f32 to i64\n");
  EXPECT_EQ(in_body("a := ite(a, a, a);"),
            "t.kir:4:6: error: 'ite' takes a bool and two values of one type, not i32, i32, i32\n");
  EXPECT_EQ(in_body("a := local_id(3, i32);"), "t.kir:4:6: error: 'local_id' has the dimensions 0, 1 and 2, not 3\n");
  EXPECT_EQ(in_body("q := eq(a, f);"), "t.kir:4:6: error: 'eq' takes two values of one type, not i32, f32\n");
  EXPECT_EQ(in_body("q := not(a);"), "t.kir:4:6: error: 'not' takes a bool, not i32\n");
  EXPECT_EQ(in_body("assert eq(read m[f]:i32, a);"),
            "t.kir:4:11: error: the offset of a read is an integer, not f32\n");
  EXPECT_EQ(in_body("assert read m[a]:bool;"), "t.kir:4:8: error: a cell holds whole bytes, not bool\n");
}

TEST(ParseErrors, Constants) {
  EXPECT_EQ(in_body("a := 4294967296:i32;"), "t.kir:4:6: error: the constant does not fit i32\n");
  EXPECT_EQ(in_body("a := -2147483649:i32;"), "t.kir:4:6: error: the constant does not fit i32\n");
  EXPECT_EQ(in_body("f := -1:f32;"), "t.kir:4:6: error: the constant does not fit f32\n");
  EXPECT_EQ(in_body("q := 1:bool;"), "t.kir:4:6: error: a bool is written true or false\n");
  EXPECT_EQ(in_body("a := 1;"), "t.kir:4:6: error: expected an expression before '1'\n");
  EXPECT_EQ(in_body("a := 1:i65;"),
            "t.kir:4:8: error: there is no type 'i65'; types are bool, i1 to i64, f16, f32 and f64\n");
  EXPECT_EQ(in_body("a := 1:i032;"),
            "t.kir:4:8: error: there is no type 'i032'; types are bool, i1 to i64, f16, f32 and f64\n");
  EXPECT_EQ(
      in_body("f := 1.5:i32;"),
      "t.kir:4:6: error: a decimal is a value of f32 or f64 within their range; give other constants by their bits\n");
  EXPECT_EQ(
      in_body("f := 1.0e99:f32;"),
      "t.kir:4:6: error: a decimal is a value of f32 or f64 within their range; give other constants by their bits\n");
}

TEST(ParseErrors, SeveralMistakesAreAllReported) {
  EXPECT_EQ(in_body("x := 1:i32; a := n;\ny := n; q := true;\nz := n;"),
            "t.kir:4:1: error: variable 'x' is not declared\n"
            "t.kir:5:1: error: variable 'y' is not declared\n"
            "t.kir:6:1: error: variable 'z' is not declared\n");
}

TEST(ParseErrors, Blocks) {
  EXPECT_EQ(errors("kernel k { block a: goto b; }"), "t.kir:1:26: error: block 'b' is not declared\n");
  EXPECT_EQ(errors("kernel k { block a: goto a; block a: return; }"), "t.kir:1:35: error: block 'a' stands twice\n");
  EXPECT_EQ(errors("kernel k { block a: skip; }"),
            "t.kir:1:27: error: expected the terminator of block 'a' (goto, br, switch or return) before '}'\n");
  EXPECT_EQ(errors("kernel k { block a: return; skip; }"),
            "t.kir:1:29: error: expected a block or '}' (a block ends with its terminator) before 'skip'\n");
  EXPECT_EQ(errors("kernel k { }"), "t.kir:1:12: error: expected a declaration or a block before '}'\n");
  EXPECT_EQ(errors("kernel k { var x : i8;\nblock a: switch x { 256: a, default: a }; }"),
            "t.kir:2:21: error: the value does not fit i8\n");
  EXPECT_EQ(errors("kernel k { var x : bool;\nblock a: switch x { default: a }; }"),
            "t.kir:2:17: error: a switch looks at an integer, not at bool\n");
}

TEST(ParseErrors, Declarations) {
  EXPECT_EQ(errors("kernel k { var x : i32; var x : i8; block a: return; }"),
            "t.kir:1:29: error: 'x' is declared already\n");
  EXPECT_EQ(errors("kernel k { array x : i32[] shared; block a: return; }"),
            "t.kir:1:28: error: the array's space is global, group, constant or private, not 'shared'\n");
  EXPECT_EQ(errors("kernel k { array x : i32[] global wide; block a: return; }"),
            "t.kir:1:35: error: expected 'param', 'granule', 'elements', 'rows', 'initial', 'nonzero', 'aliased' or "
            "';' before "
            "'wide'\n");
  EXPECT_EQ(errors("kernel k { var x i32; block a: return; }"), "t.kir:1:18: error: expected ':' before 'i32'\n");
}

TEST(ParseErrors, Files) {
  EXPECT_EQ(errors("kernal k { block a: return; }\nkernel b { block a: goto c; }"),
            "t.kir:1:1: error: expected 'kernel' before 'kernal'\nt.kir:2:26: error: block 'c' is not declared\n");
  EXPECT_EQ(errors("kernel k { block a: return;"),
            "t.kir:1:28: error: expected a block or '}' (a block ends with its terminator) before the end of the text\n"
            "t.kir:1:28: error: expected '}' before the end of the text\n");
  support::Diagnostics diags;
  EXPECT_FALSE(parse("kernel a { block s: return; } kernel b { block s: return; }", "t.kir", diags));
  EXPECT_EQ(all_messages(diags), "t.kir:1:1: error: the text holds 2 kernels, not one\n");
}

TEST(ParseErrors, HostileTextEndsOrderly) {
  std::string deep = "kernel k { var q : bool; block a: q := ";
  for (int i = 0; i < 100000; ++i)
    deep += "not(";
  // 39 columns, then four for each of the 501 levels that are looked at
  std::string said = errors(deep);
  EXPECT_EQ(said.substr(0, said.find('\n')), "t.kir:1:2044: error: expressions nest at most 500 deep");
  // Every prefix of a kernel is refused, and no prefix hangs or crashes the parser.
  std::string text =
      "kernel `k` pointer_bits 64 { param n : i32 \"n\"; array s : i32[4] global initial {1, 2, 3, 4};\n"
      "block a @\"f\":1:2 in \"g\" from @\"h\":3:4: n, n := s[n] per 2; s[1:i32] := call \"f\"(1.5:f32):i32;\n"
      "switch n { -1: a, default: b }; block b: barrier grid fence(group, global); return; }";
  for (std::size_t i = 1; i < text.size(); ++i)
    errors(text.substr(0, i));
}

} // namespace
} // namespace lockstep::cfg::test_parse_errors
