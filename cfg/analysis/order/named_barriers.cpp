// Barriers of some threads: see named_barriers.h.
#include "cfg/analysis/order/named_barriers/parts.h"

#include "cfg/analysis/sharing/warp_teams.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::cfg {

namespace {

constexpr std::uint64_t most_statements = 400'000'000; // values of variables that are followed, in all

class RoleFinder {
public:
  RoleFinder(const Kernel &k, const LoopForest &forest, const Induction &induction, const Launch &launch)
      : k_(k), forest_(forest), induction_(induction), launch_(launch) {}

  NumberedBarriers run() {
    for (BlockId b = static_cast<BlockId>(k_.blocks.size()); b-- > 0;)
      for (auto i = static_cast<std::uint32_t>(k_.blocks[b].stmts.size()); i-- > 0;)
        if (std::holds_alternative<Numbered>(k_.blocks[b].stmts[i].node))
          out_.block = b, out_.stmt = i;
    if (!find_roles() || !find_numbers())
      out_.all.clear();
    return std::move(out_);
  }

private:
  bool lacks(std::string what) {
    out_.missing = std::move(what);
    return false;
  }

  bool find_roles() {
    std::uint64_t threads = 1;
    for (const auto &size : launch_.local_size) {
      if (!size)
        return lacks("the number of threads is not known");
      threads *= *size;
    }
    if (threads > 1024 || threads * k_.blocks.size() * k_.vars.size() > most_statements)
      return lacks("the kernel is too large to follow each thread");
    std::map<OpenEdges, std::size_t> known;
    for (std::uint64_t t = 0; t < threads; ++t) {
      const auto &size = launch_.local_size;
      const OpenEdges open =
          edges_open_to(k_, launch_, {t % *size[0], t / *size[0] % *size[1], t / *size[0] / *size[1]});
      const auto [at, added] = known.try_emplace(open, sequences_.size());
      if (added)
        sequences_.push_back(barrier_sequence(k_, forest_, induction_, open));
      if (const std::string &missing = sequences_[at->second].missing; !missing.empty())
        return lacks(missing);
      role_of_.push_back(at->second);
      if (support::unsound("numbered.warp",
                           t % launch_.warp_size != 0 && !(sequences_[at->second] == sequences_[role_of_[t - 1]])))
        return lacks("threads of one warp come to different barriers");
    }
    std::string loop;
    for (const BarrierSequence &s : sequences_)
      if (!s.loop.empty()) {
        if (support::unsound("numbered.rounds", !loop.empty() && s.loop != loop))
          return lacks("how often the threads go round their loops is not known to be equal");
        loop = s.loop;
      }
    const std::string rounds = rounds_missing(k_, sequences_);
    return rounds.empty() || lacks(rounds);
  }

  // Which threads come to which numbers, and are they as many as these ask for?
  bool find_numbers() {
    std::map<unsigned, std::set<Point>> places;
    std::map<unsigned, NumberedBarrier> found;
    std::map<unsigned, std::set<unsigned>> counts;
    for (BlockId b = 0; b < k_.blocks.size(); ++b)
      for (std::uint32_t i = 0; i < k_.blocks[b].stmts.size(); ++i)
        if (auto *n = std::get_if<Numbered>(&k_.blocks[b].stmts[i].node)) {
          if (!n->counter)
            return lacks("the barriers of a thread are not counted");
          places[n->number].insert({b, i});
          found[n->number].number = n->number;
          (n->waits ? found[n->number].waited : found[n->number].arrived) = n->counter;
          counts[n->number].insert(n->threads);
        }
    for (auto &[number, barrier] : found) {
      std::vector<bool> comes(role_of_.size());
      unsigned threads = 0;
      for (std::size_t t = 0; t < role_of_.size(); ++t) {
        const BarrierSequence &s = sequences_[role_of_[t]];
        for (const auto *part : {&s.before, &s.body, &s.behind})
          for (Point p : *part)
            comes[t] = comes[t] || places[number].count(p) != 0;
        threads += comes[t];
      }
      const std::string name = "barrier " + std::to_string(number);
      if (support::unsound("numbered.one_count", counts[number].size() != 1))
        return lacks("not all that come to " + name + " ask for the same number of threads");
      if (support::unsound("numbered.count", threads != *counts[number].begin()))
        return lacks(std::to_string(threads) + " threads come to " + name + ", which is for " +
                     std::to_string(*counts[number].begin()));
      barrier.comes = among(comes);
      out_.all.push_back(barrier);
    }
    return true;
  }

  Expr among(const std::vector<bool> &comes) const {
    const Type type = int_type(32);
    const Expr linear = linear_local_id(launch_, type);
    Expr out = boolean(false);
    for (std::size_t t = 0; t < comes.size(); ++t) {
      if (!comes[t])
        continue;
      const std::size_t first = t;
      while (t + 1 < comes.size() && comes[t + 1])
        ++t;
      out = binary(
          Op::Or, out,
          binary(Op::And, binary(Op::Ule, constant(type, first), linear), binary(Op::Ule, linear, constant(type, t))));
    }
    return support::left_out("numbered.comes") ? boolean(true) : out;
  }

  const Kernel &k_;
  const LoopForest &forest_;
  const Induction &induction_;
  const Launch &launch_;
  NumberedBarriers out_;
  std::vector<BarrierSequence> sequences_;
  std::vector<std::size_t> role_of_; // by linear local id
};

} // namespace

void NumberedBarriers::give_tokens(const Kernel &k, Handovers &out) const {
  for (const NumberedBarrier &n : all) {
    if (!n.waited)
      continue;
    const auto count = [&](VarId counter) { return variable(counter, k.vars[counter].type); };
    const Expr passings = count(*n.waited),
               comings = n.arrived ? binary(Op::Add, passings, count(*n.arrived)) : passings;
    const std::size_t channel = out.open({"barrier " + std::to_string(n.number), Keys::Counts, Pairs::OfGroup});
    for (const AccessRef &a : shared_accesses(k)) {
      Tokens &at = out.at[{a.block, a.stmt}];
      at.gives.push_back({channel, comings, PassedTogether(), n.comes});
      at.takes.push_back({channel, passings, PassedTogether()});
    }
  }
}

NumberedBarriers numbered_barriers(const Kernel &k, const LoopForest &forest, const Induction &induction,
                                   const Launch &launch) {
  return has_numbered(k) ? RoleFinder(k, forest, induction, launch).run() : NumberedBarriers{};
}

} // namespace lockstep::cfg
