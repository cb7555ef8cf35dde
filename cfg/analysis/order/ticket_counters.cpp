// Counters that give tickets, and how far they are moved: see tickets.h.
#include "cfg/analysis/graph/graph.h"
#include "cfg/analysis/order/places.h"
#include "cfg/analysis/order/ticket_parts.h"
#include "cfg/ir/op_groups.h"
#include "support/sound.h"

#include <algorithm>
#include <set>

namespace lockstep::cfg {

Expr step_of(const Atomic &a) {
  switch (a.op) {
  case AtomicOp::Add:
  case AtomicOp::Sub: return a.operands[0];
  case AtomicOp::Inc:
  case AtomicOp::Dec: return a.operands.empty() ? nullptr : constant(a.operands[0]->type, 1);
  case AtomicOp::Xchg:
  case AtomicOp::CmpXchg:
  case ATOMICS_MIN_MAX:
  case ATOMICS_BITWISE:
  case AtomicOp::Load:
  case AtomicOp::Store:
  case AtomicOp::FAdd:
  case AtomicOp::Other: break;
  }
  return nullptr;
}
const Atomic &addition(const Kernel &k, Point p) { return std::get<Atomic>(statement(k, p).node); }

namespace {

bool goes_up(const Atomic &a) { return a.op == AtomicOp::Add || a.op == AtomicOp::Inc; }

// Additions that begin anew at a limit: all of them at one, and in one direction. At the type's last value that is what
// all additions do.
void find_limit(const Kernel &k, DrawnCounter &c, const Launch &launch) {
  std::size_t limited = 0, up = 0;
  std::set<std::uint64_t> limits;
  for (Point p : c.additions) {
    const Atomic &a = addition(k, p);
    up += goes_up(a) ? 1 : 0;
    if (a.op != AtomicOp::Inc && a.op != AtomicOp::Dec)
      continue;
    ++limited;
    const Expr limit = with_sizes(a.operands[0], launch);
    if (!is_const(limit)) {
      c.regular = false;
      return;
    }
    limits.insert(limit->value);
  }
  const std::uint64_t last =
      limited == 0 ? 0 : mask_to_width(~std::uint64_t(0), addition(k, c.additions[0]).operands[0]->type.width);
  if (limited == 0 || (limits.size() == 1 && *limits.begin() == last))
    return;
  c.limit = *limits.begin();
  c.regular = c.regular && limits.size() == 1 && limited == c.additions.size() && (up == 0 || up == limited);
}

} // namespace

std::vector<DrawnCounter> drawn_counters(const Kernel &k, const Launch &launch) {
  std::vector<DrawnCounter> out(k.arrays.size());
  for (ArrayId array = 0; array < out.size(); ++array)
    out[array].array = array;
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    for (std::uint32_t i = 0; i < k.blocks[b].stmts.size(); ++i) {
      const Stmt &s = k.blocks[b].stmts[i];
      if (auto *st = std::get_if<Store>(&s.node)) {
        out[st->array].stores.push_back({b, i});
      } else if (auto *a = std::get_if<Atomic>(&s.node); a && a->op != AtomicOp::Load) {
        DrawnCounter &c = out[a->array];
        c.regular = c.regular && step_of(*a) && a->per_value == 1 && a->operands.size() == 1 &&
                    a->operands[0]->type.is_int() && a->operands[0]->type.width == 8 * k.arrays[a->array].granule_bytes;
        c.additions.push_back({b, i});
      }
    }
  for (DrawnCounter &c : out)
    if (c.regular)
      find_limit(k, c, launch);
  return out;
}

bool stored_after_addition(const Kernel &k, const DrawnCounter &c) {
  const Graph g = graph_of(k);
  std::vector<Node> behind;
  for (Point a : c.additions) {
    for (Point s : c.stores)
      if (s.first == a.first && s.second > a.second)
        return true;
    behind.insert(behind.end(), g[a.first].begin(), g[a.first].end());
  }
  const std::vector<bool> reached = reachable(g, std::move(behind));
  return std::any_of(c.stores.begin(), c.stores.end(), [&](Point s) { return reached[s.first]; });
}

std::optional<Movement> movement(const TicketSubject &subject, const DrawnCounter &c) {
  const Kernel &k = subject.k;
  std::optional<std::uint64_t> step; // forth, modulo 2^width
  bool one = true;
  Movement out;
  Type type;
  for (Point p : c.additions) {
    const Atomic &a = addition(k, p);
    const Expr by = step_of(a);
    type = by->type;
    if (!is_const(by)) {
      one = false;
      continue;
    }
    const std::uint64_t forth = mask_to_width(goes_up(a) ? by->value : 0 - by->value, type.width);
    one = one && (!step || *step == forth);
    step = forth;
  }
  if (one && step) {
    const std::uint64_t apart = std::min(*step, mask_to_width(0 - *step, type.width));
    if (apart == 0)
      return std::nullopt;
    return Movement{constant(type, apart), apart, apart};
  }
  const Atomic &one_of_them = addition(k, c.additions[0]);
  const bool alike = std::all_of(c.additions.begin(), c.additions.end(), [&](Point p) {
    return addition(k, p).op == one_of_them.op && equal(step_of(addition(k, p)), step_of(one_of_them));
  });
  for (std::size_t i = 0; i < c.additions.size(); ++i) {
    const auto [block, stmt] = c.additions[i];
    const Atomic &a = addition(k, c.additions[i]);
    const Bounds by = subject.ranges.evaluate_before(step_of(a), k, block, stmt).as_signed;
    if ((a.op != AtomicOp::Add || by.lo < 0) && alike && same_for_all(k, step_of(a)))
      return Movement{nullptr, 0, Wide::power_of_two(type.width), step_of(a)};
    if (a.op != AtomicOp::Add || support::unsound("tickets.negative", by.lo < 0))
      return std::nullopt;
    out.least = i == 0 ? by.lo : std::min(out.least, by.lo);
    out.most = std::max(out.most, by.hi);
  }
  return out;
}

namespace {

unsigned bits_of(const TicketSubject &subject, const DrawnCounter &c) {
  return 8 * subject.k.arrays[c.array].granule_bytes;
}

// The most draws, if each thread that shares the counter runs each addition once; nothing: a size is free.
std::optional<Wide> draws(const TicketSubject &subject, const DrawnCounter &c) {
  const bool global = subject.k.arrays[c.array].space == Space::Global;
  Wide out = 1;
  for (std::size_t d = 0; d < 3; ++d) {
    if (!subject.launch.local_size[d] || (global && !subject.launch.num_groups[d]))
      return std::nullopt;
    out *= *subject.launch.local_size[d];
    if (global)
      out *= *subject.launch.num_groups[d];
  }
  return out * Wide(c.additions.size());
}

bool in_loop(const TicketSubject &subject, const DrawnCounter &c) {
  return std::any_of(c.additions.begin(), c.additions.end(),
                     [&](Point p) { return subject.forest.loop_of[p.first] >= 0; });
}

// Do the additions, all of one constant, move the counter the short way round down?
bool backward(const Kernel &k, const DrawnCounter &c) {
  const Atomic &a = addition(k, c.additions.front());
  const unsigned width = a.operands[0]->type.width;
  const std::uint64_t forth = mask_to_width(goes_up(a) ? step_of(a)->value : 0 - step_of(a)->value, width);
  return forth > mask_to_width(0 - forth, width);
}

// The least ticket, if the counter's start is known.
std::optional<Wide> first(const TicketSubject &subject, const DrawnCounter &c, const Expr &offset, const Wide &span) {
  const Kernel &k = subject.k;
  if (k.arrays[c.array].space != Space::Group || !is_const(offset))
    return std::nullopt;
  const auto stores = stores_to_counter(k, c.array, offset->value);
  if (!stores || stores->empty() || !is_const(stores->front().value) ||
      std::any_of(stores->begin(), stores->end(),
                  [&](const CellStore &st) { return !is_const(st.value, stores->front().value->value); }))
    return std::nullopt;
  for (Point p : c.additions)
    if (!support::left_out("tickets.start") &&
        !written_before_a_barrier(k, subject.launch, subject.dominators, p, c.array, offset->value))
      return std::nullopt;
  const Wide start = Wide(stores->front().value->value), from = backward(k, c) ? start - span : start;
  return from >= 0 && from + span < Wide::power_of_two(bits_of(subject, c)) ? std::optional(from) : std::nullopt;
}

} // namespace

Round comes_round(const TicketSubject &subject, const DrawnCounter &c, const Movement &m) {
  const auto most = draws(subject, c);
  if (!most)
    return Round::Unknown;
  const Wide all = c.limit ? Wide(*c.limit) + 1 : Wide::power_of_two(bits_of(subject, c));
  if (m.least > 0 && *most > all / m.least)
    return Round::Surely;
  return !in_loop(subject, c) && (m.most == 0 || *most <= all / m.most) ? Round::Never : Round::Unknown;
}

void bound(TicketSubject &subject, const DrawnCounter &c, const Movement &m, Ticket &t) {
  const auto most = draws(subject, c);
  if (!most || !m.constant || c.limit)
    return;
  const Wide span = (*most - 1) * m.most, half = Wide::power_of_two(bits_of(subject, c) - 1);
  if (!support::unsound("tickets.span", in_loop(subject, c)) && span < half) {
    t.span = span;
    t.first = first(subject, c, t.offset, span);
  }
  // Or the cell is set anew again and again.
  if (t.first || subject.k.arrays[c.array].space != Space::Group || !is_const(t.offset) || c.stores.empty() ||
      backward(subject.k, c))
    return;
  const auto start = subject.rounds().set_anew(c.array, t.offset->value, c.additions, {});
  if (start && Wide(*start) + span < half) {
    t.first = Wide(*start);
    t.span = span;
  }
}

} // namespace lockstep::cfg
