// Spellings of options (spelling.h).
#include "driver/spelling.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lockstep::driver {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 15> synonyms = {{
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
    {"-std", "--std"},
    {"-cl-std", "--std"},
    {"--cl-std", "--std"},
}};

constexpr std::array header_options = {"--local-size",
                                       "--num-groups",
                                       "--global-size",
                                       "--global-offset",
                                       "--warp-size",
                                       "--warp-sync",
                                       "--kernel",
                                       "--std",
                                       "--pointer-bits",
                                       "--no-effect",
                                       "--check-bounds",
                                       "--strict-overflow",
                                       "--no-benign-tolerance",
                                       "--allow-vacuous",
                                       "--any-launch",
                                       "--no-replay",
                                       "--predication",
                                       "--integers",
                                       "--tier",
                                       "--timeout",
                                       "--solver"};

// How GPUVerify compiles or runs, not what the kernel means.
constexpr std::array ignored_options = {"--no-inline", "--opencl",     "--cuda",    "--verify",
                                        "--debug",     "--infer-info", "--no-infer"};

std::string flag_of(const std::string &word) { return word.substr(0, word.find('=')); }

template <typename List> bool holds(const List &list, const std::string &flag) {
  return std::find(list.begin(), list.end(), flag) != list.end();
}

std::size_t edit_distance(const std::string &a, const std::string &b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j)
    row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
    }
  }
  return row.back();
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

bool is_header_option(const std::string &word) {
  return word.rfind("-D", 0) == 0 || word.rfind("-I", 0) == 0 || holds(header_options, flag_of(word));
}

bool is_ignored_header_option(const std::string &word) { return holds(ignored_options, flag_of(word)); }

std::string nearest(const std::string &word, const std::vector<std::string> &candidates) {
  std::string best;
  std::size_t best_distance = 1 + word.size() / 3;
  for (const std::string &c : candidates) {
    const std::size_t d = edit_distance(word, c);
    if (d < best_distance) {
      best = c;
      best_distance = d;
    }
  }
  return best;
}

} // namespace lockstep::driver
