// Result<T>: a value or nothing, with the reasons in the Diagnostics passed beside it. For user mistakes and
// unsupported constructs; our own mistakes are LOCKSTEP_INVARIANT failures (invariant.h).
#pragma once

#include "support/diagnostic.h"
#include "support/invariant.h"

#include <optional>
#include <utility>

namespace lockstep::support {

struct Failure {};
inline constexpr Failure failure{};

template <typename T> class [[nodiscard]] Result {
public:
  Result(T value) : value_(std::move(value)) {}
  Result(Failure) {}

  explicit operator bool() const { return value_.has_value(); }
  T &operator*() & { return get(); }
  const T &operator*() const & { return const_cast<Result *>(this)->get(); }
  T &&operator*() && { return std::move(get()); }
  T *operator->() { return &get(); }
  const T *operator->() const { return &const_cast<Result *>(this)->get(); }

private:
  T &get() {
    LOCKSTEP_INVARIANT(value_.has_value(), "the caller tests a Result before using its value");
    return *value_;
  }
  std::optional<T> value_;
};

} // namespace lockstep::support
