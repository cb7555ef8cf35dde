// See text.h.
#include "frontend/ptx/text.h"

#include <cctype>
#include <charconv>
#include <map>

namespace lockstep::frontend {
namespace {

bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$'; }

class PtxReader {
public:
  explicit PtxReader(std::string_view text) : rest_(text) { scopes_.emplace_back(); }

  PtxText read() {
    for (skip(); !rest_.empty() && out_.refused.empty(); skip())
      statement();
    return std::move(out_);
  }

private:
  // Blanks and comments.
  void skip() {
    for (;;) {
      while (!rest_.empty() && std::isspace(static_cast<unsigned char>(rest_[0])) != 0)
        rest_.remove_prefix(1);
      std::string_view end = rest_.starts_with("//") ? "\n" : rest_.starts_with("/*") ? "*/" : "";
      if (end.empty())
        return;
      const std::size_t at = rest_.find(end, 2);
      rest_.remove_prefix(at == std::string_view::npos ? rest_.size() : at + end.size());
    }
  }

  bool take(char c) {
    skip();
    if (!rest_.starts_with(c))
      return false;
    rest_.remove_prefix(1);
    return true;
  }

  // Of an instruction: the last one of a block may do without its semicolon.
  bool ends() {
    skip();
    return take(';') || rest_.empty() || rest_[0] == '}';
  }

  // What goes on while `in` holds.
  template <typename In> std::string word(In &&in) {
    skip();
    std::size_t n = 0;
    while (n < rest_.size() && in(rest_[n]))
      ++n;
    std::string out(rest_.substr(0, n));
    rest_.remove_prefix(n);
    return out;
  }

  void refuse(const std::string &what) {
    if (out_.refused.empty())
      out_.refused = what;
  }

  void statement() {
    if (take(';'))
      return;
    if (take('{'))
      return scopes_.emplace_back(), void();
    if (take('}')) {
      if (scopes_.size() == 1)
        return refuse("}");
      return scopes_.pop_back();
    }
    if (rest_.starts_with('.'))
      return directive();
    PtxInstruction i;
    if (take('@')) {
      const bool negated = take('!');
      i.guard = operand();
      i.guard->negated = negated;
    }
    // "$" only as "$L": an operand is no instruction.
    i.text = word([](char c) { return is_name(c) || c == '.' || c == ':' || c == '%'; });
    if (i.text.empty() || i.text.back() == ':')
      return refuse(i.text.empty() ? std::string(rest_.substr(0, 1)) : "the label " + i.text);
    split(i);
    while (out_.refused.empty() && !ends()) {
      if (!i.operands.empty() && !take(','))
        return refuse(i.text);
      i.operands.push_back(operand());
    }
    if (!out_.refused.empty())
      out_.refused = i.text; // the instruction says more than the operand that is not understood
    out_.instructions.push_back(std::move(i));
  }

  // "ld.shared::cta.u32": modifiers begin at a single dot.
  static void split(PtxInstruction &i) {
    std::size_t from = 0;
    for (std::size_t at = 0; at <= i.text.size(); ++at) {
      if (at != i.text.size() && i.text[at] != '.')
        continue;
      std::string part = i.text.substr(from, at - from);
      if (from == 0)
        i.name = std::move(part);
      else
        i.modifiers.push_back(std::move(part));
      from = at + 1;
    }
  }

  // .reg .b32 a, b<4>;
  void directive() {
    const std::string name = word([](char c) { return is_name(c) || c == '.'; });
    if (name != ".reg" || !take('.'))
      return refuse(name);
    const std::string type = word(is_name);
    do {
      const std::string reg = variable();
      if (reg.empty())
        return refuse(name);
      if (take('<')) {
        const auto count = number();
        if (!take('>') || !count || *count > 256)
          return refuse(name);
        for (std::uint64_t k = 0; k < *count; ++k)
          declare(reg + std::to_string(k), type);
      } else {
        declare(reg, type);
      }
    } while (take(','));
    if (!take(';'))
      refuse(name);
  }

  void declare(const std::string &name, const std::string &type) {
    scopes_.back()[name] = out_.registers.size();
    out_.registers.push_back(type);
  }

  // With the '%' that a register's name may begin with.
  std::string variable() {
    const std::string percent = take('%') ? "%" : "";
    return percent + word(is_name);
  }

