// The shared tokenizer.
#include "support/text_reader.h"

#include <gtest/gtest.h>

namespace lockstep::support::test_text_reader {
namespace {

const TextSyntax kir{{":="}, "$.#'"};
const TextSyntax bpl{{":=", "==>", "<==>", "::", "==", "<=", ">=", "{:"}, "$.#'`~^?"};

// "kind:text" of every token, separated by blanks.
std::string tokens(const std::string &text, const TextSyntax &syntax, Diagnostics &diags) {
  TextReader in(text, "f", syntax, diags);
  std::string out;
  for (; !in.at_end(); in.take())
    out += std::string(out.empty() ? "" : " ") + "?widsp"[static_cast<int>(in.peek().kind)] + ":" + in.peek().text;
  return out;
}
std::string tokens(const std::string &text, const TextSyntax &syntax = kir) {
  Diagnostics diags;
  std::string out = tokens(text, syntax, diags);
  EXPECT_FALSE(diags.failed()) << format(diags.all()[0]);
  return out;
}
std::string first_error(const std::string &text) {
  Diagnostics diags;
  tokens(text, kir, diags);
  return diags.all().empty() ? "" : format(diags.all()[0]);
}

TEST(TextReader, WordsAndPunctuation) {
  EXPECT_EQ(tokens("I1' := sub.nsw(a$1, #x)"), "w:I1' p::= w:sub.nsw p:( w:a$1 p:, w:#x p:)");
  EXPECT_EQ(tokens("a:=b: c"), "w:a p::= w:b p:: w:c");
}

TEST(TextReader, LongestPunctuationWins) {
  EXPECT_EQ(tokens("a<==>b ==> c :: x<=y {:id}", bpl), "w:a p:<==> w:b p:==> w:c p::: w:x p:<= w:y p:{: w:id p:}");
  EXPECT_EQ(tokens("<== >", bpl), "p:<= p:= p:>");
}

TEST(TextReader, Numbers) {
  EXPECT_EQ(tokens("0 12 0x1F 1.5 2.0e-3 1.x 7e2"), "i:0 i:12 i:0x1F d:1.5 d:2.0e-3 i:1 p:. w:x i:7 w:e2");
  EXPECT_EQ(tokens("18446744073709551616bv65", bpl), "i:18446744073709551616 w:bv65");
  Diagnostics diags;
  TextReader in("5bv32 5 bv32 18446744073709551615 18446744073709551616 0xffffffffffffffff", "f", bpl, diags);
  EXPECT_TRUE(in.peek(1).glued);
  EXPECT_FALSE(in.peek(3).glued);
  EXPECT_EQ(integer_value(in.peek(4)), ~std::uint64_t(0));
  EXPECT_EQ(integer_value(in.peek(5)), std::nullopt);
  EXPECT_EQ(integer_value(in.peek(6)), ~std::uint64_t(0));
}

TEST(TextReader, CommentsAndPlaces) {
  Diagnostics diags;
  TextReader in("a // b c\n\t d/e //", "dir/f.kir", kir, diags);
  EXPECT_EQ(in.here().str(), "dir/f.kir:1:1");
  in.take();
  EXPECT_EQ(in.here().str(), "dir/f.kir:2:3");
  EXPECT_EQ(in.peek(1).text, "/");
  EXPECT_EQ(in.peek(2).text, "e");
  EXPECT_EQ(in.peek(3).kind, TokenKind::End);
  EXPECT_EQ(in.peek(99).kind, TokenKind::End);
}

TEST(TextReader, LongComments) {
  EXPECT_EQ(tokens("a/* b\n // */c /**/ d /*/ e */ f / * g"), "w:a w:c w:d w:f p:/ p:* w:g");
  Diagnostics diags;
  TextReader in("/* one\n two */ x", "f", kir, diags);
  EXPECT_EQ(in.here().str(), "f:2:9");
  EXPECT_EQ(first_error("a /* b"), "f:1:7: error: a comment is not closed before the end of the text");
  EXPECT_EQ(first_error("/*/"), "f:1:4: error: a comment is not closed before the end of the text");
}

TEST(TextReader, StringsRoundTrip) {
  std::string odd = "a\"b\\c\n\t\r\x01\x7f`\xc3\xa9 end";
  Diagnostics diags;
  TextReader in(quote(odd) + quote(odd, '`'), "f", kir, diags);
  EXPECT_EQ(in.peek().kind, TokenKind::String);
  EXPECT_EQ(in.take().text, odd);
  EXPECT_EQ(in.peek().kind, TokenKind::Word);
  EXPECT_TRUE(in.peek().quoted);
  EXPECT_EQ(in.take().text, odd);
  EXPECT_TRUE(in.at_end());
  EXPECT_FALSE(diags.failed());
}

TEST(TextReader, QuotedWordsAreNoKeywords) {
  Diagnostics diags;
  TextReader in("`goto` goto", "f", kir, diags);
  EXPECT_FALSE(in.at("goto"));
  EXPECT_EQ(in.word("a name"), "goto");
  EXPECT_TRUE(in.accept("goto"));
}

TEST(TextReader, BoogieNamesMayHoldBackQuotes) { EXPECT_EQ(tokens("a`b ~x ^", bpl), "w:a`b w:~x w:^"); }

TEST(TextReader, LexicalErrorsHavePlaces) {
  EXPECT_EQ(first_error("a \"open\nb"), "f:1:3: error: this string is not closed on its line");
  EXPECT_EQ(first_error("`open"), "f:1:1: error: this quoted name is not closed on its line");
  EXPECT_EQ(first_error("x\n  ``"), "f:2:3: error: a quoted name is not empty");
  EXPECT_EQ(first_error("\"\\q\""), "f:1:1: error: unknown escape in a string; known are \\\" \\\\ \\n \\t \\r \\xNN");
  EXPECT_EQ(first_error("\"\\x4\""), "f:1:1: error: unknown escape in a string; known are \\\" \\\\ \\n \\t \\r \\xNN");
  EXPECT_EQ(first_error("\"\\"), "f:1:1: error: this string is not closed on its line");
  EXPECT_EQ(first_error("a \xe2\x82\xac"),
            "f:1:3: error: stray byte \\xe2; outside strings and comments the text is plain ASCII");
}

TEST(TextReader, ExpectationsNameWhatStandsThere) {
  Diagnostics diags;
  TextReader in("x \"s\"", "f", kir, diags);
  EXPECT_FALSE(in.expect(";"));
  EXPECT_EQ(in.integer("a number"), std::nullopt);
  in.take();
  EXPECT_EQ(in.word("a name"), std::nullopt);
  EXPECT_EQ(in.string("a text"), "s");
  EXPECT_FALSE(in.expect("}"));
  ASSERT_EQ(diags.all().size(), 4u);
  EXPECT_EQ(format(diags.all()[0]), "f:1:1: error: expected ';' before 'x'");
  EXPECT_EQ(format(diags.all()[1]), "f:1:1: error: expected a number before 'x'");
  EXPECT_EQ(format(diags.all()[2]), "f:1:3: error: expected a name before \"s\"");
  EXPECT_EQ(format(diags.all()[3]), "f:1:6: error: expected '}' before the end of the text");
  EXPECT_TRUE(in.failed());
}

TEST(TextReader, StopsReportingAfterEnough) {
  Diagnostics diags;
  TextReader in(std::string(100, '\x01'), "f", kir, diags);
  EXPECT_EQ(diags.all().size(), 20u);
  EXPECT_TRUE(in.give_up());
}

TEST(TextReader, IntegersBeyond64BitsAreRefused) {
  Diagnostics diags;
  TextReader in("99999999999999999999", "f", kir, diags);
  EXPECT_EQ(in.integer("a number"), std::nullopt);
  EXPECT_EQ(format(diags.all().at(0)), "f:1:1: error: the integer 99999999999999999999 needs more than 64 bits");
}

} // namespace
} // namespace lockstep::support::test_text_reader
