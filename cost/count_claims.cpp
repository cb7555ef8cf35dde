// See count_claims.h.
#include "cost/count_claims.h"

#include "cfg/analysis/graph/dominators.h"
#include "cfg/ir/evaluate.h"
#include "cfg/ir/print.h"
#include "cfg/ir/rewrite.h"
#include "cfg/ir/shown_name.h"
#include "cost/requests/accesses.h"
#include "support/budget.h"
#include "support/sound.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <random>
#include <set>

namespace lockstep::coalescing {

namespace {

using cfg::BlockId;
using cfg::Expr;
using cfg::Op;
using cfg::Type;
using cfg::VarId;
namespace c = cfg;

constexpr Type word = cfg::int_type(64), id = cfg::int_type(32);

struct Refused {
  std::string reason;
};

struct ClaimDefinition {
  BlockId block;
  std::uint32_t stmt;
  Expr value; // null: not by an assignment
};

Expr number(std::int64_t n, Type type = word) {
  return c::constant(type, c::mask_to_width(static_cast<std::uint64_t>(n), type.width));
}
// Of one that is not negative, and fits both types.
Expr fitted(const Expr &e, Type type) {
  return type.width < e->type.width ? c::cast(Op::Trunc, e, type) : c::cast(Op::Zext, e, type);
}

std::int64_t bits_of(const support::Wide &n) { return static_cast<std::int64_t>(n.bits()); }

// The claim's kernel while it is written.
class Claimed {
public:
  explicit Claimed(const std::string &name) {
    kernel.name = name;
    kernel.blocks.push_back({"entry", {}, {c::Return{}, {}}, {}});
    kernel.terms.launch = c::Launch{};
  }
  Expr parameter(const std::string &name, Type type) {
    std::string free = name;
    for (unsigned i = 1; !names_.insert(free).second; ++i)
      free = fmt::format("{}.{}", name, i);
    kernel.vars.push_back({free, type, true, {}, {}});
    return c::variable(static_cast<VarId>(kernel.vars.size() - 1), type);
  }
  void assume(Expr condition) { add(c::Assume{std::move(condition), c::AssumeKind::Requires}); }
  void claim(Expr condition, std::string message) {
    add(c::Assert{std::move(condition), c::AssertKind::User, std::move(message)});
  }

  c::Kernel kernel;

private:
  void add(decltype(c::Stmt::node) node) { kernel.blocks[0].stmts.push_back({std::move(node), {}}); }
  std::set<std::string> names_;
};

// A parameter of the claim, and which values it is tried with.
struct Free {
  VarId var;
  std::uint64_t below = 0; // 0: any
  std::uint64_t from = 0;  // the first of them, as bits
};

// The access's offset in terms of the claim's parameters and local ids.
class Resolver {
public:
  Resolver(const c::Kernel &k, const c::Analyses &a, unsigned lanes, Claimed &out)
      : k_(k), a_(a), out_(out), dom_(c::dominators(k)),
        uniform_(c::uniformity(k, a.loops, {.level = c::UniformityLevel::Team, .lanes = lanes, .launch = a.launch})),
        defs_(k.vars.size()) {
    for (BlockId b = 0; b < k.blocks.size(); ++b)
      for (std::uint32_t s = 0; s < k.blocks[b].stmts.size(); ++s)
        for (VarId v : c::defined_vars(k.blocks[b].stmts[s])) {
          auto *assign = std::get_if<c::Assign>(&k.blocks[b].stmts[s].node);
          defs_[v].push_back({b, s, assign ? assign->value : nullptr});
        }
  }

