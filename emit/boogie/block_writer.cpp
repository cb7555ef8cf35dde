// Blocks of a Boogie procedure: see block_writer.h.
#include "emit/boogie/block_writer.h"

#include "support/invariant.h"

namespace lockstep::emit {

namespace b = boogie;

void BlockWriter::open(const std::string &label) {
  LOCKSTEP_INVARIANT(!open_, "blocks are closed before the next one opens");
  p_.blocks.push_back({label, {}, {}});
  open_ = true;
}

void BlockWriter::command(b::Command c) {
  LOCKSTEP_INVARIANT(open_, "a command stands in a block");
  p_.blocks.back().commands.push_back(std::move(c));
}

void BlockWriter::assume(b::Expr e) {
  if (!b::is_true(e))
    command(b::AssumeCmd{std::move(e), {}});
}

void BlockWriter::close(std::vector<std::string> targets) {
  p_.blocks.back().targets = std::move(targets);
  open_ = false;
}

} // namespace lockstep::emit
