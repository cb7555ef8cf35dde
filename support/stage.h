// The one wrapper that runs every stage: times it, checks its result, hands its text to whoever asked for it
// (DESIGN 1). No stage contains dump code, and no stage is run without its checker.
//
//   Result<Lockstep> l = stages.run("vectorise", [&] { return vectorise(p, options, diags); },
//                                   [&](const Lockstep &l, Diagnostics &d) { return check(l, d); },
//                                   [](const Lockstep &l) { return print(l); });
//
// `check` and `print` may be nullptr where a value has none.
#pragma once

#include "support/diagnostic.h"
#include "support/result.h"

#include <chrono>
#include <functional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace lockstep::support {

// Thrown after the stage named by --stop-after, caught where the pipeline was started. The only exception that crosses
// folders, beside a failed invariant.
struct Stopped {};

struct StageTime {
  std::string stage;
  double seconds = 0;
};

class Stages {
public:
  using Sink = std::function<void(const std::string &stage, const std::string &text)>;

  Stages() = default;
  // Texts of the stages in `wanted` ("all": of every stage) go to `sink`; the pipeline stops after `stop_after`.
  Stages(std::set<std::string> wanted, Sink sink, std::string stop_after = {})
      : wanted_(std::move(wanted)), sink_(std::move(sink)), stop_after_(std::move(stop_after)) {}

  template <typename Step, typename Check = std::nullptr_t, typename Print = std::nullptr_t>
  std::invoke_result_t<Step> run(std::string_view stage, Step step, Check check = nullptr, Print print = nullptr) {
    const auto start = std::chrono::steady_clock::now();
    auto out = step();
    if constexpr (!std::is_same_v<Check, std::nullptr_t>) {
      if (auto *value = value_of(out)) {
        Diagnostics broken;
        if (!check(*value, broken))
          fail(stage, broken);
      }
    }
    add_time(stage, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    if constexpr (!std::is_same_v<Print, std::nullptr_t>) {
      if (auto *value = value_of(out); value && wants(stage))
        sink_(std::string(stage), print(*value));
    }
    if (stop_after_ == stage)
      throw Stopped{};
    return out;
  }

  const std::vector<StageTime> &times() const { return times_; } // in order of first run
  bool wants(std::string_view stage) const {
    return sink_ && (wanted_.count("all") != 0 || wanted_.count(std::string(stage)) != 0);
  }

private:
  template <typename T> static T *value_of(T &v) { return &v; }
  template <typename T> static T *value_of(Result<T> &r) { return r ? &*r : nullptr; }
  [[noreturn]] static void fail(std::string_view stage, const Diagnostics &broken); // our mistake, not the user's
  void add_time(std::string_view stage, double seconds);

  std::set<std::string> wanted_;
  Sink sink_;
  std::string stop_after_;
  std::vector<StageTime> times_;
};

} // namespace lockstep::support
