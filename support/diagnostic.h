// Diagnostics: everything a user is told about their input. Collected, never printed, below the driver.
#pragma once

#include "support/source.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::support {

enum class Severity { Note, Warning, Error, Unsupported };

// What a message is about, where somebody has own words for it (gpuverify/known_words.cpp).
enum class Topic : std::uint8_t {
  Other,
  PointerOrigin,     // an access through a pointer of which nothing is known
  CalledPointer,     // a call of a function that nobody has chosen
  InvariantPlace,    // an invariant that does not stand at a loop's head
  SpecificationCall, // a function-wide invariant that calls a function of the program
  ResultType,        // a postcondition about a result of another type
  MissingArray,      // one that is named, and that the kernel does not have
  Atomics            // an atomic operation where none may be
};

// One message. `Unsupported` names a construct that Lockstep does not model (verdict `unsupported`); `Error`
// is a mistake in the input.
struct Diagnostic {
  Severity severity = Severity::Error;
  Origin origin;
  std::string message; // one line, says what, why and the remedy where there is one
  Topic topic = Topic::Other;
};

class Diagnostics {
public:
  void note(Origin o, std::string m) { add({Severity::Note, std::move(o), std::move(m)}); }
  void warning(Origin o, std::string m) { add({Severity::Warning, std::move(o), std::move(m)}); }
  void error(Origin o, std::string m, Topic t = Topic::Other) { add({Severity::Error, std::move(o), std::move(m), t}); }
  void unsupported(Origin o, std::string m, Topic t = Topic::Other) {
    add({Severity::Unsupported, std::move(o), std::move(m), t});
  }
  void add(Diagnostic d) { list_.push_back(std::move(d)); }

  const std::vector<Diagnostic> &all() const { return list_; }
  bool has(Severity s) const;
  bool failed() const { return has(Severity::Error) || has(Severity::Unsupported); }

private:
  std::vector<Diagnostic> list_;
};

// "file:line:column: error: message", or "error: message" without a place.
std::string format(const Diagnostic &d);

} // namespace lockstep::support
