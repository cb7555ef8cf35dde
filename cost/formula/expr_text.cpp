// See expr_text.h.
#include "cost/formula/expr_text.h"

#include <array>
#include <cctype>
#include <fmt/format.h>

namespace lockstep::cost {

namespace {

constexpr std::size_t deepest = 200;

class Parser {
public:
  explicit Parser(std::string_view text) : text_(text) {}

  Read whole() {
    Read out;
    out.expr = sum();
    if (out.expr && !at_end())
      out.expr = fail("an operator or the end");
    out.problem = problem_;
    return out;
  }

private:
  using Part = std::optional<Expr>;

  std::nullopt_t fail(std::string_view wanted) {
    if (problem_.empty())
      problem_ = fmt::format("column {}: {} is expected", at_ + 1, wanted);
    return std::nullopt;
  }
  void blank() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0)
      ++at_;
  }
  bool at_end() {
    blank();
    return at_ == text_.size();
  }
  bool take(std::string_view sign) {
    blank();
    if (text_.substr(at_, sign.size()) != sign)
      return false;
    at_ += sign.size();
    return true;
  }
  std::string word() {
    blank();
    std::string out;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_' ||
                                  text_[at_] == '.' || text_[at_] == '?' || text_[at_] == '\'' || text_[at_] == '$'))
      out += text_[at_++];
    return out;
  }

  Part sum() {
    if (++depth_ > deepest)
      return fail("a shallower expression");
    Part out = product();
    while (out) {
      const bool plus = take("+");
      if (!plus && !take("-"))
        break;
      const Part next = product();
      out = next ? Part(plus ? *out + *next : *out - *next) : std::nullopt;
    }
    --depth_;
    return out;
  }

  Part product() {
    Part out = factor();
    while (out) {
      blank();
      if (take("*")) {
        const Part next = factor();
        out = next ? Part(*out * *next) : std::nullopt;
      } else if (take("%")) {
        const Part next = factor();
        if (next && next->is_zero())
          return fail("a divisor other than 0");
        out = next ? Part(mod(*out, *next)) : std::nullopt;
      } else if (!in_quotient_ && take("/")) {
        const Part next = factor();
        const Part turned = next ? inverse(*next) : std::nullopt;
        if (!turned)
          return next ? fail("a number other than 0 (else floor(a/b), ceil(a/b))") : std::nullopt;
        out = *out * *turned;
      } else {
        break;
      }
    }
    return out;
  }

  Part factor() {
    if (take("-")) {
      const Part e = factor();
      return e ? Part(-*e) : std::nullopt;
    }
    if (take("(")) {
      const bool was = in_quotient_;
      in_quotient_ = false;
      const Part e = sum();
      in_quotient_ = was;
      return e && take(")") ? e : e ? Part(fail("')'")) : e;
    }
    if (take("["))
      return condition();
    const std::string name = word();
    if (name.empty())
      return fail("a number, a name or '('");
    if (std::isdigit(static_cast<unsigned char>(name[0])) != 0) {
      if (name.find_first_not_of("0123456789") != std::string::npos)
        return fail("a whole number");
      return Expr(Integer(name));
    }
    if (!take("("))
      return symbol(name);
    const bool was = in_quotient_;
    in_quotient_ = false;
    const Part out = call(name);
    in_quotient_ = was;
    return out && !take(")") ? Part(fail("')'")) : out;
  }

  // Of a number, or of a table of numbers, none of them 0.
  static Part inverse(const Expr &e) {
    if (const auto n = e.constant())
      return *n == 0 ? std::nullopt : Part(Expr(Rational(Rational(1) / *n)));
    const AtomRef one = e.single_atom();
    if (!one || one->kind != AtomKind::Table)
      return std::nullopt;
    std::vector<Rational> values;
    for (const Rational &v : one->values) {
      if (v == 0)
        return std::nullopt;
      values.emplace_back(Rational(1) / v);
    }
    return table(one->shape, values, one->args);
  }

  // gcd(e, c), c a number from 1 to 4096.
  Part common_divisor(const Expr &e, const Expr &with) {
    const auto c = with.constant();
    if (!c || c->get_den() != 1 || *c < 1 || *c > 4096)
      return fail("gcd(e, number from 1 to 4096)");
    std::vector<Rational> values;
    for (Integer i = 0; i < c->get_num(); ++i)
      values.emplace_back(gcd(i, c->get_num()));
    const std::size_t size = values.size();
    return table({size}, std::move(values), {mod(e, with)});
  }

  Part condition() {
    const bool was = in_quotient_;
    in_quotient_ = false;
    const Part a = sum();
    if (!a)
      return a;
    static constexpr std::array<std::string_view, 6> signs{">=", "<=", "==", "!=", ">", "<"};
    std::size_t sign = 0;
    while (sign < signs.size() && !take(signs[sign]))
      ++sign;
    if (sign == signs.size())
      return fail("a comparison");
    const Part b = sum();
    in_quotient_ = was;
    if (!b)
      return b;
    if (!take("]"))
      return fail("']'");
    switch (sign) {
    case 0: return at_least_zero(*a - *b);
    case 1: return at_least_zero(*b - *a);
    case 2: return is_zero(*a - *b);
    case 3: return Expr(1) - is_zero(*a - *b);
    case 4: return at_least_zero(*a - *b - 1);
    default: return at_least_zero(*b - *a - 1);
    }
  }

  std::optional<std::vector<Expr>> list() {
    std::vector<Expr> out;
    do {
      const Part e = sum();
      if (!e)
        return std::nullopt;
      out.push_back(*e);
    } while (take(","));
    return out;
  }

  Part call(const std::string &name) {
    if (name == "floor" || name == "ceil")
      return quotient(name == "ceil");
    if (name == "table")
      return entries();
    if (name == "sum")
      return rounds();
    const auto args = list();
    if (!args)
      return std::nullopt;
    if (name == "mod" && args->size() == 2)
      return mod((*args)[0], (*args)[1]);
    if (name == "gcd" && args->size() == 2)
      return common_divisor((*args)[0], (*args)[1]);
    if (name == "clamp" && args->size() == 3)
      return clamp((*args)[0], (*args)[1], (*args)[2]);
    if (name == "log2" && args->size() == 1)
      return log2((*args)[0]);
    if ((name == "min" || name == "max") && args->size() >= 2) {
      Expr out = (*args)[0];
      for (std::size_t i = 1; i < args->size(); ++i)
        out = name == "min" ? minimum(out, (*args)[i]) : maximum(out, (*args)[i]);
      return out;
    }
    return fail(fmt::format("a function and its arguments, not '{}' of {},", name, args->size()));
  }

  Part quotient(bool up) {
    in_quotient_ = true;
    const Part a = sum();
    in_quotient_ = false;
    if (!a)
      return a;
    if (!take("/")) // of one number
      return up ? ceil_div(*a, 1) : floor_div(*a, 1);
    const Part b = sum();
    if (!b)
      return b;
    if (b->is_zero())
      return fail("a divisor other than 0");
    return up ? ceil_div(*a, *b) : floor_div(*a, *b);
  }

  Part entries() {
    std::vector<std::size_t> shape;
    std::size_t all = 1;
    for (std::string sizes = word();;) { // "2x3", or "2"
      const std::size_t cross = sizes.find('x');
      const std::string one = sizes.substr(0, cross);
      if (one.empty() || one.size() > 6 || one.find_first_not_of("0123456789") != std::string::npos || one == "0")
        return fail("the sizes of a table");
      shape.push_back(std::stoul(one));
      all *= shape.back();
      if (all > 1'000'000)
        return fail("a smaller table");
      if (cross == std::string::npos)
        break;
      sizes = sizes.substr(cross + 1);
    }
    if (!take(":"))
      return fail("':'");
    std::vector<Rational> numbers;
    do {
      const Part e = sum();
      if (!e)
        return std::nullopt;
      if (!e->constant())
        return fail("a number");
      const std::string times = take("x") ? word() : "1";
      if (times.empty() || times.size() > 6 || times.find_first_not_of("0123456789") != std::string::npos)
        return fail("how many times");
      numbers.insert(numbers.end(), std::min(std::stoul(times), all + 1), *e->constant());
    } while (numbers.size() <= all && take(","));
    if (numbers.size() != all)
      return fail(fmt::format("a table of {} entries", all));
    if (!take(";"))
      return fail("';'");
    const auto indices = list();
    if (!indices)
      return std::nullopt;
    if (indices->size() != shape.size())
      return fail(fmt::format("{} indices", shape.size()));
    return table(shape, numbers, *indices);
  }

  Part rounds() {
    const std::string name = word();
    if (name.empty() || !take("<"))
      return fail("NAME < how many");
    const Part count = sum();
    if (!count)
      return count;
    if (!take(":"))
      return fail("':'");
    const Part summand = sum();
    return summand ? Part(open_sum(name, *count, *summand)) : summand;
  }

  std::string_view text_;
  std::size_t at_ = 0, depth_ = 0;
  bool in_quotient_ = false; // '/' ends the dividend
  std::string problem_;
};

} // namespace

Read parse(std::string_view text) { return Parser(text).whole(); }

} // namespace lockstep::cost