  Expr resolve(const Expr &e, BlockId block, std::uint32_t stmt, unsigned depth = 0) {
    if (depth > 64)
      throw Refused{"the offset is made in too many steps"};
    return c::replace(e, [&](const Expr &n) -> Expr {
      switch (n->op) {
      case Op::Var: return of_variable(n->var, block, stmt, depth);
      case Op::GroupId: return quantity(n, a_.launch.num_groups[n->value], "group_id");
      case Op::LocalSize: return known(n, a_.launch.local_size[n->value], "local_size");
      case Op::NumGroups: return known(n, a_.launch.num_groups[n->value], "num_groups");
      case Op::GlobalOffset: return c::constant(n->type, a_.launch.global_offset[n->value]);
      case Op::Call:
      case Op::Read: throw Refused{"the offset is computed by a function that is known by its name only"};
      default:
        if (n->type.is_float())
          throw Refused{"the offset is computed with floating-point numbers"};
        return nullptr;
      }
    });
  }

  const std::vector<Free> &free() const { return free_; }

private:
  Expr of_variable(VarId v, BlockId block, std::uint32_t stmt, unsigned depth) {
    const c::Var &var = k_.vars[v];
    if (var.type.is_float())
      throw Refused{"the offset is computed with floating-point numbers"};
    if (var.param && defs_[v].empty())
      return parameter(v, {0, 0}, var);
    if (!var.param && defs_[v].size() == 1) {
      const ClaimDefinition &d = defs_[v].front();
      const bool before = d.block == block ? d.stmt < stmt : dom_.dominates(d.block, block);
      if (d.value && before)
        return resolve(d.value, d.block, d.stmt, depth + 1);
    }
    if (uniform_.var_uniform[v])
      return parameter(v, {block, stmt}, var);
    if (const Expr counted = in_its_loop(v, block, stmt, depth))
      return counted;
    if (!support::left_out("claims.uniform"))
      throw Refused{defs_[v].size() == 1 ? "the offset depends on what memory holds"
                                         : fmt::format("the offset depends on '{}', which threads set at several "
                                                       "places, each to its own value",
                                                       cfg::shown_name(var))};
    return parameter(v, {block, stmt}, var);
  }

  // What a variable that its loop moves by equal steps holds, if it still is what it was at the loop's head: the
  // threads of a warp that are in the loop have gone round equally often.
  Expr in_its_loop(VarId v, BlockId block, std::uint32_t stmt, unsigned depth) {
    for (int l = a_.loops.loop_of[block]; l != -1; l = a_.loops.loops[static_cast<std::size_t>(l)].parent) {
      const auto loop = static_cast<std::size_t>(l);
      const std::vector<VarId> &moved = a_.induction.loops[loop].modified;
      if (std::find(moved.begin(), moved.end(), v) == moved.end())
        continue; // an outer loop's
      const c::Recurrence *r = a_.induction.linear(loop, v);
      if (!r || !r->init || !as_at_head(v, loop, block, stmt))
        return nullptr;
      const BlockId head = a_.loops.loops[loop].head;
      const Expr init = resolve(r->init, head, 0, depth + 1), step = resolve(r->step, head, 0, depth + 1);
      auto [at, fresh] = rounds_.try_emplace({loop, init->type.width});
      if (fresh)
        at->second = add(fmt::format("round.{}", loop), init->type, 0);
      // That neither wraps: what lies between two numbers that are not negative fits the type. Else nothing is said of
      // it, for an operation that wraps would make the claim one of fewer rounds.
      const bool fits = r->as_signed && a_.ranges.evaluate(r->init, head).as_signed.lo >= 0 &&
                        a_.ranges.evaluate(c::variable(v, k_.vars[v].type), head).as_signed.lo >= 0;
      return c::binary(Op::Add, init, c::binary(Op::Mul, at->second, step, fits), fits);
    }
    return nullptr;
  }

