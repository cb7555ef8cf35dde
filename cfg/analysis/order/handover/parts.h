// The parts of the analysis of handovers: see order/handover.h. Private to this folder.
#pragma once

#include "cfg/analysis/graph/definitions.h"
#include "cfg/analysis/graph/dominators.h"
#include "cfg/analysis/graph/liveness.h"
#include "cfg/analysis/order/handover.h"
#include "cfg/analysis/order/places.h"

#include <optional>

namespace lockstep::cfg {

std::string name_of(const Kernel &k, ArrayId array); // the user's

// Who is named by a number that he has (names.cpp): does another value of it mean another group, or thread?
enum class Names : std::uint8_t { Nobody, Group, Thread };
class Namer {
public:
  // `definitions`: the only ones.
  Namer(const Kernel &k, const Launch &launch, const DominatorTree &dominators,
        const std::vector<std::optional<Point>> &definitions)
      : k_(k), launch_(launch), dominators_(dominators), definitions_(definitions), live_(liveness(k)) {}
  struct Name {
    Names who = Names::Nobody;
    std::optional<ArrayId> counter; // that has given it
  };
  Name operator()(const Expr &number) const { return name(number, 0); }

private:
  Name name(const Expr &number, unsigned depth) const;
  bool is_linear_id(const Expr &product, const Expr &id) const;
  std::optional<ArrayId> drawn_from(std::optional<Point> definition) const;
  Expr handed_within_group(std::optional<Point> definition, VarId v) const;

  const Kernel &k_;
  const Launch &launch_;
  const DominatorTree &dominators_;
  const std::vector<std::optional<Point>> &definitions_;
  const Liveness live_;
};

// A kernel with what all analyses of handovers ask about it.
struct Subject {
  Subject(const Kernel &kernel, const Facts &known, const Launch &sizes)
      : k(kernel), launch(sizes), facts(kernel, known), edges(kernel, facts), dominators(cfg::dominators(kernel)),
        definitions(only_definitions(kernel)), namer(kernel, sizes, dominators, definitions),
        accesses(accesses_to_order(kernel)) {}
  Subject(const Subject &) = delete; // its parts refer to each other

  std::vector<Fact> known(Point p) { return facts.before(p.first, p.second); }
  std::optional<LocalIds> only_thread(Point p) { return cfg::only_thread(known(p), launch); }
  bool by_one_thread(Point p, Point q) { // of each group, and the same one
    const auto who = only_thread(p);
    return who && who == only_thread(q);
  }
  bool precedes(Point first, Point p) const { return cfg::precedes(dominators, first, p); }

  const Kernel &k;
  const Launch &launch;
  FactReader facts;
  const Edges edges;
  const DominatorTree dominators;
  const std::vector<std::optional<Point>> definitions; // the only ones, per variable
  const Namer namer;
  const std::vector<SharedAccess> accesses; // those that may be ordered
};

void find_locks(Subject &subject, Handovers &out);
void find_posts(Subject &subject, Handovers &out);
void find_counters(Subject &subject, Handovers &out);

} // namespace lockstep::cfg
