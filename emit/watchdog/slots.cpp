// What is said of slots: see slots.h.
#include "emit/watchdog/slots.h"

namespace lockstep::emit::watchdog {

namespace b = boogie;

b::Expr kept_copy(const Context &c, const Slot &s, const Kept &what) {
  if (what.counter)
    return b::ident(names::kept(s.name, names::counter(what.loop, what.width)),
                    what.width ? b::bv(what.width) : b::integer());
  return b::ident(names::kept(s.name, names::shared(c.extended, what.var)), c.encoder.forms.type(what.var));
}

b::Expr is_empty(const Slot &s) { return b::eq(b::ident(s.name, b::integer()), b::int_lit(no_site)); }
b::Expr holds(const Slot &s, lk::SiteId site) {
  return b::eq(b::ident(s.name, b::integer()), b::int_lit(static_cast<std::int64_t>(site)));
}

bool reset_in(const Context &c, const Slot &s, const LoopInfo &l) {
  for (lk::BlockId block : l.loop.blocks)
    for (const lk::Lockstep::Stmt &x : c.p.blocks[block].stmts)
      if (c.question.array == s.array && c.question.ends.count(&x))
        return true;
  return false;
}

} // namespace lockstep::emit::watchdog
