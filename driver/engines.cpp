// Which engine a run uses (engines.h).
#include "driver/engines.h"

namespace lockstep::driver {

verify::Solver solver(const EngineChoice &choice) {
  return choice.solver == "cvc5" ? verify::Solver::Cvc5 : verify::Solver::Z3;
}

std::unique_ptr<verify::Engine> start_engine(const EngineChoice &) { return nullptr; }

} // namespace lockstep::driver
