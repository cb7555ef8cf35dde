// Certificates of what kernels cost: those of right bounds are proved, and one with a changed coefficient, table entry
// or trip count is refused, or says the same as before.
//
// LOCKSTEP_SOAK=N makes N mutants of each kind instead.
#include "certified.h"

#include "cost/certificate/splits.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <random>

namespace lockstep::cost::certificate::test_certificates {
namespace {

TEST(Certificates, RightBoundsAreProved) {
  for (const std::string &body : bodies()) {
    const auto c = certified(body);
    ASSERT_TRUE(std::holds_alternative<Certificate>(c)) << std::get<std::string>(c);
    EXPECT_EQ(problem(std::get<Certificate>(c)), "") << body;
  }
}

TEST(Certificates, ReadAgainTheyAreTheSame) {
  for (const std::string &body : bodies()) {
    const std::string text = certificate_text(made((body)));
    const CertificateRead read = read_certificate(text);
    ASSERT_TRUE(read.certificate) << read.problem;
    EXPECT_EQ(certificate_text(*read.certificate), text);
    EXPECT_FALSE(read_certificate(text.substr(0, text.size() / 2)).certificate);
  }
  EXPECT_FALSE(read_certificate("{}").certificate);
}

// A name says what is counted; of other metrics their weights do, which are not negative.
TEST(Certificates, MetricsAreWhatTheyAreCalled) {
  auto c = made(scattered());
  ASSERT_EQ(c.metrics.size(), 1U);
  c.metrics["sectors"] = energy;
  c.metrics["sectors"].work = {};
  EXPECT_NE(check(c).refused.find("'sectors' is no metric, or has weights of its own"), std::string::npos);
  c = made(scattered());
  c.metrics.clear();
  EXPECT_NE(check(c).refused.find("'energy' is no metric"), std::string::npos);
  for (const std::int64_t weight : {std::int64_t(-1), std::int64_t(1) << 40}) {
    c = made(scattered());
    c.metrics.at("energy").work.of[cfg::Atom::Word] = weight;
    EXPECT_NE(check(c).refused.find("weights that are not from 0 to"), std::string::npos);
  }
  c = made(scattered());
  c.metrics.at("energy").denominator = 0;
  EXPECT_NE(check(c).refused.find("weights that are not from 0 to"), std::string::npos);
}

// Each weight counts: with one more, what is claimed is too little or too much.
TEST(Certificates, EachWeightCounts) {
  const auto body = [](cfg::Atom a) {
    return a == cfg::Atom::Same || a == cfg::Atom::Wavefront ? scattered() : guarded();
  };
  for (const auto &[atom, weight] : energy.work.of) {
    auto c = made(body(atom));
    ++c.metrics.at("energy").work.of.at(atom);
    EXPECT_FALSE(problem(c).empty()) << cfg::name(atom);
  }
  auto c = made(guarded());
  --c.metrics.at("energy").work.operations.at(cfg::Op::Mul);
  EXPECT_FALSE(problem(c).empty());
}

// A count that speaks of its own counter would make premises that contradict each other, and prove anything.
TEST(Certificates, ACountSpeaksOfNoCounterThatDoesNotRun) {
  auto c = made((looped("1")));
  CertifiedLoop &loop = c.walks.at(0).loops.at(0);
  loop.count = symbol(loop.counter) - 5;
  EXPECT_NE(check(c).refused.find("its count: it speaks of"), std::string::npos) << check(c).refused;
}

// What nobody knows may differ from round to round, and is no part of a claim.
TEST(Certificates, AClaimSpeaksOfWhatIsKnownOnly) {
  for (const char *name : {"?1", "other"}) {
    auto c = made((looped("1")));
    for (CertifiedEvent &e : c.walks.at(0).events)
      for (auto &[metric, cost] : e.costs)
        for (Expr &sum : cost.first.sums)
          sum += symbol(name);
    EXPECT_NE(check(c).refused.find(std::string("speaks of '") + name), std::string::npos) << check(c).refused;
  }
  for (const char *name : {"?1", summed_so_far, "n"}) { // of a counter
    auto c = made((looped("1")));
    c.walks.at(0).loops.at(0).counter = name;
    EXPECT_NE(check(c).refused.find("cannot be the name"), std::string::npos) << check(c).refused;
  }
}

// Thresholds are tried at whole numbers, remainders taken of them.
TEST(Certificates, ClaimsThatAreNotWhole) {
  for (const Expr &claimed : {at_least_zero(mod(symbol("n"), Expr(ratio(5, 2))) - 1),
                              mod(symbol("n"), Expr(ratio(5, 2))), mod(symbol("n") + Expr(ratio(1, 2)), 4)}) {
    auto c = made((shifted()));
    bool changed = false;
    for (CertifiedEvent &e : c.walks.at(0).events)
      if (const auto cost = e.costs.find("sectors"); cost != e.costs.end()) {
        cost->second.first.cost = claimed;
        changed = true;
      }
    ASSERT_TRUE(changed);
    const std::string refused = check(c).refused;
    EXPECT_TRUE(refused.find("not whole") != std::string::npos || refused.find("no case of") != std::string::npos)
        << claimed.str() << ": " << refused;
  }
}

// Of what is wider than a device moves at once nobody counts the requests.
TEST(Certificates, AnAccessThatIsSeveralRequests) {
  auto c = made(guarded());
  const std::string from = ":= 1:i32", to = ":= 1:i32, 1:i32 align 4";
  c.text.replace(c.text.find(from), from.size(), to);
  EXPECT_EQ(check(c).refused, "an access of its kernel's is several requests");
}

// What a claim says of a metric at most, everywhere.
void claim_at_most(Certificate &c, const std::string &metric, const Expr &cost) {
  for (CertifiedWalk &w : c.walks)
    for (CertifiedEvent &e : w.events)
      if (const auto found = e.costs.find(metric); found != e.costs.end())
        found->second = {{0, {}}, SummedCost{cost, {}}};
}

// A sum that may wrap around is not above what it is the sum of.
TEST(Certificates, AnIndexThatMayWrapAround) {
  auto c = made(("block entry:\n  br slt(add(local_id(0, i32), n), n), then, done;\nblock then:\n" +
                 std::string(store) + "  goto done;\nblock done:\n  return;\n"));
  EXPECT_EQ(problem(c), "");
  claim_at_most(c, "divwarps", 0);
  EXPECT_NE(problem(c).find("at most 0 is claimed"), std::string::npos) << problem(c);
}

// A stride whose products wrap around may lead many lanes to one place.
TEST(Certificates, AStrideThatMayWrapAround) {
  auto c = made(("block entry:\n  a[sext(mul.nsw(local_id(0, i32), n), i64)] := 1:i32;\n  return;\n"));
  EXPECT_EQ(problem(c), "");
  c.text.replace(c.text.find("mul.nsw"), 7, "mul");
  EXPECT_NE(problem(c).find("is claimed where"), std::string::npos) << problem(c);
}

// A variable that differs from lane to lane after a round was not the same for all.
TEST(Certificates, AVariableThatIsTheSameOnEntryOnly) {
  auto c =
      made(("block entry:\n  i := 0:i32;\n  x := 0:i32;\n  goto head;\nblock head:\n  br slt(i, n), body, done;\n"
            "block body:\n  br slt(x, 5:i32), then, next;\nblock then:\n" +
            std::string(store) +
            "  goto next;\nblock next:\n  x := xor(x, local_id(0, i32));\n  i := add.nsw(i, 1:i32);\n  goto head;\n"
            "block done:\n  return;\n"));
  EXPECT_EQ(problem(c), "");
  claim_at_most(c, "divwarps", 0);
  EXPECT_NE(problem(c).find("at most 0 is claimed"), std::string::npos) << problem(c);
}

// Steps are what a pass makes them.
TEST(Certificates, AStepThatIsNone) {
  auto c = made((looped("3")));
  c.text.replace(c.text.find("3:i32"), 1, "1");
  EXPECT_NE(problem(c), "");
}

// An exit that is not passed in each round says nothing of the rounds.
TEST(Certificates, AnExitThatIsPassedBy) {
  auto c = made(
      ("block entry:\n  i := 0:i32;\n  x := 0:i32;\n  goto head;\nblock head:\n  br eq(x, 0:i32), gate, body;\n"
       "block gate:\n  br slt(i, n), body, done;\nblock body:\n" +
       std::string(store) + "  x := xor(x, n);\n  i := add.nsw(i, 1:i32);\n  goto head;\nblock done:\n  return;\n"));
  ASSERT_EQ(c.walks.at(0).loops.size(), 1U);
  ASSERT_FALSE(c.walks.at(0).loops[0].count);
  EXPECT_EQ(problem(c), "");
  for (CertifiedWalk &w : c.walks) {
    w.loops[0].count = maximum(symbol("n"), 0);
    w.events.clear();
  }
  c.totals = {{"barriers", {0, Expr(0)}}}; // of the rounds alone
  EXPECT_NE(problem(c).find("its tests at the end"), std::string::npos) << problem(c);
}

// A ranking falls in each round.
TEST(Certificates, ARankingThatStays) {
  auto c = made(("block entry:\n  i := 1:i32;\n  goto head;\nblock head:\n  br slt(i, n), body, done;\nblock body:\n" +
                 std::string(store) + "  i := mul.nsw(i, 2:i32);\n  goto head;\nblock done:\n  return;\n"));
  EXPECT_EQ(problem(c), "");
  const Expr n = symbol("n"), five(5);
  for (CertifiedWalk &w : c.walks) {
    ASSERT_TRUE(w.loops.at(0).ranking);
    w.loops[0].ranking = at_least_zero(n - symbol("head.i") - 1) * five;
    w.loops[0].count = at_least_zero(n - 2) * five;
    w.events.clear();
  }
  c.totals = {{"barriers", {0, Expr(0)}}}; // of the rounds alone
  EXPECT_NE(problem(c).find("its ranking in a round"), std::string::npos) << problem(c);
}

// A counter that is used up may have no value, of which anything would hold.
TEST(Certificates, ASumThatSpeaksOfWhatIsUsedUp) {
  auto c = made((looped("1")));
  const Expr k = symbol(c.walks.at(0).loops.at(0).counter);
  for (CertifiedEvent &e : c.walks.at(0).events)
    for (auto &[metric, cost] : e.costs)
      if (cost.first.sums.size() > 2) // 0, whatever k is
        cost.first.sums.back() += at_least_zero(k) + at_least_zero(-k - 1) - 1;
  EXPECT_NE(check(c).refused.find("a sum over a counter mentions it"), std::string::npos) << check(c).refused;
}

// What an open sum counts with is nobody else's name.
TEST(Certificates, AnOpenSumThatBindsAName) {
  auto c = made((looped("1")));
  for (CertifiedEvent &e : c.walks.at(0).events)
    for (auto &[metric, cost] : e.costs)
      cost.first.sums.back() += open_sum("n", symbol(summed_so_far), at_least_zero(symbol("n") - 4));
  EXPECT_NE(check(c).refused.find("binds a name"), std::string::npos) << check(c).refused;
}

// A name that reads like an expression would be taken for it.
TEST(Certificates, AParameterWithTheNameOfAnExpression) {
  auto c = made((shifted()));
  const std::string name = "\"n\"";
  c.text.replace(c.text.find(name), name.size(), "\"mod(n, 8)\"");
  EXPECT_NE(check(c).refused.find("cannot be the name"), std::string::npos) << check(c).refused;
}

// 7/2 is no lane's number, nor do numbers of warps wrap around.
TEST(Certificates, LanesThatAreNone) {
  auto half = made((shifted()));
  Expr &id = half.walks.at(0).ids[0].at(7);
  id = Expr(Rational(id.constant_part() == 7 ? ratio(7, 2) : ratio(39, 2))) + id - Expr(id.constant_part());
  EXPECT_NE(check(half).refused.find("a lane is no thread"), std::string::npos) << check(half).refused;
  auto many = made((guarded()));
  many.walks.at(0).numbers = {{"x", 2}, {"y", (1ULL << 63) + 1}};
  EXPECT_NE(check(many).refused.find("more than a group's warps"), std::string::npos) << check(many).refused;
}

// The kernel's text says which launches it is for; a claim of nothing is none; alignments are numbers of bytes.
TEST(Certificates, WhatIsNoClaim) {
  auto c = made((shifted()));
  auto nothing = c, aligned = c, wide = c;
  nothing.totals.clear();
  EXPECT_NE(check(nothing).refused, "");
  aligned.aligned["a"] = 0;
  EXPECT_NE(check(aligned).refused, "");
  wide.local_size = {1 << 16, 1 << 16, 1};
  EXPECT_NE(check(wide).refused, "");
}

// Each remainder is asked about.
TEST(Certificates, AQuestionIsTakenApartInWholeCases) {
  const Expr n = symbol(summed_so_far, Integer(0));
  const Question q{floor_div(n + 1, 4) - floor_div(n, 4), {}};
  EXPECT_FALSE(taken_apart(q, summed_so_far).empty());
  EXPECT_TRUE(taken_apart({floor_div(n + 4, 4) - floor_div(n, 4) - 1, {}}, summed_so_far).empty());
}

// Texts that somebody has damaged are no certificates, or are checked like others; nothing ends the program.
TEST(Certificates, DamagedTexts) {
  std::mt19937 random(11);
  for (const std::string &body : bodies()) {
    const std::string text = certificate_text(made((body)));
    for (int i = 0; i < 60; ++i) {
      std::string damaged = text;
      if (i % 3 == 0)
        damaged.resize(random() % text.size());
      else
        damaged[random() % text.size()] =
            static_cast<char>(i % 3 == 1 ? random() % 256 : "0123456789-,:\"[]{}"[random() % 18]);
      const CertificateRead read = read_certificate(damaged);
      EXPECT_EQ(read.certificate.has_value(), read.problem.empty());
      EXPECT_EQ(read.problem.find('\n'), std::string::npos) << read.problem;
      if (read.certificate) {
        EXPECT_EQ(check(*read.certificate).refused.find('\n'), std::string::npos);
      }
    }
  }
  const std::string deep(100'000, '['), numbers =
                                            R"({"form":"lockstep cost certificate 3","file":"f","kernel":"k",)"
                                            R"("text":"","target":"nvidia","aligned":{},"local_size":[1e300,-1,true]})";
  for (const std::string &text : {deep, numbers, std::string(R"({"form":7})"), std::string("null"), std::string("[]"),
                                  std::string("\xff\xfe"), std::string()})
    EXPECT_FALSE(read_certificate(text).certificate);
}

// Two counters are one only where nothing depends on them in another way.
TEST(Certificates, CountersThatAreNotOne) {
  const Expr x = symbol("x"), y = symbol("y");
  EXPECT_TRUE(joined_cost(at_least_zero(symbol("n") - x - 2 * y), "x", 2, "y"));
  EXPECT_FALSE(joined_cost(at_least_zero(symbol("n") - x - 3 * y), "x", 2, "y"));
}

// A name is no script, nor is a title.
TEST(Certificates, NamesOfSymbolsAreWords) {
  EXPECT_FALSE(obligation("t", {}, Goal::Zero, symbol("n| Int)(assert false)(declare-const |m")));
  const auto script = obligation("t\n(assert false)", {}, Goal::Zero, symbol("n"));
  ASSERT_TRUE(script);
  EXPECT_FALSE(proved_by_z3(*script));
}

// What sums count with is no parameter's name.
TEST(Certificates, AParameterWithTheNameOfTheSummed) {
  auto c = made((shifted()));
  const std::string name = "\"n\"";
  c.text.replace(c.text.find(name), name.size(), std::string("\"") + summed_so_far + "\"");
  EXPECT_NE(check(c).refused.find("cannot be the name"), std::string::npos) << check(c).refused;
}

// --- mutants --------------------------------------------------------------------------------------------------------
using Json = nlohmann::ordered_json;
enum class Kind { Coefficient, TableEntry, TripCount };

void each_formula(Json &c, const std::function<void(Json &)> &visit) {
  for (Json &w : c["walks"])
    for (Json &e : w["events"])
      for (auto &[metric, bounds] : e["costs"].items())
        for (const char *side : {"lower", "upper"})
          if (!bounds[side].is_null()) {
            visit(bounds[side]["cost"]);
            for (Json &s : bounds[side]["sums"])
              visit(s);
          }
  for (auto &[metric, bounds] : c["totals"].items())
    for (const char *side : {"lower", "upper"})
      if (!bounds[side].is_null())
        visit(bounds[side]);
}

// Where the numbers of a text begin and end: entries of tables, or others. Not those in names, shapes and repetitions.
std::vector<std::pair<std::size_t, std::size_t>> numbers(const std::string &text, bool of_tables) {
  std::vector<std::pair<std::size_t, std::size_t>> out;
  for (std::size_t i = 0; i < text.size();) {
    if (std::isdigit(static_cast<unsigned char>(text[i])) == 0) {
      ++i;
      continue;
    }
    std::size_t past = i;
    while (past < text.size() && std::isdigit(static_cast<unsigned char>(text[past])) != 0)
      ++past;
    const char before = i > 0 ? text[i - 1] : ' ';
    const std::size_t open = text.rfind("table(", i), colon = open == std::string::npos ? open : text.find(':', open),
                      end = open == std::string::npos ? open : text.find(';', open);
    const bool entry = open != std::string::npos && i > colon && i < end,
               shape = open != std::string::npos && i < colon;
    const bool name = std::isalpha(static_cast<unsigned char>(before)) != 0 || before == '_' || before == '.';
    if (!name && !shape && entry == of_tables)
      out.emplace_back(i, past);
    i = past;
  }
  return out;
}

// One number of a formula of that kind, changed by one or two; empty: there is none.
std::string mutant(const std::string &text, Kind kind, std::mt19937 &random) {
  Json c = Json::parse(text);
  std::vector<Json *> formulas;
  if (kind == Kind::TripCount) {
    for (Json &w : c["walks"])
      for (Json &l : w["loops"])
        formulas.push_back(&l["count"]);
  } else {
    each_formula(c, [&](Json &f) { formulas.push_back(&f); });
  }
  std::vector<std::pair<Json *, std::pair<std::size_t, std::size_t>>> places;
  for (Json *f : formulas)
    for (const auto &n : numbers(f->get<std::string>(), kind == Kind::TableEntry))
      places.emplace_back(f, n);
  if (places.empty())
    return {};
  const auto [formula, at] = places[random() % places.size()];
  std::string changed = formula->get<std::string>();
  const long old = std::stol(changed.substr(at.first, at.second - at.first)), by = 1 + static_cast<long>(random() % 2);
  changed.replace(at.first, at.second - at.first, std::to_string(random() % 2 == 0 && old >= by ? old - by : old + by));
  *formula = changed;
  return c.dump(1) + "\n";
}

// Does it claim what the other does? By values of the totals, for 400 parameters and launches.
bool same_claim(const Certificate &a, const Certificate &b) {
  std::mt19937 random(1);
  const auto equal = [&](const Expr &x, const Expr &y) {
    for (int i = 0; i < 400; ++i) {
      const long n = static_cast<long>(random() % 600) - 40, groups = 1 + static_cast<long>(random() % 9);
      const std::map<std::string, Integer> at{{"n", n}, {"groups.x", groups}};
      const Value one = evaluate(x, at), other = evaluate(y, at);
      if (!one.number || !other.number || *one.number != *other.number)
        return false;
    }
    return true;
  };
  for (const auto &[metric, bounds] : a.totals) {
    const auto &other = b.totals.at(metric);
    if (!equal(bounds.first, other.first) || bounds.second.has_value() != other.second.has_value() ||
        (bounds.second && !equal(*bounds.second, *other.second)))
      return false;
  }
  return true;
}

// Lanes that come to a block one by one are not those that the checker counts together.
TEST(Certificates, PartsOfAWarp) {
  const auto c = certified("block entry:\n  br slt(local_id(0, i32), 5:i32), some, second;\nblock second:\n  br "
                           "slt(20:i32, local_id(0, i32)), some, done;\nblock some:\n  a[0:i64] := 1:i32;\n  goto "
                           "done;\nblock done:\n  return;\n");
  const auto *claimed = std::get_if<Certificate>(&c);
  ASSERT_NE(claimed, nullptr);
  EXPECT_NE(check(*claimed).refused.find("in parts"), std::string::npos) << check(*claimed).refused;
}

TEST(Certificates, MutantsAreRefused) {
  const char *soak = std::getenv("LOCKSTEP_SOAK");
  const int wanted = soak != nullptr ? std::atoi(soak) : 40;
  std::vector<Certificate> right;
  for (const std::string &body : bodies())
    right.push_back(made((body)));
  for (const Kind kind : {Kind::Coefficient, Kind::TableEntry, Kind::TripCount}) {
    std::mt19937 random(7);
    int made = 0, malformed = 0, refused = 0, alike = 0;
    for (int i = 0; made < wanted && i < 20 * wanted; ++i) {
      const Certificate &c = right[static_cast<std::size_t>(i) % right.size()];
      const std::string text = mutant(certificate_text(c), kind, random);
      if (text.empty())
        continue;
      ++made;
      const CertificateRead read = read_certificate(text);
      if (!read.certificate) {
        ++malformed;
        continue;
      }
      if (!problem(*read.certificate).empty()) {
        ++refused;
        continue;
      }
      ++alike;
      EXPECT_TRUE(same_claim(c, *read.certificate)) << text;
    }
    EXPECT_EQ(made, wanted);
    EXPECT_GT(refused, wanted * 9 / 10);
    std::printf("mutants of kind %d: %d refused, %d no certificates, %d that claim the same\n", static_cast<int>(kind),
                refused, malformed, alike);
  }
}

} // namespace
} // namespace lockstep::cost::certificate::test_certificates
