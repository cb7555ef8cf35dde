// See hints.h.
#include "jobs/counts/hint_texts.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace lockstep::jobs {

namespace {

using coalescing::Access;
using coalescing::AccessCost;
using coalescing::Hint;
using coalescing::HintKind;
using coalescing::Interval;

std::string counted(std::uint64_t n, const char *one, const char *many) {
  return fmt::format("{} {}", n, n == 1 ? one : many);
}

Interval cost(const CountedKernel &k, const AccessCost &a) { return k.of_group(a) ? a.wavefronts : a.full_sectors; }

std::string costs(const CountedKernel &k, const AccessCost &a) {
  const Interval c = cost(k, a);
  const bool one = c.hi == 1;
  return fmt::format("{} {}", coalescing::text(c),
                     k.of_group(a) ? (one ? "wavefront" : "wavefronts")
                     : one         ? "sector"
                                   : "sectors");
}

std::string word(std::uint64_t n) {
  static constexpr const char *words[] = {"no", "one", "two", "three", "four", "five", "six", "seven", "eight"};
  return n < std::size(words) ? words[n] : fmt::format("{}", n);
}

std::string shape(const std::array<std::uint64_t, 3> &b) {
  return b[2] > 1 ? fmt::format("{}x{}x{}", b[0], b[1], b[2]) : fmt::format("{}x{}", b[0], b[1]);
}

// The field that is named at the place of a load, or in front of the assignment there; empty: none is.
std::string field_at(const support::SourceTexts &texts, const support::SourcePlace &place) {
  const std::string line(texts.line(place).value_or(std::string_view()));
  if (line.empty() || place.column > line.size())
    return {};
  const auto part = [&](std::size_t i) {
    return i < line.size() && (std::isalnum(static_cast<unsigned char>(line[i])) != 0 || line[i] == '_');
  };
  std::size_t from = place.column == 0 ? line.size() : place.column - 1;
  if (!part(from)) { // an operator of assignment
    while (from > 0 && !part(from - 1)) {
      if (line[from - 1] == ']' || line[from - 1] == ')')
        return {};
      --from;
    }
    while (from > 0 && part(from - 1))
      --from;
  }
  std::size_t to = from;
  while (part(to))
    ++to;
  const bool member = from > 0 && (line[from - 1] == '.' || (from > 1 && line.compare(from - 2, 2, "->") == 0));
  return member ? line.substr(from, to - from) : std::string();
}

std::string together(const Hint &h, const char *of) {
  if (h.touched < 2)
    return {};
  return fmt::format("; {} together {} instead of {}", of, coalescing::text(h.together),
                     coalescing::text(h.together_before));
}

std::string structs(const CountedKernel &k, const AccessCost &a, const Hint &h) {
  std::vector<std::string> names;
  std::string mine;
  for (std::size_t i = 0; i < h.places.size(); ++i) {
    std::string field = field_at(*k.texts, h.places[i].place());
    if (field.empty())
      field = fmt::format("its bytes from {} on", h.fields[i]);
    names.push_back(field);
  }
  mine = field_at(*k.texts, a.origin.place());
  return fmt::format("keep the fields of '{}' in arrays of their own, {} alone: {} (a struct has {} bytes; this kernel "
                     "accesses {})",
                     k.array_name(a), mine.empty() ? "this one" : fmt::format("'{}'", mine), costs(k, h.after), h.from,
                     fmt::join(names, ", "));
}

std::string transposed(const CountedKernel &k, const AccessCost &a, const Hint &h) {
  const bool store = a.kind == Access::Store;
  const bool square = h.block[0] == h.block[1];
  const std::string own = "tile[y][x]";
  const std::string other = square ? "tile[x][y]" : fmt::format("tile[t % {0}][t / {0}]", h.block[1]);
  const std::string tile = fmt::format("through a tile in group memory, {} rows of {} elements", h.block[1], h.to);
  const std::string who =
      square ? "the thread with x and y exchanged"
             : fmt::format("the thread in row t % {0}, column t / {0} (t: its number in the block)", h.block[1]);
  const std::string cost = fmt::format("{}; the tile costs {} to write, {} to read", costs(k, h.after),
                                       counted(h.tile[0], "wavefront", "wavefronts"), h.tile[1]);
  const char *barrier =
      h.guarded ? "a barrier that all threads of the block reach (outside the conditions around it)" : "a barrier";
  return store ? fmt::format("store '{}' {}: put the value into {}, and after {} store {} where {} stores now: {}",
                             k.array_name(a), tile, own, barrier, other, who, cost)
               : fmt::format("load '{}' {}: put into {} what {} loads now, and after {} take {}: {}", k.array_name(a),
                             tile, other, who, barrier, own, cost);
}

std::string text_of(const CountedKernel &k, const AccessCost &a, const Hint &h) {
  const std::string array = k.array_name(a), after = costs(k, h.after);
  switch (h.kind) {
  case HintKind::Pad:
    return fmt::format("make the rows of '{}' {} elements long instead of {}: {}{}", array, h.to, h.from, after,
                       together(h, fmt::format("all accesses of '{}'", array).c_str()));
  case HintKind::Swap:
    return fmt::format("let x and y of the threads change places, in ids and sizes{}: {}{}",
                       h.block[0] == h.block[1] ? "" : fmt::format(", in blocks of {}", shape(h.block)), after,
                       together(h, "all accesses of the kernel"));
  case HintKind::Transpose: return transposed(k, a, h);
  case HintKind::Structs: return structs(k, a, h);
  case HintKind::Vector: {
    std::vector<unsigned> lines;
    for (const support::Origin &o : h.places)
      if (lines.empty() || lines.back() != o.place().line)
        lines.push_back(o.place().line);
    return fmt::format("make one access of {} bytes of the {} that lie side by side ({} {}): {} instead of {}",
                       h.from * h.to, h.to, lines.size() == 1 ? "line" : "lines", fmt::join(lines, ", "), after,
                       coalescing::text(h.together_before));
  }
  case HintKind::Chunk:
    return fmt::format("let neighbouring threads take neighbouring elements, '{}[{}]': {}", array, h.index, after);
  case HintKind::Rows:
    if (!h.index.empty())
      return fmt::format("if {} {} of {}{}: {}", h.index,
                         h.index.find("' and '") == std::string::npos ? "is a multiple" : "are multiples", h.to,
                         h.from == 1 ? " (pad the rows), each row begins at a sector" : "", after);
    return fmt::format("pad the rows of '{}' to {} elements instead of {}, so that each begins at a sector: {}{}",
                       array, h.to, h.from, after, together(h, fmt::format("all accesses of '{}'", array).c_str()));
  case HintKind::Start:
    if (h.to == 0)
      return fmt::format("if '{}' starts at a multiple of {} bytes: {}", array, h.from, after);
    return fmt::format("let '{}' begin {} {} after a multiple of {} bytes: {}{}", array, h.to,
                       h.to == 1 ? "element" : "elements", h.from, after,
                       together(h, fmt::format("all accesses of '{}'", array).c_str()));
  case HintKind::Shape:
    return fmt::format("launch blocks of {}, whose rows fill a warp: {}{}", shape(h.block), after,
                       together(h, "all accesses of the kernel"));
  }
  return {};
}

} // namespace