  // Does no way lead from an assignment in the loop to the place, but through the head?
  bool as_at_head(VarId v, std::size_t loop, BlockId block, std::uint32_t stmt) const {
    if (support::left_out("claims.head"))
      return true;
    std::vector<BlockId> todo;
    std::set<BlockId> seen;
    const auto behind = [&](BlockId b) {
      for (BlockId s : c::successors(k_.blocks[b].end))
        if (s != a_.loops.loops[loop].head && a_.loops.contains(static_cast<int>(loop), s) && seen.insert(s).second)
          todo.push_back(s);
    };
    for (const ClaimDefinition &d : defs_[v])
      if (a_.loops.contains(static_cast<int>(loop), d.block)) {
        if (d.block == block && d.stmt < stmt)
          return false;
        behind(d.block);
      }
    while (!todo.empty()) {
      support::spend();
      const BlockId b = todo.back();
      todo.pop_back();
      behind(b);
    }
    return seen.count(block) == 0;
  }

  // What it holds at that place.
  Expr parameter(VarId v, cfg::Point place, const c::Var &var) {
    auto [at, fresh] = variables_.try_emplace({v, place});
    if (!fresh)
      return at->second;
    at->second = add(cfg::shown_name(var), var.type, 0);
    if (var.param || !var.type.is_int())
      return at->second;
    const c::Bounds range =
        a_.ranges.evaluate_before(c::variable(v, var.type), k_, place.first, place.second).as_signed;
    const c::Bounds all = c::full_range(var.type).as_signed;
    if (range.lo > all.lo)
      out_.assume(c::binary(Op::Sle, number(bits_of(range.lo), var.type), at->second));
    if (range.hi < all.hi)
      out_.assume(c::binary(Op::Sle, at->second, number(bits_of(range.hi), var.type)));
    if (range.lo > all.lo && range.hi < all.hi && range.hi - range.lo < 4096) {
      free_.back().from = range.lo.bits();
      free_.back().below = (range.hi - range.lo).bits() + 1;
    }
    return at->second;
  }

  Expr known(const Expr &n, const c::Launch::Extent &size, const char *name) {
    return size ? c::constant(n->type, *size) : quantity(n, {}, name);
  }
  Expr quantity(const Expr &n, const c::Launch::Extent &below, const char *name) {
    if (below && *below == 1)
      return c::constant(n->type, 0);
    auto [at, fresh] = quantities_.try_emplace({n->op, n->value});
    if (fresh) {
      const std::uint64_t most = below ? *below : std::uint64_t(1) << 31;
      at->second = add(fmt::format("{}.{}", name, n->value), id, most);
      out_.assume(c::binary(Op::Ult, at->second, number(static_cast<std::int64_t>(most), id)));
    }
    return fitted(at->second, n->type);
  }
  Expr add(const std::string &name, Type type, std::uint64_t below) {
    const Expr p = out_.parameter(name, type);
    free_.push_back({p->var, below});
    return p;
  }
  static Expr fit(const Expr &e, Type type) { return type.width < 64 ? c::cast(Op::Trunc, e, type) : e; }

  const c::Kernel &k_;
  const c::Analyses &a_;
  Claimed &out_;
  c::DominatorTree dom_;
  c::Uniformity uniform_;
  std::vector<std::vector<ClaimDefinition>> defs_;
  std::map<std::pair<VarId, cfg::Point>, Expr> variables_;
  std::map<std::pair<Op, std::uint64_t>, Expr> quantities_;
  std::map<std::pair<std::size_t, unsigned>, Expr> rounds_; // by loop and width
  std::vector<Free> free_;
};

// What an extension to a wider type and back leaves.
Expr back_and_forth(const Expr &e) {
  if (e->op != Op::Trunc || (e->args[0]->op != Op::Zext && e->args[0]->op != Op::Sext) ||
      e->args[0]->args[0]->type.width != e->type.width)
    return nullptr;
  return c::replace(e->args[0]->args[0], back_and_forth);
}

// The local ids of a warp's threads.
class WarpIds {
public:
  WarpIds(const std::array<std::uint64_t, 3> &size, unsigned lanes, Claimed &out) : size_(size) {
    const std::uint64_t threads = size[0] * size[1] * size[2];
    count_ = static_cast<unsigned>(std::min<std::uint64_t>(threads, lanes));
    warps_ = (threads + lanes - 1) / lanes;
    warp_ = number(0, id);
    if (warps_ > 1) {
      warp_ = out.parameter("warp", id);
      out.assume(c::binary(Op::Ult, warp_, number(static_cast<std::int64_t>(warps_), id)));
    }
    lanes_ = lanes;
  }
  unsigned count() const { return count_; }
  std::uint64_t warps() const { return warps_; }
  const Expr &warp() const { return warp_; }

