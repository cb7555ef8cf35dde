// See buffer_groups.h.
#include "frontend/host/launches/buffer_groups.h"

#include "support/sound.h"

namespace lockstep::frontend {

BufferGroups::Group &BufferGroups::group_of(const clang::Expr &given, const HostBuffer &b) {
  const Group fresh{count_, std::nullopt};
  const auto at = [&](auto &groups, const auto &name) -> Group & {
    auto [it, is_new] = groups.try_emplace(name, fresh);
    count_ += is_new ? 1 : 0;
    return it->second;
  };
  if (b.base)
    return at(variables_, b.base);
  llvm::FoldingSetNodeID id;
  given.IgnoreParenImpCasts()->Profile(id, context_, /*Canonical=*/true);
  return at(others_, id);
}

void BufferGroups::add(const clang::Expr &given, const HostBuffer &b, bool lost, LaunchSite::Argument &argument) {
  Group &group = group_of(given, b);
  std::optional<ExpressionKey> key;
  if (b.base && b.whole)
    key = ExpressionKey{b.calls};
  else if (!b.base && !support::unsound("buffer_groups.effects", effects_) && !lost)
    key = key_of(given);
  if (!group.whole)
    group.whole = key;
  argument.buffer = group.index;
  argument.whole_buffer = support::sound("buffer_groups.whole", key && key == group.whole);
}

} // namespace lockstep::frontend
