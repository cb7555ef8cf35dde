// Small changes of a source text: see mutations.h.
#include "tests/oracle/mutations.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>
#include <string_view>
#include <vector>

namespace lockstep::oracle {

namespace {

enum class TokenKind { Name, Number, Sign };
struct Token {
  TokenKind kind;
  std::size_t at, length;
};

bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Names, numbers and signs; no comments, texts and directives, but the numbers of the first lines' sizes.
class Tokens {
public:
  Tokens(const std::string &text, TextKind kind) : text_(text), ir_(kind == TextKind::Ir) {
    std::size_t i = 0;
    while (i < text.size())
      i = next(i);
  }
  std::vector<Token> all;

private:
  bool starts(std::size_t i, std::string_view what) const { return text_.compare(i, what.size(), what) == 0; }
  std::size_t line_end(std::size_t i) const { return std::min(text_.find('\n', i), text_.size()); }

  std::size_t next(std::size_t i) {
    const char c = text_[i];
    if (ir_ ? c == ';' : starts(i, "//") || c == '#')
      return comment(i, line_end(i));
    if (starts(i, "/*"))
      return std::min(text_.find("*/", i + 2), text_.size() - 2) + 2;
    if (c == '"' || c == '\'') {
      const std::size_t end = text_.find(c, i + 1);
      return end == std::string::npos ? text_.size() : end + 1;
    }
    if (in_name(c)) {
      std::size_t end = i;
      while (end < text_.size() && in_name(text_[end]))
        ++end;
      all.push_back(
          {std::isdigit(static_cast<unsigned char>(c)) != 0 ? TokenKind::Number : TokenKind::Name, i, end - i});
      return end;
    }
    if (std::isspace(static_cast<unsigned char>(c)) == 0) {
      const bool two = starts(i, "<=") || starts(i, ">=") || starts(i, "==") || starts(i, "!=") || starts(i, "&&") ||
                       starts(i, "||") || starts(i, "<<") || starts(i, ">>") || starts(i, "+=") || starts(i, "-=") ||
                       starts(i, "++") || starts(i, "--");
      all.push_back({TokenKind::Sign, i, two ? 2U : 1U});
      return i + (two ? 2 : 1);
    }
    return i + 1;
  }

  std::size_t comment(std::size_t i, std::size_t end) {
    if (!starts(i, ir_ ? ";--" : "//--"))
      return end;
    for (std::size_t k = i; k < end; ++k)
      if (std::isdigit(static_cast<unsigned char>(text_[k])) != 0 && !in_name(text_[k - 1])) {
        const std::size_t from = k;
        while (k < end && std::isdigit(static_cast<unsigned char>(text_[k])) != 0)
          ++k;
        all.push_back({TokenKind::Number, from, k - from});
      }
    return end;
  }

  const std::string &text_;
  const bool ir_;
};

// Words of which one may stand for another.
using Family = std::vector<std::string_view>;
const std::vector<Family> &families() {
  static const std::vector<Family> all = {
      {"memory_order_relaxed", "memory_order_acquire", "memory_order_release", "memory_order_acq_rel",
       "memory_order_seq_cst"},
      {"__ATOMIC_RELAXED", "__ATOMIC_ACQUIRE", "__ATOMIC_RELEASE", "__ATOMIC_ACQ_REL", "__ATOMIC_SEQ_CST"},
      {"thread_scope_block", "thread_scope_device", "thread_scope_system", "thread_scope_thread"},
      {"memory_scope_work_item", "memory_scope_sub_group", "memory_scope_work_group", "memory_scope_device"},
      {"__HIP_MEMORY_SCOPE_WORKGROUP", "__HIP_MEMORY_SCOPE_AGENT", "__HIP_MEMORY_SCOPE_WAVEFRONT"},
      {"CLK_LOCAL_MEM_FENCE", "CLK_GLOBAL_MEM_FENCE"},
      {"__threadfence", "__threadfence_block", "__threadfence_system"},
      {"__syncthreads", "__syncwarp"},
      {"atomicAdd", "atomicExch", "atomicMax", "atomicOr", "atomicSub"},
      {"atomicInc", "atomicAdd", "atomicDec"},
      {"compare_exchange_strong", "compare_exchange_weak"},
      {"atomic_compare_exchange_strong", "atomic_compare_exchange_weak"},
      {"x", "y", "z"},
      {"threadIdx", "blockIdx"},
      {"blockDim", "gridDim"},
      {"get_local_id", "get_global_id", "get_group_id"},
      {"int", "unsigned", "short", "char", "long"},
      {"monotonic", "acquire", "release", "acq_rel", "seq_cst"},
      {"nsw", "nuw"},
      {"__popc", "__popcll", "__ffs"},
      {"__any_sync", "__all_sync", "__ballot_sync"},
  };
  return all;
}

class Mutator {
public:
  Mutator(const std::string &text, TextKind kind, Random &random) : text_(text), random_(random), tokens_(text, kind) {}

