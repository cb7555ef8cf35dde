// See perf_proofs.h.
#include "driver/perf_proofs.h"

#include "cfg/print.h"
#include "coalescing/claims.h"
#include "driver/output.h"
#include "driver/pipeline.h"
#include "driver/proof_folder.h"

#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace lockstep::driver {

namespace {

namespace fs = std::filesystem;

constexpr double seconds = 20; // of a claim, where --timeout says nothing else

std::string file_name(const KernelCost &k, const PerfClaim &c, std::size_t number) {
  const support::SourcePlace &p = k.accesses[c.access].origin.place();
  return fmt::format("{}.{}.{}.{}.{}.{}", fs::path(k.file).filename().string(), k.kernel, p.line, p.column, c.what,
                     number);
}

void remove_all(const std::string &folder, const std::string &name) {
  std::error_code error;
  std::vector<fs::path> gone;
  for (const auto &entry : fs::directory_iterator(folder, error))
    if (entry.path().filename().string().find(name + ".") != std::string::npos)
      gone.push_back(entry.path());
  for (const fs::path &p : gone)
    fs::remove(p, error);
}

} // namespace

std::vector<PerfClaim> perf_claims(const cfg::Kernel &k, const cfg::Analyses &a, const coalescing::Options &options,
                                   const std::vector<coalescing::AccessCost> &accesses) {
  std::vector<PerfClaim> out;
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    const coalescing::AccessCost &access = accesses[i];
    if (!access.reached)
      continue;
    const auto add = [&](const char *what, std::uint64_t most, std::uint64_t unit) {
      coalescing::ClaimText text = coalescing::claim(k, a, options, access, unit, most);
      out.push_back({i, what, most, std::move(text.kernel), "", false, std::move(text.why_not)});
    };
    if (k.arrays[access.array].space == cfg::Space::Group) {
      add("wavefronts", access.wavefronts.hi, 1);
      continue;
    }
    add("sectors", access.sectors.hi, options.target.sector_bytes);
    add("lines", access.lines.hi, options.target.line_bytes);
  }
  return out;
}

bool prove_claims(const Options &options, Supervisor &supervisor, std::vector<KernelCost> &kernels,
                  support::Diagnostics &diags) {
  const std::string &folder = options.engine.proof_dir;
  std::error_code error;
  fs::create_directories(folder, error);
  Options one = options;
  one.command = Command::Verify;
  one.stop_after.reset();
  one.from.reset();
  one.kernel = {};
  one.kernel.timeout = seconds;
  one.jobs = 1;
  one.format = Format::Text;
  Worker worker(one, supervisor);
  std::size_t number = 0;
  for (KernelCost &k : kernels)
    for (PerfClaim &c : k.claims) {
      if (!c.kernel)
        continue;
      if (supervisor.interrupted())
        return false;
      c.name = file_name(k, c, ++number);
      c.kernel->name = "claim";
      const std::string path = (fs::path(folder) / (c.name + ".kir")).string();
      if (!write_file(path,
                      fmt::format("// {}: at most {} {} a request\n//--local_size=1 --num_groups=1\n{}",
                                  k.accesses[c.access].origin.str(), c.most, c.what, cfg::print(*c.kernel)),
                      diags))
        return false;
      const std::vector<KernelReport> found = worker.run({path});
      c.proved = found.size() == 1 && found[0].result.verdict == verify::Verdict::Verified;
      if (!c.proved) {
        c.why_not = found.size() != 1 ? "no verdict"
                    : verify::is_violation(found[0].result.verdict)
                        ? "what is known of its index without the analysis allows more"
                        : fmt::format("{}{}{}", verify::name(found[0].result.verdict),
                                      found[0].result.reason.empty() ? "" : ": ", found[0].result.reason);
        remove_all(folder, c.name);
        c.name.clear();
      }
      c.kernel.reset();
    }
  return true;
}

std::string claims_text(const KernelCost &k, std::size_t access) {
  std::string out;
  for (const PerfClaim &c : k.claims)
    if (c.access == access)
      out += fmt::format("{}: note: at most {} {}: {}\n", k.accesses[access].origin.str(), c.most, c.what,
                         c.proved ? fmt::format("proved ({})", c.name) : "not proved: " + c.why_not);
  return out;
}

void add_claims(const KernelCost &k, std::size_t access, nlohmann::ordered_json &to) {
  auto all = nlohmann::ordered_json::array();
  for (const PerfClaim &c : k.claims)
    if (c.access == access) {
      nlohmann::ordered_json claim{{"what", c.what}, {"most", c.most}, {"proved", c.proved}};
      if (c.proved)
        claim["name"] = c.name;
      else
        claim["reason"] = c.why_not;
      all.push_back(std::move(claim));
    }
  if (!all.empty())
    to["claims"] = std::move(all);
}

} // namespace lockstep::driver
