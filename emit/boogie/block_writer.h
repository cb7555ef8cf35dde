// Appends blocks to a Boogie procedure; commands go to the open block.
#pragma once

#include "emit/boogie/boogie.h"

#include <string>
#include <vector>

namespace lockstep::emit {

class BlockWriter {
public:
  explicit BlockWriter(boogie::Procedure &p) : p_(p) {}
  void open(const std::string &label);
  void command(boogie::Command c);
  void assume(boogie::Expr e); // nothing if it is the constant true
  void close(std::vector<std::string> targets);
  bool is_open() const { return open_; }
  std::string fresh(const std::string &base) { return base + "$" + std::to_string(counter_++); }

private:
  boogie::Procedure &p_;
  bool open_ = false;
  unsigned counter_ = 0;
};

} // namespace lockstep::emit
