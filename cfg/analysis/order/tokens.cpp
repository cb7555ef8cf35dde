// Tokens: see tokens.h.
#include "cfg/analysis/order/tokens.h"

#include "cfg/ir/text/print.h"

#include <algorithm>

namespace lockstep::cfg {

bool Token::covers(AtomicScope apart) const {
  if (auto *turn = std::get_if<InTurn>(&grounds))
    return turn->acquired.covers(apart) && turn->released.covers(apart);
  auto *order = std::get_if<OrderedAt>(&grounds);
  return !order || order->covers(apart);
}

bool Token::bare() const {
  auto *turn = std::get_if<InTurn>(&grounds);
  auto *order = turn ? &turn->acquired : std::get_if<OrderedAt>(&grounds);
  return order && order->bare();
}

bool Token::operator==(const Token &o) const {
  const auto same = [](const Expr &a, const Expr &b) { return !a == !b && (!a || equal(a, b)); };
  return channel == o.channel && same(key, o.key) && same(when, o.when) && grounds == o.grounds;
}

std::string print(const Tokens &t, const std::vector<Channel> &channels, const Kernel &k) {
  std::string out;
  const auto say = [&](const char *verb, const Token &token) {
    const Channel &of = channels[token.channel];
    out += std::string(out.empty() ? "" : " ") + verb + " " + of.name +
           (token.key ? "[" + print(token.key, k) + "]" : "") + (of.pairs == Pairs::OfGroup ? " in a group" : "") +
           (token.when ? " if " + print(token.when, k) : "") + (token.bare() ? " bare" : "");
  };
  const auto among = [](const std::vector<Token> &all, const Token &x) {
    return std::ranges::find(all, x) != all.end();
  };
  for (const Token &x : t.gives)
    say(among(t.takes, x) ? "holds" : "gives", x);
  for (const Token &x : t.takes)
    if (!among(t.gives, x))
      say("takes", x);
  return out;
}

} // namespace lockstep::cfg
