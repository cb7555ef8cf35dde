// The options of a kernel, as CLI11 is told of them: several commands have the same ones.
#pragma once

#include "jobs/input/options.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace lockstep::jobs {

// The options that are added while it lives stand under this heading of the help.
class Heading {
public:
  Heading(CLI::App &app, const std::string &text) : app_(app), outer_(app.option_defaults()->get_group()) {
    app_.option_defaults()->group(text);
  }
  ~Heading() { app_.option_defaults()->group(outer_); }
  Heading &operator=(Heading &&) = delete;

private:
  CLI::App &app_;
  const std::string outer_;
};

// A value given twice: the last one counts, so that the command line overrides a file's header. `type`: what the help
// calls the value.
template <typename T>
CLI::Option *last(CLI::App &app, const char *names, T &value, const char *type, const char *help) {
  return app.add_option(names, value, help)->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)->type_name(type);
}
// Given several times, all count.
template <typename T>
CLI::Option *many(CLI::App &app, const char *names, T &values, const char *type, const char *help) {
  return app.add_option(names, values, help)->allow_extra_args(false)->type_name(type);
}

CLI::Validator one_of(std::vector<std::string> words); // the message names them all
CLI::Validator seconds();                              // of --timeout: up to a million
CLI::Validator at_least(double smallest);

// An option whose value is one of an enumeration's words.
template <typename E, typename Value, std::size_t N>
CLI::Option *last_word(CLI::App &app, const char *names, Value &value, const support::Words<E, N> &words,
                       const char *help) {
  return app
      .add_option_function<std::string>(
          names, [&value, &words](const std::string &text) { value = *words.find(text); }, help)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
      ->check(one_of(words.all()))
      ->type_name("NAME");
}

// What all commands have that read kernels; the options that were added. Values go to `o`, which must live as long.
std::vector<const CLI::Option *> add_kernel(CLI::App &app, Options &o);
// Which device, and where arrays start.
void add_device(CLI::App &app, Options &o);

} // namespace lockstep::jobs