  Expr with_ids(const Expr &e, unsigned lane) const {
    const Expr whole = c::replace(e, [&](const Expr &n) -> Expr {
      if (n->op != Op::LocalId)
        return nullptr;
      return fitted(local_id(n->value, lane), n->type);
    });
    return c::replace(whole, back_and_forth);
  }

private:
  static Expr times(const Expr &e, std::uint64_t by) {
    return c::binary(Op::Mul, e, number(std::int64_t(by), id), true, true);
  }
  static Expr plus(const Expr &e, std::uint64_t n) {
    return c::binary(Op::Add, e, number(std::int64_t(n), id), true, true);
  }
  static Expr quotient(const Expr &e, std::uint64_t by) { return c::binary(Op::UDiv, e, number(std::int64_t(by), id)); }
  static Expr rest(const Expr &e, std::uint64_t by) { return c::binary(Op::URem, e, number(std::int64_t(by), id)); }

  // In dimension d, from the linear id: in a form that shows what is the same for the warp.
  Expr local_id(std::uint64_t d, unsigned lane) const {
    Expr x, behind; // behind: the linear id in the higher dimensions
    if (size_[1] == 1 && size_[2] == 1) {
      x = plus(times(warp_, lanes_), lane);
      behind = number(0, id);
    } else if (size_[0] % lanes_ == 0) {
      x = plus(times(rest(warp_, size_[0] / lanes_), lanes_), lane);
      behind = quotient(warp_, size_[0] / lanes_);
    } else if (lanes_ % size_[0] == 0) {
      x = number(std::int64_t(lane % size_[0]), id);
      behind = plus(times(warp_, lanes_ / size_[0]), lane / size_[0]);
    } else {
      const Expr linear = plus(times(warp_, lanes_), lane);
      x = rest(linear, size_[0]);
      behind = quotient(linear, size_[0]);
    }
    if (d == 0)
      return x;
    if (d == 1)
      return size_[2] == 1 ? behind : rest(behind, size_[1]);
    return quotient(behind, size_[1]);
  }

  std::array<std::uint64_t, 3> size_;
  unsigned count_ = 0, lanes_ = 0;
  std::uint64_t warps_ = 1;
  Expr warp_;
};

// The value of an expression of constants and parameters; empty: undefined.
std::optional<std::uint64_t> value(const Expr &e, const std::map<VarId, std::uint64_t> &values,
                                   std::map<const c::ExprNode *, std::optional<std::uint64_t>> &seen) {
  if (e->op == Op::Const)
    return e->value;
  if (e->op == Op::Var)
    return values.at(e->var);
  const auto found = seen.find(e.get());
  if (found != seen.end())
    return found->second;
  std::vector<std::uint64_t> args;
  for (const Expr &a : e->args) {
    const auto v = value(a, values, seen);
    if (!v)
      return seen[e.get()] = std::nullopt;
    args.push_back(*v);
  }
  const c::Computed out = c::evaluate(*e, args);
  return seen[e.get()] = out.undefined == c::Undefined::No ? std::optional<std::uint64_t>(out.bits) : std::nullopt;
}

class ClaimWriter {
public:
  ClaimWriter(const c::Kernel &k, const c::Analyses &a, const Options &o, const AccessCost &access)
      : k_(k), a_(a), o_(o), access_(access), array_(k.arrays[access.array]),
        out_(fmt::format("{}.{}.{}", k.name, access.origin.place().line, access.origin.place().column)) {}

