// Congruences by hand; test_analyses_random.cpp holds them against executions.
#include "cfg/analysis/values/congruence.h"

#include "tests/unit/cfg/kir_test.h"

namespace lockstep::cfg::test_congruence {
namespace {

// "constant + factor * atom + ... modulo m" of variable `name`; "" where nothing is known.
std::string congruence_of(const Kernel &k, const std::string &name) {
  support::Diagnostics diags;
  Launch launch;
  launch.local_size[0] = 64;
  auto forest = loops(k, diags);
  const Facts facts = available_facts(k);
  const Ranges r = ranges(k, *forest, facts, launch, {true, nullptr});
  const auto all = congruences(k, *forest, liveness(k), r);
  for (VarId v = 0; v < k.vars.size(); ++v)
    if (k.vars[v].name == name && all[v]) {
      std::string out = support::text(all[v]->base.constant);
      for (const Linear::Term &t : all[v]->base.terms)
        out += " + " + support::text(t.factor) + " * " + print(t.atom, k);
      return out + " modulo " + support::text(all[v]->modulus);
    }
  return "";
}

// A loop around the assignment i := `update`, from i = `init`.
Kernel looping(const std::string &init, const std::string &update) {
  return kernel_of("kernel k {\n  param n : i32;\n  var i : i32;\n  var t : i32;\n  array a : i32[] global param;\n"
                   "block s: i := " +
                   init +
                   "; goto h;\n"
                   "block h: t := a[i]; br slt(i, n), b, x;\nblock b: i := " +
                   update + "; goto h;\nblock x: return;\n}\n");
}

TEST(Congruence, WholeSteps) {
  EXPECT_EQ(congruence_of(looping("local_id(0, i32)", "add.nsw(i, 64:i32)"), "i"),
            "0 + 1 * local_id(0, i32) modulo 64");
  EXPECT_EQ(congruence_of(looping("5:i32", "sub.nsw(i, 6:i32)"), "i"), "5 modulo 6");
  EXPECT_EQ(congruence_of(looping("local_id(0, i32)", "add.nsw(i, mul.nsw(t, 12:i32))"), "i"),
            "0 + 1 * local_id(0, i32) modulo 12");
}

TEST(Congruence, WrappingAroundKeepsPowersOfTwoOnly) {
  EXPECT_EQ(congruence_of(looping("local_id(0, i32)", "add(i, 192:i32)"), "i"), "0 + 1 * local_id(0, i32) modulo 64");
}

TEST(Congruence, OneOfTwoSteps) {
  EXPECT_EQ(congruence_of(looping("local_id(0, i32)", "add.nsw(i, ite(slt(t, 0:i32), 128:i32, 192:i32))"), "i"),
            "0 + 1 * local_id(0, i32) modulo 64");
  EXPECT_EQ(congruence_of(looping("local_id(0, i32)", "smax(add.nsw(i, 128:i32), add.nsw(i, 96:i32))"), "i"),
            "0 + 1 * local_id(0, i32) modulo 32");
  EXPECT_EQ(congruence_of(looping("local_id(0, i32)", "ite(slt(t, 0:i32), i, t)"), "i"), "");
}

TEST(Congruence, NothingOfBasesThatCannotBeWritten) {
  auto summed = [&](unsigned terms) { // 2^63 - 1, squared so many times
    std::string e = "n";
    for (unsigned i = 0; i < terms; ++i)
      e = "mul.nsw(" + e + ", 9223372036854775807:i64)";
    return kernel_of("kernel k {\n  param n : i64;\n  param m : i64;\n  var i : i64;\n  var t : i64;\n  array a : "
                     "i64[] global param;\n"
                     "block s: i := " +
                     e +
                     "; goto h;\nblock h: t := a[i]; br slt(i, m), b, x;\n"
                     "block b: i := add.nsw(i, 64:i64); goto h;\nblock x: return;\n}\n");
  };
  EXPECT_NE(congruence_of(summed(1), "i"), "");
  EXPECT_EQ(congruence_of(summed(3), "i").find("9223372036854775807 *"), std::string::npos);
}

TEST(Congruence, NothingOfUnknownSteps) {
  EXPECT_EQ(congruence_of(looping("local_id(0, i32)", "add.nsw(i, t)"), "i"), "");
  EXPECT_EQ(congruence_of(looping("local_id(0, i32)", "xor(i, 64:i32)"), "i"), "");
}

} // namespace
} // namespace lockstep::cfg::test_congruence
