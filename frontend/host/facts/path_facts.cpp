// See path_facts.h.
#include "frontend/host/facts/path_facts.h"

#include "frontend/host/effects/expression_key.h"
#include "frontend/host/effects/host_text.h"
#include "frontend/host/facts/allocations.h"
#include "frontend/host/facts/endings.h"
#include "frontend/host/facts/statement_effects.h"
#include "support/sound.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"

#include <algorithm>
#include <set>

namespace lockstep::frontend {

namespace {

using FactKind = PathFact::Kind;
Facts with(Facts facts, PathFact fact) {
  return std::make_shared<const FactList>(FactList{std::move(fact), std::move(facts)});
}

using Parts = std::set<HostPart>;
Facts with(Facts facts, FactKind kind, const Parts &parts) {
  if (parts.empty())
    return facts;
  return with(std::move(facts), {.kind = kind, .parts = {parts.begin(), parts.end()}});
}

// What has changed in `facts` since `before`, which they go on from.
Parts changed_since(const Facts &facts, const FactList *before) {
  Parts out;
  for (const FactList *f = facts.get(); f && f != before; f = f->before.get())
    if (f->fact.kind == FactKind::Assigned || f->fact.kind == FactKind::Updated || f->fact.kind == FactKind::Changed ||
        f->fact.kind == FactKind::Scaled)
      out.insert(f->fact.parts.begin(), f->fact.parts.end());
  return out;
}

// Facts are added in front of what holds already: what two ways have in common is what they had before they parted.
Facts common(const Facts &a, const Facts &b) {
  if (support::left_out("path_facts.joins"))
    return a;
  std::set<const FactList *> of_a;
  for (const FactList *f = a.get(); f; f = f->before.get())
    of_a.insert(f);
  Facts out = b;
  while (out && of_a.count(out.get()) == 0)
    out = out->before;
  Parts changed = changed_since(a, out.get());
  changed.merge(changed_since(b, out.get()));
  return with(std::move(out), FactKind::Changed, changed);
}

Facts during(const Facts &facts, const Parts &changes) { return with(facts, FactKind::Changing, changes); }
Facts behind(const Facts &facts, const Parts &changes) { return with(facts, FactKind::Changed, changes); }

Facts condition(const Facts &facts, const clang::Expr &c, bool holds) {
  return with(facts, {holds ? FactKind::Holds : FactKind::Fails, &c});
}

Facts assignment(const Facts &facts, HostPart part, const clang::Expr &value) {
  return with(facts, {.kind = FactKind::Assigned, .value = &value, .parts = {part}});
}

// Do all cases of the switch stand directly in its block?
bool are_in(const clang::SwitchStmt &s, const clang::CompoundStmt &body) {
  std::set<const clang::Stmt *> met;
  for (const clang::Stmt *each : body.body())
    for (auto *c = llvm::dyn_cast<clang::SwitchCase>(each); c; c = llvm::dyn_cast<clang::SwitchCase>(c->getSubStmt()))
      met.insert(c);
  for (const clang::SwitchCase *c = s.getSwitchCaseList(); c; c = c->getNextSwitchCase())
    if (met.count(c) == 0)
      return false;
  return true;
}

// What statements of the function change, and what is known while they do and behind them.
class Changes {
public:
  explicit Changes(const Unchanged &unchanged) : unchanged_(unchanged) {}

