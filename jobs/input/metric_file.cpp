// Metrics by name or from a file (metric_file.h).
#include "jobs/input/metric_file.h"

#include "support/text_file.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <numeric>

namespace lockstep::jobs {

namespace {

constexpr std::int64_t largest = 1'000'000'000;         // of numerators and denominators
constexpr std::int64_t most_scaled = 1'000'000'000'000; // of a weight, over the common denominator
constexpr std::string_view of_operations = "operations.";

struct Fraction {
  std::int64_t numerator = 0, denominator = 1;
};

std::optional<std::int64_t> whole_weight(std::string_view text) {
  std::int64_t n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  return error == std::errc() && end == text.data() + text.size() && n >= 0 && n <= largest ? std::optional(n)
                                                                                            : std::nullopt;
}

std::optional<Fraction> fraction(const nlohmann::json &value) {
  if (value.is_number_unsigned() && value.get<std::uint64_t>() <= std::uint64_t(largest))
    return Fraction{value.get<std::int64_t>(), 1};
  if (!value.is_string())
    return std::nullopt;
  const std::string text = value.get<std::string>();
  const std::size_t slash = text.find('/');
  const auto above = whole_weight(std::string_view(text).substr(0, slash));
  const auto below = slash == std::string::npos ? std::optional<std::int64_t>(1) : whole_weight(text.substr(slash + 1));
  return above && below && *below > 0 ? std::optional(Fraction{*above, *below}) : std::nullopt;
}

class MetricReader {
public:
  MetricReader(const std::string &file, support::Diagnostics &diags) : file_(file), diags_(diags) {}

  support::Result<cfg::Metric> read(const std::string &text) {
    const nlohmann::json j = nlohmann::json::parse(text, nullptr, false);
    if (j.is_discarded() || !j.is_object())
      return fail("not a JSON object");
    cfg::Metric m;
    for (const auto &[key, value] : j.items()) {
      if (key == "name" && value.is_string())
        m.name = value.get<std::string>();
      else if (key != "name" && key != "weights" && key != "latency")
        return fail(fmt::format("unknown key '{}': name, weights and latency are known", key));
    }
    if (m.name.empty())
      return fail("\"name\" is missing");
    if (cfg::metric(m.name))
      return fail(fmt::format("'{}' is the name of a metric that is built in: give it another", m.name));
    if (std::ranges::any_of(m.name,
                            [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_'; }))
      return fail(fmt::format("the name '{}' has more than letters, digits and underscores", m.name));
    if (!j.contains("weights"))
      return fail("\"weights\" is missing");
    std::vector<std::pair<std::string, Fraction>> work, latency;
    if (!fractions(j, "weights", work) || (j.contains("latency") && !fractions(j, "latency", latency)))
      return support::failure;
    for (const auto *all : {&work, &latency})
      for (const auto &[key, f] : *all) {
        m.denominator = std::lcm(m.denominator, f.denominator);
        if (m.denominator > largest)
          return fail("the denominators have a common multiple above 1000000000");
      }
    for (const auto *all : {&work, &latency})
      for (const auto &[key, f] : *all)
        if (f.numerator * (m.denominator / f.denominator) > most_scaled)
          return fail(fmt::format("the weight of '{}' is too large beside the smallest fraction", key));
    set(m.work, work, m.denominator);
    if (j.contains("latency"))
      set(m.latency.emplace(), latency, m.denominator);
    return m;
  }

private:
  support::Failure fail(const std::string &why) {
    diags_.error(support::Origin({file_, 1, 1}), fmt::format("metric: {}", why));
    return support::failure;
  }

  static std::optional<cfg::Op> operation(std::string_view key) {
    if (!key.starts_with(of_operations))
      return std::nullopt;
    key.remove_prefix(of_operations.size());
#define OP(Name, text, typing)                                                                                         \
  if (key == text)                                                                                                     \
    return cfg::Op::Name;
#include "cfg/ir/ops.def"
    return std::nullopt;
  }

  bool fractions(const nlohmann::json &j, const char *part, std::vector<std::pair<std::string, Fraction>> &out) {
    if (!j[part].is_object())
      return fail(fmt::format("\"{}\" is no object", part)), false;
    for (const auto &[key, value] : j[part].items()) {
      if (!cfg::atom(key) && !operation(key))
        return fail(fmt::format("\"{}\" weighs '{}', which is not counted: {} and operations.NAME are", part, key,
                                fmt::join(atoms(), ", "))),
               false;
      const auto f = fraction(value);
      if (!f)
        return fail(fmt::format("the weight of '{}' is not a whole number or a fraction in quotes, from 0 to {}", key,
                                largest)),
               false;
      out.emplace_back(key, *f);
    }
    return true;
  }
  static std::vector<std::string> atoms() {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < cfg::atom_count; ++i)
      out.emplace_back(cfg::name(static_cast<cfg::Atom>(i)));
    return out;
  }

  static void set(cfg::Metric::Weights &w, const std::vector<std::pair<std::string, Fraction>> &all,
                  std::int64_t denominator) {
    for (const auto &[key, f] : all) {
      const std::int64_t weight = f.numerator * (denominator / f.denominator);
      if (const auto a = cfg::atom(key))
        w.of[*a] = weight;
      else
        w.operations[*operation(key)] = weight;
    }
  }

  const std::string &file_;
  support::Diagnostics &diags_;
};

} // namespace

support::Result<cfg::Metric> read_metric(const std::string &name, support::Diagnostics &diags) {
  if (name.ends_with(".json")) {
    const auto text = support::read_source(name, diags);
    return text ? MetricReader(name, diags).read(*text) : support::failure;
  }
  if (auto m = cfg::metric(name))
    return *m;
  diags.error({}, fmt::format("--metric {}: known are {}, and files that end in .json", name,
                              fmt::join(cfg::metric_names(), ", ")));
  return support::failure;
}

std::string over(std::int64_t value, std::int64_t denominator) {
  const std::int64_t common = std::gcd(value, denominator);
  return denominator == common ? fmt::format("{}", value / denominator)
                               : fmt::format("{}/{}", value / common, denominator / common);
}

std::vector<std::string> metric_names(const std::vector<std::string> &given) {
  return given.empty() ? std::vector<std::string>{"sectors", "conflicts", "divwarps", "steps"} : given;
}

} // namespace lockstep::jobs
