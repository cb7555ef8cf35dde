// Annotations about the accesses that a thread has made since its last barrier (frontend/include/lockstep_builtins.h,
// section 1).
//
// The log of the reads of an array, or of its writes, holds one of these accesses, an arbitrary one, or none. It is two
// variables: a parameter, the *watched* granule, and whether the thread has *touched* it since the last barrier that
// fences the array. An annotation about them is one like any other, which every tier and the interpreter can check.
// Sound because the watched granule is arbitrary: what holds whichever it is holds for each access.
//
// Two threads of one group pass its barriers together; two of different groups pass none together but the grid's, so
// that their logs of global memory go on. Which pair is spoken of is an arbitrary parameter, too (__same_group).
#include "frontend/builtins/spelled.h"
#include "frontend/lower/handlers.h"
#include "frontend/lower/memory/memory_parts.h"

#include "cfg/ir/pairwise.h"
#include "cfg/ir/rewrite.h"
#include "cfg/ir/text/shown_name.h"
#include "support/sound.h"

#include "llvm/IR/GlobalVariable.h"

#include <algorithm>

namespace lockstep::frontend {

using cfg::Expr;
using cfg::Op;

namespace {

// The watched granule lies so far from both ends of the type that its byte does, too: the last one that does. Sound
// because no object is larger than half the address space, so that no access of one lies further away.
std::int64_t furthest(unsigned pointer_bits, unsigned granule_bytes) {
  return static_cast<std::int64_t>((std::uint64_t(1) << (pointer_bits - 1)) / granule_bytes - 1);
}

// Is the watched granule one of those that the access covers? `offset + n` may wrap around, `watched - n` does not.
Expr covers(const Expr &watched, Expr offset, std::uint64_t granules) {
  if (offset->type != watched->type)
    offset = cfg::cast(offset->type.width < watched->type.width ? Op::Sext : Op::Trunc, offset, watched->type);
  const auto back = [&](std::uint64_t n) {
    return n == 0 ? watched : cfg::binary(Op::Sub, watched, cfg::constant(watched->type, n), true);
  };
  if (support::left_out("access_logs.wide"))
    granules = 1;
  if (granules <= 16) {
    Expr any = cfg::boolean(false);
    for (std::uint64_t n = 0; n < granules; ++n)
      any = cfg::binary(Op::Or, any, cfg::binary(Op::Eq, back(n), offset));
    return any;
  }
  return cfg::binary(Op::And, cfg::binary(Op::Sle, offset, watched), cfg::binary(Op::Slt, back(granules), offset));
}

std::uint64_t granules_covered(const cfg::Stmt &s) {
  if (auto *l = std::get_if<cfg::Load>(&s.node))
    return l->dests.size() * l->per_value;
  const auto &st = std::get<cfg::Store>(s.node);
  return st.values.size() * st.per_value;
}

} // namespace

// --- expressions --------------------------------------------------------------------------------------------------

const AccessLogs::Log &AccessLogs::log_of(cfg::ArrayId array, bool writes) {
  auto [it, fresh] = logs_.try_emplace({array, writes});
  if (fresh) {
    const std::string name = std::string("log.") + (writes ? "write." : "read.") + out_.kernel.arrays[array].name;
    it->second = {out_.new_var(name, cfg::bool_type),
                  added_parameter(out_, cfg::VarKind::AccessLog, name + ".watched", in_.pointer_type)};
  }
  return it->second;
}

Expr AccessLogs::logged(const std::string &asked, const Pointer &p, bool writes, bool place) {
  const Expr none = place ? cfg::constant(in_.pointer_type, 0) : cfg::boolean(false);
  std::vector<ObjectId> ids = candidates(p);
  if (p.targets.unknown || ids.empty()) {
    out_.refuse("in an annotation, the accesses through a pointer of unknown origin");
    return none;
  }
  Expr out;
  for (ObjectId id : ids) {
    const Object &object = in_.points_to.objects()[id];
    if (const auto space = in_.space_of(object); !in_.layout.accessed(id) && object.kind == ObjectKind::Global &&
                                                 (space == cfg::Space::Group || space == cfg::Space::Global)) {
      out = out ? cfg::ite(is_object(p.piece.which, id), none, out) : none; // of no access there is an array
      continue;
    }
    if (!arrays_.is_readable(id) || out_.kernel.arrays[arrays_.at(id)].space == cfg::Space::Private) {
      out_.refuse("'" + asked + "' of memory that is not shared");
      return none;
    }
    auto *global = llvm::dyn_cast_or_null<llvm::GlobalVariable>(object.value);
    if (support::unsound("access_logs.tables", global && global->isConstant())) { // its loads may be folded
      out_.refuse("'" + asked + "' of a constant table");
      return none;
    }
    const Log &log = log_of(arrays_.at(id), writes);
    Expr e = cfg::variable(log.touched, cfg::bool_type);
    if (place)
      e = cfg::binary(Op::Mul, cfg::variable(log.watched, in_.pointer_type),
                      cfg::constant(in_.pointer_type, out_.kernel.arrays[arrays_.at(id)].granule_bytes), true);
    out = out ? cfg::ite(is_object(p.piece.which, id), e, out) : e;
  }
  return p.targets.objects.count(null_object) && !place
             ? cfg::binary(Op::And, out, cfg::binary(Op::Ne, p.piece.which, cfg::constant(which_type, null_object)))
             : out;
}

// Which values atomics on a cell have given to the thread. One value is watched, an arbitrary one. Sound because what
// is claimed of the watched value, whichever it is, is so of all; `value has been taken` says that it has been if it is
// the watched one, which is less wherever it is known, and the same wherever it is asked. To deny it would say more.
Expr AccessLogs::has_taken(const Pointer &p, Expr value) {
  const std::vector<ObjectId> ids = candidates(p);
  if (p.targets.unknown || ids.size() != 1 || !arrays_.is_readable(ids[0]) || !cfg::is_const(p.piece.expr, 0) ||
      !value->type.is_int()) {
    out_.refuse("'__atomic_has_taken_value' of anything but the first cell of one array");
    return cfg::boolean(false);
  }
  const cfg::ArrayId array = arrays_.at(ids[0]);
  auto [it, fresh] = taken_.try_emplace({array, value->type.width});
  if (fresh) {
    const std::string name = "log.taken." + out_.kernel.arrays[array].name;
    it->second = {out_.new_var(name, cfg::bool_type),
                  added_parameter(out_, cfg::VarKind::AccessLog, name + ".watched", value->type)};
  }
  return cfg::binary(Op::Implies, cfg::binary(Op::Eq, value, cfg::variable(it->second.watched, value->type)),
                     cfg::variable(it->second.touched, cfg::bool_type));
}

bool AccessLogs::is_denied(const Expr &e) const { return denies(e, true); }

bool AccessLogs::denies(const Expr &e, bool positive) const {
  const auto is_taken = [&](const Expr &x) {
    return std::any_of(taken_.begin(), taken_.end(),
                       [&](const auto &entry) { return cfg::mentions(x, entry.second.touched); });
  };
  if (!is_taken(e))
    return false;
  if (e->op == Op::Not)
    return denies(e->args[0], !positive);
  if (!positive)
    return true;
  if (e->op == Op::Var)
    return false;
  if (e->op == Op::And)
    return denies(e->args[0], true) || denies(e->args[1], true);
  if (e->op == Op::Or) // of two values one is not the watched one, so that nothing would be said
    return (is_taken(e->args[0]) && is_taken(e->args[1])) || denies(e->args[0], true) || denies(e->args[1], true);
  if (e->op == Op::Implies)
    return is_taken(e->args[0]) || denies(e->args[1], true);
  if (e->op == Op::Ite && e->type.is_bool())
    return is_taken(e->args[0]) || denies(e->args[1], true) || denies(e->args[2], true);
  if (cfg::is_call_of(*e, cfg::everyone_name) || cfg::is_call_of(*e, cfg::other_name))
    return !e->type.is_bool() || denies(e->args[0], true);
  return true;
}

std::optional<cfg::Stmt> AccessLogs::taking(const cfg::Stmt &s) const {
  const auto *a = std::get_if<cfg::Atomic>(&s.node);
  if (!a || !a->dest || cfg::mentions(a->offset, *a->dest))
    return std::nullopt;
  const cfg::Type type = out_.kernel.vars[*a->dest].type;
  const auto it = taken_.find({a->array, type.is_int() ? type.width : 0});
  if (it == taken_.end())
    return std::nullopt;
  const Expr now =
      cfg::binary(Op::And, cfg::binary(Op::Eq, a->offset, cfg::constant(a->offset->type, 0)),
                  cfg::binary(Op::Eq, cfg::variable(*a->dest, type), cfg::variable(it->second.watched, type)));
  const Expr before = cfg::variable(it->second.touched, cfg::bool_type);
  return cfg::Stmt{cfg::Assign{it->second.touched, cfg::binary(Op::Or, before, now)}, s.origin};
}

// Whether an annotation is about two threads of one group.
Expr AccessLogs::same_group() {
  const auto one = [](const cfg::Launch::Extent &e) { return e == std::optional<std::uint64_t>(1); };
  if (std::all_of(in_.launch.num_groups.begin(), in_.launch.num_groups.end(), one))
    return cfg::boolean(true);
  if (std::all_of(in_.launch.local_size.begin(), in_.launch.local_size.end(), one))
    return cfg::boolean(false);
  if (!same_group_)
    same_group_ = added_parameter(out_, cfg::VarKind::AccessLog, "log.same_group", cfg::bool_type);
  return cfg::variable(*same_group_, cfg::bool_type);
}

bool AccessLogs::are_in(const Expr &e) const {
  return (same_group_ && cfg::mentions(e, *same_group_)) ||
         std::any_of(taken_.begin(), taken_.end(),
                     [&](const auto &entry) { return cfg::mentions(e, entry.second.touched); }) ||
         std::any_of(logs_.begin(), logs_.end(), [&](const auto &entry) {
           return cfg::mentions(e, entry.second.touched) || cfg::mentions(e, entry.second.watched);
         });
}

Expr AccessLogs::of_one_group(const Expr &e) const {
  return cfg::replace(e, [this](const Expr &x) {
    return same_group_ && x->op == Op::Var && x->var == *same_group_ ? cfg::boolean(true) : Expr{};
  });
}

bool AccessLogs::are_of_others(const Expr &e, const std::vector<std::string> &arrays) const {
  return !arrays.empty() && std::any_of(logs_.begin(), logs_.end(), [&](const auto &entry) {
    const bool named =
        std::ranges::find(arrays, cfg::shown_name(out_.kernel.arrays[entry.first.first])) != arrays.end();
    return !named && (cfg::mentions(e, entry.second.touched) || cfg::mentions(e, entry.second.watched));
  });
}

Expr AccessLogs::said_of(const Expr &e, bool made) const {
  return cfg::replace(e, [&](const Expr &x) -> Expr {
    const bool touched = x->op == Op::Var && std::any_of(logs_.begin(), logs_.end(), [&](const auto &entry) {
                           return entry.second.touched == x->var;
                         });
    return touched ? cfg::boolean(made) : Expr{};
  });
}

Expr AccessLogs::covers(cfg::ArrayId array, bool writes, const Expr &offset, std::uint64_t granules) {
  return frontend::covers(cfg::variable(log_of(array, writes).watched, in_.pointer_type), offset, granules);
}

// --- statements ---------------------------------------------------------------------------------------------------

// What becomes of the log where the thread makes the access.
std::optional<cfg::Stmt> AccessLogs::logging(const cfg::Stmt &s) {
  const auto *load = std::get_if<cfg::Load>(&s.node);
  const auto *store = std::get_if<cfg::Store>(&s.node);
  if (!load && !store)
    return std::nullopt;
  const auto it = logs_.find({load ? load->array : store->array, store != nullptr});
  if (it == logs_.end())
    return std::nullopt;
  if (load ? load->quiet : store->quiet) {
    out_.report.refuse_at(s.origin, "an annotation about the accesses to an array that is copied asynchronously");
    return std::nullopt;
  }
  const Expr now = frontend::covers(cfg::variable(it->second.watched, in_.pointer_type),
                                    load ? load->offset : store->offset, granules_covered(s));
  const Expr before = cfg::variable(it->second.touched, cfg::bool_type);
  return cfg::Stmt{cfg::Assign{it->second.touched, cfg::binary(Op::Or, before, now)}, s.origin};
}

// The logs are empty behind a barrier that fences the array and that both threads pass together.
void AccessLogs::empty_logs(const cfg::Stmt &s, std::vector<cfg::Stmt> &out) {
  const auto *bar = std::get_if<cfg::Barrier>(&s.node);
  if (!bar || bar->scope == cfg::Scope::Warp)
    return;
  for (const auto &[key, log] : logs_) {
    const bool in_group = out_.kernel.arrays[key.first].space == cfg::Space::Group;
    if (in_group ? !bar->fence_group : !bar->fence_global)
      continue;
    Expr left = cfg::boolean(false);
    if (support::unsound("access_logs.groups", !in_group && bar->scope == cfg::Scope::Group))
      left = cfg::binary(Op::And, cfg::variable(log.touched, cfg::bool_type), cfg::negate(same_group()));
    out.push_back({cfg::Assign{log.touched, left}, s.origin});
  }
}

// Which pair the logs are of is arbitrary; an annotation about two threads is about the pair that they are.
void AccessLogs::tie_pair() {
  if (!same_group_)
    return;
  const Expr tie = cfg::binary(Op::Eq, cfg::variable(*same_group_, cfg::bool_type), cfg::pair_of_one_group());
  const auto tied = [&](const Expr &e) { return cfg::binary(Op::Implies, tie, e); };
  for (cfg::Block &b : out_.kernel.blocks)
    for (cfg::Stmt &s : b.stmts)
      if (auto *a = std::get_if<cfg::Assert>(&s.node); a && cfg::is_pairwise(a->condition))
        a->condition = cfg::is_call_of(*a->condition, cfg::everyone_name)
                           ? cfg::of_everyone(tied(a->condition->args[0]))
                           : tied(a->condition);
      else if (auto *as = std::get_if<cfg::Assume>(&s.node);
               as && cfg::is_call_of(*as->condition, cfg::at_pair_name) && cfg::is_pairwise(as->condition->args[0]))
        as->condition = cfg::at_pair(tied(as->condition->args[0]), as->condition->args[1], as->condition->args[2]);
}

void AccessLogs::finish() {
  write_logs();
  tie_pair();
}

void AccessLogs::write_logs() {
  if (logs_.empty() && taken_.empty())
    return;
  for (cfg::Block &b : out_.kernel.blocks) {
    std::vector<cfg::Stmt> old = std::move(b.stmts);
    b.stmts.clear();
    for (cfg::Stmt &s : old) {
      const std::optional<cfg::Stmt> logged = logging(s), taken = taking(s);
      const auto *load = std::get_if<cfg::Load>(&s.node);
      // The log is about the place that was accessed: before the access where that changes it, as in `i := A[i]`.
      const bool first = logged && load && std::any_of(load->dests.begin(), load->dests.end(), [&](cfg::VarId v) {
                           return cfg::mentions(load->offset, v);
                         });
      if (first)
        b.stmts.push_back(*logged);
      const cfg::Stmt &kept = b.stmts.emplace_back(std::move(s));
      if (taken) {
        b.stmts.push_back(*taken);
      } else if (logged && !first) {
        b.stmts.push_back(*logged);
      } else {
        std::vector<cfg::Stmt> emptied;
        empty_logs(kept, emptied);
        b.stmts.insert(b.stmts.end(), emptied.begin(), emptied.end());
      }
    }
  }
  for (const auto &[key, log] : taken_)
    out_.entry.push_back({cfg::Assign{log.touched, cfg::boolean(false)}, out_.kernel.origin});
  for (const auto &[key, log] : logs_) {
    const std::int64_t most = furthest(in_.pointer_bits, out_.kernel.arrays[key.first].granule_bytes);
    const Expr watched = cfg::variable(log.watched, in_.pointer_type);
    const Expr far = cfg::constant(in_.pointer_type, static_cast<std::uint64_t>(most));
    const Expr near = cfg::constant(in_.pointer_type, static_cast<std::uint64_t>(-most));
    const auto not_above = [](const Expr &x, const Expr &y) { return cfg::binary(Op::Sle, x, y); };
    out_.entry.push_back({cfg::Assume{cfg::binary(Op::And, not_above(near, watched), not_above(watched, far)),
                                      cfg::AssumeKind::Language},
                          out_.kernel.origin});
    out_.entry.push_back({cfg::Assign{log.touched, cfg::boolean(false)}, out_.kernel.origin});
  }
}

// --- handlers ------------------------------------------------------------------------------------------------------

void handlers::access_log(Context &cx, const Call &c) {
  const auto wanted = c.detail % LogOfWrites;
  const bool writes = c.detail >= LogOfWrites;
  const unsigned width = c.inst.getType()->getIntegerBitWidth();
  if (!cx.out.annotation) // what a program makes of it may differ from thread to thread
    return cx.values.set(&c.inst,
                         {{cx.out.havoc(width == 1 ? cfg::bool_type : cfg::int_type(width), "logged"), nullptr}});
  const Pointer p = cx.values.pointer(c.inst.getArgOperand(0));
  Expr e = cx.logs.logged(spelled(c.inst), p, writes, wanted == LogOffset);
  if (wanted == LogNone)
    e = cfg::negate(e);
  else if (wanted == LogImplies)
    e = cfg::binary(Op::Implies, e, cx.values.scalar(c.inst.getArgOperand(1)));
  else if (wanted == LogOffset && e->type.width != width)
    e = cfg::cast(width < e->type.width ? Op::Trunc : Op::Zext, e, cfg::int_type(width));
  cx.values.set(&c.inst, {{e, nullptr}});
}

// __atomic_has_taken_value(p, offset, value)
void handlers::taken_value(Context &cx, const Call &c) {
  const cfg::Type type = cfg::int_type(c.inst.getType()->getIntegerBitWidth());
  if (!cx.out.annotation)
    return cx.values.set(&c.inst, {{cx.out.havoc(type, "taken"), nullptr}});
  if (!cfg::is_const(cx.values.scalar(c.inst.getArgOperand(1)), 0))
    return cx.out.refuse("'__atomic_has_taken_value' of another cell than the first");
  const Pointer p = cx.values.pointer(c.inst.getArgOperand(0));
  const Expr e = cx.logs.has_taken(p, cx.values.scalar(c.inst.getArgOperand(2)));
  cx.values.set(&c.inst, {{cfg::ite(e, cfg::constant(type, 1), cfg::constant(type, 0)), nullptr}});
}

// How far the pointer lies from the beginning of what it points to.
void handlers::offset_bytes(Context &cx, const Call &c) {
  const unsigned width = c.inst.getType()->getIntegerBitWidth();
  const Pointer p = cx.values.pointer(c.inst.getArgOperand(0));
  if (p.targets.unknown)
    return cx.out.refuse("in an annotation, the offset of a pointer of unknown origin");
  Expr e = cfg::binary(Op::Mul, p.piece.expr, cfg::constant(cx.in.pointer_type, cx.in.granule_of(p.targets)), true);
  if (e->type.width != width)
    e = cfg::cast(width < e->type.width ? Op::Trunc : Op::Zext, e, cfg::int_type(width));
  cx.values.set(&c.inst, {{e, nullptr}});
}

void handlers::pair_in_group(Context &cx, const Call &c) {
  if (!cx.out.annotation)
    return refuse_call(cx.out, c);
  cx.values.set(&c.inst, {{cx.logs.same_group(), nullptr}});
}

} // namespace lockstep::frontend
