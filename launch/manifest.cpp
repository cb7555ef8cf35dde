// From journals to a file of launches (manifest.h).
#include "launch/manifest.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

namespace lockstep::launch {

namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

std::string text_of_file(const fs::path &path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

struct Noted {
  ordered_json launch;
  unsigned long count = 0;
  bool failed = false;
};

// The launches of one process.
std::vector<Noted> read_journal(const fs::path &path, Recording &out) {
  std::vector<Noted> all;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    const ordered_json j = ordered_json::parse(line, nullptr, false);
    if (j.is_discarded() || !j.is_object()) { // the process ended while it wrote
      out.lost.emplace_back("the end of a journal is not whole");
      continue;
    }
    out.layer_loaded = out.layer_loaded || j.contains("loaded");
    if (j.contains("launch"))
      all.push_back({j["launch"]});
    else if (j.contains("failed") && j["failed"] < all.size())
      all[j["failed"]].failed = true;
    else if (j.contains("count") && j["id"] < all.size())
      all[j["id"]].count = j["count"];
    else if (j.contains("lost"))
      out.lost.push_back(j["lost"]);
  }
  std::erase_if(all, [](const Noted &n) { return n.failed && n.count == 0; });
  for (Noted &n : all)
    n.count = std::max(n.count, 1UL); // the program did not come back from it
  return all;
}

} // namespace

Recording read_journals(const std::string &folder, const std::string &path, const std::vector<std::string> &command) {
  Recording out;
  std::vector<fs::path> journals;
  for (const fs::directory_entry &e : fs::directory_iterator(folder))
    if (e.path().extension() == ".jsonl")
      journals.push_back(e.path());
  std::sort(journals.begin(), journals.end());
  std::vector<Noted> all;
  std::map<std::string, std::size_t> met;   // by the launch's text
  std::map<std::string, std::string> names; // of sources, by their text
  const std::string stem = fs::path(path).stem().string();
  for (const fs::path &journal : journals)
    for (Noted &n : read_journal(journal, out)) {
      if (n.launch.contains("kernel_file")) {
        const std::string text = text_of_file(fs::path(folder) / n.launch["kernel_file"].get<std::string>());
        const auto [name, fresh] = names.emplace(text, fmt::format("{}.{}.cl", stem, names.size() + 1));
        n.launch["kernel_file"] = name->second;
        if (fresh)
          out.sources[name->second] = text;
      }
      out.launches += n.count;
      const auto [at, fresh] = met.emplace(n.launch.dump(), all.size());
      if (fresh)
        all.push_back(std::move(n));
      else
        all[at->second].count += n.count;
    }
  out.distinct = all.size();
  out.text = fmt::format("{{\n\"schema\": 1,\n\"command\": {},\n\"launches\": [\n",
                         ordered_json(command).dump(-1, ' ', false, ordered_json::error_handler_t::replace));
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].launch["count"] = all[i].count;
    out.text += all[i].launch.dump() + (i + 1 < all.size() ? ",\n" : "\n");
  }
  out.text += "]\n}\n";
  return out;
}

} // namespace lockstep::launch
