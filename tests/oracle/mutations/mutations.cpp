// Small changes of a source text: see mutations.h.
#include "tests/oracle/mutations/mutated_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>
#include <string_view>
#include <vector>

namespace lockstep::oracle {

namespace {

class Mutator : MutatedText {
public:
  Mutator(const std::string &text, TextKind kind, Random &random) : MutatedText(text, kind, random) {}

  std::optional<Mutation> one() {
    if (kind_ == TextKind::Ir)
      switch (random_.weighted({20, 30, 14, 14, 12, 8})) {
      case 0: return number();
      case 1: return of_family();
      case 2: return other_value();
      case 3: return lines_moved();
      case 4: return flagged();
      default: return launch();
      }
    switch (random_.weighted({22, 10, 12, 7, 8, 7, 27, 9, 6, 7, 5, 9, 7, 5, 5, 4, 12, 5, 3, 3, 4, 3})) {
    case 0: return number();
    case 1: return sign();
    case 2: return of_family();
    case 3: return other_name();
    case 4: return without_call();
    case 5: return narrowed();
    case 6: return lines_moved();
    case 7: return guarded();
    case 8: return launch();
    case 9: return argument();
    case 10: return operand_less();
    case 11: return other_condition();
    case 12: return in_a_loop();
    case 13: return ended_before();
    case 14: return without_word();
    case 15: return accessed_otherwise();
    case 16: return touched_again();
    case 17: return synchronised();
    case 18: return initialised();
    case 19: return argument_alone();
    case 20: return scattered();
    default: return counted();
    }
  }

private:
  // One beyond, one less, twice, half, the neighbours of powers of two, the negative; another number of the text.
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
    const std::uint64_t known = known_number();
    const std::uint64_t other = random_.one_of<std::uint64_t>(
        {v + 1, v - 1, v + 1, v - 1, 2 * v, v / 2, 0, 1, v ^ 1, v ^ 16, known, known, known + 1, known - 1, 0 - v});
    const bool hex = digits.rfind("0x", 0) == 0;
    if (kind_ == TextKind::C && !t->option && random_.percent(12))
      return with(t->at, t->length, fmt::format("({} ? {} : {})", condition(), word(*t), other));
    if (static_cast<std::int64_t>(other) < 0 && !hex)
      return t->option ? std::nullopt
                       : std::optional(with(t->at, t->length, fmt::format("{}", static_cast<std::int64_t>(other))));
    const std::string by = (hex ? fmt::format("0x{:x}", other) : fmt::format("{}", other)) + suffix;
    return random_.percent(15) ? in_all_such_places(*t, by) : with(t->at, t->length, by);
  }