  std::optional<Mutation> one() {
    switch (random_.weighted({30, 12, 12, 12, 10, 8, 8, 8})) {
    case 0: return number();
    case 1: return sign();
    case 2: return of_family();
    case 3: return other_name();
    case 4: return without_call();
    case 5: return narrowed();
    case 6: return lines_moved();
    case 7: return guarded();
    }
    return {};
  }

private:
  std::string_view word(const Token &t) const { return std::string_view(text_).substr(t.at, t.length); }
  std::size_t line_of(std::size_t at) const {
    return 1 +
           static_cast<std::size_t>(std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
  }
  Mutation with(std::size_t at, std::size_t length, const std::string &by) const {
    std::string text = text_;
    text.replace(at, length, by);
    return {std::move(text), fmt::format("line {}: '{}' -> '{}'", line_of(at), text_.substr(at, length), by)};
  }
  template <typename Wanted> std::optional<Token> some(const Wanted &wanted) {
    std::vector<Token> fit;
    for (const Token &t : tokens_.all)
      if (wanted(t))
        fit.push_back(t);
    return fit.empty() ? std::nullopt : std::optional(random_.one_of(fit));
  }

  // One beyond, one less, twice, half, the neighbours of powers of two.
  std::optional<Mutation> number() {
    const auto t = some([](const Token &t) { return t.kind == TokenKind::Number; });
    if (!t)
      return {};
    std::string digits(word(*t)), suffix;
    while (!digits.empty() && std::string_view("uUlLfF").find(digits.back()) != std::string_view::npos &&
           (digits.rfind("0x", 0) != 0 || (digits.back() != 'f' && digits.back() != 'F'))) {
      suffix.insert(suffix.begin(), digits.back());
      digits.pop_back();
    }
    char *end = nullptr;
    const std::uint64_t v = std::strtoull(digits.c_str(), &end, 0);
    if (digits.empty() || *end != 0)
      return {};
    const std::uint64_t other =
        random_.one_of<std::uint64_t>({v + 1, v - 1, v + 1, v - 1, 2 * v, v / 2, 0, 1, v ^ 1, v ^ 16});
    const bool hex = digits.rfind("0x", 0) == 0;
    if (static_cast<std::int64_t>(other) < 0 && !hex)
      return {};
    return with(t->at, t->length, (hex ? fmt::format("0x{:x}", other) : fmt::format("{}", other)) + suffix);
  }

  std::optional<Mutation> sign() {
    static const std::vector<Family> like = {{"<", "<=", "==", "!=", ">"},
                                             {"<=", "<", "=="},
                                             {">", ">=", "!="},
                                             {">=", ">"},
                                             {"==", "!=", "<="},
                                             {"!=", "==", "<"},
                                             {"+", "-"},
                                             {"-", "+"},
                                             {"&&", "||"},
                                             {"||", "&&"},
                                             {"&", "|"},
                                             {"|", "&"},
                                             {"<<", ">>"},
                                             {">>", "<<"},
                                             {"%", "/"},
                                             {"/", "%"},
                                             {"++", "--"},
                                             {"+=", "-="}};
    const auto row = [&](const Token &t) {
      return std::find_if(like.begin(), like.end(), [&](const Family &f) { return f.front() == word(t); });
    };
    const auto t = some([&](const Token &t) { return t.kind == TokenKind::Sign && row(t) != like.end(); });
    if (!t)
      return {};
    const Family &f = *row(*t);
    return with(t->at, t->length, std::string(f[1 + random_.below(f.size() - 1)]));
  }

  std::optional<Mutation> of_family() {
    std::vector<const Family *> known;
    const auto holds = [&](const Family &f, const Token &t) {
      return std::find(f.begin(), f.end(), word(t)) != f.end();
    };
    const auto t = some([&](const Token &t) {
      return t.kind == TokenKind::Name &&
             std::any_of(families().begin(), families().end(), [&](const Family &f) { return holds(f, t); });
    });
    if (!t)
      return {};
    for (const Family &f : families())
      if (holds(f, *t))
        known.push_back(&f);
    return with(t->at, t->length, std::string(random_.one_of(*random_.one_of(known))));
  }

  // A name of the text where another one stands.
  std::optional<Mutation> other_name() {
    const auto is_name = [](const Token &t) { return t.kind == TokenKind::Name; };
    const auto t = some(is_name), by = some(is_name);
    if (!t || word(*t) == word(*by))
      return {};
    return with(t->at, t->length, std::string(word(*by)));
  }

  // A statement that is a call.
  std::optional<Mutation> without_call() {
    const auto t = some([&](const Token &t) {
      const std::size_t before = t.at == 0 ? std::string::npos : text_.find_last_not_of(" \t\n", t.at - 1);
      return t.kind == TokenKind::Name && t.at + t.length < text_.size() && text_[t.at + t.length] == '(' &&
             before != std::string::npos && std::string_view(";{})").find(text_[before]) != std::string_view::npos;
    });
    const std::size_t end = t ? text_.find(';', t->at) : std::string::npos;
    return end == std::string::npos ? std::nullopt : std::optional(with(t->at, end - t->at, ""));
  }

  // A value of which bits are cut.
  std::optional<Mutation> narrowed() {
    const auto t = some([&](const Token &t) {
      const std::size_t before = t.at == 0 ? std::string::npos : text_.find_last_not_of(" \t\n", t.at - 1);
      return t.kind == TokenKind::Name && before != std::string::npos &&
             std::string_view("(=&,<+?:[").find(text_[before]) != std::string_view::npos;
    });
    if (!t)
      return {};
    const std::string cast(random_.one_of({"(unsigned char)", "(unsigned short)", "(char)", "(short)", "(unsigned)"}));
    return with(t->at, t->length, cast + std::string(word(*t)));
  }

  std::vector<std::pair<std::size_t, std::size_t>> lines() const { // of statements
    std::vector<std::pair<std::size_t, std::size_t>> out;
    for (std::size_t at = 0; at < text_.size();) {
      const std::size_t end = std::min(text_.find('\n', at), text_.size() - 1) + 1;
      const std::string_view line = std::string_view(text_).substr(at, end - at);
      if (line.find(';') != std::string_view::npos && line.find_first_not_of(" \t") < line.find("//"))
        out.emplace_back(at, end - at);
      at = end;
    }
    return out;
  }

  // A line twice, a line less, two neighbours exchanged.
  std::optional<Mutation> lines_moved() {
    const auto all = lines();
    if (all.size() < 2)
      return {};
    const std::size_t i = random_.below(all.size() - 1);
    const auto [a, a_length] = all[i];
    const auto [b, b_length] = all[i + 1];
    const std::string first = text_.substr(a, a_length), second = text_.substr(b, b_length);
    const std::string between = text_.substr(a + a_length, b - a - a_length);
    switch (random_.below(3)) {
    case 0: return with(a, b + b_length - a, second + between + first);
    case 1: return with(a, a_length, "\n");
    default: return with(a, a_length, first + first);
    }
  }

  // A statement that not every thread, or round, comes to.
  std::optional<Mutation> guarded() {
    const auto all = lines();
    if (all.empty())
      return {};
    const auto [at, length] = random_.one_of(all);
    const auto name = some([](const Token &t) { return t.kind == TokenKind::Name; });
    const bool kernel_language = text_.find("get_local_id") != std::string::npos;
    const std::string lid = kernel_language ? "get_local_id(0)" : "threadIdx.x";
    const std::string condition =
        random_.one_of({lid + " == 0", lid + " < 1", lid + " != 3", std::string(name ? word(*name) : "1") + " > 3",
                        std::string(name ? word(*name) : "1") + " == 0", lid + " == 8", lid + " < 31"});
    return with(at, 0, fmt::format("if ({})\n", condition));
  }

  const std::string &text_;
  Random &random_;
  Tokens tokens_;
};

} // namespace

std::optional<Mutation> mutate(const std::string &text, TextKind kind, Random &random) {
  auto m = Mutator(text, kind, random).one();
  return m && m->text != text ? std::move(m) : std::nullopt;
}

} // namespace lockstep::oracle
