// Building a kernel out of a piece of text, for the tests of `build_kernel`; and running it for one thread.
#pragma once

#include "cfg/ir/check.h"
#include "cfg/ir/evaluate.h"
#include "cfg/ir/op_groups.h"
#include "cfg/ir/text/print.h"
#include "tests/unit/frontend/compile_fixture.h"

#include <map>

namespace lockstep::frontend {

struct Built {
  std::optional<cfg::Kernel> kernel;
  support::Diagnostics diags;

  std::optional<cfg::ArrayId> array(const std::string &name) const {
    for (cfg::ArrayId a = 0; a < kernel->arrays.size(); ++a)
      if (kernel->arrays[a].name == name)
        return a;
    return std::nullopt;
  }
  // Fails the test where there is none.
  const cfg::Array &at(const std::string &name) const {
    auto a = array(name);
    EXPECT_TRUE(a) << "no array " << name << " in\n" << cfg::print(*kernel);
    return kernel->arrays[a.value_or(0)];
  }
  template <typename Node> std::vector<std::pair<Node, support::Origin>> all() const {
    std::vector<std::pair<Node, support::Origin>> out;
    for (const cfg::Block &b : kernel->blocks)
      for (const cfg::Stmt &s : b.stmts)
        if (auto *n = std::get_if<Node>(&s.node))
          out.push_back({*n, s.origin});
    return out;
  }
  std::string text(const cfg::Expr &e) const { return cfg::print(e, *kernel); }
  std::string text() const { return cfg::print(*kernel); }
};

// Builds the first kernel of the text; whatever is built is well formed.
inline Built build_text(const std::string &name, const std::string &source, const Options &options = {}) {
  Built b;
  auto module = compile(write_source(name, source), options, b.diags);
  if (!module || kernels(*module).empty())
    return b;
  auto kernel = build_kernel(*module, kernels(*module)[0], options, b.diags);
  if (!kernel)
    return b;
  b.kernel = *std::move(kernel);
  support::Diagnostics checked;
  EXPECT_TRUE(cfg::check(*b.kernel, checked)) << messages(checked) << b.text();
  return b;
}

#define BUILD(variable, name, source)                                                                                  \
  Built variable = build_text(name, source);                                                                           \
  ASSERT_TRUE(variable.kernel) << messages(variable.diags)

// Refused, with a message that says `what` at `line`.
inline void expect_refused(const Built &b, const std::string &what, unsigned line) {
  EXPECT_FALSE(b.kernel);
  bool found = false;
  for (const auto &d : b.diags.all())
    found = found || (d.severity == support::Severity::Unsupported && d.message.find(what) != std::string::npos &&
                      (line == 0 || d.origin.place().line == line));
  EXPECT_TRUE(found) << "expected '" << what << "' at line " << line << ":\n" << messages(b.diags);
}

// One thread's run, statement by statement. Integers only: floats are moved as bits.
class OneThread {
public:
  explicit OneThread(const cfg::Kernel &k) : kernel_(k), vars_(k.vars.size(), 0x5a5a5a5a5a5a5a5aull) {
    for (const cfg::Array &a : k.arrays)
      memory_.emplace_back(a.initial.empty() ? std::vector<std::uint64_t>(a.extent.value_or(64)) : a.initial);
  }

  OneThread &set(const std::string &name, std::uint64_t value) {
    for (cfg::VarId v = 0; v < kernel_.vars.size(); ++v)
      if (kernel_.vars[v].name == name)
        vars_[v] = cfg::mask_to_width(value, kernel_.vars[v].type.width);
    return *this;
  }
  OneThread &fill(const std::string &name, std::vector<std::uint64_t> granules) {
    memory_[id(name)] = std::move(granules);
    return *this;
  }
  OneThread &thread(std::uint64_t local, std::uint64_t group = 0, std::uint64_t size = 64) {
    local_ = local, group_ = group, size_ = size;
    return *this;
  }

  // Runs to the end: empty, or what stopped it.
  std::string go() {
    cfg::BlockId at = 0;
    for (unsigned steps = 0; steps < 100000; ++steps) {
      const cfg::Block &b = kernel_.blocks[at];
      for (const cfg::Stmt &s : b.stmts)
        if (std::string why = step(s); !why.empty())
          return why;
      if (std::holds_alternative<cfg::Return>(b.end.node))
        return "";
      if (auto *g = std::get_if<cfg::Goto>(&b.end.node))
        at = g->targets.at(0);
      else if (auto *br = std::get_if<cfg::Branch>(&b.end.node))
        at = value(br->condition) ? br->if_true : br->if_false;
      else
        at = chosen(std::get<cfg::Switch>(b.end.node));
    }
    return "endless";
  }

  const std::vector<std::uint64_t> &memory(const std::string &name) { return memory_[id(name)]; }
  unsigned overflows() const { return overflows_; } // of operations that are said not to

