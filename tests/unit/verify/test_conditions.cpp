// Conditions on sizes (verify/conditions/): what a clause says of a violation's numbers, and which conjunctions are
// asked about, in which order. The kernel is a function of numbers here: the question of a conjunction is answered by
// looking for numbers that meet it and break the kernel.
#include "cfg/ir/text/parse.h"
#include "verify/conditions/weakest_sizes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace lockstep::verify::test_conditions {
namespace {

cfg::Kernel kernel(const std::string &parameters) {
  support::Diagnostics diags;
  auto k = cfg::parse("kernel k { " + parameters + " block first: return; }", "k.kir", diags);
  EXPECT_TRUE(k) << (diags.all().empty() ? "" : support::format(diags.all().front()));
  return *k;
}

const SizeWords words{[](cfg::Op op, unsigned) { return op == cfg::Op::LocalSize ? "block" : "grid"; }, "long", {"u"}};

cfg::Launch free_block() {
  cfg::Launch l;
  l.local_size[0] = std::nullopt;
  return l;
}

Finding numbers(std::map<cfg::VarId, std::uint64_t> scalars, std::uint64_t block = 1) {
  Finding f;
  f.scalars = std::move(scalars);
  f.local_size[0] = block;
  return f;
}

std::optional<bool> satisfies(const std::vector<Clause> &all, const std::string &text, const Finding &f) {
  for (const Clause &c : all)
    if (c.text == text)
      return Sizes(f).satisfy(c);
  ADD_FAILURE() << "no clause " << text;
  return std::nullopt;
}

TEST(Conditions, ParametersAreReadWithTheirOwnSigns) {
  const auto k = kernel("param s : i32 \"s\"; param u : i32 \"u\"; ");
  const auto all = vocabulary(k, {}, words);
  const Finding negative = numbers({{0, 0xffffffff}, {1, 0xffffffff}});
  EXPECT_EQ(satisfies(all, "s > 0", negative), std::optional(false));
  EXPECT_EQ(satisfies(all, "u > 0", negative), std::optional(true));
  EXPECT_EQ(satisfies(all, "(long)s >= u", negative), std::optional(false)); // -1 and 4294967295
  EXPECT_EQ(satisfies(all, "s <= 2147418111", negative), std::optional(true));
  EXPECT_EQ(satisfies(all, "u <= 4294901759", negative), std::optional(false));
  EXPECT_EQ(satisfies(all, "u <= 1073741823", numbers({{0, 0}, {1, 1073741823}})), std::optional(true));
  EXPECT_EQ(satisfies(all, "s > 0", numbers({{1, 1}})), std::nullopt); // the violation says nothing of s
}

TEST(Conditions, WholeWordsWithoutASignAreComparedWithoutOne) {
  const auto k = kernel("param u : i64 \"u\"; param v : i64 \"v\"; param s : i64 \"s\"; ");
  SizeWords both = words;
  both.without_sign = {"u", "v"};
  const auto all = vocabulary(k, {}, both);
  const Finding large = numbers({{0, ~std::uint64_t(0)}, {1, 0}, {2, 0}});
  EXPECT_EQ(satisfies(all, "u >= v", large), std::optional(true));
  EXPECT_EQ(satisfies(all, "v >= u", large), std::optional(false));
  for (const Clause &c : all) // C would convert s, or cut u
    EXPECT_FALSE(c.text.find(" >= s") != std::string::npos || c.text.find("s >= ") != std::string::npos) << c.text;
}

TEST(Conditions, SizesOfOpenClAreConvertedBesideASign) {
  const auto all = vocabulary(kernel("param s : i32 \"s\"; "), free_block(), words);
  EXPECT_EQ(satisfies(all, "(long)s >= (long)block", numbers({{0, 0xffffffff}})), std::optional(false));
  EXPECT_EQ(satisfies(all, "(long)block >= s", numbers({{0, 0xffffffff}})), std::optional(true));
  SizeWords cuda = words;
  cuda.wide = "long long"; // sizes have 32 bits
  EXPECT_EQ(satisfies(vocabulary(kernel("param s : i32 \"s\"; "), free_block(), cuda), "(long long)s >= block",
                      numbers({{0, 0xffffffff}})),
            std::optional(false));
}

TEST(Conditions, ProductsWithoutASignDoNotOverflow) {
  const auto k = kernel("param u : i32 \"u\"; param v : i32 \"v\"; var w : i64; "
                        "block s: w := mul(zext(u, i64), zext(v, i64)); goto first;");
  SizeWords both = words;
  both.without_sign = {"u", "v"};
  const Finding large = numbers({{0, 0xffffffff}, {1, 0xffffffff}});
  EXPECT_EQ(satisfies(vocabulary(k, {}, both), "(unsigned long)u * v <= 2147483647", large), std::optional(false));
}

TEST(Conditions, OnlyWhatTheSourceDeclaresAsNumbersIsASize) {
  const auto k = kernel("param u : i32 \"u\"; param p : i32 \"p\"; ");
  SizeWords known = words;
  known.numbers = {"u"};
  for (const Clause &c : vocabulary(k, {}, known))
    EXPECT_EQ(c.text.find('p'), std::string::npos) << c.text;
  EXPECT_NE(key_text(known), key_text(words));
}

TEST(Conditions, AnotherSignOrLanguageIsAnotherQuestion) {
  SizeWords signs = words, language = words;
  signs.without_sign.clear();
  language.wide = "long long";
  EXPECT_NE(key_text(words), key_text(signs));
  EXPECT_NE(key_text(words), key_text(language));
}

TEST(Conditions, OnlyNumbersNextToLimitsAreMagnitudes) {
  const auto k = kernel("param s : i32 \"s\"; param t : i32 \"t\"; param w : i64 \"w\"; ");
  cfg::Launch launch = free_block();
  launch.num_groups[0] = std::nullopt;
  std::vector<std::string> magnitudes;
  for (const Clause &c : vocabulary(k, launch, words))
    if (c.magnitude)
      magnitudes.push_back(c.text);
  EXPECT_EQ(magnitudes,
            (std::vector<std::string>{"s <= 2147418111", "s <= 1073741823", "t <= 2147418111", "t <= 1073741823",
                                      "w <= 9223372036854710271", "w <= 4611686018427387903", "w <= 140737488355327",
                                      "w <= 1099511627775", "(long)block * grid <= 2147483647",
                                      "(long)block * grid <= 536870911", "(long)block * grid <= 268435455"}));
}

TEST(Conditions, FactorsOf24BitsAreKeptWithinThem) {
  const auto clause_of_24_bits = [](const std::string &expression) {
    support::Diagnostics diags;
    const auto k = cfg::parse(
        "kernel k { param n : i32 \"n\"; var x : i32; array a : i32[] global param; block first: x := " + expression +
            "; a[zext(x, i64)] := 1:i32; return; }",
        "k.kir", diags);
    EXPECT_TRUE(k) << (diags.all().empty() ? "" : support::format(diags.all().front()));
    for (const Clause &c : vocabulary(*k, {}, words))
      if (c.magnitude && (c.text == "n <= 16777215" || c.text == "n <= 8388607"))
        return c.text;
    return std::string();
  };
  const std::string id = "local_id(0, i32)", low = ", 16777215:i32)", moved = ", 8:i32), 8:i32)";
  EXPECT_EQ(clause_of_24_bits("mul(and(" + id + low + ", and(n" + low + ")"), "n <= 16777215");
  EXPECT_EQ(clause_of_24_bits("mul(ashr(shl(" + id + moved + ", ashr(shl(n" + moved + ")"), "n <= 8388607");
  EXPECT_EQ(clause_of_24_bits("mul(" + id + ", and(n" + low + ")"), ""); // a product of 32 bits
  EXPECT_EQ(clause_of_24_bits("and(n" + low), "");
}

TEST(Conditions, ProductsAreOfWhatTheKernelMultiplies) {
  const auto texts = [](const std::string &value) {
    std::vector<std::string> out;
    for (const Clause &c :
         vocabulary(kernel("param s : i32 \"s\"; param t : i32 \"t\"; param r : i32 \"r\"; var v : i64; var w : i64; "
                           "block s: v := sext(t, i64); w := " +
                           value + "; goto first;"),
                    {}, words))
      if (c.magnitude && c.text.find('*') != std::string::npos)
        out.push_back(c.text);
    return out;
  };
  EXPECT_EQ(texts("add(v, 3:i64)"), std::vector<std::string>());
  EXPECT_EQ(texts("mul(v, 3:i64)"),
            (std::vector<std::string>{"(long)s * t <= 2147483647", "(long)t * r <= 2147483647"}));
}

// Asks about a kernel that is broken by some of the numbers 0 .. 8 of two parameters and of the block.
struct Model {
  std::function<bool(unsigned s, unsigned u, unsigned block)> broken;
  std::function<bool(unsigned s, unsigned u, unsigned block)> reached = [](unsigned, unsigned, unsigned) {
    return true;
  };
  cfg::Kernel k = kernel("param s : i32 \"s\"; param u : i32 \"u\"; ");
  std::vector<std::string> asked = {};

