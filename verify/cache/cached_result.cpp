// Verdicts as the cache keeps them (cached_result.h).
#include "verify/cache/cached_result.h"

#include "verify/cache/result_json.h"

#include <algorithm>

namespace lockstep::verify {

namespace {

using nlohmann::json;

// Texts become lists of pieces: strings, and numbers of names. In messages names stand in quotes, maybe with an index
// ('sum[3]'), and an assertion's text stands at the end, behind a colon.
class NumberedForm final : public JsonForm {
public:
  explicit NumberedForm(const KernelKey &key) : key_(key) {}

  json put(const support::Origin &o) const override {
    if (!o.known())
      return nullptr;
    for (std::size_t i = 0; i < key_.places.size(); ++i)
      if (key_.places[i] == o && key_.places[i].function() == o.function())
        return i;
    throw BadJson("a place that is not the kernel's");
  }
  support::Origin origin(const json &j) const override {
    return j.is_null() ? support::Origin() : key_.places.at(j.get<std::size_t>());
  }

  json put_text(const std::string &text) const override {
    json pieces = json::array();
    std::string plain;
    auto name = [&](std::size_t number) {
      pieces.push_back(plain);
      pieces.push_back(number);
      plain.clear();
    };
    if (const auto whole = find(text); whole && !text.empty()) {
      name(*whole);
      return pieces;
    }
    for (std::size_t at = 0; at < text.size();) {
      const char c = text[at++];
      plain += c;
      if (c == '\'') {
        const std::size_t end = text.find_first_of("'[", at);
        if (end != std::string::npos)
          if (const auto number = find(text.substr(at, end - at))) {
            name(*number);
            at = end;
          }
      } else if (c == ' ' && at >= 2 && text[at - 2] == ':') {
        if (const auto number = find(text.substr(at)); number && at < text.size()) {
          name(*number);
          at = text.size();
        }
      }
    }
    pieces.push_back(plain);
    return pieces;
  }
  std::string text(const json &j) const override {
    std::string out;
    for (const json &piece : j)
      out += piece.is_string() ? piece.get<std::string>() : key_.names.at(piece.get<std::size_t>());
    return out;
  }

private:
  std::optional<std::size_t> find(const std::string &name) const {
    const auto it = std::find(key_.names.begin(), key_.names.end(), name);
    return it == key_.names.end() ? std::nullopt : std::optional<std::size_t>(it - key_.names.begin());
  }
  const KernelKey &key_;
};

} // namespace

std::optional<std::string> to_cache(const Result &r, const std::vector<support::Diagnostic> &told, const KernelKey &key,
                                    unsigned time_limit_ms) {
  const bool confirmed = std::any_of(r.findings.begin(), r.findings.end(),
                                     [](const Finding &f) { return f.replay.status == Replay::Status::Confirmed; });
  const bool definite = r.verdict == Verdict::Verified || (is_violation(r.verdict) && (!r.hesitated || confirmed));
  if (!definite)
    return std::nullopt;
  const NumberedForm form(key);
  try {
    json j = {{"result", to_json(r, form)}, {"told", json::array()}, {"limit", time_limit_ms}};
    for (const support::Diagnostic &d : told)
      j["told"].push_back(to_json(d, form));
    return j.dump();
  } catch (const BadJson &) {
    return std::nullopt;
  } catch (const json::exception &) { // a name that is not UTF-8
    return std::nullopt;
  }
}

std::optional<CachedResult> from_cache(const std::string &text, const KernelKey &key, unsigned time_limit_ms) {
  const NumberedForm form(key);
  try {
    const json j = json::parse(text);
    CachedResult out;
    out.result = result_from_json(j.at("result"), form);
    const bool verified = out.result.verdict == Verdict::Verified;
    if (!verified && (!is_violation(out.result.verdict) || time_limit_ms > j.at("limit").get<unsigned>()))
      return std::nullopt;
    for (const json &d : j.at("told"))
      out.told.push_back(diagnostic_from_json(d, form));
    out.result.cached = true;
    out.result.stages.clear();
    out.result.seconds = 0;
    return out;
  } catch (const std::exception &) {
    return std::nullopt;
  }
}

} // namespace lockstep::verify
