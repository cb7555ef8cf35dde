// Random damage to the .kir files: the parser always ends and says why it refuses; what it accepts prints and reads
// back; what `check` accepts can be normalised or is refused as unsupported. Seeded: the same on every machine.
#include "cfg/passes/normalise.h"
#include "tests/unit/cfg/kir_test.h"
#include "tests/unit/cfg/random_graph.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace lockstep::cfg::test_kir_mutants {
namespace {

// Tokens with the white space before them, so that joined they give the text.
std::vector<std::string> pieces(const std::string &text) {
  std::vector<std::string> out;
  std::string piece;
  auto is_word_char = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; };
  for (std::size_t i = 0; i < text.size(); ++i) {
    piece += text[i];
    bool inside = i + 1 < text.size() && is_word_char(text[i]) && is_word_char(text[i + 1]);
    if (!inside && text[i] != ' ' && text[i] != '\n')
      out.push_back(std::exchange(piece, ""));
  }
  return out;
}

std::string join(const std::vector<std::string> &parts) {
  std::string out;
  for (const std::string &p : parts)
    out += p;
  return out;
}

std::string mutate(std::mt19937 &rng, std::vector<std::string> parts) {
  for (std::size_t n = 1 + below(rng, 2); n > 0 && parts.size() > 2; --n) {
    auto a = parts.begin() + static_cast<std::ptrdiff_t>(below(rng, parts.size()));
    auto b = parts.begin() + static_cast<std::ptrdiff_t>(below(rng, parts.size()));
    switch (below(rng, 4)) {
    case 0: parts.erase(a); break;
    case 1: *a = *b; break;
    case 2: std::swap(*a, *b); break;
    default: a->insert(below(rng, a->size() + 1), 1, static_cast<char>(below(rng, 256))); break;
    }
  }
  return join(parts);
}

struct Counts {
  int refused = 0, ill_formed = 0, well_formed = 0;
};

void try_text(const std::string &text, Counts &counts) {
  support::Diagnostics diags;
  auto ks = parse_kernels(text, "m.kir", diags);
  ASSERT_EQ(!ks, diags.failed()) << text;
  counts.refused += !ks;
  for (const Kernel &k : ks ? *ks : std::vector<Kernel>()) {
    std::string printed = print(k, {.origins = true});
    support::Diagnostics more;
    auto again = parse(printed, "again.kir", more);
    ASSERT_TRUE(again) << all_messages(more) << printed;
    ASSERT_EQ(print(*again, {.origins = true}), printed);
    bool ok = check(k, more);
    ASSERT_EQ(ok, more.all().empty());
    ++(ok ? counts.well_formed : counts.ill_formed);
    if (!ok)
      continue;
    auto n = normalise(k, {.desugar_branches = true, .final_barrier = true}, more);
    ASSERT_EQ(!n, more.has(support::Severity::Unsupported)) << printed;
    ASSERT_TRUE(!n || check(*n, more)) << all_messages(more) << print(*n);
  }
}

TEST(KirMutants, AreRefusedOrMeanSomething) {
  namespace fs = std::filesystem;
  std::vector<fs::path> files;
  for (const auto &entry : fs::directory_iterator(fs::path(LOCKSTEP_SOURCE_DIR) / "tests/roundtrip"))
    if (entry.path().extension() == ".kir")
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::mt19937 rng(6);
  Counts counts;
  for (const fs::path &p : files) {
    std::ifstream in(p);
    std::stringstream text;
    text << in.rdbuf();
    std::vector<std::string> parts = pieces(text.str());
    ASSERT_EQ(join(parts) + "\n", text.str());
    for (int round = 0; round < 300; ++round)
      try_text(mutate(rng, parts), counts);
  }
  EXPECT_GT(counts.refused, 300);
  EXPECT_GT(counts.ill_formed, 0);
  EXPECT_GT(counts.well_formed, 100);
}

} // namespace
} // namespace lockstep::cfg::test_kir_mutants
