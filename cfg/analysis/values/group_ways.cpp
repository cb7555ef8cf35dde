// Following the threads of a group: see group_ways.h.
#include "cfg/analysis/values/group_ways.h"

namespace lockstep::cfg {

const std::vector<FollowedThread> &GroupWays::threads() {
  if (!threads_) {
    std::vector<FollowedThread> all;
    for (const LocalIds &ids : threads_of(k_, launch_))
      all.push_back({ids, ways_of(k_, launch_, ids)});
    threads_ = std::move(all);
  }
  return *threads_;
}

} // namespace lockstep::cfg
