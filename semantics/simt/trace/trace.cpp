// Traces as text: see trace.h.
#include "semantics/simt/trace/trace.h"

#include <fmt/format.h>

namespace lockstep::semantics::simt {

namespace {

constexpr std::size_t columns = 80;

std::string cut(std::string s) {
  if (s.size() > columns)
    s = s.substr(0, columns - 2) + "..";
  return s;
}

char letter(unsigned l, const Issue &i, const BranchState *before, Mask exited, Mask waiting) {
  const Mask bit = lane_bit(l);
  if ((i.by & bit) != 0)
    return '#';
  if ((i.before & bit) != 0)
    return '-';
  if ((exited & bit) != 0)
    return 'x';
  if ((waiting & bit) != 0)
    return 'w';
  if (before && (before->disabled[static_cast<std::size_t>(Disabled::Break)] & bit) != 0)
    return 'b';
  if (before && (before->disabled[static_cast<std::size_t>(Disabled::Return)] & bit) != 0)
    return 'r';
  return '.';
}

} // namespace

void TraceRows::on_issue(const Issue &i) {
  if (rows_.size() >= most_) {
    ++omitted_;
    return;
  }
  if (last_.size() <= i.warp)
    last_.resize(i.warp + 1);
  Last &last = last_[i.warp];
  Row r{i.step, i.block, i.warp, i.pc, {}, {}, false};
  Mask exited = i.state ? i.state->exited() : 0;
  for (unsigned l = 0; l < warp_size_ && !i.state; ++l)
    exited |= i.lane_pcs[l] == no_pc ? lane_bit(l) : 0;
  for (unsigned l = 0; l < warp_size_; ++l)
    r.lanes += letter(l, i, i.state ? &last.state : nullptr, exited & ~i.before, last.waiting);
  if (i.state) {
    r.stack = i.state->stack;
    r.stack_changed = r.stack != last.stack;
    last.stack = r.stack;
    last.state = *i.state;
  }
  last.waiting = i.waiting;
  rows_.push_back(std::move(r));
}

std::string text(const Row &r, const Program &p, unsigned warp_size) {
  const Instruction &i = p.code[r.pc];
  std::string out =
      cut(fmt::format("{:>6} w{:<3}{:>5}  {}  {}", r.step, r.warp, i.address, r.lanes, print_guarded(i, p)));
  out += "\n";
  if (!r.stack_changed)
    return out;
  std::string line = "                  stack:";
  if (r.stack.empty())
    line += " empty";
  for (auto t = r.stack.rbegin(); t != r.stack.rend(); ++t) {
    const std::string token = fmt::format(" {}({},{})", name(t->kind), bits(t->mask, warp_size),
                                          t->pc < p.code.size() ? fmt::format("{}", p.code[t->pc].address) : "end");
    if (line.size() + token.size() > columns) {
      out += line + "\n";
      line = "                        ";
    }
    line += token;
  }
  return out + cut(line) + "\n";
}

std::string trace_text(const TraceRows &rows, const Program &p, unsigned warp_size) {
  std::string out = fmt::format("{:>6} {:<4}{:>5}  {:<{}}  {}\n", "step", "warp", "pc", "lanes",
                                std::max(5u, warp_size), "instruction");
  for (const Row &r : rows.rows())
    out += text(r, p, warp_size);
  if (rows.omitted() != 0)
    out += fmt::format("{:>6} more steps\n", rows.omitted());
  return out;
}

} // namespace lockstep::semantics::simt
