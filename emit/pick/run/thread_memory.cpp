// Maps, marks, and what annotations read: see thread_memory.h.
#include "emit/pick/run/thread_memory.h"

#include "cfg/ir/padding.h"
#include "cfg/ir/rewrite.h"
#include "cfg/passes/own_values.h"
#include "emit/terms/arithmetic.h"
#include "support/invariant.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::emit::pick {

namespace b = boogie;
using cfg::Expr;

namespace {

// The most cells of the array that one annotation reads.
std::size_t most_read(const cfg::Kernel &k, cfg::ArrayId array) {
  std::size_t most = 0;
  const auto look = [&](const Expr &e) {
    std::size_t here = 0;
    cfg::for_each_node(e, [&](const cfg::ExprNode &n) { here += n.op == cfg::Op::Read && n.array == array; });
    most = std::max(most, here);
  };
  for (const cfg::Block &block : k.blocks)
    for (const cfg::Stmt &s : block.stmts)
      for (const Expr &e : cfg::used_exprs(s))
        look(e);
  return most;
}

} // namespace

void havoc(BlockWriter &w, const Context &c, Thread t, cfg::VarId v) {
  w.command(b::HavocCmd{{names::copy(c.k, v, t)}});
  w.assume(c.encoder.variables.domain(v, t, cfg::full_range(c.k.vars[v].type)));
}

b::Expr ThreadMemory::map_of(cfg::ArrayId a) const {
  return b::ident(names::private_array(c_.k, a, t_), c_.encoder.forms.map_type(a));
}

b::Expr ThreadMemory::marks_of(cfg::ArrayId a) const {
  return b::ident(names::marks(c_.k, a, t_), b::map(c_.encoder.forms.offset_type(a), b::boolean()));
}

// Of what a loop's rounds before have accessed, which nobody says.
b::Expr ThreadMemory::more_marks_of(cfg::ArrayId a) const {
  return b::ident(names::more_marks(c_.k, a, t_), marks_of(a)->type);
}

b::Expr ThreadMemory::marked(cfg::ArrayId a, const b::Expr &at) const {
  return b::disj({b::select(marks_of(a), at), b::select(more_marks_of(a), at)});
}

void ThreadMemory::declare(b::Procedure &p) const {
  for (cfg::ArrayId a : cone_.maps) {
    if (!c_.memory.maps(a))
      continue;
    if (c_.memory.marks(a)) {
      const b::Expr marks = marks_of(a);
      p.locals.push_back({marks->text, marks->type});
      p.locals.push_back({more_marks_of(a)->text, marks->type});
      p.locals.push_back({names::knows_all(c_.k, a, t_), b::boolean()});
    }
    for (std::size_t i = 0; i < 2 * most_read(c_.k, a) + 1; ++i)
      p.locals.push_back({names::any_cell(c_.k, a, i, t_), c_.encoder.forms.map_type(a).parts.back()});
  }
}

// Behind the barrier, or what else the statement is (null: where the kernel begins).
void ThreadMemory::know_all(BlockWriter &w, const cfg::Stmt *behind) const {
  const auto quiet = c_.memory.quiet.find(behind);
  for (cfg::ArrayId a : cone_.maps)
    if (is_marked(a))
      w.command(b::AssignCmd{names::knows_all(c_.k, a, t_),
                             b::bool_lit(quiet != c_.memory.quiet.end() && quiet->second.count(a) != 0 &&
                                         !support::unsound("memory.apart_foreign", c_.memory.apart[a]))});
}

void ThreadMemory::mark(BlockWriter &w, cfg::ArrayId a, const Expr &offset, std::size_t cells) const {
  const b::Expr base = c_.encoder.offset(a, offset, t_);
  b::Expr marks = marks_of(a);
  const std::string name = marks->text;
  for (std::size_t i = 0; i < cells; ++i)
    marks = b::store(marks, c_.decls.moved(base, static_cast<std::int64_t>(i)), b::bool_lit(true));
  w.command(b::AssignCmd{name, marks});
}

void ThreadMemory::start(BlockWriter &w, const cfg::Stmt *behind) const { know_all(w, behind); }

void ThreadMemory::forget(BlockWriter &w, const cfg::Stmt &s) const {
  std::vector<std::string> names;
  for (cfg::ArrayId a : cone_.maps)
    if (c_.memory.forgets(a, s)) {
      names.push_back(map_of(a)->text);
      if (is_marked(a))
        names.insert(names.end(), {marks_of(a)->text, more_marks_of(a)->text});
    }
  if (!names.empty())
    w.command(b::HavocCmd{names});
  if (cfg::may_order(s))
    know_all(w, &s);
}

