// The values of `lockstep run --arg` (arguments.h).
#include "driver/run/arguments.h"

#include "cfg/ir/text/shown_name.h"

#include "cfg/ir/evaluate.h"
#include "semantics/machines/choices.h"
#include "support/nearest.h"
#include "support/text_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

namespace lockstep::driver {

namespace {

using support::Diagnostics;

constexpr std::uint64_t most_elements = std::uint64_t(1) << 26;

// The bits of a number of the type; empty if the text is none.
std::optional<std::uint64_t> bits_of(const std::string &text, cfg::Type type) {
  const char *begin = text.c_str();
  char *end = nullptr;
  errno = 0;
  if (type.is_float()) {
    const double v = std::strtod(begin, &end);
    if (end == begin || *end != '\0')
      return std::nullopt;
    return cfg::from_double(v, type.width);
  }
  if (type.is_bool() && (text == "true" || text == "false"))
    return text == "true";
  const bool negative = text[0] == '-';
  const std::uint64_t v =
      negative ? static_cast<std::uint64_t>(std::strtoll(begin, &end, 0)) : std::strtoull(begin, &end, 0);
  if (end == begin || *end != '\0' || errno == ERANGE)
    return std::nullopt;
  const std::uint64_t cut = cfg::mask_to_width(v, type.width);
  const bool fits = negative ? cfg::to_signed(cut, type.width) == static_cast<std::int64_t>(v) : cut == v;
  return fits ? std::optional(cut) : std::nullopt;
}

std::optional<std::uint64_t> count_of(const std::string &text) {
  char *end = nullptr;
  errno = 0;
  const std::uint64_t v = std::strtoull(text.c_str(), &end, 0);
  if (text.empty() || text[0] == '-' || *end != '\0' || errno == ERANGE)
    return std::nullopt;
  return v;
}

std::uint64_t random_bits(std::uint64_t seed, std::uint64_t index, cfg::Type type) {
  const std::uint64_t r = semantics::mix(seed, index);
  return type.is_float() ? cfg::from_double(static_cast<double>(r >> 40) / 16777216.0, type.width)
                         : cfg::mask_to_width(r % 1000, type.width);
}
std::uint64_t index_bits(std::uint64_t i, cfg::Type type) {
  return type.is_float() ? cfg::from_double(static_cast<double>(i), type.width) : cfg::mask_to_width(i, type.width);
}

class ArgumentReader {
public:
  ArgumentReader(const cfg::Kernel &k, Diagnostics &diags) : k_(k), diags_(diags) {}

  bool argument(const std::string &text) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos)
      return error(fmt::format("--arg {}: write --arg name=value", text));
    const std::string name = text.substr(0, equals), value = text.substr(equals + 1);
    if (!given_.insert(name).second)
      return error(fmt::format("--arg {} is given twice", name));
    for (cfg::VarId v = 0; v < k_.vars.size(); ++v)
      if (k_.vars[v].param && cfg::shown_name(k_.vars[v]) == name)
        return scalar(v, name, value);
    for (cfg::ArrayId a = 0; a < k_.arrays.size(); ++a)
      if (k_.arrays[a].param && cfg::shown_name(k_.arrays[a]) == name)
        return array(a, name, value);
    const auto names = parameters();
    const std::string near = support::nearest(name, names);
    return error(fmt::format("kernel '{}' has no parameter '{}'{}", k_.name, name,
                             !near.empty()   ? ", did you mean '" + near + "'?"
                             : names.empty() ? ": it has none"
                                             : fmt::format(": it has {}", fmt::join(names, ", "))));
  }

  bool complete() {
    std::vector<cfg::VarId> used;
    for (const cfg::Block &b : k_.blocks) {
      for (const cfg::Stmt &s : b.stmts)
        for (const cfg::Expr &e : cfg::used_exprs(s))
          cfg::collect_vars(e, used);
      for (const cfg::Expr &e : cfg::used_exprs(b.end))
        cfg::collect_vars(e, used);
    }
    std::ranges::sort(used);
    for (cfg::VarId v = 0; v < k_.vars.size(); ++v) {
      const cfg::Var &var = k_.vars[v];
      if (!var.param || inputs_.scalars.count(v) != 0 || !std::ranges::binary_search(used, v))
        continue;
      if (var.kind == cfg::VarKind::Address) { // somewhere
        inputs_.scalars[v] = cfg::mask_to_width((std::uint64_t(v) + 1) << 20, var.type.width);
        continue;
      }
      if (var.kind == cfg::VarKind::AccessLog) {
        inputs_.scalars[v] = 0;
        continue;
      }
      const std::string name = cfg::shown_name(var);
      error(fmt::format("parameter '{}' ({}) has no value: add --arg {}=VALUE", name, var.type.str(), name));
    }
    return ok_;
  }

  semantics::Inputs take() { return std::move(inputs_); }

private:
  bool error(std::string message) {
    diags_.error({}, std::move(message));
    return ok_ = false;
  }

