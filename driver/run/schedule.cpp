// See schedule.h.
#include "driver/run/schedule.h"

#include "support/text_file.h"

#include <charconv>
#include <fmt/format.h>
#include <string_view>

namespace lockstep::driver {

using support::Diagnostics;
using support::Result;

Result<ScheduleChoice> schedule_of(const std::string &text, std::uint64_t threads, Diagnostics &diags) {
  ScheduleChoice s;
  if (text == "in-order")
    return s;
  if (text == "exhaustive") {
    s.kind = ScheduleChoice::Kind::Exhaustive;
    return s;
  }
  if (text.rfind("random", 0) == 0) {
    s.kind = ScheduleChoice::Kind::Random;
    const char *const end = text.data() + text.size();
    const char *at = text.data() + std::string_view("random").size();
    auto number = [&](std::uint64_t &to) { // behind a colon
      const auto read = at != end && *at == ':' ? std::from_chars(at + 1, end, to) : std::from_chars(end, end, to);
      at = read.ptr;
      return read.ec == std::errc();
    };
    if (number(s.seed) && (at == end || number(s.times)) && at == end && s.times > 0)
      return s;
    diags.error({}, fmt::format("--schedule {}: write random:SEED or random:SEED:N", text));
    return support::failure;
  }
  auto file = support::read_source(text, diags);
  if (!file)
    return support::failure;
  s.kind = ScheduleChoice::Kind::Given;
  std::string word;
  for (char c : *file + " ") {
    if (c >= '0' && c <= '9' && word.size() < 10) {
      word += c;
    } else if (c == ' ' || c == ',' || c == '\n' || c == '\t' || c == '\r') {
      if (!word.empty()) {
        const std::uint64_t t = std::stoull(word);
        if (t >= threads) {
          diags.error({}, fmt::format("--schedule {}: there is no thread {}: the launch has {}", text, t, threads));
          return support::failure;
        }
        s.steps.push_back(static_cast<semantics::ThreadIndex>(t));
      }
      word.clear();
    } else {
      diags.error({},
                  fmt::format("--schedule {}: thread numbers with blanks or commas between, not '{}'", text, word + c));
      return support::failure;
    }
  }
  return s;
}

} // namespace lockstep::driver
