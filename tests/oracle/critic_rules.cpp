// Rules and the kernels that they are for: see critic_rules.h.
#include "tests/oracle/critic_rules.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

namespace lockstep::oracle {

std::string read_text(const std::filesystem::path &path) {
  std::ifstream in(path);
  return std::string(std::istreambuf_iterator<char>(in), {});
}

namespace {

namespace fs = std::filesystem;

bool must_fail(const fs::path &p) { return p.stem().string().find("_bad") != std::string::npos; }

std::vector<std::string> words_of(const std::string &stem) {
  std::vector<std::string> out;
  std::istringstream in(stem);
  for (std::string w; std::getline(in, w, '_');)
    out.push_back(w);
  return out;
}

// With how many words two names begin alike.
std::size_t alike(const std::string &a, const std::string &b) {
  const auto x = words_of(a), y = words_of(b);
  return static_cast<std::size_t>(std::mismatch(x.begin(), x.end(), y.begin(), y.end()).first - x.begin());
}

// The kernels that a must-fail one is a twin of: those beside it whose name is the longest beginning of its own; where
// there are none, those that begin as its own does.
CriticRule with_kernels(CriticRule rule, const fs::path &bad) {
  std::size_t best = 0;
  std::error_code none;
  const std::string stem = bad.stem().string();
  std::vector<std::string> kin;
  for (const fs::directory_entry &e : fs::directory_iterator(bad.parent_path(), none)) {
    const std::string other = e.path().stem().string();
    if (!e.is_regular_file(none) || must_fail(e.path()))
      continue;
    kin.push_back(e.path().string());
    if (stem != other && !stem.starts_with(other + "_"))
      continue;
    if (other.size() > best)
      rule.files.clear();
    if (other.size() >= best)
      rule.files.push_back(e.path().string());
    best = std::max(best, other.size());
  }
  std::sort(kin.begin(), kin.end());
  std::sort(rule.files.begin(), rule.files.end());
  std::size_t most = 0;
  if (rule.files.empty())
    for (const std::string &k : kin)
      most = std::max(most, alike(stem, fs::path(k).stem().string()));
  for (const std::string &k : kin)
    if (best == 0 && alike(stem, fs::path(k).stem().string()) == most)
      rule.files.push_back(k);
    else if (std::find(rule.files.begin(), rule.files.end(), k) == rule.files.end())
      (alike(stem, fs::path(k).stem().string()) > 0 ? rule.family : rule.folder).push_back(k);
  return rule;
}

} // namespace

// "FILE: SENTENCE", and below it "  ID  kernel FILE OPTIONS"
std::vector<CriticRule> rules_of(const CriticOptions &o) {
  std::vector<CriticRule> out;
  std::istringstream table(read_text(o.table));
  bool of_front_end = false;
  for (std::string line; std::getline(table, line);) {
    std::istringstream words(line);
    std::string id, what, file;
    if (!line.empty() && line[0] != ' ' && line[0] != '#')
      of_front_end = line.starts_with("frontend/");
    if (line.empty() || line[0] != ' ' || !(words >> id >> what >> file) || what != "kernel")
      continue;
    if (id.find(o.rule) == std::string::npos)
      continue;
    CriticRule r{id, fs::path(file).stem().string(), of_front_end, {}, {}, {}};
    if (o.kernel.empty())
      r = with_kernels(std::move(r), file);
    else
      r.files = {o.kernel};
    if (!r.files.empty())
      out.push_back(std::move(r));
  }
  const auto exact = std::find_if(out.begin(), out.end(), [&](const CriticRule &r) { return r.id == o.rule; });
  return exact == out.end() ? out : std::vector{*exact};
}

} // namespace lockstep::oracle
