// The atoms of device/atoms.def that some metric of a walk (walk.h) asks for. Private to cost/walk/.
#pragma once

#include "cost/walk/walk.h"

#include <bitset>

namespace lockstep::cost {

class CountedAtoms {
public:
  explicit CountedAtoms(const WalkOptions &options) {
    for (const cfg::Metric &m : options.metrics)
      for (const cfg::Metric::Weights *weights : {&m.work, options.spans ? &m.span() : &m.work})
        for (const auto &[atom, weight] : weights->of)
          if (weight != 0)
            atoms_.set(static_cast<std::size_t>(atom));
  }
  bool has(cfg::Atom a) const { return atoms_[static_cast<std::size_t>(a)]; }

private:
  std::bitset<cfg::atom_count> atoms_;
};

} // namespace lockstep::cost
