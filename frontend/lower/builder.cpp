// The kernel under construction: see builder.h.
#include "frontend/lower/builder.h"

#include "support/budget.h"

#include <algorithm>
#include <bit>

namespace lockstep::frontend {

std::string Names::fresh(const std::string &hint) {
  std::string name = hint;
  for (unsigned &n = last_[hint]; !taken_.insert(name).second;) // smaller numbers are taken: names stay
    name = hint + "." + std::to_string(++n);
  return name;
}

void Report::refuse_at(const support::Origin &origin, const std::string &what, support::Topic topic) {
  refused = true;
  std::string message = what + " is not supported";
  for (const support::Diagnostic &d : diags.all())
    if (d.origin == origin && d.message == message)
      return;
  diags.unsupported(origin, message, topic);
}

namespace {
// An offset as a base (empty: 0) and a constant.
std::pair<cfg::Expr, std::uint64_t> split(const cfg::Expr &e) {
  if (cfg::is_const(e))
    return {nullptr, e->value};
  if (e->op == cfg::Op::Add && cfg::is_const(e->args[1]))
    return {e->args[0], e->args[1]->value};
  return {e, 0};
}

bool follows(const cfg::Expr &first, std::uint64_t granules, const cfg::Expr &second) {
  auto [a, i] = split(first);
  auto [b, j] = split(second);
  return (a && b ? cfg::equal(a, b) : a == b) && i + granules == j;
}
// Makes `last` include `next`, if that is a load (or store) of the granules right after those of the load (or store)
// `last`: the members of a structure that one expression of the source reads or writes are one ranged access.
bool extend_access(cfg::Stmt &last, const Builder::Node &next) {
  if (auto *a = std::get_if<cfg::Load>(&last.node)) {
    auto *b = std::get_if<cfg::Load>(&next);
    if (!b || a->array != b->array || a->per_value != b->per_value || a->quiet != b->quiet || a->fresh != b->fresh ||
        a->incoherent != b->incoherent || !follows(a->offset, a->dests.size() * a->per_value, b->offset))
      return false;
    for (cfg::VarId v : a->dests) // what the second one's place depends on must be known before
      if (std::vector<cfg::VarId> used;
          (cfg::collect_vars(b->offset, used), std::find(used.begin(), used.end(), v) != used.end()))
        return false;
    a->dests.insert(a->dests.end(), b->dests.begin(), b->dests.end());
    return true;
  }
  if (auto *a = std::get_if<cfg::Store>(&last.node)) {
    auto *b = std::get_if<cfg::Store>(&next);
    if (!b || a->array != b->array || a->per_value != b->per_value || a->quiet != b->quiet || a->fresh != b->fresh ||
        !follows(a->offset, a->values.size() * a->per_value, b->offset))
      return false;
    a->values.insert(a->values.end(), b->values.begin(), b->values.end());
    return true;
  }
  return false;
}
} // namespace

Builder::Builder(const Source &source, support::Diagnostics &diags)
    : in(source), origin(source.debug.function_origin()), report{diags} {
  kernel.pointer_bits = source.pointer_bits;
  kernel.origin = origin;
}

void Builder::emit(Node node) {
  support::spend();
  const auto natural = [&](cfg::ArrayId array, std::uint64_t granules) {
    return static_cast<unsigned>(std::bit_ceil(granules * kernel.arrays[array].granule_bytes));
  };
  if (auto *l = std::get_if<cfg::Load>(&node)) {
    l->quiet = mode.quiet, l->fresh = mode.fresh, l->incoherent = mode.incoherent;
    l->align = l->align != 0 ? l->align : natural(l->array, l->dests.size() * l->per_value);
  } else if (auto *s = std::get_if<cfg::Store>(&node)) {
    s->quiet = mode.quiet, s->fresh = mode.fresh;
    s->align = s->align != 0 ? s->align : natural(s->array, s->values.size() * s->per_value);
  }
  std::vector<cfg::Stmt> &stmts = kernel.blocks[block].stmts;
  std::vector<cfg::Stmt> checks;
  for (const Check &check : checks_)
    if (std::optional<cfg::Stmt> c = check(node))
      checks.push_back(std::move(*c));
  const bool fresh =
      stmts.empty() || !origin.known() || !(stmts.back().origin == origin) || !extend_access(stmts.back(), node);
  stmts.insert(stmts.end() - (fresh ? 0 : 1), checks.begin(), checks.end());
  if (fresh)
    stmts.push_back({std::move(node), origin});
}

cfg::BlockId Builder::new_block(const std::string &hint) {
  cfg::Block b;
  b.origin = origin;
  b.name = block_names_.fresh(hint.empty() ? "b" : hint);
  b.end = {cfg::Return{}, origin};
  kernel.blocks.push_back(std::move(b));
  return static_cast<cfg::BlockId>(kernel.blocks.size() - 1);
}

void Builder::finish_block(decltype(cfg::Terminator::node) node) {
  kernel.blocks[block].end = {std::move(node), origin};
}

void Builder::jump(cfg::BlockId to) {
  finish_block(cfg::Goto{{to}});
  block = to;
}

cfg::VarId added_parameter(Builder &out, cfg::VarKind kind, const std::string &name, cfg::Type type) {
  const cfg::VarId v = out.new_var(name, type);
  out.kernel.vars[v].param = true;
  out.kernel.vars[v].kind = kind;
  return v;
}

cfg::VarId Builder::new_var(const std::string &hint, cfg::Type type, const llvm::Value *v) {
  cfg::Var var;
  var.name = names.fresh(hint.empty() ? "t" : hint);
  var.type = type;
  if (v) {
    var.source_name = in.debug.name(v);
    var.origin = in.debug.origin(in.debug.variable(v));
  }
  if (!var.origin.known())
    var.origin = origin;
  kernel.vars.push_back(std::move(var));
  const auto id = static_cast<cfg::VarId>(kernel.vars.size() - 1);
  if (v && source_block)
    made_in_[id] = source_block;
  return id;
}

cfg::Expr Builder::havoc(cfg::Type type, const std::string &hint) {
  cfg::VarId v = new_var(hint, type);
  emit(cfg::Havoc{v});
  return cfg::variable(v, type);
}

void Builder::take_for_granted(const std::string &what) {
  std::vector<std::string> &known = kernel.terms.assumptions;
  if (std::find(known.begin(), known.end(), what) == known.end())
    known.push_back(what);
}

void loop(Builder &out, cfg::Expr count, const std::string &name, const std::function<void(cfg::Expr)> &body) {
  cfg::VarId var = out.new_var(name, count->type);
  cfg::Expr i = cfg::variable(var, count->type);
  out.emit(cfg::Assign{var, cfg::constant(count->type, 0)});
  cfg::BlockId head = out.new_block(name + ".head"), inside = out.new_block(name + ".body"),
               after = out.new_block(name + ".end");
  out.jump(head);
  out.finish_block(cfg::Branch{cfg::binary(cfg::Op::Ult, i, count), inside, after});
  out.block = inside;
  body(i);
  out.emit(cfg::Assign{var, cfg::binary(cfg::Op::Add, i, cfg::constant(count->type, 1), true, true)});
  out.finish_block(cfg::Goto{{head}});
  out.block = after;
}

} // namespace lockstep::frontend
