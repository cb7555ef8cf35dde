// What a race goal knows of the order of accesses (cfg/analysis/order/tokens.h): where a thread picks an access it says
// which tokens that gives, and which it takes; accesses are ordered where a token that one gives meets one that the
// other takes. Whatever has given the tokens, a lock or a point in lock step, is encoded alike:
//
//   log.gives.C.I$1, log.gives_key.C.I$1     does the pick give an I-th token of channel C, and its key
//   log.takes.C.I$1, log.takes_key.C.I$1     likewise what it takes
//
// Sound because this is what tokens mean: those of one channel meet, of a pair that the channel is about and that both
// tokens' grounds cover, if their keys do: one cell, or the lesser count given; a key is read where the access is
// picked, where its variables have the values that it speaks of. A token whose key cannot be encoded is left out, which
// only leaves accesses unordered.
#pragma once

#include "cfg/analysis/order/tokens.h"
#include "emit/boogie/block_writer.h"
#include "emit/encode/geometry.h"
#include "emit/pick/run/context.h"
#include "emit/pick/sites/sites.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace lockstep::emit::pick {

class OrderOfPicks {
public:
  // Of channels of which some site gives something and some takes something, all that is ever said.
  OrderOfPicks(Context &c, Pair pair, std::vector<cfg::Channel> channels, const std::vector<PlacedSite> &sites);

  std::vector<cfg::Expr> keys_of(const std::vector<PlacedSite> &sites) const;
  void declare(boogie::Procedure &p, const std::vector<PlacedSite> &sites, std::set<std::string> &assumptions) const;
  void note_pick(BlockWriter &w, const PlacedSite &s, Thread t); // what it gives and takes
  std::vector<boogie::Expr> ordered() const;                     // any of them: the two accesses are

private:
  struct OfChannel {
    std::vector<const cfg::Token *> gives, takes;
  };
  struct Slots { // so many of each by one access, at most; held: all give what they take, and meet both ways
    std::size_t gives = 0, takes = 0;
    bool held = true;
  };
  bool counts(const cfg::Token &token) const;
  std::map<std::size_t, OfChannel> tokens_of(const PlacedSite &s) const;
  boogie::Type key_type(std::size_t channel) const;
  boogie::Expr key(std::size_t channel, const cfg::Expr &e, Thread t);
  boogie::Expr meet(std::size_t channel, const boogie::Expr &given, const boogie::Expr &taken) const;

  Context &c_;
  const Pair pair_;
  const std::vector<cfg::Channel> channels_;
  std::map<std::size_t, Slots> slots_; // by channel
};

} // namespace lockstep::emit::pick
