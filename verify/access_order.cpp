// See access_order.h.
#include "verify/access_order.h"

#include "cfg/analysis/graph/graph.h"

#include <algorithm>
#include <vector>

namespace lockstep::verify {

namespace {

struct Point {
  cfg::BlockId block;
  std::size_t stmt;
};

bool is_barrier(const cfg::Stmt &s) {
  const auto *b = std::get_if<cfg::Barrier>(&s.node);
  return b && b->scope != cfg::Scope::Warp;
}

// Merged statements have one origin, and an access may have been copied: the first one is meant.
std::vector<Point> points_of(const cfg::Kernel &k, cfg::ArrayId array, const RacingAccess &access) {
  std::vector<Point> out;
  for (const cfg::AccessRef &ref : cfg::shared_accesses(k))
    if (const cfg::Stmt &s = k.blocks[ref.block].stmts[ref.stmt];
        ref.array == array && ref.kind == access.kind && s.origin == access.origin)
      out.push_back({ref.block, ref.stmt});
  return out;
}

// Is there a way from one of the points to one of the others that meets no barrier of the group?
bool leads_to(const cfg::Kernel &k, const std::vector<Point> &from, const std::vector<Point> &to) {
  const auto found = [&](cfg::BlockId block, std::size_t stmt) {
    return std::any_of(to.begin(), to.end(), [&](const Point &p) { return p.block == block && p.stmt == stmt; });
  };
  enum class End { Found, Barrier, Through };
  const auto walk = [&](cfg::BlockId block, std::size_t begin) {
    const std::vector<cfg::Stmt> &stmts = k.blocks[block].stmts;
    for (std::size_t i = begin; i < stmts.size(); ++i) {
      if (found(block, i))
        return End::Found;
      if (is_barrier(stmts[i]))
        return End::Barrier;
    }
    return End::Through;
  };
  std::vector<cfg::BlockId> work;
  std::vector<bool> seen(k.blocks.size());
  const auto go_on = [&](cfg::BlockId block) {
    for (const cfg::BlockId next : cfg::successors(k.blocks[block].end))
      if (!seen[next]) {
        seen[next] = true;
        work.push_back(next);
      }
  };
  for (const Point &p : from) {
    const End end = walk(p.block, p.stmt + 1);
    if (end == End::Found)
      return true;
    if (end == End::Through)
      go_on(p.block);
  }
  while (!work.empty()) {
    support::spend();
    const cfg::BlockId block = work.back();
    work.pop_back();
    const End end = walk(block, 0);
    if (end == End::Found)
      return true;
    if (end == End::Through)
      go_on(block);
  }
  return false;
}

} // namespace

unsigned first_access(const cfg::Kernel &k, cfg::ArrayId array, const std::array<RacingAccess, 2> &accesses) {
  std::array<std::vector<Point>, 2> points;
  for (std::size_t i = 0; i < 2; ++i)
    points[i] = points_of(k, array, accesses[i]);
  if (points[0].empty() || points[1].empty())
    return 0;
  const bool forth = leads_to(k, points[0], points[1]), back = leads_to(k, points[1], points[0]);
  if (forth != back)
    return forth ? 0 : 1;
  const std::vector<cfg::Node> order = cfg::reverse_postorder(cfg::graph_of(k), 0);
  const auto rank = [&](const Point &p) {
    return std::pair(std::find(order.begin(), order.end(), p.block) - order.begin(), p.stmt);
  };
  return rank(points[1].front()) < rank(points[0].front()) ? 1 : 0;
}

} // namespace lockstep::verify