// The maps and marks that a round of the loop may change without a store. What was marked in front of a loop that
// forgets nothing stays so.
std::vector<std::string> ThreadMemory::forgotten_in(int loop) const {
  std::vector<std::string> names;
  for (cfg::ArrayId a : cone_.maps) {
    bool forgets = false, accesses = false, orders = false;
    for (cfg::BlockId block : c_.a.loops.loops[static_cast<std::size_t>(loop)].blocks)
      for (const cfg::Stmt &s : c_.k.blocks[block].stmts) {
        forgets = forgets || c_.memory.forgets(a, s);
        orders = orders || cfg::may_order(s);
        auto *l = std::get_if<cfg::Load>(&s.node);
        auto *st = std::get_if<cfg::Store>(&s.node);
        accesses = accesses || (l && l->array == a) || (st && st->array == a);
      }
    if (forgets)
      names.push_back(map_of(a)->text);
    if (is_marked(a) && forgets)
      names.push_back(marks_of(a)->text);
    if (is_marked(a) && (forgets || accesses))
      names.push_back(more_marks_of(a)->text);
    if (is_marked(a) && orders)
      names.push_back(names::knows_all(c_.k, a, t_));
  }
  return names;
}

void ThreadMemory::access(BlockWriter &w, const cfg::Load &l) const {
  if (is_marked(l.array) && !support::unsound("memory.bare", c_.memory.bare.count(&l) != 0))
    mark(w, l.array, l.offset, l.dests.size() * l.per_value);
}

void ThreadMemory::store(BlockWriter &w, const cfg::Store &s) const {
  if (!cone_.maps.count(s.array))
    return;
  b::Type type = c_.encoder.forms.map_type(s.array);
  std::string name = names::private_array(c_.k, s.array, t_);
  if (is_marked(s.array))
    mark(w, s.array, s.offset, s.values.size() * s.per_value);
  if (c_.memory.maps(s.array) && !c_.memory.plain[s.array]) {
    write_pieces(w, s);
    return;
  }
  const b::Expr base = c_.encoder.offset(s.array, s.offset, t_);
  b::Expr map = b::ident(name, type);
  for (std::size_t i = 0; i < s.values.size(); ++i)
    map = b::store(map, c_.decls.moved(base, static_cast<std::int64_t>(i)), c_.encoder.cell(s.array, s.values[i], t_));
  w.command(b::AssignCmd{name, map});
}

// A load of one cell. Where the cell may be one that nobody has written, only the thread's own store says what is
// there.
void ThreadMemory::load(BlockWriter &w, const cfg::Load &l, cfg::VarId d, const b::Expr &at) const {
  if (c_.memory.maps(l.array) && !c_.memory.plain[l.array]) {
    read_pieces(w, l, d, at);
    return;
  }
  b::Expr cell = b::select(map_of(l.array), at);
  const bool shared = c_.memory.maps(l.array);
  if (!(cell->type == c_.encoder.forms.type(d))) {
    havoc(w, c_, t_, d);
    return;
  }
  const std::string name = names::copy(c_.k, d, t_);
  const bool is_unsigned =
      cell->type.kind == b::TypeKind::Int && c_.encoder.representation.var_sign(d) == Sign::Unsigned;
  if (is_unsigned) // cells are read signed
    cell = as_unsigned(cell, c_.k.vars[d].type.width);
  if (support::unsound("memory.bare", c_.memory.bare.count(&l) != 0)) {
    LOCKSTEP_INVARIANT(is_marked(l.array), "arrays with cells that may be unwritten have marks");
    cell = b::ite(marked(l.array, at), cell, any_cell(w, l.array, 0));
  }
  w.command(b::AssignCmd{name, cell});
  if (is_unsigned || shared) // as is what the cell holds at first
    w.assume(c_.encoder.variables.domain(d, t_, cfg::full_range(c_.k.vars[d].type)));
}

