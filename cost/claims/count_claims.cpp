// See count_claims.h.
#include "cost/claims/count_claims.h"

#include "cfg/ir/evaluate.h"
#include "cfg/ir/text/print.h"
#include "cfg/ir/text/shown_name.h"
#include "cost/claims/claimed_offset.h"
#include "cost/claims/warp_ids.h"
#include "cost/requests/accesses.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <random>
#include <set>

namespace lockstep::coalescing {

namespace claims {
namespace {

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
} // namespace claims

std::variant<RequestClaim, NoClaim> request_claim(const cfg::Kernel &k, const cfg::Analyses &a, const Options &options,
                                                  const AccessCost &access) {
  try {
    return claims::ClaimWriter(k, a, options, access).write();
  } catch (const claims::Refused &r) {
    return NoClaim{r.reason};
  }
}

} // namespace lockstep::coalescing