  Parts in(std::initializer_list<const clang::Stmt *> all) const { return changes_in(unchanged_, all).found; }
  // The statement itself: by a call, or by what ends with the block.
  Parts by(const clang::Stmt &s) const {
    const auto here = unchanged_.changes.find(&s);
    return here == unchanged_.changes.end() ? Parts() : Parts(here->second.begin(), here->second.end());
  }
  // Does `s` change what `call` changes by that alone?
  bool only_by(const clang::Stmt &s, const clang::CallExpr &call) const {
    const Parts own = by(call);
    const auto again = [&](const HostPart &p) { return p != elsewhere && own.count(p) != 0; };
    const Parts here = &s == &call ? Parts() : by(s);
    if (std::any_of(here.begin(), here.end(), again))
      return false;
    return std::all_of(s.child_begin(), s.child_end(),
                       [&](const clang::Stmt *child) { return !child || only_by(*child, call); });
  }
  // At the head of a loop that consists of `all`.
  Facts head_of(const Facts &before, std::initializer_list<const clang::Stmt *> all) const {
    const PartChanges changes = changes_in(unchanged_, all);
    Parts scaled, others;
    for (const HostPart &part : changes.found) {
      const bool whole = changes.otherwise.count({part.first, whole_variable}) != 0;
      (whole || changes.otherwise.count(part) != 0 ? others : scaled).insert(part);
    }
    return with(behind(before, others), FactKind::Scaled, scaled);
  }
  // Of one that changes variables.
  Facts settled(const Facts &facts, const clang::Expr &c, bool holds) const {
    const Parts changes = in({&c});
    return behind(condition(during(facts, changes), c, holds), changes);
  }

private:
  const Unchanged &unchanged_;
};

class PathWalk {
public:
  PathWalk(PathReader &paths, const Unchanged &unchanged, const LostNames &lost, const clang::FunctionDecl &function)
      : changes_(unchanged), endings_(paths, lost, function) {}

  PathFacts run(const clang::Stmt &body, unsigned returns) {
    const State last = walk(body, {});
    if (!last.leaves)
      way_out(last.facts);
    if (returns_ != returns) // some stand where nothing is known
      way_out({});
    return std::move(out_);
  }

private:
  struct State {
    Facts facts;
    bool leaves = false; // control does not come to what follows
  };

  void way_out(const Facts &facts) {
    out_.end = out_.ends ? common(out_.end, facts) : facts;
    out_.ends = true;
  }

  // --- expressions: what they call ------------------------------------------------------------------------

  void expression(const clang::Stmt *s, const Facts &facts) {
    if (!s || llvm::isa<clang::LambdaExpr, clang::StmtExpr, clang::UnaryExprOrTypeTraitExpr>(s))
      return;
    if (auto *o = llvm::dyn_cast<clang::BinaryOperator>(s); o && o->isLogicalOp()) {
      expression(o->getLHS(), facts);
      return expression(o->getRHS(), condition(facts, *o->getLHS(), o->getOpcode() == clang::BO_LAnd));
    }
    if (auto *o = llvm::dyn_cast<clang::ConditionalOperator>(s)) {
      expression(o->getCond(), facts);
      expression(o->getTrueExpr(), condition(facts, *o->getCond(), true));
      return expression(o->getFalseExpr(), condition(facts, *o->getCond(), false));
    }
    if (auto *call = llvm::dyn_cast<clang::CallExpr>(s)) {
      auto [known, fresh] = out_.at.try_emplace(call, facts);
      if (!fresh)
        known->second = common(known->second, facts);
    }
    for (const clang::Stmt *child : s->children())
      expression(child, facts);
  }

  // --- statements -----------------------------------------------------------------------------------------

  State walk(const clang::Stmt &s, const Facts &facts) {
    if (auto *e = llvm::dyn_cast<clang::Expr>(&s))
      return evaluated(*e, facts);
    switch (s.getStmtClass()) {
    case clang::Stmt::CompoundStmtClass: return block(llvm::cast<clang::CompoundStmt>(s), facts);
    case clang::Stmt::DeclStmtClass: return declared(llvm::cast<clang::DeclStmt>(s), facts);
    case clang::Stmt::IfStmtClass: return branch(llvm::cast<clang::IfStmt>(s), facts);
    case clang::Stmt::SwitchStmtClass: return choice(llvm::cast<clang::SwitchStmt>(s), facts);
    case clang::Stmt::ForStmtClass: return loop(llvm::cast<clang::ForStmt>(s), facts);
    case clang::Stmt::WhileStmtClass: return loop(llvm::cast<clang::WhileStmt>(s), facts);
    case clang::Stmt::DoStmtClass: return loop(llvm::cast<clang::DoStmt>(s), facts);
    case clang::Stmt::CXXForRangeStmtClass:
      walk(*llvm::cast<clang::CXXForRangeStmt>(s).getBody(), behind(facts, changes_.in({&s})));
      break;
    case clang::Stmt::CXXTryStmtClass: return attempt(llvm::cast<clang::CXXTryStmt>(s), facts);
    case clang::Stmt::AttributedStmtClass: return walk(*llvm::cast<clang::AttributedStmt>(s).getSubStmt(), facts);
    case clang::Stmt::ReturnStmtClass:
      expression(llvm::cast<clang::ReturnStmt>(s).getRetValue(), during(facts, changes_.in({&s})));
      way_out(behind(facts, changes_.in({&s})));
      ++returns_;
      return {facts, true};
    case clang::Stmt::BreakStmtClass:
    case clang::Stmt::ContinueStmtClass: return {facts, true};
    default: break; // of what is in it nothing is known
    }
    return {behind(facts, changes_.in({&s}))};
  }

