// Results and diagnostics as JSON and back, whole: what the result cache keeps, and what a worker process hands to the
// suite that started it. (Reports for users are jobs/report/json.cpp.)
#pragma once

#include "support/diagnostic.h"
#include "verify/result.h"

#include <nlohmann/json.hpp>

#include <stdexcept>

namespace lockstep::verify {

struct BadJson : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// How places and texts are written. The plain one writes them as they are.
class JsonForm {
public:
  virtual ~JsonForm() = default;
  virtual nlohmann::json put(const support::Origin &o) const;
  virtual support::Origin origin(const nlohmann::json &j) const;
  virtual nlohmann::json put_text(const std::string &text) const { return text; }
  virtual std::string text(const nlohmann::json &j) const { return j.get<std::string>(); }
};

nlohmann::json to_json(const Result &r, const JsonForm &form);
nlohmann::json to_json(const support::Diagnostic &d, const JsonForm &form);
// Throw BadJson, or nlohmann's exceptions, for what is not of the form.
Result result_from_json(const nlohmann::json &j, const JsonForm &form);
support::Diagnostic diagnostic_from_json(const nlohmann::json &j, const JsonForm &form);

} // namespace lockstep::verify