// Granules hold the pieces of an integer from its least significant end, as unsigned numbers. What else is stored, or
// is stored in part without a value, leaves any pieces.
void ThreadMemory::write_pieces(BlockWriter &w, const cfg::Store &s) const {
  const b::Expr base = c_.encoder.offset(s.array, s.offset, t_);
  const unsigned width = 8 * c_.k.arrays[s.array].granule_bytes;
  const b::Expr map = map_of(s.array);
  const bool bits = map->type.parts.back().kind == b::TypeKind::Bv;
  for (std::size_t i = 0; i < s.values.size(); ++i) {
    const Expr &value = s.values[i];
    const bool known = value->type.is_int() && value->type.width == width * s.per_value && !cfg::has_padding(value) &&
                       c_.encoder.representation.consistent(value);
    const b::Expr whole = !known ? nullptr
                          : bits ? c_.encoder.bits(value, t_)
                                 : c_.encoder.integer(value, Sign::Unsigned, t_);
    for (unsigned n = 0; n < s.per_value; ++n) {
      b::Expr piece;
      if (!known)
        piece = any_cell(w, s.array, 0);
      else if (s.per_value == 1)
        piece = whole;
      else if (bits)
        piece = b::extract(whole, (n + 1) * width, n * width);
      else
        piece =
            b::binary("mod", n == 0 ? whole : b::binary("div", whole, power_of_two(n * width)), power_of_two(width));
      const b::Expr at = c_.decls.moved(base, static_cast<std::int64_t>(i * s.per_value + n));
      w.command(b::AssignCmd{map->text, b::store(map, at, std::move(piece))});
    }
  }
}

void ThreadMemory::read_pieces(BlockWriter &w, const cfg::Load &l, cfg::VarId d, const b::Expr &at) const {
  const cfg::Type type = c_.k.vars[d].type;
  const unsigned width = 8 * c_.k.arrays[l.array].granule_bytes;
  const b::Expr map = map_of(l.array);
  const bool bits = map->type.parts.back().kind == b::TypeKind::Bv;
  const bool bare = support::unsound("memory.bare_pieces", c_.memory.bare.count(&l) != 0);
  havoc(w, c_, t_, d);
  if (!type.is_int() || type.width != width * l.per_value || (bare && cfg::mentions(l.offset, d)) ||
      bits != (c_.encoder.forms.type(d).kind == b::TypeKind::Bv))
    return;
  b::Expr whole;
  std::vector<b::Expr> all_marked;
  for (unsigned n = 0; n < l.per_value; ++n) {
    b::Expr piece = b::select(map, c_.decls.moved(at, n));
    if (bare)
      all_marked.push_back(marked(l.array, c_.decls.moved(at, n)));
    if (bits) {
      whole = whole ? b::concat(std::move(piece), std::move(whole)) : std::move(piece);
      continue;
    }
    w.assume(b::conj({b::binary("<=", b::int_lit(0), piece), b::binary("<", piece, power_of_two(width))}));
    if (n != 0)
      piece = b::binary("*", power_of_two(n * width), std::move(piece));
    whole = whole ? b::binary("+", std::move(whole), std::move(piece)) : std::move(piece);
  }
  if (!bits && c_.encoder.representation.var_sign(d) == Sign::Signed)
    whole = as_signed(whole, type.width);
  if (bare)
    whole = b::ite(b::conj(all_marked), std::move(whole), c_.encoder.variables.read(d, t_));
  w.command(b::AssignCmd{names::copy(c_.k, d, t_), std::move(whole)});
}

// Any contents, as a cell holds them.
b::Expr ThreadMemory::any_cell(BlockWriter &w, cfg::ArrayId a, std::size_t number) const {
  const b::Expr any = b::ident(names::any_cell(c_.k, a, number, t_), c_.encoder.forms.map_type(a).parts.back());
  w.command(b::HavocCmd{{any->text}});
  return any;
}

