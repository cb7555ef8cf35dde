// The terms of a kernel: see terms.h; their text: see print.h for the grammar.
#include "cfg/ir/text/parse_parts.h"
#include "cfg/ir/text/print.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>

namespace lockstep::cfg {

namespace {
using support::must;

constexpr const char *dimension_names[] = {"x", "y", "z"};

bool within(const Launch::Extent &inner, const Launch::Extent &outer) { return !outer || inner == outer; }
std::string extent_text(const Launch::Extent &e) { return e ? std::to_string(*e) : "*"; }

// A global size stands only beside a free local size; where the latter is given, the former follows.
Launch::Extent global_size(const Launch &l, unsigned d) {
  if (l.global_size[d] || !l.local_size[d] || !l.num_groups[d])
    return l.global_size[d];
  return *l.local_size[d] * *l.num_groups[d];
}

std::string extents_text(const std::array<Launch::Extent, 3> &e) {
  return fmt::format("{} {} {}", extent_text(e[0]), extent_text(e[1]), extent_text(e[2]));
}

std::string launch_text(const Launch &l) {
  const bool global = l.global_size[0] || l.global_size[1] || l.global_size[2];
  return fmt::format("  launch local_size {} num_groups {}{} global_offset {} {} {} dimensions {} warp_size {}{};\n",
                     extents_text(l.local_size), extents_text(l.num_groups),
                     global ? " global_size " + extents_text(l.global_size) : "", l.global_offset[0],
                     l.global_offset[1], l.global_offset[2], l.dimensions, l.warp_size,
                     l.most_threads ? "" : " any_threads");
}

// The terms that are words, in the order in which they are printed.
struct Flag {
  bool Terms::*flag;
  std::string_view text;
};
constexpr Flag flags[] = {{&Terms::nothing_wraps, "nothing_wraps"},
                          {&Terms::bounds_asked, "bounds_asked"},
                          {&Terms::vacuous_allowed, "vacuous_allowed"},
                          {&Terms::own_function, "own_function"},
                          {&Terms::by_contracts, "by_contracts"}};

class TermParser {
public:
  TermParser(kir::Context &c, Terms &terms) : in_(c.in), c_(c), terms_(terms) {}

  void run() {
    if (in_.accept("terms")) {
      words();
    } else if (in_.accept("launch")) {
      launch();
    } else if (in_.accept("assumes")) {
      terms_.assumptions.push_back(must(in_.string("an assumption")));
    } else if (in_.accept("axioms")) {
      std::string file = must(in_.string("the name of a file of axioms"));
      terms_.axioms.push_back({std::move(file), must(in_.string("the text of a file of axioms"))});
    } else {
      const Origin here = in_.here();
      in_.take(); // uncalled
      std::string name = must(in_.string("the name of a function"));
      terms_.uncalled.push_back({std::move(name), must(kir::parse_origin(c_, here))});
    }
    must(in_.expect(";"));
  }

private:
  void words() {
    do {
      const support::Token word = in_.peek();
      if (in_.accept("overflow")) {
        terms_.overflow = kir::parse_word<Overflow>(c_, "undefined or wraps", "overflow is undefined or wraps, not");
      } else if (in_.accept("tolerates")) {
        terms_.tolerance = kir::parse_word<Tolerance>(c_, "none, computed, same, computed_unchanged or unchanged",
                                                      "no kernel tolerates");
      } else if (in_.accept("lock_step")) {
        lock_step();
      } else {
        const auto flag = std::ranges::find_if(flags, [&](const Flag &f) { return in_.accept(f.text); });
        must(flag != std::end(flags) ||
             in_.error_at(word, "'" + word.text +
                                    "' is no term of a kernel: they are overflow, tolerates, nothing_wraps, "
                                    "bounds_asked, vacuous_allowed, own_function, by_contracts, lock_step"));
        terms_.*flag->flag = true;
      }
    } while (in_.accept(","));
  }

  void lock_step() {
    const unsigned lanes = must(kir::parse_count(c_, "a number of threads"));
    must((lanes >= 2 && lanes <= 64 && std::has_single_bit(lanes)) ||
         in_.error("2, 4, 8, 16, 32 or 64 threads run in lock step"));
    terms_.lock_step = lanes;
  }

