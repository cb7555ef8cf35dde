// See single.h, for a file and for a folder of them. The launch stands in the file's first lines (`//--local_size=[8,1]
// --num_groups=2`) or in the options.
#include "tests/oracle/bytes/single.h"

#include "cfg/ir/check.h"
#include "tests/oracle/bytes/interpret.h"
#include "tests/oracle/judge.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <regex>

namespace lockstep::oracle::bytes {

namespace {

void read_sizes(const std::string &text, std::array<unsigned, 3> &to) {
  static const std::regex number("[0-9]+");
  unsigned d = 0;
  for (std::sregex_iterator it(text.begin(), text.end(), number), end; it != end && d < 3; ++it)
    to[d++] = static_cast<unsigned>(std::stoul(it->str()));
}

void read_header(const std::string &path, Run &run) {
  static const std::regex option(
      "--(local_size|local-size|num_groups|num-groups|blockDim|gridDim)[= ](\\[[^\\]]*\\]|[0-9,]+)");
  std::ifstream in(path);
  std::string line;
  for (unsigned n = 0; n < 4 && std::getline(in, line); ++n)
    for (std::sregex_iterator it(line.begin(), line.end(), option), end; it != end; ++it)
      read_sizes((*it)[2], (*it)[1].str()[0] == 'l' || (*it)[1].str()[0] == 'b' ? run.local : run.groups);
}

struct Header {
  std::string expectation; // "verified", "race" ...
  bool plain = false;      // a launch with given sizes, and no other option
  bool tolerated = false;  // verified although bytes race: "// tolerated: why"
};

Header header_of(const std::string &path) {
  static const std::regex expect("^// expect: (\\w+)"),
      launch("^//--(local_size|blockDim|block-dim)=[0-9,\\[\\]]+ --(num_groups|gridDim|grid-dim)=[0-9,\\[\\]]+ *$");
  Header h;
  std::ifstream in(path);
  std::string line;
  std::smatch m;
  for (unsigned n = 0; n < 4 && std::getline(in, line); ++n) {
    if (std::regex_search(line, m, expect))
      h.expectation = m[1];
    h.plain = h.plain || std::regex_match(line, launch);
    h.tolerated = h.tolerated || line.starts_with("// tolerated: ");
  }
  return h;
}

frontend::Language language_of(const std::string &path) {
  const std::string suffix = path.substr(path.rfind('.') + 1);
  return suffix == "cl"    ? frontend::Language::OpenCL
         : suffix == "hip" ? frontend::Language::Hip
         : suffix == "cu"  ? frontend::Language::Cuda
                           : frontend::Language::LlvmIr;
}

frontend::Options options_of(const Run &run) {
  frontend::Options options;
  for (unsigned d = 0; d < 3; ++d) {
    options.launch.local_size[d] = run.local[d];
    options.launch.num_groups[d] = run.groups[d];
    if (d > 0 && (run.local[d] > 1 || run.groups[d] > 1))
      options.launch.dimensions = d + 1;
  }
  return options;
}

} // namespace

int judge_folder(const BytesOptions &o) {
  constexpr std::uint64_t most_threads = 128;
  std::vector<std::string> files;
  for (const auto &entry : std::filesystem::recursive_directory_iterator(o.folder))
    if (const std::string suffix = entry.path().extension().string(); suffix == ".cl" || suffix == ".cu")
      files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  const auto start = std::chrono::steady_clock::now();
  unsigned right = 0, wrong = 0, shown = 0, not_shown = 0, skipped = 0;
  for (std::size_t n = 0; n < files.size(); n += std::max(1u, o.every)) {
    if (o.seconds > 0 && std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() > o.seconds)
      break;
    const Header header = header_of(files[n]);
    Run run;
    run.seed = o.seed;
    run.executions = o.executions;
    run.steps = 5000;
    read_header(files[n], run);
    const bool violation = header.tolerated || header.expectation == "race" || header.expectation == "divergence" ||
                           header.expectation == "assertion";
    const std::uint64_t threads =
        std::uint64_t(run.local[0]) * run.local[1] * run.local[2] * run.groups[0] * run.groups[1] * run.groups[2];
    if (!header.plain || threads > most_threads || (!violation && header.expectation != "verified")) {
      ++skipped;
      continue;
    }
    support::Diagnostics diags;
    const auto file = File::compile(files[n], language_of(files[n]), options_of(run), diags);
    bool seen = false, judged = false;
    std::string witness, refused;
    for (const std::string &symbol : file ? file->kernels() : std::vector<std::string>()) {
      const Outcome out = file->run(symbol, run);
      judged = judged || (out.refused.empty() && out.executions > 0);
      seen = seen || (out.refused.empty() && out.wrong());
      witness += out.witness;
      refused += out.refused + out.discarded;
    }
    if (!judged)
      ++skipped;
    else if (violation)
      ++(seen ? shown : not_shown);
    else
      ++(seen ? wrong : right);
    if (o.list || (seen && !violation))
      fmt::print("{}: expected {}, over bytes {}\n", files[n], header.expectation,
                 !judged ? "not judged: " + refused
                 : seen  ? witness
                         : std::string("none"));
  }
  fmt::print("expectations: {} passed, {} failed, {} skipped\n", right + shown + not_shown, wrong, skipped);
  fmt::print("  {} right ones without a violation, {} violations shown, {} not shown by these executions\n", right,
             shown, not_shown);
  return wrong == 0 ? 0 : 1;
}

int judge_file(const BytesOptions &o) {
  Run run;
  run.seed = o.seed;
  run.executions = std::max(1u, o.executions * 4);
  read_header(o.file, run);
  if (!o.local_size.empty())
    read_sizes(o.local_size, run.local);
  if (!o.num_groups.empty())
    read_sizes(o.num_groups, run.groups);
  const frontend::Options options = options_of(run);
  support::Diagnostics diags;
  const auto file = File::compile(o.file, language_of(o.file), options, diags);
  if (!file) {
    fmt::print("{}: {}\n", o.file, diags.all().empty() ? "does not compile" : diags.all().front().message);
    return 2;
  }
  if (o.print) {
    fmt::print("{}", file->text());
    return 0;
  }
  Prover prover;
  const auto module = frontend::compile(o.file, options, diags);
  int status = 0;
  for (const std::string &symbol : file->kernels()) {
    if (!o.kernel.empty() && symbol != o.kernel)
      continue;
    const Outcome out = file->run(symbol, run);
    std::string said = "not compiled";
    bool verified = false;
    if (module)
      for (const frontend::KernelName &name : frontend::kernels(*module))
        if (name.symbol == symbol) {
          support::Diagnostics of_kernel;
          const auto kernel = frontend::build_kernel(*module, name, options, of_kernel);
          if (kernel && cfg::check(*kernel, of_kernel)) {
            const verify::Result r = prover.verify(*kernel, options.launch);
            said = std::string(verify::name(r.verdict)) + (r.reason.empty() ? "" : " (" + r.reason + ")");
            verified = r.verdict == verify::Verdict::Verified;
          } else {
            said = "refused: " + (of_kernel.all().empty() ? std::string("?") : of_kernel.all().front().message);
          }
        }
    fmt::print(
        "{}: {}: {}; over bytes: {}{}{}\n", o.file, symbol, said,
        !out.refused.empty() ? "not judged: " + out.refused : out.name(), out.witness.empty() ? "" : ": " + out.witness,
        fmt::format(" ({} executions, {} without defined behaviour{}{})", out.executions, out.undefined,
                    out.discarded.empty() ? "" : ": " + out.discarded, out.ambiguous ? ", ambiguous bytes" : ""));
    if (verified && out.refused.empty() && out.wrong())
      status = 1;
  }
  return status;
}

} // namespace lockstep::oracle::bytes
