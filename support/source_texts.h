// The lines of the texts that were read, by the names under which origins tell of them: what an excerpt shows is what
// was compiled, and no file is opened a second time because something that was read names it (`#line 1 "/dev/zero"`).
#pragma once

#include "support/source.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep::support {

class SourceTexts {
public:
  void add(const std::string &file, std::string text);
  // Of a text in which `#line` gives its lines other numbers, or other names; these count before the whole files.
  void add_line(const std::string &file, unsigned line, std::string_view text);
  // Without its end; empty: no text that was read has this line.
  std::optional<std::string_view> line(const SourcePlace &place) const;
  // The same for the place, and for those of the calls through which it was inlined, into another.
  void copy(const Origin &origin, SourceTexts &to) const;

  using Lines = std::map<std::pair<std::string, unsigned>, std::string>;
  const Lines &lines() const { return lines_; } // of `add_line`

private:
  struct Whole {
    std::string text;
    std::vector<std::size_t> starts; // of the lines
  };
  std::map<std::string, Whole> files_;
  Lines lines_;
};

} // namespace lockstep::support