  State block(const clang::CompoundStmt &s, const Facts &facts) {
    State now{facts};
    for (const clang::Stmt *each : s.body())
      now = next(*each, now);
    now.facts = behind(now.facts, changes_.by(s));
    return now;
  }
  State next(const clang::Stmt &s, const State &before) {
    if (!before.leaves)
      return walk(s, before.facts);
    walk(s, with(before.facts, {FactKind::Never}));
    return {before.facts, true};
  }

  State evaluated(const clang::Expr &whole, const Facts &facts) {
    const clang::Expr *e = whole.IgnoreParenCasts();
    if (auto *full = llvm::dyn_cast<clang::ExprWithCleanups>(e))
      e = full->getSubExpr()->IgnoreParenCasts();
    // What an assignment evaluates comes before it.
    const clang::Expr *to = nullptr, *value = nullptr, *by = nullptr;
    if (auto *o = llvm::dyn_cast<clang::BinaryOperator>(e); o && o->isAssignmentOp()) {
      to = o->getLHS();
      value = o->getRHS();
      by = o->isCompoundAssignmentOp() ? o : nullptr;
    } else if (auto *o = llvm::dyn_cast<clang::UnaryOperator>(e); o && o->isIncrementDecrementOp()) {
      to = o->getSubExpr();
      by = o;
    } else if (auto *call = llvm::dyn_cast<clang::CallExpr>(e); call && is_copy(*call)) {
      to = call->getArg(0);
      value = call->getArg(1);
    }
    const HostPart part = to ? named_part(*to) : HostPart{nullptr, whole_variable};
    const Parts changes = part.first ? changes_.in({to, value}) : changes_.in({e});
    const Facts before = during(facts, changes);
    expression(&whole, before);
    State out = !part.first ? called(*e, before)
                : by        ? State{with(before, {.kind = FactKind::Updated, .value = by, .parts = {part}})}
                            : State{assignment(before, part, *value)};
    Parts left = changes;
    if (part.first && changes_.in({e}).count(elsewhere) != 0) // by the assignment itself
      left.insert(elsewhere);
    out.facts = allocated(whole, changes_.in({&whole}), behind(out.facts, left));
    return out;
  }
  // With what is known of memory that the expression surely allocates. `changes`: all of what it changes.
  Facts allocated(const clang::Stmt &s, const Parts &changes, Facts facts) const {
    const std::vector<const clang::CallExpr *> calls = calls_of_pitched(s);
    if (calls.size() != 1)
      return facts;
    const std::vector<const clang::VarDecl *> named = variables_in(*calls[0]->getArg(2));
    const bool other = !changes_.only_by(s, *calls[0]) || std::any_of(changes.begin(), changes.end(), [&](HostPart p) {
      return std::find(named.begin(), named.end(), p.first) != named.end();
    });
    return support::unsound("path_facts.pitch", other) ? facts
                                                       : with(facts, {.kind = FactKind::Pitched, .call = calls[0]});
  }
  // `if (cudaMallocPitch(...) == cudaSuccess)`, or `!=`, or without: where it has.
  Facts succeeded(const clang::Expr &condition, bool holds, Facts facts) const {
    return call_succeeds(condition, holds) ? allocated(condition, changes_.in({&condition}), std::move(facts)) : facts;
  }
  State called(const clang::Expr &e, const Facts &facts) {
    if (llvm::isa<clang::CXXThrowExpr>(e))
      return {facts, true};
    if (auto *o = llvm::dyn_cast<clang::ConditionalOperator>(&e)) { // an assertion, perhaps
      const bool first = endings_.stops(*o->getTrueExpr()), second = endings_.stops(*o->getFalseExpr());
      return first != second ? State{condition(facts, *o->getCond(), second)} : State{facts, first};
    }
    auto *call = llvm::dyn_cast<clang::CallExpr>(&e);
    if (!call)
      return {facts};
    if (endings_.never_returns(*call))
      return {facts, true};
    const PathFacts *inside = call->getDirectCallee() ? endings_.ending(*call->getDirectCallee()) : nullptr;
    return {inside && inside->end ? with(facts, {.kind = FactKind::After, .call = call}) : facts};
  }
  State declared(const clang::DeclStmt &s, Facts facts) {
    const Parts changes = changes_.in({&s});
    facts = during(facts, changes);
    for (const clang::Decl *d : s.decls())
      if (auto *v = llvm::dyn_cast<clang::VarDecl>(d); v && v->hasInit()) {
        if (!v->isStaticLocal())
          expression(v->getInit(), facts);
        if (v->hasLocalStorage())
          facts = during(assignment(facts, {v, whole_variable}, *v->getInit()), changes);
      }
    facts = behind(facts, changes);
    const bool once = std::any_of(s.decl_begin(), s.decl_end(), [](const clang::Decl *d) {
      auto *v = llvm::dyn_cast<clang::VarDecl>(d);
      return v && v->isStaticLocal();
    });
    if (!once)
      facts = allocated(s, changes, facts);
    return {facts};
  }

