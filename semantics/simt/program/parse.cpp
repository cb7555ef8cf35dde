// Text (.simt) to programs for warps, and their check: see program.h.
#include "cfg/ir/check.h"
#include "cfg/ir/text/kir_words.h"
#include "cfg/ir/text/parse_parts.h"
#include "semantics/simt/program/program.h"

#include <fmt/format.h>

namespace lockstep::semantics::simt {

namespace {

using cfg::kir::Context;
using support::TextReader;

class Parser {
public:
  explicit Parser(TextReader &in) : in_(in), c_{in, program_.kernel, {}, {}, {}} {}

  Program run() {
    if (header()) {
      while (!in_.at("}") && !in_.at_end() && !in_.give_up())
        if (!line())
          recover();
      in_.expect("}");
      if (!in_.at_end())
        in_.expected("the end of the text");
    }
    finish();
    return std::move(program_);
  }

private:
  bool header() {
    cfg::Kernel &k = program_.kernel;
    k.origin = in_.here();
    if (!in_.expect("simt"))
      return false;
    auto name = cfg::kir::parse_name(c_, "a program");
    if (!name)
      return false;
    k.name = *name;
    if (in_.accept("pointer_bits")) {
      auto n = cfg::kir::parse_count(c_, "a number of bits");
      if (!n)
        return false;
      k.pointer_bits = *n;
    }
    if (!in_.expect("{"))
      return false;
    while (cfg::kir::at_term(c_))
      if (!cfg::kir::parse_term(c_, k.terms))
        return false;
    while (in_.at("param") || in_.at("var") || in_.at("array"))
      if (!cfg::kir::parse_declaration(c_, k))
        return false;
    if (in_.accept("entry")) {
      auto a = in_.integer("an address");
      if (!a || !in_.expect(";"))
        return false;
      program_.entry = *a;
      entry_ = true;
    }
    return true;
  }

  void recover() {
    while (!in_.at_end() && !in_.at("}") && !in_.accept(";"))
      in_.take();
  }

  bool line() {
    Instruction i;
    i.origin = in_.here();
    auto address = in_.integer("the address of an instruction, or '}'");
    if (!address || !in_.expect(":"))
      return false;
    i.address = *address;
    if (in_.accept("@")) {
      i.guard = cfg::kir::parse_expr(c_);
      if (!i.guard)
        return false;
    }
    auto body = this->body();
    if (!body)
      return false;
    i.body = std::move(*body);
    program_.code.push_back(std::move(i));
    return true;
  }

  bool control(std::string_view word) const { return in_.at(word) && !in_.at(":=", 1) && !in_.at("[", 1); }
  template <typename T> std::optional<Body> ended(T body) {
    return in_.expect(";") ? std::optional<Body>(std::move(body)) : std::nullopt;
  }

  std::optional<Body> body() {
    if (control("ssy") || control("preBrk") || control("preRet"))
      return token();
    if (control("sync") && in_.at(";", 1))
      return in_.take(), ended(SyncLanes{});
    if (control("brk"))
      return in_.take(), ended(Leave{Disabled::Break});
    if (control("ret"))
      return in_.take(), ended(Leave{Disabled::Return});
    if (control("exit"))
      return in_.take(), ended(Leave{Disabled::Exit});
    if ((in_.at("bra") || in_.at("call")) && !in_.at(":=", 1))
      return jump();
    if (control("vote"))
      return vote();
    if (control("bar.sync") || control("bar.arrive") || control("bar.red"))
      return bar();
    auto s = cfg::kir::parse_stmt(c_);
    return s ? std::optional<Body>(std::move(*s)) : std::nullopt;
  }

  std::optional<Body> token() {
    PushToken p;
    const std::string word = in_.take().text;
    p.kind = word == "ssy" ? TokenKind::Sync : word == "preBrk" ? TokenKind::Break : TokenKind::Call;
    auto target = in_.integer("an address");
    if (!target)
      return std::nullopt;
    p.target = *target;
    return ended(p);
  }

  std::optional<Body> jump() {
    Jump j;
    j.call = in_.take().text == "call";
    if (in_.accept("[")) {
      j.computed = cfg::kir::parse_expr(c_);
      if (!j.computed || !in_.expect("]"))
        return std::nullopt;
      return ended(std::move(j));
    }
    auto to = in_.integer("an address, or an expression in brackets");
    if (!to)
      return std::nullopt;
    j.to = *to;
    return ended(std::move(j));
  }

  template <typename Enum, std::size_t N> std::optional<Enum> choice(const char *const (&words)[N], const char *what) {
    for (std::size_t i = 0; i < N; ++i)
      if (in_.accept(words[i]))
        return static_cast<Enum>(i);
    in_.expected(what);
    return std::nullopt;
  }
  std::optional<cfg::VarId> destination() {
    auto v = cfg::kir::parse_var(c_);
    return v && in_.expect(":=") ? v : std::nullopt;
  }

  std::optional<Body> vote() {
    in_.take();
    Vote v;
    const auto op = choice<VoteOp>({"all", "any", "uni", "ballot"}, "all, any, uni or ballot");
    const auto dest = op ? destination() : std::nullopt;
    if (!dest || !(v.value = cfg::kir::parse_expr(c_)))
      return std::nullopt;
    v.op = *op;
    v.dest = *dest;
    return ended(std::move(v));
  }

