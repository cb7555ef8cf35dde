// The one wrapper that runs every stage: times it, checks its result, hands its text to whoever asked for it
// (docs/design.md 3). No stage contains dump code, and no stage is run without its checker.
//
//   Result<Lockstep> l = stages.run(Stage::Vectorise, [&] { return vectorise(p, options, diags); },
//                                   [&](const Lockstep &l, Diagnostics &d) { return check(l, d); },
//                                   [](const Lockstep &l) { return print(l); });
//
// `check` and `print` may be nullptr where a value has none.
#pragma once

#include "support/diagnostic.h"
#include "support/result.h"
#include "support/words.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace lockstep::support {

enum class Stage : std::uint8_t {
#define STAGE(enumerator, name, input, output, suffix, meaning) enumerator,
#include "support/stages.def"
};
inline constexpr std::size_t stage_count = 0
#define STAGE(enumerator, name, input, output, suffix, meaning) +1
#include "support/stages.def"
    ;
inline constexpr Words<Stage, stage_count> stage_words({
#define STAGE(enumerator, name, input, output, suffix, meaning) {Stage::enumerator, #name},
#include "support/stages.def"
});
inline std::string_view name(Stage s) { return stage_words.text(s); }
// Is it of `perf` and `cost`, and leads to no verdict?
constexpr bool only_counts(Stage s) { return s == Stage::SplitAccesses || s == Stage::Count || s == Stage::Bound; }

// Thrown after the stage named by --stop-after, caught where the pipeline was started. The only exception that crosses
// folders, beside a failed invariant and a budget that is used up (budget.h).
struct Stopped {};

struct StageTime {
  Stage stage = Stage::Compile;
  double seconds = 0;
};

class Stages {
public:
  using Sink = std::function<void(Stage stage, const std::string &text)>;

  Stages() = default;
  // The text of every stage goes to `sink`, if there is one; the pipeline stops after `stop_after`.
  explicit Stages(Sink sink, std::optional<Stage> stop_after = {}) : sink_(std::move(sink)), stop_after_(stop_after) {}

  // Told of each stage when it begins.
  void watch(std::function<void(Stage)> begins) { begins_ = std::move(begins); }

  template <typename Step, typename Check = std::nullptr_t, typename Print = std::nullptr_t>
  std::invoke_result_t<Step> run(Stage stage, Step step, Check check = nullptr, Print print = nullptr) {
    if (begins_)
      begins_(stage);
    const auto start = std::chrono::steady_clock::now();
    const std::optional<Stage> around = std::exchange(running_, stage);
    auto out = step();
    running_ = around;
    if constexpr (!std::is_same_v<Check, std::nullptr_t>) {
      if (auto *value = value_of(out)) {
        Diagnostics broken;
        if (!check(*value, broken))
          fail(stage, broken);
      }
    }
    add_time(stage, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    if constexpr (!std::is_same_v<Print, std::nullptr_t>) {
      if (auto *value = value_of(out); value && sink_)
        sink_(stage, print(*value));
    }
    if (stop_after_ == stage && value_of(out)) // what failed is told by the caller
      throw Stopped{};
    return out;
  }

  // The innermost stage that began and has not ended: after an exception, the one that threw it.
  std::optional<Stage> running() const { return running_; }
  const std::vector<StageTime> &times() const { return times_; } // in order of first run
  bool wants_texts() const { return sink_ != nullptr; }
  // Is the stage to be run because somebody wants to see it?
  bool wants(Stage stage) const { return wants_texts() || stop_after_ == stage; }

private:
  template <typename T> static T *value_of(T &v) { return &v; }
  template <typename T> static T *value_of(Result<T> &r) { return r ? &*r : nullptr; }
  [[noreturn]] static void fail(Stage stage, const Diagnostics &broken); // our mistake, not the user's
  void add_time(Stage stage, double seconds);

  Sink sink_;
  std::function<void(Stage)> begins_;
  std::optional<Stage> stop_after_, running_;
  std::vector<StageTime> times_;
};

} // namespace lockstep::support
