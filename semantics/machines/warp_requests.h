// What the lanes of each warp request of memory where all threads execute one access together. Private to semantics/.
#pragma once

#include "semantics/machines/interpreter.h"

namespace lockstep::semantics {

class WarpRequests {
public:
  explicit WarpRequests(const Interpreter &m) : m_(m) {}

  void attach(Observer &observer) { observers_.push_back(&observer); }
  // --- of one access: start, each thread's offset, then the observers are told, warp by warp
  void start() { touched_.clear(); }
  void touch(ThreadIndex t, std::int64_t lo) {
    if (!observers_.empty())
      touched_.push_back({t, lo});
  }
  void tell(std::uint32_t pc);

private:
  const Interpreter &m_;
  std::vector<Observer *> observers_;
  std::vector<std::pair<ThreadIndex, std::int64_t>> touched_; // who, at which offset
};

} // namespace lockstep::semantics
