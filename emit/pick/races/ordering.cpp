// What a race goal knows of the order of accesses: see ordering.h.
#include "emit/pick/races/ordering.h"

#include "cfg/ir/assumptions.h"
#include "emit/pick/goals/log.h"

#include "support/sound.h"

#include <algorithm>

namespace lockstep::emit::pick {

namespace b = boogie;

namespace {

std::string slot(const char *what, std::size_t channel, std::size_t number, Thread t) {
  return std::string("log.") + what + "." + std::to_string(channel) + "." + std::to_string(number) + suffix(t);
}
std::string key_of(const char *what, std::size_t channel, std::size_t number, Thread t) {
  return slot((std::string(what) + "_key").c_str(), channel, number, t);
}

// How far the threads of a pair are apart.
cfg::AtomicScope apart(Pair pair) { return pair == Pair::SameGroup ? cfg::AtomicScope::Group : cfg::AtomicScope::Grid; }

bool same_keys(const std::vector<const cfg::Token *> &x, const std::vector<const cfg::Token *> &y) {
  return std::equal(x.begin(), x.end(), y.begin(), y.end(), [](const cfg::Token *p, const cfg::Token *q) {
    const auto same = [](const cfg::Expr &a, const cfg::Expr &b) { return !a == !b && (!a || cfg::equal(a, b)); };
    return same(p->key, q->key) && same(p->when, q->when);
  });
}

} // namespace

// Does it say anything of the goal's pair?
bool OrderOfPicks::counts(const cfg::Token &token) const {
  const cfg::Channel &of = channels_[token.channel];
  const cfg::Pairs own = pair_ == Pair::SameGroup ? cfg::Pairs::OfGroup : cfg::Pairs::OfGroups;
  if (pair_ == Pair::Any || (of.pairs != cfg::Pairs::Any && of.pairs != own) || !token.covers(apart(pair_)))
    return false;
  if (token.when && !c_.encoder.representation.consistent(token.when))
    return false;
  return !token.key || (c_.encoder.representation.consistent(token.key) &&
                        (of.keys == cfg::Keys::Cells || !c_.encoder.representation.is_bv(token.key)));
}

std::map<std::size_t, OrderOfPicks::OfChannel> OrderOfPicks::tokens_of(const PlacedSite &s) const {
  std::map<std::size_t, OfChannel> out;
  for (const auto side : {&cfg::Tokens::gives, &cfg::Tokens::takes})
    for (const cfg::Token &token : s.tokens.*side) {
      if (!counts(token))
        continue;
      OfChannel &of = out[support::left_out("pick_handovers.channel") ? 0 : token.channel];
      (side == &cfg::Tokens::gives ? of.gives : of.takes).push_back(&token);
    }
  return out;
}

OrderOfPicks::OrderOfPicks(Context &c, Pair pair, std::vector<cfg::Channel> channels,
                           const std::vector<PlacedSite> &sites)
    : c_(c), pair_(pair), channels_(std::move(channels)) {
  for (const PlacedSite &s : sites)
    for (const auto &[channel, of] : tokens_of(s)) {
      Slots &slots = slots_[channel];
      slots.gives = std::max(slots.gives, of.gives.size());
      slots.takes = std::max(slots.takes, of.takes.size());
      slots.held = slots.held && channels_[channel].keys != cfg::Keys::Counts && same_keys(of.gives, of.takes);
    }
  std::erase_if(slots_, [](const auto &of) { return of.second.gives == 0 || of.second.takes == 0; });
}

std::vector<cfg::Expr> OrderOfPicks::keys_of(const std::vector<PlacedSite> &sites) const {
  std::vector<cfg::Expr> out;
  for (const PlacedSite &s : sites)
    for (const auto &[channel, of] : tokens_of(s))
      if (slots_.count(channel))
        for (const auto *side : {&of.gives, &of.takes})
          for (const cfg::Token *token : *side)
            for (const cfg::Expr &e : {token->key, token->when})
              if (e)
                out.push_back(e);
  return out;
}

b::Type OrderOfPicks::key_type(std::size_t channel) const {
  return channels_[channel].keys == cfg::Keys::Cells ? c_.encoder.forms.offset_type(channels_[channel].array)
                                                     : b::integer();
}

b::Expr OrderOfPicks::key(std::size_t channel, const cfg::Expr &e, Thread t) {
  if (channels_[channel].keys == cfg::Keys::Cells)
    return c_.encoder.offset(channels_[channel].array, e, t);
  if (e->op == cfg::Op::Add)
    return b::binary("+", key(channel, e->args[0], t), key(channel, e->args[1], t));
  return c_.encoder.integer(e, Sign::Unsigned, t);
}

void OrderOfPicks::declare(b::Procedure &p, const std::vector<PlacedSite> &sites,
                           std::set<std::string> &assumptions) const {
  for (const auto &[channel, slots] : slots_) {
    if (channels_[channel].start)
      assumptions.insert(cfg::assumption::zero_at_start);
    if (channels_[channel].tickets)
      assumptions.insert(cfg::assumption::tickets);
    for (const auto &[what, number] : {std::pair("gives", slots.gives), std::pair("takes", slots.takes)})
      for (std::size_t i = 0; i < number && !(slots.held && what == std::string("takes")); ++i)
        for (Thread t : both_threads) {
          pick::declare(p, slot(what, channel, i, t), b::boolean());
          if (channels_[channel].keys != cfg::Keys::None)
            pick::declare(p, key_of(what, channel, i, t), key_type(channel));
        }
  }
  for (const PlacedSite &s : sites)
    for (const auto &[channel, of] : tokens_of(s))
      if (slots_.count(channel))
        for (const cfg::Token *token : of.takes)
          if (token->bare())
            assumptions.insert(cfg::assumption::behind_atomics);
}

void OrderOfPicks::note_pick(BlockWriter &w, const PlacedSite &s, Thread t) {
  if (slots_.empty())
    return;
  auto all = tokens_of(s);
  for (const auto &[channel, slots] : slots_) {
    const OfChannel &of = all[channel];
    const auto say = [&, channel = channel](const char *what, const std::vector<const cfg::Token *> &side,
                                            std::size_t number) {
      for (std::size_t i = 0; i < number; ++i) {
        const bool has = i < side.size();
        note(w, slot(what, channel, i, t),
             has && side[i]->when ? c_.encoder.boolean(side[i]->when, t) : b::bool_lit(has));
        if (i < side.size() && side[i]->key)
          note(w, key_of(what, channel, i, t), key(channel, side[i]->key, t));
      }
    };
    say("gives", of.gives, slots.gives);
    if (!slots.held)
      say("takes", of.takes, slots.takes);
  }
}

b::Expr OrderOfPicks::meet(std::size_t channel, const b::Expr &given, const b::Expr &taken) const {
  if (channels_[channel].keys == cfg::Keys::Cells)
    return support::left_out("pick_handovers.cell") ? b::bool_lit(true) : b::eq(given, taken);
  return b::binary(support::left_out("pick_handovers.numbered") ? "<=" : "<", given, taken);
}

std::vector<b::Expr> OrderOfPicks::ordered() const {
  std::vector<b::Expr> out;
  for (const auto &[channel, slots] : slots_)
    for (Thread first : both_threads) {
      const Thread second = first == Thread::First ? Thread::Second : Thread::First;
      const char *takes = slots.held ? "gives" : "takes";
      for (std::size_t i = 0; i < slots.gives; ++i)
        for (std::size_t j = 0; j < slots.takes; ++j) {
          std::vector<b::Expr> both{b::ident(slot("gives", channel, i, first), b::boolean()),
                                    b::ident(slot(takes, channel, j, second), b::boolean())};
          if (channels_[channel].keys != cfg::Keys::None)
            both.push_back(meet(channel, b::ident(key_of("gives", channel, i, first), key_type(channel)),
                                b::ident(key_of(takes, channel, j, second), key_type(channel))));
          out.push_back(b::conj(both));
        }
      if (slots.held) // the same, the other way round
        break;
    }
  return out;
}

} // namespace lockstep::emit::pick
