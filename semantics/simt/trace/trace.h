// What a machine of warps did, step by step: as text of at most 80 columns, and as one self-contained HTML page to step
// through.
#pragma once

#include "semantics/simt/machine.h"

#include <string>
#include <vector>

namespace lockstep::semantics::simt {

struct Row {
  std::uint64_t step = 0;
  std::uint32_t block = 0, warp = 0;
  Pc pc = 0;
  // One letter per lane: # executes the instruction; - its guard does not hold; . does not follow; b r has left a loop,
  // a function; w waits at a barrier; x has exited before.
  std::string lanes;
  std::vector<Token> stack; // after the step, the top is the last; independent scheduling: empty
  bool stack_changed = false;
};

class TraceRows final : public IssueObserver { // keeps the first `most` rows
public:
  TraceRows(const Program &p, unsigned warp_size, std::size_t most) : p_(p), warp_size_(warp_size), most_(most) {}
  void on_issue(const Issue &i) override;

  const std::vector<Row> &rows() const { return rows_; }
  std::uint64_t omitted() const { return omitted_; } // rows behind the first `most`

private:
  struct Last { // of a warp, after its step before
    std::vector<Token> stack;
    BranchState state;
    Mask waiting = 0;
  };
  const Program &p_;
  unsigned warp_size_;
  std::size_t most_;
  std::uint64_t omitted_ = 0;
  std::vector<Row> rows_;
  std::vector<Last> last_; // by warp
};

std::string text(const Row &r, const Program &p,
                 unsigned warp_size); // with newline; a second line where the stack changed
std::string trace_text(const TraceRows &rows, const Program &p, unsigned warp_size);
std::string trace_page(const TraceRows &rows, const Program &p, unsigned warp_size, const std::string &title,
                       const std::string &end); // HTML

} // namespace lockstep::semantics::simt
