// The statements that instrument.h adds, in .lks: see text.h for the grammar.
#include "cfg/ir/kir_words.h"
#include "predication/parse_parts.h"

namespace lockstep::predication {

namespace kir = cfg::kir;
using support::Token;

template <typename P> bool StmtParser<P>::log(typename P::Node &out) {
  if constexpr (vector) {
    in_.take();
    Log l;
    auto kind = access_kind_of(in_.peek().text);
    if (!kind)
      return in_.expected("read, write or atomic");
    in_.take();
    auto at = cells(true);
    if (!at || !in_.expect("for"))
      return false;
    auto granules = in_.integer("a number of granules");
    auto g = granules ? if_guard() : std::nullopt;
    if (!g)
      return false;
    l = {*g, *kind, at->array, at->offset, *granules, 1, {}, 0};
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
    const Token word = in_.peek();
    auto text = in_.word("a barrier's scope");
    auto scope = text ? cfg::value_of<cfg::Scope>(*text) : std::nullopt;
    if (!scope)
      return text ? in_.error_at(word, "a barrier's scope is warp, group or grid, not '" + *text + "'") : false;
    auto list = arrays();
    auto g = list ? if_guard() : std::nullopt;
    if (!g)
      return false;
    out = EndInterval{*g, *scope, std::move(*list)};
  }
  return true;
}

template bool StmtParser<Predicated>::instrumentation(Predicated::Node &);
template bool StmtParser<Lockstep>::instrumentation(Lockstep::Node &);

} // namespace lockstep::predication
