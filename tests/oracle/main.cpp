// `oracle`: random kernels and other tests that hold the verifier against the executable semantics (commands.h).
#include "tests/oracle/commands.h"
#include "tests/oracle/subject.h"
#include "tests/oracle/to_cl.h"

#include <CLI/CLI.hpp>
#include <exception>
#include <fmt/format.h>

int main(int argc, char **argv) {
  namespace oracle = lockstep::oracle;
  namespace support = lockstep::support;
  CLI::App app("Holds the verifier's verdicts against exhaustive execution.");
  app.require_subcommand(1);

  oracle::RandomOptions random;
  CLI::App *r = app.add_subcommand("random", "random kernels");
  r->add_option("--seed", random.seed, "the first kernel's seed");
  r->add_option("--count", random.count, "how many kernels (0: as many as there is time for)");
  r->add_option("--seconds", random.seconds, "stop after this time");
  r->add_option("--form", random.form, "kir, cl, both")->check(CLI::IsMember({"kir", "cl", "both"}));
  r->add_option("--variants", random.variants, "verify every n-th kernel in all variants (0: none)");
  r->add_option("--inputs", random.inputs, "inputs tried per kernel");
  r->add_option("--save", random.save, "folder for what is found");
  r->add_option("--shrink-seconds", random.shrink_seconds, "time to make a finding small");
  r->add_flag("--keep-alarms", random.keep_alarms, "shrink and save false alarms, too");
  r->add_flag("--list", random.list, "a line per kernel");

  oracle::MutantOptions mutants;
  CLI::App *m = app.add_subcommand("mutants", "must-verify kernels with a barrier deleted or an index moved");
  m->add_option("folder", mutants.folder, "where the kernels are");
  m->add_option("--seconds", mutants.seconds, "stop after this time");
  m->add_option("--every", mutants.every, "only every n-th file");
  m->add_option("--most", mutants.most, "most mutants per kernel (0: all)");
  m->add_option("--first", mutants.first, "number of the first file");
  m->add_flag("--list", mutants.list, "a line per kernel");

  oracle::CriticOptions critic;
  CLI::App *e = app.add_subcommand("critic", "each rule, near the kernels that it is for");
  e->add_option("--table", critic.table, "the rules");
  e->add_option("--rule", critic.rule, "only this rule, or those with this word in their names");
  e->add_option("--kernel", critic.kernel, "start from this file instead");
  e->add_option("--seed", critic.seed, "the first mutant's seed");
  e->add_option("--count", critic.count, "how many mutants (0: as many as there is time for)");
  e->add_option("--seconds", critic.seconds, "stop after this time");
  e->add_option("--save", critic.save, "folder for what is found");
  e->add_flag("--unchanged", critic.unchanged, "judge the kernels as they stand");
  e->add_flag("--first", critic.first, "stop at the first mistake");
  e->add_flag("--list", critic.list, "a line per mutant");

  oracle::PropertyOptions property;
  CLI::App *l = app.add_subcommand("lockstep", "Theorem 5.2: interleaving against lock step");
  CLI::App *c = app.add_subcommand("metamorphic", "changes that leave the verdict alone");
  CLI::App *bounds = app.add_subcommand("costs", "bounds of costs against executions");
  for (CLI::App *both : {l, c, bounds}) {
    both->add_option("--seed", property.seed, "the first kernel's seed");
    both->add_option("--count", property.count, "how many kernels");
    both->add_option("--seconds", property.seconds, "stop after this time");
    both->add_option("--form", property.form, "kir, cl, both")->check(CLI::IsMember({"kir", "cl", "both"}));
  }

  oracle::SimtPropertyOptions warps;
  CLI::App *w = app.add_subcommand("simt", "warps against interleaving and lock step");
  w->add_option("--folder", warps.folder, "the must-verify kernels of this folder, instead of random ones");
  w->add_option("--every", warps.every, "only every n-th file");
  w->add_option("--first", warps.first, "from this one on, counted from 0");
  w->add_option("--seed", warps.seed, "the first kernel's seed");
  w->add_option("--count", warps.count, "how many kernels, or files (0: as many as there is time for)");
  w->add_option("--seconds", warps.seconds, "stop after this time");
  w->add_option("--compared", warps.compared, "stop when so many kernels have been compared");
  w->add_option("--asynchronous", warps.asynchronous,
                "executions on asynchronous memory, too: so many for each size of warps and scheduling");
  w->add_flag("--list", warps.list, "a line per kernel of the folder");

  oracle::BytesOptions bytes;
  std::vector<CLI::App *> families;
  for (const auto &[name, what] :
       {std::pair("bytes", "C programs over bytes, against a second interpretation of Clang's IR"),
        std::pair("idioms", "compositions of idioms with a mistake, against the same"),
        std::pair("limits", "launches near the limits of types, against arithmetic")}) {
    CLI::App *b = families.emplace_back(app.add_subcommand(name, what));
    b->add_option("--seed", bytes.seed, "the first seed");
    b->add_option("--count", bytes.count, "how many kernels (0: as many as there is time for)");
    b->add_option("--seconds", bytes.seconds, "stop after this time");
    b->add_option("--executions", bytes.executions, "executions of a kernel");
    b->add_option("--save", bytes.save, "folder for what is found");
    b->add_flag("--keep-alarms", bytes.keep_alarms, "save false alarms, too");
    b->add_flag("--list", bytes.list, "a line per kernel");
    b->add_flag("--print", bytes.print, "print the file of the seed");
  }
  families[0]->add_option("--file", bytes.file, "judge this file instead");
  families[0]->add_option("--folder", bytes.folder, "hold this folder's expectations against executions instead");
  families[0]->add_option("--every", bytes.every, "of that folder, only every n-th file");
  families[0]->add_option("--kernel", bytes.kernel, "of that file, this kernel only");
  families[0]->add_option("--local-size", bytes.local_size, "N or N,N,N");
  families[0]->add_option("--num-groups", bytes.num_groups, "N or N,N,N");

  oracle::SchedulesOptions schedules;
  std::vector<CLI::App *> scheduled;
  for (const auto &[name, what] : {std::pair("scopes", "locks, turns, counters, flags and fences, on random schedules"),
                                   std::pair("steps", "warps in lock step, on random schedules"),
                                   std::pair("warps", "warps that exchange values, on random schedules")}) {
    CLI::App *b = scheduled.emplace_back(app.add_subcommand(name, what));
    b->add_option("--seed", schedules.seed, "the first seed");
    b->add_option("--count", schedules.count, "how many kernels (0: as many as there is time for)");
    b->add_option("--seconds", schedules.seconds, "stop after this time");
    b->add_option("--executions", schedules.executions, "executions of a kernel");
    b->add_flag("--list", schedules.list, "a line per kernel");
    b->add_flag("--print", schedules.print, "print the kernel of the seed");
  }

  std::uint64_t seed = 1;
  std::string form = "kir";
  CLI::App *show = app.add_subcommand("show", "print the kernel of a seed");
  show->add_option("--seed", seed)->required();
  show->add_option("--form", form)->check(CLI::IsMember({"kir", "cl"}));

  CLI11_PARSE(app, argc, argv);
  try {
    if (r->parsed()) {
      if (random.count == 0 && random.seconds == 0)
        random.count = 100;
      return oracle::random_command(random);
    }
    if (m->parsed())
      return oracle::mutants_command(mutants);
    if (e->parsed()) {
      if (critic.count == 0 && critic.seconds == 0)
        critic.count = 100;
      return oracle::critic_command(critic);
    }
    for (CLI::App *b : families)
      if (b->parsed()) {
        bytes.family = b->get_name();
        if (bytes.count == 0 && bytes.seconds == 0)
          bytes.count = 100;
        return oracle::bytes_command(bytes);
      }
    for (CLI::App *b : scheduled)
      if (b->parsed()) {
        schedules.family = b->get_name();
        if (schedules.count == 0 && schedules.seconds == 0)
          schedules.count = 100;
        return oracle::schedules_command(schedules);
      }
    if (property.count == 0 && property.seconds == 0)
      property.count = 100;
    if (l->parsed())
      return oracle::lockstep_command(property);
    if (bounds->parsed())
      return oracle::costs_command(property);
    if (w->parsed()) {
      if (warps.count == 0 && warps.seconds == 0 && warps.compared == 0 && warps.folder.empty())
        warps.count = 100;
      return oracle::simt_command(warps);
    }
    if (c->parsed())
      return oracle::metamorphic_command(property);
    const oracle::Form f = form == "cl" ? oracle::Form::Cl : oracle::Form::Kir;
    const oracle::Program p = oracle::generate(seed, f);
    oracle::Builder builder;
    support::Diagnostics diags;
    const auto s = builder.build(p, f, diags);
    if (s)
      fmt::print("{}", oracle::test_file(p, *s, "", fmt::format("seed {}", seed)));
    else
      fmt::print("{}\n{}", diags.all().empty() ? "?" : diags.all().front().message, oracle::to_cl(p));
    return 0;
  } catch (const std::exception &e) {
    fmt::print(stderr, "oracle: {}\n", e.what());
    return 4;
  }
}
