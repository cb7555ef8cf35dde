// Programs for warps to text: see program.h.
#include "cfg/ir/text/print.h"
#include "cfg/ir/text/kir_words.h"
#include "semantics/simt/program/program.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::semantics::simt {

namespace {

struct BodyText {
  const cfg::Kernel &k;

  std::string operator()(const cfg::Stmt &s) const { return cfg::print(s, k); }
  std::string operator()(const PushToken &p) const {
    return fmt::format("{} {}",
                       p.kind == TokenKind::Sync    ? "ssy"
                       : p.kind == TokenKind::Break ? "preBrk"
                                                    : "preRet",
                       p.target);
  }
  std::string operator()(const SyncLanes &) const { return "sync"; }
  std::string operator()(const Leave &l) const {
    return l.why == Disabled::Break ? "brk" : l.why == Disabled::Return ? "ret" : "exit";
  }
  std::string operator()(const Jump &j) const {
    return fmt::format("{} {}", j.call ? "call" : "bra",
                       j.computed ? "[" + cfg::print(j.computed, k) + "]" : std::to_string(j.to));
  }
  std::string operator()(const Vote &v) const {
    constexpr const char *words[] = {"all", "any", "uni", "ballot"};
    return fmt::format("vote {} {} := {}", words[static_cast<std::size_t>(v.op)], var(v.dest), cfg::print(v.value, k));
  }
  std::string operator()(const Bar &b) const {
    const std::string of = b.threads ? " of " + cfg::print(b.threads, k) : "", number = cfg::print(b.number, k);
    if (b.kind != BarKind::Red)
      return fmt::format("bar.{} {}{}", b.kind == BarKind::Sync ? "sync" : "arrive", number, of);
    constexpr const char *words[] = {"and", "or", "popc"};
    return fmt::format("bar.red {} {} := {}, {}{}", words[static_cast<std::size_t>(b.op)], var(b.dest),
                       cfg::print(b.value, k), number, of);
  }
  std::string var(cfg::VarId v) const { return v < k.vars.size() ? cfg::spell_name(k.vars[v].name) : "?"; }
};

} // namespace

std::optional<Pc> Program::at(Address a) const {
  const auto it = std::lower_bound(code.begin(), code.end(), a,
                                   [](const Instruction &i, Address wanted) { return i.address < wanted; });
  if (it == code.end() || it->address != a)
    return std::nullopt;
  return static_cast<Pc>(it - code.begin());
}

std::vector<std::uint64_t> Program::addresses() const {
  std::vector<std::uint64_t> out;
  for (const Instruction &i : code)
    out.push_back(i.address);
  return out;
}

std::string print(const Instruction &i, const Program &p) { return std::visit(BodyText{p.kernel}, i.body); }

std::string print_guarded(const Instruction &i, const Program &p) {
  return i.guard ? fmt::format("@{} {}", cfg::print(i.guard, p.kernel), print(i, p)) : print(i, p);
}

std::string print(const Program &p) {
  cfg::Kernel shell = p.kernel; // its declarations only
  shell.blocks = {{"end", {}, {cfg::Return{}, {}}, {}}};
  std::string head = cfg::print(shell);
  head.erase(head.find("\nblock") + 1);
  if (!head.ends_with("\n\n"))
    head += "\n";
  std::string out = "simt" + head.substr(head.find(' '));
  if (!p.code.empty() && p.entry != p.code.front().address)
    out += fmt::format("  entry {};\n", p.entry);
  for (const Instruction &i : p.code)
    out += fmt::format("{:>5}: {};\n", i.address, print_guarded(i, p));
  return out + "}\n";
}

} // namespace lockstep::semantics::simt
