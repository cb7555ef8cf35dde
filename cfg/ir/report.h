// What a checker finds: each violation as an error at its place, with the name of whose it is. For the checkers of
// kernels (check.cpp) and of predicated and lock-step programs (predication/check.cpp).
#pragma once

#include "cfg/ir/expr.h"
#include "support/diagnostic.h"

#include <fmt/format.h>

template <> struct fmt::formatter<lockstep::cfg::Type> : fmt::formatter<std::string> {
  template <typename Context> auto format(lockstep::cfg::Type t, Context &c) const {
    return fmt::formatter<std::string>::format(t.str(), c);
  }
};

namespace lockstep::cfg {

class Report {
public:
  // `whose`: "kernel 'k'". `whole`: where it stands, the place of what has none.
  Report(support::Diagnostics &diags, std::string whose, const support::Origin &whole)
      : diags_(diags), whose_(std::move(whose)), whole_(whole), here_(whole) {}

  // What follows is about what stands here.
  void at(const support::Origin &here) { here_ = here.known() ? here : whole_; }

  // An error with this message if it does not hold; whether it does. The message is made where it is needed only.
  template <typename... Args>
  bool require(bool holds, fmt::format_string<const Args &...> message, const Args &...args) {
    if (!holds) {
      diags_.error(here_, fmt::format("{}: {}", whose_, fmt::format(message, args...)));
      ok_ = false;
    }
    return holds;
  }
  bool ok() const { return ok_; }

private:
  support::Diagnostics &diags_;
  const std::string whose_;
  const support::Origin whole_;
  support::Origin here_;
  bool ok_ = true;
};

} // namespace lockstep::cfg
