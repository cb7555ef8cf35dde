// Random kernels with reducible control flow over narrow integers, for tests that compare analyses with executions.
#pragma once

#include "cfg/ir/kernel.h"

#include <random>
#include <utility>
#include <vector>

namespace lockstep::cfg::test {

class RandomKernel {
public:
  explicit RandomKernel(unsigned seed) : random_(seed) {}

  Kernel make() {
    for (int i = 0; i < 4; ++i)
      add_var("a" + std::to_string(i), int_type(8), false);
    for (int i = 0; i < 3; ++i)
      add_var("w" + std::to_string(i), int_type(12), false);
    for (int i = 0; i < 2; ++i)
      add_var("c" + std::to_string(i), bool_type, false);
    add_var("p", int_type(8), true);
    add_var("q", int_type(8), true);
    Array r;
    r.name = "R";
    r.granule_bytes = 1;
    r.element = int_type(8);
    Array w = r;
    w.name = "W";
    k_.arrays = {r, w};
    k_.name = "random";
    current_ = block();
    for (VarId v = 0; v < k_.vars.size(); ++v) // most variables start with a value; the rest are read before assigned
      if (!k_.vars[v].param && chance(85))
        emit(Assign{v, expr(k_.vars[v].type, 1)});
    region(3);
    finish(Return{});
    return std::move(k_);
  }

private:
  unsigned pick(unsigned n) { return static_cast<unsigned>(random_() % n); }
  bool chance(unsigned percent) { return pick(100) < percent; }

  void add_var(std::string name, Type type, bool param) {
    Var v;
    v.name = std::move(name);
    v.type = type;
    v.param = param;
    k_.vars.push_back(std::move(v));
  }
  BlockId block() {
    Block b;
    b.name = "b" + std::to_string(k_.blocks.size());
    b.end.node = Return{};
    k_.blocks.push_back(std::move(b));
    return static_cast<BlockId>(k_.blocks.size() - 1);
  }
  template <typename Node> void emit(Node n) { k_.blocks[current_].stmts.push_back({std::move(n), {}}); }
  template <typename Node> void finish(Node n) { k_.blocks[current_].end.node = std::move(n); }

  // --- expressions ------------------------------------------------------------------------------------------
  Expr var_of(Type type) {
    std::vector<VarId> fit;
    for (VarId v = 0; v < k_.vars.size(); ++v)
      if (k_.vars[v].type == type)
        fit.push_back(v);
    return variable(fit[pick(static_cast<unsigned>(fit.size()))], type);
  }
  Expr small_constant(Type type) { return constant(type, chance(80) ? pick(9) : random_()); }

  Expr expr(Type type, unsigned depth) {
    if (type.is_bool())
      return condition(depth);
    if (depth == 0 || chance(25)) {
      if (chance(40))
        return small_constant(type);
      return chance(12) ? leaf(chance(50) ? Op::LocalId : Op::LocalSize, 0, type) : var_of(type);
    }
    if (chance(15)) {
      Type other = int_type(type.width == 8 ? 12 : 8);
      Expr e = expr(other, depth - 1);
      return type.width == 8 ? cast(Op::Trunc, e, type) : cast(chance(50) ? Op::Zext : Op::Sext, e, type);
    }
    if (chance(8))
      return ite(condition(depth - 1), expr(type, depth - 1), expr(type, depth - 1));
    static constexpr Op ops[] = {Op::Add,    Op::Add,  Op::Add,  Op::Sub,  Op::Mul,  Op::UDiv,   Op::SDiv,
                                 Op::URem,   Op::SRem, Op::Shl,  Op::LShr, Op::AShr, Op::BitAnd, Op::BitOr,
                                 Op::BitXor, Op::SMin, Op::SMax, Op::UMin, Op::UMax};
    Op op = ops[pick(std::size(ops))];
    bool flags = op == Op::Add || op == Op::Sub || op == Op::Mul || op == Op::Shl;
    Expr right = chance(60) ? constant(type, 1 + pick(6)) : expr(type, depth - 1);
    return binary(op, expr(type, depth - 1), right, flags && chance(35), flags && chance(15));
  }

  Expr condition(unsigned depth) {
    if (chance(10))
      return var_of(bool_type);
    if (depth > 0 && chance(20)) {
      static constexpr Op ops[] = {Op::And, Op::Or, Op::Implies};
      return binary(ops[pick(3)], condition(depth - 1), condition(depth - 1));
    }
    if (chance(10))
      return unary(Op::Not, condition(depth ? depth - 1 : 0));
    static constexpr Op ops[] = {Op::Slt, Op::Sle, Op::Ult, Op::Ule, Op::Eq, Op::Ne};
    Type type = int_type(chance(70) ? 8 : 12);
    Expr a = depth && chance(40) ? expr(type, depth - 1) : var_of(type);
    Expr b = depth && chance(40) ? expr(type, depth - 1) : chance(50) ? small_constant(type) : var_of(type);
    return chance(50) ? binary(ops[pick(6)], a, b) : binary(ops[pick(6)], b, a);
  }