  RequestClaim write() {
    check_what();
    std::array<std::uint64_t, 3> size{};
    for (std::size_t d = 0; d < 3; ++d) {
      if (!a_.launch.local_size[d])
        throw Refused{"the size of a block is not known"};
      size[d] = *a_.launch.local_size[d];
    }
    const WarpIds ids(size, o_.target.lanes, out_);
    if (ids.count() != access_.most_lanes)
      throw Refused{"the count rests on which threads of the warp take part"};
    Resolver resolver(k_, a_, o_.target.lanes, out_);
    const Expr offset = resolver.resolve(offset_of(), access_.block, static_cast<std::uint32_t>(access_.stmt));
    free_ = resolver.free();
    if (ids.warps() > 1)
      free_.push_back({ids.warp()->var, ids.warps()});
    for (unsigned lane = 0; lane < ids.count(); ++lane)
      lanes_.push_back(ids.with_ids(offset, lane));
    guess();
    assert_pattern();
    if (in_group_)
      assert_banks();
    else
      assert_counts();
    RequestClaim claim;
    claim.text =
        in_group_
            ? fmt::format("{}: {} of '{}': at most {} words on one bank, in each step of a request of a "
                          "warp of {} threads",
                          access_.origin.str(), name(access_.kind), cfg::shown_name(array_), access_.degree.hi,
                          o_.target.lanes)
            : fmt::format("{}: {} of '{}': a request of a warp of {} threads touches {} sectors of {} bytes and {} "
                          "lines of {} bytes",
                          access_.origin.str(), name(access_.kind), cfg::shown_name(array_), o_.target.lanes,
                          words(access_.full_sectors), o_.target.sector_bytes, words(access_.full_lines),
                          o_.target.line_bytes);
    claim.kernel = std::move(out_.kernel);
    claim.statement = fmt::format("// {}; one of some of the threads, no more.\n// Arrays start at multiples of {} "
                                  "bytes.\n//--local_size=1 --num_groups=1\n{}",
                                  claim.text, align_, cfg::print(claim.kernel));
    return claim;
  }

private:
  static std::string words(Interval i) {
    return i.exact() ? fmt::format("{}", i.lo) : fmt::format("{} to {}", i.lo, i.hi);
  }

  void check_what() {
    if (!access_.reached)
      throw Refused{"no thread gets here"};
    in_group_ = array_.space == c::Space::Group;
    if (in_group_ && access_.bytes > 16)
      throw Refused{"a thread accesses more than 16 bytes of group memory, in several steps"};
    if (access_.trivial == Trivial::Sizes)
      throw Refused{"the size of a block is not known"};
    if (access_.trivial == Trivial::Copy)
      throw Refused{"the device splits the copy into requests as it likes"};
    align_ = o_.align_of(array_);
    if ((in_group_ ? 16 : o_.target.sector_bytes) % array_.granule_bytes != 0)
      throw Refused{"its elements do not fill a sector"};
  }

  const Expr &offset_of() const {
    const auto &node = k_.blocks[access_.block].stmts[access_.stmt].node;
    if (auto *l = std::get_if<c::Load>(&node))
      return l->offset;
    if (auto *s = std::get_if<c::Store>(&node))
      return s->offset;
    return std::get<c::Atomic>(node).offset;
  }

