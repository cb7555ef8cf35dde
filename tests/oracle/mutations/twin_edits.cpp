// Learning edits from twins: see twin_edits.h. Their use is in twin_changes.cpp.
#include "tests/oracle/mutations/twin_edits.h"

#include "tests/oracle/mutations/twin_words.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>

namespace lockstep::oracle {

namespace {

namespace fs = std::filesystem;
using Span = std::pair<std::size_t, std::size_t>; // [from, to)
struct Hunk {
  Span deleted, inserted;
};

bool same(const Word &a, const Word &b) { return a.text == b.text; }

// Where two texts differ; one word in between that both have does not part two differences.
std::vector<Hunk> differences(const std::vector<Word> &a, const std::vector<Word> &b) {
  std::size_t front = 0, back = 0;
  while (front < std::min(a.size(), b.size()) && same(a[front], b[front]))
    ++front;
  while (back < std::min(a.size(), b.size()) - front && same(a[a.size() - 1 - back], b[b.size() - 1 - back]))
    ++back;
  const std::size_t n = a.size() - front - back, m = b.size() - front - back;
  constexpr std::size_t most = 1'000'000;
  if (n * m > most)
    return {};
  std::vector<std::uint16_t> common((n + 1) * (m + 1)); // of the rests from i and k on
  const auto at = [&](std::size_t i, std::size_t k) -> std::uint16_t & { return common[i * (m + 1) + k]; };
  for (std::size_t i = n; i-- > 0;)
    for (std::size_t k = m; k-- > 0;)
      at(i, k) = same(a[front + i], b[front + k]) ? static_cast<std::uint16_t>(at(i + 1, k + 1) + 1)
                                                  : std::max(at(i + 1, k), at(i, k + 1));
  std::vector<Hunk> out;
  for (std::size_t i = 0, k = 0; i < n || k < m;) {
    if (i < n && k < m && same(a[front + i], b[front + k])) {
      ++i, ++k;
      continue;
    }
    const bool goes = k == m || (i < n && at(i + 1, k) >= at(i, k + 1));
    const Hunk h{{front + i, front + i + (goes ? 1 : 0)}, {front + k, front + k + (goes ? 0 : 1)}};
    (goes ? i : k) += 1;
    if (!out.empty() && h.deleted.first <= out.back().deleted.second + 1 &&
        h.inserted.first <= out.back().inserted.second + 1) {
      out.back().deleted.second = h.deleted.second;
      out.back().inserted.second = h.inserted.second;
    } else {
      out.push_back(h);
    }
  }
  return out;
}

// Words to pieces: variables are numbered as they come.
class Abstraction {
public:
  explicit Abstraction(const std::set<std::string> &declared) : declared_(declared) {}

  Piece old(const Word &w) {
    Piece p = plain(w);
    if (declared_.count(w.text) != 0 || w.kind == TokenKind::Number) {
      p.kind = w.kind == TokenKind::Number ? Piece::Kind::Number : Piece::Kind::Name;
      p.which = number_of(w.text);
    }
    return p;
  }
  Piece fresh(const Word &w) {
    if (w.kind != TokenKind::Number || numbers_.count(w.text) != 0)
      return w.kind == TokenKind::Number || declared_.count(w.text) != 0 ? old(w) : plain(w);
    Piece p = plain(w);
    for (const auto &[known, which] : numbers_)
      if (const std::string how = relation(known, w.text); !how.empty()) {
        p.kind = Piece::Kind::Related;
        p.word = how;
        p.which = which;
      }
    return p;
  }

private:
  static Piece plain(const Word &w) { return {Piece::Kind::Word, w.text, 0, w.use, w.glued}; }
  unsigned number_of(const std::string &text) {
    return numbers_.emplace(text, static_cast<unsigned>(numbers_.size())).first->second;
  }
  static std::string relation(const std::string &from, const std::string &to) {
    const auto x = whole(from), y = whole(to);
    if (!x || !y || *x == 0)
      return "";
    return *y == *x + 1 ? "+1" : *y + 1 == *x ? "-1" : *y == 2 * *x ? "*2" : *y == *x / 2 ? "/2" : "";
  }