  void sizes(std::array<Launch::Extent, 3> &out) {
    for (Launch::Extent &e : out) {
      e.reset();
      if (in_.accept("*"))
        continue;
      e = must(in_.integer("a size or '*'"));
      must(*e != 0 || in_.error("a size is positive"));
    }
  }

  void launch() {
    Launch l;
    must(in_.expect("local_size"));
    sizes(l.local_size);
    must(in_.expect("num_groups"));
    sizes(l.num_groups);
    if (in_.accept("global_size"))
      sizes(l.global_size);
    must(in_.expect("global_offset"));
    for (std::uint64_t &o : l.global_offset)
      o = must(in_.integer("an offset"));
    must(in_.expect("dimensions"));
    l.dimensions = must(kir::parse_count(c_, "a number of dimensions"));
    must(in_.expect("warp_size"));
    l.warp_size = must(kir::parse_count(c_, "a number of threads"));
    must((l.dimensions >= 1 && l.dimensions <= 3 && l.warp_size != 0) ||
         in_.error("a launch has one to three dimensions, and warps of at least one thread"));
    if (in_.accept("any_threads"))
      l.most_threads.reset();
    terms_.launch = l;
  }

  support::TextReader &in_;
  kir::Context &c_;
  Terms &terms_;
};
} // namespace

std::string contradiction(const Launch &inner, const Launch &outer) {
  for (unsigned d = 0; d < 3; ++d) {
    const char *name = dimension_names[d];
    const auto say = [&](const char *what, const Launch::Extent &is, const Launch::Extent &was) {
      return fmt::format("{} in dimension {}: {}, not {}", what, name, extent_text(was), extent_text(is));
    };
    if (!within(inner.local_size[d], outer.local_size[d]))
      return say("the size of a group", inner.local_size[d], outer.local_size[d]);
    if (!within(inner.num_groups[d], outer.num_groups[d]))
      return say("the number of groups", inner.num_groups[d], outer.num_groups[d]);
    if (!within(global_size(inner, d), outer.global_size[d]))
      return say("the number of threads", global_size(inner, d), outer.global_size[d]);
    if (inner.global_offset[d] != outer.global_offset[d])
      return say("the global offset", inner.global_offset[d], outer.global_offset[d]);
  }
  if (inner.dimensions != outer.dimensions)
    return fmt::format("the number of dimensions: {}, not {}", outer.dimensions, inner.dimensions);
  if (inner.warp_size != outer.warp_size)
    return fmt::format("the threads of a warp: {}, not {}", outer.warp_size, inner.warp_size);
  return {};
}

bool within(const Launch &inner, const Launch &outer) { return contradiction(inner, outer).empty(); }

std::string print(const Terms &t, const PrintOptions &options) {
  std::string words;
  const auto add = [&](std::string_view word) { words += fmt::format("{}{}", words.empty() ? "" : ", ", word); };
  if (t.overflow != Overflow::Undefined)
    add(fmt::format("overflow {}", text_of(t.overflow)));
  if (t.tolerance != Tolerance::Same)
    add(fmt::format("tolerates {}", text_of(t.tolerance)));
  for (const Flag &f : flags)
    if (t.*f.flag)
      add(f.text);
  if (t.lock_step != 0)
    add(fmt::format("lock_step {}", t.lock_step));
  std::string out = words.empty() ? "" : fmt::format("  terms {};\n", words);
  if (t.launch)
    out += launch_text(*t.launch);
  for (const std::string &a : t.assumptions)
    out += fmt::format("  assumes {};\n", support::quote(a));
  for (const Axioms &a : t.axioms)
    out += fmt::format("  axioms {} {};\n", support::quote(a.file), support::quote(a.text));
  for (const Uncalled &u : t.uncalled)
    out +=
        fmt::format("  uncalled {}{};\n", support::quote(u.name), options.origins ? " " + print_origin(u.origin) : "");
  return out;
}

bool kir::at_term(const Context &c) {
  return c.in.at("terms") || c.in.at("launch") || c.in.at("assumes") || c.in.at("axioms") || c.in.at("uncalled");
}
bool kir::parse_term(Context &c, Terms &terms) {
  return support::done([&] { TermParser(c, terms).run(); });
}

} // namespace lockstep::cfg
