// The memory that the grids of a context share (device.h): arrays of global and constant memory, by name. The machine
// of the grid that stepped last has the contents; they are fetched from it when another needs them.
#pragma once

#include "semantics/simt/machine.h"

#include <map>

namespace lockstep::semantics::simt {

class ContextMemory {
public:
  void declare(const cfg::Kernel &k); // arrays with an extent that are new get their initial contents
  // Likewise, of the machine's memory, all of them, or none: the name of an array that the context has with another
  // shape; empty: there is none.
  std::optional<std::string> declare(const SimtMachine &machine, const cfg::Kernel &k);
  void hand_to(SimtMachine &machine);
  void fetch(); // back; a machine that ends must have lost it before
  std::vector<std::uint64_t> contents(const std::string &array) const; // empty: there is none

private:
  struct Cells {
    unsigned granule_bytes = 0;
    std::vector<std::uint64_t> values; // by granule
  };

  std::map<std::string, Cells> arrays_;
  SimtMachine *in_use_ = nullptr; // the machine that has the contents now
};

} // namespace lockstep::semantics::simt
