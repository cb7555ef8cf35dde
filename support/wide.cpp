// Numbers of the analyses: see wide.h.
#include "support/wide.h"

#include <utility>

namespace lockstep::support {

Wide magnitude(Wide a) { return a.is_known() && a < 0 ? -a : a; }

Wide floor_div(Wide a, Wide b) {
  LOCKSTEP_INVARIANT(b > 0, "rounding down is by a positive divisor");
  const Wide q = a / b;
  return a.is_exact() && q * b > a ? q - 1 : q;
}

Wide ceil_div(Wide a, Wide b) { return -floor_div(-a, b); }

Wide gcd(Wide a, Wide b) {
  const auto x = a.exact(), y = b.exact();
  if (!x || !y)
    return 1;
  __int128 m = *x < 0 ? -*x : *x, n = *y < 0 ? -*y : *y;
  while (n != 0) {
    m %= n;
    std::swap(m, n);
  }
  return m;
}

std::string text(Wide a) {
  const auto exact = a.exact();
  if (!exact)
    return !a.is_known() ? "?" : a < 0 ? "-inf" : "inf";
  if (*exact == 0)
    return "0";
  std::string out;
  for (__int128 m = *exact < 0 ? -*exact : *exact; m != 0; m /= 10)
    out.insert(out.begin(), static_cast<char>('0' + static_cast<int>(m % 10)));
  return *exact < 0 ? "-" + out : out;
}

} // namespace lockstep::support
