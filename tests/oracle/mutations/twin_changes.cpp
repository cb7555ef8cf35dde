// Edits of twins, made in other texts: see twin_edits.h.
#include "tests/oracle/mutations/twin_edits.h"

#include "tests/oracle/mutations/twin_words.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::oracle {

namespace {

using Binding = std::map<unsigned, std::string>; // of variables

struct Place { // of words
  std::size_t from, to;
  Binding bound;
};

class Change {
public:
  Change(const std::string &text, const Words &words, Random &random) : text_(text), all_(words), random_(random) {}

  std::optional<Mutation> make(const TwinEdit &e) {
    const std::vector<Word> &words = e.option ? all_.options : all_.words;
    // Less is asked of the neighbours now and then; where nothing goes, they are the place.
    const bool bare = !e.deleted.empty() && random_.percent(30);
    const bool both = !bare && random_.percent(70);
    std::vector<Place> fit;
    for (std::size_t i = 0; i + e.deleted.size() <= words.size(); ++i)
      if (auto p = matches(e, words, i, !bare, both))
        fit.push_back(std::move(*p));
    if (fit.empty())
      return {};
    Place chosen = random_.one_of(fit);
    const Binding found = chosen.bound;
    const auto come = written(e, chosen.bound);
    if (!come)
      return {};
    std::vector<Place> places = {chosen};
    if (random_.percent(35)) // the same everywhere
      for (const Place &p : fit)
        if (p.bound == found && std::none_of(places.begin(), places.end(), [&](const Place &q) {
              return std::max(p.from, q.from) < std::min(p.from, q.from) + std::max<std::size_t>(1, e.deleted.size());
            }))
          places.push_back(p);
    return with(words, places, *come);
  }

private:
  bool matches(const Piece &p, const Word &w, Binding &bound) const {
    if (p.kind == Piece::Kind::Word)
      return w.text == p.word;
    if ((p.kind == Piece::Kind::Number) != (w.kind == TokenKind::Number) ||
        (p.kind == Piece::Kind::Name && all_.declared.count(w.text) == 0))
      return false;
    return bound.emplace(p.which, w.text).first->second == w.text;
  }
  std::optional<Place> matches(const TwinEdit &e, const std::vector<Word> &words, std::size_t i, bool before,
                               bool after) const {
    Place out{i, i + e.deleted.size(), {}};
    for (std::size_t k = 0; k < e.deleted.size(); ++k)
      if (!matches(e.deleted[k], words[i + k], out.bound))
        return {};
    if (before && !e.before.empty() && (i == 0 || !matches(e.before[0], words[i - 1], out.bound)))
      return {};
    if (after && !e.after.empty() && (out.to == words.size() || !matches(e.after[0], words[out.to], out.bound)))
      return {};
    return out;
  }

  // A name of the text that is used in this way, or none.
  std::string drawn(Piece::Use use) {
    std::vector<const Word *> fit;
    for (const Word &w : all_.words)
      if (w.use == use && all_.declared.count(w.text) != 0)
        fit.push_back(&w);
    return fit.empty() ? "" : random_.one_of(fit)->text;
  }
  std::string some_number() {
    std::vector<const Word *> fit;
    for (const auto *words : {&all_.words, &all_.options})
      for (const Word &w : *words)
        if (w.kind == TokenKind::Number && whole(w.text))
          fit.push_back(&w);
    return fit.empty() ? "0" : random_.one_of(fit)->text;
  }

  std::optional<std::string> written(const TwinEdit &e, Binding &bound) {
    std::string out;
    for (const Piece &p : e.inserted) {
      std::string word = p.word;
      if (p.kind != Piece::Kind::Word && bound.count(p.which) == 0)
        bound[p.which] = p.kind == Piece::Kind::Name ? drawn(p.use) : some_number();
      if (p.kind == Piece::Kind::Related) {
        const auto n = whole(bound[p.which]);
        if (!n || (p.word == "-1" && *n == 0))
          return {};
        word = fmt::format("{}", p.word == "+1" ? *n + 1 : p.word == "-1" ? *n - 1 : p.word == "*2" ? 2 * *n : *n / 2);
      } else if (p.kind != Piece::Kind::Word) {
        word = bound[p.which];
      } else if (whole(word) && !e.option && random_.percent(25)) {
        word = some_number();
      }
      if (word.empty())
        return {};
      out += (p.glued ? "" : " ") + word;
    }
    return out;
  }

  Mutation with(const std::vector<Word> &words, std::vector<Place> places, const std::string &come) const {
    std::sort(places.begin(), places.end(), [](const Place &a, const Place &b) { return a.from < b.from; });
    std::string text = text_, what;
    for (auto p = places.rbegin(); p != places.rend(); ++p) {
      const auto end_of = [&](std::size_t i) { return words[i].at + words[i].text.size(); };
      const std::size_t from = p->from < p->to ? words[p->from].at : p->from > 0 ? end_of(p->from - 1) : 0;
      const std::size_t to = p->from < p->to ? end_of(p->to - 1) : from;
      const bool apart = p->from == p->to || come.empty();
      const auto line = 1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(from), '\n');
      what += fmt::format("{}line {}: '{}' -> '{}' as in twins", what.empty() ? "" : ", ", line,
                          text_.substr(from, to - from), come);
      const bool spaced = from > 0 && text_[from - 1] == ' ' && come.starts_with(' ');
      text.replace(from, to - from, (spaced ? come.substr(1) : come) + (apart ? " " : ""));
    }
    return {std::move(text), std::move(what)};
  }

  const std::string &text_;
  const Words &all_;
  Random &random_;
};

} // namespace

std::optional<Mutation> TwinEdits::Choice::change(const std::string &text, TextKind kind, Random &random) const {
  if (edits_.empty())
    return {};
  const Words words(text, kind);
  constexpr unsigned tries = 300; // most edits fit few texts
  for (unsigned n = 0; n < tries; ++n) {
    const double at = sums_.back() * static_cast<double>(random.below(1U << 30)) / (1U << 30);
    const auto i = std::upper_bound(sums_.begin(), sums_.end(), at) - sums_.begin();
    const TwinEdit &e = *edits_[std::min(static_cast<std::size_t>(i), edits_.size() - 1)];
    if (e.text != kind || e.language == (words.opencl ? TwinEdit::For::Cuda : TwinEdit::For::OpenCl))
      continue;
    if (auto m = Change(text, words, random).make(e); m && m->text != text)
      return m;
  }
  return {};
}

} // namespace lockstep::oracle