  State branch(const clang::IfStmt &s, const Facts &facts) {
    if (s.isConsteval())
      return {behind(facts, changes_.in({&s}))};
    Facts before = facts;
    if (s.getInit())
      before = walk(*s.getInit(), before).facts;
    if (const clang::DeclStmt *v = s.getConditionVariableDeclStmt())
      before = declared(*v, before).facts;
    expression(s.getCond(), during(before, changes_.in({s.getCond()})));
    const State yes = walk(*s.getThen(), succeeded(*s.getCond(), true, changes_.settled(before, *s.getCond(), true)));
    State no{succeeded(*s.getCond(), false, changes_.settled(before, *s.getCond(), false))};
    if (s.getElse())
      no = walk(*s.getElse(), no.facts);
    if (yes.leaves)
      return no;
    return no.leaves ? yes : State{common(yes.facts, no.facts)};
  }

  State loop(const clang::ForStmt &s, const Facts &facts) {
    Facts before = facts;
    if (s.getInit())
      before = walk(*s.getInit(), before).facts;
    const Parts changes = changes_.in({s.getConditionVariableDeclStmt(), s.getCond(), s.getInc(), s.getBody()});
    const Facts head =
        changes_.head_of(before, {s.getConditionVariableDeclStmt(), s.getCond(), s.getInc(), s.getBody()});
    expression(s.getInc(), during(behind(head, changes), changes_.in({s.getInc()})));
    return loop(head, changes, s.getConditionVariableDeclStmt(), s.getCond(), *s.getBody());
  }
  State loop(const clang::WhileStmt &s, const Facts &facts) {
    const Parts changes = changes_.in({&s});
    return loop(changes_.head_of(facts, {&s}), changes, s.getConditionVariableDeclStmt(), s.getCond(), *s.getBody());
  }
  // With what it `changes` at its head and, should it be left from within, behind it.
  State loop(const Facts &head, const Parts &changes, const clang::DeclStmt *variable, const clang::Expr *condition,
             const clang::Stmt &body) {
    const Facts asked = variable ? declared(*variable, head).facts : head;
    if (condition)
      expression(condition, during(asked, changes_.in({condition})));
    walk(body, condition ? changes_.settled(asked, *condition, true) : asked);
    if (support::unsound("path_facts.breaks", exits_of(body).breaks) || !condition)
      return {behind(head, changes)};
    return {changes_.settled(asked, *condition, false)};
  }
  State loop(const clang::DoStmt &s, const Facts &facts) {
    const Parts changes = changes_.in({&s});
    const Facts head = changes_.head_of(facts, {&s});
    const State last = walk(*s.getBody(), head);
    expression(s.getCond(), during(behind(head, changes), changes_.in({s.getCond()})));
    const LoopExits exits = exits_of(*s.getBody());
    if (exits.breaks || exits.continues)
      return {behind(head, changes)};
    return last.leaves ? last : State{changes_.settled(last.facts, *s.getCond(), false)};
  }

