// What fences and atomics order: see ordered.h.
#include "cfg/analysis/order/ordered.h"

#include "cfg/analysis/order/places.h"
#include "support/sound.h"

namespace lockstep::cfg {

namespace {

constexpr std::array<Space, 2> fenced_spaces{Space::Group, Space::Global};
std::size_t index_of(Space space) { return space == Space::Group ? 0 : 1; }

const Atomic *atomic_at(const Kernel &k, Point p, AtomicScope scope) {
  auto *a = std::get_if<Atomic>(&k.blocks[p.first].stmts[p.second].node);
  return a && a->scope >= scope ? a : nullptr;
}
bool covers(const Fence &f, AtomicScope scope, Space space) {
  return support::sound("ordered.fence_scope", f.scope >= scope) &&
         support::sound("ordered.space", space == Space::Group ? f.fence_group : f.fence_global);
}
auto is_fence(bool Order::*orders, AtomicScope scope, Space space) {
  return [=](const Stmt &s) {
    auto *f = std::get_if<Fence>(&s.node);
    return f && f->order.*orders && covers(*f, scope, space);
  };
}

} // namespace

bool OrderedAt::covers(AtomicScope apart) const { return support::sound("ordered.covers", scope_ >= apart); }

std::optional<OrderedAt> OrderedAt::released(const Kernel &k, const SharedAccess &access, Point atomic,
                                             AtomicScope scope) {
  const Atomic *a = atomic_at(k, atomic, scope);
  if (!a)
    return std::nullopt;
  const auto stop = is_fence(&Order::release, scope, access.space);
  if (support::unsound("ordered.released",
                       !releases(*a, k.arrays[a->array].space, access.space) && reaches(k, access.place, atomic, stop)))
    return std::nullopt;
  return OrderedAt(scope, access.space, false);
}

std::optional<OrderedAt> OrderedAt::acquired(const Kernel &k, Point atomic, const SharedAccess &access,
                                             AtomicScope scope) {
  const Atomic *a = atomic_at(k, atomic, scope);
  if (!a)
    return std::nullopt;
  const auto stop = is_fence(&Order::acquire, scope, access.space);
  const bool fenced = support::sound("ordered.acquired", acquires_always(*a, k.arrays[a->array].space, access.space) ||
                                                             !reaches(k, atomic, access.place, stop));
  return fenced || access.waits ? std::optional(OrderedAt(scope, access.space, !fenced)) : std::nullopt;
}

std::optional<OrderedAt> OrderedAt::itself(const Kernel &k, Point atomic, AtomicScope scope) {
  const Atomic *a = atomic_at(k, atomic, scope);
  if (!a)
    return std::nullopt;
  const Space space = k.arrays[a->array].space;
  const auto stop = is_fence(&Order::release, scope, space);
  if (support::unsound("ordered.itself", !releases(*a, space, space) && reaches(k, std::nullopt, atomic, stop)))
    return std::nullopt;
  return OrderedAt(scope, space, false);
}

std::optional<Acquired> Acquired::by(const Kernel &k, const Atomic &a, AtomicScope scope, If when) {
  if (a.scope < scope)
    return std::nullopt;
  Acquired out(scope);
  for (Space space : fenced_spaces)
    out.spaces_[index_of(space)] = (when == If::Writes ? acquires : acquires_always)(a, k.arrays[a.array].space, space);
  return out;
}

void Acquired::pass(const Fence &f) {
  for (Space space : fenced_spaces)
    if (f.order.acquire && cfg::covers(f, scope_, space))
      spaces_[index_of(space)] = true;
}

bool Acquired::meet(const Acquired &other) {
  const auto before = spaces_;
  for (std::size_t i = 0; i < spaces_.size(); ++i)
    spaces_[i] = spaces_[i] && other.spaces_[i];
  return spaces_ != before;
}

bool Acquired::of(Space space) const { return spaces_[index_of(space)]; }

std::optional<OrderedAt> Acquired::behind(const SharedAccess &access) const {
  const bool fenced = support::sound("ordered.acquired", of(access.space));
  return fenced || access.waits ? std::optional(OrderedAt(scope_, access.space, !fenced)) : std::nullopt;
}

} // namespace lockstep::cfg