  std::uint64_t value(const cfg::Expr &e) {
    using cfg::Op;
    switch (e->op) {
    case cfg::Op::Const: return e->value;
    case cfg::Op::Var: return vars_[e->var];
    case cfg::Op::LocalId: return e->value ? 0 : local_;
    case cfg::Op::GroupId: return e->value ? 0 : group_;
    case cfg::Op::LocalSize: return e->value ? 1 : size_;
    case cfg::Op::NumGroups: return e->value ? 1 : 4;
    case cfg::Op::GlobalOffset: return 0;
    case cfg::Op::BitCast: return value(e->args[0]);
    case cfg::Op::Ite: return value(e->args[0]) ? value(e->args[1]) : value(e->args[2]);
    case cfg::Op::Read:
      return get(e->array, value(e->args[0]), e->type.width / 8 / kernel_.arrays[e->array].granule_bytes);
    case OPS_NUMBER:
    case OPS_CAST:
    case OPS_TRUTH:
    case OPS_FLOAT_RESULT:
    case OPS_FLOAT_TEST:
    case OPS_FLOAT_TO_INT:
    case Op::Call: break;
    }
    std::vector<std::uint64_t> args;
    for (const cfg::Expr &a : e->args)
      args.push_back(value(a));
    if (e->op == cfg::Op::Call) { // some deterministic function
      std::uint64_t h = std::hash<std::string>()(e->name);
      for (std::uint64_t a : args)
        h = h * 31 + a;
      return cfg::mask_to_width(h, e->type.width);
    }
    auto v = e->args.empty() ? std::nullopt : cfg::defined_value(*e, args);
    if ((e->nsw || e->nuw) && cfg::evaluate(*e, args).undefined != cfg::Undefined::No)
      ++overflows_;
    EXPECT_TRUE(v) << "no value: " << cfg::print(e, kernel_);
    return v.value_or(0);
  }

private:
  cfg::ArrayId id(const std::string &name) {
    for (cfg::ArrayId a = 0; a < kernel_.arrays.size(); ++a)
      if (kernel_.arrays[a].name == name)
        return a;
    ADD_FAILURE() << "no array " << name << " in\n" << cfg::print(kernel_);
    return 0;
  }
  cfg::BlockId chosen(const cfg::Switch &s) {
    std::uint64_t v = value(s.value);
    for (const cfg::SwitchCase &c : s.cases)
      if (c.value == v)
        return c.target;
    return s.otherwise;
  }
  std::uint64_t get(cfg::ArrayId a, std::uint64_t at, std::uint64_t granules) { // little-endian
    std::uint64_t bits = 0, width = 8 * kernel_.arrays[a].granule_bytes;
    for (std::uint64_t k = 0; k < granules; ++k)
      bits |= cfg::mask_to_width(memory_[a].at(at + k), static_cast<unsigned>(width)) << (k * width);
    return bits;
  }
  void put(cfg::ArrayId a, std::uint64_t at, std::uint64_t granules, std::uint64_t bits) {
    std::uint64_t width = 8 * kernel_.arrays[a].granule_bytes;
    for (std::uint64_t k = 0; k < granules; ++k)
      memory_[a].at(at + k) = cfg::mask_to_width(bits >> (k * width), static_cast<unsigned>(width));
  }
  std::string step(const cfg::Stmt &s) {
    if (auto *a = std::get_if<cfg::Assign>(&s.node)) {
      vars_[a->var] = value(a->value);
    } else if (auto *h = std::get_if<cfg::Havoc>(&s.node)) {
      vars_[h->var] = cfg::mask_to_width(0xa5a5a5a5a5a5a5a5ull, kernel_.vars[h->var].type.width);
    } else if (auto *l = std::get_if<cfg::Load>(&s.node)) {
      std::uint64_t at = value(l->offset);
      for (std::size_t k = 0; k < l->dests.size(); ++k)
        vars_[l->dests[k]] = get(l->array, at + k * l->per_value, l->per_value);
    } else if (auto *st = std::get_if<cfg::Store>(&s.node)) {
      std::uint64_t at = value(st->offset);
      std::vector<std::uint64_t> values;
      for (const cfg::Expr &e : st->values)
        values.push_back(value(e));
      for (std::size_t k = 0; k < values.size(); ++k)
        put(st->array, at + k * st->per_value, st->per_value, values[k]);
    } else if (auto *at = std::get_if<cfg::Atomic>(&s.node)) {
      return do_atomic(*at);
    } else if (auto *as = std::get_if<cfg::Assert>(&s.node)) {
      return value(as->condition) ? "" : "assert: " + as->message;
    } else if (auto *as = std::get_if<cfg::Assume>(&s.node)) {
      return value(as->condition) ? "" : "assume";
    }
    return "";
  }
  std::string do_atomic(const cfg::Atomic &a) {
    std::uint64_t at = value(a.offset), old = get(a.array, at, a.per_value);
    std::vector<std::uint64_t> v;
    for (const cfg::Expr &e : a.operands)
      v.push_back(value(e));
    switch (a.op) {
    case cfg::AtomicOp::Add: put(a.array, at, a.per_value, old + v[0]); break;
    case cfg::AtomicOp::Sub: put(a.array, at, a.per_value, old - v[0]); break;
    case cfg::AtomicOp::Xchg:
    case cfg::AtomicOp::Store: put(a.array, at, a.per_value, v[0]); break;
    case cfg::AtomicOp::CmpXchg: put(a.array, at, a.per_value, old == v[0] ? v[1] : old); break;
    case cfg::AtomicOp::UMax: put(a.array, at, a.per_value, std::max(old, v[0])); break;
    case cfg::AtomicOp::Load: break;
    default: return "atomic operation without a run";
    }
    if (a.dest)
      vars_[*a.dest] = old;
    return "";
  }

  const cfg::Kernel &kernel_;
  std::vector<std::uint64_t> vars_;
  std::vector<std::vector<std::uint64_t>> memory_;
  unsigned overflows_ = 0;
  std::uint64_t local_ = 0, group_ = 0, size_ = 64;
};

} // namespace lockstep::frontend
