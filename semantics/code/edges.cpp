// Edges in register code: see edges.h.
#include "semantics/code/edges.h"

#include <utility>

namespace lockstep::semantics {

namespace {

bool holds_barrier(const cfg::Kernel &k, const cfg::Loop &l) {
  for (cfg::BlockId id : l.blocks)
    for (const cfg::Stmt &s : k.blocks[id].stmts)
      if (std::holds_alternative<cfg::Barrier>(s.node))
        return true;
  return false;
}

void lead(Code &code, const Target &from, std::uint32_t to) {
  switch (from.kind) {
  case Target::Kind::Instruction: code.instrs[from.of].c = to; return;
  case Target::Kind::Case: code.switches[from.of].cases[from.which].second = to; return;
  case Target::Kind::Otherwise: code.switches[from.of].otherwise = to; return;
  case Target::Kind::Goto: code.gotos[from.of].targets[from.which] = to; return;
  }
}

} // namespace

LoopCounters::LoopCounters(const cfg::Kernel &k, const cfg::LoopForest &forest, Code &code)
    : forest_(forest), counters_(forest.loops.size()) {
  for (std::size_t l = 0; l < forest.loops.size(); ++l)
    if (k.terms.lock_step != 0 || holds_barrier(k, forest.loops[l]))
      counters_[l] = code.loop_counters++;
}

std::optional<std::uint32_t> LoopCounters::headed_by(cfg::BlockId b) const {
  const int l = forest_.headed_by(b);
  return l < 0 ? std::nullopt : counters_[static_cast<std::size_t>(l)];
}

std::vector<std::uint32_t> LoopCounters::left(cfg::BlockId from, cfg::BlockId to) const {
  std::vector<std::uint32_t> out;
  for (std::size_t l = 0; l < counters_.size(); ++l)
    if (counters_[l] && forest_.contains(static_cast<int>(l), from) && !forest_.contains(static_cast<int>(l), to))
      out.push_back(*counters_[l]);
  return out;
}

void Edges::add(Target target, cfg::BlockId from, cfg::BlockId to) {
  (counters_.left(from, to).empty() ? direct_ : by_stubs_).push_back({target, from, to});
}

void Edges::write_stubs() {
  for (const Edge &e : std::exchange(by_stubs_, {})) {
    lead(code_, e.target, b_.here());
    for (std::uint32_t counter : counters_.left(e.from, e.to))
      b_.emit(Do::LoopLeft, 0, 0, counter);
    direct_.push_back({{Target::Kind::Instruction, b_.emit(Do::Jump)}, e.from, e.to});
  }
}

void Edges::resolve() {
  for (const Edge &e : direct_)
    lead(code_, e.target, starts_[e.to]);
}

} // namespace lockstep::semantics