  // Distances and residues, from some values of the parameters. What is wrong is refuted.
  void guess() {
    std::mt19937_64 random(1);
    bool some = false;
    for (unsigned round = 0; round < 200; ++round) {
      std::map<VarId, std::uint64_t> values;
      for (const Free &f : free_) {
        const unsigned width = out_.kernel.vars[f.var].type.width;
        const std::uint64_t any = round == 0 ? 0 : round < 100 ? random() % 64 : random() % 4096;
        values[f.var] = c::mask_to_width(f.from + (f.below != 0 ? any % f.below : any), width);
      }
      std::map<const c::ExprNode *, std::optional<std::uint64_t>> seen;
      const auto first = value(lanes_.front(), values, seen);
      std::vector<std::int64_t> distances;
      for (const Expr &e : lanes_) {
        const auto at = value(e, values, seen);
        if (!first || !at)
          break;
        distances.push_back(static_cast<std::int64_t>(*at - *first));
      }
      if (distances.size() != lanes_.size())
        continue; // nobody executes that
      if (some && distances != distances_)
        throw Refused{"the threads' offsets are not at constant distances"};
      some = true;
      distances_ = std::move(distances);
      residues_.insert(*first % granules());
    }
    if (granules() > 64 && residues_.size() > granules() / 4) { // then some were missed
      std::uint64_t step = granules();
      for (std::uint64_t r : residues_)
        step = std::gcd(step, r - *residues_.begin());
      for (std::uint64_t r = *residues_.begin() % step; r < granules(); r += step)
        residues_.insert(r);
    }
    if (!some)
      throw Refused{"no values were found for which the offset is defined"};
  }

  // What the first offset's residues are counted by: granules of a line, unless arrays start at multiples of less.
  std::uint64_t granules() const {
    if (in_group_) // of a bank's word: banks are all alike
      return std::max<std::uint64_t>(1, o_.target.bank_bytes / array_.granule_bytes);
    return std::max<std::uint64_t>(1, std::min<std::uint64_t>(align_, o_.target.line_bytes) / array_.granule_bytes);
  }

  void assert_pattern() {
    const Expr &first = lanes_.front();
    const auto its = [&](std::int64_t n) { return number(n, first->type); };
    for (std::size_t l = 1; l < lanes_.size(); ++l)
      out_.claim(c::binary(Op::Eq, lanes_[l], c::binary(Op::Add, first, its(distances_[l]), true)),
                 fmt::format("the offset of thread {} of the warp is that of the first one plus {}", l, distances_[l]));
    if (residues_.size() == granules())
      return;
    const auto all = std::int64_t(granules());
    const Expr rest = c::binary(Op::SRem, first, its(all)); // of negative ones, the rest less the whole
    Expr any = c::boolean(false);
    for (std::uint64_t r : residues_)
      for (std::int64_t value : {std::int64_t(r), std::int64_t(r) - all})
        if (value != -all)
          any = c::binary(Op::Or, any, c::binary(Op::Eq, rest, its(value)));
    out_.claim(any, "where the first one starts");
  }

  // The pattern's units, in granules, from any place in a line that has one of the residues.
  void assert_counts() {
    const std::uint64_t granule = array_.granule_bytes, line = o_.target.line_bytes / granule;
    const Expr start = out_.parameter("start", id);
    Expr any = c::boolean(false);
    for (std::uint64_t at = 0; at < line; ++at)
      if (residues_.count(at % granules()))
        any = c::binary(Op::Or, any, c::binary(Op::Eq, start, number(std::int64_t(at), id)));
    out_.assume(any);
    std::set<std::int64_t> pieces;
    for (std::int64_t d : distances_)
      for (std::uint64_t g = 0; g < access_.bytes / granule; ++g)
        pieces.insert(d + std::int64_t(g));
    const auto least = *pieces.begin(), whole = std::int64_t(line);
    const std::int64_t lift = least >= 0 ? 0 : (-least + whole - 1) / whole * whole;
    if (*pieces.rbegin() + lift >= std::int64_t(1) << 30)
      throw Refused{"the threads' offsets are too far apart"};
    const auto count = [&](std::uint64_t unit) {
      Expr n = number(1, id), before;
      for (std::int64_t p : pieces) {
        const Expr at = c::binary(Op::UDiv, c::binary(Op::Add, start, number(p + lift, id), true, true),
                                  number(std::int64_t(unit), id));
        if (before)
          n = c::binary(Op::Add, n, c::ite(c::binary(Op::Ne, at, before), number(1, id), number(0, id)), true, true);
        before = at;
      }
      return n;
    };
    const auto within = [&](std::uint64_t bytes, Interval all, const char *what) {
      const Expr n = count(bytes / granule);
      out_.claim(c::binary(Op::Ule, n, number(std::int64_t(all.hi), id)), fmt::format("at most {} {}", all.hi, what));
      out_.claim(c::binary(Op::Ule, number(std::int64_t(all.lo), id), n),
                 fmt::format("at least {} {}, of all threads", all.lo, what));
    };
    within(o_.target.sector_bytes, access_.full_sectors, "sectors");
    within(o_.target.line_bytes, access_.full_lines, "lines");
  }

