// Launches of host code, for people: see launch_text.h.
#include "frontend/lower/launch_text.h"

#include "cfg/ir/op_groups.h"
#include "cfg/ir/rewrite.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::frontend {

using cfg::Expr;
using cfg::Op;

namespace {

struct Written { // an operation in C
  const char *sign;
  int strength;
};
std::optional<Written> written(Op op) {
  switch (op) {
  case Op::Mul: return Written{"*", 5};
  case Op::SDiv:
  case Op::UDiv: return Written{"/", 5};
  case Op::SRem:
  case Op::URem: return Written{"%", 5};
  case Op::Add: return Written{"+", 4};
  case Op::Sub: return Written{"-", 4};
  case Op::Shl: return Written{"<<", 3};
  case Op::AShr:
  case Op::LShr: return Written{">>", 3};
  case Op::Slt:
  case Op::Ult: return Written{"<", 2};
  case Op::Sle:
  case Op::Ule: return Written{"<=", 2};
  case Op::Eq: return Written{"==", 1};
  case Op::Ne: return Written{"!=", 1};
  case Op::BitAnd: return Written{"&", 0};
  case Op::BitOr: return Written{"|", -1};
  case Op::And: return Written{"&&", -2};
  case Op::Or: return Written{"||", -3};
  case OPS_LEAF:
  case Op::BitXor:
  case OPS_MIN_MAX:
  case OPS_CAST:
  case Op::Ite:
  case Op::Not:
  case Op::Implies:
  case OPS_FLOAT:
  case OPS_OPAQUE: break;
  }
  return std::nullopt; // named below, or by its own name
}

using Name = std::function<std::string(cfg::VarId)>;

constexpr int weakest = -4;

std::string text_of(const Expr &e, const Name &name, int around = weakest) {
  if (e->op == Op::Const && e->type.is_bool())
    return e->value != 0 ? "true" : "false";
  if (e->op == Op::Const)
    return std::to_string(cfg::signed_value(*e));
  if (e->op == Op::Var)
    return name(e->var);
  if (e->op == Op::Sext || e->op == Op::Zext || e->op == Op::Trunc)
    return text_of(e->args[0], name, around);
  if (e->op == Op::Not)
    return "!(" + text_of(e->args[0], name) + ")";
  if (const auto w = written(e->op)) {
    // 0 < n: n > 0
    const bool turned = w->strength == 2 && cfg::is_const(e->args[0]);
    const std::string sign = turned ? (w->sign == std::string_view("<") ? ">" : ">=") : w->sign;
    const std::string text = text_of(e->args[turned ? 1 : 0], name, turned ? w->strength : w->strength - 1) + " " +
                             sign + " " + text_of(e->args[turned ? 0 : 1], name, w->strength);
    return w->strength > around ? text : "(" + text + ")";
  }
  if (e->op == Op::Ite)
    return "(" + text_of(e->args[0], name) + " ? " + text_of(e->args[1], name) + " : " + text_of(e->args[2], name) +
           ")";
  return std::string(cfg::op_info(e->op).text);
}

// What holds because something is divided, and needs no telling where the quotient is told.
class Divisions {
public:
  // What `e` divides by, whatever its conditions are.
  void add(const Expr &e) {
    if (e->op == Op::UDiv || e->op == Op::SDiv || e->op == Op::URem || e->op == Op::SRem)
      divisors_.push_back(e->args[1]);
    const bool perhaps = e->op == Op::Ite || e->op == Op::And || e->op == Op::Or || e->op == Op::Implies;
    for (std::size_t i = 0; i < (perhaps ? 1 : e->args.size()); ++i)
      add(e->args[i]);
  }
  bool imply(const Expr &condition) const {
    if (condition->op == Op::Or) // no quotient is too large
      return differs(condition->args[0], least) && differs(condition->args[1], -1) &&
             is_divisor(condition->args[1]->args[0]);
    return differs(condition, 0) && is_divisor(condition->args[0]);
  }

private:
  static constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();

  static bool differs(const Expr &e, std::int64_t number) {
    if (e->op != Op::Ne || !e->args[0]->type.is_int() || !cfg::is_const(e->args[1]))
      return false;
    const std::int64_t limit = cfg::to_signed(std::uint64_t(1) << (e->args[0]->type.width - 1), e->args[0]->type.width);
    return cfg::signed_value(*e->args[1]) == std::max(number, limit);
  }
  bool is_divisor(const Expr &e) const {
    return std::any_of(divisors_.begin(), divisors_.end(), [&](const Expr &d) { return cfg::equal(d, e); });
  }

  std::vector<Expr> divisors_;
};

} // namespace

std::string print(const LaunchSite &site) {
  const Name name = [&](cfg::VarId v) { return site.names[v]; };
  const auto passed = [&](cfg::VarId v) {
    return std::any_of(site.arguments.begin(), site.arguments.end(), [&](const LaunchSite::Argument &a) {
      return a.value && a.value->op == Op::Var && a.value->var == v;
    });
  };
  const std::function<Expr(const Expr &)> expanded = [&](const Expr &e) {
    return cfg::replace(e, [&](const Expr &n) {
      return n->op == Op::Var && site.definitions[n->var] && !passed(n->var) ? expanded(site.definitions[n->var])
                                                                             : Expr{};
    });
  };
  std::string out;
  Divisions divisions;
  const auto say = [&](const std::string &what, const Expr &value) {
    if (value) {
      divisions.add(expanded(value));
      out += (out.empty() ? "" : ", ") + what + " == " + text_of(expanded(value), name, 1);
    }
  };
  for (unsigned d = 0; d < 3; ++d)
    if (!is_size(site.grid[d]))
      say(std::string("gridDim.") + dimension_names[d], site.grid[d]);
  for (unsigned d = 0; d < 3; ++d)
    if (!is_size(site.block[d]))
      say(std::string("blockDim.") + dimension_names[d], site.block[d]);
  for (const LaunchSite::Argument &a : site.arguments)
    if (a.value && !a.parameter.empty() && !(a.value->op == Op::Var && site.names[a.value->var] == a.parameter))
      say(a.parameter, a.value);
  for (const Expr &c : site.conditions)
    divisions.add(expanded(c));
  for (const Expr &c : site.conditions)
    if (!divisions.imply(expanded(c)))
      out += (out.empty() ? "" : ", ") + text_of(expanded(c), name, -2);
  return out;
}

} // namespace lockstep::frontend
