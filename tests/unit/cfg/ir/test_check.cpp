// Well-formedness: every rule of check.h is broken once, and the message says so at the right place.
#include "tests/unit/cfg/kir_test.h"

namespace lockstep::cfg::test_check {
namespace {

// What check says about a text that parses. Statement `s` stands on line 6.
std::string checked(const std::string &text) {
  support::Diagnostics diags;
  auto k = parse(text, "t.kir", diags);
  EXPECT_TRUE(k) << all_messages(diags);
  bool ok = k && check(*k, diags);
  EXPECT_EQ(ok, diags.all().empty());
  return all_messages(diags);
}
std::string in_body(const std::string &s) {
  return checked(
      "kernel k {\nparam n : i32; var a : i32; var b : i32; var q : bool; var w : i64; var h : i16; var f : f32;\n"
      "array m : i32[] global; array c : i32[] constant; array y : i8[] global;\n"
      "block start:\nskip;\n" +
      s + "\nreturn;\n}\n");
}
std::string error(const std::string &place, const std::string &message) {
  return "t.kir:" + place + ": error: kernel 'k': " + message + "\n";
}

TEST(Check, GoodStatementsPass) {
  EXPECT_EQ(in_body("a, b := m[n]; f := m[a]; a := y[w] per 4; h := y[w] per 2; y[w] := f, a per 4; a := c[n];"), "");
  EXPECT_EQ(in_body("a := atomic cmpxchg m[n](a, b); atomic inc m[n](); atomic dec m[n](a); a := atomic load c[n]();"),
            "");
  EXPECT_EQ(in_body("assert eq(read m[n]:i32, 0:i32); assume eq(read y[w]:i64, 1:i64);"), "");
}

TEST(Check, Accesses) {
  EXPECT_EQ(in_body("w := m[n];"),
            error("6:1", "an access to array 'm' moves values of 32 bits (1 granules of 4 bytes), not i64"));
  EXPECT_EQ(in_body("q := m[n];"),
            error("6:1", "an access to array 'm' moves values of 32 bits (1 granules of 4 bytes), not bool"));
  EXPECT_EQ(in_body("m[n] := a per 2;"),
            error("6:1", "an access to array 'm' moves values of 64 bits (2 granules of 4 bytes), not i32"));
  EXPECT_EQ(in_body("m[n] := a per 0;"), error("6:1", "a value covers at least one granule of array 'm'"));
  EXPECT_EQ(in_body("m[n] := a; a := m[w];"),
            error("6:12", "all offsets into array 'm' have one type: here i64, elsewhere i32"));
  EXPECT_EQ(in_body("m[f] := a;"), error("6:1", "the offset into array 'm' is an integer, not f32"));
  EXPECT_EQ(in_body("a, a := m[n];"), error("6:1", "the destinations of a load differ"));
  EXPECT_EQ(in_body("c[n] := a;"), error("6:1", "array 'c' is in constant memory and cannot be written"));
  EXPECT_EQ(in_body("atomic add c[n](a);"), error("6:1", "array 'c' is in constant memory and cannot be written"));
}

TEST(Check, Atomics) {
  EXPECT_EQ(in_body("atomic add m[n]();"), error("6:1", "this atomic operation does not take 0 operands"));
  EXPECT_EQ(in_body("atomic cmpxchg m[n](a);"), error("6:1", "this atomic operation does not take 1 operands"));
  EXPECT_EQ(in_body("atomic inc m[n](a, a);"), error("6:1", "this atomic operation does not take 2 operands"));
  EXPECT_EQ(in_body("a := atomic store m[n](a);"), error("6:1", "an atomic store gives no value"));
  EXPECT_EQ(in_body("w := atomic add m[n](a);"),
            error("6:1", "an access to array 'm' moves values of 32 bits (1 granules of 4 bytes), not i64"));
  EXPECT_EQ(in_body("atomic add m[n](w);"),
            error("6:1", "an access to array 'm' moves values of 32 bits (1 granules of 4 bytes), not i64"));
}

TEST(Check, ParametersAreNotAssigned) {
  std::string said = error("6:1", "parameter 'n' is assigned; copy it to a variable first");
  EXPECT_EQ(in_body("n := a;"), said);
  EXPECT_EQ(in_body("havoc n;"), said);
  EXPECT_EQ(in_body("n := m[a];"), said);
  EXPECT_EQ(in_body("n := atomic inc m[a]();"), said);
}

TEST(Check, Annotations) {
  std::string said = error("6:1", "cells are read in annotations only; elsewhere a load takes them: array 'm'");
  EXPECT_EQ(in_body("a := add(1:i32, read m[n]:i32);"), said);
  EXPECT_EQ(in_body("assume.branch eq(read m[n]:i32, a);"), said);
  EXPECT_EQ(in_body("assert eq(read m[n]:i16, h);"),
            error("6:1", "a read of array 'm' covers whole granules, not i16"));
  EXPECT_EQ(in_body("a := n; invariant q;"), error("6:9", "an invariant stands at the top of its block"));
  EXPECT_EQ(in_body("assume q; invariant q; assert q; invariant q;"), "");
}

TEST(Check, Declarations) {
  auto decl = [](const std::string &d) { return checked("kernel k {\n" + d + "\nblock s: return; }"); };
  EXPECT_EQ(decl("array x : bool[] global;"),
            error("2:7", "array 'x' has granules of 0 bytes; they have 1, 2, 4 or 8"));
  EXPECT_EQ(decl("array x : i32[] global granule 3;"),
            error("2:7", "array 'x' has granules of 3 bytes; they have 1, 2, 4 or 8"));
  EXPECT_EQ(decl("array x : i32[] global granule 2;"),
            error("2:7", "array 'x' has granules of 2 bytes, which hold no i32"));
  EXPECT_EQ(decl("array x : i32[] global elements 0;"), error("2:7", "array 'x' has source elements of no bytes"));
  EXPECT_EQ(decl("array x : i8[2] constant initial {1};"),
            error("2:7", "array 'x' has 2 granules, but initial contents for 1"));
  EXPECT_EQ(decl("array x : i8[] constant initial {1, 256};"),
            error("2:7", "array 'x' has an initial value that no granule holds: 256"));
  EXPECT_EQ(decl("var x : i8; array x : i8[] global;"),
            error("2:19", "the name 'x' is taken: an array has a name of its own"));
  EXPECT_EQ(checked("kernel k pointer_bits 16 { block s: return; }"),
            error("1:1", "pointers have 32 or 64 bits, not 16"));
}

TEST(Check, SwitchCasesDiffer) {
  EXPECT_EQ(checked("kernel k { var x : i8;\nblock a: switch x { 255: a, -1: a, default: a }; }"),
            error("2:10", "two cases of a switch have the value 255"));
}

TEST(Check, UnreachableBlocksAndUnsetVariablesAreAllowed) {
  EXPECT_EQ(checked("kernel k { var x : i8; var y : i8; block a: x := y; return; block b: goto a; }"), "");
}

// --- kernels that no text gives: the front end's mistakes -----------------------------------------------------
Kernel small() {
  Kernel k;
  k.name = "k";
  k.vars = {{"a", int_type(32)}};
  k.arrays = {{"m"}};
  k.arrays[0].element = int_type(32);
  k.blocks.resize(1);
  k.blocks[0].name = "b";
  k.blocks[0].end.node = Return{};
  return k;
}
std::string checked(const Kernel &k) {
  support::Diagnostics diags;
  bool ok = check(k, diags);
  EXPECT_EQ(ok, diags.all().empty());
  return all_messages(diags);
}
std::string statement(Stmt s) {
  Kernel k = small();
  k.blocks[0].stmts = {std::move(s)};
  return checked(k);
}
std::string plain(const std::string &message) { return "error: kernel 'k': " + message + "\n"; }

TEST(Check, IdsAreInRange) {
  Expr i = constant(int_type(32), 1);
  EXPECT_EQ(checked(small()), "");
  EXPECT_EQ(statement({Assign{1, i}, {}}), plain("there is no variable number 1"));
  EXPECT_EQ(statement({Assign{0, variable(5, int_type(32))}, {}}),
            plain("an expression uses variable number 5, which does not exist"));
  EXPECT_EQ(statement({Load{{0}, 1, i, 1}, {}}), plain("there is no array number 1"));
  EXPECT_EQ(statement({Load{{}, 0, i, 1}, {}}), plain("a load has a destination"));
  EXPECT_EQ(statement({Store{{}, 0, i, 1}, {}}), plain("a store has a value"));
  EXPECT_EQ(statement({Store{{i}, 0, nullptr, 1}, {}}), plain("an operand is missing"));
  EXPECT_EQ(statement({Assert{binary(Op::Eq, read(9, int_type(32), i), i), AssertKind::User, ""}, {}}),
            plain("there is no array number 9"));
  Kernel k = small();
  k.blocks[0].end.node = Goto{{1}};
  EXPECT_EQ(checked(k), plain("control goes to block number 1, which does not exist"));
  k.blocks[0].end.node = Goto{};
  EXPECT_EQ(checked(k), plain("a goto has a target"));
  k.blocks[0].end.node = Switch{i, {{std::uint64_t(1) << 40, 0}}, 0};
  EXPECT_EQ(checked(k), plain("the case 1099511627776 does not fit i32"));
  k.blocks.clear();
  EXPECT_EQ(checked(k), plain("a kernel has at least an entry block"));
}

TEST(Check, ParametersAloneAreOfAKind) {
  Kernel k = small();
  k.vars[0].kind = VarKind::CopyPart;
  EXPECT_EQ(checked(k), plain("variable 'a' is no parameter, so it is the program's"));
  k.vars[0].param = true;
  EXPECT_EQ(checked(k), "");
}

TEST(Check, TypesAgree) {
  EXPECT_EQ(statement({Assign{0, constant(int_type(8), 1)}, {}}), plain("variable 'a' is i32, its value i8"));
  EXPECT_EQ(statement({Assume{variable(0, int_type(32)), AssumeKind::Plain}, {}}),
            plain("a condition is bool, not i32"));
  EXPECT_EQ(statement({Assign{0, variable(0, int_type(32))}, {}}), "");
  EXPECT_EQ(
      statement({Assume{binary(Op::Eq, variable(0, int_type(8)), constant(int_type(8), 1)), AssumeKind::Plain}, {}}),
      plain("variable 'a' is i32, used as i8"));
  ExprNode wide;
  wide.type = int_type(32);
  wide.value = std::uint64_t(1) << 32;
  EXPECT_EQ(statement({Assign{0, std::make_shared<const ExprNode>(wide)}, {}}),
            plain("a constant's bits fit its type i32"));
  Kernel k = small();
  k.vars[0].type = int_type(128);
  EXPECT_EQ(checked(k), plain("variable 'a' has no valid type: i128"));
}

TEST(Check, SharedExpressionsAreLookedAtOnce) { // else 2^64 visits
  Expr e = variable(0, int_type(32));
  for (int i = 0; i < 64; ++i)
    e = binary(Op::Add, e, e);
  EXPECT_EQ(statement({Assign{0, e}, {}}), "");
}

} // namespace
} // namespace lockstep::cfg::test_check
