// The `lockstep` command: reads the command line, runs one command, returns its exit status (docs/design.md 10).
#include "driver/commands.h"
#include "support/printable.h"
#include "verify/verdict.h"

#include <cstdio>
#include <exception>
#include <string>
#include <vector>

int main(int argc, char **argv) {
  namespace driver = lockstep::driver;
  try {
    auto parsed = driver::parse_command_line(std::vector<std::string>(argv + 1, argv + argc));
    if (const auto *early = std::get_if<driver::Early>(&parsed)) {
      std::fputs(lockstep::support::printable_text(early->text).c_str(), early->exit_status == 0 ? stdout : stderr);
      return early->exit_status;
    }
    const auto &options = std::get<driver::Options>(parsed);
    switch (options.command) {
    case driver::Command::Verify:
    case driver::Command::Suite: return driver::run_verify(options);
    case driver::Command::Run: return driver::run_run(options);
    case driver::Command::Dump: return driver::run_dump(options);
    case driver::Command::Recheck: return driver::run_recheck(options);
    case driver::Command::Record: return driver::run_record(options);
    case driver::Command::Perf: return driver::run_perf(options);
    case driver::Command::Cost: return driver::run_cost(options);
    case driver::Command::Stages: return driver::run_stages();
    }
  } catch (const std::exception &e) {
    std::fprintf(stderr, "lockstep: internal error: %s\n", lockstep::support::printable(e.what()).c_str());
  }
  return lockstep::verify::exit_internal;
}