  std::optional<Mutation> sign() {
    static const std::vector<Family> like = {{"<", "<=", "==", "!=", ">"},
                                             {"<=", "<", "==", ">="},
                                             {">", ">=", "!=", "<"},
                                             {">=", ">", "<="},
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
    const std::string was(word(*t)), by(random_.one_of(*random_.one_of(known)));
    return random_.percent(70) ? with(t->at, t->length, by) : everywhere(was, by);
  }

  // A name of the text where another one stands.
  std::optional<Mutation> other_name() {
    const auto is_name = [](const Token &t) { return t.kind == TokenKind::Name; };
    const auto t = some(is_name), by = some(is_name);
    if (!t || word(*t) == word(*by))
      return {};
    return with(t->at, t->length, std::string(word(*by)));
  }

  // Another value of the function: '%a' -> '%b'.
  std::optional<Mutation> other_value() {
    const auto is_value = [&](const Token &t) {
      return t.kind == TokenKind::Name && t.at > 0 && text_[t.at - 1] == '%';
    };
    const auto t = some(is_value), by = some(is_value);
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

  // A line twice, a line less, two neighbours exchanged, one at another place, or there as well.
  std::optional<Mutation> lines_moved() {
    const auto all = lines();
    if (all.size() < 2)
      return {};
    const std::size_t i = random_.percent(50) ? ordering(all) : random_.below(all.size() - 1);
    const auto [a, a_length] = all[i];
    const auto [b, b_length] = all[i + 1];
    const std::string first = text_.substr(a, a_length), second = text_.substr(b, b_length);
    const std::string between = text_.substr(a + a_length, b - a - a_length);
    switch (random_.weighted({2, 4, 1, 5})) {
    case 0: return with(a, b + b_length - a, second + between + first);
    case 1: {
      const std::size_t from = with_guard(a);
      return with(from, a + a_length - from, "\n");
    }
    case 2: return with(a, a_length, first + first);
    default: return elsewhere(all, i, random_.percent(60));
    }
  }

  std::optional<Mutation> elsewhere(const std::vector<std::pair<std::size_t, std::size_t>> &all, std::size_t i,
                                    bool moved) {
    const auto [from, length] = all[i];
    const std::size_t to = random_.one_of(all).first;
    std::string line = text_.substr(from, length);
    if (kind_ == TextKind::C && !moved && random_.percent(50))
      line = fmt::format("if ({})\n", condition()) + line;
    std::string text = text_;
    text.insert(to, line);
    if (moved)
      text.erase(to <= from ? from + length : from, length);
    return Mutation{std::move(text),
                    fmt::format("line {}{} to line {}", line_of(from), moved ? "" : ", copied,", line_of(to))};
  }

  // A statement that not every thread, or round, comes to.
  std::optional<Mutation> guarded() {
    const auto all = lines();
    if (all.empty())
      return {};
    const auto [at, length] = random_.one_of(all);
    return with(at, 0, fmt::format("if ({})\n", condition()));
  }

  // A size with which ids, warps and groups that were there are not.
  std::optional<Mutation> launch() {
    const auto t = some([](const Token &t) { return t.option; });
    if (!t)
      return {};
    return with(t->at, t->length,
                random_.one_of<std::string>({"1", "2", "3", "8", "16", "31", "32", "33", "64", "96", "128"}));
  }

  // A call's argument: that of another call, or a mask or a number.
  std::optional<Mutation> argument() {
    const auto c = some_call(), by = some_call();
    if (!c || !by)
      return {};
    const auto [at, length] = random_.one_of(c->arguments);
    const auto [from, other] = random_.one_of(by->arguments);
    if (random_.percent(50))
      return with(at, length, text_.substr(from, other));
    return with(at, length,
                random_.one_of<std::string>({"0", "1", "-1", "~0u", "0xffffu", "0xffff0000u", "0x7u", "0x55555555u",
                                             "__activemask()", fmt::format("{}", known_number())}));
  }

  // One of two operands.
  std::optional<Mutation> operand_less() {
    const auto t = some([&](const Token &t) {
      static constexpr std::string_view both[] = {"&&", "||", "+", "-", "*", "%", "&", "|", "^"};
      return t.kind == TokenKind::Sign && std::find(std::begin(both), std::end(both), word(t)) != std::end(both);
    });
    if (!t)
      return {};
    std::size_t end = t->at + t->length;
    for (; end < text_.size() && std::string_view(",;)]?:&|").find(text_[end]) == std::string_view::npos; ++end)
      if (text_[end] == '(' || text_[end] == '[') {
        end = closing(end);
        if (end == std::string::npos)
          return {};
      }
    return with(t->at, end - t->at, "");
  }

  // A condition that is left out, turned round, or another one.
  std::optional<Mutation> other_condition() {
    const auto t = some([&](const Token &t) { return word(t) == "if"; });
    const std::size_t open = t ? text_.find('(', t->at) : std::string::npos;
    const std::size_t close = open == std::string::npos ? open : closing(open);
    if (close == std::string::npos)
      return {};
    const std::string was = text_.substr(open, close + 1 - open);
    switch (random_.below(4)) {
    case 0: return with(t->at, close + 1 - t->at, "");
    case 1: return with(open, was.size(), "(!" + was + ")");
    case 2: return with(open, was.size(), "(" + was + " && " + condition() + ")");
    default: return with(open, was.size(), "(" + condition() + ")");
    }
  }

  // A statement several times: in rounds.
  std::optional<Mutation> in_a_loop() {
    const auto all = lines();
    if (all.empty())
      return {};
    const std::size_t first = random_.below(all.size());
    const std::size_t last = std::min(all.size() - 1, first + random_.weighted({60, 30, 10}));
    const std::size_t at = all[first].first, end = all[last].first + all[last].second;
    return with(at, end - at,
                fmt::format("for (int again = 0; again < {}; ++again) {{\n{}}}\n", random_.one_of<int>({2, 2, 3, 300}),
                            text_.substr(at, end - at)));
  }

  // Some threads end, or go on to the next round.
  std::optional<Mutation> ended_before() {
    const auto all = lines();
    if (all.empty())
      return {};
    return with(random_.one_of(all).first, 0,
                fmt::format("if ({})\n{};\n", condition(), random_.percent(70) ? "return" : "continue"));
  }

  // A place that is accessed somewhere, written, updated or read once more.
  std::optional<Mutation> touched_again() {
    const auto all = lines();
    const auto t = some([&](const Token &t) {
      return t.kind == TokenKind::Name && t.at + t.length < text_.size() &&
             (text_[t.at + t.length] == '[' || word(t).starts_with("atomic"));
    });
    const std::size_t open = t ? t->at + t->length : 0, close = t ? closing(open) : std::string::npos;
    if (close == std::string::npos || all.empty())
      return {};
    std::string place = text_.substr(t->at, close + 1 - t->at);
    if (text_[open] == '(') {
      const std::size_t end = std::min(text_.find(',', open), close);
      place = fmt::format("*({})", text_.substr(open + 1, end - open - 1));
    }
    const std::string value = random_.one_of<std::string>({"0", "1", "-1", "2", fmt::format("{}", known_number())});
    std::string touch = random_.one_of<std::string>({"atomicExch(&", "atomicAdd(&", "atomicMax(&", ""});
    touch += touch.empty() ? place + " = " + value + ";\n" : place + ", " + value + ");\n";
    if (random_.percent(60))
      touch = fmt::format("if ({})\n{}", condition(), touch);
    return with(random_.one_of(all).first, 0, touch);
  }

  // A barrier, fence or exchange more, or in place of another call.
  std::optional<Mutation> synchronised() {
    const auto all = lines();
    if (all.empty())
      return {};
    const bool kernel_language = text_.find("get_local_id") != std::string::npos;
    const std::string call =
        kernel_language
            ? random_.one_of<std::string>({"barrier(CLK_LOCAL_MEM_FENCE)", "mem_fence(CLK_GLOBAL_MEM_FENCE)",
                                           "work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_sub_group)"})
            : random_.one_of<std::string>({"__syncthreads()", "__syncwarp()", "__threadfence()",
                                           "__threadfence_block()", "__shfl_sync(0xffffffffu, 0, 0)",
                                           "__ballot_sync(0xffffffffu, 1)", "__any_sync(0xffffffffu, threadIdx.x)",
                                           "__syncwarp(0xffffu)"});
    const auto t = some([&](const Token &t) { return word(t).starts_with("__sync") || word(t).starts_with("__thr"); });
    const std::size_t close = t && random_.percent(50) ? closing(t->at + t->length) : std::string::npos;
    if (close != std::string::npos)
      return with(t->at, close + 1 - t->at, call);
    return with(random_.one_of(all).first, 0, call + ";\n");
  }

  // A declaration gets a first value, or another one.
  std::optional<Mutation> initialised() {
    const auto t = some([&](const Token &t) {
      const std::size_t after = text_.find_first_not_of(" ", t.at + t.length);
      return t.kind == TokenKind::Name && after != std::string::npos && text_[after] == ';' && t.at > 1 &&
             text_[t.at - 1] == ' ' && in_name(text_[t.at - 2]);
    });
    return t ? std::optional(with(t->at + t->length, 0, random_.one_of({" = 1", " = 0", " = 7"}))) : std::nullopt;
  }

  // A call, but what it is given.
  std::optional<Mutation> argument_alone() {
    const auto c = some_call();
    if (!c)
      return {};
    std::size_t from = c->open;
    while (from > 0 && in_name(text_[from - 1]))
      --from;
    const auto [at, length] = random_.one_of(c->arguments);
    return with(from, c->close + 1 - from, "(" + text_.substr(at, length) + ")");
  }

  // 'a[i] = v' -> 'a[v] = i'
  std::optional<Mutation> scattered() {
    const auto t = some([&](const Token &t) { return word(t) == "["; });
    const std::size_t close = t ? closing(t->at) : std::string::npos;
    const std::size_t end = close == std::string::npos ? close : text_.find(';', close);
    if (end == std::string::npos || text_.compare(close, 4, "] = ") != 0)
      return {};
    return with(t->at, end - t->at,
                "[" + text_.substr(close + 4, end - close - 4) + "] = " + text_.substr(t->at + 1, close - t->at - 1));
  }

  // A barrier of inline assembly gets a number of threads.
  std::optional<Mutation> counted() {
    const auto t = some([&](const Token &t) {
      const std::size_t line = text_.rfind('\n', t.at) + 1;
      return t.kind == TokenKind::Number && text_.substr(line, t.at - line).find("bar") != std::string::npos &&
             text_.compare(t.at + t.length, 1, ";") == 0;
    });
    return t ? std::optional(with(t->at + t->length, 0, fmt::format(", {}", random_.one_of<int>({32, 64, 96, 128}))))
             : std::nullopt;
  }

  std::optional<Mutation> without_word() {
    const auto t = some([&](const Token &t) {
      static constexpr std::string_view words[] = {"volatile",   "const",    "__restrict__", "restrict",
                                                   "__shared__", "unsigned", "else"};
      return std::find(std::begin(words), std::end(words), word(t)) != std::end(words);
    });
    return t ? std::optional(with(t->at, t->length, "")) : std::nullopt;
  }

  // A read through another cache, an update that is not atomic, or not one of its kind.
  std::optional<Mutation> accessed_otherwise() {
    const auto t = some([&](const Token &t) {
      return t.kind == TokenKind::Name && t.at + t.length < text_.size() &&
             (text_[t.at + t.length] == '[' || word(t).starts_with("atomic"));
    });
    const std::size_t open = t ? t->at + t->length : 0, close = t ? closing(open) : std::string::npos;
    if (close == std::string::npos)
      return {};
    if (text_[open] == '[')
      return with(t->at, close + 1 - t->at,
                  random_.one_of<std::string>({"__ldg(&", "*(volatile int *)(&"}) +
                      text_.substr(t->at, close + 1 - t->at) + ")");
    const std::size_t comma = text_.find(',', open);
    if (comma == std::string::npos || comma > close)
      return {};
    return with(t->at, close + 1 - t->at,
                fmt::format("(*({}) {} ({}))", text_.substr(open + 1, comma - open - 1), random_.one_of({"+=", "="}),
                            text_.substr(comma + 1, close - comma - 1)));
  }

  // Marks of an instruction: one more, or one less.
  std::optional<Mutation> flagged() {
    if (random_.percent(50)) {
      const auto t = some([&](const Token &t) {
        static constexpr std::string_view may[] = {"add", "sub", "mul", "shl"};
        return std::find(std::begin(may), std::end(may), word(t)) != std::end(may);
      });
      return t ? std::optional(with(t->at + t->length, 0, random_.one_of({" nsw", " nuw"}))) : std::nullopt;
    }
    if (random_.percent(20)) {
      const auto t = some([&](const Token &t) { return word(t) == "cmpxchg"; });
      return t ? std::optional(with(t->at + t->length, 0, " weak")) : std::nullopt;
    }
    const auto t = some([&](const Token &t) {
      static constexpr std::string_view marks[] = {"nsw", "nuw", "exact", "inbounds", "volatile", "weak", "noundef"};
      return std::find(std::begin(marks), std::end(marks), word(t)) != std::end(marks);
    });
    return t ? std::optional(with(t->at, t->length, "")) : std::nullopt;
  }
};

} // namespace

std::optional<Mutation> mutate(const std::string &text, TextKind kind, Random &random) {
  auto m = Mutator(text, kind, random).one();
  return m && m->text != text ? std::move(m) : std::nullopt;
}

} // namespace lockstep::oracle
