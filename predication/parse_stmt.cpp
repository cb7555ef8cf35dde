// The statements of .pred and .lks: see text.h for the grammar.
#include "cfg/ir/text/kir_words.h"
#include "predication/parse_parts.h"

namespace lockstep::predication {

namespace kir = cfg::kir;
using support::Token;
using support::TokenKind;

namespace {

// One or more, with commas between.
template <typename Read> auto some_of(support::TextReader &in, const Read &read) {
  std::optional<std::vector<typename decltype(read())::value_type>> out(std::in_place);
  do {
    auto one = read();
    if (!one)
      return decltype(out)();
    out->push_back(std::move(*one));
  } while (in.accept(","));
  return out;
}

} // namespace

template <typename P> bool StmtParser<P>::at_keyword(std::string_view word) const {
  return in_.at(word) && !in_.at(":=", 1) && !in_.at("[", 1) && !in_.at(",", 1) && !in_.at(":", 1);
}

template <typename P> Expr StmtParser<P>::typed(cfg::Type wanted, std::string_view what) {
  const Token start = in_.peek();
  Expr e = kir::parse_expr(c_);
  if (e && !(e->type == wanted)) {
    in_.error_at(start, std::string(what) + " is " + wanted.str() + ", but this is " + e->type.str());
    return nullptr;
  }
  return e;
}

template <typename P> std::optional<VarId> StmtParser<P>::target() {
  bool bracket = vector && in_.accept("<");
  const Token start = in_.peek();
  auto v = kir::parse_var(c_);
  if (!v || (bracket && !in_.expect(">")))
    return std::nullopt;
  if (vector && bracket == p_.vars[*v].uniform) {
    in_.error_at(start, bracket ? "a uniform variable stands without < >" : "a variable of each thread stands in < >");
    return std::nullopt;
  }
  return v;
}

template <typename P> std::optional<Guard> StmtParser<P>::guard() {
  if (in_.accept("true"))
    return Guard{};
  const Token start = in_.peek();
  auto v = kir::parse_var(c_);
  if (!v)
    return std::nullopt;
  Guard g{Guard::Kind::Flag, *v, 0};
  if (in_.accept("=")) {
    auto b = kir::parse_block_name(c_);
    if (!b)
      return std::nullopt;
    g = {Guard::Kind::AtBlock, *v, *b};
  }
  if (p_.vars[*v].role != (g.kind == Guard::Kind::Flag ? Role::Flag : Role::Active)) {
    in_.error_at(start, "a guard is a flag, or an active variable and a block");
    return std::nullopt;
  }
  return g;
}

template <typename P> std::optional<Guard> StmtParser<P>::guard_before(std::string_view mark) {
  if (!kir::at_name(c_) || !(in_.at(mark, 1) || in_.at("=", 1)))
    return Guard{};
  auto g = guard();
  return g && in_.expect(mark) ? g : std::nullopt;
}

template <typename P> std::optional<Guard> StmtParser<P>::if_guard() {
  if (!in_.accept("if"))
    return Guard{};
  if (!open())
    return std::nullopt;
  auto g = guard();
  return g && close() ? g : std::nullopt;
}

template <typename P> auto StmtParser<P>::cells(bool brackets) -> std::optional<Cells> {
  auto array = kir::parse_array(c_);
  if (!array || !in_.expect("[") || (brackets && !open()))
    return std::nullopt;
  Expr offset = kir::parse_expr(c_);
  if (!offset || (brackets && !close()) || !in_.expect("]"))
    return std::nullopt;
  return Cells{*array, offset};
}

template <typename P> std::optional<unsigned> StmtParser<P>::per() {
  return in_.accept("per") ? kir::parse_count(c_, "a number of granules") : 1u;
}

template <typename P> std::optional<std::vector<Expr>> StmtParser<P>::exprs() {
  return some_of(in_, [&] {
    Expr e = kir::parse_expr(c_);
    return e ? std::optional(std::move(e)) : std::nullopt;
  });
}

template <typename P> std::optional<std::vector<ArrayId>> StmtParser<P>::arrays() {
  return some_of(in_, [&] { return kir::parse_array(c_); });
}

// v := ..., <v>, <w> := <...>, A[e] := ...
template <typename P> bool StmtParser<P>::named(typename P::Node &out) {
  if (kir::at_name(c_) && in_.at("[", 1))
    return store(out);
  const auto dests = some_of(in_, [&] { return target(); });
  if (!dests)
    return false;
  if (in_.accept(":"))
    return dests->size() == 1 && choose(dests->front(), out);
  if (!in_.expect(":="))
    return false;
  if (in_.at("atomic"))
    return dests->size() == 1 ? atomic(dests->front(), out) : in_.expected("cells of an array");
  return assignment(*dests, out);
}

template <typename P> bool StmtParser<P>::same_vars(const std::vector<VarId> &vars) {
  for (std::size_t i = 0; i < vars.size(); ++i) {
    const Token start = in_.peek();
    if (i && !in_.expect(","))
      return false;
    auto v = kir::parse_var(c_);
    if (!v)
      return false;
    if (*v != vars[i])
      return in_.error_at(start, "a thread whose guard is off keeps what stands on the left");
  }
  return true;
}

// <guard ? e : v>, <guard ? A[e] : v, w> per n, or without the guard
template <typename P> bool StmtParser<P>::assignment(const std::vector<VarId> &dests, typename P::Node &out) {
  bool bracket = vector && in_.accept("<");
  if (dests.size() == 1 && is_blockish(dests[0]) && c_.blocks.contains(in_.peek().text) && !in_.at("?", 1) &&
      !in_.at("=", 1)) {
    auto b = kir::parse_block_name(c_);
    out = SetBlock{dests[0], b.value_or(0)};
    return b && (!bracket || in_.expect(">"));
  }
  auto g = guard_before("?");
  if (!g)
    return false;
  bool load = kir::at_name(c_) && in_.at("[", 1);
  if (!load && dests.size() != 1)
    return in_.expected("cells of an array");
  auto from = load ? cells(false) : std::nullopt;
  const cfg::Var &v = p_.vars[dests[0]].decl;
  Expr value = load ? nullptr : typed(v.type, "variable '" + v.name + "'");
  if (load ? !from : !value)
    return false;
  bool keeps = g->always() || !(in_.at(":") && in_.at("*", 1));
  if (!keeps) {
    in_.take();
    in_.take();
  } else if (!g->always() && (!in_.expect(":") || !same_vars(dests)))
    return false;
  if (bracket && !in_.expect(">"))
    return false;
  auto n = load ? per() : 1u;
  if (!n)
    return false;
  if (load)
    out = Load{*g, dests, from->array, from->offset, *n, keeps};
  else
    out = Assign{dests[0], *g, value, keeps};
  return true;
}

template <typename P> bool StmtParser<P>::choose(VarId var, typename P::Node &out) {
  if (!in_.expect("in") || !open() || !in_.expect("{"))
    return false;
  auto among = some_of(in_, [&] { return kir::parse_block_name(c_); });
  if (!among)
    return false;
  out = Choose{var, std::move(*among)};
  return in_.expect("}") && close();
}

template <typename P> bool StmtParser<P>::store(typename P::Node &out) {
  auto to = cells(true);
  if (!to || !in_.expect(":="))
    return false;
  if (vector && (!in_.expect("psi") || !in_.expect("<")))
    return false;
  auto g = guard_before(vector ? ":" : "?");
  auto values = g ? exprs() : std::nullopt;
  if (!values)
    return false;
  if constexpr (vector) {
    if (!in_.expect(">"))
      return false;
  } else if (!g->always()) {
    if (!in_.expect(":"))
      return false;
    const Token start = in_.peek();
    auto old = cells(false);
    if (!old)
      return false;
    if (old->array != to->array || !cfg::equal(old->offset, to->offset))
      return in_.error_at(start, "a thread whose guard is off keeps the cells on the left");
  }
  auto n = per();
  if (n)
    out = Store{*g, std::move(*values), to->array, to->offset, *n};
  return n.has_value();
}

template <typename P> bool StmtParser<P>::atomic(std::optional<VarId> dest, typename P::Node &out) {
  in_.take();
  const auto scope = cfg::value_of<cfg::AtomicScope>(in_.peek().text);
  if (scope)
    in_.take();
  const Token word = in_.peek();
  auto text = in_.word("an atomic operation");
  auto op = text ? cfg::value_of<cfg::AtomicOp>(*text) : std::nullopt;
  if (!op)
    return text ? in_.error_at(word, "there is no atomic operation '" + *text + "'") : false;
  auto to = cells(true);
  if (!to || !in_.expect("("))
    return false;
  auto operands = kir::parse_expr_list(c_, ")");
  auto n = operands ? per() : std::nullopt;
  auto g = n ? if_guard() : std::nullopt;
  if (g)
    out =
        Atomic{*g, *op, dest, to->array, to->offset, *n, std::move(*operands), scope.value_or(cfg::AtomicScope::Grid)};
  return g.has_value();
}

template <typename P> bool StmtParser<P>::at_head(typename P::Node &out) {
  AtHead a{{}, true};
  if constexpr (vector) {
    a.some = in_.accept("some");
    if (!a.some && !in_.expect("none"))
      return false;
    auto g = in_.expect("<") ? guard() : std::nullopt;
    out = AtHead{g.value_or(Guard{}), a.some};
    return g && in_.expect(">");
  }
  bool negated = in_.at("not") && in_.at("(", 1);
  if (negated) {
    in_.take();
    in_.take();
  }
  if (in_.at("!=", 1)) {
    auto v = kir::parse_var(c_);
    in_.take();
    auto b = v ? kir::parse_block_name(c_) : std::nullopt;
    out = AtHead{{Guard::Kind::AtBlock, v.value_or(0), b.value_or(0)}, false};
    return b.has_value();
  }
  auto g = guard();
  out = AtHead{g.value_or(Guard{}), !negated};
  return g && (!negated || in_.expect(")"));
}

template <typename P> bool StmtParser<P>::assume(cfg::AssumeKind kind, typename P::Node &out) {
  in_.take();
  if (vector ? in_.at("some") || in_.at("none") : block_ == BlockKind::Back || block_ == BlockKind::Exit)
    return at_head(out);
  if (vector && (!in_.expect("all") || !in_.expect("<")))
    return false;
  auto g = guard_before("==>");
  Expr e = g ? condition() : nullptr;
  out = Assume{g.value_or(Guard{}), e, kind};
  return e && close();
}

template <typename P> bool StmtParser<P>::assertion(cfg::AssertKind kind, typename P::Node &out) {
  in_.take();
  if (vector && (!in_.expect("all") || !in_.expect("<")))
    return false;
  auto g = guard_before("==>");
  Expr e = g ? condition() : nullptr;
  if (!e || !close())
    return false;
  std::string message = in_.peek().kind == TokenKind::String ? in_.take().text : std::string();
  out = Assert{*g, e, kind, std::move(message)};
  return true;
}

template <typename P> std::optional<cfg::Scope> StmtParser<P>::barrier_scope() {
  const Token word = in_.peek();
  auto text = in_.word("a barrier's scope");
  auto value = text ? cfg::value_of<cfg::Scope>(*text) : std::nullopt;
  if (text && !value)
    in_.error_at(word, "a barrier's scope is warp, group or grid, not '" + *text + "'");
  return value;
}

template <typename P> bool StmtParser<P>::scope_and_fences(cfg::Scope &scope, bool &group, bool &global) {
  const auto value = barrier_scope();
  if (!value)
    return false;
  scope = *value;
  group = global = false;
  if (!in_.expect("fence") || !in_.expect("("))
    return false;
  while (!in_.accept(")")) {
    if (!in_.at("group") && !in_.at("global"))
      return in_.expected("'group', 'global' or ')'");
    (in_.take().text == "group" ? group : global) = true;
    if (!in_.accept(",") && !in_.at(")"))
      return in_.expected("',' or ')'");
  }
  return true;
}

template <typename P> bool StmtParser<P>::barrier(typename P::Node &out) {
  in_.take();
  if constexpr (vector) {
    Sync s;
    if (!in_.expect("some") || !in_.expect("<"))
      return false;
    auto g = guard();
    if (!g || !in_.expect(">") || !in_.expect("==>") || !in_.expect("all") || !in_.expect("<"))
      return false;
    const Token start = in_.peek();
    auto again = guard();
    if (!again || !in_.expect(">"))
      return false;
    if (!(*g == *again))
      return in_.error_at(start, "a sync compares one guard with itself: all threads or none");
    s.guard = *g;
    if (!scope_and_fences(s.scope, s.fence_group, s.fence_global))
      return false;
    out = s;
  } else {
    Barrier b;
    auto g = in_.expect("(") ? guard() : std::nullopt;
    if (!g || !in_.expect(")") || !scope_and_fences(b.scope, b.fence_group, b.fence_global))
      return false;
    b.guard = *g;
    out = b;
  }
  return true;
}

template <typename P> bool StmtParser<P>::log(typename P::Node &out) {
  if constexpr (vector) {
    in_.take();
    auto kind = access_kind_of(in_.peek().text);
    if (!kind)
      return in_.expected("read, write or atomic");
    in_.take();
    auto at = cells(true);
    auto granules = at && in_.expect("for") ? in_.integer("a number of granules") : std::nullopt;
    auto g = granules ? if_guard() : std::nullopt;
    if (!g)
      return false;
    Log l{*g, *kind, at->array, at->offset, *granules, 1, {}, 0};
    if (in_.accept("value")) {
      auto values = in_.expect("<") ? exprs() : std::nullopt;
      auto n = values && in_.expect(">") ? per() : std::nullopt;
      if (!n)
        return false;
      l.values = std::move(*values);
      l.per_value = *n;
    }
    auto site = in_.expect("site") ? kir::parse_count(c_, "a site's number") : std::nullopt;
    if (!site)
      return false;
    l.site = *site;
    out = std::move(l);
  }
  return true;
}

template <typename P> bool StmtParser<P>::instrumentation(typename P::Node &out) {
  if constexpr (vector) {
    if (at_keyword("log"))
      return log(out);
    if (in_.accept("check")) {
      auto array = in_.expect("races") ? kir::parse_array(c_) : std::nullopt;
      out = CheckRaces{array.value_or(0)};
      return array.has_value();
    }
    if (in_.accept("refresh")) {
      auto list = arrays();
      out = Refresh{list.value_or(std::vector<ArrayId>())};
      return list.has_value();
    }
    in_.take();
    if (!in_.expect("interval"))
      return false;
    const auto scope = barrier_scope();
    auto list = scope ? arrays() : std::nullopt;
    auto g = list ? if_guard() : std::nullopt;
    if (!g)
      return false;
    out = EndInterval{*g, *scope, std::move(*list)};
  }
  return true;
}

template <typename P> bool StmtParser<P>::parse(typename P::Node &out) {
  if (in_.accept("quiet")) {
    const Token start = in_.peek();
    if (!parse(out))
      return false;
    if (auto *l = std::get_if<Load>(&out))
      return l->quiet = true;
    if (auto *s = std::get_if<Store>(&out))
      return s->quiet = true;
    return in_.error_at(start, "only loads and stores can be quiet");
  }
  const Token &t = in_.peek();
  if (t.kind != TokenKind::Word && !(vector && in_.at("<")))
    return in_.expected("a statement");
  if (vector && (at_keyword("log") || at_keyword("check") || at_keyword("refresh") || at_keyword("end")))
    return instrumentation(out);
  if (vector ? at_keyword("sync") : in_.at("barrier"))
    return barrier(out);
  if (kir::at_name(c_) || in_.at("<"))
    return named(out);
  if (auto kind = cfg::value_of<cfg::AssumeKind>(t.text))
    return assume(*kind, out);
  if (auto kind = cfg::value_of<cfg::AssertKind>(t.text))
    return assertion(*kind, out);
  if (in_.at("atomic"))
    return atomic(std::nullopt, out);
  if (in_.accept("havoc")) {
    auto v = target();
    out = Havoc{v.value_or(0)};
    return v.has_value();
  }
  out = Skip{};
  return in_.accept("skip") || in_.expected("a statement");
}

template class StmtParser<Predicated>;
template class StmtParser<Lockstep>;

} // namespace lockstep::predication