  std::optional<std::uint64_t> number() {
    const bool minus = take('-');
    std::string digits = word([](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; });
    while (!digits.empty() && (digits.back() == 'U' || digits.back() == 'u') && !digits.starts_with("0b"))
      digits.pop_back();
    const bool hex = digits.starts_with("0x") || digits.starts_with("0X");
    const bool octal = !hex && digits.size() > 1 && digits[0] == '0';
    std::uint64_t value = 0;
    const char *begin = digits.data() + (hex ? 2 : 0), *end = digits.data() + digits.size();
    auto [at, error] = std::from_chars(begin, end, value, hex ? 16 : octal ? 8 : 10);
    if (begin == end || at != end || error != std::errc())
      return std::nullopt;
    return minus ? 0 - value : value;
  }

  // $0, ${0:x} (LLVM's); no number: not there.
  std::optional<std::uint64_t> argument() {
    if (!take('$'))
      return std::nullopt;
    const bool brace = take('{');
    const auto n = number();
    if (!n || (brace && !take('}'))) {
      refuse("$");
      return 0;
    }
    return n;
  }

  PtxOperand operand() {
    PtxOperand o;
    if (take('!'))
      o = operand(), o.negated = !o.negated;
    else if (take('['))
      o = address();
    else if (take('{'))
      o = pack();
    else if (skip(); rest_.starts_with('$'))
      o.kind = PtxOperand::Kind::Argument, o.number = *argument();
    else if (rest_.starts_with("0f") || rest_.starts_with("0F") || rest_.starts_with("0d") || rest_.starts_with("0D"))
      o = floating();
    else if (!rest_.empty() && (std::isdigit(static_cast<unsigned char>(rest_[0])) != 0 || rest_[0] == '-'))
      o = literal();
    else
      o = named();
    return o;
  }

  PtxOperand literal() {
    PtxOperand o;
    const auto n = number();
    if (!n)
      refuse("a number");
    o.kind = PtxOperand::Kind::Number;
    o.number = n.value_or(0);
    return o;
  }

  PtxOperand floating() {
    PtxOperand o;
    o.kind = PtxOperand::Kind::Float;
    const std::string digits = word([](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; });
    const std::size_t wanted = digits[1] == 'f' || digits[1] == 'F' ? 10 : 18;
    auto [at, error] = std::from_chars(digits.data() + 2, digits.data() + digits.size(), o.number, 16);
    if (digits.size() != wanted || at != digits.data() + digits.size() || error != std::errc())
      refuse("a number");
    return o;
  }

  PtxOperand address() {
    PtxOperand o;
    o.kind = PtxOperand::Kind::Address;
    o.parts.push_back(operand());
    if (skip(); rest_.starts_with('+') || rest_.starts_with('-')) {
      take('+');
      const auto n = number();
      if (!n)
        refuse("[");
      o.number = n.value_or(0);
    }
    if (!take(']'))
      refuse("[");
    return o;
  }

  PtxOperand pack() {
    PtxOperand o;
    o.kind = PtxOperand::Kind::Pack;
    do
      o.parts.push_back(operand());
    while (out_.refused.empty() && take(','));
    if (!take('}'))
      refuse("{");
    return o;
  }

  PtxOperand named() {
    PtxOperand o;
    std::string name = variable();
    if (name == "_")
      return o;
    if (name.empty() || name == "%") {
      refuse("an operand");
      return o;
    }
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
      if (auto found = scope->find(name); found != scope->end()) {
        o.kind = PtxOperand::Kind::Register;
        o.number = found->second;
        o.name = out_.registers[found->second];
        return o;
      }
    if (rest_.starts_with('.')) // %tid.x
      name += word([](char c) { return is_name(c) || c == '.'; });
    o.kind = name[0] == '%' ? PtxOperand::Kind::Special : PtxOperand::Kind::Name;
    o.name = name[0] == '%' ? name.substr(1) : name;
    return o;
  }

  std::string_view rest_;
  PtxText out_;
  std::vector<std::map<std::string, std::size_t>> scopes_;
};

} // namespace

PtxText parse_ptx(std::string_view text) { return PtxReader(text).read(); }

} // namespace lockstep::frontend