  std::optional<Body> bar() {
    Bar b;
    const std::string word = in_.take().text;
    b.kind = word == "bar.sync" ? BarKind::Sync : word == "bar.arrive" ? BarKind::Arrive : BarKind::Red;
    if (b.kind == BarKind::Red) {
      const auto op = choice<RedOp>({"and", "or", "popc"}, "and, or or popc");
      const auto dest = op ? destination() : std::nullopt;
      if (!dest || !(b.value = cfg::kir::parse_expr(c_)) || !in_.expect(","))
        return std::nullopt;
      b.op = *op;
      b.dest = *dest;
    }
    if (!(b.number = cfg::kir::parse_expr(c_)))
      return std::nullopt;
    if (in_.accept("of") && !(b.threads = cfg::kir::parse_expr(c_)))
      return std::nullopt;
    if (b.kind == BarKind::Arrive && !b.threads) {
      in_.expected("'of': bar.arrive says for how many threads the barrier is");
      return std::nullopt;
    }
    return ended(std::move(b));
  }

  // The kernel to which sites refer.
  void finish() {
    cfg::Block all{"program", {}, {cfg::Return{}, program_.kernel.origin}, program_.kernel.origin};
    for (std::uint32_t n = 0; n < program_.code.size(); ++n) {
      Instruction &i = program_.code[n];
      i.site = {0, n};
      const auto *s = std::get_if<cfg::Stmt>(&i.body);
      all.stmts.push_back(s ? *s : cfg::Stmt{cfg::Skip{}, i.origin});
    }
    program_.kernel.blocks = {std::move(all)};
    if (!entry_ && !program_.code.empty())
      program_.entry = program_.code.front().address;
  }

  TextReader &in_;
  Program program_;
  Context c_;
  bool entry_ = false;
};

class Checker {
public:
  Checker(const Program &p, support::Diagnostics &diags) : p_(p), diags_(diags) {}

  bool run() {
    if (!p_.from_kernel && !cfg::check(p_.kernel, diags_))
      ok_ = false;
    if (p_.code.empty())
      error(p_.kernel.origin, "a program has an instruction");
    else if (!p_.at(p_.entry))
      error(p_.kernel.origin, fmt::format("there is no instruction at the entry, {}", p_.entry));
    for (std::size_t n = 0; n < p_.code.size(); ++n) {
      here_ = &p_.code[n];
      if (n > 0 && p_.code[n - 1].address >= here_->address)
        error("addresses ascend");
      if (here_->guard)
        typed(here_->guard, true, "a guard");
      std::visit([this](const auto &b) { body(b); }, here_->body);
    }
    return ok_;
  }

private:
  void error(const support::Origin &o, const std::string &what) {
    diags_.error(o, what);
    ok_ = false;
  }
  void error(const std::string &what) { error(here_->origin, fmt::format("instruction {}: {}", here_->address, what)); }
  void target(Address a) {
    if (!p_.at(a))
      error(fmt::format("there is no instruction at {}", a));
  }
  void typed(const cfg::Expr &e, bool boolean, const char *what) {
    if (!e || e->type.is_bool() != boolean || e->type.is_float())
      error(fmt::format("{} is {}", what, boolean ? "bool" : "an integer"));
  }

  void body(const cfg::Stmt &s) {
    const auto *b = std::get_if<cfg::Barrier>(&s.node);
    if (std::holds_alternative<cfg::Numbered>(s.node) || (b && b->scope == cfg::Scope::Group))
      error("a barrier of a group is written bar.sync or bar.arrive");
  }
  void body(const PushToken &p) {
    target(p.target);
    if (p.kind == TokenKind::Diverge)
      error("only a branch pushes a diverge token");
  }
  void body(const SyncLanes &) {}
  void body(const Leave &) {}
  void body(const Jump &j) {
    if (j.computed)
      typed(j.computed, false, "a computed target");
    else
      target(j.to);
  }
  void body(const Vote &v) {
    typed(v.value, true, "what a vote is about");
    if (v.dest >= p_.kernel.vars.size() || p_.kernel.vars[v.dest].param ||
        p_.kernel.vars[v.dest].type.is_bool() != (v.op != VoteOp::Ballot))
      error(v.op == VoteOp::Ballot ? "a ballot goes into a variable that is an integer"
                                   : "the result of a vote goes into a variable that is bool");
  }
  void body(const Bar &b) {
    typed(b.number, false, "a barrier's number");
    if (b.threads)
      typed(b.threads, false, "a number of threads");
    if (b.kind != BarKind::Red)
      return;
    typed(b.value, true, "the predicate of bar.red");
    if (b.dest >= p_.kernel.vars.size() || p_.kernel.vars[b.dest].param ||
        p_.kernel.vars[b.dest].type.is_bool() != (b.op != RedOp::Popc))
      error(b.op == RedOp::Popc ? "popc gives an integer" : "and, or give a bool");
  }

  const Program &p_;
  support::Diagnostics &diags_;
  const Instruction *here_ = nullptr;
  bool ok_ = true;
};

} // namespace

support::Result<Program> parse_program(std::string_view text, const std::string &file, support::Diagnostics &diags) {
  TextReader in(text, file, cfg::kir_syntax(), diags);
  Program p = Parser(in).run();
  if (in.failed())
    return support::failure;
  return p;
}

bool check(const Program &p, support::Diagnostics &diags) { return Checker(p, diags).run(); }

} // namespace lockstep::semantics::simt