  // --- statements -------------------------------------------------------------------------------------------
  VarId target() {
    VarId v;
    do
      v = pick(static_cast<unsigned>(k_.vars.size()));
    while (k_.vars[v].param && chance(95));
    return v;
  }

  void simple() {
    unsigned what = pick(100);
    if (what < 62) {
      VarId v = target();
      emit(Assign{v, expr(k_.vars[v].type, 2)});
    } else if (what < 80) { // an update
      VarId v = target();
      Type type = k_.vars[v].type;
      if (type.is_int()) {
        static constexpr Op ops[] = {Op::Add, Op::Sub, Op::Shl, Op::LShr, Op::AShr, Op::Mul, Op::SDiv};
        Op op = ops[chance(60) ? 0 : pick(std::size(ops))];
        emit(Assign{v, binary(op, variable(v, type), chance(80) ? constant(type, 1 + pick(3)) : expr(type, 1),
                              op == Op::Add && chance(50))});
      }
    } else if (what < 88) {
      emit(Load{{pick(4)}, chance(70) ? 0u : 1u, expr(int_type(8), 1)});
    } else if (what < 91) {
      emit(Store{{expr(int_type(8), 1)}, 1, expr(int_type(8), 1)});
    } else if (what < 93) {
      emit(Havoc{pick(4)});
    } else if (what < 97) {
      emit(Assume{condition(1), AssumeKind::Plain});
    } else {
      emit(Assert{condition(1), AssertKind::User, ""});
    }
  }

  void region(unsigned depth) {
    unsigned n = 1 + pick(4);
    for (unsigned i = 0; i < n; ++i) {
      if (depth == 0 || chance(50)) {
        simple();
        continue;
      }
      unsigned what = pick(100);
      if (what < 35)
        choose(depth);
      else if (what < 80)
        loop(depth);
      else if (what < 90)
        pick_case(depth);
      else
        leave();
    }
  }

  void choose(unsigned depth) {
    BlockId yes = block(), no = block(), join = block();
    bool paper = chance(15);
    Expr c = condition(2);
    if (paper)
      finish(Goto{{yes, no}});
    else
      finish(Branch{c, yes, chance(30) ? join : no});
    for (BlockId b : {yes, no}) {
      current_ = b;
      if (paper)
        emit(Assume{b == yes ? c : negate(c), AssumeKind::Branch});
      if (chance(70))
        region(depth - 1);
      finish(Goto{{join}});
    }
    current_ = join;
  }

  void pick_case(unsigned depth) {
    BlockId a = block(), b = block(), join = block();
    finish(Switch{expr(int_type(8), 1), {{0, a}, {1, b}, {2, chance(50) ? a : join}, {3, b}}, join});
    for (BlockId x : {a, b}) {
      current_ = x;
      region(depth - 1);
      finish(Goto{{chance(20) ? b : join}});
      if (x == b)
        finish(Goto{{join}});
    }
    current_ = join;
  }

  // Mostly counted loops, tested at the top or at the bottom, with breaks and continues.
  void loop(unsigned depth) {
    VarId i = pick(7);
    Type type = k_.vars[i].type;
    Expr iv = variable(i, type);
    if (chance(80))
      emit(Assign{i, chance(70) ? small_constant(type) : expr(type, 1)});
    BlockId head = block(), body = block(), latch = block(), out = block();
    finish(Goto{{head}});
    static constexpr Op compare[] = {Op::Slt, Op::Ult, Op::Ne, Op::Sle};
    Expr bound = chance(60) ? constant(type, 3 + pick(20)) : var_of(type);
    Expr guard = chance(80) ? binary(compare[pick(4)], iv, bound) : condition(1);
    bool rotated = chance(25);
    current_ = head;
    if (rotated)
      finish(Goto{{body}});
    else
      finish(Branch{guard, body, out});
    loops_.push_back({latch, out});
    current_ = body;
    region(depth - 1);
    finish(Goto{{latch}});
    loops_.pop_back();
    current_ = latch;
    if (chance(85)) {
      static constexpr Op ops[] = {Op::Add, Op::Add, Op::Add, Op::Sub, Op::Shl, Op::LShr};
      emit(Assign{i, binary(ops[pick(6)], iv, constant(type, 1 + pick(3)), chance(40))});
    }
    if (rotated)
      finish(Branch{guard, head, out});
    else
      finish(Goto{{head}});
    current_ = out;
  }

  void leave() { // break, continue or return, if some condition holds
    BlockId go = block(), on = block();
    finish(Branch{condition(1), go, on});
    current_ = go;
    if (!loops_.empty() && chance(85))
      finish(Goto{{chance(50) ? loops_[pick(static_cast<unsigned>(loops_.size()))].second : loops_.back().first}});
    current_ = on;
  }

  std::mt19937 random_;
  Kernel k_;
  BlockId current_ = 0;
  std::vector<std::pair<BlockId, BlockId>> loops_; // (where `continue` goes, where `break` goes)
};

} // namespace lockstep::cfg::test