  const std::set<std::string> &declared_;
  std::map<std::string, unsigned> numbers_; // names, too
};

std::string key(const TwinEdit &e) {
  std::string out = fmt::format("{}{}{}", e.text == TextKind::Ir, e.option, static_cast<int>(e.language));
  for (const auto *pieces : {&e.before, &e.deleted, &e.after, &e.inserted}) {
    out += " |";
    for (const Piece &p : *pieces)
      out += p.kind == Piece::Kind::Word      ? " " + p.word
             : p.kind == Piece::Kind::Related ? fmt::format(" ${}{}", p.which, p.word)
                                              : fmt::format(" {}{}", p.kind == Piece::Kind::Name ? '@' : '$', p.which);
  }
  return out;
}

// Does what comes name something new that is declared elsewhere? A kernel's new name is no edit.
bool needs_more(const Words &a, const Words &b, const Span &come) {
  std::set<std::string> own;
  for (std::size_t i = come.first + 1; i < come.second; ++i)
    if (b.words[i].declared)
      own.insert(b.words[i].text);
  for (std::size_t i = come.first; i < come.second; ++i)
    if (const std::string &w = b.words[i].text; b.declared.count(w) != 0 && a.declared.count(w) + own.count(w) == 0)
      return true;
  return false;
}

// As many brackets are opened and closed as before: else it is only a part of a change.
bool is_balanced(const Words &a, const Words &b, const Hunk &h) {
  const auto open = [](const Words &of, const Span &s, char opens, char closes) {
    std::ptrdiff_t n = 0;
    for (std::size_t i = s.first; i < s.second; ++i)
      n += of.words[i].text[0] == opens ? 1 : of.words[i].text[0] == closes ? -1 : 0;
    return n;
  };
  for (const auto &[opens, closes] : {std::pair('(', ')'), std::pair('[', ']'), std::pair('{', '}')})
    if (open(a, h.deleted, opens, closes) != open(b, h.inserted, opens, closes))
      return false;
  return true;
}

TwinEdit::For language_of(const TwinEdit &e, bool opencl) {
  static const std::set<std::string> both = {"if",   "for",  "while", "do",    "else",     "return", "int",
                                             "long", "char", "short", "float", "unsigned", "const",  "volatile"};
  const bool own = std::any_of(e.inserted.begin(), e.inserted.end(), [&](const Piece &p) {
    return p.kind == Piece::Kind::Word &&
           (in_name(p.word[0]) && std::isdigit(static_cast<unsigned char>(p.word[0])) == 0) && both.count(p.word) == 0;
  });
  return !own ? TwinEdit::For::Any : opencl ? TwinEdit::For::OpenCl : TwinEdit::For::Cuda;
}

std::string first_word(const std::string &name) { return name.substr(0, name.find('_')); }

std::string read(const fs::path &path) {
  std::ifstream in(path);
  return std::string(std::istreambuf_iterator<char>(in), {});
}

} // namespace

TwinEdits TwinEdits::learn(const fs::path &folder) {
  std::map<std::string, fs::path> right; // folder, suffix and stem
  std::vector<fs::path> wrong;
  const auto name = [](const fs::path &p, const std::string &stem) {
    return p.parent_path().string() + "/" + p.extension().string() + "/" + stem;
  };
  std::error_code none;
  for (const fs::directory_entry &e : fs::recursive_directory_iterator(folder, none)) {
    const std::string stem = e.path().stem().string();
    if (!e.is_regular_file(none))
      continue;
    if (stem.find("_bad") != std::string::npos)
      wrong.push_back(e.path());
    else
      right.emplace(name(e.path(), stem), e.path());
  }
  std::sort(wrong.begin(), wrong.end());
  TwinEdits out;
  for (const fs::path &w : wrong) {
    auto at = right.end();
    std::string stem = w.stem().string();
    while (at == right.end() && stem.find('_') != std::string::npos) {
      stem.resize(stem.rfind('_'));
      at = right.find(name(w, stem));
    }
    if (at != right.end())
      out.add(stem, read(at->second), read(w),
              w.extension() == ".ll" || w.extension() == ".kir" ? TextKind::Ir : TextKind::C);
  }
  return out;
}

void TwinEdits::add(const std::string &name, const std::string &right, const std::string &wrong, TextKind kind) {
  constexpr std::size_t longest = 40;
  const std::string begins = first_word(name);
  const Words a(right, kind), b(wrong, kind);
  for (const Hunk &h : differences(a.words, b.words)) {
    if (h.deleted.second - h.deleted.first > longest || h.inserted.second - h.inserted.first > longest ||
        needs_more(a, b, h.inserted) || !is_balanced(a, b, h))
      continue;
    TwinEdit e;
    e.text = kind;
    Abstraction abstract(a.declared);
    for (std::size_t i = h.deleted.first; i < h.deleted.second; ++i)
      e.deleted.push_back(abstract.old(a.words[i]));
    if (h.deleted.first > 0)
      e.before.push_back(abstract.old(a.words[h.deleted.first - 1]));
    if (h.deleted.second < a.words.size())
      e.after.push_back(abstract.old(a.words[h.deleted.second]));
    for (std::size_t i = h.inserted.first; i < h.inserted.second; ++i)
      e.inserted.push_back(abstract.fresh(b.words[i]));
    e.language = kind == TextKind::Ir ? TwinEdit::For::Any : language_of(e, b.opencl);
    add(std::move(e), begins);
  }
  if (a.options.size() == b.options.size())
    for (const Hunk &h : differences(a.options, b.options))
      if (h.deleted.second - h.deleted.first == 1 && h.inserted.second - h.inserted.first == 1) {
        const std::set<std::string> nothing;
        Abstraction abstract(nothing);
        TwinEdit e;
        e.text = kind;
        e.option = true;
        e.deleted.push_back(abstract.old(a.options[h.deleted.first]));
        e.inserted.push_back(abstract.fresh(b.options[h.inserted.first]));
        add(std::move(e), begins);
      }
}

void TwinEdits::add(TwinEdit edit, const std::string &begins) {
  std::string k = key(edit);
  edits_.emplace(std::move(k), std::move(edit)).first->second.seen[begins] += 1;
}

TwinEdits::Choice TwinEdits::without(const std::string &name) const {
  Choice out;
  double sum = 0;
  for (const auto &[k, e] : edits_) {
    unsigned seen = 0;
    for (const auto &[begins, n] : e.seen)
      seen += begins == first_word(name) ? 0 : n;
    if (seen == 0)
      continue;
    sum += std::log2(1.0 + seen);
    out.edits_.push_back(&e);
    out.sums_.push_back(sum);
  }
  return out;
}

} // namespace lockstep::oracle
