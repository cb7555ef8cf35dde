// Union and find: see components.h.
#include "emit/encode/components.h"

namespace lockstep::emit {

Components::Components(std::size_t vars, std::size_t arrays, bool bits, bool matter)
    : vars_(vars), arrays_(arrays), bv_(vars + 2 * arrays, bits), matters_(vars + 2 * arrays, matter) {
  for (std::size_t i = 0; i < bv_.size(); ++i)
    parent_.push_back(i);
}

std::size_t Components::add(bool bits) {
  const std::size_t node = parent_.size();
  parent_.push_back(node);
  bv_.push_back(bits);
  matters_.push_back(false);
  return node;
}

void Components::hold_all(bool as_bits) { bv_.assign(bv_.size(), as_bits); }

std::size_t Components::find(std::size_t n) const {
  while (parent_[n] != n)
    n = parent_[n] = parent_[parent_[n]];
  return n;
}

void Components::unite(long a, long b) {
  if (a < 0 || b < 0)
    return;
  std::size_t x = find(static_cast<std::size_t>(a)), y = find(static_cast<std::size_t>(b));
  if (x == y)
    return;
  parent_[y] = x;
  bv_[x] = bv_[x] || bv_[y];
  matters_[x] = matters_[x] || matters_[y];
}

} // namespace lockstep::emit
