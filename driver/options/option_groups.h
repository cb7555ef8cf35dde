// The options of `lockstep`, a function for each heading of the help: several commands have the same ones.
#pragma once

#include "driver/options/options.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace lockstep::driver {

// A value given twice: the last one counts, so that the command line overrides a file's header.
template <typename T> CLI::Option *last(CLI::App &app, const char *names, T &value, const char *help) {
  return app.add_option(names, value, help)->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

CLI::Validator one_of(std::vector<std::string> words); // the message names them all
CLI::Validator seconds();                              // of --timeout: up to a million
CLI::Validator at_least(double smallest);

// The names of stages as they were given; what is none of them is told in our words, with a hint (read_stage).
struct StageNames {
  std::string stage, stop_after, from;
};
void add_sizes(CLI::App &app, SizeText &sizes);
void add_source(CLI::App &app, KernelOptions &k);
void add_checks(CLI::App &app, KernelOptions &k);
void add_proof(CLI::App &app, KernelOptions &k, EngineChoice &e);
void add_report(CLI::App &app, Options &o);
void add_stages(CLI::App &app, Options &o, StageNames &names);
void add_run(CLI::App &app, Options &o, StageNames &names);

} // namespace lockstep::driver
