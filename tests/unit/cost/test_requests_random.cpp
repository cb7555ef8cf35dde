// Random index expressions, guards and block shapes: what lanes really access, computed lane by lane, must lie within
// the bounds. REQUEST_SEEDS sets how many kernels (a soak).
#include "cfg/ir/check.h"
#include "cfg/ir/evaluate.h"
#include "cfg/ir/text/print.h"
#include "cfg/passes/normalise.h"
#include "cost/requests/by_width.h"

#include <cstdlib>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <set>

namespace lockstep::coalescing::test_requests_random {
namespace {

using cfg::Expr;
using cfg::Op;

class Generator {
public:
  explicit Generator(unsigned seed, bool sizes = false) : random_(seed), sizes_(sizes) {}
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
  std::uint64_t any() { return random_(); }

  Expr index(unsigned depth) {
    const cfg::Type i32 = cfg::int_type(32);
    if (sizes_ && below(5) == 0) {
      const Expr width = cfg::leaf(Op::LocalSize, 0, i32);
      const Expr pitch = below(2) ? width : cfg::binary(Op::Add, width, cfg::constant(i32, 1));
      return below(3) ? cfg::binary(Op::Mul, cfg::leaf(below(3) ? Op::LocalId : Op::GroupId, below(2), i32), pitch)
                      : pitch;
    }
    if (depth == 0 || below(6) == 0) {
      switch (below(8)) {
      case 0: return cfg::leaf(Op::LocalId, 0, i32);
      case 1: return cfg::leaf(Op::LocalId, 1, i32);
      case 2: return cfg::leaf(Op::GroupId, 0, i32);
      case 3: return cfg::variable(0, i32);
      case 4: return cfg::variable(1, i32);
      case 5: return cfg::leaf(Op::LocalId, 0, i32);
      case 6: return cfg::binary(Op::Mul, cfg::leaf(Op::LocalId, below(2), i32), cfg::variable(below(2), i32));
      default:
        return cfg::constant(i32, below(3) == 0 ? cfg::mask_to_width(0 - std::uint64_t(below(9)), 32) : below(40));
      }
    }
    const auto number = [&](std::initializer_list<unsigned> all) {
      return cfg::constant(i32, *(all.begin() + below(static_cast<unsigned>(all.size()))));
    };
    switch (below(13)) {
    case 0:
    case 1: return cfg::binary(Op::Add, index(depth - 1), index(depth - 1));
    case 2: return cfg::binary(Op::Sub, index(depth - 1), index(depth - 1));
    case 3: return cfg::binary(Op::Mul, index(depth - 1), number({2, 3, 4, 8, 16, 17, 32, 64, 1024}));
    case 4: return cfg::binary(Op::Mul, index(depth - 1), index(depth - 1));
    case 5: return cfg::binary(Op::Shl, index(depth - 1), number({1, 2, 3, 5}));
    case 6: return cfg::binary(below(2) ? Op::UDiv : Op::SDiv, index(depth - 1), number({2, 3, 4, 16, 32}));
    case 7: return cfg::binary(below(2) ? Op::URem : Op::SRem, index(depth - 1), number({2, 3, 8, 16, 32}));
    case 8: return cfg::binary(Op::BitAnd, index(depth - 1), number({1, 3, 7, 31, 255, 12}));
    case 9: return cfg::binary(below(2) ? Op::LShr : Op::AShr, index(depth - 1), number({1, 2, 5}));
    case 10: return cfg::binary(below(2) ? Op::BitXor : Op::BitOr, index(depth - 1), index(depth - 1));
    case 11: return cfg::binary(below(2) ? Op::SMin : Op::UMax, index(depth - 1), index(depth - 1));
    default: return cfg::ite(condition(depth - 1), index(depth - 1), index(depth - 1));
    }
  }
  Expr condition(unsigned depth) {
    static constexpr Op ops[] = {Op::Slt, Op::Sle, Op::Ult, Op::Eq, Op::Ne};
    const Expr out = cfg::binary(ops[below(5)], index(depth), index(depth));
    return below(4) == 0 ? cfg::binary(below(2) ? Op::And : Op::Or, out, condition(depth)) : out;
  }

private:
  std::mt19937 random_;
  bool sizes_;
};

cfg::Kernel kernel_with(Generator &g) {
  cfg::Kernel k;
  k.name = "k";
  k.vars = {{.name = "n", .type = cfg::int_type(32), .param = true, .source_name = "n"},
            {.name = "m", .type = cfg::int_type(32), .param = true, .source_name = "m"}};
  static constexpr unsigned granules[] = {1, 2, 4, 8};
  cfg::Array a{.name = "a", .space = g.below(3) == 0 ? cfg::Space::Group : cfg::Space::Global};
  a.granule_bytes = a.source_element_bytes = granules[g.below(4)];
  a.element = cfg::int_type(8 * a.granule_bytes);
  a.param = a.space == cfg::Space::Global;
  if (!a.param)
    a.extent = 1 << 20;
  k.arrays.push_back(a);
  cfg::Block access{.name = "access"};
  cfg::Store s;
  s.array = 0;
  s.values.assign(g.below(4) == 0 ? 4 / std::max(a.granule_bytes / 4, 1U) : 1, cfg::constant(a.element, 0));
  s.offset = cfg::cast(g.below(2) ? Op::Sext : Op::Zext, g.index(1 + g.below(4)), cfg::int_type(64));
  access.stmts.push_back({s});
  access.end = {cfg::Return{}};
  if (g.below(2)) {
    k.blocks.push_back({.name = "entry", .stmts = {}, .end = {cfg::Branch{g.condition(2), 1, 2}}});
    k.blocks.push_back(access);
    k.blocks.push_back({.name = "out", .stmts = {}, .end = {cfg::Return{}}});
  } else {
    k.blocks.push_back(access);
  }
  return k;
}

struct Point {
  std::array<std::uint64_t, 3> id{};
  std::uint64_t group = 0, n = 0, m = 0;
  std::array<std::uint64_t, 2> shape{};
};

std::uint64_t value_at(const Expr &e, const Point &p) {
  switch (e->op) {
  case Op::Const: return e->value;
  case Op::Var: return e->var == 0 ? p.n : p.m;
  case Op::LocalId: return cfg::mask_to_width(p.id[e->value], e->type.width);
  case Op::GroupId: return cfg::mask_to_width(e->value == 0 ? p.group : 0, e->type.width);
  case Op::LocalSize: return cfg::mask_to_width(p.shape[e->value], e->type.width);
  default: break;
  }
  std::vector<std::uint64_t> args;
  for (const Expr &a : e->args)
    args.push_back(value_at(a, p));
  return cfg::evaluate(*e, args).bits;
}

// By a set of what is touched, and nothing else.
std::size_t touched(const std::vector<__int128> &bytes, std::uint64_t each, std::uint64_t unit) {
  std::set<__int128> seen;
  for (__int128 b : bytes)
    for (std::uint64_t i = 0; i < each; ++i) {
      const __int128 at = b + static_cast<__int128>(i), u = static_cast<__int128>(unit);
      seen.insert(at >= 0 ? at / u : -((-at + u - 1) / u));
    }
  return seen.size();
}

// The piece of the variable's value, if it has one.
const StrideCost *piece_of(const AccessCost &cost, const Point &p) {
  if (!cost.by_stride)
    return nullptr;
  const std::uint64_t value = cost.by_stride->variable == "n" ? p.n : p.m;
  for (const StrideCost &piece : cost.by_stride->pieces)
    if (value < (std::uint64_t(1) << 31) && piece.from <= value && (!piece.to || value <= *piece.to) &&
        (value - piece.from) % piece.every == 0)
      return &piece;
  return nullptr;
}
// Is there a piece of each value as small as this one? Where it is missing, no thread gets there.
bool covers_all(const ByStride &s, const Point &p) {
  const std::uint64_t value = s.variable == "n" ? p.n : p.m;
  return value < (std::uint64_t(1) << 31) && !s.pieces.empty() && (!s.pieces.back().to || value <= *s.pieces.back().to);
}

// What one warp's request costs, by sets of what its lanes touch.
struct Seen {
  std::uint64_t first = 0; // thread
  std::size_t sectors = 0, lines = 0, wavefronts = 0, worst = 0;
  bool full = false, whole = false; // no thread of the warp is missing; and it has all its lanes
};
std::vector<Seen> seen(const cfg::Kernel &k, Point p, const cfg::Target &target) {
  std::vector<Seen> out;
  const bool guarded = k.blocks.size() > 1;
  const auto &store = std::get<cfg::Store>(k.blocks[guarded ? 1 : 0].stmts[0].node);
  const std::uint64_t bytes = store.values.size() * k.arrays[0].granule_bytes, threads = p.shape[0] * p.shape[1];
  for (std::uint64_t first = 0; first < threads; first += target.lanes) {
    std::vector<__int128> places;
    std::vector<std::vector<__int128>> phases;
    const std::uint64_t end = std::min<std::uint64_t>(threads, first + target.lanes);
    for (std::uint64_t t = first; t < end; ++t) {
      if ((t - first) % target.lanes_a_phase(std::min<std::uint64_t>(bytes, 16)) == 0)
        phases.emplace_back();
      p.id = {t % p.shape[0], t / p.shape[0], 0};
      if (guarded && value_at(std::get<cfg::Branch>(k.blocks[0].end.node).condition, p) == 0)
        continue;
      places.push_back(static_cast<__int128>(static_cast<std::int64_t>(value_at(store.offset, p))) *
                       k.arrays[0].granule_bytes);
      phases.back().push_back(places.back());
    }
    if (places.empty())
      continue;
    Seen one{first, touched(places, bytes, target.sector_bytes), touched(places, bytes, target.line_bytes)};
    one.full = places.size() == end - first;
    one.whole = places.size() == target.lanes;
    for (std::size_t step = 0; step < phases.size() * ((bytes + 15) / 16); ++step) {
      const std::uint64_t piece = step / phases.size() * 16;
      std::map<__int128, std::set<__int128>> words;
      for (__int128 b : phases[step % phases.size()])
        for (std::uint64_t i = piece; i < std::min<std::uint64_t>(bytes, piece + 16); ++i) {
          const __int128 byte = b + static_cast<__int128>(i) + (static_cast<__int128>(1) << 80);
          words[byte / target.bank_bytes % target.banks].insert(byte / target.bank_bytes);
        }
      std::size_t most = 0;
      for (const auto &[bank, of] : words)
        most = std::max(most, of.size());
      one.wavefronts += most;
      one.worst = std::max(one.worst, most);
    }
    out.push_back(one);
  }
  return out;
}

std::string told(const cfg::Kernel &normal, const Point &p, const Seen &s, const cfg::Target &target) {
  return fmt::format("{}n = {}, m = {}, group {}, threads from {} of {} x {}, {}", cfg::print(normal), p.n, p.m,
                     p.group, s.first, p.shape[0], p.shape[1], target.name);
}

unsigned seeds_set(unsigned otherwise) {
  const char *set = std::getenv("REQUEST_SEEDS");
  return set != nullptr ? static_cast<unsigned>(std::atoi(set)) : otherwise;
}

Point any_point(Generator &g) {
  Point p;
  p.group = g.below(4);
  p.n = g.below(3) ? g.below(g.below(2) ? 70 : 5) : cfg::mask_to_width(g.any(), g.below(2) ? 32 : 10);
  p.m = g.below(3) ? g.below(9) * 16 : cfg::mask_to_width(g.any(), 32);
  return p;
}

TEST(Requests, RandomOnesLieWithinTheirBounds) {
  const unsigned seeds = seeds_set(1500);
  std::size_t requests_seen = 0, exact = 0, accesses = 0, trivial = 0, strided = 0, of_pieces = 0, exact_hit = 0;
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    Generator g(seed);
    support::Diagnostics diags;
    const cfg::Kernel k = kernel_with(g);
    ASSERT_TRUE(cfg::check(k, diags)) << cfg::print(k);
    static constexpr std::array<std::uint64_t, 2> shapes[] = {{64, 1}, {16, 16}, {8, 8},  {32, 4},
                                                              {24, 3}, {7, 5},   {45, 1}, {1, 64}};
    cfg::Launch launch;
    const auto shape = shapes[g.below(8)];
    launch.local_size = {shape[0], shape[1], 1};
    if (g.below(3) == 0) // some sizes are not known
      launch.local_size[shape[1] == 1 ? 0 : 1] = std::nullopt;
    launch.num_groups = {4, 1, 1};
    launch.dimensions = 2;
    const auto normal = cfg::normalise(k, {}, diags);
    ASSERT_TRUE(normal);
    const auto analyses = cfg::analyse(*normal, launch, {}, diags);
    ASSERT_TRUE(analyses);
    const cfg::Target target = *cfg::target(cfg::target_names()[g.below(4)]);
    const std::vector<AccessCost> costs = requests(*normal, *analyses, {target, 256});
    ASSERT_EQ(costs.size(), 1U);
    const AccessCost &cost = costs[0];
    ++accesses;
    strided += cost.by_stride ? 1 : 0;
    trivial += cost.trivial != Trivial::No ? 1 : 0;
    const bool group = k.arrays[0].space == cfg::Space::Group;
    const bool sizes_known = launch.local_size[0] && launch.local_size[1]; // else a warp that is cut is not full
    exact += cost.reached && (group ? cost.degree.exact() : cost.sectors.exact()) ? 1 : 0;
    for (unsigned sample = 0; sample < 12; ++sample) {
      Point p = any_point(g);
      p.shape = shape;
      for (const Seen &s : seen(k, p, target)) {
        ++requests_seen;
        const StrideCost *piece = piece_of(cost, p);
        of_pieces += piece != nullptr ? 1 : 0;
        EXPECT_TRUE(piece != nullptr || !cost.by_stride || !covers_all(*cost.by_stride, p))
            << "seed " << seed << ": no piece: " << told(*normal, p, s, target);
        const auto within = [&](std::size_t n, Interval bounds, const char *what) {
          EXPECT_TRUE(cost.reached && bounds.lo <= n && n <= bounds.hi)
              << "seed " << seed << ": " << n << ' ' << what << ", not " << bounds.lo << " to " << bounds.hi << "\n"
              << told(*normal, p, s, target);
        };
        if (!group) {
          within(s.sectors, cost.sectors, "sectors");
          within(s.lines, cost.lines, "lines");
          if (s.whole || (s.full && sizes_known)) {
            within(s.sectors, cost.full_sectors, "sectors of a full request");
            within(s.lines, cost.full_lines, "lines of a full request");
            exact_hit += cost.full_sectors.exact() ? 1 : 0;
          }
          if (piece != nullptr) {
            within(s.sectors, piece->sectors, "sectors of the piece");
            within(s.lines, piece->lines, "lines of the piece");
          }
          continue;
        }
        within(s.wavefronts, cost.wavefronts, "wavefronts");
        within(s.worst, cost.degree, "threads at one bank");
        exact_hit += s.whole && cost.wavefronts.exact() ? 1 : 0;
        if (piece != nullptr)
          within(s.worst, piece->degree, "threads at one bank of the piece");
      }
    }
    if (HasFailure())
      return;
  }
  RecordProperty("requests", static_cast<int>(requests_seen));
  std::printf(
      "%zu requests of %zu accesses, %zu of these exact, %zu not understood; %zu by their stride, %zu requests; "
      "%zu full requests of an exact number\n",
      requests_seen, accesses, exact, trivial, strided, of_pieces, exact_hit);
  EXPECT_GT(strided, accesses / 100);
  EXPECT_GT(exact, accesses / 5);
  EXPECT_GT(exact_hit, requests_seen / 10);
}

// Of blocks of which no size is known: by their width.
TEST(Requests, RandomOnesLieWithinTheirBoundsByWidth) {
  const unsigned seeds = seeds_set(400);
  std::size_t of_pieces = 0, exact = 0, accesses = 0, understood = 0;
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    Generator g(seed, true);
    support::Diagnostics diags;
    const cfg::Kernel k = kernel_with(g);
    ASSERT_TRUE(cfg::check(k, diags)) << cfg::print(k);
    cfg::Launch launch;
    launch.local_size = {std::nullopt, std::nullopt, 1};
    launch.num_groups = {4, 1, 1};
    launch.dimensions = 2;
    const auto normal = cfg::normalise(k, {}, diags);
    ASSERT_TRUE(normal);
    const auto analyses = cfg::analyse(*normal, launch, {}, diags);
    ASSERT_TRUE(analyses);
    const cfg::Target target = *cfg::target(cfg::target_names()[g.below(4)]);
    const std::vector<AccessCost> costs = requests_by_width(*normal, *analyses, {target, 256}, {});
    ASSERT_EQ(costs.size(), 1U);
    const AccessCost &cost = costs[0];
    const bool group = k.arrays[0].space == cfg::Space::Group;
    ++accesses;
    understood += cost.all_widths ? 1 : 0;
    for (const WidthCost &w : cost.by_width)
      exact += (group ? w.degree : w.full_sectors).exact() ? 1 : 0;
    for (unsigned sample = 0; sample < 12; ++sample) {
      Point p = any_point(g);
      static constexpr std::uint64_t widths[] = {1, 2, 4, 8, 16, 32, 64, 96, 128, 192, 256};
      p.shape[0] = widths[g.below(11)];
      p.shape[1] = 1 + g.below(static_cast<unsigned>(std::min<std::uint64_t>(9, 512 / p.shape[0])));
      const auto piece = std::find_if(cost.by_width.begin(), cost.by_width.end(), [&](const WidthCost &w) {
        return w.multiples ? p.shape[0] % w.width == 0 : p.shape[0] == w.width;
      });
      const bool none = piece == cost.by_width.end();
      for (const Seen &s : seen(k, p, target)) {
        of_pieces += none ? 0 : 1;
        EXPECT_FALSE(none && cost.all_widths && (p.shape[0] < target.lanes || p.shape[0] % target.lanes == 0))
            << "seed " << seed << ": no piece: " << told(*normal, p, s, target);
        const auto within = [&](std::size_t n, Interval bounds, const char *what) {
          EXPECT_TRUE(cost.reached && bounds.lo <= n && n <= bounds.hi)
              << "seed " << seed << ": " << n << ' ' << what << ", not " << bounds.lo << " to " << bounds.hi << "\n"
              << told(*normal, p, s, target);
        };
        if (none) {
          continue;
        } else if (group) {
          within(s.wavefronts, piece->wavefronts, "wavefronts");
          within(s.worst, piece->degree, "threads at one bank");
        } else {
          within(s.sectors, piece->sectors, "sectors");
          within(s.lines, piece->lines, "lines");
        }
      }
    }
    if (HasFailure())
      return;
  }
  std::printf("%zu requests by width; of %zu accesses %zu understood for all widths; %zu exact pieces\n", of_pieces,
              accesses, understood, exact);
  EXPECT_GT(understood, accesses / 4);
  EXPECT_GT(exact, accesses);
}

} // namespace
} // namespace lockstep::coalescing::test_requests_random
