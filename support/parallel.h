// Numbered pieces of work on several threads: files by a suite's workers, kernels of one file by engines.
#pragma once

#include <algorithm>
#include <atomic>
#include <optional>
#include <thread>
#include <vector>

namespace lockstep::support {

// --jobs; 0: one per processor.
inline std::size_t at_a_time(unsigned jobs) {
  constexpr unsigned most = 1024;
  return std::min(jobs != 0 ? jobs : std::max(1U, std::thread::hardware_concurrency()), most);
}

// work(thread, next) on at most `threads` threads, the calling one being number 0. `next()` gives out each of
// 0 .. count - 1 once, in this order, and then nothing.
template <typename Work> void in_parallel(std::size_t threads, std::size_t count, const Work &work) {
  std::atomic<std::size_t> given{0};
  const auto next = [&]() -> std::optional<std::size_t> {
    const std::size_t i = given++;
    return i < count ? std::optional(i) : std::nullopt;
  };
  std::vector<std::jthread> others;
  for (std::size_t t = 1; t < std::min(threads, count); ++t)
    others.emplace_back([&, t] { work(t, next); });
  work(std::size_t{0}, next);
}

} // namespace lockstep::support