  UnderCondition ask(const std::vector<Clause> &clauses) {
    asked.push_back(text_of(clauses));
    UnderCondition out;
    out.idle = true;
    out.result.verdict = Verdict::Verified;
    for (unsigned s = 0; s <= 8; ++s)
      for (unsigned u = 0; u <= 8; ++u)
        for (unsigned block = 1; block <= 8; ++block) {
          const Finding f = numbers({{0, s}, {1, u}}, block);
          if (!std::all_of(clauses.begin(), clauses.end(),
                           [&](const Clause &c) { return Sizes(f).satisfy(c) == std::optional(true); }))
            continue;
          out.idle = out.idle && !reached(s, u, block);
          if (out.result.findings.empty() && broken(s, u, block)) {
            out.result.verdict = Verdict::Race;
            out.result.findings.push_back(f);
          }
        }
    return out;
  }
  std::string weakest(int most = 100) {
    const auto found = weakest_sizes(
        vocabulary(k, free_block(), words), ask({}).result.findings, [&](const auto &c) { return ask(c); },
        [&] { return most-- > 0; });
    return found ? text_of(found->clauses) : "none";
  }
};

TEST(Conditions, OneClauseThatEveryViolationContradicts) {
  Model m{[](unsigned s, unsigned u, unsigned) { return s < u; }};
  EXPECT_EQ(m.weakest(), "(long)s >= u");
}

TEST(Conditions, TwoClausesWhereOneIsNotEnough) {
  Model m{[](unsigned s, unsigned u, unsigned block) { return s == 0 || block > u; }};
  EXPECT_EQ(m.weakest(), "s > 0 && u >= block");
}

TEST(Conditions, NoneWhereNothingReachesWhatIsAskedAbout) {
  Model m{[](unsigned s, unsigned u, unsigned) { return s < u; },
          [](unsigned s, unsigned u, unsigned) { return s < u; }};
  EXPECT_EQ(m.weakest(), "none");
}

TEST(Conditions, NoneWhereEveryNumberBreaksIt) {
  Model m{[](unsigned, unsigned, unsigned) { return true; }};
  EXPECT_EQ(m.weakest(), "none");
}

TEST(Conditions, AsManyQuestionsAsAreAllowed) {
  Model m{[](unsigned s, unsigned u, unsigned) { return s < u; }};
  EXPECT_EQ(m.weakest(0), "none");
  EXPECT_EQ(m.asked.size(), 1U); // the test's own
}

TEST(Conditions, AnswersThatSayNothingAreNotAskedForAgain) {
  const Model m{[](unsigned, unsigned, unsigned) { return true; }};
  std::vector<std::string> asked;
  const auto unknown = [&](const std::vector<Clause> &c) {
    asked.push_back(text_of(c));
    return UnderCondition{};
  };
  int most = 30;
  weakest_sizes(vocabulary(m.k, free_block(), words), {numbers({{0, 0}, {1, 1}})}, unknown, [&] { return most-- > 0; });
  EXPECT_GT(asked.size(), 2U);
  std::sort(asked.begin(), asked.end());
  EXPECT_EQ(std::adjacent_find(asked.begin(), asked.end()), asked.end());
}

TEST(Conditions, ArePreconditionsInFrontOfEverything) {
  const auto k = kernel("param s : i32 \"s\"; ");
  const auto all = vocabulary(k, {}, words);
  const auto under = requiring(k, {all.front()});
  ASSERT_EQ(under.blocks.front().stmts.size(), 1U);
  const auto *assume = std::get_if<cfg::Assume>(&under.blocks.front().stmts.front().node);
  ASSERT_NE(assume, nullptr);
  EXPECT_EQ(assume->kind, cfg::AssumeKind::Requires);
  EXPECT_TRUE(cfg::equal(assume->condition, all.front().condition));
}

} // namespace
} // namespace lockstep::verify::test_conditions
