// Where things come from: source places and origins carried by every IR node.
//
// An Origin is a cheap, immutable handle. Verdicts reach the source by following origins (docs/design.md 4); nothing
// ever decodes a generated name to find a place.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace lockstep::support {

// A place in a source file. Lines and columns count from 1; 0 means unknown.
struct SourcePlace {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;

  bool known() const { return line != 0; }
  bool operator==(const SourcePlace &) const = default;
};

// An immutable origin: a place, and the call through which the code was inlined (if any).
class Origin {
public:
  Origin() = default;
  explicit Origin(SourcePlace place, Origin inlined_at = {}, std::string function = {});

  bool known() const { return node_ != nullptr && node_->place.known(); }
  const SourcePlace &place() const;    // an unknown place if there is none
  const std::string &function() const; // the function whose body holds the place; may be empty
  Origin inlined_at() const;           // unknown when not inlined
  std::string str() const;             // "file:line:column", "file:line" without a column, or "<unknown>"
  bool operator==(const Origin &other) const;

private:
  struct Node {
    SourcePlace place;
    std::shared_ptr<const Node> inlined_at;
    std::string function;
  };
  explicit Origin(std::shared_ptr<const Node> node) : node_(std::move(node)) {}
  std::shared_ptr<const Node> node_;
};

// The calls that lead to a place, and behind the last one another.
Origin behind(const Origin &origin, Origin last);

} // namespace lockstep::support
