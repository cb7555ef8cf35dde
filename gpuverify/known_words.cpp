// See known_words.h.
#include "gpuverify/known_words.h"

#include "support/printable.h"

#include <fmt/format.h>

namespace lockstep::gpuverify {

namespace {

using support::printable;
using support::Topic;

// The array that --check-arrays names and the kernel does not have.
std::string missing_array(const support::Diagnostic &d) {
  static constexpr std::string_view before = "accesses no array '", after = "' (--check-arrays)";
  const std::size_t from = d.message.find(before);
  if (from == std::string::npos || !d.message.ends_with(after))
    return "";
  const std::size_t begin = from + before.size();
  return d.message.substr(begin, d.message.size() - after.size() - begin);
}

// A function that is called and not declared: OpenCL C has no implicit declarations, and Clang has come to say so in
// other words, those of any name that is not declared.
std::string undeclared_function(const jobs::KernelReport &kernel, const support::Diagnostic &d) {
  static constexpr std::string_view before = "use of undeclared identifier '";
  const auto line = d.origin.known() ? kernel.texts.line(d.origin.place()) : std::nullopt;
  if (!line || !d.message.starts_with(before))
    return "";
  const std::string name = d.message.substr(before.size(), d.message.find('\'', before.size()) - before.size());
  const std::size_t column = d.origin.place().column;
  if (column == 0 || column > line->size() || line->substr(column - 1, name.size()) != name)
    return "";
  const std::size_t behind = line->find_first_not_of(" \t", column - 1 + name.size());
  return behind != std::string_view::npos && (*line)[behind] == '(' ? name : "";
}

std::string plainly(const support::Diagnostic &d) { return support::printable_lines(support::format(d)); }

} // namespace

std::optional<Status> known_status(const support::Diagnostic &d) {
  switch (d.topic) {
  case Topic::PointerOrigin:
  case Topic::CalledPointer: return NotAllVerified;
  case Topic::InvariantPlace:
  case Topic::MissingArray:
  case Topic::Atomics: return VcgenError;
  case Topic::SpecificationCall:
  case Topic::ResultType: return BugleError;
  case Topic::Other: return std::nullopt;
  }
  return std::nullopt;
}

std::string in_known_words(const Request &request, const jobs::KernelReport &kernel, const support::Diagnostic &d) {
  const auto at_place = [&](const std::string &text) { return fmt::format("{}: {}", printable(d.origin.str()), text); };
  const char *who = request.cuda ? "threads" : "work items";
  switch (d.topic) {
  case Topic::PointerOrigin:
    return at_place(fmt::format("error: possible null pointer access for {} that come here: nothing is known of where "
                                "the pointer leads",
                                who));
  case Topic::CalledPointer: return at_place("error: possible null pointer access: nothing says what is called");
  case Topic::InvariantPlace: return at_place("user-specified invariant does not appear at loop head");
  case Topic::SpecificationCall: return at_place("error: a function-wide invariant calls a function");
  case Topic::ResultType: return at_place("error: Type of __return_val function does not match return type");
  case Topic::MissingArray:
    return fmt::format("Array name '{}' specified for restricted checking is not found", printable(missing_array(d)));
  case Topic::Atomics: return "GPUVerify: error: --equality-abstraction cannot be used with atomics.";
  case Topic::Other: break;
  }
  if (const std::string f = request.cuda ? "" : undeclared_function(kernel, d); !f.empty())
    return at_place(fmt::format("error: implicit declaration of function '{}' is invalid in OpenCL", printable(f)));
  return plainly(d);
}

} // namespace lockstep::gpuverify