coalescing::Language language_of(const std::string &file) {
  const auto ends = [&](std::string_view s) {
    return file.size() >= s.size() && file.compare(file.size() - s.size(), s.size(), s) == 0;
  };
  return ends(".cu") || ends(".cuh") || ends(".hip") || ends(".hip.cpp") ? coalescing::Language::Cuda
                                                                         : coalescing::Language::OpenCl;
}

std::vector<std::string> perf_notes(const CountedKernel &k, std::size_t access) {
  std::vector<std::string> out;
  if (access >= k.advice.size() || !k.advice[access].lanes)
    return out;
  const coalescing::Lanes &l = *k.advice[access].lanes;
  if (!l.apart.empty())
    out.push_back(fmt::format("neighbouring threads are {} {} apart", l.apart, l.apart == "1" ? "byte" : "bytes"));
  if (!l.elements.empty()) {
    std::vector<std::string> lanes, places;
    for (const auto &[lane, element] : l.elements) {
      lanes.push_back(fmt::format("{}", lane));
      places.push_back(element);
    }
    const bool begun = places[0][0] == '+';
    if (begun)
      places[0] = "e";
    for (std::size_t i = 1; begun && i < places.size(); ++i)
      places[i] = places[i] == "+0"     ? "e"
                  : places[i][0] == '-' ? "e - " + places[i].substr(1)
                                        : "e + " + places[i].substr(1);
    out.push_back(fmt::format("lanes {} access {} {}", fmt::join(lanes, ", "), begun ? "elements" : "the elements",
                              fmt::join(places, ", ")));
  }
  if (l.rows > 1)
    out.push_back(fmt::format("a warp holds {} rows of a block", word(l.rows)));
  return out;
}

std::vector<std::string> perf_hints(const CountedKernel &k, std::size_t access) {
  std::vector<std::string> out;
  if (access < k.advice.size())
    for (const Hint &h : k.advice[access].hints)
      out.push_back(text_of(k, k.accesses[access], h));
  return out;
}

std::string advice_text(const CountedKernel &k, std::size_t access) {
  std::string out;
  const std::vector<std::string> notes = perf_notes(k, access);
  if (!notes.empty())
    out += fmt::format("  note: {}\n", fmt::join(notes, "; "));
  for (const std::string &hint : perf_hints(k, access))
    out += fmt::format("  hint: {}\n", hint);
  return out;
}

void add_advice(const CountedKernel &k, std::size_t access, nlohmann::ordered_json &to) {
  if (access >= k.advice.size() || !k.advice[access].lanes)
    return;
  to["notes"] = perf_notes(k, access);
  to["hints"] = nlohmann::ordered_json::array();
  const std::vector<std::string> texts = perf_hints(k, access);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const Hint &h = k.advice[access].hints[i];
    const Interval c = cost(k, h.after);
    to["hints"].push_back({{"kind", coalescing::name(h.kind)},
                           {"text", texts[i]},
                           {k.of_group(h.after) ? "wavefronts" : "sectors", {{"least", c.lo}, {"most", c.hi}}}});
  }
}

} // namespace lockstep::jobs
