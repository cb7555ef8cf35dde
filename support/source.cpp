// Origins: see source.h.
#include "support/source.h"

namespace lockstep::support {

Origin::Origin(SourcePlace place, Origin inlined_at, std::string function)
    : node_(std::make_shared<const Node>(Node{std::move(place), inlined_at.node_, std::move(function)})) {}

const SourcePlace &Origin::place() const {
  static const SourcePlace unknown;
  return node_ ? node_->place : unknown;
}

const std::string &Origin::function() const {
  static const std::string none;
  return node_ ? node_->function : none;
}

Origin Origin::inlined_at() const { return node_ ? Origin(node_->inlined_at) : Origin(); }

std::string Origin::str() const {
  if (!known())
    return "<unknown>";
  const SourcePlace &p = place();
  const std::string line = p.file + ":" + std::to_string(p.line);
  return p.column == 0 ? line : line + ":" + std::to_string(p.column);
}

bool Origin::operator==(const Origin &other) const {
  if (node_ == other.node_)
    return true;
  if (!node_ || !other.node_)
    return false;
  return node_->place == other.node_->place && inlined_at() == other.inlined_at();
}

Origin behind(const Origin &origin, Origin last) {
  return origin.known() ? Origin(origin.place(), behind(origin.inlined_at(), std::move(last)), origin.function())
                        : last;
}

} // namespace lockstep::support