// `unknown` says what a cell holds that is not marked; without it, the map says it of all.
b::Expr ThreadMemory::read_with(BlockWriter &w, const Expr &e, const Unknown &unknown) const {
  std::map<const cfg::ExprNode *, b::Expr> known;
  std::map<cfg::ArrayId, std::size_t> met;
  std::size_t all = 0;
  c_.encoder.reading.contents = [&](const Expr &read, Thread t) -> b::Expr {
    LOCKSTEP_INVARIANT(t == t_, "a run is one thread's");
    const cfg::ArrayId a = read->array;
    if (!c_.maps(a))
      return nullptr;
    if (const auto before = known.find(read.get()); before != known.end())
      return before->second;
    const b::Expr at = c_.encoder.offset(a, read->args[0], t_);
    b::Expr cell = b::select(map_of(a), at);
    if (cell->type.kind == b::TypeKind::Int && c_.memory.maps(a) && !c_.memory.plain[a]) { // pieces are unsigned
      w.assume(b::conj({b::binary("<=", b::int_lit(0), cell), b::binary("<", cell, power_of_two(read->type.width))}));
      cell = as_signed(cell, read->type.width);
    } else if (cell->type.kind == b::TypeKind::Int) {
      const cfg::Bounds all = cfg::signed_bounds(read->type);
      w.assume(b::conj({b::binary("<=", b::int_lit(all.lo), cell), b::binary("<=", cell, b::int_lit(all.hi))}));
    }
    if (unknown && c_.memory.maps(a) && !support::left_out("memory.marks"))
      cell = b::ite(b::disj({b::ident(names::knows_all(c_.k, a, t_), b::boolean()), marked(a, at)}), cell,
                    unknown(a, met[a]++, all++));
    known.emplace(read.get(), cell);
    return cell;
  };
  b::Expr out = c_.encoder.boolean(e, t_);
  c_.encoder.reading.contents = reads_no_map(c_);
  return out;
}

b::Expr ThreadMemory::held(BlockWriter &w, const Expr &e) const { return read_with(w, e, {}); }

Reading::Contents reads_no_map(const Context &c) {
  return [&c](const Expr &read, Thread) -> b::Expr {
    LOCKSTEP_INVARIANT(!c.maps(read->array), "only annotations read arrays that are followed");
    return nullptr;
  };
}

b::Expr ThreadMemory::claim(BlockWriter &w, const Expr &e) const {
  return read_with(w, e, [&](cfg::ArrayId a, std::size_t number, std::size_t) {
    b::Expr any = any_cell(w, a, number);
    if (any->type.kind == b::TypeKind::Int) {
      const cfg::Bounds all = cfg::signed_bounds(c_.k.arrays[a].element);
      w.assume(b::conj({b::binary("<=", b::int_lit(all.lo), any), b::binary("<=", any, b::int_lit(all.hi))}));
    }
    return any;
  });
}

// Sound because what was proved of the claim was proved whatever the unknown cells hold. So it holds for each choice of
// contents; a few extreme ones tell that a cell is marked: no other is both the least number and the greatest.
void ThreadMemory::assume_claimed(BlockWriter &w, const Expr &e) const {
  if (!is_readable(c_, e) || !c_.encoder.representation.consistent(e))
    return;
  w.assume(claim(w, e));
  const std::set<cfg::ArrayId> read = arrays_read(e);
  if (std::none_of(read.begin(), read.end(), [&](cfg::ArrayId a) { return is_marked(a); }))
    return;
  struct Choice {
    bool even, odd; // extreme: the greatest, else the least
    bool is_signed; // read so
  };
  for (const Choice &c : {Choice{false, false, true}, Choice{true, true, true}, Choice{false, true, true},
                          Choice{true, false, true}, Choice{false, false, false}, Choice{true, true, false}})
    w.assume(read_with(w, e, [&](cfg::ArrayId a, std::size_t number, std::size_t of_all) {
      return extreme(w, a, number, of_all % 2 == 0 ? c.even : c.odd, c.is_signed);
    }));
}

// An extreme of what a cell can hold. Of floats, which have no order here: one of two that differ.
b::Expr ThreadMemory::extreme(BlockWriter &w, cfg::ArrayId a, std::size_t number, bool greatest, bool is_signed) const {
  const b::Type type = c_.encoder.forms.map_type(a).parts.back();
  const cfg::Type element = c_.k.arrays[a].element;
  const b::Expr first = b::ident(names::any_cell(c_.k, a, number, t_), type);
  if (element.is_bool())
    return b::bool_lit(greatest);
  if (!element.is_int()) {
    if (!greatest)
      return first;
    const b::Expr second = any_cell(w, a, most_read(c_.k, a) + number);
    w.assume(b::not_(b::eq(first, second)));
    return second;
  }
  const std::uint64_t ones = cfg::mask_to_width(~std::uint64_t(0), element.width);
  if (type.kind == b::TypeKind::Bv)
    return b::bv_lit(element.width, greatest ? ones >> (is_signed ? 1 : 0) : is_signed ? ones - (ones >> 1) : 0);
  const cfg::Bounds all = cfg::signed_bounds(element);
  if (!is_signed)
    return b::int_lit(greatest ? -1 : 0); // cells are read signed
  return b::int_lit(greatest ? all.hi : all.lo);
}

} // namespace lockstep::emit::pick