  std::vector<std::string> parameters() const {
    std::vector<std::string> names;
    for (const cfg::Var &v : k_.vars)
      if (v.param)
        names.push_back(cfg::shown_name(v));
    for (const cfg::Array &a : k_.arrays)
      if (a.param)
        names.push_back(cfg::shown_name(a));
    return names;
  }

  bool scalar(cfg::VarId v, const std::string &name, const std::string &value) {
    const cfg::Type type = k_.vars[v].type;
    if (value.rfind("random:", 0) == 0) {
      const auto seed = count_of(value.substr(7));
      if (!seed)
        return error(fmt::format("--arg {}={}: write random:SEED, an array also random:SEED:COUNT", name, value));
      inputs_.scalars[v] = random_bits(*seed, v, type);
      return true;
    }
    const auto bits = value.empty() ? std::nullopt : bits_of(value, type);
    if (!bits)
      return error(fmt::format("--arg {}={}: '{}' is not a value of type {}", name, value, value, type.str()));
    inputs_.scalars[v] = *bits;
    return true;
  }

  bool array(cfg::ArrayId id, const std::string &name, const std::string &value) {
    const cfg::Array &a = k_.arrays[id];
    std::vector<std::uint64_t> contents;
    const bool made = value.rfind("zero:", 0) == 0 || value.rfind("iota:", 0) == 0 || value.rfind("random:", 0) == 0;
    if (!(made              ? generate(a, name, value, contents)
          : value[0] == '@' ? from_file(a, name, value.substr(1), contents)
                            : numbers(a, name, value, "", contents)))
      return false;
    if (a.extent && contents.size() > *a.extent)
      return error(fmt::format("--arg {}: {} values for an array of {}", name, contents.size(), *a.extent));
    inputs_.arrays[id] = std::move(contents);
    return true;
  }

  bool generate(const cfg::Array &a, const std::string &name, const std::string &value,
                std::vector<std::uint64_t> &out) {
    const std::size_t first = value.find(':'), second = value.find(':', first + 1);
    const bool random = value[0] == 'r';
    const auto seed = random ? count_of(value.substr(first + 1, second - first - 1)) : std::optional<std::uint64_t>(0);
    std::optional<std::uint64_t> count;
    if (!random || second != std::string::npos)
      count = count_of(value.substr((random ? second : first) + 1));
    if (!seed || !count)
      return error(fmt::format("--arg {}={}: write zero:COUNT, iota:COUNT or random:SEED:COUNT", name, value));
    const std::uint64_t n = count.value_or(0);
    if (n > most_elements)
      return error(fmt::format("--arg {}={}: at most {} elements", name, value, most_elements));
    const std::uint64_t from = seed.value_or(0), granules = n * std::max(1u, a.source_element_bytes) / a.granule_bytes;
    for (std::uint64_t i = 0; i < granules; ++i)
      out.push_back(random ? random_bits(from, i, a.element) : value[0] == 'i' ? index_bits(i, a.element) : 0);
    return true;
  }

  bool numbers(const cfg::Array &a, const std::string &name, const std::string &text, const std::string &file,
               std::vector<std::uint64_t> &out) {
    const std::string between = " \t\r\n,";
    for (std::size_t at = text.find_first_not_of(between); at != std::string::npos;) {
      const std::size_t end = std::min(text.find_first_of(between, at), text.size());
      const std::string word = text.substr(at, end - at);
      const auto bits = bits_of(word, a.element);
      if (!bits)
        return error(fmt::format("--arg {}{}: '{}' is not a value of type {}", name, file.empty() ? "" : "=@" + file,
                                 word, a.element.str()));
      out.push_back(*bits);
      at = text.find_first_not_of(between, end);
    }
    if (out.empty())
      return error(
          fmt::format("--arg {}: there are no numbers; write name=1,2,3, name=@FILE or name=zero:COUNT", name));
    return true;
  }

  bool from_file(const cfg::Array &a, const std::string &name, const std::string &file,
                 std::vector<std::uint64_t> &out) {
    auto text = support::read_source(file, diags_);
    if (!text)
      return ok_ = false;
    if (file.size() < 4 || file.substr(file.size() - 4) != ".bin")
      return numbers(a, name, *text, file, out);
    if (text->size() % a.granule_bytes != 0)
      return error(fmt::format("--arg {}=@{}: {} bytes are not a multiple of {}, the size of a value", name, file,
                               text->size(), a.granule_bytes));
    for (std::size_t at = 0; at < text->size(); at += a.granule_bytes) {
      std::uint64_t v = 0;
      std::memcpy(&v, text->data() + at, a.granule_bytes);
      out.push_back(v);
    }
    return true;
  }

  const cfg::Kernel &k_;
  Diagnostics &diags_;
  semantics::Inputs inputs_;
  std::set<std::string> given_;
  bool ok_ = true;
};

} // namespace

support::Result<semantics::Inputs> run_inputs(const cfg::Kernel &k, const std::vector<std::string> &arguments,
                                              Diagnostics &diags) {
  ArgumentReader reader(k, diags);
  bool ok = true;
  for (const std::string &a : arguments)
    ok = reader.argument(a) && ok;
  if (!ok || !reader.complete())
    return support::failure;
  return reader.take();
}

} // namespace lockstep::driver
