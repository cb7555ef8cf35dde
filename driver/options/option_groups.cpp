// See option_groups.h.
#include "driver/options/option_groups.h"

namespace lockstep::driver {

using jobs::at_least;
using jobs::Heading;
using jobs::last;
using jobs::many;
using jobs::one_of;

namespace {

void add_format(CLI::App &app, Options &o, const std::vector<Format> &formats) {
  std::vector<std::string> words;
  for (const Format f : formats)
    words.emplace_back(format_words.text(f));
  app.add_option_function<std::string>(
         "--format", [&o](const std::string &text) { o.format = *format_words.find(text); },
         fmt::format("text (default){} or {}",
                     words.size() < 3 ? "" : fmt::format(", {}", fmt::join(words.begin() + 1, words.end() - 1, ", ")),
                     words.back()))
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
      ->check(one_of(words))
      ->type_name("NAME")
      ->group("Report");
}

} // namespace

void add_report(CLI::App &app, Options &o, const std::vector<Format> &formats) {
  const Heading heading(app, "Report");
  add_format(app, o, formats);
  app.add_flag("--schedules", o.schedules, "with --format json: the schedules of executions that show a violation");
  last(app, "--output", o.output, "FILE", "write the report to this file");
  last(app, "--repro", o.repro_dir, "DIR",
       "write each violation into this folder as something to run: kernel and Oclgrind .sim file, CUDA program");
  app.add_flag("--quiet", o.quiet, "only what is wrong, and of several kernels how many");
  app.add_flag("--time", o.time, "show the time of every stage");
}

void add_stages(CLI::App &app, Options &o, StageNames &names) {
  const Heading heading(app, "Stages (see `lockstep stages`)");
  last(app, "--dump-dir", o.dump_dir, "DIR", "write the text of every stage into this folder");
  last(app, "--stop-after", names.stop_after, "STAGE", "stop after this stage");
  last(app, "--from", names.from, "STAGE", "the input is this stage's text; default: by the file's suffix");
}

void add_run(CLI::App &app, Options &o, StageNames &names) {
  const Heading heading(app, "Execution");
  jobs::last_word(
      app, "--semantics", o.run.semantics, semantics_words,
      "interleaving (default): threads take turns; lockstep: all move together; simt: warps with masks and a stack");
  last(app, "--schedule", o.run.schedule, "WHICH",
       "in-order (default): a thread runs until it waits; exhaustive: every order that matters; random:SEED[:N]: N "
       "executions; a file of thread numbers");
  many(app, "--arg", o.run.arguments, "NAME=VALUE",
       "a parameter: name=NUMBER; an array: name=1,2,3, name=@FILE (numbers; *.bin: the bytes), "
       "name=zero:COUNT, name=iota:COUNT, name=random:SEED:COUNT (integers below 1000, floats below 1)");
  many(app, "--print", o.run.print, "ARRAY", "print this array when all is done");
  CLI::Option *observe = last(app, "--observe", o.run.observe, "WHAT",
                              "memory: count what each access costs a warp (implies --semantics lockstep); cost: what "
                              "warps and groups cost")
                             ->check(one_of({"memory", "cost"}));
  last(app, "--target", o.run.target, "NAME",
       "--observe counts for nvidia (default), mi200, mi300, rdna; nvidia,line=64: a field changed")
      ->needs(observe);
  many(app, "--metric", o.run.metrics, "NAME",
       "--observe cost counts this: sectors, conflicts, divwarps, steps (default: these four), another "
       "count by its name, or a file of weights, FILE.json")
      ->needs(observe);
  app.add_flag("--trace{text}", o.run.trace, "print every step; --trace=html, with simt: as a page to step through")
      ->check(one_of({"text", "html"}));
  last(app, "--scheduling", o.run.scheduling, "NAME",
       "with simt: stack (default), a warp has one program counter; independent, each lane has its own")
      ->check(one_of({"stack", "independent"}));
  last(app, "--memory-model", o.run.memory, "NAME",
       "with simt: ideal (default), accesses take effect at once; asynchronous, with caches, in any order")
      ->check(one_of({"ideal", "asynchronous"}));
  app.add_flag("--counters", o.run.counters, "with simt: count what warps issue, and what each access costs them");
  const auto number = [&](const char *names, auto &value, const char *help) {
    last(app, names, value, "N", help)->check(at_least(1));
  };
  number("--resident", o.run.resident,
         "with simt: blocks at a time on a processor; the others wait until one has ended (default: all are there)");
  number("--processors", o.run.processors,
         "with simt: of the device, each with an L1 cache (default 1 with --resident, else one for each block)");
  app.add_flag("--wrap", o.run.wrap, "go on with the wrapped value where the language leaves it undefined");
  app.add_flag("--uninitialised", o.run.uninitialised, "report reads of memory that nobody has written");
  number("--max-steps", o.run.max_steps, "statements of all threads together (default 20000000)");
  add_format(app, o, {Format::Text, Format::Json});
  last(app, "--output", o.output, "FILE", "write the report to this file")->group("Report");
  last(app, "--from", names.from, "TEXT", "")->group("");
}

} // namespace lockstep::driver
