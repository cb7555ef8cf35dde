// Analyses as text: see print_analyses.h.
#include "cfg/analysis/print_analyses.h"

#include "cfg/ir/text/print.h"

#include <algorithm>
#include <array>

namespace lockstep::cfg {

namespace {

std::string interval(const Bounds &b) { return "[" + support::text(b.lo) + ", " + support::text(b.hi) + "]"; }

class Printer {
public:
  Printer(const Analyses &a, const Kernel &k) : a_(a), k_(k) {}

  std::string run() {
    line("kernel " + k_.name);
    launch();
    uniform("uniform in a group", a_.group_uniform);
    uniform("uniform in the grid", a_.grid_uniform);
    std::string written;
    for (ArrayId i = 0; i < k_.arrays.size(); ++i)
      if (a_.written[i])
        written += " " + k_.arrays[i].name;
    line("written arrays:" + written);
    for (std::size_t i = 0; i < a_.loops.loops.size(); ++i)
      loop(i);
    for (VarId v = 0; v < k_.vars.size(); ++v)
      if (moves_in_steps(k_, v, a_.congruences[v]))
        line(name(v) + " == " + linear(a_.congruences[v]->base) + " modulo " +
             support::text(a_.congruences[v]->modulus));
    for (BlockId b = 0; b < k_.blocks.size(); ++b)
      ranges(b);
    for (const auto &[at, tokens] : a_.handovers.at)
      if (const std::string said = print(tokens, a_.handovers.channels, k_); !said.empty())
        line("access " + k_.blocks[at.first].name + "." + std::to_string(at.second) + ": " + said);
    return std::move(text_);
  }

private:
  void line(const std::string &s) { text_ += s + "\n"; }
  const std::string &name(VarId v) const { return k_.vars[v].name; }
  std::string expr(const Expr &e) const { return e ? print(e, k_) : "?"; }

  std::string linear(const Linear &l) const {
    std::string out = support::text(l.constant);
    for (const Linear::Term &t : l.terms)
      out += " + " + support::text(t.factor) + " * " + expr(t.atom);
    return out;
  }

  void launch() {
    const auto extent = [](const Launch::Extent &e) { return e ? std::to_string(*e) : std::string("*"); };
    const auto all = [&](const std::array<Launch::Extent, 3> &sizes) {
      return extent(sizes[0]) + "," + extent(sizes[1]) + "," + extent(sizes[2]);
    };
    line("launch: local size " + all(a_.launch.local_size) + ", groups " + all(a_.launch.num_groups));
  }

  void uniform(const std::string &what, const Uniformity &u) {
    std::string vars, blocks;
    for (VarId v = 0; v < k_.vars.size(); ++v)
      if (u.var_uniform[v])
        vars += " " + name(v);
    for (BlockId b = 0; b < k_.blocks.size(); ++b)
      if (u.block_uniform[b])
        blocks += " " + k_.blocks[b].name;
    line(what + ": variables" + vars + "; blocks" + blocks);
  }

  std::string recurrence(const Recurrence &r) const {
    if (r.linear())
      return " = " + expr(r.init) + " + k * " + expr(r.step);
    const auto &amount = r.as_signed ? r.as_signed : r.as_unsigned;
    const auto where = direction(amount);
    return " from " + expr(r.init) +
           (!where                    ? ""
            : *where == Direction::Up ? " upwards"
                                      : " downwards") +
           (band(amount) ? " by " + interval(*amount) : "");
  }

  void loop(std::size_t i) {
    const Loop &l = a_.loops.loops[i];
    std::string blocks;
    for (BlockId b : l.blocks)
      blocks += " " + k_.blocks[b].name;
    line("loop " + k_.blocks[l.head].name + ", depth " + std::to_string(l.depth) + ":" + blocks);
    const LoopInduction &found = a_.induction.loops[i];
    for (const Recurrence &r : found.recurrences)
      line("  " + name(r.var) + recurrence(r));
    if (found.trips.most)
      line("  at most " + support::text(*found.trips.most) + " rounds");
    for (const Orbit &o : found.orbits) {
      std::string vars;
      for (VarId v : o.vars)
        vars += " " + name(v);
      line("  orbit of" + vars + ": " + std::to_string(o.tuples.size()) + " tuples" + (o.cycle ? ", cyclic" : ""));
    }
  }

  // Of the variables about which something is known at the block's entry.
  void ranges(BlockId b) {
    if (!a_.ranges.reachable(b)) {
      line("block " + k_.blocks[b].name + ": never entered");
      return;
    }
    std::string known;
    for (VarId v = 0; v < k_.vars.size(); ++v) {
      const Type type = k_.vars[v].type;
      if (!type.is_int())
        continue;
      const ExprRange r = a_.ranges.at_entry(b, v);
      if (!(r == full_range(type)))
        known += " " + name(v) + " in " + interval(r.as_signed.lo < 0 ? r.as_signed : r.as_unsigned) + ";";
    }
    if (!known.empty())
      line("block " + k_.blocks[b].name + ":" + known);
  }

  const Analyses &a_;
  const Kernel &k_;
  std::string text_;
};

} // namespace

std::string print(const Analyses &a, const Kernel &k) { return Printer(a, k).run(); }

} // namespace lockstep::cfg
