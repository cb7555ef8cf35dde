// Spellings of options (option_words.h).
#include "jobs/input/option_words.h"

#include <algorithm>
#include <array>

namespace lockstep::jobs {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 16> synonyms = {{
    {"--local_size", "--local-size"},
    {"--block-dim", "--local-size"},
    {"--blockDim", "--local-size"},
    {"--block_dim", "--local-size"},
    {"--num_groups", "--num-groups"},
    {"--grid-dim", "--num-groups"},
    {"--gridDim", "--num-groups"},
    {"--grid_dim", "--num-groups"},
    {"--global_size", "--global-size"},
    {"--global_offset", "--global-offset"},
    {"--check-array-bounds", "--check-bounds"},
    {"--pointer-bitwidth", "--pointer-bits"},
    {"--no-annotations", "--ignore-annotations"},
    {"-std", "--std"},
    {"-cl-std", "--std"},
    {"--cl-std", "--std"},
}};

struct HeaderOptionRow {
  std::string_view flag;
  HeaderUse use;
  bool value; // it has one
};
constexpr std::array<HeaderOptionRow, 40> header_options = {{
    {"--local-size", HeaderUse::Taken, true},
    {"--num-groups", HeaderUse::Taken, true},
    {"--global-size", HeaderUse::Taken, true},
    {"--global-offset", HeaderUse::Taken, true},
    {"--warp-size", HeaderUse::Taken, true},
    {"--std", HeaderUse::Taken, true},
    {"--pointer-bits", HeaderUse::Taken, true},
    {"--check-bounds", HeaderUse::Taken, false},
    {"--strict-overflow", HeaderUse::Taken, false},
    {"--no-benign-tolerance", HeaderUse::Taken, false},
    {"--tolerate", HeaderUse::Taken, true},
    {"--no-inline", HeaderUse::Taken, false},
    {"--any-launch", HeaderUse::Taken, false},
    {"--accept-conditions", HeaderUse::Taken, true}, // what is accepted is told in any case
    // How it is proved, which decides no more than how long that takes.
    {"--no-replay", HeaderUse::Taken, false},
    {"--predication", HeaderUse::Taken, true},
    {"--tier", HeaderUse::Taken, true},
    {"--timeout", HeaderUse::Taken, true},
    {"--solver", HeaderUse::Taken, true},
    {"--integers", HeaderUse::Said, true},
    {"--warp-sync", HeaderUse::Said, true},
    {"--no-effect", HeaderUse::Said, true},
    {"--boogie-file", HeaderUse::Said, true},
    {"--allow-vacuous", HeaderUse::Said, false},
    {"--ignore-annotations", HeaderUse::Said, false},
    {"--only-requires", HeaderUse::Said, false},
    {"--invariants-as-hints", HeaderUse::Said, false},
    {"--only-divergence", HeaderUse::Said, false},
    {"--only-intra-group", HeaderUse::Said, false},
    {"--check-arrays", HeaderUse::Said, true},
    {"--values", HeaderUse::Said, true},
    // How GPUVerify compiles or runs, not what the kernel means.
    {"--opencl", HeaderUse::Nothing, false},
    {"--cuda", HeaderUse::Nothing, false},
    {"--verify", HeaderUse::Nothing, false},
    {"--debug", HeaderUse::Nothing, false},
    {"--infer-info", HeaderUse::Nothing, false},
    {"--no-infer", HeaderUse::Nothing, false},
    {"--assume-launch", HeaderUse::Nothing, false}, // Faial's; so it is done
    {"-I", HeaderUse::Refused, true},
    {"-D", HeaderUse::Taken, true},
}};
// Of the command line, of whatever command.
constexpr std::array<std::string_view, 62> users_own = {
    "--kernel",       "--cuda-path",  "--engine",     "--memory",        "--boogie",     "--cache",
    "--no-cache",     "--proof-dir",  "--format",     "--schedules",     "--output",     "--repro",
    "--dump-dir",     "--stop-after", "--from",       "--jobs",          "--no-header",  "--all",
    "--arg",          "--at",         "--base-align", "--baseline",      "--compare",    "--compile-commands",
    "--counters",     "--expect",     "--fail-on",    "--filter",        "--launches",   "--max-steps",
    "--memory-model", "--metric",     "--no-merge",   "--observe",       "--paper",      "--per",
    "--plot",         "--plot-also",  "--plot-to",    "--print",         "--processors", "--quiet",
    "--resident",     "--results",    "--resume",     "--schedule",      "--scheduling", "--semantics",
    "--shapes",       "--shard",      "--simulate",   "--slots",         "--span",       "--stage",
    "--target",       "--time",       "--trace",      "--uninitialised", "--witness",    "--wrap",
    "--without-rule", "--worker"};

std::string flag_of(const std::string &word) { return word.substr(0, word.find('=')); }

const HeaderOptionRow *row_of(const std::string &word) {
  const std::string flag = word.starts_with("-D") || word.starts_with("-I") ? word.substr(0, 2) : flag_of(word);
  const auto *row = std::ranges::find_if(header_options, [&](const HeaderOptionRow &r) { return r.flag == flag; });
  return row == header_options.end() ? nullptr : row;
}

} // namespace

std::string canonical(const std::string &word) {
  if (word.empty() || word[0] != '-')
    return word;
  const std::size_t equals = word.find('=');
  std::string flag = flag_of(word);
  for (const auto &[other, ours] : synonyms)
    if (flag == other)
      flag = ours;
  if (equals == std::string::npos)
    return flag;
  std::string value = word.substr(equals + 1);
  if (value.size() >= 2 && value.front() == '[' && value.back() == ']')
    value = value.substr(1, value.size() - 2);
  return flag + "=" + value;
}

HeaderUse header_use(const std::string &word) {
  if (const HeaderOptionRow *row = row_of(word))
    return row->use;
  return std::ranges::find(users_own, flag_of(word)) != users_own.end() ? HeaderUse::Refused : HeaderUse::Unknown;
}

bool wants_value(const std::string &word) {
  const HeaderOptionRow *row = row_of(canonical(word));
  return row != nullptr && row->value && (word.size() == 2 || word.find('=') == std::string::npos) &&
         (word[1] == '-' || word.size() == 2 || word.starts_with("-std") || word.starts_with("-cl-std"));
}

} // namespace lockstep::jobs
