// How arrays are modelled: see memory.h.
#include "emit/watchdog/memory.h"

#include "support/invariant.h"

namespace lockstep::emit::watchdog {

namespace b = boogie;

namespace {

bool is_map_per_thread(const Context &c, cfg::ArrayId array) {
  return c.p.arrays[array].space == cfg::Space::Private ||
         (c.p.arrays[array].space == cfg::Space::Group && c.options.pair == Pair::DifferentGroups);
}

} // namespace

Model model_of(const Context &c, cfg::ArrayId array) {
  switch (c.p.array_info[array].memory) {
  case lk::Memory::Constant: return Model::Function;
  case lk::Memory::Adversarial: return Model::Anything;
  case lk::Memory::Equal: return c.plain[array] ? Model::Map : Model::Anything;
  case lk::Memory::Exact: // private: a map of each thread's own
    return c.plain[array] && c.a.written[array] && c.p.arrays[array].space == cfg::Space::Private ? Model::Map
                                                                                                  : Model::Anything;
  }
  LOCKSTEP_UNREACHABLE("memory has a kind");
}

std::string map_name(const Context &c, cfg::ArrayId array, Thread t) {
  return is_map_per_thread(c, array) ? names::private_array(c.k, array, t) : names::memory(c.k, array);
}

b::Expr map_of(const Context &c, cfg::ArrayId array, Thread t) {
  return b::ident(map_name(c, array, t), c.encoder.forms.map_type(array));
}

} // namespace lockstep::emit::watchdog