  // Of each phase, the words on any one bank: of pieces that are a word, or parts of one.
  void assert_banks() {
    const cfg::Target &t = o_.target;
    const std::uint64_t piece = std::min<std::uint64_t>(array_.granule_bytes, t.bank_bytes);
    const auto a_granule = static_cast<std::int64_t>(array_.granule_bytes / piece),
               a_word = std::int64_t(t.bank_bytes / piece);
    const Expr bank = out_.parameter("bank", id);
    Expr start = number(0, id), any = c::boolean(false);
    if (residues_ != std::set<std::uint64_t>{0}) {
      start = out_.parameter("start", id);
      for (std::uint64_t r : residues_)
        any = c::binary(Op::Or, any, c::binary(Op::Eq, start, number(std::int64_t(r), id)));
      out_.assume(any);
    }
    out_.assume(c::binary(Op::Ult, bank, number(std::int64_t(t.banks), id)));
    const std::size_t together = t.lanes_a_phase(access_.bytes);
    for (std::size_t from = 0; from < distances_.size(); from += together) {
      std::set<std::int64_t> pieces;
      for (std::size_t l = from; l < std::min(from + together, distances_.size()); ++l)
        for (std::int64_t p = 0; p < std::int64_t(access_.bytes / piece); ++p)
          pieces.insert(distances_[l] * a_granule + p);
      const auto round = a_word * std::int64_t(t.banks), least = *pieces.begin();
      const std::int64_t lift = least >= 0 ? 0 : (-least + round - 1) / round * round;
      if (*pieces.rbegin() + lift >= std::int64_t(1) << 30)
        throw Refused{"the threads' offsets are too far apart"};
      Expr n = number(0, id), before;
      for (std::int64_t p : pieces) {
        const Expr at =
            c::binary(Op::UDiv, c::binary(Op::Add, start, number(p + lift, id), true, true), number(a_word, id));
        Expr counts = c::binary(Op::Eq, c::binary(Op::URem, at, number(std::int64_t(t.banks), id)), bank);
        if (before && a_word > 1)
          counts = c::binary(Op::And, counts, c::binary(Op::Ne, at, before));
        n = c::binary(Op::Add, n, c::ite(counts, number(1, id), number(0, id)), true, true);
        before = at;
      }
      out_.claim(c::binary(Op::Ule, n, number(std::int64_t(access_.degree.hi), id)),
                 fmt::format("at most {} words on one bank, of threads {} and up", access_.degree.hi, from));
    }
  }

  const c::Kernel &k_;
  const c::Analyses &a_;
  const Options &o_;
  const AccessCost &access_;
  const c::Array &array_;
  Claimed out_;
  bool in_group_ = false;
  std::uint64_t align_ = 1;
  std::vector<Free> free_;
  std::vector<Expr> lanes_; // the offset of each, in granules
  std::vector<std::int64_t> distances_;
  std::set<std::uint64_t> residues_;
};

} // namespace

std::variant<RequestClaim, NoClaim> request_claim(const cfg::Kernel &k, const cfg::Analyses &a, const Options &options,
                                                  const AccessCost &access) {
  try {
    return ClaimWriter(k, a, options, access).write();
  } catch (const Refused &r) {
    return NoClaim{r.reason};
  }
}

} // namespace lockstep::coalescing
