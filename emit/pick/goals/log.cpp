// Log variables: see log.h.
#include "emit/pick/goals/log.h"

namespace lockstep::emit::pick {

namespace b = boogie;

namespace log {
namespace {
std::string name(const char *what, Thread t) { return std::string("log.") + what + suffix(t); }
} // namespace
std::string site(Thread t) { return name("site", t); }
std::string low(Thread t) { return name("low", t); }
std::string length(Thread t) { return name("length", t); }
std::string kind(Thread t) { return name("kind", t); }
std::string value(Thread t, const b::Type &type) { return name(("value." + b::print(type)).c_str(), t); }
std::string value_kind(Thread t) { return name("value_kind", t); }
std::string together(Thread t) { return name("together", t); }
std::string choice(Thread t) { return name("choice", t); }
std::string alone(Thread t) { return name("alone", t); }
std::string row(std::int64_t radix, Thread t) { return name(("row" + std::to_string(radix)).c_str(), t); }
std::string column(std::int64_t radix, Thread t) { return name(("column" + std::to_string(radix)).c_str(), t); }
std::string digit(std::size_t chain, std::size_t i, Thread t) {
  return name(("digit" + std::to_string(chain) + "." + std::to_string(i)).c_str(), t);
}
std::string radix(std::size_t chain, std::size_t i, Thread t) {
  return name(("radix" + std::to_string(chain) + "." + std::to_string(i)).c_str(), t);
}
} // namespace log

void declare(b::Procedure &p, const std::string &name, const b::Type &type) {
  for (const b::VarDecl &v : p.locals)
    if (v.name == name)
      return;
  p.locals.push_back({name, type});
}

void note(BlockWriter &w, const std::string &log, b::Expr value) {
  const b::Expr said = b::ident(log, value->type);
  w.assume(b::eq(said, std::move(value)));
}

} // namespace lockstep::emit::pick