  State choice(const clang::SwitchStmt &s, const Facts &facts) {
    Facts before = facts;
    if (s.getInit())
      before = walk(*s.getInit(), before).facts;
    if (const clang::DeclStmt *v = s.getConditionVariableDeclStmt())
      before = declared(*v, before).facts;
    const Parts changes = changes_.in({s.getCond()});
    expression(s.getCond(), during(before, changes));
    before = behind(before, changes);
    if (auto *body = llvm::dyn_cast<clang::CompoundStmt>(s.getBody()); body && are_in(s, *body))
      cases(s, *body, before);
    return {behind(before, changes_.in({s.getBody()}))};
  }
  void cases(const clang::SwitchStmt &s, const clang::CompoundStmt &body, const Facts &facts) {
    PathFact chosen{.kind = FactKind::Case, .value = s.getCond(), .of = &s};
    State now{facts, true};
    for (const clang::Stmt *each : body.body()) {
      const clang::Stmt *inner = each;
      if (llvm::isa<clang::SwitchCase>(each) && now.leaves)
        chosen.cases.clear();
      for (; llvm::isa<clang::SwitchCase>(inner); inner = llvm::cast<clang::SwitchCase>(inner)->getSubStmt())
        chosen.cases.push_back(llvm::cast<clang::SwitchCase>(inner));
      if (inner == each) {
        now = next(*inner, now);
        continue;
      }
      const bool alone = support::sound("path_facts.cases", now.leaves);
      const Parts changes = alone ? Parts{} : changed_since(now.facts, facts.get()); // in the cases before
      now = next(*inner, State{behind(with(facts, chosen), changes)});
    }
  }

  State attempt(const clang::CXXTryStmt &s, const Facts &facts) {
    State after = walk(*s.getTryBlock(), facts);
    for (unsigned i = 0; i < s.getNumHandlers(); ++i) {
      const State handled = walk(*s.getHandler(i)->getHandlerBlock(), behind(facts, changes_.in({s.getTryBlock()})));
      if (after.leaves)
        after = handled;
      else if (!handled.leaves)
        after.facts = common(after.facts, handled.facts);
    }
    if (!support::left_out("path_facts.caught")) // what is thrown, and caught, is destroyed behind a handler
      after.facts = behind(after.facts, changes_.in({&s}));
    return after;
  }

  const Changes changes_;
  Endings endings_;
  PathFacts out_{.at = {}, .end = {}, .ends = false};
  unsigned returns_ = 0; // that have been met
};

} // namespace

const PathFacts &PathReader::of(const clang::FunctionDecl &function) {
  auto [known, fresh] = known_.try_emplace(&function);
  if (!fresh)
    return known->second;
  const clang::Stmt *body = function.getBody();
  const FunctionJumps jumps = jumps_in(body);
  if (!body || support::unsound("path_facts.jumps", jumps.found) || lost_.within(function))
    return known->second;
  PathFacts facts = PathWalk(*this, unchanged(function), lost_, function).run(*body, jumps.returns);
  return known_[&function] = std::move(facts); // until here a call of itself has none
}

const Facts *PathReader::facts_at(const clang::CallExpr &call, const clang::FunctionDecl &around) {
  const PathFacts &all = of(around);
  const auto known = all.at.find(&call);
  return known == all.at.end() ? nullptr : &known->second;
}

const Unchanged &PathReader::unchanged(const clang::FunctionDecl &function) {
  auto known = unchanged_.find(&function);
  if (known == unchanged_.end())
    known = unchanged_.emplace(&function, constants_of(function, lost_)).first;
  return known->second;
}

const PathFacts *PathReader::inside(const clang::FunctionDecl &definition) {
  constexpr unsigned deepest = 8; // calls that are looked into
  if (depth_ >= deepest)
    return nullptr;
  ++depth_;
  const PathFacts &out = of(definition);
  --depth_;
  return &out;
}

std::vector<const FactList *> in_order(const Facts &facts) {
  std::vector<const FactList *> out;
  for (const FactList *f = facts.get(); f; f = f->before.get())
    out.push_back(f);
  std::reverse(out.begin(), out.end());
  return out;
}

} // namespace lockstep::frontend
